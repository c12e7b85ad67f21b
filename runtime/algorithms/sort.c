/* sort.c - amp_algorithms::sort and sort_by_key on OpenCL devices: a radix sort from the least
 * significant digit on, stable, between the views and scratch memory (sort.cl).
 *
 * Digits in which all keys agree need no pass. Example: keys below 1000 of type int take two passes
 * where digits have 8 bits, on CPUs and NVIDIA devices (sort_warp.cl), and three on other GPUs
 * with 4. */
#include "runtime/algorithms/algorithm.h"

#include <stdio.h>

static const char sort_text[] =
#include "runtime/algorithms/sort.cl.h"
    ;

static const char warp_text[] =
#include "runtime/algorithms/warp.cl.h"
#include "runtime/algorithms/sort.cl.h"
#include "runtime/algorithms/sort_warp.cl.h"
    ;

enum { VARY, COUNT, ROWS, MOVE, BACK };
/* Versions of clang-format differ about macros of braces. */
/* clang-format off */
#define KERNELS                                                                                    \
    {{"sort_vary", "vwuu"}, {"sort_count", "vwuuu"}, {"sort_rows", "wu"},                          \
     {"sort_move", "vwvwvuuu"}, {"sort_back", "vwvwu"}}
/* clang-format on */
static const struct algorithm_text text = {sort_text, KERNELS}, warps = {warp_text, KERNELS};

enum { SERIAL = 16, SERIAL_WIDE = 8, BITS = 4, BITS_WIDE = 8, RESIDENT = 4, RESIDENT_CPU = 2 };
enum { NARROW_GROUP = 512 }; /* where that many have room in a group's memory */
enum { STAGED = 8 };         /* bytes of values that are put in order in a group's memory */

/* A sort under way: from side 0, the program's views, to side 1, and back. */
struct sort {
    struct algorithm *a;
    struct algorithm_program *p;
    const ampc_view1 *keys[2], *values[2];
    const ampc_view1 *counts;
    cl_uint bits, n, span, groups;
};

/* The type of values as OpenCL C: bytes in the largest units that they are aligned to. */
static void value_macros(const struct algorithm *a, bool may_stage, char *to, size_t room)
{
    static const char *const units[] = {"uchar", "ushort", "uint", "ulong"};
    const ampc_view *v = &a->views[1].v;
    const char *staged = may_stage && v->elem <= STAGED ? "#define STAGED\n" : "";
    size_t unit = 0;
    while (unit < 3 && (((uintptr_t)v->host | v->elem) >> unit & 1) == 0)
        unit++;
    if (v->elem >> unit == 1)
        snprintf(to, room, "#define VALUE %s\n%s", units[unit], staged);
    else
        snprintf(to, room, "#define VALUE struct_value\n#define UNIT %s\n#define UNITS %zu\n%s",
                 units[unit], (size_t)v->elem >> unit, staged);
}

/* The bits in which keys differ. */
static bool varying_bits(struct sort *s, uint64_t *bits)
{
    struct algorithm *a = s->a;
    struct scratch *room = scratch_take(a, s->groups * sizeof(uint64_t));
    uint64_t parts[s->groups];
    bool ok = room &&
              program_launch(a, s->p, VARY, s->groups,
                             (const void *const[]){s->keys[0], &room->view, &s->n, &s->span}) &&
              scratch_read(a, room, 0, parts, s->groups * sizeof(uint64_t));
    *bits = 0;
    for (cl_uint k = 0; ok && k < s->groups; k++)
        *bits |= parts[k];
    scratch_give(room);
    return ok;
}

static bool pass(const struct sort *s, int from, cl_uint shift)
{
    int to = !from;
    return program_launch(
               s->a, s->p, COUNT, s->groups,
               (const void *const[]){s->keys[from], s->counts, &s->n, &s->span, &shift}) &&
           program_launch(s->a, s->p, ROWS, 1u << s->bits,
                          (const void *const[]){s->counts, &s->groups}) &&
           program_launch(s->a, s->p, MOVE, s->groups,
                          (const void *const[]){s->keys[from], s->keys[to], s->values[from],
                                                s->values[to], s->counts, &s->n, &s->span, &shift});
}

static bool passes(struct sort *s)
{
    uint64_t bits, digit = (UINT64_C(1) << s->bits) - 1;
    int side = 0;
    bool ok = varying_bits(s, &bits);
    for (cl_uint shift = 0; ok && shift < 64; shift += s->bits) {
        if (bits >> shift & digit) {
            ok = pass(s, side, shift);
            side = !side;
        }
    }
    return ok &&
           (!side || program_launch(s->a, s->p, BACK, s->groups,
                                    (const void *const[]){s->keys[1], s->keys[0], s->values[1],
                                                          s->values[0], &s->n}));
}

static struct algorithm_program *sort_program(struct algorithm *a, const struct tuning *t,
                                              cl_uint bits)
{
    bool wide = number_bytes(a->types[0]) == 8;
    char more[160];
    int n = snprintf(more, sizeof more, "#define BITS %u\n%s", (unsigned)bits,
                     wide ? "#define WIDE\n" : "");
    if (a->count > 1)
        value_macros(a, t->warps, more + n, sizeof more - (size_t)n);
    const struct build b = {.text = t->warps ? &warps : &text,
                            .type = a->types[0],
                            .group = t->group,
                            .serial = wide || t->group == NARROW_GROUP ? SERIAL_WIDE : SERIAL,
                            .more = more};
    return program_of(a, &b);
}

bool sort_run(struct algorithm *a)
{
    struct tuning t = tuning_of(a->accelerator);
    size_t keys_bytes = (size_t)a->n * number_bytes(a->types[0]);
    size_t values_bytes = a->count > 1 ? (size_t)a->n * a->views[1].v.elem : 0;
    if (t.warps && number_bytes(a->types[0]) == 4 && (a->count == 1 || a->views[1].v.elem <= 4))
        t.group = NARROW_GROUP;
    struct sort s = {.a = a, .bits = t.serial || t.warps ? BITS_WIDE : BITS, .n = a->n};
    s.p = sort_program(a, &t, s.bits);
    s.span = chunk_of(a->n, t.units * (t.serial ? RESIDENT_CPU : RESIDENT),
                      t.group * (t.serial ? 1024 : SERIAL));
    s.groups = (a->n - 1) / s.span + 1;
    struct scratch *keys = s.p ? scratch_take(a, keys_bytes) : NULL;
    struct scratch *values = keys && values_bytes ? scratch_take(a, values_bytes) : NULL;
    struct scratch *counts =
        keys ? scratch_take(a, ((size_t)s.groups + 1) * sizeof(cl_uint) << s.bits) : NULL;
    bool ok = keys && counts && (values || !values_bytes);
    if (ok) {
        s.counts = &counts->view;
        s.keys[0] = &a->views[0];
        s.keys[1] = &keys->view;
        s.values[0] = values ? &a->views[1] : s.keys[0];
        s.values[1] = values ? &values->view : s.keys[1];
        ok = passes(&s);
    }
    scratch_give(counts);
    scratch_give(values);
    scratch_give(keys);
    return ok;
}
