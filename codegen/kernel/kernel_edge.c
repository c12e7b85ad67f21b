/* kernel_edge.c - the copies of a group's block (kernel_cover.c) that are outside of the domain.
 *
 * They must not store. Nor may they read what another work-item has stored: that is no value of a
 * thread of the source, and might say which memory is read next, as in `v[i] = table[v[i]]`. So a
 * copy outside does what the first one of its work-item does, reads what that one reads, and has
 * the same values; where it may not, as something is stored, it takes them afterwards. A
 * work-item whose first copy is outside does only what all threads have alike, and fetches. Of
 * `int n = v[i]++` :
 *
 *     if (ampc_live) AMPC_EACH(ampc_c, AMPC_COLUMNS) if (ampc_j + AMPC_COLUMN(ampc_c) < ...) { ...
 * } if (ampc_live) AMPC_EACH(ampc_c, AMPC_COLUMNS) if (!(...)) u_n[ampc_c] = u_n[0];
 *
 * Where a kernel's own tests of the index leave threads without work, the domain ends there
 * (optimize/limit.c). Relies on print_index of kernel_cover.c for ampc_live. */
#include "codegen/kernel/kernel_cover.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

/* The same of tiles. */
static const char *const inside_tiles[] = {
    NULL, "ampc_j + ampc_c < ampc_wide", "ampc_i + ampc_r < ampc_high",
    "ampc_i + ampc_r < ampc_high && ampc_j + ampc_c < ampc_wide"};

/* "i < n && j < m", whether a copy is in the domain along the axes; NULL: it is in any case. */
static const char *inside_text(struct cover_text *x, unsigned axes)
{
    struct arena *a = &x->g->c->arena;
    int rank = x->kernel->launch->rank;
    bool rows_too = cover_has_rows(x->kernel);

    if (x->kernel->kind == COVER_TILES)
        return inside_tiles[cover_axes(x, axes)];

    const char *rows =
        rows_too ? arena_printf(a, "ampc_i + AMPC_ROW(ampc_r) < %s", cover_most(x, rank - 2))
                 : "ampc_y == 0";
    const char *columns =
        arena_printf(a, "ampc_j + AMPC_COLUMN(ampc_c) < %s", cover_most(x, rank - 1));

    if (x->whole || !axes || (!rows_too && !(axes & COVER_COLUMNS)))
        return NULL;
    if (!rows_too || axes == (COVER_ROWS | COVER_COLUMNS))
        return arena_printf(a, "%s && %s", rows, columns);
    return arena_printf(a, "%s%s", x->alive ? "" : "ampc_live && ",
                        axes & COVER_ROWS ? rows : columns);
}

const char *cover_row_text(struct cover_text *x)
{
    return x->strict ? arena_printf(&x->g->c->arena, "%s[ampc_r] - ampc_i",
                                    cover_name(x, cover_row_index(x)))
                     : "AMPC_ROW(ampc_r)";
}

const char *cover_column_text(struct cover_text *x)
{
    return x->strict ? arena_printf(&x->g->c->arena, "%s[ampc_c] - ampc_j",
                                    cover_name(x, cover_column_index(x)))
                     : "AMPC_COLUMN(ampc_c)";
}

const char *cover_inside(struct cover_text *x, unsigned axes)
{
    const char *text = inside_text(x, axes);
    return text ? arena_printf(&x->g->c->arena, "if (%s) ", text) : "";
}

/* ---- stores ---- */

static bool finds_store(struct walker *w, struct expr *e)
{
    bool *found = w->data;

    if (e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op)))
        *found |= !cover_assigned(e);
    *found |= cover_is_atomic(e) && !cover_atomic_root(e);
    return true;
}

bool cover_stores(const struct expr *e)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = finds_store};

    walk_expr(&w, (struct expr *)e);
    return found;
}

static void walk_begin(struct walker *w, const struct init_declarator *v)
{
    walk_init(w, v->init);
    for (int i = 0; i < v->args.n; i++)
        walk_expr(w, v->args.at[i]);
}

bool cover_stores_init(const struct init_declarator *v)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = finds_store};

    walk_begin(&w, v);
    return found;
}

bool cover_stores_stmt(const struct stmt *s)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = finds_store};

    walk_stmt(&w, (struct stmt *)s);
    return found;
}

/* ---- copies outside of the domain ---- */

/* Of copies that are outside along 'edge', a part of 'axes'. */
static void follow(struct cover_text *x, const char *name, unsigned axes, unsigned edge)
{
    static const char *const first[][4] = {[COVER_COLUMNS] = {"", "[0]", "", "[ampc_r][0]"},
                                           [COVER_ROWS] = {"", "", "[0]", "[0][ampc_c]"}};
    const char *inside = inside_text(x, edge);

    if (inside)
        cover_line(x, arena_printf(&x->g->c->arena, "%sif (!(%s)) %s%s = %s%s;", cover_each(axes),
                                   inside, name, cover_places(axes), name, first[edge][axes]));
}

/* First those below the domain the ones of the first row, then those beside it the ones of the
 * first column, as their indices are. */
static void follow_symbol(struct cover_text *x, const struct symbol *s)
{
    unsigned axes = cover_axes(x, cover_symbol(x->kernel, s)) & COVER_BOTH;

    if (axes & COVER_ROWS)
        follow(x, cover_name(x, s), axes, COVER_ROWS);
    if (axes & COVER_COLUMNS)
        follow(x, cover_name(x, s), axes, COVER_COLUMNS);
}

struct followers {
    struct cover_text *x;
    struct node_table seen; /* variables: 1 */
};

static bool follow_expr(struct walker *w, struct expr *e)
{
    struct followers *f = w->data;
    const struct symbol *s = cover_assigned(e);

    if (!s || node_table_get(&f->seen, s, 0))
        return true;
    node_table_set(&f->seen, s, 1);
    if (kernel_alias_of(f->x->g, s)) /* others are the statement's own */
        follow_symbol(f->x, s);
    return true;
}

static struct followers followers_begin(struct cover_text *x)
{
    return (struct followers){x, {.arena = &x->g->c->arena}};
}

void cover_follow_expr(struct cover_text *x, const struct expr *e)
{
    struct followers f = followers_begin(x);
    struct walker w = {.data = &f, .expr_pre = follow_expr};

    walk_expr(&w, (struct expr *)e);
}

void cover_follow_init(struct cover_text *x, const struct init_declarator *v)
{
    struct followers f = followers_begin(x);
    struct walker w = {.data = &f, .expr_pre = follow_expr};

    follow_symbol(x, v->symbol);
    walk_begin(&w, v);
}

void cover_follow_stmt(struct cover_text *x, const struct stmt *s)
{
    struct followers f = followers_begin(x);
    struct walker w = {.data = &f, .expr_pre = follow_expr};

    walk_stmt(&w, (struct stmt *)s);
}

/* ---- work-items outside of the domain ---- */

struct unsafe_look {
    const struct cover_kernel *kernel;
    bool found, common;
};

/* Whether e is a call of a function that is OpenCL's, or becomes operations. */
static bool is_plain_call(const struct expr *e)
{
    const struct expr *f = expr_evaluated(e->a);
    return e->amp == AMP_NONE && f->kind == EXPR_NAME && f->symbol && !f->symbol->definition;
}

static bool unsafe_expr(struct walker *w, struct expr *e)
{
    struct unsafe_look *look = w->data;
    const struct symbol *assigned = cover_assigned(e);

    look->found |= e->amp == AMP_VIEW_ELEMENT || (e->kind == EXPR_CALL && !is_plain_call(e)) ||
                   e->kind == EXPR_SUBSCRIPT || (e->kind == EXPR_UNARY && e->op == OP_DEREF);
    look->found |= (e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN) &&
                   (e->op == OP_DIV || e->op == OP_MOD) && !type_is_floating(e->type);
    look->common |= assigned && !cover_symbol(look->kernel, assigned);
    return true;
}

static bool unsafe_stmt(struct walker *w, struct stmt *s)
{
    struct unsafe_look *look = w->data;

    look->found |= stmt_is_loop(s) && cover_control(look->kernel, s);
    return true;
}

const char *cover_copies(struct cover_text *x, unsigned axes, const struct expr *e)
{
    struct unsafe_look look = {x->kernel, false, false};
    struct walker w = {.data = &look, .expr_pre = unsafe_expr};

    if (e && !x->alive)
        walk_expr(&w, (struct expr *)e);
    return arena_printf(&x->g->c->arena, "%s%s",
                        axes && !x->alive && (look.found || !e) ? "if (ampc_live) " : "",
                        cover_each(axes));
}

/* What a work-item outside of the domain computes with are no values of threads, which may not say
 * what is read, or how often something runs. But it does what all threads have alike, as that may
 * say who reaches a barrier. */
const char *cover_guard(struct cover_text *x, const struct stmt *s)
{
    struct unsafe_look look = {x->kernel, false, false};
    struct walker w = {.data = &look, .expr_pre = unsafe_expr, .stmt_pre = unsafe_stmt};
    bool fetchers = x->kernel->launch->rank == 1; /* those behind the first row have no threads */

    if (x->alive)
        return "";
    walk_stmt(&w, (struct stmt *)s);
    x->alive = !look.found || !look.common;
    return (look.found || fetchers) && !look.common ? "if (ampc_live) " : "";
}

/* ---- limits ---- */

const char *cover_extent(struct cover_text *x, int dimension)
{
    if (x->kernel->first && dimension < 2)
        dimension = 1 - dimension;
    return arena_printf(&x->g->c->arena, "ampc_extent.c[%d]", dimension);
}

const char *cover_most(struct cover_text *x, int dimension)
{
    return x->kernel->limits.n ? arena_printf(&x->g->c->arena, "ampc_most%d", dimension)
                               : cover_extent(x, dimension);
}

/* A bound as a long; what no index reaches, as an int's limit. */
static void print_bound(struct cover_text *x, const struct expr *bound)
{
    struct kernel_gen *g = x->g;
    bool wide = bound->type->size > 4, is_unsigned = type_is_unsigned(bound->type);

    buf_add(g->out, !wide ? "(long)" : is_unsigned ? "(long)min(" : "clamp(");
    kernel_expr(g, bound, wide ? PREC_ASSIGN : PREC_UNARY);
    if (wide)
        buf_add(g->out, is_unsigned ? ", 2147483647UL)" : ", -2147483648L, 2147483647L)");
}

/* Joins the limits of one kind in a dimension with what is there without them: f(f(a, b), c). */
static void print_limit(struct cover_text *x, int dimension, bool begin, const char *first)
{
    struct kernel_gen *g = x->g;
    const cover_limit_vec *limits = &x->kernel->limits;
    struct buf text = {0}, *out = g->out;

    g->out = &text;
    for (int i = 0; i < limits->n; i++) {
        const struct cover_limit *l = &limits->at[i];
        if (l->dimension != dimension || l->begin != begin)
            continue;
        buf_add(out, begin ? "max(" : "min(");
        buf_add(&text, ", ");
        print_bound(x, l->bound);
        buf_printf(&text, " + %dL)", l->more);
    }
    g->out = out;
    buf_printf(out, "%s%s", first, text.at ? text.at : "");
    buf_free(&text);
}

void cover_limits(struct cover_text *x)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    bool limits = x->kernel->limits.n > 0;

    for (int k = 0; limits && k < x->kernel->launch->rank; k++) {
        kernel_line(g, (struct loc){0, 0});
        buf_printf(g->out, "const int ampc_most%d = (int)%s", k, x->kernel->rest ? "max(0L, " : "");
        print_limit(x, k, false, arena_printf(a, "(long)%s", cover_extent(x, k)));
        buf_printf(g->out, "%s;", x->kernel->rest ? ")" : "");
        kernel_newline(g);
        kernel_line(g, (struct loc){0, 0});
        buf_printf(g->out, "const int ampc_first%d = (int)min((long)ampc_most%d, ", k, k);
        print_limit(x, k, true, "0L");
        buf_add(g->out, ");");
        kernel_newline(g);
    }
}
