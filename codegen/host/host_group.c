/* host_group.c - structs and C arrays that hold views: tables of their offsets, guards that
 * release them, copies. */
#include "codegen/host/host.h"
#include "runtime/ampc_gen.h"

typedef VEC(long long) offset_vec;

bool host_holds_views(const struct type *t)
{
    return t && type_holds_views(t);
}

/* Offsets of the views in an object at 'at'; unions have none: they are reported where they are
 * defined. */
static void collect(struct host *h, const struct type *t, long long at, offset_vec *out)
{
    if (host_is_view(t))
        vec_push(&h->c->arena, out, at | (host_is_array(t) ? AMPC__HELD_ARRAY : 0));
    else if (t->kind == TYPE_ARRAY)
        for (long long i = 0; type_views(t) > 0 && i < t->length; i++)
            collect(h, t->base, at + i * t->base->size, out);
    else if (t->kind == TYPE_RECORD && !t->record->is_union && type_views(t) > 0)
        for (int i = 0; i < t->record->members.n; i++)
            collect(h, t->record->members.at[i].type, at + t->record->members.at[i].offset, out);
}

const char *host_group(struct host *h, const struct type *t)
{
    int number = 0;
    while (number < h->groups.n && !type_same_unqualified(h->groups.at[number], t))
        number++;
    if (number == h->groups.n)
        vec_push(&h->c->arena, &h->groups, t);
    return host_text(h, "ampc__views%d", number);
}

const char *host_group_tables(struct host *h)
{
    const char *text = "";
    for (int i = 0; i < h->groups.n; i++) {
        offset_vec offsets = {0};
        struct buf b = {0};
        collect(h, h->groups.at[i], 0, &offsets);
        buf_printf(&b, "static const ampc_size ampc__views%d[] = {%d", i, offsets.n);
        for (int k = 0; k < offsets.n; k++)
            buf_printf(&b, ", %lld", offsets.at[k]);
        text = host_text(h, "%s%s}; ", text, b.at);
        buf_free(&b);
    }
    return host_text(h, "%s%s", text, host_static_tables(h));
}

const char *host_guard(struct host *h, const struct type *t, const char *name)
{
    return host_text(
        h,
        "ampc__guard ampc__g%d __attribute__((__cleanup__(ampc__guard_end), __unused__)) = "
        "{(void *)&%s, %s};",
        h->number++, name, host_group(h, t));
}

/* ---- values ---- */

const char *host_group_type(struct host *h, const struct type *t, struct loc loc,
                            const char *declarator)
{
    host_name_record(h, t, loc);
    return type_c(h->c, type_unqualified(h->c, (struct type *)t), declarator);
}

/* A value that an expression makes is kept in a temporary of the full expression. */
static void group_temporary(struct host *h, struct expr *e)
{
    const char *name = host_text(h, "ampc__t%d", h->number++);
    bool used = h->discarded != e;
    if (!h->full) {
        host_unsupported(h, e->loc, "a temporary structure with views here");
        return;
    }
    buf_printf(&h->temps, "%s = {}; %s ", host_group_type(h, e->type, e->loc, name),
               host_guard(h, e->type, name));
    if (e->type->kind == TYPE_ARRAY) {
        edit_open(&h->e, e->loc.begin,
                  host_text(h, "(*(__typeof__(%s) *)__builtin_memcpy(&%s, &", name, name));
        host_plain(h, e, HOST_READ);
        edit_close(&h->e, e->loc.end, host_text(h, ", sizeof %s))", name));
        return;
    }
    edit_open(&h->e, e->loc.begin, host_text(h, used ? "(*(%s = " : "%s = ", name));
    host_plain(h, e, HOST_READ);
    if (used)
        edit_close(&h->e, e->loc.end, host_text(h, ", &%s))", name));
}

/* &e; for a value that is no object, the address of a borrowed copy. */
static void group_address(struct host *h, struct expr *e)
{
    enum expr_kind kind = expr_unparen(e)->kind;
    if (kind != EXPR_COND && kind != EXPR_BINARY) {
        edit_open(&h->e, e->loc.begin, "&(");
        host_grouped(h, e, HOST_BORROW, HOST_READ);
        edit_close(&h->e, e->loc.end, ")");
        return;
    }
    edit_open(&h->e, e->loc.begin,
              host_text(h, "(%s){", host_group_type(h, e->type, e->loc, "[1]")));
    host_grouped(h, e, HOST_BORROW, HOST_READ);
    edit_close(&h->e, e->loc.end, "}");
}

static void group_assign(struct host *h, struct expr *e)
{
    bool used = h->discarded != e;
    const char *open = used ? host_text(h, "(*(%s)", host_group_type(h, e->type, e->loc, "*")) : "";
    edit_open(&h->e, e->loc.begin, host_text(h, "%sampc__views_assign(&(", open));
    host_expr(h, e->a, HOST_WRITE);
    edit_replace(&h->e, e->a->loc.end, e->b->loc.begin, "), ");
    group_address(h, e->b);
    edit_close(
        &h->e, e->loc.end,
        host_text(h, ", %lld, %s)%s", e->type->size, host_group(h, e->type), used ? ")" : ""));
}

static bool makes_group(const struct expr *e)
{
    return (e->kind == EXPR_CALL && e->amp == AMP_NONE) || e->kind == EXPR_COMPOUND ||
           e->kind == EXPR_STMT;
}

static void group_take(struct host *h, struct expr *e)
{
    if (makes_group(e)) {
        host_plain(h, e, HOST_READ);
        return;
    }
    bool copies = type_holds_arrays(e->type); /* arrays cannot be shared */
    const char *pointer = host_group_type(h, e->type, e->loc, "*");
    const char *room =
        copies ? host_text(h, "ampc__views_copy((void *)__extension__(%s){}, (const void *)",
                           host_group_type(h, e->type, e->loc, "[1]"))
               : "ampc__views_take((void *)";
    edit_open(&h->e, e->loc.begin, host_text(h, "(*(%s)%s", pointer, room));
    group_address(h, e);
    if (copies)
        edit_close(&h->e, e->loc.end, host_text(h, ", %lld", e->type->size));
    edit_close(&h->e, e->loc.end, host_text(h, ", %s))", host_group(h, e->type)));
}

void host_grouped(struct host *h, struct expr *e, enum host_share share, enum host_access access)
{
    bool whole = h->discarded == e;
    e = expr_unparen(e);
    if (whole)
        h->discarded = e;
    if (share == HOST_TAKE) {
        group_take(h, e);
        return;
    }
    switch (e->kind) {
    case EXPR_CALL:
    case EXPR_COMPOUND:
    case EXPR_STMT:
        if (access == HOST_WRITE && !h->in_args)
            diag(h->c, DIAG_unsupported, e->loc,
                 "the views of an unnamed object live to the end of the full expression: a pointer "
                 "to it can only be an argument; give the object a name");
        group_temporary(h, e);
        break;
    case EXPR_ASSIGN:
        group_assign(h, e);
        break;
    case EXPR_NAME:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_SUBSCRIPT:
    case EXPR_UNARY:
    case EXPR_COND:
    case EXPR_BINARY:
        host_plain(h, e, access);
        break;
    case EXPR_ERROR: /* no values of such a type, or ones that would have to be copied */
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_PAREN:
    case EXPR_CAST:
    case EXPR_CONVERT:
    case EXPR_GENERIC:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        host_unsupported(h, e->loc, "a structure with views as the value of this expression");
        break;
    }
}

/* ---- objects ---- */

/* The type without variable lengths: the element type of such an array. */
static const struct type *fixed(const struct type *t)
{
    const struct type *element = t;
    for (; t->kind == TYPE_ARRAY; t = t->base)
        if (t->length < 0)
            element = t->base;
    return element;
}

static void automatic_object(struct host *h, struct decl *d, struct init_declarator *one,
                             const struct symbol *v)
{
    const struct type *t = v->type, *element = fixed(t);
    if (one->init)
        host_init(h, one->init);
    else
        edit_close(&h->e, host_declarator_end(h, one->declarator),
                   element == t ? " = {0}" : host_cleared(h, v->name));
    edit_close(&h->e, d->loc.end, " ");
    edit_close(&h->e, d->loc.end,
               element == t
                   ? host_guard(h, t, v->name)
                   : host_text(h,
                               "ampc__elements ampc__g%d "
                               "__attribute__((__cleanup__(ampc__elements_end), __unused__)) = "
                               "{(char *)%s, sizeof %s, %lld, %s};",
                               h->number++, v->name, v->name, element->size,
                               host_group(h, element)));
}

void host_group_object(struct host *h, struct decl *d, struct init_declarator *one)
{
    const struct symbol *v = one->symbol;
    offset_vec offsets = {0};
    collect(h, v->type, 0, &offsets);
    if (offsets.n && v->type->size < 0)
        host_unsupported(h, one->declarator->loc, "an object with views of this size");
    else if (host_is_static(h, v))
        host_static_object(h, d, one);
    else
        automatic_object(h, d, one, v);
}
