#!/bin/sh
# Trouble with files: the cache's folder and its entries, the trace. Programs are right without them; the trace's loss is reported.
. "$TESTS/driver/lib.sh"
. "$TESTS/layer/lib.sh"
program sample "$TESTS/../samples/histogram.ampc"
export AMPC_CACHE_DIR=$PWD/cache
# works [TEXT]: the sample is right and says nothing, or TEXT alone.
works() {
    status 0 ./sample
    [ "$(tail -n 1 out)" = "results agree" ] || { cat out; fails "a wrong result"; }
    [ "$(grep -vcF -e "${1:-no message}" err || true)" = 0 ] || { cat err; fails "messages"; }
    [ $# = 0 ] || has err "$1"
}
# entry: the file of the cache, whole again.
entry() {
    rm -rf cache
    works
    [ "$(ls cache | wc -l)" = 1 ] || fails "$(ls cache | wc -l) files in the cache"
    file=$PWD/cache/$(ls cache)
}
entry # PoCL's binary holds what its own cache has by now: from the second time on it is the same
entry
cp "$file" whole
size=$(wc -c <whole)

# Entries that end early, that are garbage of the same length, in which a byte is another one, that are no files.
for bytes in 1 7 31 32 33 100 $((size / 2)) $((size - 1)); do
    head -c $bytes whole >"$file"
    works
    cmp -s whole "$file" || fails "an entry of $bytes bytes has not been replaced"
done
head -c "$size" /dev/urandom >"$file"
works
cmp -s whole "$file" || fails "garbage has not been replaced"
for part in 0 1 2 3 4 5 6 7 8 9; do
    at=$((size * part / 10))
    old=$(od -An -tu1 -j $at -N 1 whole | tr -d ' ')
    cp whole "$file"
    printf "\\$(printf %03o $((old ^ 32)))" | dd of="$file" bs=1 seek=$at conv=notrunc 2>/dev/null
    cmp -s whole "$file" && fails "byte $at was not changed"
    works
    cmp -s whole "$file" || fails "the entry with another byte $at has not been replaced"
done
rm "$file"
mkdir "$file"
works
rmdir "$file"
mkfifo "$file" # nobody ever writes to it
works
rm -f "$file"
ln -s nowhere "$file"
works
rm -f "$file"

# The folder cannot be had, or cannot be written.
AMPC_CACHE_DIR=/dev/null/no works
AMPC_CACHE_DIR=$PWD/whole works
AMPC_CACHE_DIR=/proc/no works
entry
rm "$file"
if [ "$(id -u)" != 0 ]; then
    chmod 555 cache
    works
    chmod 755 cache
fi
# Files may have no contents: the disk is full, or close to it. The device's compiler may need files, too.
for blocks in 0 1; do
    (
        trap '' XFSZ
        ulimit -c 0
        ulimit -f $blocks
        export CUDA_CACHE_DISABLE=1 # NVIDIA's compiler ends the process when it cannot write its own cache
        ./sample 2>&1 || echo "exit status $?"
    ) | cat >out
    grep -q 'results agree' out || { grep -q 'exit status 134' out && grep -q 'do not build' out; } || { cat out; fails "$blocks blocks"; }
    [ -z "$(ls cache)" ] || { ls -l cache; fails "a part of an entry stays"; }
done
works

# Every call of the C library that has to do with files, the first time and for good; a cache that is there and one that is not.
for fill in 1 0; do
    rm -rf cache
    [ $fill = 0 ] || works
    counted sample
    while read -r name count; do
        [ "$name" != memory ] || continue
        for fault in "$name:1:28" "$name:$count:5" "$name:1+:30"; do
            [ $fill = 1 ] || rm -rf cache
            echo "libc:$fault"
        done
    done <counts.libc | tried default sample
    well
done

# The trace: one line, and the program is what it was.
export AMPC_TRACE=$PWD/t.json
for fault in fopen:1:13 fopen:1:28 fclose:2:28 rename:1:30; do
    AMPC_FAULT_LIBC=$fault works "ampc: cannot write the trace $PWD/t.json: "
    none t.json t.json.tmp
done
AMPC_FAULT_LIBC=fopen:1:13 works "Permission denied"
AMPC_FAULT_LIBC=fclose:2:28 works "No space left on device"
AMPC_TRACE=$PWD/whole/t.json works "whole/t.json: Not a directory"
works
[ -s t.json ] || fails "no trace"
