/* op.c - look-ups in op.def, the table of operators: text and precedence. */
#include "parser/tree.h"

static const struct {
    const char *text;
    int precedence;
} ops[] = {
    [OP_NONE] = {"", 0},
#define OP(symbol, spelling, precedence) [OP_##symbol] = {spelling, precedence},
#include "parser/op.def"
#undef OP
};

const char *op_text(enum op op)
{
    return ops[op].text;
}

int op_precedence(enum op op)
{
    return ops[op].precedence;
}

bool op_is_comparison(enum op op)
{
    return op == OP_LT || op == OP_GT || op == OP_LE || op == OP_GE || op == OP_EQ || op == OP_NE;
}

bool op_is_step(enum op op)
{
    return op == OP_PREINC || op == OP_PREDEC || op == OP_POSTINC || op == OP_POSTDEC;
}
