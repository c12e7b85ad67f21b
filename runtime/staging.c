/* staging.c - large transfers through memory of the host that a device reaches by itself (pinned
 * memory), filled and emptied by several threads.
 *
 * Drivers copy the program's memory into such memory first, too, in the calling thread: with NVIDIA
 * at 16 GB/s, where the bus has 55. Here LANES threads, the caller among them, each do every
 * LANES-th chunk in two slots of their own: while the device moves one, the thread copies the
 * other. The chunks' commands are in a queue of their own for each direction, so that transfers
 * both ways go on at once; a transfer in a direction that is taken goes as it does without staging.
 * The memory is LANES * 2 chunks for each direction, made when so much has been transferred that it
 * pays. Between two devices chunks go through the memory of both, read from one while they are
 * written to the other. Few bytes are read through such memory, too, by a command that does not
 * block and clFinish. Relies on copy.c and queue.c to ask, and to do what is refused here. Example:
 * 64 MiB to an H200 take 1.7 ms, and 4.2 by clEnqueueWriteBuffer; 4 KiB from an H100 8.5 us and
 * 10.4 by clEnqueueReadBuffer. */
#include "runtime/homes.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = 4,
    SLOTS = 2,       /* of a lane */
    CHUNK = 1 << 20, /* bytes of a slot; */
    LEAST = 8 << 20, /* of a transfer that gains; */
    PAYS = 64 << 20, /* of transfers, before pinned memory is made */
    FEW = 64 << 10,  /* bytes of a read for which there is memory, once there were */
    FEW_PAY = 64     /* as many */
};

/* The memory of one direction. */
struct stage {
    bool taken; /* atomic: by a transfer, which alone uses the rest */
    bool failed;
    cl_command_queue queue;
    cl_mem buffer;
    char *memory; /* of the buffer, mapped for ever; 0: not made yet */
};

struct staging {
    struct stage stages[2]; /* down, up */
    struct stage few;       /* down, with other queues than its own */
    size_t least, chunk;
    uint64_t pays, moved;       /* bytes of large transfers; moved: atomic */
    unsigned few_pay, few_read; /* reads of few bytes; few_read: atomic */
};

/* One transfer; constant for the threads. */
struct move {
    const struct staging *staging;
    const struct stage *stage;
    bool up;
    cl_mem buffer;
    size_t offset, bytes;
    char *host;
    size_t lanes;
};

/* What one thread does of it. */
struct lane {
    const struct move *move;
    pthread_t thread;
    bool started;
    size_t number;
    cl_int status;
    struct slot {
        cl_event event; /* of the command that uses the slot; 0: none */
        size_t at, bytes;
        char *memory;
    } slots[SLOTS];
};

/* ---- Chunks ---- */

static cl_int slot_wait(struct slot *slot)
{
    cl_int status = slot->event ? clWaitForEvents(1, &slot->event) : CL_SUCCESS;
    if (slot->event)
        clReleaseEvent(slot->event);
    slot->event = NULL;
    return status;
}

/* Waits for the slot's command, and takes what it has read. */
static cl_int slot_end(const struct move *m, struct slot *slot)
{
    bool read = slot->event && !m->up;
    cl_int status = slot_wait(slot);
    if (read && status == CL_SUCCESS)
        memcpy(m->host + slot->at, slot->memory, slot->bytes);
    return status;
}

/* Submits the slot's bytes. */
static cl_int slot_begin(const struct move *m, struct slot *slot)
{
    cl_command_queue queue = m->stage->queue;
    size_t offset = m->offset + slot->at;
    if (m->up)
        memcpy(slot->memory, m->host + slot->at, slot->bytes);
    cl_int status = m->up ? clEnqueueWriteBuffer(queue, m->buffer, CL_FALSE, offset, slot->bytes,
                                                 slot->memory, 0, NULL, &slot->event)
                          : clEnqueueReadBuffer(queue, m->buffer, CL_FALSE, offset, slot->bytes,
                                                slot->memory, 0, NULL, &slot->event);
    if (status == CL_SUCCESS)
        return clFlush(queue);
    slot->event = NULL;
    return status;
}

static void *lane_run(void *argument)
{
    struct lane *lane = argument;
    const struct move *m = lane->move;
    size_t chunk = m->staging->chunk, k = 0;
    for (size_t at = lane->number * chunk; at < m->bytes && lane->status == CL_SUCCESS;
         at += m->lanes * chunk) {
        struct slot *slot = &lane->slots[k++ % SLOTS];
        lane->status = slot_end(m, slot);
        slot->at = at;
        slot->bytes = m->bytes - at < chunk ? m->bytes - at : chunk;
        if (lane->status == CL_SUCCESS)
            lane->status = slot_begin(m, slot);
    }
    for (size_t end = k + SLOTS; k < end; k++) {
        cl_int status = slot_end(m, &lane->slots[k % SLOTS]);
        lane->status = lane->status == CL_SUCCESS ? status : lane->status;
    }
    return NULL;
}

/* ---- Transfers ---- */

/* Signals are for the program's own threads. */
static bool thread_start(pthread_t *thread, void *(*run)(void *), void *lane)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, run, lane) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* The caller does the first lane, and those for which there is no thread. */
static cl_int move_run(const struct move *m)
{
    struct lane lanes[LANES];
    memset(lanes, 0, sizeof lanes);
    for (size_t k = 0; k < m->lanes; k++) {
        lanes[k].move = m;
        lanes[k].number = k;
        for (size_t s = 0; s < SLOTS; s++)
            lanes[k].slots[s].memory = m->stage->memory + (k * SLOTS + s) * m->staging->chunk;
        lanes[k].started = k > 0 && thread_start(&lanes[k].thread, lane_run, &lanes[k]);
    }
    cl_int status = CL_SUCCESS;
    for (size_t k = 0; k < m->lanes; k++)
        if (!lanes[k].started)
            lane_run(&lanes[k]);
    for (size_t k = 0; k < m->lanes; k++) {
        if (lanes[k].started)
            pthread_join(lanes[k].thread, NULL);
        status = status == CL_SUCCESS ? lanes[k].status : status;
    }
    return status;
}

/* The queue and the memory, once; taken by the caller. */
static bool stage_make(struct stage *stage, const struct ampc_accelerator *a, size_t bytes)
{
    cl_int status = CL_SUCCESS;
    if (stage->memory || stage->failed)
        return !stage->failed;
    stage->queue = clCreateCommandQueue(a->context, a->device, 0, &status);
    if (status == CL_SUCCESS) {
        stage->buffer = clCreateBuffer(a->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes,
                                       NULL, &status);
        if (status == CL_SUCCESS) {
            stage->memory =
                clEnqueueMapBuffer(stage->queue, stage->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                   0, bytes, 0, NULL, NULL, &status);
            if (status != CL_SUCCESS)
                clReleaseMemObject(stage->buffer);
        }
        if (status != CL_SUCCESS)
            clReleaseCommandQueue(stage->queue);
    }
    stage->failed = status != CL_SUCCESS;
    return !stage->failed;
}

bool staging_move(const struct ampc_accelerator *a, bool up, cl_mem buffer, size_t offset,
                  size_t bytes, char *host, cl_int *status)
{
    struct staging *s = a->staging;
    if (!s || bytes < s->least || __atomic_add_fetch(&s->moved, bytes, __ATOMIC_RELAXED) < s->pays)
        return false;
    struct stage *stage = &s->stages[up];
    if (__atomic_exchange_n(&stage->taken, true, __ATOMIC_ACQUIRE))
        return false;
    bool made = stage_make(stage, a, LANES * SLOTS * s->chunk);
    if (made) {
        size_t lanes = bytes / (2 * s->chunk);
        *status = move_run(&(struct move){.staging = s,
                                          .stage = stage,
                                          .up = up,
                                          .buffer = buffer,
                                          .offset = offset,
                                          .bytes = bytes,
                                          .host = host,
                                          .lanes = lanes < LANES ? lanes + !lanes : LANES});
    }
    __atomic_store_n(&stage->taken, false, __ATOMIC_RELEASE);
    return made;
}

bool staging_read(const struct ampc_accelerator *a, cl_command_queue queue, cl_mem buffer,
                  size_t offset, size_t bytes, void *to, cl_int *status)
{
    struct staging *s = a->staging;
    if (!s || bytes > FEW || bytes >= s->least ||
        __atomic_add_fetch(&s->few_read, 1, __ATOMIC_RELAXED) < s->few_pay ||
        __atomic_exchange_n(&s->few.taken, true, __ATOMIC_ACQUIRE))
        return false;
    bool made = stage_make(&s->few, a, FEW);
    if (made) {
        *status = clEnqueueReadBuffer(queue, buffer, CL_FALSE, offset, bytes, s->few.memory, 0,
                                      NULL, NULL);
        if (*status == CL_SUCCESS)
            *status = clFinish(queue);
        if (*status == CL_SUCCESS)
            memcpy(to, s->few.memory, bytes);
    }
    __atomic_store_n(&s->few.taken, false, __ATOMIC_RELEASE);
    return made;
}

/* ---- From one device to another ---- */

/* One such transfer; constant for the threads. Chunks go from 'down', the source's memory, to 'up',
 * the target's: each driver knows its own as pinned. */
struct crossing {
    const struct stage *down, *up;
    cl_mem from, to;
    size_t from_offset, to_offset, bytes, chunk;
};

struct crossing_lane {
    const struct crossing *crossing;
    pthread_t thread;
    bool started;
    size_t number;
    cl_int status;
};

/* Asks for the lane's chunk number k, if there is one. */
static cl_int crossing_read(const struct crossing *c, struct slot *slot, size_t at)
{
    slot->at = at;
    slot->bytes = at >= c->bytes ? 0 : c->bytes - at < c->chunk ? c->bytes - at : c->chunk;
    if (!slot->bytes)
        return CL_SUCCESS;
    cl_int status = clEnqueueReadBuffer(c->down->queue, c->from, CL_FALSE, c->from_offset + at,
                                        slot->bytes, slot->memory, 0, NULL, &slot->event);
    if (status == CL_SUCCESS)
        return clFlush(c->down->queue);
    slot->event = NULL;
    return status;
}

/* Takes what was read, and sends it on. */
static cl_int crossing_write(const struct crossing *c, struct slot *in, struct slot *out)
{
    cl_int status = slot_wait(in), before = slot_wait(out);
    status = status == CL_SUCCESS ? before : status;
    if (status != CL_SUCCESS)
        return status;
    memcpy(out->memory, in->memory, in->bytes);
    status = clEnqueueWriteBuffer(c->up->queue, c->to, CL_FALSE, c->to_offset + in->at, in->bytes,
                                  out->memory, 0, NULL, &out->event);
    if (status == CL_SUCCESS)
        return clFlush(c->up->queue);
    out->event = NULL;
    return status;
}

/* While a chunk is written, the next one is read. */
static void *crossing_run(void *argument)
{
    struct crossing_lane *lane = argument;
    const struct crossing *c = lane->crossing;
    struct slot in[SLOTS], out[SLOTS];
    size_t at = lane->number * c->chunk, k = 0;
    for (size_t s = 0; s < SLOTS; s++) {
        size_t place = (lane->number * SLOTS + s) * c->chunk;
        in[s] = (struct slot){.memory = c->down->memory + place};
        out[s] = (struct slot){.memory = c->up->memory + place};
    }
    lane->status = crossing_read(c, &in[0], at);
    for (; lane->status == CL_SUCCESS && in[k % SLOTS].bytes; k++) {
        at += LANES * c->chunk;
        lane->status = crossing_read(c, &in[(k + 1) % SLOTS], at);
        if (lane->status == CL_SUCCESS)
            lane->status = crossing_write(c, &in[k % SLOTS], &out[k % SLOTS]);
    }
    for (size_t s = 0; s < SLOTS; s++) {
        cl_int read = slot_wait(&in[s]), written = slot_wait(&out[s]);
        lane->status = lane->status == CL_SUCCESS ? read : lane->status;
        lane->status = lane->status == CL_SUCCESS ? written : lane->status;
    }
    return NULL;
}

static cl_int crossing_all(const struct crossing *c)
{
    struct crossing_lane lanes[LANES];
    memset(lanes, 0, sizeof lanes);
    cl_int status = CL_SUCCESS;
    for (size_t k = 0; k < LANES; k++) {
        lanes[k].crossing = c;
        lanes[k].number = k;
        lanes[k].started = k > 0 && thread_start(&lanes[k].thread, crossing_run, &lanes[k]);
    }
    for (size_t k = 0; k < LANES; k++)
        if (!lanes[k].started)
            crossing_run(&lanes[k]);
    for (size_t k = 0; k < LANES; k++) {
        if (lanes[k].started)
            pthread_join(lanes[k].thread, NULL);
        status = status == CL_SUCCESS ? lanes[k].status : status;
    }
    return status;
}

bool staging_cross(const struct copy *from, size_t from_offset, const struct copy *to,
                   size_t to_offset, size_t bytes, cl_int *status)
{
    const struct ampc_accelerator *a = from->accelerator, *b = to->accelerator;
    struct staging *s = a->staging, *t = b->staging;
    if (!s || !t || s->chunk != t->chunk || bytes < s->least ||
        __atomic_add_fetch(&s->moved, bytes, __ATOMIC_RELAXED) < s->pays)
        return false;
    struct stage *down = &s->stages[0], *up = &t->stages[1];
    if (__atomic_exchange_n(&down->taken, true, __ATOMIC_ACQUIRE))
        return false;
    bool free = !__atomic_exchange_n(&up->taken, true, __ATOMIC_ACQUIRE);
    bool made = free && stage_make(down, a, LANES * SLOTS * s->chunk) &&
                stage_make(up, b, LANES * SLOTS * s->chunk);
    if (made) {
        *status = crossing_all(&(struct crossing){.down = down,
                                                  .up = up,
                                                  .from = from->buffer,
                                                  .to = to->buffer,
                                                  .from_offset = from_offset,
                                                  .to_offset = to_offset,
                                                  .bytes = bytes,
                                                  .chunk = s->chunk});
    }
    if (free)
        __atomic_store_n(&up->taken, false, __ATOMIC_RELEASE);
    __atomic_store_n(&down->taken, false, __ATOMIC_RELEASE);
    return made;
}

/* ---- Devices that gain ---- */

/* AMPC_STAGING: bytes from which on transfers are staged, 0 for none; -1: not set, or no number. */
static long wanted_bytes(void)
{
    const char *text = secure_getenv("AMPC_STAGING");
    char *end = NULL;
    long bytes = text && *text ? strtol(text, &end, 10) : -1;
    return end && *end == 0 && bytes >= 0 ? bytes : -1;
}

struct staging *staging_new(const struct ampc_accelerator *a)
{
    long wanted = wanted_bytes();
    cpu_set_t cpus;
    bool gains = a->gains_by_staging && sched_getaffinity(0, sizeof cpus, &cpus) == 0 &&
                 CPU_COUNT(&cpus) >= LANES;
    if (a->zero_copy || a->emulated || wanted == 0 || (wanted < 0 && !gains))
        return NULL;
    struct staging *s = calloc(1, sizeof *s);
    if (s) {
        s->least = wanted > 0 ? (size_t)wanted : LEAST;
        s->chunk = s->least / LANES < CHUNK ? s->least / LANES + 1 : CHUNK;
        s->pays = wanted > 0 ? 0 : PAYS;
        s->few_pay = wanted > 0 ? 0 : FEW_PAY;
    }
    return s;
}
