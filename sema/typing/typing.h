/* typing.h - what the files of this room for plain C share among themselves, and the makers of
 * nodes (sema/tree/make.c), which type by the same rules; no other file includes it. */
#ifndef SEMA_TYPING_TYPING_H
#define SEMA_TYPING_TYPING_H

#include "sema/types/constant.h"
#include "sema/types/expr.h"
#include "sema/typing/sema.h"

/* Reports DIAG_invalid_c at loc when amp code is being typed; host code is cc's to judge, so
 * nothing happens there. */
void sema_invalid(struct sema *s, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Whether the byte stands in a system header; by the line markers, without reading files. */
bool loc_is_system(const struct ctx *c, struct loc loc);
/* RESTRICT_* bits of a clause: 0 for none, RESTRICT_CPU when it has no known word. Notes that the
 * unit uses AMP. */
unsigned restrict_bits(struct sema *s, const struct restrict_clause *clause);

/* spec.c: like type_from_spec; alone: the specifiers are a whole declaration ('struct s;' declares
 * the tag in this scope). */
struct type *spec_type(struct sema *s, struct spec *spec, bool alone);
/* The attributes mode and vector_size applied to t. */
struct type *attrs_apply(struct sema *s, struct type *t, struct attr *attrs);
/* The largest alignment that attributes aligned(n) ask for; 0: none. */
int attrs_alignment(struct sema *s, struct attr *attrs);
bool attrs_have(const struct attr *attrs, const char *name);
/* The alignment that the specifiers ask for with _Alignas; 0: none. */
int spec_alignment(struct sema *s, struct spec *spec);

/* record.c, enum.c: the type of a struct, union or enum specifier. */
struct type *record_from_spec(struct sema *s, struct spec *spec, bool alone);
struct type *enum_from_spec(struct sema *s, struct spec *spec);

/* layout.c: what a member asks for besides its type. */
struct layout_wish {
    int align; /* aligned(n), _Alignas; 0: nothing */
    bool packed;
};
/* Sets offsets, size and alignment of a record whose members are known. wishes has one entry per
 * member; align: what the record's own attributes ask for; pack: of #pragma pack, 0: none. False:
 * it is larger than TYPE_SIZE_MAX, and has no size. */
bool layout_record(struct record *r, const struct layout_wish *wishes, int align, int pack);
/* arithmetic.c: program.math_options and contracts, behind all declarations. */
void arithmetic_facts(struct sema *s);
/* Reads the pragmas that govern contraction in the declaration at loc; the one before it ends at
 * byte 'behind'. */
void arithmetic_declaration(struct sema *s, unsigned behind, struct loc loc);

/* The #pragma pack value in force at a byte of the unit; 0: none. */
int layout_pack(struct sema *s, unsigned offset);

/* decl.c: parameters of array and function type become pointers. */
struct type *type_adjusted(struct ctx *c, struct type *t);
/* A name has one meaning in a scope: reports the second one, at loc, in amp code. cc sees to it in
 * host code. */
void declared_twice(struct sema *s, const char *name, struct loc loc, struct loc before);
/* A new symbol that stands in the present function and lambda; not yet in a scope. */
struct symbol *symbol_new(struct sema *s, enum symbol_kind kind, const char *name, struct loc loc,
                          struct type *t);
/* Types what a declared variable begins with, and completes the variable's type by it. */
void variable_init(struct sema *s, struct init_declarator *id, struct symbol *symbol);
/* Declares a function's parameter in the innermost scope; its type, which p->symbol has if it has a
 * name. */
struct type *param_declare(struct sema *s, struct param *p);
/* The base type of one declarator of a declaration: the specifiers' with the attributes that change
 * a type. */
struct type *declarator_base(struct sema *s, struct spec *spec, struct declarator *d);

/* function.c */
struct symbol *function_declare(struct sema *s, struct spec *spec, struct declarator *d,
                                struct type *t, struct decl *definition);
void function_define(struct sema *s, struct decl *d);

/* closure.c: a variable of amp code that is initialised with a lambda becomes an amp function, to
 * which the name refers from here on. False: it is no such variable. */
bool closure_declare(struct sema *s, struct init_declarator *id, struct symbol *variable);
/* The name e, typed, of a variable in such a lambda: what is declared outside is captured, and e
 * becomes the parameter for it. */
void closure_use(struct sema *s, struct expr *e);
/* The same of the operand of '&': a constant, whose value alone needs no capture, is captured, too.
 */
void closure_address(struct sema *s, struct expr *e);
/* Whether e names what such a lambda has captured by value. */
bool closure_is_copy(const struct expr *e);
/* A 'return' of a lambda without '-> type': its value, which it types, has the type that the others
 * have. False: it is another's. */
bool closure_returns(struct sema *s, struct stmt *st);
/* Adds what the lambda k captures to the typed arguments of the call e. */
void closure_arguments(struct sema *s, struct expr *e, const struct closure *k);
/* A specifier that is the type t as it would be written. */
struct spec *spec_of_type(struct ctx *c, struct type *t, struct loc loc);

/* jump.c: what a loop (value NULL) or a switch over value, typed, does to the labels and jumps in
 * it. */
void breakable_push(struct sema *s, bool is_switch, const struct expr *value);
void breakable_pop(struct sema *s);
/* A break, continue, case (typed) or default in a place that has no use for it. */
void jump_check(struct sema *s, const struct stmt *st);

/* expr.c: the type of ({ body }), typed, with its qualifiers: its last statement gives the value;
 * labels before that are looked through. */
struct type *block_type(const struct stmt *body);

/* literal.c: integer, character, floating constants, strings. */
void literal_type(struct sema *s, struct expr *e);

/* expr_name.c, expr_ops.c, expr_call.c, expr_type.c: the node of that kind, operands not yet typed.
 */
void name_type(struct sema *s, struct expr *e);
void undeclared_report(struct sema *s, const struct expr *e);
void member_type(struct sema *s, struct expr *e);
void subscript_type(struct sema *s, struct expr *e);
void unary_type(struct sema *s, struct expr *e);
void binary_type(struct sema *s, struct expr *e);
void assign_type(struct sema *s, struct expr *e);
/* Whether the function b, called by 'name', may be called on this side (some are for amp code
 * alone); reports it otherwise. */
struct builtin;
bool call_side_allows(struct sema *s, const struct expr *name, const struct builtin *b);
void cond_type(struct sema *s, struct expr *e);
void call_type(struct sema *s, struct expr *e);
void cast_type(struct sema *s, struct expr *e);
void sizeof_type(struct sema *s, struct expr *e);
void generic_type(struct sema *s, struct expr *e);
void offsetof_type(struct sema *s, struct expr *e);

/* gnu_builtin.c: a call of __builtin_x and the like: types the node and returns true, or false for
 * other names. Arguments are typed already. */
bool gnu_builtin_call(struct sema *s, struct expr *e);

/* tgmath.c: makes a call of __builtin_tgmath in amp code one of the function that is meant and
 * types it; false: it is something else. */
bool tgmath_call(struct sema *s, struct expr *e);

/* convert.c */
void convert_promote(struct sema *s, struct expr **e);
/* Usual arithmetic conversions of both operands; the common type. */
struct type *convert_usual(struct sema *s, struct expr **a, struct expr **b);
/* Default argument promotions. */
void convert_argument(struct sema *s, struct expr **e);
/* As by assignment to an object of type t: initialisers, arguments, results too. In amp code what C
 * does not allow is reported, 'what' names the place ("argument 2 of 'f'"). */
void convert_assign(struct sema *s, struct expr **e, struct type *t, const char *what);
/* The type of the expression as an operand of arithmetic: promoted, bit-fields by their width. */
struct type *expr_promoted(struct sema *s, const struct expr *e);
bool expr_is_null(const struct expr *e);
bool type_is_unknown(const struct type *t);

/* init.c: types the initialiser of an object of type t; the result is t, or the complete array type
 * that the initialiser gives an array of unknown length. */
struct type *init_object(struct sema *s, struct init *init, struct type *t);

#endif
