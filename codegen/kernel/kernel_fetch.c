/* kernel_fetch.c - what the group of a block of threads fetches into local memory: panels, some
 * rounds of a loop at once, the next ones while it works on these; windows, before a nest of loops.
 *
 * Example: of 16 rounds of a(i, k) in a group of 128 rows, each of 512 work-items fetches four
 * elements into registers (ampc_f0), and keeps them in ampc_b0 when the 16 rounds before are done.
 */
#include "codegen/kernel/kernel_cover.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

/* ---- loops with panels ---- */

/* Before a fetch: an element may have been stored by the thread that reads it, which is another
 * work-item's. */
static const char OTHERS_STORES[] = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";

/* So many elements has the panel in a round. */
static const char *length(const struct cover_panel *p)
{
    return p->axes & COVER_ROWS ? "AMPC_HIGH" : p->axes ? "AMPC_WIDTH" : "1";
}

/* Of element ampc_e of a panel, in the order in which work-items fetch them: its round, its row or
 * column. */
static const char *round_of(struct cover_text *x, const struct cover_panel *p)
{
    return p->across ? "ampc_e % AMPC_CHUNK"
                     : arena_printf(&x->g->c->arena, "ampc_e / %s", length(p));
}

static const char *offset_of(struct cover_text *x, const struct cover_panel *p)
{
    return p->across ? "ampc_e / AMPC_CHUNK"
                     : arena_printf(&x->g->c->arena, "ampc_e %% %s", length(p));
}

/* Whether a panel is fetched in units, AMPC_UNIT elements that are neighbours in memory: rounds of
 * a row, or rows or columns of a round. */
static bool in_units(const struct cover_panel *p)
{
    const struct type *t = type_underlying(p->value->type);

    return (p->across || p->axes) &&
           (t->kind == TYPE_FLOAT || t->kind == TYPE_INT || t->kind == TYPE_UINT);
}

/* How many elements of a panel work-items fetch at once. */
static const char *unit_of(const struct cover_panel *p)
{
    return in_units(p) ? "AMPC_UNIT" : "1";
}

/* "AMPC_EACH(ampc_n, ...) ": the units that a work-item fetches. */
static const char *each_unit(struct cover_text *x, const struct cover_panel *p)
{
    return arena_printf(&x->g->c->arena, "AMPC_EACH(ampc_n, AMPC_UNITS(%s, %s)) ", length(p),
                        unit_of(p));
}

/* Names the first element of a unit, or each one. */
static void unit_place(struct cover_text *x, const struct cover_panel *p, const char *more)
{
    cover_line(x, arena_printf(&x->g->c->arena,
                               "const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * %s%s;",
                               unit_of(p), more));
}

/* Whether the work-item fetches one more element: all do the same number of them. */
static const char *is_fetched(struct cover_text *x, const struct cover_panel *p)
{
    return arena_printf(&x->g->c->arena,
                        "(%s * AMPC_CHUNK %% (AMPC_THREADS * %s) == 0 || ampc_e < %s * AMPC_CHUNK)",
                        length(p), unit_of(p), length(p));
}

/* The index along which a panel has its rows or columns; NULL: it has neither. */
static const struct symbol *panel_index(const struct cover_text *x, const struct cover_panel *p)
{
    return p->axes & COVER_ROWS ? cover_row_index(x) : p->axes ? cover_column_index(x) : NULL;
}

static const char *panel_begin(const struct cover_panel *p)
{
    return p->axes & COVER_ROWS ? "ampc_i" : "ampc_j";
}

/* " && i + 3 < most", that a row or column is in the domain; "". */
static const char *in_domain(struct cover_text *x, const struct cover_panel *p, const char *more)
{
    const struct symbol *s = panel_index(x, p);
    int dimension = x->kernel->launch->rank - (p->axes & COVER_ROWS ? 2 : 1);

    return s ? arena_printf(&x->g->c->arena, " && %s%s < %s", cover_name(x, s), more,
                            cover_most(x, dimension))
             : "";
}

/* Names the row or column, and the round, of an element that a work-item fetches. */
static void fetch_place(struct cover_text *x, const struct cover_loop *l,
                        const struct cover_panel *p)
{
    struct arena *a = &x->g->c->arena;
    const struct symbol *s = panel_index(x, p);
    const char *counter = cover_name(x, l->counter);

    cover_line(x, arena_printf(a, "const int ampc_l = %s;", round_of(x, p)));
    cover_line(x, arena_printf(a, "const int %s = ampc_from + ampc_l;", counter));
    cover_alias(x, l->counter, counter);
    if (!s)
        return;
    cover_line(x, arena_printf(a, "const int %s = %s + %s;", cover_name(x, s), panel_begin(p),
                               offset_of(x, p)));
    cover_alias(x, s, cover_name(x, s));
}

/* A unit at once, where it is in the domain and nothing prevents it; else what stands behind. */
static void fetch_unit(struct cover_text *x, const struct cover_loop *l,
                       const struct cover_panel *p, int number)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    const char *four = arena_printf(a, "ampc_four_%s", kernel_scalar(p->value->type));

    cover_line(x, "#if AMPC_UNIT > 1");
    unit_place(x, p, "");
    fetch_place(x, l, p);
    kernel_line(g, p->element->loc);
    buf_printf(g->out,
               "if (ampc_w%d && %s && ampc_l%s < ampc_left%s) { const %s ampc_v = *(%s %s *)&",
               number, is_fetched(x, p), p->across ? " + AMPC_UNIT - 1" : "",
               in_domain(x, p, p->across ? "" : " + AMPC_UNIT - 1"), four, "const __global", four);
    kernel_expr(g, p->element, PREC_UNARY);
    buf_printf(g->out, ";");
    for (int i = 0; i < 4; i++)
        buf_printf(g->out, " ampc_f%d[ampc_s][ampc_n][%d] = ampc_v.s%d;", number, i, i);
    buf_add(g->out, " } else");
    kernel_newline(g);
    cover_line(x, "#endif");
}

static void fetch_panel(struct cover_text *x, const struct cover_loop *l,
                        const struct cover_panel *p, int number)
{
    struct kernel_gen *g = x->g;
    int n = g->frame->aliases.n;

    cover_open(x, each_unit(x, p));
    if (in_units(p))
        fetch_unit(x, l, p, number);
    g->frame->aliases.n = n;
    cover_open(x, arena_printf(&g->c->arena, "AMPC_EACH(ampc_q, %s) ", unit_of(p)));
    unit_place(x, p, " + ampc_q");
    fetch_place(x, l, p);
    kernel_line(g, p->element->loc);
    if (p->value->type->kind == TYPE_RECORD) {
        buf_printf(g->out, "if (%s && ampc_l < ampc_left%s) ampc_f%d[ampc_s][ampc_n][ampc_q] = ",
                   is_fetched(x, p), in_domain(x, p, ""), number);
        kernel_expr(g, p->element, PREC_ASSIGN);
        buf_add(g->out, ";");
    } else {
        buf_printf(g->out, "ampc_f%d[ampc_s][ampc_n][ampc_q] = %s && ampc_l < ampc_left%s ? ",
                   number, is_fetched(x, p), in_domain(x, p, ""));
        kernel_expr(g, p->element, PREC_COND);
        buf_add(g->out, " : 0;");
    }
    kernel_newline(g);
    cover_close(x);
    cover_close(x);
    g->frame->aliases.n = n;
}

/* Fetches the rounds from 'from' on, into the ampc_s-th registers for it. */
static void print_fetch(struct cover_text *x, const struct cover_loop *l, const char *before,
                        const char *from)
{
    cover_open(x, before);
    cover_line(
        x, arena_printf(&x->g->c->arena,
                        "const int ampc_from = (int)(%s), ampc_left = (int)min(ampc_end - (%s), "
                        "(long)AMPC_CHUNK);",
                        from, from));
    for (int i = 0; i < l->panels.n; i++)
        fetch_panel(x, l, &l->panels.at[i], x->panels + i);
    cover_close(x);
}

/* What was fetched becomes what the next rounds read. */
static void print_keep(struct cover_text *x, const struct cover_loop *l, const char *set)
{
    struct arena *a = &x->g->c->arena;

    for (int i = 0; i < l->panels.n; i++) {
        const struct cover_panel *p = &l->panels.at[i];
        int number = x->panels + i;
        cover_open(x, arena_printf(a, "%sAMPC_EACH(ampc_q, %s) ", each_unit(x, p), unit_of(p)));
        unit_place(x, p, " + ampc_q");
        cover_line(x, arena_printf(
                          a, "if (%s) ampc_b%d[ampc_now][%s][%s] = ampc_f%d[%s][ampc_n][ampc_q];",
                          is_fetched(x, p), number, round_of(x, p), offset_of(x, p), number, set));
        cover_close(x);
    }
}

/* The address of an element of a panel, so many rows or columns and rounds behind the first one. */
static void print_address(struct cover_text *x, const struct cover_loop *l,
                          const struct cover_panel *p, int offset, int round)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    const struct symbol *s = panel_index(x, p);
    int n = g->frame->aliases.n;

    cover_alias(x, l->counter, arena_printf(a, "((int)ampc_k + %d)", round));
    if (s)
        cover_alias(x, s, arena_printf(a, "(%s + %d)", panel_begin(p), offset));
    buf_add(g->out, "(ulong)&");
    kernel_expr(g, p->element, PREC_UNARY);
    g->frame->aliases.n = n;
}

/* ampc_w0: the units of panel 0 are each at a multiple of their size. In a block of one row or
 * round, which has no neighbours, they are not. */
static void print_aligned(struct cover_text *x, const struct cover_loop *l,
                          const struct cover_panel *p, int number)
{
    struct kernel_gen *g = x->g;
    int dimension = x->kernel->launch->rank - (p->axes & COVER_ROWS ? 2 : 1);

    cover_line(x, "#if AMPC_UNIT > 1");
    kernel_line(g, p->element->loc);
    buf_printf(g->out, "const int ampc_w%d = %s %% AMPC_UNIT == 0 && ampc_end - ampc_k > 1", number,
               p->across ? "AMPC_CHUNK" : length(p));
    if (p->axes)
        buf_printf(g->out, " && %s + 1 < %s", panel_begin(p), cover_most(x, dimension));
    buf_add(g->out, " && (");
    print_address(x, l, p, 0, 0);
    buf_add(g->out, ") % (4 * AMPC_UNIT) == 0 && (");
    print_address(x, l, p, !p->across, p->across);
    buf_add(g->out, ") - (");
    print_address(x, l, p, 0, 0);
    buf_add(g->out, ") == 4");
    if (p->axes) {
        buf_add(g->out, " && ((");
        print_address(x, l, p, p->across, !p->across);
        buf_add(g->out, ") - (");
        print_address(x, l, p, 0, 0);
        buf_add(g->out, ")) % (4 * AMPC_UNIT) == 0");
    }
    buf_add(g->out, ";");
    kernel_newline(g);
    cover_line(x, "#endif");
}

/* Declares the panels: what is fetched, and what is read. */
static void declare_panels(struct cover_text *x, const struct cover_loop *l)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;

    for (int i = 0; i < l->panels.n; i++) {
        const struct cover_panel *p = &l->panels.at[i];
        int number = x->panels + i;
        const char *name = arena_printf(a, "ampc_f%d[AMPC_AHEAD][AMPC_UNITS(%s, %s)][%s]", number,
                                        length(p), unit_of(p), unit_of(p));
        if (in_units(p))
            print_aligned(x, l, p, number);
        cover_line(
            x, arena_printf(a, "%s;",
                            kernel_declare(g, p->value->type, name, SPACE_PRIVATE, p->value->loc)));
        buf_printf(&x->locals, "    __local %s __attribute__((aligned(16)));\n",
                   kernel_declare(g, p->value->type,
                                  arena_printf(a, "ampc_b%d[2][AMPC_CHUNK][%s + %s]", number,
                                               length(p), p->across && p->axes ? "AMPC_PAD" : "0"),
                                  SPACE_PRIVATE, p->value->loc));
    }
}

/* One round, number ampc_l of the chunk. */
static void print_round(struct cover_text *x, const struct cover_loop *l, const struct stmt *s,
                        const char *before, int first)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    int n = g->frame->aliases.n;
    const char *counter = cover_name(x, l->counter);

    cover_open(x, before);
    cover_line(x, arena_printf(a, "const int %s = (int)ampc_k + ampc_l;", counter));
    cover_alias(x, l->counter, counter);
    for (int i = 0; i < l->panels.n; i++) {
        const struct cover_panel *p = &l->panels.at[i];
        int number = first + i;
        const char *at = p->axes & COVER_ROWS ? "AMPC_ROW(ampc_r)"
                         : p->axes            ? "AMPC_COLUMN(ampc_c)"
                                              : "0";
        cover_line(x, arena_printf(a, "%s;",
                                   kernel_declare(g, p->value->type,
                                                  arena_printf(a, "ampc_p%d%s", number,
                                                               cover_sizes_text(p->axes)),
                                                  SPACE_PRIVATE, p->value->loc)));
        cover_line(x, arena_printf(a, "%sampc_p%d%s = ampc_b%d[ampc_now][ampc_l][%s];",
                                   cover_each(p->axes), number, cover_places(p->axes), number, at));
        cover_alias(x, p->value, arena_printf(a, "ampc_p%d%s", number, cover_places(p->axes)));
    }
    cover_stmt(x, s->body);
    cover_close(x);
    g->frame->aliases.n = n;
}

static void print_bounds(struct cover_text *x, const struct cover_loop *l)
{
    struct kernel_gen *g = x->g;

    kernel_line(g, (struct loc){0, 0});
    buf_add(g->out, "const long ampc_end = ");
    kernel_expr(g, l->end, PREC_ADD);
    buf_add(g->out, l->closed ? " + 1L;" : ";");
    kernel_newline(g);
    kernel_line(g, (struct loc){0, 0});
    buf_add(g->out, "long ampc_k = ");
    kernel_expr(g, l->begin, PREC_ASSIGN);
    buf_add(g->out, ";");
    kernel_newline(g);
}

static bool long_expr(struct walker *w, struct expr *e)
{
    bool *found = w->data;

    *found |= (e->kind == EXPR_CALL && e->amp == AMP_NONE) ||
              ((e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN) &&
               (e->op == OP_DIV || e->op == OP_MOD));
    return true;
}

/* Whether a round has calls or divisions: many operations, which few copies keep going. */
static bool is_long(const struct stmt *s)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = long_expr};

    walk_stmt(&w, s->body);
    return found;
}

void cover_panels(struct cover_text *x, const struct cover_loop *l, const struct stmt *s)
{
    struct arena *a = &x->g->c->arena;
    const char *each = is_long(s) ? "AMPC_FEW_ROUNDS " : "AMPC_EACH_ROUND ";
    bool alive = x->alive;
    const char *guard = cover_guard(x, s->body);
    int first = x->panels;

    cover_open(x, "");
    cover_line(x, OTHERS_STORES);
    print_bounds(x, l);
    cover_line(x, "int ampc_now = 0;");
    declare_panels(x, l);
    print_fetch(x, l, "AMPC_EACH_SET ", "ampc_k + ampc_s * AMPC_CHUNK");
    print_keep(x, l, "0");
    cover_open(x, "for (; ampc_end - ampc_k >= AMPC_AHEAD * AMPC_CHUNK;) "
                  "AMPC_EACH_SET ");
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    print_fetch(x, l, "", "ampc_k + AMPC_AHEAD * AMPC_CHUNK");
    print_round(x, l, s, arena_printf(a, "%s%s", guard, each), first);
    cover_line(x, "ampc_now ^= 1;");
    print_keep(x, l, "(ampc_s + 1) % AMPC_AHEAD");
    cover_line(x, "ampc_k += AMPC_CHUNK;");
    cover_close(x);
    cover_open(x, "AMPC_EACH_SET ");
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    print_round(x, l, s,
                arena_printf(a,
                             "%sfor (int ampc_l = 0; ampc_l < min(ampc_end - ampc_k, "
                             "(long)AMPC_CHUNK); ampc_l++) ",
                             guard),
                first);
    cover_open(x, "if (ampc_s + 1 < AMPC_AHEAD) ");
    cover_line(x, "ampc_now ^= 1;");
    print_keep(x, l, "(ampc_s + 1) % AMPC_AHEAD");
    cover_line(x, "ampc_k += AMPC_CHUNK;");
    cover_close(x);
    cover_close(x);
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    cover_close(x);
    x->panels += l->panels.n;
    x->alive = alive;
}

/* ---- windows ---- */

/* " + (u_k - (0))": what the terms add to the least value. */
static const char *terms_text(struct cover_text *x, const cover_term_vec *terms)
{
    struct arena *a = &x->g->c->arena;
    const char *text = "";

    for (int i = 0; i < terms->n; i++) {
        const struct cover_term *t = &terms->at[i];
        const char *name = cover_name(x, t->counter);
        text = t->times > 0 ? arena_printf(a, "%s + (%s - (%lld))", text, name, t->lo)
                            : arena_printf(a, "%s + (%lld - %s)", text, t->hi, name);
    }
    return text;
}

static void fetch_window(struct cover_text *x, const struct cover_window *w, int number)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    int n = g->frame->aliases.n, rank = x->kernel->launch->rank;
    const char *high = rank > 1 ? arena_printf(a, "(AMPC_HIGH + %d)", w->more_rows) : "1";
    const char *width = arena_printf(a, "(AMPC_WIDTH + %d)", w->more_columns);
    const char *i = rank > 1 ? cover_name(x, cover_row_index(x)) : NULL;
    const char *j = cover_name(x, cover_column_index(x));

    buf_printf(
        &x->locals, "    __local %s __attribute__((aligned(16)));\n",
        kernel_declare(g, w->value->type,
                       arena_printf(a, "ampc_b%d[%s][(%s + 3) / 4 * 4]", number, high, width),
                       SPACE_PRIVATE, w->value->loc));
    cover_open(
        x, arena_printf(a, "for (int ampc_e = ampc_t; ampc_e < %s * %s; ampc_e += AMPC_THREADS) ",
                        high, width));
    cover_line(x, arena_printf(a, "const int %s = ampc_j + ampc_e %% %s;", j, width));
    cover_alias(x, cover_column_index(x), j);
    if (i) {
        cover_line(x, arena_printf(a, "const int %s = ampc_i + ampc_e / %s;", i, width));
        cover_alias(x, cover_row_index(x), i);
    }
    kernel_line(g, w->element->loc);
    buf_printf(g->out, "if (%s < %s + %d", j, cover_most(x, rank - 1), w->more_columns);
    if (i)
        buf_printf(g->out, " && %s < %s + %d", i, cover_most(x, rank - 2), w->more_rows);
    buf_printf(g->out, ") ampc_b%d[ampc_e / %s][ampc_e %% %s] = ", number, width, width);
    kernel_convert(g, w->element, w->value->type, PREC_ASSIGN);
    buf_add(g->out, ";");
    kernel_newline(g);
    cover_close(x);
    g->frame->aliases.n = n;
    cover_alias(x, w->value,
                arena_printf(a, "ampc_b%d[%s%s][AMPC_COLUMN(ampc_c)%s]", number,
                             i ? "AMPC_ROW(ampc_r)" : "0", terms_text(x, &w->rows),
                             terms_text(x, &w->columns)));
}

void cover_windows(struct cover_text *x, const cover_window_vec *windows)
{
    cover_line(x, OTHERS_STORES);
    for (int i = 0; i < windows->n; i++)
        fetch_window(x, &windows->at[i], x->panels++);
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
}
