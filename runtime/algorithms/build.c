/* build.c - the programs of algorithms: a text of this room, built for the types, the operation and
 * the device, as a module and kernels like those that ampcc generates.
 *
 * A program is made once and kept to the end of the process; runtime/program.c builds and caches
 * it. Example: the sum of floats on a GPU is reduce.cl behind common.cl with
 * "-DT=float -DT_IS=5 -DOP=1 -DGROUP=256 -DSERIAL=8". */
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

struct tuning tuning_of(const struct ampc_accelerator *a)
{
    enum { GROUP = 256 };
    struct tuning t = {1, (a->type & CL_DEVICE_TYPE_CPU) != 0 && !environment_flag("AMPC_GROUPS"),
                       1, 4};
    cl_uint units = 0;
    if (clGetDeviceInfo(a->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL) ==
            CL_SUCCESS &&
        units)
        t.units = units;
    if (!t.serial) {
        t.resident = 8;
        for (t.group = GROUP; t.group > a->max_group || t.group > a->max_items[0];)
            t.group /= 2;
    }
    return t;
}

uint32_t chunk_of(uint32_t n, uint32_t groups, uint32_t step)
{
    uint32_t chunk = n / groups + (n % groups != 0);
    return (chunk + step - 1) / step * step;
}

/* ---- Options ---- */

static const char *type_name(enum ampc__number type)
{
    static const char *const names[] = {"", "int", "uint", "long", "ulong", "float", "double"};
    return names[type];
}

/* Allocated; 0 without memory. */
static char *options_of(const struct algorithm *a, const struct build *b)
{
    char operation[200] = "", operands[64] = "";
    char *text = NULL;
    int number = operation_number(a->f), n = 0;
    if (!number)
        snprintf(operation, sizeof operation, "-DF=%.150s%s", a->f->name,
                 a->f->source ? " -DF_PLAIN" : "");
    else
        snprintf(operation, sizeof operation, "-DOP=%d", number);
    for (int k = 0; k < 2 && b->operands[k]; k++)
        n += snprintf(operands + n, sizeof operands - (size_t)n, " -DT%d=%s", k + 1,
                      type_name(b->operands[k]));
    if (asprintf(&text, "-DT=%s -DT_IS=%d %s%s -DGROUP=%u -DSERIAL=%u%s%s", type_name(b->type),
                 (int)b->type, operation, operands, (unsigned)b->group, (unsigned)b->serial,
                 b->more ? " " : "", b->more ? b->more : "") < 0)
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
    free(p->options);
    free(p->source);
    free(p->own);
    free(p);
}

static struct algorithm_program *program_new(const struct algorithm *a, const struct build *b,
                                             const char *options)
{
    struct algorithm_program *p = calloc(1, sizeof *p);
    bool is_double =
        b->type == AMPC__DOUBLE || b->operands[0] == AMPC__DOUBLE || b->operands[1] == AMPC__DOUBLE;
    const char *own = a->f && a->f->source ? a->f->source : "";
    if (!p)
        return NULL;
    p->text = b->text;
    p->need = a->f ? a->f->need : NULL;
    p->options = strdup(options);
    p->own = strdup(own);
    if (!p->options || !p->own ||
        asprintf(&p->source, "#line 1 \"amp_algorithms\"\n%s%s\n%s", common_text, own,
                 b->text->source) < 0) {
        program_free(p);
        return NULL;
    }
    p->group = b->group;
    p->module = (ampc__module){.source = p->source,
                               .file = "<amp_algorithms.h>",
                               .options = p->options,
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
                                              const char *options)
{
    const ampc__need *need = a->f ? a->f->need : NULL;
    const char *own = a->f && a->f->source ? a->f->source : "";
    struct algorithm_program *p = programs;
    while (p && (p->text != b->text || p->need != need || strcmp(p->options, options) != 0 ||
                 strcmp(p->own, own) != 0))
        p = p->next;
    return p;
}

struct algorithm_program *program_of(struct algorithm *a, const struct build *b)
{
    struct algorithm_program *p = NULL;
    char *options = options_of(a, b);
    pthread_mutex_lock(&lock);
    if (options && !(p = program_find(a, b, options)) && (p = program_new(a, b, options))) {
        p->next = programs;
        programs = p;
    }
    pthread_mutex_unlock(&lock);
    free(options);
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
