/* host_amp.c - AMP operations in host text: index and extent arithmetic as compound literals and
 * calls, elements as lvalues made from checked addresses. */
#include "codegen/host/host.h"
#include "sema/types/pure.h"

#include <string.h>

/* ---- operands ---- */

/* An operand of index arithmetic; an int stands for all components. */
static void host_operand(struct host *h, struct expr *e, int rank)
{
    if (e->type->kind == TYPE_AMP) {
        host_expr(h, e, HOST_READ);
        return;
    }
    edit_open(&h->e, e->loc.begin, host_text(h, "ampc__all%d(", rank));
    host_expr(h, e, HOST_READ);
    edit_close(&h->e, e->loc.end, ")");
}

/* Replaces 'a op b' by: before, a, between, b, after. */
static void host_binary(struct host *h, struct expr *e, int rank, const char *before,
                        const char *between, const char *after)
{
    edit_open(&h->e, e->loc.begin, before);
    host_operand(h, e->a, rank);
    edit_replace(&h->e, e->a->loc.end, e->b->loc.begin, between);
    host_operand(h, e->b, rank);
    edit_close(&h->e, e->loc.end, after);
}

static const char *op_word(enum op op)
{
    if (op == OP_ADD || op == OP_PREINC || op == OP_POSTINC)
        return "add";
    if (op == OP_SUB || op == OP_PREDEC || op == OP_POSTDEC)
        return "sub";
    return op == OP_MUL ? "mul" : op == OP_DIV ? "div" : "mod";
}

static void host_compound(struct host *h, struct expr *e)
{
    int rank = e->a->type->rank;
    edit_open(&h->e, e->loc.begin, host_text(h, "ampc__%s_to%d(&(", op_word(e->op), rank));
    host_expr(h, e->a, HOST_WRITE);
    edit_replace(&h->e, e->a->loc.end, e->b->loc.begin, "), ");
    host_operand(h, e->b, rank);
    edit_close(&h->e, e->loc.end, ")");
}

static void host_step(struct host *h, struct expr *e)
{
    int rank = e->a->type->rank;
    bool post = e->op == OP_POSTINC || e->op == OP_POSTDEC;
    host_before(h, e->loc.begin, e->a->loc.begin,
                host_text(h, "ampc__%s_%s%d(&(", op_word(e->op), post ? "post" : "to", rank));
    host_expr(h, e->a, HOST_WRITE);
    host_after(h, e->a->loc.end, e->loc.end, host_text(h, "), ampc__all%d(1))", rank));
}

/* ---- members ---- */

void host_object(struct host *h, struct expr *e, struct expr *member, const char *before,
                 const char *after, unsigned end)
{
    struct expr *object = member->a;
    bool arrow = member->kind == EXPR_ARROW;
    host_before(h, e->loc.begin, object->loc.begin, arrow ? host_text(h, "%s(*", before) : before);
    host_expr(h, object, HOST_READ);
    host_after(h, object->loc.end, end, arrow ? host_text(h, ")%s", after) : after);
}

static void host_contains(struct host *h, struct expr *e, struct expr *member, int rank)
{
    struct expr *arg = e->args.at[0];
    host_object(h, e, member, host_text(h, "ampc__contains%d(", rank), ", ", arg->loc.begin);
    host_expr(h, arg, HOST_READ);
    host_after(h, arg->loc.end, e->loc.end, ")");
}

/* pad and truncate: rounds every component by its tile size. */
static void host_round(struct host *h, struct expr *e, struct expr *member, const struct type *t)
{
    const char *name = host_text(h, "ampc__t%d", h->number++);
    const char *tiles = "", *after = "; ";
    for (int k = 0; k < t->rank; k++)
        tiles = host_text(h, "%s%s%d", tiles, k ? ", " : "", t->tile[k]);
    if (e->amp == AMP_TILED_PAD) /* pad may fail, so its place is passed */
        after = host_text(h, "; ampc__extent_pad(%s.c, (const int[]){%s}, %d, %s); ", name, tiles,
                          t->rank, host_where(h, e->loc));
    for (int k = 0; k < t->rank && e->amp != AMP_TILED_PAD; k++)
        after = host_text(h, "%s%s.c[%d] = ampc__extent_truncate(%s.c[%d], %d); ", after, name, k,
                          name, k, t->tile[k]);
    host_object(h, e, member, host_text(h, "__extension__ ({ ampc_index%d %s = ", t->rank, name),
                host_text(h, "%s%s; })", after, name), e->loc.end);
}

/* The end of a compound literal with the tile's sizes. */
static const char *tile_text(struct host *h, const struct type *t)
{
    const char *text = "";
    for (int k = 0; k < t->rank; k++)
        text = host_text(h, "%s%s%d", text, k ? ", " : "", t->tile[k]);
    return host_text(h, "%s}})", text);
}

/* A member that is a constant, whatever the object: 'before' and 'value'. The object is still used,
 * and evaluated if it has side effects. */
static void host_constant(struct host *h, struct expr *e, struct expr *member, const char *before,
                          const char *value)
{
    bool pure = expr_is_pure(member->a);
    const char *after = host_text(h, ") + %s", value);
    if (pure) {
        before = host_text(h, "%s0 * (int)sizeof(", before);
    } else {
        after = host_text(h, "), %s%s)", before, value);
        before = "((void)(";
    }
    if (!pure && host_is_view(member->a->type))
        host_view_method(h, e, member, before, after);
    else
        host_object(h, e, member, before, after, e->loc.end);
}

static void host_data(struct host *h, struct expr *e, struct expr *member, const struct type *t)
{
    bool array = host_is_array(t);
    bool is_const = (array ? t->quals : t->base->quals) & QUAL_CONST;
    const char *pointer = type_c(h->c, e->type, "");
    host_view_method(
        h, e, member, host_text(h, "((%s)ampc__%s_data(&(", pointer, array ? "array" : "view"),
        host_text(h, ").v, %s, %s))", is_const ? "AMPC_READ" : "AMPC_READ | AMPC_WRITE",
                  host_where(h, e->loc)));
}

static void host_synchronizing(struct host *h, struct expr *e, struct expr *member,
                               const char *function)
{
    host_view_method(h, e, member, host_text(h, "%s(&(", function),
                     host_text(h, ").v, %s)", host_where(h, e->loc)));
}

static void host_synchronizing_to(struct host *h, struct expr *e, struct expr *member)
{
    struct expr *view = member->a, *queue = e->args.at[0];
    const char *async = e->type->kind == TYPE_VOID ? "" : "_async";
    const char *star = member->kind == EXPR_ARROW ? "*" : "";
    host_before(h, e->loc.begin, view->loc.begin,
                host_text(h, "ampc__view_synchronize_to%s(&(%s(", async, star));
    host_expr(h, view, HOST_READ);
    edit_replace(&h->e, view->loc.end, queue->loc.begin, ")).v, ");
    host_expr(h, queue, HOST_READ);
    host_after(h, queue->loc.end, e->loc.end, host_text(h, ", %s)", host_where(h, e->loc)));
}

/* A method with an argument that cc has to report: only the arguments are edited. */
static void host_unknown(struct host *h, struct expr *e)
{
    edit_replace(&h->e, e->loc.begin, e->args.at[0]->loc.begin, "(");
    for (int i = 0; i < e->args.n; i++)
        host_expr(h, e->args.at[i], HOST_READ);
}

/* A member or method of an AMP type. */
static void host_member(struct host *h, struct expr *e, struct expr *member)
{
    const struct type *t = member->a->type;
    if (member->kind == EXPR_ARROW)
        t = t->base;
    switch (e->amp) {
    case AMP_RANK:
    case AMP_TILE_DIMS:
        host_constant(h, e, member, "(", host_text(h, "%lld)", e->value));
        break;
    case AMP_TILE_EXTENT:
        host_constant(h, e, member, host_text(h, "((ampc_index%d){{", t->rank), tile_text(h, t));
        break;
    case AMP_EXTENT_SIZE:
        host_object(h, e, member, host_text(h, "ampc__size%d(", t->rank), ")", e->loc.end);
        break;
    case AMP_EXTENT_CONTAINS:
        host_contains(h, e, member, t->rank);
        break;
    case AMP_EXTENT_TILE:
        host_object(h, e, member, "", "", e->loc.end);
        break;
    case AMP_TILED_PAD:
    case AMP_TILED_TRUNCATE:
        host_round(h, e, member, t);
        break;
    case AMP_VIEW_EXTENT:
        host_view_method(h, e, member, host_text(h, "ampc__extent%d(", t->rank), ")");
        break;
    case AMP_VIEW_SYNCHRONIZE:
        host_synchronizing(h, e, member, "ampc__view_synchronize");
        break;
    case AMP_VIEW_SYNCHRONIZE_ASYNC:
        host_synchronizing(h, e, member, "ampc__view_synchronize_async");
        break;
    case AMP_VIEW_SYNCHRONIZE_TO:
        host_synchronizing_to(h, e, member);
        break;
    case AMP_VIEW_SOURCE:
        host_synchronizing(h, e, member, "ampc__view_source");
        break;
    case AMP_VIEW_REFRESH:
        host_synchronizing(h, e, member, "ampc__view_refresh");
        break;
    case AMP_VIEW_DISCARD:
        host_synchronizing(h, e, member, "ampc__view_discard_data");
        break;
    case AMP_VIEW_DATA:
        host_data(h, e, member, t);
        break;
    case AMP_QUEUES:
        host_view_method(h, e, member, "ampc__array_queue(&(",
                         e->amp == AMP_ARRAY_QUEUE ? ").v, 0)" : ").v, 1)");
        break;
    case AMP_COPY_TO:
        host_copy_to(h, e, member);
        break;
    case AMP_SUBVIEWS: /* host_subview has those of a known type */
    case AMP_TILED_INDEX:
    case AMP_WAITS:
    case AMP_FENCES:
    case AMP_ATOMICS:
    case AMP_LANES:
        if (e->type && e->type->kind == TYPE_UNKNOWN && e->args.n) {
            host_unknown(h, e);
            break;
        }
        diag(h->c, DIAG_amp_call_cpu, e->loc, "this exists in amp code only");
        break;
    case AMP_NONE: /* no members */
    case AMP_CONSTRUCT:
    case AMP_COPY:
    case AMP_TUPLES:
    case AMP_VECTORS:
    case AMP_VIEW_ELEMENT:
    case AMP_COPIES:
    case AMP_ALGORITHM:
    case AMP_HANDLES:
    case AMP_LAUNCH:
        break;
    }
}

/* ---- elements ---- */

/* v(i, j), v(idx), v[idx], v[i], v.get_ref(idx), p->get_ref(idx): '*' and the element's address. */
static void host_element(struct host *h, struct expr *e, enum host_access access)
{
    const struct type *view = e->a->type;
    struct expr **args = e->kind == EXPR_CALL ? e->args.at : &e->b;
    int n = e->kind == EXPR_CALL ? e->args.n : 1;
    bool braces = args[0]->type->kind != TYPE_AMP;
    bool writes = access == HOST_WRITE && !(view->base->quals & QUAL_CONST);
    bool arrow = e->a->kind == EXPR_UNARY && e->a->loc.begin == e->a->a->loc.begin;
    struct host_followed f = host_followed(h, view, e->loc);
    edit_open(&h->e, e->loc.begin,
              host_text(h, "%sampc__%s%d(%s", f.before, host_is_array(view) ? "array_at" : "at",
                        view->rank, arrow ? "*(" : ""));
    if (arrow)
        host_expr(h, e->a->a, HOST_READ);
    else
        host_view(h, e->a, HOST_VALUE);
    edit_replace(&h->e, e->a->loc.end, args[0]->loc.begin,
                 host_text(h, "%s, %s, %s", arrow ? ")" : "",
                           writes ? "AMPC_READ | AMPC_WRITE" : "AMPC_READ",
                           braces ? host_text(h, "(ampc_index%d){{", view->rank) : ""));
    for (int i = 0; i < n; i++) {
        host_expr(h, args[i], HOST_READ);
        if (i + 1 < n)
            edit_replace(&h->e, args[i]->loc.end, args[i + 1]->loc.begin, ", ");
    }
    edit_replace(&h->e, args[n - 1]->loc.end, e->loc.end,
                 host_text(h, "%s, %s)%s", braces ? "}}" : "", host_where(h, e->loc), f.after));
}

/* ---- constructors ---- */

/* The array or pointer whose ints all components are (construct_from_ints of sema/typing); NULL:
 * there is none. */
static struct expr *ints_source(const expr_vec *args)
{
    struct expr *first = expr_strip(args->at[0]);
    bool all = first->kind == EXPR_SUBSCRIPT && first->a && first->loc.end == first->a->loc.end;
    return all ? expr_strip(first->a) : NULL;
}

void host_construct_tuple(struct host *h, const struct type *t, const expr_vec *args,
                          unsigned begin, unsigned end, const char *prefix, bool braces)
{
    const char *name = braces ? "" : host_text(h, "(ampc_index%d)", t->rank);
    if (args->n == 0) {
        edit_replace(&h->e, begin, end, host_text(h, "%s%s{{0}}", prefix, name));
        return;
    }
    struct expr *ints = ints_source(args);
    if (ints) {
        host_before(h, begin, ints->loc.begin, host_text(h, "%sampc__ints%d(", prefix, t->rank));
        if (h->full)
            host_expr(h, ints, HOST_READ);
        else
            host_full(h, ints);
        host_after(h, ints->loc.end, end, ")");
        return;
    }
    bool copy = amp_construct_form(t, args) == CONSTRUCT_COPY;
    host_before(h, begin, args->at[0]->loc.begin,
                copy ? host_text(h, "%s(", prefix) : host_text(h, "%s%s{{", prefix, name));
    for (int i = 0; i < args->n; i++) {
        if (h->full)
            host_expr(h, args->at[i], HOST_READ);
        else
            host_full(h, args->at[i]);
        if (i + 1 < args->n)
            edit_replace(&h->e, args->at[i]->loc.end, args->at[i + 1]->loc.begin, ", ");
    }
    host_after(h, args->at[args->n - 1]->loc.end, end, copy ? ")" : "}}");
}

void host_amp(struct host *h, struct expr *e, enum host_access access)
{
    int rank = e->type ? e->type->rank : 0;
    switch (e->amp) {
    case AMP_HANDLES:
        host_handle(h, e);
        break;
    case AMP_VECTORS:
        host_vector(h, e);
        break;
    case AMP_CONSTRUCT:
        if (host_is_handle(e->type)) {
            host_construct_handle(h, e->type, &e->args, e->loc, "");
            break;
        }
        if (!e->spec && e->args.n == 0)
            break; /* a zero in an initialiser list is plain C */
        host_construct_tuple(h, e->type, &e->args, e->loc.begin, e->loc.end, "",
                             !e->spec && h->text[e->loc.begin] == '{');
        break;
    case AMP_INDEX_SUBSCRIPT:
        host_expr(h, e->a, access);
        edit_close(&h->e, e->a->loc.end, ".c");
        host_expr(h, e->b, HOST_READ);
        break;
    case AMP_INDEX_BINARY:
        host_binary(h, e, rank, host_text(h, "ampc__%s%d(", op_word(e->op), rank), ", ", ")");
        break;
    case AMP_INDEX_COMPARE:
        rank = e->a->type->kind == TYPE_AMP ? e->a->type->rank : e->b->type->rank;
        host_binary(h, e, rank, host_text(h, "%sampc__equal%d(", e->op == OP_NE ? "(!" : "", rank),
                    ", ", e->op == OP_NE ? "))" : ")");
        break;
    case AMP_INDEX_ASSIGN:
        host_compound(h, e);
        break;
    case AMP_INDEX_STEP:
        host_step(h, e);
        break;
    case AMP_COPY:
        host_expr(h, e->a, HOST_WRITE);
        host_expr(h, e->b, HOST_READ);
        break;
    case AMP_VIEW_ELEMENT:
        host_element(h, e, access);
        break;
    case AMP_TO_INDEX:
        host_expr(h, e->a, access);
        break;
    case AMP_COPIES:
        host_copy(h, e);
        break;
    case AMP_ALGORITHM:
        if (e->kind == EXPR_CALL) /* else a function of a call that cc has to judge */
            host_algorithm(h, e);
        break;
    case AMP_LAUNCH:
        host_launch(h, e);
        break;
    case AMP_EXTENTS:
    case AMP_TILED_INDEX:
    case AMP_WAITS:
    case AMP_FENCES:
    case AMP_ATOMICS:
    case AMP_LANES:
    case AMP_VIEW_EXTENT:
    case AMP_VIEW_DATA:
    case AMP_SUBVIEWS:
    case AMP_MOVES:
    case AMP_QUEUES:
        host_member(h, e, e->kind == EXPR_CALL ? expr_unparen(e->a) : e);
        break;
    case AMP_NONE: /* C: host_expr */
        break;
    }
}
