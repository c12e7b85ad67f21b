/* kernel_block.c - statement expressions `({ … })`, which OpenCL C lacks: as comma expressions
 * where possible, else as statements in front of theirs. */
#include "codegen/kernel/kernel.h"

#include "parser/walk.h"

/* A statement expression of declarations, expressions and ifs becomes an expression with commas,
 * and its variables become variables of the function. One with other statements is computed before
 * the statement around it, if it is always evaluated there. */

static bool is_stored(const struct type *t)
{
    return t->kind != TYPE_ARRAY && t->kind != TYPE_FUNCTION && t->kind != TYPE_UNKNOWN;
}

static bool stmt_is_simple(const struct stmt *s);

static bool items_are_simple(const struct stmt *s)
{
    for (int i = 0; i < s->items.n; i++)
        if (!stmt_is_simple(s->items.at[i]))
            return false;
    return true;
}

static bool decl_is_simple(const struct decl *d)
{
    if (d->kind == DECL_EMPTY || d->kind == DECL_STATIC_ASSERT)
        return true;
    if (d->kind != DECL_VARS)
        return false;
    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *id = d->declarators.at[i];
        const struct symbol *s = id->symbol;
        if (s && s->kind == SYMBOL_VAR &&
            (s->storage & (STORAGE_STATIC | STORAGE_TILE_STATIC | STORAGE_EXTERN) ||
             (!is_stored(s->type) && (s->type->kind != TYPE_ARRAY || id->init))))
            return false;
    }
    return true;
}

/* Whether a statement can become an operand of a comma. */
static bool stmt_is_simple(const struct stmt *s)
{
    switch (s->kind) {
    case STMT_EMPTY:
    case STMT_EXPR:
        return true;
    case STMT_DECL:
        return decl_is_simple(s->decl);
    case STMT_COMPOUND:
        return items_are_simple(s);
    case STMT_IF:
        return stmt_is_simple(s->body) && (!s->else_ || stmt_is_simple(s->else_));
    case STMT_ERROR: /* jumps, and targets of jumps */
    case STMT_LOOPS:
    case STMT_SWITCH:
    case STMT_JUMPS:
    case STMT_LABELS:
    case STMT_LOCAL_LABELS:
    case STMT_ASM:
        break;
    }
    return false;
}

/* ---- as an expression ---- */

static void comma(struct kernel_gen *g, int *n)
{
    buf_add(g->out, (*n)++ ? ", " : "");
}

static void init_expr(struct kernel_gen *g, struct init_declarator *id, const char *name)
{
    struct type *t = type_unqualified(g->c, id->symbol->type);
    const struct init *init = id->init;

    buf_printf(g->out, "%s = ", name);
    if (id->constructed)
        kernel_construct(g, t, (const struct expr *const *)id->args.at, id->args.n,
                         id->symbol->loc);
    else if (!init)
        kernel_construct(g, t, NULL, 0, id->symbol->loc);
    else if (init->expr && t->kind == TYPE_POINTER)
        kernel_pointer(g, init->expr, t, kernel_symbol_space(g, id->symbol), PREC_ASSIGN);
    else if (init->expr)
        kernel_convert(g, init->expr, t, PREC_ASSIGN);
    else if (kernel_scalar(t))
        kernel_init(g, init, t);
    else {
        buf_printf(g->out, "(%s)", kernel_type(g, t, init->loc));
        kernel_init(g, init, t);
    }
}

static void decl_exprs(struct kernel_gen *g, const struct decl *d, int *n)
{
    for (int i = 0; i < d->declarators.n; i++) {
        struct init_declarator *id = d->declarators.at[i];
        struct symbol *s = id->symbol;
        struct expr *e;
        if (!s || s->kind != SYMBOL_VAR)
            continue;
        e = kernel_temporary(g, s->type, kernel_symbol_space(g, s), s->loc);
        kernel_alias_add(g, s, e->name);
        if (id->init || id->constructed || s->type->kind == TYPE_AMP) {
            comma(g, n);
            init_expr(g, id, e->name);
        }
    }
}

static void stmt_exprs(struct kernel_gen *g, const struct stmt *s, int *n);

/* Prints a statement as an operand of ?: */
static void branch(struct kernel_gen *g, const struct stmt *s)
{
    int n = 0;

    buf_char(g->out, '(');
    if (s)
        stmt_exprs(g, s, &n);
    comma(g, &n);
    buf_add(g->out, "(void)0)");
}

/* Prints the expressions of a statement for which stmt_is_simple is true. */
static void stmt_exprs(struct kernel_gen *g, const struct stmt *s, int *n)
{
    if (s->kind == STMT_EXPR) {
        comma(g, n);
        kernel_effect(g, s->expr);
    } else if (s->kind == STMT_DECL) {
        decl_exprs(g, s->decl, n);
    } else if (s->kind == STMT_COMPOUND) {
        for (int i = 0; i < s->items.n; i++)
            stmt_exprs(g, s->items.at[i], n);
    } else if (s->kind == STMT_IF) {
        comma(g, n);
        buf_char(g->out, '(');
        kernel_condition(g, s->expr, PREC_OR);
        buf_add(g->out, " ? ");
        branch(g, s->body);
        buf_add(g->out, " : ");
        branch(g, s->else_);
        buf_char(g->out, ')');
    }
}

static const struct expr *hoisted_find(const struct kernel_gen *g, const struct expr *e)
{
    for (int i = 0; i < g->frame->hoisted.n; i++)
        if (g->frame->hoisted.at[i].from == e)
            return g->frame->hoisted.at[i].value;
    return NULL;
}

/* The expression that gives the value; NULL: it is void. */
static struct expr *value_of(const struct expr *e)
{
    const stmt_vec *items = &e->body->items;
    struct stmt *last = items->n ? items->at[items->n - 1] : NULL;

    return last && last->kind == STMT_EXPR && last->expr->type &&
                   last->expr->type->kind != TYPE_VOID && e->type->kind != TYPE_VOID
               ? last->expr
               : NULL;
}

void kernel_stmt_expr(struct kernel_gen *g, const struct expr *e, int prec)
{
    const struct expr *value = hoisted_find(g, e), *last = value_of(e);
    int n = 0;

    (void)prec;
    if (value) {
        buf_add(g->out, value->type->kind == TYPE_VOID ? "(void)0" : value->name);
        return;
    }
    if (g->frame->constant || !items_are_simple(e->body)) {
        kernel_unsupported(g, e->loc,
                           "a statement expression with such statements is not supported here in "
                           "a kernel; assign its value to a variable first");
        buf_char(g->out, '0');
        return;
    }
    buf_char(g->out, '(');
    for (int i = 0; i < e->body->items.n - (last ? 1 : 0); i++)
        stmt_exprs(g, e->body->items.at[i], &n);
    comma(g, &n);
    if (last)
        kernel_convert(g, last, e->type, PREC_ASSIGN);
    else
        buf_add(g->out, "(void)0");
    buf_char(g->out, ')');
}

/* ---- before the statement ---- */

struct hoisting {
    struct kernel_gen *g;
    expr_vec found; /* in order of evaluation, as far as C defines it */
};

static bool is_conditional(const struct expr *e)
{
    return e->kind == EXPR_COND ||
           (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR));
}

static bool find_hoisted(struct walker *w, struct expr *e)
{
    struct hoisting *h = w->data;

    if (e->kind == EXPR_STMT) {
        if (!items_are_simple(e->body))
            vec_push(&h->g->c->arena, &h->found, e);
        return false;
    }
    if (is_conditional(e)) {
        walk_expr(w, e->a);
        return false;
    }
    return !(e->kind == EXPR_BINARY && e->op == OP_COMMA) && e->kind != EXPR_SIZEOF &&
           e->kind != EXPR_ALIGNOF && e->kind != EXPR_GENERIC;
}

static void hoist_one(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *last = value_of(e);
    struct kernel_hoisted h = {e, e};

    if (last && (!is_stored(e->type) || type_is_amp(e->type, AMP_TYPE_TILE_BARRIER)))
        return;
    if (last)
        h.value = kernel_temporary(
            g, e->type,
            e->type->kind == TYPE_POINTER ? kernel_pointer_space(g, last) : SPACE_PRIVATE, e->loc);
    vec_push(&g->c->arena, &g->frame->hoisted, h);
    kernel_line(g, e->body->loc);
    buf_char(g->out, '{');
    kernel_newline(g);
    g->frame->indent++;
    for (int i = 0; i < e->body->items.n - (last ? 1 : 0); i++)
        kernel_stmt(g, e->body->items.at[i]);
    if (last) {
        kernel_hoist(g, last);
        kernel_line(g, last->loc);
        buf_printf(g->out, "%s = ", h.value->name);
        kernel_convert(g, last, e->type, PREC_ASSIGN);
        buf_char(g->out, ';');
        kernel_newline(g);
    }
    g->frame->indent--;
    kernel_line(g, (struct loc){0, 0});
    buf_char(g->out, '}');
    kernel_newline(g);
}

bool kernel_hoists(struct kernel_gen *g, const struct expr *e)
{
    struct hoisting h = {.g = g};
    struct walker w = {.data = &h, .expr_pre = find_hoisted};

    walk_expr(&w, (struct expr *)e);
    return h.found.n > 0;
}

void kernel_hoist(struct kernel_gen *g, const struct expr *e)
{
    struct hoisting h = {.g = g};
    struct walker w = {.data = &h, .expr_pre = find_hoisted};

    walk_expr(&w, (struct expr *)e);
    for (int i = 0; i < h.found.n; i++)
        hoist_one(g, h.found.at[i]);
}
