/* builtin.c - look-ups in builtin.def, the table of functions of the C library and of amp_math.h
 * that amp code may call.
 *
 * A name may have several rows, one for each type of the arguments; the row that needs the fewest
 * conversions is selected, as by <tgmath.h>. Example: a call of fmaxf finds the row whose OpenCL
 * spelling is fmax over float. */
#include "sema/types/builtin.h"

#include <string.h>

#include "sema/types/expr.h"
#include "sema/types/symbol.h"

static const struct builtin builtins[] = {
#define ROW(name, opencl, kind, signature, real, spaces, host, parts)                              \
    {name, opencl, BUILTIN_##kind, signature, real, spaces, host, parts},
#include "sema/types/builtin.def"
};

enum { BUILTINS = sizeof builtins / sizeof builtins[0] };

unsigned builtin_space(const char *ns)
{
    if (!ns)
        return BUILTIN_PLAIN;
    if (strcmp(ns, "precise_math") == 0)
        return BUILTIN_PRECISE;
    if (strcmp(ns, "fast_math") == 0)
        return BUILTIN_FAST;
    return strcmp(ns, "direct3d") == 0 ? BUILTIN_DIRECT3D : 0;
}

/* The name without "__builtin_". */
static const char *name_plain(const char *name, bool *prefixed)
{
    static const char prefix[] = "__builtin_";

    *prefixed = strncmp(name, prefix, sizeof prefix - 1) == 0;
    return *prefixed ? name + sizeof prefix - 1 : name;
}

const char *builtin_plain(const char *name)
{
    bool prefixed;

    return name_plain(name, &prefixed);
}

static bool row_fits(const struct builtin *b, const char *name, bool prefixed, unsigned spaces)
{
    if (!(b->spaces & spaces) || strcmp(b->name, name) != 0)
        return false;
    if (prefixed)
        return b->kind != BUILTIN_AMP && b->kind != BUILTIN_EXTRA;
    return b->kind != BUILTIN_COMPILER;
}

const struct builtin *builtin_in(const char *name, unsigned spaces)
{
    bool prefixed;

    name = name_plain(name, &prefixed);
    for (int i = 0; i < BUILTINS; i++)
        if (row_fits(&builtins[i], name, prefixed, spaces))
            return &builtins[i];
    return NULL;
}

bool builtin_has_own(const char *opencl, bool is_double)
{
    static const char native[] = "native_";
    /* those of both types, of float, of double */
    static const char *const names[] = {
        "acos", "acosh",  "asin",  "asinh", "atan",  "atan2",     "atanh", "cbrt",
        "cos",  "cosh",   "erf",   "erfc",  "exp",   "exp10",     "exp2",  "expm1",
        "fmax", "fmin",   "hypot", "log",   "log10", "log1p",     "log2",  "pow",
        "sin",  "sincos", "sinh",  "tan",   "fmod",  "remainder", "tanh"};
    enum { NAMES = sizeof names / sizeof *names, BOTH = 28, FLOAT = BOTH + 2 };

    if (strncmp(opencl, native, sizeof native - 1) == 0)
        opencl += sizeof native - 1;
    for (int i = 0; i < (is_double ? NAMES : FLOAT); i++)
        if ((i < BOTH || is_double == (i >= FLOAT)) && strcmp(names[i], opencl) == 0)
            return true;
    return false;
}

const struct builtin *builtin_find(const char *name)
{
    return builtin_in(name, BUILTIN_PLAIN);
}

/* ---- overloads ---- */

/* Letters of the types in which overloads differ, in the order of the usual arithmetic
 * conversions. */
static const char ranks[] = "iulmfd";

static int type_rank(const struct type *t)
{
    t = type_underlying(t);
    if (vector_of(t)) /* by component; a norm or unorm becomes its number */
        t = type_basic(vector_of(t)->scalar);
    if (t->kind == TYPE_FLOAT || t->kind == TYPE_FLOAT16)
        return 4;
    if (!type_is_integer(t))
        return 5;
    if (t->size < 4)
        return 0;
    return (t->size > 4 ? 2 : 0) + (type_is_unsigned(t) ? 1 : 0);
}

/* The common type of the arguments that stand for an R, as a position in ranks; -1: there are none.
 * A pointer to R determines it by its target. */
static int common_rank(const struct builtin *b, const struct expr *call)
{
    const char *s = b->signature + 1;
    int rank = -1;

    for (int i = 0; i < call->args.n && *s && *s != '.'; i++, s++) {
        const struct type *t = call->args.at[i]->type;
        bool pointer = *s == 'p';

        s += pointer;
        if (*s != 'R' || !t)
            continue;
        if (pointer && t->kind == TYPE_POINTER)
            return type_rank(t->base);
        if (!pointer && type_rank(t) > rank)
            rank = type_rank(t);
    }
    return rank;
}

/* The distance of a row from the common type 'rank': less is better. Integers go to a wider integer
 * type, else to double (the extras: to float). */
static int row_distance(const struct builtin *b, int rank)
{
    enum { FAR = 100 };
    int real = b->real ? (int)(strchr(ranks, b->real) - ranks) : rank;

    if (rank < 0 || real == rank)
        return 0;
    if (real < rank)
        return FAR + rank - real;
    if (rank < 4 && real >= 4)
        return 10 + (b->kind == BUILTIN_EXTRA ? real : -real);
    return real - rank;
}

static const struct builtin *row_for_call(const char *name, unsigned space, const struct expr *call)
{
    const struct builtin *best = NULL;
    int least = 0, least_count = 0;
    bool prefixed;

    name = name_plain(name, &prefixed);
    for (int i = 0; i < BUILTINS; i++) {
        const struct builtin *b = &builtins[i];
        if (!row_fits(b, name, prefixed, space))
            continue;
        int count = builtin_params(b, NULL) != call->args.n;
        int distance = row_distance(b, common_rank(b, call));
        if (!best || count < least_count || (count == least_count && distance < least)) {
            best = b;
            least = distance;
            least_count = count;
        }
    }
    return best;
}

/* Whether the declaration s of a name hides the built-in function of that name. */
static bool is_hidden(const struct symbol *s, const struct builtin *b)
{
    if (s->kind != SYMBOL_FUNCTION || s->restriction & RESTRICT_AMP || s->other)
        return true;
    if (b->kind == BUILTIN_AMP || b->kind == BUILTIN_EXTRA)
        return !s->system;
    return s->definition && !s->system;
}

const struct builtin *builtin_called(const struct expr *call)
{
    const struct expr *f = call->a;
    struct builtin_call by_component;
    const struct builtin *b;

    f = expr_strip(f);
    if (call->kind != EXPR_CALL || call->amp == AMP_VECTOR_VALUE || !f || f->kind != EXPR_NAME)
        return NULL;
    if (builtin_by_component(call, &by_component))
        return by_component.row;
    b = row_for_call(f->name, builtin_space(f->ns), call);
    return b && f->symbol && is_hidden(f->symbol, b) ? NULL : b;
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

/* The letters of parameter i in the signature; NULL beyond the last named one. */
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

struct type *builtin_real(const struct builtin *b)
{
    return type_basic(letter_kind(b, 'R'));
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

/* ---- short vectors, by component ---- */

static bool is_vector(const struct type *t)
{
    return vector_of(t) && vector_of(t)->n > 1;
}

/* The type of F: of the first vector that stands for one, else of the numbers. */
static enum type_kind real_of(const struct builtin *b, const struct expr *call)
{
    bool is_double = false;

    if (b->real)
        return letter_kind(b, 'R');
    for (int i = 0; i < call->args.n; i++) {
        const struct type *t = call->args.at[i]->type;
        if (builtin_param_letter(b, i) != 'F')
            continue;
        if (is_vector(t))
            return type_is_floating(type_basic(vector_of(t)->scalar)) ? vector_of(t)->scalar
                                                                      : TYPE_VOID;
        is_double |= t->kind != TYPE_FLOAT && !vector_of(t);
    }
    return is_double ? TYPE_DOUBLE : TYPE_FLOAT;
}

const struct vector *builtin_part(const struct builtin_call *b, int i)
{
    char letter = i < 0 ? b->row->signature[0] : builtin_param_letter(b->row, i);

    return vector_with(letter == 'F' ? b->real : letter_kind(b->row, letter), b->n);
}

static bool part_fits(const struct builtin_call *b, const struct expr *call, int i)
{
    const struct type *t = call->args.at[i]->type;
    const struct vector *v = builtin_part(b, i);
    bool pointer = *param_letters(b->row, i) == 'p';

    if (pointer)
        return v && t->kind == TYPE_POINTER && vector_of(t->base) == v &&
               !(t->base->quals & QUAL_CONST);
    return v && (is_vector(t) ? vector_of(t) == v : vector_of(t) || type_is_arithmetic(t));
}

/* Fills in how b's row takes the arguments, the first of which that are vectors is 'first'; false:
 * it does not take that one. */
static bool parts_fit(struct builtin_call *b, const struct expr *call, int first)
{
    int n = builtin_params(b->row, NULL);

    b->n = vector_of(call->args.at[first]->type)->n;
    b->real = real_of(b->row, call);
    b->misfit = 0;
    if (b->row->parts == BUILTIN_NUMBERS || (b->row->signature[0] != 'v' && !builtin_part(b, -1)))
        return false;
    for (int i = 0; i < n; i++)
        if (!builtin_part(b, i))
            return false;
    while (b->misfit < n && b->misfit < call->args.n && part_fits(b, call, b->misfit))
        b->misfit++;
    return b->misfit > first;
}

/* Whether a fits the call better than b. */
static bool is_nearer(const struct builtin_call *a, const struct builtin_call *b,
                      const struct expr *call)
{
    bool a_count = builtin_params(a->row, NULL) == call->args.n, b_count;

    if (!b->row)
        return true;
    b_count = builtin_params(b->row, NULL) == call->args.n;
    if (a_count != b_count)
        return a_count;
    if (a->misfit != b->misfit)
        return a->misfit > b->misfit;
    return row_distance(a->row, common_rank(a->row, call)) <
           row_distance(b->row, common_rank(b->row, call));
}

bool builtin_by_component(const struct expr *call, struct builtin_call *out)
{
    const struct expr *f = expr_strip(call->a);
    unsigned spaces;
    bool prefixed;
    int first = 0;

    *out = (struct builtin_call){0};
    while (first < call->args.n && !is_vector(call->args.at[first]->type))
        first++;
    if (call->kind != EXPR_CALL || first == call->args.n || !f || f->kind != EXPR_NAME || f->symbol)
        return false;
    spaces = f->ns ? builtin_space(f->ns) : BUILTIN_PLAIN | BUILTIN_PRECISE;
    const char *name = name_plain(f->name, &prefixed);
    for (int i = 0; i < BUILTINS; i++) {
        struct builtin_call b = {.row = &builtins[i]};
        if (row_fits(b.row, name, prefixed, spaces) && parts_fit(&b, call, first) &&
            is_nearer(&b, out, call))
            *out = b;
    }
    return out->row && out->misfit == call->args.n &&
           builtin_params(out->row, NULL) == call->args.n;
}

char builtin_param_letter(const struct builtin *b, int i)
{
    const char *s = param_letters(b, i);

    if (!s)
        return 0;
    return *s == 'p' ? s[1] : *s;
}
