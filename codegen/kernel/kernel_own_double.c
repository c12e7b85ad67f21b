/* kernel_own_double.c - the texts of functions of double that kernels for CPUs have in the place of
 * OpenCL's, as kernel_own.c has those of float.
 *
 * R is double or a vector of doubles, I the type of long with as many lanes. Numbers between
 * integers and double go through the bits of 1.5 * 2^52, as older processors cannot convert
 * vectors. What a product or a sum has to be exact for has 26 bits, or loses nothing by its size:
 * there is no fma, which is slow on CPUs without it.
 *
 * The greatest errors found, in units of the last place, of 10^7 to 2 * 10^7 random numbers (asinh,
 * acosh and atanh: of 2 * 10^6): sin 0.8, cos
 * 0.8, tan 2.3, asin 2.1, acos 1.2, atan and atan2 1.9, exp 1.0, exp2 1.1, exp10 1.4, expm1 2.0,
 * log 1.3, log2 1.7, log10 1.9, log1p 1.8, sinh 2.3, cosh 1.5, tanh 2.5, asinh 2.3, acosh 2.5,
 * atanh 2.5, cbrt 0.7, hypot 1.2, erf 2.1, erfc 5.9, pow 1.2. Numbers of 2^19 and more have
 * OpenCL's sin, cos and tan.
 *
 * Coefficients are minimax polynomials by Remez's algorithm; the logarithm in pow is in two parts,
 * as in Sun's fdlibm. */
#include "codegen/kernel/kernel.h"

#include <string.h>

static const struct {
    const char *name, *text;
} texts[] = {
    /* log(1 + f), f from sqrt(1 / 2) - 1 to sqrt(2) - 1 */
    {"ampc_part",
     "static R ampc_part(R f)\n"
     "{\n"
     "    R s = f / (f + 2.0), z = s * s, h = 0.5 * f * f, t;\n"
     "    t = z * ((((((0.1479586998994516 * z + 0.15314063528403613) * z +\n"
     "        0.18183563582186488) * z + 0.22222198593259007) * z +\n"
     "        0.28571428742116356) * z + 0.39999999999416402) * z + 0.6666666666666734);\n"
     "    return f - (h - s * (h + t));\n"
     "}\n"},
    /* x as m 2^n, m from sqrt(1 / 2) to sqrt(2); n is infinite or no number where x's logarithm is
     */
    {"ampc_apart", "static R ampc_apart(R x, R *n)\n"
                   "{\n"
                   "    I tiny = x < (R)(2.2250738585072014e-308), e;\n"
                   "    R m = tiny ? x * 18014398509481984.0 : x, k;\n"
                   "    e = (as_I(m) - 0x3fe6a09e667f3bcdL) >> 52;\n"
                   "    m = as_R(as_I(m) - (e << 52));\n"
                   "    k = as_R(e + 0x4338000000000000L) - 6755399441055744.0;\n"
                   "    k = tiny ? k - 54.0 : k;\n"
                   "    k = x < (R)(0.0) ? (R)(NAN) : k;\n"
                   "    k = x == (R)(0.0) ? (R)(-INFINITY) : k;\n"
                   "    *n = x < (R)(INFINITY) ? k : x;\n"
                   "    return m;\n"
                   "}\n"},
    {"ampc_log", "static R ampc_log(R x)\n"
                 "{\n"
                 "    R n, y = ampc_part(ampc_apart(x, &n) - 1.0);\n"
                 "    return n * 0.69314718055989033 + (n * 5.4979230187083712e-14 + y);\n"
                 "}\n"},
    {"ampc_log2", "static R ampc_log2(R x)\n"
                  "{\n"
                  "    R n, y = ampc_part(ampc_apart(x, &n) - 1.0);\n"
                  "    return n + y * 1.4426950408889634;\n"
                  "}\n"},
    {"ampc_log10", "static R ampc_log10(R x)\n"
                   "{\n"
                   "    R n, y = ampc_part(ampc_apart(x, &n) - 1.0);\n"
                   "    return n * 0.30102999566395283 + (n * 2.8363394551044964e-14 + y *\n"
                   "        0.43429448190325182);\n"
                   "}\n"},
    {"ampc_log1p",
     "static R ampc_log1p(R x)\n"
     "{\n"
     "    R u = (x + 1.0) * 0.125, n, y;\n"
     "    I e = (as_I(u) - 0x3fe6a09e667f3bcdL) >> 52;\n"
     "    y = ampc_part((x * 0.125 - (as_R((e + 1023) << 52) - 0.125)) * as_R((1023 -\n"
     "        e) << 52));\n"
     "    n = as_R(e + 0x4338000000000003L) - 6755399441055744.0;\n"
     "    y = n * 0.69314718055989033 + (n * 5.4979230187083712e-14 + y);\n"
     "    y = x > (R)(-1.0) ? y : x == (R)(-1.0) ? (R)(-INFINITY) : (R)(NAN);\n"
     "    return (x < (R)(INFINITY)) & (fabs(x) > (R)(1e-17)) ? y : x;\n"
     "}\n"},
    /* e^r - 1, r from -0.35 to 0.35 */
    {"ampc_growth",
     "static R ampc_growth(R r)\n"
     "{\n"
     "    return (((((((((((2.0924518250363177e-9 * r + 2.5109147366458568e-8) * r +\n"
     "        2.7557242528556565e-7) * r + 2.755724391173351e-6) * r +\n"
     "        2.4801587360810199e-5) * r + 1.9841269886401017e-4) * r +\n"
     "        1.388888888886672e-3) * r + 8.3333333333215319e-3) * r +\n"
     "        4.1666666666666699e-2) * r + 0.16666666666666677) * r + 0.5) * r * r) + r;\n"
     "}\n"},
    /* factor e^r 2^n, the factor being from 1/64 to 1 */
    {"ampc_scaled",
     "static R ampc_scaled(R factor, R r, R n)\n"
     "{\n"
     "    I k = as_I(n + 6755399441055744.0) - 0x4338000000000000L;\n"
     "    r = (ampc_growth(r) + 1.0) * factor;\n"
     "    return r * as_R(((k >> 1) + 1023) << 52) * as_R((k - (k >> 1) + 1023) << 52);\n"
     "}\n"},
    {"ampc_exp", "static R ampc_exp(R x)\n"
                 "{\n"
                 "    R n;\n"
                 "    x = x > (R)(710.0) ? (R)(710.0) : x;\n"
                 "    x = x < (R)(-746.0) ? (R)(-746.0) : x;\n"
                 "    n = floor(x * 1.4426950408889634 + 0.5);\n"
                 "    return ampc_scaled((R)(1.0), x - n * 0.69314718055989033 - n *\n"
                 "        5.4979230187083712e-14, n);\n"
                 "}\n"},
    {"ampc_exp2", "static R ampc_exp2(R x)\n"
                  "{\n"
                  "    R n;\n"
                  "    x = x > (R)(1025.0) ? (R)(1025.0) : x;\n"
                  "    x = x < (R)(-1076.0) ? (R)(-1076.0) : x;\n"
                  "    n = floor(x + 0.5);\n"
                  "    return ampc_scaled((R)(1.0), (x - n) * 0.69314718055994529, n);\n"
                  "}\n"},
    {"ampc_exp10", "static R ampc_exp10(R x)\n"
                   "{\n"
                   "    R n;\n"
                   "    x = x > (R)(309.0) ? (R)(309.0) : x;\n"
                   "    x = x < (R)(-324.0) ? (R)(-324.0) : x;\n"
                   "    n = floor(x * 3.3219280948873622 + 0.5);\n"
                   "    return ampc_scaled((R)(1.0), (x - n * 0.30102999566395283 - n *\n"
                   "        2.8363394551044964e-14) * 2.3025850929940459, n);\n"
                   "}\n"},
    /* a quarter of e^x - 1 */
    {"ampc_quarter",
     "static R ampc_quarter(R x)\n"
     "{\n"
     "    R n, s;\n"
     "    x = x > (R)(710.6) ? (R)(710.6) : x;\n"
     "    x = x < (R)(-40.0) ? (R)(-40.0) : x;\n"
     "    n = floor(x * 1.4426950408889634 + 0.5);\n"
     "    x = ampc_growth(x - n * 0.69314718055989033 - n * 5.4979230187083712e-14);\n"
     "    s = as_R((as_I(n + 6755399441055744.0) + 1021) << 52);\n"
     "    return s * x + (s - 0.25);\n"
     "}\n"},
    {"ampc_expm1", "static R ampc_expm1(R x)\n"
                   "{\n"
                   "    R y = ampc_quarter(x) * 4.0;\n"
                   "    return fabs(x) < (R)(1e-17) ? x : y;\n"
                   "}\n"},
    {"ampc_sinh", "static R ampc_sinh(R x)\n"
                  "{\n"
                  "    R v = ampc_quarter(fabs(x)) * 2.0, u = v > (R)(1e300) ? (R)(1e300) : v;\n"
                  "    v = v + u / (2.0 * u + 1.0);\n"
                  "    return fabs(x) < (R)(1e-8) ? x : copysign(v, x);\n"
                  "}\n"},
    {"ampc_cosh", "static R ampc_cosh(R x)\n"
                  "{\n"
                  "    R v = ampc_quarter(fabs(x)) * 2.0;\n"
                  "    return v + 0.5 + 0.5 / (2.0 * v + 1.0);\n"
                  "}\n"},
    {"ampc_tanh", "static R ampc_tanh(R x)\n"
                  "{\n"
                  "    R a = fabs(x), v;\n"
                  "    a = a > (R)(20.0) ? (R)(20.0) : a;\n"
                  "    v = ampc_quarter(a + a) * 4.0;\n"
                  "    v = v / (v + 2.0);\n"
                  "    return fabs(x) < (R)(1e-8) ? x : copysign(v, x);\n"
                  "}\n"},
    /* the arc tangent of a / b, neither being negative */
    {"ampc_arc", "static R ampc_arc(R a, R b)\n"
                 "{\n"
                 "    R t = a > b * 0.41421356237309505 ? a - b : a, u = a > b *\n"
                 "        0.41421356237309505 ? a + b : b, z;\n"
                 "    R base = a > b * 0.41421356237309505 ? (R)(0.78539816339744828) : (R)(0.0);\n"
                 "    t = a > b * 2.4142135623730950 ? -b : t;\n"
                 "    u = a > b * 2.4142135623730950 ? a : u;\n"
                 "    base = a > b * 2.4142135623730950 ? (R)(1.5707963267948966) : base;\n"
                 "    t = t / u;\n"
                 "    z = t * t;\n"
                 "    z = ((((((((((-0.017902024319747922 * z + 0.03805943810123745) * z -\n"
                 "        0.050390862416281414) * z + 0.058478366634119865) * z -\n"
                 "        0.066630961723623844) * z + 0.076920594580348542) * z -\n"
                 "        0.090908977111230471) * z + 0.11111110781681582) * z -\n"
                 "        0.14285714280157516) * z + 0.19999999999953164) * z -\n"
                 "        0.33333333333333198) * z * t;\n"
                 "    return base + (base * 3.8981718325193755e-17 + z + t);\n"
                 "}\n"},
    {"ampc_atan", "static R ampc_atan(R x)\n"
                  "{\n"
                  "    return copysign(ampc_arc(fabs(x), (R)(1.0)), x);\n"
                  "}\n"},
    {"ampc_atan2",
     "static R ampc_atan2(R y, R x)\n"
     "{\n"
     "    R a = fabs(y), b = fabs(x), s = a + b > (R)(1e300) ? (R)(0x1p-100) : (R)(1.0),\n"
     "        r = ampc_arc(a * s, b * s);\n"
     "    r = a == b ? (a > (R)(0.0) ? (R)(0.78539816339744828) : a) : r;\n"
     "    r = copysign((R)(1.0), x) < (R)(0.0) ? 3.1415926535897931 - (r -\n"
     "        1.2246467991473532e-16) : r;\n"
     "    return copysign(r, y);\n"
     "}\n"},
    /* the arc sine of |x| where that is at most pi / 6, else half of its complement's */
    {"ampc_bow",
     "static R ampc_bow(R a)\n"
     "{\n"
     "    R z = a > (R)(0.5) ? (1.0 - a) * 0.5 : a * a, s = a > (R)(0.5) ? sqrt(z) : a;\n"
     "    return ((((((((((((0.032654022372652088 * z - 0.021038691109329263) * z +\n"
     "        0.021734740276782339) * z + 0.0036954893333249021) * z +\n"
     "        0.010783062781222224) * z + 0.011398425709929683) * z +\n"
     "        0.013980878136895438) * z + 0.017351607372153993) * z +\n"
     "        0.022372215236545583) * z + 0.030381942699305779) * z +\n"
     "        0.044642857174780691) * z + 0.074999999999706315) * z +\n"
     "        0.1666666666666676) * z * s + s;\n"
     "}\n"},
    {"ampc_asin",
     "static R ampc_asin(R x)\n"
     "{\n"
     "    R a = fabs(x), r = ampc_bow(a);\n"
     "    r = a > (R)(0.5) ? 1.5707963267948966 - (2.0 * r - 6.123233995736766e-17) : r;\n"
     "    return copysign(r, x);\n"
     "}\n"},
    {"ampc_acos", "static R ampc_acos(R x)\n"
                  "{\n"
                  "    R r = ampc_bow(fabs(x)), v = 1.5707963267948966 - (copysign(r, x) -\n"
                  "        6.123233995736766e-17);\n"
                  "    v = x > (R)(0.5) ? 2.0 * r : v;\n"
                  "    return x < (R)(-0.5) ? 3.1415926535897931 - (2.0 * r -\n"
                  "        1.2246467991473532e-16) : v;\n"
                  "}\n"},
    {"ampc_cbrt",
     "static R ampc_cbrt(R x)\n"
     "{\n"
     "    R a = fabs(x), m, y, t;\n"
     "    I tiny = a < (R)(2.2250738585072014e-308);\n"
     "    m = tiny ? a * 18014398509481984.0 : a;\n"
     "    y = floor((as_R((as_I(m) >> 32) | 0x4330000000000000L) - 4503599627370496.0) *\n"
     "        0.33333333333333331);\n"
     "    y = as_R((0x553ef0ffL + 0x4330000000000000L - as_I(y +\n"
     "        4503599627370496.0)) << 32);\n"
     "    t = m * y * y * y;\n"
     "    y = y * (1.5555555555555556 - t * (0.77777777777777779 - 0.22222222222222221 *\n"
     "        t));\n"
     "    t = m * y * y * y;\n"
     "    y = y * (1.5555555555555556 - t * (0.77777777777777779 - 0.22222222222222221 *\n"
     "        t));\n"
     "    t = m * y * y;\n"
     "    t = as_R(as_I(t) & -134217728L);\n"
     "    y = m / (t * t);\n"
     "    t = t + t * ((y - t) / (t + t + y));\n"
     "    t = tiny ? t * 3.814697265625e-6 : t;\n"
     "    t = (a > (R)(0.0)) & (a < (R)(INFINITY)) ? t : a;\n"
     "    return copysign(t, x);\n"
     "}\n"},
    {"ampc_hypot",
     "static R ampc_hypot(R x, R y)\n"
     "{\n"
     "    R a = fabs(x), b = y, s = a + fabs(b), r;\n"
     "    r = s > (R)(1e150) ? (R)(0x1p600) : s < (R)(1e-150) ? (R)(0x1p-600) : (R)(1.0);\n"
     "    s = s > (R)(1e150) ? (R)(0x1p-600) : s < (R)(1e-150) ? (R)(0x1p600) : (R)(1.0);\n"
     "    a = a * s;\n"
     "    b = b * s;\n"
     "    r = r * sqrt(a * a + b * b);\n"
     "    r = fabs(x) == (R)(INFINITY) ? (R)(INFINITY) : r;\n"
     "    return as_I(y) << 1 == (long)0xffe0000000000000L ? (R)(INFINITY) : r;\n"
     "}\n"},
    /* x to 26 bits */
    {"ampc_head", "static R ampc_head(R x)\n"
                  "{\n"
                  "    return as_R(as_I(x) & -134217728L);\n"
                  "}\n"},
    /* the logarithm of x to base 2 in two parts, the first one with 26 bits */
    {"ampc_log_2",
     "static R ampc_log_2(R x, R *low)\n"
     "{\n"
     "    R n, m = ampc_apart(x, &n), f = m - 1.0, v = 1.0 / (m + 1.0), s = f * v, z =\n"
     "        s * s, sh, sl, th, tl, q;\n"
     "    sh = ampc_head(s);\n"
     "    th = ampc_head(m + 1.0);\n"
     "    sl = v * ((f - sh * th) - sh * (m - (th - 1.0)));\n"
     "    q = z * z * ((((((0.19794781154691399 * z + 0.19885196160716553) * z +\n"
     "        0.23080137279579002) * z + 0.27272676523389555) * z +\n"
     "        0.33333333780190072) * z + 0.42857142855147684) * z + 0.60000000000003384);\n"
     "    z = sh * sh;\n"
     "    q = q + sl * (sh + s);\n"
     "    th = ampc_head(3.0 + z + q);\n"
     "    tl = q - ((th - 3.0) - z);\n"
     "    f = sl * th + tl * s;\n"
     "    v = ampc_head(sh * th + f);\n"
     "    f = f - (v - sh * th);\n"
     "    z = 0.96179668605327606 * v;\n"
     "    f = f * 0.96179669392597555 + v * 7.8726995428948972e-09;\n"
     "    v = ampc_head(z + f + n);\n"
     "    *low = f - ((v - n) - z);\n"
     "    return v;\n"
     "}\n"},
    {"ampc_pow",
     "static R ampc_pow(R x, R y)\n"
     "{\n"
     "    R a = fabs(x), w = y > (R)(1e19) ? (R)(1e19) : y, whole = floor(y), high, low,\n"
     "        h, p, v, n;\n"
     "    I odd = (whole == y) & (whole - 2.0 * floor(whole * 0.5) == (R)(1.0));\n"
     "    w = w < (R)(-1e19) ? (R)(-1e19) : w;\n"
     "    high = ampc_log_2(a, &low);\n"
     "    h = ampc_head(w);\n"
     "    p = h * high;\n"
     "    low = (w - h) * high + w * low;\n"
     "    low = fabs(p) < (R)(1100.0) ? low : (R)(0.0);\n"
     "    p = p > (R)(1100.0) ? (R)(1100.0) : p;\n"
     "    p = p < (R)(-1100.0) ? (R)(-1100.0) : p;\n"
     "    n = floor(p + low + 0.5);\n"
     "    v = ampc_scaled((R)(1.0), ((p - n) + low) * 0.69314718055994529, n);\n"
     "    v = (a == (R)(0.0)) | (a == (R)(INFINITY)) ? ((a == (R)(0.0)) ==\n"
     "        (y < (R)(0.0)) ? (R)(INFINITY) : (R)(0.0)) : v;\n"
     "    v = odd ? copysign(v, x) : v;\n"
     "    v = (x < (R)(0.0)) & (x > (R)(-INFINITY)) & (whole != y) ? (R)(NAN) : v;\n"
     "    v = (x != x) | (y != y) ? x + y : v;\n"
     "    return (x == (R)(1.0)) | (y == (R)(0.0)) ? (R)(1.0) : v;\n"
     "}\n"},
    /* 1 - erf(a), a not negative */
    {"ampc_erfcx", "static R ampc_erfcx(R a)\n"
                   "{\n"
                   "    R u, p, h, n;\n"
                   "    a = a > (R)(28.0) ? (R)(28.0) : a;\n"
                   "    u = (a - 4.0) / (a + 4.0);\n"
                   "    p = ((((((((((((((((((((((-1.8001658440386813e-09 * u -\n"
                   "        1.3649963293226681e-08) * u - 7.8419760686784428e-09) * u +\n"
                   "        1.1516023937675302e-07) * u + 6.2888271122035985e-08) * u -\n"
                   "        8.3476602142497371e-07) * u + 3.0127314531642247e-07) * u +\n"
                   "        5.7174984081666411e-06) * u - 1.1224821304279319e-05) * u -\n"
                   "        2.4402953751499308e-05) * u + 0.00015062229006054063) * u -\n"
                   "        0.00019925557960394244) * u - 0.00075777336139517095) * u +\n"
                   "        0.0050319697706287699) * u - 0.016197734054726406) * u +\n"
                   "        0.037167515560698312) * u - 0.066330365812038328) * u +\n"
                   "        0.093732834996914788) * u - 0.10103906603632358) * u +\n"
                   "        0.068097054254733544) * u + 0.01537965210262014) * u -\n"
                   "        0.13962111684056286) * u + 1.2329951186255526) / (a + a + 1.0);\n"
                   "    h = ampc_head(a);\n"
                   "    n = floor(a * a * -1.4426950408889634 + 0.5);\n"
                   "    return ampc_scaled(p, -h * h - n * 0.69314718055989033 - n *\n"
                   "        5.4979230187083712e-14 - (a - h) * (a + h), n);\n"
                   "}\n"},
    {"ampc_erfc", "static R ampc_erfc(R x)\n"
                  "{\n"
                  "    R y = ampc_erfcx(fabs(x));\n"
                  "    return x < (R)(0.0) ? 2.0 - y : y;\n"
                  "}\n"},
    {"ampc_erf", "static R ampc_erf(R x)\n"
                 "{\n"
                 "    R z = x * x, y = 1.0 - ampc_erfcx(fabs(x));\n"
                 "    z = (((((((((-1.3911622684521385e-07 * z + 1.627924475710335e-06) * z -\n"
                 "        1.4917993658387018e-05) * z + 0.00012055138035292528) * z -\n"
                 "        0.00085483239409267367) * z + 0.005223977595701459) * z -\n"
                 "        0.026866170643480122) * z + 0.11283791670950463) * z -\n"
                 "        0.37612638903183704) * z + 0.12837916709551259) * x + x;\n"
                 "    return fabs(x) < (R)(0.6) ? z : copysign(y, x);\n"
                 "}\n"},
    /* The sine of x, and the cosine, while |x| is less than 2^19. */
    {"ampc_angle",
     "static R ampc_angle(R x, R *cosine)\n"
     "{\n"
     "    R n = floor(x * 0.63661977236758138 + 0.5), w = n * 6.077100506303966e-11, r =\n"
     "        x - n * 1.5707963267341256, u = r - w, b = u - r, low, z, s, c;\n"
     "    I k = as_I(n + 6755399441055744.0);\n"
     "    low = r - (u - b) - (w + b);\n"
     "    w = n * 2.0222662487111665e-21 - low;\n"
     "    r = u - w;\n"
     "    b = r - u;\n"
     "    low = u - (r - b) - (w + b) - n * 8.4784276603688996e-32;\n"
     "    z = r * r;\n"
     "    s = r + (z * r * (((((1.5896795552813963e-10 * z - 2.5050758113115297e-08) *\n"
     "        z + 2.7557313691900131e-06) * z - 0.00019841269829807737) * z +\n"
     "        0.0083333333333224131) * z - 0.16666666666666632) + low * (1.0 - 0.5 * z));\n"
     "    w = 1.0 - 0.5 * z;\n"
     "    c = w + (1.0 - w - 0.5 * z + (z * z * (((((-1.1359647902962026e-11 * z +\n"
     "        2.0875723275319932e-09) * z - 2.755731435234916e-07) * z +\n"
     "        2.4801587289482242e-05) * z - 0.0013888888888874125) * z +\n"
     "        0.041666666666666602) - r * low));\n"
     "    u = (k & 1) != 0 ? c : s;\n"
     "    c = (k & 1) != 0 ? s : c;\n"
     "    *cosine = as_R(as_I(c) ^ ((k + 1) & 2) << 62);\n"
     "    return as_R(as_I(u) ^ (k & 2) << 62);\n"
     "}\n"},
    {"ampc_sin", "static R ampc_sin(R x)\n"
                 "{\n"
                 "    R c, y = ampc_angle(x, &c);\n"
                 "    if (any(0x411fffffffffffffL - (as_I(x) & 0x7fffffffffffffffL)))\n"
                 "        for (int i = (int)(sizeof(R) / sizeof(double)) - 1; i >= 0; i--)\n"
                 "            if (fabs(((double *)&x)[i]) >= 524288.0)\n"
                 "                ((double *)&y)[i] = sin(((double *)&x)[i]);\n"
                 "    return x == (R)(0.0) ? x : y;\n"
                 "}\n"},
    {"ampc_cos", "static R ampc_cos(R x)\n"
                 "{\n"
                 "    R c, y = ampc_angle(x, &c);\n"
                 "    y = c;\n"
                 "    if (any(0x411fffffffffffffL - (as_I(x) & 0x7fffffffffffffffL)))\n"
                 "        for (int i = (int)(sizeof(R) / sizeof(double)) - 1; i >= 0; i--)\n"
                 "            if (fabs(((double *)&x)[i]) >= 524288.0)\n"
                 "                ((double *)&y)[i] = cos(((double *)&x)[i]);\n"
                 "    return y;\n"
                 "}\n"},
    {"ampc_tan", "static R ampc_tan(R x)\n"
                 "{\n"
                 "    R c, y = ampc_angle(x, &c);\n"
                 "    y = y / c;\n"
                 "    if (any(0x411fffffffffffffL - (as_I(x) & 0x7fffffffffffffffL)))\n"
                 "        for (int i = (int)(sizeof(R) / sizeof(double)) - 1; i >= 0; i--)\n"
                 "            if (fabs(((double *)&x)[i]) >= 524288.0)\n"
                 "                ((double *)&y)[i] = tan(((double *)&x)[i]);\n"
                 "    return x == (R)(0.0) ? x : y;\n"
                 "}\n"},
    {"ampc_sincos", "static R ampc_sincos(R x, S R *cosine)\n"
                    "{\n"
                    "    *cosine = ampc_cos(x);\n"
                    "    return ampc_sin(x);\n"
                    "}\n"},
    {"ampc_asinh",
     "static R ampc_asinh(R x)\n"
     "{\n"
     "    R a = fabs(x), y;\n"
     "    y = ampc_log1p(a > (R)(1e20) ? a : a + a * a / (1.0 + sqrt(a * a + 1.0)));\n"
     "    return copysign(a > (R)(1e20) ? y + 0.69314718055994529 : y, x);\n"
     "}\n"},
    {"ampc_acosh", "static R ampc_acosh(R x)\n"
                   "{\n"
                   "    R t = x - 1.0, y;\n"
                   "    y = ampc_log1p(x > (R)(1e20) ? x : t + sqrt(t * (t + 2.0)));\n"
                   "    y = x > (R)(1e20) ? y + 0.69314718055994529 : y;\n"
                   "    return x < (R)(1.0) ? (R)(NAN) : y;\n"
                   "}\n"},
    {"ampc_atanh", "static R ampc_atanh(R x)\n"
                   "{\n"
                   "    R a = fabs(x);\n"
                   "    return copysign(0.5 * ampc_log1p((a + a) / (1.0 - a)), x);\n"
                   "}\n"},
};

const char *kernel_own_double_text(const char *name)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].name, name) == 0)
            return texts[i].text;
    return NULL;
}
