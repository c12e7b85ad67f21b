#!/bin/sh
# cc's messages about C stand in the columns that the user wrote, whatever macros, comments and blanks are in front; so do its fix-its.
. "$TESTS/driver/lib.sh"
cat >columns.ampc <<'A'
#include <amp.h>
#include <stddef.h>
#define M 1 +   2
#define NONE
#define MINUS(a, b) ((b) - (a))
#define WRONG bad00
struct s { int m; };
int f(int a, struct s *p)   {   return   a   + bad01; }
int g(int a, struct s *p) { return M + bad02; }
int h(int a, struct s *p) { return p == NULL /* none */ && bad03; }
int i(int a, struct s *p) { return /* ä😀 */ a - bad04 + NONE   bad05; }
	int j(int a, struct s *p) { return MINUS(bad06 + 1, a * bad07) + bad08; }
int k(int a, struct s *p)
{
    return MINUS(a,
                 bad09)
        + a * M * bad10 +   p->bad11;
}
int l(int a, struct s *p) { return "ä"[a] + '"' + "/*"[0]   + bad12; }
int m(int é) { return M + é + bad13; }
int n(int a) { return WRONG +   bad14; }
void o(array_view<int> v, int *q)
{
    v[0]   = M + bad15; v.discard_data();   bad16 = 1;
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = M; }); q[M] =   bad17;
    v.synchronize_async().then([=] { v[0]   = M + bad18; }) ;   bad19 = 1;
}
A
# The name, line and column, in bytes, of each name that is not declared; of a member cc takes the arrow's.
LC_ALL=C awk '{
    at = 1
    rest = $0
    while (match(rest, /bad(0[1-9]|1[0-9])/)) {
        name = substr(rest, RSTART, RLENGTH)
        print name, NR, at + RSTART - (name == "bad11" ? 3 : 1)
        at += RSTART + RLENGTH - 1
        rest = substr(rest, RSTART + RLENGTH)
    }
}' columns.ampc | sed '$abad00 21 23' | sort >expected
[ "$(wc -l <expected)" = 20 ] || fails "the test"
for option in -O0 -Wextra; do
    status 1 $AMPCC -fsyntax-only -fmax-errors=0 $option -fdiagnostics-format=json columns.ampc
    jq -r '.[] | select(.kind == "error") | (.message | match("bad[0-9]+").string) + " " +
        (.locations[0].caret | "\(.line) \(."byte-column")")' err | sort >places
    diff expected places || fails "places of messages with $option"
done

# A fix-it, and one for what a macro has of its own: there is no code action for that.
cat >fix.ampc <<'A'
#include <stddef.h>
#define BUMP(p) (nunber + *(p))
int f(int number, int *p)
{
    return p == NULL /* none */ &&   numbar > 2 ? number : BUMP(p);
}
A
sed 's/numbar/number/' fix.ampc >expected
python3 -B - "$TESTS/lsp" "$AMPCC" <<'A'
import sys
sys.path.insert(0, sys.argv[1])
from client import Client
client = Client(sys.argv[2], ".")
client.start()
client.open("fix.ampc", open("fix.ampc").read())
assert len(client.diagnostics("fix.ampc")) == 2
everything = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
params = {"textDocument": {"uri": client.uri("fix.ampc")}, "context": {"diagnostics": []}, "range": everything}
actions = client.request("textDocument/codeAction", params)["result"]
assert len(actions) == 1, actions
client.edit("fix.ampc", actions[0]["edit"]["changes"][client.uri("fix.ampc")])
assert client.texts["fix.ampc"] == open("expected").read(), client.texts["fix.ampc"]
client.stop()
A
