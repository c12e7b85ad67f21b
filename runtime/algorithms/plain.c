/* plain.c - amp_algorithms.h's functions: what the compiler checks for .ampc files is checked here
 * (types of elements, const, missing functions), the rest is ampc__algorithm's.
 *
 * Example: ampc_reduce of AMPC_FLOAT over a view of doubles is a runtime_exception. */
#include "runtime/algorithms/algorithm.h"
#include "runtime/amp_algorithms.h"

const ampc_operation ampc_plus = {"plus", 0, 0, 0};
const ampc_operation ampc_min = {"min", 0, 0, 0};
const ampc_operation ampc_max = {"max", 0, 0, 0};

/* What a function here gets. */
struct call {
    const char *name;
    enum ampc__algorithm what;
    int count, written; /* views; from that one on they are written */
    const ampc_view *views[3];
    unsigned types[3];
    const void *value;
    const ampc_operation *f;
    void *result;
    bool wants_own, wants_function; /* f has to be one of the library's, has to be there */
};

static bool check_view(const struct call *c, int k, struct failure *f)
{
    const ampc_view *v = c->views[k];
    if (!v)
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s() without a view", c->name);
    if (c->types[k] > AMPC_DOUBLE)
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s(): unknown type %u", c->name,
                           c->types[k]);
    if (v->home && c->types[k] && v->elem != number_bytes((enum ampc__number)c->types[k]))
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                           "%s(): a view of elements of %zu bytes, whose type has %zu", c->name,
                           (size_t)v->elem, number_bytes((enum ampc__number)c->types[k]));
    return k < c->written || !(v->flags & AMPC_VIEW_CONST) ||
           failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s() writes a view of const", c->name);
}

static bool check(const struct call *c, struct failure *f)
{
    for (int k = 0; k < c->count; k++)
        if (!check_view(c, k, f))
            return false;
    if (c->f && !c->f->name)
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s(): a function without a name",
                           c->name);
    bool own = operation_number(c->f) > 0;
    if (c->f && !own && !c->f->source && !c->f->need)
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s(): '%.100s' has no source", c->name,
                           c->f->name);
    if (c->wants_function && (!c->f || own))
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s() needs a function", c->name);
    return !c->wants_own || own ||
           failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s() needs an initial value", c->name);
}

static void call(const struct call *c, ampc_accelerator_view *on)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!check(c, &f)) {
        failure_raise(&f, NULL, 0);
        return;
    }
    ampc__algorithm(c->what, c->types[0] | c->types[1] << 4 | c->types[2] << 8, on, c->count,
                    c->views, c->value, c->f, c->result, NULL, 0);
}

void ampc_reduce(ampc_accelerator_view *on, ampc_number type, const ampc_view *in,
                 const void *initial, const ampc_operation *f, void *result)
{
    call(&(struct call){.name = "ampc_reduce",
                        .what = AMPC__REDUCE,
                        .count = 1,
                        .written = 1,
                        .views = {in},
                        .types = {type},
                        .value = initial,
                        .f = f,
                        .result = result},
         on);
}

void ampc_scan_inclusive(ampc_accelerator_view *on, ampc_number type, const ampc_view *in,
                         const ampc_view *out, const ampc_operation *f)
{
    call(&(struct call){.name = "ampc_scan_inclusive",
                        .what = AMPC__SCAN_INCLUSIVE,
                        .count = 2,
                        .written = 1,
                        .views = {in, out},
                        .types = {type, type},
                        .f = f},
         on);
}

void ampc_scan_exclusive(ampc_accelerator_view *on, ampc_number type, const ampc_view *in,
                         const ampc_view *out, const void *initial, const ampc_operation *f)
{
    call(&(struct call){.name = "ampc_scan_exclusive",
                        .what = AMPC__SCAN_EXCLUSIVE,
                        .count = 2,
                        .written = 1,
                        .views = {in, out},
                        .types = {type, type},
                        .value = initial,
                        .f = f,
                        .wants_own = !initial},
         on);
}

void ampc_sort(ampc_accelerator_view *on, ampc_number type, const ampc_view *keys)
{
    call(&(struct call){.name = "ampc_sort",
                        .what = AMPC__SORT,
                        .count = 1,
                        .written = 0,
                        .views = {keys},
                        .types = {type}},
         on);
}

void ampc_sort_by_key(ampc_accelerator_view *on, ampc_number type, const ampc_view *keys,
                      const ampc_view *values)
{
    call(&(struct call){.name = "ampc_sort_by_key",
                        .what = AMPC__SORT,
                        .count = 2,
                        .written = 0,
                        .views = {keys, values},
                        .types = {type, AMPC__OTHER}},
         on);
}

int ampc_copy_if(ampc_accelerator_view *on, ampc_number type, const ampc_view *in,
                 const ampc_view *out, const ampc_operation *f)
{
    int count = 0;
    call(&(struct call){.name = "ampc_copy_if",
                        .what = AMPC__COPY_IF,
                        .count = 2,
                        .written = 1,
                        .views = {in, out},
                        .types = {type, type},
                        .f = f,
                        .result = &count,
                        .wants_function = true},
         on);
    return count;
}

void ampc_histogram(ampc_accelerator_view *on, ampc_number type, const ampc_view *in,
                    const ampc_view *counts, const ampc_operation *f)
{
    bool real = type == AMPC_FLOAT || type == AMPC_DOUBLE;
    call(&(struct call){.name = "ampc_histogram",
                        .what = AMPC__HISTOGRAM,
                        .count = 2,
                        .written = 1,
                        .views = {in, counts},
                        .types = {type, AMPC_INT},
                        .f = f,
                        .wants_function = real || f},
         on);
}

void ampc_transform(ampc_accelerator_view *on, ampc_number in_type, const ampc_view *in,
                    ampc_number out_type, const ampc_view *out, const ampc_operation *f)
{
    call(&(struct call){.name = "ampc_transform",
                        .what = AMPC__TRANSFORM,
                        .count = 2,
                        .written = 1,
                        .views = {in, out},
                        .types = {in_type, out_type},
                        .f = f,
                        .wants_function = true},
         on);
}

void ampc_transform2(ampc_accelerator_view *on, ampc_number in_type, const ampc_view *in,
                     ampc_number other_type, const ampc_view *other, ampc_number out_type,
                     const ampc_view *out, const ampc_operation *f)
{
    call(&(struct call){.name = "ampc_transform2",
                        .what = AMPC__TRANSFORM,
                        .count = 3,
                        .written = 2,
                        .views = {in, other, out},
                        .types = {in_type, other_type, out_type},
                        .f = f,
                        .wants_function = true},
         on);
}

void ampc_fill(ampc_accelerator_view *on, ampc_number type, const ampc_view *out, const void *value)
{
    call(&(struct call){.name = "ampc_fill",
                        .what = AMPC__FILL,
                        .count = 1,
                        .written = 0,
                        .views = {out},
                        .types = {type},
                        .value = value},
         on);
}
