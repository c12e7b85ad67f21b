/* host_values.c - the values of integer variables at a point, as far as they are constants: which
 * element an index names.
 *
 * Relies on the walk of host_flow.c, which goes twice through loops: a value is that of one of the
 * first two iterations. Lattice: a constant, below "not known". There is no join: a store under a
 * condition makes the variable unknown, and the end of a loop makes those unknown that it stores
 * into. Example: in `for (k = 0; k < n; k++) sum += p[k];` k is 0, then 1, and not known behind. */
#include "sema/hostflow/host_views.h"

static const struct host_place far = {.kind = HOST_PLACE_FAR};

/* The entries since the begin of the innermost loop may be changed; a later entry counts before
 * those of the code around it. */
static int values_begin(const struct host_views *v)
{
    const struct paths_construct *loop = paths_loop(&v->paths);

    return loop ? loop->number : 0;
}

static void value_set(struct host_views *v, const struct symbol *variable, struct host_place is)
{
    struct host_value value = {variable, is.kind == HOST_PLACE_AT ? is : far};

    for (int i = v->values.n - 1; i >= values_begin(v); i--)
        if (v->values.at[i].variable == variable) {
            v->values.at[i] = value;
            return;
        }
    vec_push(&v->report->c->arena, &v->values, value);
}

static void value_put(struct host_views *v, struct expr *lvalue, struct host_place is)
{
    struct expr *e = expr_strip(lvalue);

    if (e && e->kind == EXPR_NAME && e->symbol && type_is_integer(e->type) &&
        (is.kind == HOST_PLACE_AT || host_index_place(e, &v->values).kind == HOST_PLACE_AT))
        value_set(v, e->symbol, is);
}

/* The value of the target behind e, an assignment, ++ or --. */
static struct host_place value_behind(const struct host_views *v, struct expr *e)
{
    bool down = e->op == OP_PREDEC || e->op == OP_POSTDEC;
    struct host_place before = host_index_place(store_target(e), &v->values);

    if (e->kind != EXPR_ASSIGN)
        return host_place_sum(down ? OP_SUB : OP_ADD, before,
                              (struct host_place){.kind = HOST_PLACE_AT, .at = 1});
    if (e->op == OP_ASSIGN)
        return host_index_place(e->b, &v->values);
    return e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL
               ? host_place_sum(e->op, before, host_index_place(e->b, &v->values))
               : far;
}

void values_stored(struct host_views *v, struct expr *e)
{
    /* under a condition, other paths have another value */
    value_put(v, store_target(e), v->paths.conditions > v->conditions ? far : value_behind(v, e));
}

void values_lost(struct host_views *v, struct expr *lvalue)
{
    value_put(v, lvalue, far);
}

void values_declared(struct host_views *v, const struct init_declarator *d)
{
    if (d->symbol && d->init && d->init->expr && type_is_integer(d->symbol->type))
        value_set(v, d->symbol, host_index_place(d->init->expr, &v->values));
}

static void init_clause(struct host_views *v, struct expr *e)
{
    if (e && e->kind == EXPR_BINARY && e->op == OP_COMMA) {
        init_clause(v, e->a);
        init_clause(v, e->b);
    } else if (e && e->kind == EXPR_ASSIGN) {
        value_put(v, e->a, value_behind(v, e));
    }
}

void values_loop_begin(struct host_views *v, struct paths_construct *loop)
{
    const struct decl *d = loop->stmt->decl;

    loop->number = v->values.n;
    for (int i = 0; d && i < d->declarators.n; i++)
        values_declared(v, d->declarators.at[i]);
    init_clause(v, loop->stmt->init);
}

void values_loop_end(struct host_views *v, const struct paths_construct *loop)
{
    for (int i = loop->number; i < v->values.n; i++)
        v->values.at[i].is = far;
}
