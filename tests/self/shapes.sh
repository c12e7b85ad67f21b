#!/bin/sh
# Every id of the messages has at least three faults ('expect: id') and three legal look-alikes ('fine: id') in tests/diag.
# 'internal' has neither: there is nothing that a program could bring about, and so nothing that looks like it.
cd "$TESTS/.."
cat common/diag.def $(find tests/diag -name '*.ampc' -o -name '*.h') | awk '
    # The ids that follow a mark, counted in "shapes".
    function count(kind, rest, words, n, i) {
        sub(/(\*\/|\/\/).*/, "", rest)
        gsub(/"[^"]*"/, "", rest)
        n = split(rest, words, /[ ,]+/)
        for (i = 1; i <= n; i++) {
            sub(/^-W(error=)?/, "", words[i])
            shapes[kind, words[i]]++
            if (kind == "fine" && words[i] != "" && !(words[i] in ids))
                say("fine: " words[i] ": there is no such id")
        }
    }
    function say(text) {
        print text
        bad = 1
    }
    match($0, /^DIAG\([a-z_]*, "[^"]*"/) {
        split(substr($0, RSTART, RLENGTH), part, "\"")
        ids[part[2]] = 1
        next
    }
    match($0, /expect(@[^:]*:[0-9]+)?: /) { count("expect", substr($0, RSTART + RLENGTH)) }
    match($0, /\/\/ fine: /) { count("fine", substr($0, RSTART + RLENGTH)) }
    END {
        for (id in ids) {
            if (id == "internal")
                continue
            if (shapes["expect", id] < 3)
                say(id ": " shapes["expect", id] + 0 " faults in tests/diag, at least 3 are wanted")
            if (shapes["fine", id] < 3)
                say(id ": " shapes["fine", id] + 0 " legal look-alikes in tests/diag, at least 3 are wanted")
        }
        exit bad
    }'
