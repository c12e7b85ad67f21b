/* gnu_builtin.c - the types of GNU's built-in functions, by a table, and their constant results.
 *
 * Example: __builtin_popcount(7) is 3. */
#include <stdlib.h>
#include <string.h>

#include "sema/typing/typing.h"

/* Result types of GCC's built-in functions, as far as headers and programs need them. Others have
 * the type unknown. */

enum result {
    GIVES_VOID,
    GIVES_INT,
    GIVES_LONG,
    GIVES_SIZE,
    GIVES_USHORT,
    GIVES_UINT,
    GIVES_ULONG,
    GIVES_FLOAT,
    GIVES_DOUBLE,
    GIVES_LDOUBLE,
    GIVES_FLOAT128,
    GIVES_POINTER,      /* void * */
    GIVES_CHAR_POINTER, /* char * */
    GIVES_BOOL,
    GIVES_FIRST, /* the type of the first argument */
    GIVES_TARGET /* the type to which the first argument points */
};

struct row {
    const char *name; /* without "__builtin_" */
    enum result result;
};

/* In the order of strcmp. */
static const struct row rows[] = {
    {"abs", GIVES_INT},
    {"add_overflow", GIVES_BOOL},
    {"alloca", GIVES_POINTER},
    {"alloca_with_align", GIVES_POINTER},
    {"assume_aligned", GIVES_POINTER},
    {"bswap16", GIVES_USHORT},
    {"bswap32", GIVES_UINT},
    {"bswap64", GIVES_ULONG},
    {"calloc", GIVES_POINTER},
    {"clrsb", GIVES_INT},
    {"clrsbl", GIVES_INT},
    {"clrsbll", GIVES_INT},
    {"clz", GIVES_INT},
    {"clzl", GIVES_INT},
    {"clzll", GIVES_INT},
    {"constant_p", GIVES_INT},
    {"copysign", GIVES_DOUBLE},
    {"copysignf", GIVES_FLOAT},
    {"copysignl", GIVES_LDOUBLE},
    {"cpu_init", GIVES_INT},
    {"cpu_supports", GIVES_INT},
    {"ctz", GIVES_INT},
    {"ctzl", GIVES_INT},
    {"ctzll", GIVES_INT},
    {"eh_return", GIVES_VOID},
    {"expect", GIVES_LONG},
    {"expect_with_probability", GIVES_LONG},
    {"extract_return_addr", GIVES_POINTER},
    {"fabs", GIVES_DOUBLE},
    {"fabsf", GIVES_FLOAT},
    {"fabsf128", GIVES_FLOAT128},
    {"fabsl", GIVES_LDOUBLE},
    {"ffs", GIVES_INT},
    {"ffsl", GIVES_INT},
    {"ffsll", GIVES_INT},
    {"finite", GIVES_INT},
    {"fpclassify", GIVES_INT},
    {"frame_address", GIVES_POINTER},
    {"free", GIVES_VOID},
    {"frob_return_addr", GIVES_POINTER},
    {"huge_val", GIVES_DOUBLE},
    {"huge_valf", GIVES_FLOAT},
    {"huge_valf128", GIVES_FLOAT128},
    {"huge_vall", GIVES_LDOUBLE},
    {"inf", GIVES_DOUBLE},
    {"inff", GIVES_FLOAT},
    {"inff128", GIVES_FLOAT128},
    {"infl", GIVES_LDOUBLE},
    {"isfinite", GIVES_INT},
    {"isgreater", GIVES_INT},
    {"isgreaterequal", GIVES_INT},
    {"isinf", GIVES_INT},
    {"isinf_sign", GIVES_INT},
    {"isless", GIVES_INT},
    {"islessequal", GIVES_INT},
    {"islessgreater", GIVES_INT},
    {"isnan", GIVES_INT},
    {"isnormal", GIVES_INT},
    {"issignaling", GIVES_INT},
    {"isunordered", GIVES_INT},
    {"labs", GIVES_LONG},
    {"longjmp", GIVES_VOID},
    {"malloc", GIVES_POINTER},
    {"memchr", GIVES_POINTER},
    {"memcmp", GIVES_INT},
    {"memcpy", GIVES_POINTER},
    {"memmove", GIVES_POINTER},
    {"memset", GIVES_POINTER},
    {"mul_overflow", GIVES_BOOL},
    {"nan", GIVES_DOUBLE},
    {"nanf", GIVES_FLOAT},
    {"nanf128", GIVES_FLOAT128},
    {"nanl", GIVES_LDOUBLE},
    {"nans", GIVES_DOUBLE},
    {"nansf", GIVES_FLOAT},
    {"nansl", GIVES_LDOUBLE},
    {"object_size", GIVES_SIZE},
    {"parity", GIVES_INT},
    {"parityl", GIVES_INT},
    {"parityll", GIVES_INT},
    {"popcount", GIVES_INT},
    {"popcountl", GIVES_INT},
    {"popcountll", GIVES_INT},
    {"powi", GIVES_DOUBLE},
    {"powif", GIVES_FLOAT},
    {"prefetch", GIVES_VOID},
    {"printf", GIVES_INT},
    {"realloc", GIVES_POINTER},
    {"return_address", GIVES_POINTER},
    {"setjmp", GIVES_INT},
    {"signbit", GIVES_INT},
    {"signbitf", GIVES_INT},
    {"signbitl", GIVES_INT},
    {"sprintf", GIVES_INT},
    {"sqrt", GIVES_DOUBLE},
    {"sqrtf", GIVES_FLOAT},
    {"sqrtl", GIVES_LDOUBLE},
    {"strcat", GIVES_CHAR_POINTER},
    {"strchr", GIVES_CHAR_POINTER},
    {"strcmp", GIVES_INT},
    {"strcpy", GIVES_CHAR_POINTER},
    {"strlen", GIVES_SIZE},
    {"strncat", GIVES_CHAR_POINTER},
    {"strncmp", GIVES_INT},
    {"strncpy", GIVES_CHAR_POINTER},
    {"sub_overflow", GIVES_BOOL},
    {"trap", GIVES_VOID},
    {"unreachable", GIVES_VOID},
    {"unwind_init", GIVES_VOID},
    {"va_copy", GIVES_VOID},
    {"va_end", GIVES_VOID},
    {"va_start", GIVES_VOID},
};

/* __atomic_x, __sync_x, by the beginning of the name. */
static const struct row atomics[] = {
    {"__atomic_load_n", GIVES_TARGET},
    {"__atomic_exchange_n", GIVES_TARGET},
    {"__atomic_compare", GIVES_BOOL},
    {"__atomic_fetch", GIVES_TARGET},
    {"__atomic_test_and_set", GIVES_BOOL},
    {"__atomic_add_fetch", GIVES_TARGET},
    {"__atomic_sub_fetch", GIVES_TARGET},
    {"__atomic_and_fetch", GIVES_TARGET},
    {"__atomic_or_fetch", GIVES_TARGET},
    {"__atomic_xor_fetch", GIVES_TARGET},
    {"__atomic_store", GIVES_VOID},
    {"__atomic_load", GIVES_VOID},
    {"__atomic_clear", GIVES_VOID},
    {"__atomic_thread_fence", GIVES_VOID},
    {"__atomic_signal_fence", GIVES_VOID},
    {"__sync_synchronize", GIVES_VOID},
    {"__sync_bool_compare", GIVES_BOOL},
    {"__sync_lock_release", GIVES_VOID},
    {"__sync_", GIVES_TARGET},
};

static int compare_rows(const void *a, const void *b)
{
    return strcmp(((const struct row *)a)->name, ((const struct row *)b)->name);
}

static const struct row *row_find(const char *name)
{
    static const char prefix[] = "__builtin_";
    struct row key = {.name = name + sizeof prefix - 1};

    if (strncmp(name, prefix, sizeof prefix - 1) == 0)
        return bsearch(&key, rows, sizeof rows / sizeof *rows, sizeof *rows, compare_rows);
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
        if (strncmp(name, atomics[i].name, strlen(atomics[i].name)) == 0)
            return &atomics[i];
    return NULL;
}

static struct type *argument_type(struct sema *s, const struct expr *e, bool target)
{
    struct type *t = e->args.n ? e->args.at[0]->type : type_basic(TYPE_UNKNOWN);

    if (target)
        t = t->kind == TYPE_POINTER ? t->base : type_basic(TYPE_UNKNOWN);
    return type_unqualified(s->c, t);
}

static struct type *result_type(struct sema *s, const struct expr *e, enum result result)
{
    static const enum type_kind kinds[] = {
        [GIVES_VOID] = TYPE_VOID,         [GIVES_INT] = TYPE_INT,
        [GIVES_LONG] = TYPE_LONG,         [GIVES_SIZE] = TYPE_ULONG,
        [GIVES_USHORT] = TYPE_USHORT,     [GIVES_UINT] = TYPE_UINT,
        [GIVES_ULONG] = TYPE_ULONG,       [GIVES_FLOAT] = TYPE_FLOAT,
        [GIVES_DOUBLE] = TYPE_DOUBLE,     [GIVES_LDOUBLE] = TYPE_LDOUBLE,
        [GIVES_FLOAT128] = TYPE_FLOAT128, [GIVES_BOOL] = TYPE_BOOL,
    };

    if (result == GIVES_POINTER)
        return type_pointer(s->c, type_basic(TYPE_VOID));
    if (result == GIVES_CHAR_POINTER)
        return type_pointer(s->c, type_basic(TYPE_CHAR));
    if (result == GIVES_FIRST || result == GIVES_TARGET)
        return argument_type(s, e, result == GIVES_TARGET);
    return type_basic(kinds[result]);
}

/* ---- constant results ---- */

static void set_constant(struct expr *e, long long value)
{
    e->constant = true;
    e->value = constant_wrap(e->type, value);
}

static bool is_literal(const struct expr *e)
{
    e = expr_strip(e);
    return e->constant || e->kind == EXPR_FLOAT || e->kind == EXPR_STRING;
}

static void fold_call(struct expr *e, const char *name)
{
    unsigned long long v;

    if (e->args.n == 0)
        return;
    if (strcmp(name, "constant_p") == 0) {
        set_constant(e, is_literal(e->args.at[0]));
        return;
    }
    if (!e->args.at[0]->constant)
        return;
    v = (unsigned long long)e->args.at[0]->value;
    if (strcmp(name, "expect") == 0 || strcmp(name, "expect_with_probability") == 0)
        set_constant(e, (long long)v);
    else if (strcmp(name, "bswap16") == 0)
        set_constant(e, __builtin_bswap16((unsigned short)v));
    else if (strcmp(name, "bswap32") == 0)
        set_constant(e, __builtin_bswap32((unsigned)v));
    else if (strcmp(name, "bswap64") == 0)
        set_constant(e, (long long)__builtin_bswap64(v));
    else if (strcmp(name, "popcount") == 0)
        set_constant(e, __builtin_popcount((unsigned)v));
    else if (strcmp(name, "popcountl") == 0 || strcmp(name, "popcountll") == 0)
        set_constant(e, __builtin_popcountll(v));
    else if (strcmp(name, "ffs") == 0)
        set_constant(e, __builtin_ffs((int)v));
    else if (strcmp(name, "clz") == 0 && (unsigned)v)
        set_constant(e, __builtin_clz((unsigned)v));
    else if ((strcmp(name, "clzl") == 0 || strcmp(name, "clzll") == 0) && v)
        set_constant(e, __builtin_clzll(v));
    else if (strcmp(name, "ctz") == 0 && (unsigned)v)
        set_constant(e, __builtin_ctz((unsigned)v));
    else if ((strcmp(name, "ctzl") == 0 || strcmp(name, "ctzll") == 0) && v)
        set_constant(e, __builtin_ctzll(v));
}

/* __builtin_choose_expr(constant, a, b) has the chosen one's type without conversions. */
static bool choose_expr(struct expr *e)
{
    if (e->args.n != 3 || !e->args.at[0]->constant)
        return false;
    e->chosen = e->args.at[0]->value ? e->args.at[1] : e->args.at[2];
    e->type = e->chosen->type;
    e->lvalue = e->chosen->lvalue;
    return true;
}

bool gnu_builtin_call(struct sema *s, struct expr *e)
{
    const struct expr *f = expr_strip(e->a);
    const struct row *row;

    if (strncmp(f->name, "__", 2) != 0)
        return false;
    if (strcmp(f->name, "__builtin_choose_expr") == 0)
        return choose_expr(e);
    row = row_find(f->name);
    if (!row)
        return false;
    e->type = result_type(s, e, row->result);
    if (strncmp(f->name, "__builtin_", 10) == 0)
        fold_call(e, row->name);
    return true;
}
