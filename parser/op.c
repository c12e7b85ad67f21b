/* op.c - the table of operators, op.def, as functions: text and precedence. */
#include "parser/tree.h"

static const struct {
    const char *text;
    int precedence;
} ops[OP_COUNT] = {
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
