/* gen.c - writes a program of random kernels, whose bodies run on the host, too.
 *
 *     gen seed kernels > kernels.ampc
 *
 * The text of a body is printed twice, into the lambda and into a host function; the program
 * compares what both have written. A body has no undefined behaviour: the generator knows the
 * ranges of integers and what an expression reads and writes. With AMPC_TEST_FAIL the program has
 * to fail. */
#include "gen.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    int count = argc > 2 ? atoi(argv[2]) : 10;
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    pick(2);
    for (int t = 0; t < SCALARS; t++)
        basic[t] = (struct type){.kind = SCALAR, .scalar = t};
    fputs(prelude, stdout);
    fputs(threads_prelude, stdout);
    for (int k = 0; k < 5; k++)
        make_struct();
    for (int k = 0; k < 3; k++)
        make_table();
    for (int k = 0; k < 6; k++)
        make_function();
    for (int k = 0; k < count; k++) {
        begin_unit(k);
        make_kernel(k);
        end_unit();
    }
    print_main(count);
}
