/* order.c - numbers for the nodes of a function: a node's own, by which it comes in front of all
 * that is below it and of all that follows, and that of the last node below it.
 *
 * One walk over the outermost function; its numbers follow those of the functions before. Example:
 * in `n = f(n);` the statement is 0 to 4, the assignment 1 to 4, its target 2, the call 3 to 4. So
 * the argument, 4, is inside the assignment, and the target is before it. */
#include "sema/analysis/order.h"

#include "parser/walk.h"

static void node_begin(struct walker *w, const void *node)
{
    struct findings *a = w->data;

    node_table_set(&a->order, node, a->spans.n);
    vec_push(a->arena, &a->spans, ((struct node_span){a->spans.n, a->root}));
}

static void node_end(struct walker *w, const void *node)
{
    struct findings *a = w->data;

    a->spans.at[node_table_get(&a->order, node, 0)].last = a->spans.n - 1;
}

/* What 'node' declares stands where it begins. */
static void declared_add(struct walker *w, const void *node, const void *declared)
{
    struct findings *a = w->data;

    if (declared)
        node_table_set(&a->order, declared, node_table_get(&a->order, node, 0));
}

static bool decl_pre(struct walker *w, struct decl *d)
{
    node_begin(w, d);
    declared_add(w, d, d->symbol);
    return true;
}

static void decl_post(struct walker *w, struct decl *d)
{
    for (int i = 0; i < d->declarators.n; i++)
        declared_add(w, d->declarators.at[i]->declarator, d->declarators.at[i]->symbol);
    node_end(w, d);
}

static bool stmt_pre(struct walker *w, struct stmt *s)
{
    node_begin(w, s);
    return true;
}

static void stmt_post(struct walker *w, struct stmt *s)
{
    node_end(w, s);
}

static bool expr_pre(struct walker *w, struct expr *e)
{
    node_begin(w, e);
    const struct lambda *l = e->kind == EXPR_LAMBDA ? e->lambda : NULL;
    declared_add(w, e, l);
    for (int i = 0; l && i < l->params.n; i++)
        declared_add(w, e, l->params.at[i]->symbol);
    return true;
}

static void expr_post(struct walker *w, struct expr *e)
{
    node_end(w, e);
}

static bool init_pre(struct walker *w, struct init *i)
{
    node_begin(w, i);
    return true;
}

static void init_post(struct walker *w, struct init *i)
{
    node_end(w, i);
}

static bool spec_pre(struct walker *w, struct spec *s)
{
    node_begin(w, s);
    if (s->record && s->record->defined && s->type && s->type->kind == TYPE_RECORD)
        declared_add(w, s, s->type->record);
    if (s->enum_ && s->enum_->defined && s->type && s->type->kind == TYPE_ENUM)
        declared_add(w, s, s->type->enumeration);
    for (int i = 0; s->enum_ && i < s->enum_->enumerators.n; i++)
        declared_add(w, s, s->enum_->enumerators.at[i]->symbol);
    return true;
}

static void spec_post(struct walker *w, struct spec *s)
{
    node_end(w, s);
}

static bool declarator_pre(struct walker *w, struct declarator *d)
{
    node_begin(w, d);
    for (const struct deriv *v = d->derivs; v; v = v->next)
        for (int i = 0; i < v->params.n; i++)
            declared_add(w, d, v->params.at[i]->symbol);
    return true;
}

static void declarator_post(struct walker *w, struct declarator *d)
{
    node_end(w, d);
}

/* A function, or a launch that stands in none. */
static void root_walk(struct findings *a, struct decl *function, struct expr *call)
{
    struct walker w = {.data = a,
                       .decl_pre = decl_pre,
                       .decl_post = decl_post,
                       .stmt_pre = stmt_pre,
                       .stmt_post = stmt_post,
                       .expr_pre = expr_pre,
                       .expr_post = expr_post,
                       .init_pre = init_pre,
                       .init_post = init_post,
                       .spec_pre = spec_pre,
                       .spec_post = spec_post,
                       .declarator_pre = declarator_pre,
                       .declarator_post = declarator_post};

    a->root++;
    walk_decl(&w, function);
    walk_expr(&w, call);
}

static bool is_numbered(const struct findings *a, const void *node)
{
    return node_table_get(&a->order, node, -1) >= 0;
}

void order_function(struct findings *a, const struct symbol *function)
{
    while (function && function->is_nested && function->function)
        function = function->function;
    if (function && function->definition && !is_numbered(a, function->definition))
        root_walk(a, function->definition, NULL);
}

void order_launch(struct findings *a, const struct launch *l)
{
    order_function(a, l->function);
    if (!is_numbered(a, l->call)) /* a clone's */
        root_walk(a, NULL, l->call);
}

bool node_inside(const struct findings *a, const void *node, const void *around)
{
    intptr_t n = node_table_get(&a->order, node, -1), m = node_table_get(&a->order, around, -1);

    return n >= 0 && m >= 0 && m <= n && n <= a->spans.at[m].last;
}

bool node_before(const struct findings *a, const void *first, const void *second)
{
    intptr_t n = node_table_get(&a->order, first, -1), m = node_table_get(&a->order, second, -1);

    return n >= 0 && m >= 0 && a->spans.at[n].root == a->spans.at[m].root &&
           a->spans.at[n].last < m;
}
