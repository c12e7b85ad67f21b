/* error.c - errors: their codes and texts (error.def), the last one of each thread, and the
 * handler.
 *
 * Locked regions never call the handler: they fill a struct failure, which is raised when the lock
 * has been given up. Without a handler an error ends the program with a message at the user's
 * line. */
#include "runtime/profile.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *name, *text;
} errors[] = {
    [AMPC_SUCCESS] = {"success", "no error"},
#define AMPC__ERROR(id, name, text) [AMPC_ERROR_##id] = {name, text},
#include "runtime/error.def"
#undef AMPC__ERROR
};

/* The handler and its user pointer change together. */
static pthread_mutex_t handler_lock = PTHREAD_MUTEX_INITIALIZER;
static ampc_error_handler error_handler;
static void *error_user;

static _Thread_local ampc_error last_error;

static bool error_is_known(ampc_error code)
{
    return (unsigned)code < sizeof errors / sizeof errors[0] && errors[code].name;
}

const char *ampc_error_name(ampc_error code)
{
    return error_is_known(code) ? errors[code].name : "unknown error";
}

const char *ampc_error_text(ampc_error code)
{
    return error_is_known(code) ? errors[code].text : "unknown error";
}

void errors_hold(void)
{
    pthread_mutex_lock(&handler_lock);
}

void errors_let_go(void)
{
    pthread_mutex_unlock(&handler_lock);
}

void ampc_set_error_handler(ampc_error_handler handler, void *user)
{
    pthread_mutex_lock(&handler_lock);
    error_handler = handler;
    error_user = user;
    pthread_mutex_unlock(&handler_lock);
}

ampc_error ampc_last_error(void)
{
    ampc_error code = last_error;
    last_error = AMPC_SUCCESS;
    return code;
}

bool failure_set(struct failure *f, ampc_error code, const char *format, ...)
{
    if (f->code == AMPC_SUCCESS) {
        va_list args;
        va_start(args, format);
        f->code = code;
        vsnprintf(f->text, sizeof f->text, format, args);
        va_end(args);
    }
    return false;
}

bool failure_set_cl(struct failure *f, cl_int status, const char *format, ...)
{
    if (f->code == AMPC_SUCCESS) {
        va_list args;
        va_start(args, format);
        f->code = cl_status_error(status);
        vsnprintf(f->text, sizeof f->text, format, args);
        va_end(args);
        size_t used = strlen(f->text);
        snprintf(f->text + used, sizeof f->text - used, ": %s", cl_status_name(status));
    }
    return false;
}

/* "rank 1 of 4 on HOST, device 0 (NAME): "; "" without a launcher, which leaves no doubt. */
static const char *place_text(char text[512])
{
    char rank[RANK_TEXT];
    const struct ampc_accelerator *a = accelerator_chosen();
    text[0] = 0;
    if (*rank_text(rank) && a)
        snprintf(text, 512, "%s, device %d (%.200s): ", rank, a->number, a->description);
    else if (*rank)
        snprintf(text, 512, "%s: ", rank);
    return text;
}

void ampc_error_print(ampc_error code, const char *message, const char *file, int line)
{
    char place[512], at[32] = "";
    if (file)
        snprintf(at, sizeof at, ":%d: ", line);
    fprintf(stderr, "%s%sampc error: %s%s: %s\n", file ? file : "", at, place_text(place),
            ampc_error_name(code), message);
    profile_report(); /* exit handlers will not run */
    /* MPICH's launcher drops what it has not yet forwarded when a rank aborts. */
    if (rank_of_process()->said)
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
}

void failure_raise(const struct failure *f, const char *file, int line)
{
    pthread_mutex_lock(&handler_lock);
    ampc_error_handler handler = error_handler;
    void *user = error_user;
    pthread_mutex_unlock(&handler_lock);
    last_error = f->code;
    if (handler) {
        handler(f->code, f->text, file, line, user);
        return;
    }
    ampc_error_print(f->code, f->text, file, line);
    abort();
}

/* Every status of OpenCL 1.2 and of the ICD loader. */
#define CL_STATUSES(X)                                                                             \
    X(CL_SUCCESS)                                                                                  \
    X(CL_DEVICE_NOT_FOUND)                                                                         \
    X(CL_DEVICE_NOT_AVAILABLE)                                                                     \
    X(CL_COMPILER_NOT_AVAILABLE)                                                                   \
    X(CL_MEM_OBJECT_ALLOCATION_FAILURE)                                                            \
    X(CL_OUT_OF_RESOURCES)                                                                         \
    X(CL_OUT_OF_HOST_MEMORY)                                                                       \
    X(CL_PROFILING_INFO_NOT_AVAILABLE)                                                             \
    X(CL_MEM_COPY_OVERLAP)                                                                         \
    X(CL_IMAGE_FORMAT_MISMATCH)                                                                    \
    X(CL_IMAGE_FORMAT_NOT_SUPPORTED)                                                               \
    X(CL_BUILD_PROGRAM_FAILURE)                                                                    \
    X(CL_MAP_FAILURE)                                                                              \
    X(CL_MISALIGNED_SUB_BUFFER_OFFSET)                                                             \
    X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)                                                \
    X(CL_COMPILE_PROGRAM_FAILURE)                                                                  \
    X(CL_LINKER_NOT_AVAILABLE)                                                                     \
    X(CL_LINK_PROGRAM_FAILURE)                                                                     \
    X(CL_DEVICE_PARTITION_FAILED)                                                                  \
    X(CL_KERNEL_ARG_INFO_NOT_AVAILABLE)                                                            \
    X(CL_INVALID_VALUE)                                                                            \
    X(CL_INVALID_DEVICE_TYPE)                                                                      \
    X(CL_INVALID_PLATFORM)                                                                         \
    X(CL_INVALID_DEVICE)                                                                           \
    X(CL_INVALID_CONTEXT)                                                                          \
    X(CL_INVALID_QUEUE_PROPERTIES)                                                                 \
    X(CL_INVALID_COMMAND_QUEUE)                                                                    \
    X(CL_INVALID_HOST_PTR)                                                                         \
    X(CL_INVALID_MEM_OBJECT)                                                                       \
    X(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)                                                          \
    X(CL_INVALID_IMAGE_SIZE)                                                                       \
    X(CL_INVALID_SAMPLER)                                                                          \
    X(CL_INVALID_BINARY)                                                                           \
    X(CL_INVALID_BUILD_OPTIONS)                                                                    \
    X(CL_INVALID_PROGRAM)                                                                          \
    X(CL_INVALID_PROGRAM_EXECUTABLE)                                                               \
    X(CL_INVALID_KERNEL_NAME)                                                                      \
    X(CL_INVALID_KERNEL_DEFINITION)                                                                \
    X(CL_INVALID_KERNEL)                                                                           \
    X(CL_INVALID_ARG_INDEX)                                                                        \
    X(CL_INVALID_ARG_VALUE)                                                                        \
    X(CL_INVALID_ARG_SIZE)                                                                         \
    X(CL_INVALID_KERNEL_ARGS)                                                                      \
    X(CL_INVALID_WORK_DIMENSION)                                                                   \
    X(CL_INVALID_WORK_GROUP_SIZE)                                                                  \
    X(CL_INVALID_WORK_ITEM_SIZE)                                                                   \
    X(CL_INVALID_GLOBAL_OFFSET)                                                                    \
    X(CL_INVALID_EVENT_WAIT_LIST)                                                                  \
    X(CL_INVALID_EVENT)                                                                            \
    X(CL_INVALID_OPERATION)                                                                        \
    X(CL_INVALID_GL_OBJECT)                                                                        \
    X(CL_INVALID_BUFFER_SIZE)                                                                      \
    X(CL_INVALID_MIP_LEVEL)                                                                        \
    X(CL_INVALID_GLOBAL_WORK_SIZE)                                                                 \
    X(CL_INVALID_PROPERTY)                                                                         \
    X(CL_INVALID_IMAGE_DESCRIPTOR)                                                                 \
    X(CL_INVALID_COMPILER_OPTIONS)                                                                 \
    X(CL_INVALID_LINKER_OPTIONS)                                                                   \
    X(CL_INVALID_DEVICE_PARTITION_COUNT)

const char *cl_status_name(cl_int status)
{
    switch (status) {
#define X(name)                                                                                    \
    case name:                                                                                     \
        return #name;
        CL_STATUSES(X)
#undef X
    case -1001:
        return "CL_PLATFORM_NOT_FOUND_KHR";
    case -9999:
        return "illegal memory access in a kernel (NVIDIA's -9999)";
    default:
        return "an OpenCL error without a name";
    }
}

ampc_error cl_status_error(cl_int status)
{
    switch (status) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_RESOURCES:
    case CL_OUT_OF_HOST_MEMORY:
    case CL_INVALID_BUFFER_SIZE:
        return AMPC_ERROR_OUT_OF_MEMORY;
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_INVALID_DEVICE:
    case CL_INVALID_CONTEXT:
    case CL_INVALID_COMMAND_QUEUE:
        return AMPC_ERROR_ACCELERATOR_VIEW_REMOVED;
    default:
        return AMPC_ERROR_RUNTIME_EXCEPTION;
    }
}
