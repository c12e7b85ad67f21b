/* kernel_type.c - types in kernels' text: numbers, structs with the host's layout, views, index
 * types, arguments. */
#include "codegen/kernel/kernel.h"
#include "codegen/kernel/kernel_lanes.h"
#include "sema/types/vector.h"

#include <limits.h>
#include <string.h>

const char *space_text(enum space s)
{
    switch (s) {
    case SPACE_GLOBAL:
        return "__global ";
    case SPACE_LOCAL:
        return "__local ";
    case SPACE_CONSTANT:
        return "__constant ";
    case SPACE_NONE:
    case SPACE_PRIVATE:
    case SPACE_ANY:
        break;
    }
    return "";
}

const char *kernel_scalar(const struct type *t)
{
    switch (t->kind) {
    case TYPE_ENUM:
        return t->base ? kernel_scalar(t->base) : "int";
    case TYPE_BOOL:
    case TYPE_UCHAR:
        return "uchar";
    case TYPE_CHAR:
        return type_is_unsigned(t) ? "uchar" : "char";
    case TYPE_SCHAR:
        return "char";
    case TYPE_SHORT:
        return "short";
    case TYPE_USHORT:
        return "ushort";
    case TYPE_INT:
        return "int";
    case TYPE_UINT:
        return "uint";
    case TYPE_LONG:
    case TYPE_LLONG:
        return t->size == 4 ? "int" : "long";
    case TYPE_ULONG:
    case TYPE_ULLONG:
        return t->size == 4 ? "uint" : "ulong";
    case TYPE_FLOAT16:
        return "half";
    case TYPE_FLOAT:
        return "float";
    case TYPE_DOUBLE:
        return "double";
    case TYPE_UNKNOWN:
    case TYPE_VOID:
    case TYPE_INT128:
    case TYPE_UINT128:
    case TYPE_LDOUBLE:
    case TYPE_FLOAT128:
    case TYPE_DECIMAL:
    case TYPE_COMPLEX:
    case TYPE_POINTER:
    case TYPE_ARRAY:
    case TYPE_FUNCTION:
    case TYPE_RECORD:
    case TYPE_VECTOR:
    case TYPE_VA_LIST:
    case TYPE_AMP:
        break;
    }
    return NULL;
}

const char *kernel_index_type(struct kernel_gen *g, int rank)
{
    const char *name = arena_printf(&g->c->arena, "struct ampc_index%d", rank);

    if (!g->emulated && kernel_once(g, name)) /* in the emulator ampc_gen.h declares it */
        buf_printf(&g->types, "%s {\n    int c[%d];\n};\n", name, rank);
    return name;
}

const char *kernel_tiled_type(struct kernel_gen *g, int rank)
{
    const char *name = arena_printf(&g->c->arena, "struct ampc_tiled%d", rank);
    const char *index = kernel_index_type(g, rank);

    if (!kernel_once(g, name))
        return name;
    if (g->emulated) /* for debuggers: print t.local */
        buf_printf(&g->types,
                   "%s {\n    union { %s g, global; };\n    union { %s l, local; };\n"
                   "    union { %s t, tile; };\n    union { %s o, tile_origin; };\n};\n",
                   name, index, index, index, index);
    else
        buf_printf(&g->types,
                   "%s { /* global, local, tile, tile_origin */\n    %s g, l, t, o;\n};\n", name,
                   index);
    return name;
}

const char *kernel_arg_type(struct kernel_gen *g, int rank)
{
    const char *name = arena_printf(&g->c->arena, "struct ampc_arg%d", rank);

    if (kernel_once(g, name))
        buf_printf(&g->types,
                   "%s {\n    long offset;\n    long stride[%d];\n    int extent[%d];\n};\n", name,
                   rank, rank);
    return name;
}

/* A type's name without its keyword, for use in another name. */
static const char *type_word(const char *type)
{
    return strncmp(type, "struct ", 7) == 0  ? type + 7
           : strncmp(type, "union ", 6) == 0 ? type + 6
                                             : type;
}

/* The alignment that elements of views have in any case: of a short vector that of a component, as
 * a view may be over numbers. */
static int element_align(const struct type *t)
{
    return vector_of(t) ? t->record->members.at[0].type->align : t->align;
}

int kernel_alignment_gain(const struct type *t)
{
    enum { LARGEST = 16 };
    long long power = t->kind == TYPE_RECORD ? t->size & -t->size : 0;

    power = power < LARGEST ? power : LARGEST;
    return power > element_align(t) ? (int)power : 0;
}

void kernel_retype(struct kernel_gen *g, const struct type *t)
{
    g->retypes |= kernel_alignment_gain(t->base) > 0;
}

static const char *element_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const char *element = kernel_type(g, t, loc);
    int align = element_align(t), gain = kernel_alignment_gain(t);
    const char *name = arena_printf(&g->c->arena, "ampc_element_%s", type_word(element));

    if (!kernel_once(g, name))
        return name;
    if (gain && !g->emulated) {
        buf_printf(
            &g->types,
            "#ifdef AMPC_ALIGNED\ntypedef %s %s __attribute__((may_alias, aligned(%d)));\n#else\n",
            element, name, gain);
        g->uses |= AMPC__USES_ALIGNED;
    }
    if (align < t->align)
        buf_printf(&g->types, "typedef %s %s __attribute__((may_alias, aligned(%d)));\n", element,
                   name, align);
    else
        buf_printf(&g->types, "typedef %s %s __attribute__((may_alias));\n", element, name);
    buf_add(&g->types, gain && !g->emulated ? "#endif\n" : "");
    return name;
}

const char *kernel_element_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    return element_type(g, t->base, loc);
}

const char *kernel_global_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    return vector_of(t) ? element_type(g, t, loc) : kernel_type(g, t, loc);
}

const char *kernel_view_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const char *word = type_word(kernel_type(g, t->base, loc));
    const char *name = arena_printf(&g->c->arena, "view%d_%s", t->rank, word);

    if (kernel_once(g, name)) {
        const char *index = kernel_index_type(g, t->rank);
        const char *element = kernel_element_type(g, t, loc);
        buf_printf(&g->types, "struct ampc_%s { /* element 0, strides, extent */\n", name);
        buf_printf(&g->types, "    __global %s *p;\n", element);
        for (int k = 0; k < t->rank - 1; k++)
            buf_printf(&g->types, k ? ", s%d" : "    ampc_off s%d", k);
        buf_printf(&g->types,
                   g->emulated ? "%s    union { %s e, extent; };\n};\n" : "%s    %s e;\n};\n",
                   t->rank > 1 ? ";\n" : "", index);
    }
    return name;
}

static const char *amp_type_name(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    switch (t->amp) {
    case AMP_TYPE_INDEX:
    case AMP_TYPE_EXTENT:
    case AMP_TYPE_TILED_EXTENT:
        return kernel_index_type(g, t->rank);
    case AMP_TYPE_TILED_INDEX:
        return kernel_tiled_type(g, t->rank);
    case AMP_TYPE_TILE_BARRIER:
        return "int"; /* a token: the barrier is the work-group's */
    case AMP_TYPE_ARRAY_VIEW:
    case AMP_TYPE_ARRAY:
        return arena_printf(&g->c->arena, "struct ampc_%s", kernel_view_type(g, t, loc));
    case AMP_TYPE_WORDS:
    case AMP_TYPE_ACCELERATOR:
    case AMP_TYPE_ACCELERATOR_VIEW:
    case AMP_TYPE_COMPLETION_FUTURE:
    case AMP_TYPE_ACCELERATOR_LIST:
        break;
    }
    kernel_unsupported(g, loc, "type '%s' is not supported in a kernel", type_text(g->c, t));
    return "int";
}

const char *kernel_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const char *scalar = kernel_scalar(t);

    if (scalar) {
        if (strcmp(scalar, "double") == 0)
            g->uses |= AMPC__USES_DOUBLE;
        if (strcmp(scalar, "half") == 0)
            g->uses |= AMPC__USES_HALF;
        return scalar;
    }
    if (t->kind == TYPE_VOID)
        return "void";
    if (t->kind == TYPE_RECORD)
        return kernel_record(g, t->record, loc);
    if (t->kind == TYPE_AMP)
        return amp_type_name(g, t, loc);
    if (t->kind == TYPE_VECTOR) /* optimize/ makes them; the checks refuse the user's */
        return kernel_vector_type(g, t, loc);
    /* TYPE_UNKNOWN: an error has been reported, or it is a type of host code */
    kernel_unsupported(g, loc, "type '%s' is not supported in a kernel", type_text(g->c, t));
    return "int";
}

/* The struct for a view that is a member or element, with the size that it has on the host; 'v' is
 * the view in it. */
static const char *kernel_stored_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const char *word = kernel_view_type(g, t, loc);
    const char *name = arena_printf(&g->c->arena, "struct ampc_stored_%s", word);

    if (kernel_once(g, name))
        buf_printf(&g->types,
                   "%s { /* as large as the host's */\n    struct ampc_%s v;\n"
                   "    char pad[%lld - sizeof(struct ampc_%s)];\n} __attribute__((may_alias));\n",
                   name, word, t->size, word);
    return name;
}

const char *kernel_raw_type(struct kernel_gen *g, const struct type *t)
{
    long long words = (t->size + 7) / 8;
    const char *name = arena_printf(&g->c->arena, "struct ampc_raw%lld", words);

    if (kernel_once(g, name))
        buf_printf(&g->types, "%s {\n    ulong w[%lld];\n};\n", name, words);
    return name;
}

/* Declares a view in an array, or a pointer to a view, which may be in an array. */
static const char *stored_declare(struct kernel_gen *g, const struct type *t,
                                  const char *declarator, enum space space, struct loc loc)
{
    return arena_printf(&g->c->arena, "%s%s%s %s", space_text(space),
                        t->quals & QUAL_CONST ? "const " : "", kernel_stored_type(g, t, loc),
                        declarator);
}

const char *kernel_declare(struct kernel_gen *g, const struct type *t, const char *declarator,
                           enum space space, struct loc loc)
{
    struct arena *a = &g->c->arena;

    if (t->kind == TYPE_POINTER && space == SPACE_ANY) {
        return arena_printf(a, "%s %s%s", kernel_any_type(g), t->quals & QUAL_CONST ? "const " : "",
                            declarator);
    }
    if (t->kind == TYPE_POINTER) {
        const char *inner =
            arena_printf(a, t->quals & QUAL_CONST ? "*const %s" : "*%s", declarator);
        if (t->base->kind == TYPE_ARRAY)
            inner = arena_printf(a, "(%s)", inner);
        if (type_is_view_or_array(t->base))
            return stored_declare(g, t->base, inner, space, loc);
        if (t->base->kind == TYPE_POINTER || t->base->kind == TYPE_FUNCTION)
            kernel_unsupported(g, loc, "type '%s' is not supported in a kernel",
                               type_text(g->c, t));
        return kernel_declare(g, t->base, inner, space, loc);
    }
    if (t->kind == TYPE_ARRAY) {
        if (t->length < 0)
            kernel_unsupported(g, loc, "an array of unknown length is not supported in a kernel");
        declarator = arena_printf(a, "%s[%lld]", declarator, t->length);
        if (type_is_amp(t->base, AMP_TYPE_ARRAY_VIEW))
            return stored_declare(g, t->base, declarator, space, loc);
        return kernel_declare(g, t->base, declarator, space, loc);
    }
    return arena_printf(a, "%s%s%s%s%s", space_text(space),
                        t->quals & QUAL_CONST && space != SPACE_CONSTANT ? "const " : "",
                        space == SPACE_GLOBAL ? kernel_global_type(g, t, loc)
                                              : kernel_type(g, t, loc),
                        *declarator ? " " : "", declarator);
}

const char *kernel_wrap_type(struct kernel_gen *g, const struct type *t, struct loc loc)
{
    const char *member =
        kernel_declare(g, type_unqualified(g->c, (struct type *)t), "a", SPACE_PRIVATE, loc);
    char *name = arena_printf(&g->c->arena, "struct ampc_array_%s", member);

    /* The member's declaration becomes a name: brackets and blanks become underscores. */
    for (char *p = name + 7; *p; p++)
        if (*p == ' ' || *p == '[' || *p == ']')
            *p = '_';
    if (kernel_once(g, name))
        buf_printf(&g->types, "%s {\n    %s;\n};\n", name, member);
    return name;
}

/* ---- records ---- */

const char *kernel_member_name(struct kernel_gen *g, const struct record *r,
                               const struct record_member *m)
{
    if (m->name)
        return kernel_user_name(g, m->name);
    return arena_printf(&g->c->arena, "ampc_m%d", (int)(m - r->members.at));
}

/* The number of records with the name that have been emitted. */
static int record_number(const struct kernel_gen *g, const char *tag)
{
    int number = 0;

    for (int i = 0; i < g->records.n; i++) {
        const struct record *r = g->records.at[i].record;
        const char *other = r->tag ? r->tag : r->typedef_name;
        number += tag ? other && strcmp(other, tag) == 0 : !other;
    }
    return number;
}

static const char *record_name(struct kernel_gen *g, const struct record *r)
{
    const char *tag = r->tag ? r->tag : r->typedef_name;
    const char *keyword = r->is_union ? "union" : "struct";
    int number = record_number(g, tag);

    if (tag)
        return arena_printf(&g->c->arena, "%s %s", keyword, kernel_global_name(g, tag, number));
    return arena_printf(&g->c->arena, "%s ampc_unnamed%d", keyword, number);
}

/* The alignment of a member by which it gets its offset, if the one before it ends at 'end': that
 * of its type, or the one that _Alignas asks for. */
static int member_align(const struct record *r, const struct record_member *m, long long end)
{
    int a = m->type->align > 0 ? m->type->align : 1;

    if (r->is_union)
        return a;
    while ((end + a - 1) / a * a < m->offset && a < r->align)
        a *= 2;
    return a;
}

/* Whether OpenCL would lay the record out as the host does, with member_align; *align gets the
 * alignment it would give. */
static bool record_is_natural(const struct record *r, int *align)
{
    long long at = 0, end = 0;

    *align = 1;
    for (int i = 0; i < r->members.n; i++) {
        const struct record_member *m = &r->members.at[i];
        int a = member_align(r, m, end);
        if (a > *align)
            *align = a;
        at = r->is_union ? 0 : (end + a - 1) / a * a;
        if (m->bits >= 0 || m->type->size < 0 || m->offset != at)
            return false;
        end = at + m->type->size > end || !r->is_union ? at + m->type->size : end;
    }
    if (r->align > *align) /* aligned as a whole */
        *align = r->align;
    return r->size == (end + *align - 1) / *align * *align && r->align == *align;
}

static bool is_shareable(const struct type *t)
{
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    return t->kind != TYPE_POINTER && (t->kind != TYPE_AMP || t->amp == AMP_TYPE_INDEX ||
                                       t->amp == AMP_TYPE_EXTENT || t->amp == AMP_TYPE_ARRAY_VIEW);
}

/* Reports why a record cannot be emitted. */
static bool record_check(struct kernel_gen *g, const struct record *r, struct loc loc, int *align)
{
    if (!r->complete || r->flexible || !record_is_natural(r, align)) {
        kernel_unsupported(g, loc, "'%s %s' is not supported in a kernel: %s",
                           r->is_union ? "union" : "struct",
                           r->tag            ? r->tag
                           : r->typedef_name ? r->typedef_name
                                             : "<unnamed>",
                           !r->complete  ? "it is incomplete"
                           : r->flexible ? "it ends in a flexible array"
                                         : "its layout cannot be had in OpenCL C");
        return false;
    }
    for (int i = 0; i < r->members.n; i++)
        if (!is_shareable(r->members.at[i].type)) {
            kernel_unsupported(
                g, loc, "a structure with a member of type '%s' is not supported in a kernel",
                type_text(g->c, r->members.at[i].type));
            return false;
        }
    return true;
}

static const char *member_declare(struct kernel_gen *g, const struct type *t, const char *name,
                                  struct loc loc)
{
    if (type_is_amp(t, AMP_TYPE_ARRAY_VIEW))
        return arena_printf(&g->c->arena, "%s %s", kernel_stored_type(g, t, loc), name);
    return kernel_declare(g, t, name, SPACE_PRIVATE, loc);
}

static void record_emit(struct kernel_gen *g, const struct record *r, const char *name,
                        struct loc loc, int align)
{
    struct buf text = {0}, check = {0};
    long long end = 0;
    int natural = 1;

    if (kernel_once(g, "ampc_lies"))
        buf_add(&g->types, "#ifdef __clang__\n"
                           "#define ampc_lies(s, m, n) (__builtin_offsetof(s, m) == n)\n"
                           "#else\n#define ampc_lies(s, m, n) 1\n#endif\n");
    buf_printf(&text, "%s {\n", name);
    for (int i = 0; i < r->members.n; i++) {
        const struct record_member *m = &r->members.at[i];
        struct type *t = type_unqualified(g->c, m->type);
        const char *member = kernel_member_name(g, r, m);
        int a = member_align(r, m, end);
        buf_printf(&text, "    %s", member_declare(g, t, member, loc));
        if (a > m->type->align)
            buf_printf(&text, " __attribute__((aligned(%d)))", a);
        buf_add(&text, ";\n");
        buf_printf(&check, " && ampc_lies(%s, %s, %lld)", name, member, m->offset);
        natural = a > natural ? a : natural;
        end = r->is_union ? 0 : m->offset + m->type->size;
    }
    if (align > natural)
        buf_printf(&text, "} __attribute__((aligned(%d)));\n", align);
    else
        buf_add(&text, "};\n");
    buf_printf(&text, "typedef char ampc_size_%s[sizeof(%s) == %lld%s ? 1 : -1];\n",
               strchr(name, ' ') + 1, name, r->size, check.at ? check.at : "");
    buf_add(&g->types, text.at);
    buf_free(&text);
    buf_free(&check);
}

const char *kernel_record(struct kernel_gen *g, const struct record *r, struct loc loc)
{
    struct kernel_record k = {r, NULL, false};
    int align = 1;

    for (int i = 0; i < g->records.n; i++)
        if (g->records.at[i].record == r) {
            if (g->records.at[i].failed)
                kernel_unsupported(g, loc, "this structure is not supported in a kernel");
            return g->records.at[i].name;
        }
    k.name = record_name(g, r);
    k.failed = !record_check(g, r, loc, &align);
    vec_push(&g->c->arena, &g->records, k);
    if (!k.failed)
        record_emit(g, r, k.name, loc, align);
    return k.name;
}
