#!/bin/sh
# zlib through ampcc behaves as through cc: its own example and a round trip through minigzip.
. "$TESTS/real/fetch.sh"
fetch_debian zlib
src=$REAL/zlib
for f in adler32 compress crc32 deflate gzclose gzlib gzread gzwrite infback inffast inflate inftrees trees uncompr zutil; do
    cc -w -O1 -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1 -c -o "cc_$f.o" "$src/$f.c" || exit 1
    $AMPCC -w -O1 -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1 -c -x ampc -o "ampc_$f.o" "$src/$f.c" || exit 1
done
for p in example minigzip; do
    cc -w -DHAVE_UNISTD_H -I"$src" -o "cc_$p" "$src/test/$p.c" cc_*.o || exit 1
    $AMPCC -w -DHAVE_UNISTD_H -I"$src" -o "ampc_$p" -x ampc "$src/test/$p.c" -x none ampc_*.o || exit 1
done
same_output "./cc_example a.gz" "./ampc_example a.gz"
cp "$src/deflate.c" text
same_output "./cc_minigzip <text | od -An -tx1" "./ampc_minigzip <text | od -An -tx1"
same_output "./cc_minigzip <text | ./cc_minigzip -d" "./cc_minigzip <text | ./ampc_minigzip -d"
