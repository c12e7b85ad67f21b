/* round.cl - the elements of a texture as its format has them, behind a kernel that wrote it: what
 * 'narrow' and then 'widen' of runtime/texture.c make of a scalar. T is uint; KIND and BITS are the
 * format's. */
#define TEXEL_INT 1
#define TEXEL_UINT 2
#define TEXEL_FLOAT 3
#define TEXEL_NORM 4

static float rounded(float x, float least, float most)
{
    float inside = isnan(x) ? 0.0f : x < least ? least : x > 1.0f ? 1.0f : x;
    return rint(inside * most) / most;
}

/* The float of binary16 that is nearest to x: what is below the last of its bits is added to a
 * number so large that it goes. */
static float half_of(float x)
{
    float magnitude = fabs(x);
    if (isnan(x))
        return x;
    if (magnitude >= 65520.0f)
        return copysign(INFINITY, x);
    if (magnitude < 0x1p-14f)
        return copysign(rint(magnitude * 0x1p24f) * 0x1p-24f, x);
    int exponent = ilogb(magnitude);
    return copysign(ldexp(rint(ldexp(magnitude, 10 - exponent)), exponent - 10), x);
}

KERNEL void round_elements(VIEW(v), uint n)
{
    __global uint *at = AT(uint, v);
    const int most = (1 << (BITS - 1)) - 1;
    const uint all = (1u << BITS) - 1;
    for (uint i = get_group_id(0) * GROUP * SERIAL + get_local_id(0), k = 0; k < SERIAL && i < n;
         k++, i += GROUP) {
        uint x = at[i];
#if KIND == TEXEL_INT
        x = as_uint(clamp(as_int(x), -most - 1, most));
#elif KIND == TEXEL_UINT
        x = min(x, all);
#elif KIND == TEXEL_FLOAT
        x = as_uint(half_of(as_float(x)));
#elif KIND == TEXEL_NORM
        x = as_uint(rounded(as_float(x), -1.0f, (float)most));
#else
        x = as_uint(rounded(as_float(x), 0.0f, (float)all));
#endif
        at[i] = x;
    }
}
