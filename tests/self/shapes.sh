#!/bin/sh
# Every id of the messages has at least three faults in tests/diag; 'internal' has none that a program could bring about.
cd "$TESTS/.."
cat common/diag.def $(find tests/diag -name '*.ampc' -o -name '*.h') | awk '
    match($0, /^DIAG\([a-z_]*, "[^"]*"/) {
        split(substr($0, RSTART, RLENGTH), part, "\"")
        ids[part[2]] = 1
        next
    }
    match($0, /expect(@[^:]*:[0-9]+)?: /) {
        rest = substr($0, RSTART + RLENGTH)
        sub(/\*\/.*/, "", rest)
        gsub(/"[^"]*"/, "", rest)
        n = split(rest, words, /[ ,]+/)
        for (i = 1; i <= n; i++) {
            sub(/^-W(error=)?/, "", words[i])
            shapes[words[i]]++
        }
    }
    END {
        for (id in ids)
            if (id != "internal" && shapes[id] < 3) {
                print id ": " shapes[id] + 0 " faults in tests/diag, at least 3 are wanted"
                bad = 1
            }
        exit bad
    }'
