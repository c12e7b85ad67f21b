/* runtime_use.c - which launches use which ranges of a buffer. */
#include "tests/unit/runtime_test.h"

/* Two views with queues of their own, which are only compared. */
static struct ampc_accelerator_view one, other;
static struct use *uses;

static void start(void)
{
    one = (struct ampc_accelerator_view){.queue = (cl_command_queue)&one};
    other = (struct ampc_accelerator_view){.queue = (cl_command_queue)&other};
    uses = NULL;
}

static void end(void)
{
    uses_free(uses);
}

static struct use *of(struct ampc_accelerator_view *view)
{
    struct failure f = {.code = AMPC_SUCCESS};
    struct use *use = use_of(&uses, view, &f);
    ck_assert_ptr_nonnull(use);
    ck_assert_ptr_eq(use->view, view);
    return use;
}

static void mark(struct ampc_accelerator_view *view, uintptr_t lo, uintptr_t hi, bool writes)
{
    struct use *use = of(view);
    use_mark(uses, use, ++view->submitted, (struct interval){lo, hi}, writes);
}

/* The launch on 'view' that has to be done before [lo, hi) is read, or written, by the host. */
static uint64_t needed(const struct ampc_accelerator_view *view, uintptr_t lo, uintptr_t hi,
                       bool writes)
{
    struct awaited what;
    for (const struct use *u = uses; u; u = u->next) {
        struct use alone = *u;
        alone.next = NULL;
        if (u->view == view && use_pending(&alone, (struct interval){lo, hi}, writes, &what)) {
            ck_assert_ptr_eq(what.view, view);
            return what.ticket;
        }
    }
    return 0;
}

START_TEST(only_what_meets_the_range)
{
    mark(&one, 0, 10, true);
    mark(&one, 10, 20, false);
    mark(&one, 20, 30, true);
    ck_assert_uint_eq(needed(&one, 0, 10, false), 1);
    ck_assert_uint_eq(needed(&one, 9, 11, false), 1);
    ck_assert_uint_eq(needed(&one, 10, 20, false), 0);
    ck_assert_uint_eq(needed(&one, 10, 20, true), 2);
    ck_assert_uint_eq(needed(&one, 0, 100, false), 3);
    ck_assert_uint_eq(needed(&one, 30, 40, true), 0);
    ck_assert_uint_eq(needed(&other, 0, 100, true), 0);
    one.finished = 2;
    ck_assert_uint_eq(needed(&one, 0, 20, true), 0);
    ck_assert_uint_eq(needed(&one, 0, 100, false), 3);
}
END_TEST

START_TEST(later_launches_on_all_of_a_part_take_its_place)
{
    mark(&one, 0, 10, true);
    mark(&one, 0, 10, false);
    ck_assert_uint_eq(needed(&one, 0, 10, false), 1); /* readers do not hide who writes */
    ck_assert_uint_eq(needed(&one, 0, 10, true), 2);
    mark(&one, 0, 10, false);
    ck_assert_uint_eq(of(&one)->count, 2);
    mark(&one, 0, 20, true);
    ck_assert_uint_eq(of(&one)->count, 1);
    ck_assert_uint_eq(needed(&one, 5, 6, false), 4);
}
END_TEST

START_TEST(other_queues_follow_the_last_one)
{
    const struct interval part = {0, 10}, whole = {0, 20};
    mark(&one, 0, 10, true);
    ck_assert_uint_eq(use_must_wait(of(&one), &one, part, true), 0); /* its own queue */
    ck_assert_uint_eq(use_must_wait(of(&one), &other, part, false), 1);
    mark(&other, 0, 5, true); /* not all of it */
    ck_assert_uint_eq(use_must_wait(of(&one), &other, part, false), 1);
    mark(&other, 0, 20, false); /* a reader */
    ck_assert_uint_eq(use_must_wait(of(&one), &other, part, false), 1);
    mark(&other, 0, 20, true);
    struct ampc_accelerator_view third = {.queue = (cl_command_queue)&third};
    ck_assert_uint_eq(use_must_wait(of(&one), &third, part, true), 0);
    ck_assert_uint_eq(use_must_wait(of(&other), &third, whole, false), 3);
    ck_assert_uint_eq(needed(&one, 0, 10, false), 1); /* the host still asks both */
}
END_TEST

/* Whatever launches there are, no wait is left out; what is merged may only wait for more. */
START_TEST(many_parts)
{
    enum { SIZE = 64, LAUNCHES = 400 };
    uint64_t last[SIZE] = {0}, write[SIZE] = {0};
    srand((unsigned)_i);
    for (unsigned k = 1; k <= LAUNCHES; k++) {
        uintptr_t lo = (uintptr_t)rand() % SIZE, hi = lo + 1 + (uintptr_t)rand() % (SIZE - lo);
        bool writes = rand() % 2;
        mark(&one, lo, hi, writes);
        for (uintptr_t at = lo; at < hi; at++) {
            last[at] = k;
            write[at] = writes ? k : write[at];
        }
        unsigned done = rand() % 8 ? 0 : k - (unsigned)rand() % k;
        one.finished = done > one.finished ? done : one.finished;
        ck_assert_uint_le(of(&one)->count, USE_RANGES);
        for (uintptr_t at = 0; at < SIZE; at++) {
            if (last[at] > one.finished)
                ck_assert_uint_ge(needed(&one, at, at + 1, true), last[at]);
            if (write[at] > one.finished)
                ck_assert_uint_ge(needed(&one, at, at + 1, false), write[at]);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime_use");
    TCase *tests = tcase_create("use");
    tcase_add_checked_fixture(tests, start, end);
    tcase_add_test(tests, only_what_meets_the_range);
    tcase_add_test(tests, later_launches_on_all_of_a_part_take_its_place);
    tcase_add_test(tests, other_queues_follow_the_last_one);
    tcase_add_loop_test(tests, many_parts, 0, 4);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
