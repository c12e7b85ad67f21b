/* type.h - types of the typed tree. Immutable once complete, in the context's arena; compare with
 * type_same, never by pointer. */
#ifndef SEMA_TYPES_TYPE_H
#define SEMA_TYPES_TYPE_H

#include <stdbool.h>

#include "common/arena.h"
#include "common/source.h"
#include "parser/tree.h"
#include "sema/types/limits.h"

struct ctx;

enum type_kind {
    TYPE_UNKNOWN, /* a type of host code that ampc does not model, and the type after an error: no
                     check reports it */
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_CHAR,
    TYPE_SCHAR,
    TYPE_UCHAR,
    TYPE_SHORT,
    TYPE_USHORT,
    TYPE_INT,
    TYPE_UINT,
    TYPE_LONG,
    TYPE_ULONG,
    TYPE_LLONG,
    TYPE_ULLONG,
    TYPE_INT128,
    TYPE_UINT128,
    TYPE_FLOAT16,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_LDOUBLE,
    TYPE_FLOAT128, /* and other floating types of the compiler without a C11 name */
    TYPE_DECIMAL,
    TYPE_COMPLEX,  /* base: the real type */
    TYPE_ENUM,     /* base: its integer type */
    TYPE_POINTER,  /* base */
    TYPE_ARRAY,    /* base, length */
    TYPE_FUNCTION, /* base: result */
    TYPE_RECORD,
    TYPE_VECTOR, /* base, length: GNU vector_size */
    TYPE_VA_LIST,
    TYPE_AMP /* amp, rank, tile; base: element of a view or array, const qualifier included */
};

/* Groups for switches, as those of expressions (parser/tree.h). */
/* clang-format off */
#define TYPE_INTEGERS \
    TYPE_BOOL: case TYPE_CHAR: case TYPE_SCHAR: case TYPE_UCHAR: case TYPE_SHORT: \
    case TYPE_USHORT: case TYPE_INT: case TYPE_UINT: case TYPE_LONG: case TYPE_ULONG: \
    case TYPE_LLONG: case TYPE_ULLONG: case TYPE_INT128: case TYPE_UINT128
#define TYPE_REALS /* except for the decimal ones */ \
    TYPE_FLOAT16: case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_LDOUBLE: case TYPE_FLOAT128
/* clang-format on */

enum { VECTOR_TYPES = 20 }; /* short vectors, norm and unorm (sema/types/vector.h) */

enum { LENGTH_INCOMPLETE = -1, LENGTH_VARIABLE = -2 };

/* Bytes. Larger types have no size: no object can be so large, and products of two sizes, in bits,
 * still fit. */
#define TYPE_SIZE_MAX (1LL << 58)

struct record_member {
    const char *name; /* NULL: anonymous struct or union, or unnamed bit-field */
    struct type *type;
    long long offset; /* bytes */
    int bits;         /* -1: no bit-field */
    struct loc loc;
    bool packed; /* its offset or alignment is not the natural one of its type */
};

struct record {               /* one struct or union, shared by all type nodes that name it */
    const char *tag;          /* NULL: none */
    const char *typedef_name; /* of an untagged one: its first typedef, or NULL */
    bool is_union;
    bool defined; /* its member list has begun */
    bool complete;
    bool open; /* incomplete, and its definition may follow */
    bool packed;
    bool flexible; /* ends in a flexible array member */
    VEC(struct record_member) members;
    bool holds_views, holds_arrays, holds_addresses, starts; /* as functions below say of a type */
    int views;                                               /* the same */
    const struct vector
        *vector; /* the short vector of C++ AMP's that it is (sema/types/vector.h), or NULL */
    long long size;
    int align;
    struct loc loc;   /* of its definition */
    unsigned keyword; /* position of its 'struct' or 'union' */
    bool file_scope;
    int id;                   /* number in the unit, unique */
    VEC(struct type *) nodes; /* sema: type nodes made while it was open */
};

struct enumeration {
    const char *tag;
    const char *typedef_name;
    struct loc loc;
    bool complete;
};

struct type {
    enum type_kind kind;
    unsigned quals; /* QUAL_* */
    long long size; /* bytes; -1: incomplete, variable or unknown */
    int align;
    struct type *base;
    long long length;          /* ARRAY, VECTOR: elements, or LENGTH_* */
    VEC(struct type *) params; /* FUNCTION: adjusted types */
    bool variadic, prototype;
    unsigned restriction; /* FUNCTION: RESTRICT_* of its declarator, 0 if none was written */
    struct record *record;
    struct enumeration *enumeration;
    enum amp_type amp;
    int rank;         /* AMP: of index, extent, tiled_*, views, arrays */
    int tile[3];      /* tiled_extent, tiled_index */
    bool reference;   /* AMP parameter declared with & */
    const int *fixed; /* array_view<T, 2, 7, 7>: the extents that it is to have, 'rank' of them;
                         NULL: any. Else the same type as array_view<T, 2> */
    bool constant;    /* constant_view: else the same type as array_view<const T, N> */
    bool texture;     /* texture, texture_view: not the same types as array and array_view, but all
                         that holds of these holds of them, too, unless it says otherwise */
    bool unsigned_char; /* CHAR: it is unsigned */
};

/* ---- making types; all results live in c's arena ---- */

/* Plain char, of either sign; type_basic gives the signed one. Static data, read only. */
struct type *type_char(bool is_unsigned);
/* The one node of an unqualified basic type (TYPE_UNKNOWN to TYPE_DECIMAL, TYPE_VA_LIST). Static
 * data, read only. */
struct type *type_basic(enum type_kind kind);
struct type *type_pointer(struct ctx *c, struct type *to);
struct type *type_array(struct ctx *c, struct type *of, long long length);
/* GNU's vector of 'length' elements of an unqualified arithmetic type. */
struct type *type_vector(struct ctx *c, struct type *of, long long length);
struct type *type_complex(struct ctx *c, struct type *of);
/* AMP type without element; tile may be NULL. */
struct type *type_amp(struct ctx *c, enum amp_type amp, int rank, const int *tile);
struct type *type_view(struct ctx *c, enum amp_type amp, struct type *element, int rank);
/* t with quals added (arrays: their elements). */
struct type *type_qualified(struct ctx *c, struct type *t, unsigned quals);
struct type *type_unqualified(struct ctx *c, struct type *t);
/* The type of the object that a reference of type t is bound to; t itself if it is none. */
struct type *type_referred(struct ctx *c, struct type *t);

/* ---- questions ---- */

/* A parameter declared with & and without const: the function may change the argument. */
bool type_refers(const struct type *t);

bool type_is_integer(const struct type *t);    /* _Bool, char types, enums included; bit-fields have
                                                  their declared type */
bool type_is_floating(const struct type *t);   /* real floating */
bool type_is_arithmetic(const struct type *t); /* complex included */
bool type_is_scalar(const struct type *t);     /* arithmetic or pointer */
bool type_is_unsigned(const struct type *t);   /* of an integer type, or of the type of an enum */
bool type_is_amp(const struct type *t, enum amp_type amp);
bool type_is_view_or_array(const struct type *t);
/* Whether t is a struct, union or C array that holds views or arrays (AMP's); that holds arrays. */
bool type_holds_views(const struct type *t);
bool type_holds_arrays(const struct type *t);
/* Whether a value of the type is or holds an address of an object, or a view or array, or may. */
bool type_holds_addresses(const struct type *t);
/* Whether an object of type t is or holds an index, an extent, an accelerator or the like, which
 * C++ gives a value where it is declared. */
bool type_starts(const struct type *t);
/* The number of views and arrays that an object of type t is or holds (for a C array of unknown
 * length, those of one element); TYPE_VIEWS_MAX + 1 for all larger numbers. */
int type_views(const struct type *t);
/* Same type, C11 6.2.7 (compatible), qualifiers of the outermost level included. Unknown is the
 * same as anything. */
bool type_same(const struct type *a, const struct type *b);
bool type_same_unqualified(const struct type *a, const struct type *b);
/* The integer type that an enum stands for, else t. */
const struct type *type_underlying(const struct type *t);

/* C11 6.3.1.1, 6.3.1.8 */
struct type *type_promoted(struct ctx *c, struct type *t);
struct type *type_usual(struct ctx *c, struct type *a, struct type *b);

/* Member by name, also in anonymous members; path (may be NULL) gets the members that lead to it,
 * of which the last one is the result. */
typedef VEC(const struct record_member *) member_path;
struct record_member *type_find_member(struct ctx *c, const struct record *r, const char *name,
                                       member_path *path);

/* One step into an object of type 'of': to member 'at' of a struct, element 'at' of a C array. */
struct type_step {
    const struct type *of;
    int at;
};
typedef VEC(struct type_step) type_path;

/* The type for a message, as the user would write it: "const float *", "array_view<const int, 2>",
 * "struct particle". */
const char *type_text(struct ctx *c, const struct type *t);
/* The same around a declarator: type_declaration(c, t, "x") = "float (*x)[3]". */
const char *type_declaration(struct ctx *c, const struct type *t, const char *declarator);
/* A declarator with its type in host C: type_c(c, t, "x") = "float (*x)[3]"; AMP types as
 * ampc_viewN, ampc_indexN. */
const char *type_c(struct ctx *c, const struct type *t, const char *declarator);
/* The tag for a record without a name, where the host text needs one. */
const char *record_host_tag(struct ctx *c, const struct record *r);

#endif
