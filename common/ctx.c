/* ctx.c - makes and frees the context of one unit: its arena, interned names, source and messages.
 */
#include "common/ctx.h"

#include <sys/resource.h>

/* Levels of a tree that the stack suffices for: what any phase needs for one, twice; of what a
 * process's stack can grow to for certain, where Linux leaves 128 MiB. */
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
