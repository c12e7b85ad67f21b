/* ctx.c - makes and frees the context of one unit: its arena, interned names, source and messages.
 */
#include "common/ctx.h"

#include <sys/resource.h>

/* How many levels of a tree the stack has room for. A level is taken to need 1280 bytes, twice what
 * any phase uses for one; of a larger or unlimited stack 128 MiB count, to which Linux lets one
 * grow for certain. */
static int tree_levels(void)
{
    const rlim_t level = 1280, most = 128u << 20;
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur > most)
        limit.rlim_cur = most;
    return (int)(limit.rlim_cur / level);
}

void ctx_init(struct ctx *c)
{
    *c = (struct ctx){0};
    c->tree_levels_max = tree_levels();
    c->names = intern_new(&c->service);
    c->diags = diags_new(c);
}

void ctx_free(struct ctx *c)
{
    arena_free(&c->arena);
    arena_free(&c->service);
    *c = (struct ctx){0};
}
