/* host_work.c - what sema/analysis/work.h counts, as functions of a launch's arguments: the
 * floating-point operations of a kernel's threads, for AMPC_REPORT, and how often loops that name
 * elements run, for the choice of the kernel's text.
 *
 * Example: `static double ampc__work0(const int *e, const void *const *a) { return 2.0 *
 * ampc__rounds(0, (*(const int *)a[0]), 1); }`. */
#include "sema/analysis/work.h"

#include "codegen/host/host.h"

/* What the text of one kernel is made with. */
struct work_text {
    struct host *h;
    const struct launch *l;
    const kernel_arg_vec *args;
    struct buf *out;
    bool failed; /* something is no argument of the kernel */
};

static int argument_of(struct work_text *t, const struct symbol *s)
{
    for (int i = 0; i < t->args->n; i++)
        if (t->args->at[i].symbol == s && !*t->args->at[i].path && !t->args->at[i].group)
            return i;
    t->failed = true;
    return 0;
}

/* A number of struct work_rounds. */
static void print_bound(struct work_text *t, const struct expr *e)
{
    e = expr_strip(e);
    if (e->constant) {
        buf_printf(t->out, "%lld.0", e->value);
    } else if (e->kind == EXPR_NAME) {
        const struct expr *value = work_value(t->l, e->symbol);
        if (value)
            print_bound(t, value);
        else
            buf_printf(t->out, "(double)*(const %s *)a[%d]",
                       type_text(t->h->c, type_unqualified(t->h->c, e->symbol->type)),
                       argument_of(t, e->symbol));
    } else if (e->kind == EXPR_SUBSCRIPT) {
        const struct symbol *view = expr_strip(expr_strip(e->a)->a)->symbol;
        buf_printf(t->out, "(double)((const ampc_view%d *)a[%d])->extent[%lld]", view->type->rank,
                   argument_of(t, view), e->b->value);
    } else {
        /* An integer's quotient; the others are exact in a double. */
        buf_add(t->out, e->op == OP_DIV ? "(double)(ampc__wide)(" : "(");
        print_bound(t, e->a);
        buf_add(t->out, e->op == OP_ADD   ? " + "
                        : e->op == OP_SUB ? " - "
                        : e->op == OP_MUL ? " * "
                                          : " / ");
        print_bound(t, e->b);
        buf_add(t->out, ")");
    }
}

static void print_rounds(struct work_text *t, const struct work_rounds *r)
{
    buf_add(t->out, " * ampc__rounds(");
    print_bound(t, r->from);
    buf_add(t->out, ", ");
    print_bound(t, r->to);
    buf_printf(t->out, "%s, %lld)", !r->closed ? "" : r->step > 0 ? " + 1" : " - 1", r->step);
}

static void print_sum(struct work_text *t, const struct work *w)
{
    buf_add(t->out, "0");
    for (int i = 0; i < w->terms.n; i++) {
        buf_printf(t->out, " + %lld.0", w->terms.at[i].operations);
        for (const struct work_rounds *r = w->terms.at[i].loops; r; r = r->outer)
            print_rounds(t, r);
    }
}

/* `n += elements that are named; m += the same, were it in one round of the innermost loop`. */
static void print_mean(struct work_text *t, const struct work *w)
{
    for (int i = 0; i < w->terms.n; i++) {
        buf_printf(t->out, "    k = %lld.0", w->terms.at[i].operations);
        for (const struct work_rounds *r = w->terms.at[i].loops->outer; r; r = r->outer)
            print_rounds(t, r);
        buf_add(t->out, ";\n    m += k;\n    n += k");
        print_rounds(t, w->terms.at[i].loops);
        buf_add(t->out, ";\n");
    }
}

bool host_rounds(struct host *h, const struct launch *l, struct buf *out)
{
    struct buf text = {0};
    struct work_text t = {h, l, &h->kernels->launches[l->number].args, &text, false};
    struct work w;

    work_elements(h->c, l, &w);
    if (!w.unknown)
        print_mean(&t, &w);
    bool known = !w.unknown && !t.failed && w.terms.n;
    if (known)
        buf_printf(out,
                   "static double ampc__mean%d(const int *e, const void *const *a)\n{\n"
                   "    double k, m = 0, n = 0;\n    (void)e;\n    (void)a;\n%s"
                   "    return m > 0 ? n / m : 0;\n}\n",
                   l->number, text.at);
    buf_free(&text);
    return known;
}

void host_work(struct host *h, const struct launch *l, struct work *w, struct buf *out)
{
    struct buf sum = {0};
    struct work_text t = {h, l, &h->kernels->launches[l->number].args, &sum, false};

    work_count(h->c, l, w);
    if (!w->unknown)
        print_sum(&t, w);
    if (t.failed) {
        w->unknown = "the rounds of a loop are not among the kernel's arguments";
        w->loc = l->call->loc;
    }
    if (!w->unknown)
        buf_printf(out,
                   "static double ampc__work%d(const int *e, const void *const *a) "
                   "{ (void)e; (void)a; return %s; }\n",
                   l->number, sum.at);
    buf_free(&sum);
}
