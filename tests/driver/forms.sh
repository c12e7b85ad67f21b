#!/bin/sh
# Kernels are built for what the views of a launch have in common; a program of one form is built once.
. "$TESTS/driver/lib.sh"
cat >forms.ampc <<'A'
#include <amp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    static float a[64][64], b[64][64], small[4][4];
    array_view<float, 2> va(64, 64, &a[0][0]), vb(64, 64, &b[0][0]), vs(4, 4, &small[0][0]);
    for (char *what = argc > 1 ? argv[1] : ""; *what; what++) {
        array_view<float, 2> v = va, w = *what == 'u' ? vs : vb;
        if (*what == 's')
            v = va.section(1, 1, 32, 32), w = vb.section(2, 2, 32, 32);
        parallel_for_each(w.extent, [=](index<2> i) restrict(amp) { v[i] += w[i] + 1; });
    }
    va.synchronize();
    printf("%g %g %g\n", a[0][0], a[1][1], a[40][40]);
    return 0;
}
A
$AMPCC -o forms forms.ampc
# built LAUNCHES BUILDS RESULTS
built() {
    AMPC_VERBOSE=1 AMPC_CACHE= ./forms "$1" >out 2>err
    count=$(grep -c 'the kernels of' err)
    [ "$count" = "$2" ] || { cat err; fails "$1: $count programs instead of $2"; }
    has out "$3"
}
built eee 1 "3 3 3"
has err "-DAMPC_DENSE"
built u 1 "1 1 0"
has err "-DAMPC_DENSE"
lacks err "-DAMPC_EQUAL"
built s 1 "0 1 0"
lacks err "-DAMPC_DENSE"
case $($AMPCC --devices) in
*GPU* | *NVIDIA*) builds=3 ;;
*) builds=2 ;; # CPUs have no form for views of equal extents
esac
built euseus "$builds" "4 6 2"

# Embedded binaries serve all launches, and nothing is built.
$AMPCC --precompile -o forms forms.ampc
AMPC_VERBOSE=1 ./forms euseus >out 2>err
has out "4 6 2"
lacks err "built the kernels"
