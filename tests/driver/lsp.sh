#!/bin/sh
# Recorded sessions with the language server (tests/lsp), and samples typed into it.
set -e
. "$TESTS/driver/lib.sh"
python3 -B "$TESTS/lsp/session.py" "$AMPCC" "$TESTS"/lsp/*.session
# The examples that hover shows.
python3 -B "$TESTS/lsp/examples.py" "$TESTS/../lsp/example.def" "$TESTS/../sema/types/amp.def" >examples.ampc
status 0 "$AMPCC" -fsyntax-only -Wall examples.ampc
[ ! -s err ] || { cat err; fails "messages about examples"; }
# A server that is ended by a signal leaves nothing behind, and neither do its workers; when it is idle, and at any moment.
mkdir temporary
python3 -B - "$TESTS/lsp" "$AMPCC" <<'A'
import os, signal, sys, time
sys.path.insert(0, sys.argv[1])
from client import Client
os.environ["TMPDIR"] = os.path.abspath("temporary")
for how in signal.SIGTERM, signal.SIGKILL:
    for delay in None, 0, 0.01, 0.05, 0.1, 0.2:
        client = Client(sys.argv[2], ".")
        if delay != 0:
            client.start()
            client.open("a.ampc", "#include <stdio.h>\nint main(void) { return 0; }\n")
        if delay is None:
            client.diagnostics("a.ampc")
            assert os.listdir("temporary")
        time.sleep(delay or 0)
        client.process.send_signal(how)
        client.process.wait(30)
        end = time.monotonic() + (10 if how == signal.SIGKILL else 0)
        while os.listdir("temporary"):
            assert time.monotonic() < end, (how, delay, os.listdir("temporary"))
            time.sleep(0.01)
A
# Pipes that nobody writes to, links in circles and binary files do not stop a search of the folder; each file is found once.
mkdir -p folder/below folder/commands.ampc
ln -s . folder/again
ln -s .. folder/below/up
ln -s self.ampc folder/self.ampc
mkfifo folder/pipe.ampc folder/compile_flags.txt folder/compile_commands.json
head -c 300000 "$AMPCC" >folder/binary.ampc
echo 'int found(void) { return wrong; }' >folder/below/x.ampc
python3 -B - "$TESTS/lsp" "$AMPCC" <<'A'
import sys
sys.path.insert(0, sys.argv[1])
from client import Client
client = Client(sys.argv[2], "folder")
client.start()
answer = client.request("workspace/symbol", {"query": "found"})["result"]
assert [s["location"]["uri"] for s in answer] == [client.uri("below/x.ampc")], answer
client.open("y.ampc", "int x = wrong;\n")
assert len(client.diagnostics("y.ampc")) == 1
assert client.stop() == 0
A
python3 -B "$TESTS/lsp/storms.py" "$AMPCC"
# Fast.
[ -n "$SANITIZE" ] || python3 -B "$TESTS/lsp/latency.py" "$AMPCC"
[ -n "$SANITIZE" ] || python3 -B "$TESTS/lsp/latency.py" "$AMPCC" 10000
# Broken code: a tiled kernel while it is typed, at each letter (make check-long) or every third; samples, LSP_STEP=1: at each letter, too.
letter=3 step=197 garble=8
! long || letter=1 step=97 garble=16
cat >turn.ampc <<'A'
#include <amp.h>
void f(array_view<int> v)
{
    parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
        tile_static int s[8];
        s[t.local[0]] = v[t.global];
        t.barrier.wait();
        v[t.global] = s[7 - t.local[0]];
    });
}
A
[ -n "$SANITIZE" ] || python3 -B "$TESTS/lsp/type.py" --step $letter "$AMPCC" turn.ampc
python3 -B "$TESTS/lsp/type.py" --step "${LSP_STEP:-$step}" "$AMPCC" "$TESTS"/../samples/*.ampc
python3 -B "$TESTS/lsp/type.py" --garble "${LSP_GARBLE:-$garble}" --seed "${LSP_SEED:-1}" "$AMPCC" "$TESTS"/../samples/*.ampc
