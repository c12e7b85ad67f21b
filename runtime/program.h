/* program.h - kernels from text to launch: texts of variants and modules, programs and their
 * binaries, launches, asserts in kernels, verification. */
#ifndef RUNTIME_PROGRAM_H
#define RUNTIME_PROGRAM_H

#include "runtime/cover_shapes.h"
#include "runtime/homes.h"

#include <stdio.h>

/* ---- compose.c ---- */

/* The needs of a module's text, including those of the amp functions of other units in it. */
struct module_needs {
    unsigned uses;     /* AMPC__USES_* */
    size_t tile_bytes; /* of struct ampc_x_tiles */
};
/* The whole OpenCL C of a module, allocated: the amp functions of other units that it needs, then
 * its own text; *needs gets what both need. 0 and *f: a declaration and the definition differ,
 * recursion, a function that other units cannot use, no memory. */
char *module_source(const ampc__module *module, struct module_needs *needs, struct failure *f);
/* Whether the emulator can call all amp functions of other units that the module needs; false and
 * *f if not. Called when module_source has found the needs to be sound. */
bool module_is_emulated(const ampc__module *module, struct failure *f);

/* ---- program.c ---- */

/* What a build of a module takes for granted of all views of the launches that it serves: each is a
 * macro of its text. */
enum program_form {
    FORM_WIDE = 1,  /* the other way round: offsets may need 64 bits */
    FORM_DENSE = 2, /* offset 0; elements follow each other without gaps; what the kernel writes
                       through one, no other sees */
    FORM_EQUAL = 4, /* those of one rank, 2 or more, have the same extents and strides */
    FORM_ALIGNED =
        8, /* elements are aligned to the largest power of two in their size, at most 16 */
    FORM_CONSTANT = 16, /* the constant ones fit into constant memory, and nothing else writes their
                           buffers */
    FORM_GAINS = FORM_DENSE | FORM_EQUAL | FORM_ALIGNED | FORM_CONSTANT,
    FORM_BLOCKS = 32, /* no condition: work-items do blocks of threads. For devices that gain */
    FORM_IMAGES = 64, /* each texture_view that is sampled has an image */
    FORM_SAME = 128,  /* dense, and the domain and all views have one dimension and the same extent.
                         For devices that gain */
    FORM_SHORT = 256, /* no condition: loops have few rounds, so blocks copy nothing for them */
    FORM_KNOWN = 512  /* times the number of a build for a kernel alone, with known extents or whose
                         groups cover blocks of threads, see known.c; 0: none */
};

/* The present contents of the buffer for an AMPC__ARG_BUFFER argument. */
struct capture {
    cl_mem buffer;
    void *bytes; /* the same on the host: to see changes, and what the device reads from */
    bool filled; /* the buffer holds 'bytes' or will when a launch in 'uses' starts */
    struct use *uses;
};

/* A kernel on one device in one variant. Constant once made, except for the arguments (under
 * runtime_lock). */
struct compiled {
    struct compiled *next;
    struct ampc_accelerator *accelerator;
    unsigned form;       /* FORM_* */
    unsigned uses;       /* AMPC__USES_* of its program */
    bool has_binary;     /* its program is made of one */
    struct later *later; /* of its program, until it was launched: see binary_launched; or 0 */
    /* Its first argument has the extents of the domain, unless it is tiled, and of all views, and a
     * view is a buffer alone; else the extent of the domain stands alone, and a struct behind each
     * view's buffer. */
    bool is_dense;
    bool is_same;                    /* dense, without that argument: see struct work */
    bool has_images;                 /* behind textures that are sampled */
    const struct cover_shape *cover; /* its groups cover such blocks; 0: they do not */
    cl_kernel kernel;
    struct arguments *arguments; /* see argument.c; under runtime_lock */
    cl_uint argument_count;      /* of the kernel; 0: not asked yet */
    cl_command_queue stop_queue; /* for which the argument behind the others is set; 0: for none */
    struct note *stops;          /* see stop.c; under runtime_lock */
    size_t group[3];          /* the work-group, OpenCL's order of dimensions; under runtime_lock */
    size_t limit;             /* threads in a group, as the driver says: true if it refuses more */
    struct capture *captures; /* one per argument */
};

/* ---- tune.c: AMPC_TUNE ---- */

/* How a launch is to be run. */
struct tuned {
    struct cover_shape shape; /* rows 0: groups cover nothing */
    bool plain;               /* work-items do no blocks */
    size_t group;             /* work-items of a group; 0: as many as the library thinks */
    bool measured;            /* how long the kernel takes is to be reported */
    struct tuning *tuning;
    int number;
};
/* Whether launches are to be measured. */
bool tune_enabled(void);
/* How the launch is to be run, for it is being tuned, or was; false: as the library thinks. Under
 * runtime_lock, as the next one. */
bool tune_choose(const ampc__kernel *kernel, struct ampc_accelerator *a, const int *extent,
                 struct tuned *how);
/* No launch is run so any more, as it cannot be built; false: that is none of several ways. */
bool tune_refuse(const struct tuned *how);
/* Waits for the kernel of a launch that is measured, notes how long it took, and releases its
 * event. No lock may be held. */
void tune_measured(const struct tuned *how, cl_event kernel, const int *extent);

/* ---- known.c ---- */

/* The form, FORM_KNOWN times a number, of the build with the extents of small views as constants
 * that serves the launch; 0: the general one does. *undecided: such a build may be made when the
 * launch comes again. 'how': of a launch that is tuned, else 0. Once for each launch. Under
 * runtime_lock. */
unsigned known_form(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                    const void *const *args, const struct tuned *how, bool *undecided);
/* What a build of the form has among its options, with a blank before; "" for none. Takes
 * runtime_lock. */
const char *known_options(unsigned form);
/* The shape that the groups of such a build cover; 0: none. Stays valid. Under runtime_lock. */
const struct cover_shape *known_cover(unsigned form);
/* From now on no launch gets this build, whose groups cover blocks, as it cannot be made, or does
 * not run as it should; false: it is another one. Under runtime_lock. */
bool known_refuse(unsigned form);

/* ---- cover.c ---- */

/* Shapes that turned out not to be for a kernel, as a build cannot be made or keeps registers in
 * memory. */
enum { COVER_REFUSED = 8 };
struct cover_refused {
    int count;
    struct cover_shape shapes[COVER_REFUSED];
};

/* The rounds of a kernel's loops that name elements, on average; below 0: that is not known. */
static inline double kernel_rounds(const ampc__kernel *kernel, const int *extent,
                                   const void *const *args)
{
    return kernel->rounds ? kernel->rounds(extent, args) : -1;
}

enum { COVER_ALIGNED = 16 }; /* bytes, as units have */

/* What the choice of a shape depends on beside the kernel, the device and the domain. */
struct cover_launch {
    uint64_t more;      /* bytes of local memory that its groups need beside those of the shape */
    double rounds;      /* kernel_rounds */
    unsigned alignment; /* at multiples of so many bytes lines of its views begin, at most
                           COVER_ALIGNED */
};

/* Whether loops have enough rounds for panels to be worth fetching. */
bool cover_gains(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                 double rounds);
/* The shape for a launch; false: none, the kernel runs as it is written. 'refused': what it is not;
 * 0: nothing. */
bool cover_choose(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                  const struct cover_launch *l, const struct cover_refused *refused,
                  struct cover_shape *shape);
/* A shape as AMPC_COVER names it. */
enum { COVER_TEXT = 100 };
void cover_describe(const struct cover_shape *s, char text[COVER_TEXT]);
/* Appends the options of a build. */
void cover_options(FILE *out, const struct cover_shape *s);

/* ---- flat.c ---- */

/* The kernel that a launch of one dimension runs: its own, or the one of two or three dimensions
 * that does the same, over the extents that *to, of three, gets then. */
ampc__kernel *flat_choose(ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                          const void *const *args, int *to);

/* ---- domain.c ---- */

/* Work sizes, OpenCL's order of dimensions. */
struct work {
    cl_uint dimensions;
    size_t global[3], local[3];
    bool blocks;      /* work-items do blocks of threads, of */
    size_t block[3];  /* so many in each dimension, */
    bool few_rounds;  /* of its loops: the kernel runs as it is written */
    size_t extent[3]; /* 0, or of a kernel that is_same, or whose groups do several tiles: the
                         launch has them for its offset, where the kernel finds them, and counts
                         threads from there */
};
/* The offset that a launch gives to OpenCL; 0: none. */
static inline const size_t *work_offset(const struct work *w)
{
    return w->extent[0] ? w->extent : NULL;
}
/* Whether loops have enough rounds for CPUs' blocks: what the threads of a row read in different
 * lines comes by 16 rounds at once, or else element by element; of blocks with several rows each
 * line is read for all of them. */
bool blocks_gain(const ampc__kernel *kernel, double rounds);

/* Whether it is worth it to copy what blocks' loops read, for many of their rounds, in a launch
 * with these arguments whose loops have so many rounds (less than 0: not known). */
bool panels_gain(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                 double rounds, const void *const *args);

/* What the choice of a text depends on in how many rounds the loops of a launch have: launches with
 * the same number have the same text. */
unsigned rounds_class(const ampc__kernel *kernel, const struct ampc_accelerator *a,
                      const int *extent, const void *const *args);
/* Whether blocks are of any size up to kernel->panels in a build of a form. */
bool has_panels(const ampc__kernel *kernel, unsigned form);
/* Whether a vector of the processor has 16 floats: it has registers for two blocks at once then. */
bool has_long_vectors(const struct ampc_accelerator *a);
/* Whether a kernel can be launched over the extent; false and *f: it has no threads, too many, or
 * tiles that do not divide it. */
bool domain_check(const ampc__kernel *kernel, const int *extent, struct failure *f);
/* Work-group of a kernel of the simple form, OpenCL's order of dimensions, at most 'limit'
 * work-items. */
void launch_group(const struct ampc_accelerator *a, const ampc__kernel *kernel, size_t limit,
                  size_t group[3]);
/* The work sizes of a launch of *c, whose group is set. 'rounds': kernel_rounds. 'group':
 * work-items of one, if the launch is tuned, else 0. */
void domain_sizes(const struct compiled *c, const ampc__kernel *kernel, const int *extent,
                  double rounds, size_t group, struct work *work);
/* cover.c: the same of one whose groups cover blocks of that shape. */
void cover_sizes(const ampc__kernel *kernel, const struct ampc_accelerator *a, const int *extent,
                 const struct cover_shape *s, struct work *work);

/* ---- said.c ---- */

/* Says, with AMPC_VERBOSE, how the launch runs, unless that was said. Under runtime_lock. */
void said_launch(const struct compiled *c, const ampc__kernel *kernel, const struct work *work,
                 const struct tuned *how);
/* What was said of launches of the kernel on the accelerator, the last one first; texts live to the
 * end of the process. At exit. */
void said_each(const ampc__kernel *kernel, const struct ampc_accelerator *a,
               void (*each)(void *data, const char *text), void *data);

/* ---- image.c: images of the textures that kernels sample ---- */

/* A launch, as image.c needs it. Its homes are claimed; under runtime_lock. */
struct image_launch {
    const ampc__kernel *kernel;
    const void *const *args;
    struct ampc_accelerator_view *view;
    bool has; /* its kernel has images as arguments, see images_fit */
};
/* An image of a texture on an accelerator. */
struct image {
    struct image *next; /* of the home's */
    const struct ampc_accelerator *accelerator;
    cl_mem object;    /* 0: the texture has none there */
    uint64_t serial;  /* no other image has had it */
    uint64_t version; /* of the copy whose elements it has; 0: none */
    bool updated;     /* by the launch that is being submitted */
    int rank;
    size_t elem, region[3]; /* in OpenCL's order */
    struct use *uses;       /* by launches */
};

/* Whether all textures and samplers that the kernel samples with have OpenCL's objects, which are
 * made if need be, and no other view of the launch writes the textures. */
bool images_fit(const struct image_launch *l);
/* The image of the texture that is argument k; 0: it is none that is sampled, or the kernel has no
 * images. */
struct image *image_argument(const struct image_launch *l, int k);
/* Finds out which images are old, and makes room to mark their use. The lock is not given up until
 * the launch is marked. */
bool images_supply(const struct image_launch *l, struct failure *f);
/* Submits what brings them up to date, behind the launches that use them. False: a texture has no
 * image any more. */
bool images_update(const struct image_launch *l);
/* Notes that launch number 'ticket' uses the image, which may be 0. */
void image_mark(struct image *i, struct ampc_accelerator_view *view, uint64_t ticket);
/* The sampler for a value, and its number among the accelerator's from 1 on; 0: there is none. */
cl_sampler image_sampler(struct ampc_accelerator *a, const ampc__sampler_value *value,
                         uint64_t *number);

/* ---- argument.c ---- */

/* What is known of the arguments of a kernel, as it begins. 0: no memory. */
struct arguments *arguments_new(const ampc__kernel *kernel, const struct compiled *c);
void arguments_free(struct arguments *a);
/* These set an argument unless it is set so already: a value, always of the same size; a capture's
 * buffer; an image and a sampler, which the launch has; the first of a kernel that is_dense; a
 * view's buffer and, unless the kernel is_dense, the struct that goes with it: *number becomes that
 * of the next argument. Under runtime_lock, as the others here. */
cl_int argument_set(const struct compiled *c, cl_uint number, size_t bytes, const void *value);
cl_int argument_set_capture(const struct compiled *c, cl_uint number,
                            const struct capture *capture);
cl_int argument_set_image(const struct compiled *c, cl_uint number, const struct image *image);
cl_int argument_set_sampler(const struct compiled *c, cl_uint number,
                            const ampc__sampler_value *value);
cl_int argument_set_shapes(const struct compiled *c, const ampc__kernel *kernel, const int *extent,
                           const void *const *args);
cl_int argument_set_view(const struct compiled *c, cl_uint *number, const ampc_view *v,
                         const struct home *home, const struct copy *copy);
/* Notes a launch that was just submitted and marked: another one may repeat it. */
void arguments_keep(const struct compiled *c, const ampc__kernel *kernel,
                    struct ampc_accelerator_view *view, const int *extent, const void *const *args,
                    const struct work *work);
/* No launch repeats it: the arguments are about to change, or the work-group has. */
void arguments_forget(const struct compiled *c);
/* The kernel for a launch that repeats another one but for its values; 0: it does not. */
struct compiled *arguments_repeat(const ampc__kernel *kernel,
                                  const struct ampc_accelerator_view *view, const int *extent,
                                  const void *const *args);
/* Sets the values that have changed: then such a launch needs nothing more, and is to be submitted
 * with the lock held since arguments_repeat. *work, which may be 0: its work sizes. */
bool arguments_renew(const struct compiled *c, const ampc__kernel *kernel, const void *const *args,
                     struct work *work, struct failure *f);
/* Notes that it was submitted, with that number. */
void arguments_mark(const struct compiled *c, uint64_t ticket);
/* All of it for a launch of which nothing is to be told, and whose event nobody asks for: most
 * launches of loops. False: it is another one, or fails. Takes runtime_lock. */
bool arguments_launch(const ampc__kernel *kernel, struct ampc_accelerator_view *on,
                      const int *extent, const void *const *args);

/* ---- program.c again ---- */

/* The forms, of FORM_GAINS, that the module's text has places for and the device gains by. */
unsigned program_forms(const ampc__module *module, const struct ampc_accelerator *a);
/* Whether FORM_SAME is worth a build: the first of the module decides. Takes program.c's lock. */
bool program_gains_same(const ampc__module *module, const struct ampc_accelerator *a);
/* The kernel of that form for 'a', if it is built. */
struct compiled *program_known(const ampc__kernel *kernel, const struct ampc_accelerator *a,
                               unsigned form);
/* The kernel built for 'a', from the cache after the first time. 0 and *f on failure. No lock may
 * be held. */
struct compiled *program_kernel(ampc__kernel *kernel, struct ampc_accelerator *a, unsigned form,
                                struct failure *f);

/* Whether the kernel's tile, if it has one, fits the device's dimensions and into 'limit' threads.
 * *f if not. */
bool program_check_tile(const ampc__kernel *kernel, const struct ampc_accelerator *a, size_t limit,
                        struct failure *f);

/* ---- build_log.c ---- */

/* The log with the user's files and lines where the driver named lines of 'source', allocated; 0
 * without memory. */
char *build_log_located(const char *log, const char *source);

/* ---- binary.c ---- */

/* The key of a program's binaries: everything on which the result of the device's compiler depends,
 * as text. Allocated; 0 without memory. */
char *binary_key(const struct ampc_accelerator *a, const char *options, const char *source);
/* The program from a binary that was embedded or cached under 'key', built; 0: there is none that
 * the device takes. *from: where it was found. The accelerator is open. */
cl_program binary_load(const char *key, const struct ampc_accelerator *a, const char *options,
                       const char **from);
/* The same of the embedded binaries alone. */
cl_program binary_embedded(const char *key, const struct ampc_accelerator *a, const char *options);
/* The binary of a built program in the form that ampc__binary_add takes, allocated; 0: it has none,
 * or no memory. */
void *binary_pack(const char *key, cl_program program, size_t *bytes);
/* Waits while another process builds the same, see turn_take in cache.h. No lock may be held. */
struct turn *binary_turn(const char *key, const struct ampc_accelerator *a);
/* Puts the binary of a program that was built into the cache, or that its driver keeps it, now or
 * at a wait for its launches, and ends the turn: then gives what binary_launched is to be told of,
 * else 0. */
struct later *binary_store(const char *key, const struct ampc_accelerator *a, cl_program program,
                           struct turn *turn);
/* A kernel of the program was submitted. Any thread, any number of times. */
void binary_launched(struct later *later);
/* Are there binaries to store? */
bool binaries_wait(void);
/* Launches on the accelerator have been waited for, and none runs. Under runtime_lock. */
void binaries_store(const struct ampc_accelerator *a);

/* ---- verify.c: AMPC_VERIFY ---- */

/* A launch, as verify.c needs it. */
struct verify_launch {
    const ampc__kernel *kernel;
    struct ampc_accelerator_view *view;
    const int *extent;
    const void *const *args;
};
struct verify;
bool verify_enabled(void);
/* Before the kernel is submitted, its data being on the device: copies them. 0: it is none that the
 * host can run, or an error, which is in *f. Under runtime_lock. */
struct verify *verify_begin(const struct verify_launch *l, struct failure *f);
/* After it: waits, runs the kernel on the host too and compares. False and *f: an element of a view
 * that it may write differs, or that could not be found out. */
bool verify_end(struct verify *v, const struct verify_launch *l, struct failure *f);
void verify_free(struct verify *v);

/* ---- stop.c ---- */

/* The buffer in which launches of a kernel in one queue note that a thread has stopped; never
 * freed. */
struct note {
    struct note *next;  /* of the accelerator's */
    struct note *other; /* of the kernel's */
    cl_command_queue queue;
    cl_mem buffer;
    int rank; /* of the domain */
};

/* Sets the argument 'number', which follows the others, if the kernel has it, for a launch in
 * 'queue'. Under runtime_lock. */
bool stop_supply(struct compiled *c, const ampc__kernel *kernel, cl_command_queue queue,
                 cl_uint number, struct failure *f);
/* Whether a thread of such a launch has stopped; stop_collect still reports it. Waits for the
 * queue; false if the device does not answer. Under runtime_lock. */
bool stop_happened(const struct compiled *c, cl_command_queue queue);
/* Looks whether assert failed, abort was called or a subscript was outside in kernels of the view's
 * queue that are done; 'notes' is the list of its accelerator, read under runtime_lock, which is
 * not held now. False and *f if so. */
bool stop_collect(struct ampc_accelerator_view *view, const struct note *notes, struct failure *f);

/* A note for amp functions that are called as host code, outside of kernels; 0: no memory. End
 * frees it; false and *f if one of them stopped. */
void *stop_note_make(void);
bool stop_note_end(void *note, struct failure *f);

/* ---- launch.c ---- */

/* Has the commands that the program submits to 'view' next use the elements of *v like a launch:
 * supplies them and orders the queue. For who has claimed the view's home; runtime_lock is given up
 * meanwhile. */
bool launch_bracket(struct ampc_accelerator_view *view, const ampc_view *v, bool writes,
                    const struct purpose *why, struct failure *f);
/* ampc__launch for a kernel that several places of the program launch; 'where' is the present one.
 * False and *f: nothing was submitted. */
bool launch_kernel(ampc__kernel *kernel, struct ampc_accelerator_view *on, const int *extent,
                   const void *const *args, const ampc_where *where, struct failure *f);
#endif
