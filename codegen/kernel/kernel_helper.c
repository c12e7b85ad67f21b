/* kernel_helper.c - helper functions that the text needs, each emitted once, when it is first
 * asked for: index operators, elements, subviews, atomics. */
#include "codegen/kernel/kernel.h"

#include <string.h>

/* A helper over the components of an index: head, the text for every component (k is '#'), tail.
 * 'T' is the index type. */
struct index_text {
    const char *name;
    const char *head, *each, *tail;
};

static const struct index_text index_texts[] = {
    [HELPER_MAKE] = {"make", NULL, NULL, NULL},
    [HELPER_ALL] = {"all", "T $(int s)\n{\n    T r;\n", "    r.c[#] = s;\n", "    return r;\n}\n"},
    [HELPER_GET] = {"get", "int $(T a, int k)\n{\n", "", "    return a.c[k];\n}\n"},
    [HELPER_ADD] = {"add", "T $(T a, T b)\n{\n", "    a.c[#] += b.c[#];\n", "    return a;\n}\n"},
    [HELPER_SUB] = {"sub", "T $(T a, T b)\n{\n", "    a.c[#] -= b.c[#];\n", "    return a;\n}\n"},
    [HELPER_MUL] = {"mul", "T $(T a, T b)\n{\n", "    a.c[#] *= b.c[#];\n", "    return a;\n}\n"},
    [HELPER_DIV] = {"div", "T $(T a, T b)\n{\n", "    a.c[#] /= b.c[#];\n", "    return a;\n}\n"},
    [HELPER_MOD] = {"mod", "T $(T a, T b)\n{\n", "    a.c[#] %= b.c[#];\n", "    return a;\n}\n"},
    [HELPER_EQUAL] = {"equal", "int $(T a, T b)\n{\n    int r = 1;\n",
                      "    r &= a.c[#] == b.c[#];\n", "    return r;\n}\n"},
    [HELPER_SIZE] = {"size", "uint $(T e)\n{\n    uint r = 1;\n", "    r *= (uint)e.c[#];\n",
                     "    return r;\n}\n"},
    /* 0 <= i < e by one comparison: a negative i is a large uint, a negative e is as good as 0 */
    [HELPER_CONTAINS] = {"contains", "uchar $(T e, T i)\n{\n    int r = 1;\n",
                         "    r &= (uint)i.c[#] < (e.c[#] < 0 ? 0 : (uint)e.c[#]);\n",
                         "    return (uchar)r;\n}\n"},
    /* the same for an extent that is never negative */
    [HELPER_WITHIN] = {"within", "uchar $(T e, T i)\n{\n    int r = 1;\n",
                       "    r &= (uint)i.c[#] < (uint)e.c[#];\n", "    return (uchar)r;\n}\n"},
    [HELPER_PAD] = {"pad", "T $(T e, T t)\n{\n",
                    "    e.c[#] = (e.c[#] + t.c[#] - 1) / t.c[#] * t.c[#];\n",
                    "    return e;\n}\n"},
    [HELPER_TRUNCATE] = {"truncate", "T $(T e, T t)\n{\n",
                         "    e.c[#] = e.c[#] / t.c[#] * t.c[#];\n", "    return e;\n}\n"},
};

/* Appends a text of the table: T is the type, $ the name, # the component. */
static void text_add(struct buf *out, const char *text, const char *type, const char *name, int k)
{
    for (; *text; text++)
        if (*text == 'T')
            buf_add(out, type);
        else if (*text == '$')
            buf_add(out, name);
        else if (*text == '#')
            buf_printf(out, "%d", k);
        else
            buf_char(out, *text);
}

static void make_emit(struct buf *out, const char *type, const char *name, int rank)
{
    buf_printf(out, "static %s %s(", type, name);
    for (int k = 0; k < rank; k++)
        buf_printf(out, "%sint c%d", k ? ", " : "", k);
    buf_printf(out, ")\n{\n    %s r = {{", type);
    for (int k = 0; k < rank; k++)
        buf_printf(out, "%sc%d", k ? ", " : "", k);
    buf_add(out, "}};\n    return r;\n}\n");
}

const char *kernel_index_helper(struct kernel_gen *g, enum index_helper h, int rank)
{
    const struct index_text *t = &index_texts[h];
    const char *name = arena_printf(&g->c->arena, "ampc_%s%d", t->name, rank);
    const char *type = kernel_index_type(g, rank);

    if (!kernel_once(g, name))
        return name;
    if (h == HELPER_MAKE) {
        make_emit(&g->helpers, type, name, rank);
        return name;
    }
    buf_add(&g->helpers, "static ");
    text_add(&g->helpers, t->head, type, name, 0);
    for (int k = 0; k < rank; k++)
        text_add(&g->helpers, t->each, type, name, k);
    text_add(&g->helpers, t->tail, type, name, 0);
    return name;
}

const char *kernel_tiled_helper(struct kernel_gen *g, const struct launch *l)
{
    int rank = l->rank;
    const char *name = arena_printf(&g->c->arena, "ampc_this_tile%d", rank);
    const char *type = kernel_tiled_type(g, rank);
    struct buf *out = &g->helpers;

    for (int k = 0; k < rank; k++)
        name = arena_printf(&g->c->arena, "%s%c%d", name, k ? 'x' : '_', l->tile[k]);
    if (!kernel_once(g, name))
        return name;
    buf_printf(out, "static %s %s(void)\n{\n    %s r;\n", type, name, type);
    for (int k = 0; k < rank; k++) {
        int dim = rank - 1 - k;
        buf_printf(out, "    r.g.c[%d] = (int)get_global_id(%d);\n", k, dim);
        buf_printf(out, "    r.l.c[%d] = (int)get_local_id(%d);\n", k, dim);
        buf_printf(out, "    r.t.c[%d] = (int)get_group_id(%d);\n", k, dim);
        /* not global minus local: compilers see that it is the same for all lanes */
        buf_printf(out, "    r.o.c[%d] = r.t.c[%d] * %d;\n", k, k, l->tile[k]);
    }
    buf_add(out, "    return r;\n}\n");
    return name;
}

/* Where a view lies: as its argument says, and in a build for dense views by its extents alone, so
 * that the device's compiler sees more. */
static void place_emit(struct kernel_gen *g, const struct type *view, const char *element)
{
    struct buf *out = &g->helpers;

    if (!g->emulated) {
        buf_printf(out, "#ifdef AMPC_DENSE\n    v.p = (__global %s *)base;\n", element);
        for (int k = view->rank - 2; k >= 0; k--)
            buf_printf(out,
                       k == view->rank - 2 ? "    v.s%d = a.extent[%d];\n"
                                           : "    v.s%d = a.extent[%d] * v.s%d;\n",
                       k, k + 1, k + 1);
        buf_add(out, "#else\n");
        g->uses |= AMPC__USES_DENSE;
    }
    buf_printf(out, "    v.p = (__global %s *)(base + a.offset);\n", element);
    for (int k = 0; k < view->rank - 1; k++)
        buf_printf(out, "    v.s%d = (ampc_off)a.stride[%d];\n", k, k);
    buf_add(out, g->emulated ? "" : "#endif\n");
}

const char *kernel_view_helper(struct kernel_gen *g, const struct type *view, struct loc loc)
{
    const char *word = kernel_view_type(g, view, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_make_%s", word);
    const char *arg = kernel_arg_type(g, view->rank);
    struct buf *out = &g->helpers;

    if (!kernel_once(g, name))
        return name;
    buf_printf(out, "static struct ampc_%s %s(__global char *base, %s a)\n{\n", word, name, arg);
    buf_printf(out, "    struct ampc_%s v;\n", word);
    place_emit(g, view, kernel_element_type(g, view, loc));
    for (int k = 0; k < view->rank; k++)
        buf_printf(out, "    v.e.c[%d] = a.extent[%d];\n", k, k);
    buf_add(out, "    return v;\n}\n");
    return name;
}

const char *kernel_element_helper(struct kernel_gen *g, const struct type *view, struct loc loc)
{
    const char *word = kernel_view_type(g, view, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_at_%s", word);
    const char *index = kernel_index_type(g, view->rank);
    struct buf *out = &g->helpers;

    if (!kernel_once(g, name))
        return name;
    buf_printf(out, "static __global %s *%s(struct ampc_%s v, %s i)\n{\n    return v.p + (",
               kernel_element_type(g, view, loc), name, word, index);
    for (int k = 0; k < view->rank - 1; k++)
        buf_printf(out, "i.c[%d] * v.s%d + ", k, k);
    buf_printf(out, "i.c[%d]);\n}\n", view->rank - 1);
    return name;
}

/* ---- subviews ---- */

static void offset_emit(struct buf *out, int rank)
{
    for (int k = 0; k < rank; k++)
        buf_printf(out, k < rank - 1 ? "o.c[%d] * v.s%d + " : "o.c[%d]", k, k);
}

static void row_emit(struct buf *out, int rank)
{
    buf_add(out, "    r.p = v.p + i * v.s0;\n");
    for (int k = 0; k < rank - 1; k++)
        buf_printf(out, "    r.s%d = v.s%d;\n", k, k + 1);
    for (int k = 0; k < rank; k++)
        buf_printf(out, "    r.e.c[%d] = v.e.c[%d];\n", k, k + 1);
}

static void section_emit(struct buf *out, int rank, bool rest)
{
    buf_add(out, "    r = v;\n    r.p += ");
    offset_emit(out, rank);
    buf_add(out, rest ? ";\n" : ";\n    r.e = e;\n");
    for (int k = 0; k < rank && rest; k++)
        buf_printf(out, "    r.e.c[%d] -= o.c[%d];\n", k, k);
}

/* 'from': the address of element 0. */
static void shape_emit(struct buf *out, int rank, const char *from)
{
    buf_printf(out, "    r.p = %s;\n    r.e = e;\n", from);
    for (int k = rank - 2; k >= 0; k--)
        if (k == rank - 2)
            buf_printf(out, "    r.s%d = e.c[%d];\n", k, k + 1);
        else
            buf_printf(out, "    r.s%d = e.c[%d] * r.s%d;\n", k, k + 1, k + 1);
}

const char *kernel_subview_helper(struct kernel_gen *g, enum subview_helper h,
                                  const struct type *view, const struct type *subview,
                                  struct loc loc)
{
    static const char *const names[] = {"row", "from", "section", "shape", "retype"};
    static const char *const params[] = {"int i", "T o", "T o, T e", "T e", ""};
    const char *from = kernel_view_type(g, view, loc), *to = kernel_view_type(g, subview, loc);
    bool one = h == HELPER_FROM || h == HELPER_SECTION || h == HELPER_ROW;
    const char *name = one ? arena_printf(&g->c->arena, "ampc_%s_%s", names[h], from)
                           : arena_printf(&g->c->arena, "ampc_%s_%s_%s", names[h], to, from);
    bool checked = g->checked && !g->frame->constant && h != HELPER_RETYPE;
    struct buf *out = &g->helpers;

    if (h == HELPER_RETYPE)
        kernel_retype(g, subview);
    if (checked)
        kernel_check_outside(g);
    if (!kernel_once(g, name))
        return name;
    buf_printf(out, "static struct ampc_%s %s(struct ampc_%s v%s", to, name, from,
               *params[h] ? ", " : "");
    text_add(out, params[h], kernel_index_type(g, subview->rank), "", 0);
    buf_add(out, checked ? ", struct ampc_x_stop *s, __constant char *text" : "");
    buf_printf(out, ")\n{\n    struct ampc_%s r;\n", to);
    if (checked)
        kernel_check_subview(g, h, subview, loc);
    if (h == HELPER_ROW)
        row_emit(out, subview->rank);
    else if (h == HELPER_FROM || h == HELPER_SECTION)
        section_emit(out, subview->rank, h == HELPER_FROM);
    else if (h == HELPER_SHAPE)
        shape_emit(out, subview->rank, "v.p");
    else
        buf_printf(out,
                   "    r.p = (__global %s *)v.p;\n"
                   "    r.e.c[0] = (int)((ulong)v.e.c[0] * %lldUL / %lldUL);\n",
                   kernel_element_type(g, subview, loc), view->base->size, subview->base->size);
    buf_add(out, "    return r;\n}\n");
    return name;
}

const char *kernel_over_helper(struct kernel_gen *g, const struct type *view, struct loc loc)
{
    const char *to = kernel_view_type(g, view, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_over_%s", to);
    struct buf *out = &g->helpers;

    if (!kernel_once(g, name))
        return name;
    buf_printf(out, "static struct ampc_%s %s(__global %s *p, %s e)\n{\n", to, name,
               kernel_element_type(g, view, loc), kernel_index_type(g, view->rank));
    buf_printf(out, "    struct ampc_%s r;\n", to);
    shape_emit(out, view->rank, "p");
    buf_add(out, "    return r;\n}\n");
    return name;
}

const char *space_word(enum space s)
{
    switch (s) {
    case SPACE_GLOBAL:
        return "global";
    case SPACE_LOCAL:
        return "local";
    case SPACE_CONSTANT:
        return "constant";
    case SPACE_ANY:
        return "any";
    case SPACE_NONE:
    case SPACE_PRIVATE:
        break;
    }
    return "private";
}

const char *kernel_cas_helper(struct kernel_gen *g, const char *type, enum space space,
                              enum space expected)
{
    const char *name = arena_printf(&g->c->arena, "ampc_compare_exchange_%s_%s_%s", type,
                                    space_word(space), space_word(expected));

    if (!kernel_once(g, name))
        return name;
    if (space == SPACE_PRIVATE)
        buf_printf(&g->helpers,
                   "static uchar %s(%s *p, %s%s *expected, %s value)\n{\n    %s want = *expected;\n"
                   "    %s seen = *p;\n    if (seen == want)\n        *p = value;\n    else\n"
                   "        *expected = seen;\n    return seen == want;\n}\n",
                   name, type, space_text(expected), type, type, type, type);
    else
        buf_printf(
            &g->helpers,
            "static uchar %s(volatile %s%s *p, %s%s *expected, %s value)\n{\n"
            "    %s want = *expected;\n    %s seen = %s_cmpxchg(p, want, value);\n"
            "    if (seen != want)\n        *expected = seen;\n    return seen == want;\n}\n",
            name, space_text(space), type, space_text(expected), type, type, type, type,
            strstr(type, "long") ? "atom" : "atomic");
    return name;
}

/* The integers of the size of a floating-point type, NULL for others: atomic functions work on
 * their bits. */
static const char *bits_of(const char *type)
{
    return strcmp(type, "float") == 0 ? "uint" : strcmp(type, "double") == 0 ? "ulong" : NULL;
}

const char *kernel_atomic_load_helper(struct kernel_gen *g, const char *type, enum space space)
{
    const char *name =
        arena_printf(&g->c->arena, "ampc_atomic_load_%s_%s", type, space_word(space));
    const char *bits = bits_of(type);
    const char *whole = bits ? bits : type;

    if (!kernel_once(g, name))
        return name;
    if (g->emulated) /* which may have constant tables where nobody can write */
        buf_printf(&g->helpers,
                   "static %s %s(const %s *p)\n{\n    %s seen;\n"
                   "    __atomic_load(p, &seen, __ATOMIC_RELAXED);\n    return seen;\n}\n",
                   type, name, type, type);
    else
        buf_printf(&g->helpers,
                   "static %s %s(volatile %sconst %s *p)\n{\n"
                   "    return %s%s%s_add((volatile %s%s *)p, 0)%s;\n}\n",
                   type, name, space_text(space), type, bits ? "as_" : "",
                   bits ? arena_printf(&g->c->arena, "%s(", type) : "",
                   strstr(whole, "long") ? "atom" : "atomic", space_text(space), whole,
                   bits ? ")" : "");
    return name;
}

const char *kernel_double_exchange_helper(struct kernel_gen *g, enum space space)
{
    const char *name = arena_printf(&g->c->arena, "ampc_exchange_double_%s", space_word(space));

    if (kernel_once(g, name))
        buf_printf(&g->helpers,
                   "static double %s(volatile %sdouble *p, double value)\n{\n"
                   "    return as_double(atom_xchg((volatile %sulong *)p, as_ulong(value)));\n}\n",
                   name, space_text(space), space_text(space));
    return name;
}

/* NVIDIA's compiler takes PTX, which has such an instruction (since sm_60 for double). Others may
 * have it by cl_ext_float_atomics; the library asks for that where it finds its name in the text.
 */
static void add_by_instruction(struct kernel_gen *g, const char *type, enum space space)
{
    bool is_double = strcmp(type, "double") == 0, is_local = space == SPACE_LOCAL;
    const char *size = is_double ? "64" : "32", *letter = is_double ? "d" : "f";

    buf_printf(&g->helpers,
               "#ifdef __NV_CL_C_VERSION\n    %s old;\n"
               "    asm volatile(\"atom.%s.add.f%s %%0, [%%1], %%2;\"\n"
               "                 : \"=%s\"(old) : \"l\"(p), \"%s\"(value) : \"memory\");\n"
               "    return old;\n",
               type, is_local ? "shared" : "global", size, letter, letter);
    buf_printf(&g->helpers,
               "#elif defined AMPC_FLOAT_ATOMICS && defined __opencl_c_ext_fp%s_%s_atomic_add%s\n"
               "    return atomic_fetch_add_explicit((volatile %satomic_%s *)p, value, "
               "memory_order_relaxed, memory_scope_%s);\n#else\n",
               size, is_local ? "local" : "global",
               is_local ? "" : " && defined __opencl_c_atomic_scope_device", space_text(space),
               type, is_local ? "work_group" : "device");
}

/* Else a loop, which finds out by its first exchange what is there: a plain read might see half of
 * a number. */
const char *kernel_float_add_helper(struct kernel_gen *g, const char *type, enum space space)
{
    const char *name = arena_printf(&g->c->arena, "ampc_add_%s_%s", type, space_word(space));
    const char *bits = bits_of(type);

    if (!kernel_once(g, name))
        return name;
    buf_printf(&g->helpers, "static %s %s(volatile %s%s *p, %s value)\n{\n", type, name,
               space_text(space), type, type);
    if (!g->emulated)
        add_by_instruction(g, type, space);
    buf_printf(&g->helpers,
               "    volatile %s%s *bits = (volatile %s%s *)p;\n"
               "    %s seen = 0, old;\n    do {\n        old = seen;\n"
               "        seen = %s_cmpxchg(bits, old, as_%s(as_%s(old) + value));\n"
               "    } while (seen != old);\n    return as_%s(old);\n%s}\n",
               space_text(space), bits, space_text(space), bits, bits,
               strstr(bits, "long") ? "atom" : "atomic", bits, type, type,
               g->emulated ? "" : "#endif\n");
    return name;
}
