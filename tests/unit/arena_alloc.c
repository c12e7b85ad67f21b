/* arena_alloc.c - common/arena.h: alignment, large pieces, growth of arrays, reset. */
#include "common/arena.h"

#include <stdint.h>
#include <string.h>

#include "common/intern.h"
#include "tests/unit/test_main.h"

START_TEST(test_pieces_are_zeroed_aligned_and_apart)
{
    struct arena a = {0};
    char *before = NULL;
    for (size_t n = 0; n < 5000; n += 7) {
        char *p = arena_alloc(&a, n);
        ck_assert_uint_eq((uintptr_t)p % _Alignof(long long), 0);
        size_t zeros = 0;
        while (zeros < n && p[zeros] == 0)
            zeros++;
        ck_assert_uint_eq(zeros, n);
        memset(p, 'x', n);
        ck_assert_ptr_ne(p, before);
        before = p;
    }
    arena_free(&a);
    ck_assert_ptr_null(a.blocks);
}
END_TEST

START_TEST(test_reset_keeps_memory_and_zeroes_it)
{
    struct arena a = {0};
    char *first = arena_alloc(&a, 1000);
    memset(first, 'x', 1000);
    memset(arena_alloc(&a, 1000000), 'x', 1000000);
    arena_reset(&a);
    char *again = arena_alloc(&a, 1000);
    ck_assert_ptr_eq(first, again);
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(again[i], 0);
    arena_free(&a);
    ck_assert_ptr_null(a.spare);
}
END_TEST

START_TEST(test_large_pieces_keep_the_block_in_use)
{
    struct arena a = {0};
    char *small = arena_strndup(&a, "small", 5);
    char *large = arena_alloc(&a, 10000000);
    memset(large, 1, 10000000);
    char *next = arena_strndup(&a, "next", 4);
    ck_assert_str_eq(small, "small");
    ck_assert_str_eq(next, "next");
    ck_assert_int_lt(next - small, 100);
    arena_free(&a);
}
END_TEST

START_TEST(test_printf)
{
    struct arena a = {0};
    ck_assert_str_eq(arena_printf(&a, "%s %d", "x", 3), "x 3");
    ck_assert_str_eq(arena_printf(&a, "%s", ""), "");
    arena_free(&a);
}
END_TEST

START_TEST(test_vectors_grow_and_keep_their_elements)
{
    struct arena a = {0};
    VEC(int) v = {0};
    for (int i = 0; i < 100000; i++)
        vec_push(&a, &v, i * 3);
    ck_assert_int_eq(v.n, 100000);
    int same = 0;
    while (same < v.n && v.at[same] == same * 3)
        same++;
    ck_assert_int_eq(same, v.n);
    arena_free(&a);
}
END_TEST

START_TEST(test_interned_strings_are_one)
{
    struct arena a = {0};
    struct intern *t = intern_new(&a);
    const char *x = intern_str(t, "index");
    ck_assert_ptr_eq(intern(t, "index2", 5), x);
    ck_assert_ptr_ne(intern(t, "index2", 6), x);
    ck_assert_ptr_eq(intern(t, "", 0), intern_str(t, ""));
    const char *names[5000];
    for (int i = 0; i < 5000; i++)
        names[i] = intern_str(t, arena_printf(&a, "name%d", i));
    for (int i = 0; i < 5000; i++) {
        ck_assert_ptr_eq(intern_str(t, arena_printf(&a, "name%d", i)), names[i]);
        ck_assert_ptr_eq(names[i], intern_str(t, names[i]));
    }
    ck_assert_ptr_eq(intern_str(t, "index"), x);
    arena_free(&a);
}
END_TEST

TEST_MAIN("arena", test_pieces_are_zeroed_aligned_and_apart, test_reset_keeps_memory_and_zeroes_it,
          test_large_pieces_keep_the_block_in_use, test_printf,
          test_vectors_grow_and_keep_their_elements, test_interned_strings_are_one)
