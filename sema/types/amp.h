/* amp.h - amp.def as a C table: AMP's types, their members and functions. The operations of the
 * typed tree (expr.amp) are in parser/amp_op.h. */
#ifndef SEMA_TYPES_AMP_H
#define SEMA_TYPES_AMP_H

#include "parser/tree.h"
#include "sema/types/type.h"

struct arena;

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
    RESULT_DOUBLE,
    RESULT_ACCELERATOR,
    RESULT_ACCELERATOR_VIEW,
    RESULT_FUTURE,
    RESULT_ELEMENT,
    RESULT_POINTEE /* of the first argument */
};

enum {
    AMP_SIDE_CPU = RESTRICT_CPU,
    AMP_SIDE_AMP = RESTRICT_AMP,
    AMP_SIDE_BOTH = RESTRICT_CPU | RESTRICT_AMP
};

struct amp_member {
    enum amp_type owner; /* AMP_TYPE_NONE: none, it is a function */
    const char *name;
    enum amp_form form;
    enum amp_op op;
    enum amp_result result;
    const char *arguments;
    unsigned sides;
    const char *text;
};

/* The row of a member; NULL: the type has none of that name. form: AMP_METHOD or another form, < 0
 * for any. */
const struct amp_member *amp_member_find(enum amp_type owner, const char *name, int form);
/* The row of a function; NULL: none. */
const struct amp_member *amp_function_find(const char *name);

/* The rows one after the other, NULL: the first; NULL behind the last. */
const struct amp_member *amp_member_next(const struct amp_member *before);

/* The member of 'owner' that a misspelt name most likely means; NULL: none is near. */
const char *amp_member_nearest(enum amp_type owner, const char *name);
/* All members of 'owner', with commas: "rank, size(), contains()". */
const char *amp_member_list(struct arena *a, enum amp_type owner);

/* Whose members objects of the AMP type t have. */
enum amp_type amp_owner(const struct type *t);

/* "index", "array_view", ... */
const char *amp_type_word(enum amp_type t);

/* The bytes that are known to be available at the source of a view, an array or a copy; 0: unknown,
 * as for pointers (a pointer to an array may point to several). For a row of an array the rows
 * behind it count, too. */
long long amp_source_bytes(const struct expr *source);

/* The form of an AMP constructor, by its arguments, which are typed and correct. */
enum amp_construct_form {
    CONSTRUCT_EMPTY, /* no arguments: zeros, or an empty view */
    CONSTRUCT_COPY,  /* one value that converts to the type; for an array, one whose elements are
                        copied */
    CONSTRUCT_COMPONENTS,  /* index, extent: an int for every dimension */
    CONSTRUCT_VIEW_SIZES,  /* view, array: an int for every dimension, then perhaps a source; of an
                              array the source's begin and end */
    CONSTRUCT_VIEW_EXTENT, /* view, array: an extent, then the same */
    CONSTRUCT_VIEW_ARRAY   /* view: a C array, or a pointer to one, that gives the extents too */
};
/* e makes a subview: a view of elements of another view, its amp_subview_base. That is a row, a
 * section, view_as or reinterpret_as. */
bool amp_is_subview(const struct expr *e);
/* The view (or pointer to it: the callee is an EXPR_ARROW) that a subview is made from. */
struct expr *amp_subview_base(const struct expr *e);

/* What the scalars of a texture's elements are. */
enum texel {
    TEXEL_NONE, /* no texture has such elements */
    TEXEL_INT,
    TEXEL_UINT,
    TEXEL_FLOAT,
    TEXEL_NORM,
    TEXEL_UNORM,
    TEXEL_DOUBLE
};
/* Of elements of type t; *channels (may be NULL): the scalars of an element. */
enum texel texel_of(const struct type *t, int *channels);

/* Whether t is sampler, a structure of <amp_graphics.h>. */
bool type_is_sampler(const struct type *t);

/* Which of the arguments of a texture's constructor, typed, is what; -1: none. */
struct texture_arguments {
    int extents; /* the number of arguments that give the extent */
    int source, end, bytes, bits, levels, view, associated;
    bool good; /* there are no others */
};
struct texture_arguments texture_arguments(const struct type *t, const expr_vec *args);

enum amp_construct_form amp_construct_form(const struct type *t, const expr_vec *args);

#endif
