/* dump.c - types behind the expressions of the tree's text (parser/print.c). */
#include "sema/tree/dump.h"

#include "sema/types/type.h"

struct dump {
    struct ctx *c;
    const struct tree_notes *more;
};

static const char *type_note(void *data, const struct expr *e)
{
    const struct dump *d = data;
    bool literal = e->kind == EXPR_INT || e->kind == EXPR_CHAR || e->kind == EXPR_FLOAT ||
                   e->kind == EXPR_STRING;
    if (!e->type || e->type->kind == TYPE_UNKNOWN || literal || e->kind == EXPR_PAREN ||
        e->kind == EXPR_LAMBDA)
        return "";
    return arena_printf(&d->c->arena, ":%s%s", type_text(d->c, e->type),
                        d->more ? d->more->of_expr(d->more->data, e) : "");
}

void tree_dump(FILE *out, struct ctx *c, const struct unit *u, const struct tree_notes *more)
{
    struct dump d = {c, more};
    const struct tree_notes notes = {&d, type_note};
    tree_print(out, u, &notes);
}
