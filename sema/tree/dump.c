/* dump.c - types behind the expressions of the tree's text (parser/print.c). */
#include "sema/tree/dump.h"

#include "parser/print.h"
#include "sema/types/type.h"

static const char *type_note(void *data, const struct expr *e)
{
    struct ctx *c = data;
    bool literal = e->kind == EXPR_INT || e->kind == EXPR_CHAR || e->kind == EXPR_FLOAT ||
                   e->kind == EXPR_STRING;
    if (!e->type || e->type->kind == TYPE_UNKNOWN || literal || e->kind == EXPR_PAREN ||
        e->kind == EXPR_LAMBDA)
        return "";
    return arena_printf(&c->arena, ":%s", type_text(c, e->type));
}

void tree_dump(FILE *out, struct ctx *c, const struct unit *u)
{
    const struct tree_notes notes = {c, type_note};
    tree_print(out, u, &notes);
}
