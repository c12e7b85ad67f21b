#!/bin/sh
# clang has no warnings about the sources, either: builds by it, with its sanitizers for example, go through.
command -v clang >/dev/null || { echo "no clang"; exit 77; }
cd "$TESTS/.."
make -Bn --no-print-directory BUILD="$BUILD" \
    COMPILE="clang -std=gnu11 -fsyntax-only -Wno-unused-command-line-argument -I. -I$BUILD/gen" all units |
    grep "^clang " | sed "s, [^ ]*[.]a\>,,g" >"$OLDPWD/commands"
[ "$(wc -l <"$OLDPWD/commands")" -gt 300 ] || { echo "not all sources are compiled"; exit 1; }
sh -e "$OLDPWD/commands"
