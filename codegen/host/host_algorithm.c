/* host_algorithm.c - calls of amp_algorithms:: as calls of the library, and the objects for the amp
 * functions that they get.
 *
 * Example: `amp_algorithms::reduce(v, 0, f)` becomes
 * `(*(float *)ampc__algorithm(AMPC__REDUCE, AMPC__FLOAT, 0, 1, (const ampc_view *const[]){&(v).v},
 * (const float[]){0}, &ampc__operation_f, (float[1]){0}, "a.ampc", 5))`. */
#include "codegen/host/host.h"

#include <string.h>

#include "sema/types/algorithm.h"

/* ---- calls ---- */

static bool is_view_letter(char letter)
{
    return strchr("ijoukvh", letter) != NULL;
}

/* The call's arguments behind the accelerator_view, by their letters; the views come first. */
struct algorithm_call {
    const struct algorithm *row;
    struct expr **args;
    int views;
    struct expr *value, *function; /* NULL: none */
};

static struct algorithm_call call_of(struct expr *e)
{
    struct algorithm_call call = {.row = algorithm_called(e),
                                  .args = e->args.at + algorithm_has_queue(e)};
    for (int i = 0; call.row->arguments[i]; i++)
        if (is_view_letter(call.row->arguments[i]))
            call.views++;
        else if (call.row->arguments[i] == 'x')
            call.value = call.args[i];
        else
            call.function = call.args[i];
    return call;
}

/* "AMPC__FLOAT | AMPC__INT << 4" */
static const char *numbers(struct host *h, const struct algorithm_call *call)
{
    const char *text = "";
    for (int i = 0; i < call->views; i++) {
        const char *number = algorithm_number(call->args[i]->type->base);
        text = i ? host_text(h, "%s | %s << %d", text, number ? number : "AMPC__OTHER", 4 * i)
                 : number;
    }
    return text;
}

/* The text behind the arguments that are expressions. */
static const char *call_end(struct host *h, const struct expr *e, const struct algorithm_call *call)
{
    const struct expr *f = call->function ? expr_unparen(call->function) : NULL;
    const char *function = "0", *result = "0";
    if (f && f->ns)
        function = host_text(h, "&(const ampc_operation){\"%s\", 0, 0, 0}", f->name);
    else if (f)
        function = host_text(h, "&ampc__operation_%s", f->name);
    if (call->row->result != ALGORITHM_NOTHING)
        result = host_text(h, "(%s[1]){0}", type_c(h->c, e->type, ""));
    return host_text(h, ", %s, %s, %s)%s", function, result, host_where(h, e->loc),
                     call->row->result == ALGORITHM_NOTHING ? "" : ")");
}

static const char *call_begin(struct host *h, const struct expr *e,
                              const struct algorithm_call *call)
{
    const char *cast = call->row->result == ALGORITHM_NOTHING
                           ? "(void)"
                           : host_text(h, "(*(%s)", type_c(h->c, e->type, "*"));
    return host_text(h, "%sampc__algorithm(AMPC__%s, %s, ", cast, call->row->what,
                     numbers(h, call));
}

void host_algorithm(struct host *h, struct expr *e)
{
    struct algorithm_call call = call_of(e);
    const char *begin = call_begin(h, e, &call);
    const char *views = host_text(h, "%d, (const ampc_view *const[]){&(", call.views);
    struct expr *first = call.args[0], *last = call.args[call.views - 1];
    if (algorithm_has_queue(e)) {
        struct expr *on = e->args.at[0];
        host_before(h, e->loc.begin, on->loc.begin, begin);
        host_expr(h, on, HOST_READ);
        edit_replace(&h->e, on->loc.end, first->loc.begin, host_text(h, ", %s", views));
    } else {
        host_before(h, e->loc.begin, first->loc.begin, host_text(h, "%s0, %s", begin, views));
    }
    for (int i = 0; i < call.views; i++) {
        host_expr(h, call.args[i], HOST_READ);
        if (i + 1 < call.views)
            edit_replace(&h->e, call.args[i]->loc.end, call.args[i + 1]->loc.begin, ").v, &(");
    }
    if (call.value) {
        const struct type *t = type_unqualified(h->c, first->type->base);
        edit_replace(&h->e, last->loc.end, call.value->loc.begin,
                     host_text(h, ").v}, (const %s[1]){", type_c(h->c, t, "")));
        host_expr(h, call.value, HOST_READ);
        host_after(h, call.value->loc.end, e->loc.end, host_text(h, "}%s", call_end(h, e, &call)));
    } else {
        host_after(h, last->loc.end, e->loc.end, host_text(h, ").v}, 0%s", call_end(h, e, &call)));
    }
}

/* ---- the functions ---- */

const char *host_operations_declared(struct host *h)
{
    const char *text = "";
    for (int i = 0; i < h->p->operations.n; i++)
        text = host_text(h, "%sstatic const ampc_operation ampc__operation_%s; ", text,
                         h->p->operations.at[i]->name);
    return text;
}

void host_operations(struct host *h, struct buf *out)
{
    for (int i = 0; i < h->kernels->operations.n; i++) {
        const struct kernel_operation *o = &h->kernels->operations.at[i];
        const char *name = o->need.function->name;
        kernel_need_vec needs = {0};
        vec_push(&h->c->arena, &needs, o->need);
        host_generated(out);
        host_needs(h, &needs, host_text(h, "ampc__operation_need_%s", name), out);
        buf_printf(out,
                   "static const ampc_operation ampc__operation_%s = {\"%s\", 0, %s%s, "
                   "ampc__operation_need_%s};\n",
                   name, o->name, o->emulated ? "ampc_host_" : "0", o->emulated ? name : "", name);
    }
}
