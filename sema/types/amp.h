/* amp.h - the AMP operations of the typed tree (expr.amp) and the tables of amp.def. */
#ifndef SEMA_TYPES_AMP_H
#define SEMA_TYPES_AMP_H

#include "parser/tree.h"
#include "sema/types/type.h"

struct arena;

/* What an expression node does when it is no plain C. The node keeps its syntactic kind; operands
 * are where the syntax has them. */
enum amp_op {
    AMP_NONE,
    /* members and functions of amp.def. A property is the EXPR_MEMBER node; a method is marked on
     * its EXPR_CALL, the callee's EXPR_MEMBER (callee->a is the object) carries the same op;
     * functions on their EXPR_CALL. */
    AMP_RANK,
    AMP_EXTENT_SIZE,
    AMP_EXTENT_CONTAINS,
    AMP_EXTENT_TILE, /* the result's type has the tile sizes */
    AMP_TILED_PAD,
    AMP_TILED_TRUNCATE,
    AMP_TILE_EXTENT,
    AMP_TILE_DIM0,
    AMP_TILE_DIM1,
    AMP_TILE_DIM2,
    AMP_TILED_GLOBAL,
    AMP_TILED_LOCAL,
    AMP_TILED_TILE,
    AMP_TILED_ORIGIN,
    AMP_TILED_BARRIER,
    AMP_BARRIER_WAIT,
    AMP_BARRIER_WAIT_GLOBAL,
    AMP_BARRIER_WAIT_TILE,
    AMP_VIEW_EXTENT,
    /* parts of views: their values share the home of the view that they are made from */
    AMP_VIEW_SECTION, /* args: index, extent, both, or twice the rank of integers */
    AMP_VIEW_AS,
    AMP_VIEW_REINTERPRET,
    AMP_VIEW_SYNCHRONIZE,
    AMP_VIEW_SYNCHRONIZE_ASYNC,
    AMP_VIEW_SOURCE,
    AMP_VIEW_REFRESH,
    AMP_VIEW_DISCARD,
    AMP_VIEW_DATA,
    AMP_COPY_TO,
    AMP_COPY_ELEMENTS,
    AMP_COPY_ASYNC,
    AMP_ARRAY_QUEUE,
    AMP_ARRAY_ASSOCIATED,
    AMP_FENCE_ALL,
    AMP_FENCE_GLOBAL,
    AMP_FENCE_TILE,
    AMP_ATOMIC_ADD,
    AMP_ATOMIC_SUB,
    AMP_ATOMIC_MAX,
    AMP_ATOMIC_MIN,
    AMP_ATOMIC_AND,
    AMP_ATOMIC_OR,
    AMP_ATOMIC_XOR,
    AMP_ATOMIC_INC,
    AMP_ATOMIC_DEC,
    AMP_ATOMIC_EXCHANGE,
    AMP_ATOMIC_LOAD,
    AMP_ATOMIC_STORE,
    AMP_ATOMIC_COMPARE_EXCHANGE,
    /* syntax on AMP values */
    AMP_CONSTRUCT,       /* EXPR_CONSTRUCT: index<2>(1, 2), extent<2>(..), array_view<int>(n, p) */
    AMP_INDEX_SUBSCRIPT, /* EXPR_SUBSCRIPT of an index or extent: int, lvalue if the operand is */
    AMP_INDEX_BINARY,    /* EXPR_BINARY + - * / %: operands index, extent or int; result index or
                            extent */
    AMP_INDEX_COMPARE,   /* EXPR_BINARY == != : int */
    AMP_INDEX_ASSIGN,    /* EXPR_ASSIGN compound: a op= b (b of the rank, or int) */
    AMP_INDEX_STEP,      /* EXPR_UNARY ++ -- , prefix and postfix */
    AMP_COPY,            /* EXPR_ASSIGN of whole AMP values */
    AMP_VIEW_ELEMENT, /* EXPR_CALL v(i, j) or v(idx), EXPR_SUBSCRIPT v[idx] or v[i] for rank 1: the
                         element, an lvalue */
    AMP_VIEW_ROW,     /* EXPR_SUBSCRIPT v[i] of a higher rank: a view of rank - 1, no lvalue */
    AMP_TO_INDEX,     /* EXPR_CONVERT tiled_index to index (its global), tiled_extent to extent */
    AMP_LAUNCH,       /* EXPR_CALL parallel_for_each; expr.launch */
    /* accelerator, accelerator_view, accelerator_list, completion_future: host only */
    AMP_HANDLE_MEMBER,  /* properties and methods; the generator knows them by name */
    AMP_HANDLE_STATIC,  /* EXPR_CALL accelerator::get_all(), accelerator::set_default(name) */
    AMP_HANDLE_NAME,    /* EXPR_NAME queuing_mode_immediate (expr.value), or
                           accelerator::default_accelerator (a string) */
    AMP_HANDLE_COMPARE, /* EXPR_BINARY == != */
    AMP_LIST_AT,        /* EXPR_SUBSCRIPT of an accelerator_list */
    AMP_FUTURE_THEN     /* EXPR_CALL f.then(function, argument), or f.then(lambda) with expr.launch
                           for its captures */
};

enum amp_form { AMP_PROPERTY, AMP_METHOD };

enum amp_result {
    RESULT_VOID,
    RESULT_CONST_INT, /* an integer constant expression */
    RESULT_INT,
    RESULT_UINT,
    RESULT_BOOL,
    RESULT_INDEX, /* of the owner's rank */
    RESULT_EXTENT,
    RESULT_TILED_EXTENT, /* from the template arguments */
    RESULT_SELF,
    RESULT_VIEW, /* from the arguments */
    RESULT_BARRIER,
    RESULT_ELEMENT_POINTER,
    RESULT_TEXT, /* const char * */
    RESULT_SIZE, /* size_t */
    RESULT_ACCELERATOR,
    RESULT_ACCELERATOR_VIEW,
    RESULT_FUTURE,
    RESULT_POINTEE /* of the first argument */
};

enum {
    AMP_SIDE_CPU = RESTRICT_CPU,
    AMP_SIDE_AMP = RESTRICT_AMP,
    AMP_SIDE_BOTH = RESTRICT_CPU | RESTRICT_AMP
};

struct amp_member {
    enum amp_type owner; /* AMP_TYPE_NONE: a function */
    const char *name;
    enum amp_form form;
    enum amp_op op;
    enum amp_result result;
    const char *arguments;
    unsigned sides;
    const char *text;
};

/* Row of a member; NULL: the type has none of that name. form < 0: any. */
const struct amp_member *amp_member_find(enum amp_type owner, const char *name, int form);
/* Row of a function; NULL: none. */
const struct amp_member *amp_function_find(const char *name);
/* All rows, for the documentation; *n gets their number. */
const struct amp_member *amp_members(int *n);

/* The member of 'owner' that a misspelt name most likely means; NULL: none is near. */
const char *amp_member_nearest(enum amp_type owner, const char *name);
/* All members of 'owner', with commas: "rank, size(), contains()". */
const char *amp_member_list(struct arena *a, enum amp_type owner);

/* "index", "array_view", ...; AMP_TYPE_NONE for other words. */
enum amp_type amp_type_find(const char *word);
const char *amp_type_word(enum amp_type t);

/* Bytes known to be at the source of a view, an array or a copy; 0: unknown, as behind a pointer,
 * also one to an array, which may point to several. A row of an array has the others behind it. */
long long amp_source_bytes(const struct expr *source);

/* What the arguments of an AMP constructor are; the arguments are typed and correct. */
enum amp_construct_form {
    CONSTRUCT_EMPTY,       /* none: zeros, or an empty view */
    CONSTRUCT_COPY,        /* one value that converts to the type; of an array: whose elements are
                              copied */
    CONSTRUCT_COMPONENTS,  /* index, extent: an int for every dimension */
    CONSTRUCT_VIEW_SIZES,  /* view, array: an int for every dimension, then perhaps a source */
    CONSTRUCT_VIEW_EXTENT, /* view, array: an extent, then perhaps a source */
    CONSTRUCT_VIEW_ARRAY   /* view: a C array, or a pointer to one, that gives the extents too */
};
/* e makes a view that is a part of the view at its amp_part_base: a row, a section, another shape.
 */
bool amp_is_part(const struct expr *e);
/* The view (or pointer to it: the callee is an EXPR_ARROW) that a part is made from. */
struct expr *amp_part_base(const struct expr *e);

enum amp_construct_form amp_construct_form(const struct type *t, const expr_vec *args);

#endif
