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

struct ampc_index2 {
    int c[2];
};
struct ampc_array_int_a_3_ {
    int a[3];
};
#ifdef __clang__
#define ampc_lies(s, m, n) (__builtin_offsetof(s, m) == n)
#else
#define ampc_lies(s, m, n) 1
#endif
struct u_pair {
    int u_a;
    float u_b;
};
typedef char ampc_size_u_pair[sizeof(struct u_pair) == 8 && ampc_lies(struct u_pair, u_a, 0) && ampc_lies(struct u_pair, u_b, 4) ? 1 : -1];
struct ampc_index1 {
    int c[1];
};
struct ampc_arg1 {
    long offset;
    long stride[1];
    int extent[1];
};
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view1_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    struct ampc_index1 e;
};
struct ampc_tiled1 { /* global, local, tile, tile_origin */
    struct ampc_index1 g, l, t, o;
};
struct ampc_index3 {
    int c[3];
};

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
static struct ampc_tiled1 ampc_this_tile1_4(void)
{
    struct ampc_tiled1 r;
    r.g.c[0] = (int)get_global_id(0);
    r.l.c[0] = (int)get_local_id(0);
    r.t.c[0] = (int)get_group_id(0);
    r.o.c[0] = r.t.c[0] * 4;
    return r;
}

static int u_scaled(int u_x, int u_by)
{
#line 12 "tests/exec/lambda_named.ampc"
    return u_x * u_by;
}

#ifdef AMPC_DENSE
__kernel void test_values_29(struct ampc_index2 ampc_shapes, __global char *base_v, int u_k, struct ampc_array_int_a_3_ u_table, struct u_pair u_s, struct ampc_index1 u_shift)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[1]}};
#else
__kernel void test_values_29(struct ampc_index1 ampc_extent, __global char *base_v, struct ampc_arg1 arg_v, int u_k, struct ampc_array_int_a_3_ u_table, struct u_pair u_s, struct ampc_index1 u_shift)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 21 "tests/exec/lambda_named.ampc"
        u_v.p[u_i.c[0]] = u_scaled(u_i.c[0], u_k) + u_table.a[u_i.c[0] % 3] + u_s.u_a + u_shift.c[0];
    }
}

#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void test_values_30(struct ampc_index1 ampc_shapes, __global char *base_v, int u_k)
{
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[0]}};
#else
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void test_values_30(__global char *base_v, struct ampc_arg1 arg_v, int u_k)
{
#endif
    struct ampc_tiled1 u_t = ampc_this_tile1_4();
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 22 "tests/exec/lambda_named.ampc"
        u_v.p[u_t.g.c[0]] += u_k + u_t.l.c[0];
    }
}

#ifdef AMPC_DENSE
__kernel void test_places_43(struct ampc_index2 ampc_shapes, __global char *base_v, int u_round)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[1]}};
#else
__kernel void test_places_43(struct ampc_index1 ampc_extent, __global char *base_v, struct ampc_arg1 arg_v, int u_round)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 42 "tests/exec/lambda_named.ampc"
        u_v.p[u_i.c[0]] += u_round;
    }
}

#ifdef AMPC_DENSE
__kernel void test_places_48(struct ampc_index3 ampc_shapes, __global char *base_a, __global char *base_b, int arg_launches)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_a = {0, {0}, {ampc_shapes.c[1]}};
    struct ampc_arg1 arg_b = {0, {0}, {ampc_shapes.c[2]}};
#else
__kernel void test_places_48(struct ampc_index1 ampc_extent, __global char *base_a, struct ampc_arg1 arg_a, __global char *base_b, struct ampc_arg1 arg_b, int arg_launches)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_int u_a = ampc_make_view1_int(base_a, arg_a);
    struct ampc_view1_int u_b = ampc_make_view1_int(base_b, arg_b);
    int u_launches = arg_launches;
    {
#line 46 "tests/exec/lambda_named.ampc"
        u_b.p[u_i.c[0]] = u_a.p[u_i.c[0]] += u_launches + 1;
    }
}

#ifdef AMPC_DENSE
__kernel void test_again_69(struct ampc_index2 ampc_shapes, __global char *base_v, int u_k)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[1]}};
#else
__kernel void test_again_69(struct ampc_index1 ampc_extent, __global char *base_v, struct ampc_arg1 arg_v, int u_k)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 61 "tests/exec/lambda_named.ampc"
        u_v.p[u_i.c[0]] += u_k + u_i.c[0];
    }
}

#ifdef AMPC_DENSE
__kernel void test_again_71(struct ampc_index2 ampc_shapes, __global char *base_v, int u_k)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[1]}};
#else
__kernel void test_again_71(struct ampc_index1 ampc_extent, __global char *base_v, struct ampc_arg1 arg_v, int u_k)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 61 "tests/exec/lambda_named.ampc"
        u_v.p[u_i.c[0]] += u_k + u_i.c[0];
    }
}

#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void test_again_72(struct ampc_index1 ampc_shapes, __global char *base_v)
{
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[0]}};
#else
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void test_again_72(__global char *base_v, struct ampc_arg1 arg_v)
{
#endif
    __local int t0_part[4];
    struct ampc_tiled1 u_t = ampc_this_tile1_4();
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 64 "tests/exec/lambda_named.ampc"
        t0_part[u_t.l.c[0]] = u_v.p[u_t.g.c[0]];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        u_v.p[u_t.g.c[0]] = t0_part[3 - u_t.l.c[0]];
    }
}

#ifdef AMPC_DENSE
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void test_again_74(struct ampc_index1 ampc_shapes, __global char *base_v)
{
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[0]}};
#else
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void test_again_74(__global char *base_v, struct ampc_arg1 arg_v)
{
#endif
    __local int t1_part[4];
    struct ampc_tiled1 u_t = ampc_this_tile1_4();
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 64 "tests/exec/lambda_named.ampc"
        t1_part[u_t.l.c[0]] = u_v.p[u_t.g.c[0]];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        u_v.p[u_t.g.c[0]] = t1_part[3 - u_t.l.c[0]];
    }
}

#ifdef AMPC_DENSE
__kernel void test_again_75(struct ampc_index2 ampc_shapes, __global char *base_v, int u_k)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[1]}};
#else
__kernel void test_again_75(struct ampc_index1 ampc_extent, __global char *base_v, struct ampc_arg1 arg_v, int u_k)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 61 "tests/exec/lambda_named.ampc"
        u_v.p[u_i.c[0]] += u_k + u_i.c[0];
    }
}

#ifdef AMPC_DENSE
__kernel void test_shares_102(struct ampc_index2 ampc_shapes, __global char *base_v)
{
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_v = {0, {0}, {ampc_shapes.c[1]}};
#else
__kernel void test_shares_102(struct ampc_index1 ampc_extent, __global char *base_v, struct ampc_arg1 arg_v)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    struct ampc_view1_int u_v = ampc_make_view1_int(base_v, arg_v);
    {
#line 99 "tests/exec/lambda_named.ampc"
        u_v.p[u_i.c[0]] = 3 * u_i.c[0];
    }
}
