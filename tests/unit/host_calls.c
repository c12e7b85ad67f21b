/* sema/hostflow/host_calls.h: what calls do to memory and views, and whether they come back. */
#include "sema/hostflow/host_calls.h"
#include "tests/unit/types_unit.h"

static const char prelude[] =
    "# 1 \"/usr/include/system.h\" 3\n"
    "typedef unsigned long size_t;\n"
    "void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);\n"
    "void free(void *); int printf(const char *, ...); int puts(const char *);\n"
    "void qsort(void *, size_t, size_t, int (*)(const void *, const void *));\n"
    "int atexit(void (*)(void)); int setjmp(int *);\n"
    "int madvise(void *, size_t, int);\n"
    "void exit(int) __attribute__((__noreturn__)); void abort(void) __attribute__((noreturn));\n"
    "# 1 \"unit.c\"\n"
    "struct holder { array_view<int> v; int n; };\n"
    "static int table[8]; static array_view<int> *known;\n"
    "static int load(const int *p) { return p[0]; }\n"
    "static void store(int *p) { p[0] = 1; }\n"
    "static void both(int *p) { p[1] += 2; }\n"
    "static void perhaps(int *p, int c) { if (c) p[0] = 1; }\n"
    "static int guarded(int *p) { if (!p) return 0; return *p; }\n"
    "static int late(int *p, int c) { if (c) return 0; return *p; }\n"
    "static void deep(int *p) { store(p); load(p); }\n"
    "static void drop(int *p) { free(p); }\n"
    "static void moves(int *p) { p++; *p = 1; }\n"
    "static void again(int *p) { if (*p) again(p); }\n"
    "static void fill(void) { table[0] = 1; }\n"
    "static void view_of(int *p) { array_view<int> v(8, p); v[0] = 1; }\n"
    "static void bring(void) { known->synchronize(); }\n"
    "static void bring_deep(void) { bring(); }\n"
    "static void bring_held(struct holder *h) { h->v.synchronize(); }\n"
    "static void nothing(void) {}\n"
    "void outside(int *p); void outside_view(array_view<int> v); void outside_none(void);\n"
    "static void through(void) { outside_none(); }\n"
    "_Noreturn void stop(void); [[noreturn]] void fail(int); void (*chosen)(int *);\n"
    "static int order(const void *a, const void *b) { return a < b; }\n"
    "static void at_end(void) {}\n";

/* The call that is statement i of a function that has the views v and h.v, and the int *p. */
static struct expr *call_open(const char *text)
{
    struct buf b = {0};
    struct unit *u;

    buf_printf(&b, "%svoid host(int *p, array_view<int> v, struct holder h, int n) { %s; }\n",
               prelude, text);
    u = unit_open(b.at);
    buf_free(&b);
    return unit_stmt(u, 0)->expr;
}

static unsigned argument_of(const char *text)
{
    struct expr *call = call_open(text);
    struct findings findings;
    int left = 1000;
    unsigned what;

    findings_begin(&findings, &unit_ctx);
    what = host_call_argument(&unit_ctx, &findings, &left, call, 0);
    unit_close();
    return what;
}

START_TEST(arguments)
{
    ck_assert_uint_eq(argument_of("load(p)"), CALL_READS);
    ck_assert_uint_eq(argument_of("store(p)"), CALL_WRITES);
    ck_assert_uint_eq(argument_of("both(p)"), CALL_READS | CALL_WRITES);
    ck_assert_uint_eq(argument_of("perhaps(p, n)"), CALL_MAY_WRITE);
    ck_assert_uint_eq(argument_of("guarded(p)"), CALL_READS);
    ck_assert_uint_eq(argument_of("late(p, n)"), 0);
    ck_assert_uint_eq(argument_of("deep(p)"), CALL_READS | CALL_WRITES);
    ck_assert_uint_eq(argument_of("drop(p)"), CALL_LOSES);
    ck_assert_uint_eq(argument_of("again(p)"), CALL_READS);
    ck_assert_uint_eq(argument_of("memcpy(p, p + 8, 4)"), CALL_WRITES);
    ck_assert_uint_eq(argument_of("madvise(p, 4, 1)"), CALL_MAY_WRITE);
    ck_assert_uint_eq(argument_of("free(p)"), CALL_LOSES);
    ck_assert_uint_eq(argument_of("moves(p)"), CALL_UNKNOWN);
    ck_assert_uint_eq(argument_of("view_of(p)"), CALL_UNKNOWN);
    ck_assert_uint_eq(argument_of("outside(p)"), CALL_UNKNOWN);
    ck_assert_uint_eq(argument_of("chosen(p)"), CALL_UNKNOWN);
}
END_TEST

static enum answer views_of(const char *text, int left)
{
    struct expr *call = call_open(text);
    struct findings findings;
    enum answer answer;

    findings_begin(&findings, &unit_ctx);
    answer = host_call_views(&unit_ctx, &findings, &left, call);
    unit_close();
    return answer;
}

START_TEST(views)
{
    ck_assert_int_eq(views_of("nothing()", 1000), ANSWER_REFUTED);
    ck_assert_int_eq(views_of("deep(p)", 1000), ANSWER_REFUTED);
    ck_assert_int_eq(views_of("memset(p, 0, 4)", 1000), ANSWER_REFUTED);
    ck_assert_int_eq(views_of("__builtin_expect(n, 1)", 1000), ANSWER_REFUTED);
    ck_assert_int_eq(views_of("qsort(p, 1, 4, order)", 1000), ANSWER_REFUTED);
    ck_assert_int_eq(views_of("outside_view(v)", 1000), ANSWER_UNKNOWN);
    ck_assert_int_eq(views_of("outside(p)", 1000), ANSWER_UNKNOWN);
    ck_assert_int_eq(views_of("outside_none()", 1000), ANSWER_UNKNOWN);
    ck_assert_int_eq(views_of("through()", 1000), ANSWER_UNKNOWN);
    ck_assert_int_eq(views_of("view_of(p)", 1000), ANSWER_UNKNOWN);
    ck_assert_int_eq(views_of("outside_view(h.v)", 1000), ANSWER_PROVED);
    ck_assert_int_eq(views_of("bring()", 1000), ANSWER_PROVED);
    ck_assert_int_eq(views_of("bring_deep()", 1000), ANSWER_PROVED);
    ck_assert_int_eq(views_of("bring_held(&h)", 1000), ANSWER_PROVED);
    ck_assert_int_eq(views_of("chosen(p)", 1000), ANSWER_PROVED);
    ck_assert_int_eq(views_of("atexit(at_end)", 1000), ANSWER_PROVED);
    ck_assert_int_eq(views_of("deep(p)", 3), ANSWER_PROVED); /* not walked to its end */
}
END_TEST

static enum host_return return_of(const char *text)
{
    enum host_return r = host_call_return(call_open(text));

    unit_close();
    return r;
}

START_TEST(returns)
{
    ck_assert_int_eq(return_of("nothing()"), HOST_RETURNS);
    ck_assert_int_eq(return_of("chosen(p)"), HOST_RETURNS);
    ck_assert_int_eq(return_of("exit(1)"), HOST_RETURNS_NEVER);
    ck_assert_int_eq(return_of("abort()"), HOST_RETURNS_NEVER);
    ck_assert_int_eq(return_of("stop()"), HOST_RETURNS_NEVER);
    ck_assert_int_eq(return_of("fail(1)"), HOST_RETURNS_NEVER);
    ck_assert_int_eq(return_of("__builtin_unreachable()"), HOST_RETURNS_NEVER);
    ck_assert_int_eq(return_of("setjmp(p)"), HOST_RETURNS_TWICE);
}
END_TEST

TEST_MAIN("host calls", arguments, views, returns)
