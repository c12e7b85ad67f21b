/* amp_unit.h - small units with one tiled kernel, for the tests of what looks at kernels. The
 * kernel has 16 threads a tile; around it are the views v and w, the int n and the bool b. */
#ifndef AMP_UNIT_H
#define AMP_UNIT_H

#include "tests/unit/types_unit.h"

/* Types a unit with the functions 'functions' and a kernel with that body; its launch. */
static inline struct launch *kernel_open_with(const char *functions, const char *body)
{
    struct buf b = {0};
    buf_printf(&b,
               "using namespace concurrency;\n"
               "%s\n"
               "void host(array_view<int> v, array_view<int, 2> w, int n, int b)\n"
               "{\n"
               "    parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {\n"
               "        tile_static int s[16], q[16];\n"
               "        int l = t.local[0];\n"
               "        %s\n"
               "    });\n"
               "}\n",
               functions, body);
    unit_open(b.at);
    buf_free(&b);
    ck_assert_int_eq(unit_program->launches.n, 1);
    return unit_program->launches.at[0];
}

static inline struct launch *kernel_open(const char *body)
{
    return kernel_open_with("", body);
}

#endif
