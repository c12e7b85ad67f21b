/* host_view.c - views and arrays in host text: constructors, assignments, temporaries and who owns
 * their shares. */
#include "codegen/host/host.h"
#include "common/number.h"

const char *host_cleanup(struct host *h, const struct type *t)
{
    return host_text(h, " __attribute__((__cleanup__(ampc__release%d)))", t->rank);
}

/* ---- constructors ---- */

/* Bytes of the C array that the source is or points to; 0: it points to an element. */
static long long array_bytes(const struct expr *source)
{
    const struct type *t = source->type;
    if (t->kind == TYPE_POINTER)
        t = t->base;
    return t->kind == TYPE_ARRAY && t->size > 0 ? t->size : 0;
}

/* '(ampc_index2){{4, 5}}' of the C array that the source is or points to; for rank 1 all its
 * elements. */
static const char *array_extents(struct host *h, const struct type *t, const struct expr *source)
{
    const struct type *a = source->type->kind == TYPE_ARRAY ? source->type : source->type->base;
    long long all = 1;
    const char *text = "";
    for (int k = 0; k < t->rank && t->fixed; k++)
        text = host_text(h, "%s%s%d", text, k ? ", " : "", t->fixed[k]);
    if (t->fixed)
        return host_text(h, "(ampc_index%d){{%s}}", t->rank, text);
    for (; a->kind == TYPE_ARRAY; a = a->base) {
        text = host_text(h, "%s%s%lld", text, *text ? ", " : "", a->length);
        all = number_product(all, a->length);
    }
    if (t->rank == 1)
        text = host_text(h, "%lld", all);
    return host_text(h, "(ampc_index%d){{%s}}", t->rank, text);
}

/* An argument of a constructor; in a declaration each is a full expression. */
static void host_argument(struct host *h, struct expr *e)
{
    if (h->full)
        host_expr(h, e, HOST_READ);
    else
        host_full(h, e);
}

static const char *flags_text(const struct type *t)
{
    return t->base->quals & QUAL_CONST ? "AMPC_VIEW_CONST" : "0";
}

/* The arguments of ampc__viewN and ampc__arrayN: n that are the extent, 'size', perhaps a source,
 * and for an array perhaps accelerator_views. */
struct view_arguments {
    int n, args;
    const struct expr *source;
    bool range; /* the source's begin and end */
    const char *size;
};

static struct view_arguments view_arguments(struct host *h, const struct type *t,
                                            const expr_vec *args, bool sizes, struct loc whole)
{
    struct view_arguments p = {.n = sizes ? t->rank : 1, .args = args->n};
    if (args->n > p.n && args->at[p.n]->type->kind != TYPE_AMP)
        p.source = args->at[p.n];
    p.range = args->n > p.n + 1 && args->at[p.n + 1]->type->kind != TYPE_AMP;
    p.size = host_text(h, "%s, sizeof(%s), ", sizes ? "}}" : "", host_element_type(h, t, whole));
    return p;
}

/* The text behind argument i, which is not the last one. */
static const char *argument_between(struct host *h, const struct view_arguments *p, int i)
{
    if (i + 1 == p->n)
        return p->source ? p->size : host_text(h, "%s0, 0ul, ", p->size);
    if (p->source && i == p->n && !p->range)
        return host_text(h, ", %lldul, ", amp_source_bytes(p->source));
    return ", ";
}

/* The text behind the accelerator_views of an array, of which there are so many. */
static const char *placed_end(struct host *h, int views, struct loc whole)
{
    return host_text(h, ", %s%s, %s)",
                     views == 0   ? "0, 0, "
                     : views == 1 ? "0, "
                                  : "",
                     views == 2 ? "AMPC_VIEW_STAGING" : "0", host_where(h, whole));
}

/* The text behind the last argument. */
static const char *argument_end(struct host *h, const struct type *t,
                                const struct view_arguments *p, struct loc whole)
{
    int views = p->args - p->n - (p->source != NULL) - p->range;
    const char *text = p->args == p->n ? host_text(h, "%s0, 0ul", p->size) : "";
    if (p->source && !views && !p->range)
        text = host_text(h, ", %lldul", amp_source_bytes(p->source));
    if (!host_is_array(t))
        return host_text(h, "%s, %s, %s)", text, flags_text(t), host_where(h, whole));
    return host_text(h, "%s%s", text, placed_end(h, views, whole));
}

static void construct_over(struct host *h, const struct type *t, const expr_vec *args,
                           struct loc whole, const char *prefix, bool sizes)
{
    struct view_arguments p = view_arguments(h, t, args, sizes, whole);
    host_before(h, whole.begin, args->at[0]->loc.begin,
                host_text(h, "%sampc__%s%d(%s", prefix,
                          p.range            ? "array_range"
                          : host_is_array(t) ? "array"
                                             : "view",
                          t->rank, sizes ? host_text(h, "(ampc_index%d){{", t->rank) : ""));
    for (int i = 0; i < args->n; i++) {
        host_argument(h, args->at[i]);
        if (i + 1 < args->n)
            edit_replace(&h->e, args->at[i]->loc.end, args->at[i + 1]->loc.begin,
                         argument_between(h, &p, i));
    }
    host_after(h, args->at[args->n - 1]->loc.end, whole.end, argument_end(h, t, &p, whole));
}

/* A texture's arguments, in their order, with what stands for those that are missing. */
static void construct_texture(struct host *h, const struct type *t, const expr_vec *args,
                              struct loc whole, const char *prefix)
{
    static const char *const words[] = {"NONE", "INT", "UINT", "FLOAT", "NORM", "UNORM", "DOUBLE"};
    struct texture_arguments p = texture_arguments(t, args);
    const int slots[] = {p.source, p.bytes, p.end, p.bits, p.view, p.associated};
    enum { SLOTS = sizeof slots / sizeof *slots };
    bool sizes = args->at[0]->type->kind != TYPE_AMP;
    int n = p.extents, channels;
    host_before(h, whole.begin, args->at[0]->loc.begin,
                host_text(h, "%sampc__texture%d(%s", prefix, t->rank,
                          sizes ? host_text(h, "(ampc_index%d){{", t->rank) : ""));
    for (int i = 0; i < n; i++) {
        host_argument(h, args->at[i]);
        if (i + 1 < n)
            edit_replace(&h->e, args->at[i]->loc.end, args->at[i + 1]->loc.begin, ", ");
    }
    unsigned at = args->at[n - 1]->loc.end;
    enum texel texel = texel_of(t->base, &channels);
    const char *text = host_text(h, "%s, sizeof(%s), AMPC__TEXEL_%s", sizes ? "}}" : "",
                                 host_element_type(h, t, whole), words[texel]);
    for (int i = 0; i < SLOTS; i++) {
        if (slots[i] < 0) {
            text = host_text(h, "%s, %s", text,
                             i == 1 && p.source >= 0 && p.end < 0
                                 ? host_text(h, "%lldul", amp_source_bytes(args->at[p.source]))
                             : i == 1 ? "0ul"
                                      : "0");
            continue;
        }
        struct expr *arg = args->at[slots[i]];
        host_before(h, at, arg->loc.begin, host_text(h, "%s, ", text));
        host_argument(h, arg);
        at = arg->loc.end;
        text = "";
    }
    host_after(h, at, whole.end,
               host_text(h, "%s, %s, %s)", text, p.associated >= 0 ? "AMPC_VIEW_STAGING" : "0",
                         host_where(h, whole)));
}

/* array<T, N> a(b, accelerator_view) */
static void construct_clone(struct host *h, const struct type *t, const expr_vec *args,
                            struct loc whole, const char *prefix)
{
    host_before(h, whole.begin, args->at[0]->loc.begin,
                host_text(h, "%sampc__clone_on%d(", prefix, t->rank));
    for (int i = 0; i < args->n; i++) {
        host_argument(h, args->at[i]);
        if (i + 1 < args->n)
            edit_replace(&h->e, args->at[i]->loc.end, args->at[i + 1]->loc.begin, ", ");
    }
    host_after(h, args->at[args->n - 1]->loc.end, whole.end, placed_end(h, args->n - 1, whole));
}

static void construct_from_array(struct host *h, const struct type *t, struct expr *source,
                                 struct loc whole, const char *prefix)
{
    host_before(h, whole.begin, source->loc.begin,
                host_text(h, "%sampc__view%d(%s, sizeof(%s), ", prefix, t->rank,
                          array_extents(h, t, source), host_element_type(h, t, whole)));
    host_argument(h, source);
    host_after(h, source->loc.end, whole.end,
               host_text(h, ", %lldul, %s, %s)", array_bytes(source), flags_text(t),
                         host_where(h, whole)));
}

void host_construct_view(struct host *h, const struct type *t, const expr_vec *args,
                         struct loc whole, const char *prefix)
{
    enum amp_construct_form form = amp_construct_form(t, args);
    switch (form) {
    case CONSTRUCT_EMPTY:
        edit_replace(&h->e, whole.begin, whole.end, host_text(h, "%s{0}", prefix));
        break;
    case CONSTRUCT_COPY:
        if (args->n > 1) {
            construct_clone(h, t, args, whole, prefix);
            break;
        }
        host_before(h, whole.begin, args->at[0]->loc.begin, prefix);
        if (h->full)
            host_view(h, args->at[0], HOST_TAKE);
        else
            host_full_view(h, args->at[0]);
        host_after(h, args->at[0]->loc.end, whole.end, "");
        break;
    case CONSTRUCT_VIEW_ARRAY:
        construct_from_array(h, t, args->at[0], whole, prefix);
        break;
    case CONSTRUCT_VIEW_SIZES:
    case CONSTRUCT_VIEW_EXTENT:
        if (t->texture)
            construct_texture(h, t, args, whole, prefix);
        else
            construct_over(h, t, args, whole, prefix, form == CONSTRUCT_VIEW_SIZES);
        break;
    case CONSTRUCT_COMPONENTS:
        break;
    }
}

/* array_view<int>(n, p) as an expression: the value owns a share. */
static void construct_expression(struct host *h, struct expr *e)
{
    if (!e->spec && e->args.n == 0)
        return; /* a zero in an initialiser list is plain C */
    const char *prefix = e->args.n ? "" : host_text(h, "(ampc_view%d)", e->type->rank);
    host_construct_view(h, e->type, &e->args, e->loc, prefix);
}

/* ---- values ---- */

/* A view that an expression makes is kept in a temporary of the full expression, and becomes an
 * lvalue. */
static void host_temporary(struct host *h, struct expr *e)
{
    if (!h->full) {
        host_unsupported(h, e->loc, "a temporary view here");
        return;
    }
    int rank = e->type->rank;
    const char *name = host_text(h, "ampc__t%d", h->number++);
    bool used = h->discarded != e;
    buf_printf(&h->temps, "ampc_view%d %s%s = {}; ", rank, name, host_cleanup(h, e->type));
    edit_open(&h->e, e->loc.begin, host_text(h, used ? "(*(%s = " : "%s = ", name));
    if (e->kind == EXPR_CONSTRUCT)
        construct_expression(h, e);
    else
        host_plain(h, e, HOST_READ);
    if (used)
        edit_close(&h->e, e->loc.end, host_text(h, ", &%s))", name));
}

/* a = b: b's share is added before a's goes; elements are copied to an array. The result is a. */
static void host_assign(struct host *h, struct expr *e)
{
    int rank = e->type->rank;
    bool array = host_is_array(e->type);
    const char *function = array ? "ampc__array_assign" : "ampc__view_assign";
    const char *where = array ? host_text(h, ", %s", host_where(h, e->loc)) : "";
    if (h->discarded == e) {
        edit_open(&h->e, e->loc.begin, host_text(h, "%s(&(", function));
        host_view(h, e->a, HOST_BORROW);
        edit_replace(&h->e, e->a->loc.end, e->b->loc.begin, ").v, &(");
        host_view(h, e->b, HOST_BORROW);
        edit_close(&h->e, e->loc.end, host_text(h, ").v, sizeof(ampc_view%d)%s)", rank, where));
        return;
    }
    const char *name = host_text(h, "ampc__t%d", h->number++);
    edit_open(&h->e, e->loc.begin,
              host_text(h, "(*__extension__ ({ ampc_view%d *const %s = &(", rank, name));
    host_view(h, e->a, HOST_BORROW);
    edit_replace(&h->e, e->a->loc.end, e->b->loc.begin,
                 host_text(h, "); %s(&%s->v, &(", function, name));
    host_view(h, e->b, HOST_BORROW);
    edit_close(&h->e, e->loc.end, host_text(h, ").v, sizeof *%s%s); %s; }))", name, where, name));
}

/* A choice between two lvalues, which is an lvalue. */
static void borrow_choice(struct host *h, struct expr *e)
{
    edit_open(&h->e, e->loc.begin, "(*(");
    host_expr(h, e->a, HOST_READ);
    edit_open(&h->e, e->b->loc.begin, "&(");
    host_view(h, e->b, HOST_BORROW);
    edit_close(&h->e, e->b->loc.end, ")");
    edit_open(&h->e, e->c->loc.begin, "&(");
    host_view(h, e->c, HOST_BORROW);
    edit_close(&h->e, e->c->loc.end, ")");
    edit_close(&h->e, e->loc.end, "))");
}

static void borrow_second(struct host *h, struct expr *e)
{
    edit_open(&h->e, e->loc.begin, "(*(");
    host_expr(h, e->a, HOST_READ);
    edit_open(&h->e, e->b->loc.begin, "&(");
    host_view(h, e->b, HOST_BORROW);
    edit_close(&h->e, e->b->loc.end, ")");
    edit_close(&h->e, e->loc.end, "))");
}

static bool makes_view(const struct expr *e)
{
    return (e->kind == EXPR_CALL && e->amp == AMP_NONE) || e->kind == EXPR_STMT ||
           (e->kind == EXPR_CONSTRUCT &&
            (host_is_array(e->type) || amp_construct_form(e->type, &e->args) != CONSTRUCT_COPY));
}

static void host_borrow(struct host *h, struct expr *e)
{
    if (amp_is_subview(e)) {
        bool used = h->discarded != e;
        if (used)
            edit_open(&h->e, e->loc.begin, host_text(h, "(*(ampc_view%d[1]){", e->type->rank));
        host_subview(h, e);
        if (used)
            edit_close(&h->e, e->loc.end, "})");
        return;
    }
    switch (e->kind) {
    case EXPR_PAREN:
    case EXPR_CONVERT:
        if (h->discarded == e)
            h->discarded = e->a;
        host_view(h, e->a, HOST_BORROW);
        break;
    case EXPR_CAST:
        host_before(h, e->loc.begin, e->a->loc.begin, "");
        host_view(h, e->a, HOST_BORROW);
        break;
    case EXPR_COND:
        borrow_choice(h, e);
        break;
    case EXPR_BINARY:
        borrow_second(h, e);
        break;
    case EXPR_ASSIGN:
        host_assign(h, e);
        break;
    case EXPR_CALL:
    case EXPR_STMT:
        host_temporary(h, e);
        break;
    case EXPR_CONSTRUCT:
        if (makes_view(e)) {
            host_temporary(h, e);
        } else { /* a copy that is not kept is the view itself */
            host_before(h, e->loc.begin, e->args.at[0]->loc.begin, "");
            host_view(h, e->args.at[0], HOST_BORROW);
            host_after(h, e->args.at[0]->loc.end, e->loc.end, "");
        }
        break;
    case EXPR_NAME:
    case EXPR_UNARY:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_SUBSCRIPT:
        host_plain(h, e, HOST_READ);
        break;
    case EXPR_ERROR: /* no views, or unknown ones */
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_HOST_ONLY:
        host_unsupported(h, e->loc, "a view as the value of this expression");
        break;
    }
}

/* A view value that is only read, or of which subviews are made. */
static void host_value(struct host *h, struct expr *e)
{
    if (e->kind == EXPR_PAREN || e->kind == EXPR_CONVERT) {
        host_value(h, e->a);
    } else if (amp_is_subview(e)) {
        host_subview(h, e);
    } else if (e->kind == EXPR_COND) {
        host_expr(h, e->a, HOST_READ);
        host_value(h, e->b);
        host_value(h, e->c);
    } else {
        host_borrow(h, e);
    }
}

/* An array that is initialised takes a copy of the elements. */
static void take_array(struct host *h, struct expr *e)
{
    if (e->kind == EXPR_STMT) {
        host_plain(h, e, HOST_READ);
        return;
    }
    if (makes_view(e)) {
        construct_expression(h, e);
        return;
    }
    edit_open(&h->e, e->loc.begin, host_text(h, "ampc__clone%d(", e->type->rank));
    host_value(h, e);
    edit_close(&h->e, e->loc.end, host_text(h, ", %s)", host_where(h, e->loc)));
}

static void take_share(struct host *h, struct expr *e)
{
    edit_open(&h->e, e->loc.begin, host_text(h, "ampc__share%d(", e->type->rank));
    host_value(h, e);
    edit_close(&h->e, e->loc.end, ")");
}

static void host_take(struct host *h, struct expr *e)
{
    if (host_is_array(e->type)) {
        take_array(h, e);
    } else if (e->kind == EXPR_CONVERT && host_is_array(e->a->type)) {
        take_share(h, e->a);
    } else if (e->kind == EXPR_PAREN || e->kind == EXPR_CONVERT) {
        host_view(h, e->a, HOST_TAKE);
    } else if (e->kind == EXPR_CAST) {
        host_before(h, e->loc.begin, e->a->loc.begin, "");
        host_view(h, e->a, HOST_TAKE);
    } else if (e->kind == EXPR_COND) {
        host_expr(h, e->a, HOST_READ);
        host_view(h, e->b, HOST_TAKE);
        host_view(h, e->c, HOST_TAKE);
    } else if (e->kind == EXPR_BINARY) {
        host_expr(h, e->a, HOST_READ);
        host_view(h, e->b, HOST_TAKE);
    } else if (makes_view(e) && e->kind != EXPR_CONSTRUCT) {
        host_plain(h, e, HOST_READ);
    } else if (makes_view(e)) {
        construct_expression(h, e);
    } else {
        take_share(h, e);
    }
}

void host_view(struct host *h, struct expr *e, enum host_share share)
{
    if (share == HOST_TAKE)
        host_take(h, e);
    else if (share == HOST_VALUE)
        host_value(h, e);
    else
        host_borrow(h, e);
}

void host_view_method(struct host *h, struct expr *e, struct expr *member, const char *before,
                      const char *after)
{
    struct expr *object = member->a;
    bool arrow = member->kind == EXPR_ARROW;
    host_before(h, e->loc.begin, object->loc.begin, arrow ? host_text(h, "%s*(", before) : before);
    host_expr(h, object, HOST_READ);
    host_after(h, object->loc.end, e->loc.end, arrow ? host_text(h, ")%s", after) : after);
}
