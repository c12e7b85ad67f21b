#!/bin/sh
# What a group fetches may say which other elements its threads read (codegen/kernel/kernel_astray.c): no copy outside of the domain reads beside the views, which here
# have a page to themselves.
. "$TESTS/driver/lib.sh"
kernels_alone

cat >astray.ampc <<'A'
#include <amp.h>
#include <stddef.h>
#include <sys/mman.h>
enum { H = 32, PAGE = 4096 };
static void *page(void)
{
    char *p = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED || mprotect(p, PAGE, PROT_NONE) || mprotect(p + 2 * PAGE, PAGE, PROT_NONE) ? NULL : p + PAGE;
}
int main(void)
{
    int (*from)[H] = page(), (*to)[H] = page(), wrong = 0;
    if (!from || !to)
        return 2;
    for (int k = 0; k < H * H; k++)
        from[k / H][k % H] = k % 7 == 0 ? 40 : k % 5 == 0 ? -5 : k % H;
    for (int h = 29; h < 32; h++) {
        array_view<const int, 2> a(H, H, (int *)from);
        array_view<int, 2> b(h, H, (int *)to);
        parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
            int sum = 0;
            for (int k = 0; k < H; k++)
                if (a(i[0], k) >= 0 && a(i[0], k) < H)
                    sum += a(a(i[0], k), i[1]) & 15;
            b[i] = sum;
        });
        b.synchronize();
        for (int i = 0; i < h; i++)
            for (int j = 0; j < H; j++) {
                int sum = 0;
                for (int k = 0; k < H; k++)
                    if (from[i][k] >= 0 && from[i][k] < H)
                        sum += from[from[i][k]][j] & 15;
                wrong += to[i][j] != sum;
            }
    }
    return wrong != 0;
}
A
$AMPCC -O2 -ffp-contract=off -o astray astray.ampc
kernels_as_they_are
for shape in 4x4,2x4,8 2x4,3x5,3,1; do
    status 0 env AMPC_VERBOSE=1 AMPC_COVER=$shape ./astray
    has err "-DAMPC_COVER "
done
