/* algorithm.c - ampc__algorithm: checks of the views, empty ones, and the choice of who runs it.
 *
 * What the compiler knows (types, the function's type, const views) is not asked again; C programs
 * come through api.c, which does. Example: a sum over a section of 1000 floats becomes a struct
 * algorithm with n 1000 and goes to reduce_run, or to host_run in the emulator. */
#include "runtime/algorithms/algorithm.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"reduce",  "scan_inclusive", "scan_exclusive", "sort",
                                    "copy_if", "histogram",      "transform",      "fill"};

size_t number_bytes(enum ampc__number type)
{
    static const size_t bytes[] = {0, 4, 4, 8, 8, 4, 8};
    return bytes[type];
}

int operation_number(const ampc_operation *f)
{
    static const char *const own[] = {"plus", "min", "max"};
    if (!f)
        return 1;
    for (int k = 0; k < 3 && !f->source && !f->need; k++)
        if (!strcmp(f->name, own[k]))
            return k + 1;
    return 0;
}

bool algorithm_fail(struct algorithm *a, ampc_error code, const char *what)
{
    return failure_set(a->failure, code, "%s(): %s", names[a->what], what);
}

/* ---- Checks ---- */

/* Makes a->views[k] the elements of v as one dimension; an empty view has none. */
static bool flatten(struct algorithm *a, int k, const ampc_view *v)
{
    char what[80];
    uint64_t n = v->home ? 1 : 0;
    snprintf(what, sizeof what, "%s() of", names[a->what]);
    if (v->home && !view_check(v, what, a->failure))
        return false;
    if (v->home && !view_is_dense(v))
        return algorithm_fail(
            a, AMPC_ERROR_RUNTIME_EXCEPTION,
            "the elements of a view are not one behind the other; copy them to an "
            "array first");
    for (int d = 0; v->home && d < v->rank; d++)
        n *= (uint64_t)view_extents(v)[d];
    if (n > INT32_MAX)
        return algorithm_fail(a, AMPC_ERROR_RUNTIME_EXCEPTION,
                              "a view has more elements than an int counts");
    a->views[k].v = *v;
    a->views[k].v.rank = 1;
    a->views[k].stride[0] = 1;
    a->views[k].extent[0] = (int)n;
    return true;
}

static int elements(const struct algorithm *a, int k)
{
    return a->views[k].extent[0];
}

/* Views whose elements overlap are refused, unless they are the same ones. */
static bool is_apart(struct algorithm *a, int i, int k)
{
    if (!elements(a, i) || !elements(a, k))
        return true;
    struct interval x = view_range(&a->views[i].v), y = view_range(&a->views[k].v);
    bool same = x.lo == y.lo && a->types[i] != AMPC__OTHER &&
                number_bytes(a->types[i]) == number_bytes(a->types[k]) &&
                (a->what == AMPC__TRANSFORM || a->what == AMPC__SCAN_INCLUSIVE ||
                 a->what == AMPC__SCAN_EXCLUSIVE);
    return x.hi <= y.lo || y.hi <= x.lo || same ||
           algorithm_fail(a, AMPC_ERROR_RUNTIME_EXCEPTION,
                          "what is written overlaps with what is read");
}

static bool check_sizes(struct algorithm *a)
{
    bool counts = a->what == AMPC__HISTOGRAM;
    for (int k = 1; k < a->count && !counts; k++) {
        if (a->what == AMPC__COPY_IF ? elements(a, k) < elements(a, 0)
                                     : elements(a, k) != elements(a, 0)) {
            return failure_set(a->failure, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "%s(): a view of %d elements and one of %d", names[a->what],
                               elements(a, 0), elements(a, k));
        }
    }
    for (int k = 0; k + 1 < a->count; k++)
        if (!is_apart(a, k, a->count - 1))
            return false;
    return true;
}

/* ---- Running ---- */

static bool on_device(struct algorithm *a)
{
    switch (a->what) {
    case AMPC__REDUCE:
        return reduce_run(a);
    case AMPC__TRANSFORM:
    case AMPC__FILL:
        return map_run(a);
    case AMPC__SCAN_INCLUSIVE:
    case AMPC__SCAN_EXCLUSIVE:
        return scan_run(a);
    case AMPC__COPY_IF:
        return copy_if_run(a);
    case AMPC__HISTOGRAM:
        return histogram_run(a);
    case AMPC__SORT:
        return sort_run(a);
    }
    return false;
}

/* No elements: the result is the initial value, or the least that the operation can give. */
static bool nothing(struct algorithm *a)
{
    if (a->what == AMPC__HISTOGRAM && elements(a, 1)) {
        const int zero = 0;
        a->what = AMPC__FILL;
        a->views[0] = a->views[1];
        a->types[0] = AMPC__INT;
        a->n = (uint32_t)elements(a, 0);
        a->value = &zero;
        a->count = 1;
        return a->accelerator->emulated ? host_run(a) : on_device(a);
    }
    if (a->what != AMPC__REDUCE)
        return true;
    if (!a->value)
        return operation_number(a->f) == 1 ||
               algorithm_fail(a, AMPC_ERROR_RUNTIME_EXCEPTION, "no elements and no initial value");
    memcpy(a->result, a->value, number_bytes(a->types[0]));
    return true;
}

static bool run(struct algorithm *a, ampc__queue on, const ampc_view *const *views)
{
    if (!process_check(a->failure))
        return false;
    a->accelerator = on ? on->accelerator : accelerator_default(a->failure);
    if (!a->accelerator)
        return false;
    a->on = on ? on : &a->accelerator->default_view;
    for (int k = 0; k < a->count; k++)
        if (!flatten(a, k, views[k]))
            return false;
    a->n = (uint32_t)elements(a, 0);
    if (!check_sizes(a) || !accelerator_open(a->accelerator, a->failure))
        return false;
    if (a->n == 0)
        return nothing(a);
    return a->accelerator->emulated ? host_run(a) : on_device(a);
}

void *ampc__algorithm(enum ampc__algorithm what, unsigned types, ampc__queue on, int count,
                      const ampc_view *const *views, const void *value, const ampc_operation *f,
                      void *result, const char *file, int line)
{
    struct failure failure;
    failure.code = AMPC_SUCCESS;
    struct algorithm a = {.what = what,
                          .where = {file, line},
                          .count = count,
                          .value = value,
                          .f = f,
                          .result = result,
                          .failure = &failure};
    for (int k = 0; k < count; k++)
        a.types[k] = (enum ampc__number)(types >> 4 * k & 15);
    if (!run(&a, on, views) && failure.code != AMPC_SUCCESS)
        failure_raise(&failure, file, line);
    return result;
}
