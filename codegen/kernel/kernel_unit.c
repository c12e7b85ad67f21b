/* kernel_unit.c - what all texts of a unit share: the names and arguments of kernels, and which
 * kinds of functions amp code calls. It is computed once, so that a unit of a thousand amp
 * functions is not walked for each variant. */
#include "codegen/kernel/kernel.h"
#include "codegen/sound.h"
#include "optimize/cover.h"
#include "optimize/optimize.h"

#include "parser/walk.h"
#include "sema/analysis/findings.h"

/* A reason with its place. */
static const char *reason_text(struct ctx *c, const char *reason, struct loc loc)
{
    struct place at = source_place(c->source, loc.begin);

    return arena_printf(&c->arena, "%s (%s:%d)", reason, at.file, at.line);
}

const struct kernel_launch *kernel_launches(struct ctx *c, const struct program *p,
                                            const struct findings *findings)
{
    const struct block_kernel *blocks = findings->blocks;
    const struct cover_kernel *covers = findings->covers;
    struct kernel_launch *launches =
        arena_array(&c->arena, struct kernel_launch, p->launches.n + 1);

    for (int i = 0; i < p->launches.n; i++) {
        const struct launch *l = p->launches.at[i];
        if (!l->lambda || diag_errors_in(c, l->call->loc))
            continue;
        launches[l->number].name = kernel_name(c, l);
        kernel_args(c, l, &launches[l->number].args);
        if (blocks && !blocks[l->number].refused) {
            launches[l->number].rows = blocks[l->number].rows;
            launches[l->number].columns = blocks[l->number].columns;
            for (int k = 0; k < 2; k++)
                launches[l->number].panels[k] = blocks[l->number].panels[k].most;
            launches[l->number].strips = blocks[l->number].strips;
        }
        if (blocks && blocks[l->number].refused)
            launches[l->number].plain[0] =
                reason_text(c, blocks[l->number].refused, blocks[l->number].loc);
        if (covers && covers[l->number].refused)
            launches[l->number].plain[1] =
                reason_text(c, covers[l->number].refused, covers[l->number].loc);
        if (covers && !covers[l->number].refused)
            launches[l->number].cover = &covers[l->number];
    }
    return launches;
}

/* Notes a function with variants of its own. Two are enough to know, for each variant, whether
 * there is one beside its own function. */
static void note_called(struct kernel_unit *u, const struct symbol *f)
{
    if (!u->called[0])
        u->called[0] = f;
    else if (!u->called[1] && u->called[0] != f)
        u->called[1] = f;
}

static bool note_call(struct walker *w, struct expr *e)
{
    struct kernel_unit *u = w->data;
    const struct symbol *f = e->kind == EXPR_CALL ? kernel_callee(e) : NULL;

    u->stops |= kernel_is_stop(e);
    u->waits |= kernel_is_wait(e);
    u->calls_out |= f && !f->definition;
    if (f && kernel_has_variants(f))
        note_called(u, f);
    return true;
}

struct kernel_unit kernel_unit(struct ctx *c, const struct program *p, struct findings *findings,
                               const struct kernel_launch *launches)
{
    struct kernel_unit unit = {.c = c,
                               .program = p,
                               .launches = launches,
                               .blocks = findings->blocks,
                               .covers = findings->covers,
                               .spaces = findings->spaces};
    struct walker w = {.data = &unit, .expr_pre = note_call};

    for (int i = 0; i < p->launches.n; i++)
        if (p->launches.at[i]->lambda)
            walk_stmt(&w, p->launches.at[i]->lambda->body);
    for (int i = 0; i < p->functions.n; i++)
        if (p->functions.at[i]->definition)
            walk_stmt(&w, p->functions.at[i]->definition->body);
    return unit;
}

struct kernel_gen kernel_begin(const struct kernel_unit *u, enum kernel_kind kind,
                               const struct symbol *variant)
{
    bool beside = variant && u->called[0] && (u->called[0] != variant || u->called[1]);
    bool calls_out = u->calls_out || beside;

    return (struct kernel_gen){.c = u->c,
                               .unit = u,
                               .checked = kind == KERNEL_CHECKED || u->c->bounds,
                               .emulated = kind == KERNEL_EMULATED,
                               .variant = variant,
                               .spaces = variant ? NULL : u->spaces,
                               .trial = variant || kind == KERNEL_EMULATED,
                               .calls_out = calls_out,
                               .stops = u->stops || calls_out};
}
