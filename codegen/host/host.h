/* host.h - what the files of the host generator share: host.c (the unit), host_decl.c
 * (declarations), host_type.c (types as written), host_stmt.c, host_param.c,
 * host_expr.c (expressions), host_leave.c (calls that free memory), host_group.c (objects that hold
 * views), host_static.c (those of static or thread storage duration), host_amp.c (AMP operations),
 * host_vector.c (short vectors), host_view.c (views and their shares, arrays), host_copy.c,
 * host_order.c (assignments of what functions return), host_algorithm.c, host_launch.c,
 * host_lambda.c and host_lift.c (continuations), host_extern.c (amp functions of several units).
 *
 * All of them walk the typed tree and note edits; the user's text is not printed anew. */
#ifndef CODEGEN_HOST_HOST_H
#define CODEGEN_HOST_HOST_H

#include "codegen/codegen.h"
#include "codegen/host/edit.h"
#include "common/node_table.h"
#include "sema/types/amp.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"
#include "sema/types/leave.h"

/* How an expression's object is used: read, or written (also for addresses that are taken). */
enum host_access { HOST_READ, HOST_WRITE };
/* The ownership of a view value: borrowed, as an lvalue or as a value; or taken: the object that it
 * initialises gets a share of its own. */
enum host_share { HOST_BORROW, HOST_VALUE, HOST_TAKE };
enum host_position { HOST_FILE, HOST_BLOCK, HOST_FOR, HOST_PARAMS };

/* A variable that has another name in the host text: a view parameter that the function writes (the
 * body gets a share of its own, as borrowed views must not be written), or a captured variable in a
 * continuation. */
struct host_owned {
    const struct symbol *param;
    const char *name;
};

struct host {
    struct ctx *c;
    const struct program *p;
    struct findings *findings;
    const struct kernel_texts *kernels;
    const char *text;
    struct edits e;
    struct node_table tagged;        /* records that got a tag in the text (host_type.c) */
    int number;                      /* for names of generated objects */
    bool in_block;                   /* inside a function's body */
    bool full;                       /* inside a full expression that can hold temporaries */
    struct buf temps;                /* declarations of the full expression's temporaries */
    VEC(struct host_owned) owned;    /* renamed variables; the last entry of a symbol counts */
    VEC(const struct type *) groups; /* types with a table ampc__viewsN; N is the index */
    VEC(int) inits;   /* numbers of the functions that initialise static objects before main */
    bool has_statics; /* some object is released at exit */
    const struct expr *discarded; /* the full expression, when its value is not used */
    const struct expr *early;     /* the assigned value that is in a variable (host_order.c) */
    const char *early_name;
    bool in_args;             /* inside a call's arguments: pointers may be for the callee */
    struct decl *decl;        /* of the file, being generated */
    symbol_vec tiles;         /* those with an object ampc__tileN; N is the index */
    int lambdas;              /* of continuations around the text being generated */
    struct buf heads, lifted; /* functions made of continuations: declarations, bodies */
};

/* printf into the context's arena. */
const char *host_text(struct host *h, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* '"file.ampc", 12' for a construct that begins at loc. */
const char *host_where(struct host *h, struct loc loc);
/* Replaces the bytes from 'outer' to 'inner', the begins of an expression and its operand, by
 * 'text'; an insert when both are equal. The other one is for their ends. */
void host_before(struct host *h, unsigned outer, unsigned inner, const char *text);
void host_after(struct host *h, unsigned inner, unsigned outer, const char *text);
/* Removes ampcc's own pragmas in [where.begin, where.end): cc would warn of them. */
void host_hide_pragmas(struct host *h, struct loc where);
/* Reports a construct that this version does not translate. */
void host_unsupported(struct host *h, struct loc loc, const char *what);

/* host_decl.c */
void host_decl(struct host *h, struct decl *d, enum host_position place);
void host_init(struct host *h, struct init *init);
/* Where an initialiser goes: behind the declarator and its attributes. */
unsigned host_declarator_end(const struct host *h, const struct declarator *d);
/* The byte behind the string literal or comment that begins at 'at'; 'at' itself if none does. */
unsigned host_skip_opaque(const char *text, unsigned at);
/* Text behind the declarator of a variable-length array that clears it. */
const char *host_cleared(struct host *h, const char *name);
/* The variable has static storage duration. */
bool host_is_static(const struct host *h, const struct symbol *v);

/* host_group.c: objects that hold views, structs and arrays. */
/* A struct or an array with views in it. */
bool host_holds_views(const struct type *t);
/* Name of the table of the views in an object of type t. */
const char *host_group(struct host *h, const struct type *t);
/* An initialiser, return value, argument ... of a type that holds views. */
void host_grouped(struct host *h, struct expr *e, enum host_share share, enum host_access access);
/* The declaration of an object that holds views. */
void host_group_object(struct host *h, struct decl *d, struct init_declarator *one);
/* 'ampc__guard ampc__g3 ...;', which releases the object's views at the end of the scope. */
const char *host_guard(struct host *h, const struct type *t, const char *name);
/* The name in C of such an object's type, with a declarator; for what stands at loc. */
const char *host_group_type(struct host *h, const struct type *t, struct loc loc,
                            const char *declarator);
/* Text for the begin of the unit: the tables. */
const char *host_group_tables(struct host *h);

/* host_static.c: views and objects that hold views, of static or thread storage. */
void host_static_object(struct host *h, struct decl *d, struct init_declarator *one);
/* A thread-local object of the unit, which is accessed by ampc_x_thread_NAME(). */
bool host_is_threads(const struct symbol *v);
/* Text for the begin of the unit: functions that initialise the static objects before main, and
 * register them. */
const char *host_static_tables(struct host *h);

/* host_type.c */
/* Removes qualifiers that would forbid to write the declared objects. */
void host_unqualified(struct host *h, const struct spec *s);
void host_spec(struct host *h, struct spec *s);
void host_declarator(struct host *h, struct spec *s, struct declarator *d);
void host_type_name(struct host *h, struct type_name *n);
/* Takes the 'concurrency::' away that a name at loc begins with. */
void host_unprefixed(struct host *h, struct loc loc, const char *name);
/* A view, or an array: both are an ampc_viewN. An array alone. */
bool host_is_view(const struct type *t);
bool host_is_array(const struct type *t);
/* Gives the structure that t is, or has as elements, a tag in the host text if it has no name.
 * Reports at loc, where the name is needed, if that text is moved into a continuation, where a tag
 * cannot be declared. */
void host_name_record(struct host *h, const struct type *t, struct loc loc);
/* The type of a view's elements without qualifiers, in C, for text at loc. */
const char *host_element_type(struct host *h, const struct type *view, struct loc loc);
/* The text before and behind an address that makes it an element lvalue, which may alias objects of
 * other types; for text at loc. */
struct host_followed {
    const char *before, *after;
};
struct host_followed host_followed(struct host *h, const struct type *view, struct loc loc);
/* A parameter declared with & that is not const: a pointer in the host text. */
bool host_is_reference(const struct type *t);

/* host_work.c: counts the operations of a launch's threads, and if they are known prints the
 * function ampc__workN. */
struct work;
void host_work(struct host *h, const struct launch *l, struct work *w, struct buf *out);
/* Prints the function for struct ampc__kernel's 'rounds'; false: they are not known. */
bool host_rounds(struct host *h, const struct launch *l, struct buf *out);
/* The same of 'steps'; false: the launch has no other kernel. */
bool host_steps(struct host *h, const struct launch *l, struct buf *out);

/* host_order.c: whether e is an assignment whose value has to be computed before its left operand;
 * its text. */
bool host_is_late(const struct host *h, const struct expr *e);
void host_late(struct host *h, struct expr *e, enum host_access access);

/* host_stmt.c */
void host_stmt(struct host *h, struct stmt *s);

/* host_param.c: gives view parameters that the function writes a share of their own. */
void host_params(struct host *h, struct decl *function);
/* The name of the variable in the host text: mostly its own. */
const char *host_name(struct host *h, const struct symbol *v);
/* The name that replaces its own; NULL: none. */
const char *host_renamed(const struct host *h, const struct symbol *v);

/* host_expr.c: host_full is for full expressions (C11 6.8), whose temporaries end with them. */
void host_full(struct host *h, struct expr *e);
void host_full_discarded(struct host *h, struct expr *e);
void host_full_view(struct host *h, struct expr *e);
void host_expr(struct host *h, struct expr *e, enum host_access access);
/* A call, cast, member ... the node as plain C, whatever its AMP operation or type. */
void host_plain(struct host *h, struct expr *e, enum host_access access);

/* host_leave.c: a call that frees memory: the text around it and around its arguments that notifies
 * the library. Other calls are not changed. */
struct host_leave {
    enum leave_kind kind;
    int number;
    int passed; /* the first arguments, which the library gets too */
    const char *where, *closes;
    bool discarded;
};
struct host_leave host_leave_begin(struct host *h, struct expr *call);
void host_leave_argument(struct host *h, const struct host_leave *l, int i, const struct expr *arg);
void host_leave_argument_end(struct host *h, const struct host_leave *l, int i,
                             const struct expr *arg);
void host_leave_end(struct host *h, const struct host_leave *l, const struct expr *call);

/* host_amp.c */
/* Replaces the member access e by: before, the object, after. end: the position from which 'after'
 * replaces. */
void host_object(struct host *h, struct expr *e, struct expr *member, const char *before,
                 const char *after, unsigned end);
void host_amp(struct host *h, struct expr *e, enum host_access access);
/* The construction of an index or extent from args; the text [begin, end) has them, 'prefix' comes
 * before the value; braces: as an initialiser, without the type's name. */
void host_construct_tuple(struct host *h, const struct type *t, const expr_vec *args,
                          unsigned begin, unsigned end, const char *prefix, bool braces);

/* host_vector.c: short vectors. */
void host_vector(struct host *h, struct expr *e);
/* A call of a function of the library by component. */
void host_vector_call(struct host *h, struct expr *e, const struct builtin_call *b);
/* Prints a constructor that initialises an object as braces, which static objects can have; false:
 * e is none. */
bool host_vector_init(struct host *h, struct expr *e);

/* host_view.c */
void host_view(struct host *h, struct expr *e, enum host_share share);
void host_construct_view(struct host *h, const struct type *t, const expr_vec *args,
                         struct loc whole, const char *prefix);
/* ' __attribute__((__cleanup__(ampc__release2)))' */
const char *host_cleanup(struct host *h, const struct type *t);
/* The member call or access e of the view 'member->a': replaces e by: before, the view as an
 * lvalue, after. */
void host_view_method(struct host *h, struct expr *e, struct expr *member, const char *before,
                      const char *after);

/* host_subview.c: subviews, as values without a share. */
void host_subview(struct host *h, struct expr *e);

/* host_copy.c: copy(from, to), from.copy_to(to). */
void host_copy(struct host *h, struct expr *e);
void host_copy_to(struct host *h, struct expr *e, struct expr *member);

/* host_algorithm.c: amp_algorithms::; and the objects of the functions that algorithms get, which
 * are declared in front of the text and defined behind it. */
void host_algorithm(struct host *h, struct expr *e);
const char *host_operations_declared(struct host *h);
void host_operations(struct host *h, struct buf *out);

/* host_handle.c: accelerator, accelerator_view, accelerator_list, completion_future. */
bool host_is_handle(const struct type *t);
/* Replaces [whole.begin, whole.end) by 'prefix' and a handle made from args. */
void host_construct_handle(struct host *h, const struct type *t, const expr_vec *args,
                           struct loc whole, const char *prefix);
/* ' = ...' for an object without an initialiser. */
const char *host_handle_start(struct host *h, const struct type *t, struct loc loc);
/* An expression with an operation of handles. */
void host_handle(struct host *h, struct expr *e);

/* host_lambda.c: f.then(lambda). */
void host_continuation(struct host *h, struct expr *e, struct expr *member);
/* Inserts the functions for the continuations in 'd', a declaration of the file, around its text;
 * 'mark' was made before the edits in it. */
void host_lifted(struct host *h, const struct decl *d, int mark);

/* host_launch.c */
void host_launch(struct host *h, struct expr *e);
/* The declaration of a lambda with a name (launch_named in sema/typing). */
void host_named_lambda(struct host *h, const struct decl *d, enum host_position place);
/* Definitions of the unit's kernels, after the end of the text. */
void host_kernels(struct host *h, struct buf *out);
/* Begins text that belongs to no line of the user's. */
void host_generated(struct buf *out);
/* A string literal; a literal for every line of a text. */
void host_string(const char *s, struct buf *out);
void host_source(const char *text, struct buf *out);

/* host_extern.c: the unit's amp functions that others may call, after the end of the text. */
void host_exports(struct host *h, struct buf *out);
/* Prints the array 'name' of needs and returns their number; 0: no array. */
int host_needs(struct host *h, const kernel_need_vec *needs, const char *name, struct buf *out);
/* Prints the array 'name' of the objects for tile_static ones, if there are any. */
void host_tiles(struct host *h, const symbol_vec *tiles, const char *name, struct buf *out);

#endif
