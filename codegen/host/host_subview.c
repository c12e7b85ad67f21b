/* host_subview.c - rows, sections, view_as and reinterpret_as in host text. */
#include "codegen/host/host.h"

/* The text of a method call on a view: function, object, arguments, after. split: the number of
 * integers that are the components of a first index, the others are those of a second one; 0: the
 * arguments are values. */
struct subview_call {
    const char *function;
    int split;
    const char *after;
};

static void subview_arguments(struct host *h, struct expr *e, const struct subview_call *call)
{
    int rank = call->split;
    for (int i = 0; i < e->args.n; i++) {
        host_expr(h, e->args.at[i], HOST_READ);
        if (i + 1 < e->args.n)
            edit_replace(&h->e, e->args.at[i]->loc.end, e->args.at[i + 1]->loc.begin,
                         rank && i + 1 == rank ? host_text(h, "}}, (ampc_index%d){{", rank) : ", ");
    }
}

static void subview_call(struct host *h, struct expr *e, const struct subview_call *call)
{
    struct expr *object = amp_subview_base(e);
    bool arrow = object->type->kind == TYPE_POINTER;
    const char *close = arrow ? ")" : "";
    const char *open = call->split ? host_text(h, "(ampc_index%d){{", call->split) : "";
    host_before(h, e->loc.begin, object->loc.begin,
                host_text(h, "%s(%s", call->function, arrow ? "*(" : ""));
    if (arrow)
        host_expr(h, object, HOST_READ);
    else
        host_view(h, object, HOST_VALUE);
    if (e->args.n == 0) {
        edit_replace(&h->e, object->loc.end, e->loc.end, host_text(h, "%s%s", close, call->after));
        return;
    }
    edit_replace(&h->e, object->loc.end, e->args.at[0]->loc.begin,
                 host_text(h, "%s, %s", close, open));
    subview_arguments(h, e, call);
    host_after(h, e->args.at[e->args.n - 1]->loc.end, e->loc.end,
               host_text(h, "%s%s", call->split ? "}}" : "", call->after));
}

static void host_section(struct host *h, struct expr *e)
{
    const struct type *first = e->args.at[0]->type;
    int rank = e->type->rank;
    struct subview_call call = {.after = host_text(h, ", %s)", host_where(h, e->loc))};
    if (e->args.n == 1)
        call.function =
            host_text(h, "ampc__%s%d", type_is_amp(first, AMP_TYPE_INDEX) ? "from" : "first", rank);
    else
        call.function = host_text(h, "ampc__section%d", rank);
    if (first->kind != TYPE_AMP)
        call.split = rank;
    subview_call(h, e, &call);
}

static void host_row(struct host *h, struct expr *e)
{
    edit_open(&h->e, e->loc.begin, host_text(h, "ampc__row%d(", e->a->type->rank));
    host_view(h, e->a, HOST_VALUE);
    edit_replace(&h->e, e->a->loc.end, e->b->loc.begin, ", ");
    host_expr(h, e->b, HOST_READ);
    edit_replace(&h->e, e->b->loc.end, e->loc.end, host_text(h, ", %s)", host_where(h, e->loc)));
}

static void host_shape(struct host *h, struct expr *e)
{
    struct subview_call call = {.function = host_text(h, "ampc__shape%d", e->type->rank),
                                .after = host_text(h, ", %s)", host_where(h, e->loc))};
    subview_call(h, e, &call);
}

static void host_retype(struct host *h, struct expr *e)
{
    const char *element = host_element_type(h, e->type, e->loc);
    struct subview_call call = {.function = "ampc__retype",
                                .after = host_text(h, ", sizeof(%s), __alignof__(%s), %s)", element,
                                                   element, host_where(h, e->loc))};
    subview_call(h, e, &call);
}

void host_subview(struct host *h, struct expr *e)
{
    if (e->amp == AMP_VIEW_ROW)
        host_row(h, e);
    else if (e->amp == AMP_VIEW_SECTION)
        host_section(h, e);
    else if (e->amp == AMP_VIEW_AS)
        host_shape(h, e);
    else
        host_retype(h, e);
}
