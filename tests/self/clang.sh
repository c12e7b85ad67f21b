#!/bin/sh
# clang has no warnings about the sources, either: builds by it, with its sanitizers for example, go through.
command -v clang >/dev/null || { echo "no clang"; exit 77; }
cd "$TESTS/.."
make -Bn --no-print-directory BUILD="$BUILD" \
    COMPILE="clang -std=gnu11 -fsyntax-only -Wno-unused-command-line-argument -I. -I$BUILD/gen" all units |
    grep "^clang " | sed "s, [^ ]*[.]a\>,,g" >"$OLDPWD/commands"
[ "$(wc -l <"$OLDPWD/commands")" -gt 300 ] || { echo "not all sources are compiled"; exit 1; }
# clang takes longer to start than for a source. clang-check, which is the same compiler, takes all those with the same options at once.
if command -v clang-check >/dev/null; then
    awk '{
            options = sources = ""
            for (i = 2; i <= NF; i++)
                if ($i == "-o") i++
                else if ($i ~ /[.]c$/) sources = sources " " $i
                else if ($i != "-c") options = options " " $i
            all[options] = all[options] sources
        }
        END { for (options in all) print "clang-check" all[options] " --" options }' "$OLDPWD/commands" >"$OLDPWD/checks"
    mv "$OLDPWD/checks" "$OLDPWD/commands"
fi
sh -e "$OLDPWD/commands"
