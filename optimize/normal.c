/* normal.c - a kernel's body in the form that the passes of this room take: a clone whose index is
 * its components, int variables of their own, without return.
 *
 * Example: `if (at[0] == 0) { v[at] = 0; return; } v[at] = 1;` becomes
 * `if (at.0 == 0) { v(at.0) = 0; } else { v(at.0) = 1; }`. It relies on sema/tree. */
#include "optimize/cover_plan.h"

#include "common/buf.h"
#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/tree/lists.h"
#include "sema/types/amp.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"

void block_refuse(struct block_kernel *b, struct loc loc, const char *reason)
{
    if (!b->refused) {
        b->refused = reason;
        b->loc = loc;
    }
}

static bool trap_expr(struct walker *w, struct expr *e)
{
    bool *traps = w->data;

    *traps |= (e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN) &&
              (e->op == OP_DIV || e->op == OP_MOD) && type_is_integer(e->type) &&
              !(e->b->constant && e->b->value > 0);
    return true;
}

bool block_may_trap(const struct expr *e)
{
    bool traps = false;
    struct walker w = {.data = &traps, .expr_pre = trap_expr};

    walk_expr(&w, (struct expr *)e);
    return traps;
}

/* ---- what is not understood ---- */

struct look {
    struct block_kernel *kernel;
    bool structs;             /* are taken */
    bool arrays;              /* the same, as far as they are subscripted */
    bool callee;              /* in a function that the kernel calls */
    int switches;             /* around the statement */
    const struct expr *whole; /* of a statement: its result is not used */
    struct node_table locals; /* variables of the body: 1 */
};

static void look_call(struct look *l, const struct expr *e)
{
    const struct expr *callee = expr_strip(e->a);
    const struct builtin *called = builtin_called(e);

    if (e->amp != AMP_NONE)
        return;
    if (called && (called->kind == BUILTIN_PRINTF || called->kind == BUILTIN_STOP))
        block_refuse(l->kernel, e->loc, "it prints or may end the thread");
    else if (!called && (callee->kind != EXPR_NAME || !callee->symbol ||
                         !symbol_version(callee->symbol, RESTRICT_AMP) ||
                         !symbol_version(callee->symbol, RESTRICT_AMP)->definition))
        block_refuse(l->kernel, e->loc, "it calls a function of another unit");
}

/* The element that e is a member of, or of a struct in it; NULL: of none. */
static struct expr *member_element(struct expr *e)
{
    bool member = e->kind == EXPR_MEMBER && e->member;

    while (e->kind == EXPR_MEMBER && e->member)
        e = expr_evaluated(e->a);
    return member && e->amp == AMP_VIEW_ELEMENT ? e : NULL;
}

/* The parts of an element whose struct is named by a member. */
static void look_element(struct walker *w, struct expr *e)
{
    walk_expr(w, e->a);
    walk_expr(w, e->b);
    for (int i = 0; i < e->args.n; i++)
        walk_expr(w, e->args.at[i]);
}

/* What an atomic function is called for, an element or, where arrays are taken, another object, and
 * its other arguments; false: e is something else. Blocks of tiled kernels take those whose result
 * is not used: a loop that waits for one would wait for other lanes of its own. */
static bool look_atomic(struct walker *w, struct expr *e)
{
    const struct look *l = w->data;
    struct expr *element = cover_is_atomic(e) ? cover_atomic_element(e) : NULL;
    const struct symbol *root = cover_is_atomic(e) ? cover_atomic_root(e) : NULL;
    bool object = root && (l->arrays || (!l->structs && root->storage & STORAGE_TILE_STATIC));

    if ((!element && !object) ||
        (!l->structs && (e != l->whole || !l->kernel->launch->tiled || e->args.n > 2)))
        return false;
    if (element)
        look_element(w, element);
    else
        walk_expr(w, expr_strip(e->args.at[0])->a);
    for (int i = 1; i < e->args.n; i++)
        walk_expr(w, e->args.at[i]);
    return true;
}

/* Whether the parts of s, an array or a struct, may be named: it is one that nobody stores to, an
 * array of the thread's own numbers, or, for blocks, one that the threads of its tile share. */
static bool is_taken(const struct look *l, const struct symbol *s)
{
    const struct type *t = s->type;

    while (t->kind == TYPE_ARRAY)
        t = t->base;
    if (s->storage & STORAGE_TILE_STATIC)
        return !l->structs && !(t->quals & QUAL_VOLATILE);
    return !(t->quals & QUAL_VOLATILE) &&
           (!node_table_get(&l->locals, s, 0) || arrays_are_numbers(s->type));
}

static bool look_part(struct walker *w, const struct expr *e)
{
    const struct look *l = w->data;
    const struct symbol *root = arrays_root(e);

    if (!root || !is_taken(l, root) || !(l->structs || type_is_arithmetic(e->type)))
        return false;
    arrays_walk(w, e);
    return true;
}

/* A number that is a part of an element, by members and arrays in it. Covers, which fetch elements
 * as a whole, take members alone. */
static bool look_number(struct walker *w, const struct expr *e)
{
    const struct look *l = w->data;

    if (l->structs || !arrays_outer(e) || !type_is_arithmetic(e->type) || !arrays_element(e))
        return false;
    arrays_walk_element(w, e);
    return true;
}

/* Whether e is a view that is a member of a captured struct. */
static bool is_captured_view(const struct look *l, const struct expr *e)
{
    bool member = e->kind == EXPR_MEMBER && e->member && e->type && type_is_view_or_array(e->type);

    while (e->kind == EXPR_MEMBER && e->member)
        e = expr_evaluated(e->a);
    return member && e->kind == EXPR_NAME && e->symbol && !node_table_get(&l->locals, e->symbol, 0);
}

/* A struct that is copied in a switch: NVIDIA's compiler goes wrong where a loop does so with the
 * elements of arrays, which variables become in groups that cover blocks. */
static void look_copy(struct look *l, const struct expr *e)
{
    if (l->structs && l->switches && e->type && e->type->kind == TYPE_RECORD)
        block_refuse(l->kernel, e->loc, "it copies a struct in a switch");
}

static bool look_expr(struct walker *w, struct expr *e)
{
    struct look *l = w->data;
    const struct type *t = e->type;

    if (e->kind == EXPR_CALL)
        look_call(l, e);
    if (e->kind == EXPR_ASSIGN)
        look_copy(l, e);
    if (l->callee)
        return true;
    if (look_atomic(w, e) || look_part(w, e))
        return false;
    if (look_number(w, e) || (!l->structs && is_captured_view(l, e)))
        return false;
    if (l->arrays && e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE &&
        expr_is_decay(expr_evaluated(e->a))) {
        walk_expr(w, expr_evaluated(e->a)->a);
        walk_expr(w, e->b);
        return false;
    }
    if (e->kind == EXPR_STMT || e->kind == EXPR_LAMBDA ||
        (e->kind == EXPR_COMPOUND && !(l->structs && e->type->kind == TYPE_RECORD)))
        block_refuse(l->kernel, e->loc, "it has a statement or an object in an expression");
    else if (t && (t->kind == TYPE_POINTER || (t->kind == TYPE_ARRAY && !l->arrays) ||
                   (t->kind == TYPE_RECORD && !l->structs)))
        block_refuse(l->kernel, e->loc,
                     l->arrays    ? "it uses a pointer"
                     : l->structs ? "it uses a pointer or an array"
                                  : "it uses a pointer, an array or a struct");
    else if (amp_is_subview(e) && e->amp != AMP_VIEW_ROW)
        block_refuse(l->kernel, e->loc, "it makes a view");
    if (member_element(e)) {
        look_element(w, member_element(e));
        return false;
    }
    if (e->kind != EXPR_CALL || e->amp != AMP_NONE)
        return true;
    for (int i = 0; i < e->args.n; i++) /* the callee is a pointer to a function */
        walk_expr(w, e->args.at[i]);
    return false;
}

static bool look_init(struct walker *w, struct init *i)
{
    if (i->expr)
        look_copy(w->data, i->expr);
    return true;
}

static void look_stmt_end(struct walker *w, struct stmt *s)
{
    struct look *l = w->data;

    l->switches -= s->kind == STMT_SWITCH;
}

static bool look_stmt(struct walker *w, struct stmt *s)
{
    struct look *l = w->data;

    l->switches += s->kind == STMT_SWITCH;
    l->whole = s->kind == STMT_EXPR ? expr_uncast(s->expr) : NULL;
    if (s->kind == STMT_GOTO || s->kind == STMT_LABEL || s->kind == STMT_ASM)
        block_refuse(l->kernel, s->loc, "it jumps");
    return true;
}

static bool look_decl(struct walker *w, struct decl *d)
{
    struct look *l = w->data;

    if (!l->callee &&
        (d->kind != DECL_VARS || (d->spec->storage & (STORAGE_STATIC | STORAGE_TYPEDEF))))
        block_refuse(l->kernel, d->loc, "it declares something else than variables");
    return true;
}

static bool note_locals(struct walker *w, struct decl *d)
{
    struct look *l = w->data;

    for (int i = 0; i < d->declarators.n; i++)
        if (d->declarators.at[i]->symbol)
            node_table_set(&l->locals, d->declarators.at[i]->symbol, 1);
    return true;
}

static void look(struct ctx *c, struct block_kernel *b, bool structs)
{
    struct look l = {.kernel = b, .structs = structs, .arrays = b->launch->tiled && structs};
    struct walker names = {.data = &l, .decl_pre = note_locals};
    struct walker w = {.data = &l,
                       .expr_pre = look_expr,
                       .stmt_pre = look_stmt,
                       .stmt_post = look_stmt_end,
                       .decl_pre = look_decl,
                       .init_pre = look_init};
    symbol_vec functions = {0};

    l.locals.arena = &c->arena;
    walk_stmt(&names, b->one);
    walk_stmt(&w, b->one);
    launch_functions(c, b->launch, &functions);
    l.callee = true;
    for (int i = 0; i < functions.n; i++)
        if (functions.at[i]->definition)
            walk_stmt(&w, functions.at[i]->definition->body);
}

/* ---- the index ---- */

struct index_edit {
    struct maker *make;
    struct block_kernel *kernel;
    const struct symbol *param;
};

static bool is_param(const struct index_edit *x, const struct expr *e)
{
    const struct expr *name = expr_evaluated(e);

    return name->kind == EXPR_NAME && name->symbol == x->param;
}

static bool edit_index(struct tree_edit *t, struct expr **at)
{
    struct index_edit *x = t->data;
    struct expr *e = *at, *components[3];
    int rank = x->kernel->launch->rank;

    x->make->loc = e->loc;
    if (e->amp == AMP_INDEX_SUBSCRIPT && is_param(x, e->a) && e->b->constant) {
        if (e->b->value >= 0 && e->b->value < rank)
            *at = make_name(x->make, x->kernel->index[e->b->value]);
        return false;
    }
    if (!is_param(x, e))
        return true;
    for (int k = 0; k < rank; k++)
        components[k] = make_name(x->make, x->kernel->index[k]);
    *at = make_construct(x->make, type_unqualified(x->make->c, e->type), components, rank);
    return false;
}

struct store_look {
    const struct symbol *symbol;
    bool found;
};

static bool look_store(struct walker *w, struct expr *e)
{
    struct store_look *l = w->data;
    bool stores = e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op));

    l->found |= stores && depend_root(e->a) == l->symbol;
    for (int i = 0; e->kind == EXPR_CALL && i < e->args.n; i++)
        l->found |= expr_refers(e, i) && depend_root(e->args.at[i]) == l->symbol;
    return true;
}

/* Puts the components in the place of the lambda's parameter. */
static void index_replace(struct ctx *c, struct program *p, struct block_kernel *b)
{
    static const char *const names[] = {"i", "j", "k"};
    struct launch *l = (struct launch *)b->launch;
    struct maker m = maker_begin(c, p, l, NULL);
    struct index_edit x = {&m, b, l->param};
    struct tree_edit edit = {.data = &x, .expr_pre = edit_index};
    struct store_look stores = {.symbol = l->param};
    struct walker w = {.data = &stores, .expr_pre = look_store};

    for (int k = 0; k < l->rank; k++)
        b->index[k] = make_local(&m, names[k], type_basic(TYPE_INT), 0);
    if (!l->param)
        return;
    walk_stmt(&w, b->one);
    if (stores.found)
        block_refuse(b, l->param->loc, "it changes its index");
    tree_edit_stmt(&edit, &b->one);
    if (m.refused)
        block_refuse(b, l->call->loc, "its index is used in a way that is not understood");
}

/* ---- returns ---- */

static bool is_return(const struct stmt *s)
{
    return s->kind == STMT_RETURN;
}

/* What stands in the place of a return; one of no value may still do something, as `return
 * (void)(v[i] = 1);` does. */
static struct stmt *returned(struct maker *m, const struct stmt *s, struct symbol *result)
{
    if (!s->expr)
        return make_block(m, NULL, 0);
    m->loc = s->loc;
    if (!result)
        return make_effect(m, s->expr);
    return make_effect(m, make_assign(m, OP_ASSIGN, make_name(m, result), s->expr));
}

/* Takes the returns out of a list of statements that the kernel ends behind. */
static void list_without_return(struct maker *m, struct block_kernel *b, struct stmt *block,
                                struct symbol *result)
{
    for (int i = 0; i < block->items.n; i++) {
        struct stmt *s = block->items.at[i];
        if (s->kind == STMT_RETURN) {
            block->items.at[i] = returned(m, s, result);
            block->items.n = i + 1;
            return;
        }
        if (!stmt_contains(s, is_return))
            continue;
        if (s->kind == STMT_IF && i + 1 < block->items.n) {
            /* if (a) { x; return; } y; z;   is   if (a) { x; return; } else { y; z; } */
            struct stmt *rest = make_block(m, NULL, 0);
            if (s->else_ || s->body->kind == STMT_IF) {
                block_refuse(b, s->loc, "it returns in a way that is not understood");
                return;
            }
            for (int k = i + 1; k < block->items.n; k++)
                vec_push(&m->c->arena, &rest->items, block->items.at[k]);
            if (!(s->body->kind == STMT_RETURN ||
                  (s->body->kind == STMT_COMPOUND && s->body->items.n &&
                   s->body->items.at[s->body->items.n - 1]->kind == STMT_RETURN))) {
                block_refuse(b, s->loc, "it returns in a way that is not understood");
                return;
            }
            s->else_ = rest;
            block->items.n = i + 1;
        }
        if (i + 1 < block->items.n) { /* { if (a) return; } y;   y stands in another scope */
            block_refuse(b, s->loc, "it returns in a way that is not understood");
            return;
        }
        block_without_return(m, b, &block->items.at[i], result);
        return;
    }
}

void block_without_return(struct maker *m, struct block_kernel *b, struct stmt **at,
                          struct symbol *result)
{
    struct stmt *s = *at;

    if (!s || !stmt_contains(s, is_return))
        return;
    if (s->kind == STMT_RETURN) {
        *at = returned(m, s, result);
    } else if (s->kind == STMT_COMPOUND) {
        list_without_return(m, b, s, result);
    } else if (s->kind == STMT_IF) {
        block_without_return(m, b, &s->body, result);
        block_without_return(m, b, &s->else_, result);
    } else {
        block_refuse(b, s->loc, "it returns out of a loop");
    }
}

static bool finds_loop(struct walker *w, struct stmt *s)
{
    bool *found = w->data;

    *found |= s->kind == STMT_FOR || s->kind == STMT_WHILE || s->kind == STMT_DO;
    return true;
}

bool block_takes_values(const struct symbol *f)
{
    for (int k = 0; k < f->params.n; k++) {
        const struct type *t = type_underlying(f->params.at[k]->type);
        if (!type_is_arithmetic(t) &&
            (t->kind != TYPE_RECORD || t->reference || type_holds_addresses(t)))
            return false;
    }
    return true;
}

/* Whether a function that the kernel calls has a loop, or parameters that are no values. */
static bool calls_more(struct ctx *c, const struct launch *l)
{
    symbol_vec functions = {0};
    bool found = false;
    struct walker w = {.data = &found, .stmt_pre = finds_loop};

    launch_functions(c, l, &functions);
    for (int i = 0; i < functions.n; i++) {
        const struct symbol *f = functions.at[i];
        found |= !block_takes_values(f);
        if (f->definition)
            walk_stmt(&w, f->definition->body);
    }
    return found;
}

/* The passes, and what they leave that is refused. What is wrong behind one of them counts, for
 * tests, if the kernel is not: of others the verifier does not know all that they name. */
static void passes(struct maker *m, const struct launch *l, struct block_kernel *b, bool structs)
{
    struct ctx *c = m->c;
    struct buf *faults = c->tree_faults, early = {0};

    c->tree_faults = faults ? &early : NULL;
    block_hidden(m, b->launch, b->one);
    block_without_return(m, b, &b->one, NULL);
    verify_block_pass(c, b, "returns");
    block_copies(m, b->one);
    verify_block_pass(c, b, "copies");
    block_indices(m, &b->one);
    verify_block_pass(c, b, "indices");
    if (!l->tiled) {
        block_counters(m, b->one);
        verify_block_pass(c, b, "counters");
        block_continues(m, b->one);
        verify_block_pass(c, b, "continues");
    }
    block_inline(m, &b->one, structs && !l->tiled && !calls_more(c, l));
    verify_block_pass(c, b, "inlining");
    block_indices(m, &b->one); /* those of functions */
    verify_block_pass(c, b, "indices of functions");
    if (structs && !l->tiled) {
        block_truths(m, b->one);
        verify_block_pass(c, b, "truths");
    }
    if (!structs)
        block_records(m, &b->one);
    verify_block_pass(c, b, "records");
    c->tree_faults = faults;
    b->launch->lambda->body = b->one;
    tree_lists_launch(c, (struct launch *)b->launch);
    if (m->refused)
        block_refuse(b, l->call->loc, "it has an expression that is not understood");
    look(c, b, structs);
    if (faults && !b->refused)
        buf_addn(faults, early.at, early.n);
    buf_free(&early);
}

void block_normal(struct ctx *c, struct program *p, const struct launch *l, bool structs,
                  struct block_kernel *b)
{
    struct tree_clone k = tree_clone_begin(c);
    struct maker m;

    if (l->as_written) {
        block_refuse(b, l->call->loc, "its lambda's attribute asks for that");
        return;
    }
    if (!l->lambda || l->rank < 1 || l->rank > 3 || l->lambda->is_mutable) {
        block_refuse(b, l->call->loc,
                     !l->lambda    ? "it is a function"
                     : l->rank > 3 ? "it has more than three dimensions"
                                   : "it is mutable");
        return;
    }
    b->launch = tree_clone_launch(&k, l);
    b->one = b->launch->lambda->body;
    m = maker_begin(c, p, (struct launch *)b->launch, NULL);
    passes(&m, l, b, structs);
    if (!b->refused && !l->tiled) /* else by tiles.c */
        index_replace(c, p, b);
    verify_block_pass(c, b, "the index");
}
