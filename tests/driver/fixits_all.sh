#!/bin/sh
# The fix-its of all files in tests/diag, applied as the patch that -fdiagnostics-generate-patch makes, until there are none:
# what they mend is not reported any more, and nothing is that was not before.
. "$TESTS/driver/lib.sh"

# What is said of ours in err, and which of it has a fix-it, itself or in a note: "id line text".
messages() {
    awk '/^case\.ampc:[0-9]+:[0-9]+: (error|warning): .*\[[a-z][-a-z0-9]*\]$/ {
            split($0, p, ":")
            match($0, /\[[a-z][-a-z0-9]*\]$/)
            id = substr($0, RSTART + 1, RLENGTH - 2)
            text = $0
            sub(/^[^ ]* /, "", text)
            print id, p[2], text >"all"
         }
         /^fix-it:"case.ampc"/ && id != "" { print id, p[2], text >"mended"; id = "" }' err
    sort -o all all
    sort -o mended mended
}

# moved FILE: its messages at their lines after the patch, which puts in whole lines.
moved() {
    sed -n 's/^fix-it:"case.ampc":{\([0-9]*\):1-[0-9]*:1}:"\(.*\)\\n"$/\1 \2/p' err | sort -u >lines
    awk 'FILENAME == "lines" { at[n++] = $1; next }
         { l = $2; for (i = 0; i < n; i++) l += at[i] <= $2; $2 = l; print }' lines "$1"
}

# compile FLAGS: what is said of case.ampc in err, its patch.
compile() {
    : >all
    : >mended
    $AMPCC "$@" -fdiagnostics-parseable-fixits -fdiagnostics-generate-patch case.ampc >out 2>err || :
    sed -n '/^--- case.ampc$/,$p' err >patch
}

cases=0
for file in "$TESTS"/diag/*.ampc; do
    cp "$file" case.ampc
    set -- -fsyntax-only -fmax-errors=0 "-I$TESTS/diag/include" $(sed -n 's,^// flags: *,,p' "$file")
    compile "$@"
    [ ! -s patch ] || messages
    for round in 1 2 3; do
        [ -s patch ] || break
        cases=$((cases + 1))
        patch -s -F0 case.ampc patch || fails "the patch of ${file##*/} does not apply"
        comm -23 all mended >rest
        moved rest | sort >expected
        moved mended >places
        compile "$@"
        messages
        # What else may be new: another fault on the line where one was mended, and what the next round mends.
        comm -13 expected all | comm -23 - mended |
            awk 'FILENAME == "places" { line[$2] = 1; text[$0] = 1; next } !line[$2] || text[$0]' places - >unexpected
        [ ! -s unexpected ] || { cat unexpected err; fails "${file##*/} after its fix-its"; }
    done
    [ ! -s patch ] || fails "${file##*/} has fix-its without end"
done
[ $cases -gt 10 ]
