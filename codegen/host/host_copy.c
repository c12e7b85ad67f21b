/* host_copy.c - copy() and copy_to() as calls of the library. */
#include "codegen/host/host.h"

/* The library's call has the same arguments in the same order. */

static const char *function_of(const struct expr *from, const struct expr *to)
{
    if (!host_is_view(from->type))
        return "ampc__copy_in";
    return host_is_view(to->type) ? "ampc__copy" : "ampc__copy_out";
}

static const char *before_end(const struct expr *e)
{
    return host_is_view(e->type) ? "&(" : "(";
}

/* Host memory is passed with the number of its bytes. */
static const char *after_end(struct host *h, const struct expr *e)
{
    return host_is_view(e->type) ? ").v" : host_text(h, "), %lld", amp_source_bytes(e));
}

/* copy(begin, end, to) */
static void copy_range(struct host *h, struct expr *e)
{
    struct expr *from = e->args.at[0], *to = e->args.at[1], *end = e->args.at[2];
    host_before(h, e->loc.begin, from->loc.begin,
                e->amp == AMP_COPY_ASYNC ? "ampc__copy_range_async(" : "ampc__copy_range(");
    host_expr(h, from, HOST_READ);
    edit_replace(&h->e, from->loc.end, end->loc.begin, ", ");
    host_expr(h, end, HOST_READ);
    edit_replace(&h->e, end->loc.end, to->loc.begin, ", &(");
    host_expr(h, to, HOST_READ);
    host_after(h, to->loc.end, e->loc.end, host_text(h, ").v, %s)", host_where(h, e->loc)));
}

/* copy(memory, bytes, texture) and copy(texture, memory, bytes) */
static void copy_bytes(struct host *h, struct expr *e)
{
    struct expr *from = e->args.at[0], *to = e->args.at[1], *bytes = e->args.at[2];
    bool in = host_is_view(to->type);
    struct expr *order[3] = {from, in ? bytes : to, in ? to : bytes};
    host_before(h, e->loc.begin, from->loc.begin,
                host_text(h, "ampc__texture_%s%s(%s", in ? "in" : "out",
                          e->amp == AMP_COPY_ASYNC ? "_async" : "", before_end(from)));
    for (int k = 0; k < 3; k++) {
        host_expr(h, order[k], order[k] == to && !in ? HOST_WRITE : HOST_READ);
        const char *end = host_text(h, "%s", host_is_view(order[k]->type) ? ").v" : ")");
        if (k < 2)
            edit_replace(&h->e, order[k]->loc.end, order[k + 1]->loc.begin,
                         host_text(h, "%s, %s", end, before_end(order[k + 1])));
        else
            host_after(h, order[k]->loc.end, e->loc.end,
                       host_text(h, "%s, %s)", end, host_where(h, e->loc)));
    }
}

/* copy(texture, index, texture, index, extent) */
static void copy_part(struct host *h, struct expr *e)
{
    struct expr **at = e->args.at, *order[5] = {at[0], at[2], at[1], at[3], at[4]};
    host_before(h, e->loc.begin, at[0]->loc.begin,
                e->amp == AMP_COPY_ASYNC ? "ampc__copy_part_async(&(" : "ampc__copy_part(&(");
    for (int k = 0; k < 5; k++) {
        host_expr(h, order[k], HOST_READ);
        const char *end = host_is_view(order[k]->type) ? ").v" : ").c";
        if (k < 4)
            edit_replace(&h->e, order[k]->loc.end, order[k + 1]->loc.begin,
                         host_text(h, "%s, %s", end, before_end(order[k + 1])));
        else
            host_after(h, order[k]->loc.end, e->loc.end,
                       host_text(h, "%s, %s)", end, host_where(h, e->loc)));
    }
}

void host_copy(struct host *h, struct expr *e)
{
    struct expr *from = e->args.at[0], *to = e->args.at[1];
    if (e->args.n == 5) {
        copy_part(h, e);
        return;
    }
    if (e->args.n == 3 && type_is_integer(e->args.at[2]->type)) {
        copy_bytes(h, e);
        return;
    }
    if (e->args.n == 3) {
        copy_range(h, e);
        return;
    }
    host_before(h, e->loc.begin, from->loc.begin,
                host_text(h, "%s%s(%s", function_of(from, to),
                          e->amp == AMP_COPY_ASYNC ? "_async" : "", before_end(from)));
    host_expr(h, from, HOST_READ);
    edit_replace(&h->e, from->loc.end, to->loc.begin,
                 host_text(h, "%s, %s", after_end(h, from), before_end(to)));
    host_expr(h, to, host_is_view(to->type) ? HOST_READ : HOST_WRITE);
    host_after(h, to->loc.end, e->loc.end,
               host_text(h, "%s, %s)", after_end(h, to), host_where(h, e->loc)));
}

void host_copy_to(struct host *h, struct expr *e, struct expr *member)
{
    struct expr *from = member->a, *to = e->args.at[0];
    bool arrow = member->kind == EXPR_ARROW;
    host_before(h, e->loc.begin, from->loc.begin, arrow ? "ampc__copy(&(*(" : "ampc__copy(&(");
    host_expr(h, from, HOST_READ);
    edit_replace(&h->e, from->loc.end, to->loc.begin, arrow ? ")).v, &(" : ").v, &(");
    host_expr(h, to, HOST_READ);
    host_after(h, to->loc.end, e->loc.end, host_text(h, ").v, %s)", host_where(h, e->loc)));
}
