/* kernel_cover.c - groups that cover a block of threads (optimize/cover.h), in a build with
 * AMPC_COVER: a work-item does AMPC_ROWS x AMPC_COLUMNS threads, a group of AMPC_DOWN x AMPC_ACROSS
 * work-items the block of AMPC_HIGH x AMPC_WIDTH.
 *
 * A statement is printed once for all rows and columns between which it differs, in loops that the
 * device's compiler unrolls; a variable that differs is an array. Copies outside of the domain
 * compute what the last row and column do, and store nothing. Of `sum += a(i, k) * b(k, j)`:
 *
 *     AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS)
 *         u_sum[ampc_r][ampc_c] += ampc_p0[ampc_r] * ampc_p1[ampc_c];
 *
 * where p0 and p1 come from local memory, into which the group fetches AMPC_CHUNK rounds at once.
 */
#include "codegen/kernel/kernel.h"
#include "optimize/cover.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

struct cover {
    struct kernel_gen *g;
    const struct cover_kernel *kernel;
    struct buf locals; /* declarations of local memory */
    int panels;        /* so far */
};

static const char MACROS[] =
    "#ifdef AMPC_COVER\n"
    "#define AMPC_EACH(x, n) _Pragma(\"unroll\") for (int x = 0; x < (n); x++)\n"
    "#define AMPC_THREADS (AMPC_DOWN * AMPC_ACROSS)\n"
    "#define AMPC_HIGH (AMPC_ROWS * AMPC_DOWN)\n"
    "#define AMPC_WIDTH (AMPC_COLUMNS * AMPC_ACROSS)\n"
    "#define AMPC_PER(n) (((n) + AMPC_THREADS - 1) / AMPC_THREADS)\n"
    "#define AMPC_ROW(r) ((r) / AMPC_ROW_RUN * AMPC_ROW_RUN * AMPC_DOWN + ampc_y * AMPC_ROW_RUN + "
    "(r) % AMPC_ROW_RUN)\n"
    "#define AMPC_COLUMN(c) ((c) / AMPC_COLUMN_RUN * AMPC_COLUMN_RUN * AMPC_ACROSS + ampc_x * "
    "AMPC_COLUMN_RUN + (c) % AMPC_COLUMN_RUN)\n"
    "#define AMPC_GROUP __attribute__((reqd_work_group_size(AMPC_THREADS, 1, 1)))\n"
    "#else\n#define AMPC_GROUP\n#endif\n";

const struct cover_kernel *kernel_cover_of(const struct kernel_gen *g, const struct launch *l)
{
    const struct cover_kernel *k = g->unit->covers ? &g->unit->covers[l->number] : NULL;

    return k && !k->refused && !g->emulated && !g->checked ? k : NULL;
}

/* ---- names ---- */

static void alias(struct cover *x, const struct symbol *s, const char *name)
{
    struct kernel_alias a = {s, name};
    vec_push(&x->g->c->arena, &x->g->frame->aliases, a);
}

/* " [AMPC_ROWS][AMPC_COLUMNS]", as far as something differs; "[ampc_r][ampc_c]". */
static const char *sizes(unsigned axes)
{
    static const char *const text[] = {"", "[AMPC_COLUMNS]", "[AMPC_ROWS]",
                                       "[AMPC_ROWS][AMPC_COLUMNS]"};
    return text[axes & 3];
}

static const char *places(unsigned axes)
{
    static const char *const text[] = {"", "[ampc_c]", "[ampc_r]", "[ampc_r][ampc_c]"};
    return text[axes & 3];
}

static const char *scalar_name(struct cover *x, const struct symbol *s)
{
    return kernel_user_name(x->g, s->name);
}

static const struct symbol *row_index(const struct cover *x)
{
    int rank = x->kernel->launch->rank;
    return rank > 1 ? x->kernel->index[rank - 2] : NULL;
}

static const struct symbol *column_index(const struct cover *x)
{
    return x->kernel->index[x->kernel->launch->rank - 1];
}

/* ---- lines ---- */

static void line(struct cover *x, const char *text)
{
    kernel_line(x->g, (struct loc){0, 0});
    buf_add(x->g->out, text);
    kernel_newline(x->g);
}

static void open_brace(struct cover *x, const char *before)
{
    line(x, arena_printf(&x->g->c->arena, "%s{", before));
    x->g->frame->indent++;
}

static void close_brace(struct cover *x)
{
    x->g->frame->indent--;
    line(x, "}");
}

/* Loops over the copies that differ. */
static const char *each(unsigned axes)
{
    static const char *const text[] = {
        "", "AMPC_EACH(ampc_c, AMPC_COLUMNS) ", "AMPC_EACH(ampc_r, AMPC_ROWS) ",
        "AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) "};
    return text[axes & 3];
}

/* "if (...) ", whether a copy is in the domain. */
static const char *inside(struct cover *x, unsigned axes)
{
    int rank = x->kernel->launch->rank;
    const char *rows =
        arena_printf(&x->g->c->arena, "ampc_i + AMPC_ROW(ampc_r) < ampc_extent.c[%d]", rank - 2);
    const char *columns =
        arena_printf(&x->g->c->arena, "ampc_j + AMPC_COLUMN(ampc_c) < ampc_extent.c[%d]", rank - 1);

    if (rank == 1)
        return axes & COVER_COLUMNS
                   ? arena_printf(&x->g->c->arena, "if (ampc_y == 0 && %s) ", columns)
                   : "";
    if (axes == (COVER_ROWS | COVER_COLUMNS))
        return arena_printf(&x->g->c->arena, "if (%s && %s) ", rows, columns);
    return axes ? arena_printf(&x->g->c->arena, "if (%s) ", axes & COVER_ROWS ? rows : columns)
                : "";
}

/* The axes that the kernel has at all. */
static unsigned axes_of(const struct cover *x, unsigned on)
{
    return x->kernel->launch->rank == 1 ? on & COVER_COLUMNS : on;
}

/* ---- declarations ---- */

static void print_decl(struct cover *x, const struct decl *d)
{
    struct kernel_gen *g = x->g;

    for (int i = 0; i < d->declarators.n; i++) {
        struct init_declarator *v = d->declarators.at[i];
        unsigned axes = axes_of(x, cover_symbol(x->kernel, v->symbol));
        const char *name = scalar_name(x, v->symbol);
        const char *array = arena_printf(&g->c->arena, "%s%s", name, sizes(axes));
        kernel_line(g, v->declarator->loc);
        if (!axes) {
            kernel_declarator(g, v);
            buf_add(g->out, ";");
            kernel_newline(g);
            continue;
        }
        buf_printf(g->out, "%s;",
                   kernel_declare(g, type_unqualified(g->c, v->symbol->type), array, SPACE_PRIVATE,
                                  v->symbol->loc));
        kernel_newline(g);
        if (v->init) {
            int n = g->frame->aliases.n;
            alias(x, v->symbol, "ampc_v");
            kernel_line(g, v->declarator->loc);
            buf_printf(g->out, "%s{ ", each(axes));
            kernel_declarator(g, v);
            buf_printf(g->out, "; %s%s = ampc_v; }", name, places(axes));
            kernel_newline(g);
            g->frame->aliases.n = n;
        }
        alias(x, v->symbol, arena_printf(&g->c->arena, "%s%s", name, places(axes)));
    }
}

/* ---- assignments ---- */

static bool finds_element_store(struct walker *w, struct expr *e)
{
    bool *found = w->data;

    if (e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op))) {
        const struct expr *to = expr_evaluated(e->a);
        while (to->kind == EXPR_MEMBER)
            to = expr_evaluated(to->a);
        *found |= to->amp == AMP_VIEW_ELEMENT;
    }
    return true;
}

static bool stores_element(const struct expr *e)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = finds_element_store};

    walk_expr(&w, (struct expr *)e);
    return found;
}

/* All copies' values first, then their stores, so that loads need not wait for stores to what may
 * be the same memory. */
static void print_store(struct cover *x, const struct expr *e, unsigned axes)
{
    struct kernel_gen *g = x->g;
    const char *array = arena_printf(&g->c->arena, "ampc_v%s", sizes(axes));

    open_brace(x, "");
    line(x, arena_printf(&g->c->arena, "%s;",
                         kernel_declare(g, type_unqualified(g->c, e->a->type), array, SPACE_PRIVATE,
                                        e->loc)));
    kernel_line(g, e->b->loc);
    buf_printf(g->out, "%sampc_v%s = ", each(axes), places(axes));
    kernel_convert(g, e->b, e->a->type, PREC_ASSIGN);
    buf_add(g->out, ";");
    kernel_newline(g);
    kernel_line(g, e->loc);
    buf_printf(g->out, "%s%s", each(axes), inside(x, axes));
    kernel_expr(g, e->a, PREC_UNARY);
    buf_printf(g->out, " = ampc_v%s;", places(axes));
    kernel_newline(g);
    close_brace(x);
}

/* The same through local memory: neighbouring work-items store to neighbouring rows. */
static void print_turn(struct cover *x, const struct expr *e, const struct cover_turn *t)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    int n = g->frame->aliases.n, number = x->panels++, rank = x->kernel->launch->rank;
    const char *i = scalar_name(x, row_index(x)), *j = scalar_name(x, column_index(x));

    buf_printf(&x->locals, "    __local %s;\n",
               kernel_declare(g, type_unqualified(g->c, e->a->type),
                              arena_printf(a, "ampc_b%d[AMPC_HIGH][AMPC_WIDTH + 1]", number),
                              SPACE_PRIVATE, e->loc));
    kernel_line(g, e->b->loc);
    buf_printf(g->out, "%sampc_b%d[AMPC_ROW(ampc_r)][AMPC_COLUMN(ampc_c)] = ", each(3), number);
    kernel_convert(g, e->b, e->a->type, PREC_ASSIGN);
    buf_add(g->out, ";");
    kernel_newline(g);
    line(x, "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    open_brace(x, "AMPC_EACH(ampc_n, AMPC_ROWS * AMPC_COLUMNS) ");
    line(x,
         arena_printf(a,
                      "const int ampc_e = ampc_t + ampc_n * AMPC_THREADS, %s = ampc_i + ampc_e %% "
                      "AMPC_HIGH, %s = ampc_j + ampc_e / AMPC_HIGH;",
                      i, j));
    alias(x, row_index(x), i);
    alias(x, column_index(x), j);
    kernel_line(g, e->loc);
    buf_printf(g->out, "if (%s < ampc_extent.c[%d] && %s < ampc_extent.c[%d]) ", i, rank - 2, j,
               rank - 1);
    kernel_expr(g, t->element, PREC_UNARY);
    buf_printf(g->out, " = ampc_b%d[ampc_e %% AMPC_HIGH][ampc_e / AMPC_HIGH];", number);
    kernel_newline(g);
    close_brace(x);
    line(x, "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    g->frame->aliases.n = n;
}

static void print_effect(struct cover *x, const struct stmt *s)
{
    struct kernel_gen *g = x->g;
    const struct expr *e = expr_evaluated(s->expr);
    const struct cover_turn *t = cover_turn_of(x->kernel, s);
    unsigned axes = axes_of(x, cover_expr(x->kernel, e));

    if (t) {
        print_turn(x, e, t);
        return;
    }
    if (axes && e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN &&
        expr_evaluated(e->a)->amp == AMP_VIEW_ELEMENT && !stores_element(e->b)) {
        print_store(x, e, axes);
        return;
    }
    kernel_line(g, e->loc);
    buf_printf(g->out, "%s%s", each(axes), stores_element(e) ? inside(x, axes) : "");
    kernel_effect(g, e);
    buf_add(g->out, ";");
    kernel_newline(g);
}

/* ---- loops with panels ---- */

/* So many elements has the panel in a round. */
static const char *length(const struct cover_panel *p)
{
    return p->axes & COVER_ROWS ? "AMPC_HIGH" : p->axes ? "AMPC_WIDTH" : "1";
}

/* Of element ampc_e of a panel, in the order in which work-items fetch them: its round, its row or
 * column. */
static const char *round_of(struct cover *x, const struct cover_panel *p)
{
    return p->across ? "ampc_e % AMPC_CHUNK"
                     : arena_printf(&x->g->c->arena, "ampc_e / %s", length(p));
}

static const char *offset_of(struct cover *x, const struct cover_panel *p)
{
    return p->across ? "ampc_e / AMPC_CHUNK"
                     : arena_printf(&x->g->c->arena, "ampc_e %% %s", length(p));
}

/* Whether the work-item fetches one more element: all do the same number of them. */
static const char *is_fetched(struct cover *x, const struct cover_panel *p)
{
    return arena_printf(&x->g->c->arena,
                        "(%s * AMPC_CHUNK %% AMPC_THREADS == 0 || ampc_e < %s * AMPC_CHUNK)",
                        length(p), length(p));
}

/* Names the row or column, and the round, of an element that a work-item fetches; returns what says
 * whether that is in the domain. */
static const char *fetch_place(struct cover *x, const struct cover_loop *l,
                               const struct cover_panel *p)
{
    struct arena *a = &x->g->c->arena;
    bool rows = p->axes & COVER_ROWS;
    const struct symbol *s = rows ? row_index(x) : column_index(x);
    const char *name = scalar_name(x, s), *counter = scalar_name(x, l->counter);
    int dimension = x->kernel->launch->rank - (rows ? 2 : 1);

    line(x, "const int ampc_e = ampc_t + ampc_n * AMPC_THREADS;");
    line(x, arena_printf(a, "const int ampc_l = %s;", round_of(x, p)));
    line(x, arena_printf(a, "const int %s = ampc_from + ampc_l;", counter));
    alias(x, l->counter, counter);
    if (!p->axes)
        return "";
    line(x, arena_printf(a, "const int %s = %s + %s;", name, rows ? "ampc_i" : "ampc_j",
                         offset_of(x, p)));
    alias(x, s, name);
    return arena_printf(a, " && %s < ampc_extent.c[%d]", name, dimension);
}

static void fetch_panel(struct cover *x, const struct cover_loop *l, const struct cover_panel *p,
                        int number)
{
    struct kernel_gen *g = x->g;
    int n = g->frame->aliases.n;
    const char *in_domain;

    open_brace(
        x, arena_printf(&g->c->arena, "AMPC_EACH(ampc_n, AMPC_PER(%s * AMPC_CHUNK)) ", length(p)));
    in_domain = fetch_place(x, l, p);
    kernel_line(g, p->element->loc);
    buf_printf(g->out, "ampc_f%d[ampc_n] = %s && ampc_l < ampc_left%s ? ", number, is_fetched(x, p),
               in_domain);
    kernel_expr(g, p->element, PREC_COND);
    buf_add(g->out, " : 0;");
    kernel_newline(g);
    close_brace(x);
    g->frame->aliases.n = n;
}

/* Fetches the rounds from 'from' on. */
static void print_fetch(struct cover *x, const struct cover_loop *l, const char *from)
{
    open_brace(x, "");
    line(x, arena_printf(&x->g->c->arena,
                         "const int ampc_from = (int)(%s), ampc_left = (int)min(ampc_end - (%s), "
                         "(long)AMPC_CHUNK);",
                         from, from));
    for (int i = 0; i < l->panels.n; i++)
        fetch_panel(x, l, &l->panels.at[i], x->panels + i);
    close_brace(x);
}

/* What was fetched becomes what the next rounds read. */
static void print_keep(struct cover *x, const struct cover_loop *l)
{
    struct arena *a = &x->g->c->arena;

    for (int i = 0; i < l->panels.n; i++) {
        const struct cover_panel *p = &l->panels.at[i];
        int number = x->panels + i;
        open_brace(x, arena_printf(a, "AMPC_EACH(ampc_n, AMPC_PER(%s * AMPC_CHUNK)) ", length(p)));
        line(x, "const int ampc_e = ampc_t + ampc_n * AMPC_THREADS;");
        line(x, arena_printf(a, "if (%s) ampc_b%d[ampc_now][%s][%s] = ampc_f%d[ampc_n];",
                             is_fetched(x, p), number, round_of(x, p), offset_of(x, p), number));
        close_brace(x);
    }
}

/* Declares the panels: what is fetched, and what is read. */
static void declare_panels(struct cover *x, const struct cover_loop *l)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;

    for (int i = 0; i < l->panels.n; i++) {
        const struct cover_panel *p = &l->panels.at[i];
        int number = x->panels + i;
        const char *name =
            arena_printf(a, "ampc_f%d[AMPC_PER(%s * AMPC_CHUNK)]", number, length(p));
        line(x,
             arena_printf(a, "%s;",
                          kernel_declare(g, p->value->type, name, SPACE_PRIVATE, p->value->loc)));
        buf_printf(&x->locals, "    __local %s __attribute__((aligned(16)));\n",
                   kernel_declare(g, p->value->type,
                                  arena_printf(a, "ampc_b%d[2][AMPC_CHUNK][%s + %s]", number,
                                               length(p), p->across ? "AMPC_PAD" : "0"),
                                  SPACE_PRIVATE, p->value->loc));
    }
}

static void print_stmt(struct cover *x, struct stmt *s);

/* One round, number ampc_l of the chunk. */
static void print_round(struct cover *x, const struct cover_loop *l, const struct stmt *s,
                        const char *before, int first)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    int n = g->frame->aliases.n;
    const char *counter = scalar_name(x, l->counter);

    open_brace(x, before);
    line(x, arena_printf(a, "const int %s = (int)ampc_k + ampc_l;", counter));
    alias(x, l->counter, counter);
    for (int i = 0; i < l->panels.n; i++) {
        const struct cover_panel *p = &l->panels.at[i];
        int number = first + i;
        const char *at = p->axes & COVER_ROWS ? "AMPC_ROW(ampc_r)"
                         : p->axes            ? "AMPC_COLUMN(ampc_c)"
                                              : "0";
        line(x, arena_printf(a, "%s;",
                             kernel_declare(g, p->value->type,
                                            arena_printf(a, "ampc_p%d%s", number, sizes(p->axes)),
                                            SPACE_PRIVATE, p->value->loc)));
        line(x, arena_printf(a, "%sampc_p%d%s = ampc_b%d[ampc_now][ampc_l][%s];", each(p->axes),
                             number, places(p->axes), number, at));
        alias(x, p->value, arena_printf(a, "ampc_p%d%s", number, places(p->axes)));
    }
    print_stmt(x, s->body);
    close_brace(x);
    g->frame->aliases.n = n;
}

static void print_bounds(struct cover *x, const struct cover_loop *l)
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

static void print_panels(struct cover *x, const struct cover_loop *l, const struct stmt *s)
{
    struct arena *a = &x->g->c->arena;
    const char *first_row = x->kernel->launch->rank == 1 ? "if (ampc_y == 0) " : "";
    int first = x->panels;

    open_brace(x, "");
    print_bounds(x, l);
    line(x, "int ampc_now = 0;");
    declare_panels(x, l);
    print_fetch(x, l, "ampc_k");
    print_keep(x, l);
    open_brace(x, "for (; ampc_end - ampc_k >= AMPC_CHUNK; ampc_k += AMPC_CHUNK) ");
    line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    print_fetch(x, l, "ampc_k + AMPC_CHUNK");
    print_round(x, l, s, arena_printf(a, "%sAMPC_EACH(ampc_l, AMPC_CHUNK) ", first_row), first);
    line(x, "ampc_now ^= 1;");
    print_keep(x, l);
    close_brace(x);
    line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    print_round(
        x, l, s,
        arena_printf(a, "%sfor (int ampc_l = 0; ampc_l < ampc_end - ampc_k; ampc_l++) ", first_row),
        first);
    line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    close_brace(x);
    x->panels += l->panels.n;
}

/* ---- windows ---- */

/* " + (u_k - (0))": what the terms add to the least value. */
static const char *terms_text(struct cover *x, const cover_term_vec *terms)
{
    struct arena *a = &x->g->c->arena;
    const char *text = "";

    for (int i = 0; i < terms->n; i++) {
        const struct cover_term *t = &terms->at[i];
        const char *name = scalar_name(x, t->counter);
        text = t->times > 0 ? arena_printf(a, "%s + (%s - (%lld))", text, name, t->lo)
                            : arena_printf(a, "%s + (%lld - %s)", text, t->hi, name);
    }
    return text;
}

static void fetch_window(struct cover *x, const struct cover_window *w, int number)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    int n = g->frame->aliases.n, rank = x->kernel->launch->rank;
    const char *high = rank > 1 ? arena_printf(a, "(AMPC_HIGH + %d)", w->more_rows) : "1";
    const char *width = arena_printf(a, "(AMPC_WIDTH + %d)", w->more_columns);
    const char *i = rank > 1 ? scalar_name(x, row_index(x)) : NULL;
    const char *j = scalar_name(x, column_index(x));

    buf_printf(
        &x->locals, "    __local %s __attribute__((aligned(16)));\n",
        kernel_declare(g, w->value->type,
                       arena_printf(a, "ampc_b%d[%s][(%s + 3) / 4 * 4]", number, high, width),
                       SPACE_PRIVATE, w->value->loc));
    open_brace(
        x, arena_printf(a, "for (int ampc_e = ampc_t; ampc_e < %s * %s; ampc_e += AMPC_THREADS) ",
                        high, width));
    line(x, arena_printf(a, "const int %s = ampc_j + ampc_e %% %s;", j, width));
    alias(x, column_index(x), j);
    if (i) {
        line(x, arena_printf(a, "const int %s = ampc_i + ampc_e / %s;", i, width));
        alias(x, row_index(x), i);
    }
    kernel_line(g, w->element->loc);
    buf_printf(g->out, "if (%s < ampc_extent.c[%d] + %d", j, rank - 1, w->more_columns);
    if (i)
        buf_printf(g->out, " && %s < ampc_extent.c[%d] + %d", i, rank - 2, w->more_rows);
    buf_printf(g->out, ") ampc_b%d[ampc_e / %s][ampc_e %% %s] = ", number, width, width);
    kernel_convert(g, w->element, w->value->type, PREC_ASSIGN);
    buf_add(g->out, ";");
    kernel_newline(g);
    close_brace(x);
    g->frame->aliases.n = n;
    alias(x, w->value,
          arena_printf(a, "ampc_b%d[%s%s][AMPC_COLUMN(ampc_c)%s]", number,
                       i ? "AMPC_ROW(ampc_r)" : "0", terms_text(x, &w->rows),
                       terms_text(x, &w->columns)));
}

/* Fetches what a nest of loops reads, whose values have their names from here on. */
static void print_windows(struct cover *x, const cover_window_vec *windows)
{
    for (int i = 0; i < windows->n; i++)
        fetch_window(x, &windows->at[i], x->panels++);
    line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
}

/* ---- statements ---- */

static void print_early(struct cover *x, const struct stmt *s)
{
    struct kernel_gen *g = x->g;
    const cover_early_vec *early = cover_early_of(x->kernel, s);

    for (int i = 0; early && i < early->n; i++) {
        const struct symbol *v = early->at[i].value;
        unsigned axes = axes_of(x, cover_symbol(x->kernel, v));
        const char *name = scalar_name(x, v);
        line(x, arena_printf(&g->c->arena, "%s;",
                             kernel_declare(g, v->type,
                                            arena_printf(&g->c->arena, "%s%s", name, sizes(axes)),
                                            SPACE_PRIVATE, v->loc)));
        kernel_line(g, early->at[i].element->loc);
        buf_printf(g->out, "%s%s%s = ", each(axes), name, places(axes));
        kernel_convert(g, early->at[i].element, v->type, PREC_ASSIGN);
        buf_add(g->out, ";");
        kernel_newline(g);
        alias(x, v, arena_printf(&g->c->arena, "%s%s", name, places(axes)));
    }
}

/* A statement that each thread does by itself. */
static void by_threads(struct cover *x, struct stmt *s)
{
    open_brace(x, arena_printf(&x->g->c->arena, "%s%s", each(axes_of(x, 3)), inside(x, 3)));
    kernel_stmt(x->g, s);
    close_brace(x);
}

static void print_if(struct cover *x, const struct stmt *s)
{
    struct kernel_gen *g = x->g;

    kernel_line(g, s->keyword_loc);
    buf_add(g->out, "if (");
    kernel_condition(g, s->expr, PREC_COMMA);
    buf_add(g->out, ")");
    kernel_newline(g);
    open_brace(x, "");
    print_stmt(x, s->body);
    close_brace(x);
    if (!s->else_)
        return;
    open_brace(x, "else ");
    print_stmt(x, s->else_);
    close_brace(x);
}

/* So often the innermost statements of nested loops run, as their text says. */
struct rounds {
    long product;
    bool known;
};

static bool rounds_stmt(struct walker *w, struct stmt *s)
{
    struct rounds *r = w->data;
    const struct expr *test = s->kind == STMT_FOR && s->expr ? expr_evaluated(s->expr) : NULL;
    bool is_loop = s->kind == STMT_FOR || s->kind == STMT_WHILE || s->kind == STMT_DO;

    if (is_loop && test && test->kind == EXPR_BINARY && test->b->constant && test->b->value > 0)
        r->product *= test->b->value < 1000 ? (long)test->b->value : 1000;
    else if (is_loop)
        r->known = false;
    return r->known && r->product < 1000;
}

/* Whether a nest of loops runs a few times: compilers then find what its rounds share. */
static bool is_short(const struct stmt *s)
{
    enum { FEW = 64 };
    struct rounds r = {1, true};
    struct walker w = {.data = &r, .stmt_pre = rounds_stmt};

    walk_stmt(&w, (struct stmt *)s);
    return r.known && r.product <= FEW;
}

static void print_loop(struct cover *x, const struct stmt *s)
{
    struct kernel_gen *g = x->g;
    int n = g->frame->aliases.n;

    g->frame->loops++;
    bool is_inline = s->decl && kernel_decl_is_inline(g, s->decl);
    open_brace(x, "");
    if (s->decl && !is_inline)
        print_decl(x, s->decl);
    if (is_short(s))
        line(x, "#pragma unroll");
    kernel_line(g, s->keyword_loc);
    buf_add(g->out, s->kind == STMT_FOR ? "for (" : s->kind == STMT_WHILE ? "while (" : "do");
    if (is_inline)
        kernel_decl_inline(g, s->decl);
    else if (s->init)
        kernel_effect(g, s->init);
    if (s->kind == STMT_FOR)
        buf_add(g->out, "; ");
    if (s->expr && s->kind != STMT_DO)
        kernel_condition(g, s->expr, PREC_COMMA);
    if (s->kind == STMT_FOR)
        buf_add(g->out, "; ");
    if (s->step)
        kernel_effect(g, s->step);
    buf_add(g->out, s->kind == STMT_DO ? "" : ")");
    kernel_newline(g);
    open_brace(x, "");
    print_stmt(x, s->body);
    close_brace(x);
    if (s->kind == STMT_DO) {
        kernel_line(g, s->expr->loc);
        buf_add(g->out, "while (");
        kernel_condition(g, s->expr, PREC_COMMA);
        buf_add(g->out, ");");
        kernel_newline(g);
    }
    close_brace(x);
    g->frame->aliases.n = n;
    g->frame->loops--;
}

static void print_control(struct cover *x, struct stmt *s)
{
    const struct cover_loop *l = cover_loop_of(x->kernel, s);
    const cover_window_vec *windows = cover_windows_of(x->kernel, s);
    int n = x->g->frame->aliases.n;

    if (windows)
        print_windows(x, windows);
    if (cover_control(x->kernel, s) || s->kind == STMT_SWITCH) {
        by_threads(x, s);
    } else if (l) {
        x->g->frame->loops++;
        print_panels(x, l, s);
        x->g->frame->loops--;
    } else if (s->kind == STMT_IF) {
        print_if(x, s);
    } else {
        print_loop(x, s);
    }
    if (windows) /* of a loop around it, that fetches again */
        line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    x->g->frame->aliases.n = n;
}

static void print_stmt(struct cover *x, struct stmt *s)
{
    int n = x->g->frame->aliases.n;

    switch (s->kind) {
    case STMT_COMPOUND:
        for (int i = 0; i < s->items.n; i++) {
            bool is_block = s->items.at[i]->kind == STMT_COMPOUND;
            if (is_block)
                open_brace(x, "");
            print_stmt(x, s->items.at[i]);
            if (is_block)
                close_brace(x);
        }
        x->g->frame->aliases.n = n;
        return;
    case STMT_DECL:
        print_early(x, s);
        print_decl(x, s->decl);
        return;
    case STMT_EXPR:
        print_early(x, s);
        print_effect(x, s);
        return;
    case STMT_IF:
    case STMT_SWITCH:
    case STMT_LOOPS:
        print_control(x, s);
        return;
    case STMT_EMPTY:
        return;
    case STMT_JUMPS:
    case STMT_LABELS:
    case STMT_ERROR:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
        kernel_stmt(x->g, s);
        return;
    }
}

/* ---- the kernel ---- */

/* The copies' indices, none of them outside of the domain. */
static void print_index(struct cover *x)
{
    struct arena *a = &x->g->c->arena;
    int rank = x->kernel->launch->rank;
    const char *i = rank > 1 ? scalar_name(x, row_index(x)) : NULL;
    const char *j = scalar_name(x, column_index(x));

    line(x, "const int ampc_t = (int)get_local_id(0), ampc_x = ampc_t % AMPC_ACROSS, ampc_y = "
            "ampc_t / AMPC_ACROSS;");
    if (rank > 2)
        line(x, arena_printf(a, "const int %s = (int)get_group_id(2);",
                             scalar_name(x, x->kernel->index[0])));
    line(x, "const int ampc_i = (int)get_group_id(1) * AMPC_HIGH, ampc_j = (int)get_group_id(0) * "
            "AMPC_WIDTH;");
    if (i) {
        line(x, arena_printf(a, "int %s[AMPC_ROWS];", i));
        line(x, arena_printf(
                    a, "%s%s[ampc_r] = min(ampc_i + AMPC_ROW(ampc_r), ampc_extent.c[%d] - 1);",
                    each(COVER_ROWS), i, rank - 2));
        alias(x, row_index(x), arena_printf(a, "%s[ampc_r]", i));
    }
    line(x, arena_printf(a, "int %s[AMPC_COLUMNS];", j));
    line(x,
         arena_printf(a, "%s%s[ampc_c] = min(ampc_j + AMPC_COLUMN(ampc_c), ampc_extent.c[%d] - 1);",
                      each(COVER_COLUMNS), j, rank - 1));
    alias(x, column_index(x), arena_printf(a, "%s[ampc_c]", j));
}

void kernel_cover_body(struct kernel_gen *g, const struct cover_kernel *k)
{
    struct cover x = {.g = g, .kernel = k};
    struct buf text = {0}, *out = g->out;
    int n = g->frame->aliases.n;

    if (kernel_once(g, "cover"))
        buf_add(&g->types, MACROS);
    g->out = &text;
    print_index(&x);
    print_stmt(&x, k->body);
    g->out = out;
    g->frame->aliases.n = n;
    buf_add(out, x.locals.at ? x.locals.at : "");
    buf_add(out, "    {\n");
    buf_add(out, text.at);
    buf_add(out, "    }\n");
    buf_free(&text);
    buf_free(&x.locals);
    g->uses |= AMPC__USES_COVER;
}
