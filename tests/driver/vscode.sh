#!/bin/sh
# The extension for VS Code: its colours, by VS Code's own reader of grammars beside its grammar of C; its client's library against the real
# server; and that it can be packed. Node's registry has what this needs; without it the test is skipped.
set -e
. "$TESTS/driver/lib.sh"
. "$TESTS/real/fetch.sh"
editors=$TESTS/../editors
tmgrammar=vscode-tmgrammar-test@0.1.3
fetch_npm tm-grammars tm-grammars@1.32.22

npx --yes --quiet $tmgrammar -g "$REAL/tm-grammars/grammars/c.json" -g "$editors/vscode/syntaxes/ampc.tmLanguage.json" \
    "$TESTS/vscode/words.ampc" >grammar.out 2>&1 || { cat grammar.out; fails "colours"; }

"$editors/vscode/pack.sh" 1.2.3 "$PWD/packed" "$PWD/ampc.vsix" >pack.out 2>&1 || { cat pack.out; fails "packing"; }
python3 -m zipfile -l ampc.vsix >list
has list "extension/extension.js"
has list "extension/LICENSE"
has list "extension/node_modules/vscode-languageclient/"
python3 -m zipfile -e ampc.vsix unzipped
has unzipped/extension.vsixmanifest 'Version="1.2.3"'

cat >wrong.ampc <<'A'
#include <amp.h>
void f(int n, float *p)
{
    concurrency::array_view<float, 1> v(n, p);
    v.discard_dat();
}
A
NODE_PATH=$PWD/unzipped/extension/node_modules timeout 120 node "$TESTS/vscode/client.js" "$AMPCC" "$PWD/wrong.ampc" >client.out 2>&1 ||
    { cat client.out; fails "client"; }
has client.out "5: 'array_view<float, 1>' has no member 'discard_dat'; did you mean 'discard_data'?"
has client.out "    v.discard_data();"
