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
struct ampc_index1 {
    int c[1];
};
typedef int ampc_element_int __attribute__((may_alias));
struct ampc_view1_int { /* element 0, strides, extent */
    __global ampc_element_int *p;
    struct ampc_index1 e;
};
struct ampc_stored_view1_int { /* as large as the host's */
    struct ampc_view1_int v;
    char pad[48 - sizeof(struct ampc_view1_int)];
} __attribute__((may_alias));
struct u_pair {
    struct ampc_stored_view1_int u_r1;
    struct ampc_stored_view1_int u_w1;
};
typedef char ampc_size_u_pair[sizeof(struct u_pair) == 96 && ampc_lies(struct u_pair, u_r1, 0) && ampc_lies(struct u_pair, u_w1, 48) ? 1 : -1];
struct ampc_unnamed0 {
    struct ampc_stored_view1_int u_r2;
    struct u_pair u_inner;
};
typedef char ampc_size_ampc_unnamed0[sizeof(struct ampc_unnamed0) == 144 && ampc_lies(struct ampc_unnamed0, u_r2, 0) && ampc_lies(struct ampc_unnamed0, u_inner, 48) ? 1 : -1];
struct u_job {
    int u_n;
    struct ampc_unnamed0 ampc_m1;
    struct u_pair u_rows[2];
};
typedef char ampc_size_u_job[sizeof(struct u_job) == 344 && ampc_lies(struct u_job, u_n, 0) && ampc_lies(struct u_job, ampc_m1, 8) && ampc_lies(struct u_job, u_rows, 152) ? 1 : -1];
struct u_odd {
    struct ampc_stored_view1_int u_w2;
    struct ampc_stored_view1_int u_w3;
};
typedef char ampc_size_u_odd[sizeof(struct u_odd) == 96 && ampc_lies(struct u_odd, u_w2, 0) && ampc_lies(struct u_odd, u_w3, 48) ? 1 : -1];
struct ampc_raw43 {
    ulong w[43];
};
struct ampc_arg1 {
    long offset;
    long stride[1];
    int extent[1];
};
struct ampc_raw12 {
    ulong w[12];
};
struct ampc_raw18 {
    ulong w[18];
};
struct ampc_array_struct_ampc_stored_view1_int_a_3_ {
    struct ampc_stored_view1_int a[3];
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

static void u_put(struct u_pair u_p, int u_i)
{
#line 21 "tests/codegen/view_members.ampc"
    u_p.u_w1.v.p[u_i] = u_p.u_r1.v.p[u_i];
}

static struct u_pair u_row(struct u_job u_j)
{
#line 26 "tests/codegen/view_members.ampc"
    return u_j.u_rows[1];
}

__kernel void run_32(struct ampc_index1 ampc_extent, __global const struct ampc_raw43 *arg_first, __global char *base_first_r2, struct ampc_arg1 arg_first_r2, __global char *base_first_inner_r1, struct ampc_arg1 arg_first_inner_r1, __global char *base_first_inner_w1, struct ampc_arg1 arg_first_inner_w1, __global char *base_first_rows_0__r1, struct ampc_arg1 arg_first_rows_0__r1, __global char *base_first_rows_0__w1, struct ampc_arg1 arg_first_rows_0__w1, __global char *base_first_rows_1__r1, struct ampc_arg1 arg_first_rows_1__r1, __global char *base_first_rows_1__w1, struct ampc_arg1 arg_first_rows_1__w1, __global const struct ampc_raw43 *arg_second, __global char *base_second_r2, struct ampc_arg1 arg_second_r2, __global char *base_second_inner_r1, struct ampc_arg1 arg_second_inner_r1, __global char *base_second_inner_w1, struct ampc_arg1 arg_second_inner_w1, __global char *base_second_rows_0__r1, struct ampc_arg1 arg_second_rows_0__r1, __global char *base_second_rows_0__w1, struct ampc_arg1 arg_second_rows_0__w1, __global char *base_second_rows_1__r1, struct ampc_arg1 arg_second_rows_1__r1, __global char *base_second_rows_1__w1, struct ampc_arg1 arg_second_rows_1__w1, struct ampc_raw12 arg_mixed, __global char *base_mixed_w2, struct ampc_arg1 arg_mixed_w2, __global char *base_mixed_w3, struct ampc_arg1 arg_mixed_w3, struct ampc_raw18 arg_three, __global char *base_three_0_, struct ampc_arg1 arg_three_0_, __global char *base_three_1_, struct ampc_arg1 arg_three_1_, __global char *base_three_2_, struct ampc_arg1 arg_three_2_)
{
    struct ampc_index1 u_i = {{(int)get_global_id(0)}};
    if (u_i.c[0] >= ampc_extent.c[0])
        return;
    union {
        struct ampc_raw43 raw;
        struct u_job object;
    } bytes_first;
    bytes_first.raw = *arg_first;
    struct u_job u_first = bytes_first.object;
    u_first.ampc_m1.u_r2.v = ampc_make_view1_int(base_first_r2, arg_first_r2);
    u_first.ampc_m1.u_inner.u_r1.v = ampc_make_view1_int(base_first_inner_r1, arg_first_inner_r1);
    u_first.ampc_m1.u_inner.u_w1.v = ampc_make_view1_int(base_first_inner_w1, arg_first_inner_w1);
    u_first.u_rows[0].u_r1.v = ampc_make_view1_int(base_first_rows_0__r1, arg_first_rows_0__r1);
    u_first.u_rows[0].u_w1.v = ampc_make_view1_int(base_first_rows_0__w1, arg_first_rows_0__w1);
    u_first.u_rows[1].u_r1.v = ampc_make_view1_int(base_first_rows_1__r1, arg_first_rows_1__r1);
    u_first.u_rows[1].u_w1.v = ampc_make_view1_int(base_first_rows_1__w1, arg_first_rows_1__w1);
    union {
        struct ampc_raw43 raw;
        struct u_job object;
    } bytes_second;
    bytes_second.raw = *arg_second;
    struct u_job u_second = bytes_second.object;
    u_second.ampc_m1.u_r2.v = ampc_make_view1_int(base_second_r2, arg_second_r2);
    u_second.ampc_m1.u_inner.u_r1.v = ampc_make_view1_int(base_second_inner_r1, arg_second_inner_r1);
    u_second.ampc_m1.u_inner.u_w1.v = ampc_make_view1_int(base_second_inner_w1, arg_second_inner_w1);
    u_second.u_rows[0].u_r1.v = ampc_make_view1_int(base_second_rows_0__r1, arg_second_rows_0__r1);
    u_second.u_rows[0].u_w1.v = ampc_make_view1_int(base_second_rows_0__w1, arg_second_rows_0__w1);
    u_second.u_rows[1].u_r1.v = ampc_make_view1_int(base_second_rows_1__r1, arg_second_rows_1__r1);
    u_second.u_rows[1].u_w1.v = ampc_make_view1_int(base_second_rows_1__w1, arg_second_rows_1__w1);
    union {
        struct ampc_raw12 raw;
        struct u_odd object;
    } bytes_mixed;
    bytes_mixed.raw = arg_mixed;
    struct u_odd u_mixed = bytes_mixed.object;
    u_mixed.u_w2.v = ampc_make_view1_int(base_mixed_w2, arg_mixed_w2);
    u_mixed.u_w3.v = ampc_make_view1_int(base_mixed_w3, arg_mixed_w3);
    union {
        struct ampc_raw18 raw;
        struct ampc_array_struct_ampc_stored_view1_int_a_3_ object;
    } bytes_three;
    bytes_three.raw = arg_three;
    struct ampc_array_struct_ampc_stored_view1_int_a_3_ u_three = bytes_three.object;
    u_three.a[0].v = ampc_make_view1_int(base_three_0_, arg_three_0_);
    u_three.a[1].v = ampc_make_view1_int(base_three_1_, arg_three_1_);
    u_three.a[2].v = ampc_make_view1_int(base_three_2_, arg_three_2_);
    {
#line 33 "tests/codegen/view_members.ampc"
        u_put(u_first.ampc_m1.u_inner, u_first.ampc_m1.u_r2.v.p[u_i.c[0]]);
        u_put(u_row(u_first), 1);
        struct u_job u_copy = u_second;
        u_copy.ampc_m1.u_inner = u_copy.u_rows[0];
        u_copy.u_rows[0].u_w1.v.p[u_i.c[0]] = u_copy.u_rows[1].u_r1.v.p[u_i.c[0]];
        struct u_odd u_turned = {{u_mixed.u_w3.v}, {u_mixed.u_w2.v}};
        u_turned.u_w2.v.p[u_i.c[0]] = 1;
        u_three.a[2].v.p[u_i.c[0]] = u_three.a[u_i.c[0] % 2].v.p[u_i.c[0]];
    }
}
