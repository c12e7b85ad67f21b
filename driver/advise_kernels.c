/* advise_kernels.c - advice by what the optimiser found to be in its way: at most one message for a
 * kernel, where the change is known to unlock something.
 *
 * Example: of `for (...) c[i] += a(i[0], k) * b(k, i[1]);` it says that a sum in a variable lets
 * groups fetch a's elements, and offers that as fix-its if no other view can have c's. It relies on
 * optimize/cover.h for what was found, and on sema/analysis for aliases. */
#include "driver/advise_kernels.h"

#include <string.h>

#include "optimize/cover.h"
#include "parser/walk.h"
#include "sema/analysis/code.h"
#include "sema/analysis/effects.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

static const char *text_of(struct ctx *c, struct loc loc)
{
    return arena_strndup(&c->arena, c->source->text + loc.begin, loc.end - loc.begin);
}

/* ---- perf-loop-store ---- */

struct place_search {
    struct loc loop;
    const struct stmt *block; /* in braces, of which the loop is a statement; NULL: it is in none */
    int at;                   /* which one */
};

static bool search_stmt(struct walker *w, struct stmt *s)
{
    struct place_search *x = w->data;

    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n; i++)
        if (s->items.at[i]->loc.begin == x->loop.begin && s->items.at[i]->loc.end == x->loop.end) {
            x->block = s;
            x->at = i;
        }
    return true;
}

struct replacing {
    struct ctx *c;
    const struct cover_advice *advice;
    const char *name;
    unsigned last; /* where the one that was replaced last begins: += has it twice */
};

static bool replace_expr(struct walker *w, struct expr *e)
{
    struct replacing *r = w->data;

    if (e->amp != AMP_VIEW_ELEMENT || !expr_is_same(e, r->advice->stored))
        return true;
    if (e->loc.begin != r->last)
        diag_fixit(r->c, e->loc, r->name);
    r->last = e->loc.begin;
    return false;
}

/* A variable for the element: before the loop it is read, behind it stored. */
static void store_fixits(struct ctx *c, const struct launch *l, const struct cover_kernel *k)
{
    const struct cover_advice *a = &k->advice;
    const char *element = text_of(c, a->stored->loc), *lambda = text_of(c, l->lambda->loc);
    const char *name = strstr(lambda, "sum") ? "total" : "sum";
    const char *type = type_text(c, type_unqualified(c, a->stored->type));
    struct place_search search = {a->loop->loc, NULL, 0};
    struct walker find = {.data = &search, .stmt_pre = search_stmt};
    struct replacing r = {c, a, name, 0};
    struct walker replace = {.data = &r, .expr_pre = replace_expr};
    const char *store = arena_printf(&c->arena, "%s = %s;", element, name);

    walk_stmt(&find, l->lambda->body);
    if (!search.block || strstr(lambda, name))
        return;
    diag_fixit_line(c, a->loop->loc, arena_printf(&c->arena, "%s %s = %s;", type, name, element));
    walk_stmt(&replace, a->loop->body);
    if (search.at + 1 < search.block->items.n)
        diag_fixit_line(c, search.block->items.at[search.at + 1]->loc, store);
    else
        diag_fixit_end(c, search.block->loc, a->loop->loc, store);
}

static void advise_store(struct ctx *c, struct findings *findings, const struct launch *l,
                         const struct cover_kernel *k)
{
    const struct cover_advice *a = &k->advice;
    enum answer shared = effect_shared(c, findings, l, (struct symbol *)a->about);

    if (shared == ANSWER_PROVED)
        return;
    diag(c, DIAG_perf_loop_store, a->stored->loc,
         "each round of this loop stores to '%s', so that no group can fetch what its threads read "
         "at '%s'; add up in a variable, and store that behind the loop%s",
         text_of(c, a->stored->loc), text_of(c, a->read->loc),
         shared == ANSWER_REFUTED ? "" : ", if the loop reads that element through no other view");
    if (shared == ANSWER_REFUTED)
        store_fixits(c, l, k);
}

/* ---- perf-loop-counter ---- */

static void advise_counter(struct ctx *c, const struct cover_kernel *k)
{
    const struct cover_advice *a = &k->advice;
    struct loc type = spec_type_loc(a->loop->decl->spec);

    diag(c, DIAG_perf_loop_counter, type,
         "groups fetch what their threads read at '%s' only if the loop counts in 4 or 8 bytes: "
         "'%s' is "
         "'%s'",
         text_of(c, a->read->loc), a->about->name, type_text(c, a->about->type));
    diag_fixit(c, type, "int");
}

/* ---- perf-outside-call ---- */

struct call_search {
    struct loc at;
    int loops; /* around what is looked at */
    const struct expr *found;
};

static bool call_stmt(struct walker *w, struct stmt *s)
{
    struct call_search *x = w->data;

    x->loops += stmt_is_loop(s);
    return true;
}

static void call_stmt_end(struct walker *w, struct stmt *s)
{
    struct call_search *x = w->data;

    x->loops -= stmt_is_loop(s);
}

static bool call_expr(struct walker *w, struct expr *e)
{
    struct call_search *x = w->data;

    if (x->loops && e->kind == EXPR_CALL && e->amp == AMP_NONE && e->loc.begin == x->at.begin &&
        e->loc.end == x->at.end)
        x->found = e;
    return true;
}

/* The kernel is as it is written because of a call: reported if that is in a loop, and of tiled
 * ones if they have tile_static objects, which tiles might share. */
static void advise_call(struct ctx *c, const struct launch *l, struct loc at)
{
    struct call_search x = {.at = at};
    struct walker w = {
        .data = &x, .stmt_pre = call_stmt, .stmt_post = call_stmt_end, .expr_pre = call_expr};
    const struct symbol *f;

    if (l->tiled && !l->tile_statics.n)
        return;
    walk_stmt(&w, l->lambda->body);
    f = x.found ? expr_strip(x.found->a)->symbol : NULL;
    f = f ? symbol_version((struct symbol *)f, RESTRICT_AMP) : NULL;
    if (f && !f->definition)
        diag(c, DIAG_perf_outside_call, x.found->loc,
             "'%s' is defined in another file, so that the kernel with this loop is left as it is "
             "written; define it in a header, as 'static'",
             f->name);
}

void advise_kernels(struct ctx *c, struct program *p, struct findings *findings)
{
    const struct cover_kernel *covers =
        findings->covers ? findings->covers : optimize_covers(c, p, false);

    for (int i = 0; i < p->launches.n; i++) {
        const struct launch *l = p->launches.at[i];
        const struct cover_kernel *k = &covers[l->number];
        bool other = l->flat ? l->flat->covers : l->flat_of && !l->flat_of->flat->covers;
        if (!l->lambda || l->as_written || other || diag_doubts(c, l->call->loc))
            continue;
        if (k->refused)
            advise_call(c, l, k->loc);
        else if (k->advice.kind == COVER_ADVICE_STORE)
            advise_store(c, findings, l, k);
        else if (k->advice.kind == COVER_ADVICE_COUNTER)
            advise_counter(c, k);
    }
}
