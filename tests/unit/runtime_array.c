/* runtime_array.c - arrays: storage, copies, errors. */
#include "tests/unit/runtime_test.h"

/* Arrays and copy(): every test on the device as it is and with copies; traffic only with copies.
 */

enum { N = 1000 };

static int data[N], out[N];

static void fill(void)
{
    for (int k = 0; k < N; k++)
        data[k] = k;
}

static ampc_view1 array1(int n, const int *p)
{
    return ampc__array1((ampc_index1){{n}}, sizeof(int), p, 0, NULL, NULL, 0, "t", 1);
}

static void copy(ampc_view1 src, ampc_view1 dst)
{
    ampc__copy(&src.v, &dst.v, "t", 2);
}

static void copy_in(const int *src, ampc_view1 dst)
{
    ampc__copy_in(src, 0, &dst.v, "t", 3);
}

static void copy_out(ampc_view1 src, int *dst)
{
    ampc__copy_out(&src.v, dst, 0, "t", 4);
}

START_TEST(arrays_are_deep)
{
    fill();
    ampc_view1 a = array1(N, data), b = ampc__clone1(a, "t", 1), v = ampc__share1(a);
    launch_add(a, 1);
    copy_out(b, out);
    ck_assert_int_eq(memcmp(data, out, sizeof out), 0);
    ampc__array_assign(&b.v, &a.v, sizeof b, "t", 1);
    launch_add(a, 1);
    copy_out(b, out);
    ck_assert_int_eq(out[9], 10);
    ck_assert_int_eq(get(v, 9), 11);
    ampc__release1(&a);
    ck_assert_int_eq(get(v, 8), 10); /* the view keeps the storage */
    ampc_view1 small = array1(3, NULL), alias = ampc__share1(small);
    ampc__array_assign(&small.v, &b.v, sizeof small, "t", 1);
    ck_assert_int_eq(small.extent[0], N);
    ck_assert_int_eq(get(alias, 0), 0); /* of the storage before */
    ampc__release1(&v);
    ampc__release1(&b);
    ampc__release1(&small);
    ampc__release1(&alias);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

/* Views with gaps and other orders: only their own elements change. */
START_TEST(strided_copies)
{
    int to[6][8], from[5][4];
    memset(to, 0, sizeof to);
    for (int k = 0; k < 20; k++)
        from[k / 4][k % 4] = k + 1;
    ampc_view2 dst = ampc__view2((ampc_index2){{6, 8}}, sizeof(int), to, 0, 0, "t", 1);
    ampc_view2 src = ampc__view2((ampc_index2){{5, 4}}, sizeof(int), from, 0, 0, "t", 1);
    ampc_view2 inner = ampc__share2(dst), part = ampc__share2(src);
    inner.v.host = (char *)&to[1][2];
    part.v.host = (char *)&from[1][1];
    for (int k = 0; k < 2; k++)
        inner.extent[k] = part.extent[k] = 3;
    launch_add(view1(0, NULL), 0);
    caught.count = 0;
    ampc__copy(&part.v, &inner.v, "t", 1);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 8; j++) {
            bool inside = i >= 1 && i < 4 && j >= 2 && j < 5;
            ck_assert_int_eq(to[i][j], inside ? from[i][j - 1] : 0);
        }
    }
    int dense[9] = {9, 8, 7, 6, 5, 4, 3, 2, 1}, back[9];
    ampc__copy_in(dense, sizeof dense, &inner.v, "t", 1);
    ampc__copy_out(&inner.v, back, sizeof back, "t", 1);
    ck_assert_int_eq(memcmp(dense, back, sizeof back), 0);
    ck_assert_int_eq(to[2][3], 5);
    ck_assert_int_eq(to[2][5], 0);
    ampc__release2(&dst);
    ampc__release2(&src);
    ampc__release2(&inner);
    ampc__release2(&part);
    ck_no_error();
}
END_TEST

START_TEST(copies_that_cannot_be)
{
    fill();
    ampc_view1 a = array1(N, data), b = array1(N - 1, NULL), none;
    memset(&none, 0, sizeof none);
    copy(a, b);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "extent (1000) into extent (999)");
    copy(none, b);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "empty");
    copy_out(a, NULL);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "null pointer");
    ampc__copy_in(data, 40, &a.v, "t", 1);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "copy() of 4000 bytes with memory of 40 bytes");
    ampc_view1 c = array1(0, NULL), d = ampc__clone1(none, "t", 1);
    ck_assert_int_eq(caught.count, 2);
    ck_assert_int_eq(c.extent[0] + d.extent[0] + d.v.rank, 1);
    ampc__array_refuse("t", 1);
    ck_assert_int_eq(caught.count, 3);
    ampc__release1(&a);
    ampc__release1(&b);
    ampc__release1(&c);
    ampc__release1(&d);
    ck_assert_uint_eq(registry_count(), 0);
}
END_TEST

/* ---- Exact traffic (with copies) ---- */

static void expect_traffic(unsigned long long upload_bytes, unsigned long long download_bytes)
{
    ampc_counters c = counters_now();
    ck_assert_uint_eq(c.upload_bytes, upload_bytes);
    ck_assert_uint_eq(c.download_bytes, download_bytes);
    ampc_counters_reset();
}

START_TEST(arrays_stay_on_the_device)
{
    fill();
    ampc_view1 a = array1(N, data);
    expect_traffic(4 * N, 0);
    launch_add(a, 1);
    ampc_view1 b = ampc__clone1(a, "t", 1), zeros = array1(N, NULL);
    launch_add(b, 1);
    copy(b, a);
    copy(zeros, b); /* by way of the host, which has the zeros */
    expect_traffic(0, 0);
    copy_out(a, out);
    expect_traffic(0, 4 * N);
    ck_assert_int_eq(out[7], 9);
    ampc_view1 host = view1(N, data), low = part1(a, 0, 10), high = part1(a, 20, 10);
    copy(low, high);
    expect_traffic(0, 0);
    copy(a, host);
    expect_traffic(0, 4 * N);
    ck_assert_int_eq(data[7], 9);
    ck_assert_int_eq(data[27], 9);
    launch_add(host, 1);
    copy(host, a); /* the device has both */
    expect_traffic(4 * N, 0);
    copy_out(a, out);
    ck_assert_int_eq(out[27], 10);
    expect_traffic(0, 4 * N);
    ampc__release1(&host);
    expect_traffic(0, 4 * N);
    ampc_view1 *all[] = {&a, &b, &zeros, &low, &high};
    for (int k = 0; k < 5; k++)
        ampc__release1(all[k]);
    expect_traffic(0, 0);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

/* ---- Random copies against a model ---- */

enum { SIZE = 60, HOMES = 4 };

struct model {
    ampc_view1 whole[HOMES]; /* two over memory, two arrays */
    int now[HOMES][SIZE], memory[2][SIZE];
};

static void random_copy(struct model *m, struct ampc_accelerator_view *const *on)
{
    int a = rand() % HOMES, b = rand() % HOMES, n = 1 + rand() % SIZE, by = rand() % 100;
    int from = rand() % (SIZE - n + 1), to = rand() % (SIZE - n + 1), plain[SIZE];
    ampc_view1 src = part1(m->whole[a], from, n), dst = part1(m->whole[b], to, n);
    size_t bytes = (size_t)n * sizeof(int);
    switch (rand() % 6) {
    case 0:
        launch_add_on(on[rand() % 2], src, by);
        for (int k = 0; k < n; k++)
            m->now[a][from + k] += by;
        break;
    case 1:
        for (int k = 0; k < n; k++)
            plain[k] = m->now[b][to + k] = rand();
        copy_in(plain, dst);
        break;
    case 2:
        copy_out(src, plain);
        ck_assert_int_eq(memcmp(plain, m->now[a] + from, bytes), 0);
        break;
    case 3:
        put(dst, 0, by);
        m->now[b][to] = by;
        break;
    default:
        copy(src, dst);
        memmove(m->now[b] + to, m->now[a] + from, bytes);
        if (b < 2) /* the host is the newest */
            ck_assert_int_eq(memcmp(m->memory[b] + to, m->now[b] + to, bytes), 0);
        break;
    }
    ck_assert_int_eq(get(dst, n - 1), m->now[b][to + n - 1]);
    ampc__release1(&src);
    ampc__release1(&dst);
}

START_TEST(random_copies)
{
    static struct model m;
    struct ampc_accelerator *a = ampc_accelerator_at(0);
    struct ampc_accelerator *b = _i % 2 ? a : second_accelerator(!a->zero_copy);
    struct ampc_accelerator_view *on[2] = {&a->default_view, &b->default_view};
    memset(&m, 0, sizeof m);
    srand((unsigned)_i + 1);
    for (int k = 0; k < HOMES; k++)
        m.whole[k] = k < 2 ? view1(SIZE, m.memory[k]) : array1(SIZE, NULL);
    for (int step = 0; step < 1500; step++) {
        random_copy(&m, on);
        ck_no_error();
    }
    for (int k = 0; k < HOMES; k++) {
        copy_out(m.whole[k], out);
        ck_assert_int_eq(memcmp(out, m.now[k], sizeof m.now[k]), 0);
        ampc__release1(&m.whole[k]);
    }
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

static void add_common(TCase *tests)
{
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, arrays_are_deep);
    tcase_add_test(tests, strided_copies);
    tcase_add_test(tests, copies_that_cannot_be);
    tcase_add_loop_test(tests, random_copies, 0, 4);
}

int main(void)
{
    load_driver();
    Suite *suite = suite_create("runtime_array");
    TCase *shared = tcase_create("as it is"), *copying = tcase_create("with copies");
    tcase_add_checked_fixture(shared, mode_zero_copy, NULL);
    tcase_add_checked_fixture(copying, mode_copying, NULL);
    add_common(shared);
    add_common(copying);
    tcase_add_test(copying, arrays_stay_on_the_device);
    suite_add_tcase(suite, shared);
    suite_add_tcase(suite, copying);
    return run_suite(suite);
}
