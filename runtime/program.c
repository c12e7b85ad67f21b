/* program.c - OpenCL programs and kernels of modules: built once for each module, device and
 * variant, kept until exit.
 *
 * Programs are built side by side, without any lock; the entry in the module's list makes other
 * threads wait for the same one. Variants are 32- and 64-bit offsets, and text with checks. Relies
 * on compose.c for the text and on binary.c for the cache. Example: the second launch of a kernel
 * finds what the first has built. */
#include "runtime/program.h"
#include "runtime/cache.h"
#include "runtime/profile.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Protects module->cache and kernel->cache's growth; not held while a program is built. Readers
 * walk kernel->cache without it: entries are complete before they are linked in and never go away.
 */
static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t built = PTHREAD_COND_INITIALIZER; /* or failed */

/* A module for one device in one variant. */
struct program {
    struct program *next;
    struct ampc_accelerator *accelerator;
    unsigned form;   /* FORM_* */
    bool has_binary; /* see struct compiled, as the next three */
    bool is_dense, is_same, has_images;
    const struct cover_shape *cover;
    struct later *later;
    cl_program program; /* 0: some thread is building it */
};

/* ---- Checks that need no build ---- */

static bool check_features(const ampc__kernel *kernel, unsigned uses,
                           const struct ampc_accelerator *a, struct failure *f)
{
    const struct {
        unsigned use;
        bool has;
        const char *what;
    } features[] = {
        {AMPC__USES_DOUBLE, a->has_double, "double precision"},
        {AMPC__USES_HALF, a->has_half, "half precision"},
        {AMPC__USES_INT64_ATOMICS, a->has_int64_atomics, "64-bit atomics"},
    };
    for (size_t k = 0; k < sizeof features / sizeof features[0]; k++) {
        if ((uses & features[k].use) && !features[k].has) {
            return failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                               "kernel %s needs %s, which %s does not have", kernel->name,
                               features[k].what, a->description);
        }
    }
    return true;
}

bool program_check_tile(const ampc__kernel *kernel, const struct ampc_accelerator *a, size_t limit,
                        struct failure *f)
{
    size_t product = 1;
    if (!kernel->tile[0])
        return true;
    for (int k = 0; k < kernel->rank; k++)
        product *= (size_t)kernel->tile[k];
    if (product > limit) {
        return failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                           "kernel %s has tiles of %zu threads, %s takes at most %zu", kernel->name,
                           product, a->description, limit);
    }
    for (int k = 0; k < kernel->rank; k++) {
        size_t most = a->max_items[kernel->rank - 1 - k];
        if ((size_t)kernel->tile[k] > most) {
            return failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                               "kernel %s has tile size %d in dimension %d, %s takes at most %zu",
                               kernel->name, kernel->tile[k], k, a->description, most);
        }
    }
    return true;
}

/* Checks the tile_static bytes, as known from ampcc or the driver. */
static bool check_tile_bytes(const ampc__kernel *kernel, unsigned long long bytes,
                             const struct ampc_accelerator *a, struct failure *f)
{
    if (bytes <= a->local_bytes)
        return true;
    return failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                       "kernel %s needs %llu bytes of tile_static memory, %s has %llu",
                       kernel->name, bytes, a->description, (unsigned long long)a->local_bytes);
}

static bool check_parameters(const ampc__kernel *kernel, const struct ampc_accelerator *a,
                             struct failure *f)
{
    size_t bytes = kernel->tile[0] ? 0 : (size_t)kernel->rank * sizeof(cl_int);
    for (int k = 0; k < kernel->nargs; k++) {
        switch ((enum ampc__arg_kind)kernel->args[k].kind) {
        case AMPC__ARG_VALUE:
            bytes += kernel->args[k].size;
            if (a->image_count && (kernel->args[k].flags & AMPC__VIEW_IMAGE))
                bytes += sizeof(cl_sampler);
            break;
        case AMPC__ARG_BUFFER:
            bytes += sizeof(cl_mem);
            break;
        case AMPC__ARG_VIEW:
            bytes += sizeof(cl_mem) + 8 + 12 * (size_t)kernel->args[k].rank;
            if (a->image_count && (kernel->args[k].flags & AMPC__VIEW_IMAGE))
                bytes += sizeof(cl_mem);
            break;
        }
    }
    if (bytes <= a->max_parameters)
        return true;
    return failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                       "the captures of kernel %s take %zu bytes, %s takes at most %zu",
                       kernel->name, bytes, a->description, a->max_parameters);
}

/* ---- Building ---- */

/* Whether the kernels that may be contracted are: not where AMPC_VERIFY compares them with the
 * host. On CPUs blocks of threads alone are, by the text's own pragmas: whose sums run beside each
 * other, in vectors. One sum takes longer where each product waits for it. */
static bool gains_by_contraction(const struct ampc_accelerator *a, unsigned form)
{
    return (!(a->type & CL_DEVICE_TYPE_CPU) || (form & FORM_BLOCKS)) && !a->rasteriser &&
           !verify_enabled();
}

/* Whether functions of ours are used where they are the same for vectors (AMPC_CPU); they compute
 * with double. */
static bool has_own_functions(const struct ampc_accelerator *a)
{
    return (a->type & CL_DEVICE_TYPE_CPU) && !a->rasteriser && a->rounds_exactly && a->has_double;
}

bool has_long_vectors(const struct ampc_accelerator *a)
{
    return a->native_floats >= 16;
}

bool has_panels(const ampc__kernel *kernel, unsigned form)
{
    return kernel->panels[0] && (form & FORM_BLOCKS) && !(form & FORM_SHORT);
}

/* Whether a text has floating-point sums by atomic functions, and the device instructions for them.
 */
static bool has_float_atomics(const struct ampc_accelerator *a, const char *source)
{
    return a->has_float_atomics && strstr(source, "AMPC_FLOAT_ATOMICS");
}

/* The options of clBuildProgram for a text, allocated; 0 without memory. OpenCL C 1.2 is what every
 * device has; what else the text needs is of 3.0. */
static char *build_options(const ampc__module *module, const char *source,
                           const struct ampc_accelerator *a, unsigned form)
{
    enum { LONGEST = 320 }; /* of all but the module's own */
    const char *own = module->options ? module->options : "", *known = known_options(form);
    size_t bytes = LONGEST + strlen(own) + strlen(known);
    char *text = malloc(bytes);
    if (text) {
        snprintf(
            text, bytes,
            "-cl-std=%s -w%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s", /* the user's compiler has warned */
            has_float_atomics(a, source) ? "CL3.0 -DAMPC_FLOAT_ATOMICS" : "CL1.2",
            a->rounds_exactly ? " -cl-fp32-correctly-rounded-divide-sqrt" : "",
            form & FORM_WIDE ? " -DAMPC_WIDE" : "", form & FORM_DENSE ? " -DAMPC_DENSE" : "",
            form & FORM_EQUAL ? " -DAMPC_EQUAL" : "", form & FORM_ALIGNED ? " -DAMPC_ALIGNED" : "",
            form & FORM_CONSTANT ? " -DAMPC_CONSTANT" : "", form & FORM_SAME ? " -DAMPC_SAME" : "",
            form & FORM_IMAGES ? " -DAMPC_IMAGES" : "", form & FORM_BLOCKS ? " -DAMPC_BLOCKS" : "",
            has_own_functions(a) ? " -DAMPC_CPU" : "",
            (form & FORM_BLOCKS) && has_long_vectors(a) ? " -DAMPC_LONG_VECTORS" : "",
            form & FORM_SHORT ? " -DAMPC_SHORT" : "",
            gains_by_contraction(a, form) ? " -DAMPC_CONTRACT" : "",
            a->divides_with_branches && strstr(known, "-DAMPC_COVER") ? " -DAMPC_BRANCHLESS" : "",
            known, *own ? " " : "", own);
    }
    return text;
}

/* The build log, on the user's lines as far as they are known, allocated; 0 if there is none. */
static char *build_log(cl_program program, cl_device_id device, const char *source)
{
    size_t bytes = 0;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes) !=
            CL_SUCCESS ||
        bytes < 2)
        return NULL;
    char *text = calloc(bytes + 1, 1);
    if (text && clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, text, NULL) !=
                    CL_SUCCESS) {
        free(text);
        return NULL;
    }
    char *located = text ? build_log_located(text, source) : NULL;
    if (located)
        free(text);
    return located ? located : text;
}

/* Fast mathematics is the device's own. */
static bool needs_unfused_text(const ampc__module *module, const char *source,
                               const struct ampc_accelerator *a)
{
    return a->rounds_fma_twice && a->has_double &&
           (strstr(source, "double") || strstr(source, "tgamma(")) &&
           !(module->options && (strstr(module->options, "-cl-fast-relaxed-math") ||
                                 strstr(module->options, "-cl-unsafe-math"))) &&
           !text_is_module(module);
}

static cl_program build_source(const ampc__module *module, const char *source,
                               struct ampc_accelerator *a, const char *options, struct failure *f)
{
    cl_int status = CL_SUCCESS;
    const char *texts[] = {unfused_text, source};
    bool both = needs_unfused_text(module, source, a);
    cl_program program =
        clCreateProgramWithSource(a->context, both ? 2 : 1, both ? texts : &source, NULL, &status);
    if (status != CL_SUCCESS) {
        failure_set_cl(f, status, "the kernels of %s on %s", module->file, a->description);
        return NULL;
    }
    status = clBuildProgram(program, 1, &a->device, options, NULL, NULL);
    char *log = build_log(program, a->device, source);
    if (status != CL_SUCCESS) {
        trace_print("building %s failed: %s\n%s", module->file, cl_status_name(status),
                    log ? log : "");
        ampc_error code = cl_status_error(status);
        bool own = code == AMPC_ERROR_OUT_OF_MEMORY || code == AMPC_ERROR_ACCELERATOR_VIEW_REMOVED;
        failure_set(f, own ? code : AMPC_ERROR_RUNTIME_EXCEPTION,
                    "the kernels of %s do not build for %s: %s\n%s", module->file, a->description,
                    cl_status_name(status), log ? log : "");
        clReleaseProgram(program);
        program = NULL;
    } else if (log) {
        trace_print("%s", log);
    }
    free(log);
    return program;
}

/* What a program is built of, and in which form, at last. */
struct recipe {
    const ampc__module *module;
    const char *source;
    struct ampc_accelerator *accelerator;
    unsigned form;
};

/* From a binary of the same options, embedded or cached. */
static cl_program build_from_binary(struct recipe *r, const char *key, const char *options,
                                    const char **from)
{
    const unsigned forms[] = {r->form, r->form % FORM_KNOWN,
                              r->form % FORM_KNOWN & ~(unsigned)FORM_SAME,
                              r->form & (FORM_WIDE | FORM_BLOCKS)};
    cl_program program = binary_load(key, r->accelerator, options, from);
    /* Whoever embedded a binary wants no build: those of more general forms serve the launch too.
     */
    for (size_t k = 1; k < sizeof forms / sizeof forms[0] && !program; k++) {
        if (forms[k] == forms[k - 1])
            continue;
        char *general = build_options(r->module, r->source, r->accelerator, forms[k]);
        char *other = general ? binary_key(r->accelerator, general, r->source) : NULL;
        program = other ? binary_embedded(other, r->accelerator, general) : NULL;
        *from = program ? "the program itself" : NULL;
        r->form = program ? forms[k] : r->form;
        free(general);
        free(other);
    }
    return program;
}

/* From a binary, else from the source, whose binary is kept then. Sets made->has_binary and
 * made->later. */
static cl_program build(struct recipe *r, const char *options, struct program *made,
                        struct failure *f)
{
    struct ampc_accelerator *a = r->accelerator;
    const char *file = r->module->file;
    double start = profile_now();
    const char *from = NULL;
    char *key = binary_key(a, options, r->source);
    cl_program program = key ? build_from_binary(r, key, options, &from) : NULL;
    struct turn *turn = key && !program ? binary_turn(key, a) : NULL;
    if (turn)
        program = binary_load(key, a, options, &from);
    made->has_binary = program != NULL;
    if (program) {
        turn_end(turn);
        counters_binary();
        trace_print("took the kernels of %s for %s from %s in %.3f s (%s)", file, a->name, from,
                    profile_now() - start, options);
    } else if ((program = build_source(r->module, r->source, a, options, f))) {
        counters_build();
        trace_print("built the kernels of %s for %s in %.3f s (%s)", file, a->name,
                    profile_now() - start, options);
        made->later = key ? binary_store(key, a, program, turn) : NULL;
    } else {
        turn_end(turn);
    }
    if (profile_enabled()) {
        profile_add(&(struct profile_span){.kind = PROFILE_BUILD,
                                           .what = from ? "from a binary" : "from source",
                                           .file = file,
                                           .accelerator = a},
                    start);
    }
    free(key);
    return program;
}

unsigned program_forms(const ampc__module *module, const struct ampc_accelerator *a)
{
    unsigned uses = a->emulated ? 0 : module->uses, forms = 0;
    forms |= uses & AMPC__USES_DENSE ? FORM_DENSE : 0;
    forms |= uses & AMPC__USES_ALIGNED ? FORM_ALIGNED : 0;
    forms |= uses & AMPC__USES_CONSTANT ? FORM_CONSTANT : 0;
    /* Hardware samples with few bits: not what the host would find. */
    forms |= uses & AMPC__USES_IMAGES && a->image_count && !verify_enabled() ? FORM_IMAGES : 0;
    /* PoCL's stencils take 1.7 times as long where the subscripts of two views are the same. */
    forms |= uses & AMPC__USES_EQUAL && !(a->type & CL_DEVICE_TYPE_CPU) ? FORM_EQUAL : 0;
    if ((uses & AMPC__USES_BLOCKS) && (a->type & CL_DEVICE_TYPE_CPU) &&
        !(module->checked && environment_flag("AMPC_CHECK"))) /* whose text has no blocks */
        forms |= FORM_BLOCKS;
    /* Work-items of blocks are fewer than threads, and PoCL takes offsets for smaller than the
     * number of work-items; functions of other units stand in front of what counts from the
     * offset. */
    if ((forms & FORM_DENSE) && !(forms & FORM_BLOCKS) && !module->nneeds && a->copies_arguments)
        forms |= FORM_SAME;
    return forms;
}

bool program_gains_same(const ampc__module *module, const struct ampc_accelerator *a)
{
    bool any = false, same = false;
    pthread_mutex_lock(&cache_lock);
    for (const struct program *p = module->cache; p; p = p->next) {
        any |= p->accelerator == a;
        same |= p->accelerator == a && (p->form & FORM_SAME);
    }
    pthread_mutex_unlock(&cache_lock);
    return same || !any;
}

void *ampc__binary_make(const ampc__module *module, ampc_accelerator *accelerator, ampc_size *size)
{
    struct failure f;
    struct module_needs needs;
    void *packed = NULL;
    f.code = AMPC_SUCCESS;
    if (accelerator->emulated) {
        failure_set(&f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                    "the emulator takes no binaries: programs have its kernels as host code");
        failure_raise(&f, module->file, 0);
        return NULL;
    }
    char *source = module_source(module, &needs, &f);
    unsigned form = program_forms(module, accelerator) & ~(unsigned)FORM_SAME;
    char *options = source ? build_options(module, source, accelerator, form) : NULL;
    char *key = options ? binary_key(accelerator, options, source) : NULL;
    cl_program program = key && accelerator_open(accelerator, &f)
                             ? build_source(module, source, accelerator, options, &f)
                             : NULL;
    if (program) {
        packed = binary_pack(key, program, size);
        clReleaseProgram(program);
    }
    if (!packed) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "%s gives no binary of the kernels of %s",
                    accelerator->description, module->file);
        failure_raise(&f, module->file, 0);
    }
    free(source);
    free(options);
    free(key);
    return packed;
}

/* The entry for the module's program, which another thread may be building; 0: none. Under
 * cache_lock. */
static struct program *program_find(const ampc__module *module, const struct ampc_accelerator *a,
                                    unsigned form)
{
    struct program *p = module->cache;
    while (p && (p->accelerator != a || p->form != form))
        p = p->next;
    return p;
}

struct building {
    struct program *program;
    const ampc__module *module;
    const char *source;
    struct failure *failure;
};

/* Builds what the new entry b->program stands for, or leaves it without a program. */
static void program_build(void *building)
{
    const struct building *b = building;
    struct program *p = b->program;
    char *options = build_options(b->module, b->source, p->accelerator, p->form);
    struct program made = {0};
    struct recipe recipe = {b->module, b->source, p->accelerator, p->form};
    if (options)
        made.program = build(&recipe, options, &made, b->failure);
    else
        failure_set(b->failure, AMPC_ERROR_OUT_OF_MEMORY, "no memory to build %s", b->module->file);
    free(options);
    runtime_lock();
    const struct cover_shape *cover = known_cover(recipe.form);
    runtime_unlock();
    pthread_mutex_lock(&cache_lock);
    p->has_binary = made.has_binary;
    p->later = made.later;
    p->is_dense = recipe.form & FORM_DENSE;
    p->is_same = recipe.form & FORM_SAME;
    p->has_images = recipe.form & FORM_IMAGES;
    p->cover = cover;
    p->program = made.program;
    pthread_mutex_unlock(&cache_lock);
}

static void program_unlink(ampc__module *module, struct program *p)
{
    pthread_mutex_lock(&cache_lock);
    struct program **at = (struct program **)&module->cache;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    pthread_mutex_unlock(&cache_lock);
    free(p);
}

/* The module's program, built from 'source'. Programs are built in parallel, each by one thread,
 * for which other users of it wait; if it fails, one of these tries again. */
static const struct program *program_get(ampc__module *module, const char *source,
                                         struct ampc_accelerator *a, unsigned form,
                                         struct failure *f)
{
    struct program *p, *fresh = calloc(1, sizeof *fresh);
    if (!fresh) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory to build %s", module->file);
        return NULL;
    }
    pthread_mutex_lock(&cache_lock);
    while ((p = program_find(module, a, form)) && !p->program)
        pthread_cond_wait(&built, &cache_lock);
    if (!p) {
        *fresh = (struct program){.next = module->cache, .accelerator = a, .form = form};
        module->cache = fresh;
    }
    pthread_mutex_unlock(&cache_lock);
    if (p) {
        free(fresh);
        return p;
    }
    process_with_room(program_build, &(struct building){fresh, module, source, f});
    bool ok = fresh->program != NULL;
    if (!ok)
        program_unlink(module, fresh);
    pthread_mutex_lock(&cache_lock);
    pthread_cond_broadcast(&built);
    pthread_mutex_unlock(&cache_lock);
    return ok ? fresh : NULL;
}

/* ---- Kernels ---- */

/* Bytes that drivers use beyond the kernel's own, as in clGetKernelWorkGroupInfo's
 * CL_KERNEL_LOCAL_MEM_SIZE: NVIDIA's uses a byte or more, which does not reduce the kernel's limit.
 * The query is made for kernels from text alone, whose memory the compiler does not know; PoCL 6
 * says 0. */
enum { DRIVERS_OWN_BYTES = 16 };

/* Refuses a build whose groups cover blocks if it takes more registers than there are. */
static bool cover_fit(const struct compiled *c, const ampc__kernel *kernel, struct failure *f)
{
    cl_ulong bytes = 0;
    bool spills =
        c->accelerator->tells_spills &&
        clGetKernelWorkGroupInfo(c->kernel, c->accelerator->device, CL_KERNEL_PRIVATE_MEM_SIZE,
                                 sizeof bytes, &bytes, NULL) == CL_SUCCESS &&
        bytes > 0;
    return !spills || failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                                  "kernel %s keeps %zu bytes of registers in memory", kernel->name,
                                  (size_t)bytes);
}

/* Checks that need the built kernel: whether its tile fits; and sets the work-group of an untiled
 * kernel. How many threads the driver says a group can have (OpenCL 1.2, 5.7.3) is no reason to
 * refuse a tile: NVIDIA's says 256 of every kernel, of those that require 1024 too, which it runs.
 * Groups that are too large fail at the launch (launch_submit in launch.c). */
static bool compiled_fit(struct compiled *c, const ampc__kernel *kernel, struct failure *f)
{
    const struct ampc_accelerator *a = c->accelerator;
    cl_ulong local = 0;
    cl_int status = clGetKernelWorkGroupInfo(c->kernel, a->device, CL_KERNEL_WORK_GROUP_SIZE,
                                             sizeof c->limit, &c->limit, NULL);
    if (status == CL_SUCCESS) {
        status = clGetKernelWorkGroupInfo(c->kernel, a->device, CL_KERNEL_LOCAL_MEM_SIZE,
                                          sizeof local, &local, NULL);
    }
    if (status != CL_SUCCESS)
        return failure_set_cl(f, status, "limits of kernel %s", kernel->name);
    if (kernel->tile_bytes == 0 && local > a->local_bytes + DRIVERS_OWN_BYTES &&
        !check_tile_bytes(kernel, local, a, f))
        return false;
    if (c->cover)
        return cover_fit(c, kernel, f);
    if (!kernel->tile[0]) {
        launch_group(a, kernel, a->max_group, c->group);
        return true;
    }
    for (int k = 0; k < 3; k++)
        c->group[k] = k < kernel->rank ? (size_t)kernel->tile[kernel->rank - 1 - k] : 1;
    return true;
}

static void compiled_free(struct compiled *c)
{
    if (c && c->kernel)
        clReleaseKernel(c->kernel);
    if (c) {
        arguments_free(c->arguments);
        free(c->captures);
    }
    free(c);
}

static cl_kernel create_kernel(const struct program *program, const ampc__kernel *kernel,
                               struct failure *f)
{
    cl_int status = CL_SUCCESS;
    cl_kernel made = clCreateKernel(program->program, kernel->name, &status);
    if (status != CL_SUCCESS) {
        failure_set_cl(f, status, "kernel %s of %s", kernel->name, kernel->module->file);
        return NULL;
    }
    return made;
}

static bool has_views(const ampc__kernel *kernel)
{
    int k = 0;
    while (k < kernel->nargs && kernel->args[k].kind != AMPC__ARG_VIEW)
        k++;
    return k < kernel->nargs;
}

/* A new entry for kernel->cache, not linked in. */
static struct compiled *compile(ampc__kernel *kernel, const char *source,
                                struct ampc_accelerator *a, unsigned form, struct failure *f)
{
    const struct program *program =
        a->emulated ? NULL : program_get(kernel->module, source, a, form, f);
    if (!program && !a->emulated)
        return NULL;
    struct compiled *c = calloc(1, sizeof *c);
    if (c) {
        c->captures = calloc((size_t)kernel->nargs + 1, sizeof *c->captures);
        c->is_dense = program && program->is_dense && has_views(kernel);
        c->has_images = program && program->has_images;
        c->is_same = c->is_dense && program->is_same;
        c->arguments = arguments_new(kernel, c);
    }
    if (!c || !c->captures || !c->arguments) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for kernel %s", kernel->name);
        compiled_free(c);
        return NULL;
    }
    c->accelerator = a;
    c->form = form;
    c->has_binary = program && program->has_binary;
    c->later = program ? program->later : NULL;
    c->cover = program ? program->cover : NULL;
    c->kernel = a->emulated ? emulator_kernel(kernel, f) : create_kernel(program, kernel, f);
    if (c->kernel)
        compiled_fit(c, kernel, f);
    if (f->code != AMPC_SUCCESS) {
        compiled_free(c);
        return NULL;
    }
    return c;
}

struct compiled *program_known(const ampc__kernel *kernel, const struct ampc_accelerator *a,
                               unsigned form)
{
    struct compiled *c = __atomic_load_n(&kernel->cache, __ATOMIC_ACQUIRE);
    while (c && (c->accelerator != a || c->form != form))
        c = c->next;
    return c;
}

/* Puts *c into kernel->cache, unless another thread was faster: gives what is there. */
static struct compiled *keep(ampc__kernel *kernel, struct compiled *c)
{
    pthread_mutex_lock(&cache_lock);
    struct compiled *there = program_known(kernel, c->accelerator, c->form);
    if (!there) {
        c->next = kernel->cache;
        __atomic_store_n(&kernel->cache, (void *)c, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&cache_lock);
    if (there)
        compiled_free(c);
    return there ? there : c;
}

struct compiled *program_kernel(ampc__kernel *kernel, struct ampc_accelerator *a, unsigned form,
                                struct failure *f)
{
    struct compiled *c = program_known(kernel, a, form);
    struct module_needs needs;
    if (c)
        return c;
    process_keep(kernel);
    char *source = module_source(kernel->module, &needs, f);
    size_t tiles = (size_t)kernel->tile_bytes + (kernel->shares_tiles ? needs.tile_bytes : 0);
    if (source && check_features(kernel, needs.uses, a, f) &&
        program_check_tile(kernel, a, a->max_group, f) && check_tile_bytes(kernel, tiles, a, f) &&
        check_parameters(kernel, a, f)) {
        c = compile(kernel, source, a, form, f);
        if (c) {
            c->uses = needs.uses;
            c = keep(kernel, c);
        }
    }
    free(source);
    return c;
}
