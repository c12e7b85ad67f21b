/* map.cl - an element of the result for each element: transform and fill. T is the type of the
 * result, T1 and T2 those of the operands. */

/* For SERIAL elements i of each thread. */
#define EACH(n)                                                                                    \
    for (uint i = get_group_id(0) * GROUP * SERIAL + get_local_id(0), k = 0; k < SERIAL && i < n;  \
         k++, i += GROUP)

#if defined F && !defined T2
KERNEL void transform1(VIEW(in), VIEW(out), uint n ERROR)
{
    BEGIN;
    EACH(n)
        AT(T, out)[i] = CALL1(AT(const T1, in)[i]);
}
#elif defined F
KERNEL void transform2(VIEW(in), VIEW(other), VIEW(out), uint n ERROR)
{
    BEGIN;
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
