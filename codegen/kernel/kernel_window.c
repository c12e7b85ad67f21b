/* kernel_window.c - windows: what a nest of loops reads around its threads' places, which the group
 * fetches before the nest (optimize/window.c).
 *
 * Where arguments say how large a window is, it has the rows and columns of a buffer that it needs.
 * Of `for (int e = -r; e <= r; e++) sum += w[e + r] * from(i, j + e);` a work-item with four
 * columns side by side keeps eight elements in registers, of which four rounds read seven:
 *
 *     for (int ampc_k = 0; ampc_k < ampc_left; ampc_k += 4) {
 *         ... the next four of ampc_b0 become ampc_w0[ampc_r][4] to [7] ...
 *         AMPC_EACH(ampc_u, 4) { const int u_e = -r + ampc_k + ampc_u; ... ampc_w0[ampc_r][ampc_c +
 * ampc_u] ... }
 *         ... [4] to [7] become [0] to [3] ...
 *     }
 */
#include "codegen/kernel/kernel_cover.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

static const char MACROS[] =
    "#ifdef AMPC_COVER\n"
    "#if AMPC_COLUMNS == 4 && AMPC_COLUMN_RUN == 4\n#define AMPC_SLIDES\n#endif\n"
    "#define AMPC_LANES (AMPC_THREADS % 32 == 0 ? 32 : AMPC_THREADS)\n"
    "typedef float4 ampc_near_float __attribute__((may_alias));\n"
    "typedef int4 ampc_near_int __attribute__((may_alias));\n"
    "typedef uint4 ampc_near_uint __attribute__((may_alias));\n"
    "#define AMPC_NEXT(four, w, b) { const four ampc_v = *(const __local four *)&b; "
    "w[4] = ampc_v.s0; w[5] = ampc_v.s1; w[6] = ampc_v.s2; w[7] = ampc_v.s3; }\n"
    "#endif\n";

/* ---- what is fetched ---- */

/* "(u_r - 1)" */
static const char *value_text(struct cover_text *x, const struct expr *e)
{
    struct kernel_gen *g = x->g;
    struct buf text = {0}, *out = g->out;
    const char *copy;

    g->out = &text;
    kernel_expr(g, e, PREC_UNARY);
    g->out = out;
    copy = arena_printf(&g->c->arena, "%s", text.at);
    buf_free(&text);
    return copy;
}

/* " + (u_k - (0))": what the terms add to the least value. */
static const char *terms_text(struct cover_text *x, const cover_term_vec *terms)
{
    struct arena *a = &x->g->c->arena;
    const char *text = "";

    for (int i = 0; i < terms->n; i++) {
        const struct cover_term *t = &terms->at[i];
        const char *name = cover_name(x, t->counter);
        if (t->low && t->times > 0)
            text = arena_printf(a, "%s + (%s - %s)", text, name, value_text(x, t->low));
        else if (t->low)
            text = arena_printf(a, "%s + (%s - %s)", text, value_text(x, t->high), name);
        else
            text = t->times > 0 ? arena_printf(a, "%s + (%s - (%lld))", text, name, t->lo)
                                : arena_printf(a, "%s + (%lld - %s)", text, t->hi, name);
    }
    return text;
}

/* " + (long)(u_r) - (long)(-u_r)": by how much a counter grows. */
static const char *growth_text(struct cover_text *x, const struct cover_term *t)
{
    struct arena *a = &x->g->c->arena;

    if (!t->low)
        return arena_printf(a, " + %lldL", t->hi - t->lo);
    return arena_printf(a, " + (long)%s - (long)%s", value_text(x, t->high), value_text(x, t->low));
}

static const char *sum_text(struct cover_text *x, const cover_term_vec *terms)
{
    const char *text = "0L";

    for (int i = 0; i < terms->n; i++)
        text = arena_printf(&x->g->c->arena, "%s%s", text, growth_text(x, &terms->at[i]));
    return text;
}

static bool varies(const cover_term_vec *terms)
{
    for (int i = 0; i < terms->n; i++)
        if (terms->at[i].low)
            return true;
    return false;
}

/* So many rows or columns are around the block: a number, or a variable. */
static const char *more_text(struct cover_text *x, const cover_term_vec *terms, int more,
                             const char *name, int number)
{
    return varies(terms) ? arena_printf(&x->g->c->arena, "%s%d", name, number)
                         : arena_printf(&x->g->c->arena, "%d", more);
}

static void declare_window(struct cover_text *x, const struct cover_window *w, int number)
{
    struct arena *a = &x->g->c->arena;
    const char *high =
        cover_has_rows(x->kernel) ? arena_printf(a, "(AMPC_HIGH + %d)", w->more_rows) : "1";
    const char *width = arena_printf(a, "(AMPC_WIDTH + %d)", w->more_columns);

    buf_printf(&x->locals, "    __local %s __attribute__((aligned(16)));\n",
               kernel_declare(x->g, w->value->type,
                              arena_printf(a, "ampc_b%d[%s][(%s + 3) / 4 * 4%s]", number, high,
                                           width, w->around.n ? " + 4" : ""),
                              SPACE_PRIVATE, w->value->loc));
}

/* Names the place of an element, ampc_e in the order of rows, or ampc_h, ampc_w. */
static void print_place(struct cover_text *x, const char *row, const char *column)
{
    struct arena *a = &x->g->c->arena;
    const char *j = cover_name(x, cover_column_index(x));
    const char *i = cover_has_rows(x->kernel) ? cover_name(x, cover_row_index(x)) : NULL;

    cover_line(x, arena_printf(a, "const int %s = ampc_j + %s;", j, column));
    cover_alias(x, cover_column_index(x), j);
    if (!i)
        return;
    cover_line(x, arena_printf(a, "const int %s = ampc_i + %s;", i, row));
    cover_alias(x, cover_row_index(x), i);
}

static void print_element(struct cover_text *x, const struct cover_window *w, const char *place,
                          const char *more_rows, const char *more_columns)
{
    struct kernel_gen *g = x->g;
    int rank = x->kernel->launch->rank;

    kernel_line(g, w->element->loc);
    buf_printf(g->out, "if (%s < %s + %s", cover_name(x, cover_column_index(x)),
               cover_most(x, rank - 1), more_columns);
    if (cover_has_rows(x->kernel))
        buf_printf(g->out, " && %s < %s + %s", cover_name(x, cover_row_index(x)),
                   cover_most(x, rank - 2), more_rows);
    buf_printf(g->out, ") %s = ", place);
    kernel_convert(g, w->element, w->value->type, PREC_ASSIGN);
    buf_add(g->out, ";");
    kernel_newline(g);
}

static void fetch_window(struct cover_text *x, const struct cover_window *w, int number)
{
    struct arena *a = &x->g->c->arena;
    int n = x->g->frame->aliases.n;
    const char *high =
        cover_has_rows(x->kernel) ? arena_printf(a, "(AMPC_HIGH + %d)", w->more_rows) : "1";
    const char *width = arena_printf(a, "(AMPC_WIDTH + %d)", w->more_columns);

    cover_open(
        x, arena_printf(a, "for (int ampc_e = ampc_t; ampc_e < %s * %s; ampc_e += AMPC_THREADS) ",
                        high, width));
    print_place(x, arena_printf(a, "ampc_e / %s", width), arena_printf(a, "ampc_e %% %s", width));
    print_element(x, w,
                  arena_printf(a, "ampc_b%d[ampc_e / %s][ampc_e %% %s]", number, width, width),
                  arena_printf(a, "%d", w->more_rows), arena_printf(a, "%d", w->more_columns));
    cover_close(x);
    x->g->frame->aliases.n = n;
}

/* The same of a window whose size arguments say: line by line, which needs no quotients. */
static void fetch_lines(struct cover_text *x, const struct cover_window *w, int number)
{
    struct arena *a = &x->g->c->arena;
    int n = x->g->frame->aliases.n;
    const char *rows = more_text(x, &w->rows, w->more_rows, "ampc_more_h", number);
    const char *columns = more_text(x, &w->columns, w->more_columns, "ampc_more_w", number);

    cover_open(
        x, arena_printf(a,
                        "for (int ampc_h = ampc_t / AMPC_LANES; ampc_h < %s; ampc_h += "
                        "AMPC_THREADS / AMPC_LANES) ",
                        cover_has_rows(x->kernel) ? arena_printf(a, "AMPC_HIGH + %s", rows) : "1"));
    cover_open(x, arena_printf(a,
                               "for (int ampc_w = ampc_t %% AMPC_LANES; ampc_w < AMPC_WIDTH + %s; "
                               "ampc_w += AMPC_LANES) ",
                               columns));
    print_place(x, "ampc_h", "ampc_w");
    print_element(x, w, arena_printf(a, "ampc_b%d[ampc_h][ampc_w]", number), rows, columns);
    cover_close(x);
    cover_close(x);
    x->g->frame->aliases.n = n;
}

/* The window's value has the name of its place in local memory. */
static void alias_window(struct cover_text *x, const struct cover_window *w, int number)
{
    cover_alias(x, w->value,
                arena_printf(&x->g->c->arena, "ampc_b%d[%s%s][%s%s]", number,
                             cover_has_rows(x->kernel) ? cover_row_text(x) : "0",
                             terms_text(x, &w->rows), cover_column_text(x),
                             terms_text(x, &w->columns)));
}

void cover_windows(struct cover_text *x, const cover_window_vec *windows)
{
    cover_line(x, COVER_OTHERS_STORES);
    for (int i = 0; i < windows->n; i++) {
        declare_window(x, &windows->at[i], x->panels);
        fetch_window(x, &windows->at[i], x->panels);
        alias_window(x, &windows->at[i], x->panels++);
    }
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
}

/* ---- nests whose windows arguments say the size of ---- */

/* Declares by how much windows are larger than the block, and whether there is room for them, and
 * all loops around what is read run. */
static void print_sizes(struct cover_text *x, const cover_window_vec *windows, int first)
{
    struct arena *a = &x->g->c->arena;
    const char *fits = "1";

    for (int i = 0; i < windows->n; i++) {
        const struct cover_window *w = &windows->at[i];
        int number = first + i;
        cover_line(x,
                   arena_printf(a, "const long ampc_more_h%d_ = %s, ampc_more_w%d_ = %s;", number,
                                sum_text(x, &w->rows), number, sum_text(x, &w->columns)));
        cover_line(x, arena_printf(a,
                                   "const int ampc_more_h%d = (int)ampc_more_h%d_, ampc_more_w%d = "
                                   "(int)ampc_more_w%d_;",
                                   number, number, number, number));
        fits = arena_printf(a, "%s && ampc_more_h%d_ <= %d && ampc_more_w%d_ <= %d", fits, number,
                            w->more_rows, number, w->more_columns);
        for (int k = 0; k < w->around.n; k++)
            fits = arena_printf(a, "%s && 0L%s >= 0", fits, growth_text(x, &w->around.at[k]));
    }
    cover_line(x, arena_printf(a, "const int ampc_near = %s;", fits));
}

/* As it is written: the values are the elements themselves. */
static void print_far(struct cover_text *x, const cover_window_vec *windows, const struct stmt *s)
{
    struct kernel_gen *g = x->g;
    int n = g->frame->aliases.n;

    for (int i = 0; i < windows->n; i++) {
        struct buf text = {0}, *out = g->out;
        g->out = &text;
        kernel_convert(g, windows->at[i].whole, windows->at[i].value->type, PREC_POSTFIX);
        g->out = out;
        cover_alias(x, windows->at[i].value, arena_printf(&g->c->arena, "%s", text.at));
        buf_free(&text);
    }
    cover_repeat(x, s);
    g->frame->aliases.n = n;
}

static void print_near(struct cover_text *x, const cover_window_vec *windows, int first,
                       const struct stmt *s)
{
    int n = x->g->frame->aliases.n;

    for (int i = 0; i < windows->n; i++)
        alias_window(x, &windows->at[i], first + i);
    x->near = windows;
    x->near_first = first;
    if (!cover_slide(x, s))
        cover_repeat(x, s);
    x->near = NULL;
    x->g->frame->aliases.n = n;
}

void cover_nest(struct cover_text *x, const cover_window_vec *windows, const struct stmt *s)
{
    bool alive = x->alive;
    int first = x->panels;

    if (kernel_once(x->g, "windows"))
        buf_add(&x->g->types, MACROS);
    x->panels += windows->n;
    cover_open(x, "");
    cover_line(x, COVER_OTHERS_STORES);
    print_sizes(x, windows, first);
    cover_open(x, "if (ampc_near) ");
    for (int i = 0; i < windows->n; i++) {
        declare_window(x, &windows->at[i], first + i);
        fetch_lines(x, &windows->at[i], first + i);
    }
    cover_close(x);
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    cover_open(x, alive ? "" : "if (ampc_live) ");
    x->alive = true;
    cover_open(x, "if (ampc_near) ");
    print_near(x, windows, first, s);
    x->g->frame->indent--;
    cover_line(x, "} else {");
    x->g->frame->indent++;
    print_far(x, windows, s);
    cover_close(x);
    cover_close(x);
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE);"); /* of a loop around it, that fetches again */
    cover_close(x);
    x->alive = alive;
}

/* ---- four rounds in registers ---- */

/* The term by which a window's columns, four of which a work-item has side by side, go along with a
 * counter; NULL: they do not, or with others, too. */
static const struct cover_term *slides_by(const struct cover_window *w,
                                          const struct symbol *counter)
{
    const struct cover_term *t = w->columns.n == 1 ? &w->columns.at[0] : NULL;
    const struct type *type = type_underlying(w->value->type);
    bool four = type->kind == TYPE_FLOAT || type->kind == TYPE_INT || type->kind == TYPE_UINT;

    return t && t->low && t->times == 1 && t->counter == counter && four ? t : NULL;
}

/* "[ampc_r]" of a window's registers, or their number. */
static const char *register_rows(const struct cover_text *x, bool number)
{
    return !cover_has_rows(x->kernel) ? (number ? "[1]" : "[0]")
                                      : (number ? "[AMPC_ROWS]" : "[ampc_r]");
}

/* Reads the elements from 'at' on into the last four registers of each row. */
static void print_next(struct cover_text *x, const struct cover_window *w, int number,
                       const char *at)
{
    struct arena *a = &x->g->c->arena;
    bool rows = cover_has_rows(x->kernel);

    cover_line(x, arena_printf(a,
                               "%sAMPC_NEXT(ampc_near_%s, ampc_w%d%s, "
                               "ampc_b%d[%s%s][AMPC_COLUMN(0)%s])",
                               rows ? cover_each(COVER_ROWS) : "", kernel_scalar(w->value->type),
                               number, register_rows(x, false), number,
                               rows ? "AMPC_ROW(ampc_r)" : "0", terms_text(x, &w->rows), at));
}

/* The last four become the first ones. */
static void print_shift(struct cover_text *x, int number)
{
    const char *row = register_rows(x, false);

    cover_line(x, arena_printf(&x->g->c->arena,
                               "%sAMPC_EACH(ampc_v, 4) ampc_w%d%s[ampc_v] = "
                               "ampc_w%d%s[ampc_v + 4];",
                               cover_has_rows(x->kernel) ? cover_each(COVER_ROWS) : "", number, row,
                               number, row));
}

/* Round ampc_u of four. */
static void print_round(struct cover_text *x, const struct stmt *s, const struct symbol *counter,
                        const char *before)
{
    int n = x->g->frame->aliases.n;
    const char *name = cover_name(x, counter);

    cover_open(x, before);
    cover_line(x,
               arena_printf(&x->g->c->arena, "const int %s = ampc_from + ampc_k + ampc_u;", name));
    cover_alias(x, counter, name);
    cover_stmt(x, s->body);
    cover_close(x);
    x->g->frame->aliases.n = n;
}

static void print_slide(struct cover_text *x, const struct stmt *s, const struct cover_term *t)
{
    struct arena *a = &x->g->c->arena;
    int n = x->g->frame->aliases.n;

    cover_open(x, "");
    cover_line(x, arena_printf(a, "const int ampc_from = %s, ampc_left = (int)(0L%s) + 1;",
                               value_text(x, t->low), growth_text(x, t)));
    for (int i = 0; i < x->near->n; i++) {
        const struct cover_window *w = &x->near->at[i];
        int number = x->near_first + i;
        if (!slides_by(w, t->counter))
            continue;
        cover_line(x, arena_printf(a, "%s;",
                                   kernel_declare(x->g, w->value->type,
                                                  arena_printf(a, "ampc_w%d%s[8]", number,
                                                               register_rows(x, true)),
                                                  SPACE_PRIVATE, w->value->loc)));
        print_next(x, w, number, "");
        print_shift(x, number);
        cover_alias(
            x, w->value,
            arena_printf(a, "ampc_w%d%s[ampc_c + ampc_u]", number, register_rows(x, false)));
    }
    cover_open(x, "for (int ampc_k = 0; ampc_k < ampc_left; ampc_k += 4) ");
    for (int i = 0; i < x->near->n; i++)
        if (slides_by(&x->near->at[i], t->counter))
            print_next(x, &x->near->at[i], x->near_first + i, " + ampc_k + 4");
    cover_open(x, "if (ampc_left - ampc_k >= 4) ");
    print_round(x, s, t->counter, "AMPC_EACH(ampc_u, 4) ");
    x->g->frame->indent--;
    cover_line(x, "} else {");
    x->g->frame->indent++;
    print_round(x, s, t->counter, "AMPC_EACH(ampc_u, 3) if (ampc_u < ampc_left - ampc_k) ");
    cover_close(x);
    for (int i = 0; i < x->near->n; i++)
        if (slides_by(&x->near->at[i], t->counter))
            print_shift(x, x->near_first + i);
    cover_close(x);
    cover_close(x);
    x->g->frame->aliases.n = n;
}

bool cover_slide(struct cover_text *x, const struct stmt *s)
{
    const struct symbol *counter = s->kind == STMT_FOR && s->decl && s->decl->declarators.n == 1
                                       ? s->decl->declarators.at[0]->symbol
                                       : NULL;
    const struct cover_term *t = NULL;

    if (!x->near || x->strict || !counter || stmt_contains(s->body, stmt_is_loop))
        return false;
    for (int i = 0; i < x->near->n && !t; i++)
        t = slides_by(&x->near->at[i], counter);
    if (!t)
        return false;
    cover_line(x, "#ifdef AMPC_SLIDES");
    print_slide(x, s, t);
    cover_line(x, "#else");
    cover_repeat(x, s);
    cover_line(x, "#endif");
    return true;
}
