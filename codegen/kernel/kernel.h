/* kernel.h - shared by the files of the kernel generator, and private to them.
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

struct block_kernel;
struct cover_kernel;
struct spec;
struct walker;

/* The precedences of op.def, and those of other expressions. */
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

/* The prefix of variables' names in the emulator's text, which codegen_emulated_end removes. */
#define KERNEL_SHOWN "ampc_u_"

typedef VEC(enum space) space_vec;

struct kernel_record { /* a struct or union that was emitted */
    const struct record *record;
    const char *name; /* "struct u_point" */
    bool failed;
};

struct kernel_alias { /* a variable that has a name of the generator's */
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
    space_vec spaces; /* one per parameter; NONE if it is no pointer */
    struct space_instance known;
    enum space result;
    struct loc call;          /* the first call, for messages */
    const char *name;         /* NULL: not emitted yet; the following members are not set */
    symbol_vec tile_statics;  /* passed to it, behind its own parameters */
    bool ends;                /* may end the thread */
    bool stops;               /* it, or a check in it, needs ampc_s, which is passed behind these */
    unsigned offered, images; /* image_bit of parameters: views and samplers for which calls have an
                                 image and OpenCL's sampler, and those of which it uses these, which
                                 are passed behind them */
};

/* The kernel, function or constant being emitted. In a constant's initialiser there are no
 * statements and no variables of the generator's, and constants are replaced by their values. */
struct kernel_frame {
    bool constant;
    const struct launch *launch;      /* NULL if it is no kernel */
    kernel_arg_vec args;              /* of the launch */
    struct kernel_instance *instance; /* NULL if it is no function */
    struct stmt *body;
    struct space_instance known; /* the memories of its pointers */
    symbol_vec tile_statics;     /* used so far, by itself and by functions that it calls */
    VEC(struct kernel_alias) aliases;
    VEC(struct kernel_alias) ranges; /* companions of pointers, see kernel_range.c */
    VEC(struct kernel_hoisted) hoisted;
    struct buf temporaries; /* declarations that come before the body */
    int temporaries_n;
    bool ends;               /* has calls that may end the thread */
    bool stops;              /* uses ampc_s */
    struct node_table order; /* kernel_wait.c: the body's nodes in the order of their ends; empty:
                                not needed so far */
    int last_wait;           /* number of the last node that is a wait or a loop with one in it */
    struct node_table meets; /* kernel_meet.c: statements with other forms */
    bool waits_apart;        /* not all threads of the grid come to each wait */
    struct node_table sets;  /* kernel_wrap.c: variables, and what stores into them */
    int loops;               /* around the statement */
    symbol_vec nears;        /* see kernel_has_near; complete if */
    bool nears_known;
    bool blocks;     /* the work of blocks of threads is being printed */
    bool alone;      /* it does a whole group: in print_tile of kernel_frame.c */
    bool vectors;    /* whole blocks of a run are being printed */
    bool tallies;    /* atomic functions are of the group's own elements (kernel_tally.c) */
    bool branchless; /* so are quotients and roots of floats (kernel_divide.c) */
    int indent;
    const char *file; /* the user's file and line of the next line of text */
    int line;         /* 0: none */
    bool joinable;    /* the text ends in a newline that may become a blank */
};

/* Shared by all texts of a unit. */
struct kernel_unit {
    struct ctx *c;
    const struct program *program;
    const struct kernel_launch *launches; /* by number */
    const struct block_kernel *blocks;    /* by number; NULL: none */
    const struct cover_kernel *covers;    /* the same */
    struct spaces *spaces;                /* for all texts except variants */
    /* Whether its amp code calls assert or abort, or functions without a body here, or waits; and
     * up to two of the functions that have variants. */
    bool stops, calls_out, waits;
    const struct symbol *called[2];
};

enum kernel_kind { KERNEL_PLAIN, KERNEL_CHECKED, KERNEL_EMULATED };

/* The text being printed. */
struct kernel_gen {
    struct ctx *c;

    /* The kind of the text; constant. */
    const struct kernel_unit *unit;
    const struct symbol *const variant; /* of this function (kernel_extern.c); NULL: the unit's */
    const bool checked;                 /* subscripts are checked, see kernel_check.c */
    const bool emulated;                /* host C for the emulator, see kernel_emulated.c */
    const bool trial;                   /* nothing is reported, see refusal */
    const bool stops,
        calls_out; /* functions may end the thread; functions of other units are called */

    /* The present position. */
    struct buf *out; /* the section that text is appended to */
    struct kernel_frame *frame;

    /* The text so far: its sections, what has been emitted, what it needs of the library. */
    struct buf types, constants, helpers, functions, kernels;
    VEC(struct kernel_record) records;
    VEC(struct kernel_instance *) instances;
    VEC(const char *) names; /* of helpers and AMP types that have been emitted; interned */
    symbol_vec tile_statics; /* index: the number in the name */
    symbol_vec tables; /* constant objects that have been emitted; index: the number in the name */
    VEC(const char *) stop_texts; /* index: the number in the name */
    symbol_vec shared_tiles;      /* see kernel_is_shared_tile; index: k of AMPC_TILE_k */
    struct symbol *tiles; /* stands for the tile_static objects of other units; NULL: none yet */
    unsigned uses;        /* AMPC__USES_* */
    bool retypes;         /* see kernel_retype */
    bool knows;           /* see kernel_note_known */
    kernel_need_vec needs;
    const char *refusal; /* of a trial: the first message; NULL: none */

    /* Results about functions, computed when they are needed. */
    struct spaces *spaces;
    symbol_vec waiting, not_waiting;
    symbol_vec emulates, not_emulated;
};

/* ---- kernel_unit.c ---- */

struct kernel_unit kernel_unit(struct ctx *c, const struct program *p, struct findings *findings,
                               const struct kernel_launch *launches);
/* Begins a text of a kind, of the unit or of a variant of a function. The plain text has checks,
 * too, if the user asked for them. */
struct kernel_gen kernel_begin(const struct kernel_unit *u, enum kernel_kind kind,
                               const struct symbol *variant);

/* ---- kernel.c ---- */

/* Reports code that cannot be translated; in a trial (kernel_extern.c) notes the message instead,
 * as the reason why there is no variant. */
void kernel_refuse(struct kernel_gen *g, enum diag_id id, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same as DIAG_unsupported. */
void kernel_unsupported(struct kernel_gen *g, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* True the first time the text asks for 'name'. */
bool kernel_once(struct kernel_gen *g, const char *name);
/* These end the line of 'out'; begin a new line for the user's code at loc; begin one that belongs
 * to no line of the user's. */
void kernel_newline(struct kernel_gen *g);
void kernel_line(struct kernel_gen *g, struct loc loc);
/* Continues the last line if loc is on the same line of the user's; else begins one that belongs to
 * none. */
void kernel_line_with(struct kernel_gen *g, struct loc loc);
/* Behind the '{' of a function or kernel that stays 'uncontracted': what keeps the device's
 * compiler from contraction. */
void kernel_contraction(struct kernel_gen *g, bool uncontracted);
/* Appends a #line directive for the next line. */
void kernel_line_mark(const struct kernel_gen *g, struct buf *out, struct place p);
/* The argument by which the frame's launch passes a captured symbol; NULL: none. */
const struct kernel_arg *kernel_arg_find(const struct kernel_gen *g, const struct symbol *s);
/* Notes that the extents of a view, or its strides, are used in a loop (struct kernel_arg). */
void kernel_note_known(struct kernel_gen *g, const struct expr *view);
/* Whether its variable in the text is a pointer to a buffer. */
bool kernel_arg_is_pointer(const struct kernel_gen *g, const struct kernel_arg *a);

/* Emits the kernel of a launch. */
void kernel_emit(struct kernel_gen *g, const struct launch *l);
/* Declares a tile_static object of that name, which may have dimensions of arrays behind it.
 * Structures that are loaded at once when they are aligned are; see kernel_alignment_gain. */
void kernel_print_tile(struct kernel_gen *g, struct buf *out, const struct symbol *s,
                       const char *name);

/* ---- kernel_texts.c ---- */

/* Appends the sections of the text, in order, and frees them. */
void kernel_assemble(struct kernel_gen *g, struct buf *out);

/* ---- kernel_args.c ---- */

/* The members of struct kernel_launch: the arguments of a launch's kernel, in order; the name of
 * its __kernel function. */
void kernel_args(struct ctx *c, const struct launch *l, kernel_arg_vec *out);
const char *kernel_name(struct ctx *c, const struct launch *l);

/* ---- kernel_constant.c ---- */

/* Finds out which arguments of a launch may be read through constant memory. */
void kernel_constants(const struct launch *l, kernel_arg_vec *args);
/* The number of the argument by which a captured constant_view is passed, which this text reads
 * through constant memory where the library finds that it fits; < 0: none. */
int kernel_constant(const struct kernel_gen *g, const struct expr *view);
bool kernel_is_constant(const struct kernel_gen *g, const struct kernel_arg *a);
/* Declares the macro for the memory that constant views are in. */
void kernel_use_constant(struct kernel_gen *g);

/* ---- kernel_image.c ---- */

/* The parameter number 'param' in a set of parameters with images. */
enum { IMAGES_MOST = 32 };
static inline unsigned image_bit(int param)
{
    return param < IMAGES_MOST ? 1u << param : 0;
}
/* The parameters of f for which this call has an image beside the view, or OpenCL's sampler. */
unsigned kernel_images_offered(const struct kernel_gen *g, const struct symbol *f,
                               const struct expr *call);
/* Appends the parameter for what goes with a view or sampler of type t, behind its own. */
void kernel_image_parameter(struct kernel_gen *g, struct buf *out, const struct type *t,
                            const char *name);
/* Prints what goes with argument i of a call, if the function uses it. */
void kernel_image_argument(struct kernel_gen *g, const struct kernel_instance *in, int i,
                           const struct expr *value);
/* Prints what stands in front of a function's body where an image can answer. */
void kernel_image_body(struct kernel_gen *g, struct kernel_instance *in);

/* ---- kernel_frame.c ---- */

/* What a work-item of the launch's kernel may do at once; NULL: nothing, or not in this text. */
const struct block_kernel *kernel_block_of(const struct kernel_gen *g, const struct launch *l);
/* Prints the work of a block, and of one at the domain's edge. */
void kernel_block_body(struct kernel_gen *g, const struct block_kernel *b);

/* ---- kernel_cover.c ---- */

/* How groups cover blocks of threads; NULL: they do not, or not in this text. */
const struct cover_kernel *kernel_cover_of(const struct kernel_gen *g, const struct launch *l);
/* Prints the work of a group, and the local memory in front of it. */
void kernel_cover_body(struct kernel_gen *g, const struct cover_kernel *k);

/* ---- kernel_name.c ---- */

/* The name of a variable, parameter or member x: "u_x". */
const char *kernel_user_name(struct kernel_gen *g, const char *name);
/* The name of a function or tag x: "u_x"; "u1_x" for number 1. */
const char *kernel_global_name(struct kernel_gen *g, const char *name, int number);
/* The identifier of a name in OpenCL's characters, without prefix; mostly name itself. */
const char *kernel_plain_name(struct ctx *c, const char *name);
/* Whether the emulator's text can have the name unchanged. */
bool kernel_shows_name(const char *name);
/* "base_x" and "arg_x", the parameters of a captured variable x. */
const char *kernel_param_name(struct kernel_gen *g, const char *prefix, const char *name);
/* "t0_x"; the number is the symbol's for the whole unit. */
const char *kernel_tile_name(struct kernel_gen *g, struct symbol *s);
/* Name of a constant object, emitted on first use. */
const char *kernel_table_name(struct kernel_gen *g, struct symbol *s, struct loc loc);

/* ---- kernel_type.c ---- */

/* The OpenCL name of an arithmetic type or enum ("uchar"); NULL for others, and for types that
 * OpenCL does not have. */
const char *kernel_scalar(const struct type *t);
/* The name of a scalar, record or AMP value type, emitted if needed: "int", "struct u_point";
 * reports at loc a type that has none. */
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
/* The word for a view type: "view2_float"; its struct is "struct ampc_view2_float". */
const char *kernel_view_type(struct kernel_gen *g, const struct type *t, struct loc loc);
/* The alignment in bytes that elements have in memory that is laid out for it, where it is more
 * than their type's: a structure of four floats is then loaded at once. 0: no more. As
 * the library has it (is_aligned in runtime/launch.c). */
int kernel_alignment_gain(const struct type *t);
/* Notes that views of type t are made of memory whose alignment is not known at the launch. */
void kernel_retype(struct kernel_gen *g, const struct type *t);
/* The type by which a view's elements are accessed; views of other element types may alias it. */
const char *kernel_element_type(struct kernel_gen *g, const struct type *t, struct loc loc);
/* The type by which pointers to global memory access objects of type t: for a short vector that of
 * views' elements, which may be less aligned. */
const char *kernel_global_type(struct kernel_gen *g, const struct type *t, struct loc loc);
/* Struct with the bytes of an object that holds views, which itself cannot be a kernel's
 * parameter. */
const char *kernel_raw_type(struct kernel_gen *g, const struct type *t);
/* A kernel's parameter of array type is passed in a struct of its own, with one member 'a': whether
 * t is such a type; the struct's name. */
const char *kernel_wrap_type(struct kernel_gen *g, const struct type *t, struct loc loc);
const char *space_text(enum space s); /* "__global ", "" for private */
const char *space_word(enum space s); /* "global", "private": for names in the text */

/* ---- kernel_helper.c: helper functions in front of the user's; each call returns the name, and
 * emits the function on first use ---- */

enum index_helper {
    HELPER_MAKE, /* from components */
    HELPER_ALL,  /* all components the same */
    HELPER_GET,  /* component k of a value that is no lvalue */
    HELPER_ADD,
    HELPER_SUB,
    HELPER_MUL,
    HELPER_DIV,
    HELPER_MOD,
    HELPER_EQUAL,
    HELPER_SIZE,
    HELPER_CONTAINS,
    HELPER_WITHIN, /* contains, of an extent that is not negative */
    HELPER_PAD,
    HELPER_TRUNCATE
};
const char *kernel_index_helper(struct kernel_gen *g, enum index_helper h, int rank);
/* The tiled_index of this thread. */
const char *kernel_tiled_helper(struct kernel_gen *g, const struct launch *l);
/* View from its kernel parameters; address of an element of a view by an index. */
const char *kernel_view_helper(struct kernel_gen *g, const struct type *view, struct loc loc);
const char *kernel_element_helper(struct kernel_gen *g, const struct type *view, struct loc loc);
/* The view type 'subview' from one of type 'view': a row; a section from an index on, to the end or
 * with an extent; another shape; elements of another type. */
enum subview_helper { HELPER_ROW, HELPER_FROM, HELPER_SECTION, HELPER_SHAPE, HELPER_RETYPE };
const char *kernel_subview_helper(struct kernel_gen *g, enum subview_helper h,
                                  const struct type *view, const struct type *subview,
                                  struct loc loc);
/* The function that makes a view of a pointer and an extent. */
const char *kernel_over_helper(struct kernel_gen *g, const struct type *view, struct loc loc);
/* atomic_load of 'type' ("int", "float", "double") in 'space'. */
const char *kernel_atomic_load_helper(struct kernel_gen *g, const char *type, enum space space);
/* atomic_exchange and atomic_store for double in 'space'. */
const char *kernel_double_exchange_helper(struct kernel_gen *g, enum space space);
/* atomic_fetch_add for 'type' ("float", "double") in 'space'. */
const char *kernel_float_add_helper(struct kernel_gen *g, const char *type, enum space space);
/* atomic_compare_exchange for 'type' ("int", "ulong") in 'space', the expected value in 'expected'.
 */
const char *kernel_cas_helper(struct kernel_gen *g, const char *type, enum space space,
                              enum space expected);

/* ---- kernel_math.c ---- */

/* The function for a name of builtin.def: OpenCL's own, or an ampc_ helper, emitted on first use;
 * 'real' is the type for its R ("float", "uint"), 'space' the memory of its pointer. */
const char *kernel_builtin_helper(struct kernel_gen *g, const char *name, const char *real,
                                  enum space space);
/* The function that CPUs have in the place of one of OpenCL, for float, double or a vector; 'name'
 * itself: there is none. 'space' as above. */
const char *kernel_own_function(struct kernel_gen *g, const char *name, const char *real,
                                enum space space);
/* The text with these in the place of its words. */
const char *kernel_own_words(struct kernel_gen *g, const char *text, const char *real,
                             enum space space);

/* ---- kernel_divide.c ---- */

/* Where quotients of floats are printed without branches: prints e if it is one, as PREC_POSTFIX;
 * whether calls of the function for that type are printed as ampc_root. */
bool kernel_quotient(struct kernel_gen *g, const struct expr *e);
bool kernel_is_root(const struct kernel_gen *g, const struct builtin *b, const struct type *real);

/* ---- kernel_own.c, kernel_own_double.c ---- */

/* The text of a function that CPUs have in the place of OpenCL's, or of one that such functions
 * call, "ampc_sin", for float, double and vectors of theirs; NULL: there is none. */
const char *kernel_own_text(const char *name, const char *real);
const char *kernel_own_double_text(const char *name);

/* ---- kernel_space.c ---- */

/* Whether a parameter was declared with & and is not const: a pointer in the text. */
bool kernel_is_reference(const struct symbol *s);
/* The analysis of pointers for this text's functions. */
struct spaces *kernel_spaces(struct kernel_gen *g);
/* The address space in this text for pointers with this set. */
enum space kernel_space(const struct kernel_gen *g, memory_set set);
/* The common address space to which the pointers of an operation are converted; null pointers and
 * other operands do not count. */
enum space kernel_meeting_space(const struct kernel_gen *g, const struct expr *a,
                                const struct expr *b);
/* The address space of a pointer variable's targets; NONE: it is none. */
enum space kernel_symbol_space(const struct kernel_gen *g, const struct symbol *s);
/* The address space of the object that an lvalue names; of a pointer value's target. */
enum space kernel_object_space(const struct kernel_gen *g, const struct expr *e);
enum space kernel_pointer_space(const struct kernel_gen *g, const struct expr *e);
memory_set kernel_pointer_memories(const struct kernel_gen *g, const struct expr *e);
/* The called function, and the spaces of the arguments; NULL: see space_call. */
struct symbol *kernel_call_spaces(const struct kernel_gen *g, const struct expr *call,
                                  space_vec *spaces);

/* ---- kernel_any.c: pointers into several memories (SPACE_ANY), struct ampc_x_any ---- */

/* The struct, or the helper "ampc_any_<word>"; emitted on first use. */
const char *kernel_any_type(struct kernel_gen *g);
const char *kernel_any_helper(struct kernel_gen *g, const char *word);
/* Whether e is an object that is reached through such a pointer; these print its address, and its
 * value (for an array its address). */
bool kernel_is_any(struct kernel_gen *g, const struct expr *e);
void kernel_any_address(struct kernel_gen *g, const struct expr *e);
void kernel_any_load(struct kernel_gen *g, const struct expr *e);
/* Printed around a value that is stored in e, whichever kind of object e is. */
void kernel_store_begin(struct kernel_gen *g, const struct expr *e);
void kernel_store_end(struct kernel_gen *g, const struct expr *e);
/* Assignment, ++ and -- of such objects. */
void kernel_any_assign(struct kernel_gen *g, const struct expr *e);
void kernel_any_step(struct kernel_gen *g, const struct expr *e);
/* Prints the pointer e converted to type t and 'space'. */
void kernel_pointer(struct kernel_gen *g, const struct expr *e, const struct type *t,
                    enum space space, int prec);
/* Prints the bits of any pointer, as an ulong. */
void kernel_address_bits(struct kernel_gen *g, const struct expr *e);
/* Prints a binary operator with such a pointer; false: e is none, and nothing is printed. */
bool kernel_any_binary(struct kernel_gen *g, const struct expr *e, int prec);
/* ++ and --, assignment to a variable that is such a pointer. */
void kernel_any_pointer_step(struct kernel_gen *g, const struct expr *e);
void kernel_any_pointer_assign(struct kernel_gen *g, const struct expr *e);

/* ---- kernel_decl.c ---- */

void kernel_decl(struct kernel_gen *g, struct decl *d);
/* Prints one declarator with its type and initialiser, without ';'. */
void kernel_declarator(struct kernel_gen *g, struct init_declarator *d);
/* Whether the declaration can be printed in the head of a for statement, by kernel_decl_inline
 * (without ';'). */
bool kernel_decl_is_inline(struct kernel_gen *g, const struct decl *d);
void kernel_decl_inline(struct kernel_gen *g, struct decl *d);
/* Prints an initialiser for an object of type t, without the '='. */
void kernel_init(struct kernel_gen *g, const struct init *init, const struct type *t);

/* ---- kernel_stmt.c ---- */

void kernel_stmt(struct kernel_gen *g, struct stmt *s);
/* Prints the statements of a compound, without its braces. */
void kernel_block(struct kernel_gen *g, struct stmt *s);

/* ---- kernel_expr.c ---- */

/* Prints e, in parentheses if its precedence is below 'prec'. */
void kernel_expr(struct kernel_gen *g, const struct expr *e, int prec);
/* Prints the pointer e; 'end': if it is &a[i], the address may be that behind the last element. */
void kernel_address(struct kernel_gen *g, const struct expr *e, bool end, int prec);
/* Prints the object that a pointer points to. */
void kernel_pointee(struct kernel_gen *g, const struct expr *pointer, int prec);
/* Print e for its side effects only; e as a condition. */
void kernel_effect(struct kernel_gen *g, const struct expr *e);
void kernel_condition(struct kernel_gen *g, const struct expr *e, int prec);
/* Parentheses: kernel_open prints '(' if an expression of precedence 'own' needs them in an operand
 * of 'prec'. */
bool kernel_open(struct kernel_gen *g, int own, int prec);
void kernel_close(struct kernel_gen *g, bool opened);

/* ---- kernel_vector.c: operations on short vectors, AMP_VECTORS ---- */

void kernel_vector(struct kernel_gen *g, const struct expr *e, int prec);
/* A call of a function of the library by component (builtin_by_component). */
void kernel_vector_call(struct kernel_gen *g, const struct expr *e);
/* The function that makes a vector of type t, of floats, from OpenCL's float4. */
const char *kernel_vector_loaded(struct kernel_gen *g, const struct type *t, struct loc loc);

/* ---- kernel_once.c: variables that the generator adds ---- */

/* A new variable of the frame, as an expression; 'space': the memory of a pointer's targets. */
struct expr *kernel_temporary(struct kernel_gen *g, struct type *t, enum space space,
                              struct loc loc);
/* Gives a variable of the frame another name; which one it has, or NULL. */
void kernel_alias_add(struct kernel_gen *g, const struct symbol *s, const char *name);
const char *kernel_alias_of(const struct kernel_gen *g, const struct symbol *s);
const char *kernel_variable_name(struct kernel_gen *g, const struct symbol *s);
/* Expressions for the object, and for the value of e, that may be printed several times. These
 * print the evaluation of e, with a comma behind it: the caller has opened a parenthesis if e is
 * not pure. */
const struct expr *kernel_object_once(struct kernel_gen *g, const struct expr *e);
const struct expr *kernel_value_once(struct kernel_gen *g, const struct expr *e);
/* *e, for a pointer or array e. */
const struct expr *kernel_deref(struct kernel_gen *g, const struct expr *e);
/* Prints a call whose argument i, a pointer, points to a private variable instead: its target is
 * copied there before, and back afterwards. 'print' prints the call itself. */
void kernel_through_private(struct kernel_gen *g, const struct expr *call, int i,
                            void (*print)(struct kernel_gen *, const struct expr *));
/* Prints a compound literal as an object: an array, or a pointer to an object that is none. */
void kernel_literal_object(struct kernel_gen *g, const struct expr *e);

/* ---- kernel_block.c: statement expressions ---- */

/* Prints statement expressions in e that need statements of their own, before the statement with e.
 * Whether there are any. */
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
/* Print the rest of a function behind its signature; a kernel's definition, with 'head' before the
 * user's statements. */
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
/* "if (ampc_s->ended) return 0;" with the frame's result type: printed behind each such evaluation,
 * which is a node of the body. */
void kernel_way_out(struct kernel_gen *g, const void *node);
/* The return of all threads of a tile, behind a wait; whether it is printed behind e. */
bool kernel_leaves(struct kernel_gen *g, const struct expr *e);
void kernel_leave(struct kernel_gen *g);
/* A call of abort or of what assert calls. */
void kernel_stop(struct kernel_gen *g, const struct expr *e);
/* The frame uses ampc_s, so its type is emitted. */
void kernel_stop_use(struct kernel_gen *g);
void kernel_stop_type(struct kernel_gen *g);
/* The same, and emits ampc_note(), which notes the first thread's ids and a text. */
void kernel_stop_note(struct kernel_gen *g);

/* The name of an object with the text, in the kernels. */
const char *kernel_stop_text(struct kernel_gen *g, const struct buf *text);

/* ---- kernel_check.c: subscripts that are checked ---- */

/* Whether the subscript or subview e is checked. */
bool kernel_is_checked(const struct kernel_gen *g, const struct expr *e);
/* The function for the address of an element by an index. kernel_check_arguments prints its further
 * arguments (none if e is not checked); 'object' is the view. */
const char *kernel_checked_element(struct kernel_gen *g, const struct type *view, struct loc loc);
void kernel_check_arguments(struct kernel_gen *g, const struct expr *e, const struct expr *object);
/* The check in a subview's helper, which has parameters for the same arguments. */
void kernel_check_subview(struct kernel_gen *g, enum subview_helper h, const struct type *subview,
                          struct loc loc);
/* Whether a loop must end when a check in it fails. */
bool kernel_check_ends_loop(struct kernel_gen *g, const struct stmt *s);
/* Emits the helper that checks call. */
void kernel_check_outside(struct kernel_gen *g);
/* Prints the checked index of an array's subscript e; 'end': its address may be the one behind the
 * last element. False: nothing is printed, no check is needed. */
bool kernel_check_index(struct kernel_gen *g, const struct expr *e, const struct expr *base,
                        const struct expr *index, bool end);

/* The name of an object with the place of e and the name of its pointer or array: "x.ampc:12:
 * v". */
const char *kernel_check_place(struct kernel_gen *g, const struct expr *e,
                               const struct expr *object);

/* ---- kernel_row.c: pointers into arrays of arrays ---- */

/* The array that is the base of a subscript, without its conversion to a pointer. */
const struct expr *kernel_undecayed(const struct expr *base);
/* Prints the address of e, an element of an array of arrays in private memory, as a pointer to
 * 'element': e's type, or that of its elements; end: it may be the address behind the last. False:
 * e is no such element, nothing is printed. */
bool kernel_row_address(struct kernel_gen *g, const struct expr *e, const struct type *element,
                        bool end, int prec);

/* ---- kernel_range.c: accesses through pointers that are checked ---- */

/* Whether parameter i of f has a companion. The others print the companion behind the parameter;
 * for an argument; as an empty range. */
bool kernel_takes_range(const struct kernel_gen *g, const struct symbol *f, int i);
void kernel_range_parameter(struct kernel_gen *g, struct buf *out, int i);
void kernel_range_argument(struct kernel_gen *g, const struct expr *e);
const char *kernel_range_nothing(struct kernel_gen *g);
/* Begins the frame of f; declares the companion of a variable. */
void kernel_range_parameters(struct kernel_gen *g, const struct symbol *f);
void kernel_range_declare(struct kernel_gen *g, const struct symbol *s);
/* Called before a value that is assigned to s is printed: prints "(companion = ..., "; false: s has
 * none. */
bool kernel_range_assign(struct kernel_gen *g, const struct symbol *s, const struct expr *value);
/* Whether e, a subscript, * or ->, may be an access that is checked. */
bool kernel_is_reached(struct kernel_gen *g, const struct expr *e);
/* Prints the object at pointer + index (NULL: at pointer), checked, for e; false: its range is not
 * known, and nothing is printed. */
bool kernel_reach(struct kernel_gen *g, const struct expr *e, const struct expr *pointer,
                  const struct expr *index);

/* ---- kernel_wrap.c, kernel_differ.c: for PoCL ---- */

/* Whether kernel_wrap is to print a binary operation's first operand; what is converted to a type.
 */
bool kernel_wrap_binary(struct kernel_gen *g, const struct expr *e);
bool kernel_wrap_narrow(struct kernel_gen *g, const struct expr *e, const struct type *to);
void kernel_wrap(struct kernel_gen *g, const struct expr *e);
void kernel_wrap_look(struct kernel_gen *g, struct stmt *body);       /* which is not the frame's */
bool kernel_is_counted(struct kernel_gen *g, const struct symbol *s); /* or its first value */
/* What stands in front of a loop that threads may run differently often. */
const char *kernel_differ(struct kernel_gen *g, struct stmt *s);

/* ---- kernel_near.c ---- */

/* What is less is added to a subscript for an element beside another one. */
enum { KERNEL_FAR = 1 << 24 };

/* A subscript x + by. */
struct kernel_near {
    const struct expr *x; /* NULL: the subscript is something else */
    long long by;
};

struct kernel_near kernel_near(const struct expr *subscript);
/* Whether the frame's kernel has such subscripts of this view, which has several dimensions: they
 * are computed as longs on CPUs. */
bool kernel_has_near(struct kernel_gen *g, const struct expr *view);

/* ---- kernel_unroll.c ---- */

/* What stands in front of a loop's first word, or "". */
const char *kernel_unroll(struct kernel_gen *g, const struct stmt *s);

/* ---- kernel_wait.c ---- */

/* Whether e, the expression of a statement, is a wait at a barrier. */
bool kernel_is_wait(const struct expr *e);
/* Whether a statement has a wait in it. */
bool kernel_waits(struct kernel_gen *g, struct stmt *s);
/* Whether threads of the frame may wait for each other behind the node of its body. */
bool kernel_wait_follows(struct kernel_gen *g, const void *node);

/* ---- kernel_meet.c ---- */

/* Forms of an if, or a return, that barriers are near. */
enum kernel_meet {
    MEET_NOT,
    MEET_BARRIER, /* AMPC_MEET stands behind the if, or in front of the return */
    MEET_ONCE     /* an if that may be loops of one round: AMPC_IF, AMPC_ONCE, AMPC_ELSE */
};
enum kernel_meet kernel_meets(struct kernel_gen *g, const struct stmt *s);
/* The name by which a barrier is called. */
const char *kernel_barrier(struct kernel_gen *g);

/* ---- kernel_convert.c ---- */

/* Prints e converted to t, as by assignment or a cast. */
void kernel_convert(struct kernel_gen *g, const struct expr *e, const struct type *t, int prec);
/* Prints a pointer or array e converted to the pointer type t; 'end' as for kernel_address. */
void kernel_convert_pointer(struct kernel_gen *g, const struct expr *e, const struct type *t,
                            bool end, int prec);
/* Prints an integer constant of type t. */
void kernel_integer(struct kernel_gen *g, long long value, const struct type *t, int prec);
/* Print a floating constant as written; converted to float. */
/* Prints a constant expression of type float or double that is infinite, no number or negative zero
 * by its bits: drivers' compilers fold operations with such results, and comparisons with them,
 * wrongly. Otherwise prints nothing and returns false. */
bool kernel_special(struct kernel_gen *g, const struct expr *e, int prec);
void kernel_floating(struct kernel_gen *g, const struct expr *e, const struct type *t, int prec);
/* A number that an object of type t (int, unsigned, float, double) can have, in braces. */
void kernel_number(struct kernel_gen *g, double number, const struct type *t);
/* Whether e is a null pointer constant. */
bool kernel_is_null(const struct expr *e);

/* ---- kernel_call.c ---- */

void kernel_call(struct kernel_gen *g, const struct expr *e);
/* The instance that is called; NULL after an error. */
struct kernel_instance *kernel_call_instance(struct kernel_gen *g, const struct expr *e);
/* The version of an amp function for the memories that its parameters point into, emitted when it
 * is new; 'call' is for messages. */
struct kernel_instance *kernel_instance_get(struct kernel_gen *g, struct symbol *f,
                                            const space_vec *spaces, struct loc call);
/* In front of functions that may get the address of memory of a group: PoCL 3.1 takes that for a
 * static object where its compiler has put it, a constant, into a function that is not inlined
 * (docs/INTERNALS.md, "What differs by driver"). */
#define KERNEL_INLINED "__attribute__((always_inline)) "
/* Prints "static float u_f(float u_x)", without what follows. */
void kernel_signature(struct kernel_gen *g, const struct kernel_instance *in);
/* The amp function that a call's callee names; NULL: none. */
struct symbol *kernel_callee(const struct expr *e);
/* To be called first by the expr_pre of walks over code that runs: false if no operand of e is
 * evaluated (sizeof), or if the selected one has been walked (_Generic). kernel_no_spec is their
 * spec_pre, as types as written are not evaluated either. */
bool kernel_runs(struct walker *w, struct expr *e);
bool kernel_no_spec(struct walker *w, struct spec *s);
/* Notes the use of a tile_static object in the frame. */
void kernel_use_tile_static(struct kernel_gen *g, struct symbol *s);

/* ---- kernel_extern.c: amp functions of other units; see ampc__variant ---- */

/* Whether f has so many pointer parameters that other units pass pointers into any memory, as there
 * would be too many variants. */
bool kernel_extern_any(const struct symbol *f);
/* Emits the function 'in' as a call of another unit's function. All such calls pass the tile_static
 * objects of other units. */
void kernel_extern_emit(struct kernel_gen *g, struct kernel_instance *in);
/* The symbol of the object with the tile_static objects of all functions of other units, a struct
 * that the library defines. */
struct symbol *kernel_tiles(struct kernel_gen *g);
/* Whether the text calls f by the interface of other units: it has no body here, or in the text of
 * a variant, a variant of its own. */
bool kernel_is_foreign(const struct kernel_gen *g, const struct symbol *f);
/* Whether s, used in the kernel being emitted, lies in that object, as it belongs to a function
 * that other units may call, too; its number. */
bool kernel_is_shared_tile(struct kernel_gen *g, const struct symbol *s);
int kernel_shared_tile(struct kernel_gen *g, struct symbol *s);
/* Whether other units may call the function: an amp function with external linkage and a body. */
bool kernel_is_exported(const struct symbol *f);
/* Whether its unit makes variants of it. */
bool kernel_has_variants(const struct symbol *f);
/* Makes the variants of an exported function. */
void kernel_variants(const struct kernel_unit *u, struct kernel_export *out);
/* Emits the function by which other units call f in the emulator; false: they cannot. */
bool kernel_extern_emulated(struct kernel_gen *g, struct symbol *f);
/* Fills *o for a function that algorithms get; in the emulator's text prints what the library
 * calls. */
void kernel_operation(struct kernel_gen *g, struct symbol *f, struct kernel_operation *o);
/* Notes for each need a launch without tiles that reaches it. */
void kernel_extern_launches(struct kernel_gen *g);

/* ---- kernel_view.c ---- */

/* The view at the begin of rows v[i][j]. */
const struct expr *kernel_view_root(const struct expr *view);
/* v(i, j), v(idx), v[idx], v[i]; a subview (amp_is_subview). */
void kernel_element(struct kernel_gen *g, const struct expr *e, int prec);
void kernel_subview(struct kernel_gen *g, const struct expr *e);

/* Component k of an index value e; has: whether a component can be printed without the others. */
bool kernel_has_components(const struct expr *e);
void kernel_component(struct kernel_gen *g, const struct expr *e, int k, int prec);

/* ---- kernel_amp.c, kernel_atomic.c, kernel_printf.c ---- */

void kernel_amp_expr(struct kernel_gen *g, const struct expr *e, int prec);
/* Prints a value of an AMP type that is constructed from args. */
void kernel_construct(struct kernel_gen *g, const struct type *t, const struct expr *const *args,
                      int n, struct loc loc);
void kernel_atomic(struct kernel_gen *g, const struct expr *e);
void kernel_printf(struct kernel_gen *g, const struct expr *e);

#endif
