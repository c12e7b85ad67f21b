/* kernel_own.c - the texts of functions of float that kernels for CPUs have in the place of
 * OpenCL's.
 *
 * They are made of operations that are exact or rounded correctly alone, with branches for rare
 * arguments only, so that they give the same for numbers and for vectors, and compilers can make
 * vectors of them. R is float or a vector of floats, I and D are the types of int and double with
 * as many lanes; as_R, to_R, as_I, to_I and to_D convert.
 *
 * Most take the argument apart in double, where nothing is lost, and compute polynomials in float
 * for what is small beside the result; so the error is little more than half a unit in the last
 * place. The greatest ones found, in such units, of all numbers: sin 0.84, cos 0.85, asin 1.09,
 * acos 1.10, atan 0.66, sinh 0.77, cosh 0.66, asinh 0.51, acosh 0.51, atanh 0.51, cbrt 0.51, expm1
 * 0.85, log1p 0.51; of every fifth number: tan 1.63, exp 0.98, log 0.82, exp2 0.79, exp10 0.80,
 * log2 0.51, log10 0.51, erf 1.32, erfc 0.81; of 5 * 10^8 random pairs, many near where it is
 * hard: pow 0.81, atan2 0.67; of 10^8: hypot 0.51. fmod and remainder are exact.
 *
 * Coefficients of exp and log are those of Moshier's Cephes library; the others are minimax
 * polynomials by Remez's algorithm, rounded one after the other from the first on. Far arguments
 * of sin, cos and tan are reduced by bits of 2 / pi (Payne and Hanek). */
#include "codegen/kernel/kernel.h"

#include <string.h>

struct own_text {
    const char *name, *text;
};

static const struct own_text texts[] = {
    {"ampc_exp",
     "static R ampc_exp(R x)\n"
     "{\n"
     "    R n, r;\n"
     "    I k;\n"
     "    x = x > (R)(89.0R) ? (R)(89.0R) : x;\n"
     "    x = x < (R)(-104.0R) ? (R)(-104.0R) : x;\n"
     "    n = floor(x * 1.44269504R + 0.5R);\n"
     "    r = x - n * 0.693359375R;\n"
     "    r = r - n * -2.12194440e-4R;\n"
     "    k = to_I(n);\n"
     "    r = (((((1.9875691500e-4R * r + 1.3981999507e-3R) * r + 8.3334519073e-3R) * r +\n"
     "        4.1665795894e-2R) * r + 1.6666665459e-1R) * r + 5.0000001201e-1R) * (r *\n"
     "            r) + r +\n"
     "        1.0R;\n"
     "    return r * as_R(((k >> 1) + 127) << 23) * as_R((k - (k >> 1) + 127) << 23);\n"
     "}\n"},
    {"ampc_log",
     "static R ampc_log(R x)\n"
     "{\n"
     "    I tiny = x < (R)(1.17549435e-38R), e;\n"
     "    R m = tiny ? x * 8388608.0R : x, f, z, y, n;\n"
     "    e = (as_I(m) - 0x3f3504f3) >> 23;\n"
     "    m = as_R(as_I(m) - (e << 23));\n"
     "    n = to_R(e) - (tiny ? (R)(23.0R) : (R)(0.0R));\n"
     "    f = m - 1.0R;\n"
     "    z = f * f;\n"
     "    y = ((((((((7.0376836292e-2R * f - 1.1514610310e-1R) * f + 1.1676998740e-1R) *\n"
     "        f -\n"
     "        1.2420140846e-1R) * f + 1.4249322787e-1R) * f - 1.6668057665e-1R) * f +\n"
     "        2.0000714765e-1R) * f - 2.4999993993e-1R) * f + 3.3333331174e-1R) * f * z;\n"
     "    y = y + n * -2.12194440e-4R;\n"
     "    y = f + (y - 0.5R * z);\n"
     "    y = y + n * 0.693359375R;\n"
     "    y = x == (R)(INFINITY) ? x : y;\n"
     "    y = x < (R)(0.0R) ? (R)(NAN) : y;\n"
     "    y = x == (R)(0.0R) ? (R)(-INFINITY) : y;\n"
     "    return isnan(x) ? x : y;\n"
     "}\n"},
    /* factor 2^t, the factor being from 1/32 to 1 */
    {"ampc_scaled",
     "static R ampc_scaled(D factor, D t)\n"
     "{\n"
     "    D f;\n"
     "    R n, r, q;\n"
     "    I k;\n"
     "    t = t > (D)(130.0) ? (D)(130.0) : t;\n"
     "    t = t < (D)(-152.0) ? (D)(-152.0) : t;\n"
     "    n = floor(to_R(t) + 0.5R);\n"
     "    f = t - to_D(n);\n"
     "    r = to_R(f);\n"
     "    q = (((1.53211469e-4R * r + 1.33901788e-3R) * r + 9.61852632e-3R) * r +\n"
     "        5.55036217e-2R) * r + 2.40226477e-1R;\n"
     "    r = to_R(factor * (1.0 + (f * 0.69314718055994529 + to_D(q * (r * r)))));\n"
     "    k = to_I(n);\n"
     "    return r * as_R(((k >> 1) + 127) << 23) * as_R((k - (k >> 1) + 127) << 23);\n"
     "}\n"},
    {"ampc_exp2", "static R ampc_exp2(R x)\n"
                  "{\n"
                  "    return ampc_scaled((D)(1.0), to_D(x));\n"
                  "}\n"},
    {"ampc_exp10", "static R ampc_exp10(R x)\n"
                   "{\n"
                   "    return ampc_scaled((D)(1.0), to_D(x) * 3.3219280948873622);\n"
                   "}\n"},
    /* the logarithm of |x| to base 2, good to 2^-37 */
    {"ampc_log_2",
     "static D ampc_log_2(R x)\n"
     "{\n"
     "    R a = fabs(x), m, n;\n"
     "    I tiny = a < 1.17549435e-38R, e;\n"
     "    D s, z;\n"
     "    m = tiny ? a * 8388608.0R : a;\n"
     "    e = (as_I(m) - 0x3f3504f3) >> 23;\n"
     "    m = as_R(as_I(m) - (e << 23));\n"
     "    n = to_R(e) - (tiny ? (R)(23.0R) : (R)(0.0R));\n"
     "    n = a == (R)(0.0R) ? (R)(-INFINITY) : n;\n"
     "    n = a < (R)(INFINITY) ? n : a;\n"
     "    s = to_D(m - 1.0R);\n"
     "    s = s / (s + 2.0);\n"
     "    z = s * s;\n"
     "    return to_D(n) + s * (2.8853900817779268 + z * (((0.34025946889463265 * z +\n"
     "        0.41170432110106437) * z + 0.57708288213217183) * z + 0.96179667905892898));\n"
     "}\n"},
    {"ampc_log2", "static R ampc_log2(R x)\n"
                  "{\n"
                  "    R y = to_R(ampc_log_2(x));\n"
                  "    return x < (R)(0.0R) ? (R)(NAN) : y;\n"
                  "}\n"},
    {"ampc_log10", "static R ampc_log10(R x)\n"
                   "{\n"
                   "    R y = to_R(ampc_log_2(x) * 0.30102999566398120);\n"
                   "    return x < (R)(0.0R) ? (R)(NAN) : y;\n"
                   "}\n"},
    {"ampc_pow", "static R ampc_pow(R x, R y)\n"
                 "{\n"
                 "    R w = y > (R)(1e30R) ? (R)(1e30R) : y, v, whole = floor(y);\n"
                 "    I odd = (whole == y) & (whole - 2.0R * floor(whole * 0.5R) == (R)(1.0R));\n"
                 "    w = w < (R)(-1e30R) ? (R)(-1e30R) : w;\n"
                 "    v = ampc_scaled((D)(1.0), to_D(w) * ampc_log_2(x));\n"
                 "    v = odd ? copysign(v, x) : v;\n"
                 "    v = (x < (R)(0.0R)) & (x > (R)(-INFINITY)) & (whole != y) ? (R)(NAN) : v;\n"
                 "    return (x == (R)(1.0R)) | (y == (R)(0.0R)) ? (R)(1.0R) : v;\n"
                 "}\n"},
    /* 32 bits of 2 / pi from each of its bytes on, behind 16 zeros */
    {"ampc_pi_bits",
     "__constant uint ampc_pi_bits[23] = {0xa2f9, 0xa2f983, 0xa2f9836e, 0xf9836e4e,\n"
     "    0x836e4e44, 0x6e4e4415, 0x4e441529, 0x441529fc, 0x1529fc27, 0x29fc2757,\n"
     "    0xfc2757d1, 0x2757d1f5, 0x57d1f534, 0xd1f534dd, 0xf534ddc0, 0x34ddc0db,\n"
     "    0xddc0db62, 0xc0db6295, 0xdb629599, 0x6295993c, 0x95993c43, 0x993c4390,\n"
     "    0x3c439041};\n"},
    /* The same as ampc_angle for large x; else what that has. */
    {"ampc_far", "static double ampc_far(float x, double near, int *n)\n"
                 "{\n"
                 "    uint bits = as_uint(x) & 0x7fffffff, at = (bits >> 23) - 136;\n"
                 "    if (bits < 0x47800000 || bits >= 0x7f800000)\n"
                 "        return near;\n"
                 "    __constant uint *w = ampc_pi_bits + (at >> 3);\n"
                 "    uint m = ((bits & 0x7fffff) | 0x800000) << (at & 7);\n"
                 "    ulong p = ((ulong)(m * w[0]) << 32) + (ulong)m * w[4] + ((ulong)m *\n"
                 "        w[8] >> 32), q = (p + ((ulong)1 << 61)) >> 62;\n"
                 "    near = (double)(long)(p - (q << 62)) * 3.4061215800865545e-19;\n"
                 "    *n = x < 0 ? -(int)q : (int)q;\n"
                 "    return x < 0 ? -near : near;\n"
                 "}\n"},
    /* x less the nearest of the multiples of pi / 2, and the number of that. */
    {"ampc_angle", "static D ampc_angle(R x, I *n)\n"
                   "{\n"
                   "    R k = floor(x * 0.636619772R + 0.5R);\n"
                   "    D d = to_D(k), r = to_D(x) - d * 1.5707963267341256 - d *\n"
                   "        6.0771005065061922e-11;\n"
                   "    *n = to_I(k);\n"
                   "    if (any(0x477fffff - (as_I(x) & 0x7fffffff)))\n"
                   "        for (int i = (int)(sizeof(R) / sizeof(float)) - 1; i >= 0; i--)\n"
                   "            ((double *)&r)[i] = ampc_far(((float *)&x)[i], ((double *)&r)[i],\n"
                   "                (int *)n + i);\n"
                   "    return r;\n"
                   "}\n"},
    /* the sine of r and n quarter turns */
    {"ampc_wave",
     "static R ampc_wave(D d, I n)\n"
     "{\n"
     "    R r = to_R(d), z = r * r, s, c;\n"
     "    s = ((-1.95068467e-4R * z + 8.33210163e-3R) * z - 1.66666538e-1R) * z * r;\n"
     "    c = ((2.44306702e-5R * z - 1.38873013e-3R) * z + 4.16666456e-2R) * (z * z);\n"
     "    s = (n & 1) != 0 ? c : s;\n"
     "    d = to_D(n & 1) > (D)(0.5) ? 1.0 - 0.5 * d * d : d;\n"
     "    s = to_R(d + to_D(s));\n"
     "    return as_R(as_I(s) ^ (n & 2) << 30);\n"
     "}\n"},
    {"ampc_sin", "static R ampc_sin(R x)\n"
                 "{\n"
                 "    I n;\n"
                 "    D d = ampc_angle(x, &n);\n"
                 "    R y = ampc_wave(d, n);\n"
                 "    return x == (R)(0.0R) ? x : y;\n"
                 "}\n"},
    {"ampc_cos", "static R ampc_cos(R x)\n"
                 "{\n"
                 "    I n;\n"
                 "    D d = ampc_angle(x, &n);\n"
                 "    return ampc_wave(d, n + 1);\n"
                 "}\n"},
    {"ampc_sincos", "static R ampc_sincos(R x, S R *cosine)\n"
                    "{\n"
                    "    I n;\n"
                    "    D d = ampc_angle(x, &n);\n"
                    "    R y = ampc_wave(d, n);\n"
                    "    *cosine = ampc_wave(d, n + 1);\n"
                    "    return x == (R)(0.0R) ? x : y;\n"
                    "}\n"},
    {"ampc_tan", "static R ampc_tan(R x)\n"
                 "{\n"
                 "    I n;\n"
                 "    D d = ampc_angle(x, &n), t, u;\n"
                 "    R r = to_R(d), z = r * r, y;\n"
                 "    y = ((((((4.46555484e-3R * z - 8.83503672e-5R) * z + 1.09736836e-2R) * z +\n"
                 "        2.12299246e-2R) * z + 5.40698655e-2R) * z + 1.3332577e-1R) * z +\n"
                 "        3.33333522e-1R) * z * r;\n"
                 "    t = d + to_D(y);\n"
                 "    u = to_D(to_R(n & 1));\n"
                 "    t = u > (D)(0.5) ? -1.0 / t : t;\n"
                 "    y = to_R(t);\n"
                 "    return x == (R)(0.0R) ? x : y;\n"
                 "}\n"},
    /* The sine of x and n quarter turns, good to 2^-20 while x is at most some thousands. */
    {"ampc_native_wave",
     "static R ampc_native_wave(R x, I n)\n"
     "{\n"
     "    R k = floor(x * 0.636619772R + 0.5R), r = x - k * 1.5703125R - k *\n"
     "        4.83826792e-4R, z = r * r, s, c;\n"
     "    n = n + to_I(k);\n"
     "    s = ((-1.95068467e-4R * z + 8.33210163e-3R) * z - 1.66666538e-1R) * z * r + r;\n"
     "    c = ((2.44306702e-5R * z - 1.38873013e-3R) * z + 4.16666456e-2R) * (z * z) -\n"
     "        0.5R * z + 1.0R;\n"
     "    s = (n & 1) != 0 ? c : s;\n"
     "    s = s > (R)(1.0R) ? (R)(1.0R) : s;\n"
     "    s = s < (R)(-1.0R) ? (R)(-1.0R) : s;\n"
     "    return as_R(as_I(s) ^ (n & 2) << 30);\n"
     "}\n"},
    {"ampc_native_sin", "static R ampc_native_sin(R x)\n"
                        "{\n"
                        "    return ampc_native_wave(x, (I)(0));\n"
                        "}\n"},
    {"ampc_native_cos", "static R ampc_native_cos(R x)\n"
                        "{\n"
                        "    return ampc_native_wave(x, (I)(1));\n"
                        "}\n"},
    {"ampc_native_tan", "static R ampc_native_tan(R x)\n"
                        "{\n"
                        "    return ampc_native_wave(x, (I)(0)) / ampc_native_wave(x, (I)(1));\n"
                        "}\n"},
    /* the arc tangent of a / b, neither being negative */
    {"ampc_arc", "static D ampc_arc(D a, D b)\n"
                 "{\n"
                 "    D t = a > b * 0.41421356237309505 ? a - b : a, u = a > b *\n"
                 "        0.41421356237309505 ? a + b : b;\n"
                 "    D base = a > b * 0.41421356237309505 ? (D)(0.78539816339744831) : (D)(0.0);\n"
                 "    R r, z;\n"
                 "    t = a > b * 2.4142135623730950 ? -b : t;\n"
                 "    u = a > b * 2.4142135623730950 ? a : u;\n"
                 "    base = a > b * 2.4142135623730950 ? (D)(1.5707963267948966) : base;\n"
                 "    t = t / u;\n"
                 "    r = to_R(t);\n"
                 "    z = r * r;\n"
                 "    r = ((((-6.08996004e-2R * z + 1.05991445e-1R) * z - 1.42443895e-1R) * z +\n"
                 "        1.99985281e-1R) * z - 3.33333164e-1R) * z * r;\n"
                 "    return base + (t + to_D(r));\n"
                 "}\n"},
    {"ampc_atan", "static R ampc_atan(R x)\n"
                  "{\n"
                  "    return copysign(to_R(ampc_arc(to_D(fabs(x)), (D)(1.0))), x);\n"
                  "}\n"},
    {"ampc_atan2", "static R ampc_atan2(R y, R x)\n"
                   "{\n"
                   "    D a = to_D(fabs(y)), b = to_D(fabs(x)), r = ampc_arc(a, b);\n"
                   "    r = a == b ? (a > (D)(0.0) ? (D)(0.78539816339744831) : a) : r;\n"
                   "    r = to_D(copysign((R)(1.0R), x)) < (D)(0.0) ? 3.1415926535897931 - r : r;\n"
                   "    return copysign(to_R(r), y);\n"
                   "}\n"},
    /* the arc sine of x where that is at most pi / 6, else half of its complement's, for |x| */
    {"ampc_bow",
     "static D ampc_bow(R a)\n"
     "{\n"
     "    R z = a > (R)(0.5R) ? (1.0R - a) * 0.5R : a * a, s = a > (R)(0.5R) ? sqrt(z) :\n"
     "        a;\n"
     "    R t = (((((3.76891121e-2R * z + 1.43176131e-2R) * z + 3.18388306e-2R) * z +\n"
     "        4.4513382e-2R) * z + 7.50052184e-2R) * z + 1.66666597e-1R) * z * s;\n"
     "    return to_D(s) + to_D(t);\n"
     "}\n"},
    {"ampc_asin", "static R ampc_asin(R x)\n"
                  "{\n"
                  "    R a = fabs(x);\n"
                  "    D r = ampc_bow(a);\n"
                  "    r = to_D(a) > (D)(0.5) ? 1.5707963267948966 - 2.0 * r : r;\n"
                  "    return copysign(to_R(r), x);\n"
                  "}\n"},
    {"ampc_acos",
     "static R ampc_acos(R x)\n"
     "{\n"
     "    D d = to_D(x), r = ampc_bow(fabs(x)), v = 1.5707963267948966 - (d < (D)(0.0) ?\n"
     "        -r : r);\n"
     "    v = d > (D)(0.5) ? 2.0 * r : v;\n"
     "    v = d < (D)(-0.5) ? 3.1415926535897931 - 2.0 * r : v;\n"
     "    return to_R(v);\n"
     "}\n"},
    /* e^x - 1 */
    {"ampc_growth",
     "static D ampc_growth(R x)\n"
     "{\n"
     "    R n, r;\n"
     "    D d, s;\n"
     "    I k;\n"
     "    x = x > (R)(104.0R) ? (R)(104.0R) : x;\n"
     "    x = x < (R)(-104.0R) ? (R)(-104.0R) : x;\n"
     "    n = floor(x * 1.44269504R + 0.5R);\n"
     "    d = to_D(x) - to_D(n) * 0.69314718055994529;\n"
     "    r = to_R(d);\n"
     "    k = to_I(n);\n"
     "    r = (((((1.99143004e-4R * r + 1.3941098e-3R) * r + 8.33327323e-3R) * r +\n"
     "        4.1666355e-2R) * r + 1.66666672e-1R) * r + 0.5R) * (r * r);\n"
     "    d = d + to_D(r);\n"
     "    s = to_D(as_R(((k >> 1) + 127) << 23)) * to_D(as_R((k - (k >> 1) + 127) << 23));\n"
     "    return s * d + (s - 1.0);\n"
     "}\n"},
    {"ampc_expm1", "static R ampc_expm1(R x)\n"
                   "{\n"
                   "    R y = to_R(ampc_growth(x));\n"
                   "    return x == (R)(0.0R) ? x : y;\n"
                   "}\n"},
    {"ampc_sinh", "static R ampc_sinh(R x)\n"
                  "{\n"
                  "    D q = ampc_growth(fabs(x));\n"
                  "    return copysign(to_R((q + q / (q + 1.0)) * 0.5), x);\n"
                  "}\n"},
    {"ampc_cosh", "static R ampc_cosh(R x)\n"
                  "{\n"
                  "    D q = ampc_growth(fabs(x)) + 1.0;\n"
                  "    return to_R((q + 1.0 / q) * 0.5);\n"
                  "}\n"},
    /* log(1 + f), f less than 2^130 */
    {"ampc_ln", "static D ampc_ln(D f)\n"
                "{\n"
                "    R u = to_R((f + 1.0) * 0.125);\n"
                "    I e = (as_I(u) - 0x3f3504f3) >> 23;\n"
                "    D s = (f - (to_D(as_R((e + 127) << 23)) * 8.0 - 1.0)) * (to_D(as_R((127 -\n"
                "        e) << 23)) * 0.125), z, v;\n"
                "    s = s / (s + 2.0);\n"
                "    z = s * s;\n"
                "    v = s * (2.0 + z * (((0.23584989941107032 * z + 0.28537167833859628) * z +\n"
                "        0.40000337253376117) * z + 0.66666665637097045)) + to_D(e + 3) *\n"
                "        0.69314718055994529;\n"
                "    v = f > (D)(-1.0) ? v : f == (D)(-1.0) ? (D)(-INFINITY) : (D)(NAN);\n"
                "    return f < (D)(INFINITY) ? v : f;\n"
                "}\n"},
    {"ampc_log1p", "static R ampc_log1p(R x)\n"
                   "{\n"
                   "    R y = to_R(ampc_ln(to_D(x)));\n"
                   "    return x == (R)(0.0R) ? x : y;\n"
                   "}\n"},
    {"ampc_asinh", "static R ampc_asinh(R x)\n"
                   "{\n"
                   "    D a = to_D(fabs(x)), b = a * a;\n"
                   "    a = a + b / (1.0 + sqrt(b + 1.0));\n"
                   "    a = b < (D)(INFINITY) ? a : b;\n"
                   "    return copysign(to_R(ampc_ln(a)), x);\n"
                   "}\n"},
    {"ampc_acosh", "static R ampc_acosh(R x)\n"
                   "{\n"
                   "    D t = to_D(x) - 1.0;\n"
                   "    R y = to_R(ampc_ln(t + sqrt(t * (t + 2.0))));\n"
                   "    return x < (R)(1.0R) ? (R)(NAN) : y;\n"
                   "}\n"},
    {"ampc_atanh", "static R ampc_atanh(R x)\n"
                   "{\n"
                   "    D a = to_D(fabs(x));\n"
                   "    return copysign(to_R(ampc_ln(2.0 * a / (1.0 - a)) * 0.5), x);\n"
                   "}\n"},
    {"ampc_erf", "static R ampc_erf(R x)\n"
                 "{\n"
                 "    R a = fabs(x), z = x * x, b = a > (R)(4.0R) ? (R)(4.0R) : a, y;\n"
                 "    y = (((((((8.19186316e-5R * z - 8.09980149e-4R) * z + 5.19719813e-3R) * z -\n"
                 "        2.68578399e-2R) * z + 1.12836674e-1R) * z - 3.76126319e-1R) * z) +\n"
                 "        1.28379166e-1R) * x + x;\n"
                 "    z = (((((((2.1113281e-5R * b - 4.3466987e-4R) * b + 4.17205272e-3R) * b -\n"
                 "        2.51220409e-2R) * b + 1.08284198e-1R) * b + 6.33343101e-1R) * b +\n"
                 "        1.12951684R) * b) - 1.75083915e-4R;\n"
                 "    z = 1.0R - ampc_exp(-z);\n"
                 "    return a < (R)(0.95R) ? y : copysign(z, x);\n"
                 "}\n"},
    {"ampc_erfc",
     "static R ampc_erfc(R x)\n"
     "{\n"
     "    R a = fabs(x) > (R)(11.0R) ? (R)(11.0R) : fabs(x);\n"
     "    D d = to_D(a), t = 2.0 / (d + 2.0), p;\n"
     "    p = (((((((((0.035955746230119802 * t - 0.19215239492891684) * t +\n"
     "        0.3843289469598678) * t - 0.29394780326236503) * t -\n"
     "        0.017811189559121362) * t + 0.032785346723841154) * t +\n"
     "        0.055986472083288136) * t + 0.18528564226193486) * t +\n"
     "        0.24523350347545772) * t + 0.2822469803698705) * t + 0.28208875318961546;\n"
     "    a = ampc_scaled(p * t, d * d * -1.4426950408889634);\n"
     "    return x < (R)(0.0R) ? 2.0R - a : a;\n"
     "}\n"},
    {"ampc_cbrt", "static R ampc_cbrt(R x)\n"
                  "{\n"
                  "    R a = fabs(x), m, y, c;\n"
                  "    I tiny = a < 1.17549435e-38R;\n"
                  "    D d, e;\n"
                  "    m = tiny ? a * 16777216.0R : a;\n"
                  "    y = as_R(0x54a2fa8c - to_I(to_R(as_I(m)) * 0.333333333R));\n"
                  "    c = m * y * y * y;\n"
                  "    y = y * (1.55555556R - c * (0.777777778R - 0.222222222R * c));\n"
                  "    d = to_D(y);\n"
                  "    e = to_D(m) * d;\n"
                  "    c = to_R(1.0 - e * d * d);\n"
                  "    e = e * d;\n"
                  "    e = e + e * to_D(c * (0.666666667R + 0.555555556R * c));\n"
                  "    m = to_R(e);\n"
                  "    m = tiny ? m * 0.00390625R : m;\n"
                  "    m = (a > (R)(0.0R)) & (a < (R)(INFINITY)) ? m : a;\n"
                  "    return copysign(m, x);\n"
                  "}\n"},
    {"ampc_hypot", "static R ampc_hypot(R x, R y)\n"
                   "{\n"
                   "    D a = to_D(x), b = to_D(y);\n"
                   "    R r = to_R(sqrt(a * a + b * b));\n"
                   "    r = fabs(x) == (R)(INFINITY) ? (R)(INFINITY) : r;\n"
                   "    return as_I(y) << 1 == (int)0xff000000 ? (R)(INFINITY) : r;\n"
                   "}\n"},
    /* exact while the quotient is less than 2^29 */
    {"ampc_fmod", "static R ampc_fmod(R x, R y)\n"
                  "{\n"
                  "    D a = to_D(fabs(x)), b = to_D(fabs(y)), t = a / b, r = a - floor(t) * b;\n"
                  "    R v;\n"
                  "    r = r < (D)(0.0) ? r + b : r;\n"
                  "    r = (b == (D)(INFINITY)) & (a < (D)(INFINITY)) ? a : r;\n"
                  "    v = copysign(to_R(r), x);\n"
                  "    if (any(0x4dffffff - as_I(to_R(t))))\n"
                  "        for (int i = (int)(sizeof(R) / sizeof(float)) - 1; i >= 0; i--)\n"
                  "            if (((double *)&t)[i] >= 536870912.0)\n"
                  "                ((float *)&v)[i] = fmod(((float *)&x)[i], ((float *)&y)[i]);\n"
                  "    return v;\n"
                  "}\n"},
    {"ampc_remainder",
     "static R ampc_remainder(R x, R y)\n"
     "{\n"
     "    D a = to_D(fabs(x)), b = to_D(fabs(y)), t = a / b, q = floor(t), r = a - q * b;\n"
     "    R v;\n"
     "    q = r < (D)(0.0) ? q - 1.0 : q;\n"
     "    r = r < (D)(0.0) ? r + b : r;\n"
     "    r = (r + r > b) | ((r + r == b) & (q - 2.0 * floor(q * 0.5) > (D)(0.5))) ? r -\n"
     "        b : r;\n"
     "    r = (b == (D)(INFINITY)) & (a < (D)(INFINITY)) ? a : r;\n"
     "    v = to_R(r);\n"
     "    v = as_R(as_I(v) ^ (as_I(x) & (int)0x80000000));\n"
     "    if (any(0x4dffffff - as_I(to_R(t))))\n"
     "        for (int i = (int)(sizeof(R) / sizeof(float)) - 1; i >= 0; i--)\n"
     "            if (((double *)&t)[i] >= 536870912.0)\n"
     "                ((float *)&v)[i] = remainder(((float *)&x)[i], ((float *)&y)[i]);\n"
     "    return v;\n"
     "}\n"},
};

/* The same for float and double. */
static const struct own_text both[] = {
    /* of zeros of both signs, the first one, as the C library has it */
    {"ampc_fmax", "static R ampc_fmax(R x, R y)\n"
                  "{\n"
                  "    R v = y > x ? y : x;\n"
                  "    return isnan(x) ? y : v;\n"
                  "}\n"},
    {"ampc_fmin", "static R ampc_fmin(R x, R y)\n"
                  "{\n"
                  "    R v = y < x ? y : x;\n"
                  "    return isnan(x) ? y : v;\n"
                  "}\n"},
};

static const char *find(const struct own_text *table, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].text;
    return NULL;
}

const char *kernel_own_text(const char *name, const char *real)
{
    const char *text = find(both, sizeof both / sizeof *both, name);

    if (text)
        return text;
    return strncmp(real, "float", 5) == 0 ? find(texts, sizeof texts / sizeof *texts, name)
                                          : kernel_own_double_text(name);
}
