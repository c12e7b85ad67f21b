#!/bin/sh
# The packed extension in VS Code itself (code-server, in a browser without a window): the message of a mistake is shown, its code action
# applied, and the message is gone. VSCODE=1 asks for it, since installing that takes minutes; VSCODE_PICTURE=FILE keeps what it looked like.
set -e
. "$TESTS/driver/lib.sh"
. "$TESTS/real/fetch.sh"
[ -n "$VSCODE" ] || skip "VSCODE=1 asks for it"
for tool in npm chromium rg; do
    command -v $tool >/dev/null || skip "$tool is not installed"
done
"$TESTS/vscode/install.sh" "$REAL/code-server" >install.out 2>&1 || { tail -n 20 install.out; skip "VS Code cannot be installed"; }
"$TESTS/../editors/vscode/pack.sh" 1.2.3 "$PWD/packed" "$PWD/ampc.vsix" >pack.out 2>&1 || { cat pack.out; fails "packing"; }

export HOME=$PWD XDG_CONFIG_HOME=$PWD
code="node $REAL/code-server/node_modules/code-server/out/node/entry.js --user-data-dir user --extensions-dir extensions"
mkdir -p user/User folder
echo "{\"ampc.path\": \"$AMPCC\", \"workbench.startupEditor\": \"none\", \"security.workspace.trust.enabled\": false}" >user/User/settings.json
cat >folder/reverse.ampc <<'A'
#include <amp.h>
using namespace concurrency;

// Turns the elements of each tile round.
void reverse(array_view<float, 1> v)
{
    parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
        tile_static float s[64];
        s[t.local[0]] = v[t];
        v[t] = s[63 - t.local[0]];
    });
}
A
$code --install-extension ampc.vsix >extension.out 2>&1 || { cat extension.out; fails "installing the extension"; }
$code --auth none --bind-addr 127.0.0.1:0 --disable-telemetry --disable-update-check "$PWD/folder" >server.out 2>&1 &
server=$!
trap 'kill $server 2>/dev/null' EXIT
for _ in $(seq 200); do
    address=$(sed -n 's/.*HTTP server listening on \(http:[^ ]*\).*/\1/p' server.out)
    [ -z "$address" ] || break
    sleep 0.1
done
[ -n "$address" ] || { cat server.out; fails "no server"; }
NODE_PATH=$REAL/code-server/node_modules timeout 250 node "$TESTS/vscode/editor.js" "$address?folder=$PWD/folder" reverse.ampc "$PWD/picture.png" >said 2>&1 ||
    { cat said; fails "the editor"; }
has said "'s' is read here, and no barrier parts this from another thread that writes the same element"
has said "no message"
[ -z "$VSCODE_PICTURE" ] || cp picture.png "$VSCODE_PICTURE"
