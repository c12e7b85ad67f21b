/* map.cl - an element of the result for each element: transform and fill. T is the type of the
 * result, T1 and T2 those of the operands. */

/* For SERIAL elements i of each thread. */
#define EACH(n)                                                                                    \
    for (uint i = get_group_id(0) * GROUP * SERIAL + get_local_id(0), k = 0; k < SERIAL && i < n;  \
         k++, i += GROUP)

/* Where threads have several elements each moves four at once where their addresses allow it. */
#if SERIAL > 1
#define FOUR(type, name)                                                                           \
    typedef struct {                                                                               \
        type at[4];                                                                                \
    } __attribute__((aligned(16))) name
#define FOURS_OF(type, name) ((__global type *)AT(char, name))
#define ALIGNED(name) (((ulong)AT(char, name) & 15) == 0)
#define EACH_FOUR(n)                                                                               \
    for (uint i = get_group_id(0) * (GROUP * SERIAL / 4) + get_local_id(0), k = 0;                 \
         k < SERIAL / 4 && i < (n) / 4; k++, i += GROUP)
/* The last elements, which are not four. */
#define EACH_LAST(n)                                                                               \
    for (uint i = (n) / 4 * 4 + get_global_id(0); i < (n); i += get_global_size(0))
FOUR(T, four);
#endif

#if defined F && !defined T2
#if SERIAL > 1
FOUR(T1, four1);
#endif

KERNEL void transform1(VIEW(in), VIEW(out), uint n ERROR)
{
    BEGIN;
#if SERIAL > 1
    if (ALIGNED(in) && ALIGNED(out)) {
        EACH_FOUR(n) {
            four1 a = FOURS_OF(const four1, in)[i];
            four to;
#pragma unroll
            for (uint j = 0; j < 4; j++)
                to.at[j] = CALL1(a.at[j]);
            FOURS_OF(four, out)[i] = to;
        }
        EACH_LAST(n)
            AT(T, out)[i] = CALL1(AT(const T1, in)[i]);
        return;
    }
#endif
    EACH(n)
        AT(T, out)[i] = CALL1(AT(const T1, in)[i]);
}
#elif defined F
#if SERIAL > 1
FOUR(T1, four1);
FOUR(T2, four2);
#endif

KERNEL void transform2(VIEW(in), VIEW(other), VIEW(out), uint n ERROR)
{
    BEGIN;
#if SERIAL > 1
    if (ALIGNED(in) && ALIGNED(other) && ALIGNED(out)) {
        EACH_FOUR(n) {
            four1 a = FOURS_OF(const four1, in)[i];
            four2 b = FOURS_OF(const four2, other)[i];
            four to;
#pragma unroll
            for (uint j = 0; j < 4; j++)
                to.at[j] = CALL2(a.at[j], b.at[j]);
            FOURS_OF(four, out)[i] = to;
        }
        EACH_LAST(n)
            AT(T, out)[i] = CALL2(AT(const T1, in)[i], AT(const T2, other)[i]);
        return;
    }
#endif
    EACH(n)
        AT(T, out)[i] = CALL2(AT(const T1, in)[i], AT(const T2, other)[i]);
}
#else
KERNEL void fill(VIEW(out), uint n, T value)
{
    EACH(n)
        AT(T, out)[i] = value;
}
#endif
