/* runtime_rank.c - what launchers say of a process's place in its job. Each test is a process of
 * its own, whose place is found once. Example: MPICH's hydra sets MPI_LOCALRANKID. */
#include "tests/unit/runtime_test.h"

static void set(const char *const *pairs)
{
    for (; *pairs; pairs += 2)
        setenv(pairs[0], pairs[1], 1);
}

/* The place by these variables: {NAME, VALUE, ..., 0}. */
static const struct rank *place_by(const char *const *pairs, const char *said)
{
    set(pairs);
    const struct rank *r = rank_of_process();
    if (said)
        ck_assert_str_eq(r->said, said);
    else
        ck_assert_ptr_null(r->said);
    return r;
}

static void is(const struct rank *r, int rank, int ranks, int local, int locals)
{
    ck_assert_int_eq(r->rank, rank);
    ck_assert_int_eq(r->ranks, ranks);
    ck_assert_int_eq(r->local, local);
    ck_assert_int_eq(r->locals, locals);
}

START_TEST(alone)
{
    char text[RANK_TEXT];
    is(place_by((const char *const[]){NULL}, NULL), 0, 1, 0, 1);
    ck_assert_str_eq(rank_text(text), "");
    unsetenv("POCL_MAX_PTHREAD_COUNT");
    rank_divide_processors();
    ck_assert_ptr_null(getenv("POCL_MAX_PTHREAD_COUNT"));
}
END_TEST

START_TEST(open_mpi)
{
    char text[RANK_TEXT];
    is(place_by((const char *const[]){"OMPI_COMM_WORLD_LOCAL_RANK", "1",
                                      "OMPI_COMM_WORLD_LOCAL_SIZE", "4", "OMPI_COMM_WORLD_RANK",
                                      "5", "OMPI_COMM_WORLD_SIZE", "8", "SLURM_LOCALID", "0", NULL},
                "OMPI_COMM_WORLD_LOCAL_RANK"),
       5, 8, 1, 4);
    ck_assert_int_eq(strncmp(rank_text(text), "rank 5 of 8 on ", 15), 0);
}
END_TEST

START_TEST(mpich)
{
    is(place_by((const char *const[]){"MPI_LOCALRANKID", "2", "MPI_LOCALNRANKS", "3", "PMI_RANK",
                                      "2", "PMI_SIZE", "6", NULL},
                "MPI_LOCALRANKID"),
       2, 6, 2, 3);
}
END_TEST

START_TEST(slurm)
{
    is(place_by((const char *const[]){"SLURM_LOCALID", "1", "SLURM_STEP_TASKS_PER_NODE", "4(x2),2",
                                      "SLURM_NODEID", "2", "SLURM_PROCID", "9",
                                      "SLURM_STEP_NUM_TASKS", "10", NULL},
                "SLURM_LOCALID"),
       9, 10, 1, 2);
}
END_TEST

/* Slurm with PMIx says both; the rank on the host is Slurm's. */
START_TEST(slurm_pmix)
{
    is(place_by((const char *const[]){"SLURM_LOCALID", "0", "SLURM_STEP_TASKS_PER_NODE", "1(x4)",
                                      "SLURM_NODEID", "3", "SLURM_PROCID", "3",
                                      "SLURM_STEP_NUM_TASKS", "4", "PMIX_RANK", "3", NULL},
                "SLURM_LOCALID"),
       3, 4, 0, 1);
}
END_TEST

START_TEST(pmix_alone)
{
    is(place_by((const char *const[]){"PMIX_RANK", "3", "PMIX_NAMESPACE", "job", NULL},
                "PMIX_RANK"),
       3, 4, 3, 4);
}
END_TEST

/* What is no number, or no place, is as if it were not there. */
START_TEST(nonsense)
{
    is(place_by((const char *const[]){"OMPI_COMM_WORLD_LOCAL_RANK", "x", "MPI_LOCALRANKID", "-1",
                                      "PALS_LOCAL_RANKID", "3", "PMI_LOCAL_SIZE", "2",
                                      "PALS_RANKID", "", NULL},
                "PALS_LOCAL_RANKID"),
       3, 4, 3, 4);
}
END_TEST

START_TEST(tasks)
{
    ck_assert_int_eq(rank_tasks("4", 0), 4);
    ck_assert_int_eq(rank_tasks("4(x2),2", 0), 4);
    ck_assert_int_eq(rank_tasks("4(x2),2", 1), 4);
    ck_assert_int_eq(rank_tasks("4(x2),2,1", 3), 1);
    ck_assert_int_eq(rank_tasks("4(x2),2", 3), -1);
    ck_assert_int_eq(rank_tasks("", 0), -1);
    ck_assert_int_eq(rank_tasks("four", 0), -1);
    ck_assert_int_eq(rank_tasks(NULL, 0), -1);
}
END_TEST

START_TEST(processors)
{
    set((const char *const[]){"MPI_LOCALRANKID", "0", "MPI_LOCALNRANKS", "1000", NULL});
    unsetenv("POCL_MAX_PTHREAD_COUNT");
    unsetenv("POCL_CPU_MAX_CU_COUNT");
    setenv("LP_NUM_THREADS", "7", 1);
    ck_assert_int_eq(rank_threads(), 1);
    rank_divide_processors();
    ck_assert_str_eq(getenv("POCL_MAX_PTHREAD_COUNT"), "1");
    ck_assert_str_eq(getenv("POCL_CPU_MAX_CU_COUNT"), "1");
    ck_assert_str_eq(getenv("LP_NUM_THREADS"), "7");
}
END_TEST

START_TEST(processors_by_the_user)
{
    set((const char *const[]){"MPI_LOCALRANKID", "0", "MPI_LOCALNRANKS", "2", NULL});
    unsetenv("POCL_MAX_PTHREAD_COUNT");
    setenv("POCL_CPU_MAX_CU_COUNT", "3", 1);
    rank_divide_processors();
    ck_assert_str_eq(getenv("POCL_CPU_MAX_CU_COUNT"), "3");
    ck_assert_ptr_null(getenv("POCL_MAX_PTHREAD_COUNT"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime_rank");
    TCase *tests = tcase_create("rank");
    tcase_add_test(tests, alone);
    tcase_add_test(tests, open_mpi);
    tcase_add_test(tests, mpich);
    tcase_add_test(tests, slurm);
    tcase_add_test(tests, slurm_pmix);
    tcase_add_test(tests, pmix_alone);
    tcase_add_test(tests, nonsense);
    tcase_add_test(tests, tasks);
    tcase_add_test(tests, processors);
    tcase_add_test(tests, processors_by_the_user);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
