/* text.c - kernels from OpenCL C of the program's own: ampc_kernel_create and ampc_kernel_launch.
 *
 * A text becomes a module and a kernel as ampcc generates them, behind a prelude with the types of
 * its parameters, so that there is only one kind of launch. */
#include "runtime/program.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXTENT(N) "typedef struct { int c[" #N "]; } ampc_extent" #N ";\n"
#define SHAPE(N)                                                                                   \
    "typedef struct { long offset; long stride[" #N "]; int extent[" #N "]; } ampc_shape" #N ";\n"
#define RANK(N) EXTENT(N) SHAPE(N)

/* The prelude of every text; the manual in ampc.h describes it. */
static const char prelude[] = RANK(1) RANK(2) RANK(3) RANK(4) RANK(5) RANK(6) RANK(7) RANK(8)
    RANK(9) RANK(10) RANK(11) RANK(12) RANK(13) RANK(14) RANK(15)
        RANK(16) "#define AMPC_JOIN_(a, b) a##b\n"
                 "#define AMPC_JOIN(a, b) AMPC_JOIN_(a, b)\n"
                 "#define AMPC_DOMAIN(N, name) AMPC_JOIN(ampc_extent, N) name\n"
                 "#define AMPC_VIEW(N, name) __global char *name##_memory, AMPC_JOIN(ampc_shape, "
                 "N) name\n"
                 "#define AMPC_ELEMENTS(T, v) ((__global T *)(v##_memory + v.offset))\n"
                 "#define AMPC_AT1(T, v, i) (AMPC_ELEMENTS(T, v)[(i) * v.stride[0]])\n"
                 "#define AMPC_AT2(T, v, i, j) \\\n"
                 "    (AMPC_ELEMENTS(T, v)[(i) * v.stride[0] + (j) * v.stride[1]])\n"
                 "#define AMPC_AT3(T, v, i, j, k) \\\n"
                 "    (AMPC_ELEMENTS(T, v)[(i) * v.stride[0] + (j) * v.stride[1] + (k) * "
                 "v.stride[2]])\n";

/* The modules and kernels of all texts, for the process. */
struct module {
    struct module *next;
    char *source; /* the program's, without the prelude */
    char *whole;
    char *options, *file;
    int line;
    bool prints;
    ampc__module module;
};

struct ampc_kernel {
    struct ampc_kernel *next;
    ampc__kernel kernel;
    cl_uint parameters; /* of OpenCL's */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct module *modules;
static struct ampc_kernel *kernels;

bool text_is_module(const ampc__module *module)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    for (const struct module *m = modules; m && !found; m = m->next)
        found = &m->module == module;
    pthread_mutex_unlock(&lock);
    return found;
}

/* ---- Checks ---- */

static bool refuse(struct failure *f, const ampc_kernel_text *t, const char *what, int k)
{
    return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "ampc_kernel_create() of '%.200s': %s %d",
                       t->name, what, k);
}

static bool check_parameter(const ampc_kernel_text *t, int k, struct failure *f)
{
    const ampc_parameter *p = &t->parameters[k];
    bool view = p->kind == AMPC_PARAMETER_VIEW || p->kind == AMPC_PARAMETER_CONST_VIEW;
    if ((unsigned)p->kind > AMPC_PARAMETER_CONST_VIEW)
        return refuse(f, t, "unknown kind of parameter", k);
    if (!p->size)
        return refuse(f, t, "size 0 of parameter", k);
    return !view || (p->rank >= 1 && p->rank <= VIEW_RANK_MAX) ||
           refuse(f, t, "the rank is not 1 to 16 of parameter", k);
}

static bool check_text(const ampc_kernel_text *t, struct failure *f)
{
    if (!t->source || !t->name) {
        return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "ampc_kernel_create() without %s",
                           t->source ? "a name" : "a source");
    }
    bool tiled = t->tile[0] || t->tile[1] || t->tile[2];
    if (t->rank < 1 || t->rank > (tiled ? 3 : VIEW_RANK_MAX))
        return refuse(f, t, tiled ? "with tiles, rank" : "rank", t->rank);
    for (int k = 0; k < 3; k++)
        if (tiled && (k < t->rank ? t->tile[k] <= 0 : t->tile[k] != 0))
            return refuse(f, t, "wrong size of the tile in component", k);
    if (t->count < 0 || (t->count && !t->parameters))
        return refuse(f, t, "number of parameters", t->count);
    for (int k = 0; k < t->count; k++)
        if (!check_parameter(t, k, f))
            return false;
    return true;
}

/* ---- Modules ---- */

static bool same(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static void module_free(struct module *m)
{
    free(m->source);
    free(m->whole);
    free(m->options);
    free(m->file);
    free(m);
}

/* Writes ' "name"' as the preprocessor reads it; to room for twice the name and 3. Gives the
 * length. */
static size_t name_quoted(char *to, const char *name)
{
    char *at = to;
    *at++ = ' ';
    *at++ = '"';
    for (; *name && *name != '\n'; name++) {
        if (*name == '"' || *name == '\\')
            *at++ = '\\';
        *at++ = *name;
    }
    *at++ = '"';
    return (size_t)(at - to);
}

static struct module *module_new(const ampc_kernel_text *t)
{
    struct module *m = calloc(1, sizeof *m);
    const char *file = t->file ? t->file : "a text";
    size_t room = sizeof prelude + strlen(t->source) + 2 * strlen(file) + 32;
    if (!m)
        return NULL;
    m->source = strdup(t->source);
    m->whole = malloc(room);
    m->options = strdup(t->options ? t->options : "");
    m->file = strdup(file);
    if (!m->source || !m->whole || !m->options || !m->file) {
        module_free(m);
        return NULL;
    }
    m->line = t->line ? t->line : 1;
    m->prints = t->prints;
    char *end = m->whole + snprintf(m->whole, room, "%s#line %d", prelude, m->line);
    end += t->file ? name_quoted(end, t->file) : 0;
    snprintf(end, room - (size_t)(end - m->whole), "\n%s", t->source);
    m->module = (ampc__module){.source = m->whole,
                               .file = m->file,
                               .options = m->options,
                               .uses = t->prints ? AMPC__USES_PRINTF : 0};
    return m;
}

static struct module *module_of(const ampc_kernel_text *t)
{
    struct module *m = modules;
    const char *file = t->file ? t->file : "a text";
    while (m &&
           !(same(m->source, t->source) && same(m->options, t->options) && same(m->file, file) &&
             m->line == (t->line ? t->line : 1) && m->prints == (t->prints != 0)))
        m = m->next;
    if (!m && (m = module_new(t))) {
        m->next = modules;
        modules = m;
    }
    return m;
}

/* ---- Kernels ---- */

static ampc__arg arg_of(const ampc_parameter *p)
{
    ampc__arg arg = {.name = p->name ? p->name : "", .size = p->size};
    switch (p->kind) {
    case AMPC_PARAMETER_VALUE:
        arg.kind = AMPC__ARG_VALUE;
        break;
    case AMPC_PARAMETER_TABLE:
        arg.kind = AMPC__ARG_BUFFER;
        break;
    case AMPC_PARAMETER_VIEW:
    case AMPC_PARAMETER_CONST_VIEW:
        arg.kind = AMPC__ARG_VIEW;
        arg.rank = (unsigned char)p->rank;
        arg.flags = p->kind == AMPC_PARAMETER_VIEW ? 0 : AMPC_VIEW_CONST;
        break;
    }
    return arg;
}

static bool same_kernel(const struct ampc_kernel *k, const struct module *m,
                        const ampc_kernel_text *t)
{
    const ampc__kernel *g = &k->kernel;
    if (g->module != &m->module || strcmp(g->name, t->name) != 0 || g->rank != t->rank ||
        memcmp(g->tile, t->tile, sizeof g->tile) != 0 || g->nargs != t->count)
        return false;
    for (int i = 0; i < t->count; i++) {
        ampc__arg a = arg_of(&t->parameters[i]);
        const ampc__arg *b = &g->args[i];
        if (strcmp(a.name, b->name) != 0 || a.size != b->size || a.kind != b->kind ||
            a.rank != b->rank || a.flags != b->flags)
            return false;
    }
    return true;
}

static void kernel_free(struct ampc_kernel *k)
{
    for (int i = 0; k->kernel.args && i < k->kernel.nargs; i++)
        free((void *)(uintptr_t)k->kernel.args[i].name);
    free((void *)(uintptr_t)k->kernel.args);
    free((void *)(uintptr_t)k->kernel.name);
    free(k);
}

static struct ampc_kernel *kernel_new(struct module *m, const ampc_kernel_text *t)
{
    struct ampc_kernel *k = calloc(1, sizeof *k);
    ampc__arg *args = calloc((size_t)t->count + 1, sizeof *args);
    if (!k || !args) {
        free(k);
        free(args);
        return NULL;
    }
    bool ok = (k->kernel.name = strdup(t->name)) != NULL;
    k->kernel.module = &m->module;
    k->kernel.where = (ampc_where){t->file ? m->file : NULL, t->file ? m->line : 0};
    k->kernel.rank = t->rank;
    memcpy(k->kernel.tile, t->tile, sizeof k->kernel.tile);
    k->kernel.nargs = t->count;
    k->kernel.args = args;
    k->parameters = t->tile[0] ? 0 : 1;
    for (int i = 0; i < t->count; i++) {
        args[i] = arg_of(&t->parameters[i]);
        args[i].name = strdup(args[i].name);
        ok = ok && args[i].name;
        k->parameters += args[i].kind == AMPC__ARG_VIEW ? 2 : 1;
    }
    if (!ok) {
        kernel_free(k);
        return NULL;
    }
    return k;
}

ampc_kernel *ampc_kernel_create(const ampc_kernel_text *text)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    struct ampc_kernel *k = NULL;
    if (check_text(text, &f)) {
        pthread_mutex_lock(&lock);
        struct module *m = module_of(text);
        for (k = m ? kernels : NULL; k && !same_kernel(k, m, text);)
            k = k->next;
        if (m && !k && (k = kernel_new(m, text))) {
            k->next = kernels;
            kernels = k;
        }
        pthread_mutex_unlock(&lock);
        if (!k)
            failure_set(&f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for kernel %.200s", text->name);
    }
    if (f.code != AMPC_SUCCESS)
        failure_raise(&f, text->file, text->file ? text->line : 0);
    return k;
}

/* ---- Launching ---- */

/* Do the views have the declared rank and elements? */
static bool check_views(const ampc__kernel *kernel, const void *const *arguments, struct failure *f)
{
    for (int i = 0; i < kernel->nargs; i++) {
        const ampc__arg *arg = &kernel->args[i];
        if (arg->kind != AMPC__ARG_VIEW)
            continue;
        const ampc_view *v = arguments[i];
        if (v->home && (v->rank != arg->rank || v->elem != arg->size)) {
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "parameter %d '%s' of kernel %s is a view of rank %d of elements of "
                               "%zu bytes, not of rank %d and %zu bytes",
                               i, arg->name, kernel->name, arg->rank, (size_t)arg->size, v->rank,
                               (size_t)v->elem);
        }
        if (v->home && (v->flags & AMPC_VIEW_CONST) && !(arg->flags & AMPC_VIEW_CONST)) {
            return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                               "parameter %d '%s' of kernel %s may be written, the view is one of "
                               "const",
                               i, arg->name, kernel->name);
        }
    }
    return true;
}

/* Whether the kernel has as many parameters as its description. */
static bool check_count(struct ampc_kernel *k, struct ampc_accelerator *a, struct failure *f)
{
    cl_uint count = 0;
    if (a->emulated) {
        return failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                           "kernel %s is OpenCL C text, which the emulator cannot run; it needs an "
                           "OpenCL device (PoCL makes one of the processor)",
                           k->kernel.name);
    }
    struct compiled *c = accelerator_open(a, f) ? program_kernel(&k->kernel, a, 0, f) : NULL;
    if (!c)
        return false;
    cl_int status = clGetKernelInfo(c->kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
    if (status != CL_SUCCESS)
        return failure_set_cl(f, status, "parameters of kernel %s", k->kernel.name);
    return count == k->parameters ||
           failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                       "kernel %s has %u parameters of OpenCL's, its description comes to %u (a "
                       "view is two, and without tiles the domain is one)",
                       k->kernel.name, (unsigned)count, (unsigned)k->parameters);
}

/* Whether the kernel can be launched with these arguments; else an error is raised. */
static bool check_launch(ampc_kernel *kernel, const ampc_accelerator_view *on,
                         const void *const *arguments)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!kernel) {
        failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "ampc_kernel_launch() without a kernel");
        failure_raise(&f, NULL, 0);
        return false;
    }
    struct ampc_accelerator *a = on ? on->accelerator : accelerator_default(&f);
    if (!a || !check_views(&kernel->kernel, arguments, &f) || !check_count(kernel, a, &f)) {
        failure_raise(&f, kernel->kernel.where.file, kernel->kernel.where.line);
        return false;
    }
    return true;
}

void ampc_kernel_launch(ampc_kernel *kernel, ampc_accelerator_view *on, const int *extent,
                        const void *const *arguments)
{
    if (check_launch(kernel, on, arguments))
        ampc__launch(&kernel->kernel, on, extent, arguments);
}

ampc_future ampc_kernel_launch_async(ampc_kernel *kernel, ampc_accelerator_view *on,
                                     const int *extent, const void *const *arguments)
{
    if (!check_launch(kernel, on, arguments))
        return (ampc_future){0};
    return ampc__launch_future(&kernel->kernel, on, extent, arguments);
}
