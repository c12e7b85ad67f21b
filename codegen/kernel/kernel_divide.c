/* kernel_divide.c - quotients and square roots of floats in covers, without branches.
 *
 * NVIDIA's GPUs make a correctly rounded quotient of an estimate and a few fmas, and branch where
 * an operand is zero, infinite, or so large or small that these fail. With such branches between
 * them the operations of a work-item's copies wait for each other. So a statement with quotients is
 * printed twice: with functions that only note whether an operand is not usual, and as written for
 * work-items that have noted one. Example:
 *
 *     uint ampc_usual = 1;
 *     AMPC_EACH(ampc_c, AMPC_COLUMNS) { float ampc_v = ampc_reciprocal(u_d[ampc_c], &ampc_usual);
 *                                       u_r[ampc_c] = ampc_v; }
 *     if (!ampc_usual)
 *     AMPC_EACH(ampc_c, AMPC_COLUMNS) { float ampc_v = 1.0f / u_d[ampc_c]; u_r[ampc_c] = ampc_v; }
 *
 * The library asks for it (AMPC_BRANCHLESS) where quotients are correctly rounded and it gains.
 * Elsewhere than on NVIDIA's GPUs, where tests ask for covers, the functions are those of the text
 * as written, but wrong for operands that are not usual. */
#include "codegen/kernel/kernel_cover.h"

#include <string.h>

#include "parser/walk.h"
#include "sema/types/builtin.h"
#include "sema/types/expr.h"
#include "sema/types/type.h"

/* What NVIDIA's own compiler makes of quotients, reciprocals and roots of usual operands: no step
 * rounds to a number that is not normal, so that all are as exact as for numbers near one. The
 * remainders, the innermost fmas, have no rounding errors; they correct what is one place off. */
static const char FUNCTIONS[] =
    "#ifdef __FAST_RELAXED_MATH__\n#undef AMPC_BRANCHLESS\n#endif\n"
    "#ifdef AMPC_BRANCHLESS\n"
    "#ifdef __NV_CL_C_VERSION\n"
    "static float ampc_estimate(float x)\n{\n"
    "    float y;\n"
    "    asm(\"rcp.approx.ftz.f32 %0, %1;\" : \"=f\"(y) : \"f\"(x));\n"
    "    return fma(y, fma(-x, y, 1.0f), y);\n}\n"
    "static float ampc_root_of(float x)\n{\n"
    "    float y;\n"
    "    asm(\"rsqrt.approx.ftz.f32 %0, %1;\" : \"=f\"(y) : \"f\"(x));\n"
    "    const float root = x * y;\n"
    "    return fma(fma(-root, root, x), y * 0.5f, root);\n}\n"
    "#define AMPC_QUOTIENT(a, b, y, q) fma(fma(-(b), q, a), y, q)\n"
    "#define AMPC_USUAL(x) (x)\n"
    "#else\n"
    "static float ampc_estimate(float x)\n{\n    return 1.0f / x;\n}\n"
    "static float ampc_root_of(float x)\n{\n    return sqrt(x);\n}\n"
    "#define AMPC_QUOTIENT(a, b, y, q) ((a) / (b))\n"
    "#define AMPC_USUAL(x) (*usual ? (x) : 3.0f)\n"
    "#endif\n"
    "/* From 2 to the power of -126 to that of 126. */\n"
    "static float ampc_reciprocal(float x, uint *usual)\n{\n"
    "    *usual &= as_uint(x) * 2 - 0x01000000u < 0xfc000000u;\n"
    "    return AMPC_USUAL(ampc_estimate(x));\n}\n"
    "/* From -62 to 62; also of +0. y is 1 / b. */\n"
    "static float ampc_share(float a, float b, float y, uint *usual)\n{\n"
    "    const float q = a * y;\n"
    "    *usual &= (as_uint(b) * 2 - 0x41000000u <= 0x7c000000u) &\n"
    "              ((as_uint(a) * 2 - 0x41000000u <= 0x7c000000u) | (as_uint(a) == 0));\n"
    "    return AMPC_USUAL(AMPC_QUOTIENT(a, b, y, q));\n}\n"
    "static float ampc_quotient(float a, float b, uint *usual)\n{\n"
    "    return ampc_share(a, b, ampc_estimate(b), usual);\n}\n"
    "/* From 2 to the power of -101 on. */\n"
    "static float ampc_root(float x, uint *usual)\n{\n"
    "    *usual &= as_uint(x) - 0x0d000000u <= 0x727fffffu;\n"
    "    return AMPC_USUAL(ampc_root_of(x));\n}\n"
    "#endif\n";

/* ---- expressions ---- */

bool kernel_is_root(const struct kernel_gen *g, const struct builtin *b, const struct type *real)
{
    return g->frame->branchless && strcmp(b->opencl, "sqrt") == 0 && real->kind == TYPE_FLOAT;
}

bool kernel_quotient(struct kernel_gen *g, const struct expr *e)
{
    if (!g->frame->branchless || !cover_quotient(e))
        return false;
    bool one = e->a->real && e->a->number == 1;
    bool share = !one && e->b->real;

    if (one && cover_root(expr_evaluated(e->b))) { /* of a usual number its reciprocal exists */
        buf_add(g->out, "ampc_estimate(");
        kernel_expr(g, e->b, PREC_ASSIGN);
        buf_char(g->out, ')');
        return true;
    }
    buf_add(g->out, one ? "ampc_reciprocal(" : share ? "ampc_share(" : "ampc_quotient(");
    if (!one) {
        kernel_expr(g, e->a, PREC_ASSIGN);
        buf_add(g->out, ", ");
    }
    kernel_expr(g, e->b, PREC_ASSIGN);
    if (share) {
        buf_add(g->out, ", 1.0f / ");
        kernel_expr(g, e->b, PREC_UNARY);
    }
    buf_add(g->out, ", &ampc_usual)");
    return true;
}

/* ---- what is read ---- */

struct quotients {
    bool any, impure;
    struct arena *arena; /* of rounds */
    symbol_vec *changed;
    struct node_table declared; /* or assigned to, in rounds: 1 */
};

struct values {
    const struct node_table *variables;
    bool found;
};

static bool value_expr(struct walker *w, struct expr *e)
{
    struct values *v = w->data;

    v->found |= cover_quotient(e) || cover_root(e) ||
                (e->kind == EXPR_NAME && e->symbol && node_table_get(v->variables, e->symbol, 0));
    return true;
}

/* Whether e may have another value than a thread has, where an operand is not usual. */
static bool has_values(const struct quotients *q, const struct expr *e)
{
    struct values v = {&q->declared, false};
    struct walker w = {.data = &v, .expr_pre = value_expr};

    walk_expr(&w, (struct expr *)e);
    return v.found;
}

static bool is_element(const struct expr *e)
{
    return e->amp == AMP_VIEW_ELEMENT || (e->kind == EXPR_SUBSCRIPT && !e->b->constant) ||
           e->kind == EXPR_ARROW || (e->kind == EXPR_UNARY && e->op == OP_DEREF);
}

static bool divides_integers(const struct expr *e)
{
    return (e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN) &&
           (e->op == OP_DIV || e->op == OP_MOD) && !type_is_floating(e->type) && !e->b->constant;
}

static bool read_expr(struct walker *w, struct expr *e)
{
    bool *found = w->data;

    *found |= is_element(e) || divides_integers(e);
    return true;
}

static bool reads(const struct expr *e)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = read_expr};

    walk_expr(&w, (struct expr *)e);
    return found;
}

/* Whether such a value says where e itself reads, whether it reads, or what it divides an integer
 * by: `v[(int)(x / y)]`. No thread might do that. */
static bool goes_astray(const struct quotients *q, const struct expr *e)
{
    if (is_element(e))
        return has_values(q, e);
    if (divides_integers(e))
        return has_values(q, e->b);
    return (e->kind == EXPR_COND ||
            (e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR))) &&
           (reads(e->b) || reads(e->c)) && has_values(q, e->a);
}

/* ---- statements ---- */

static bool is_pure_call(const struct expr *e)
{
    const struct builtin *b = builtin_called(e);

    return e->amp == AMP_VIEW_ELEMENT ||
           (b && b->kind == BUILTIN_MATH && !strchr(b->signature, 'p'));
}

static bool quotients_expr(struct walker *w, struct expr *e)
{
    struct quotients *q = w->data;
    q->any |= cover_quotient(e) || cover_root(e);
    q->impure |= e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op)) ||
                 e->kind == EXPR_STMT || e->kind == EXPR_COMPOUND ||
                 (e->kind == EXPR_CALL && !is_pure_call(e)) || goes_astray(q, e);
    return true;
}

bool cover_divides(struct cover_text *x, unsigned axes, const struct expr *e)
{
    struct quotients q = {0};
    struct walker w = {.data = &q, .expr_pre = quotients_expr};

    if (!e || !axes || x->divided || x->g->frame->branchless)
        return false;
    walk_expr(&w, (struct expr *)e);
    return q.any && !q.impure;
}

bool cover_divides_to(struct cover_text *x, unsigned axes, const struct expr *e)
{
    return e->kind == EXPR_ASSIGN && expr_evaluated(e->a)->kind == EXPR_NAME && cover_assigned(e) &&
           type_is_floating(e->a->type) && (e->op == OP_ASSIGN || e->a->type == e->b->type) &&
           cover_divides(x, axes, e->b);
}

static void print_functions(struct cover_text *x)
{
    if (kernel_once(x->g, "AMPC_BRANCHLESS"))
        buf_add(&x->g->helpers, FUNCTIONS);
}

void cover_divide_first(struct cover_text *x)
{
    print_functions(x);
    cover_line(x, "#ifdef AMPC_BRANCHLESS");
    cover_line(x, "uint ampc_usual = 1;");
    x->g->frame->branchless = true;
}

bool cover_divide_again(struct cover_text *x)
{
    if (!x->g->frame->branchless)
        return false;
    x->g->frame->branchless = false;
    cover_line(x, "if (!ampc_usual)");
    cover_line(x, "#endif");
    return true;
}

/* ---- rounds ---- */

static bool rounds_expr(struct walker *w, struct expr *e)
{
    struct quotients *q = w->data;
    bool changes = e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && op_is_step(e->op));
    const struct symbol *s = changes ? cover_assigned(e) : NULL;

    if (!changes)
        return quotients_expr(w, e);
    q->impure |= !s || s->storage & STORAGE_TILE_STATIC ||
                 type_underlying(s->type)->kind == TYPE_ARRAY ||
                 type_underlying(s->type)->kind == TYPE_POINTER;
    if (s && !node_table_get(&q->declared, s, 0)) {
        node_table_set(&q->declared, s, 1); /* once */
        vec_push(q->arena, q->changed, (struct symbol *)s);
    }
    return true;
}

static bool rounds_stmt(struct walker *w, struct stmt *s)
{
    struct quotients *q = w->data;

    q->impure |= s->kind != STMT_COMPOUND && s->kind != STMT_DECL && s->kind != STMT_EXPR &&
                 s->kind != STMT_IF && s->kind != STMT_EMPTY;
    for (int i = 0; s->kind == STMT_DECL && i < s->decl->declarators.n; i++)
        node_table_set(&q->declared, s->decl->declarators.at[i]->symbol, 1);
    return true;
}

/* Behind the first walk, which has found the variables. */
static bool astray_expr(struct walker *w, struct expr *e)
{
    struct quotients *q = w->data;

    q->impure |= goes_astray(q, e);
    return true;
}

static bool astray_stmt(struct walker *w, struct stmt *s)
{
    struct quotients *q = w->data;
    bool found = false;
    struct walker inner = {.data = &found, .expr_pre = read_expr};

    if (s->kind == STMT_IF && has_values(q, s->expr)) {
        walk_stmt(&inner, s->body);
        walk_stmt(&inner, s->else_);
    }
    q->impure |= found;
    return true;
}

bool cover_divides_rounds(struct cover_text *x, struct stmt *body, symbol_vec *changed)
{
    struct quotients q = {.arena = &x->g->c->arena, .changed = changed};
    struct walker w = {.data = &q, .expr_pre = rounds_expr, .stmt_pre = rounds_stmt};
    struct walker again = {.data = &q, .expr_pre = astray_expr, .stmt_pre = astray_stmt};

    q.declared.arena = q.arena;
    if (x->divided || x->g->frame->branchless)
        return false;
    walk_stmt(&w, body);
    if (q.any && !q.impure)
        walk_stmt(&again, body);
    return q.any && !q.impure;
}

/* Prints assignments between the variables and what they were. */
static void print_kept(struct cover_text *x, const symbol_vec *changed, bool back)
{
    struct arena *a = &x->g->c->arena;

    for (int i = 0; i < changed->n; i++) {
        const struct symbol *s = changed->at[i];
        unsigned axes = cover_axes(x, cover_symbol(x->kernel, s));
        const char *kept = arena_printf(a, "ampc_k%d", i), *name = kernel_alias_of(x->g, s);
        name = name ? name : cover_name(x, s);
        if (!back)
            cover_line(x, arena_printf(
                              a, "%s;",
                              kernel_declare(x->g, type_unqualified(x->g->c, s->type),
                                             arena_printf(a, "%s%s", kept, cover_sizes_text(axes)),
                                             SPACE_PRIVATE, s->loc)));
        kept = arena_printf(a, "%s%s", kept, cover_places(axes));
        cover_line(x, arena_printf(a, "%s%s = %s;", cover_each(axes), back ? name : kept,
                                   back ? kept : name));
    }
}

void cover_divide_rounds(struct cover_text *x, const symbol_vec *changed)
{
    print_functions(x);
    print_kept(x, changed, false);
    cover_line(x, "uint ampc_usual = 1;");
    x->g->frame->branchless = true;
}

void cover_divide_rounds_again(struct cover_text *x, const symbol_vec *changed)
{
    x->g->frame->branchless = false;
    x->divided = true;
    cover_open(x, "if (!ampc_usual) ");
    print_kept(x, changed, true);
}
