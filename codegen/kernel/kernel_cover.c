/* kernel_cover.c - groups that cover a block of threads (optimize/cover.h), in a build with
 * AMPC_COVER: a work-item does AMPC_ROWS x AMPC_COLUMNS threads, a group of AMPC_DOWN x AMPC_ACROSS
 * work-items the block of AMPC_HIGH x AMPC_WIDTH.
 *
 * A statement is printed once for all rows and columns between which it differs, in loops that the
 * device's compiler unrolls; a variable that differs is an array. Copies outside of the domain
 * compute what the first row and column of their work-item do, and store nothing; a work-item that
 * is outside as a whole only fetches (ampc_live). So nobody reads what another work-item may have
 * stored. Of `sum += a(i, k) * b(k, j)`:
 *
 *     AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS)
 *         u_sum[ampc_r][ampc_c] += ampc_p0[ampc_r] * ampc_p1[ampc_c];
 *
 * where p0 and p1 come from local memory, into which the group fetches AMPC_CHUNK rounds at once.
 */
#include "codegen/kernel/kernel_cover.h"

#include <string.h>

#include "parser/walk.h"
#include "sema/types/expr.h"
#include "sema/types/vector.h"

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
    "#if defined __clang__ || defined __NV_CL_C_VERSION\n#define AMPC_ASSUME(x) "
    "__builtin_assume(x)\n"
    "#else\n#define AMPC_ASSUME(x)\n#endif\n"
    "#else\n#define AMPC_GROUP\n#endif\n";

const struct cover_kernel *kernel_cover_of(const struct kernel_gen *g, const struct launch *l)
{
    const struct cover_kernel *k = g->unit->covers ? &g->unit->covers[l->number] : NULL;

    return k && !k->refused && !g->emulated && !g->checked ? k : NULL;
}

/* ---- names ---- */

void cover_alias(struct cover_text *x, const struct symbol *s, const char *name)
{
    struct kernel_alias a = {s, name};
    vec_push(&x->g->c->arena, &x->g->frame->aliases, a);
}

/* " [AMPC_ROWS][AMPC_COLUMNS]", as far as something differs; "[ampc_r][ampc_c]". */
const char *cover_sizes_text(unsigned axes)
{
    static const char *const text[] = {"", "[AMPC_COLUMNS]", "[AMPC_ROWS]",
                                       "[AMPC_ROWS][AMPC_COLUMNS]"};
    return text[axes & 3];
}

const char *cover_places(unsigned axes)
{
    static const char *const text[] = {"", "[ampc_c]", "[ampc_r]", "[ampc_r][ampc_c]"};
    return text[axes & 3];
}

const char *cover_name(struct cover_text *x, const struct symbol *s)
{
    return s->storage & STORAGE_TILE_STATIC ? kernel_tile_name(x->g, (struct symbol *)s)
                                            : kernel_user_name(x->g, s->name);
}

const struct symbol *cover_row_index(const struct cover_text *x)
{
    return cover_has_rows(x->kernel) ? x->kernel->index[x->kernel->launch->rank - 2] : NULL;
}

const struct symbol *cover_column_index(const struct cover_text *x)
{
    return x->kernel->index[x->kernel->launch->rank - 1];
}

/* ---- lines ---- */

void cover_line(struct cover_text *x, const char *text)
{
    kernel_line(x->g, (struct loc){0, 0});
    buf_add(x->g->out, text);
    kernel_newline(x->g);
    if (*text == '#') /* a directive ends with its line */
        x->g->frame->joinable = false;
}

void cover_open(struct cover_text *x, const char *before)
{
    cover_line(x, arena_printf(&x->g->c->arena, "%s{", before));
    x->g->frame->indent++;
}

void cover_close(struct cover_text *x)
{
    x->g->frame->indent--;
    cover_line(x, "}");
}

/* Loops over the copies that differ. */
const char *cover_each(unsigned axes)
{
    static const char *const text[] = {
        "", "AMPC_EACH(ampc_c, AMPC_COLUMNS) ", "AMPC_EACH(ampc_r, AMPC_ROWS) ",
        "AMPC_EACH(ampc_r, AMPC_ROWS) AMPC_EACH(ampc_c, AMPC_COLUMNS) "};
    return text[axes & 3];
}

unsigned cover_axes(const struct cover_text *x, unsigned on)
{
    return cover_has_rows(x->kernel) ? on : on & COVER_COLUMNS;
}

/* ---- declarations ---- */

/* "name = ampc_v;", of arrays by their elements. */
static void print_copy(struct cover_text *x, const struct type *t, const char *name)
{
    struct arena *a = &x->g->c->arena;
    const char *at = "";

    for (; t->kind == TYPE_ARRAY; t = t->base) {
        int depth = (int)strlen(at);
        buf_printf(x->g->out, "AMPC_EACH(ampc_e%d, %lld) ", depth, t->length);
        at = arena_printf(a, "%s[ampc_e%d]", at, depth);
    }
    buf_printf(x->g->out, "%s%s = ampc_v%s;", name, at, at);
}

/* What the copies of a variable begin with. */
static void print_init(struct cover_text *x, struct init_declarator *v, unsigned axes, bool stores)
{
    struct kernel_gen *g = x->g;
    const struct expr *value = v->init ? v->init->expr : NULL;
    const char *place =
        arena_printf(&g->c->arena, "%s%s", cover_name(x, v->symbol), cover_places(axes));
    bool divides = !stores && cover_divides(x, axes, value);
    int n = g->frame->aliases.n;

    if (divides) {
        cover_open(x, "");
        cover_divide_first(x);
    }
    cover_alias(x, v->symbol, "ampc_v");
    do {
        kernel_line(g, v->declarator->loc);
        buf_printf(g->out, "%s{ ",
                   stores
                       ? arena_printf(&g->c->arena, "%s%s", cover_each(axes), cover_inside(x, axes))
                       : cover_copies(x, axes, value));
        kernel_declarator(g, v);
        buf_printf(g->out, "; ");
        print_copy(x, v->symbol->type, place);
        buf_add(g->out, " }");
        kernel_newline(g);
    } while (divides && cover_divide_again(x));
    if (divides)
        cover_close(x);
    g->frame->aliases.n = n;
}

static void print_decl(struct cover_text *x, const struct decl *d)
{
    struct kernel_gen *g = x->g;

    for (int i = 0; i < d->declarators.n; i++) {
        struct init_declarator *v = d->declarators.at[i];
        if (v->symbol->storage & STORAGE_TILE_STATIC)
            continue;
        unsigned axes = cover_axes(x, cover_symbol(x->kernel, v->symbol));
        const char *name = cover_name(x, v->symbol);
        const char *array = arena_printf(&g->c->arena, "%s%s", name, cover_sizes_text(axes));
        bool stores = axes && cover_stores_init(v);
        bool is_array = type_underlying(v->symbol->type)->kind == TYPE_ARRAY;
        bool zeros = v->init && is_array && x->kernel->kind == COVER_TILES; /* tiles.c */
        kernel_line(g, v->declarator->loc);
        if (!axes) {
            kernel_declarator(g, v);
            buf_add(g->out, ";");
            kernel_newline(g);
            continue;
        }
        buf_printf(g->out, "%s%s;",
                   kernel_declare(g, type_unqualified(g->c, v->symbol->type), array, SPACE_PRIVATE,
                                  v->symbol->loc),
                   x->meets || zeros ? " = {0}" : "");
        kernel_newline(g);
        if ((v->init && !zeros) || v->constructed || type_starts(v->symbol->type)) /* zeros, too */
            print_init(x, v, axes, stores);
        cover_alias(x, v->symbol, arena_printf(&g->c->arena, "%s%s", name, cover_places(axes)));
        if (stores)
            cover_follow_init(x, v);
    }
}

/* ---- assignments ---- */

/* All copies' values first, then their stores, so that loads need not wait for stores to what may
 * be the same memory; or what is assigned to variables, whose values are there for a second
 * computation (kernel_divide.c). */
static void print_store(struct cover_text *x, const struct expr *e, unsigned axes)
{
    struct kernel_gen *g = x->g;
    const char *array = arena_printf(&g->c->arena, "ampc_v%s", cover_sizes_text(axes));
    bool divides = cover_divides(x, axes, e->b);

    cover_open(x, "");
    cover_line(x, arena_printf(&g->c->arena, "%s%s;",
                               kernel_declare(g, type_unqualified(g->c, e->a->type), array,
                                              SPACE_PRIVATE, e->loc),
                               x->meets ? " = {0}" : ""));
    if (divides)
        cover_divide_first(x);
    do {
        kernel_line(g, e->b->loc);
        buf_printf(g->out, "%sampc_v%s = ", cover_copies(x, axes, e->b), cover_places(axes));
        kernel_convert(g, e->b, e->a->type, PREC_ASSIGN);
        buf_add(g->out, ";");
        kernel_newline(g);
    } while (divides && cover_divide_again(x));
    kernel_line(g, e->loc);
    buf_printf(g->out, "%s%s", cover_each(axes), cover_stores(e) ? cover_inside(x, axes) : "");
    kernel_expr(g, e->a, PREC_UNARY);
    buf_printf(g->out, " %s ampc_v%s;",
               e->op == OP_ASSIGN ? "=" : arena_printf(&g->c->arena, "%s=", op_text(e->op)),
               cover_places(axes));
    kernel_newline(g);
    cover_close(x);
}

/* The same through local memory: neighbouring work-items store to neighbouring rows. */
static void print_turn(struct cover_text *x, const struct expr *e, const struct cover_turn *t)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    int n = g->frame->aliases.n, number = x->panels++, rank = x->kernel->launch->rank;
    const char *i = cover_name(x, cover_row_index(x)), *j = cover_name(x, cover_column_index(x));

    buf_printf(&x->locals, "    __local %s;\n",
               kernel_declare(g, type_unqualified(g->c, e->a->type),
                              arena_printf(a, "ampc_b%d[AMPC_HIGH][AMPC_WIDTH + 1]", number),
                              SPACE_PRIVATE, e->loc));
    kernel_line(g, e->b->loc);
    buf_printf(g->out,
               "%sampc_b%d[AMPC_ROW(ampc_r)][AMPC_COLUMN(ampc_c)] = ", cover_copies(x, 3, e->b),
               number);
    kernel_convert(g, e->b, e->a->type, PREC_ASSIGN);
    buf_add(g->out, ";");
    kernel_newline(g);
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    cover_open(x, "AMPC_EACH(ampc_n, AMPC_ROWS * AMPC_COLUMNS) ");
    cover_line(x, arena_printf(
                      a,
                      "const int ampc_e = ampc_t + ampc_n * AMPC_THREADS, %s = ampc_i + ampc_e %% "
                      "AMPC_HIGH, %s = ampc_j + ampc_e / AMPC_HIGH;",
                      i, j));
    cover_alias(x, cover_row_index(x), i);
    cover_alias(x, cover_column_index(x), j);
    kernel_line(g, e->loc);
    buf_printf(g->out, "if (%s < %s && %s < %s) ", i, cover_most(x, rank - 2), j,
               cover_most(x, rank - 1));
    kernel_expr(g, t->element, PREC_UNARY);
    buf_printf(g->out, " = ampc_b%d[ampc_e %% AMPC_HIGH][ampc_e / AMPC_HIGH];", number);
    kernel_newline(g);
    cover_close(x);
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    g->frame->aliases.n = n;
}

static bool finds_change(struct walker *w, struct expr *e)
{
    bool *found = w->data;

    *found |= e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op));
    return true;
}

/* Whether an expression changes anything; that it calls no atomic function is known. */
static bool changes(const struct expr *e)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = finds_change};

    walk_expr(&w, (struct expr *)e);
    return found;
}

/* Whether e assigns to memory that the compiler may take for what the values of other copies are
 * loaded from. */
static bool is_apart(const struct expr *e)
{
    bool assigns = e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN;
    const struct symbol *s = assigns ? cover_assigned(e) : NULL;

    return assigns && !vector_swizzle_of(e->a) && !cover_stores(e->b) && !changes(e->a) &&
           (expr_evaluated(e->a)->amp == AMP_VIEW_ELEMENT ||
            (s && s->storage & STORAGE_TILE_STATIC && expr_is_pure(e->a) && expr_is_pure(e->b)));
}

static void print_effect(struct cover_text *x, const struct stmt *s)
{
    struct kernel_gen *g = x->g;
    const struct expr *e = expr_evaluated(s->expr);
    const struct cover_turn *t = cover_turn_of(x->kernel, s);
    unsigned axes = cover_axes(x, cover_expr(x->kernel, e));
    bool stores = axes && cover_stores(e);

    if (t) {
        print_turn(x, e, t);
        return;
    }
    if (axes && (is_apart(e) || cover_divides_to(x, axes, e))) {
        print_store(x, e, axes);
        return;
    }
    kernel_line(g, e->loc);
    buf_printf(g->out, "%s%s", stores ? cover_each(axes) : cover_copies(x, axes, e),
               stores ? cover_inside(x, axes) : "");
    kernel_effect(g, e);
    buf_add(g->out, ";");
    kernel_newline(g);
    if (stores)
        cover_follow_expr(x, e);
}

/* ---- statements ---- */

static void print_early(struct cover_text *x, const struct stmt *s)
{
    struct kernel_gen *g = x->g;
    const cover_early_vec *early = cover_early_of(x->kernel, s);

    for (int i = 0; early && i < early->n; i++) {
        const struct symbol *v = early->at[i].value;
        unsigned axes = cover_axes(x, cover_symbol(x->kernel, v));
        const char *name = cover_name(x, v);
        cover_line(x, arena_printf(&g->c->arena, "%s%s;",
                                   kernel_declare(g, v->type,
                                                  arena_printf(&g->c->arena, "%s%s", name,
                                                               cover_sizes_text(axes)),
                                                  SPACE_PRIVATE, v->loc),
                                   axes && x->meets ? " = {0}" : ""));
        kernel_line(g, early->at[i].element->loc);
        buf_printf(g->out, "%s%s%s = ", cover_copies(x, axes, early->at[i].element), name,
                   cover_places(axes));
        kernel_convert(g, early->at[i].element, v->type, PREC_ASSIGN);
        buf_add(g->out, ";");
        kernel_newline(g);
        cover_alias(x, v, arena_printf(&g->c->arena, "%s%s", name, cover_places(axes)));
    }
}

/* A statement that each thread does by itself. */
static void by_threads(struct cover_text *x, struct stmt *s)
{
    const struct cover_rounds *r = cover_rounds_of(x->kernel, s);
    unsigned on = x->kernel->kind == COVER_TILES ? cover_control(x->kernel, s) : COVER_BOTH;
    unsigned axes = cover_axes(x, on);
    bool stores = cover_stores_stmt(s);

    cover_open(x, arena_printf(&x->g->c->arena, "%s%s",
                               stores ? cover_each(axes) : cover_copies(x, axes, NULL),
                               stores ? cover_inside(x, on) : ""));
    if (r)
        cover_rounds(x, s, r);
    else
        kernel_stmt(x->g, s);
    cover_close(x);
    if (stores)
        cover_follow_stmt(x, s);
}

static void print_if(struct cover_text *x, const struct stmt *s)
{
    struct kernel_gen *g = x->g;

    kernel_line(g, s->keyword_loc);
    buf_add(g->out, "if (");
    kernel_condition(g, s->expr, PREC_COMMA);
    buf_add(g->out, ")");
    kernel_newline(g);
    cover_open(x, "");
    cover_stmt(x, s->body);
    cover_close(x);
    if (!s->else_)
        return;
    cover_open(x, "else ");
    cover_stmt(x, s->else_);
    cover_close(x);
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
    bool is_loop = stmt_is_loop(s);

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

void cover_repeat(struct cover_text *x, const struct stmt *s)
{
    struct kernel_gen *g = x->g;
    int n = g->frame->aliases.n;

    g->frame->loops++;
    bool is_inline = s->decl && kernel_decl_is_inline(g, s->decl);
    cover_open(x, "");
    if (s->decl && !is_inline)
        print_decl(x, s->decl);
    bool whole = is_short(s);
    if (whole)
        cover_line(x, "#pragma unroll");
    kernel_line(g, s->keyword_loc);
    buf_add(g->out, whole ? "" : kernel_unroll(g, s));
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
    cover_open(x, "");
    cover_stmt(x, s->body);
    cover_close(x);
    if (s->kind == STMT_DO) {
        kernel_line(g, s->expr->loc);
        buf_add(g->out, "while (");
        kernel_condition(g, s->expr, PREC_COMMA);
        buf_add(g->out, ");");
        kernel_newline(g);
    }
    cover_close(x);
    g->frame->aliases.n = n;
    g->frame->loops--;
}

static void print_loop(struct cover_text *x, const struct stmt *s)
{
    if (!cover_slide(x, s))
        cover_repeat(x, s);
}

static void print_control(struct cover_text *x, struct stmt *s)
{
    const struct cover_loop *l = cover_loop_of(x->kernel, s);
    const cover_window_vec *windows = cover_windows_of(x->kernel, s);
    int n = x->g->frame->aliases.n;

    bool alive = x->alive;
    const char *guard = "";

    if (windows && cover_windows_vary(windows)) {
        cover_nest(x, windows, s);
        return;
    }
    if (windows) {
        cover_windows(x, windows);
        guard = cover_guard(x, s);
    }
    if (*guard)
        cover_open(x, guard);
    if (cover_control(x->kernel, s) || s->kind == STMT_SWITCH) {
        by_threads(x, s);
    } else if (l) {
        x->g->frame->loops++;
        cover_panels(x, l, s);
        x->g->frame->loops--;
    } else if (s->kind == STMT_IF) {
        print_if(x, s);
    } else {
        print_loop(x, s);
    }
    if (*guard)
        cover_close(x);
    x->alive = alive;
    if (windows) /* of a loop around it, that fetches again */
        cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    x->g->frame->aliases.n = n;
}

void cover_stmt(struct cover_text *x, struct stmt *s)
{
    int n = x->g->frame->aliases.n;

    switch (s->kind) {
    case STMT_COMPOUND:
        for (int i = 0; i < s->items.n; i++) {
            bool is_block = s->items.at[i]->kind == STMT_COMPOUND;
            if (is_block)
                cover_open(x, "");
            cover_stmt(x, s->items.at[i]);
            if (is_block)
                cover_close(x);
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

/* Where the group's block begins in the dimension of that axis. */
static const char *block_begin(struct cover_text *x, int dimension, const char *group,
                               const char *size)
{
    struct arena *a = &x->g->c->arena;

    if (dimension < 0 || !x->kernel->limits.n)
        return arena_printf(a, "(int)%s * %s", group, size);
    return arena_printf(a, "(int)min((long)%s * %s + ampc_first%d, (long)ampc_most%d)", group, size,
                        dimension, dimension);
}

/* Where the block begins. */
static void print_place(struct cover_text *x)
{
    static const char *const groups[] = {"get_group_id(0)", "get_group_id(1)", "get_group_id(2)"};
    static const char *const blocks[] = {"(ampc_block % ampc_wide)",
                                         "(ampc_block / ampc_wide % ampc_high)",
                                         "(ampc_block / ampc_wide / ampc_high)"};
    static const char *const line[] = {"ampc_block", "0"};
    struct arena *a = &x->g->c->arena;
    int rank = x->kernel->launch->rank;
    const char *const *group = !x->kernel->tallies.n ? groups : rank > 1 ? blocks : line;

    /* Where compilers see that it is not negative, quotients of it are shifts. */
    cover_line(x, arena_printf(a,
                               "const int ampc_t = (int)get_local_id(0)%s, ampc_x = ampc_t %% "
                               "AMPC_ACROSS, ampc_y = ampc_t / AMPC_ACROSS;",
                               x->kernel->singly ? " & 0xfffff" : ""));
    for (int k = 0; k < rank - (cover_has_rows(x->kernel) ? 2 : 1); k++)
        cover_line(x, arena_printf(a, "const int %s = (int)%s;", cover_name(x, x->kernel->index[k]),
                                   group[rank - 1 - k]));
    cover_line(
        x, arena_printf(a, "const int ampc_i = %s, ampc_j = %s;",
                        x->kernel->lines ? "0" : block_begin(x, rank - 2, group[1], "AMPC_HIGH"),
                        block_begin(x, rank - 1, group[0], "AMPC_WIDTH")));
}

/* The first and the last row, and column, of the block that are in the domain. */
static void print_corners(struct cover_text *x)
{
    static const char *const begin[] = {"ampc_j", "ampc_i"};
    static const char *const more[] = {" + AMPC_WIDTH", " + AMPC_HIGH"};
    struct arena *a = &x->g->c->arena;

    for (int k = 0; k < 4; k++) {
        const struct symbol *s = x->kernel->corners[k / 2][k % 2];
        const char *most = cover_most(x, x->kernel->launch->rank - 1 - k / 2);
        if (!s)
            continue;
        cover_line(x, arena_printf(a, "const int %s = min(%s%s, %s%s)%s;", cover_name(x, s),
                                   begin[k / 2], k % 2 ? more[k / 2] : "", most,
                                   k % 2 ? "" : " - 1", k % 2 ? " - 1" : ""));
        cover_alias(x, s, cover_name(x, s));
    }
}

/* The index of a copy in a dimension, "ampc_j + AMPC_COLUMN(ampc_c)": of one outside of the domain
 * it is that of the work-item's first one. */
static const char *place_text(struct cover_text *x, const char *place, const char *copy,
                              int dimension)
{
    const char *most = cover_most(x, dimension);

    return x->whole ? arena_printf(&x->g->c->arena, "%s(%s)", place, copy)
                    : arena_printf(&x->g->c->arena, "%s(%s) < %s ? %s(%s) : %s(0)", place, copy,
                                   most, place, copy, place);
}

/* The copies' indices; whether any of them is in the domain. */
static void print_index(struct cover_text *x)
{
    struct arena *a = &x->g->c->arena;
    int rank = x->kernel->launch->rank;
    const char *i = cover_has_rows(x->kernel) ? cover_name(x, cover_row_index(x)) : NULL;
    const char *j = cover_name(x, cover_column_index(x));
    const char *rows =
        !i ? "ampc_y == 0" : arena_printf(a, "ampc_i + AMPC_ROW(0) < %s", cover_most(x, rank - 2));

    if (!x->whole)
        cover_line(x, arena_printf(a, "const int ampc_live = %s && ampc_j + AMPC_COLUMN(0) < %s;",
                                   rows, cover_most(x, rank - 1)));
    if (i) {
        cover_line(x, arena_printf(a, "int %s[AMPC_ROWS];", i));
        cover_line(x, arena_printf(a, "%s%s[ampc_r] = %s;", cover_each(COVER_ROWS), i,
                                   place_text(x, "ampc_i + AMPC_ROW", "ampc_r", rank - 2)));
        cover_alias(x, cover_row_index(x), arena_printf(a, "%s[ampc_r]", i));
    }
    cover_line(x, arena_printf(a, "int %s[AMPC_COLUMNS];", j));
    cover_line(x, arena_printf(a, "%s%s[ampc_c] = %s;", cover_each(COVER_COLUMNS), j,
                               place_text(x, "ampc_j + AMPC_COLUMN", "ampc_c", rank - 1)));
    cover_alias(x, cover_column_index(x), arena_printf(a, "%s[ampc_c]", j));
}

/* The body; without barriers for those work-items alone that have threads in the domain. */
static void print_body(struct cover_text *x)
{
    const struct cover_kernel *k = x->kernel;
    bool meets = k->kind == COVER_PANELS || k->kind == COVER_WINDOWS || k->both_bytes > 0;
    bool guarded = !meets && !x->whole;

    print_index(x);
    x->alive = !meets || x->whole;
    x->meets = meets && !x->whole;
    if (guarded)
        cover_open(x, "if (ampc_live) ");
    cover_stmt(x, k->body);
    if (guarded)
        cover_close(x);
}

/* Prints the address of each view with elements of 4 bytes, and its strides in bytes, with what
 * stands before and behind each of them. */
static void print_united(struct cover_text *x, const char *first, const char *last)
{
    struct kernel_gen *g = x->g;
    const kernel_arg_vec *args = &g->frame->args;

    for (int i = 0; i < args->n; i++) {
        const struct kernel_arg *a = &args->at[i];
        if (a->kind != AMPC__ARG_VIEW || a->constant || a->steps.n || a->type->base->size != 4)
            continue;
        const char *name = kernel_user_name(g, a->symbol->name);
        buf_printf(g->out, "%s(ulong)%s.p%s", first, name, last);
        for (int k = 0; k < a->type->rank - 1; k++)
            buf_printf(g->out, "%s4 * (ulong)%s.s%d%s", first, name, k, last);
    }
}

/* With units, columns side by side are one access where lines begin at multiples of its size. */
static void print_units(struct cover_text *x)
{
    struct kernel_gen *g = x->g;

    cover_line(x, "#if AMPC_UNIT > 1");
    kernel_line(g, (struct loc){0, 0});
    buf_add(g->out, "const int ampc_united = ((0");
    print_united(x, " | ", "");
    buf_add(g->out, ") & 15) == 0;");
    kernel_newline(g);
    cover_line(x, "#else");
    cover_line(x, "const int ampc_united = 1;");
    cover_line(x, "#endif");
}

static void print_assumed(struct cover_text *x)
{
    cover_line(x, "#if AMPC_UNIT > 1");
    kernel_line(x->g, (struct loc){0, 0});
    print_united(x, "AMPC_ASSUME(((", ") & 15) == 0); ");
    kernel_newline(x->g);
    cover_line(x, "#endif");
}

/* Once more without tests of the edge, where the whole block is in the domain: with tallies, of
 * groups that are one work-item. */
static void print_whole(struct cover_text *x)
{
    int rank = x->kernel->launch->rank, n = x->g->frame->aliases.n;
    bool tallies = x->kernel->tallies.n > 0;
    const char *rows =
        cover_has_rows(x->kernel)
            ? arena_printf(&x->g->c->arena, " && ampc_i + AMPC_HIGH <= %s", cover_most(x, rank - 2))
            : "";

    if (!tallies)
        print_units(x);
    cover_open(x, arena_printf(&x->g->c->arena, "if (%s && ampc_j + AMPC_WIDTH <= %s%s) ",
                               tallies ? "AMPC_THREADS == 1" : "ampc_united",
                               cover_most(x, rank - 1), rows));
    if (!tallies)
        print_assumed(x);
    x->whole = true;
    print_body(x);
    x->whole = false;
    x->g->frame->aliases.n = n;
    cover_line(x, tallies ? "continue;" : "return;");
    cover_close(x);
}

/* The threads of a block. */
static void print_block(struct cover_text *x)
{
    int rank = x->kernel->launch->rank;

    print_place(x);
    print_corners(x);
    if (x->kernel->limits.n)
        cover_open(x, arena_printf(&x->g->c->arena,
                                   rank > 1 ? "if (ampc_j < ampc_most%d && ampc_i < ampc_most%d) "
                                            : "if (ampc_j < ampc_most%d) ",
                                   rank - 1, rank - 2));
    if (x->kernel->kind == COVER_FLAT && (x->kernel->tallies.n || x->kernel->side))
        print_whole(x);
    print_body(x);
    if (x->kernel->limits.n)
        cover_close(x);
    if (x->kernel->rest)
        cover_rest(x);
}

void kernel_cover_body(struct kernel_gen *g, const struct cover_kernel *k)
{
    struct cover_text x = {.g = g, .kernel = k};
    struct buf text = {0}, *out = g->out;
    int n = g->frame->aliases.n;

    if (kernel_once(g, "cover"))
        buf_add(&g->types, MACROS);
    g->out = &text;
    if (k->kind == COVER_TILES) {
        cover_tiles_print(&x);
    } else {
        x.strict = cover_goes_astray(g->c, k);
        cover_limits(&x);
        cover_tallies_begin(&x);
        print_block(&x);
        cover_tallies_end(&x);
    }
    g->out = out;
    g->frame->aliases.n = n;
    buf_add(out, x.locals.at ? x.locals.at : "");
    buf_add(out, "    {\n");
    kernel_contraction(g, k->launch->uncontracted);
    buf_add(out, text.at);
    buf_add(out, "    }\n");
    buf_free(&text);
    buf_free(&x.locals);
    g->uses |= AMPC__USES_COVER;
}
