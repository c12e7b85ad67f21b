/* findings.c - the empty tables of findings.h. */
#include "sema/analysis/findings.h"

#include "sema/analysis/spaces.h"

void findings_begin(struct findings *f, struct ctx *c)
{
    struct arena *a = &c->arena;

    *f = (struct findings){.arena = a,
                           .spaces = spaces_new(c, NULL, NULL),
                           .order = {.arena = a},
                           .plain = {.arena = a},
                           .searched = {.arena = a},
                           .changed = {.arena = a},
                           .most = {.arena = a}};
}
