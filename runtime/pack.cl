/* pack.cl - elements brought from one buffer to another, or to another place of it: 'count' units
 * from number 'first' on. Dimension .x is the innermost one; 'at' and 'step' are in bytes. The sums
 * may wrap around. */
#define MOVE(name, T)                                                                              \
    __kernel void name(__global char *to, ulong to_at, ulong4 to_step, __global const char *from,  \
                       ulong from_at, ulong4 from_step, uint4 extent, uint first, uint count)      \
    {                                                                                              \
        uint k = get_global_id(0), n = first + k;                                                  \
        if (k >= count)                                                                            \
            return;                                                                                \
        uint x = n % extent.x, rows = n / extent.x;                                                \
        uint y = rows % extent.y, slices = rows / extent.y;                                        \
        uint z = slices % extent.z, w = slices / extent.z;                                         \
        to_at += x * to_step.x + y * to_step.y + z * to_step.z + w * to_step.w;                    \
        from_at += x * from_step.x + y * from_step.y + z * from_step.z + w * from_step.w;          \
        *(__global T *)(to + to_at) = *(__global const T *)(from + from_at);                       \
    }

MOVE(move_1, uchar)
MOVE(move_2, ushort)
MOVE(move_4, uint)
MOVE(move_8, ulong)
MOVE(move_16, uint4)
