#include "sema/builtin.h"

#include <string.h>

#include "sema/symbol.h"

static const struct builtin builtins[] = {
#define REAL(name, opencl, signature)                                                              \
    {#name, opencl, BUILTIN_MATH, signature, 'd'},                                                 \
        {#name "f", opencl, BUILTIN_MATH, signature, 'f'},
#define FUNCTION(name, opencl, kind, signature) {#name, opencl, BUILTIN_##kind, signature, 0},
#include "sema/builtin.def"
#undef REAL
#undef FUNCTION
};

enum { BUILTINS = sizeof builtins / sizeof builtins[0] };

const struct builtin *builtin_find(const char *name)
{
    static const char prefix[] = "__builtin_";
    bool prefixed = strncmp(name, prefix, sizeof prefix - 1) == 0;

    if (prefixed)
        name += sizeof prefix - 1;
    for (int i = 0; i < BUILTINS; i++)
        if ((prefixed || builtins[i].kind != BUILTIN_COMPILER) &&
            strcmp(builtins[i].name, name) == 0)
            return &builtins[i];
    return NULL;
}

const struct builtin *builtin_called(const struct expr *call)
{
    const struct expr *f = call->a;

    while (f && (f->kind == EXPR_PAREN || f->kind == EXPR_CONVERT))
        f = f->a;
    if (call->kind != EXPR_CALL || !f || f->kind != EXPR_NAME || f->ns)
        return NULL;
    if (f->symbol) {
        const struct symbol *s = f->symbol;
        if (s->kind != SYMBOL_FUNCTION || s->restriction & RESTRICT_AMP || s->other ||
            (s->definition && !s->system))
            return NULL;
    }
    return builtin_find(f->name);
}

static enum type_kind letter_kind(const struct builtin *b, char letter)
{
    if (letter == 'R')
        letter = b->real;
    switch (letter) {
    case 'i':
        return TYPE_INT;
    case 'u':
        return TYPE_UINT;
    case 'l':
        return TYPE_LONG;
    case 'm':
        return TYPE_ULONG;
    case 'L':
        return TYPE_LLONG;
    case 'M':
        return TYPE_ULLONG;
    case 'h':
        return TYPE_USHORT;
    case 'f':
        return TYPE_FLOAT;
    case 'd':
        return TYPE_DOUBLE;
    default:
        return TYPE_VOID;
    }
}

/* Letters of parameter i; NULL beyond the last named one. */
static const char *param_letters(const struct builtin *b, int i)
{
    const char *s = b->signature + 1;

    for (; *s && *s != '.'; s++) {
        if (i-- == 0)
            return s;
        if (*s == 'p')
            s++;
    }
    return NULL;
}

struct type *builtin_result(struct ctx *c, const struct builtin *b)
{
    (void)c;
    return type_basic(letter_kind(b, b->signature[0]));
}

struct type *builtin_param(struct ctx *c, const struct builtin *b, int i)
{
    const char *s = param_letters(b, i);

    if (!s || *s == 'F' || *s == 's' || *s == 'x')
        return NULL;
    if (*s == 'p')
        return type_pointer(c, type_basic(letter_kind(b, s[1])));
    return type_basic(letter_kind(b, *s));
}

int builtin_params(const struct builtin *b, bool *variadic)
{
    int n = 0;

    while (param_letters(b, n))
        n++;
    if (variadic)
        *variadic = strchr(b->signature, '.') != NULL;
    return n;
}

char builtin_param_letter(const struct builtin *b, int i)
{
    const char *s = param_letters(b, i);

    if (!s)
        return 0;
    return *s == 'p' ? s[1] : *s;
}
