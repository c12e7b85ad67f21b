/* runtime_home.c - coherence: which bytes are stale where after each kind of use, and what is
 * moved. */
#include "tests/unit/runtime_test.h"

#include <sys/mman.h>

/* Homes, shares and coherence. Every test runs on the device as it is (zero-copy on PoCL) and with
 * copies (AMPC_NO_ZERO_COPY); the tests of exact byte counts only with copies. */

enum { N = 1000 };

static int data[N];

static void fill(void)
{
    for (int k = 0; k < N; k++)
        data[k] = k;
}

static struct home *home_of(ampc_view1 v)
{
    return ((struct share *)(void *)v.v.home)->home;
}

static unsigned word(ampc_view1 v)
{
    return v.v.home->host;
}

/* ---- Sharing ---- */

START_TEST(contained_views_share)
{
    ampc_view1 all = view1(N, data), part = view1(10, data + 100), same = view1(N, data);
    ck_assert_ptr_eq(home_of(all), home_of(part));
    ck_assert_ptr_eq(home_of(all), home_of(same));
    ck_assert_uint_eq(registry_count(), 1);
    ampc__release1(&all);
    ck_assert_ptr_null(all.v.home);
    ck_assert_int_eq(all.extent[0], 0);
    ck_assert_uint_eq(registry_count(), 1);
    ampc__release1(&part);
    ampc__release1(&same);
    ampc__release1(&same);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

START_TEST(neighbours_do_not_share)
{
    ampc_view1 a = view1(10, data), b = view1(10, data + 10);
    ck_assert_ptr_ne(home_of(a), home_of(b));
    ck_assert_uint_eq(registry_count(), 2);
    ampc__release1(&a);
    ampc__release1(&b);
}
END_TEST

START_TEST(overlapping_homes_merge)
{
    fill();
    ampc_view1 a = view1(100, data), b = view1(100, data + 200), far = view1(10, data + 900);
    launch_add(a, 1000);
    launch_add(b, 2000);
    ck_assert_uint_eq(registry_count(), 3);
    ampc_view1 c = view1(200, data + 50);
    ck_assert_uint_eq(registry_count(), 2);
    ck_assert_ptr_eq(home_of(a), home_of(b));
    ck_assert_ptr_eq(home_of(a), home_of(c));
    ck_assert_ptr_eq((void *)home_of(c)->lo, data);
    ck_assert_ptr_eq((void *)home_of(c)->hi, data + 300);
    launch_add(c, 10000);
    ck_assert_int_eq(get(a, 49), 1049);
    ck_assert_int_eq(get(a, 50), 11050);
    ck_assert_int_eq(get(b, 49), 12249);
    ck_assert_int_eq(get(b, 50), 2250);
    ck_assert_int_eq(get(c, 100), 10150);
    put(a, 60, -5);
    launch_add(c, 1);
    ck_assert_int_eq(get(c, 10), -4);
    ampc__release1(&a);
    ampc__release1(&c);
    ampc__release1(&b);
    ampc__release1(&far);
    ck_assert_uint_eq(registry_count(), 0);
    ck_assert_int_eq(data[60], -4);
    ck_assert_int_eq(data[299], 2299);
    ck_no_error();
}
END_TEST

START_TEST(copies_count)
{
    fill();
    ampc_view1 a = view1(N, data), b = ampc__share1(a), c = {{0}, {0}, {0}};
    ampc__view_assign(&c.v, &b.v, sizeof c);
    ampc__view_assign(&c.v, &c.v, sizeof c);
    launch_add(a, 1);
    ampc__release1(&a);
    ck_assert_uint_eq(((struct share *)(void *)b.v.home)->count, 2);
    ck_assert_int_eq(word(b) & AMPC_READ, 0); /* one copy's end synchronises nothing */
    ampc__release1(&b);
    ck_assert_int_eq(get(c, 5), 6);
    ampc_view1 other = view1(5, data);
    ampc__view_assign(&c.v, &other.v, sizeof c);
    ck_assert_int_eq(c.extent[0], 5);
    ampc__release1(&other);
    ampc_view1 none = {{0}, {0}, {0}};
    ampc__view_assign(&c.v, &none.v, sizeof c);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

/* ---- The end of a view ---- */

START_TEST(last_share_synchronises)
{
    fill();
    ampc_view1 v = view1(N, data);
    launch_add(v, 7);
    ampc__release1(&v);
    for (int k = 0; k < N; k++)
        ck_assert_int_eq(data[k], k + 7);
}
END_TEST

START_TEST(end_of_one_view_of_a_home_synchronises_its_elements)
{
    fill();
    ampc_view1 all = view1(N, data), part = view1(10, data + 10);
    launch_add(all, 7);
    ampc__release1(&part);
    for (int k = 10; k < 20; k++)
        ck_assert_int_eq(data[k], k + 7);
    ampc__release1(&all);
    ck_assert_int_eq(data[N - 1], N + 6);
}
END_TEST

START_TEST(memory_is_the_users_between_views)
{
    fill();
    ampc_view1 lower = view1(100, data), upper = view1(100, data + 50);
    launch_add(lower, 1000);
    launch_add(upper, 2000);
    ampc__release1(&lower);
    data[0] = -1; /* no view covers it */
    lower = view1(100, data);
    ck_assert_ptr_eq(home_of(lower), home_of(upper));
    launch_add(lower, 5);
    ck_assert_int_eq(get(lower, 0), 4);
    ck_assert_int_eq(get(lower, 1), 1006);
    ck_assert_int_eq(get(lower, 60), 3065);
    ampc__release1(&lower);
    ampc__release1(&upper);
    ck_no_error();
}
END_TEST

START_TEST(discarding_ends_with_the_view)
{
    fill();
    ampc_view1 v = view1(20, data), part = view1(5, data + 10);
    ampc__view_discard_data(&v.v, "t", 1);
    ampc__release1(&v);
    data[3] = 33; /* nobody's view has it */
    v = view1(40, data);
    launch_add(v, 1);
    ck_assert_int_eq(get(v, 3), 34);
    ampc__release1(&part);
    ampc__release1(&v);
    ck_assert_int_eq(data[2], 3);
    ck_no_error();
}
END_TEST

START_TEST(memory_may_go_after_the_view)
{
    for (int round = 0; round < 20; round++) {
        int *p = malloc(50000 * sizeof *p), *q = malloc(50000 * sizeof *q);
        ck_assert(p && q);
        for (int k = 0; k < 50000; k++)
            p[k] = k;
        ampc_view1 a = const_view1(50000, p), b = view1(50000, q);
        launch_copy(a, b);
        ampc__release1(&a);
        memset(p, 1, 50000 * sizeof *p);
        free(p);
        ampc__release1(&b);
        for (int k = 0; k < 50000; k++)
            ck_assert_int_eq(q[k], k);
        free(q);
    }
    ck_no_error();
}
END_TEST

/* ---- Host access ---- */

START_TEST(words_say_what_the_host_may_do)
{
    fill();
    ampc_view1 v = view1(N, data), r = const_view1(N, data);
    ck_assert_uint_eq(word(v), AMPC_READ | AMPC_WRITE);
    launch_add(v, 1);
    ck_assert_uint_eq(word(v), 0);
    ck_assert_uint_eq(word(r), 0);
    ck_assert_int_eq(get(r, 3), 4);
    ck_assert_uint_eq(word(r) & AMPC_READ, AMPC_READ);
    put(v, 3, 100);
    ck_assert_uint_eq(word(v), AMPC_READ | AMPC_WRITE);
    launch_add(v, 1);
    ck_assert_int_eq(get(v, 3), 101);
    ck_assert_int_eq(get(v, 4), 6);
    ampc__release1(&v);
    ampc__release1(&r);
    ck_no_error();
}
END_TEST

START_TEST(writes_of_the_host_reach_the_next_launch)
{
    fill();
    ampc_view1 v = view1(N, data);
    for (int round = 1; round <= 5; round++) {
        launch_add(v, 1);
        put(v, 10, round * 100);
        launch_add(v, 1);
        ck_assert_int_eq(get(v, 10), round * 100 + 1);
        ck_assert_int_eq(get(v, 11), 11 + 2 * round);
    }
    ampc__release1(&v);
}
END_TEST

START_TEST(refresh_takes_direct_writes)
{
    fill();
    ampc_view1 v = view1(N, data);
    launch_add(v, 1);
    ampc__view_synchronize(&v.v, "test.ampc", 1);
    ck_assert_int_eq(data[5], 6);
    data[5] = 50;
    ampc__view_refresh(&v.v, "test.ampc", 1);
    launch_add(v, 1);
    ck_assert_int_eq(get(v, 5), 51);
    ck_assert_int_eq(get(v, 6), 8);
    /* newer data of the device is dropped */
    launch_add(v, 1);
    ampc_wait();
    for (int k = 0; k < N; k++)
        data[k] = -k;
    ampc__view_refresh(&v.v, "test.ampc", 1);
    ck_assert_int_eq(get(v, 9), -9);
    launch_add(v, 1);
    ck_assert_int_eq(get(v, 9), -8);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

START_TEST(data_gives_the_hosts_pointer)
{
    fill();
    ampc_view1 v = view1(N, data);
    launch_add(v, 1);
    int *p = ampc__view_data(&v.v, AMPC_READ | AMPC_WRITE, "test.ampc", 1);
    ck_assert_ptr_eq(p, data);
    ck_assert_int_eq(p[7], 8);
    p[7] = 70;
    launch_add(v, 1);
    ck_assert_int_eq(get(v, 7), 71);
    ampc__release1(&v);
}
END_TEST

START_TEST(read_only_memory_is_never_written)
{
    size_t bytes = 4096;
    int *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(p, MAP_FAILED);
    for (int k = 0; k < 1024; k++)
        p[k] = 3 * k;
    ck_assert_int_eq(mprotect(p, bytes, PROT_READ), 0);
    ampc_view1 a = const_view1(1024, p), part = const_view1(10, p + 3), b = view1(N, data);
    launch_copy(a, b);
    ck_assert_int_eq(get(a, 5), 15);
    ampc__view_synchronize(&a.v, "test.ampc", 1);
    launch_copy(a, b);
    ck_assert_int_eq(get(b, 999), 2997);
    ampc__release1(&part);
    ampc__release1(&a);
    ampc__release1(&b);
    ck_no_error();
    munmap(p, bytes);
}
END_TEST

START_TEST(storage_of_its_own_is_zero_and_aligned)
{
    ampc_view1 v = view1(N, NULL);
    ck_assert_uint_eq((uintptr_t)v.v.host % 64, 0);
    launch_add(v, 3);
    launch_add(v, 4);
    ck_assert_int_eq(get(v, 0), 7);
    ck_assert_int_eq(get(v, N - 1), 7);
    ampc_view1 inner = view1(10, (int *)(void *)v.v.host + 5);
    ampc__release1(&v);
    launch_add(inner, 1);
    ck_assert_int_eq(get(inner, 9), 8);
    ampc__release1(&inner);
    v = view1(3, NULL);
    put(v, 1, 5);
    launch_add(v, 1);
    ck_assert_int_eq(get(v, 0), 1);
    ck_assert_int_eq(get(v, 1), 6);
    ampc__release1(&v);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

START_TEST(storage_does_not_merge)
{
    ampc_view1 v = view1(100, NULL);
    ampc_view1 beyond = view1(100, (int *)(void *)v.v.host + 50);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "beyond the storage");
    ck_assert_ptr_null(beyond.v.home);
    ampc__release1(&beyond);
    ampc__release1(&v);
    ck_no_error();
}
END_TEST

START_TEST(unaligned_homes_work)
{
    static char bytes[4 * 100 + 16];
    for (size_t shift = 0; shift < 16; shift += 4) {
        int *p = (int *)(void *)(bytes + shift);
        memset(bytes, 0, sizeof bytes);
        ampc_view1 v = view1(100, p);
        launch_add(v, 3);
        put(v, 1, get(v, 0) + 10);
        launch_add(v, 1);
        ampc__release1(&v);
        ck_assert_int_eq(p[0], 4);
        ck_assert_int_eq(p[1], 14);
        ck_assert_int_eq(p[99], 4);
    }
    ck_no_error();
}
END_TEST

/* ---- Empty and wrong views ---- */

START_TEST(zero_bytes_are_an_empty_view)
{
    ampc_view1 v = view1(0, data);
    ck_assert_ptr_null(v.v.home);
    ck_no_error();
    ampc__view_access(&v.v, AMPC_READ, "test.ampc", 5);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "empty");
    ck_assert_int_eq(get(v, 100), 0);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "empty");
    ampc__view_synchronize(&v.v, "test.ampc", 5);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "synchronize() of an empty");
    ampc__view_refresh(&v.v, "test.ampc", 5);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "refresh() of an empty");
    ampc__view_discard_data(&v.v, "test.ampc", 5);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "discard_data() of an empty");
    ck_assert_ptr_null(ampc__view_data(&v.v, AMPC_READ, "test.ampc", 5));
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "data() of an empty");
    ampc__view_retain(&v.v);
    ampc__view_release(&v.v);
    ck_no_error();
}
END_TEST

START_TEST(wrong_shapes)
{
    ampc_view1 v = view1(-3, data);
    ck_assert_ptr_null(v.v.home);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "extent[0] = -3");
    ampc_view3 w = ampc__view3((ampc_index3){{INT32_MAX, INT32_MAX, 8}}, 4, data, 0, 0, "t", 1);
    ck_assert_ptr_null(w.v.home);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "too large");
    v = ampc__view1((ampc_index1){{11}}, 4, data, 40, 0, "test.ampc", 1);
    ck_assert_ptr_null(v.v.home);
    ck_error(AMPC_ERROR_RUNTIME_EXCEPTION, "44 bytes over memory of 40 bytes");
    v = ampc__view1((ampc_index1){{10}}, 4, data, 40, 0, "test.ampc", 1);
    ck_no_error();
    ampc__release1(&v);
    w = ampc__view3((ampc_index3){{2, 3, 4}}, 4, data, 0, 0, "t", 1);
    ck_assert(w.stride[0] == 12 && w.stride[1] == 4 && w.stride[2] == 1);
    ck_assert(w.extent[0] == 2 && w.extent[1] == 3 && w.extent[2] == 4);
    ampc__release3(&w);
    w = ampc__view3((ampc_index3){{1 << 20, 1 << 20, 1 << 20}}, 1, NULL, 0, 0, "t", 1);
    ck_error(AMPC_ERROR_OUT_OF_MEMORY, "bytes");
    ck_assert_ptr_null(w.v.home);
}
END_TEST

START_TEST(ranges_and_widths)
{
    ampc_view2 v = ampc__view2((ampc_index2){{10, 20}}, 4, data, 0, 0, "t", 1);
    struct interval r = view_range(&v.v);
    ck_assert_ptr_eq((void *)r.lo, data);
    ck_assert_ptr_eq((void *)r.hi, data + 200);
    ampc_view2 section = v;
    section.v.host += 4 * 25;
    section.extent[0] = 3;
    section.extent[1] = 5;
    r = view_range(&section.v);
    ck_assert_ptr_eq((void *)r.lo, data + 25);
    ck_assert_ptr_eq((void *)r.hi, data + 25 + 40 + 5);
    section.v.host += 4 * 40;
    section.stride[0] = -20;
    r = view_range(&section.v);
    ck_assert_ptr_eq((void *)r.lo, data + 25);
    ck_assert_ptr_eq((void *)r.hi, data + 25 + 40 + 5);
    ck_assert(!view_is_wide(&v.v));
    section.extent[0] = 2;
    section.extent[1] = 1;
    section.stride[0] = INT32_MAX / 2;
    ck_assert(!view_is_wide(&section.v));
    section.extent[0] = 3;
    ck_assert(view_is_wide(&section.v));
    section.extent[0] = 1;
    section.stride[0] = INT32_MAX / 2 + 1;
    ck_assert(view_is_wide(&section.v));
    ampc__release2(&v);
}
END_TEST

START_TEST(pad_and_truncate)
{
    int e[3] = {100, 112, 1};
    ampc__extent_pad(e, (const int[]){16, 16, 16}, 3, "p.ampc", 3);
    ck_assert_int_eq(e[0], 112);
    ck_assert_int_eq(e[1], 112);
    ck_assert_int_eq(e[2], 16);
    ck_assert_int_eq(ampc__extent_truncate(100, 16), 96);
    ck_assert_int_eq(ampc__extent_truncate(96, 16), 96);
    ck_assert_int_eq(ampc__extent_truncate(15, 16), 0);
    ck_no_error();
    /* One error, of the first that is too large; the others are as they should be. */
    memcpy(e, (int[]){5, INT32_MAX, INT32_MAX - 1}, sizeof e);
    ampc__extent_pad(e, (const int[]){4, 16, 8}, 3, "p.ampc", 3);
    ck_assert_int_eq(e[0], 8);
    ck_assert_int_eq(e[1], INT32_MAX - 15);
    ck_assert_int_eq(e[2], INT32_MAX - 7);
    ck_error(AMPC_ERROR_INVALID_COMPUTE_DOMAIN, "pad() of extent 2147483647 to a multiple of 16");
}
END_TEST

/* ---- Exact traffic (with copies) ---- */

static void expect_traffic(unsigned long long uploads, unsigned long long upload_bytes,
                           unsigned long long downloads, unsigned long long download_bytes)
{
    ampc_counters c = counters_now();
    ck_assert_uint_eq(c.uploads, uploads);
    ck_assert_uint_eq(c.upload_bytes, upload_bytes);
    ck_assert_uint_eq(c.downloads, downloads);
    ck_assert_uint_eq(c.download_bytes, download_bytes);
    ampc_counters_reset();
}

START_TEST(only_what_is_stale_moves)
{
    fill();
    ampc_view1 v = view1(N, data);
    expect_traffic(0, 0, 0, 0);
    launch_add(v, 1);
    expect_traffic(1, 4 * N, 0, 0);
    launch_add(v, 1);
    expect_traffic(0, 0, 0, 0);
    ck_assert_int_eq(get(v, 1), 3);
    expect_traffic(0, 0, 1, 4 * N);
    ck_assert_int_eq(get(v, 2), 4);
    launch_add(v, 1);
    expect_traffic(0, 0, 0, 0);
    ampc_view1 part = part1(v, 100, 10);
    ck_assert_int_eq(get(part, 0), 103);
    expect_traffic(0, 0, 1, 40);
    put(part, 0, 5);
    expect_traffic(0, 0, 0, 0);
    launch_add(v, 1);
    expect_traffic(1, 40, 0, 0);
    ampc__view_synchronize(&part.v, "t", 1);
    expect_traffic(0, 0, 1, 40);
    ampc__release1(&part);
    expect_traffic(0, 0, 0, 0);
    ampc__release1(&v);
    expect_traffic(0, 0, 2, 4 * (N - 10));
    ck_assert_int_eq(data[100], 6);
    ck_assert_int_eq(data[110], 114);
}
END_TEST

START_TEST(const_views_are_not_copied_back)
{
    fill();
    static int out[N];
    ampc_view1 a = const_view1(N, data), b = view1(N, out);
    ampc__view_discard_data(&b.v, "t", 1);
    launch_copy(a, b);
    expect_traffic(1, 4 * N, 0, 0);
    ck_assert_uint_eq(word(a) & AMPC_READ, AMPC_READ);
    ampc__release1(&a);
    expect_traffic(0, 0, 0, 0);
    ampc__release1(&b);
    expect_traffic(0, 0, 1, 4 * N);
    ck_assert_int_eq(memcmp(data, out, sizeof out), 0);
}
END_TEST

START_TEST(discarded_data_stays_where_it_is)
{
    fill();
    ampc_view1 v = view1(N, data);
    launch_add(v, 1);
    ampc_counters_reset();
    ampc__view_discard_data(&v.v, "t", 1);
    ampc__release1(&v);
    expect_traffic(0, 0, 0, 0);
    v = view1(N, data);
    ampc__view_discard_data(&v.v, "t", 1);
    put(v, 3, 33); /* the host's writing ends it */
    launch_add(v, 1);
    expect_traffic(1, 4 * N, 0, 0);
    ampc__view_discard_data(&v.v, "t", 1);
    launch_add(v, 1);
    expect_traffic(0, 0, 0, 0);
    ampc__release1(&v);
    expect_traffic(0, 0, 1, 4 * N);
    ck_assert_int_eq(data[3], 35);
}
END_TEST

START_TEST(blank_storage_is_not_copied)
{
    ampc_view1 v = view1(N, NULL);
    launch_add(v, 2);
    expect_traffic(0, 0, 0, 0);
    ck_assert_int_eq(get(v, N - 1), 2);
    expect_traffic(0, 0, 1, 4 * N);
    launch_add(v, 2);
    ampc__release1(&v);
    expect_traffic(0, 0, 0, 0);
}
END_TEST

START_TEST(disjoint_parts_keep_apart)
{
    fill();
    ampc_view1 v = view1(N, data), low = part1(v, 0, 100), high = part1(v, 500, 100);
    launch_add(low, 1);
    expect_traffic(1, 400, 0, 0);
    put(high, 0, 7);
    ck_assert_int_eq(get(high, 0), 7);
    expect_traffic(0, 0, 0, 0);
    launch_copy(high, low);
    expect_traffic(1, 400, 0, 0);
    ck_assert_int_eq(get(v, 0), 7);
    expect_traffic(0, 0, 1, 400);
    ampc__release1(&low);
    ampc__release1(&high);
    ampc__release1(&v);
    expect_traffic(0, 0, 0, 0);
}
END_TEST

START_TEST(zero_copy_moves_nothing)
{
    fill();
    if (!ampc_accelerator_is_zero_copy(ampc_accelerator_at(0)))
        return;
    ampc_accelerator_set_default(ampc_accelerator_at(0));
    ampc_view1 v = view1(N, data), w = view1(N, NULL);
    launch_add(v, 1);
    put(v, 0, get(v, 0) + 1);
    launch_copy(v, w);
    ck_assert_int_eq(get(w, 0), 2);
    ck_assert_int_eq(get(w, 1), 2);
    launch_add(v, 1);
    ampc__release1(&v);
    ampc__release1(&w);
    expect_traffic(0, 0, 0, 0);
    ck_assert_int_eq(data[1], 3);
    ck_no_error();
}
END_TEST

/* Memory that both sides use goes to and fro by the element: reads of the host take nothing from
 * the device, and the device is given what the host has changed. */
START_TEST(shared_memory_goes_to_and_fro)
{
    fill();
    struct ampc_accelerator *a = ampc_accelerator_at(0);
    if (!a->zero_copy)
        return;
    ampc_accelerator_set_default(a);
    ampc_view1 v = view1(N, data), r = const_view1(N, data), w = view1(N, NULL);
    launch_add(v, 1);
    struct copy *copy = home_copy(home_of(v), a);
    ck_assert_uint_eq(copy->stale.count, 0);
    ck_assert_uint_eq(word(v), 0);
    ck_assert_int_eq(get(r, 0), 1);
    ck_assert_uint_eq(word(v), AMPC_READ);
    ck_assert_uint_eq(copy->stale.count, 0);
    launch_copy(r, w); /* the host may go on reading */
    ck_assert_uint_eq(word(v), AMPC_READ);
    ck_assert_int_eq(get(v, 1), 2);
    put(v, 1, 20);
    ck_assert_uint_eq(word(v), AMPC_READ | AMPC_WRITE);
    ck_assert_uint_eq(copy->stale.count, 1);
    launch_add(v, 1);
    ck_assert_uint_eq(copy->stale.count, 0);
    ck_assert_uint_eq(word(v), 0);
    ampc__view_refresh(&v.v, "t", 1);
    ck_assert_uint_eq(word(v), AMPC_READ | AMPC_WRITE);
    ampc__view_discard_data(&v.v, "t", 1);
    put(v, 1, 30);
    ck_assert_uint_eq(word(v), AMPC_READ | AMPC_WRITE);
    ampc__view_discard_data(&v.v, "t", 1);
    launch_copy(w, v);
    ck_assert_int_eq(get(v, 1), 2);
    ampc__release1(&v);
    ampc__release1(&r);
    ampc__release1(&w);
    ck_no_error();
}
END_TEST

/* ---- Random programs against a model: true aliasing, whatever moves where ---- */

enum { SIZE = 96, VIEWS = 6 };

static void random_step(int *memory, int *model, ampc_view1 *views, int *first,
                        struct ampc_accelerator_view *const *on)
{
    int k = rand() % VIEWS, other = rand() % VIEWS;
    ampc_view1 *v = &views[k];
    if (!v->v.home) {
        first[k] = rand() % (SIZE - 1);
        *v = view1(1 + rand() % (SIZE - first[k]), memory + first[k]);
        return;
    }
    int n = v->extent[0], i = rand() % n, by = rand() % 100;
    switch (rand() % 8) {
    case 0:
        ck_assert_int_eq(get(*v, i), model[first[k] + i]);
        break;
    case 1:
        put(*v, i, by);
        model[first[k] + i] = by;
        break;
    case 2:
    case 3:
        launch_add_on(on[rand() % 2], *v, by);
        for (int m = 0; m < n; m++)
            model[first[k] + m] += by;
        break;
    case 4: { /* a section */
        ampc_view1 part = part1(*v, i, n - i);
        launch_add_on(on[rand() % 2], part, by);
        for (int m = i; m < n; m++)
            model[first[k] + m] += by;
        ampc__release1(&part);
        break;
    }
    case 5:
        ampc__view_synchronize(&v->v, "t", 1);
        ck_assert_int_eq(memcmp(memory + first[k], model + first[k], (size_t)n * sizeof(int)), 0);
        if (rand() % 2) {
            memory[first[k] + i] = model[first[k] + i] = by;
            ampc__view_refresh(&v->v, "t", 1);
        }
        break;
    case 6:
        ampc__release1(v);
        ck_assert_int_eq(memcmp(memory + first[k], model + first[k], (size_t)n * sizeof(int)), 0);
        break;
    case 7: /* written in full after discarding */
        ampc__view_discard_data(&v->v, "t", 1);
        for (int m = 0; m < n; m++) {
            put(*v, m, by + m);
            model[first[k] + m] = by + m;
        }
        break;
    }
    if (views[other].v.home && rand() % 4 == 0) {
        int j = rand() % views[other].extent[0];
        ck_assert_int_eq(get(views[other], j), model[first[other] + j]);
    }
}

START_TEST(random_programs)
{
    static int memory[SIZE], model[SIZE];
    ampc_view1 views[VIEWS];
    int first[VIEWS];
    memset(views, 0, sizeof views);
    srand((unsigned)_i + 1);
    for (int k = 0; k < SIZE; k++)
        memory[k] = model[k] = k;
    struct ampc_accelerator *a = ampc_accelerator_at(0);
    struct ampc_accelerator *b = _i % 3 == 2 ? a : second_accelerator(!a->zero_copy);
    b = _i % 3 == 1 ? second_accelerator(a->zero_copy) : b;
    struct ampc_accelerator_view *on[2] = {&a->default_view, &b->default_view};
    for (int step = 0; step < 1500; step++) {
        random_step(memory, model, views, first, on);
        ck_no_error();
    }
    for (int k = 0; k < VIEWS; k++)
        ampc__release1(&views[k]);
    ck_assert_int_eq(memcmp(memory, model, sizeof model), 0);
    ck_assert_uint_eq(registry_count(), 0);
    ck_no_error();
}
END_TEST

static void add_common(TCase *tests)
{
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, contained_views_share);
    tcase_add_test(tests, neighbours_do_not_share);
    tcase_add_test(tests, overlapping_homes_merge);
    tcase_add_test(tests, copies_count);
    tcase_add_test(tests, last_share_synchronises);
    tcase_add_test(tests, end_of_one_view_of_a_home_synchronises_its_elements);
    tcase_add_test(tests, memory_is_the_users_between_views);
    tcase_add_test(tests, discarding_ends_with_the_view);
    tcase_add_test(tests, memory_may_go_after_the_view);
    tcase_add_test(tests, words_say_what_the_host_may_do);
    tcase_add_test(tests, writes_of_the_host_reach_the_next_launch);
    tcase_add_test(tests, refresh_takes_direct_writes);
    tcase_add_test(tests, data_gives_the_hosts_pointer);
    tcase_add_test(tests, read_only_memory_is_never_written);
    tcase_add_test(tests, storage_of_its_own_is_zero_and_aligned);
    tcase_add_test(tests, storage_does_not_merge);
    tcase_add_test(tests, unaligned_homes_work);
    tcase_add_loop_test(tests, random_programs, 0, 6);
}

int main(void)
{
    load_driver();
    Suite *suite = suite_create("runtime_home");
    TCase *shared = tcase_create("as it is"), *copying = tcase_create("with copies");
    tcase_add_checked_fixture(shared, mode_zero_copy, NULL);
    tcase_add_checked_fixture(copying, mode_copying, NULL);
    add_common(shared);
    add_common(copying);
    tcase_add_test(shared, zero_bytes_are_an_empty_view);
    tcase_add_test(shared, wrong_shapes);
    tcase_add_test(shared, ranges_and_widths);
    tcase_add_test(shared, pad_and_truncate);
    tcase_add_test(shared, zero_copy_moves_nothing);
    tcase_add_test(shared, shared_memory_goes_to_and_fro);
    tcase_add_test(copying, only_what_is_stale_moves);
    tcase_add_test(copying, const_views_are_not_copied_back);
    tcase_add_test(copying, discarded_data_stays_where_it_is);
    tcase_add_test(copying, blank_storage_is_not_copied);
    tcase_add_test(copying, disjoint_parts_keep_apart);
    suite_add_tcase(suite, shared);
    suite_add_tcase(suite, copying);
    return run_suite(suite);
}
