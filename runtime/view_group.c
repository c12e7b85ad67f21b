#include "runtime/internal.h"

#include <stdlib.h>
#include <string.h>

/* The objects of static storage, by program and shared library. Under runtime_lock. */
struct statics {
    struct statics *next;
    ampc__static *begin, *end;
};
static struct statics *all_statics;

static ampc_view *view_at(const void *object, ampc_size offset)
{
    return (ampc_view *)(uintptr_t)((const char *)object + offset);
}

static void views_release(void *object, const ampc_size *views)
{
    for (ampc_size i = views[0]; i > 0; i--) {
        ampc__view_release(view_at(object, views[i]));
    }
}

void ampc__guard_end(ampc__guard *guard)
{
    views_release(guard->object, guard->views);
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

void ampc__statics(ampc__static *begin, ampc__static *end)
{
    struct statics *s = begin < end ? malloc(sizeof *s) : NULL;
    if (!s) {
        return; /* not synchronised at exit then */
    }
    s->begin = begin;
    s->end = end;
    runtime_lock();
    s->next = all_statics;
    all_statics = s;
    runtime_unlock();
}

void statics_release(void)
{
    for (;;) {
        runtime_lock();
        struct statics *s = all_statics;
        all_statics = s ? s->next : NULL;
        runtime_unlock();
        if (!s) {
            return;
        }
        for (ampc__static *object = s->begin; object < s->end; object++) {
            views_release(object->object, object->views);
        }
        free(s);
    }
}
