#ifdef AMPC_CONTRACT
#pragma OPENCL FP_CONTRACT ON
#else
#pragma OPENCL FP_CONTRACT OFF
#endif
#ifdef AMPC_WIDE
typedef long ampc_off;
#else
typedef int ampc_off;
#endif

#ifdef __clang__
#define ampc_lies(s, m, n) (__builtin_offsetof(s, m) == n)
#else
#define ampc_lies(s, m, n) 1
#endif
struct u_nothing {
};
typedef char ampc_size_u_nothing[sizeof(struct u_nothing) == 0(null) ? 1 : -1];
struct u_some {
    struct u_nothing u_tag;
    int u_n;
    struct u_nothing u_end;
};
typedef char ampc_size_u_some[sizeof(struct u_some) == 4 && ampc_lies(struct u_some, u_tag, 0) && ampc_lies(struct u_some, u_n, 0) && ampc_lies(struct u_some, u_end, 4) ? 1 : -1];
struct u_unit {
};
typedef char ampc_size_u_unit[sizeof(struct u_unit) == 0(null) ? 1 : -1];
struct ampc_index3 {
    int c[3];
};
struct ampc_index1 {
    int c[1];
};
struct ampc_arg1 {
    long offset;
    long stride[1];
    int extent[1];
};
typedef struct u_some ampc_element_u_some __attribute__((may_alias));
struct ampc_view1_u_some { /* element 0, strides, extent */
    __global ampc_element_u_some *p;
    struct ampc_index1 e;
};
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view1_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    struct ampc_index1 e;
};

static struct ampc_view1_u_some ampc_make_view1_u_some(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_u_some v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_u_some *)base;
#else
    v.p = (__global ampc_element_u_some *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}
static struct ampc_view1_int ampc_make_view1_int(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_int v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_int *)base;
#else
    v.p = (__global ampc_element_int *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}

static struct u_nothing u_make(struct u_unit u_u)
{
#line 16 "tests/exec/kernel_empty.ampc"
    struct u_nothing u_it = {};
    (void)0;
    return u_it;
}

static int u_sum(struct u_some u_s, struct u_nothing u_x, const struct u_nothing *u_p)
{
#line 23 "tests/exec/kernel_empty.ampc"
    struct u_nothing u_copy = u_x; struct u_nothing u_other;
    u_other = u_copy;
    u_s.u_tag = u_other;
    u_s.u_end = *u_p;
    return u_s.u_n + 0 + 4 + (u_p != 0);
}

static int u_work(int u_k)
{
#line 32 "tests/exec/kernel_empty.ampc"
    struct u_some u_s = {.u_n = u_k}; struct u_some u_t = u_s;
    struct u_unit u_u = {};
    struct u_nothing u_x = u_make(u_u); struct u_nothing u_y = ((struct u_nothing){});
    u_t.u_n += 2;
    u_t.u_tag = u_x;
    return u_sum(u_s, u_x, &u_y) * 100 + u_sum(u_t, u_y, &u_t.u_end);
}

#ifdef AMPC_DENSE
__kernel void main_48(struct ampc_index3 ampc_shapes, __global char *base_w, __global char *base_v)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_w = {0, {0}, {ampc_shapes.c[1]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[2]}};
#else
__kernel void main_48(struct ampc_index1 ampc_extent, __global char *base_w, struct ampc_arg1 arg_w, __global char *base_v, struct ampc_arg1 arg_v)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_u_some u_w = ampc_make_view1_u_some(base_w, arg_w);
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 49 "tests/exec/kernel_empty.ampc"
        struct u_some u_s = {{}, u_i.c[0]};
        u_w.p[u_i.c[0]] = u_s;
        u_v.p[u_i.c[0]] = u_work(u_i.c[0]);
    }
}
