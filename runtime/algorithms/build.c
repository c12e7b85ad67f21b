/* build.c - the programs of algorithms: a text of this room, built for the types, the operation and
 * the device, as a module and kernels like those that ampcc generates.
 *
 * A program is made once and kept to the end of the process; runtime/program.c builds and caches
 * it. Example: the sum of floats on a GPU is reduce.cl behind common.cl with T float, T_IS 5, OP 1,
 * GROUP 256 and SERIAL 8. */
#include "runtime/algorithms/algorithm.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char common_text[] =
#include "runtime/algorithms/common.cl.h"
    ;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct algorithm_program *programs;

/* Since NVIDIA's sm_70 each thread goes on by itself, and PTX has exchanges within warps. */
static bool has_warps(const struct ampc_accelerator *a)
{
    enum { COMPUTE_CAPABILITY_MAJOR = 0x4000, WARP = 0x4003 }; /* cl_nv_device_attribute_query */
    cl_uint major = 0, warp = 0;
    return !environment_flag("AMPC_GROUPS") &&
           clGetDeviceInfo(a->device, COMPUTE_CAPABILITY_MAJOR, sizeof major, &major, NULL) ==
               CL_SUCCESS &&
           major >= 7 && clGetDeviceInfo(a->device, WARP, sizeof warp, &warp, NULL) == CL_SUCCESS &&
           warp == 32;
}

struct tuning tuning_of(const struct ampc_accelerator *a)
{
    enum { GROUP = 256 };
    struct tuning t = {1, (a->type & CL_DEVICE_TYPE_CPU) != 0 && !environment_flag("AMPC_GROUPS"),
                       1, 4, false};
    cl_uint units = 0;
    if (clGetDeviceInfo(a->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL) ==
            CL_SUCCESS &&
        units)
        t.units = units;
    if (!t.serial) {
        t.resident = 8;
        for (t.group = GROUP; t.group > a->max_group || t.group > a->max_items[0];)
            t.group /= 2;
        t.warps = t.group == GROUP && has_warps(a);
    }
    return t;
}

uint32_t chunk_of(uint32_t n, uint32_t groups, uint32_t step)
{
    uint32_t chunk = n / groups + (n % groups != 0);
    return (chunk + step - 1) / step * step;
}

/* ---- Texts ---- */

static const char *type_name(enum ampc__number type)
{
    static const char *const names[] = {"", "int", "uint", "long", "ulong", "float", "double"};
    return names[type];
}

/* How the program's own OpenCL C is called: with how many operands, for what. */
static void define_plain(const struct algorithm *a, char *to, size_t room)
{
    bool transforms = a->what == AMPC__TRANSFORM;
    bool selects = a->what == AMPC__COPY_IF || a->what == AMPC__HISTOGRAM;
    int operands = selects || (transforms && a->count == 2) ? 1 : 2;
    snprintf(to, room,
             "#define F_PLAIN %d\n#define RESULT %s\n#define FIRST %s\n#define SECOND %s\n",
             operands, selects ? "long" : "T", transforms ? "T1" : "T",
             transforms && operands == 2 ? "T2" : "T");
}

/* The macros that common.cl describes, allocated; 0 without memory. They stand behind the program's
 * own text, which they do not touch. */
static char *macros_of(const struct algorithm *a, const struct build *b)
{
    char operation[400] = "", operands[64] = "";
    char *text = NULL;
    int number = operation_number(a->f), n = 0;
    if (number)
        snprintf(operation, sizeof operation, "#define OP %d\n", number);
    else
        n = snprintf(operation, sizeof operation, "#define F %.150s\n", a->f->name);
    if (!number && a->f->source)
        define_plain(a, operation + n, sizeof operation - (size_t)n);
    for (int k = 0, at = 0; k < 2 && b->operands[k]; k++)
        at += snprintf(operands + at, sizeof operands - (size_t)at, "#define T%d %s\n", k + 1,
                       type_name(b->operands[k]));
    if (asprintf(&text,
                 "#define T %s\n#define T_IS %d\n#define GROUP %u\n#define SERIAL %u\n%s%s%s",
                 type_name(b->type), (int)b->type, (unsigned)b->group, (unsigned)b->serial,
                 operation, operands, b->more ? b->more : "") < 0)
        return NULL;
    return text;
}

/* ---- Making ---- */

static ampc__arg argument_of(char letter, enum ampc__number type)
{
    bool view = letter == 'v' || letter == 'w';
    return (ampc__arg){.name = "",
                       .size = letter == 'u' ? sizeof(cl_uint) : number_bytes(type),
                       .kind = view ? AMPC__ARG_VIEW : AMPC__ARG_VALUE,
                       .rank = view ? 1 : 0,
                       .flags = letter == 'v' ? AMPC_VIEW_CONST : 0};
}

static void kernels_make(struct algorithm_program *p, const struct build *b)
{
    for (int k = 0; k < KERNELS_MAX && b->text->kernels[k].name; k++) {
        const struct kernel_text *text = &b->text->kernels[k];
        int n = (int)strlen(text->arguments);
        for (int i = 0; i < n; i++)
            p->arguments[k][i] = argument_of(text->arguments[i], b->type);
        p->kernels[k] = (ampc__kernel){.module = &p->module,
                                       .name = text->name,
                                       .rank = 1,
                                       .tile = {(int)b->group},
                                       .nargs = n,
                                       .args = p->arguments[k]};
    }
}

static void program_free(struct algorithm_program *p)
{
    free(p->macros);
    free(p->source);
    free(p->own);
    free(p);
}

static struct algorithm_program *program_new(const struct algorithm *a, const struct build *b,
                                             const char *macros)
{
    struct algorithm_program *p = calloc(1, sizeof *p);
    bool is_double =
        b->type == AMPC__DOUBLE || b->operands[0] == AMPC__DOUBLE || b->operands[1] == AMPC__DOUBLE;
    const char *own = a->f && a->f->source ? a->f->source : "";
    if (!p)
        return NULL;
    p->text = b->text;
    p->need = a->f ? a->f->need : NULL;
    p->macros = strdup(macros);
    p->own = strdup(own);
    if (!p->macros || !p->own ||
        asprintf(&p->source, "%s\n%s#line 1 \"amp_algorithms\"\n%s%s", own, macros, common_text,
                 b->text->source) < 0) {
        program_free(p);
        return NULL;
    }
    p->group = b->group;
    p->module = (ampc__module){.source = p->source,
                               .file = "<amp_algorithms.h>",
                               .options = "",
                               .uses = is_double ? AMPC__USES_DOUBLE : 0,
                               .nneeds = p->need ? 1 : 0,
                               .needs = p->need};
    kernels_make(p, b);
    if (p->need)
        process_keep(p->need);
    return p;
}

/* Under 'lock'. */
static struct algorithm_program *program_find(const struct algorithm *a, const struct build *b,
                                              const char *macros)
{
    const ampc__need *need = a->f ? a->f->need : NULL;
    const char *own = a->f && a->f->source ? a->f->source : "";
    struct algorithm_program *p = programs;
    while (p && (p->text != b->text || p->need != need || strcmp(p->macros, macros) != 0 ||
                 strcmp(p->own, own) != 0))
        p = p->next;
    return p;
}

struct algorithm_program *program_of(struct algorithm *a, const struct build *b)
{
    struct algorithm_program *p = NULL;
    char *macros = macros_of(a, b);
    pthread_mutex_lock(&lock);
    if (macros && !(p = program_find(a, b, macros)) && (p = program_new(a, b, macros))) {
        p->next = programs;
        programs = p;
    }
    pthread_mutex_unlock(&lock);
    free(macros);
    if (!p)
        algorithm_fail(a, AMPC_ERROR_OUT_OF_MEMORY, "no memory for a program");
    return p;
}

bool program_launch(struct algorithm *a, struct algorithm_program *p, int k, uint32_t groups,
                    const void *const *arguments)
{
    int extent = (int)(groups * p->group);
    return launch_kernel(&p->kernels[k], a->on, &extent, arguments, &a->where, a->failure);
}
