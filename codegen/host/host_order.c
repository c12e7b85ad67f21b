/* host_order.c - assignments to elements of views whose value comes from a function: the value is
 * computed before the element is brought to the host.
 *
 * C lets a compiler take the element's address first. If the function launches a kernel that writes
 * the view, the element has moved to the device by the time it is stored to, and what is stored
 * would be lost. Example: `v[i] += f()` becomes `__extension__ ({ int ampc__r0 = f();
 * *ampc__at1(v, ...) += ampc__r0; })`; `v[i] += x * 2` stays. */
#include "codegen/host/host.h"
#include "parser/walk.h"
#include "sema/types/builtin.h"

static bool note(bool *found, bool is)
{
    *found = *found || is;
    return !*found;
}

static bool find_element(struct walker *w, struct expr *e)
{
    return note(w->data, e->amp == AMP_VIEW_ELEMENT || e->amp == AMP_VIEW_DATA);
}

/* A call of a function that may launch, copy or synchronise. */
static bool find_call(struct walker *w, struct expr *e)
{
    const struct expr *callee = e->kind == EXPR_CALL ? expr_strip(e->a) : NULL;
    bool amp = callee && callee->symbol && callee->symbol->kind == SYMBOL_FUNCTION &&
               callee->symbol->restriction & RESTRICT_AMP;
    bool harmless =
        e->amp == AMP_VIEW_ELEMENT || e->amp == AMP_VIEW_EXTENT || e->amp == AMP_VECTOR_VALUE;

    return note(w->data, callee && !amp && !harmless && !builtin_called(e));
}

static bool contains(struct expr *e, bool (*find)(struct walker *w, struct expr *e))
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = find};

    walk_expr(&w, e);
    return found;
}

bool host_is_late(const struct host *h, const struct expr *e)
{
    return e->kind == EXPR_ASSIGN && h->in_block && e->b != h->early && !host_is_view(e->type) &&
           !host_holds_views(e->type) && e->b->type && e->b->type->kind != TYPE_UNKNOWN &&
           contains(e->a, find_element) && contains(e->b, find_call);
}

/* The text of e, which goes to another place. */
static const char *moved(struct host *h, struct expr *e)
{
    struct edits outer = h->e;
    struct buf text = {0};
    const char *result;

    h->e = (struct edits){.arena = outer.arena};
    host_expr(h, e, HOST_READ);
    edits_apply_line(&h->e, h->text, e->loc.begin, e->loc.end, &text);
    result = host_text(h, "%s", text.at);
    buf_free(&text);
    h->e = outer;
    return result;
}

void host_late(struct host *h, struct expr *e, enum host_access access)
{
    const struct expr *outer = h->early;
    const char *outer_name = h->early_name, *name = host_text(h, "ampc__r%d", h->number++), *value;
    struct type *t = type_unqualified(h->c, e->b->type);

    host_name_record(h, t, e->b->loc);
    value = moved(h, e->b);
    edit_open(&h->e, e->loc.begin,
              host_text(h, "__extension__ ({ %s = %s; ", type_c(h->c, t, name), value));
    h->early = e->b;
    h->early_name = name;
    host_expr(h, e, access);
    h->early = outer;
    h->early_name = outer_name;
    edit_close(&h->e, e->loc.end, "; })");
}
