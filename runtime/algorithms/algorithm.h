/* algorithm.h - what the files of this room share: an algorithm that runs, the programs and
 * scratch memory that it needs, and its steps.
 *
 * Example: reduce.c asks program_of for the kernels of `float` sums, scratch_take for the groups'
 * results, and launches the two kernels. */
#ifndef RUNTIME_ALGORITHMS_ALGORITHM_H
#define RUNTIME_ALGORITHMS_ALGORITHM_H

#include "runtime/program.h"

/* A call of an algorithm. */
struct algorithm {
    enum ampc__algorithm what;
    struct ampc_accelerator *accelerator; /* open */
    struct ampc_accelerator_view *on;
    ampc_where where;
    int count;
    ampc_view1 views[3]; /* the caller's, as one dimension; borrowed */
    enum ampc__number types[3];
    uint32_t n; /* elements of the first view; not 0 */
    const void *value;
    const ampc_operation *f;
    void *result;
    struct failure *failure;
};

/* Bytes of a number; 0 for AMPC__OTHER. */
size_t number_bytes(enum ampc__number type);
/* The library's own operation: 1 plus, 2 min, 3 max, as common.cl has them; 0: f is a function. */
int operation_number(const ampc_operation *f);
/* Fails: 'what' happened in the algorithm. */
bool algorithm_fail(struct algorithm *a, ampc_error code, const char *what);

/* ---- devices ---- */

/* What kernels are built for, by the kind of the device. */
struct tuning {
    uint32_t units;    /* compute units */
    bool serial;       /* groups run one after the other on each: a group is one thread */
    uint32_t group;    /* threads in a group */
    uint32_t resident; /* groups for each unit */
    bool warps; /* NVIDIA's: threads exchange values by PTX, and groups that have begun go on */
};
struct tuning tuning_of(const struct ampc_accelerator *a);
/* Elements in a chunk, so that there are at most 'groups' of them, each of whole steps. */
uint32_t chunk_of(uint32_t n, uint32_t groups, uint32_t step);

/* ---- program.c's modules and kernels, for algorithms ---- */

enum { KERNELS_MAX = 5, ARGUMENTS_MAX = 10 };

/* A kernel of a text. arguments: a letter each: v view that is read, w view that is written, u
 * uint, t an element of type T. */
struct kernel_text {
    const char *name, *arguments;
};

struct algorithm_text {
    const char *source; /* what stands behind common.cl */
    struct kernel_text kernels[KERNELS_MAX];
};

struct algorithm_program {
    struct algorithm_program *next;
    const struct algorithm_text *text;
    const ampc__need *need;
    char *macros, *source, *own; /* own: the text of the program's own function; 0: none */
    ampc__module module;
    ampc__kernel kernels[KERNELS_MAX];
    ampc__arg arguments[KERNELS_MAX][ARGUMENTS_MAX];
    uint32_t group;
};

/* How the text is built: T and the types of other operands (0: none), threads in a group, elements
 * in a thread. */
struct build {
    const struct algorithm_text *text;
    enum ampc__number type, operands[2];
    uint32_t group, serial;
    const char *more; /* further macros, as lines; 0: none */
};

/* The program, of which there is one; 0 and a failure: no memory. */
struct algorithm_program *program_of(struct algorithm *a, const struct build *b);
/* Launches kernel k over that many groups. False and a failure. */
bool program_launch(struct algorithm *a, struct algorithm_program *p, int k, uint32_t groups,
                    const void *const *arguments);

/* ---- scratch.c ---- */

/* Memory of an accelerator for one call. */
struct scratch {
    struct scratch *next;
    struct ampc_accelerator *accelerator;
    size_t bytes;
    bool taken, marked;
    uint32_t mark; /* of the last use of a marked one */
    ampc_view1 view;
};

/* At least that many bytes, which hold anything; 0 and a failure. Give it back behind the last
 * launch that uses it: later uses wait for these. */
struct scratch *scratch_take(struct algorithm *a, size_t bytes);
void scratch_give(struct scratch *s);
/* The same, with what the last of such uses has left there. s->mark is another one than all of
 * theirs; 1: it holds anything. */
struct scratch *scratch_take_marked(struct algorithm *a, size_t bytes);
/* Brings bytes to the host. */
bool scratch_read(struct algorithm *a, const struct scratch *s, size_t offset, void *to,
                  size_t bytes);

/* ---- look_back.c ---- */

/* The kernel of a text behind look_back.cl that clears the words, and its arguments. */
enum { LOOK_BACK_CLEAR = 0 };
/* Versions of clang-format differ about macros of braces. */
/* clang-format off */
#define LOOK_BACK_KERNEL {"words_clear", "wu"}
/* clang-format on */

struct look_back {
    struct scratch *words; /* the first one is the text's */
    cl_uint mark, tiles;
};

/* Takes words for tiles of so many elements, whose sums have so many bytes. False and a
 * failure; l->words is to be given back in any case. */
bool look_back_begin(struct algorithm *a, struct algorithm_program *p, const struct tuning *t,
                     uint32_t tile, uint32_t sum_bytes, struct look_back *l);

/* ---- the algorithms, on OpenCL devices ---- */

bool reduce_run(struct algorithm *a);
bool map_run(struct algorithm *a);
bool scan_run(struct algorithm *a);
bool copy_if_run(struct algorithm *a);
bool histogram_run(struct algorithm *a);
bool sort_run(struct algorithm *a);

/* What a scan begins with, in 'room' if the program gave none; an inclusive one begins with its
 * first element. */
const void *scan_initial(const struct algorithm *a, uint64_t *room);

/* ---- host.c: all of them, in the emulator ---- */

bool host_run(struct algorithm *a);

#endif
