#include "runtime/internal.h"

/* ---- Facts for users ---- */

int ampc_accelerator_number(const ampc_accelerator *accelerator)
{
    return accelerator->number;
}

const char *ampc_accelerator_name(const ampc_accelerator *accelerator)
{
    return accelerator->name;
}

const char *ampc_accelerator_description(const ampc_accelerator *accelerator)
{
    return accelerator->description;
}

ampc_size ampc_accelerator_memory(const ampc_accelerator *accelerator)
{
    return (ampc_size)(accelerator->memory_bytes / 1024);
}

int ampc_accelerator_is_cpu(const ampc_accelerator *accelerator)
{
    return (accelerator->type & CL_DEVICE_TYPE_CPU) != 0;
}

int ampc_accelerator_is_gpu(const ampc_accelerator *accelerator)
{
    return (accelerator->type & CL_DEVICE_TYPE_GPU) != 0;
}

int ampc_accelerator_has_double(const ampc_accelerator *accelerator)
{
    return accelerator->has_double;
}

int ampc_accelerator_is_zero_copy(const ampc_accelerator *accelerator)
{
    return accelerator->zero_copy;
}

ampc_accelerator_view *ampc_accelerator_default_view(ampc_accelerator *accelerator)
{
    return &accelerator->default_view;
}

