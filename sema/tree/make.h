/* make.h - makers of typed nodes, for passes that rewrite kernels: each gives a node as typing
 * makes it of what a user writes, with its type, its lvalue flag, its constant value, and
 * conversions as nodes around its operands.
 *
 * It relies on typing (sema/typing): a maker fills in what the parser would, and has the rules of C
 * and AMP type it; there is no second copy of them. Operands are typed nodes that stand nowhere
 * else (tree_clone_expr copies those that do). What the rules refuse gets the type unknown and sets
 * 'refused', and nothing is reported: a pass that asks for it has met code that it does not
 * understand, and leaves the kernel as it was.
 *
 *     struct maker m = maker_begin(c, p, clone, NULL);
 *     struct symbol *k = make_local(&m, "k", type_basic(TYPE_INT), 0);
 *     struct expr *less = make_binary(&m, OP_LT, make_name(&m, k), make_name(&m, w));
 *     struct stmt *loop = make_for(&m, make_declare(&m, k, make_init(&m, make_int(&m, 0,
 * int_type))), less, make_unary(&m, OP_PREINC, make_name(&m, k)), body);
 *
 * Parentheses: the generators print them where the tree needs them, so nobody has to make any.
 * Behind a pass, tree_lists_launch (lists.h) brings the launch's lists up to date. */
#ifndef SEMA_TREE_MAKE_H
#define SEMA_TREE_MAKE_H

#include "common/ctx.h"
#include "parser/tree.h"
#include "sema/types/symbol.h"
#include "sema/types/type.h"

struct maker {
    struct ctx *c;  /* whose arena gets the nodes */
    struct loc loc; /* what the nodes stand for in the source: messages and #line name it */
    bool refused;   /* the rules have refused a node; the caller's to reset */

    /* make.c's own */
    struct launch *launch;
    struct symbol *function;
    struct sema *rules;
    struct diags *messages;
};

/* Makes nodes for the kernel of l, or, if that is NULL, for the body of the function f. */
struct maker maker_begin(struct ctx *c, struct program *p, struct launch *l, struct symbol *f);

/* ---- expressions ---- */

/* A constant of an integer type, int and longer; negative ones are what C has for them, -(1). */
struct expr *make_int(struct maker *m, long long value, const struct type *t);
/* A finite constant of type float or double. */
struct expr *make_real(struct maker *m, double value, const struct type *t);
/* A variable, parameter, enumerator or function that is in reach; what is captured has to be
 * already, or tree_lists_launch captures it. */
struct expr *make_name(struct maker *m, struct symbol *s);
struct expr *make_paren(struct maker *m, struct expr *a);
/* ++ and -- on either side, too. */
struct expr *make_unary(struct maker *m, enum op op, struct expr *a);
struct expr *make_binary(struct maker *m, enum op op, struct expr *a, struct expr *b);
/* a = b with OP_ASSIGN, a += b with OP_ADD. */
struct expr *make_assign(struct maker *m, enum op op, struct expr *a, struct expr *b);
/* b NULL: GNU's a ?: c. */
struct expr *make_cond(struct maker *m, struct expr *a, struct expr *b, struct expr *c);
struct expr *make_cast(struct maker *m, struct type *t, struct expr *a);
/* e as an object of type t takes it: converted where C and AMP convert. */
struct expr *make_convert(struct maker *m, struct type *t, struct expr *e);
/* What a pointer or array leads to, a row of a view, a component of an index. */
struct expr *make_subscript(struct maker *m, struct expr *a, struct expr *b);
/* a.name and a->name, of records and of AMP's types. */
struct expr *make_member(struct maker *m, struct expr *a, const char *name);
struct expr *make_arrow(struct maker *m, struct expr *a, const char *name);
/* An element of a view: n subscripts, or an index. */
struct expr *make_element(struct maker *m, struct expr *view, struct expr *const *args, int n);
/* A call of an amp function; of a function of C's library or AMP's ("fmin", "atomic_fetch_add")
 * that nothing declares, in a namespace ("fast_math") unless that is NULL; of a method, as
 * barrier.wait(). */
struct expr *make_call(struct maker *m, struct symbol *f, struct expr *const *args, int n);
struct expr *make_library_call(struct maker *m, const char *ns, const char *name,
                               struct expr *const *args, int n);
struct expr *make_method_call(struct maker *m, struct expr *object, const char *name,
                              struct expr *const *args, int n);
/* A value of an AMP type: index<2>(a, b). */
struct expr *make_construct(struct maker *m, struct type *t, struct expr *const *args, int n);
/* (t){init}; init is one of braces. */
struct expr *make_compound(struct maker *m, struct type *t, struct init *init);
struct expr *make_sizeof(struct maker *m, struct type *t);
/* ({ body }) */
struct expr *make_block_value(struct maker *m, struct stmt *body);

/* Types e anew, in its place, when its operands, or the types of what they name, have become
 * others. Conversions that are no casts are made anew: what a pass converts by itself it casts.
 * Literals, conversions and names without a symbol stay as they are. */
void retype_expr(struct maker *m, struct expr *e);
/* The same of what a variable of amp code begins with. */
void retype_variable(struct maker *m, struct init_declarator *d);

/* ---- initialisers and declarations ---- */

struct init *make_init(struct maker *m, struct expr *e);
/* { items }, each made by make_init or make_init_list. */
struct init *make_init_list(struct maker *m, struct init *const *items, int n);
/* A new variable, called like 'name' and nothing else in the unit ("k.3"); 'storage' may be
 * STORAGE_TILE_STATIC. make_declare declares it. */
struct symbol *make_local(struct maker *m, const char *name, struct type *t, unsigned storage);
/* The declaration of s, which make_local made; init may be NULL. */
struct stmt *make_declare(struct maker *m, struct symbol *s, struct init *init);
/* index<2> s(args) */
struct stmt *make_constructed(struct maker *m, struct symbol *s, struct expr *const *args, int n);

/* ---- statements ---- */

struct stmt *make_effect(struct maker *m, struct expr *e);
struct stmt *make_empty(struct maker *m);
struct stmt *make_block(struct maker *m, struct stmt *const *items, int n);
void block_add(struct maker *m, struct stmt *block, struct stmt *item);
/* else_ may be NULL. */
struct stmt *make_if(struct maker *m, struct expr *e, struct stmt *body, struct stmt *else_);
struct stmt *make_while(struct maker *m, struct expr *e, struct stmt *body);
struct stmt *make_do(struct maker *m, struct stmt *body, struct expr *e);
/* 'first' is a declaration, an effect, or NULL; e and step may be NULL, too. */
struct stmt *make_for(struct maker *m, struct stmt *first, struct expr *e, struct expr *step,
                      struct stmt *body);
struct stmt *make_switch(struct maker *m, struct expr *e, struct stmt *body);
/* case e: or case e ... last: in front of body; e NULL: default. */
struct stmt *make_case(struct maker *m, struct expr *e, struct expr *last, struct stmt *body);
/* e NULL: without a value. */
struct stmt *make_return(struct maker *m, struct expr *e);
/* STMT_BREAK or STMT_CONTINUE */
struct stmt *make_jump(struct maker *m, enum stmt_kind kind);
/* barrier.wait(); of a tile_barrier, or of t.barrier for a tiled_index t. */
struct stmt *make_wait(struct maker *m, struct expr *barrier);

#endif
