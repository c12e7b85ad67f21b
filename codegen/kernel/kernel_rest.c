/* kernel_rest.c - threads outside of the limits behind which the tests of a kernel's index are
 * known (optimize/inside.c): each group does those of the block that it would have without limits,
 * one by one, as they are written.
 *
 * Relies on kernel_cover.c for the limits, ampc_first0 and ampc_most0. */
#include "codegen/kernel/kernel_cover.h"

/* "ampc_i + AMPC_HIGH > ampc_most0", whether a block has threads behind a limit; or one of the
 * copies, "u_i >= ampc_most0". */
static void print_beside(struct cover_text *x, int dimension, const char *at, const char *behind)
{
    bool begin = false, end = false;
    const cover_limit_vec *limits = &x->kernel->limits;

    for (int i = 0; i < limits->n; i++)
        if (limits->at[i].dimension == dimension)
            *(limits->at[i].begin ? &begin : &end) = true;
    if (begin)
        buf_printf(x->g->out, " || %s < ampc_first%d", at, dimension);
    if (begin || end)
        buf_printf(x->g->out, " || %s ampc_most%d", behind, dimension);
}

void cover_rest(struct cover_text *x)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    int rank = x->kernel->launch->rank, n = g->frame->aliases.n;
    const char *i = rank > 1 ? cover_name(x, cover_row_index(x)) : NULL;
    const char *j = cover_name(x, cover_column_index(x));

    cover_open(x, "");
    cover_line(x, "const int ampc_i = (int)get_group_id(1) * AMPC_HIGH, ampc_j = "
                  "(int)get_group_id(0) * AMPC_WIDTH;");
    kernel_line(g, (struct loc){0, 0});
    buf_add(g->out, "if (0");
    if (i)
        print_beside(x, rank - 2, "ampc_i", "ampc_i + AMPC_HIGH >");
    print_beside(x, rank - 1, "ampc_j", "ampc_j + AMPC_WIDTH >");
    buf_add(g->out, ")");
    kernel_newline(g);
    cover_line(x, "#pragma unroll 1");
    cover_open(x, "for (int ampc_n = 0; ampc_n < AMPC_ROWS * AMPC_COLUMNS; ampc_n++) ");
    if (i)
        cover_line(x,
                   arena_printf(a, "const int %s = ampc_i + AMPC_ROW(ampc_n / AMPC_COLUMNS);", i));
    cover_line(x,
               arena_printf(a, "const int %s = ampc_j + AMPC_COLUMN(ampc_n %% AMPC_COLUMNS);", j));
    kernel_line(g, (struct loc){0, 0});
    buf_printf(g->out, "if (%s%s < %s && (0", i ? "" : "ampc_y == 0 && ", j,
               cover_extent(x, rank - 1));
    if (i)
        print_beside(x, rank - 2, i, arena_printf(a, "%s >=", i));
    print_beside(x, rank - 1, j, arena_printf(a, "%s >=", j));
    buf_printf(g->out, ")%s) {",
               i ? arena_printf(a, " && %s < %s", i, cover_extent(x, rank - 2)) : "");
    kernel_newline(g);
    g->frame->indent++;
    if (i)
        cover_alias(x, cover_row_index(x), i);
    cover_alias(x, cover_column_index(x), j);
    kernel_stmt(g, x->kernel->rest);
    cover_close(x);
    cover_close(x);
    cover_close(x);
    g->frame->aliases.n = n;
}
