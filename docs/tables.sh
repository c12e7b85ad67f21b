#!/bin/sh
# Writes the tables of docs/LANGUAGE.md from the tables of the compiler, and docs/DIAGNOSTICS.md from what 'ampcc --explain' says (of the
# ampcc that is built); with --check only says whether they are up to date.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
doc=$root/docs/LANGUAGE.md
ids=$root/docs/DIAGNOSTICS.md
AMPCC=${BUILD:-$root/build}/bin/ampcc

members() {
    echo '| type | member | where | what it is |'
    echo '|---|---|---|---|'
    sed -n 's/^AMP_MEMBER(\([A-Z_]*\), "\([a-z_0-9]*\)", \([A-Z]*\), [A-Z_0-9]*, [A-Z_]*, "[a-zA-Z]*", \([A-Z]*\), "\(.*\)")$/\1 \2 \3 \4 \5/p' \
        "$root/sema/types/amp.def" | while read -r type name form side text; do
        [ "$form" = METHOD ] && name="$name()"
        case $side in CPU) side=host ;; AMP) side=kernel ;; *) side=both ;; esac
        echo "| \`$(echo "$type" | tr '[:upper:]' '[:lower:]')\` | \`$name\` | $side | $text |"
    done
    sed -n 's/^AMP_FUNCTION("\([a-z_]*\)", [A-Z_]*, [A-Z]*, "[a-z]*", \([A-Z]*\), "\(.*\)")$/\1 \2 \3/p' "$root/sema/types/amp.def" |
        while read -r name side text; do
            case $side in CPU) side=host ;; AMP) side=kernel ;; *) side=both ;; esac
            echo "| – | \`$name()\` | $side | $text |"
        done
}

environment() {
    echo '| variable | meaning |'
    echo '|---|---|'
    sed -n 's/^ENVIRONMENT("\([A-Z_]*\)", PROGRAM, "[^"]*", "\(.*\)")$/| `\1` | \2 |/p' "$root/docs/environment.def"
}

diagnostics() {
    echo '| id | what is reported |'
    echo '|---|---|'
    sed -n 's/^DIAG([a-z_]*, "\([a-z-]*\)", \([A-Z]*\), "\(.*\)")$/| `\1` | \3 \2|/p' "$root/common/diag.def" |
        sed 's/ ERROR|$/ |/; s/ WARNING|$/ (warning) |/; s/ ADVICE|$/ (advice) |/'
}

new=$(mktemp)
new_ids=$(mktemp)
trap 'rm -f "$new" "$new_ids"' EXIT
while IFS= read -r line; do
    case $line in
    '<!-- members:'*) printf '%s\n' "$line"; members; in_table=1 ;;
    '<!-- environment:'*) printf '%s\n' "$line"; environment; in_table=1 ;;
    '<!-- diagnostics:'*) printf '%s\n' "$line"; diagnostics; in_table=1 ;;
    '<!-- end -->') in_table=0; printf '%s\n' "$line" ;;
    *) [ "${in_table:-0}" = 1 ] || printf '%s\n' "$line" ;;
    esac
done <"$doc" >"$new"
"$AMPCC" --explain all >"$new_ids"
if [ "${1:-}" = --check ]; then
    cmp -s "$new" "$doc" && cmp -s "$new_ids" "$ids" ||
        { echo "docs/LANGUAGE.md, docs/DIAGNOSTICS.md: tables are not up to date: run make and docs/tables.sh"; exit 1; }
else
    cat "$new" >"$doc"
    cat "$new_ids" >"$ids"
fi
