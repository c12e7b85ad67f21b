/* kernel_tally.c - what the atomic functions of a group do in its own local memory first
 * (optimize/tally.c).
 *
 * The launch's groups are few, and each does one block after the other, so that what they add to
 * the view in the end is little beside what its threads add. Example, of an argument bins, number
 * 1, with 256 elements:
 *
 *     __local int ampc_o1[AMPC_E1_0];
 *     { struct { __local int *p; } u_bins = {ampc_o1};
 *       ... ampc_tally_inc_int(&u_bins.p[u_read[ampc_c]]); ... }
 *     if (ampc_o1[ampc_e] != 0) atomic_add(u_bins.p + ampc_e, ampc_o1[ampc_e]);
 *
 * On CPUs a group is one work-item, which needs no atomic functions for its own elements, and does
 * blocks that lie behind each other.
 *
 * Relies on known.c of the library: views with tallies are small, without gaps, and share their
 * memory with no other one of the launch. */
#include "codegen/kernel/kernel_cover.h"

#include "sema/types/type.h"

/* The functions; with what elements begin, so that a value that is joined with it stays as it is.
 */
static const struct join {
    enum amp_op op;
    const char *name, *of_int, *of_uint;
} joins[] = {
    {AMP_ATOMIC_MAX, "max", "(-2147483647 - 1)", "0"},
    {AMP_ATOMIC_MIN, "min", "2147483647", "0xffffffffu"},
    {AMP_ATOMIC_AND, "and", "-1", "0xffffffffu"},
    {AMP_ATOMIC_OR, "or", "0", "0"},
    {AMP_ATOMIC_XOR, "xor", "0", "0"},
    {AMP_ATOMIC_ADD, "add", "0", "0"},
};
enum { JOINS = sizeof joins / sizeof *joins };

static const struct join *join_of(const struct cover_tally *t)
{
    int k = 0;

    while (k < JOINS - 1 && joins[k].op != t->join)
        k++;
    return &joins[k];
}

static const char *nothing(const struct cover_tally *t)
{
    return t->view->type->base->kind == TYPE_INT ? join_of(t)->of_int : join_of(t)->of_uint;
}

/* "AMPC_E1_0 * AMPC_E1_1": the product of the extents of argument 'number' from 'first' on. */
static const char *count_text(struct cover_text *x, const struct cover_tally *t, int number,
                              int first)
{
    struct arena *a = &x->g->c->arena;
    const char *text = arena_printf(a, "AMPC_E%d_%d", number, first);

    for (int k = first + 1; k < t->view->type->rank; k++)
        text = arena_printf(a, "%s * AMPC_E%d_%d", text, number, k);
    return text;
}

static int number_of(struct cover_text *x, const struct cover_tally *t)
{
    return (int)(kernel_arg_find(x->g, t->view) - x->g->frame->args.at);
}

static const char *each_element(struct cover_text *x, const struct cover_tally *t, int number)
{
    return arena_printf(&x->g->c->arena,
                        "for (int ampc_e = (int)get_local_id(0); ampc_e < %s; ampc_e += "
                        "AMPC_THREADS) ",
                        count_text(x, t, number, 0));
}

static void begin(struct cover_text *x, const struct cover_tally *t)
{
    int number = number_of(x, t);
    struct kernel_arg *arg = &x->g->frame->args.at[number];

    arg->known = arg->tally = true;
    buf_printf(&x->locals, "    __local %s ampc_o%d[%s];\n", kernel_scalar(t->view->type->base),
               number, count_text(x, t, number, 0));
    cover_line(x, arena_printf(&x->g->c->arena, "%sampc_o%d[ampc_e] = %s;",
                               each_element(x, t, number), number, nothing(t)));
}

/* In the loop the view's name is that of the group's elements. */
static void shadow(struct cover_text *x, const struct cover_tally *t)
{
    struct arena *a = &x->g->c->arena;
    int number = number_of(x, t);
    const char *strides = "", *values = "";

    for (int k = 0; k < t->view->type->rank - 1; k++) {
        strides = arena_printf(a, "%s int s%d;", strides, k);
        values = arena_printf(a, "%s, %s", values, count_text(x, t, number, k + 1));
    }
    cover_line(x, arena_printf(a, "struct { __local %s *p;%s } %s = {ampc_o%d%s};",
                               kernel_scalar(t->view->type->base), strides, cover_name(x, t->view),
                               number, values));
}

static void end(struct cover_text *x, const struct cover_tally *t)
{
    struct arena *a = &x->g->c->arena;
    int number = number_of(x, t);

    cover_open(x, each_element(x, t, number));
    cover_line(x,
               arena_printf(a,
                            "if (ampc_o%d[ampc_e] != %s) atomic_%s(%s.p + ampc_e, "
                            "ampc_o%d[ampc_e]);",
                            number, nothing(t), join_of(t)->name, cover_name(x, t->view), number));
    cover_close(x);
}

void cover_tallies_begin(struct cover_text *x)
{
    const struct cover_kernel *k = x->kernel;
    struct arena *a = &x->g->c->arena;
    int rank = k->launch->rank;

    if (!k->tallies.n)
        return;
    for (int i = 0; i < k->tallies.n; i++)
        begin(x, &k->tallies.at[i]);
    cover_line(x,
               arena_printf(a, "const ulong ampc_wide = ((ulong)%s + AMPC_WIDTH - 1) / AMPC_WIDTH;",
                            cover_extent(x, rank - 1)));
    cover_line(x, rank == 1 ? "const ulong ampc_high = 1;"
                            : arena_printf(a,
                                           "const ulong ampc_high = ((ulong)%s + AMPC_HIGH - 1) / "
                                           "AMPC_HIGH;",
                                           cover_extent(x, rank - 2)));
    cover_line(x,
               arena_printf(a, "const ulong ampc_blocks = ampc_wide * ampc_high%s;",
                            rank > 2 ? arena_printf(a, " * (ulong)%s", cover_extent(x, 0)) : ""));
    cover_line(x, "const ulong ampc_each = AMPC_THREADS > 1 ? 1 : (ampc_blocks + "
                  "get_num_groups(0) - 1) / get_num_groups(0);");
    cover_line(x, "const ulong ampc_first = get_group_id(0) * ampc_each;");
    cover_line(x, "const ulong ampc_end = AMPC_THREADS > 1 ? ampc_blocks : min(ampc_blocks, "
                  "ampc_first + ampc_each);");
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    cover_open(x, "for (ulong ampc_block = ampc_first; ampc_block < ampc_end; ampc_block += "
                  "AMPC_THREADS > 1 ? get_num_groups(0) : 1) ");
    x->g->frame->tallies = true;
    for (int i = 0; i < k->tallies.n; i++)
        shadow(x, &k->tallies.at[i]);
}

void cover_tallies_end(struct cover_text *x)
{
    if (!x->kernel->tallies.n)
        return;
    x->g->frame->tallies = false;
    cover_close(x);
    cover_line(x, "barrier(CLK_LOCAL_MEM_FENCE);");
    for (int i = 0; i < x->kernel->tallies.n; i++)
        end(x, &x->kernel->tallies.at[i]);
}
