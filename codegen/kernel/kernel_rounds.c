/* kernel_rounds.c - loops that each thread of a group's block runs alone: several rounds at once,
 * so that their loads are on their way together.
 *
 * Example: of `for (int k = i; k < n; k += s) sum += x[k];` sixteen rounds are one body, as long as
 * there are so many; the rest follows one by one. optimize/alone.c says which loops. */
#include "codegen/kernel/kernel_cover.h"

/* "u_s < 4294967296UL && (ulong)n - (ulong)u_k > 15UL * u_s", of 64 bits, where u_k < n. */
static void print_rounds_left(struct kernel_gen *g, const struct cover_rounds *r)
{
    buf_add(g->out, "(ulong)");
    kernel_expr(g, r->step, PREC_UNARY);
    buf_add(g->out, " < 4294967296UL && (ulong)");
    kernel_expr(g, r->end, PREC_UNARY);
    buf_add(g->out, " - (ulong)");
    kernel_expr(g, r->counter, PREC_UNARY);
    buf_printf(g->out, " %s %dUL * (ulong)", r->closed ? ">=" : ">", r->count - 1);
    kernel_expr(g, r->step, PREC_UNARY);
}

/* "(long)u_k + 15L * (uint)u_s < n", of 32 bits: what a counter without sign adds is never
 * negative, so it wraps around behind the end or not at all; what one with a sign adds is an int,
 * else it might wrap around below. */
static void print_few_left(struct kernel_gen *g, const struct cover_rounds *r)
{
    bool wide = r->step && r->step->type->size > 4,
         is_unsigned = type_is_unsigned(r->counter->type);

    if (wide && !is_unsigned) {
        buf_add(g->out, "(ulong)");
        kernel_expr(g, r->step, PREC_UNARY);
        buf_add(g->out, " < 2147483648UL && ");
    }
    buf_add(g->out, "(long)");
    kernel_expr(g, r->counter, PREC_UNARY);
    buf_printf(g->out, " + %dL", r->count - 1);
    if (r->step) {
        buf_printf(g->out, " * %s", is_unsigned ? "(uint)" : wide ? "(long)" : "");
        kernel_expr(g, r->step, PREC_UNARY);
    }
    buf_add(g->out, r->closed ? " <= " : " < ");
    kernel_expr(g, r->end, PREC_ADD);
}

/* "while (u_k < n && (long)u_k + 15L * (s) < n) ": all of these rounds are the loop's. */
static void print_rounds_test(struct kernel_gen *g, const struct stmt *s,
                              const struct cover_rounds *r)
{
    kernel_line(g, s->keyword_loc);
    buf_add(g->out, "while (");
    kernel_condition(g, s->expr, PREC_EQUAL);
    buf_add(g->out, " && ");
    if (r->counter->type->size > 4)
        print_rounds_left(g, r);
    else
        print_few_left(g, r);
    buf_add(g->out, ") ");
}

/* Some rounds at once, as long as there are so many, and the rest; or one behind the other. */
void cover_rounds(struct cover_text *x, struct stmt *s, const struct cover_rounds *r)
{
    struct kernel_gen *g = x->g;

    if (!r->counter) {
        if (!*kernel_unroll(g, s))
            cover_line(x, arena_printf(&g->c->arena, "#pragma unroll %d", r->count));
        kernel_stmt(g, s);
        return;
    }
    g->frame->loops++;
    cover_open(x, "");
    for (int i = 0; s->decl && i < s->decl->declarators.n; i++) {
        kernel_line(g, s->decl->loc);
        kernel_declarator(g, s->decl->declarators.at[i]);
        buf_add(g->out, ";");
        kernel_newline(g);
    }
    if (s->init) {
        kernel_line(g, s->init->loc);
        kernel_effect(g, s->init);
        buf_add(g->out, ";");
        kernel_newline(g);
    }
    print_rounds_test(g, s, r);
    cover_open(x, arena_printf(&g->c->arena, "AMPC_EACH(ampc_u, %d) ", r->count));
    kernel_stmt(g, s->body);
    kernel_line(g, s->step->loc);
    kernel_effect(g, s->step);
    buf_add(g->out, ";");
    kernel_newline(g);
    cover_close(x);
    kernel_line(g, s->keyword_loc);
    buf_add(g->out, "for (; ");
    kernel_condition(g, s->expr, PREC_COMMA);
    buf_add(g->out, "; ");
    kernel_effect(g, s->step);
    buf_add(g->out, ")");
    kernel_newline(g);
    kernel_stmt(g, s->body);
    cover_close(x);
    g->frame->loops--;
}
