/* space_notes.c - first which kernel or function each expression stands in; then, for one, its
 * memories as words. */
#include "sema/analysis/space_notes.h"

#include "common/node_table.h"
#include "parser/walk.h"
#include "sema/types/type.h"

struct noted {
    struct ctx *c;
    struct node_table of; /* from expressions to the instance they stand in */
    struct space_instance *in;
};

static bool note_expr(struct walker *w, struct expr *e)
{
    struct noted *n = w->data;

    node_table_put(&n->of, e, n->in);
    return true;
}

static void note_body(struct noted *n, struct space_instance in, struct stmt *body)
{
    struct walker w = {.data = n, .expr_pre = note_expr};

    n->in = arena_new(&n->c->arena, struct space_instance);
    *n->in = in;
    walk_stmt(&w, body);
}

static bool is_reached(const struct expr *e)
{
    return e->amp == AMP_VIEW_ELEMENT ||
           (e->amp == AMP_NONE && (e->kind == EXPR_SUBSCRIPT || e->kind == EXPR_ARROW ||
                                   (e->kind == EXPR_UNARY && e->op == OP_DEREF)));
}

static const char *words(struct ctx *c, memory_set set)
{
    static const struct {
        memory_set memory;
        const char *word;
    } names[] = {{MEMORY_OWN, "own"},           {MEMORY_VIEWS, "views"}, {MEMORY_TILE, "tile"},
                 {MEMORY_CONSTANT, "constant"}, {MEMORY_COPY, "copy"},   {MEMORY_OPEN, "caller"}};
    const char *text = "";

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (set & names[i].memory)
            text = arena_printf(&c->arena, "%s%s%s", text, *text ? "|" : "@", names[i].word);
    return text;
}

static const char *space_note(void *data, const struct expr *e)
{
    const struct noted *n = data;
    const struct space_instance *in = node_table_find(&n->of, e);

    if (!in || !e->type)
        return "";
    if (e->type->kind == TYPE_POINTER)
        return e->type->base->kind == TYPE_FUNCTION ? "" : words(n->c, space_pointer(in, e));
    return is_reached(e) ? words(n->c, space_object(in, e)) : "";
}

struct tree_notes space_notes(struct ctx *c, const struct program *p, struct spaces *s)
{
    struct noted *n = arena_new(&c->arena, struct noted);

    n->c = c;
    n->of.arena = &c->arena;
    for (int i = 0; i < p->launches.n; i++)
        if (p->launches.at[i]->lambda)
            note_body(n, space_kernel(s, p->launches.at[i]), p->launches.at[i]->lambda->body);
    for (int i = 0; i < p->functions.n; i++) {
        const struct symbol *f = p->functions.at[i];
        memory_set_vec params = {0};
        for (int k = 0; k < f->params.n; k++)
            vec_push(&c->arena, &params, space_is_input(f->params.at[k]->type) ? MEMORY_OPEN : 0);
        if (f->definition)
            note_body(n, space_function(s, f, &params), f->definition->body);
    }
    return (struct tree_notes){n, space_note};
}
