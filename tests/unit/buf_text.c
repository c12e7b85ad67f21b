/* buf_text.c - common/buf.h: growing text, formats, C string literals. */
#include "common/buf.h"

#include <string.h>

#include "tests/unit/test_main.h"

START_TEST(test_appends)
{
    struct buf b = {0};
    buf_add(&b, "a");
    buf_char(&b, 'b');
    buf_addn(&b, "cdef", 2);
    buf_printf(&b, "%05d|%s", 42, "x");
    ck_assert_str_eq(b.at, "abcd00042|x");
    ck_assert_uint_eq(b.n, strlen(b.at));
    buf_free(&b);
    ck_assert_ptr_null(b.at);
}
END_TEST

START_TEST(test_grows)
{
    struct buf b = {0};
    for (int i = 0; i < 100000; i++)
        buf_printf(&b, "%d,", i % 10);
    ck_assert_uint_eq(b.n, 200000);
    ck_assert_str_eq(b.at + b.n - 4, "8,9,");
    buf_free(&b);
}
END_TEST

START_TEST(test_empty_additions_terminate)
{
    struct buf b = {0};

    ck_assert_ptr_null(buf_end(&b));
    buf_add(&b, "");
    ck_assert_str_eq(b.at, "");
    buf_free(&b);
}
END_TEST

START_TEST(test_c_strings)
{
    struct buf b = {0};
    const char text[] = "a\"b\\c\n\t?\x01"
                        "1\xc3\xa9";
    buf_c_string(&b, text, sizeof text - 1);
    ck_assert_str_eq(b.at, "a\\\"b\\\\c\\n\\011\\?\\0011\\303\\251");
    buf_free(&b);
}
END_TEST

TEST_MAIN("buf", test_appends, test_grows, test_empty_additions_terminate, test_c_strings)
