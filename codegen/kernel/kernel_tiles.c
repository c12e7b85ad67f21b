/* kernel_tiles.c - groups that do several tiles (optimize/tiles.c), in a build with AMPC_COVER:
 * AMPC_ROWS x AMPC_COLUMNS of them, whose threads of one local index are a work-item.
 *
 * Statements are printed as those of blocks of threads are (kernel_cover.c), a barrier once. The
 * launch has the extents of the domain for its offset, where the groups find how many tiles there
 * are; tiles outside of the domain do what the first one of their row or column of the group does,
 * and store nothing to memory. Of a matrix product with 16 x 16 threads in a tile:
 *
 *     __local float t0_ta[AMPC_ROWS][16][16];
 *     AMPC_EACH(ampc_r, AMPC_ROWS) t0_ta[ampc_r][u_row][u_col] = ...;
 */
#include "codegen/kernel/kernel_cover.h"

#include "sema/types/expr.h"

/* Declares the tile_static objects: one for each tile between which their contents differ. */
static void print_objects(struct cover_text *x)
{
    struct kernel_gen *g = x->g;
    const symbol_vec *objects = &x->kernel->launch->tile_statics;

    for (int i = 0; i < objects->n; i++) {
        struct symbol *s = objects->at[i];
        unsigned axes = cover_axes(x, cover_symbol(x->kernel, s));
        const char *name = kernel_tile_name(g, s);
        kernel_print_tile(g, &x->locals, s,
                          arena_printf(&g->c->arena, "%s%s", name, cover_sizes_text(axes)));
        cover_alias(x, s, arena_printf(&g->c->arena, "%s%s", name, cover_places(axes)));
    }
}

/* "u_tile[ampc_r]", from here on; its values in the copies are 'value'. */
static void print_place(struct cover_text *x, const struct symbol *s, unsigned axes,
                        const char *value)
{
    struct arena *a = &x->g->c->arena;
    const char *name;

    if (!s)
        return;
    name = cover_name(x, s);
    cover_line(x, arena_printf(a, "int %s%s;", name, cover_sizes_text(axes)));
    cover_line(x,
               arena_printf(a, "%s%s%s = %s;", cover_each(axes), name, cover_places(axes), value));
    cover_alias(x, s, arena_printf(a, "%s%s", name, cover_places(axes)));
}

/* The places of the threads in dimension k: in tile number 'tile', as far as that is inside. */
static void print_places(struct cover_text *x, int k)
{
    static const char *const firsts[] = {"(int)get_group_id(2)", "ampc_j", "ampc_i"};
    static const char *const copies[] = {"", " + ampc_c", " + ampc_r"};
    static const char *const ends[] = {"", "ampc_wide", "ampc_high"};
    struct arena *a = &x->g->c->arena;
    const struct cover_tiles *t = &x->kernel->tiles;
    int rank = x->kernel->launch->rank, size = x->kernel->launch->tile[k], own = rank - 1 - k;
    unsigned dimension = own == 0 ? COVER_COLUMNS : own == 1 ? COVER_ROWS : 0;
    unsigned axes = dimension & x->kernel->along;
    const char *first = firsts[dimension], *tile = first;

    if (axes)
        tile = arena_printf(a, "(%s%s < %s ? %s%s : %s)", first, copies[axes], ends[axes], first,
                            copies[axes], first);
    print_place(x, t->local[k], 0, arena_printf(a, "(int)get_local_id(%d)", own));
    print_place(x, t->tile[k], axes, tile);
    print_place(x, t->origin[k], axes, arena_printf(a, "%s * %d", tile, size));
    print_place(x, t->global[k], axes,
                arena_printf(a, "%s * %d + (int)get_local_id(%d)", tile, size, own));
}

void cover_tiles_print(struct cover_text *x)
{
    struct arena *a = &x->g->c->arena;
    const struct launch *l = x->kernel->launch;

    x->alive = true; /* the first tile of a group is inside */
    print_objects(x);
    cover_line(x, arena_printf(a,
                               "const int ampc_j = (int)get_group_id(0) * AMPC_COLUMNS, ampc_wide "
                               "= (int)get_global_offset(0) / %d;",
                               l->tile[l->rank - 1]));
    if (l->rank > 1)
        cover_line(x, arena_printf(a,
                                   "const int ampc_i = (int)get_group_id(1) * AMPC_ROWS, ampc_high "
                                   "= (int)get_global_offset(1) / %d;",
                                   l->tile[l->rank - 2]));
    for (int k = 0; k < l->rank; k++)
        print_places(x, k);
    cover_stmt(x, x->kernel->body);
}
