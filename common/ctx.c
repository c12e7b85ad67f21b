#include "common/ctx.h"

void ctx_init(struct ctx *c)
{
    *c = (struct ctx){0};
    c->names = intern_new(&c->arena);
    c->diags = diags_new(c);
}

void ctx_free(struct ctx *c)
{
    arena_free(&c->arena);
    *c = (struct ctx){0};
}
