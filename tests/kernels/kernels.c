/* kernels.c - what a kernel works on, and its body. */
#include "gen.h"

#include <stdlib.h>
#include <string.h>

static void add_view(struct kernel *k, const char *stem, const struct type *type, bool input,
                     int own)
{
    struct view *w = &k->views[k->views_n++];
    static const char *const simple[] = {"i[0]", "i[1]", "i[2]"};
    static const char *const in_tile[] = {"t.global[0]", "t.global[1]", "t.global[2]"};
    *w = (struct view){
        .v = {.name = format("%s%d", stem, k->n), .type = type, .kind = VIEW, .read_only = input},
        .input = input,
        .total = 1};
    if (!input)
        w->v.objects = new_object();
    w->v.rank = own >= 0 ? k->rank + own : 1 + (int)pick(3);
    for (int d = 0; d < w->v.rank; d++) {
        static const int sizes[] = {1, 2, 3, 4, 8, 5};
        w->v.dims[d] = own >= 0 && d < k->rank ? k->dims[d] : own >= 0 ? 4 : sizes[pick(6)];
        if (own >= 0 && d < k->rank)
            w->v.fixed[d] = where.tiled ? in_tile[d] : simple[d];
        w->total *= w->v.dims[d];
    }
    if (own == 0)
        w->v.whole = where.tiled ? "t.global" : "i";
    w->is_array = w->v.by_reference = input && chance(25);
}

static void plan(struct kernel *k)
{
    static const int tiles[3][4][3] = {{{4}, {8}, {16}, {32}},
                                       {{2, 4}, {4, 4}, {1, 8}, {4, 2}},
                                       {{2, 2, 2}, {1, 2, 4}, {2, 1, 2}, {2, 2, 4}}};
    unsigned shape = pick(4);
    k->rank = 1 + (int)pick(3);
    k->threads = 1;
    for (int d = 0; d < k->rank; d++) {
        k->tile[d] = tiles[k->rank - 1][shape][d];
        k->dims[d] =
            where.tiled ? k->tile[d] * (1 + (int)pick(2)) : 1 + (int)pick(k->rank == 1 ? 33 : 5);
        k->threads *= k->tile[d];
    }
    add_view(k, "hash", &basic[ULONG], false, 0);
    add_view(k, "own", any_element(), false, 0);
    if (chance(60))
        add_view(k, "row", any_element(), false, 1);
    where.kernel = k->n;
    where.atomics = chance(40) ? 1 + (int)pick(4) : 0;
    if (where.atomics) {
        struct view *w = &k->views[k->views_n++];
        *w = (struct view){.v = {.name = format("atom%d", k->n),
                                 .type = &basic[INT],
                                 .kind = VIEW,
                                 .rank = 1,
                                 .dims = {4}},
                           .total = 4};
    }
    for (int n = (int)pick(3); n >= 0; n--)
        add_view(k, format("in%d_", n), any_element(), true, -1);
    k->is_mutable = chance(30);
    for (int n = (int)pick(4); n > 0; n--) {
        const struct type *t = any_object();
        k->captures[k->captures_n++] = (struct var){.name = format("c%d_%d", n, k->n),
                                                    .type = t,
                                                    .read_only = !k->is_mutable,
                                                    .objects = k->is_mutable ? new_object() : 0};
    }
    k->explicit_captures = chance(40);
}

/* Own elements are written, all wait, elements of others are read, all wait. */
static void tile_phase(const char *s, const struct type *t, int n)
{
    struct var own = {
        .name = format("%s[(lid * %d + %d) & %d]", s, 1 + 2 * (int)pick(4), (int)pick(8), n - 1),
        .type = t,
        .objects = new_object()};
    int before = vars_n;
    struct unsequenced u;
    acc = (struct effects){0, 0};
    u = begin_operands();
    never.w |= own.objects;
    emit("%s = %s;\n", own.name,
         t->kind == SCALAR ? converted(expr(2), t->scalar) : struct_value(t, 2));
    end_operands(u);
    add_var(own);
    for (int j = (int)pick(3); j > 0; j--)
        statement(2);
    vars_n = before;
    emit(KERNEL_HOST("t.barrier.wait()", "host_wait()") ";\n");
    add_var((struct var){.name = format("%s", s), .type = array_of(t, n), .read_only = true});
    for (int j = 1 + (int)pick(3); j > 0; j--)
        statement(2);
    acc = (struct effects){0, 0};
    emit("h = mix(h, %s);\n", integer_expr(2).s);
    if (t == &basic[INT] && n > 1) {
        emit(KERNEL_HOST("t.barrier.wait()", "host_wait()") ";\n");
        emit("h = mix(h, (unsigned)" KERNEL_HOST("total", "host_total") "(%s, lid, %d" KERNEL_HOST(
                 ", t.barrier", "") "));\n",
             s, n);
    }
    vars_n = before;
    emit(KERNEL_HOST("t.barrier.wait()", "host_wait()") ";\n");
}

/* What the lambda captures, and the thread's index. */
static void add_captured(const struct kernel *k)
{
    for (int j = 1; j < k->views_n; j++)
        if (strncmp(k->views[j].v.name, "atom", 4))
            add_var(k->views[j].v);
    for (int j = 0; j < k->captures_n; j++)
        add_var(k->captures[j]);
    for (int d = 0; d < k->rank; d++) {
        add_var((struct var){.name = format(where.tiled ? "t.global[%d]" : "i[%d]", d),
                             .kind = INTEGER,
                             .hi = k->dims[d] - 1});
        if (where.tiled)
            add_var((struct var){
                .name = format("t.local[%d]", d), .kind = INTEGER, .hi = k->tile[d] - 1});
    }
}

/* Declares the tile's array and the thread's number in its tile. */
static char *begin_tile(const struct kernel *k, const struct type *t)
{
    char *own = new_name("s"), *lid = "t.local[0]";

    for (int d = 1; d < k->rank; d++)
        lid =
            format(d > 1 ? "(%s) * %d + t.local[%d]" : "%s * %d + t.local[%d]", lid, k->tile[d], d);
    emit(KERNEL_HOST("tile_static ", "static ") "%s;\n", declare(array_of(t, k->threads), own));
    emit("const int lid = %s;\n", lid);
    return own;
}

/* One phase, or one for each iteration of a loop. */
static void tile_phases(const char *own, const struct type *t, int threads)
{
    bool inside = chance(30);
    char *i = new_name("r");

    if (inside)
        emit("for (int %s = 0; %s < %d; %s++) {\n", i, i, 1 + (int)pick(3), i);
    tile_phase(own, t, threads);
    if (inside)
        emit("}\n");
}

static char *make_body(struct kernel *k)
{
    char *text, *own = NULL;
    size_t n;
    int before = vars_n, before_functions = functions_n, locals;
    const struct type *t = any_element();

    add_captured(k);
    out = open_memstream(&text, &n);
    where.budget = where.tiled ? 25 : 40;
    emit("unsigned long h = " KERNEL_HOST("5", "%d") ";\n", getenv("AMPC_TEST_FAIL") ? 6 : 5);
    if (where.tiled)
        own = begin_tile(k, t);
    locals = vars_n;
    for (int j = 1 + (int)pick(4); j > 0; j--)
        declaration(3);
    for (int j = (int)pick(3); j > 0; j--)
        make_closure();
    for (int j = 1 + (int)pick(5); j > 0; j--)
        if (where.tiled && chance(60))
            tile_phases(own, t, k->threads);
        else
            statement(4);
    for (int j = locals; j < vars_n; j++)
        hash_var(&vars[j]);
    for (int j = 0; j < k->captures_n; j++) {
        k->captures[j].hashed = true;
        hash_var(&k->captures[j]);
    }
    emit("%s = h;\n", view_element(&k->views[0].v, 0));
    fclose(out);
    vars_n = before;
    functions_n = before_functions;
    return text;
}

void make_kernel(int n)
{
    struct kernel k = {.n = n};
    char *body;
    objects_n = 0;
    where.tiled = chance(35);
    plan(&k);
    body = make_body(&k);
    print_kernel(&k, body);
}
