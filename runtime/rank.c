/* rank.c - the place of the process in a parallel job: what mpirun, srun and their like say in the
 * environment, and what follows for a host's devices and processors, which its ranks share.
 *
 * MPI is neither linked nor called: a program may use the library before MPI_Init, and after
 * MPI_Finalize. Example: with OMPI_COMM_WORLD_LOCAL_RANK=1 the process is the second one of its
 * host, and takes the second of two GPUs. */
#include "runtime/internal.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What launchers call the rank on the host, how many there are on it, the rank in the job, and how
 * many the job has; 0: they do not say. The first row whose first variable is set counts: one
 * launcher may run inside another one's job. */
static const struct launcher {
    const char *local, *locals, *rank, *ranks;
} launchers[] = {
    {"OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_COMM_WORLD_RANK",
     "OMPI_COMM_WORLD_SIZE"},                                       /* Open MPI */
    {"MPI_LOCALRANKID", "MPI_LOCALNRANKS", "PMI_RANK", "PMI_SIZE"}, /* MPICH, Intel MPI */
    {"MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_SIZE", "MV2_COMM_WORLD_RANK",
     "MV2_COMM_WORLD_SIZE"}, /* MVAPICH2 */
    {"MVP_COMM_WORLD_LOCAL_RANK", "MVP_COMM_WORLD_LOCAL_SIZE", "MVP_COMM_WORLD_RANK",
     "MVP_COMM_WORLD_SIZE"},                                            /* MVAPICH 3 */
    {"PMIX_LOCAL_RANK", "PMIX_LOCAL_SIZE", "PMIX_RANK", "PMIX_SIZE"},   /* PMIx */
    {"PALS_LOCAL_RANKID", "PMI_LOCAL_SIZE", "PALS_RANKID", "PMI_SIZE"}, /* HPE's PALS */
    {"PMI_LOCAL_RANK", "PMI_LOCAL_SIZE", "PMI_RANK", "PMI_SIZE"},       /* Cray's PMI */
    {"JSM_NAMESPACE_LOCAL_RANK", "JSM_NAMESPACE_LOCAL_SIZE", "JSM_NAMESPACE_RANK",
     "JSM_NAMESPACE_SIZE"},                                          /* IBM's jsrun */
    {"FLUX_TASK_LOCAL_ID", NULL, "FLUX_TASK_RANK", "FLUX_JOB_SIZE"}, /* Flux */
    {"SLURM_LOCALID", "SLURM_STEP_TASKS_PER_NODE", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
    /* PMIx's own alone: the rank in the job, which on one host is that on the host. */
    {"PMIX_RANK", NULL, "PMIX_RANK", NULL},
};

/* A number that is not negative; -1: there is none. */
static int number_of(const char *name)
{
    const char *text = name ? secure_getenv(name) : NULL;
    char *end = NULL;
    long n = text && *text ? strtol(text, &end, 10) : -1;
    return n < 0 || n > INT_MAX || *end ? -1 : (int)n;
}

int rank_tasks(const char *list, int node)
{
    for (int first = 0; list && *list;) {
        char *end = NULL;
        long tasks = strtol(list, &end, 10), nodes = 1;
        if (end == list)
            break;
        if (strncmp(end, "(x", 2) == 0)
            nodes = strtol(end + 2, &end, 10);
        if (node < first + nodes)
            return tasks > 0 && tasks <= INT_MAX ? (int)tasks : -1;
        first += (int)nodes;
        list = end + strspn(end, "),");
    }
    return -1;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct rank place = {.rank = 0, .ranks = 1, .local = 0, .locals = 1};

static void place_find(void)
{
    size_t k = 0, count = sizeof launchers / sizeof *launchers;
    while (k < count && number_of(launchers[k].local) < 0)
        k++;
    if (k == count)
        return;
    const struct launcher *l = &launchers[k];
    int node = number_of("SLURM_NODEID"), locals = number_of(l->locals);
    if (locals < 0 && l->locals && strstr(l->locals, "TASKS_PER_NODE"))
        locals = rank_tasks(secure_getenv(l->locals), node < 0 ? 0 : node);
    place.said = l->local;
    place.local = number_of(l->local);
    place.locals = locals > place.local ? locals : place.local + 1;
    int rank = number_of(l->rank), ranks = number_of(l->ranks);
    place.rank = rank < 0 ? place.local : rank;
    place.ranks = ranks > place.rank ? ranks : place.rank + 1;
    place.ranks = place.ranks < place.locals ? place.locals : place.ranks;
    if (gethostname(place.host, sizeof place.host - 1) != 0)
        strcpy(place.host, "?");
}

const struct rank *rank_of_process(void)
{
    pthread_once(&once, place_find);
    return &place;
}

const char *rank_text(char text[RANK_TEXT])
{
    const struct rank *r = rank_of_process();
    text[0] = 0;
    if (r->said)
        snprintf(text, RANK_TEXT, "rank %d of %d on %.64s", r->rank, r->ranks, r->host);
    return text;
}

const char *rank_prefix(char text[RANK_TEXT])
{
    if (*rank_text(text))
        strncat(text, ": ", RANK_TEXT - strlen(text) - 1);
    return text;
}

/* ---- The host's processors ---- */

/* How many processors a process may use; 0 if that is not known. */
static int processors_of(pid_t process)
{
    cpu_set_t *set = CPU_ALLOC(CPU_SETSIZE * 8);
    size_t bytes = CPU_ALLOC_SIZE(CPU_SETSIZE * 8);
    int count = 0;
    if (set && sched_getaffinity(process, bytes, set) == 0)
        count = CPU_COUNT_S(bytes, set);
    CPU_FREE(set);
    return count;
}

/* Launchers bind ranks to some processors, or leave all of them to each; the launcher itself, the
 * parent, may use all that the job has here. */
int rank_threads(void)
{
    const struct rank *r = rank_of_process();
    int own = processors_of(0), all = processors_of(getppid());
    if (own < 1)
        own = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (r->locals < 2)
        return own;
    int share = (all > own ? all : own) / r->locals;
    share = share < own ? share : own;
    return share < 1 ? 1 : share;
}

void rank_divide_processors(void)
{
    /* PoCL's threads, by its older name and the one since version 4, and those of Mesa's llvmpipe.
     */
    static const char *const names[] = {"POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT",
                                        "LP_NUM_THREADS"};
    const struct rank *r = rank_of_process();
    char text[16];
    if (r->locals < 2)
        return;
    int threads = rank_threads();
    snprintf(text, sizeof text, "%d", threads);
    if (getenv(names[0]) || getenv(names[1])) {
        trace_print("%d ranks share this host; the environment says how many threads PoCL has",
                    r->locals);
    } else {
        trace_print("%d ranks share this host: drivers of CPUs get %d thread%s in each (%s)",
                    r->locals, threads, threads == 1 ? "" : "s", names[0]);
        setenv(names[0], text, 1);
        setenv(names[1], text, 1);
    }
    setenv(names[2], text, 0);
}
