/* frozen_tree.c - a write into what is frozen is noticed (sema/tree/frozen.h), what is added behind
 * it is none. Whether passes write is asked with AMPC_TREE=freeze of all files of tests/diag,
 * tests/codegen, tests/exec and samples. */
#include "sema/tree/frozen.h"
#include "tests/unit/types_unit.h"

START_TEST(writes)
{
    struct unit *u = unit_open("int f(int x) { return x + 1; }");
    struct expr *sum = unit_stmt(u, 0)->expr;
    struct frozen f = {0};

    ck_assert(frozen_same(&f));
    frozen_note(&f, &unit_ctx.arena);
    ck_assert(frozen_same(&f));
    sum->b->value++;
    ck_assert(!frozen_same(&f));
    frozen_renew(&f);
    ck_assert(frozen_same(&f));
    sum->b->value--;
    ck_assert(!frozen_same(&f));
    frozen_renew(&f);
    for (int i = 0; i < 100000; i++)
        *arena_new(&unit_ctx.arena, int) = i;
    ck_assert(frozen_same(&f));
    frozen_free(&f);
    unit_close();
}
END_TEST

TEST_MAIN("frozen_tree", writes)
