/* host.c - the algorithms in the emulator: plain loops on the host, in the order of the elements.
 *
 * They run as the one thread of a kernel of the emulator's, since functions of the program may ask
 * for their thread's number when an assert fails. Example: the sum of ten floats is nine calls of
 * plus_float. */
#include "runtime/algorithms/algorithm.h"
#include "runtime/emulator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The library's own operations ---- */

typedef void operation(void *result, const void *a, const void *b, void *note);

#define OPERATION(name, type, expression)                                                          \
    static void name(void *result, const void *a, const void *b, void *note)                       \
    {                                                                                              \
        (void)note;                                                                                \
        const type x = *(const type *)a, y = *(const type *)b;                                     \
        *(type *)result = (expression);                                                            \
    }

/* Sums of integers wrap around. */
OPERATION(plus_32, uint32_t, x + y)
OPERATION(plus_64, uint64_t, x + y)
OPERATION(plus_float, float, x + y)
OPERATION(plus_double, double, x + y)
OPERATION(min_int, int32_t, y < x ? y : x)
OPERATION(min_unsigned, uint32_t, y < x ? y : x)
OPERATION(min_int64, int64_t, y < x ? y : x)
OPERATION(min_unsigned64, uint64_t, y < x ? y : x)
OPERATION(min_float, float, __builtin_isnan(x) || y < x ? y : x)
OPERATION(min_double, double, __builtin_isnan(x) || y < x ? y : x)
OPERATION(max_int, int32_t, y > x ? y : x)
OPERATION(max_unsigned, uint32_t, y > x ? y : x)
OPERATION(max_int64, int64_t, y > x ? y : x)
OPERATION(max_unsigned64, uint64_t, y > x ? y : x)
OPERATION(max_float, float, __builtin_isnan(x) || y > x ? y : x)
OPERATION(max_double, double, __builtin_isnan(x) || y > x ? y : x)

static operation *const own[][4] = {
    [AMPC__INT] = {NULL, plus_32, min_int, max_int},
    [AMPC__UNSIGNED] = {NULL, plus_32, min_unsigned, max_unsigned},
    [AMPC__INT64] = {NULL, plus_64, min_int64, max_int64},
    [AMPC__UNSIGNED64] = {NULL, plus_64, min_unsigned64, max_unsigned64},
    [AMPC__FLOAT] = {NULL, plus_float, min_float, max_float},
    [AMPC__DOUBLE] = {NULL, plus_double, min_double, max_double},
};

/* ---- The loops ---- */

/* What they work on: the elements of the views, of those sizes. */
struct loop {
    struct algorithm *a;
    operation *f;
    char *at[3];
    size_t bytes[3];
    void *note;
    uint64_t result; /* which the program gets if nothing has stopped */
};

static void reduce_loop(struct loop *l)
{
    const struct algorithm *a = l->a;
    const char *in = l->at[0];
    memcpy(&l->result, a->value ? a->value : in, l->bytes[0]);
    for (size_t i = a->value ? 0 : 1; i < a->n; i++)
        l->f(&l->result, &l->result, in + i * l->bytes[0], l->note);
}

static void transform_loop(struct loop *l)
{
    int out = l->a->count - 1;
    for (size_t i = 0; i < l->a->n; i++)
        l->f(l->at[out] + i * l->bytes[out], l->at[0] + i * l->bytes[0],
             out == 2 ? l->at[1] + i * l->bytes[1] : NULL, l->note);
}

static void fill_loop(struct loop *l)
{
    for (size_t i = 0; i < l->a->n; i++)
        memcpy(l->at[0] + i * l->bytes[0], l->a->value, l->bytes[0]);
}

static void scan_loop(struct loop *l)
{
    const struct algorithm *a = l->a;
    size_t bytes = l->bytes[0], i = 0;
    bool exclusive = a->what == AMPC__SCAN_EXCLUSIVE;
    uint64_t room, before, element;
    memcpy(&before, exclusive ? scan_initial(a, &room) : l->at[0], bytes);
    if (!exclusive)
        memcpy(l->at[1] + i++ * bytes, &before, bytes);
    for (; i < a->n; i++) {
        memcpy(&element, l->at[0] + i * bytes, bytes);
        if (exclusive)
            memcpy(l->at[1] + i * bytes, &before, bytes);
        l->f(&before, &before, &element, l->note);
        if (!exclusive)
            memcpy(l->at[1] + i * bytes, &before, bytes);
    }
}

static void copy_if_loop(struct loop *l)
{
    size_t bytes = l->bytes[0];
    int count = 0;
    for (size_t i = 0; i < l->a->n; i++) {
        uint64_t keep = 0; /* of any integer type */
        l->f(&keep, l->at[0] + i * bytes, NULL, l->note);
        if (keep)
            memcpy(l->at[1] + (size_t)count++ * bytes, l->at[0] + i * bytes, bytes);
    }
    memcpy(&l->result, &count, sizeof count);
}

/* The element as the number of a bin; UINT64_MAX: of none. */
static uint64_t bin_of(const struct loop *l, const char *element)
{
    int32_t bin;
    uint64_t wide = 0;
    if (l->a->f) {
        l->f(&bin, element, NULL, l->note);
        return bin < 0 ? UINT64_MAX : (uint64_t)bin;
    }
    memcpy(&wide, element, l->bytes[0]);
    return l->a->types[0] == AMPC__INT ? (uint64_t)(int32_t)wide : wide;
}

static void histogram_loop(struct loop *l)
{
    uint32_t *counts = (uint32_t *)(void *)l->at[1];
    size_t bins = (size_t)l->a->views[1].extent[0];
    memset(counts, 0, bins * sizeof *counts);
    for (size_t i = 0; i < l->a->n; i++) {
        uint64_t bin = bin_of(l, l->at[0] + i * l->bytes[0]);
        if (bin < bins)
            counts[bin]++;
    }
}

/* ---- Sorting ---- */

struct sorted {
    uint64_t key; /* in the order of the keys, see sort.cl */
    size_t from;
};

static uint64_t sortable(const void *key, enum ampc__number type)
{
    size_t bytes = number_bytes(type);
    uint64_t bits = 0, top = UINT64_C(1) << (8 * bytes - 1);
    memcpy(&bits, key, bytes);
    if (type == AMPC__INT || type == AMPC__INT64)
        return bits ^ top;
    if (type == AMPC__FLOAT || type == AMPC__DOUBLE)
        return bits & top ? ~bits & (top | (top - 1)) : bits | top;
    return bits;
}

static int compare(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->from > y->from) - (x->from < y->from);
}

static void sort_loop(struct loop *l)
{
    const struct algorithm *a = l->a;
    struct sorted *list = malloc(a->n * sizeof *list);
    size_t most = l->bytes[0] > l->bytes[1] ? l->bytes[0] : l->bytes[1];
    char *old = malloc(a->n * most);
    for (size_t i = 0; list && old && i < a->n; i++)
        list[i] = (struct sorted){sortable(l->at[0] + i * l->bytes[0], a->types[0]), i};
    if (list && old)
        qsort(list, a->n, sizeof *list, compare);
    for (int k = 0; list && old && k < a->count; k++) {
        memcpy(old, l->at[k], a->n * l->bytes[k]);
        for (size_t i = 0; i < a->n; i++)
            memcpy(l->at[k] + i * l->bytes[k], old + list[i].from * l->bytes[k], l->bytes[k]);
    }
    if (!list || !old)
        algorithm_fail(l->a, AMPC_ERROR_OUT_OF_MEMORY, "no memory to sort");
    free(list);
    free(old);
}

static void loop_run(void *const *arguments)
{
    struct loop *l = arguments[0];
    switch (l->a->what) {
    case AMPC__REDUCE:
        reduce_loop(l);
        break;
    case AMPC__TRANSFORM:
        transform_loop(l);
        break;
    case AMPC__FILL:
        fill_loop(l);
        break;
    case AMPC__SCAN_INCLUSIVE:
    case AMPC__SCAN_EXCLUSIVE:
        scan_loop(l);
        break;
    case AMPC__SORT:
        sort_loop(l);
        break;
    case AMPC__COPY_IF:
        copy_if_loop(l);
        break;
    case AMPC__HISTOGRAM:
        histogram_loop(l);
        break;
    }
}

/* ---- Running ---- */

/* The function; false and a failure if the emulator cannot call it. */
static bool function_of(struct algorithm *a, struct loop *l)
{
    int number = operation_number(a->f);
    l->f = number ? own[a->types[0]][number] : a->f->host;
    bool missing = !l->f || (!number && a->f->need && !a->f->need->function->emulated);
    return !missing ||
           algorithm_fail(a, AMPC_ERROR_UNSUPPORTED_FEATURE,
                          a->f->need
                              ? "the emulator cannot call the function: its file was compiled "
                                "with --no-emulator"
                              : "the emulator needs the function as host code, too");
}

bool host_run(struct algorithm *a)
{
    static const size_t one[3] = {1, 1, 1};
    struct loop l = {.a = a};
    if (a->what != AMPC__FILL && a->what != AMPC__SORT && !function_of(a, &l))
        return false;
    for (int k = 0; k < a->count; k++) {
        bool written = a->what == AMPC__SORT || (k == a->count - 1 && a->what != AMPC__REDUCE);
        l.at[k] = a->views[k].v.host;
        l.bytes[k] = a->views[k].v.elem;
        if (!view_access(&a->views[k].v, written ? AMPC_READ | AMPC_WRITE : AMPC_READ,
                         a->where.file, a->where.line))
            return false; /* and the error has been raised */
    }
    l.note = stop_note_make();
    if (!l.note)
        return algorithm_fail(a, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a note");
    emulator_run(loop_run, (void *const[]){&l}, false, false, one, one);
    if (!stop_note_end(l.note, a->failure) || a->failure->code != AMPC_SUCCESS)
        return false;
    if (a->result)
        memcpy(a->result, &l.result, a->what == AMPC__REDUCE ? l.bytes[0] : sizeof(int));
    return true;
}
