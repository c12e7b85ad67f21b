/* inline.c - the bodies of amp functions in the place of their calls, so that what they do can be
 * done for several threads at once.
 *
 * The same with literals of structs, which become variables.
 *
 * Taken are calls that a statement evaluates in any case and not behind something else of its own
 * (&&, ?:, a comma, a loop's condition), of functions without jumps, with no pointers but
 * parameters that are subscripted (lent.c), and with no arrays but those whose elements they name,
 * whose returns end their paths; in tiled kernels also of those with arrays that are subscripted.
 * The call is done before its statement, which C permits: calls are in no order with the rest of an
 * expression.
 *
 * Constant tables of functions, `static const`, stay theirs: kernels name them as those of the
 * unit. What a function returns behind declarations alone begins the variable for its result.
 *
 * Example: `v[i] = half(x) + 1;` with `float half(float a) { return a / 2; }` becomes
 * `float a = x; float result = a / 2; v[i] = result + 1;`. It relies on sema/tree. */
#include "optimize/cover.h"
#include "optimize/internal.h"

#include <string.h>

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/tree/substitute.h"
#include "sema/types/expr.h"

enum { INLINED_MAX = 40, NODES_MAX = 300 };

struct inlining {
    struct maker *make;
    bool integers;    /* only functions that return some, which may be subscripts and tests, or that
                         divide floats, which is done better where many are divided at once */
    struct stmt *out; /* the statements in front of the one whose calls are replaced */
    const struct expr *full; /* the expression of that one; NULL: none yet */
    int lists;               /* of initialisers around */
    int inlined;
};

/* ---- what is taken ---- */

struct look {
    int nodes;
    bool fits;
    bool arrays; /* are taken as far as they are subscripted, and pointers for which they stand */
    bool closed; /* it was a lambda: what it takes the address of may be what it captures */
};

/* Whether e is (T){...} of a struct, an object that becomes a variable in front of its statement.
 */
static bool is_literal(const struct expr *e)
{
    return e->kind == EXPR_COMPOUND && e->type->kind == TYPE_RECORD;
}

static bool look_expr(struct walker *w, struct expr *e)
{
    struct look *l = w->data;
    const struct type *t = e->type;

    l->nodes++;
    if (!l->arrays && arrays_root(e)) { /* looked at again where the body stands then */
        arrays_walk(w, e);
        return false;
    }
    if (!l->arrays && !l->closed && lent_is_element(e)) {
        lent_root(e, w);
        return false;
    }
    if (l->arrays && e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE) {
        const struct expr *base = expr_evaluated(e->a);
        if (expr_is_decay(base))
            walk_expr(w, base->a);
        else
            l->fits &=
                base->kind == EXPR_NAME && base->symbol && base->symbol->kind == SYMBOL_PARAM;
        walk_expr(w, e->b);
        return false;
    }
    if (e->kind == EXPR_STMT || e->kind == EXPR_LAMBDA ||
        (e->kind == EXPR_COMPOUND && !is_literal(e)) ||
        (t && (t->kind == TYPE_POINTER || (t->kind == TYPE_ARRAY && !l->arrays))))
        l->fits = false;
    if (e->kind != EXPR_CALL || e->amp != AMP_NONE)
        return true;
    for (int i = 0; i < e->args.n; i++) /* the callee is a pointer to a function */
        if (l->arrays || l->closed || e->args.at[i]->type->kind != TYPE_POINTER ||
            !lent_root(e->args.at[i], w))
            walk_expr(w, e->args.at[i]);
    return false;
}

static bool look_stmt(struct walker *w, struct stmt *s)
{
    struct look *l = w->data;

    if (s->kind == STMT_GOTO || s->kind == STMT_LABEL || s->kind == STMT_ASM ||
        s->kind == STMT_SWITCH)
        l->fits = false;
    return true;
}

/* static const T name = ..., of numbers or arrays of them. */
static bool is_table(const struct decl *d)
{
    bool is = d->kind == DECL_VARS && (d->spec->storage & STORAGE_STATIC) &&
              !(d->spec->storage & STORAGE_TYPEDEF);

    for (int i = 0; is && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        const struct type *t = v->symbol ? v->symbol->type : NULL;
        while (t && t->kind == TYPE_ARRAY)
            t = t->base;
        is = t && type_is_arithmetic(t) && (t->quals & QUAL_CONST) && !(t->quals & QUAL_VOLATILE) &&
             v->init && !v->constructed;
    }
    return is;
}

static bool look_decl(struct walker *w, struct decl *d)
{
    struct look *l = w->data;

    if (is_table(d))
        return true;
    if (d->kind != DECL_VARS || (d->spec->storage & (STORAGE_STATIC | STORAGE_TYPEDEF)))
        l->fits = false;
    return true;
}

/* Barriers, too: they have no value. */
static bool is_value(const struct type *t)
{
    return type_is_arithmetic(t) ||
           (!t->reference &&
            (t->kind == TYPE_RECORD || type_is_amp(t, AMP_TYPE_INDEX) ||
             type_is_amp(t, AMP_TYPE_EXTENT) || type_is_amp(t, AMP_TYPE_TILE_BARRIER)));
}

/* Whether they are the same but for the const of elements of arrays. */
static bool is_like(const struct type *a, const struct type *b)
{
    while (a->kind == TYPE_ARRAY && b->kind == TYPE_ARRAY && a->length == b->length) {
        a = a->base;
        b = b->base;
    }
    return type_same_unqualified(a, b);
}

/* The tile_static array whose first element's address an argument is; NULL: it is another one. */
static struct symbol *staged_array(const struct expr *arg, const struct type *param)
{
    const struct expr *e = expr_strip(arg);
    struct symbol *s = e->kind == EXPR_NAME ? e->symbol : NULL;

    return s && s->storage & STORAGE_TILE_STATIC && s->type->kind == TYPE_ARRAY &&
                   param->kind == TYPE_POINTER && is_like(s->type->base, param->base)
               ? s
               : NULL;
}

/* Whether a parameter is another name of the variable that is its argument: a view, an array, an
 * index or an extent, which f leaves as it is, and other threads do; or the address of a
 * tile_static array. */
static bool is_alias(struct maker *m, const struct symbol *f, int i, const struct expr *arg)
{
    const struct type *t = f->params.at[i]->type;
    const struct symbol *s = arg->kind == EXPR_NAME ? arg->symbol : NULL;
    bool fits = type_is_view_or_array(t) || type_is_amp(t, AMP_TYPE_INDEX) ||
                type_is_amp(t, AMP_TYPE_EXTENT) || type_is_amp(t, AMP_TYPE_TILED_INDEX) ||
                type_is_amp(t, AMP_TYPE_TILE_BARRIER);

    return ((fits && s && !(s->storage & STORAGE_TILE_STATIC)) || staged_array(arg, t)) &&
           !tree_substitute_fault(m, f->definition->body, f->params.at[i], arg);
}

/* Whether parameter i of f stands for what a call lends to it. */
static bool is_lent(const struct inlining *x, const struct symbol *f, int i, const struct expr *e)
{
    const struct expr *arg = e->args.at[i];

    return !x->make->launch->tiled && lent_fits(x->make, f, i, arg) &&
           !(x->lists && lent_is_stored(f->params.at[i])) &&
           lent_in_order(x->full, e, f->params.at[i], arg);
}

struct ways {
    const struct symbol *to;
    struct node_table known; /* functions: 1 more than the ways from their calls */
};

/* On how many ways these calls lead to a function; 2: several. */
static int ways_from(struct ways *w, const struct call_site *calls, int n)
{
    int ways = 0;

    for (int i = 0; i < n && ways < 2; i++) {
        const struct symbol *callee = symbol_version(calls[i].callee, RESTRICT_AMP);
        int more = callee ? (int)node_table_get(&w->known, callee, 0) : 1;
        if (callee == w->to)
            more = 2;
        else if (!more)
            more = 1 + ways_from(w, callee->calls.at, callee->calls.n);
        if (callee)
            node_table_set(&w->known, callee, more);
        ways += more - 1;
    }
    return ways;
}

/* Whether f's tile_static objects, which all of its calls share, may become the kernel's. */
static bool has_own_tiles(const struct maker *m, const struct symbol *f)
{
    const struct launch *l = m->launch;
    struct ways w = {f, {.arena = &m->c->arena}};

    return !f->tile_statics.n || (l->tiled && ways_from(&w, l->calls.at, l->calls.n) == 1);
}

/* The amp function that a call may be replaced by; NULL: none. */
static const struct symbol *callee_of(const struct inlining *x, const struct expr *e)
{
    struct maker *m = x->make;
    const struct expr *name = e->kind == EXPR_CALL && e->amp == AMP_NONE ? expr_strip(e->a) : NULL;
    const struct symbol *f = name && name->kind == EXPR_NAME && name->symbol
                                 ? symbol_version(name->symbol, RESTRICT_AMP)
                                 : NULL;
    struct look l = {0, true, m->launch->tiled, f && f->closed};
    struct walker w = {
        .data = &l, .expr_pre = look_expr, .stmt_pre = look_stmt, .decl_pre = look_decl};

    if (!f || !f->definition || f->params.n != e->args.n || !has_own_tiles(m, f) ||
        !(is_value(e->type) || e->type->kind == TYPE_VOID) ||
        (x->integers && !type_is_integer(e->type) && !cover_body_divides(f->definition->body)))
        return NULL;
    for (int i = 0; i < f->params.n; i++)
        if (!is_value(f->params.at[i]->type) && !is_alias(m, f, i, expr_evaluated(e->args.at[i])) &&
            !is_lent(x, f, i, e))
            return NULL;
    walk_stmt(&w, f->definition->body);
    return l.fits && l.nodes <= NODES_MAX ? f : NULL;
}

/* ---- the call ---- */

static void inline_stmt(struct inlining *x, struct stmt **at);
static void inline_expr(struct inlining *x, struct expr **at);

/* Variables of the function become the kernel's, with names of their own. */
static bool adopt_decl(struct walker *w, struct decl *d)
{
    struct maker *m = w->data;

    for (int i = 0; i < d->declarators.n; i++) {
        struct symbol *s = d->declarators.at[i]->symbol;
        if (!s)
            continue;
        s->lambda = m->launch->lambda;
        if (s->kind == SYMBOL_VAR && s->name && !(s->storage & STORAGE_TILE_STATIC))
            s->name = make_local(m, s->name, s->type, 0)->name;
    }
    return true;
}

struct tables {
    const struct tree_clone *clone;
    struct node_table own; /* clones of tables: the function's */
};

/* Tables stay the function's. */
static bool keep_table(struct walker *w, struct decl *d)
{
    struct tables *t = w->data;

    for (int i = 0; is_table(d) && i < d->declarators.n; i++) {
        struct symbol *s = d->declarators.at[i]->symbol;
        node_table_put(&t->own, tree_clone_of(t->clone, s), s);
    }
    return true;
}

static bool adopt_name(struct walker *w, struct expr *e)
{
    const struct tables *t = w->data;
    struct symbol *own =
        e->kind == EXPR_NAME && e->symbol ? node_table_find(&t->own, e->symbol) : NULL;

    if (own)
        e->symbol = own;
    if (e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_VAR)
        e->name = e->symbol->name;
    return true;
}

static bool drop_tables(struct walker *w, struct stmt *s)
{
    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n; i++)
        if (s->items.at[i]->kind == STMT_DECL && is_table(s->items.at[i]->decl))
            s->items.at[i] = make_empty(w->data);
    return true;
}

/* Where an array stands for a pointer, it decays. */
static bool edit_array(struct tree_edit *t, struct expr **at)
{
    struct expr *e = *at;

    if (e->kind == EXPR_NAME && e->symbol && e->symbol->type->kind == TYPE_ARRAY &&
        e->type->kind == TYPE_POINTER) {
        struct maker *m = t->data;
        *at = make_convert(m, type_pointer(m->c, e->symbol->type->base), make_name(m, e->symbol));
        return false;
    }
    return true;
}

/* The body of f with the call's arguments; NULL: its returns do not fit. */
static struct stmt *body_of(struct inlining *x, const struct symbol *f, const struct expr *call,
                            struct symbol *result)
{
    struct maker *m = x->make;
    struct tree_clone k = tree_clone_begin(m->c);
    struct stmt *block = make_block(m, NULL, 0), *body;
    struct block_kernel trial = {0};
    struct tables kept = {&k, {.arena = &m->c->arena}};
    struct node_table lent = {.arena = &m->c->arena};
    struct walker tables = {.data = &kept, .decl_pre = keep_table};
    struct walker drop = {.data = m, .stmt_pre = drop_tables};
    struct walker adopt = {.data = m, .decl_pre = adopt_decl};
    struct walker renamed = {.data = &kept, .expr_pre = adopt_name};
    struct tree_edit arrays = {.data = m, .expr_pre = edit_array};

    for (int i = 0; i < f->params.n; i++) {
        struct symbol *p = f->params.at[i], *own;
        struct symbol *staged = staged_array(call->args.at[i], p->type);
        if (is_value(p->type)) {
            own = make_local(m, p->name ? p->name : "p", type_unqualified(m->c, p->type), 0);
            block_add(m, block, make_declare(m, own, make_init(m, call->args.at[i])));
        } else if (is_lent(x, f, i, call)) {
            struct lent *l = arena_new(&m->c->arena, struct lent);
            *l = lent_of(m, call->args.at[i], block);
            node_table_put(&lent, p, l);
            continue;
        } else {
            own = staged ? staged : expr_evaluated(call->args.at[i])->symbol;
        }
        node_table_put(&k.map, p, own);
    }
    body = tree_clone_stmt(&k, f->definition->body);
    walk_stmt(&tables, f->definition->body);
    walk_stmt(&drop, body);
    walk_stmt(&adopt, body);
    walk_stmt(&renamed, body);
    tree_edit_stmt(&arrays, &body);
    lent_edit(m, &body, &lent);
    block_without_return(m, &trial, &body, result);
    block_add(m, block, body);
    return trial.refused ? NULL : block;
}

/* Whether a block is declarations and, at its end, an assignment to the result; adds what stands
 * there to the statements in front. */
static bool flatten(struct inlining *x, const struct stmt *block, struct symbol *result)
{
    int n = block->items.n;
    const struct stmt *last = n ? block->items.at[n - 1] : NULL, *inner = last;
    struct maker *m = x->make;

    if (!last || last->kind != STMT_COMPOUND)
        return false;
    for (int i = 0; i < n - 1; i++)
        if (block->items.at[i]->kind != STMT_DECL)
            return false;
    for (int i = 0; i < inner->items.n - 1; i++)
        if (inner->items.at[i]->kind != STMT_DECL && inner->items.at[i]->kind != STMT_EMPTY)
            return false;
    last = inner->items.n ? inner->items.at[inner->items.n - 1] : NULL;
    const struct expr *e = last && last->kind == STMT_EXPR ? expr_evaluated(last->expr) : NULL;
    const struct expr *to =
        e && e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN ? expr_evaluated(e->a) : NULL;
    if (!to || to->kind != EXPR_NAME || to->symbol != result)
        return false;
    for (int i = 0; i < n - 1; i++)
        block_add(m, x->out, block->items.at[i]);
    for (int i = 0; i < inner->items.n - 1; i++)
        block_add(m, x->out, inner->items.at[i]);
    block_add(m, x->out, make_declare(m, result, make_init(m, e->b)));
    return true;
}

static void inline_call(struct inlining *x, struct expr **at)
{
    struct maker *m = x->make;
    struct expr *e = *at;
    const struct symbol *f = x->inlined < INLINED_MAX ? callee_of(x, e) : NULL;
    struct symbol *result = NULL;
    struct stmt *body;

    if (!f)
        return;
    m->loc = e->loc;
    if (e->type->kind != TYPE_VOID)
        result = make_local(m, "result", type_unqualified(m->c, e->type), 0);
    body = body_of(x, f, e, result);
    if (!body)
        return;
    x->inlined++;
    m->launch->uncontracted |= f->definition->uncontracted;
    inline_stmt(x, &body);
    if (!result || result->type->kind == TYPE_RECORD || !flatten(x, body, result)) {
        if (result)
            block_add(m, x->out, make_declare(m, result, NULL));
        block_add(m, x->out, body);
    }
    *at = result ? make_name(m, result) : make_int(m, 0, type_basic(TYPE_INT));
}

static bool is_sequenced(const struct expr *e)
{
    return e->kind == EXPR_COND ||
           (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR || e->op == OP_COMMA));
}

static bool edit_pre(struct tree_edit *t, struct expr **at)
{
    if (is_sequenced(*at)) {
        inline_expr(t->data, &(*at)->a);
        return false;
    }
    return (*at)->kind != EXPR_SIZEOF && (*at)->kind != EXPR_ALIGNOF && (*at)->kind != EXPR_STMT &&
           (*at)->kind != EXPR_LAMBDA && (*at)->kind != EXPR_GENERIC;
}

static void literal(struct inlining *x, struct expr **at)
{
    struct maker *m = x->make;
    const struct expr *e = *at;
    struct symbol *s;

    m->loc = e->loc;
    s = make_local(m, "literal", type_unqualified(m->c, e->type), 0);
    block_add(m, x->out, make_declare(m, s, e->init));
    *at = make_name(m, s);
}

static void edit_post(struct tree_edit *t, struct expr **at)
{
    if (is_literal(*at))
        literal(t->data, at);
    else
        inline_call(t->data, at);
}

static void inline_expr(struct inlining *x, struct expr **at)
{
    struct tree_edit edit = {.data = x, .expr_pre = edit_pre, .expr_post = edit_post};
    const struct expr *outer = x->full;

    x->full = outer ? outer : *at;
    if (*at)
        tree_edit_expr(&edit, at);
    x->full = outer;
}

/* ---- statements ---- */

static void inline_init(struct inlining *x, struct init *init)
{
    inline_expr(x, &init->expr);
    x->lists++;
    for (int i = 0; i < init->items.n; i++)
        inline_init(x, init->items.at[i].init);
    x->lists--;
}

/* Declarations one by one, each behind the calls that its value makes. */
static void inline_decl(struct inlining *x, const struct stmt *of)
{
    struct maker *m = x->make;

    for (int i = 0; i < of->decl->declarators.n; i++) {
        struct init_declarator *d = of->decl->declarators.at[i];
        struct stmt *one = arena_new(&m->c->arena, struct stmt);
        *one = *of;
        one->decl = arena_new(&m->c->arena, struct decl);
        *one->decl = *of->decl;
        memset(&one->decl->declarators, 0, sizeof one->decl->declarators);
        vec_push(&m->c->arena, &one->decl->declarators, d);
        if (d->init)
            inline_init(x, d->init);
        for (int k = 0; k < d->args.n; k++)
            inline_expr(x, &d->args.at[k]);
        vec_push(&m->c->arena, &x->out->items, one);
    }
}

static void inline_items(struct inlining *x, struct stmt *block)
{
    struct stmt *outer = x->out;
    const struct expr *full = x->full;
    int lists = x->lists;
    stmt_vec items = block->items;

    memset(&block->items, 0, sizeof block->items);
    x->out = block;
    x->full = NULL;
    x->lists = 0;
    for (int i = 0; i < items.n; i++) {
        struct stmt *s = items.at[i];
        if (s->kind == STMT_DECL && s->decl->kind == DECL_VARS) {
            inline_decl(x, s);
            continue;
        }
        if (s->kind == STMT_EXPR || s->kind == STMT_IF)
            inline_expr(x, &s->expr);
        inline_stmt(x, &s);
        vec_push(&x->make->c->arena, &block->items, s);
    }
    x->full = full;
    x->lists = lists;
    x->out = outer;
}

/* A statement whose own expressions have been seen to, or cannot be; those in it that are no block
 * become one. */
static void inline_body(struct inlining *x, struct stmt **at)
{
    struct stmt *s = *at;

    if (s && s->kind != STMT_COMPOUND)
        *at = make_block(x->make, &s, 1);
    inline_stmt(x, at);
}

static void inline_stmt(struct inlining *x, struct stmt **at)
{
    struct stmt *s = *at;

    if (!s)
        return;
    if (s->kind == STMT_COMPOUND) {
        inline_items(x, s);
    } else if (s->kind == STMT_IF || stmt_is_loop(s)) {
        inline_body(x, &s->body);
        if (s->else_)
            inline_body(x, &s->else_);
    }
}

struct calls {
    const struct inlining *inlining;
    bool found;
};

static bool find_call(struct walker *w, struct expr *e)
{
    struct calls *c = w->data;

    c->found |= is_literal(e) || callee_of(c->inlining, e) != NULL;
    return true;
}

void block_inline(struct maker *m, struct stmt **body, bool integers)
{
    struct inlining x = {.make = m, .integers = integers};
    struct calls calls = {&x, false};
    struct walker w = {.data = &calls, .expr_pre = find_call};

    walk_stmt(&w, *body);
    if (calls.found)
        inline_body(&x, body);
}
