/* kernel_wrap.c - products that wrap around, kept from LLVM's vectors of loops.
 *
 * LLVM (14 to 18 at least) makes vectors of a loop that reads `s[k * 5 % 64]` for k from 0 to 63.
 * It supposes that the product does not wrap around, and has a test of that made for the time when
 * the loop runs; but SCEVExpander::generateOverflowCheck says that the test is not needed where the
 * product begins with 0 and grows, though a product by more than 1 may well get too large. So it
 * reads the elements behind s[63] (docs/INTERNALS.md). PoCL's threads of a group are such a loop.
 *
 * So what is taken modulo a power of two there, by %, & or a conversion to a narrow type, goes
 * through a shift by a number that is zero and that the compiler does not know, if it may be a
 * multiple of a thread's place or of a loop's counter:
 *
 *     s[AMPC_WRAPS(u_k * 5) % 64]
 *
 * Sums of such places with factors that cannot wrap around wrongly, as `t.local[1] % 16`, remain
 * as they are; LLVM makes vectors of neighbours of them. */
#include "codegen/kernel/kernel.h"

#include "parser/walk.h"

/* Functions that are weak are not looked into, and neither are constants. Of a byte it is known
 * that it shifts nothing into a sign. */
static const char macro[] =
    "#if defined AMPC_CPU && defined POCL_DEVICE_ADDRESS_BITS\n"
    "__constant uchar ampc_zero __attribute__((weak, visibility(\"hidden\"))) = 0;\n"
    "#define AMPC_WRAPS(x) ((x) >> ampc_zero)\n"
    "#else\n#define AMPC_WRAPS(x) (x)\n#endif\n";

/* LLVM takes elements that are up to so many places apart together. */
enum { APART_MOST = 8, TERMS = 8, DEPTH_MOST = 24 };

/* ---- what is stored into variables ---- */

/* Whether a variable gets values behind its declaration; of a counter the table has its step. */
enum change { CHANGE_NONE, CHANGE_ANY, CHANGE_STEP };

struct changes {
    struct kernel_gen *g;
    const struct expr *step; /* of the loop that is looked at */
};

static void note(struct changes *x, const struct expr *target, const struct expr *step)
{
    struct node_table *t = &x->g->frame->sets;
    intptr_t value = step ? (intptr_t)step : CHANGE_ANY;

    target = expr_evaluated(target);
    while (target->kind == EXPR_MEMBER || target->kind == EXPR_SUBSCRIPT)
        target = expr_uncast(target->a);
    if (target->kind != EXPR_NAME || !target->symbol)
        return;
    intptr_t old = node_table_get(t, target->symbol, CHANGE_NONE);
    node_table_set(t, target->symbol, old == CHANGE_NONE || old == value ? value : CHANGE_ANY);
}

static bool is_unit_step(const struct expr *e)
{
    return e->op == OP_PREINC || e->op == OP_POSTINC;
}

static void note_references(struct changes *x, const struct expr *call)
{
    const struct expr *called = expr_uncast(call->a);
    const struct symbol *f = called->kind == EXPR_NAME ? called->symbol : NULL;

    for (int k = 0; f && k < f->params.n && k < call->args.n; k++)
        if (kernel_is_reference(f->params.at[k]))
            note(x, call->args.at[k], NULL);
}

static bool note_expr(struct walker *w, struct expr *e)
{
    struct changes *x = w->data;

    if (e->kind == EXPR_UNARY && op_is_step(e->op))
        note(x, e->a, e == x->step && is_unit_step(e) ? e : NULL);
    else if (e->kind == EXPR_UNARY && e->op == OP_ADDR)
        note(x, e->a, NULL);
    else if (e->kind == EXPR_ASSIGN && !(e->op == OP_ASSIGN && e->b->constant))
        note(x, e->a, NULL);
    else if (e->kind == EXPR_CALL && e->amp == AMP_NONE && e->a)
        note_references(x, e);
    return true;
}

static bool note_stmt(struct walker *w, struct stmt *s)
{
    struct changes *x = w->data;

    if (s->kind == STMT_FOR && s->step)
        x->step = expr_evaluated(s->step);
    return true;
}

static bool note_decl(struct walker *w, struct decl *d)
{
    struct changes *x = w->data;
    struct node_table *t = &x->g->frame->sets;

    for (int k = 0; k < d->declarators.n; k++) {
        const struct symbol *s = d->declarators.at[k]->symbol;
        if (s)
            node_table_set(t, s, node_table_get(t, s, CHANGE_NONE));
    }
    return true;
}

void kernel_wrap_look(struct kernel_gen *g, struct stmt *body)
{
    struct changes x = {.g = g};
    struct walker w = {
        .data = &x, .decl_pre = note_decl, .expr_pre = note_expr, .stmt_pre = note_stmt};

    if (!g->frame->sets.arena) {
        g->frame->sets.arena = &g->c->arena;
        walk_stmt(&w, g->frame->body);
    }
    if (body != g->frame->body)
        walk_stmt(&w, body);
}

static enum change change_of(struct kernel_gen *g, const struct symbol *s)
{
    struct kernel_frame *f = g->frame;

    if (!f->sets.arena && f->body)
        kernel_wrap_look(g, f->body);
    if (!f->sets.arena)
        return CHANGE_ANY;
    intptr_t value =
        node_table_get(&f->sets, s, s->kind == SYMBOL_PARAM ? CHANGE_NONE : CHANGE_ANY);
    return value > CHANGE_ANY ? CHANGE_STEP : (enum change)value;
}

/* Whether a variable gets no values behind its declaration, or as the counter of a loop. */
bool kernel_is_counted(struct kernel_gen *g, const struct symbol *s)
{
    return change_of(g, s) != CHANGE_ANY;
}

/* ---- sums of multiples ---- */

struct term {
    const struct expr *of; /* a place of a thread's, or the name of a counter */
    unsigned long long times;
    bool row; /* of the threads of a group not the last dimension: PoCL's outer loops */
};

struct sum {
    struct kernel_gen *g;
    unsigned long long mask; /* of the bits that are asked for */
    bool any;                /* it may be any multiple */
    bool other;              /* something is added that is no multiple */
    int n;
    struct term terms[TERMS];
};

static void add(struct sum *s, const struct expr *e, unsigned long long times, int depth);

static void add_term(struct sum *s, const struct expr *of, unsigned long long times, bool row)
{
    int k = 0;

    while (k < s->n && !expr_is_same(s->terms[k].of, of))
        k++;
    if (k == TERMS) {
        s->any = true;
        return;
    }
    s->n += k == s->n;
    s->terms[k] = (struct term){of, times + (k < s->n ? s->terms[k].times : 0), row};
}

/* Whether e is a number that no counter makes, and that the compiler does not know. */
static bool is_other(struct sum *s, const struct expr *e, int depth)
{
    struct sum part = {.g = s->g, .mask = s->mask};

    add(&part, e, 1, depth + 1);
    return !part.any && part.other;
}

static void add_variable(struct sum *s, const struct expr *e, unsigned long long times, int depth)
{
    const struct symbol *v = e->symbol;
    enum change change;

    if (kernel_arg_find(s->g, v)) {
        s->other = true;
        return;
    }
    if (v->kind != SYMBOL_VAR || v->storage & (STORAGE_TILE_STATIC | STORAGE_STATIC) ||
        !type_is_integer(v->type) || !v->init || !v->init->expr) {
        s->any = true;
        return;
    }
    change = change_of(s->g, v);
    if (change == CHANGE_ANY)
        s->any = true;
    if (change == CHANGE_STEP)
        add_term(s, e, times, false);
    if (!s->any)
        add(s, v->init->expr, times, depth);
}

/* A component of an index: of t.local or t.global, or of the kernel's own. Those of t.tile are the
 * same for all threads of a group. */
static void add_component(struct sum *s, const struct expr *e, unsigned long long times)
{
    const struct expr *base = expr_uncast(e->a);
    const struct launch *l = s->g->frame->launch;
    bool own = base->kind == EXPR_NAME && l && base->symbol && base->symbol->kind == SYMBOL_PARAM &&
               type_is_amp(base->type, AMP_TYPE_INDEX) &&
               change_of(s->g, base->symbol) == CHANGE_NONE;

    if (base->kind == EXPR_NAME && base->symbol && base->symbol->init && base->symbol->init->expr &&
        change_of(s->g, base->symbol) == CHANGE_NONE)
        base = expr_uncast(base->symbol->init->expr); /* index<1> l = t.local; */
    if (!e->b->constant || !l)
        s->any = true;
    else if (base->amp == AMP_TILED_LOCAL || base->amp == AMP_TILED_GLOBAL || own)
        add_term(s, e, times, e->b->value != l->rank - 1);
    else if (base->amp != AMP_TILED_TILE && base->amp != AMP_TILED_ORIGIN)
        s->any = true;
}

static bool is_low_mask(unsigned long long v)
{
    return (v & (v + 1)) == 0;
}

static void add_binary(struct sum *s, const struct expr *e, unsigned long long times, int depth)
{
    const struct expr *a = e->a, *b = e->b;
    unsigned long long v = (unsigned long long)b->value;

    if (e->op == OP_MUL && a->constant)
        a = e->b, b = e->a, v = (unsigned long long)b->value;
    if (e->op == OP_ADD || e->op == OP_SUB) {
        add(s, a, times, depth);
        add(s, b, e->op == OP_SUB ? -times : times, depth);
    } else if (e->op == OP_MUL && b->constant) {
        add(s, a, times * v, depth);
    } else if (e->op == OP_SHL && b->constant && v < 64) {
        add(s, a, times << v, depth);
    } else if (((e->op == OP_AND && b->constant && is_low_mask(v)) ||
                (e->op == OP_MOD && b->constant && v && is_low_mask(--v) &&
                 type_is_unsigned(e->type))) &&
               (v & s->mask) == s->mask) { /* of what is a multiple of the modulus */
        add(s, a, times, depth);
    } else if (is_other(s, a, depth) || is_other(s, b, depth)) {
        s->other = true;
    } else {
        s->any = true;
    }
}

static bool is_const_view(const struct type *t)
{
    return t->kind == TYPE_AMP && t->base && t->base->quals & QUAL_CONST;
}

static bool is_truth(const struct expr *e)
{
    return (e->kind == EXPR_UNARY && e->op == OP_NOT) ||
           (e->kind == EXPR_BINARY &&
            (op_is_comparison(e->op) || e->op == OP_LAND || e->op == OP_LOR));
}

static bool is_constant_choice(const struct expr *e)
{
    return e->kind == EXPR_COND && e->b && expr_uncast(e->b)->constant &&
           expr_uncast(e->c)->constant;
}

/* Adds e, times a number, to a sum. */
static void add(struct sum *s, const struct expr *e, unsigned long long times, int depth)
{
    e = expr_uncast(e);
    if (e->constant || s->any || is_truth(e) || is_constant_choice(e))
        return;
    if (depth > DEPTH_MOST)
        s->any = true;
    else if (e->amp == AMP_INDEX_SUBSCRIPT)
        add_component(s, e, times);
    else if (e->amp == AMP_LANES_LANE || type_is_floating(e->type) ||
             (e->amp == AMP_VIEW_ELEMENT && is_const_view(kernel_view_root(e->a)->type)))
        s->other = true;
    else if (e->amp != AMP_NONE)
        s->any = true;
    else if (e->kind == EXPR_NAME && e->symbol)
        add_variable(s, e, times, depth + 1);
    else if (e->kind == EXPR_BINARY)
        add_binary(s, e, times, depth + 1);
    else if (e->kind == EXPR_UNARY && (e->op == OP_NEG || e->op == OP_PLUS))
        add(s, e->a, e->op == OP_NEG ? -times : times, depth + 1);
    else
        s->any = true;
}

/* Whether the lowest bits of a sum may begin with 0, and grow by more than 1. */
static bool may_wrap(const struct sum *s, int bits)
{
    unsigned long long sign = 1ULL << (bits - 1);

    if (bits < 3 || s->other)
        return false;
    for (int k = 0; !s->any && k < s->n; k++) {
        const struct term *t = &s->terms[k];
        unsigned long long low = t->times & s->mask;
        if (low > 1 && low < sign && (!t->row || low <= APART_MOST))
            return true;
    }
    return s->any;
}

/* known: only if it is known that it is such a multiple. */
static bool wraps(struct kernel_gen *g, const struct expr *e, int bits, bool known)
{
    struct sum s = {.g = g, .mask = bits < 64 ? (1ULL << bits) - 1 : ~0ULL};

    if (g->emulated || g->frame->constant || !type_is_integer(e->type) || e->constant)
        return false;
    add(&s, e, 1, 0);
    return !(known && s.any) && may_wrap(&s, bits);
}

/* ---- where it matters ---- */

static int bits_of(unsigned long long v)
{
    return v ? 64 - __builtin_clzll(v) : 0;
}

/* A modulus may be known when the driver compiles: where it is constant, as `int m = 64;`, and
 * where it comes from a function's parameters. Of other variables it is not: then 'parameters' is
 * not set, and NULL is returned. */
static const struct expr *modulus(struct kernel_gen *g, const struct expr *e, bool *parameters)
{
    e = expr_uncast(e);
    for (int k = 0; k < DEPTH_MOST && !e->constant && e->kind == EXPR_NAME && e->symbol &&
                    e->symbol->kind == SYMBOL_VAR && e->symbol->init && e->symbol->init->expr &&
                    change_of(g, e->symbol) == CHANGE_NONE;
         k++)
        e = expr_uncast(e->symbol->init->expr);
    if (e->constant)
        return e;
    if (e->kind == EXPR_BINARY) { /* n - 1 */
        bool left = false, right = false;
        const struct expr *a = modulus(g, e->a, &left), *b = modulus(g, e->b, &right);
        *parameters = (a || left) && (b || right);
    } else {
        *parameters = e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_PARAM &&
                      !kernel_arg_find(g, e->symbol);
    }
    return NULL;
}

/* How many bits a modulus (mask) may leave; 0: that is not known, or it is no power of two. */
static int bits_left(struct kernel_gen *g, const struct expr *e, bool mask)
{
    bool parameters = false;
    const struct expr *known = modulus(g, e, &parameters);
    unsigned long long v = known ? (unsigned long long)known->value : 0;

    if (!known)
        return parameters ? 64 : 0;
    if (mask)
        return bits_of(v) < 32 ? bits_of(v) : 0;
    return known->value > 0 && is_low_mask(v - 1) ? bits_of(v - 1) : 0;
}

/* Quotients and shifts: of `x - x / 64 * 64` LLVM makes `x & 63`. */
bool kernel_wrap_binary(struct kernel_gen *g, const struct expr *e)
{
    int bits = 0;

    if (!type_is_integer(e->a->type) || !type_is_integer(e->b->type) ||
        (e->op != OP_MOD && e->op != OP_AND && e->op != OP_DIV && e->op != OP_SHR))
        return false;
    if (e->op != OP_SHR)
        bits = bits_left(g, e->b, e->op == OP_AND);
    else if (e->b->constant && e->b->value > 0 && e->b->value < 64)
        bits = (int)e->b->value;
    return bits && wraps(g, e->a, bits, e->op == OP_DIV || e->op == OP_SHR);
}

bool kernel_wrap_narrow(struct kernel_gen *g, const struct expr *e, const struct type *to)
{
    to = type_underlying(to);
    return type_is_integer(e->type) && type_is_unsigned(to) && to->kind != TYPE_BOOL &&
           to->size < 4 && type_underlying(e->type)->size > to->size &&
           wraps(g, e, (int)to->size * 8, false);
}

void kernel_wrap(struct kernel_gen *g, const struct expr *e)
{
    if (kernel_once(g, "AMPC_WRAPS"))
        buf_add(&g->types, macro);
    buf_add(g->out, "AMPC_WRAPS(");
    kernel_expr(g, e, PREC_ASSIGN);
    buf_char(g->out, ')');
}
