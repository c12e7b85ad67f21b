/* kernel_math.c - helper functions for functions of the C library that OpenCL does not have, or has
 * with other rules. */
#include "codegen/kernel/kernel.h"

#include <ctype.h>
#include <string.h>

#include "sema/types/builtin.h"

/* Functions of builtin.def that OpenCL does not have, or not on all devices. R is replaced by the
 * type, and behind a number by its suffix; S by the address space of the pointer among the
 * arguments. A text may use others of the table. */
static const struct {
    const char *name, *text;
} helpers[] = {
    {"ampc_isinf_sign",
     "static int ampc_isinf_sign(R x)\n{\n    return isinf(x) ? (x < 0 ? -1 : 1) : 0;\n}\n"},
    {"ampc_fpclassify", "static int ampc_fpclassify(int nan_, int infinite, int normal, int "
                        "subnormal, int zero, R x)\n"
                        "{\n    return isnan(x) ? nan_ : isinf(x) ? infinite : x == 0 ? zero\n"
                        "           : isnormal(x) ? normal : subnormal;\n}\n"},
    {"ampc_bswap16", "static ushort ampc_bswap16(ushort x)\n{\n"
                     "    return (ushort)(x << 8 | x >> 8);\n}\n"},
    {"ampc_bswap32", "static uint ampc_bswap32(uint x)\n{\n"
                     "    x = (x >> 8 & 0x00ff00ffU) | (x & 0x00ff00ffU) << 8;\n"
                     "    return x >> 16 | x << 16;\n}\n"},
    {"ampc_bswap64",
     "static ulong ampc_bswap64(ulong x)\n{\n"
     "    x = (x >> 8 & 0x00ff00ff00ff00ffUL) | (x & 0x00ff00ff00ff00ffUL) << 8;\n"
     "    x = (x >> 16 & 0x0000ffff0000ffffUL) | (x & 0x0000ffff0000ffffUL) << 16;\n"
     "    return x >> 32 | x << 32;\n}\n"},
    {"ampc_ctz", "static int ampc_ctz(uint x)\n{\n    return 31 - (int)clz(x & -x);\n}\n"},
    {"ampc_ctzl", "static int ampc_ctzl(ulong x)\n{\n    return 63 - (int)clz(x & -x);\n}\n"},
    {"ampc_ffs",
     "static int ampc_ffs(int x)\n{\n    return 32 - (int)clz((uint)x & -(uint)x);\n}\n"},
    {"ampc_ffsl",
     "static int ampc_ffsl(long x)\n{\n    return 64 - (int)clz((ulong)x & -(ulong)x);\n}\n"},
    /* precise_math; the sign by lgamma_r is 0 on some devices */
    {"ampc_lgamma_r", "static R ampc_lgamma_r(R x, S int *sign)\n{\n"
                      "    *sign = x < 0 && x != floor(x) && fmod(floor(x), 2.0R) != 0 ? -1 : 1;\n"
                      "    return lgamma(x);\n}\n"},
    {"ampc_rcbrt", "static R ampc_rcbrt(R x)\n{\n    return 1 / cbrt(x);\n}\n"},
    {"ampc_scalb", "static R ampc_scalb(R x, R n)\n{\n"
                   "    if (isinf(n))\n        return n > 0 ? x * n : x / -n;\n"
                   "    if (isnan(x) || isnan(n) || rint(n) != n)\n        return x + n + "
                   "as_float(0x7fc00000u);\n"
                   "    return ldexp(x, (int)clamp(n, -10000.0R, 10000.0R));\n}\n"},
    /* The quantile of the normal distribution (Wichura, algorithm AS 241) whose sign is q's, q
     * being the probability less one half, and 'tail' the lesser of the probability and one less
     * it. */
    {"ampc_quantile",
     "static R ampc_quantile(R q, R tail)\n{\n    R r, x;\n"
     "    if (fabs(q) <= 0.425R) {\n"
     "        r = 0.180625R - q * q;\n"
     "        return q * (((((((r * 2509.0809287301226727R + 33430.575583588128105R) * r +\n"
     "            67265.770927008700853R) * r + 45921.953931549871457R) * r +\n"
     "            13731.693765509461125R) * r + 1971.5909503065514427R) * r +\n"
     "            133.14166789178437745R) * r + 3.387132872796366608R) /\n"
     "            (((((((r * 5226.495278852545925R + 28729.085735721942674R) * r +\n"
     "            39307.89580009271061R) * r + 21213.794301586595867R) * r +\n"
     "            5394.1960214247511077R) * r + 687.1870074920579083R) * r +\n"
     "            42.313330701600911252R) * r + 1.0R);\n"
     "    }\n"
     "    if (tail == 0)\n        return copysign((R)as_float(0x7f800000u), q);\n"
     "    r = sqrt(-log(tail));\n"
     "    if (r <= 5) {\n"
     "        r -= 1.6R;\n"
     "        x = (((((((r * 7.7454501427834140764e-4R + 0.0227238449892691845833R) * r +\n"
     "            0.24178072517745061177R) * r + 1.27045825245236838258R) * r +\n"
     "            3.64784832476320460504R) * r + 5.7694972214606914055R) * r +\n"
     "            4.6303378461565452959R) * r + 1.42343711074968357734R) /\n"
     "            (((((((r * 1.05075007164441684324e-9R + 5.475938084995344946e-4R) * r +\n"
     "            0.0151986665636164571966R) * r + 0.14810397642748007459R) * r +\n"
     "            0.68976733498510000455R) * r + 1.6763848301838038494R) * r +\n"
     "            2.05319162663775882187R) * r + 1.0R);\n"
     "    } else {\n"
     "        r -= 5.0R;\n"
     "        x = (((((((r * 2.01033439929228813265e-7R + 2.71155556874348757815e-5R) * r +\n"
     "            0.0012426609473880784386R) * r + 0.026532189526576123093R) * r +\n"
     "            0.29656057182850489123R) * r + 1.7848265399172913358R) * r +\n"
     "            5.4637849111641143699R) * r + 6.6579046435011037772R) /\n"
     "            (((((((r * 2.04426310338993978564e-15R + 1.4215117583164458887e-7R) * r +\n"
     "            1.8463183175100546818e-5R) * r + 7.868691311456132591e-4R) * r +\n"
     "            0.0148753612908506148525R) * r + 0.13692988092273580531R) * r +\n"
     "            0.59983220655588793769R) * r + 1.0R);\n"
     "    }\n"
     "    return copysign(x, q);\n}\n"},
    {"ampc_erfinv", "static R ampc_erfinv(R x)\n{\n"
                    "    return ampc_quantile(x / 2, (1 - fabs(x)) / 2) * "
                    "0.70710678118654752440R;\n}\n"},
    {"ampc_erfcinv", "static R ampc_erfcinv(R x)\n{\n"
                     "    return ampc_quantile((1 - x) / 2, (x < 1 ? x : 2 - x) / 2) *\n"
                     "           0.70710678118654752440R;\n}\n"},
    {"ampc_probit", "static R ampc_probit(R x)\n{\n"
                    "    return ampc_quantile(x - 0.5R, x < 0.5R ? x : 1 - x);\n}\n"},
    /* erfc(-x / sqrt(2)) / 2, corrected by the rounding error of the quotient */
    {"ampc_phi", "static R ampc_phi(R x)\n{\n"
                 "    R c = 0.70710678118654752440R, t = -x * c;\n"
                 "    R low = sizeof(R) == 4 ? 1.2101617e-8R : -4.8336466567264567e-17R;\n"
                 "    R rest = fma(-x, c, -t) - x * low;\n"
                 "    if (fabs(x) > 40)\n        return x > 0 ? 1.0R : 0.0R;\n"
                 "    return 0.5R * erfc(t) - rest * exp(-t * t) * 0.56418958354775628695R;\n}\n"},
    /* the extras */
    {"ampc_clamp",
     "static R ampc_clamp(R x, R a, R b)\n{\n    return x < a ? a : x > b ? b : x;\n}\n"},
    {"ampc_mad", "static R ampc_mad(R x, R a, R b)\n{\n    return x * a + b;\n}\n"},
    {"ampc_firstbitlow",
     "static int ampc_firstbitlow(uint x)\n{\n    return 31 - (int)clz(x & -x);\n}\n"},
    {"ampc_reversebits", "static uint ampc_reversebits(uint x)\n{\n"
                         "    x = (x >> 1 & 0x55555555U) | (x & 0x55555555U) << 1;\n"
                         "    x = (x >> 2 & 0x33333333U) | (x & 0x33333333U) << 2;\n"
                         "    x = (x >> 4 & 0x0f0f0f0fU) | (x & 0x0f0f0f0fU) << 4;\n"
                         "    return ampc_bswap32(x);\n}\n"},
    {"ampc_saturate", "static R ampc_saturate(R x)\n{\n    return fmin(fmax(x, 0.0R), 1.0R);\n}\n"},
    {"ampc_sign", "static int ampc_sign(R x)\n{\n    return (x > 0) - (x < 0);\n}\n"},
    {"ampc_radians",
     "static R ampc_radians(R x)\n{\n    return x * 0.017453292519943295769R;\n}\n"},
    {"ampc_step", "static R ampc_step(R y, R x)\n{\n    return x >= y ? 1.0R : 0.0R;\n}\n"},
    {"ampc_smoothstep", "static R ampc_smoothstep(R a, R b, R x)\n{\n"
                        "    R t = fmin(fmax((x - a) / (b - a), 0.0R), 1.0R);\n"
                        "    return t * t * (3 - 2 * t);\n}\n"},
    /* Perlin's gradient noise of one dimension */
    {"ampc_gradient", "static R ampc_gradient(int i)\n{\n"
                      "    uint h = (uint)i * 0x9e3779b9U;\n"
                      "    h = (h ^ h >> 16) * 0x85ebca6bU;\n"
                      "    h = (h ^ h >> 13) * 0xc2b2ae35U;\n"
                      "    return (R)((h ^ h >> 16) >> 8) / 8388607.5R - 1;\n}\n"},
    {"ampc_noise", "static R ampc_noise(R x)\n{\n"
                   "    R whole = floor(x), f = x - whole;\n"
                   "    int i = (int)clamp(whole, -2.0e9R, 2.0e9R);\n"
                   "    R u = f * f * f * (f * (f * 6 - 15) + 10);\n"
                   "    R a = ampc_gradient(i) * f, b = ampc_gradient(i + 1) * (f - 1);\n"
                   "    return 2 * (a + u * (b - a));\n}\n"},
};

enum { HELPERS = sizeof helpers / sizeof helpers[0] };

static const char *helper_text(const char *name, const char *real)
{
    for (int i = 0; i < HELPERS; i++)
        if (strcmp(helpers[i].name, name) == 0)
            return helpers[i].text;
    return kernel_own_text(name, real);
}

static const char native[] = "native_";

static bool is_double(const char *real)
{
    return strncmp(real, "double", 6) == 0;
}

/* Whether CPUs have their own function in the place of OpenCL's for this type. */
static bool is_own(const char *name, const char *real)
{
    return (is_double(real) || strncmp(real, "float", 5) == 0) &&
           builtin_has_own(name, is_double(real));
}

/* A function of OpenCL for fast_math, "native_log", for which CPUs have our accurate one, which is
 * as fast. */
static const char *native_helper(struct kernel_gen *g, const char *name, const char *real)
{
    const char *full = arena_printf(&g->c->arena, "ampc_%s_%s", name, real);
    const char *own = kernel_own_function(g, name + sizeof native - 1, real, SPACE_NONE);

    if (kernel_once(g, full))
        buf_printf(&g->helpers, "#ifdef AMPC_CPU\n#define %s %s\n#else\n#define %s %s\n#endif\n",
                   full, own, full, name);
    return full;
}

const char *kernel_own_function(struct kernel_gen *g, const char *name, const char *real,
                                enum space space)
{
    const char *own;

    if (g->emulated || !is_own(name, real))
        return name;
    own = arena_printf(&g->c->arena, "ampc_%s", name);
    if (strncmp(name, native, sizeof native - 1) == 0 && !kernel_own_text(own, real))
        return native_helper(g, name, real);
    return kernel_builtin_helper(g, own, real, space);
}

/* The length of the name that begins at s. */
static size_t word_length(const char *s)
{
    size_t n = 0;

    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return n;
}

/* Whether the text has the word 'letter': R, S. */
static bool has_word(const char *text, char letter)
{
    for (; *text; text++) {
        size_t n = word_length(text);
        if (n == 1 && *text == letter)
            return true;
        text += n ? n - 1 : 0;
    }
    return false;
}

/* The replacement for a word of a helper's text. Numbers are words too: "0.425R" ends in one. */
static const char *word_for(struct kernel_gen *g, const char *word, const char *real,
                            enum space space)
{
    size_t n = strlen(word);
    bool is_as = strncmp(word, "as_", 3) == 0, is_to = strncmp(word, "to_", 3) == 0;
    const char *letter = is_as || is_to ? word + 3 : word, *lanes, *type = NULL;

    if (strcmp(word, "R") == 0)
        return real;
    if (letter[0] && !letter[1]) /* a type of as many lanes */
        type = letter[0] == 'R'   ? (is_double(real) ? "double" : "float")
               : letter[0] == 'I' ? (is_double(real) ? "long" : "int")
               : letter[0] == 'D' ? "double"
                                  : NULL;
    if (type) {
        lanes = real + strlen(is_double(real) ? "double" : "float");
        return arena_printf(&g->c->arena, "%s%s%s",
                            is_as   ? "as_"
                            : is_to ? "convert_"
                                    : "",
                            type, lanes);
    }
    if (strcmp(word, "S") == 0)
        return space_text(space);
    if (isdigit((unsigned char)word[0]) && word[n - 1] == 'R')
        return arena_printf(&g->c->arena, "%.*s%s", (int)n - 1, word,
                            strncmp(real, "float", 5) == 0 ? "f" : "");
    return kernel_builtin_helper(g, word, real, space);
}

const char *kernel_builtin_helper(struct kernel_gen *g, const char *name, const char *real,
                                  enum space space)
{
    const char *text = helper_text(name, real), *full = name, *own;
    struct buf out = {0};

    if (!text)
        return name;         /* a function of OpenCL's, or any other word */
    if (has_word(text, 'R')) /* OpenCL C has no overloading of the user's functions */
        full = arena_printf(&g->c->arena, "%s_%s", name, real);
    if (has_word(text, 'S'))
        full = arena_printf(&g->c->arena, "%s_%s", full, space_word(space));
    if (!kernel_once(g, full))
        return full;
    own = kernel_own_text(name, real) ? name + strlen("ampc_") : NULL;
    if (own)
        buf_add(&out, "#ifdef AMPC_CPU\n");
    while (*text) {
        size_t n = word_length(text);
        if (n) {
            const char *word = arena_printf(&g->c->arena, "%.*s", (int)n, text);
            if (!own)
                word = kernel_own_function(g, word, real, space);
            buf_add(&out, strcmp(word, name) == 0 ? full : word_for(g, word, real, space));
        } else {
            buf_char(&out, *text);
            n = 1;
        }
        text += n;
    }
    if (own && is_own(own, real))
        buf_printf(&out, "#else\n#define %s %s\n", full, own);
    buf_add(&out, own ? "#endif\n" : "");
    buf_add(&g->helpers, out.at); /* behind those that it uses */
    buf_free(&out);
    return full;
}

const char *kernel_own_words(struct kernel_gen *g, const char *text, const char *real,
                             enum space space)
{
    const char *out = "";

    while (*text) {
        size_t n = word_length(text);
        const char *word = arena_printf(&g->c->arena, "%.*s", n ? (int)n : 1, text);
        out = arena_printf(&g->c->arena, "%s%s", out,
                           n ? kernel_own_function(g, word, real, space) : word);
        text += n ? n : 1;
    }
    return out;
}
