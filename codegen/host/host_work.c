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

/* A captured number; a component of a captured view's extent. */
static void print_value(struct work_text *t, const struct symbol *s)
{
    buf_printf(t->out, "*(const %s *)a[%d]", type_text(t->h->c, type_unqualified(t->h->c, s->type)),
               argument_of(t, s));
}

static void print_extent(struct work_text *t, const struct expr *e)
{
    const struct symbol *view = expr_strip(expr_strip(e->a)->a)->symbol;

    buf_printf(t->out, "((const ampc_view%d *)a[%d])->extent[%lld]", view->type->rank,
               argument_of(t, view), e->b->value);
}

/* A number of struct work_rounds. */
static void print_bound(struct work_text *t, const struct expr *e)
{
    e = expr_strip(e);
    if (e->constant) {
        buf_printf(t->out, "%lld.0", e->value);
    } else if (e->kind == EXPR_NAME) {
        const struct expr *value = work_value(t->l, e->symbol);
        buf_add(t->out, value ? "" : "(double)");
        if (value)
            print_bound(t, value);
        else
            print_value(t, e->symbol);
    } else if (e->kind == EXPR_UNARY) {
        buf_add(t->out, "-(");
        print_bound(t, e->a);
        buf_add(t->out, ")");
    } else if (e->kind == EXPR_SUBSCRIPT) {
        buf_add(t->out, "(double)");
        print_extent(t, e);
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

/* A product as a number of 64 bits: 0 unless all of it is positive and it is an int. */
static void print_product(struct work_text *t, const struct launch_product *p)
{
    for (int i = 0; i < p->n; i++)
        buf_add(t->out, "ampc__product(");
    buf_printf(t->out, "%lld", p->times);
    for (int i = 0; i < p->n; i++) {
        const struct expr *e = expr_strip(p->factors[i]);
        buf_add(t->out, ", (ampc__wide)");
        if (e->kind == EXPR_SUBSCRIPT)
            print_extent(t, e);
        else
            print_value(t, e->symbol);
        buf_add(t->out, ")");
    }
}

bool host_steps(struct host *h, const struct launch *l, struct buf *out)
{
    struct buf text = {0};
    struct work_text t = {h, l, &h->kernels->launches[l->number].args, &text, false};
    const struct launch_flat *f = l->flat;

    if (!f)
        return false;
    for (int k = 0; k < LAUNCH_STEPS; k++) {
        buf_printf(&text, "    to[%d] = ", k);
        print_product(&t, f->steps[k].times ? &f->steps[k] : &f->steps[0]);
        buf_add(&text, ";\n");
    }
    buf_printf(&text, "    to[%d] = ", LAUNCH_STEPS);
    if (f->end.times)
        print_product(&t, &f->end);
    else
        buf_add(&text, "2147483647");
    if (!t.failed)
        buf_printf(out,
                   "static void ampc__steps%d(const void *const *a, ampc__wide *to)\n{\n"
                   "    (void)a;\n%s;\n}\n",
                   l->number, text.at);
    buf_free(&text);
    return !t.failed;
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
