/* value_sources.c - where variables and parameters of a unit get their values, and functions their
 * results; and which of these can reach an expression.
 *
 * One walk over the unit collects (symbol, expression) pairs, sorted by symbol: the lattice is the
 * set of sources, the join the union. Limits: gotos are not followed; a variable whose address is
 * taken has the source SOURCE_TAKEN, which stands for any value. Example: for `int n = 4; f(n);`
 * the sources of f's parameter are the expression n, and those of n the constant 4. */
#include "sema/analysis/value_sources.h"

#include <stdlib.h>

#include "sema/analysis/order.h"

struct collection {
    struct value_sources *to;
    struct ctx *c;
    const struct symbol *function;
    VEC(const struct expr *) harmless; /* operands whose address does not escape where they stand */
};

static void add(struct collection *c, const struct symbol *s, enum source_kind kind,
                struct expr *value, struct expr *target, const void *at)
{
    struct value_source one = {.symbol = s,
                               .kind = kind,
                               .value = value,
                               .target = target,
                               .at = at,
                               .number = c->to->all.n};

    vec_push(&c->c->arena, &c->to->all, one);
}

/* ---- stores ---- */

/* The variable of which an lvalue designates all or a subobject; NULL: an element of a view, or the
 * target of a pointer. */
static struct symbol *variable_of(struct expr *lvalue)
{
    struct lvalue_root root = lvalue_root(lvalue);

    return root.variable && !root.element && !root.through_pointer ? root.variable->symbol : NULL;
}

static void store_add(struct collection *c, struct expr *e)
{
    struct symbol *s = variable_of(e->a);
    struct expr *target = expr_strip(e->a);

    if (!s)
        return;
    if (e->kind != EXPR_ASSIGN || e->op != OP_ASSIGN)
        add(c, s, SOURCE_UNSEEN, NULL, NULL, e);
    else if (target->kind == EXPR_NAME)
        add(c, s, SOURCE_VALUE, e->b, NULL, e);
    else
        add(c, s, SOURCE_SUBOBJECT, e->b, target, e);
}

/* ---- addresses that escape ---- */

static void harmless_add(struct collection *c, const struct expr *e)
{
    vec_push(&c->c->arena, &c->harmless, e);
}

static bool is_harmless(struct collection *c, const struct expr *e)
{
    for (int i = c->harmless.n - 1; i >= 0; i--)
        if (c->harmless.at[i] == e) {
            c->harmless.at[i] = c->harmless.at[--c->harmless.n];
            return true;
        }
    return false;
}

/* An operand that is only read through: an address for a pointer to const, an array that is
 * subscripted. */
static void operand_look(struct collection *c, struct expr *e, bool reads)
{
    while (e && reads && (e->kind == EXPR_PAREN || (e->kind == EXPR_CONVERT && !expr_is_decay(e))))
        e = e->a;
    if (e && reads && (expr_is_decay(e) || (e->kind == EXPR_UNARY && e->op == OP_ADDR)))
        harmless_add(c, e);
}

static void address_add(struct collection *c, struct expr *e)
{
    struct symbol *s = is_harmless(c, e) ? NULL : variable_of(e->a);

    if (s)
        add(c, s, SOURCE_TAKEN, NULL, NULL, e);
}

/* ---- calls ---- */

static const struct symbol *defined(const struct symbol *f)
{
    return f->definition || !f->other ? f : f->other;
}

static void call_add(struct collection *c, struct expr *e)
{
    const struct type *t =
        e->a->type && e->a->type->kind == TYPE_POINTER ? e->a->type->base : e->a->type;
    struct expr *callee = callee_expr(e);
    const struct symbol *f = callee && callee->symbol ? defined(callee->symbol) : NULL;

    if (callee)
        harmless_add(c, callee);
    for (int i = 0; i < e->args.n; i++) {
        const struct type *to =
            t && t->kind == TYPE_FUNCTION && i < t->params.n ? t->params.at[i] : NULL;
        bool to_const = to && to->kind == TYPE_POINTER && to->base->quals & QUAL_CONST;
        struct symbol *s =
            expr_refers(e, i) && !type_is_view_or_array(to) ? variable_of(e->args.at[i]) : NULL;
        operand_look(c, e->args.at[i], to_const);
        if (s)
            add(c, s, SOURCE_UNSEEN, NULL, NULL, e);
        if (f && i < f->params.n && f->params.at[i]) {
            add(c, f->params.at[i], SOURCE_VALUE, e->args.at[i], NULL, e);
            c->to->all.at[c->to->all.n - 1].argument = true;
        }
    }
}

/* ---- the walk ---- */

static bool source_expr(struct code_walk *w, struct expr *e)
{
    struct collection *c = w->data;

    if (w->unevaluated)
        return true;
    if (store_target(e))
        store_add(c, e);
    if (e->kind == EXPR_CALL && e->amp == AMP_NONE)
        call_add(c, e);
    else if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE)
        operand_look(c, e->a, true);
    else if (e->kind == EXPR_CONSTRUCT)
        for (int i = 0; i < e->args.n && !type_is_view_or_array(e->type); i++)
            operand_look(c, e->args.at[i], true);
    else if (expr_is_decay(e) || (e->kind == EXPR_UNARY && e->op == OP_ADDR))
        address_add(c, e);
    else if (e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_FUNCTION &&
             !is_harmless(c, e))
        add(c, defined(e->symbol), SOURCE_UNSEEN, NULL, NULL, e);
    return true;
}

static bool source_stmt(struct code_walk *w, struct stmt *s)
{
    struct collection *c = w->data;

    if (s->kind == STMT_RETURN && s->expr && c->function)
        add(c, c->function, SOURCE_VALUE, s->expr, NULL, s);
    for (int i = 0; s->kind == STMT_ASM && i < s->asm_exprs.n; i++)
        if (variable_of(s->asm_exprs.at[i]))
            add(c, variable_of(s->asm_exprs.at[i]), SOURCE_UNSEEN, NULL, NULL, s);
    return true;
}

static bool source_decl(struct code_walk *w, struct decl *d)
{
    struct collection *c = w->data;

    if (d->kind == DECL_FUNCTION)
        c->function = d->symbol;
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (!v->symbol || v->symbol->kind != SYMBOL_VAR || (!v->init && !v->constructed))
            continue;
        add(c, v->symbol, SOURCE_DECLARED, NULL, NULL, v->declarator);
        c->to->all.at[c->to->all.n - 1].declared = v;
        for (int k = 0; v->constructed && k < v->args.n; k++)
            operand_look(c, v->args.at[k], !type_is_view_or_array(v->symbol->type));
    }
    return true;
}

static int by_symbol(const void *a, const void *b)
{
    const struct value_source *x = a, *y = b;

    if (x->symbol != y->symbol)
        return x->symbol < y->symbol ? -1 : 1;
    return x->number - y->number;
}

void value_sources_collect(struct value_sources *v, struct ctx *c, const struct program *p)
{
    struct collection collection = {.to = v, .c = c};
    struct code k = {.c = c, .program = p};
    struct code_walk w = {.k = &k,
                          .expr = source_expr,
                          .stmt = source_stmt,
                          .decl = source_decl,
                          .data = &collection};

    for (int i = 0; i < p->unit->decls.n; i++) {
        collection.function = NULL;
        collection.harmless.n = 0;
        code_walk_decl(&w, p->unit->decls.at[i]);
    }
    if (v->all.n)
        qsort(v->all.at, (size_t)v->all.n, sizeof *v->all.at, by_symbol);
    v->collected = true;
}

const struct value_source *value_sources_of(const struct value_sources *v, const struct symbol *s,
                                            int *n)
{
    int low = 0, high = v->all.n;

    while (low < high) {
        int middle = low + (high - low) / 2;
        if (v->all.at[middle].symbol < s)
            low = middle + 1;
        else
            high = middle;
    }
    for (*n = 0; low + *n < v->all.n && v->all.at[low + *n].symbol == s; ++*n)
        ;
    return *n ? &v->all.at[low] : NULL;
}

/* ---- which sources reach an expression ---- */

struct reaching {
    const struct symbol *symbol;
    const struct stmt *cases; /* the body of a switch, which can be entered at any label */
    struct value_reach r;
};

static bool assigns(const struct reaching *g, struct expr *e)
{
    const struct expr *target =
        e && e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN ? expr_strip(e->a) : NULL;

    return target && target->kind == EXPR_NAME && target->symbol == g->symbol;
}

static bool declares(const struct reaching *g, const struct decl *d)
{
    for (int i = 0; d && d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->symbol == g->symbol && (v->init || v->constructed))
            return true;
    }
    return false;
}

/* Descends to the expression. */
static bool reaching_stmt(struct code_walk *w, struct stmt *s)
{
    struct reaching *g = w->data;
    bool loop = stmt_is_loop(s);

    if (!node_inside(g->r.findings, g->r.to, s))
        return false;
    if (s->kind == STMT_IF && node_inside(g->r.findings, g->r.to, s->else_) &&
        g->r.n < REACH_OTHERS)
        g->r.others[g->r.n++] = s->body;
    if (s->kind == STMT_SWITCH)
        g->cases = s->body;
    g->r.rounds |= loop;
    if (s->kind == STMT_FOR && (assigns(g, s->init) || declares(g, s->decl)))
        g->r.from = s;
    for (int i = 0; s->kind == STMT_COMPOUND && s != g->cases && i < s->items.n; i++) {
        struct stmt *item = s->items.at[i];
        if (node_before(g->r.findings, item, g->r.to) &&
            ((item->kind == STMT_EXPR && assigns(g, item->expr)) ||
             (item->kind == STMT_DECL && declares(g, item->decl)))) {
            g->r.from = item;
            g->r.rounds = false;
        }
    }
    return true;
}

static bool no_expr(struct code_walk *w, struct expr *e)
{
    (void)w;
    return e->kind == EXPR_STMT || e->kind == EXPR_CALL || e->kind == EXPR_LAMBDA;
}

struct value_reach value_reach(struct findings *a, const struct symbol *s, const struct expr *use)
{
    struct reaching g = {.symbol = s, .r = {.findings = a, .to = use}};
    const struct decl *f = s->function ? s->function->definition : NULL;
    struct code_walk w = {.stmt = reaching_stmt, .expr = no_expr, .data = &g};

    order_function(a, s->function);
    if (!f || !symbol_is_automatic(s) || !node_inside(a, use, f))
        return (struct value_reach){.findings = a, .rounds = true};
    code_walk_stmt(&w, f->body);
    return g.r;
}

bool value_reaches(const struct value_reach *r, const struct value_source *source)
{
    if (source->argument) /* arguments come from calls, which are elsewhere */
        return !r->from;
    for (int i = 0; i < r->n && !r->rounds; i++)
        if (node_inside(r->findings, source->at, r->others[i]))
            return false;
    if (!node_before(r->findings, source->at, r->to))
        return r->rounds;
    return source->kind == SOURCE_TAKEN || !node_before(r->findings, source->at, r->from);
}
