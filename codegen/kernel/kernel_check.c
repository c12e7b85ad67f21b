/* kernel_check.c - subscript checks of the checked text: views, subviews and C arrays; a
 * violation is noted with its numbers (struct stop). */
#include "codegen/kernel/kernel.h"

#include <string.h>

#include "parser/walk.h"

/* Checks of subscripts (-fsanitize=bounds, AMPC_CHECK=1). A subscript that is outside is noted as a
 * failed assert is, with the index and the extent; the access goes to scratch memory of the note,
 * or to the array's first element. See struct stop in runtime/stop.c.
 *
 * The thread goes on, as others may wait for it at a barrier, and some drivers do not support
 * returns in front of barriers. Loops are left, as they might not end any more. */

enum { SCRATCH_BYTES = 4096 }; /* of struct stop */

static const char outside_text[] =
    "static int ampc_outside(struct ampc_x_stop *s, __constant char *text, int kind, int rank)\n{\n"
    "    s->ended = 1;\n    if (!ampc_note(s, text))\n        return 0;\n"
    "    s->error[260] = kind;\n    s->error[261] = rank;\n    return 1;\n}\n";

static const char bound_text[] =
    "static long ampc_bound(long i, long n, struct ampc_x_stop *s, __constant char *text)\n{\n"
    "    if ((ulong)i < (ulong)n)\n        return i;\n"
    "    if (ampc_outside(s, text, 2, 1)) {\n        s->error[262] = (int)i;\n"
    "        s->error[278] = (int)n;\n    }\n    return 0;\n}\n";

/* The kinds of notes; runtime/stop.c has the same numbers. */
enum { NOTE_ELEMENT = 1, NOTE_SECTION = 3, NOTE_SHAPE = 4 };

void kernel_check_outside(struct kernel_gen *g)
{
    kernel_stop_note(g);
    if (kernel_once(g, "ampc_outside"))
        buf_add(&g->helpers, outside_text);
}

/* "x.ampc:12: v" */
const char *kernel_check_place(struct kernel_gen *g, const struct expr *e,
                               const struct expr *object)
{
    struct place p = source_place(g->c->source, e->loc.begin);
    struct buf text = {0};
    const char *name;

    object = expr_evaluated(object);
    while (object->kind == EXPR_CONVERT)
        object = expr_evaluated(object->a);
    buf_printf(&text, "%s:%d: %s", p.file, p.line,
               object->kind == EXPR_NAME || object->kind == EXPR_MEMBER ||
                       object->kind == EXPR_ARROW
                   ? object->name
                   : "");
    name = kernel_stop_text(g, &text);
    buf_free(&text);
    return name;
}

static bool is_array_subscript(const struct expr *e)
{
    const struct expr *base = e->a;

    if (e->kind != EXPR_SUBSCRIPT || e->amp != AMP_NONE)
        return false;
    base = expr_evaluated(type_is_integer(base->type) ? e->b : base);
    while (base->kind == EXPR_CONVERT && base->type->kind == TYPE_POINTER)
        base = expr_evaluated(base->a);
    return base->type->kind == TYPE_ARRAY && base->type->length > 0;
}

bool kernel_is_checked(const struct kernel_gen *g, const struct expr *e)
{
    return g->checked && !g->frame->constant &&
           (e->amp == AMP_VIEW_ELEMENT || (amp_is_subview(e) && e->amp != AMP_VIEW_REINTERPRET) ||
            is_array_subscript(e));
}

struct loop_search {
    struct kernel_gen *g;
    bool checked, meets; /* has a check; has a barrier */
};

static bool find_check(struct walker *w, struct expr *e)
{
    struct loop_search *search = w->data;
    const struct kernel_instance *in = NULL;

    if (!kernel_runs(w, e))
        return false;
    search->checked |= kernel_is_checked(search->g, e) || kernel_is_reached(search->g, e);
    search->meets |= e->amp == AMP_BARRIER_WAIT || e->amp == AMP_BARRIER_WAIT_GLOBAL ||
                     e->amp == AMP_BARRIER_WAIT_TILE;
    if (e->kind == EXPR_CALL && e->amp == AMP_NONE && kernel_callee(e))
        in = kernel_call_instance(search->g, e);
    search->checked |= in && in->stops;
    for (int i = 0; in && i < e->args.n; i++)
        search->meets |= type_is_amp(e->args.at[i]->type, AMP_TYPE_TILE_BARRIER) ||
                         type_is_amp(e->args.at[i]->type, AMP_TYPE_TILED_INDEX);
    return true;
}

bool kernel_check_ends_loop(struct kernel_gen *g, const struct stmt *s)
{
    struct loop_search search = {g, false, false};
    struct walker w = {.data = &search, .expr_pre = find_check, .spec_pre = kernel_no_spec};

    if (!g->checked)
        return false;
    walk_stmt(&w, (struct stmt *)s);
    if (search.checked && !search.meets)
        kernel_stop_use(g);
    return search.checked && !search.meets;
}

/* ---- elements ---- */

/* "a && b" over the components; '#' is the number. */
static void each(struct buf *out, const char *text, int rank)
{
    for (int k = 0; k < rank; k++) {
        buf_add(out, k ? " && " : "");
        for (const char *s = text; *s; s++)
            if (*s == '#')
                buf_printf(out, "%d", k);
            else
                buf_char(out, *s);
    }
}

/* Prints the note of the first thread that fails, with index and extent. */
static void note(struct buf *out, int kind, int rank, const char *index, const char *extent)
{
    buf_printf(out, "    if (ampc_outside(s, text, %d, %d)) {\n", kind, rank);
    for (int k = 0; k < rank; k++)
        buf_printf(out, "        s->error[%d] = %s[%d];\n        s->error[%d] = %s[%d];\n", 262 + k,
                   index, k, 278 + k, extent, kind == NOTE_SHAPE ? 0 : k);
    buf_add(out, "    }\n");
}

const char *kernel_checked_element(struct kernel_gen *g, const struct type *view, struct loc loc)
{
    const char *word = kernel_view_type(g, view, loc);
    const char *name = arena_printf(&g->c->arena, "ampc_checked_%s", word);
    const char *index = kernel_index_type(g, view->rank);
    const char *element = kernel_element_type(g, view, loc);
    struct buf *out = &g->helpers;

    kernel_check_outside(g);
    if (!kernel_once(g, name))
        return name;
    buf_printf(out,
               "static __global %s *%s(struct ampc_%s v, %s i, struct ampc_x_stop *s, __constant "
               "char *text)\n{\n    if (",
               element, name, word, index);
    each(out, "(uint)i.c[#] < (uint)v.e.c[#]", view->rank);
    buf_add(out, ")\n        return v.p + (");
    for (int k = 0; k < view->rank - 1; k++)
        buf_printf(out, "i.c[%d] * v.s%d + ", k, k);
    buf_printf(out, "i.c[%d]);\n", view->rank - 1);
    note(out, NOTE_ELEMENT, view->rank, "i.c", "v.e.c");
    if (view->base->size <= SCRATCH_BYTES)
        buf_printf(out, "    return (__global %s *)(s->error + 320);\n}\n", element);
    else
        buf_add(out, "    return v.p;\n}\n");
    return name;
}

void kernel_check_arguments(struct kernel_gen *g, const struct expr *e, const struct expr *object)
{
    if (!kernel_is_checked(g, e))
        return;
    kernel_check_outside(g);
    buf_printf(g->out, ", ampc_s, %s", kernel_check_place(g, e, object));
}

/* ---- subviews ---- */

void kernel_check_subview(struct kernel_gen *g, enum subview_helper h, const struct type *subview,
                          struct loc loc)
{
    struct buf *out = &g->helpers;
    int rank = h == HELPER_ROW ? 1 : subview->rank;

    if (h == HELPER_ROW) {
        buf_add(out, "    int at[1] = {i};\n    if (!((uint)i < (uint)v.e.c[0])) {\n");
        note(out, NOTE_ELEMENT, rank, "at", "v.e.c");
    } else if (h == HELPER_FROM) {
        buf_add(out, "    if (!(");
        each(out, "(uint)o.c[#] <= (uint)v.e.c[#]", rank);
        buf_add(out, ")) {\n");
        note(out, NOTE_SECTION, rank, "o.c", "v.e.c");
    } else if (h == HELPER_SECTION) {
        buf_add(out, "    if (!(");
        each(out, "o.c[#] >= 0 && e.c[#] >= 0 && o.c[#] <= v.e.c[#] - e.c[#]", rank);
        buf_add(out, ")) {\n");
        note(out, NOTE_SECTION, rank, "o.c", "v.e.c");
    } else {
        buf_add(out, "    ulong n = 1;\n");
        for (int k = 0; k < rank; k++)
            buf_printf(out, "    n = n > (ulong)v.e.c[0] ? n : n * (uint)e.c[%d];\n", k);
        buf_add(out, "    if (n > (ulong)v.e.c[0]) {\n");
        note(out, NOTE_SHAPE, rank, "e.c", "v.e.c");
    }
    buf_printf(out, "        r.p = (__global %s *)v.p;\n", kernel_element_type(g, subview, loc));
    for (int k = 0; k < subview->rank; k++)
        buf_printf(out,
                   k < subview->rank - 1 ? "        r.s%d = 0;\n        r.e.c[%d] = 0;\n"
                                         : "        r.e.c[%d] = 0;\n",
                   k, k);
    buf_add(out, "        return r;\n    }\n");
}

/* ---- arrays ---- */

bool kernel_check_index(struct kernel_gen *g, const struct expr *e, const struct expr *base,
                        const struct expr *index, bool end)
{
    const struct expr *array = expr_evaluated(base);
    long long length;

    if (!kernel_is_checked(g, e))
        return false;
    while (array->kind == EXPR_CONVERT && array->type->kind == TYPE_POINTER)
        array = expr_evaluated(array->a);
    length = array->type->length + end;
    if (index->constant && index->value >= 0 && index->value < length && expr_is_pure(index))
        return false;
    kernel_check_outside(g);
    if (kernel_once(g, "ampc_bound"))
        buf_add(&g->helpers, bound_text);
    buf_add(g->out, "ampc_bound(");
    kernel_convert(g, index, type_basic(TYPE_LONG), PREC_ASSIGN);
    buf_printf(g->out, ", %lldL, ampc_s, %s)", length, kernel_check_place(g, e, array));
    return true;
}
