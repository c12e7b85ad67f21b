/* sema.h - the entry of the room: types every expression of a unit; and what its files share.
 *
 * README.md of this folder has the files by the chapters of C and AMP. Below stand what all of them
 * use: the state of typing (struct sema), scopes, declarations, specifiers and layouts. typing.h
 * has the rest that C's files share, amp_internal.h what AMP's do. Tables and types are
 * sema/types', checks sema/checks'.
 *
 * Example: struct program *p = sema_unit(c, parse_unit(c)) types the tree and fills p->launches.
 */
#ifndef SEMA_TYPING_SEMA_H
#define SEMA_TYPING_SEMA_H

#include "common/ctx.h"
#include "parser/tree.h"
#include "sema/types/symbol.h"
#include "sema/types/type.h"

/* Fills the "sema" fields of the whole tree and collects launches and amp functions. Reports AMP
 * errors only: faults of plain host code get the type unknown and are left to cc. Implicit
 * conversions become EXPR_CONVERT nodes wherever types are known. */
struct program *sema_unit(struct ctx *c, struct unit *u);

/* ---- for the files of this room ---- */

struct undeclared { /* a name, and the launch or function that it is used in */
    const char *name;
    const void *code;
};

/* A lambda with a name: 'auto f = [=](index<1> i) restrict(amp) { ... };'. */
struct named_lambda {
    const struct symbol *symbol;
    struct expr *lambda;
    struct launch *launch; /* with all that follows from the lambda; its call is NULL until then */
};

struct sema {
    struct ctx *c;
    struct program *program;
    struct scope *scope;     /* innermost */
    struct symbol *function; /* being typed; NULL at file scope */
    struct lambda *lambda;   /* innermost lambda being typed */
    struct launch *launch;   /* the launch whose kernel is being typed; NULL outside kernels */
    unsigned region; /* RESTRICT_*: the restriction set of the code being typed; RESTRICT_AMP in
                        kernels */
    struct closure *closure;        /* closure.c: innermost lambda in amp code being typed */
    struct decl *item;              /* the declaration that is an item of the innermost block */
    stmt_vec copies;                /* declarations that go in front of it */
    decl_vec lifted;                /* functions that lambdas have become */
    struct breakable *breakable;    /* jump.c: innermost loop or switch of the function or lambda */
    const struct expr *statement;   /* the expression of the innermost expression statement, whose
                                       value is not used */
    int unevaluated;                /* > 0 inside sizeof, typeof, _Alignof, unselected _Generic */
    VEC(struct record *) records;   /* so far; record.id is the index */
    struct pack_list *packs;        /* layout.c: #pragma pack in the text; NULL: not read yet */
    VEC(struct named_lambda) named; /* of the function being typed */
    VEC(struct undeclared) undeclared; /* undeclared names that have been reported */
    bool contraction_off;              /* by the last pragma at file scope */
    bool uncontracted;                 /* by a pragma: what stands in the declaration being typed */
    int functions;                     /* declarations of functions so far */
    bool remade; /* a maker's (sema/tree/make.h): what it types has been typed as the user wrote it
                  */
    int amp_use; /* > 0 in template arguments, which are not in the host text */
};

/* scope.c */
void scope_push(struct sema *s);
void scope_pop(struct sema *s);
struct symbol *scope_find(struct sema *s, const char *name);      /* ordinary names; NULL: none */
struct symbol *scope_find_here(struct sema *s, const char *name); /* innermost scope only */
/* The ordinary name in scope that a misspelt one most likely means; NULL: none is near. */
const char *scope_nearest(struct sema *s, const char *name);
void scope_add(struct sema *s, struct symbol *symbol);
struct type *scope_find_tag(struct sema *s, const char *tag, bool here_only);
void scope_add_tag(struct sema *s, const char *tag, struct type *t);
/* Declares the tags and enumerators of a scope that was popped once more. */
void scope_add_closed(struct sema *s, const struct scope *closed);
bool scope_is_file(const struct sema *s);

/* program.c: facts about the host compiler from runtime/ampc_gen.h: whether its constant 'name' is
 * not 0 (false if the header is not included). The other: the type of plain char. */
bool sema_host_fact(struct sema *s, const char *name);
struct type *sema_char(struct sema *s);

/* spec.c, decl.c, stmt.c, init.c; undeclared_within: expr_name.c */
struct type *type_from_spec(struct sema *s, struct spec *spec);
struct type *type_from_declarator(struct sema *s, struct type *base, struct declarator *d);
/* The type of a parameter, which may be a reference. */
struct type *type_of_param(struct sema *s, struct type *base, struct declarator *d);
/* Where AMP needs an object and the type of e is unknown: reports the undeclared names in it, also
 * in host code, as the host compiler's messages would be about generated text. Whether there are
 * any. */
bool undeclared_within(struct sema *s, struct expr *e);
struct type *type_from_name(struct sema *s, struct type_name *n);
void type_views_report(struct sema *s, struct loc loc); /* more than TYPE_VIEWS_MAX */
void sema_decl(struct sema *s, struct decl *d);
void sema_stmt(struct sema *s, struct stmt *st);
/* Types the body of a function or lambda; the innermost scope has its parameters. */
void sema_body(struct sema *s, struct stmt *st);
void sema_init(struct sema *s, struct init *init, struct type *t);
/* Declares one parameter in the innermost scope and returns its symbol (NULL if unnamed); types its
 * declarator first. */
struct symbol *sema_param(struct sema *s, struct param *p);

/* expr.c: types *e and its operands; *e may be replaced. sema_value (convert.c) also decays arrays
 * and functions. */
void sema_expr(struct sema *s, struct expr **e);
void sema_value(struct sema *s, struct expr **e);
/* convert.c: wraps *e in an EXPR_CONVERT to t unless it has that type already or either is unknown.
 */
void sema_convert(struct sema *s, struct expr **e, struct type *t);

/* amp_type.c: type of an AMP specifier; unknown after an error (reported). */
struct type *amp_type_from_spec(struct sema *s, struct amp_spec *a);

/* amp_expr.c and the other amp_*.c: each returns false if the node is no AMP construct (then C's
 * rules apply), and true if it has typed the node; errors are reported and give the type unknown.
 * Operands are typed already, except for calls: amp_expr_call types callee and arguments itself
 * when it returns true. */
bool amp_expr_member(struct sema *s, struct expr *e);
bool amp_expr_call(struct sema *s, struct expr *e);
bool amp_expr_subscript(struct sema *s, struct expr *e);
bool amp_expr_unary(struct sema *s, struct expr *e);
/* The same for an undeclared name. */
bool amp_expr_name(struct sema *s, struct expr *e);
bool amp_expr_binary(struct sema *s, struct expr *e);
bool amp_expr_assign(struct sema *s, struct expr *e);
/* EXPR_CONSTRUCT, and declarations 'index<2> i(1, 2);' (d given, e NULL): checks and converts the
 * arguments for an object of type t. */
void amp_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where);
/* '{0}' and '{}' for an index or extent, and the 0 of '{0}' that reaches one with its braces
 * elided: makes it a construction without arguments; false: it is another initialiser. */
bool amp_init_zero(struct sema *s, struct init *init, struct type *t);
/* The same for braces around the components of an index or extent, '{2, 3}'. */
bool amp_init_components(struct sema *s, struct init *init, struct type *t);
/* Initialiser 'index<2> a = b;' and arguments, returns: conversions between AMP types (tiled_index
 * to index, view of T to view of const T ...); reports types that do not fit. True if t or
 * (*e)->type is an AMP type. */
bool amp_convert(struct sema *s, struct expr **e, struct type *t, struct loc where);
/* Whether an argument is an object that a parameter of type t, a reference that is not const, can
 * be bound to; reports it otherwise. */
bool amp_bind(struct sema *s, const struct expr *e, struct type *t, struct loc where);

/* vector.c, short vectors: the same as the functions for AMP's types above. vector_convert is false
 * also where a norm or unorm has become its number, which C's rules convert further; vector_cast is
 * of e, a cast to t; construct_variable makes the arguments of 'float_4 v(1, 2, 3, 4);' an
 * initialiser. */
bool vector_member(struct sema *s, struct expr *e);
/* Calls of functions by component, and of members as functions (vector_call.c). */
bool vector_call(struct sema *s, struct expr *e);
bool vector_method(struct sema *s, struct expr *e);
bool vector_unary(struct sema *s, struct expr *e);
bool vector_binary(struct sema *s, struct expr *e);
bool vector_assign(struct sema *s, struct expr *e);
bool vector_convert(struct sema *s, struct expr **e, struct type *t);
bool vector_cast(struct sema *s, struct expr *e, struct type *t);
/* Type e, sampler(args), and the declaration of a sampler, which gets an initialiser: calls of a
 * function of <amp_graphics.h>, whose name stands for what is at 'name'. */
void texture_sampler(struct sema *s, struct expr *e, struct loc name);
/* Reports a store to e if that is an element of a texture, which is read; false: it is none. */
bool texture_write_report(struct sema *s, const struct expr *e);
struct init *texture_sampler_variable(struct sema *s, struct init_declarator *d,
                                      const struct symbol *symbol);
bool vector_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where);
void vector_construct_expr(struct sema *s, struct expr *e, struct type *t);
struct init *vector_construct_variable(struct sema *s, struct init_declarator *d, struct type *t);
/* Whether init, typed, initialises a whole vector of type t, though it is none: its braces are not
 * elided. */
bool vector_init_takes(const struct type *t, const struct init *init);
/* Numbers in braces around a vector of norm or unorm become its components, as a constructor's do.
 */
void vector_brace_numbers(struct sema *s, struct init *init, const struct type *t);
/* Reports braces, typed, around a vector of type t that C would fill with zeros. */
void vector_braces(struct sema *s, const struct init *init, const struct type *t);

/* Where a number is needed: reports e, typed, if it is a row of a view, which lacks subscripts. */
bool amp_row_report(struct sema *s, struct expr *e);
/* Where a number is wanted and e, typed, is none but has components: what to write, as the end of a
 * message; else "". */
const char *amp_number_hint(struct sema *s, struct expr *e);

/* amp_handle.c: a view is lent to a parameter of type t, its ampc_viewN in the library's header. */
bool amp_lends_view(const struct type *view, const struct type *t);

/* atomic.c: makes a statement expression that is an atomic exchange (a macro of <stdatomic.h>) a
 * call of AMP's and types it, in amp code; false: it is something else. */
bool atomic_statement(struct sema *s, struct expr *e);

/* launch.c: a call of parallel_for_each (the name has no declaration of the user's); types it all.
 */
void launch_call(struct sema *s, struct expr *e);
/* Types a variable that is initialised with a kernel's lambda, where 'auto' stands for its type:
 * the captures are those of this place. Afterwards it has the type void, and the lambda is an
 * argument of the call that launches it. False: it is no such variable. */
bool launch_named(struct sema *s, struct init_declarator *id, struct symbol *symbol);
/* Reports the use of such a variable for something else; false: e names none. */
bool launch_named_report(struct sema *s, const struct expr *e);
/* Types the lambda of call, f.then(lambda): call->launch gets its captures. */
void launch_continuation(struct sema *s, struct expr *call, struct expr *lambda);
/* A name was used inside a kernel: notes the capture when it is a local of the host function. */
void launch_use(struct sema *s, struct expr *name);
/* e is a pointer that the kernel captures, which the checks refuse. */
bool launch_captures(const struct sema *s, struct expr *e);

#endif
