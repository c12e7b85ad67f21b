/* kernel_any.c - pointers that may lead into several memories: a struct with a pointer for each,
 * and helpers that load and store through the one that is set. */
#include "codegen/kernel/kernel.h"

#include <string.h>

/* Pointers that may point into any memory. OpenCL C 1.2 has none: the address space of its targets
 * belongs to a pointer's type. A variable that is assigned pointers into several memories is a
 * struct with a pointer for each memory, of which one is not null, and a number that says which;
 * its targets are loaded, stored and compared by helpers. Where the memory turns out to be known,
 * inlining removes all this.
 *
 * Null pointers in it are set one by one: in some compilers (Mesa's) null of local and private
 * memory has other bits than zero, as 0 is the address of the first object there, but '{0}' gives
 * zero bytes. */

static const char any_text[] =
    "#ifndef AMPC_X_ANY\n#define AMPC_X_ANY\n"
    "struct ampc_x_any { /* a pointer into the memory that 'in' says: 1, 2, 3, else private */\n"
    "    int in;\n    __global char *g;\n    __local char *l;\n    __constant char *c;\n"
    "    char *p;\n};\n#endif\n";

static const struct {
    const char *name, *text;
} helpers[] = {
    {"ampc_any_null", "static struct ampc_x_any ampc_any_null(void)\n{\n"
                      "    struct ampc_x_any r;\n"
                      "    r.in = 0;\n    r.g = 0;\n    r.l = 0;\n    r.c = 0;\n    r.p = 0;\n"
                      "    return r;\n}\n"},
    {"ampc_any_global", "static struct ampc_x_any ampc_any_global(__global const void *p)\n{\n"
                        "    struct ampc_x_any r = ampc_any_null();\n"
                        "    r.in = 1;\n    r.g = (__global char *)p;\n    return r;\n}\n"},
    {"ampc_any_local", "static struct ampc_x_any ampc_any_local(__local const void *p)\n{\n"
                       "    struct ampc_x_any r = ampc_any_null();\n"
                       "    r.in = 2;\n    r.l = (__local char *)p;\n    return r;\n}\n"},
    {"ampc_any_constant", "static struct ampc_x_any ampc_any_constant(__constant void *p)\n{\n"
                          "    struct ampc_x_any r = ampc_any_null();\n"
                          "    r.in = 3;\n    r.c = (__constant char *)p;\n    return r;\n}\n"},
    {"ampc_any_private", "static struct ampc_x_any ampc_any_private(const void *p)\n{\n"
                         "    struct ampc_x_any r = ampc_any_null();\n"
                         "    r.p = (char *)p;\n    return r;\n}\n"},
    {"ampc_any_add", "static struct ampc_x_any ampc_any_add(struct ampc_x_any a, long n)\n{\n"
                     "    if (a.in == 1)\n        a.g += n;\n    else if (a.in == 2)\n"
                     "        a.l += n;\n    else if (a.in == 3)\n        a.c += n;\n    else\n"
                     "        a.p += n;\n    return a;\n}\n"},
    {"ampc_any_some", "static int ampc_any_some(struct ampc_x_any a)\n{\n"
                      "    return a.g || a.l || a.c || a.p;\n}\n"},
    {"ampc_any_bits", "static ulong ampc_any_bits(struct ampc_x_any a)\n{\n"
                      "    return a.g   ? (ulong)a.g\n"
                      "           : a.l ? (ulong)a.l\n"
                      "           : a.c ? (ulong)a.c\n"
                      "           : a.p ? (ulong)a.p\n"
                      "                 : 0;\n}\n"},
    {"ampc_any_equal", "static int ampc_any_equal(struct ampc_x_any a, struct ampc_x_any b)\n{\n"
                       "    return a.g == b.g && a.l == b.l && a.c == b.c && a.p == b.p;\n}\n"},
    {"ampc_any_less", "static int ampc_any_less(struct ampc_x_any a, struct ampc_x_any b)\n{\n"
                      "    return a.g < b.g || a.l < b.l || a.c < b.c || a.p < b.p;\n}\n"},
    {"ampc_any_minus", "static long ampc_any_minus(struct ampc_x_any a, struct ampc_x_any b)\n{\n"
                       "    return a.in == 1   ? (long)(a.g - b.g)\n"
                       "           : a.in == 2 ? (long)(a.l - b.l)\n"
                       "           : a.in == 3 ? (long)(a.c - b.c)\n"
                       "                       : (long)(a.p - b.p);\n}\n"},
};

const char *kernel_any_type(struct kernel_gen *g)
{
    if (kernel_once(g, "struct ampc_x_any"))
        buf_add(&g->types, any_text);
    return "struct ampc_x_any";
}

const char *kernel_any_helper(struct kernel_gen *g, const char *word)
{
    const char *name = arena_printf(&g->c->arena, "ampc_any_%s", word);

    kernel_any_type(g);
    if (strcmp(word, "null") != 0)
        kernel_any_helper(g, "null");
    if (kernel_once(g, name))
        for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
            if (strcmp(helpers[i].name, name) == 0)
                buf_add(&g->helpers, helpers[i].text);
    return name;
}

/* ---- objects ---- */

bool kernel_is_any(struct kernel_gen *g, const struct expr *e)
{
    e = expr_evaluated(e);
    bool c = e->amp == AMP_NONE;
    bool reached = (e->kind == EXPR_SUBSCRIPT && (c || e->amp == AMP_INDEX_SUBSCRIPT)) ||
                   (e->kind == EXPR_MEMBER && c) || (e->kind == EXPR_ARROW && c) ||
                   (e->kind == EXPR_UNARY && e->op == OP_DEREF);
    return reached && kernel_object_space(g, e) == SPACE_ANY;
}

/* The byte offset of a member in the object (or in the target of the pointer). */
static long long member_offset(struct kernel_gen *g, const struct expr *e)
{
    const struct type *t = e->a->type;
    member_path path = {0};
    long long offset = 0;

    if (e->kind == EXPR_ARROW)
        t = t->base;
    if (t->kind != TYPE_RECORD || !type_find_member(g->c, t->record, e->name, &path))
        kernel_unsupported(g, e->loc, "member '%s' is not supported in a kernel", e->name);
    kernel_record(g, t->record, e->loc); /* whose layout the text checks */
    for (int i = 0; i < path.n; i++)
        offset += path.at[i]->offset;
    return offset;
}

/* Prints n * size. */
static void scaled(struct kernel_gen *g, const struct expr *n, long long size, bool negative)
{
    buf_add(g->out, negative ? "-" : "");
    kernel_convert(g, n, type_basic(TYPE_LONG), PREC_UNARY + 1);
    if (size != 1)
        buf_printf(g->out, " * %lld", size);
}

static long long pointee_size(const struct type *t)
{
    return t->base->size >= 0 ? t->base->size : 1; /* void: GNU */
}

static void subscript_address(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *base = e->a, *index = e->b;

    if (e->amp == AMP_NONE && type_is_integer(base->type)) { /* 2[a] */
        base = e->b;
        index = e->a;
    }
    buf_printf(g->out, "%s(", kernel_any_helper(g, "add"));
    if (e->amp == AMP_NONE)
        kernel_pointer(g, base, base->type, SPACE_ANY, PREC_ASSIGN);
    else
        kernel_any_address(g, base);
    buf_add(g->out, ", ");
    scaled(g, index, e->type->size, false);
    buf_char(g->out, ')');
}

static void member_address(struct kernel_gen *g, const struct expr *e)
{
    long long offset = member_offset(g, e);

    if (offset)
        buf_printf(g->out, "%s(", kernel_any_helper(g, "add"));
    if (e->kind == EXPR_MEMBER)
        kernel_any_address(g, e->a);
    else
        kernel_pointer(g, e->a, e->a->type, SPACE_ANY, PREC_ASSIGN);
    if (offset)
        buf_printf(g->out, ", %lld)", offset);
}

void kernel_any_address(struct kernel_gen *g, const struct expr *e)
{
    e = expr_evaluated(e);
    if (e->kind == EXPR_UNARY)
        kernel_pointer(g, e->a, e->a->type, SPACE_ANY, PREC_ASSIGN);
    else if (e->kind == EXPR_SUBSCRIPT)
        subscript_address(g, e);
    else if (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW)
        member_address(g, e);
    else /* EXPR_CONVERT: of an array */
        kernel_any_address(g, e->a);
}

/* The type's name; *word: a word for it in helpers' names. */
static const char *object_type(struct kernel_gen *g, const struct expr *e, const char **word)
{
    const char *type = kernel_type(g, type_unqualified(g->c, e->type), e->loc);

    *word = strchr(type, ' ') ? strchr(type, ' ') + 1 : type;
    return type;
}

static const char *global_type(struct kernel_gen *g, const struct expr *e)
{
    return kernel_global_type(g, type_unqualified(g->c, e->type), e->loc);
}

void kernel_any_load(struct kernel_gen *g, const struct expr *e)
{
    const char *word, *type, *name;

    if (e->type->kind == TYPE_ARRAY) {
        kernel_any_address(g, e);
        return;
    }
    if (e->type->kind == TYPE_VOID) {
        buf_add(g->out, "(void)0");
        return;
    }
    type = object_type(g, e, &word);
    name = kernel_any_helper(g, arena_printf(&g->c->arena, "load_%s", word));
    if (kernel_once(g, arena_printf(&g->c->arena, "%s()", name)))
        buf_printf(&g->helpers,
                   "static %s %s(struct ampc_x_any a)\n{\n"
                   "    if (a.in == 1)\n        return *(__global const %s *)a.g;\n"
                   "    if (a.in == 2)\n        return *(__local const %s *)a.l;\n"
                   "    if (a.in == 3)\n        return *(__constant %s *)a.c;\n"
                   "    return *(const %s *)a.p;\n}\n",
                   type, name, global_type(g, e), type, type, type);
    buf_printf(g->out, "%s(", name);
    kernel_any_address(g, e);
    buf_char(g->out, ')');
}

void kernel_store_begin(struct kernel_gen *g, const struct expr *e)
{
    const char *word, *type, *name;

    if (!kernel_is_any(g, e)) {
        kernel_expr(g, e, PREC_UNARY);
        buf_add(g->out, " = ");
        return;
    }
    type = object_type(g, e, &word);
    name = kernel_any_helper(g, arena_printf(&g->c->arena, "store_%s", word));
    if (kernel_once(g, arena_printf(&g->c->arena, "%s()", name)))
        buf_printf(&g->helpers,
                   "static %s %s(struct ampc_x_any a, %s v)\n{\n"
                   "    if (a.in == 1)\n        *(__global %s *)a.g = v;\n"
                   "    else if (a.in == 2)\n        *(__local %s *)a.l = v;\n"
                   "    else\n        *(%s *)a.p = v;\n    return v;\n}\n",
                   type, name, type, global_type(g, e), type, type);
    buf_printf(g->out, "%s(", name);
    kernel_any_address(g, e);
    buf_add(g->out, ", ");
}

void kernel_store_end(struct kernel_gen *g, const struct expr *e)
{
    if (kernel_is_any(g, e))
        buf_char(g->out, ')');
}

/* ---- operators on such objects ---- */

static void any_compound(struct kernel_gen *g, const struct expr *e)
{
    const struct expr *object;

    buf_char(g->out, '(');
    object = kernel_object_once(g, e->a);
    kernel_store_begin(g, object);
    buf_printf(g->out, "(%s)((", kernel_type(g, e->a->type, e->loc));
    kernel_any_load(g, object);
    buf_printf(g->out, " %s ", op_text(e->op));
    kernel_expr(g, e->b, PREC_UNARY);
    buf_add(g->out, e->a->type->kind == TYPE_BOOL ? ") != 0)" : "))");
    kernel_store_end(g, object);
    buf_char(g->out, ')');
}

void kernel_any_assign(struct kernel_gen *g, const struct expr *e)
{
    if (e->op != OP_ASSIGN) {
        any_compound(g, e);
        return;
    }
    kernel_store_begin(g, e->a);
    kernel_convert(g, e->b, e->a->type, PREC_ASSIGN);
    kernel_store_end(g, e->a);
}

void kernel_any_step(struct kernel_gen *g, const struct expr *e)
{
    bool is_postfix = e->op == OP_POSTINC || e->op == OP_POSTDEC;
    bool up = e->op == OP_PREINC || e->op == OP_POSTINC, is_bool = e->a->type->kind == TYPE_BOOL;
    struct expr *old = kernel_temporary(g, e->a->type, SPACE_PRIVATE, e->loc);
    const struct expr *object;

    buf_char(g->out, '(');
    object = kernel_object_once(g, e->a);
    buf_printf(g->out, "%s = ", old->name);
    kernel_any_load(g, object);
    buf_add(g->out, ", ");
    kernel_store_begin(g, object);
    buf_printf(g->out, "(%s)", kernel_type(g, e->a->type, e->loc));
    if (is_bool)
        buf_printf(g->out, "%s%s", up ? "1" : "!", up ? "" : old->name);
    else
        buf_printf(g->out, "(%s %c 1)", old->name, up ? '+' : '-');
    kernel_store_end(g, object);
    if (is_postfix)
        buf_printf(g->out, ", %s", old->name);
    buf_char(g->out, ')');
}

/* ---- the pointers themselves ---- */

void kernel_pointer(struct kernel_gen *g, const struct expr *e, const struct type *t,
                    enum space space, int prec)
{
    enum space from;

    if (space != SPACE_ANY) {
        kernel_convert(g, e, t, prec);
        return;
    }
    if (kernel_is_null(e)) {
        buf_printf(g->out, "%s()", kernel_any_helper(g, "null"));
        return;
    }
    from = kernel_pointer_space(g, e);
    if (from == SPACE_ANY) {
        kernel_convert(g, e, t, prec);
        return;
    }
    buf_printf(g->out, "%s(", kernel_any_helper(g, space_word(from)));
    kernel_convert(g, e, t, PREC_ASSIGN);
    buf_char(g->out, ')');
}

void kernel_address_bits(struct kernel_gen *g, const struct expr *e)
{
    if (kernel_pointer_space(g, e) == SPACE_ANY) {
        buf_printf(g->out, "%s(", kernel_any_helper(g, "bits"));
        kernel_expr(g, e, PREC_ASSIGN);
        buf_char(g->out, ')');
    } else {
        buf_add(g->out, "(ulong)");
        kernel_expr(g, e, PREC_UNARY);
    }
}

static bool is_pointer(const struct expr *e)
{
    return e->type->kind == TYPE_POINTER || e->type->kind == TYPE_ARRAY;
}

bool kernel_any_binary(struct kernel_gen *g, const struct expr *e, int prec)
{
    bool both = is_pointer(e->a) && is_pointer(e->b), swap = e->op == OP_GT || e->op == OP_LE;
    const struct expr *a = swap ? e->b : e->a, *b = swap ? e->a : e->b;
    const char *name = e->op == OP_SUB                    ? "minus"
                       : e->op == OP_EQ || e->op == OP_NE ? "equal"
                                                          : "less";
    bool negated = e->op == OP_NE || e->op == OP_LE || e->op == OP_GE, opened;

    if (e->op == OP_COMMA || e->op == OP_LAND || e->op == OP_LOR ||
        (!is_pointer(e->a) && !is_pointer(e->b)) || kernel_meeting_space(g, a, b) != SPACE_ANY)
        return false;
    if (!both && e->op != OP_EQ && e->op != OP_NE) { /* p + n, n + p, p - n */
        const struct expr *p = is_pointer(e->a) ? e->a : e->b, *n = p == e->a ? e->b : e->a;
        buf_printf(g->out, "%s(", kernel_any_helper(g, "add"));
        kernel_pointer(g, p, p->type, SPACE_ANY, PREC_ASSIGN);
        buf_add(g->out, ", ");
        scaled(g, n, pointee_size(p->type), e->op == OP_SUB);
        buf_char(g->out, ')');
        return true;
    }
    opened = kernel_open(g, negated ? PREC_UNARY : e->op == OP_SUB ? PREC_MUL : PREC_POSTFIX, prec);
    buf_printf(g->out, "%s%s(", negated ? "!" : "", kernel_any_helper(g, name));
    kernel_pointer(g, a, a->type, SPACE_ANY, PREC_ASSIGN);
    buf_add(g->out, ", ");
    kernel_pointer(g, b, b->type, SPACE_ANY, PREC_ASSIGN);
    buf_char(g->out, ')');
    if (e->op == OP_SUB)
        buf_printf(g->out, " / %lld", pointee_size(a->type));
    kernel_close(g, opened);
    return true;
}

void kernel_any_pointer_step(struct kernel_gen *g, const struct expr *e)
{
    bool is_postfix = e->op == OP_POSTINC || e->op == OP_POSTDEC;
    bool up = e->op == OP_PREINC || e->op == OP_POSTINC;
    const char *add = kernel_any_helper(g, "add");
    long long size = pointee_size(e->a->type);

    if (is_postfix)
        buf_printf(g->out, "%s(", add);
    else
        buf_char(g->out, '(');
    kernel_expr(g, e->a, PREC_UNARY);
    buf_printf(g->out, " = %s(", add);
    kernel_expr(g, e->a, PREC_ASSIGN);
    buf_printf(g->out, ", %lld)", up ? size : -size);
    if (is_postfix)
        buf_printf(g->out, ", %lld", up ? -size : size);
    buf_char(g->out, ')');
}

void kernel_any_pointer_assign(struct kernel_gen *g, const struct expr *e)
{
    kernel_expr(g, e->a, PREC_UNARY);
    buf_add(g->out, " = ");
    if (e->op == OP_ASSIGN) {
        kernel_pointer(g, e->b, e->a->type, SPACE_ANY, PREC_ASSIGN);
        return;
    }
    buf_printf(g->out, "%s(", kernel_any_helper(g, "add"));
    kernel_expr(g, e->a, PREC_ASSIGN);
    buf_add(g->out, ", ");
    scaled(g, e->b, pointee_size(e->a->type), e->op == OP_SUB);
    buf_char(g->out, ')');
}
