#include "runtime/internal.h"

#include <stdlib.h>
#include <string.h>

static ampc_view *view_at(const void *object, ampc_size offset)
{
    return (ampc_view *)(uintptr_t)((const char *)object + offset);
}

void views_release(void *object, const ampc_size *views)
{
    for (ampc_size i = views[0]; i > 0; i--) {
        ampc__view_release(view_at(object, views[i]));
    }
}

void ampc__guard_end(ampc__guard *guard)
{
    views_release(guard->object, guard->views);
}

void ampc__elements_end(ampc__elements *guard)
{
    for (ampc_size at = 0; at < guard->bytes; at += guard->size) {
        views_release(guard->object + at, guard->views);
    }
}

void *ampc__views_take(void *object, const ampc_size *views)
{
    for (ampc_size i = 1; i <= views[0]; i++) {
        ampc__view_retain(view_at(object, views[i]));
    }
    return object;
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
        old[i] = *view_at(dst, views[i + 1]);
        old[i].rank = 0;
        ampc__view_retain(view_at(src, views[i + 1]));
    }
    memmove(dst, src, bytes);
    for (ampc_size i = 0; i < count; i++) {
        ampc__view_release(&old[i]);
    }
    if (old != few) {
        free(old);
    }
    return dst;
}
