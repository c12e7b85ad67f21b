/* Build logs on the user's lines (runtime/build_log.c). */
#include "tests/unit/test_main.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/program.h"

static const char source[] = "prelude\n"
                             "#line 7 \"a b.ampc\"\n"
                             "seven\n"
                             "eight\n"
                             "#line 3 \"dir/c.h\"\n"
                             "three\n"
                             "\n"
                             "five";

static void located(const char *log, const char *want)
{
    char *text = build_log_located(log, source);
    ck_assert_str_eq(text, want);
    free(text);
}

START_TEST(lines_of_the_text_are_the_users)
{
    located("<kernel>:3:13: error: x\n", "a b.ampc:7:13: error: x\n");
    located("<kernel>:4:1: error: y", "a b.ampc:8:1: error: y");
    located("<program source>:6: z\n", "dir/c.h:3: z\n");
    located("<kernel>:8:2: warning: w\n  five\n  ^\n", "dir/c.h:5:2: warning: w\n  five\n  ^\n");
    located("2 errors\n<kernel>:3:1: a\n<kernel>:6:1: b\n",
            "2 errors\na b.ampc:7:1: a\ndir/c.h:3:1: b\n");
}
END_TEST

START_TEST(what_is_not_known_stays)
{
    static const char *const logs[] = {"",
                                       "\n",
                                       "<kernel>:1:1: in the prelude\n",
                                       "<kernel>:2:1: a directive\n",
                                       "<kernel>:9:1: behind the end\n",
                                       "<kernel>:0:1: before it\n",
                                       "<kernel>:\n",
                                       "<built-in>:1:17: note\n",
                                       "see <kernel>:3:1:\n",
                                       "dir/c.h:3:1: error\n",
                                       "<kernel>:99999999999999999999:1: far\n"};
    for (size_t k = 0; k < sizeof logs / sizeof *logs; k++)
        located(logs[k], logs[k]);
    char *text = build_log_located("<kernel>:1:1: x", "");
    ck_assert_str_eq(text, "<kernel>:1:1: x");
    free(text);
}
END_TEST

TEST_MAIN("runtime_build_log", lines_of_the_text_are_the_users, what_is_not_known_stays)
