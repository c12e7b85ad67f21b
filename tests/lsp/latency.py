"""latency.py AMPCC [LINES]: how long diagnostics, and completion, take after a change of a document with system headers, without
the pause: the median in ms. It fails when they take a processor more than COMPILERS times as long as the system's compiler takes for as
many lines of the same functions in C, then and there: some 200 ms on an idle machine; the clock says too much where others work."""
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from client import Client

HEAD = """#include <amp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

using namespace concurrency;

"""

FUNCTION = """/* Multiplies two matrices by tiles. */
static void multiply_%d(int m, int n, int w, const float *pa, const float *pb, float *pc)
{
    array_view<const float, 2> a(m, w, pa), b(w, n, pb);
    array_view<float, 2> c(m, n, pc);
    c.discard_data();
    parallel_for_each(c.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
        tile_static float ta[16][16], tb[16][16];
        int row = t.local[0], col = t.local[1];
        float sum = 0;
        for (int k = 0; k < w; k += 16) {
            ta[row][col] = a(t.global[0], k + col);
            tb[row][col] = b(k + row, t.global[1]);
            t.barrier.wait();
            for (int l = 0; l < 16; l++)
                sum += ta[row][l] * tb[l][col];
            t.barrier.wait();
        }
        c[t.global] = sum;
    });
    c.synchronize();
}

"""

SERIAL = """/* The same in C. */
int serial_%d(int m, int n, int w, const float *a, const float *b, float *c)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < w; k++)
                sum += a[i * w + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
    if (m > %d)
        %s_%d(m, n, w, a, b, c);
    return printf("%%d %%s\\n", m, strerror(n));
}

"""


COMPILERS, COMPILERS_FOR_MANY = 3, 4  # up to a thousand lines, for more


def text_of(lines):
    text, n = HEAD, 0
    while text.count("\n") < lines:
        text += FUNCTION % n + SERIAL % (n, n, "multiply", n)
        n += 1
    return text


def c_of(lines):
    text, n = HEAD.replace("#include <amp.h>\n", "").replace("using namespace concurrency;\n", ""), 0
    while text.count("\n") < lines:
        text += SERIAL % (n, n, "serial", n)
        n += 1
    return text


def processor():
    """Seconds of children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compiler(folder, lines):
    """Seconds of a processor that the system's compiler takes."""
    name = os.path.join(folder, "c.c")
    with open(name, "w") as file:
        file.write(c_of(lines))
    began, runs = processor(), 5
    for i in range(runs):
        subprocess.run(["cc", "-std=gnu11", "-fsyntax-only", "-Wall", name], check=True)
    return (processor() - began) / runs


def main():
    os.environ.pop("COMPILER_PATH", None)  # cc with large pages, which the server has not
    lines = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    text = text_of(lines)
    middle = lines // 2
    while "sum +=" not in text.split("\n")[middle]:
        middle += 1
    column = text.split("\n")[middle].index("sum")
    with tempfile.TemporaryDirectory() as folder:
        c = compiler(folder, lines)
        before = processor()
        client = Client(sys.argv[1], folder)
        client.start({"initializationOptions": {"pause": 0}})
        began = time.monotonic()
        client.open("a.ampc", text)
        client.diagnostics("a.ampc")
        first = time.monotonic() - began
        times, member = [], []
        changes = 15 if lines <= 1000 else 3
        for i in range(changes):
            began = time.monotonic()
            client.change("a.ampc", (middle, column), (middle, column + 3), ("sun", "sum")[i % 2])
            found = client.diagnostics("a.ampc")
            times.append(time.monotonic() - began)
            assert bool(found) == (i % 2 == 0), found
        client.stop()
        each = (processor() - before) / (changes + 1)
        c = (c + compiler(folder, lines)) / 2
    print("%d lines: first %.0f ms, median %.0f ms, least %.0f ms, most %.0f ms; %.0f ms of a processor each, %.1f times what cc takes for C" % (
        text.count("\n"), first * 1e3, statistics.median(times) * 1e3, min(times) * 1e3, max(times) * 1e3, each * 1e3, each / c))
    return each > (COMPILERS if lines <= 1000 else COMPILERS_FOR_MANY) * c


sys.exit(main())
