/* ampc_gen.h - the interface between ampcc's generated host code and libampc.
 *
 * ampcc puts this header in front of every .ampc file (cc -include). So it includes nothing but
 * ampc_cover.h, ampc_ranks.h and <ampc_words.h>, and declares only names that begin with ampc_;
 * users' programs include <ampc.h> (which includes this) or nothing at all. Names with two
 * underscores (ampc__x) are for generated code alone and may change with every version; the rest is
 * part of the public API.
 *
 * Thread safety: every function of the library may be called from any thread. One view object is
 * used by one thread at a time; different views of one home may be used by different threads.
 */
#ifndef AMPC_GEN_H
#define AMPC_GEN_H

/* ampcc defines it where a macro of the command line may be called like a word of this header. */
#ifdef AMPC__WORDS
#include "ampc_words.h"
#endif

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* Every object that uses the library names this, so that a link without it says what to add. */
extern const char ampc__link_with_ampcc_or_add_lampc[];

typedef __SIZE_TYPE__ ampc_size;
__extension__ typedef long long ampc__wide;
typedef __PTRDIFF_TYPE__ ampc_ptrdiff;
#ifdef __cplusplus
typedef bool ampc__bool;
#else
typedef _Bool ampc__bool;
#endif

/* Facts about the host compiler, for ampcc to read. WIDE_ENUMERATORS: an enumeration that needs
 * more than int gives its type to all its enumerators (gcc from 13 on), not only to those that need
 * it. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 13
enum { AMPC__WIDE_ENUMERATORS = 1 };
#else
enum { AMPC__WIDE_ENUMERATORS = 0 };
#endif
/* wchar_t. */
enum {
    AMPC__WCHAR_SHORT = __SIZEOF_WCHAR_T__ == 2,
    AMPC__WCHAR_UNSIGNED = __WCHAR_MAX__ == 0xffffffffu
};
/* ELEMENTS_ALIAS: the compiler has attributes and pragmas for generated code that accesses objects
 * as several types; else the whole unit is compiled without strict aliasing. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 12
enum { AMPC__ELEMENTS_ALIAS = 1 };
#else
enum { AMPC__ELEMENTS_ALIAS = 0 };
#endif
#ifdef __clang__
enum { AMPC__CLANG = 1 };
#else
enum { AMPC__CLANG = 0 };
#endif
/* OLD_C: before C99, which -pedantic is about; generated code has compound literals. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
enum { AMPC__OLD_C = 0 };
#else
enum { AMPC__OLD_C = 1 };
#endif
/* CHAR_UNSIGNED: plain char is. */
#ifdef __CHAR_UNSIGNED__
enum { AMPC__CHAR_UNSIGNED = 1 };
#else
enum { AMPC__CHAR_UNSIGNED = 0 };
#endif

/* Bits of ampc_home.host and of the access argument: the host may read, or write, without a call of
 * the library. */
enum { AMPC_READ = 1, AMPC_WRITE = 2 };

/* Flags of a view. */
enum {
    AMPC_VIEW_CONST = 1,   /* array_view<const T, N>: never copied back */
    AMPC_VIEW_STAGING = 2, /* a staging array: the host may subscript it */
    AMPC_VIEW_NARROW =
        4 /* a texture whose scalars have fewer bits in host memory than in kernels */
};

/* What a view points to: its share of a home, which is an interval of host memory with its copies
 * on devices (the rest is the library's). host: AMPC_READ set when the host copy of the bytes the
 * view was made for is valid, AMPC_WRITE when no device holds a valid copy of them; read with
 * acquire. */
typedef struct ampc_home {
    unsigned host;
} ampc_home;

/* What views of all ranks begin with; extent and stride of the rank follow it in
 * ampc_viewN. All zero: an empty view. */
typedef struct ampc_view {
    ampc_home *home;
    char *host;     /* address of element (0, ..., 0) in host memory */
    ampc_size elem; /* bytes of an element */
    int rank;       /* 1 to 16 */
    unsigned flags; /* AMPC_VIEW_* */
} ampc_view;

/* The place of a construct in the user's source, for error messages. */
typedef struct ampc_where {
    const char *file;
    int line;
} ampc_where;

/* One argument of a kernel, in the order of its parameters (after the domain's extent, see
 * ampc_kernel). */
enum ampc__arg_kind {
    AMPC__ARG_VALUE,  /* by value: 'size' bytes at args[i] */
    AMPC__ARG_BUFFER, /* by value, too large for an argument: the kernel gets a pointer to a
                         read-only copy of 'size' bytes */
    AMPC__ARG_VIEW /* args[i] is an ampc_view *: the kernel gets two parameters, the home's buffer
                    * (global char *) and a struct by value { long offset; long stride[N]; int
                    * extent[N]; } (padded to a multiple of 8 bytes), offset in bytes from the
                    * buffer's start to element (0, ..., 0), strides in elements */
};
typedef struct ampc__arg {
    const char *name; /* the captured variable's */
    ampc_size size;   /* bytes; for a view the element's size */
    unsigned char kind;
    unsigned char rank;  /* of a view */
    unsigned char flags; /* AMPC_VIEW_CONST: the kernel only reads it; AMPC__VIEW_KNOWN: its text
                          * takes the first extent, and all others, from macros AMPC_Ek_d, if they
                          * are defined, where k is its number among the arguments, and omits the
                          * unit's other kernels for AMPC_ONLY with AMPC_ONLY_name;
                          * AMPC__VIEW_CONSTANT: its parameter is in constant memory where
                          * AMPC_CONSTANT is defined; AMPC__VIEW_TALLY: in a build with AMPC_COVER
                          * it has to be known, and groups have its elements in local memory, too;
                          * AMPC__VIEW_IMAGE: a read-only image with its elements follows where
                          * AMPC_IMAGES is defined, and a sampler_t behind a value, which is an
                          * ampc__sampler_value */
    const int *fixed;   /* of a view: the extents, 'rank' of them, that it has to have, with no gaps
                         * between the elements; 0: any */
    const char *layout; /* of a view: what an element consists of, one letter each: 'f' a float, 'd'
                         * a double, 'b' another byte, '.' a byte between members; again from the
                         * first to the end of the element; 0: bytes */
} ampc__arg;
enum {
    AMPC__VIEW_KNOWN = 16,
    AMPC__VIEW_CONSTANT = 32,
    AMPC__VIEW_TALLY = 64,
    AMPC__VIEW_IMAGE = 128
};

/* How a sampler of <amp_graphics.h> begins. filter: 0 takes the nearest element; address: 1 to 4
 * are wrap, mirror, clamp, border. */
typedef struct ampc__sampler_value {
    int filter, address;
    float border[4] __attribute__((__aligned__(16)));
} ampc__sampler_value;

/* An amp function of another translation unit that a text calls. The other unit defines the object
 * 'function' points to, ampc__amp_function_NAME, so that a missing definition is an error of the
 * linker. */
typedef struct ampc__need {
    const struct ampc__function *function;
    const char *type;   /* the declaration that the caller saw, in C: "float (float)" */
    const char *layout; /* the same with what types are made of; both sides' must be equal */
    const char *spaces; /* the memory that each pointer parameter points into: of "gplc" for global,
                         * private, tile_static, constant */
    ampc_where where;   /* the call */
    ampc_where untiled; /* of a module: a launch without tiles that reaches the call; or file 0 */
} ampc__need;

/* A tile_static variable of an amp function that other units may call. Kernels that call functions
 * of other units hand down one object, of struct ampc_x_tiles, which the library makes large enough
 * for all of them. */
typedef struct ampc__tile {
    const char *name;
    ampc_size bytes, align;
} ampc__tile;

/* The OpenCL C of an amp function with external linkage for one combination of memories: complete
 * except for its needs. The function in it is ampc_x_SPACES_NAME (see
 * codegen/kernel/kernel_extern.c); the library makes the other names in it unique (see
 * compose.c). */
typedef struct ampc__variant {
    const char *spaces;
    const char *source;  /* 0: there is none */
    const char *refusal; /* why */
    unsigned uses;       /* AMPC__USES_* */
    int nneeds;
    const ampc__need *needs;
    int ntiles;
    const ampc__tile *const *tiles; /* AMPC_TILE_k in the text is the k-th one's place, in bytes */
    const char *checked;            /* as of a module */
} ampc__variant;

/* An amp function with external linkage, in the unit that defines it. */
typedef struct ampc__function {
    const char *name;
    const char *type, *layout; /* as in ampc__need */
    ampc_where where;          /* the definition */
    int nparts;
    const ampc__variant *variants;
    int emulated; /* kernels of other units can call it in the emulator */
} ampc__function;

/* The OpenCL C of one translation unit. 'cache' belongs to the library, starts as 0. */
typedef struct ampc__module {
    const char *source;  /* zero-terminated OpenCL C */
    const char *file;    /* the user's file */
    const char *options; /* of clBuildProgram, "" mostly; the library adds its own */
    unsigned uses;       /* AMPC__USES_*, without those of what it needs */
    void *cache;
    int nneeds;
    const ampc__need *needs;
    int ntiles; /* of functions of the unit that others may call, too; as in ampc__variant */
    const ampc__tile *const *tiles;
    const char *checked; /* the source with checks of subscripts (AMPC_CHECK); 0: it has them, or
                          * there are none */
} ampc__module;
enum {
    AMPC__USES_DOUBLE = 1,
    AMPC__USES_HALF = 2,
    AMPC__USES_INT64_ATOMICS = 4,
    AMPC__USES_PRINTF = 8,
    /* Its text gains by a build for what all views of a launch may have in common (enum
     * program_form): no offset, no gaps and memory of its own if it is written; the same extents
     * where they have the same rank, which is 2 or more; elements aligned to the largest power of
     * two in their size, at most 16; buffers of constant views that fit into constant memory. */
    AMPC__USES_DENSE = 32,
    AMPC__USES_EQUAL = 64,
    AMPC__USES_ALIGNED = 128,
    AMPC__USES_CONSTANT = 256,
    AMPC__USES_BLOCKS = 512,  /* it has kernels whose work-items do blocks of threads, for CPUs */
    AMPC__USES_COVER = 1024,  /* whose groups cover blocks of threads, for GPUs */
    AMPC__USES_IMAGES = 2048, /* textures that are sampled may be images */
    AMPC__USES_STOP = 16      /* assert or abort; else the last parameter of the kernels that call
                                 functions of other units, where these would be, is null */
};

#include "ampc_cover.h"

/* How often a loop runs from 'from' in steps of 'step' while below (above, if those are below 0)
 * 'to'. */
static __inline__ double ampc__rounds(double from, double to, double step)
{
    double n = (to - from) / step;
    return n > 0 ? (double)(long long)n + ((double)(long long)n < n) : 0;
}

/* One parallel_for_each. A kernel of the simple form (tile[0] == 0) takes the domain's extent
 * first, as a struct { int c[rank]; } by value, and returns at once for threads outside; rank > 3
 * is linearised into one dimension. A tiled kernel takes only 'args'. Dimension k of the domain is
 * OpenCL dimension rank-1-k. */
typedef struct ampc__kernel {
    ampc__module *module;
    const char *name; /* of the __kernel function */
    ampc_where where; /* the parallel_for_each */
    int rank;
    int tile[3];
    int nargs;
    const ampc__arg *args;
    void *cache;
    void (*emulated)(void *const *args); /* one thread of it as host code, which asks for its place
                                          * (ampc__emulator_id); the arguments are those of the
                                          * OpenCL kernel, by their addresses. 0: there is none */
    ampc_size tile_bytes; /* of its tile_static objects, without the object for other units */
    int shares_tiles;     /* it makes that object, struct ampc_x_tiles */
    int group[3];         /* a hint for the work-group of the simple form; 0: none */
    int block[2]; /* in a build with AMPC_BLOCKS: the threads of a work-item in the dimension before
                   * the last, in the last one; 0: one. It does one thread where there are as many
                   * work-items in each dimension as threads */
    int panels[2]; /* in such a build for long loops, instead of block: a work-item does its share
                    * of the last two dimensions, at most so many threads each way: on processors
                    * with vectors of less than 16 floats, and on others; 0: block */
    ampc__cover cover;
    const char *plain[2]; /* why there is no text for blocks, none for covers; 0: there is, or the
                           * kernel was not optimised */
    /* The floating-point operations of a thread in a launch with these arguments, or the most that
     * it may do (work_most); 0: that is not known, and no_work says why, or nothing. */
    double (*work)(const int *extent, const void *const *args);
    int work_most;
    const char *no_work;
    int beside; /* threads that are neighbours in the last dimension find what they read and write
                 * side by side, or at one place, and in one dimension they have no loops; 0: no,
                 * or not known */
    int strips; /* blocks read lines of 16 rounds of loops */
    /* How often loops that name elements run when they do, on average; 0: that is not known, or
     * nothing depends on it. */
    double (*rounds)(const int *extent, const void *const *args);
    /* The same kernel with an index of two or three components, for launches of one dimension over
     * a multiple of the last of 'rank - 1' steps, which divide each other: its threads' index of
     * here is their last component, plus the one before times the first step, plus the one before
     * that times the second step. 0: there is none. flat_for: bits AMPC__FLAT_*, for what. */
    struct ampc__kernel *flat;
    /* These steps; behind two of them where the threads end that have anything to do; 0 for what is
     * not positive, or no int. */
    void (*steps)(const void *const *args, ampc__wide *to);
    int flat_for;
} ampc__kernel;
enum { AMPC__FLAT_BLOCKS = 1, AMPC__FLAT_COVERS = 2, AMPC__FLAT_STEPS = 2 };

/* 0: a factor is not positive, or the product is no int. */
static __inline__ ampc__wide ampc__product(ampc__wide a, ampc__wide b)
{
    return a > 0 && b > 0 && b <= 2147483647 / a ? a * b : 0;
}

/* ---- The emulator, which runs kernels as host code ---- */

#ifdef __CHAR_UNSIGNED__
typedef signed char ampc__schar;
typedef unsigned char ampc__uchar;
#endif

enum ampc__id { AMPC__GLOBAL_ID, AMPC__LOCAL_ID, AMPC__GROUP_ID };
/* Of the thread that calls, in OpenCL's order of dimensions (0 to 2). */
ampc_size ampc__emulator_id(enum ampc__id what, unsigned dimension);
/* The tile's object for 'key', of 'bytes' bytes: the same one for all threads of a tile. */
void *ampc__emulator_tile(const void *key, ampc_size bytes);
/* Waits for all threads of the tile. */
void ampc__emulator_barrier(void);

/* ---- Accelerators and futures (ampc.h has the functions of the same things for users) ---- */

typedef struct ampc_accelerator ampc_accelerator;
typedef struct ampc_accelerator_view ampc_accelerator_view;

/* The types of accelerator and accelerator_view. 0 is the default accelerator and its default view,
 * at the time of each use: objects that nothing initialises are zero. */
typedef ampc_accelerator *ampc__accelerator;
typedef ampc_accelerator_view *ampc__queue;
/* accelerator_list: the accelerators 0 to count - 1. */
typedef struct ampc__accelerator_list {
    ampc_size count;
} ampc__accelerator_list;
/* completion_future: the number of an operation, 0 for none. Free to copy; holds nothing. */
typedef struct ampc_future {
    unsigned long long id;
} ampc_future;

/* The accelerator of that name (0: the default one); error runtime_exception and 0 if there is
 * none. */
ampc__accelerator ampc__accelerator_make(const char *name, const char *file, int line);
/* Makes the accelerator of that name the default; 0 if there is none. */
ampc__bool ampc__accelerator_set_default(const char *name);
ampc__accelerator_list ampc__accelerator_all(void);
/* Error runtime_exception, and 0, for a number that is not in the list. */
ampc__accelerator ampc__accelerator_at(ampc__accelerator_list list, long long number,
                                       const char *file, int line);
/* Properties: texts and numbers. */
enum ampc__fact {
    AMPC__DESCRIPTION,
    AMPC__DEVICE_PATH,
    AMPC__DEDICATED_MEMORY, /* KiB */
    AMPC__SUPPORTS_DOUBLE,
    AMPC__IS_EMULATED,
    AMPC__HAS_DISPLAY,
    AMPC__IS_DEBUG,
    AMPC__VERSION,
    AMPC__SUPPORTS_SHARED_MEMORY
};
const char *ampc__accelerator_text(ampc__accelerator a, enum ampc__fact fact, const char *file,
                                   int line);
ampc_size ampc__accelerator_number(ampc__accelerator a, enum ampc__fact fact, const char *file,
                                   int line);
int ampc__accelerator_equal(ampc__accelerator a, ampc__accelerator b);
ampc__queue ampc__accelerator_default_view(ampc__accelerator a, const char *file, int line);
/* mode: 0 automatic, 1 immediate. */
ampc__queue ampc__accelerator_create_view(ampc__accelerator a, int mode, const char *file,
                                          int line);

ampc__accelerator ampc__queue_accelerator(ampc__queue q, const char *file, int line);
int ampc__queue_equal(ampc__queue a, ampc__queue b);
int ampc__queue_is_immediate(ampc__queue q);
void ampc__queue_wait(ampc__queue q, const char *file, int line);
void ampc__queue_flush(ampc__queue q, const char *file, int line);
/* Done when all work submitted to q before is. */
ampc_future ampc__queue_marker(ampc__queue q, const char *file, int line);

/* Waits; get also raises the operation's error. Error runtime_exception for an empty future. */
void ampc__future_get(ampc_future f, const char *file, int line);
void ampc__future_wait(ampc_future f, const char *file, int line);
ampc__bool ampc__future_valid(ampc_future f);
/* get, and how long the kernel of the launch ran; error runtime_exception and 0 for other futures,
 * and where that is not known. */
double ampc__future_seconds(ampc_future f, const char *file, int line);
/* Has devices measure how long kernels run; for accelerators that are first used after it. */
void ampc__time_launches(void);
/* Has function(argument) called on a thread of the library once f is done; the future of that. */
ampc_future ampc__future_then(ampc_future f, void (*function)(void *), void *argument,
                              const char *file, int line);
/* The same for a lambda: its captures are copied bytewise. body(captures, 0) only gives them back:
 * when the operation failed and the body is not to run. */
ampc_future ampc__future_then_body(ampc_future f, void (*body)(void *, int), const void *captures,
                                   ampc_size size, const char *file, int line);

/* Launches 'kernel' over 'extent' (kernel->rank ints) on 'on' (0: the default accelerator's default
 * view). Returns once the work is submitted; copies what stale views need first. args[i]: see
 * ampc__arg_kind; read before the call returns. Errors: invalid_compute_domain (an extent <= 0, too
 * large, or not divisible by its tile), unsupported_feature, out_of_memory, runtime_exception
 * (empty view captured, build failure). */
void ampc__launch(ampc__kernel *kernel, ampc__queue on, const int *extent, const void *const *args);
/* The same, and a future that is done when the kernel is; an empty one after an error. */
ampc_future ampc__launch_future(ampc__kernel *kernel, ampc__queue on, const int *extent,
                                const void *const *args);

/* ---- Algorithms: <amp_algorithms.h> has the same for C ---- */

enum ampc__algorithm {
    AMPC__REDUCE,         /* views: in; value: the initial one, 0: none; result: an element */
    AMPC__SCAN_INCLUSIVE, /* in, out */
    AMPC__SCAN_EXCLUSIVE, /* in, out; value: the initial one, 0: that of the library's own f */
    AMPC__SORT,           /* keys, perhaps values */
    AMPC__COPY_IF,        /* in, out; result: int, the number of elements copied */
    AMPC__HISTOGRAM,      /* in, counts; f: the bin, 0: the element itself */
    AMPC__TRANSFORM,      /* in, perhaps another in, out */
    AMPC__FILL            /* out; value */
};

/* The types of elements that algorithms compute with: of view k in bits 4 k to 4 k + 3. */
enum ampc__number {
    AMPC__OTHER, /* values that are only moved */
    AMPC__INT,
    AMPC__UNSIGNED,
    AMPC__INT64,
    AMPC__UNSIGNED64,
    AMPC__FLOAT,
    AMPC__DOUBLE
};

/* The function of an algorithm. */
typedef struct ampc_operation {
    const char *name;   /* "plus", "min" or "max" of the library's own, if the rest is 0; else that
                           of the function in OpenCL C */
    const char *source; /* OpenCL C 1.2 with that function; 0: 'need' has it */
    /* The function as host code, for the emulator: *result = f(*a, *b), or f(*a). ampcc's takes
     * the note for assert() in it, too. 0: the emulator cannot call it. */
    void (*host)(void *result, const void *a, const void *b, void *note);
    const ampc__need *need; /* an amp function of a unit */
} ampc_operation;

/* Runs an algorithm on 'on' (0: the default accelerator's default view): see amp_algorithms.h for
 * errors. Gives 'result'. */
void *ampc__algorithm(enum ampc__algorithm what, unsigned types, ampc__queue on, int count,
                      const ampc_view *const *views, const void *value, const ampc_operation *f,
                      void *result, const char *file, int line);

/* The function does not read what its argument n points to: a view over memory that is not
 * initialised yet is nothing to warn about. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 11
#define AMPC__ONLY_ADDRESS(n) __attribute__((__access__(__none__, n)))
#else
#define AMPC__ONLY_ADDRESS(n)
#endif

/* Initialises *v as a view of 'rank' over 'p' (0: storage of its own, zeroed), finding or making
 * the home of its memory. 'avail': bytes known to be at p, 0 if unknown. *v holds one share of the
 * home until ampc__view_release. */
AMPC__ONLY_ADDRESS(5)
void ampc__view_init(ampc_view *v, int rank, const int *extent, ampc_size elem, const void *p,
                     ampc_size avail, unsigned flags, const char *file, int line);
/* Releases the share of *v and makes it empty; with the last share of a home that overlaps the
 * view's elements, they are synchronised to host memory first. An empty view: no-op. */
void ampc__view_release(ampc_view *v);
/* Adds a share, for a copy of the view in another object. */
void ampc__view_retain(ampc_view *v);
/* dst = src with shares moved right: src keeps its own. 'bytes': size of the whole ampc_viewN. */
void ampc__view_assign(ampc_view *dst, const ampc_view *src, ampc_size bytes);
/* Makes the host's copy of the view's elements valid for 'access' (AMPC_READ, AMPC_WRITE or both);
 * the slow path of ampc__atN. Error runtime_exception for an empty view. */
void ampc__view_access(const ampc_view *v, unsigned access, const char *file, int line);

void ampc__view_synchronize(const ampc_view *v, const char *file, int line);
/* The same on a thread of the library. */
ampc_future ampc__view_synchronize_async(const ampc_view *v, const char *file, int line);
/* To host memory, where the accelerator is a CPU or works in it; else there is nothing to do: each
 * launch brings its views. */
void ampc__view_synchronize_to(const ampc_view *v, ampc__queue on, const char *file, int line);
ampc_future ampc__view_synchronize_to_async(const ampc_view *v, ampc__queue on, const char *file,
                                            int line);
/* The default view of an accelerator that has the view's newest data; if none has, the default
 * accelerator's. */
ampc__queue ampc__view_source(const ampc_view *v, const char *file, int line);
void ampc__view_refresh(const ampc_view *v, const char *file, int line);
void ampc__view_discard_data(const ampc_view *v, const char *file, int line);
/* The view's own host pointer, made valid for 'access'. */
void *ampc__view_data(const ampc_view *v, unsigned access, const char *file, int line);

/* Objects that hold views and arrays: structs and C arrays. 'views' says where: their number, then
 * the offset of each in bytes, ascending, with AMPC__HELD_ARRAY for an array. */
enum { AMPC__HELD_ARRAY = 1 };
/* Releases all views of an object at the end of its scope (a cleanup function). */
typedef struct ampc__guard {
    void *object;
    const ampc_size *views;
} ampc__guard;
void ampc__guard_end(ampc__guard *guard);
/* Adds a share for every view in *object, which a copy takes over. Returns object. */
void *ampc__views_take(void *object, const ampc_size *views);
/* Makes *room a copy of *object with shares and arrays of its own. Returns room. */
void *ampc__views_copy(void *room, const void *object, ampc_size bytes, const ampc_size *views);
/* *dst = *src with shares moved right: src keeps its own. Returns dst. */
void *ampc__views_assign(void *dst, const void *src, ampc_size bytes, const ampc_size *views);
/* An object of static storage duration whose views are released at exit. The objects of a program
 * or shared library lie in one section. */
typedef struct ampc__static {
    void *object;
    const ampc_size *views;
} ampc__static;
void ampc__statics(ampc__static *begin, ampc__static *end);
/* Registers a thread-local object: its views are released when the calling thread ends, or the
 * program ends in this thread. */
void ampc__thread_object(void *object, const ampc_size *views, const char *file, int line);
/* The state of a static object in a function, which is initialised when its declaration is reached
 * first: begin is 1 for the one thread that is to do it and to call end; others wait. Error
 * runtime_exception if that thread comes to the declaration again before. */
typedef struct ampc__once {
    int done;
    const void *owner;
} ampc__once;
int ampc__once_begin(ampc__once *once, const char *file, int line);
void ampc__once_end(ampc__once *once);
/* The same as ampc__guard for a variable-length array of 'bytes', with elements of 'size' each. */
typedef struct ampc__elements {
    char *object;
    ampc_size bytes, size;
    const ampc_size *views;
} ampc__elements;
void ampc__elements_end(ampc__elements *guard);

/* Subviews. They hold no share of their own: ampc__shareN adds one. Errors (the subview is empty
 * then): runtime_exception for an empty view, and for one that does not lie inside. */
/* *v becomes its section from 'origin' (0: the first element) on with 'extent' (0: all that
 * follows).
 */
void ampc__view_section(ampc_view *v, const int *origin, const int *extent, const char *file,
                        int line);
/* *row = the view of one rank less at component 0 = i of *v. */
void ampc__view_row(ampc_view *row, const ampc_view *v, int i, const char *file, int line);
/* *v = the elements of 'flat', a view of rank 1, in another shape; there may be fewer. */
void ampc__view_shape(ampc_view *v, int rank, const ampc_view *flat, const int *extent,
                      const char *file, int line);
/* *v, a view of rank 1, becomes one of as many elements of other size and alignment as fit. */
void ampc__view_retype(ampc_view *v, ampc_size elem, ampc_size align, const char *file, int line);

/* An array<T, N> is an ampc_viewN too, of storage of its own: copying the struct borrows or shares
 * it, the functions below copy the elements. Initialises *v as an array with the elements at 'p'
 * (0: zeros), of which 'avail' bytes are known to be there (0: unknown), for 'on'; flags
 * AMPC_VIEW_STAGING: in the host's memory, for copies from and to 'associated'. Error
 * runtime_exception for an extent <= 0. An array for a CPU is a staging array, too. */
void ampc__array_init(ampc_view *v, int rank, const int *extent, ampc_size elem, const void *p,
                      ampc_size avail, ampc__queue on, ampc__queue associated, unsigned flags,
                      const char *file, int line);
/* Initialises *v as an array with the extent and elements of src, placed as src is, or as
 * ampc__array_init says. */
void ampc__array_clone_on(ampc_view *v, int rank, const ampc_view *src, ampc__queue on,
                          ampc__queue associated, unsigned flags, const char *file, int line);
void ampc__array_clone(ampc_view *v, int rank, const ampc_view *src, const char *file, int line);
/* dst = src for the array dst: in place when the extents are the same, else with new storage. An
 * empty dst is placed as src is; an empty src leaves dst empty.
 * 'bytes': size of the whole ampc_viewN. */
void ampc__array_assign(ampc_view *dst, const ampc_view *src, ampc_size bytes, const char *file,
                        int line);
/* The accelerator_view that an array was made for, or its associated one. */
ampc__queue ampc__array_queue(const ampc_view *v, int associated);
/* data() of an array: of a staging one as ampc__view_data, else an error and 0. */
void *ampc__array_data(const ampc_view *v, unsigned access, const char *file, int line);
/* The host subscripts an array, whose elements are the accelerator's: raises runtime_exception. */
void ampc__array_refuse(const char *file, int line);

/* copy(): the elements of src become those of dst. Error runtime_exception if the extents differ,
 * or if 'avail' (bytes known to be at the pointer, 0 if unknown) is too little. A dst over host
 * memory has its newest elements there afterwards. */
void ampc__copy(const ampc_view *src, const ampc_view *dst, const char *file, int line);
void ampc__copy_in(const void *src, ampc_size avail, const ampc_view *dst, const char *file,
                   int line);
void ampc__copy_out(const ampc_view *src, void *dst, ampc_size avail, const char *file, int line);
/* The same of the memory from 'src' to 'end', which has as many elements as dst: else error
 * runtime_exception. */
void ampc__copy_range(const void *src, const void *end, const ampc_view *dst, const char *file,
                      int line);
/* copy_async(): the same on a thread of the library; the memory must live until it is done. */
ampc_future ampc__copy_async(const ampc_view *src, const ampc_view *dst, const char *file,
                             int line);
ampc_future ampc__copy_in_async(const void *src, ampc_size avail, const ampc_view *dst,
                                const char *file, int line);
ampc_future ampc__copy_out_async(const ampc_view *src, void *dst, ampc_size avail, const char *file,
                                 int line);
ampc_future ampc__copy_range_async(const void *src, const void *end, const ampc_view *dst,
                                   const char *file, int line);

/* A texture<T, N> is an array whose elements have a format: what their scalars are, and how many
 * bits each has in host memory. */
enum ampc__texel {
    AMPC__TEXEL_NONE,
    AMPC__TEXEL_INT,
    AMPC__TEXEL_UINT,
    AMPC__TEXEL_FLOAT,
    AMPC__TEXEL_NORM,
    AMPC__TEXEL_UNORM,
    AMPC__TEXEL_DOUBLE
};
/* Initialises *v as a texture, as ampc__array_init does an array; elem: bytes of an element in
 * kernels; bits 0: those of the kind. With the elements from p to 'end', or, if that is 0, with
 * those in the 'bytes' bytes at p, which have the format. Error unsupported_feature for another
 * number of bits than the kind can have. */
void ampc__texture_init(ampc_view *v, int rank, const int *extent, ampc_size elem,
                        enum ampc__texel kind, const void *p, ampc_size bytes, const void *end,
                        unsigned bits, ampc__queue on, ampc__queue associated, unsigned flags,
                        const char *file, int line);
/* copy() of elements of the texture's format: error runtime_exception if there are fewer bytes than
 * the texture has. Of elements as kernels have them, and of textures: ampc__copy and the like. */
void ampc__texture_in(const void *src, ampc_size bytes, const ampc_view *dst, const char *file,
                      int line);
void ampc__texture_out(const ampc_view *src, void *dst, ampc_size bytes, const char *file,
                       int line);
ampc_future ampc__texture_in_async(const void *src, ampc_size bytes, const ampc_view *dst,
                                   const char *file, int line);
ampc_future ampc__texture_out_async(const ampc_view *src, void *dst, ampc_size bytes,
                                    const char *file, int line);
/* copy() of the elements from 'from' on, in an extent, to those from 'to' on. */
void ampc__copy_part(const ampc_view *src, const int *from, const ampc_view *dst, const int *to,
                     const int *extent, const char *file, int line);
ampc_future ampc__copy_part_async(const ampc_view *src, const int *from, const ampc_view *dst,
                                  const int *to, const int *extent, const char *file, int line);
/* Of a texture or a view of one: bits of a scalar, bytes of all elements in its format. */
unsigned ampc__texture_bits(const ampc_view *v);
unsigned ampc__texture_bytes(const ampc_view *v);

/* index and extent arithmetic that needs a check. */
/* Each of the 'rank' components rounded up to a multiple of its tile size. One that an int cannot
 * hold then is rounded down; that is one error, however many there are. */
void ampc__extent_pad(int *extent, const int *tile, int rank, const char *file, int line);
int ampc__extent_truncate(int extent, int tile); /* rounded down */

/* Memory that ends. 'p' is about to be passed to free(): views over that allocation have no memory
 * from now on, and nothing is copied back; their use is an error runtime_exception that names both
 * places. 0, and memory without views: nothing happens. Waits for kernels that work in the memory
 * itself. */
AMPC__ONLY_ADDRESS(1)
void ampc__freed(const volatile void *p, const char *file, int line);
/* The same for calls that may fail, after which all is as before: leave_at and leave_bytes get the
 * arguments, in any order, and leave_end the result. Memory that realloc() and mremap() keep has
 * the views' newest elements. The views end only if the call succeeds; size 0 is free() to
 * realloc(). */
enum ampc__leave_kind {
    AMPC__LEAVE_REALLOC, /* the allocation at the address; sizes are those asked for */
    AMPC__LEAVE_MUNMAP,  /* so many bytes at the address */
    AMPC__LEAVE_MREMAP
};
typedef struct ampc__leave {
    enum ampc__leave_kind kind;
    const char *file;
    int line;
    /* The library's; they start as 0. */
    int zero;
    const void *at;
    ampc_size bytes, end;
    void *homes;
} ampc__leave;
AMPC__ONLY_ADDRESS(2)
void ampc__leave_at(ampc__leave *l, const volatile void *p);
void ampc__leave_bytes(ampc__leave *l, ampc_size bytes);
void ampc__leave_end(ampc__leave *l, int done);

/* What the host compiler's options say about arithmetic, for ampcc to read: it holds for kernels
 * too. */
#ifdef __FAST_MATH__
enum { AMPC__FAST_MATH = 1 };
#else
enum { AMPC__FAST_MATH = 0 };
#endif
#if defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__ > 0
enum { AMPC__FINITE_MATH = 1 };
#else
enum { AMPC__FINITE_MATH = 0 };
#endif
#ifdef __NO_SIGNED_ZEROS__
enum { AMPC__NO_SIGNED_ZEROS = 1 };
#else
enum { AMPC__NO_SIGNED_ZEROS = 0 };
#endif
#if defined __NO_SIGNED_ZEROS__ && defined __ASSOCIATIVE_MATH__ && defined __RECIPROCAL_MATH__ &&  \
    defined __NO_TRAPPING_MATH__
enum { AMPC__UNSAFE_MATH = 1 }; /* -funsafe-math-optimizations */
#else
enum { AMPC__UNSAFE_MATH = 0 };
#endif
#ifdef __STRICT_ANSI__
enum { AMPC__ISO = 1 }; /* -std=c11 and the like */
#else
enum { AMPC__ISO = 0 };
#endif
#if defined __STDC_VERSION__ && __STDC_VERSION__ > 201710L
enum { AMPC__NULLPTR = 1 }; /* perhaps: C23 has it */
#else
enum { AMPC__NULLPTR = 0 };
#endif
#if !defined __STRICT_ANSI__ && defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
enum {
    AMPC__GNU_KEYWORDS = 1
}; /* asm, inline, restrict and typeof, as ampcc's driver reads here */
#endif

/* Binaries of a unit's kernels for some accelerators, embedded by ampcc --precompile: what
 * ampc__binary_make gave. The library prefers them to its cache and to the source. */
typedef struct ampc__binary {
    const void *bytes;
    ampc_size size;
    struct ampc__binary *next; /* the library's */
} ampc__binary;
/* Registers and takes back one; from constructors and destructors of programs and shared libraries.
 */
void ampc__binary_add(ampc__binary *binary);
void ampc__binary_remove(ampc__binary *binary);
/* The binary of a module without needs on an accelerator, allocated; 0 after an error, which is
 * raised. It is of the build for launches whose views have in common what module->uses has of
 * AMPC__USES_DENSE, EQUAL, ALIGNED and CONSTANT; with none of them it serves all launches. */
void *ampc__binary_make(const ampc__module *module, ampc_accelerator *accelerator, ampc_size *size);

/* C++ AMP's mathematics beyond <math.h>, and functions that compilers do not have as built-ins. */
#define AMPC__MATH(name)                                                                           \
    double ampc__##name(double x);                                                                 \
    float ampc__##name##f(float x);
AMPC__MATH(rsqrt)
AMPC__MATH(rcbrt)
AMPC__MATH(sinpi)
AMPC__MATH(cospi)
AMPC__MATH(tanpi)
AMPC__MATH(erfinv)
AMPC__MATH(erfcinv)
AMPC__MATH(phi)
AMPC__MATH(probit)
AMPC__MATH(exp10)
double ampc__scalb(double x, double n);
float ampc__scalbf(float x, float n);
double ampc__lgamma(double x, int *sign);
float ampc__lgammaf(float x, int *sign);
void ampc__sincos(double x, double *sine, double *cosine);
void ampc__sincosf(float x, float *sine, float *cosine);
double ampc__nan(int payload);
float ampc__nanf(int payload);

#define AMPC__INLINE static __inline__
AMPC__INLINE float ampc__fdividef(float x, float y)
{
    return x / y;
}
AMPC__INLINE float ampc__rcpf(float x)
{
    return 1 / x;
}
/* Never a clone of the function with other parameters, which compilers warn about by the wrong
 * number. */
#define AMPC__ALWAYS_INLINE AMPC__INLINE __attribute__((__always_inline__))

AMPC__INLINE int ampc__once_first(ampc__once *once, const char *file, int line)
{
    return !__atomic_load_n(&once->done, __ATOMIC_ACQUIRE) && ampc__once_begin(once, file, line);
}

#include "ampc_ranks.h"

/* Behind the include, so that the last declaration is one of this file: ampcc looks for it. */
AMPC__INLINE ampc_view1 ampc__retype(ampc_view1 v, ampc_size elem, ampc_size align,
                                     const char *file, int line)
{
    ampc__view_retype(&v.v, elem, align, file, line);
    return v;
}

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef AMPC__WORDS
#include "ampc_words.h"
#endif

#endif
