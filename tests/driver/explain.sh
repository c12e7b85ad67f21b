#!/bin/sh
# --explain: every id has an explanation, whose wrong example gives exactly that id and whose right one gives nothing.
. "$TESTS/driver/lib.sh"
status 0 $AMPCC --explain
sed -n 's/^  \([a-z-]*\) .*/\1/p' out >ids
[ "$(wc -l <ids)" -gt 50 ] || fails 'no ids'

# examples ID: those of the page, without what is behind them.
examples() {
    $AMPCC --explain "$1" >page
    : >wrong.ampc
    : >right.ampc
    awk '/^[^ ]/ { file = $0 == "Wrong:" ? "wrong.ampc" : $0 == "Right:" ? "right.ampc" : ""; next } file { sub(/^    /, ""); print >file }' page
}
bad=
while read -r id; do
    examples "$id"
    if ! sed -n 3p page | grep -q .; then
        echo "$id: common/explain.def has no explanation"
        bad=1
        continue
    fi
    [ "$id" = internal ] || [ -s wrong.ampc -a -s right.ampc ] || { echo "$id: no examples"; bad=1; continue; }
    for f in wrong right; do
        flags=$(sed -n '1s,^$,,; 2s,^// \(-f.*\),\1,p' $f.ampc)
        $AMPCC -fsyntax-only -Wall -W"$id" $flags $f.ampc >said 2>&1 </dev/null || :
        sed -n 's/.*\(error\|warning\): .*\[\([^]]*\)\]$/\2/p; s/.*\(error\|warning\): .*[^]]$/cc/p' said | sort -u >got
        [ $f = right ] && : >want || echo "$id" >want
        [ $f$id != wrongamp-goto ] || echo amp-label >>want # which no goto is without
        [ "$id" != internal ] || : >want
        cmp -s want got && [ $f = wrong -o ! -s said ] || { echo "$id: its $f example gives:"; cat said; bad=1; }
    done
done <ids
[ -z "$bad" ] || fails 'examples'

status 0 $AMPCC --explain=-Wamp-call
has out 'amp-call: amp code calls what is not amp (error)'
status 1 $AMPCC --explain amp-cal
has err "did you mean 'amp-call'?"
status 1 $AMPCC --explain nothing-like-it
has err 'lists them'
status 0 $AMPCC --explain all
[ "$(grep -c '^## ' out)" = "$(wc -l <ids)" ] || fails 'not all ids'
