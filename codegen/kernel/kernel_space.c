/* kernel_space.c - which memory a pointer leads into: private, global, local, constant or any, by
 * what is stored in it.
 *
 * Lattice: NONE below the four, ANY above; the join of two different ones is ANY. */
#include "codegen/kernel/kernel.h"

#include "parser/walk.h"

/* OpenCL C 1.2 wants to know at compile time which memory a pointer points into; C does not say.
 * Parameters get it from the call (a function is emitted once per combination), variables from what
 * is assigned to them anywhere in their function. Where those are several, see kernel_any.c. */

static struct kernel_pointer *pointer_find(const struct kernel_gen *g, const struct symbol *s)
{
    for (int i = 0; i < g->frame->pointers.n; i++)
        if (g->frame->pointers.at[i].symbol == s)
            return &g->frame->pointers.at[i];
    return NULL;
}

enum space kernel_symbol_space(struct kernel_gen *g, const struct symbol *s)
{
    const struct kernel_pointer *p = pointer_find(g, s);

    return p ? p->space : SPACE_NONE;
}

bool kernel_is_reference(const struct symbol *s)
{
    return s->kind == SYMBOL_PARAM && s->type->reference && !(s->type->quals & QUAL_CONST) &&
           !type_is_amp(s->type, AMP_TYPE_ARRAY); /* which amp code cannot change */
}

static enum space name_space(struct kernel_gen *g, const struct symbol *s)
{
    const struct kernel_arg *arg;

    if (!s)
        return SPACE_NONE;
    if (s->storage & STORAGE_TILE_STATIC)
        return SPACE_LOCAL;
    if (s->kind == SYMBOL_VAR && (s->file_scope || s->storage & STORAGE_STATIC))
        return SPACE_CONSTANT;
    if (kernel_is_reference(s))
        return kernel_symbol_space(g, s);
    arg = kernel_arg_find(g, s);
    if (arg && kernel_arg_is_pointer(g, arg))
        return SPACE_GLOBAL;
    return SPACE_PRIVATE;
}

enum space kernel_own_space(const struct kernel_gen *g)
{
    return g->emulated ? SPACE_GLOBAL : SPACE_PRIVATE;
}

enum space kernel_object_space(struct kernel_gen *g, const struct expr *e)
{
    if (e->amp == AMP_VIEW_ELEMENT || g->emulated)
        return SPACE_GLOBAL;
    if (e->chosen)
        return kernel_object_space(g, e->chosen);
    switch (e->kind) {
    case EXPR_NAME:
        return name_space(g, e->symbol);
    case EXPR_PAREN:
    case EXPR_MEMBER:
        return kernel_object_space(g, e->a);
    case EXPR_ARROW:
        return kernel_pointer_space(g, e->a);
    case EXPR_SUBSCRIPT:
        if (e->amp != AMP_NONE)
            return kernel_object_space(g, e->a);
        return kernel_pointer_space(g, type_is_integer(e->a->type) ? e->b : e->a);
    case EXPR_UNARY:
        if (e->op == OP_DEREF)
            return kernel_pointer_space(g, e->a);
        break;
    case EXPR_CONVERT:
        return kernel_object_space(g, e->a);
    case EXPR_ERROR: /* values, and objects of the expression's own */
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_CALL:
    case EXPR_BINARY:
    case EXPR_ASSIGN:
    case EXPR_COND:
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        break;
    }
    return SPACE_PRIVATE;
}

enum space kernel_space_join(enum space a, enum space b)
{
    if (a == SPACE_NONE || b == SPACE_NONE)
        return a == SPACE_NONE ? b : a;
    return a == b ? a : SPACE_ANY;
}

/* NONE too for null and what is no pointer. */
static enum space operand_space(struct kernel_gen *g, const struct expr *e)
{
    if ((e->type->kind != TYPE_POINTER && e->type->kind != TYPE_ARRAY) || kernel_is_null(e))
        return SPACE_NONE;
    return kernel_pointer_space(g, e);
}

enum space kernel_meeting_space(struct kernel_gen *g, const struct expr *a, const struct expr *b)
{
    return kernel_space_join(operand_space(g, a), operand_space(g, b));
}

/* The memory that the value of a statement expression points into. */
static enum space block_space(struct kernel_gen *g, const struct expr *e)
{
    const stmt_vec *items = &e->body->items;
    const struct stmt *last = items->n ? items->at[items->n - 1] : NULL;

    return last && last->kind == STMT_EXPR ? operand_space(g, last->expr) : SPACE_NONE;
}

enum space kernel_pointer_space(struct kernel_gen *g, const struct expr *e)
{
    if (e->type && e->type->kind == TYPE_ARRAY) /* not decayed explicitly */
        return kernel_object_space(g, e);
    if (e->chosen)
        return kernel_pointer_space(g, e->chosen);
    switch (e->kind) {
    case EXPR_NAME:
        return e->symbol ? kernel_symbol_space(g, e->symbol) : SPACE_NONE;
    case EXPR_PAREN:
    case EXPR_CAST:
    case EXPR_CONVERT:
        if (e->a->type && e->a->type->kind == TYPE_ARRAY)
            return kernel_object_space(g, e->a);
        if (e->a->type && e->a->type->kind != TYPE_POINTER)
            return SPACE_NONE;
        return kernel_pointer_space(g, e->a);
    case EXPR_UNARY:
        if (e->op == OP_ADDR)
            return kernel_object_space(g, e->a);
        return e->op == OP_DEREF ? SPACE_NONE : kernel_pointer_space(g, e->a);
    case EXPR_BINARY:
        if (e->op == OP_COMMA)
            return kernel_pointer_space(g, e->b);
        return kernel_pointer_space(g, type_is_integer(e->a->type) ? e->b : e->a);
    case EXPR_ASSIGN:
        return kernel_pointer_space(g, e->a);
    case EXPR_COND:
        return kernel_meeting_space(g, e->b ? e->b : e->a, e->c);
    case EXPR_CALL:
        return e->amp == AMP_VIEW_DATA ? SPACE_GLOBAL : kernel_call_space(g, e);
    case EXPR_STMT:
        return block_space(g, e);
    case EXPR_SUBSCRIPT: /* pointers found in memory: not known */
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_ERROR: /* no pointers */
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        break;
    }
    return SPACE_NONE;
}

/* ---- variables ---- */

struct inference {
    struct kernel_gen *g;
    bool changed;
};

typedef void declarator_fn(void *data, struct init_declarator *d);

static void each_declarator(struct decl *d, declarator_fn *f, void *data)
{
    if (d->kind != DECL_VARS)
        return;
    for (int i = 0; i < d->declarators.n; i++)
        f(data, d->declarators.at[i]);
}

static void pointer_set(struct inference *in, const struct symbol *s, const struct expr *value)
{
    struct kernel_pointer *p = pointer_find(in->g, s);
    enum space space;

    if (!p || !value || kernel_is_null(value))
        return;
    space = kernel_space_join(p->space, kernel_pointer_space(in->g, value));
    in->changed |= space != p->space;
    p->space = space;
}

static bool infer_expr(struct walker *w, struct expr *e)
{
    const struct expr *target;

    if (e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && e->type && e->type->kind == TYPE_POINTER) {
        target = expr_evaluated(e->a);
        if (target->kind == EXPR_NAME && target->symbol)
            pointer_set(w->data, target->symbol, e->b);
    }
    return true;
}

static void infer_declarator(void *data, struct init_declarator *d)
{
    struct init *init = d->init;

    if (!d->symbol || !d->symbol->type || d->symbol->type->kind != TYPE_POINTER || !init)
        return;
    if (!init->expr && init->items.n == 1) /* T *p = {x}; */
        init = init->items.at[0].init;
    if (init->expr)
        pointer_set(data, d->symbol, init->expr);
}

static void collect_declarator(void *data, struct init_declarator *d)
{
    struct kernel_gen *g = data;
    struct kernel_pointer p = {d->symbol, SPACE_NONE};

    if (d->symbol && d->symbol->type && d->symbol->type->kind == TYPE_POINTER)
        vec_push(&g->c->arena, &g->frame->pointers, p);
}

static bool infer_decl(struct walker *w, struct decl *d)
{
    each_declarator(d, infer_declarator, w->data);
    return true;
}

static bool collect_decl(struct walker *w, struct decl *d)
{
    each_declarator(d, collect_declarator, w->data);
    return true;
}

void kernel_spaces(struct kernel_gen *g)
{
    struct inference in = {g, true};
    struct walker collect = {.data = g, .decl_pre = collect_decl};
    struct walker infer = {.data = &in, .decl_pre = infer_decl, .expr_pre = infer_expr};

    walk_stmt(&collect, g->frame->body);
    if (g->frame->pointers.n == 0)
        return;
    while (in.changed) {
        in.changed = false;
        walk_stmt(&infer, g->frame->body);
    }
    for (int i = 0; i < g->frame->pointers.n; i++)
        if (g->frame->pointers.at[i].space == SPACE_NONE)
            g->frame->pointers.at[i].space = kernel_own_space(g); /* null only */
}
