/* view_group.c - structs and C arrays that hold views or arrays: copying, assigning and releasing
 * them by a table of offsets.
 *
 * Generated code declares a guard beside such an object, whose end releases the views. Relies on
 * view.c and array.c for the single ones. */
#include "runtime/homes.h"

#include <stdlib.h>
#include <string.h>

static ampc_view *view_at(const void *object, ampc_size offset)
{
    return (ampc_view *)(uintptr_t)((const char *)object + (offset & ~(ampc_size)AMPC__HELD_ARRAY));
}

void views_release(void *object, const ampc_size *views)
{
    for (ampc_size i = views[0]; i > 0; i--)
        ampc__view_release(view_at(object, views[i]));
}

void ampc__guard_end(ampc__guard *guard)
{
    views_release(guard->object, guard->views);
}

void ampc__elements_end(ampc__elements *guard)
{
    for (ampc_size at = 0; at < guard->bytes; at += guard->size)
        views_release(guard->object + at, guard->views);
}

void *ampc__views_take(void *object, const ampc_size *views)
{
    for (ampc_size i = 1; i <= views[0]; i++)
        ampc__view_retain(view_at(object, views[i]));
    return object;
}

void *ampc__views_copy(void *room, const void *object, ampc_size bytes, const ampc_size *views)
{
    memcpy(room, object, bytes);
    for (ampc_size i = 1; i <= views[0]; i++) {
        const ampc_view *from = view_at(object, views[i]);
        if (!(views[i] & AMPC__HELD_ARRAY))
            ampc__view_retain(view_at(room, views[i]));
        else if (from->home)
            ampc__array_clone(view_at(room, views[i]), from->rank, from, NULL, 0);
    }
    return room;
}

/* Copies all bytes except for arrays that are not empty, which have been assigned. */
static void move_between_arrays(void *dst, const void *src, ampc_size bytes, const ampc_size *views)
{
    ampc_size from = 0;
    for (ampc_size i = 1; i <= views[0]; i++) {
        const ampc_view *v = view_at(dst, views[i]);
        if (views[i] & AMPC__HELD_ARRAY && v->home) {
            ampc_size at = views[i] & ~(ampc_size)AMPC__HELD_ARRAY;
            memmove((char *)dst + from, (const char *)src + from, at - from);
            from = at + view_size(v->rank);
        }
    }
    memmove((char *)dst + from, (const char *)src + from, bytes - from);
}

/* The shares that go are kept in the meantime as views of rank 0. */
void *ampc__views_assign(void *dst, const void *src, ampc_size bytes, const ampc_size *views)
{
    enum { FEW = 8 };
    ampc_view few[FEW], *old = few;
    ampc_size count = views[0];
    if (count > FEW && !(old = malloc(count * sizeof *old))) {
        struct failure f;
        f.code = AMPC_SUCCESS;
        failure_set(&f, AMPC_ERROR_OUT_OF_MEMORY, "no memory to assign %zu views", (size_t)count);
        failure_raise(&f, NULL, 0);
        return dst;
    }
    for (ampc_size i = 0; i < count; i++) {
        ampc_view *to = view_at(dst, views[i + 1]), *from = view_at(src, views[i + 1]);
        old[i] = (ampc_view){.rank = 0};
        if (views[i + 1] & AMPC__HELD_ARRAY) {
            ampc__array_assign(to, from, from->home ? view_size(from->rank) : 0, NULL, 0);
        } else {
            old[i].home = to->home;
            ampc__view_retain(from);
        }
    }
    move_between_arrays(dst, src, bytes, views);
    for (ampc_size i = 0; i < count; i++)
        ampc__view_release(&old[i]);
    if (old != few)
        free(old);
    return dst;
}
