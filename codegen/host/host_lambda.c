/* host_lambda.c - continuations: the lambda of f.then() as a function behind the one that it
 * stands in. */
#include "codegen/host/host_lift.h"

/* f.then([=] { ... }): the body becomes a function behind the one that it stands in; its captures
 * are passed in a structure that the library copies. In place of the call stands
 *
 *     ({ ampc_future ampc__f0 = (f);
 *        struct ampc__c0 { char none; int m0; ampc_view1 m1; };
 *        struct ampc__c0 ampc__s0 = {.none = 0, .m0 = n, .m1 = ampc__share1(v)};
 *        ampc__future_then_body(ampc__f0, ampc__b0, &ampc__s0, sizeof ampc__s0, "f.ampc", 3); })
 *
 * before the function 'static void ampc__b0(void *, int);', and behind it
 *
 *     static void ampc__b0(void *ampc__p0, int ampc__r0)
 *     {
 *         struct ampc__c0 { char none; int m0; ampc_view1 m1; };
 *         struct ampc__c0 *ampc__k0 = ampc__p0;
 *         ampc_view1 ampc__v0_1 = ampc__k0->m1;      which is released at the end
 *         if (!ampc__r0) return;
 *         { ... }
 *     }
 *
 * ampc__r0 is 0 when the operation failed: then the captured values are only released. */

/* The body's text. */
static void host_body(struct host *h, struct lambda *lambda, struct buf *out)
{
    struct edits e = h->e;
    struct buf temps = h->temps;
    const struct expr *discarded = h->discarded;
    bool full = h->full;
    h->e = (struct edits){.arena = e.arena, .aligned = e.aligned};
    h->temps = (struct buf){0};
    h->full = false;
    h->discarded = NULL;
    h->lambdas++;
    host_hide_pragmas(h, lambda->body->loc);
    host_stmt(h, lambda->body);
    h->lambdas--;
    edits_apply(&h->e, h->text, lambda->body->loc.begin, lambda->body->loc.end, out);
    buf_free(&h->temps);
    h->e = e;
    h->temps = temps;
    h->full = full;
    h->discarded = discarded;
}

/* The new function, behind those that it has inside. */
static void new_function(struct host *h, struct host_lift *l, struct lambda *lambda, int number)
{
    int owned = h->owned.n;
    struct buf text = {0};
    host_lift_marker(h, lambda->body->loc.begin, &text);
    buf_printf(&text, "static void ampc__b%d(void *ampc__p%d, int ampc__r%d) { ", number, number,
               number);
    host_lift_begin(l, &text);
    host_body(h, lambda, &text);
    buf_add(&text, " }");
    h->owned.n = owned;
    buf_printf(&h->heads, "static void ampc__b%d(void *, int); ", number);
    buf_addn(&h->lifted, text.at, text.n);
    buf_free(&text);
}

void host_continuation(struct host *h, struct expr *e, struct expr *member)
{
    const struct launch *launch = e->launch;
    int number = h->number++;
    struct host_lift *l = host_lift_find(h, launch, number);
    struct buf text = {0};
    buf_add(&text, "); ");
    host_lift_members(l, &text);
    buf_printf(&text,
               "%sampc__future_then_body(ampc__f%d, ampc__b%d, &ampc__s%d, sizeof ampc__s%d, "
               "%s); })",
               host_lift_values(l), number, number, number, number, host_where(h, e->loc));
    host_object(h, e, member, host_text(h, "__extension__ ({ ampc_future ampc__f%d = (", number),
                host_text(h, "%s", text.at), e->loc.end);
    buf_free(&text);
    new_function(h, l, launch->lambda, number);
}

void host_lifted(struct host *h, const struct decl *d, int mark)
{
    if (!h->lifted.n)
        return;
    edit_open_marked(&h->e, mark, d->loc.begin, host_text(h, "%s", h->heads.at));
    host_lift_marker(h, d->loc.end, &h->lifted);
    edit_close(&h->e, d->loc.end, host_text(h, "%s", h->lifted.at));
    buf_free(&h->heads);
    buf_free(&h->lifted);
}
