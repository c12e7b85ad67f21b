/* staging.c - large transfers through memory of the host that a device reaches by itself (pinned
 * memory), filled and emptied by several threads.
 *
 * Drivers copy the program's memory into such memory first, too, in the calling thread: with NVIDIA
 * at 16 GB/s, where the bus has 55. Here LANES threads, the caller among them, each do every
 * LANES-th chunk in two slots of their own: while the device moves one, the thread copies the
 * other. The chunks' commands are in a queue of their own for each direction, so that transfers
 * both ways go on at once; a transfer in a direction that is taken goes as it does without staging.
 * The memory is LANES * 2 chunks for each direction, made when so much has been transferred that it
 * pays. Between two devices the caller alone has chunks read into one's memory and written from
 * there to the other. Few bytes are read through such memory, and go from device to device by it,
 * too, by commands that do not block. Relies on copy.c and queue.c to ask, and to do what is
 * refused here. Example: 64 MiB to an H200 take 1.7 ms, and 4.2 by clEnqueueWriteBuffer; 4 KiB from
 * an H100 8.5 us and 10.4 by clEnqueueReadBuffer. */
#include "runtime/homes.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = 4,
    SLOTS = 2,       /* of a lane */
    CHUNK = 1 << 20, /* bytes of a slot; */
    LEAST = 8 << 20, /* of a transfer that gains; */
    PAYS = 64 << 20, /* of transfers, before pinned memory is made */
    FEW = 64 << 10,  /* bytes of a read, or a transfer between devices, for which there is memory */
    FEW_PAY = 64,    /* once there were as many */
    CROSSING_SLOTS = 4
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
    struct stage few; /* down, and from here to other devices; with other queues than its own */
    size_t least, chunk;
    uint64_t pays, moved;       /* bytes of large transfers; moved: atomic */
    unsigned few_pay, few_done; /* transfers of few bytes; few_done: atomic */
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
        lanes[k].started = k > 0 && process_thread(&lanes[k].thread, NULL, lane_run, &lanes[k]);
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

bool staging_takes(const struct ampc_accelerator *a, size_t bytes)
{
    return a->staging && bytes >= a->staging->least;
}

bool staging_move(const struct ampc_accelerator *a, bool up, cl_mem buffer, size_t offset,
                  size_t bytes, char *host, cl_int *status)
{
    struct staging *s = a->staging;
    if (!staging_takes(a, bytes) ||
        __atomic_add_fetch(&s->moved, bytes, __ATOMIC_RELAXED) < s->pays)
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

static bool few_takes(const struct staging *s, size_t bytes)
{
    return bytes <= FEW && bytes < s->least;
}

/* The memory for few bytes, for the caller alone, once it pays. */
static bool few_take(struct staging *s)
{
    return __atomic_add_fetch(&s->few_done, 1, __ATOMIC_RELAXED) >= s->few_pay &&
           !__atomic_exchange_n(&s->few.taken, true, __ATOMIC_ACQUIRE);
}

bool staging_read(const struct ampc_accelerator *a, cl_command_queue queue, cl_mem buffer,
                  size_t offset, size_t bytes, void *to, cl_int *status)
{
    struct staging *s = a->staging;
    if (!s || !few_takes(s, bytes) || !few_take(s))
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

/* One such transfer. Chunks are read into slots of the source's pinned memory and written from
 * there: drivers know it as theirs for other devices, too. */
struct crossing {
    cl_command_queue down, up;
    cl_mem from, to;
    size_t from_offset, to_offset, bytes, chunk;
    struct slot reads[CROSSING_SLOTS], writes[CROSSING_SLOTS];
};

/* Asks for chunk number k, whose slot may still be written from. */
static cl_int crossing_read(struct crossing *c, size_t k)
{
    struct slot *slot = &c->reads[k % CROSSING_SLOTS];
    cl_int status = slot_wait(&c->writes[k % CROSSING_SLOTS]);
    slot->at = k * c->chunk;
    slot->bytes = c->bytes - slot->at < c->chunk ? c->bytes - slot->at : c->chunk;
    if (status == CL_SUCCESS)
        status = clEnqueueReadBuffer(c->down, c->from, CL_FALSE, c->from_offset + slot->at,
                                     slot->bytes, slot->memory, 0, NULL, &slot->event);
    if (status == CL_SUCCESS)
        return clFlush(c->down);
    slot->event = NULL;
    return status;
}

/* Sends chunk number k on once it is there. */
static cl_int crossing_write(struct crossing *c, size_t k)
{
    struct slot *in = &c->reads[k % CROSSING_SLOTS], *out = &c->writes[k % CROSSING_SLOTS];
    cl_int status = slot_wait(in);
    if (status == CL_SUCCESS)
        status = clEnqueueWriteBuffer(c->up, c->to, CL_FALSE, c->to_offset + in->at, in->bytes,
                                      in->memory, 0, NULL, &out->event);
    if (status == CL_SUCCESS)
        return clFlush(c->up);
    out->event = NULL;
    return status;
}

/* While a chunk is written the next ones are read. */
static cl_int crossing_run(struct crossing *c, char *memory)
{
    size_t chunks = (c->bytes + c->chunk - 1) / c->chunk, read = 0;
    cl_int status = CL_SUCCESS;
    for (size_t s = 0; s < CROSSING_SLOTS; s++) {
        c->reads[s] = (struct slot){.memory = memory + s * c->chunk};
        c->writes[s] = (struct slot){0};
    }
    for (size_t k = 0; k < chunks && status == CL_SUCCESS; k++) {
        for (; read < chunks && read < k + CROSSING_SLOTS - 1 && status == CL_SUCCESS; read++)
            status = crossing_read(c, read);
        if (status == CL_SUCCESS)
            status = crossing_write(c, k);
    }
    for (size_t s = 0; s < CROSSING_SLOTS; s++) {
        cl_int in = slot_wait(&c->reads[s]), out = slot_wait(&c->writes[s]);
        status = status == CL_SUCCESS ? in : status;
        status = status == CL_SUCCESS ? out : status;
    }
    return status;
}

/* So that the first chunk is soon there, and the memory suffices. */
static size_t crossing_chunk(const struct staging *s, size_t bytes)
{
    size_t most = s->chunk * LANES * SLOTS / CROSSING_SLOTS, least = most / 8 + 1;
    size_t chunk = bytes / CROSSING_SLOTS / 2;
    return chunk < least ? least : chunk < most ? chunk : most;
}

/* The transfer with its queues: those of the launches before, else these. */
static struct crossing crossing_of(const struct shore *from, cl_command_queue down,
                                   const struct shore *to, cl_command_queue up, size_t bytes)
{
    return (struct crossing){.down = from->behind.view ? from->behind.view->queue : down,
                             .up = to->behind.view ? to->behind.view->queue : up,
                             .from = from->copy->buffer,
                             .to = to->copy->buffer,
                             .from_offset = from->offset,
                             .to_offset = to->offset,
                             .bytes = bytes,
                             .chunk = bytes};
}

static bool cross_few(const struct shore *from, const struct shore *to, size_t bytes,
                      cl_int *status)
{
    const struct ampc_accelerator *a = from->copy->accelerator, *b = to->copy->accelerator;
    struct staging *s = a->staging;
    if (!few_take(s))
        return false;
    bool made = stage_make(&s->few, a, FEW);
    if (made) {
        struct crossing c = crossing_of(from, a->queue, to, b->queue, bytes);
        *status = crossing_run(&c, s->few.memory);
    }
    __atomic_store_n(&s->few.taken, false, __ATOMIC_RELEASE);
    return made;
}

static bool cross_many(const struct shore *from, const struct shore *to, size_t bytes,
                       cl_int *status)
{
    const struct ampc_accelerator *a = from->copy->accelerator, *b = to->copy->accelerator;
    struct staging *s = a->staging, *t = b->staging;
    struct stage *down = &s->stages[0], *up = &t->stages[1];
    if (__atomic_add_fetch(&s->moved, bytes, __ATOMIC_RELAXED) < s->pays ||
        __atomic_exchange_n(&down->taken, true, __ATOMIC_ACQUIRE))
        return false;
    bool free = !__atomic_exchange_n(&up->taken, true, __ATOMIC_ACQUIRE);
    bool made = free && stage_make(down, a, LANES * SLOTS * s->chunk) &&
                stage_make(up, b, LANES * SLOTS * t->chunk);
    if (made) {
        struct crossing c = crossing_of(from, down->queue, to, up->queue, bytes);
        c.chunk = crossing_chunk(s, bytes);
        *status = crossing_run(&c, down->memory);
    }
    if (free)
        __atomic_store_n(&up->taken, false, __ATOMIC_RELEASE);
    __atomic_store_n(&down->taken, false, __ATOMIC_RELEASE);
    return made;
}

bool staging_cross(const struct shore *from, const struct shore *to, size_t bytes, cl_int *status)
{
    const struct staging *s = from->copy->accelerator->staging, *t = to->copy->accelerator->staging;
    if (!s || !t || !bytes)
        return false;
    return few_takes(s, bytes) ? cross_few(from, to, bytes, status)
                               : cross_many(from, to, bytes, status);
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
