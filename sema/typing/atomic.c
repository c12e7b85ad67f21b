/* atomic.c - atomic functions of the compiler, which <stdatomic.h> expands to, as AMP's atomics in
 * amp code.
 *
 * Example: the statement expression of GCC's atomic_exchange becomes a call of
 * AMP_ATOMIC_EXCHANGE. */
#include <string.h>

#include "common/intern.h"
#include "sema/typing/amp_internal.h"

/* The compiler's function, AMP's function, and the number of arguments that it has; behind them are
 * memory orders. */
static const struct {
    const char *name, *amp;
    int args, orders;
} functions[] = {
    {"__atomic_fetch_add", "atomic_fetch_add", 2, 1},
    {"__atomic_fetch_sub", "atomic_fetch_sub", 2, 1},
    {"__atomic_fetch_and", "atomic_fetch_and", 2, 1},
    {"__atomic_fetch_or", "atomic_fetch_or", 2, 1},
    {"__atomic_fetch_xor", "atomic_fetch_xor", 2, 1},
    {"__atomic_exchange_n", "atomic_exchange", 2, 1},
    {"__atomic_load_n", "atomic_load", 1, 1},
    {"__atomic_store_n", "atomic_store", 2, 1},
    {"__atomic_compare_exchange_n", "atomic_compare_exchange", 3, 3},
    {"__c11_atomic_fetch_add", "atomic_fetch_add", 2, 1},
    {"__c11_atomic_fetch_sub", "atomic_fetch_sub", 2, 1},
    {"__c11_atomic_fetch_and", "atomic_fetch_and", 2, 1},
    {"__c11_atomic_fetch_or", "atomic_fetch_or", 2, 1},
    {"__c11_atomic_fetch_xor", "atomic_fetch_xor", 2, 1},
    {"__c11_atomic_exchange", "atomic_exchange", 2, 1},
    {"__c11_atomic_load", "atomic_load", 1, 1},
    {"__c11_atomic_store", "atomic_store", 2, 1},
    {"__c11_atomic_compare_exchange_strong", "atomic_compare_exchange", 3, 2},
    {"__c11_atomic_compare_exchange_weak", "atomic_compare_exchange", 3, 2},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Replaces the callee by AMP's function 'name' and returns its row. */
static const struct amp_member *renamed(struct sema *s, struct expr *call, const char *name)
{
    expr_unparen(call->a)->name = intern_str(s->c->names, name);
    return amp_function_find(name);
}

const struct amp_member *atomic_function(struct sema *s, struct expr *call, const char *name)
{
    for (int i = 0; i < FUNCTIONS; i++) {
        int n = functions[i].args;
        if (strcmp(functions[i].name, name) != 0 || call->args.n != n + functions[i].orders)
            continue;
        for (int k = n; k < call->args.n; k++)
            sema_value(s, &call->args.at[k]);
        call->args.n = n;
        return renamed(s, call, functions[i].amp);
    }
    return NULL;
}

/* ---- statement expressions ---- */

/* The block of a statement expression: its variables and its call. */
struct block {
    stmt_vec items;
    struct expr *value; /* the last expression */
};

/* The name of the variable that e is, or if 'address' that e is the address of; NULL: neither. */
static const char *variable(struct expr *e, bool address)
{
    e = expr_unparen(e);
    if (address && (e->kind != EXPR_UNARY || e->op != OP_ADDR))
        return NULL;
    if (address)
        e = expr_unparen(e->a);
    return e->kind == EXPR_NAME ? e->name : NULL;
}

/* The initialiser of the block's variable that e (or what e is the address of) names; NULL: none.
 */
static struct expr *initial_value(const struct block *b, struct expr *e, bool address)
{
    const char *name = variable(e, address);

    for (int i = 0; name && i < b->items.n; i++) {
        const struct stmt *item = b->items.at[i];
        if (item->kind != STMT_DECL || item->decl->kind != DECL_VARS ||
            item->decl->declarators.n != 1)
            continue;
        const struct init_declarator *d = item->decl->declarators.at[0];
        if (d->declarator->name == name && d->init)
            return d->init->expr;
    }
    return NULL;
}

/* The call of the compiler's function 'name' with n arguments that e is; NULL: something else. */
static struct expr *call_of(struct expr *e, const char *name, int n)
{
    e = expr_unparen(e);
    if (e->kind != EXPR_CALL || e->args.n != n || e->a->kind != EXPR_NAME ||
        strcmp(e->a->name, name) != 0)
        return NULL;
    return e;
}

/* Gives the call two arguments: the initial value of its pointer, and that of the variable whose
 * address is argument 'at'; 'between' them, if it is not NULL. Returns the call; NULL: the block
 * has no such values. */
static struct expr *pointer_and_value(const struct block *b, struct expr *call, int at,
                                      struct expr *between, expr_vec *args, struct arena *a)
{
    struct expr *pointer = call ? initial_value(b, call->args.at[0], false) : NULL;
    struct expr *value = call ? initial_value(b, call->args.at[at], true) : NULL;

    if (!pointer || !value)
        return NULL;
    vec_push(a, args, pointer);
    if (between)
        vec_push(a, args, between);
    vec_push(a, args, value);
    return call;
}

/* The call of 'name' with n arguments in a block whose value is the variable to which argument 'at'
 * points, that is, the call's result. NULL: the block is of another form. */
static struct expr *call_with_result(const struct block *b, const char *name, int n, int at)
{
    const struct stmt *before = b->items.n >= 2 ? b->items.at[b->items.n - 2] : NULL;
    struct expr *call = NULL;

    if (before && before->kind == STMT_EXPR)
        call = call_of(before->expr, name, n);
    if (!call || !variable(b->value, false) ||
        variable(b->value, false) != variable(call->args.at[at], true))
        return NULL;
    return call;
}

/* { p = P; v = V; r; __atomic_exchange(p, &v, &r, order); r; } */
static struct expr *exchange(const struct block *b, expr_vec *args, struct arena *a)
{
    return pointer_and_value(b, call_with_result(b, "__atomic_exchange", 4, 2), 1, NULL, args, a);
}

/* { p = P; v = V; __atomic_compare_exchange(p, E, &v, weak, order, order); } */
static struct expr *compare_exchange(const struct block *b, expr_vec *args, struct arena *a)
{
    struct expr *call = call_of(b->value, "__atomic_compare_exchange", 6);

    return pointer_and_value(b, call, 2, call ? call->args.at[1] : NULL, args, a);
}

/* { p = P; r; __atomic_load(p, &r, order); r; } */
static struct expr *load(const struct block *b, expr_vec *args, struct arena *a)
{
    struct expr *call = call_with_result(b, "__atomic_load", 3, 1);
    struct expr *pointer = call ? initial_value(b, call->args.at[0], false) : NULL;

    if (pointer)
        vec_push(a, args, pointer);
    return pointer ? call : NULL;
}

/* { p = P; v = V; __atomic_store(p, &v, order); } */
static struct expr *store(const struct block *b, expr_vec *args, struct arena *a)
{
    return pointer_and_value(b, call_of(b->value, "__atomic_store", 3), 1, NULL, args, a);
}

bool atomic_statement(struct sema *s, struct expr *e)
{
    static const struct {
        struct expr *(*match)(const struct block *, expr_vec *, struct arena *);
        const char *name;
    } forms[] = {
        {exchange, "atomic_exchange"},
        {compare_exchange, "atomic_compare_exchange"},
        {load, "atomic_load"},
        {store, "atomic_store"},
    };
    struct block b = {0};
    expr_vec args = {0};
    struct expr *call = NULL;
    size_t k = 0;

    if (!(s->region & RESTRICT_AMP) || !e->body || e->body->items.n == 0)
        return false;
    b.items = e->body->items;
    if (b.items.at[b.items.n - 1]->kind != STMT_EXPR)
        return false;
    b.value = b.items.at[b.items.n - 1]->expr;
    while (k < sizeof forms / sizeof *forms && !(call = forms[k].match(&b, &args, &s->c->arena)))
        k++;
    if (!call)
        return false;
    e->body = NULL;
    e->kind = EXPR_CALL;
    e->a = call->a;
    e->args = args;
    atomic_call(s, e, renamed(s, e, forms[k].name));
    return true;
}
