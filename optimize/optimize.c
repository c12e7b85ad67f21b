/* optimize.c - which kernels become blocks, and of which shape.
 *
 * A block is LANES threads wide. It has several rows where these share something: loops, whose
 * elements the rows load once, or elements that lanes gather from lines of memory that the next
 * row needs, too. As many rows as the variables that loops store to leave registers for. */
#include "optimize/internal.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

/* Blocks of little work that a work-item does one after the other: what PoCL does between
 * work-items would take as long as such a block. */
enum { RUN = 16, TURNS = 8 };
/* Threads of little work, as at the border of a picture, that take less time than a mask. */
enum { ALONE = 3 };
enum { NODES_MAX = 2000 };

struct shape {
    const struct depend *depend;
    const struct block_kernel *kernel;
    int lines;  /* elements in loops, of another line in each lane */
    int across; /* elements that rows are side by side in (strips.c) */
    int parts;  /* ifs that only some of the lanes run */
    int loops;
    int shared;      /* of them, those that all threads run alike */
    int rounds;      /* the same, from the first round on */
    int own, common; /* elements in loops: of rows, that lanes share; of lanes, that rows share */
    int single;      /* and of one thread */
    int down;  /* of rows' own, those that rows have side by side, in each round another line */
    int calls; /* of functions that take vectors */
    int sums, nodes;
    int sum_bytes; /* of a lane */
    int depth;     /* of loops */
};

/* Whether e is an element that the lanes find in different lines of memory. */
static bool has_lines(const struct depend *d, const struct expr *e)
{
    struct lanes_subscripts subs;
    unsigned on = 0;

    if (e->amp != AMP_VIEW_ELEMENT || !lanes_subscripts(e, &subs))
        return false;
    for (int k = 0; k < subs.n - 1; k++)
        on |= depend_expr(d, subs.at[k]);
    return on & ON_LANE;
}

/* Whether the rows find element e side by side. */
static bool is_down(const struct depend *d, const struct expr *e)
{
    struct lanes_subscripts subs;

    return lanes_subscripts(e, &subs) && subs.n > 1 && depend_expr(d, subs.at[subs.n - 1]) & ON_ROW;
}

static void shape_sum(struct shape *s, const struct symbol *root)
{
    if (node_table_get(&s->depend->on, root, 0) != ON_ALL || depend_is_steady(s->depend, root))
        return;
    s->sums += arrays_length(root->type);
    s->sum_bytes += (int)root->type->size;
}

static bool shape_expr(struct walker *w, struct expr *e)
{
    struct shape *s = w->data;
    const struct symbol *root = e->kind == EXPR_ASSIGN && s->depth ? depend_root(e->a) : NULL;

    s->nodes++;
    s->calls += lanes_function_pays(e);
    s->lines += s->depth && has_lines(s->depend, e);
    if (s->depth && e->amp == AMP_VIEW_ELEMENT) {
        unsigned on = depend_expr(s->depend, e);
        s->own += on == ON_ROW;
        s->common += on == ON_LANE;
        s->single += on == ON_ALL;
        s->down += on == ON_ROW && is_down(s->depend, e);
    }
    s->across += strips_across(s->depend, s->kernel, e);
    if (root)
        shape_sum(s, root);
    return true;
}

struct data {
    int depth; /* of variables in what others begin with */
    bool found;
};

static bool find_data(struct walker *w, struct expr *e)
{
    enum { DEPTH_MAX = 5 };
    struct data *d = w->data;
    const struct init_declarator *v =
        e->kind == EXPR_NAME && e->symbol ? e->symbol->declarator : NULL;

    d->found |= e->amp == AMP_VIEW_ELEMENT;
    if (v && v->init && v->init->expr && !d->found && d->depth < DEPTH_MAX) {
        d->depth++;
        walk_expr(w, v->init->expr);
        d->depth--;
    }
    return !d->found;
}

/* Whether e depends on elements. Of other conditions, as of the index, few groups of threads are
 * not all in or all out, and CPUs' compilers make vectors of them. */
static bool is_of_data(struct expr *e)
{
    struct data d = {0, false};
    struct walker w = {.data = &d, .expr_pre = find_data};

    walk_expr(&w, e);
    return d.found;
}

static bool shape_stmt(struct walker *w, struct stmt *s)
{
    struct shape *x = w->data;
    bool is_loop = stmt_is_loop(s);

    x->loops += is_loop;
    x->parts +=
        s->kind == STMT_IF && (depend_control(x->depend, s) & ON_LANE) && is_of_data(s->expr);
    x->rounds += is_loop && !depend_control(x->depend, s);
    x->shared += is_loop && (!depend_control(x->depend, s) || steady_fits(x->depend, s));
    x->depth += is_loop;
    return true;
}

static void shape_stmt_end(struct walker *w, struct stmt *s)
{
    struct shape *x = w->data;

    x->depth -= stmt_is_loop(s);
}

static struct shape shape_of(const struct depend *d, const struct block_kernel *k)
{
    struct shape s = {.depend = d, .kernel = k};
    struct walker w = {
        .data = &s, .expr_pre = shape_expr, .stmt_pre = shape_stmt, .stmt_post = shape_stmt_end};

    walk_stmt(&w, k->work);
    return s;
}

static int rows_of(const struct depend *d, struct block_kernel *k, bool always)
{
    struct shape s = shape_of(d, k);
    int rows;

    if (LANES * s.nodes > NODES_MAX) /* compilers would take too long */
        s.across = 0;
    k->sums = s.sums;
    k->run = !s.loops && !s.across && (s.parts || k->guard) ? RUN : 1;
    k->alone = k->guard && !s.calls && !s.parts ? ALONE : 0; /* of a run */
    if (!s.loops && !s.calls && !s.across && !s.parts && !k->guard && !always)
        block_refuse(k, k->launch->call->loc, "it has no loop");
    if (k->launch->rank < 2) /* no more lines than processors fetch ahead */
        return !s.shared || s.lines || s.nodes > NODES_MAX / 4 ? 1
               : s.sums <= 1                                   ? ROWS_MAX
               : s.sums <= 3                                   ? 2
                                                               : 1;
    if (!s.loops && s.across)
        return LANES;
    if (k->run > 1) /* rows of volumes are short: several in a page of memory are no streams */
        rows = s.parts || k->launch->rank == 2 ? ROWS_MAX / 2 : 1;
    else if (!s.shared) /* several rows for tests alone */
        rows = always ? ROWS_MAX / 4 : 1;
    else
        rows = s.sums <= 1 ? ROWS_MAX : s.sums <= 3 ? ROWS_MAX / 2 : ROWS_MAX / 4;
    while (rows > 1 && rows * s.nodes > NODES_MAX)
        rows /= 2;
    return rows;
}

/* The rows' own indices: i.1 = i + 1; in a line, i + 16. */
static void begin_rows(struct block *b)
{
    struct block_kernel *k = b->kernel;
    struct maker *m = &b->make;
    struct type *t = type_basic(TYPE_INT);
    struct var *lanes = arena_new(&b->c->arena, struct var);
    int rank = k->launch->rank, step = b->line ? LANES : 1;
    struct symbol *row = k->index[rank - (b->line ? 1 : 2)];
    struct var var = {b->line ? VAR_STEPS : VAR_SCALAR, b->line, NULL};

    *lanes = (struct var){VAR_STEPS, 1, NULL};
    node_table_put(&b->vars, k->index[k->launch->rank - 1], lanes);
    for (int r = 1; r < b->rows; r++) {
        struct expr *value = make_binary(m, OP_ADD, make_name(m, row), make_int(m, r * step, t));
        struct symbol *s = block_var(b, row, r, var, t);
        block_put(b, make_declare(m, s, make_init(m, value)));
    }
}

static void make_kernel(struct ctx *c, struct program *p, struct block_kernel *k, bool always)
{
    struct block b = {.c = c,
                      .kernel = k,
                      .lanes = LANES,
                      .line = k->launch->rank == 1,
                      .vars = {.arena = &c->arena}};

    b.make = maker_begin(c, p, (struct launch *)k->launch, NULL);
    block_before(&b.make, k);
    verify_block_pass(c, k, "what is read before loops");
    block_guard(&b.make, k);
    verify_block_pass(c, k, "guards");
    b.depend = depend_of(c, k->work, k->index, k->launch->rank, false);
    block_quotients(&b.depend, k);
    verify_block_pass(c, k, "quotients");
    if (!k->divisor_count && block_join(&b.make, &b.depend, &k->work))
        b.depend = depend_of(c, k->work, k->index, k->launch->rank, false);
    verify_block_pass(c, k, "joins");
    k->repeats = block_repeats(c, k->work);
    b.rows = k->rows = rows_of(&b.depend, k, always);
    k->columns = LANES;
    if (k->launch->rank == 1) {
        k->columns = LANES * b.rows;
        k->rows = 1;
    }
    if (k->refused)
        return;
    for (int r = 0; r < b.rows; r++)
        b.clones[r] = tree_clone_begin(c);
    b.out = k->all = make_block(&b.make, NULL, 0);
    begin_rows(&b);
    block_body(&b);
    if (b.make.refused)
        block_refuse(k, k->launch->call->loc, "it has an expression that is not understood");
    verify_block_pass(c, k, "blocks");
    if (b.cost * 3 > b.plain_cost && !always)
        block_refuse(k, b.apart ? b.apart_loc : k->launch->call->loc,
                     "its loops do little that neighbouring threads can do together");
}

/* A mask of the first 'count' lanes. */
static struct mask edge_mask(struct block *b, struct symbol *count)
{
    struct type *t = type_basic(TYPE_INT);
    struct expr *lanes =
        lanes_node(b, AMP_LANES_STEPS, lanes_type(b, t), make_int(&b->make, 1, t), NULL);
    struct expr *first = lanes_operation(b, OP_LT, lanes_type(b, t), lanes,
                                         lanes_fill(b, make_name(&b->make, count)));

    return (struct mask){masks_new(b, first), NULL, count};
}

static struct depend depend_edge(const struct block *b)
{
    const struct block_kernel *k = b->kernel;
    int rank = k->launch->rank;

    return b->line ? depend_of(b->c, k->one, k->index + rank - 1, 1, false)
                   : depend_of(b->c, k->one, k->index, rank, false);
}

/* The first lanes of some rows, or all lanes of a line; NULL: that takes longer than each thread by
 * itself. */
static struct stmt *edge_of(struct ctx *c, struct program *p, struct block_kernel *k, int rows,
                            bool line)
{
    struct block b = {
        .c = c, .kernel = k, .lanes = LANES, .rows = rows, .vars = {.arena = &c->arena}};
    int rank = k->launch->rank;
    struct mask mask;
    struct stmt *edge;
    bool fits;

    b.line = line || rank == 1;
    b.make = maker_begin(c, p, (struct launch *)k->launch, NULL);
    b.depend = depend_edge(&b);
    if (!k->divisor_count && block_join(&b.make, &b.depend, &k->one))
        b.depend = depend_edge(&b);
    for (int r = 0; r < rows; r++)
        b.clones[r] = tree_clone_begin(c);
    b.out = edge = make_block(&b.make, NULL, 0);
    begin_rows(&b);
    if (!line) {
        mask = edge_mask(&b, k->count);
        b.mask = &mask;
    }
    block_stmt(&b, k->one, 0, rows);
    fits = !b.make.refused && !k->refused && !b.failed && b.cost <= b.plain_cost;
    k->refused = NULL;
    return fits ? edge : NULL;
}

/* Whether two blocks beside each other at once are a gain: what the lanes of a row share is loaded
 * for both, and what the rows share is all that they add. */
static bool gains_by_pair(const struct depend *d, const struct block_kernel *k, bool always)
{
    struct shape s = shape_of(d, k);

    return k->launch->rank > 1 && k->run == 1 && k->rows > 1 && k->rows <= ROWS_MAX && k->edge[0] &&
           !k->guard && !k->divisor_count && !s.parts && !s.lines && !s.across &&
           s.loops == s.rounds && 2 * k->rows * s.nodes <= NODES_MAX &&
           (always || (k->rows == ROWS_MAX && s.own && s.common && !s.single));
}

/* The rows' own indices: i.1 = i + 1, in both blocks; the second one's lanes: j.1 = j + 16. */
static void begin_pair(struct block *b)
{
    struct block_kernel *k = b->kernel;
    struct maker *m = &b->make;
    int last = k->launch->rank - 1, rows = b->rows / 2;
    struct type *t = type_basic(TYPE_INT);
    struct var steps = {VAR_STEPS, 1, NULL};
    struct symbol *second = block_var(b, k->index[last], rows, steps, t);

    block_put(b, make_declare(m, second,
                              make_init(m, make_binary(m, OP_ADD, make_name(m, k->index[last]),
                                                       make_int(m, LANES, t)))));
    for (int r = 1; r < rows; r++) {
        node_table_put(&b->clones[rows + r].map, k->index[last], second);
        node_table_put(&b->clones[rows + r].map, k->index[last - 1],
                       tree_clone_of(&b->clones[r], k->index[last - 1]));
    }
}

/* The work of two blocks beside each other; NULL: there is none. */
static struct stmt *pair_of(struct ctx *c, struct program *p, struct block_kernel *k)
{
    int rank = k->launch->rank;
    struct depend apart = depend_of(c, k->work, k->index, rank, false);
    struct block b = {
        .c = c, .kernel = k, .lanes = LANES, .rows = k->rows, .vars = {.arena = &c->arena}};
    struct stmt *pair;

    b.apart_of = &apart;
    b.depend = depend_pair(c, k->work, k->index, rank);
    b.make = maker_begin(c, p, (struct launch *)k->launch, NULL);
    for (int r = 0; r < 2 * k->rows; r++)
        b.clones[r] = tree_clone_begin(c);
    b.out = pair = make_block(&b.make, NULL, 0);
    begin_rows(&b);
    b.rows = 2 * k->rows;
    begin_pair(&b);
    block_body(&b);
    pair = b.make.refused || k->refused || b.failed ? NULL : pair;
    k->refused = NULL;
    return pair;
}

/* How many rows of a block at once leave registers where a vector of the processor has 8 floats,
 * and there are 16 of them; 0: as many as there are. In domains of rank 1 whose vectors are beside
 * each other in memory it takes longer to read that in turns than to keep sums in memory. */
static int short_rows(const struct block_kernel *k, const struct shape *shape)
{
    enum { BYTES = 12 * 32, NARROW = 8 * 32 };
    struct shape s = *shape;
    int rows = k->launch->rank > 1 ? k->rows : k->columns / LANES, least = 1;

    if (!s.shared || !s.sum_bytes || s.across || (k->launch->rank == 1 && s.common) || rows <= 1 ||
        rows > ROWS_MAX || k->run > 1 || rows * LANES * s.sum_bytes <= BYTES)
        return 0;
    while (2 * least * LANES * s.sum_bytes <= NARROW)
        least *= 2;
    return least < rows ? least : 0;
}

/* The work of 'rows' rows of a block, or of its vectors, of which loops that read lines for all of
 * them do some 'together'; NULL: there is none. *stripped: there are such loops. */
static struct stmt *part_of(struct ctx *c, struct program *p, struct block_kernel *k, int rows,
                            int together, bool *stripped)
{
    int rank = k->launch->rank;
    struct block b = {.c = c,
                      .kernel = k,
                      .lanes = LANES,
                      .rows = rows,
                      .line = rank == 1,
                      .together = together,
                      .vars = {.arena = &c->arena}};
    struct stmt *part;

    b.depend = depend_of(c, k->work, k->index, rank, false);
    b.make = maker_begin(c, p, (struct launch *)k->launch, NULL);
    for (int r = 0; r < rows; r++)
        b.clones[r] = tree_clone_begin(c);
    b.out = part = make_block(&b.make, NULL, 0);
    begin_rows(&b);
    block_body(&b);
    *stripped = b.stripped;
    part = b.make.refused || k->refused || b.failed ? NULL : part;
    k->refused = NULL;
    return part;
}

/* All rows, if they read lines for 16 rounds of which some after the others do these; or some rows,
 * which then read all of their lines before the next ones do. Lines that rows read by columns would
 * not stay in caches until then. */
static void make_part(struct ctx *c, struct program *p, struct block_kernel *k)
{
    struct depend d = depend_of(c, k->work, k->index, k->launch->rank, false);
    struct shape s = shape_of(&d, k);
    int together = short_rows(k, &s), rows = k->rows;
    bool strips = k->strips, stripped = false;

    if (together && k->launch->rank > 1)
        k->part = part_of(c, p, k, rows, together, &stripped);
    if (together && !stripped) {
        rows = together;
        k->part = s.down ? NULL : part_of(c, p, k, rows, 0, &stripped);
    }
    k->part_rows = rows;
    k->strips = strips;
}

static void make_pair(struct ctx *c, struct program *p, struct block_kernel *k, bool always)
{
    struct depend d = depend_of(c, k->work, k->index, k->launch->rank, false);
    bool strips = k->strips;

    if (!gains_by_pair(&d, k, always))
        return;
    k->pair = pair_of(c, p, k);
    k->columns *= k->pair ? 2 : 1;
    k->strips = strips;
}

/* In long loops what these read of rows and of lanes is copied. Sums take half of the registers: of
 * 16 with 8 floats, or of 32 with 16. */
enum { PANEL_BYTES = 8 * 32, LONG_PANEL_BYTES = 16 * 64, PANEL = 128, LONG_PANEL = 256 };

static void make_panels(struct ctx *c, struct program *p, struct block_kernel *k)
{
    struct depend d = depend_of(c, k->work, k->index, k->launch->rank, false);
    struct shape s = shape_of(&d, k);
    int rows, beside;

    if (k->launch->rank < 2 || k->run > 1 || k->rows < 2 || k->rows > ROWS_MAX || k->guard ||
        k->divisor_count || s.parts || s.across || s.loops != s.rounds || !s.sum_bytes)
        return;
    rows = PANEL_BYTES / (LANES * s.sum_bytes);
    beside = LONG_PANEL_BYTES / (LANES * s.sum_bytes) / ROWS_MAX;
    k->panels[0] = (struct block_panels){.rows = rows, .beside = 1, .most = PANEL};
    k->panels[1] =
        (struct block_panels){.rows = ROWS_MAX, .beside = beside > 1 ? 2 : 1, .most = LONG_PANEL};
    if (!rows || !beside || !panels_block(c, p, k, &k->panels[0]) ||
        !panels_block(c, p, k, &k->panels[1]))
        k->panels[0] = k->panels[1] = (struct block_panels){0};
}

static void make_edges(struct ctx *c, struct program *p, struct block_kernel *k, bool always)
{
    struct maker m = maker_begin(c, p, (struct launch *)k->launch, NULL);

    k->count = make_local(&m, "count", type_basic(TYPE_INT), 0);
    k->edge[0] = edge_of(c, p, k, 1, false);
    k->run = k->edge[0] ? k->run : 1;
    make_part(c, p, k);
    make_panels(c, p, k);
    k->columns *= k->run;
    k->turns = k->run > 1 && k->guard && k->launch->rank > 2 && k->rows == 1 ? TURNS : 1;
    make_pair(c, p, k, always);
    for (int n = 1; n < BLOCK_EDGES && k->edge[0] && k->rows <= ROWS_MAX && 1 << n < k->rows; n++)
        k->edge[n] = edge_of(c, p, k, 1 << n, false);
    if (k->edge[0] && k->launch->rank > 1 && k->rows > 1 && k->rows <= ROWS_MAX &&
        stmt_contains(k->work, stmt_is_loop))
        k->line = edge_of(c, p, k, BLOCK_LINE / LANES, true);
    k->rows *= k->turns;
}

void optimize_block(struct ctx *c, struct program *p, const struct launch *l, bool always,
                    struct block_kernel *k)
{
    block_normal(c, p, l, false, k);
    if (!k->refused && l->tiled)
        tile_block(c, p, k, always);
    else if (!k->refused)
        make_kernel(c, p, k, always);
    if (!k->refused && !l->tiled)
        make_edges(c, p, k, always);
    verify_block_pass(c, k, "edges");
}

struct block_kernel *optimize_blocks(struct ctx *c, struct program *p, bool always)
{
    struct block_kernel *made = arena_array(&c->arena, struct block_kernel, p->launches.n + 1);

    for (int i = 0; i < p->launches.n; i++)
        optimize_block(c, p, p->launches.at[i], always, &made[p->launches.at[i]->number]);
    return made;
}
