// flags: -Wno-implicit-int
// Nothing of AMP is reserved: all its words as ordinary identifiers.
#include <string.h>
#include <strings.h>
struct array { int extent, index, tile, array_view; };
typedef struct tiled_index { int x; } tiled_index;
enum cpu { amp, cpu };
int concurrency, Concurrency, fast_math = 1, accelerator, using = 2, namespace = 3, mutable = 4;
int tile_static, completion_future[3], barrier, template = 1, class = 2, new = 3, delete = 4;
int extent(int index, int array)
{
    int array_view = 2, tiled_extent = 3;
    if (index < 3 && array > (2))
        return index < array > array_view;
    if (array_view < tiled_extent)
        return array_view < tiled_extent, tiled_extent > (1);
    for (index = 0; index < array; index++)
        ;
    tile_static = index < (3);
    return (index < 2) + (index<2>(3)) + (tile_static < 2 > 1) + template < class > (new);
}
int members(struct array *a, struct array b)
{
    int tile = 3;
    b.tile = a->tile < 3;
    return b.tile < tile > (4) && a->index < a->extent > (5) ? concurrency : Concurrency;
}
int labels(int x)
{
    goto index;
index:
    goto accelerator;
accelerator:
    x = x ? amp : cpu;
    return x ? accelerator : x;
}
char *restrict_pointer(char *restrict(p), char *restrict restrict_);
char *(*fp)(const char *, int) = index;
tiled_index object = {1}, *pointer = &object;
char *use(const char *s) { return index(s, 'a'); }
int accelerator_view(int tile_barrier) { return tile_barrier * 2; }
int two(int accelerator, int completion_future) { return accelerator * completion_future; }
int knr(accelerator, tile_barrier) int accelerator, tile_barrier; { return accelerator + tile_barrier; }
int knr2(a, completion_future) long completion_future; { return a + completion_future; }
