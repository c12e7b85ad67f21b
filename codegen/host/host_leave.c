/* host_leave.c - calls of the library in front of free(), realloc() and their like, with the path
 * that messages name. */
#include "codegen/host/host.h"

#include <string.h>

#include "sema/types/leave.h"

/* The library is notified before the memory is freed. */

static const char *const kinds[] = {[LEAVE_REALLOC] = "AMPC__LEAVE_REALLOC",
                                    [LEAVE_MUNMAP] = "AMPC__LEAVE_MUNMAP",
                                    [LEAVE_MREMAP] = "AMPC__LEAVE_MREMAP"};
static const char *const done[] = {
    [LEAVE_REALLOC] = "!= 0", [LEAVE_MUNMAP] = "== 0", [LEAVE_MREMAP] = "!= (void *)-1"};

/* The number of arguments that are passed on to the library: the address, sizes. */
static int passed_arguments(const struct expr *call, enum leave_kind kind)
{
    switch (kind) {
    case LEAVE_NONE:
        return 0;
    case LEAVE_FREE:
        return 1;
    case LEAVE_REALLOC:
        return call->args.n;
    case LEAVE_MUNMAP:
    case LEAVE_MREMAP:
        return 2;
    }
    return 0;
}

/* The text of a variable, or of a member of one, which may be evaluated twice; NULL: it is another
 * expression. */
static const char *path_text(struct host *h, const struct expr *path)
{
    const struct loc loc = path->loc;

    for (;; path = path->a) {
        if (path->type && path->type->quals & (QUAL_VOLATILE | QUAL_ATOMIC))
            return NULL;
        if (path->kind != EXPR_CONVERT && path->kind != EXPR_MEMBER && path->kind != EXPR_ARROW)
            break;
        if (path->amp != AMP_NONE)
            return NULL;
    }
    if (path->kind != EXPR_NAME || !path->symbol || host_name(h, path->symbol) != path->name)
        return NULL;
    const char *text = arena_strndup(&h->c->arena, h->text + loc.begin, loc.end - loc.begin);
    return strchr(text, '\n') ? NULL : text;
}

struct host_leave host_leave_begin(struct host *h, struct expr *call)
{
    struct host_leave l = {.kind = h->in_block ? leave_called(call) : LEAVE_NONE,
                           .discarded = h->discarded == call};
    const char *path;

    if (l.kind == LEAVE_NONE)
        return l;
    if (l.kind == LEAVE_REALLOC && l.discarded) /* cc warns of that */
        l.kind = LEAVE_FREE;
    l.where = host_where(h, call->loc);
    path = l.kind == LEAVE_FREE ? path_text(h, call->args.at[0]) : NULL;
    if (path) { /* so that cc still sees which value is freed */
        edit_open(&h->e, call->loc.begin,
                  host_text(h, "((void)ampc__freed(%s, %s), ", path, l.where));
        l.closes = ")";
        return l;
    }
    l.number = h->number++;
    l.passed = passed_arguments(call, l.kind);
    if (l.kind == LEAVE_FREE)
        return l;
    edit_open(&h->e, call->loc.begin,
              host_text(h,
                        "__extension__({ ampc__leave ampc__leave%d = {%s, %s, 0, 0, 0, 0, 0}; "
                        "__auto_type ampc__result%d = ",
                        l.number, kinds[l.kind], l.where, l.number));
    l.closes = host_text(h, "; ampc__leave_end(&ampc__leave%d, ampc__result%d %s); %s})", l.number,
                         l.number, done[l.kind],
                         l.discarded ? "" : host_text(h, "ampc__result%d; ", l.number));
    return l;
}

void host_leave_argument(struct host *h, const struct host_leave *l, int i, const struct expr *arg)
{
    if (i < l->passed)
        edit_open(&h->e, arg->loc.begin,
                  host_text(h, "__extension__({ %s ampc__gone%d = ",
                            i ? "__typeof__(sizeof 0)" : "__auto_type", l->number));
}

void host_leave_argument_end(struct host *h, const struct host_leave *l, int i,
                             const struct expr *arg)
{
    int n = l->number;

    if (i >= l->passed)
        return;
    if (l->kind == LEAVE_FREE)
        edit_close(
            &h->e, arg->loc.end,
            host_text(h, "; ampc__freed(ampc__gone%d, %s); ampc__gone%d; })", n, l->where, n));
    else
        edit_close(&h->e, arg->loc.end,
                   host_text(h, "; ampc__leave_%s(&ampc__leave%d, ampc__gone%d); ampc__gone%d; })",
                             i ? "bytes" : "at", n, n, n));
}

void host_leave_end(struct host *h, const struct host_leave *l, const struct expr *call)
{
    if (l->closes)
        edit_close(&h->e, call->loc.end, l->closes);
}
