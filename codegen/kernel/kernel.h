/* kernel.h - shared by the files of the kernel generator; private to codegen/kernel*.c.
 *
 * Names in the OpenCL text: everything of the user's begins with "u_" ("u1_", "u2_" where one name
 * stands for several things), hoisted tile_static objects with "t<n>_", constant tables of
 * functions with "c<n>_", what the generator adds with "ampc_". No name of OpenCL begins like that.
 */
#ifndef CODEGEN_KERNEL_KERNEL_H
#define CODEGEN_KERNEL_KERNEL_H

#include <stdbool.h>

#include "codegen/codegen.h"
#include "common/buf.h"
#include "common/ctx.h"
#include "common/node_table.h"
#include "runtime/ampc_gen.h"
#include "sema/types/pure.h"
#include "sema/analysis/spaces.h"
#include "sema/types/amp.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"
#include "sema/types/symbol.h"
#include "sema/types/type.h"

struct spec;
struct walker;

/* Precedences of op.def, and those of what is no operator. */
enum {
    PREC_COMMA = 1,
    PREC_ASSIGN = 2,
    PREC_COND = 3,
    PREC_OR = 4,
    PREC_EQUAL = 9,
    PREC_RELATION = 10,
    PREC_ADD = 12,
    PREC_MUL = 13,
    PREC_UNARY = 14,
    PREC_POSTFIX = 15,
    PREC_PRIMARY = 16
};

/* What variables' names begin with in the emulator's text until codegen_emulated_end takes it away.
 */
#define KERNEL_SHOWN "ampc_u_"

typedef VEC(enum space) space_vec;

struct kernel_record { /* a struct or union that was emitted */
    const struct record *record;
    const char *name; /* "struct u_point" */
    bool failed;
};

struct kernel_alias { /* a variable with a name of the generator's */
    const struct symbol *symbol;
    const char *name;
};

struct kernel_hoisted { /* a statement expression whose value was computed before its statement */
    const struct expr *from;
    const struct expr *value; /* NULL: void */
};

struct kernel_instance { /* an amp function for one combination of memories its pointer parameters
                            point into */
    struct symbol *symbol;
    space_vec spaces; /* one per parameter; NONE for what is no pointer */
    struct space_instance known;
    enum space result;
    struct loc call;         /* the first */
    const char *name;        /* NULL: not emitted yet, nor is what follows known */
    symbol_vec tile_statics; /* handed down to it, after its own parameters */
    bool ends;               /* may end the thread */
    bool stops;              /* it, or a check, needs ampc_s: gets it after these */
};

/* The kernel, function or constant being emitted. A constant's initialiser has no statements around
 * it and no variables of the generator's, and names of constants in it stand for their values. */
struct kernel_frame {
    bool constant;
    const struct launch *launch;      /* NULL in what is no kernel */
    kernel_arg_vec args;              /* of the launch */
    struct kernel_instance *instance; /* NULL in what is no function */
    struct stmt *body;
    struct space_instance known; /* what its pointers lead into */
    symbol_vec tile_statics;     /* used so far, own ones and those of functions called */
    VEC(struct kernel_alias) aliases;
    VEC(struct kernel_alias) ranges; /* companions of pointers, see kernel_range.c */
    VEC(struct kernel_hoisted) hoisted;
    struct buf temporaries; /* declarations that come before the body */
    int temporaries_n;
    bool ends;               /* has calls that may end the thread */
    bool stops;              /* uses ampc_s */
    struct node_table order; /* kernel_wait.c: the body's nodes as they end; empty: not asked yet */
    int last_wait;           /* of them, the last that is a wait or a loop with one in it */
    int indent;
    const char *file; /* what the next line of its text is said to be */
    int line;         /* 0: nothing is known */
    bool joinable;    /* the text ends in a newline that may become a blank */
};

/* What all texts of a unit share. */
struct kernel_unit {
    struct ctx *c;
    struct program *program;
    const struct kernel_launch *launches; /* by number */
    struct spaces *spaces; /* of all texts but the variants, which call more functions
                              like those of other units */
    /* What its amp code calls: assert or abort; functions without a body here; two of the functions
     * that have variants of their own, as far as there are. */
    bool stops, calls_out;
    const struct symbol *called[2];
};

enum kernel_kind { KERNEL_PLAIN, KERNEL_CHECKED, KERNEL_EMULATED };

/* The text being printed. */
struct kernel_gen {
    struct ctx *c;

    /* What it is, from the begin on. */
    const struct kernel_unit *unit;
    const struct symbol *const variant; /* of this function (kernel_extern.c); NULL: the unit's */
    const bool checked;                 /* subscripts are, see kernel_check.c */
    const bool emulated;                /* host C for the emulator, see kernel_emulated.c */
    const bool trial;                   /* nothing is reported, see refusal */
    const bool stops, calls_out;        /* functions may end the thread; are called by the interface
                                           of other units */

    /* Where it has come to. */
    struct buf *out; /* where text goes now */
    struct kernel_frame *frame;

    /* What there is of it: its sections, what was emitted already, what it asks of the library. */
    struct buf types, constants, helpers, functions, kernels;
    VEC(struct kernel_record) records;
    VEC(struct kernel_instance *) instances;
    VEC(const char *) names;      /* of what was emitted once: helpers, AMP types; interned */
    symbol_vec tile_statics;      /* position: the number in the name */
    symbol_vec tables;            /* constant objects that were emitted; position: the number */
    VEC(const char *) stop_texts; /* position: the number */
    symbol_vec shared_tiles;      /* see kernel_is_shared_tile; position: AMPC_TILE_k */
    struct symbol *tiles; /* stands for the tile_static objects of other units; NULL: none yet */
    unsigned uses;        /* AMPC__USES_* */
    kernel_need_vec needs;
    const char *refusal; /* of a trial: the first thing that would have been reported; NULL: none */

    /* Answers about functions, as far as they were asked for. */
    struct spaces *spaces;
    symbol_vec waiting, not_waiting;
    symbol_vec emulates, not_emulated;
};

/* ---- kernel_unit.c ---- */

struct kernel_unit kernel_unit(struct ctx *c, struct program *p, struct findings *findings,
                               const struct kernel_launch *launches);
/* Begins a text of a kind, the unit's or a variant of a function. It has checks, too, where the
 * user asked for them. */
struct kernel_gen kernel_begin(const struct kernel_unit *u, enum kernel_kind kind,
                               const struct symbol *variant);

/* ---- kernel.c ---- */

/* Reports what this text cannot do; in a trial (kernel_extern.c) it is the reason why there is no
 * variant. */
void kernel_refuse(struct kernel_gen *g, enum diag_id id, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same as DIAG_unsupported. */
void kernel_unsupported(struct kernel_gen *g, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* True the first time the text asks for 'name'. */
bool kernel_once(struct kernel_gen *g, const char *name);
/* Ends the line of out / begins a new one that stands for what the user wrote at loc / for nothing.
 */
void kernel_newline(struct kernel_gen *g);
void kernel_line(struct kernel_gen *g, struct loc loc);
/* Goes on where the last line ended if loc stands on that line of the user's, else begins one that
 * stands for nothing. */
void kernel_line_with(struct kernel_gen *g, struct loc loc);
/* A directive that says which line of the user's the next one stands for. */
/* Behind the '{' of a function or kernel that stands in that definition: what keeps the device's
 * compiler from contraction, where the user wants none. */
void kernel_contraction(struct kernel_gen *g, const struct decl *definition);
void kernel_line_mark(const struct kernel_gen *g, struct buf *out, struct place p);
/* The argument that a symbol of the frame's launch is; NULL: none. */
const struct kernel_arg *kernel_arg_find(const struct kernel_gen *g, const struct symbol *s);
/* The name of its variable is a pointer to a buffer. */
bool kernel_arg_is_pointer(const struct kernel_gen *g, const struct kernel_arg *a);

/* Emits the kernel of a launch. */
void kernel_emit(struct kernel_gen *g, const struct launch *l);

/* ---- kernel_texts.c ---- */

/* Appends the text so far, in its order; frees its sections. */
void kernel_assemble(struct kernel_gen *g, struct buf *out);

/* ---- kernel_args.c ---- */

/* The arguments of a launch's kernel, in order / the name of its __kernel function; for struct
 * kernel_launch. */
void kernel_args(struct ctx *c, const struct launch *l, kernel_arg_vec *out);
const char *kernel_name(struct ctx *c, const struct launch *l);

/* ---- kernel_name.c ---- */

/* The name of a variable, parameter or member x: "u_x". */
const char *kernel_user_name(struct kernel_gen *g, const char *name);
/* The name of a function or tag x: "u_x"; "u1_x" for number 1. */
const char *kernel_global_name(struct kernel_gen *g, const char *name, int number);
/* The identifier of a name in OpenCL's characters, without prefix; name itself mostly. */
const char *kernel_plain_name(struct ctx *c, const char *name);
/* Whether the emulator's text may have the name as the user wrote it. */
bool kernel_shows_name(const char *name);
/* "base_x" and "arg_x", the parameters of a captured variable x. */
const char *kernel_param_name(struct kernel_gen *g, const char *prefix, const char *name);
/* "t0_x"; the number is the symbol's for the whole unit. */
const char *kernel_tile_name(struct kernel_gen *g, struct symbol *s);
/* Name of a constant object, emitted on first use. */
const char *kernel_table_name(struct kernel_gen *g, struct symbol *s, struct loc loc);

/* ---- kernel_type.c ---- */

/* The OpenCL name of an arithmetic type or enum ("uchar"); NULL for others and what OpenCL has not.
 */
const char *kernel_scalar(const struct type *t);
/* The name of a scalar, record or AMP value type, emitted if needed: "int", "struct u_point";
 * reports at loc what has none. */
const char *kernel_type(struct kernel_gen *g, const struct type *t, struct loc loc);
/* A declaration of 'declarator' with type t; a pointer (or the object itself, if it is none) is in
 * 'space'. */
const char *kernel_declare(struct kernel_gen *g, const struct type *t, const char *declarator,
                           enum space space, struct loc loc);
/* Struct of a record. */
const char *kernel_record(struct kernel_gen *g, const struct record *r, struct loc loc);
/* Name of member m of r in the text. */
const char *kernel_member_name(struct kernel_gen *g, const struct record *r,
                               const struct record_member *m);
/* "struct ampc_index2", "struct ampc_tiled2", "struct ampc_arg2"; emitted on first use. */
const char *kernel_index_type(struct kernel_gen *g, int rank);
const char *kernel_tiled_type(struct kernel_gen *g, int rank);
const char *kernel_arg_type(struct kernel_gen *g, int rank);
/* What names a view type: "view2_float"; its struct is "struct ampc_view2_float". */
const char *kernel_view_type(struct kernel_gen *g, const struct type *t, struct loc loc);
/* The elements of a view in its memory, which views of other element types may see, too. */
const char *kernel_element_type(struct kernel_gen *g, const struct type *t, struct loc loc);
/* Struct of the bytes of an object that holds views, which no kernel's parameter can be. */
const char *kernel_raw_type(struct kernel_gen *g, const struct type *t);
/* Whether a kernel's parameter of this type goes in a struct of its own: arrays. The struct's name,
 * with one member 'a'. */
const char *kernel_wrap_type(struct kernel_gen *g, const struct type *t, struct loc loc);
const char *space_text(enum space s); /* "__global ", "" for private */
const char *space_word(enum space s); /* "global", "private": for names in the text */

/* ---- kernel_helper.c: functions in front of the user's; each gives the name, emitted on first use
 * ---- */

enum index_helper {
    HELPER_MAKE, /* from components */
    HELPER_ALL,  /* all components alike */
    HELPER_GET,  /* component k of a value that is no object */
    HELPER_ADD,
    HELPER_SUB,
    HELPER_MUL,
    HELPER_DIV,
    HELPER_MOD,
    HELPER_EQUAL,
    HELPER_SIZE,
    HELPER_CONTAINS,
    HELPER_PAD,
    HELPER_TRUNCATE
};
const char *kernel_index_helper(struct kernel_gen *g, enum index_helper h, int rank);
/* The tiled_index of this thread. */
const char *kernel_tiled_helper(struct kernel_gen *g, const struct launch *l);
/* View from its kernel parameters; address of an element of a view by an index. */
const char *kernel_view_helper(struct kernel_gen *g, const struct type *view, struct loc loc);
const char *kernel_element_helper(struct kernel_gen *g, const struct type *view, struct loc loc);
/* The view type 'subview' from one of type 'view': at a component 0; from an index on, all that
 * follows or an extent; in another shape; with elements of another type. */
enum subview_helper { HELPER_ROW, HELPER_FROM, HELPER_SECTION, HELPER_SHAPE, HELPER_RETYPE };
const char *kernel_subview_helper(struct kernel_gen *g, enum subview_helper h,
                                  const struct type *view, const struct type *subview,
                                  struct loc loc);
/* The function that makes a view of a pointer and an extent. */
const char *kernel_over_helper(struct kernel_gen *g, const struct type *view, struct loc loc);
/* atomic_load of 'type' ("int", "float") in 'space'. */
const char *kernel_atomic_load_helper(struct kernel_gen *g, const char *type, enum space space);
/* atomic_fetch_add for float in 'space'. */
const char *kernel_float_add_helper(struct kernel_gen *g, enum space space);
/* atomic_compare_exchange for 'type' ("int", "ulong") in 'space', the expected value in 'expected'.
 */
const char *kernel_cas_helper(struct kernel_gen *g, const char *type, enum space space,
                              enum space expected);

/* ---- kernel_math.c ---- */

/* The function for a name of builtin.def: OpenCL's own, or an ampc_ helper, emitted on first use;
 * 'real' is the type that its R stands for ("float", "uint"), 'space' what its pointer points into.
 */
const char *kernel_builtin_helper(struct kernel_gen *g, const char *name, const char *real,
                                  enum space space);

/* ---- kernel_space.c ---- */

/* Whether a parameter was declared with & and is not const: a pointer in the text. */
bool kernel_is_reference(const struct symbol *s);
/* What is known of the pointers of this text's functions. */
struct spaces *kernel_spaces(struct kernel_gen *g);
/* The space that the text has for pointers with this set. */
enum space kernel_space(const struct kernel_gen *g, memory_set set);
/* What pointers that meet in one operation are converted to; null ones and what is no pointer do
 * not count. */
enum space kernel_meeting_space(const struct kernel_gen *g, const struct expr *a,
                                const struct expr *b);
/* Of a pointer variable; NONE: it is none. */
enum space kernel_symbol_space(const struct kernel_gen *g, const struct symbol *s);
/* Of the object that an lvalue names / of what a pointer's value leads into. */
enum space kernel_object_space(const struct kernel_gen *g, const struct expr *e);
enum space kernel_pointer_space(const struct kernel_gen *g, const struct expr *e);
memory_set kernel_pointer_memories(const struct kernel_gen *g, const struct expr *e);
/* The function that a call means, and the spaces of the arguments; NULL: see space_call. */
struct symbol *kernel_call_spaces(const struct kernel_gen *g, const struct expr *call,
                                  space_vec *spaces);

/* ---- kernel_any.c: pointers into several memories (SPACE_ANY), struct ampc_x_any ---- */

/* The struct, or the helper "ampc_any_<word>"; emitted on first use. */
const char *kernel_any_type(struct kernel_gen *g);
const char *kernel_any_helper(struct kernel_gen *g, const char *word);
/* Whether e is an object that such a pointer leads to; its address, its value (an array's: its
 * address). */
bool kernel_is_any(struct kernel_gen *g, const struct expr *e);
void kernel_any_address(struct kernel_gen *g, const struct expr *e);
void kernel_any_load(struct kernel_gen *g, const struct expr *e);
/* Around a value that is stored in e, whichever object that is. */
void kernel_store_begin(struct kernel_gen *g, const struct expr *e);
void kernel_store_end(struct kernel_gen *g, const struct expr *e);
/* Assignment, ++ and -- of such objects. */
void kernel_any_assign(struct kernel_gen *g, const struct expr *e);
void kernel_any_step(struct kernel_gen *g, const struct expr *e);
/* The pointer e as one of type t into 'space'. */
void kernel_pointer(struct kernel_gen *g, const struct expr *e, const struct type *t,
                    enum space space, int prec);
/* The bits of any pointer, as an ulong. */
void kernel_address_bits(struct kernel_gen *g, const struct expr *e);
/* A binary operator with such a pointer; false: there is none, nothing is printed. */
bool kernel_any_binary(struct kernel_gen *g, const struct expr *e, int prec);
/* ++ and --, assignment to a variable that is such a pointer. */
void kernel_any_pointer_step(struct kernel_gen *g, const struct expr *e);
void kernel_any_pointer_assign(struct kernel_gen *g, const struct expr *e);

/* ---- kernel_decl.c ---- */

void kernel_decl(struct kernel_gen *g, struct decl *d);
/* Whether the declaration can stand in the head of a for statement; if so kernel_decl_inline prints
 * it there (no ';'). */
bool kernel_decl_is_inline(struct kernel_gen *g, const struct decl *d);
void kernel_decl_inline(struct kernel_gen *g, struct decl *d);
/* An initialiser for an object of type t, without the '='. */
void kernel_init(struct kernel_gen *g, const struct init *init, const struct type *t);

/* ---- kernel_stmt.c ---- */

void kernel_stmt(struct kernel_gen *g, struct stmt *s);
/* The statements of a compound, without its braces. */
void kernel_block(struct kernel_gen *g, struct stmt *s);

/* ---- kernel_expr.c ---- */

/* Prints e so that it can be an operand where 'prec' binds. */
void kernel_expr(struct kernel_gen *g, const struct expr *e, int prec);
/* Prints the pointer e; 'end': if it is &a[i], that may be the address behind the last element. */
void kernel_address(struct kernel_gen *g, const struct expr *e, bool end, int prec);
/* The object that a pointer leads to. */
void kernel_pointee(struct kernel_gen *g, const struct expr *pointer, int prec);
/* e for its effects only / as a condition. */
void kernel_effect(struct kernel_gen *g, const struct expr *e);
void kernel_condition(struct kernel_gen *g, const struct expr *e, int prec);
/* Parentheses: kernel_open prints '(' if an expression of 'own' precedence needs them where 'prec'
 * binds. */
bool kernel_open(struct kernel_gen *g, int own, int prec);
void kernel_close(struct kernel_gen *g, bool opened);

/* ---- kernel_once.c: variables that the generator adds ---- */

/* A new variable of the frame, as an expression; 'space': what a pointer points into. */
struct expr *kernel_temporary(struct kernel_gen *g, struct type *t, enum space space,
                              struct loc loc);
/* Gives a variable of the frame another name / the name it has. */
void kernel_alias_add(struct kernel_gen *g, const struct symbol *s, const char *name);
const char *kernel_variable_name(struct kernel_gen *g, const struct symbol *s);
/* An expression for the object / the value of e that may be printed several times. Prints what goes
 * before it, with a comma behind: the caller has opened a parenthesis if e is not pure. */
const struct expr *kernel_object_once(struct kernel_gen *g, const struct expr *e);
const struct expr *kernel_value_once(struct kernel_gen *g, const struct expr *e);
/* *e, for a pointer or array e. */
const struct expr *kernel_deref(struct kernel_gen *g, const struct expr *e);
/* Prints a call with a variable of the thread's in place of what argument i, a pointer, points to:
 * that is copied before and after. 'print' prints the call itself. */
void kernel_through_private(struct kernel_gen *g, const struct expr *call, int i,
                            void (*print)(struct kernel_gen *, const struct expr *));
/* A compound literal as an object: an array, or a pointer to what is none. */
void kernel_literal_object(struct kernel_gen *g, const struct expr *e);

/* ---- kernel_block.c: statement expressions ---- */

/* Computes the statement expressions of e that need statements of their own, on lines before the
 * statement that holds e. Whether there are any. */
bool kernel_hoists(struct kernel_gen *g, const struct expr *e);
void kernel_hoist(struct kernel_gen *g, const struct expr *e);
void kernel_stmt_expr(struct kernel_gen *g, const struct expr *e, int prec);

/* ---- kernel_emulated.c: host C for the emulator ---- */

/* The unit's text, to be preprocessed. */
const char *kernel_emulated_text(struct kernel_gen *g, const struct buf *text);
/* Variables of a function or kernel that point to the tile_static objects it uses. */
void kernel_emulated_tiles(struct kernel_gen *g, const symbol_vec *tiles, struct buf *out);
/* The declaration of one, for debuggers: a pointer with the user's name. */
void kernel_emulated_tile_decl(struct kernel_gen *g, struct symbol *s);
/* The rest of a function behind its signature / a kernel's definition, 'head' being what comes
 * before the user's statements. */
void kernel_emulated_function(struct kernel_gen *g, const struct kernel_instance *in,
                              const struct kernel_frame *frame, const struct buf *body);
void kernel_emulated_kernel(struct kernel_gen *g, struct buf *head, const struct buf *body);
/* The function that the library calls, with pointers to the arguments of the n types. */
void kernel_emulated_entry(struct kernel_gen *g, const char *const *types, int n);

/* ---- kernel_stop.c: assert and abort ---- */

/* Whether e is a call of abort or of what assert calls. */
bool kernel_is_stop(const struct expr *e);
/* Whether evaluating e (NULL: nothing) or the initialisers of d may end the thread. */
bool kernel_may_stop(struct kernel_gen *g, const struct expr *e);
bool kernel_decl_may_stop(struct kernel_gen *g, struct decl *d);
/* "if (ampc_s->ended) return 0;" as the frame's result wants it: behind each such evaluation, the
 * node of the body. */
void kernel_way_out(struct kernel_gen *g, const void *node);
/* The way out of all threads of a tile, behind a wait; whether e is one that has it. */
bool kernel_leaves(struct kernel_gen *g, const struct expr *e);
void kernel_leave(struct kernel_gen *g);
/* A call of abort or of what assert calls. */
void kernel_stop(struct kernel_gen *g, const struct expr *e);
/* The frame uses ampc_s; the text names its type. */
void kernel_stop_use(struct kernel_gen *g);
void kernel_stop_type(struct kernel_gen *g);
/* The same, and the text has ampc_note(), which notes the first thread's ids and a text. */
void kernel_stop_note(struct kernel_gen *g);

/* The object that holds a text in the kernels. */
const char *kernel_stop_text(struct kernel_gen *g, const struct buf *text);

/* ---- kernel_check.c: subscripts that are checked ---- */

/* Whether the subscript or subview e is. */
bool kernel_is_checked(const struct kernel_gen *g, const struct expr *e);
/* The function that gives the address of an element by an index, to be called with the further
 * arguments that kernel_check_arguments prints; nothing for what is not checked. 'object' is the
 * view. */
const char *kernel_checked_element(struct kernel_gen *g, const struct type *view, struct loc loc);
void kernel_check_arguments(struct kernel_gen *g, const struct expr *e, const struct expr *object);
/* The check in a subview's helper, which has parameters for the same arguments. */
void kernel_check_subview(struct kernel_gen *g, enum subview_helper h, const struct type *subview,
                          struct loc loc);
/* Whether a loop has to end when a check in it fails. */
bool kernel_check_ends_loop(struct kernel_gen *g, const struct stmt *s);
/* Emits what checks call. */
void kernel_check_outside(struct kernel_gen *g);
/* Prints the checked index of an array's subscript e; 'end': its address may be the one behind the
 * last element. False: nothing is printed, no check is needed. */
bool kernel_check_index(struct kernel_gen *g, const struct expr *e, const struct expr *base,
                        const struct expr *index, bool end);

/* The object that says where e stands and what it is about, a pointer or array: "x.ampc:12: v". */
const char *kernel_check_place(struct kernel_gen *g, const struct expr *e,
                               const struct expr *object);

/* ---- kernel_row.c: pointers into arrays of arrays ---- */

/* The array that a base of a subscript is, without the conversion to a pointer. */
const struct expr *kernel_undecayed(const struct expr *base);
/* Prints the address of e, which lies within rows in a thread's own memory, as a pointer to
 * 'element': e's type, or that of its elements; 'end': it may be the one behind the last. False:
 * nothing is printed, e lies elsewhere. */
bool kernel_row_address(struct kernel_gen *g, const struct expr *e, const struct type *element,
                        bool end, int prec);

/* ---- kernel_range.c: accesses through pointers that are checked ---- */

/* Whether parameter i of f brings its companion; prints that behind the parameter / for an argument
 * / the argument that says nothing. */
bool kernel_takes_range(const struct kernel_gen *g, const struct symbol *f, int i);
void kernel_range_parameter(struct kernel_gen *g, struct buf *out, int i);
void kernel_range_argument(struct kernel_gen *g, const struct expr *e);
const char *kernel_range_nothing(struct kernel_gen *g);
/* Begins the frame of f / declares the companion of a variable. */
void kernel_range_parameters(struct kernel_gen *g, const struct symbol *f);
void kernel_range_declare(struct kernel_gen *g, const struct symbol *s);
/* Before the value that s gets is printed: prints "(companion = ..., "; false: s has none. */
bool kernel_range_assign(struct kernel_gen *g, const struct symbol *s, const struct expr *value);
/* Whether e, a subscript, * or ->, may be an access that is checked. */
bool kernel_is_reached(struct kernel_gen *g, const struct expr *e);
/* Prints the object that pointer + index (NULL: pointer) leads to, checked, for e; false: nothing
 * is known about it, or printed. */
bool kernel_reach(struct kernel_gen *g, const struct expr *e, const struct expr *pointer,
                  const struct expr *index);

/* ---- kernel_wait.c ---- */

/* Whether e, an expression statement's, is a wait at a barrier. */
bool kernel_is_wait(const struct expr *e);
/* Whether threads of the frame may wait for each other behind the node of its body. */
bool kernel_wait_follows(struct kernel_gen *g, const void *node);

/* ---- kernel_convert.c ---- */

/* e converted to t, as by assignment or a cast. */
void kernel_convert(struct kernel_gen *g, const struct expr *e, const struct type *t, int prec);
/* A pointer or array e converted to the pointer type t; 'end' as for kernel_address. */
void kernel_convert_pointer(struct kernel_gen *g, const struct expr *e, const struct type *t,
                            bool end, int prec);
/* An integer of type t. */
void kernel_integer(struct kernel_gen *g, long long value, const struct type *t, int prec);
/* A floating constant as written, of its type; converted to float. */
/* Prints a constant expression of type float or double that is infinite, no number or negative zero
 * by its bits: compilers of drivers fold operations that make such values, and what is compared
 * with them, wrongly. Otherwise prints nothing and returns false. */
bool kernel_special(struct kernel_gen *g, const struct expr *e, int prec);
void kernel_floating(struct kernel_gen *g, const struct expr *e, const struct type *t, int prec);
/* Whether e is a null pointer constant. */
bool kernel_is_null(const struct expr *e);

/* ---- kernel_call.c ---- */

void kernel_call(struct kernel_gen *g, const struct expr *e);
/* The instance that a call means; NULL after an error. */
struct kernel_instance *kernel_call_instance(struct kernel_gen *g, const struct expr *e);
/* The version of an amp function for the memories that its parameters point into, emitted when it
 * is new; 'call' is for messages. */
struct kernel_instance *kernel_instance_get(struct kernel_gen *g, struct symbol *f,
                                            const space_vec *spaces, struct loc call);
/* Prints "static float u_f(float u_x)", without what follows. */
void kernel_signature(struct kernel_gen *g, const struct kernel_instance *in);
/* The amp function that a call's callee names; NULL: none. */
struct symbol *kernel_callee(const struct expr *e);
/* Begins the expr_pre of walkers that look for what runs: false if nothing below 'e' does (sizeof),
 * or if it has just been walked (what a _Generic chose). Types as written run nothing either:
 * kernel_no_spec is their spec_pre. */
bool kernel_runs(struct walker *w, struct expr *e);
bool kernel_no_spec(struct walker *w, struct spec *s);
/* A use of a tile_static object in the frame. */
void kernel_use_tile_static(struct kernel_gen *g, struct symbol *s);

/* ---- kernel_extern.c: amp functions of other units; see ampc__variant ---- */

/* Whether f has so many pointer parameters that other units give it pointers into any memory rather
 * than call a version for their memories. */
bool kernel_extern_any(const struct symbol *f);
/* Emits the function 'in' as a call of another unit's. All such calls take the tile_static objects
 * of other units, as if it were one of their own. */
void kernel_extern_emit(struct kernel_gen *g, struct kernel_instance *in);
/* The object that holds the tile_static objects of all functions of other units: a struct that the
 * library defines. */
struct symbol *kernel_tiles(struct kernel_gen *g);
/* Whether the text calls f by the interface of other units: it has no body here, or in the text of
 * a variant, a variant of its own. */
bool kernel_is_foreign(const struct kernel_gen *g, const struct symbol *f);
/* Whether s, used in the kernel being emitted, lies in that object: one of a function, which other
 * units may have called, too. Its number. */
bool kernel_is_shared_tile(struct kernel_gen *g, const struct symbol *s);
int kernel_shared_tile(struct kernel_gen *g, struct symbol *s);
/* Whether other units may call the function: an amp function with external linkage and a body. */
bool kernel_is_exported(const struct symbol *f);
/* Whether its unit makes variants of it. */
bool kernel_has_variants(const struct symbol *f);
/* Makes the variants of an exported function. */
void kernel_variants(const struct kernel_unit *u, struct kernel_export *out);
/* Emits what other units call f by in the emulator; false: they cannot. */
bool kernel_extern_emulated(struct kernel_gen *g, struct symbol *f);
/* Notes which needs are reached by launches without tiles. */
void kernel_extern_launches(struct kernel_gen *g);

/* ---- kernel_view.c ---- */

/* v(i, j), v(idx), v[idx], v[i]; a subview (amp_is_subview). */
void kernel_element(struct kernel_gen *g, const struct expr *e, int prec);
void kernel_subview(struct kernel_gen *g, const struct expr *e);

/* Component k of an index value e; has: whether it can be printed on its own. */
bool kernel_has_components(const struct expr *e);
void kernel_component(struct kernel_gen *g, const struct expr *e, int k, int prec);

/* ---- kernel_amp.c, kernel_atomic.c, kernel_printf.c ---- */

void kernel_amp_expr(struct kernel_gen *g, const struct expr *e, int prec);
/* Value of an AMP type made of args (a constructor). */
void kernel_construct(struct kernel_gen *g, const struct type *t, const struct expr *const *args,
                      int n, struct loc loc);
void kernel_atomic(struct kernel_gen *g, const struct expr *e);
void kernel_printf(struct kernel_gen *g, const struct expr *e);

#endif
