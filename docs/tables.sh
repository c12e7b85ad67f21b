#!/bin/sh
# Writes the tables of docs/LANGUAGE.md and docs/ENVIRONMENT.md from the tables of the sources, and docs/DIAGNOSTICS.md from what
# 'ampcc --explain' says (of the ampcc that is built); with --check only says whether they are up to date.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
ids=$root/docs/DIAGNOSTICS.md
AMPCC=${BUILD:-$root/build}/bin/ampcc

members() {
    echo '| type | member | where | what it is |'
    echo '|---|---|---|---|'
    sed -n 's/^AMP_MEMBER(\([A-Z_]*\), "\([a-z_0-9]*\)", \([A-Z]*\), [A-Z_0-9]*, [A-Z_]*, "[a-zA-Z]*", \([A-Z]*\), "\(.*\)")$/\1 \2 \3 \4 \5/p' \
        "$root/sema/types/amp.def" | awk '
        { method = $3 == "METHOD" ? "()" : "" }
        $2 == "get_" last { names = names ", `" $2 method "`"; next } # both spellings of a property
        { if (names) print row names rest }
        { names = "`" $2 method "`"; last = $2; row = "| `" tolower($1) "` | "
          rest = " | " ($4 == "CPU" ? "host" : $4 == "AMP" ? "kernel" : "both") " | "
          sub(/^[^ ]* [^ ]* [^ ]* [^ ]* /, ""); rest = rest $0 " |" }
        END { print row names rest }'
    sed -n 's/^AMP_FUNCTION("\([a-z_]*\)", [A-Z_]*, [A-Z]*, "[a-z]*", \([A-Z]*\), "\(.*\)")$/\1 \2 \3/p' "$root/sema/types/amp.def" |
        while read -r name side text; do
            case $side in CPU) side=host ;; AMP) side=kernel ;; *) side=both ;; esac
            echo "| – | \`$name()\` | $side | $text |"
        done
}

# environment READER: the variables that it reads.
environment() {
    echo '| variable | meaning |'
    echo '|---|---|'
    sed -n 's/^ENVIRONMENT("\([A-Z_]*\)", '"$1"', "\([^"]*\)", "\(.*\)")$/| `\1=\2` | \3 |/p' "$root/docs/environment.def"
}

diagnostics() {
    echo '| id | what is reported |'
    echo '|---|---|'
    sed -n 's/^DIAG([a-z_]*, "\([a-z-]*\)", \([A-Z]*\), "\(.*\)")$/| [`\1`](#\1) | \3 \2|/p' "$root/common/diag.def" |
        sed 's/ ERROR|$/ |/; s/ WARNING|$/ (warning) |/; s/ ADVICE|$/ (advice) |/'
}

# filled PAGE: the page with the tables between "<!-- NAME: ..." and "<!-- end -->" made anew.
filled() {
    in_table=0
    while IFS= read -r line; do
        case $line in
        '<!-- members:'*) printf '%s\n' "$line"; members; in_table=1 ;;
        '<!-- program:'*) printf '%s\n' "$line"; environment PROGRAM; in_table=1 ;;
        '<!-- compiler:'*) printf '%s\n' "$line"; environment COMPILER; in_table=1 ;;
        '<!-- end -->') in_table=0; printf '%s\n' "$line" ;;
        *) [ $in_table = 1 ] || printf '%s\n' "$line" ;;
        esac
    done <"$root/docs/$1"
}

# What all ids mean, behind a table of them.
explained() {
    echo '<!-- tested by tests/driver/explain.sh -->'
    "$AMPCC" --explain all | awk -v table="$(diagnostics)" '/^## / && !told { print table "\n"; told = 1 } { print }'
}

new=$(mktemp)
trap 'rm -f "$new"' EXIT
for page in LANGUAGE.md ENVIRONMENT.md DIAGNOSTICS.md; do
    if [ $page = DIAGNOSTICS.md ]; then explained; else filled $page; fi >"$new"
    if [ "${1:-}" != --check ]; then
        cat "$new" >"$root/docs/$page"
    elif ! cmp -s "$new" "$root/docs/$page"; then
        echo "docs/$page: tables are not up to date: run make and docs/tables.sh"
        exit 1
    fi
done
