/* findings.c - the empty tables of findings.h. */
#include "sema/analysis/findings.h"

void findings_begin(struct findings *f, struct ctx *c)
{
    struct arena *a = &c->arena;

    *f = (struct findings){.arena = a,
                           .plain = {.arena = a},
                           .searched = {.arena = a},
                           .changed = {.arena = a},
                           .most = {.arena = a}};
}
