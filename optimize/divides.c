/* divides.c - quotients and square roots of floats, which devices may compute with branches
 * (codegen/kernel/kernel_divide.c). */
#include "optimize/cover.h"

#include <math.h>
#include <string.h>

#include "parser/walk.h"
#include "sema/types/builtin.h"
#include "sema/types/type.h"

/* A divisor whose reciprocal is exact, or one near the ends of the range. */
static bool is_simple(double divisor)
{
    int power;
    double part = frexp(fabs(divisor), &power);

    return part == 0.5 || !(part > 0.5 && power > -62 && power < 62);
}

static bool is_float(const struct type *t)
{
    return type_underlying(t)->kind == TYPE_FLOAT;
}

bool cover_quotient(const struct expr *e)
{
    return e->kind == EXPR_BINARY && e->op == OP_DIV && is_float(e->type) && !e->real &&
           !(e->b->real && is_simple(e->b->number));
}

bool cover_root(const struct expr *e)
{
    const struct builtin *b = e->kind == EXPR_CALL ? builtin_called(e) : NULL;

    return b && strcmp(b->opencl, "sqrt") == 0 && is_float(e->type);
}

static bool divides_expr(struct walker *w, struct expr *e)
{
    bool *found = w->data;

    *found |= cover_quotient(e) || cover_root(e);
    return true;
}

bool cover_body_divides(const struct stmt *body)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = divides_expr};

    walk_stmt(&w, (struct stmt *)body);
    return found;
}
