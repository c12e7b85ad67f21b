/* facts.c - what programs ask about accelerators: names, memory, features, the default one; for C
 * programs and for generated code.
 *
 * The values are those that device.c found. Example: `a.has_double` becomes
 * ampc__accelerator_number with the number of that question. */
#include "runtime/internal.h"

#include <string.h>

/* ---- For users ---- */

/* The default accelerator for 0; 0 after an error, which has been raised. */
static const struct ampc_accelerator *asked(const ampc_accelerator *a)
{
    return a ? a : accelerator_or_default(NULL, NULL, 0);
}

int ampc_accelerator_number(const ampc_accelerator *accelerator)
{
    const struct ampc_accelerator *a = asked(accelerator);
    return a ? a->number : -1;
}

const char *ampc_accelerator_name(const ampc_accelerator *accelerator)
{
    const struct ampc_accelerator *a = asked(accelerator);
    return a ? a->name : "";
}

const char *ampc_accelerator_description(const ampc_accelerator *accelerator)
{
    const struct ampc_accelerator *a = asked(accelerator);
    return a ? a->description : "";
}

const char *ampc_accelerator_path(const ampc_accelerator *accelerator)
{
    const struct ampc_accelerator *a = asked(accelerator);
    return a ? a->path : "";
}

ampc_size ampc_accelerator_memory(const ampc_accelerator *accelerator)
{
    const struct ampc_accelerator *a = asked(accelerator);
    return a ? (ampc_size)(a->memory_bytes / 1024) : 0;
}

unsigned ampc_accelerator_version(const ampc_accelerator *accelerator)
{
    const struct ampc_accelerator *a = asked(accelerator);
    return a ? a->version : 0;
}

int ampc_accelerator_is_cpu(const ampc_accelerator *accelerator)
{
    const struct ampc_accelerator *a = asked(accelerator);
    return a && (a->type & CL_DEVICE_TYPE_CPU);
}

int ampc_accelerator_is_gpu(const ampc_accelerator *accelerator)
{
    const struct ampc_accelerator *a = asked(accelerator);
    return a && (a->type & CL_DEVICE_TYPE_GPU);
}

int ampc_accelerator_has_double(const ampc_accelerator *accelerator)
{
    const struct ampc_accelerator *a = asked(accelerator);
    return a && a->has_double;
}

int ampc_accelerator_is_zero_copy(const ampc_accelerator *accelerator)
{
    const struct ampc_accelerator *a = asked(accelerator);
    return a && a->zero_copy;
}

ampc_accelerator_view *ampc_accelerator_default_view(ampc_accelerator *accelerator)
{
    return ampc__accelerator_default_view(accelerator, NULL, 0);
}

/* ---- For generated code ---- */

struct ampc_accelerator *accelerator_or_default(ampc__accelerator a, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    a = a ? a : accelerator_default(&f);
    if (!a)
        failure_raise(&f, file, line);
    return a;
}

ampc__accelerator ampc__accelerator_make(const char *name, const char *file, int line)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    if (!name)
        return accelerator_or_default(NULL, file, line);
    struct ampc_accelerator *a = ampc_accelerator_find(name);
    if (!a) {
        accelerator_refuse(name, "accelerator", &f);
        failure_raise(&f, file, line);
    }
    return a;
}

bool ampc__accelerator_set_default(const char *name)
{
    struct ampc_accelerator *a = ampc_accelerator_find(name);
    if (a)
        ampc_accelerator_set_default(a);
    return a != NULL;
}

ampc__accelerator_list ampc__accelerator_all(void)
{
    return (ampc__accelerator_list){(ampc_size)ampc_accelerator_count()};
}

ampc__accelerator ampc__accelerator_at(ampc__accelerator_list list, long long number,
                                       const char *file, int line)
{
    if (number >= 0 && (unsigned long long)number < list.count)
        return ampc_accelerator_at((int)number);
    struct failure f;
    f.code = AMPC_SUCCESS;
    failure_set(&f, AMPC_ERROR_RUNTIME_EXCEPTION, "accelerator %lld of a list of %zu", number,
                (size_t)list.count);
    failure_raise(&f, file, line);
    return NULL;
}

const char *ampc__accelerator_text(ampc__accelerator a, enum ampc__fact fact, const char *file,
                                   int line)
{
    a = accelerator_or_default(a, file, line);
    if (!a)
        return "";
    return fact == AMPC__DEVICE_PATH ? a->path : a->description;
}

ampc_size ampc__accelerator_number(ampc__accelerator a, enum ampc__fact fact, const char *file,
                                   int line)
{
    a = accelerator_or_default(a, file, line);
    if (!a)
        return 0;
    switch (fact) {
    case AMPC__DEDICATED_MEMORY:
        return ampc_accelerator_memory(a);
    case AMPC__SUPPORTS_DOUBLE:
        return a->has_double;
    case AMPC__IS_EMULATED: /* a CPU */
        return (a->type & CL_DEVICE_TYPE_CPU) != 0;
    case AMPC__VERSION:
        return a->version;
    case AMPC__SUPPORTS_SHARED_MEMORY:
        return a->zero_copy;
    case AMPC__HAS_DISPLAY: /* OpenCL cannot be asked */
    case AMPC__IS_DEBUG:
    case AMPC__DESCRIPTION:
    case AMPC__DEVICE_PATH:
        break;
    }
    return 0;
}

/* The accelerator of an object, or 0, without an error. */
static const struct ampc_accelerator *meant(ampc__accelerator a)
{
    struct failure ignored;
    ignored.code = AMPC_SUCCESS;
    return a ? a : accelerator_default(&ignored);
}

int ampc__accelerator_equal(ampc__accelerator a, ampc__accelerator b)
{
    return a == b || meant(a) == meant(b);
}

ampc__queue ampc__accelerator_default_view(ampc__accelerator a, const char *file, int line)
{
    a = accelerator_or_default(a, file, line);
    return a ? &a->default_view : NULL;
}
