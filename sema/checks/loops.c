/* loops.c - loops of amp code that never end (amp-infinite-loop): there is no path out, and nothing
 * in the loop changes the condition. Flow-insensitive: a store anywhere in the loop, and anything
 * that may leave it, is taken to end it, so a message is certain. Example: `while (n) v[i]++;`. */
#include "sema/checks/check.h"
#include "sema/analysis/stores.h"

#include "sema/types/builtin.h"

/* ---- paths out of a loop ---- */

struct exits {
    struct code *k;
    symbol_vec seen; /* functions that have been searched */
    bool out;
};

static bool function_stops(struct exits *w, struct symbol *f);

static bool stops_expr(struct code_walk *walk, struct expr *e)
{
    struct exits *w = walk->data;
    const struct builtin *b = e->kind == EXPR_CALL && e->amp == AMP_NONE ? builtin_called(e) : NULL;
    struct expr *name = e->kind == EXPR_CALL && e->amp == AMP_NONE ? callee_expr(e) : NULL;

    if (b)
        w->out = w->out || b->kind == BUILTIN_STOP;
    else if (name)
        w->out = w->out || !name->symbol || function_stops(w, name->symbol);
    return !w->out;
}

/* A return or goto in a statement expression, or a break, which may be the loop's. */
static bool stops_stmt(struct code_walk *walk, struct stmt *s)
{
    struct exits *w = walk->data;

    if (s->kind == STMT_RETURN || s->kind == STMT_BREAK || s->kind == STMT_GOTO)
        w->out = true;
    return !w->out;
}

/* The function may end the thread. */
static bool function_stops(struct exits *w, struct symbol *callee)
{
    struct symbol *f = symbol_version(callee, RESTRICT_AMP);
    struct exits inner = {.k = w->k};
    struct code_walk walk = {.k = w->k, .expr = stops_expr, .data = &inner};

    if (!f || !f->definition)
        return true;
    for (int i = 0; i < w->seen.n; i++)
        if (w->seen.at[i] == f)
            return false;
    vec_push(&w->k->c->arena, &w->seen, f);
    inner.seen = w->seen;
    code_walk_stmt(&walk, f->definition->body);
    w->seen = inner.seen;
    return inner.out;
}

static void exits_expr(struct exits *w, struct expr *e)
{
    struct code_walk walk = {.k = w->k, .expr = stops_expr, .stmt = stops_stmt, .data = w};

    if (e && !w->out)
        code_walk_expr(&walk, e);
}

static void exits_decl(struct exits *w, struct decl *d)
{
    struct code_walk walk = {.k = w->k, .expr = stops_expr, .stmt = stops_stmt, .data = w};

    if (d && !w->out)
        code_walk_decl(&walk, d);
}

/* breaks: a break in s would leave the loop. */
static void exits_stmt(struct exits *w, struct stmt *s, bool breaks)
{
    for (; s && !w->out; s = s->else_) {
        bool inner = stmt_is_loop(s) || s->kind == STMT_SWITCH;
        if (s->kind == STMT_RETURN || s->kind == STMT_GOTO || (s->kind == STMT_BREAK && breaks))
            w->out = true;
        exits_expr(w, s->expr);
        exits_expr(w, s->init);
        exits_expr(w, s->step);
        exits_decl(w, s->decl);
        for (int i = 0; i < s->items.n; i++)
            exits_stmt(w, s->items.at[i], breaks);
        exits_stmt(w, s->body, breaks && !inner);
    }
}

/* ---- conditions ---- */

/* The operands of a condition. */
struct terms {
    struct code *k;
    const struct stores *stores;
    const struct stmt *loop;
    const struct symbol *variable; /* the first one that is named */
    bool fixed;                    /* nothing in the loop changes its value */
};

static bool is_fixed(const struct terms *t, const struct symbol *s)
{
    const struct stored *stored = stores_find(t->stores, s);

    if (s->constant || s->kind == SYMBOL_ENUMERATOR)
        return true;
    return symbol_is_automatic(s) && !(s->storage & STORAGE_TILE_STATIC) && s->type &&
           type_is_arithmetic(s->type) && !(stored && stored->taken) &&
           !stores_within(t->stores, s, t->loop);
}

static bool terms_expr(struct code_walk *w, struct expr *e)
{
    struct terms *t = w->data;

    switch (e->kind) {
    case EXPR_NAME:
        if (!e->symbol || !is_fixed(t, e->symbol))
            t->fixed = false;
        else if (!t->variable && !e->symbol->constant)
            t->variable = e->symbol;
        break;
    case EXPR_INT:
    case EXPR_CHAR:
    case EXPR_FLOAT:
    case EXPR_PAREN:
    case EXPR_CAST:
    case EXPR_CONVERT:
    case EXPR_COND:
    case EXPR_SIZEOF:
        break;
    case EXPR_UNARY:
        t->fixed = t->fixed && !store_target(e) && e->op != OP_DEREF && e->op != OP_ADDR;
        break;
    case EXPR_BINARY:
        t->fixed = t->fixed && e->amp == AMP_NONE;
        break;
    case EXPR_ASSIGN: /* these have side effects, or values that may change otherwise */
    case EXPR_CALL:
    case EXPR_STMT:
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_ERROR:
    case EXPR_STRING:
    case EXPR_ALIGNOF:
    case EXPR_OFFSETOF:
    case EXPR_TYPES_COMPATIBLE:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        t->fixed = false;
        break;
    }
    return t->fixed && e->kind != EXPR_SIZEOF;
}

/* The condition is always true, as an unsigned value is at least zero. */
static bool is_always(struct expr *e)
{
    struct expr *large, *small;
    long long value;

    e = expr_strip(e);
    if (!e || e->kind != EXPR_BINARY || (e->op != OP_GE && e->op != OP_LE) || e->amp != AMP_NONE)
        return false;
    large = e->op == OP_GE ? e->a : e->b;
    small = e->op == OP_GE ? e->b : e->a;
    return large->type && type_is_integer(large->type) && type_is_unsigned(large->type) &&
           integer_constant(small, &value) && value == 0;
}

/* ---- loops ---- */

static void loop_report(struct code *k, const struct stores *stores, struct stmt *s)
{
    struct terms t = {.k = k, .stores = stores, .loop = s, .fixed = true};
    struct code_walk walk = {.k = k, .expr = terms_expr, .data = &t};
    struct exits w = {.k = k};
    long long value = 1;
    bool constant = !s->expr || integer_constant(s->expr, &value) || is_always(s->expr);

    if (constant && value == 0)
        return;
    if (!constant)
        code_walk_expr(&walk, s->expr);
    if (!t.fixed || (!constant && !t.variable))
        return;
    if (s->expr)
        exits_expr(&w, s->expr);
    exits_expr(&w, s->step);
    exits_stmt(&w, s->body, true);
    if (w.out)
        return;
    if (constant)
        code_report(k, DIAG_amp_infinite_loop, s->keyword_loc,
                    "this loop never ends: its condition is always true and nothing leaves it");
    else
        code_report(k, DIAG_amp_infinite_loop, s->keyword_loc,
                    "this loop never ends once it is entered: nothing in it changes '%s'",
                    t.variable->name);
}

struct loops {
    struct stores stores;
};

static bool loops_stmt(struct code_walk *w, struct stmt *s)
{
    const struct loops *l = w->data;

    if (stmt_is_loop(s))
        loop_report(w->k, &l->stores, s);
    return code_walk_branch(w, s);
}

static void loops_code(struct code *k)
{
    struct loops l;
    struct code_walk w = {.k = k, .expr = code_walk_choice, .stmt = loops_stmt, .data = &l};

    stores_collect(&l.stores, k);
    code_walk_stmt(&w, code_body(k));
}

void check_loops(struct ctx *c, const struct program *p, struct findings *findings)
{
    amp_code_each(c, p, findings, loops_code);
}
