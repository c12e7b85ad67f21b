/* texture.c - textures: arrays whose elements have a format, of as many bits for a scalar as the
 * program says, in the memory that copies read and write.
 *
 * On devices and in homes a scalar of a texture has all its 32 bits (a double 64), so kernels, the
 * emulator, checks and transfers treat textures as arrays. A format of fewer bits is made where
 * elements come from host memory or go there, and behind a launch that writes. Relies on array.c
 * for storage and transfer.c for copies. Example: `texture<unorm, 2> t(h, w, 8u)` has floats,
 * each of which is a multiple of 1/255; `copy(t, p, h * w)` stores a byte for each. */
#include "runtime/homes.h"

#include "runtime/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- formats ---- */

/* In the memory of the program. */
enum storage { STORE_WHOLE, STORE_INT, STORE_UINT, STORE_HALF, STORE_NORM, STORE_UNORM };

static struct texel_format format_of(const ampc_view *v)
{
    const struct share *share = view_share(v);
    runtime_lock();
    struct texel_format format = share ? share->home->texel : (struct texel_format){0, 0};
    runtime_unlock();
    return format;
}

static enum storage storage_of(struct texel_format f)
{
    if (f.bits == 64 || f.bits == 32)
        return STORE_WHOLE;
    return f.kind == AMPC__TEXEL_INT     ? STORE_INT
           : f.kind == AMPC__TEXEL_UINT  ? STORE_UINT
           : f.kind == AMPC__TEXEL_FLOAT ? STORE_HALF
           : f.kind == AMPC__TEXEL_NORM  ? STORE_NORM
                                         : STORE_UNORM;
}

static unsigned default_bits(enum ampc__texel kind)
{
    return kind == AMPC__TEXEL_DOUBLE                              ? 64
           : kind == AMPC__TEXEL_NORM || kind == AMPC__TEXEL_UNORM ? 16
                                                                   : 32;
}

static bool bits_fit(enum ampc__texel kind, unsigned bits)
{
    switch (kind) {
    case AMPC__TEXEL_INT:
    case AMPC__TEXEL_UINT:
        return bits == 8 || bits == 16 || bits == 32;
    case AMPC__TEXEL_FLOAT:
        return bits == 16 || bits == 32;
    case AMPC__TEXEL_NORM:
    case AMPC__TEXEL_UNORM:
        return bits == 8 || bits == 16;
    case AMPC__TEXEL_DOUBLE:
        return bits == 64;
    case AMPC__TEXEL_NONE:
        break;
    }
    return false;
}

/* ---- scalars ---- */

/* The nearest value of IEEE 754's binary16, ties to even. */
static uint16_t half_of(float x)
{
    uint32_t sign = 0;
    float magnitude = fabsf(x);
    if (signbit(x))
        sign = 0x8000;
    if (isnan(x))
        return (uint16_t)(sign | 0x7e00);
    if (magnitude >= 65520.0f)
        return (uint16_t)(sign | 0x7c00);
    if (magnitude < 0x1p-14f) /* units of 2^-24 */
        return (uint16_t)(sign | (uint32_t)rintf(magnitude * 0x1p24f));
    int exponent;
    float fraction = frexpf(magnitude, &exponent); /* 0.5 to 1 */
    uint32_t units = (uint32_t)rintf(fraction * 2048);
    return (uint16_t)(sign | (((uint32_t)(exponent + 13) << 10) + units));
}

static float float_of(uint16_t half)
{
    int exponent = half >> 10 & 31;
    float fraction = (float)(half & 0x3ff), value;
    if (exponent == 31)
        value = fraction != 0 ? NAN : INFINITY;
    else if (exponent == 0)
        value = fraction * 0x1p-24f;
    else
        value = ldexpf(fraction + 1024, exponent - 25);
    return half & 0x8000 ? -value : value;
}

/* A number of 'bits' bits that stands for x, which is brought into the range; not a number: 0. */
static int32_t scaled(float x, float least, float most)
{
    if (!(x > least)) /* not a number, too */
        x = isnan(x) ? 0 : least;
    return (int32_t)rintf((x < 1 ? x : 1) * most);
}

static int32_t clamped(int32_t x, unsigned bits)
{
    int32_t most = (1 << (bits - 1)) - 1;
    return x > most ? most : x < -most - 1 ? -most - 1 : x;
}

/* The word of a scalar in a texture as the program's memory has it. */
static uint32_t narrow(uint32_t word, enum storage store, unsigned bits)
{
    const uint32_t all = (1u << bits) - 1;
    int32_t number;
    float x;
    memcpy(&number, &word, sizeof number);
    memcpy(&x, &word, sizeof x);
    switch (store) {
    case STORE_INT:
        return (uint32_t)clamped(number, bits) & all;
    case STORE_UINT:
        return word < all ? word : all;
    case STORE_HALF:
        return half_of(x);
    case STORE_NORM:
        return (uint32_t)scaled(x, -1, (float)(all / 2)) & all;
    case STORE_UNORM:
        return (uint32_t)scaled(x, 0, (float)all);
    case STORE_WHOLE:
        break;
    }
    return word;
}

/* The opposite. */
static uint32_t widen(uint32_t stored, enum storage store, unsigned bits)
{
    const uint32_t all = (1u << bits) - 1, sign = 1u << (bits - 1);
    int32_t number = (int32_t)(stored ^ sign) - (int32_t)sign;
    float x = 0;
    uint32_t word = stored;
    switch (store) {
    case STORE_INT:
        memcpy(&word, &number, sizeof word);
        return word;
    case STORE_HALF:
        x = float_of((uint16_t)stored);
        break;
    case STORE_NORM:
        x = (float)number / (float)(all / 2);
        x = x < -1 ? -1 : x;
        break;
    case STORE_UNORM:
        x = (float)stored / (float)all;
        break;
    case STORE_UINT:
    case STORE_WHOLE:
        return word;
    }
    memcpy(&word, &x, sizeof word);
    return word;
}

/* ---- copies, for transfer.c ---- */

static size_t scalars_of(const ampc_view *v)
{
    size_t n = v->elem / sizeof(uint32_t);
    for (int k = 0; k < v->rank; k++)
        n *= (size_t)view_extents(v)[k];
    return n;
}

static size_t packed_bytes(const ampc_view *v, struct texel_format f)
{
    size_t n = scalars_of(v);
    return f.bits == 64 ? n * sizeof(uint32_t) : n * (f.bits / 8);
}

size_t texture_bytes(const ampc_view *v)
{
    return packed_bytes(v, format_of(v));
}

bool texture_is_narrow(const ampc_view *v)
{
    return (v->flags & AMPC_VIEW_NARROW) != 0;
}

static uint32_t load(const unsigned char *p, size_t i, unsigned bits)
{
    uint16_t two;
    memcpy(&two, p + 2 * i * (bits == 16), sizeof two * (bits == 16));
    return bits == 16 ? two : p[i];
}

static void store(unsigned char *p, size_t i, unsigned bits, uint32_t stored)
{
    uint16_t two = (uint16_t)stored;
    if (bits == 16)
        memcpy(p + 2 * i, &two, sizeof two);
    else
        p[i] = (unsigned char)stored;
}

void *texture_widened(const ampc_view *v, const void *from, bool packed, struct failure *f)
{
    const struct texel_format format = format_of(v);
    const enum storage how = storage_of(format);
    const uint32_t *words = from;
    size_t n = scalars_of(v);
    uint32_t *to = malloc(n * sizeof *to);
    if (!to) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for %zu elements of a texture", n);
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t stored = packed ? load(from, i, format.bits) : narrow(words[i], how, format.bits);
        to[i] = widen(stored, how, format.bits);
    }
    return to;
}

void texture_narrowed(const ampc_view *v, const void *from, void *to)
{
    const struct texel_format format = format_of(v);
    const uint32_t *words = from;
    size_t n = scalars_of(v);
    for (size_t i = 0; i < n; i++)
        store(to, i, format.bits, narrow(words[i], storage_of(format), format.bits));
}

bool texture_same_format(const ampc_view *a, const ampc_view *b)
{
    struct texel_format x = format_of(a), y = format_of(b);
    return x.bits == y.bits && x.kind == y.kind;
}

bool texture_round(const ampc_view *v, struct ampc_accelerator_view *on, const ampc_where *where,
                   struct failure *f)
{
    const struct purpose why = {"a texture", where->file, where->line, NULL};
    if (!on->accelerator->emulated)
        return algorithm_round(v, format_of(v), on, where, f);
    void *words = malloc(scalars_of(v) * sizeof(uint32_t));
    void *rounded = NULL;
    bool ok = words ? transfer_out(v, words, &why, f)
                    : failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a texture");
    ok = ok && (rounded = texture_widened(v, words, false, f)) && transfer_in(rounded, v, &why, f);
    free(words);
    free(rounded);
    return ok;
}

/* ---- what generated code calls ---- */

static bool texture_check(enum ampc__texel kind, unsigned bits, struct failure *f)
{
    return bits_fit(kind, bits) ||
           failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                       "a texture of %u bits per scalar element: int and unsigned have 8, 16 or "
                       "32, float has 16 or 32, norm and unorm have 8 or 16, double has 64",
                       bits);
}

void ampc__texture_init(ampc_view *v, int rank, const int *extent, ampc_size elem,
                        enum ampc__texel kind, const void *p, ampc_size bytes, const void *end,
                        unsigned bits, ampc__queue on, ampc__queue associated, unsigned flags,
                        const char *file, int line)
{
    static const int none[16];
    struct failure f;
    f.code = AMPC_SUCCESS;
    bits = bits ? bits : default_bits(kind);
    if (!texture_check(kind, bits, &f)) {
        ampc__view_init(v, rank, none, elem, 0, 0, 0, file, line);
        failure_raise(&f, file, line);
        return;
    }
    ampc__array_init(v, rank, extent, elem, 0, 0, on, associated, flags, file, line);
    if (!v->home)
        return;
    texture_like(v, (struct texel_format){(unsigned char)kind, (unsigned char)bits});
    if (end)
        ampc__copy_range(p, end, v, file, line);
    else if (p)
        ampc__texture_in(p, bytes, v, file, line);
}

void texture_like(ampc_view *v, struct texel_format format)
{
    runtime_lock();
    view_share(v)->home->texel = format;
    runtime_unlock();
    if (storage_of(format) != STORE_WHOLE)
        v->flags |= AMPC_VIEW_NARROW;
}

unsigned ampc__texture_bits(const ampc_view *v)
{
    return v->home ? format_of(v).bits : 0;
}

unsigned ampc__texture_bytes(const ampc_view *v)
{
    return v->home ? (unsigned)texture_bytes(v) : 0;
}
