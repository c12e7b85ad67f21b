/* explain_kernels.c - --explain-kernel. Example, of samples/matmul.ampc:31:
 *
 *     matmul.ampc:31: on CPUs a work-item does 8 x 32 threads, as vectors
 *     matmul.ampc:31:     8 vectors of 16 for what loops add up
 *     matmul.ampc:31:     where the domain has at least one block for each two processors
 *     matmul.ampc:31: on GPUs a group covers a block of threads and fetches what its loops read,
 *                     some rounds at once
 *     matmul.ampc:34:     a(i[0], k) is fetched for the rows of the block, 4 bytes for each in each
 *                     round
 *     ...
 *
 * It relies on what the optimiser says of each launch, and on the library's list of shapes. */
#include "driver/explain_kernels.h"

#include <string.h>

#include "driver/explain_facts.h"
#include "optimize/cover.h"
#include "optimize/optimize.h"
#include "parser/walk.h"
#include "runtime/cover_shapes.h"
#include "sema/types/expr.h"

/* One launch that is explained. */
struct explained {
    FILE *out;
    struct ctx *c;
    const struct launch *launch;
    const struct cover_kernel *cover;
};

/* Begins a line, of the launch itself or, if it has one, of a place in it. */
static void begin(const struct explained *x, struct loc loc)
{
    struct place at = x->launch->place;
    if (loc.end > loc.begin)
        at = source_place(x->c->source, loc.begin);
    fprintf(x->out, "%s:%d: ", at.file, at.line);
}

static const struct loc of_launch = {0, 0};

static void detail(const struct explained *x, struct loc loc)
{
    begin(x, loc);
    fputs("    ", x->out);
}

/* The text of an expression or the begin of a statement, on one line. */
static void print_text(const struct explained *x, struct loc loc)
{
    enum { LONGEST = 60 };
    const char *text = x->c->source->text + loc.begin;
    size_t n = strcspn(text, "\n{");
    bool whole = loc.end - loc.begin <= n;
    n = whole ? loc.end - loc.begin : n;
    while (n && text[n - 1] == ' ')
        n--;
    fprintf(x->out, "'%.*s%s'", (int)(n < LONGEST ? n : LONGEST), text,
            whole && n <= LONGEST ? "" : " ...");
}

/* Why something is as it is: with the text at fault, unless that is the launch. */
static void print_reason(const struct explained *x, const char *reason, struct loc loc)
{
    struct place at = source_place(x->c->source, loc.begin);
    const struct loc *call = &x->launch->call->loc;

    fprintf(x->out, "%s", reason);
    if (loc.end > loc.begin && (loc.begin != call->begin || loc.end != call->end)) {
        fputs(": ", x->out);
        print_text(x, loc);
        fprintf(x->out, " (%s:%d)", at.file, at.line);
    }
    fputc('\n', x->out);
}

/* ---- CPUs ---- */

static void explain_block(const struct explained *x, const struct block_kernel *b)
{
    begin(x, of_launch);
    fputs("on CPUs ", x->out);
    if (!x->cover->refused && x->cover->tallies.n && x->cover->kind == COVER_FLAT) {
        fputs("a work-item does many threads, and counts in memory of its own\n", x->out);
        return;
    }
    if (b->refused) {
        fputs("as written: ", x->out);
        print_reason(x, b->refused, b->loc);
        return;
    }
    if (x->launch->tiled) {
        fprintf(x->out,
                "a work-item does a tile, as vectors of %d threads, and waits at no barrier\n",
                b->lanes);
        return;
    }
    if (b->rows > 1)
        fprintf(x->out, "a work-item does %d x %d threads, as vectors\n", b->rows, b->columns);
    else
        fprintf(x->out, "a work-item does %d threads, as a vector\n", b->columns);
    if (b->sums) {
        detail(x, of_launch);
        fprintf(x->out, "%d x 16 values in registers for what loops add up%s\n",
                b->sums * b->rows * b->columns / (b->pair ? 32 : 16),
                b->pair ? ", or, where vectors have 16 floats, twice as many" : "");
    }
    if (b->panels[0].body) {
        detail(x, of_launch);
        fprintf(x->out,
                "where loops have 64 rounds, up to %d x %d threads in parts of %d x 16, or, where "
                "vectors have 16 floats and caches would lose what is read, %d x %d in parts of "
                "%d x %d: what rows and columns read is copied for many rounds\n",
                b->panels[0].most, b->panels[0].most, b->panels[0].rows, b->panels[1].most,
                b->panels[1].most, b->panels[1].rows, b->panels[1].beside * 16);
    }
    if (b->guard) {
        detail(x, b->guard->loc);
        fprintf(x->out, "blocks whose threads do not all pass a test of the index are done %s\n",
                b->edge[0] ? "as its edge is" : "thread by thread");
    }
    detail(x, of_launch);
    fprintf(x->out,
            "where %sthe domain has at least one block for each two processors; its edge %s\n",
            b->strips && x->launch->rank == 1 ? "loops have 16 rounds and " : "",
            b->edge[0] ? "row by row, under a mask" : "thread by thread");
}

/* ---- GPUs ---- */

static const char *axes_text(unsigned axes)
{
    return axes == COVER_ROWS ? "the rows of the block" : axes ? "its columns" : "all its threads";
}

static const char *bytes_word(long long n)
{
    return n == 1 ? "byte" : "bytes";
}

/* The bytes of all panels of an element of the source, of which rounds of a short loop have each
 * their own; 0: an earlier one is counted with them. */
static int panel_bytes(const struct cover_loop *l, int i)
{
    int bytes = 0;

    for (int k = 0; k < l->panels.n; k++) {
        const struct cover_panel *p = &l->panels.at[k];
        if (memcmp(&p->element->loc, &l->panels.at[i].element->loc, sizeof p->element->loc) != 0)
            continue;
        if (k < i)
            return 0;
        bytes += (int)p->value->type->size;
    }
    return bytes;
}

static bool explain_fetched(struct walker *w, struct stmt *s)
{
    const struct explained *x = w->data;
    const struct cover_loop *l = cover_loop_of(x->cover, s);
    const cover_window_vec *windows = cover_windows_of(x->cover, s);
    const struct cover_turn *turn = cover_turn_of(x->cover, s);

    for (int i = 0; l && i < l->panels.n; i++) {
        const struct cover_panel *panel = &l->panels.at[i];
        int bytes = panel_bytes(l, i);
        if (!bytes)
            continue;
        detail(x, panel->element->loc);
        fputs(panel->made ? "whether a thread passes " : "", x->out);
        print_text(x, panel->element->loc);
        fprintf(x->out, " is %s for %s, %d %s for each in each round%s\n",
                panel->made ? "evaluated once" : "fetched", axes_text(panel->axes), bytes,
                bytes_word(bytes), panel->when ? ", where a thread reads it" : "");
    }
    for (int i = 0; windows && i < windows->n; i++) {
        const struct cover_window *v = &windows->at[i];
        detail(x, v->element->loc);
        print_text(x, v->element->loc);
        fprintf(x->out,
                " is fetched for the block and %s%d rows and %d columns around it, %d %s for "
                "each thread\n",
                v->around.n ? "up to " : "", v->more_rows, v->more_columns,
                (int)v->value->type->size, bytes_word(v->value->type->size));
    }
    if (turn) {
        detail(x, turn->element->loc);
        print_text(x, turn->element->loc);
        fputs(" is stored by columns: its values go through local memory\n", x->out);
    }
    return true;
}

/* As the launch has it: struct ampc__cover of generated code. */
static ampc__cover cover_of(const struct cover_kernel *k)
{
    static const enum ampc__cover_kind kinds[] = {
        AMPC__COVER_FLAT,  AMPC__COVER_LOOPS, AMPC__COVER_PANELS, AMPC__COVER_WINDOWS,
        AMPC__COVER_ALONE, AMPC__COVER_APART, AMPC__COVER_TILES};
    return (ampc__cover){.kind = kinds[k->kind],
                         .words = k->words,
                         .row_bytes = k->row_bytes,
                         .column_bytes = k->column_bytes,
                         .round_bytes = k->round_bytes,
                         .both_bytes = k->both_bytes,
                         .more_rows = k->more_rows,
                         .more_columns = k->more_columns,
                         .rows_across = k->rows_across,
                         .in_words = k->in_words,
                         .costs = {k->costs[0], k->costs[1], k->costs[2], k->costs[3]},
                         .staged = k->staged,
                         .nodes = k->nodes,
                         .along = (int)k->along,
                         .columns_across = k->columns_across,
                         .first = k->first,
                         .lines = k->lines,
                         .side = k->side,
                         .lent = k->lent,
                         .slow = k->slow,
                         .again = k->again,
                         .around = k->around,
                         .near = k->near,
                         .fused = k->fused,
                         .tested = k->tested};
}

/* Of a work-item in a loop: its sums, and the elements of its rows and columns. */
static int registers_of(const struct cover_shape *s, const ampc__cover *c)
{
    return cover_words(s, c) + (s->rows * c->row_bytes + s->columns * c->column_bytes) / 4;
}

static bool count_stored(struct walker *w, struct expr *e)
{
    int *words = w->data;

    if (e->kind == EXPR_ASSIGN && expr_evaluated(e->a)->amp == AMP_VIEW_ELEMENT)
        *words += (int)((e->a->type->size + 3) / 4);
    return true;
}

/* What a work-item without sums needs: the elements that it stores. */
static int registers_stored(const struct explained *x, const struct cover_shape *s)
{
    int words = 0;
    struct walker w = {.data = &words, .expr_pre = count_stored};

    walk_stmt(&w, x->cover->body);
    return words * s->rows * s->columns;
}

/* When a shape is taken, as far as the text does not say it. */
static void explain_conditions(const struct explained *x, const struct cover_listed *l)
{
    if (l->when == COVER_EVEN)
        fputs(", if compute units have about as many such groups each", x->out);
    if (l->when == COVER_BROAD)
        fputs(", if compute units have two such groups each, or more", x->out);
    if (l->shape.unit > 1 && l->when != COVER_NARROW)
        fputs(", if lines of memory begin at multiples of 16 bytes", x->out);
    if (l->when == COVER_COPIED)
        fprintf(x->out, ", if loops have %d rounds or more and compute units several groups each",
                COVER_COPIED_ROUNDS);
    if (l->when == COVER_BRIEF || l->when == COVER_SMALL_BRIEF)
        fprintf(x->out, ", if loops have fewer than %d rounds", COVER_BRIEF_ROUNDS);
    if (l->when >= COVER_PLANES)
        fprintf(x->out, ", in domains of few threads%s",
                l->when == COVER_NARROW ? ", also of few rows or columns" : "");
}

static void explain_shapes(const struct explained *x)
{
    ampc__cover cover = cover_of(x->cover);
    int rank = x->launch->rank;

    for (size_t k = 0; k < sizeof cover_list / sizeof *cover_list; k++) {
        const struct cover_shape own = cover_shape_for(&cover_list[k], &cover), *s = &own;
        ampc_size local = cover_local_bytes(s, &cover);
        bool brief = cover_list[k].when == COVER_BRIEF || cover_list[k].when == COVER_SMALL_BRIEF;
        if (!cover_suits(&cover_list[k], &cover, rank, brief ? COVER_SMALL_ROUNDS : -1) ||
            cover_words(s, &cover) > COVER_REGISTERS || local > COVER_LOCAL_BYTES)
            continue;
        detail(x, of_launch);
        if (cover_rank(&cover, rank) > 1)
            fprintf(x->out, "%d x %d threads by %d work-items, %d x %d each", s->rows * s->down,
                    s->columns * s->across, s->down * s->across, s->rows, s->columns);
        else
            fprintf(x->out, "%d threads%s by %d work-items, %d each", s->columns * s->across,
                    cover.lines ? " along the last dimension" : "", s->down * s->across,
                    s->columns);
        if (x->cover->kind == COVER_FLAT && s->column_run > 1)
            fprintf(x->out, ", %d of them side by side", s->column_run);
        if (registers_of(s, &cover))
            fprintf(x->out, ", about %d registers for sums and what they add",
                    registers_of(s, &cover));
        else if (registers_stored(x, s))
            fprintf(x->out, ", about %d registers for what it stores", registers_stored(x, s));
        if (local)
            fprintf(x->out, ", %lu bytes of local memory", (unsigned long)local);
        if (x->cover->kind == COVER_PANELS)
            fprintf(x->out, " in %d buffers of %d rounds%s", cover_buffers(s), s->chunk,
                    s->further < COVER_ASYNC ? "" : ", on devices that copy into it by themselves");
        explain_conditions(x, &cover_list[k]);
        fputc('\n', x->out);
    }
}

/* What tiles of a group share, and the shapes of such groups. */
static void explain_tiles(const struct explained *x)
{
    static const char *const once[COVER_CLASSES] = {"the group", "each column of them",
                                                    "each row of them", "each of them"};
    const symbol_vec *objects = &x->cover->launch->tile_statics;
    ampc__cover cover = cover_of(x->cover);
    int threads = 1;

    for (int k = 0; k < x->launch->rank; k++)
        threads *= x->launch->tile[k];
    fputs("a group does several tiles, each work-item a thread of each of them\n", x->out);
    for (int i = 0; i < objects->n; i++) {
        const struct symbol *s = objects->at[i];
        detail(x, s->loc);
        fprintf(x->out, "'%s' is there once for %s, %lld bytes\n", s->name,
                once[cover_symbol(x->cover, s) & COVER_BOTH], s->type->size);
    }
    for (size_t k = 0; k < sizeof cover_tile_list / sizeof *cover_tile_list; k++) {
        const struct cover_shape *s = &cover_tile_list[k];
        if (!cover_suits_tiles(s, &cover) || cover_words(s, &cover) > COVER_REGISTERS ||
            cover_local_bytes(s, &cover) > cover_tile_bytes(threads))
            continue;
        detail(x, of_launch);
        fprintf(x->out, "%d x %d tiles, with %lu bytes of local memory: %d%% of the work\n",
                s->rows, s->columns, (unsigned long)cover_local_bytes(s, &cover),
                cover_tile_cost(s, &cover) / 10);
    }
    detail(x, of_launch);
    fputs("of these the one that takes the least time for the domain on so many compute units, and "
          "keeps no registers in memory\n",
          x->out);
}

static void explain_windows(const struct explained *x)
{
    ampc__cover cover = cover_of(x->cover);
    int least = cover_windows_least(&cover, x->launch->rank);

    if (cover.near) {
        detail(x, of_launch);
        fprintf(x->out, "where loops have %d to %d rounds\n", least, cover.near + 1);
    } else if (!cover_windows_gain(&cover, x->launch->rank, -1)) {
        detail(x, of_launch);
        fprintf(x->out, "as written, as its loops have less than %d rounds; AMPC_TUNE tries both\n",
                least);
    }
}

/* How many rounds loops with panels or windows have, at least. */
static void explain_rounds(const struct explained *x)
{
    const struct cover_kernel *k = x->cover;

    if (k->kind == COVER_WINDOWS)
        explain_windows(x);
    bool shared = !cover_has_rows(k) && !k->column_bytes;
    if (k->kind != COVER_PANELS || (shared && (k->again || k->around)))
        return;
    detail(x, of_launch);
    if (cover_has_rows(k))
        fprintf(x->out, "where loops have %d rounds", COVER_ROUNDS);
    else if (shared)
        fprintf(x->out, "where loops have %d rounds", COVER_LINES);
    else if (!k->rows_across)
        fprintf(x->out,
                "where loops have %d rounds, or twice as many, with fewer than %d threads for each "
                "compute unit",
                COVER_LINES, COVER_THREADS);
    else
        fprintf(x->out,
                "where loops have %d rounds, and two for each thread that a compute unit has, of "
                "which there are at most %d",
                k->again ? COVER_AGAIN : COVER_BESIDE, 4 * COVER_THREADS);
    fputs(k->again && !cover_has_rows(k) ? "; as written where that is not known\n" : "\n", x->out);
}

static void explain_cover(const struct explained *x)
{
    static const char *const what[] = {
        [COVER_FLAT] = "",
        [COVER_LOOPS] = "",
        [COVER_PANELS] = " and fetches what its loops read, some rounds at once",
        [COVER_WINDOWS] = " and fetches what its loops read around it",
        [COVER_ALONE] = ", each of which does several rounds of a loop at once",
        [COVER_APART] = ", each of which does rounds of a loop one behind the other",
        [COVER_TILES] = ""};
    const struct cover_kernel *k = x->cover;
    struct walker w = {.data = (void *)x, .stmt_pre = explain_fetched};

    begin(x, of_launch);
    fputs("on GPUs ", x->out);
    if (k->refused || x->launch->group[0]) {
        fputs("as written: ", x->out);
        print_reason(x, k->refused ? k->refused : "the launch says how large groups are",
                     k->refused ? k->loc : of_launch);
        return;
    }
    if (k->kind == COVER_TILES) {
        explain_tiles(x);
        return;
    }
    fprintf(x->out, "a group covers a block of threads%s%s%s\n", what[k->kind],
            k->kind == COVER_FLAT && k->both_bytes ? ", and stores by rows" : "",
            k->tallies.n ? ", with elements of its own for atomic functions" : "");
    if (k->first) {
        detail(x, of_launch);
        fputs("the rows of a block are threads along the first dimension\n", x->out);
    }
    if (k->fused) {
        detail(x, of_launch);
        fprintf(x->out, "short loops, of %d rounds, and the one around them are one loop\n",
                k->fused);
    }
    walk_stmt(&w, k->body);
    if (k->rest) {
        detail(x, of_launch);
        fputs(
            "threads for which a test of the index, in a loop or around one, is not as for most do "
            "their work as written\n",
            x->out);
    }
    if (k->test) {
        detail(x, k->diagonal);
        fputs("groups none of whose threads pass this test of the index leave out what is behind "
              "it; of others all threads compute, and those that fail it store nothing\n",
              x->out);
    }
    if (k->unfetched) {
        detail(x, of_launch);
        fputs("not all is fetched: ", x->out);
        print_reason(x, k->unfetched, k->unfetched_loc);
    }
    explain_shapes(x);
    explain_rounds(x);
    detail(x, of_launch);
    fputs(
        "of these the first one that the domain has enough groups of for all compute units, whose "
        "threads are in the domain to seven tenths, and that keeps no registers in memory\n",
        x->out);
}

/* "m * n" */
static void print_product(const struct explained *x, const struct launch_product *p)
{
    if (p->times != 1 || !p->n)
        fprintf(x->out, "%lld%s", p->times, p->n ? " * " : "");
    for (int i = 0; i < p->n; i++)
        fprintf(x->out, "%s%.*s", i ? " * " : "",
                (int)(p->factors[i]->loc.end - p->factors[i]->loc.begin),
                x->c->source->text + p->factors[i]->loc.begin);
}

/* The kernel with an index of more components, which some launches run. */
static void explain_flat(const struct explained *x, const struct findings *findings)
{
    const struct launch_flat *f = x->launch->flat;
    struct explained flat = {x->out, x->c, f->kernel, &findings->covers[f->kernel->number]};

    begin(x, of_launch);
    fprintf(x->out, "with an index of %d components where '", f->kernel->rank);
    print_product(x, &f->steps[f->kernel->rank - 2]);
    fputs("' divides the number of threads:\n", x->out);
    if (f->blocks)
        explain_block(&flat, &findings->blocks[f->kernel->number]);
    if (f->covers)
        explain_cover(&flat);
    begin(x, of_launch);
    fputs("elsewhere:\n", x->out);
}

bool explain_kernels(FILE *out, struct ctx *c, const struct program *p,
                     const struct findings *findings, int line, const char *kernels)
{
    bool found = !line;

    for (int i = 0; i < p->launches.n; i++) {
        const struct launch *l = p->launches.at[i];
        struct explained x = {out, c, l, NULL};
        if (l->flat_of ||
            (line && (strcmp(l->place.file, c->source->main_file) != 0 || l->place.line > line ||
                      source_end(c->source, l->call->loc).line < line)))
            continue;
        found = true;
        if (kernels)
            explain_facts(out, c, l);
        if (findings->blocks) {
            x.cover = &findings->covers[l->number];
            if (l->flat)
                explain_flat(&x, findings);
            explain_block(&x, &findings->blocks[l->number]);
            explain_cover(&x);
        } else {
            begin(&x, of_launch);
            fputs("as written: the command line asks for that, or for checks of bounds\n", out);
        }
        if (kernels)
            explain_opencl(out, c, l, kernels);
        if (kernels && l->flat)
            explain_opencl(out, c, l->flat->kernel, kernels);
    }
    return found;
}
