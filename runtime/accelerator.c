/* accelerator.c - the accelerators of the process: all OpenCL devices and the emulator, found
 * once, ranked, and opened when first used.
 *
 * Relies on device.c for what a device says about itself. An accelerator that was found has a
 * description and a number; one that was opened has a context, a queue for transfers and its
 * default accelerator_view as well. A context of the program's own (ampc_cl.h) gets an accelerator
 * of its own, a guest.
 *
 * Example: AMPC_DEVICE=gpu makes accelerator_choose take the first of the best GPUs; without it
 * `rank` decides: a GPU, another device, a CPU, graphics software on the CPU, the emulator. */
#include "runtime/profile.h"
#include "runtime/program.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Protects the search; 'loaded' is read without it. */
static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static int loaded; /* atomic: the two below are final */
static struct ampc_accelerator *accelerators;
static int accelerator_count;
static char load_problem[512]; /* why the search failed, or a driver did; "": nothing failed */
static char load_unfit[512];   /* why a device that was found cannot be used; "": all can */
static char load_missing[512]; /* why there is no libOpenCL; "": there is one, or none is wanted */
static struct ampc_accelerator *chosen_by_user; /* atomic */
static struct ampc_accelerator
    *chosen_first;                      /* atomic; by the environment or the order of preference */
static struct ampc_accelerator *guests; /* atomic; in contexts of the program's */
static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;

static bool contains_any_case(const char *text, const char *words)
{
    for (; *text; text++) {
        size_t k = 0;
        while (words[k] && tolower((unsigned char)text[k]) == tolower((unsigned char)words[k]))
            k++;
        if (!words[k])
            return true;
    }
    return false;
}

static bool equals_any_case(const char *a, const char *b)
{
    return strlen(a) == strlen(b) && contains_any_case(a, b);
}

/* The value of AMPC_DEVICE; "" if it is not set. */
static const char *default_wish(void)
{
    const char *wish = secure_getenv("AMPC_DEVICE");
    return wish && !equals_any_case(wish, "default") ? wish : "";
}

static bool is_number(const char *wish)
{
    return *wish && strspn(wish, "0123456789") == strlen(wish);
}

static bool is_kind(const char *wish)
{
    return equals_any_case(wish, "gpu") || equals_any_case(wish, "cpu");
}

/* ---- Finding ---- */

/* Writes 'text', and prints it if AMPC_VERBOSE asks. platform: the one whose driver failed, or 0.
 */
static void problem(char text[sizeof load_problem], const char *what, cl_platform_id platform,
                    const char *why)
{
    char name[256] = "";
    if (platform &&
        clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL) != CL_SUCCESS)
        snprintf(name, sizeof name, "a platform");
    snprintf(text, sizeof load_problem, "%s%s: %s", what, name, why);
    trace_print("looking for accelerators: %s", text);
}

static void load_platform(cl_platform_id platform)
{
    cl_uint count = 0;
    cl_int status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    cl_device_id *ids = status == CL_SUCCESS && count ? calloc(count, sizeof *ids) : NULL;
    struct ampc_accelerator *list =
        ids ? realloc(accelerators, ((size_t)accelerator_count + count) * sizeof *list) : NULL;
    if (list) {
        accelerators = list;
        status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL);
    } else if (status == CL_SUCCESS && count) {
        status = CL_OUT_OF_HOST_MEMORY;
    }
    if (status != CL_SUCCESS && status != CL_DEVICE_NOT_FOUND)
        problem(load_problem, "the devices of ", platform, cl_status_name(status));
    for (cl_uint k = 0; list && status == CL_SUCCESS && k < count; k++) {
        const char *unfit;
        if (device_query(&list[accelerator_count], platform, ids[k], &status, &unfit)) {
            accelerator_count++;
        } else {
            problem(unfit ? load_unfit : load_problem, "a device of ", platform,
                    unfit ? unfit : cl_status_name(status));
            status = CL_SUCCESS;
        }
    }
    free(ids);
}

static void load_platforms(void *unused)
{
    cl_uint count = 0;
    (void)unused;
    if (!opencl_open(load_missing, sizeof load_missing)) {
        trace_print("looking for accelerators: %s", load_missing);
        return;
    }
    cl_int status = clGetPlatformIDs(0, NULL, &count);
    cl_platform_id *ids = status == CL_SUCCESS && count ? calloc(count, sizeof *ids) : NULL;
    if (ids)
        status = clGetPlatformIDs(count, ids, NULL);
    else if (status == CL_SUCCESS && count)
        status = CL_OUT_OF_HOST_MEMORY;
    for (cl_uint k = 0; ids && status == CL_SUCCESS && k < count; k++)
        load_platform(ids[k]);
    if (status != CL_SUCCESS && status != -1001) /* CL_PLATFORM_NOT_FOUND_KHR */
        problem(load_problem, "the platforms", NULL, cl_status_name(status));
    free(ids);
}

/* The emulator is the last of the list. False without memory for it. */
static bool load_emulator(void)
{
    struct ampc_accelerator *list =
        realloc(accelerators, ((size_t)accelerator_count + 1) * sizeof *list);
    if (list) {
        accelerators = list;
        emulator_describe(&list[accelerator_count++]);
    } else {
        problem(load_problem, "the emulator", NULL, cl_status_name(CL_OUT_OF_HOST_MEMORY));
    }
    return list != NULL;
}

/* Whether AMPC_DEVICE asks for the emulator alone: then no drivers are loaded, for valgrind and the
 * like. */
static bool wants_emulator(void)
{
    return equals_any_case(default_wish(), "emulator");
}

/* Frees the accelerators found so far, which no other code has seen. */
static void unload(void)
{
    while (accelerator_count > 0)
        device_forget(&accelerators[--accelerator_count]);
    free(accelerators);
    accelerators = NULL;
}

/* Whether the accelerators found suffice although a driver failed: AMPC_DEVICE must be a name or
 * kind that fits an OpenCL device; a number might be another device's now. */
static bool found_enough(void)
{
    const char *wish = default_wish();
    return accelerator_count > 0 && !is_number(wish) &&
           accelerator_choose(accelerators, accelerator_count, wish) >= 0;
}

/* Prepares the process for accelerators. */
static bool prepare(void)
{
    bool done = process_prepare();
    if (!done)
        problem(load_problem, "what fork() needs", NULL, cl_status_name(CL_OUT_OF_HOST_MEMORY));
    return done;
}

/* Looks for accelerators; when that fails, so that there are none, or not the one that is wanted,
 * the next call looks again. */
static void load(void)
{
    load_problem[0] = load_unfit[0] = load_missing[0] = 0;
    if (!wants_emulator()) {
        rank_divide_processors();
        process_with_room(load_platforms, NULL);
    }
    /* An unusable device is reported if AMPC_DEVICE could mean it. */
    if (!load_problem[0] && !is_number(default_wish()) &&
        accelerator_choose(accelerators, accelerator_count, default_wish()) < 0)
        memcpy(load_problem, load_unfit, sizeof load_problem);
    if ((load_problem[0] && !found_enough()) || !load_emulator() || !prepare()) {
        unload();
        return;
    }
    for (int k = 0; k < accelerator_count; k++) {
        struct ampc_accelerator *a = &accelerators[k];
        a->number = k;
        snprintf(a->path, sizeof a->path, "%d", k);
        a->default_view.accelerator = a;
        trace_print("device %d: %s, %s memory%s", k, a->description,
                    a->zero_copy ? "the host's" : "its own", a->has_double ? ", double" : "");
    }
    __atomic_store_n(&loaded, 1, __ATOMIC_RELEASE);
}

/* How many there are; *f: why nothing could be found. */
static int find_all(struct failure *f)
{
    if (__atomic_load_n(&loaded, __ATOMIC_ACQUIRE))
        return accelerator_count;
    pthread_mutex_lock(&load_lock);
    if (!loaded)
        load();
    int count = loaded ? accelerator_count : 0;
    if (!loaded && f) {
        failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION, "looking for accelerators failed: %s",
                    load_problem);
    }
    pthread_mutex_unlock(&load_lock);
    return count;
}

int ampc_accelerator_count(void)
{
    return find_all(NULL);
}

ampc_accelerator *ampc_accelerator_at(int number)
{
    return number >= 0 && number < ampc_accelerator_count() ? &accelerators[number] : NULL;
}

/* ---- Choosing ---- */

/* The order of preference: a lower rank is chosen first. */
static int rank(const struct ampc_accelerator *a)
{
    return a->emulated                       ? 4
           : a->rasteriser                   ? 3
           : a->type & CL_DEVICE_TYPE_GPU    ? 0
           : !(a->type & CL_DEVICE_TYPE_CPU) ? 1
                                             : 2;
}

/* The first of the best of these types. */
static int best_of_types(const struct ampc_accelerator *list, int count, cl_device_type types)
{
    int best = -1;
    for (int k = 0; k < count; k++)
        if ((list[k].type & types) && (best < 0 || rank(&list[k]) < rank(&list[best])))
            best = k;
    return best;
}

int accelerator_choose(const struct ampc_accelerator *list, int count, const char *wish)
{
    if (!wish || !*wish)
        return best_of_types(list, count, CL_DEVICE_TYPE_ALL);
    if (is_number(wish)) {
        unsigned long number = strtoul(wish, NULL, 10);
        return number < (unsigned long)count ? (int)number : -1;
    }
    if (is_kind(wish)) {
        bool gpu = tolower((unsigned char)wish[0]) == 'g';
        return best_of_types(list, count, gpu ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU);
    }
    for (int k = 0; k < count; k++)
        if (contains_any_case(list[k].description, wish))
            return k;
    return -1;
}

int accelerator_of_rank(const struct ampc_accelerator *list, int count, const char *wish, int first,
                        int local, int *alike)
{
    bool any = !*wish || is_kind(wish);
    const struct ampc_accelerator *best = &list[first];
    int turn = 0, chosen = first;
    *alike = 1;
    if (is_number(wish))
        return first;
    for (int round = 0; round < 2; round++) {
        turn = 0;
        for (int k = first; k < count; k++) {
            const struct ampc_accelerator *a = &list[k];
            if (a->platform != best->platform || a->zero_copy != best->zero_copy ||
                rank(a) != rank(best) || (!any && !contains_any_case(a->description, wish)))
                continue;
            if (round && turn == local % *alike)
                chosen = k;
            turn++;
        }
        *alike = turn;
    }
    return chosen;
}

/* Says which accelerator is the default one, and why. */
static void tell_choice(const struct ampc_accelerator *a, const char *wish, int alike)
{
    const struct rank *r = rank_of_process();
    char share[256] = "";
    if (r->said)
        snprintf(share, sizeof share, "; one of %d alike, by rank %d of %d on this host, %s=%d",
                 alike, r->local, r->locals, r->said, r->local);
    trace_print("default accelerator %d: %s (%s%s%s)", a->number, a->description,
                *wish ? "AMPC_DEVICE="
                      : "a GPU before others before a CPU before a software rasteriser",
                wish, share);
}

ampc_accelerator *ampc_accelerator_find(const char *name)
{
    int count = ampc_accelerator_count();
    if (name && equals_any_case(name, "default")) {
        struct failure ignored;
        ignored.code = AMPC_SUCCESS;
        return accelerator_default(&ignored);
    }
    return name && *name ? ampc_accelerator_at(accelerator_choose(accelerators, count, name))
                         : NULL;
}

bool accelerator_refuse(const char *wish, const char *what, struct failure *f)
{
    char list[2048] = "";
    size_t used = 0;
    bool calls = islower((unsigned char)what[0]) != 0;
    for (int k = 0; k < accelerator_count && used < sizeof list; k++) {
        used += (size_t)snprintf(list + used, sizeof list - used, "%s %d: %s", k ? "," : "", k,
                                 accelerators[k].description);
    }
    return failure_set(f, AMPC_ERROR_RUNTIME_EXCEPTION,
                       "%s%s%.200s%s fits no accelerator; give a number, a part of a name, gpu or "
                       "cpu; found:%s%s%s",
                       what, calls ? "(\"" : "=", wish, calls ? "\")" : "", *list ? list : " none",
                       *load_missing ? "; OpenCL is not there: " : "", load_missing);
}

/* Prints one line on stderr about a choice that the user would not expect. */
static void notice(const struct ampc_accelerator *a, const char *wish)
{
    char who[RANK_TEXT];
    if (a->emulated) {
        fprintf(stderr,
                "ampc: %sno OpenCL %s was found%s%s%s: kernels run on the host, in the emulator "
                "(AMPC_DEVICE=emulator says that this is wanted)\n",
                rank_prefix(who), *wish ? "CPU" : "device", *load_missing ? " (" : "", load_missing,
                *load_missing ? ")" : "");
    } else if (load_problem[0]) {
        fprintf(stderr,
                "ampc: %slooking for accelerators failed: %s; kernels run on %s, which was found "
                "(AMPC_DEVICE and a part of its name say that this is wanted)\n",
                rank_prefix(who), load_problem, a->description);
    }
}

/* The default one, as far as it has been chosen. */
static struct ampc_accelerator *chosen(void)
{
    struct ampc_accelerator *a = __atomic_load_n(&chosen_by_user, __ATOMIC_ACQUIRE);
    return a ? a : __atomic_load_n(&chosen_first, __ATOMIC_ACQUIRE);
}

const struct ampc_accelerator *accelerator_chosen(void)
{
    return chosen();
}

struct ampc_accelerator *accelerator_default(struct failure *f)
{
    struct ampc_accelerator *a = chosen();
    if (a)
        return a;
    int count = find_all(f);
    if (!count) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for the list of accelerators");
        return NULL;
    }
    const char *wish = default_wish();
    int number = accelerator_choose(accelerators, count, wish);
    if (number < 0) {
        accelerator_refuse(wish, "AMPC_DEVICE", f);
        return NULL;
    }
    int alike = 1, local = rank_of_process()->local;
    a = &accelerators[accelerator_of_rank(accelerators, count, wish, number, local, &alike)];
    tell_choice(a, wish, alike);
    if (!__atomic_exchange_n(&chosen_first, a, __ATOMIC_ACQ_REL) && (!*wish || is_kind(wish)))
        notice(a, wish);
    return a;
}

ampc_accelerator *ampc_accelerator_default(void)
{
    struct failure f;
    f.code = AMPC_SUCCESS;
    struct ampc_accelerator *a = accelerator_default(&f);
    if (!a)
        failure_raise(&f, NULL, 0);
    return a;
}

void ampc_accelerator_set_default(ampc_accelerator *accelerator)
{
    __atomic_store_n(&chosen_by_user, accelerator, __ATOMIC_RELEASE);
}

/* ---- Working ---- */

static cl_command_queue make_queue(const struct ampc_accelerator *a, cl_context context,
                                   struct failure *f)
{
    cl_int status = CL_SUCCESS;
    bool timed = profile_enabled() || future_times_wanted() || tune_enabled();
    cl_command_queue queue =
        clCreateCommandQueue(context, a->device, timed ? CL_QUEUE_PROFILING_ENABLE : 0, &status);
    if (status != CL_SUCCESS) {
        failure_set_cl(f, status, "cannot make a queue on %s", a->description);
        return NULL;
    }
    return queue;
}

/* Creates the queues of an accelerator that has its context. */
static bool open_queues(struct ampc_accelerator *a, cl_context context, struct failure *f)
{
    cl_command_queue transfers = make_queue(a, context, f);
    cl_command_queue queue = transfers ? make_queue(a, context, f) : NULL;
    if (!queue) {
        if (transfers)
            clReleaseCommandQueue(transfers);
        return false;
    }
    a->context = context;
    a->queue = transfers;
    a->staging = a->staging ? a->staging : staging_new(a);
    a->packing = a->packing ? a->packing : pack_new(a);
    a->default_view.queue = queue;
    __atomic_store_n(&a->open, 1, __ATOMIC_RELEASE);
    return true;
}

static bool open_locked(struct ampc_accelerator *a, struct failure *f)
{
    cl_int status = CL_SUCCESS;
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)a->platform,
                                          0};
    cl_context context = a->emulated
                             ? emulator_context(&status)
                             : clCreateContext(properties, 1, &a->device, NULL, NULL, &status);
    if (status != CL_SUCCESS)
        return failure_set_cl(f, status, "cannot open %s", a->description);
    if (!open_queues(a, context, f)) {
        clReleaseContext(context);
        return false;
    }
    return true;
}

struct opening {
    struct ampc_accelerator *accelerator;
    struct failure *failure;
};

static void open_roomy(void *opening)
{
    struct opening *o = opening;
    open_locked(o->accelerator, o->failure);
    if (o->accelerator->open && profile_reports())
        roof_measure(o->accelerator);
}

/* Once; under open_lock. */
static bool register_exit(struct failure *f)
{
    static bool registered;
    registered = registered || queue_register_exit();
    return registered || failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "atexit failed");
}

bool accelerator_open(struct ampc_accelerator *a, struct failure *f)
{
    if (!process_check(f))
        return false;
    if (__atomic_load_n(&a->open, __ATOMIC_ACQUIRE))
        return true;
    pthread_mutex_lock(&open_lock);
    if (register_exit(f) && !a->open)
        process_with_room(open_roomy, &(struct opening){a, f});
    bool done = a->open != 0;
    pthread_mutex_unlock(&open_lock);
    return done;
}

/* A queue for one more view. Views are never destroyed, so later ones share the queues of earlier
 * ones: the work of each still runs in order. */
static bool take_queue(struct ampc_accelerator *a, struct ampc_accelerator_view *view,
                       struct failure *f)
{
    pthread_mutex_lock(&open_lock);
    cl_command_queue *queue = &a->queues[a->queues_taken % ACCELERATOR_QUEUES];
    if (!*queue)
        *queue = make_queue(a, a->context, f);
    a->queues_taken += *queue != NULL;
    view->queue = *queue;
    pthread_mutex_unlock(&open_lock);
    return view->queue != NULL;
}

bool accelerator_add_view(struct ampc_accelerator *a, struct ampc_accelerator_view *view,
                          struct failure *f)
{
    if (!accelerator_open(a, f) || (!view->queue && !take_queue(a, view, f)))
        return false;
    view->accelerator = a;
    runtime_lock();
    view->next = a->default_view.next;
    a->default_view.next = view;
    runtime_unlock();
    return true;
}

/* ---- Contexts of the program's ---- */

struct ampc_accelerator *accelerator_next(struct ampc_accelerator *a)
{
    int count = ampc_accelerator_count();
    struct ampc_accelerator *first = count ? accelerators : NULL;
    if (!a && first)
        return first;
    if (a && first && a >= first && a < first + count - 1)
        return a + 1;
    bool is_guest = a && !(first && a >= first && a < first + count);
    return is_guest ? a->next_guest : __atomic_load_n(&guests, __ATOMIC_ACQUIRE);
}

/* Under open_lock. */
static struct ampc_accelerator *guest_make(cl_context context, cl_device_id device,
                                           struct failure *f)
{
    struct ampc_accelerator *a = calloc(1, sizeof *a);
    cl_platform_id platform = NULL;
    cl_int status = CL_SUCCESS;
    const char *unfit = NULL;
    if (!a) {
        failure_set(f, AMPC_ERROR_OUT_OF_MEMORY, "no memory for an accelerator");
        return NULL;
    }
    status = clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    if (status == CL_SUCCESS && !device_query(a, platform, device, &status, &unfit) && unfit) {
        failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE, "the queue's device: %s", unfit);
    } else if (status != CL_SUCCESS) {
        failure_set_cl(f, status, "the queue's device");
    } else {
        status = clRetainContext(context);
        a->number = -1;
        a->default_view.accelerator = a;
        if (status != CL_SUCCESS)
            failure_set_cl(f, status, "a context of the program's");
        else if (!open_queues(a, context, f))
            clReleaseContext(context);
    }
    if (f->code != AMPC_SUCCESS) {
        device_forget(a);
        free(a);
        return NULL;
    }
    trace_print("%s in a context of the program's", a->description);
    a->next_guest = guests;
    __atomic_store_n(&guests, a, __ATOMIC_RELEASE);
    return a;
}

struct ampc_accelerator *accelerator_in_context(cl_context context, cl_device_id device,
                                                struct failure *f)
{
    struct ampc_accelerator *found = NULL;
    pthread_mutex_lock(&open_lock);
    for (struct ampc_accelerator *a = NULL; !found && (a = accelerator_next(a));)
        found = a->open && a->context == context && a->device == device ? a : NULL;
    if (!found && register_exit(f))
        found = guest_make(context, device, f);
    pthread_mutex_unlock(&open_lock);
    return found;
}
