"""examples.py FILE AMP_DEF: the examples of lsp/example.def as a program that is compiled; each operation of amp.def has to have
one, but for members of accelerators and the like."""
import re
import sys

HEAD = """#include <amp.h>
#include <stdio.h>
using namespace concurrency;
"""
FUNCTION = """void example%d(int h, int w, int n, float *p, int *q)
{
    extent<2> e(h, w);
    array_view<float, 2> v(h, w, p);
    array_view<float, 1> r(h * w, p);
    array_view<int, 1> c(n, q);
    array<float, 2> a(h, w);
    (void)e, (void)v, (void)r, (void)c, (void)a;
%s
}
"""
WHERE = {
    "HOST": "%s",
    "KERNEL": "parallel_for_each(e, [=, &a](index<2> i) restrict(amp) { (void)i; %s });",
    "TILED": "parallel_for_each(e.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) { (void)t; %s });",
}

rows = re.findall(r'^EXAMPLE\((\w+), (\w+), "(.*)"\)$', open(sys.argv[1], encoding="utf-8").read(), re.M)
print(HEAD + "".join(FUNCTION % (n, WHERE[where] % code.replace('\\"', '"').replace("\\\\", "\\"))
                     for n, (_, where, code) in enumerate(rows)))
wanted = set(re.findall(r'^AMP_(?:MEMBER\(\w+, "\w+", \w+|FUNCTION\("\w+"), (\w+),', open(sys.argv[2], encoding="utf-8").read(), re.M))
missing = wanted - {op for op, _, _ in rows} - {"HANDLE_MEMBER"}
if missing or not wanted:
    sys.exit("no example: " + ", ".join(sorted(missing)))
