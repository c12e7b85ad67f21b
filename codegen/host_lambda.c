#include "codegen/host.h"

/* f.then([=] { ... }): the body becomes a nested function that uses nothing of the function around
 * it; its captures travel in a structure that the library copies.
 *
 *     ({ ampc_future ampc__f0 = (f);
 *        struct ampc__c0 { char none; int m0; ampc_view1 m1; };
 *        auto void ampc__b0(void *, int) __asm__("ampc__b0") __attribute__((__used__));
 *        void ampc__b0(void *ampc__p0, int ampc__r0)
 *        {
 *            struct ampc__c0 *ampc__k0 = ampc__p0;
 *            ampc_view1 ampc__v0_1 = ampc__k0->m1;      which is released at the end
 *            if (!ampc__r0) return;
 *            { ... }
 *        }
 *        extern void ampc__x0(void *, int) __asm__("ampc__b0") ...;
 *        struct ampc__c0 ampc__s0 = {.none = 0, .m0 = n, .m1 = ampc__share1(v)};
 *        ampc__future_then_body(ampc__f0, ampc__x0, &ampc__s0, sizeof ampc__s0, "f.ampc", 3); })
 *
 * The second name of the function is what makes its address that of an ordinary one: for the first
 * gcc would make a trampoline on the stack of the function around, unless it optimises, and that is
 * gone when the continuation runs. */

static void print_members(struct host *h, const struct launch *l, int number, struct buf *out)
{
    buf_printf(out, "struct ampc__c%d { char none; ", number);
    for (int i = 0; i < l->captures.n; i++)
        buf_printf(out, "__typeof__(%s) m%d; ", host_name(h, l->captures.at[i].symbol), i);
    buf_add(out, "}; ");
}

/* The values, from the variables of the function around. */
static const char *values(struct host *h, const struct launch *l, int number)
{
    const char *list = "", *arrays = "";
    for (int i = 0; i < l->captures.n; i++) {
        const struct symbol *v = l->captures.at[i].symbol;
        const char *name = host_name(h, v);
        if (v->type->kind == TYPE_ARRAY)
            arrays = host_text(h,
                               "%s__builtin_memcpy((void *)ampc__s%d.m%d, (const void *)%s, "
                               "sizeof ampc__s%d.m%d); ",
                               arrays, number, i, name, number, i);
        else if (host_is_view(v->type))
            list = host_text(h, "%s, .m%d = ampc__share%d(%s)", list, i, v->type->rank, name);
        else
            list = host_text(h, "%s, .m%d = %s", list, i, name);
    }
    return host_text(h, "struct ampc__c%d ampc__s%d = {.none = 0%s}; %s", number, number, list,
                     arrays);
}

/* What the body works on; from here on the captured variables have other names. */
static void print_locals(struct host *h, const struct launch *l, int number, struct buf *out)
{
    buf_printf(out, "struct ampc__c%d *ampc__k%d = ampc__p%d; (void)ampc__k%d; ", number, number,
               number, number);
    for (int i = 0; i < l->captures.n; i++) {
        const struct symbol *v = l->captures.at[i].symbol;
        struct host_owned own = {v, host_text(h, "ampc__k%d->m%d", number, i)};
        if (host_is_view(v->type)) {
            own.name = host_text(h, "ampc__v%d_%d", number, i);
            buf_printf(out, "ampc_view%d %s%s = ampc__k%d->m%d; ", v->type->rank, own.name,
                       host_cleanup(h, v->type), number, i);
        }
        vec_push(&h->c->arena, &h->owned, own);
    }
    buf_printf(out, "if (!ampc__r%d) return; ", number);
}

static void host_body(struct host *h, struct lambda *lambda)
{
    struct buf temps = h->temps;
    const struct expr *discarded = h->discarded;
    bool full = h->full;
    h->temps = (struct buf){0};
    h->full = false;
    h->discarded = NULL;
    host_lambda_jumps(h, lambda);
    host_stmt(h, lambda->body);
    buf_free(&h->temps);
    h->temps = temps;
    h->full = full;
    h->discarded = discarded;
}

void host_continuation(struct host *h, struct expr *e, struct expr *member)
{
    const struct launch *l = e->launch;
    struct lambda *lambda = l->lambda;
    int number = h->number++, owned = h->owned.n;
    struct buf head = {0};
    const char *tail =
        host_text(h,
                  " } extern void ampc__x%d(void *, int) __asm__(\"ampc__b%d\") "
                  "__attribute__((__visibility__(\"hidden\"))); %s"
                  "ampc__future_then_body(ampc__f%d, ampc__x%d, &ampc__s%d, sizeof ampc__s%d, "
                  "%s); })",
                  number, number, values(h, l, number), number, number, number, number,
                  host_where(h, e->loc));
    buf_add(&head, "); ");
    print_members(h, l, number, &head);
    buf_printf(&head,
               "auto void ampc__b%d(void *, int) __asm__(\"ampc__b%d\") __attribute__((__used__)); "
               "void ampc__b%d(void *ampc__p%d, int ampc__r%d) { ",
               number, number, number, number, number);
    print_locals(h, l, number, &head);
    const char *text = host_text(h, "%s", head.at);
    buf_free(&head);
    /* The object first: it belongs to the function around. */
    int kept = h->owned.n;
    h->owned.n = owned;
    host_object(h, e, member, host_text(h, "__extension__ ({ ampc_future ampc__f%d = (", number),
                text, lambda->body->loc.begin);
    h->owned.n = kept;
    host_body(h, lambda);
    h->owned.n = owned;
    host_after(h, lambda->body->loc.end, e->loc.end, tail);
}
