/* places.c - where a thread of a tiled kernel is: int variables in the place of the members of its
 * tiled_index; and its barriers.
 *
 * Example: `ta[t.local[0]][t.local[1]] = a(t.global)` becomes `ta[local.0][local.1] =
 * a(global.0, global.1)`. What gives the variables their values is for the passes to say: covers of
 * several tiles (tiles.c), tiles that a work-item does as a block (tile_block.c).
 *
 * Relies on normal.c for the body. */
#include "optimize/cover.h"
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/amp.h"
#include "sema/types/expr.h"

struct place_edit {
    struct maker *make;
    struct cover_tiles *places;
    const struct launch *launch;
    const struct symbol *param;
    struct why_not why;
};

static void refuse(struct why_not *why, struct loc loc, const char *reason)
{
    if (!why->reason)
        *why = (struct why_not){reason, loc};
}

static bool is_param(const struct place_edit *x, const struct expr *e)
{
    const struct expr *name = expr_evaluated(e);

    return name->kind == EXPR_NAME && name->symbol == x->param;
}

/* The variables in the place of a member of the parameter, whose name is *name, or of the parameter
 * as the thread's index; NULL: e is something else. */
static struct symbol **places_of(const struct place_edit *x, const struct expr *e,
                                 const char **name)
{
    struct cover_tiles *t = x->places;
    const struct expr *of = expr_evaluated(e);
    bool member = of->kind == EXPR_MEMBER && is_param(x, of->a);

    *name = member ? of->name : "global";
    if (member && of->amp == AMP_TILED_LOCAL)
        return t->local;
    if (member && of->amp == AMP_TILED_TILE)
        return t->tile;
    if (member && of->amp == AMP_TILED_ORIGIN)
        return t->origin;
    if ((member && of->amp == AMP_TILED_GLOBAL) ||
        (of->amp == AMP_TO_INDEX && is_param(x, of->a)) ||
        (is_param(x, of) && type_is_amp(x->param->type, AMP_TYPE_INDEX)))
        return t->global;
    return NULL;
}

static struct expr *component(struct place_edit *x, struct symbol **places, const char *name, int k)
{
    if (!places[k])
        places[k] = make_local(x->make, name, type_basic(TYPE_INT), 0);
    return make_name(x->make, places[k]);
}

static bool edit_place(struct tree_edit *t, struct expr **at)
{
    struct place_edit *x = t->data;
    struct expr *e = *at, *components[3];
    int rank = x->launch->rank;
    const char *name;
    struct symbol **places =
        places_of(x, e->amp == AMP_INDEX_SUBSCRIPT && e->b->constant ? e->a : e, &name);

    x->make->loc = e->loc;
    if (places && e->amp == AMP_INDEX_SUBSCRIPT) {
        if (e->b->value >= 0 && e->b->value < rank)
            *at = component(x, places, name, (int)e->b->value);
        return false;
    }
    if (!places)
        return true;
    for (int k = 0; k < rank; k++)
        components[k] = component(x, places, name, k);
    *at =
        make_construct(x->make, type_amp(x->make->c, AMP_TYPE_INDEX, rank, NULL), components, rank);
    return false;
}

/* What the body still needs the parameter for: its barrier, and constants. */
static bool finds_param(struct walker *w, struct expr *e)
{
    struct place_edit *x = w->data;

    if (e->kind == EXPR_MEMBER && is_param(x, e->a) && e->amp != AMP_NONE)
        return false;
    if (is_param(x, e))
        refuse(&x->why, e->loc, "it uses its tiled_index as a whole");
    return true;
}

static bool finds_store(struct walker *w, struct expr *e)
{
    struct place_edit *x = w->data;
    const struct symbol *s = cover_assigned(e);

    if (s && s == x->param)
        refuse(&x->why, e->loc, "it changes its index");
    return true;
}

struct why_not places_replace(struct maker *m, const struct launch *l, struct stmt **body,
                              struct cover_tiles *places)
{
    struct place_edit x = {.make = m, .places = places, .launch = l, .param = l->param};
    struct tree_edit edit = {.data = &x, .expr_pre = edit_place};
    struct walker w = {.data = &x, .expr_pre = finds_store};

    if (!x.param)
        return x.why;
    walk_stmt(&w, *body);
    tree_edit_stmt(&edit, body);
    w = (struct walker){.data = &x, .expr_pre = finds_param};
    walk_stmt(&w, *body);
    if (m->refused)
        refuse(&x.why, l->call->loc, "its index is used in a way that is not understood");
    return x.why;
}

/* ---- barriers ---- */

bool places_is_wait(const struct expr *e)
{
    return e->kind == EXPR_CALL &&
           (e->amp == AMP_BARRIER_WAIT || e->amp == AMP_BARRIER_WAIT_GLOBAL ||
            e->amp == AMP_BARRIER_WAIT_TILE);
}

static bool finds_wait(struct walker *w, struct expr *e)
{
    const struct expr **found = w->data;

    if (!*found && places_is_wait(e))
        *found = e;
    return true;
}

const struct expr *places_wait_in(const struct stmt *s)
{
    const struct expr *found = NULL;
    struct walker w = {.data = &found, .expr_pre = finds_wait};

    walk_stmt(&w, (struct stmt *)s);
    return found;
}

struct why_not places_calls(struct ctx *c, const struct launch *l)
{
    struct why_not why = {0};
    symbol_vec functions = {0};

    launch_functions(c, l, &functions);
    for (int i = 0; i < functions.n; i++) {
        const struct symbol *f = functions.at[i];
        const struct expr *wait = f->definition ? places_wait_in(f->definition->body) : NULL;
        if (wait)
            refuse(&why, wait->loc, "it calls a function with a barrier");
        if (f->tile_statics.n)
            refuse(&why, f->loc, "it calls a function with tile_static memory");
        if (!block_takes_values(f))
            refuse(&why, f->loc, "it calls a function with a pointer or a view");
    }
    return why;
}
