/* panels.c - blocks of any number of rows and vectors: sums are kept in memory, and what a loop
 * reads is copied for many of its rounds, so that each line of memory is read once for a whole
 * block, and found in the first two caches from then on.
 *
 * Example: `sum = 0; for (k = 0; k < n; k++) sum += a(i, k) * b(k, j); c(i, j) = sum;` becomes, of
 * parts of 4 rows and 16 lanes, 'down' below each other and 'across' beside each other:
 *
 *     for each part: sum of 4 rows = 0, to memory
 *     for (k = 0; k < n; k += rounds) { rounds = the least of n - k and 128;
 *         for each part across: 'rounds' vectors of b, copied
 *         for each part down: 'rounds' numbers of a for each of 4 rows, copied
 *         for each part: sums from memory; 'rounds' rounds, as block.c makes them; sums to memory }
 *     for each part: sums from memory; c(i, j) = sum
 *
 * Taken are bodies with one loop, whose elements strips.c finds, that changes what is in vectors
 * alone. Other variables must be constants that can be computed once more. Each thread's
 * operations keep their order; what is copied is what some thread of the block reads.
 *
 * The vectors of a part that are beside each other are rows to all that follows: of 4 rows of two
 * vectors, rows 4 to 7 are those of the second one. The last part below or beside the others begins
 * at most at 'below' or 'beyond', among threads that others do, too.
 *
 * It relies on strips.c, block.c and lanes.c. */
#include "optimize/strips.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

enum {
    ROUNDS = 128,   /* of the loop that are copied at once, of elements of 4 bytes */
    STATES_MAX = 4, /* variables whose vectors are kept in memory */
    STATE_BYTES = 8 /* of a lane, of all of them */
};

/* A variable that the loop changes. */
struct state {
    const struct symbol *symbol;
    struct symbol *all; /* the array of its vectors: for each part, for each row */
};

struct panels {
    struct ctx *c;
    struct program *p;
    struct block_kernel *k;
    struct block_panels *made;
    int rows;   /* of a part */
    int beside; /* vectors of each of its rows: those behind the first are rows of their own here */
    int rounds;
    stmt_vec items; /* of the body, and of the compound statements in it */
    const struct stmt *loop;
    struct strips found;
    struct symbol *panels[STRIPS_MAX]; /* what is copied of each element */
    struct state states[STATES_MAX];
    int n;
    struct stmt *out;
    struct symbol *counter, *count; /* of the rounds that are copied: the first one, how many */
    struct symbol *left;            /* rounds from the first one on */
};

/* What of the body a part does. */
enum phase { PHASE_BEGIN, PHASE_LANES, PHASE_ROWS, PHASE_ROUNDS, PHASE_END };

/* ---- what has panels ---- */

/* Whether d can be computed again: it is never changed, and reads nothing. */
static bool is_again(const struct panels *x, const struct depend *d, const struct decl *decl)
{
    for (int i = 0; i < decl->declarators.n; i++) {
        const struct init_declarator *v = decl->declarators.at[i];
        if (v->constructed || !v->init || !v->init->expr || !depend_is_constant(d, v->symbol) ||
            !strips_stays(&x->found, v->init->expr) || block_may_trap(v->init->expr))
            return false;
    }
    return true;
}

static bool add_state(struct panels *x, const struct depend *d, const struct init_declarator *v)
{
    const struct symbol *s = v->symbol;
    int bytes = (int)s->type->size;

    if (x->n == STATES_MAX || (node_table_get(&d->on, s, 0) & ON_ALL) != ON_ALL || v->constructed ||
        (v->init && !v->init->expr) || !lanes_has_vector(s->type))
        return false;
    for (int i = 0; i < x->n; i++)
        bytes += (int)x->states[i].symbol->type->size;
    x->states[x->n++] = (struct state){s, NULL};
    return bytes <= STATE_BYTES;
}

/* Whether the declarations around the loop are states, or can be made again. */
static bool has_states(struct panels *x, const struct depend *d)
{
    bool behind = false;

    for (int i = 0; i < x->items.n; i++) {
        const struct stmt *s = x->items.at[i];
        behind |= s == x->loop;
        if (behind || s->kind != STMT_DECL || is_again(x, d, s->decl))
            continue;
        for (int k = 0; k < s->decl->declarators.n; k++)
            if (!add_state(x, d, s->decl->declarators.at[k]))
                return false;
    }
    return x->n > 0;
}

static void add_items(struct panels *x, const struct stmt *s)
{
    if (s->kind == STMT_COMPOUND)
        for (int i = 0; i < s->items.n; i++)
            add_items(x, s->items.at[i]);
    else
        vec_push(&x->c->arena, &x->items, (struct stmt *)s);
}

/* The one loop of the body; NULL: there are more, or it is in another statement. */
static const struct stmt *only_loop(const struct panels *x)
{
    const struct stmt *loop = NULL;

    for (int i = 0; i < x->items.n; i++) {
        struct stmt *s = x->items.at[i];
        if (!stmt_contains(s, stmt_is_loop))
            continue;
        if (loop || !stmt_is_loop(s))
            return NULL;
        loop = s;
    }
    return loop;
}

/* ---- parts ---- */

/* Places in arrays are numbers of the size of addresses: compilers add no conversions then. */
static struct type *place(void)
{
    return type_basic(TYPE_LONG);
}

static struct expr *number(struct maker *m, long long n)
{
    return make_int(m, n, place());
}

static struct expr *product(struct maker *m, struct symbol *s, long long n)
{
    return make_binary(m, OP_MUL, make_name(m, s), number(m, n));
}

/* long name = value; in the block. */
static struct symbol *declare_place(struct block *b, const char *name, struct expr *value)
{
    struct symbol *s = make_local(&b->make, name, place(), 0);

    block_put(b, make_declare(&b->make, s, make_init(&b->make, value)));
    return s;
}

/* The rows behind the first of a vector have its variable for s. */
static void share(struct block *b, struct symbol *s, int first, int rows)
{
    struct symbol *own = tree_clone_of(&b->clones[first], s);

    for (int r = first + 1; r < first + rows; r++)
        node_table_put(&b->clones[r].map, s, own);
}

/* Where a part begins: a number of them times its threads, or 'most'. */
static struct expr *begin_of(struct maker *m, struct symbol *part, int threads, struct symbol *most)
{
    return make_paren(
        m, make_cond(m, make_binary(m, OP_LT, product(m, part, threads), make_name(m, most)),
                     product(m, part, threads), make_cast(m, place(), make_name(m, most))));
}

/* The index of the lanes of the part's vectors. */
static void begin_lanes(struct panels *x, struct block *b, struct symbol *across)
{
    struct maker *m = &b->make;
    struct symbol *index = x->k->index[x->k->launch->rank - 1];
    struct var lanes = {VAR_STEPS, 1, NULL};
    struct type *t = type_basic(TYPE_INT);

    for (int r = 0; r < b->rows; r += x->rows) {
        struct expr *at = make_name(m, index);
        if (across)
            at =
                make_binary(m, OP_ADD, at, begin_of(m, across, LANES * x->beside, x->made->beyond));
        at = make_binary(m, OP_ADD, at, number(m, r / x->rows * LANES));
        block_put(b, make_declare(m, block_var(b, index, r, lanes, t),
                                  make_init(m, make_cast(m, t, at))));
        share(b, index, r, x->rows);
    }
}

/* The indices of a part's threads. */
static void begin_indices(struct panels *x, struct block *b, struct symbol *down,
                          struct symbol *across)
{
    struct maker *m = &b->make;
    struct symbol *index = x->k->index[x->k->launch->rank - 2];
    struct var row = {VAR_SCALAR, 0, NULL};
    struct type *t = type_basic(TYPE_INT);

    for (int r = 0; r < x->rows; r++) {
        struct expr *at = make_name(m, index);
        if (down)
            at = make_binary(m, OP_ADD, at, begin_of(m, down, x->rows, x->made->below));
        at = make_binary(m, OP_ADD, at, number(m, r));
        block_put(
            b, make_declare(m, block_var(b, index, r, row, t), make_init(m, make_cast(m, t, at))));
        for (int other = r + x->rows; other < b->rows; other += x->rows)
            node_table_put(&b->clones[other].map, index, tree_clone_of(&b->clones[r], index));
    }
    begin_lanes(x, b, across);
}

/* A block for a part's threads, with so many vectors beside each other, which begins with their
 * indices. */
static void begin_part(struct panels *x, struct block *b, int beside, struct symbol *down,
                       struct symbol *across)
{
    int rank = x->k->launch->rank;

    *b = (struct block){.c = x->c,
                        .kernel = x->k,
                        .lanes = LANES,
                        .rows = x->rows * beside,
                        .vars = {.arena = &x->c->arena}};
    b->depend = beside > 1 ? depend_pair(x->c, x->k->work, x->k->index, rank)
                           : depend_of(x->c, x->k->work, x->k->index, rank, false);
    b->make = maker_begin(x->c, x->p, (struct launch *)x->k->launch, NULL);
    for (int r = 0; r < b->rows; r++)
        b->clones[r] = tree_clone_begin(x->c);
    b->out = make_block(&b->make, NULL, 0);
    begin_indices(x, b, down, across);
}

static const struct state *state_of(const struct panels *x, const struct decl *d)
{
    for (int i = 0; i < x->n; i++)
        if (x->states[i].symbol == d->declarators.at[0]->symbol)
            return &x->states[i];
    return NULL;
}

/* Where a state's vector of a row stands in memory. */
static struct expr *state_at(struct block *b, const struct state *s, struct symbol *at, int row)
{
    struct maker *m = &b->make;

    return make_subscript(m, make_name(m, s->all),
                          make_binary(m, OP_ADD, make_name(m, at), number(m, row)));
}

/* What stands before the loop: the states from memory, what is made again; in the first phase all
 * of it. */
static void before_loop(struct panels *x, struct block *b, enum phase phase, struct symbol *at)
{
    struct var var = {VAR_VECTOR, 0, NULL};

    for (int i = 0; i < x->items.n && x->items.at[i] != x->loop; i++) {
        const struct stmt *s = x->items.at[i];
        if (phase == PHASE_BEGIN || (s->kind == STMT_DECL && !state_of(x, s->decl)))
            block_stmt(b, s, 0, b->rows);
    }
    for (int i = 0; i < x->n && at && phase != PHASE_BEGIN; i++) {
        struct symbol *s = (struct symbol *)x->states[i].symbol;
        struct type *t = lanes_type(b, type_unqualified(x->c, s->type));
        for (int r = 0; r < b->rows; r++)
            block_put(b, make_declare(&b->make, block_var(b, s, r, var, t),
                                      make_init(&b->make, state_at(b, &x->states[i], at, r))));
    }
}

/* The states to memory. */
static void keep_states(struct panels *x, struct block *b, struct symbol *at)
{
    for (int i = 0; i < x->n; i++)
        for (int r = 0; r < b->rows; r++) {
            struct symbol *s = tree_clone_of(&b->clones[r], (struct symbol *)x->states[i].symbol);
            block_put(
                b, lanes_assign(b, OP_ASSIGN, state_at(b, &x->states[i], at, r), lanes_name(b, s)));
        }
}

/* Where the part's states begin. */
static struct symbol *states_at(struct panels *x, struct block *b, struct symbol *down,
                                struct symbol *across)
{
    struct maker *m = &b->make;

    return declare_place(
        b, "at",
        make_binary(
            m, OP_MUL,
            make_binary(m, OP_ADD, product(m, across, x->made->most / x->rows), make_name(m, down)),
            number(m, b->rows)));
}

/* ---- the loop's rounds ---- */

/* for (; q < count; q++) body */
static struct stmt *each_round(struct panels *x, struct block *b, struct symbol *q,
                               struct stmt *body)
{
    struct maker *m = &b->make;

    return make_for(m, NULL, make_binary(m, OP_LT, make_name(m, q), make_name(m, x->count)),
                    make_unary(m, OP_POSTINC, make_name(m, q)), body);
}

/* The part's threads count with a counter of their own. */
static void begin_counter(struct panels *x, struct block *b)
{
    struct var var = {VAR_SCALAR, 0, NULL};
    struct symbol *k = (struct symbol *)x->found.counter;
    struct symbol *own = block_var(b, k, -1, var, type_unqualified(x->c, k->type));

    block_put(b, make_declare(&b->make, own, make_init(&b->make, make_name(&b->make, x->counter))));
}

static void step(struct panels *x, struct block *b)
{
    block_put(b, make_effect(&b->make, lanes_first(b, x->loop->step, 0)));
}

/* Where the rounds of a row's element, or of the lanes' elements, begin. */
static struct symbol *panel_at(struct panels *x, struct block *b, int strip, int row,
                               struct symbol *down, struct symbol *across)
{
    struct maker *m = &b->make;
    bool of_row = x->found.strips[strip].kind == STRIP_OF_ROW;
    int beside = b->rows / x->rows;
    struct expr *line =
        of_row       ? make_binary(m, OP_ADD, product(m, down, x->rows), number(m, row))
        : beside > 1 ? make_binary(m, OP_ADD, product(m, across, beside), number(m, row / x->rows))
                     : make_name(m, across);

    return declare_place(b, "begin",
                         make_binary(m, OP_MUL, make_paren(m, line), number(m, x->rounds)));
}

static struct expr *panel_element(struct panels *x, struct block *b, int strip,
                                  struct symbol *begin, struct expr *q)
{
    struct maker *m = &b->make;

    return make_subscript(m, make_name(m, x->panels[strip]),
                          make_binary(m, OP_ADD, make_name(m, begin), q));
}

/* Copies what lanes of a row read in lines of their own, 16 rounds at a time; the rest is left. */
static void copy_turned(struct panels *x, struct block *b, int strip, int row, struct symbol *begin,
                        struct symbol *q)
{
    const struct strip *s = &x->found.strips[strip];
    struct maker *m = &b->make;
    struct symbol *k = tree_clone_of(&b->clones[row], (struct symbol *)x->found.counter);
    struct symbol *round = make_local(m, "lane", type_basic(TYPE_INT), 0), *lines;
    struct stmt *outer = b->out, *body = b->out = make_block(m, NULL, 0);
    struct expr *at = make_binary(m, OP_ADD, make_name(m, q), make_name(m, round));

    lines = strips_load(b, s->element, row);
    block_put(
        b, lanes_loop(b, round,
                      lanes_assign(b, OP_ASSIGN, panel_element(x, b, strip, begin, at),
                                   make_subscript(m, make_name(m, lines), make_name(m, round)))));
    block_put(b, lanes_assign(b, OP_ADD, make_name(m, k), make_int(m, LANES, k->type)));
    b->out = outer;
    block_put(
        b, make_for(m, NULL,
                    make_binary(m, OP_LE, make_binary(m, OP_ADD, make_name(m, q), number(m, LANES)),
                                make_name(m, x->count)),
                    make_assign(m, OP_ADD, make_name(m, q), number(m, LANES)), body));
}

/* Copies what the lanes of one of the part's vectors read in these rounds. */
static void copy_lanes(struct panels *x, struct block *b, int strip, int row, struct symbol *across)
{
    const struct strip *s = &x->found.strips[strip];
    struct symbol *begin = panel_at(x, b, strip, row, NULL, across);
    struct symbol *q = declare_place(b, "round", number(&b->make, 0));
    struct stmt *outer, *body;

    begin_counter(x, b);
    if (s->kind == STRIP_TURNED)
        copy_turned(x, b, strip, row, begin, q);
    outer = b->out;
    body = b->out = make_block(&b->make, NULL, 0);
    b->count = ahead_count(x->loop);
    block_begin(b, row, row + 1);
    block_put(b,
              lanes_assign(b, OP_ASSIGN, panel_element(x, b, strip, begin, make_name(&b->make, q)),
                           lanes_vector(b, s->element, row)));
    step(x, b);
    b->out = outer;
    block_put(b, each_round(x, b, q, body));
}

/* The same of the rows of a part. */
static void copy_rows(struct panels *x, struct block *b, int strip, struct symbol *down)
{
    const struct strip *s = &x->found.strips[strip];
    struct symbol *q = declare_place(b, "round", number(&b->make, 0)), *begin;
    struct stmt *outer = b->out, *body = make_block(&b->make, NULL, 0);

    begin_counter(x, b);
    for (int r = 0; r < x->rows; r++) {
        begin = panel_at(x, b, strip, r, down, NULL);
        b->out = body;
        block_put(b, lanes_assign(b, OP_ASSIGN,
                                  panel_element(x, b, strip, begin, make_name(&b->make, q)),
                                  lanes_first(b, s->element, r)));
        b->out = outer;
    }
    b->out = body;
    step(x, b);
    b->out = outer;
    block_put(b, each_round(x, b, q, body));
}

/* Asks for the memory of e in one row, or in one lane, so many rounds behind those that are copied.
 */
static void ask(struct panels *x, struct block *b, const struct expr *e, int row,
                struct symbol *lane, struct expr *rounds)
{
    struct maker *m = &b->make;
    struct var var = {VAR_SCALAR, 0, NULL};
    struct symbol *k = (struct symbol *)x->found.counter;
    struct type *t = type_unqualified(x->c, k->type);
    struct expr *at = make_binary(m, OP_ADD, make_name(m, x->counter), number(m, x->rounds));
    struct symbol *later = block_var(b, k, row, var, t);

    block_put(b, make_declare(m, later,
                              make_init(m, make_cast(m, t, make_binary(m, OP_ADD, at, rounds)))));
    block_put(b, make_effect(m, lanes_node(b, AMP_LANES_AHEAD, type_basic(TYPE_VOID),
                                           lanes_of(b, e, row, lane),
                                           make_int(m, !lane, type_basic(TYPE_INT)))));
}

/* Whether the subscripts of e may be computed for rounds that the loop has not: they read nothing,
 * and do not divide by what may be zero then. */
static bool is_known_later(const struct expr *e)
{
    struct lanes_subscripts subs;
    bool reads = false;
    struct walker w = {.data = &reads, .expr_pre = block_note_reads};

    if (!lanes_subscripts(e, &subs))
        return false;
    for (int k = 0; k < subs.n; k++) {
        walk_expr(&w, (struct expr *)subs.at[k]);
        reads |= block_may_trap(subs.at[k]);
    }
    return !reads;
}

/* The share of the lines that are copied next of one of the part's rows: as many as it has rows, so
 * that all parts ask for all of them. */
static void ask_for_next(struct panels *x, struct block *b, int strip, int row, struct symbol *down,
                         struct symbol *across)
{
    struct maker *m = &b->make;
    const struct strip *s = &x->found.strips[strip];
    struct type *t = type_basic(TYPE_INT);
    int first = row / x->rows * x->rows;
    struct expr *mine = make_binary(m, OP_ADD, product(m, down, x->rows), number(m, row - first));
    struct expr *lanes = product(m, across, LANES * (b->rows / x->rows)), *turned;
    struct symbol *lane;

    if (first)
        lanes = make_binary(m, OP_ADD, lanes, number(m, first / x->rows * LANES));
    if (s->kind == STRIP_STRAIGHT) {
        ask(x, b, s->element, first, NULL, mine);
    } else if (s->kind == STRIP_TURNED) {   /* 16 rounds are a line of a lane's */
        lane = make_local(m, "lane", t, 0); /* in an index, as an int is */
        turned = make_binary(m, OP_MOD, mine, number(m, LANES));
        block_put(b, make_declare(m, lane, make_init(m, make_cast(m, t, turned))));
        ask(x, b, s->element, first, lane,
            make_binary(m, OP_MUL, make_binary(m, OP_DIV, mine, number(m, LANES)),
                        number(m, LANES)));
    } else if (strips_along(&x->found, s->element)) { /* they are one of a row's */
        ask(x, b, s->element, row, NULL, lanes);
    } else { /* 16 rows are side by side */
        mine = make_binary(m, OP_MOD, mine, number(m, LANES));
        ask(x, b, s->element, 0, NULL, make_binary(m, OP_ADD, lanes, mine));
    }
}

/* Asks for what is copied next, if there is more. */
static void ask_ahead(struct panels *x, struct block *b, struct symbol *down, struct symbol *across)
{
    struct maker *m = &b->make;
    struct stmt *outer = b->out, *body = b->out = make_block(m, NULL, 0);

    for (int n = 0; n < x->found.n; n++)
        for (int r = 0; r < b->rows && is_known_later(x->found.strips[n].element); r++)
            ask_for_next(x, b, n, r, down, across);
    b->out = outer;
    block_put(b, make_if(m,
                         make_binary(m, OP_GT, make_name(m, x->left),
                                     make_int(m, x->rounds, x->left->type)),
                         body, NULL));
}

/* The rounds of a part. */
static void do_rounds(struct panels *x, struct block *b, struct symbol *down, struct symbol *across)
{
    struct symbol *q = declare_place(b, "q", number(&b->make, 0));
    struct stmt *outer = b->out, *body, *loop;
    struct strips strips = x->found;

    ask_ahead(x, b, down, across);
    begin_counter(x, b);
    strips.block = b;
    for (int n = 0; n < strips.n; n++) {
        struct strip *s = &strips.strips[n];
        s->round = q;
        for (int r = 0; r < b->rows; r++) {
            const bool of_row = s->kind == STRIP_OF_ROW;
            int same = of_row ? r % x->rows : r / x->rows * x->rows;
            s->copies[r] = tree_clone_expr(&b->clones[r], s->element);
            s->lines[r] = x->panels[n];
            s->begin[r] = same < r ? s->begin[same] : panel_at(x, b, n, r, down, across);
        }
    }
    b->strips = &strips;
    body = b->out = make_block(&b->make, NULL, 0);
    block_stmt(b, x->loop->body, 0, b->rows);
    b->strips = NULL;
    step(x, b);
    b->out = outer;
    loop = each_round(x, b, q, body);
    loop->unrolled = true;
    block_put(b, loop);
}

/* ---- the block ---- */

static void behind_loop(struct panels *x, struct block *b)
{
    bool behind = false;

    for (int i = 0; i < x->items.n; i++) {
        if (behind)
            block_stmt(b, x->items.at[i], 0, b->rows);
        behind |= x->items.at[i] == x->loop;
    }
}

/* for (long name = 0; name < end; name++) body */
static struct stmt *each_part(struct block *b, struct symbol *part, struct symbol *end,
                              struct stmt *body)
{
    struct maker *m = &b->make;

    return make_for(m, make_declare(m, part, make_init(m, number(m, 0))),
                    make_binary(m, OP_LT, make_name(m, part), make_name(m, end)),
                    make_unary(m, OP_POSTINC, make_name(m, part)), body);
}

/* Adds what all parts, those below each other or those beside each other do in a phase; false: they
 * cannot. */
static bool all_parts(struct panels *x, enum phase phase, int strip)
{
    struct block b;
    struct maker m = maker_begin(x->c, x->p, (struct launch *)x->k->launch, NULL);
    struct symbol *down = phase == PHASE_LANES ? NULL : make_local(&m, "down", place(), 0);
    struct symbol *across = phase == PHASE_ROWS ? NULL : make_local(&m, "across", place(), 0);
    struct symbol *at;
    struct stmt *made;

    begin_part(x, &b, across ? x->beside : 1, down, across);
    at = down && across ? states_at(x, &b, down, across) : NULL;
    before_loop(x, &b, phase, at);
    switch (phase) {
    case PHASE_BEGIN:
        break;
    case PHASE_LANES:
        for (int r = 0; r < b.rows; r += x->rows)
            copy_lanes(x, &b, strip, r, across);
        break;
    case PHASE_ROWS:
        copy_rows(x, &b, strip, down);
        break;
    case PHASE_ROUNDS:
        do_rounds(x, &b, down, across);
        break;
    case PHASE_END:
        behind_loop(x, &b);
        break;
    }
    if (phase == PHASE_BEGIN || phase == PHASE_ROUNDS)
        keep_states(x, &b, at);
    made = b.out;
    if (down)
        made = each_part(&b, down, x->made->down, made);
    if (across)
        made = each_part(&b, across, x->made->across, made);
    block_add(&b.make, x->out, made);
    return !b.make.refused && !b.failed && !x->k->refused;
}

/* The arrays of what is kept and copied. */
static void declare_arrays(struct panels *x, struct block *b)
{
    struct maker *m = &b->make;
    int most = x->made->most;

    for (int i = 0; i < x->n; i++) {
        struct type *t = type_unqualified(x->c, x->states[i].symbol->type);
        x->states[i].all = make_local(
            m, "kept",
            type_array(x->c, lanes_type(b, t), most / LANES * (most / x->rows * x->rows)), 0);
        block_put(b, make_declare(m, x->states[i].all, NULL));
    }
    for (int n = 0; n < x->found.n; n++) {
        const struct strip *s = &x->found.strips[n];
        struct type *t = type_unqualified(x->c, s->element->type);
        x->panels[n] =
            s->kind == STRIP_OF_ROW
                ? make_local(m, "rows", type_array(x->c, t, most * x->rounds), 0)
                : make_local(m, "lanes",
                             type_array(x->c, lanes_type(b, t), most / LANES * x->rounds), 0);
        block_put(b, make_declare(m, x->panels[n], NULL));
    }
}

/* count = the least of end - k and the rounds of a panel. */
static void count_rounds(struct panels *x, struct block *b)
{
    struct maker *m = &b->make;
    struct type *t = type_basic(x->counter->type->size > 4 ? TYPE_ULONG : TYPE_LONG);
    struct expr *left = make_binary(m, OP_SUB, make_cast(m, t, lanes_first(b, x->found.end, 0)),
                                    make_cast(m, t, make_name(m, x->counter)));
    struct symbol *s = x->left = make_local(m, "left", t, 0);

    block_put(b, make_declare(m, s, make_init(m, left)));
    block_put(b, lanes_assign(b, OP_ASSIGN, make_name(m, x->count), number(m, x->rounds)));
    block_put(b, make_if(m, make_binary(m, OP_LT, make_name(m, s), make_int(m, x->rounds, t)),
                         lanes_assign(b, OP_ASSIGN, make_name(m, x->count),
                                      make_cast(m, place(), make_name(m, s))),
                         NULL));
}

/* The loop over the rounds that are copied at once. */
static bool all_rounds(struct panels *x, struct block *b)
{
    struct maker *m = &b->make;
    struct stmt *outer = b->out, *header, *body;
    struct expr *test, *next;
    bool fits = true;

    b->out = header = block_header(b, x->loop->decl, 0, x->rows);
    x->counter = tree_clone_of(&b->clones[0], (struct symbol *)x->found.counter);
    x->count = declare_place(b, "count", number(m, 0));
    test = lanes_first(b, x->loop->expr, 0);
    next = lanes_assign(b, OP_ADD, make_name(m, x->counter),
                        make_cast(m, x->counter->type, make_name(m, x->count)))
               ->expr;
    body = x->out = b->out = make_block(m, NULL, 0);
    count_rounds(x, b);
    for (int n = 0; n < x->found.n; n++)
        fits &= all_parts(x, x->found.strips[n].kind == STRIP_OF_ROW ? PHASE_ROWS : PHASE_LANES, n);
    fits &= all_parts(x, PHASE_ROUNDS, 0);
    b->out = header;
    block_put(b, make_for(m, NULL, test, next, body));
    b->out = outer;
    block_put(b, header);
    x->out = outer;
    return fits;
}

/* How many rounds are copied at once: so many that panels stay in the second cache. */
static int rounds_of(const struct strips *s)
{
    int bytes[2] = {0, 0}, most, rounds = ROUNDS;

    for (int n = 0; n < s->n; n++)
        bytes[s->strips[n].kind == STRIP_OF_ROW] += (int)s->strips[n].element->type->size;
    most = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
    while (most > 4 && rounds > LANES) {
        rounds /= 2;
        most /= 2;
    }
    return rounds;
}

bool panels_block(struct ctx *c, struct program *p, struct block_kernel *k,
                  struct block_panels *made)
{
    struct panels x = {
        .c = c, .p = p, .k = k, .made = made, .rows = made->rows, .beside = made->beside};
    struct block b;
    bool fits;

    add_items(&x, k->work);
    if (!(x.loop = only_loop(&x)))
        return false;
    begin_part(&x, &b, 1, NULL, NULL);
    before_loop(&x, &b, PHASE_BEGIN, NULL); /* what its elements are is said of these variables */
    if (!strips_find(&x.found, &b, x.loop, true) || !x.found.apart || !has_states(&x, &b.depend))
        return false;
    begin_part(&x, &b, 1, NULL, NULL);
    x.rounds = rounds_of(&x.found);
    made->down = make_local(&b.make, "down", type_basic(TYPE_INT), 0);
    made->across = make_local(&b.make, "across", type_basic(TYPE_INT), 0);
    made->below = make_local(&b.make, "below", type_basic(TYPE_INT), 0);
    made->beyond = make_local(&b.make, "beyond", type_basic(TYPE_INT), 0);
    x.out = made->body = b.out;
    before_loop(&x, &b, PHASE_LANES, NULL);
    declare_arrays(&x, &b);
    fits = all_parts(&x, PHASE_BEGIN, 0) && all_rounds(&x, &b) && all_parts(&x, PHASE_END, 0);
    fits &= !b.make.refused && !b.failed && !k->refused;
    k->refused = NULL;
    return fits;
}
