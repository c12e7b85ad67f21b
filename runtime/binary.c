/* binary.c - OpenCL programs as binaries: their keys, and where they come from: the cache (cache.c)
 * or the program itself (--precompile).
 *
 * A key is the text of everything that a binary depends on: library, platform, device, driver,
 * options, source. A binary is used only if its whole key is equal, not just a hash. Failures here
 * are no errors: the program is built from source then.
 *
 * Drivers of CPUs compile a kernel for a work-group when it is first launched with it, and keep the
 * code in a cache of their own. Asked for a binary, PoCL compiles every kernel once more, for
 * groups of any size, which takes as long as the program's whole first run, and makes no second
 * one. So what is stored of a program for a CPU is a file without a binary, which says to others
 * that wait (turn.c) that the driver has the code; binaries only in a folder that AMPC_CACHE_DIR
 * names. Both are stored at the first wait behind which no launch runs, by the one process whose
 * turn it is. Example: with AMPC_CACHE_DIR the second process that runs samples/matmul compiles
 * nothing, with an empty POCL_CACHE_DIR, too. */
#include "runtime/cache.h"
#include "runtime/program.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Keys ---- */

/* A line "what value" of a key; false: the device does not answer. */
static bool key_device(FILE *out, const char *what, cl_device_id device, cl_device_info info)
{
    char text[1024] = "";
    cl_int status = clGetDeviceInfo(device, info, sizeof text - 1, text, NULL);
    fprintf(out, "%s %s\n", what, text);
    return status == CL_SUCCESS;
}

static bool key_platform(FILE *out, const char *what, cl_platform_id platform,
                         cl_platform_info info)
{
    char text[1024] = "";
    cl_int status = clGetPlatformInfo(platform, info, sizeof text - 1, text, NULL);
    fprintf(out, "%s %s\n", what, text);
    return status == CL_SUCCESS;
}

char *binary_key(const struct ampc_accelerator *a, const char *options, const char *source)
{
    char *key = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&key, &bytes);
    if (!out)
        return NULL;
    fprintf(out, "ampc %s\n", ampc_version_string());
    bool ok = key_platform(out, "platform", a->platform, CL_PLATFORM_NAME) &&
              key_platform(out, "platform version", a->platform, CL_PLATFORM_VERSION) &&
              key_device(out, "device", a->device, CL_DEVICE_NAME) &&
              key_device(out, "vendor", a->device, CL_DEVICE_VENDOR) &&
              key_device(out, "device version", a->device, CL_DEVICE_VERSION) &&
              key_device(out, "driver", a->device, CL_DRIVER_VERSION);
    fprintf(out, "pointers %zu\noptions %s\nsource\n%s", 8 * sizeof(void *), options, source);
    ok = ok && !ferror(out);
    if (fclose(out) != 0 || !ok) {
        free(key);
        return NULL;
    }
    return key;
}

static struct cache_bytes key_bytes(const char *key)
{
    return (struct cache_bytes){key, strlen(key)};
}

/* The binary of a built program, allocated; 0: there is none. */
static void *program_bytes(cl_program program, size_t *bytes)
{
    unsigned char *binary = NULL;
    cl_int status = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *bytes, bytes, NULL);
    if (status != CL_SUCCESS || *bytes == 0 || !(binary = malloc(*bytes)))
        return NULL;
    status = clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    if (status != CL_SUCCESS) {
        free(binary);
        return NULL;
    }
    return binary;
}

/* ---- Embedded binaries ---- */

/* Held for reading while programs are made from the binaries, which are freed with the shared
 * library that they are in. */
static pthread_rwlock_t embedded_lock = PTHREAD_RWLOCK_INITIALIZER;
static ampc__binary *embedded;

void ampc__binary_add(ampc__binary *binary)
{
    pthread_rwlock_wrlock(&embedded_lock);
    binary->next = embedded;
    embedded = binary;
    pthread_rwlock_unlock(&embedded_lock);
}

void ampc__binary_remove(ampc__binary *binary)
{
    pthread_rwlock_wrlock(&embedded_lock);
    ampc__binary **at = &embedded;
    while (*at && *at != binary)
        at = &(*at)->next;
    if (*at)
        *at = binary->next;
    pthread_rwlock_unlock(&embedded_lock);
}

void *binary_pack(const char *key, cl_program program, size_t *bytes)
{
    struct cache_bytes data = {0};
    void *binary = program_bytes(program, &data.n), *packed = NULL;
    if (binary) {
        data.at = binary;
        packed = cache_pack(key_bytes(key), data, bytes);
    }
    free(binary);
    return packed;
}

/* ---- Loading ---- */

/* The program, built; 0: the device does not take it. */
static cl_program program_of(struct cache_bytes binary, const struct ampc_accelerator *a,
                             const char *options)
{
    const unsigned char *at = binary.at;
    cl_int taken = CL_SUCCESS, status = CL_SUCCESS;
    cl_program program =
        clCreateProgramWithBinary(a->context, 1, &a->device, &binary.n, &at, &taken, &status);
    if (status == CL_SUCCESS && taken == CL_SUCCESS) {
        status = clBuildProgram(program, 1, &a->device, options, NULL, NULL);
        if (status == CL_SUCCESS)
            return program;
    }
    if (program)
        clReleaseProgram(program);
    trace_print("%s does not take the binary of a program: %s", a->name,
                cl_status_name(status != CL_SUCCESS ? status : taken));
    return NULL;
}

cl_program binary_embedded(const char *key, const struct ampc_accelerator *a, const char *options)
{
    struct cache_bytes binary = {0};
    cl_program embedded_program = NULL;
    pthread_rwlock_rdlock(&embedded_lock);
    for (ampc__binary *b = embedded; b && !embedded_program; b = b->next) {
        binary = cache_unpack((struct cache_bytes){b->bytes, b->size}, key_bytes(key));
        embedded_program = binary.at ? program_of(binary, a, options) : NULL;
    }
    pthread_rwlock_unlock(&embedded_lock);
    return embedded_program;
}

cl_program binary_load(const char *key, const struct ampc_accelerator *a, const char *options,
                       const char **from)
{
    struct cache_bytes binary = {0};
    cl_program embedded_program = binary_embedded(key, a, options);
    if (embedded_program) {
        *from = "the program itself";
        return embedded_program;
    }
    void *data = cache_read(key_bytes(key), &binary.n);
    binary.at = data;
    cl_program program = binary.n ? program_of(binary, a, options) : NULL;
    if (binary.n && !program)
        cache_remove(key_bytes(key));
    free(data);
    *from = program ? "the cache" : NULL;
    return program;
}

/* ---- Storing ---- */

/* A program whose binary is to be stored when one of its kernels has run. Kept for ever. */
struct later {
    struct later *next;
    const struct ampc_accelerator *accelerator;
    cl_program program;
    char *key;
    struct turn *turn; /* or 0 */
    bool launched;
};

static pthread_mutex_t later_lock = PTHREAD_MUTEX_INITIALIZER;
static struct later *all_later;

static void store(const char *key, const struct ampc_accelerator *a, cl_program program)
{
    struct cache_bytes data = {0};
    void *binary = program_bytes(program, &data.n);
    if (binary) {
        data.at = binary;
        cache_write(key_bytes(key), data);
    } else {
        trace_print("%s gives no binary of a program", a->name);
    }
    free(binary);
}

/* The key of a program of this process whose binary is not stored yet, for a device like it? */
static bool is_later(const char *key)
{
    pthread_mutex_lock(&later_lock);
    const struct later *l = all_later;
    while (l && strcmp(l->key, key) != 0)
        l = l->next;
    pthread_mutex_unlock(&later_lock);
    return l != NULL;
}

/* Whether the driver keeps the code of its kernels, which it would make anew for a binary. */
static bool is_driver_s(const struct ampc_accelerator *a)
{
    return (a->type & CL_DEVICE_TYPE_CPU) && !cache_is_chosen();
}

struct turn *binary_turn(const char *key, const struct ampc_accelerator *a)
{
    return a->emulated || a->verifies_passes || !cache_is_there() || is_later(key) ||
                   (is_driver_s(a) && cache_has(key_bytes(key)))
               ? NULL
               : turn_take(key_bytes(key));
}

struct later *binary_store(const char *key, const struct ampc_accelerator *a, cl_program program,
                           struct turn *turn)
{
    turn_built(turn);
    if (!cache_is_there())
        return NULL;
    if (a->verifies_passes) {
        trace_print("%s is not asked for a program's binary, over which its compiler may end the "
                    "process",
                    a->name);
        return NULL;
    }
    if (!(a->type & CL_DEVICE_TYPE_CPU)) {
        store(key, a, program);
        turn_end(turn);
        return NULL;
    }
    bool has = is_driver_s(a) && cache_has(key_bytes(key));
    struct later *l = has ? NULL : calloc(1, sizeof *l);
    char *copy = has ? NULL : strdup(key);
    if (!l || !copy) {
        free(l);
        free(copy);
        turn_end(turn);
        return NULL;
    }
    *l = (struct later){NULL, a, program, copy, turn, false};
    pthread_mutex_lock(&later_lock);
    l->next = all_later;
    __atomic_store_n(&all_later, l, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&later_lock);
    return l;
}

void binary_launched(struct later *l)
{
    pthread_mutex_lock(&later_lock);
    l->launched = true;
    pthread_mutex_unlock(&later_lock);
}

/* The next one of which a kernel was launched, no longer in the list; 0: there is none. */
static struct later *later_take(const struct ampc_accelerator *a)
{
    pthread_mutex_lock(&later_lock);
    struct later **at = &all_later;
    while (*at && ((*at)->accelerator != a || !(*at)->launched))
        at = &(*at)->next;
    struct later *taken = *at;
    if (taken)
        __atomic_store_n(at, taken->next, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&later_lock);
    return taken;
}

/* The driver may compile what has not been launched. */
static void store_roomy(void *of)
{
    struct later *l = of;
    if (is_driver_s(l->accelerator))
        cache_write(key_bytes(l->key), (struct cache_bytes){"", 0});
    else if (turn_may_store(l->turn))
        store(l->key, l->accelerator, l->program);
    else
        trace_print("other processes compile these kernels, too: their binary is not stored");
    turn_end(l->turn);
    free(l->key);
    l->turn = NULL;
    l->key = NULL;
}

bool binaries_wait(void)
{
    return __atomic_load_n(&all_later, __ATOMIC_RELAXED) != NULL;
}

void binaries_store(const struct ampc_accelerator *a)
{
    for (struct later *l; (l = later_take(a));)
        process_with_room(store_roomy, l);
}
