#if defined AMPC_CONTRACT && !defined AMPC_BLOCKS
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
struct u_row {
    int u_x;
    int u_many[4];
};
typedef char ampc_size_u_row[sizeof(struct u_row) == 20 && ampc_lies(struct u_row, u_x, 0) && ampc_lies(struct u_row, u_many, 4) ? 1 : -1];
struct ampc_index1 {
    int c[1];
};
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view1_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    struct ampc_index1 e;
};
struct ampc_index17 {
    int c[17];
};
#ifdef __NV_CL_C_VERSION
#define AMPC_ALONE
#else
#define AMPC_ALONE restrict
#endif
#ifdef AMPC_SAME
#define get_global_id(k) (get_global_id(k) - get_global_offset(k))
#endif
struct ampc_arg1 {
    long offset;
    long stride[1];
    int extent[1];
};
#if defined AMPC_CPU && defined __clang_major__
#define AMPC_AT_EDGE(x) (x) &&
#else
#define AMPC_AT_EDGE(x)
#endif
typedef struct u_row ampc_element_u_row __attribute__((may_alias));
struct ampc_view1_u_row { /* element 0, strides, extent */
    __global ampc_element_u_row *p;
    struct ampc_index1 e;
};
typedef struct ampc_index1 ampc_element_ampc_index1 __attribute__((may_alias));
struct ampc_view1_ampc_index1 { /* element 0, strides, extent */
    __global ampc_element_ampc_index1 *p;
    struct ampc_index1 e;
};

static struct ampc_index1 ampc_sub1(struct ampc_index1 a, struct ampc_index1 b)
{
    a.c[0] -= b.c[0];
    return a;
}
static struct ampc_index1 ampc_add1(struct ampc_index1 a, struct ampc_index1 b)
{
    a.c[0] += b.c[0];
    return a;
}
static struct ampc_index1 ampc_all1(int s)
{
    struct ampc_index1 r;
    r.c[0] = s;
    return r;
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
static struct ampc_view1_u_row ampc_make_view1_u_row(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_u_row v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_u_row *)base;
#else
    v.p = (__global ampc_element_u_row *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}
static struct ampc_view1_ampc_index1 ampc_make_view1_ampc_index1(__global char *base, struct ampc_arg1 a)
{
    struct ampc_view1_ampc_index1 v;
#ifdef AMPC_DENSE
    v.p = (__global ampc_element_ampc_index1 *)base;
#else
    v.p = (__global ampc_element_ampc_index1 *)(base + a.offset);
#endif
    v.e.c[0] = a.extent[0];
    return v;
}

static int u_get(struct ampc_view1_int u_v, struct u_row u_r)
{
#line 8 "tests/codegen/kernel_writes.ampc"
    return u_v.p[0] + u_r.u_x;
}

static void u_put(struct ampc_view1_int u_v)
{
#line 13 "tests/codegen/kernel_writes.ampc"
    u_v.p[0] = 1;
}

static int u_sum(__global const int *u_p)
{
#line 18 "tests/codegen/kernel_writes.ampc"
    return u_p[0] + u_p[1];
}

static void u_next(__global struct ampc_index1 *u_i)
{
#line 23 "tests/codegen/kernel_writes.ampc"
    ampc_sub1(*u_i = ampc_add1(*u_i, ampc_all1(1)), ampc_all1(1));
}

#ifdef AMPC_DENSE
__kernel void run_30(
#ifndef AMPC_SAME
struct ampc_index17 ampc_shapes,
#endif
__global char *AMPC_ALONE base_r1, __global char *AMPC_ALONE base_r2, __global char *AMPC_ALONE base_r3, __global char *AMPC_ALONE base_r4, __global char *AMPC_ALONE base_w1, __global char *AMPC_ALONE base_w2, __global char *AMPC_ALONE base_w3, __global char *AMPC_ALONE base_r7, __global char *AMPC_ALONE base_r8, __global char *AMPC_ALONE base_w6, __global char *AMPC_ALONE base_w7, __global char *AMPC_ALONE base_w8, __global char *AMPC_ALONE base_w9, __global char *AMPC_ALONE base_r5, __global char *AMPC_ALONE base_w10, __global char *AMPC_ALONE base_r6)
{
#ifdef AMPC_SAME
    struct ampc_index17 ampc_shapes = {{(int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0), (int)get_global_offset(0)}};
#endif
    struct ampc_index1 ampc_extent = {{ampc_shapes.c[0]}};
    struct ampc_arg1 arg_r1 = {0, {0}, {ampc_shapes.c[1]}};
    struct ampc_arg1 arg_r2 = {0, {0}, {ampc_shapes.c[2]}};
    struct ampc_arg1 arg_r3 = {0, {0}, {ampc_shapes.c[3]}};
    struct ampc_arg1 arg_r4 = {0, {0}, {ampc_shapes.c[4]}};
    struct ampc_arg1 arg_w1 = {0, {0}, {ampc_shapes.c[5]}};
    struct ampc_arg1 arg_w2 = {0, {0}, {ampc_shapes.c[6]}};
    struct ampc_arg1 arg_w3 = {0, {0}, {ampc_shapes.c[7]}};
    struct ampc_arg1 arg_r7 = {0, {0}, {ampc_shapes.c[8]}};
    struct ampc_arg1 arg_r8 = {0, {0}, {ampc_shapes.c[9]}};
    struct ampc_arg1 arg_w6 = {0, {0}, {ampc_shapes.c[10]}};
    struct ampc_arg1 arg_w7 = {0, {0}, {ampc_shapes.c[11]}};
    struct ampc_arg1 arg_w8 = {0, {0}, {ampc_shapes.c[12]}};
    struct ampc_arg1 arg_w9 = {0, {0}, {ampc_shapes.c[13]}};
    struct ampc_arg1 arg_r5 = {0, {0}, {ampc_shapes.c[14]}};
    struct ampc_arg1 arg_w10 = {0, {0}, {ampc_shapes.c[15]}};
    struct ampc_arg1 arg_r6 = {0, {0}, {ampc_shapes.c[16]}};
#else
__kernel void run_30(struct ampc_index1 ampc_extent, __global char *base_r1, struct ampc_arg1 arg_r1, __global char *base_r2, struct ampc_arg1 arg_r2, __global char *base_r3, struct ampc_arg1 arg_r3, __global char *base_r4, struct ampc_arg1 arg_r4, __global char *base_w1, struct ampc_arg1 arg_w1, __global char *base_w2, struct ampc_arg1 arg_w2, __global char *base_w3, struct ampc_arg1 arg_w3, __global char *base_r7, struct ampc_arg1 arg_r7, __global char *base_r8, struct ampc_arg1 arg_r8, __global char *base_w6, struct ampc_arg1 arg_w6, __global char *base_w7, struct ampc_arg1 arg_w7, __global char *base_w8, struct ampc_arg1 arg_w8, __global char *base_w9, struct ampc_arg1 arg_w9, __global char *base_r5, struct ampc_arg1 arg_r5, __global char *base_w10, struct ampc_arg1 arg_w10, __global char *base_r6, struct ampc_arg1 arg_r6)
{
#endif
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (AMPC_AT_EDGE((get_group_id(0) + 1) * get_local_size(0) > (size_t)ampc_extent.c[0]) (u_i.c[0] >= ampc_extent.c[0]))
        return;
    struct ampc_view1_int u_r1 = ampc_make_view1_int(base_r1, arg_r1);
    struct ampc_view1_u_row u_r2 = ampc_make_view1_u_row(base_r2, arg_r2);
    struct ampc_view1_int u_r3 = ampc_make_view1_int(base_r3, arg_r3);
    struct ampc_view1_ampc_index1 u_r4 = ampc_make_view1_ampc_index1(base_r4, arg_r4);
    struct ampc_view1_int u_w1 = ampc_make_view1_int(base_w1, arg_w1);
    struct ampc_view1_u_row u_w2 = ampc_make_view1_u_row(base_w2, arg_w2);
    struct ampc_view1_int u_w3 = ampc_make_view1_int(base_w3, arg_w3);
    struct ampc_view1_u_row u_r7 = ampc_make_view1_u_row(base_r7, arg_r7);
    struct ampc_view1_int u_r8 = ampc_make_view1_int(base_r8, arg_r8);
    struct ampc_view1_ampc_index1 u_w6 = ampc_make_view1_ampc_index1(base_w6, arg_w6);
    struct ampc_view1_int u_w7 = ampc_make_view1_int(base_w7, arg_w7);
    struct ampc_view1_int u_w8 = ampc_make_view1_int(base_w8, arg_w8);
    struct ampc_view1_u_row u_w9 = ampc_make_view1_u_row(base_w9, arg_w9);
    struct ampc_view1_int u_r5 = ampc_make_view1_int(base_r5, arg_r5);
    struct ampc_view1_int u_w10 = ampc_make_view1_int(base_w10, arg_w10);
    struct ampc_view1_int u_r6 = ampc_make_view1_int(base_r6, arg_r6);
    int ampc_t0;
    {
#line 31 "tests/codegen/kernel_writes.ampc"
        int u_x = u_r1.p[u_i.c[0]] + u_r2.p[u_i.c[0]].u_x + u_r2.p[u_i.c[0]].u_many[u_r1.p[1]] + u_r3.p[u_i.c[0]] + u_r4.p[u_i.c[0]].c[0] + u_r1.e.c[0];
        struct u_row u_copy = u_r2.p[u_x];
        u_x += (ulong)(u_copy.u_x + -u_r1.p[0]) + (u_r1.p[u_x] ? (ulong)u_r1.p[2] : 4UL) + (ulong)u_get(u_r3, u_r2.p[u_i.c[0]]);
        u_w1.p[u_i.c[0]] += u_x;
        u_w2.p[u_r1.p[u_i.c[0]]].u_many[1]--;
        u_put(u_w3);
        u_x = u_sum(u_r7.p[u_i.c[0]].u_many);
        __global int *u_p = &u_r8.p[u_r1.p[u_i.c[0]]];
        u_next(&u_w6.p[u_i.c[0]]);
        struct ampc_view1_int u_alias = u_w7;
        u_alias.p[u_i.c[0]] = *u_p;
        atomic_inc(&u_w8.p[u_i.c[0]]);
        u_w9.p[u_i.c[0]] = u_copy;
        u_x = (ampc_t0 = u_r5.p[u_i.c[0]], (ampc_t0 ? (u_w10.p[u_i.c[0]] -= ampc_t0, (void)0) : ((void)0)), ampc_t0 + u_r6.p[u_i.c[0]]);
    }
}
