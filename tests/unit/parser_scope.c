/* parser_scope.c - parser/scope.h: what hides what. */
#include "parser/scope.h"

#include "common/arena.h"
#include "tests/unit/test_main.h"

START_TEST(test_shadowing)
{
    struct arena a = {0};
    struct scope *s = scope_new(&a);
    static const char x[] = "x", y[] = "y";
    ck_assert_int_eq(scope_lookup(s, x), NAME_NONE);
    scope_declare(s, x, NAME_TYPEDEF);
    int depth = scope_open(s, true);
    ck_assert_int_eq(depth, 1);
    ck_assert_int_eq(scope_lookup(s, x), NAME_TYPEDEF);
    scope_declare(s, x, NAME_OBJECT);
    scope_declare(s, y, NAME_ENUMERATOR);
    scope_declare(s, y, NAME_FUNCTION);
    ck_assert_int_eq(scope_lookup(s, x), NAME_OBJECT);
    ck_assert_int_eq(scope_lookup(s, y), NAME_FUNCTION);
    scope_open(s, false);
    scope_declare(s, x, NAME_TYPEDEF_AMP);
    ck_assert_int_eq(scope_block_depth(s), 2);
    ck_assert(!scope_at_file(s));
    ck_assert(scope_close(s, depth));
    ck_assert_int_eq(scope_lookup(s, x), NAME_TYPEDEF);
    ck_assert_int_eq(scope_lookup(s, y), NAME_NONE);
    ck_assert(scope_at_file(s));
    ck_assert(!scope_close(s, 0));
    arena_free(&a);
}
END_TEST

START_TEST(test_names_again)
{
    struct arena a = {0};
    struct scope *s = scope_new(&a);
    static const char x[] = "x", y[] = "y";
    int depth = scope_open(s, false);
    scope_declare(s, x, NAME_OBJECT);
    scope_declare(s, y, NAME_ENUMERATOR);
    struct scope_names *names = scope_names_of(s);
    ck_assert(scope_close(s, depth));
    ck_assert(scope_at_file(s));
    scope_open(s, false);
    scope_declare_names(s, names);
    scope_declare_names(s, NULL);
    ck_assert_int_eq(scope_lookup(s, x), NAME_OBJECT);
    ck_assert_int_eq(scope_lookup(s, y), NAME_ENUMERATOR);
    arena_free(&a);
}
END_TEST

START_TEST(test_many)
{
    enum { N = 20000 };
    static char names[N][8];
    struct arena a = {0};
    struct scope *s = scope_new(&a);
    for (int i = 0; i < N; i++)
        scope_declare(s, names[i], i % 2 ? NAME_TYPEDEF : NAME_OBJECT);
    scope_open(s, true);
    for (int i = 0; i < N; i += 3)
        scope_declare(s, names[i], NAME_FUNCTION);
    for (int i = 0; i < N; i++)
        ck_assert_int_eq(scope_lookup(s, names[i]), i % 3 == 0   ? NAME_FUNCTION
                                                    : i % 2 == 1 ? NAME_TYPEDEF
                                                                 : NAME_OBJECT);
    scope_close(s, 1);
    for (int i = 0; i < N; i++)
        ck_assert_int_eq(scope_lookup(s, names[i]), i % 2 ? NAME_TYPEDEF : NAME_OBJECT);
    arena_free(&a);
}
END_TEST

TEST_MAIN("parser_scope", test_shadowing, test_names_again, test_many)
