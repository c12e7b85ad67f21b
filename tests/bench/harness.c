/* harness.c - the bench's main: variants of a workload take turns, are timed and compared, and a
 * line of a table is printed for each. Relies on harness_data.c for memory, on harness_cl.c for
 * OpenCL by hand. Example:
 *
 *     BENCH_SIZES=small BENCH_ROUNDS=3 build/bench/saxpy
 *
 * First every variant runs once and its result is compared; then it is timed once, which tells how
 * many repetitions make a turn; on CPUs the naive kernel by hand is timed with other groups than
 * the driver's, too, and keeps the fastest; then come the rounds, in each of which every variant
 * has its turn. A turn begins with one repetition that is not timed, unless that would take long,
 * and ends when the device has finished.
 *
 * A variant that fails is named, and the program begins once more (execv), at the same case and
 * without that variant; it ends with status 1 then. */
#include "harness_internal.h"
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CHECK, ONCE, CHOOSE, ROUNDS, END };

static const char *const variant_names[VARIANTS] = {"hand-naive", "ampc-naive",   "hand-tiled",
                                                    "ampc-tiled", "ampc-library", "hand-expert",
                                                    "clblast",    "plain-c",      "openblas"};

void fatal(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    exit(2);
}

/* ---- Variants that fail ---- */

static struct bench *current;
static char **arguments;

/* What failed before this process began: "0:hand-expert ", the number of the case and the variant,
 * as BENCH_SKIP has it. */
static int has_failed(int which, int variant)
{
    char one[40];
    const char *failed = getenv("BENCH_SKIP");
    snprintf(one, sizeof one, "%d:%s ", which, variant_names[variant]);
    return failed && strstr(failed, one);
}

static const char *device_name(void)
{
    return ampc_accelerator_description(ampc_accelerator_default());
}

void variant_failed(const char *format, ...)
{
    enum { MOST_FILES = 1024 };
    const struct bench_state *s = current->state;
    const char *failed = getenv("BENCH_SKIP");
    char text[1000], first[20];
    va_list list;
    va_start(list, format);
    int named = s->variant >= 0 && s->variant < VARIANTS && s->phase != END;
    fprintf(stderr, "bench: %s: %s failed: ", bench_names[current->which],
            named ? variant_names[s->variant] : "the harness");
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    fflush(stdout);
    if (!named || has_failed(current->which, s->variant))
        _exit(2);
    snprintf(text, sizeof text, "%s%d:%s ", failed ? failed : "", current->which,
             variant_names[s->variant]);
    snprintf(first, sizeof first, "%d", current->which);
    setenv("BENCH_SKIP", text, 1);
    setenv("BENCH_FIRST", first, 1);
    setenv("BENCH_LOST", device_name(), 1);
    for (int file = 3; file < MOST_FILES; file++)
        fcntl(file, F_SETFD, FD_CLOEXEC);
    execv("/proc/self/exe", arguments);
    _exit(2);
}

static void library_error(ampc_error code, const char *message, const char *file, int line,
                          void *user)
{
    (void)file, (void)line, (void)user;
    variant_failed("%s: %s", ampc_error_name(code), message);
}

/* The process's first or next beginning: whether the device is still there. */
static void device_find(void)
{
    const char *lost = getenv("BENCH_LOST");
    if (!ampc_accelerator_default())
        fatal("no accelerator");
    if (lost && strcmp(lost, device_name()))
        fatal("%s is lost", lost);
}

/* BENCH_CLOCK=cpu: the processors' time of this process, of which other work on the machine takes
 * none. */
static double seconds(void)
{
    const char *name = getenv("BENCH_CLOCK");
    struct timespec now;
    clock_gettime(name && !strcmp(name, "cpu") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double setting(const char *name, double otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atof(text) : otherwise;
}

/* BENCH_VARIANTS: names, with spaces between them; none: all. */
static int is_wanted(int variant)
{
    const char *wanted = getenv("BENCH_VARIANTS"), *name = variant_names[variant];
    size_t length = strlen(name);
    if (!wanted || !*wanted)
        return 1;
    for (const char *at = strstr(wanted, name); at; at = strstr(at + 1, name))
        if ((at == wanted || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return 1;
    return 0;
}

static int is_hand(int variant)
{
    return variant == HAND_NAIVE || variant == HAND_TILED || variant == HAND_EXPERT ||
           variant == CLBLAST;
}

static int is_ampc(int variant)
{
    return variant == AMPC_NAIVE || variant == AMPC_TILED || variant == AMPC_LIBRARY;
}

/* ---- Results ---- */

/* The result of the variant about to run is nonsense, or what it is to begin with. */
static void results_begin(struct bench_state *s)
{
    for (int i = 0; i < s->view_count; i++) {
        struct known *k = &s->views[i];
        if (!k->result)
            continue;
        if (k->initial)
            memcpy(k->host, k->initial, k->bytes);
        else
            memset(k->host, 0x7e, k->bytes);
        if (is_hand(s->variant) || is_ampc(s->variant))
            ampc_copy_in(k->host, k->bytes, k->view);
    }
}

static double element_at(const struct known *k, const void *memory, size_t i)
{
    return k->element == FLOATS ? (double)((const float *)memory)[i]
                                : (double)((const int *)memory)[i];
}

/* Compares with the first variant's result, or takes it as that. */
static const char *result_compare(struct known *k)
{
    if (!k->reference) {
        k->reference = malloc(k->bytes);
        if (!k->reference)
            fatal("no memory");
        memcpy(k->reference, k->host, k->bytes);
        return "reference";
    }
    if (!memcmp(k->host, k->reference, k->bytes))
        return "equal";
    size_t differ = 0, first = 0;
    double most = k->element == INTS ? k->tolerance * (double)k->count : 0;
    for (size_t i = 0; i < k->count; i++) {
        double x = element_at(k, k->host, i), y = element_at(k, k->reference, i);
        double close = k->element == FLOATS ? k->tolerance * (1 + fabs(y)) : 0;
        if (!(fabs(x - y) <= close) && differ++ == 0)
            first = i;
    }
    if ((double)differ <= most)
        return "close";
    fprintf(stderr, "bench: %zu elements differ; element %zu is %.9g instead of %.9g\n", differ,
            first, element_at(k, k->host, first), element_at(k, k->reference, first));
    return "DIFFERS";
}

static void results_end(struct bench_state *s)
{
    const char *verdict = "equal";
    for (int i = 0; i < s->view_count; i++) {
        struct known *k = &s->views[i];
        if (!k->result)
            continue;
        if (is_hand(s->variant) || is_ampc(s->variant))
            ampc_copy_out(k->view, k->host, k->bytes);
        const char *one = result_compare(k);
        if (strcmp(one, "equal") && strcmp(verdict, "DIFFERS"))
            verdict = one;
    }
    s->measures[s->variant].verdict = verdict;
    if (!strcmp(verdict, "DIFFERS"))
        fprintf(stderr, "bench: %s: %s differs\n", s->program, variant_names[s->variant]);
}

/* ---- Turns ---- */

static void device_wait(const struct bench_state *s)
{
    if (is_hand(s->variant))
        hand_wait();
    else if (is_ampc(s->variant))
        ampc_accelerator_view_wait(0);
}

static double turn_length(void)
{
    return setting("BENCH_TURN", 0.05);
}

static int rounds(void)
{
    int n = (int)setting("BENCH_ROUNDS", 7);
    return n > MOST_ROUNDS ? MOST_ROUNDS : n;
}

/* Whether the variant has a turn in this phase. */
static int has_turn(const struct bench_state *s, const struct measure *m)
{
    if (m->absent || (s->phase == CHOOSE && (s->variant != HAND_NAIVE || s->choices == 1)))
        return 0;
    /* What takes long is measured once, on the first occasion. */
    return s->phase == CHECK || s->phase == CHOOSE || !(m->rounds && m->once > 1);
}

/* The next phase, or the same once more. */
static void phase_next(struct bench_state *s)
{
    if (s->phase == ROUNDS && ++s->round < rounds())
        return;
    if (s->phase == CHOOSE && s->choice + 1 < s->choices) {
        s->choice++;
        return;
    }
    s->phase++;
    if (s->phase == CHOOSE && s->choices > 1)
        s->choice = 1;
    if (s->phase == ROUNDS) {
        s->choice = s->chosen;
        if (s->round >= rounds())
            s->phase = END;
    }
}

/* The next variant's turn, in this phase or the next one; 0: there is none. */
static int turn_choose(struct bench_state *s)
{
    while (s->phase != END) {
        if (++s->variant == VARIANTS) {
            s->variant = -1;
            phase_next(s);
        } else if (has_turn(s, &s->measures[s->variant])) {
            return 1;
        }
    }
    return 0;
}

static int turn_begin(struct bench *b)
{
    struct bench_state *s = b->state;
    if (!turn_choose(s))
        return 0;
    struct measure *m = &s->measures[s->variant];
    b->variant = (enum variant)s->variant;
    s->repetitions = s->phase == ROUNDS ? m->repetitions : 1;
    s->warm = s->phase == CHOOSE || (s->phase == ROUNDS && m->once < turn_length() / 2);
    s->left = s->warm ? 0 : s->repetitions - 1;
    if (s->phase == CHECK)
        results_begin(s);
    if (is_hand(s->variant))
        hand_begin(s);
    s->processors = s->variant == PLAIN_C || s->variant == OPENBLAS ? threads_place() : NULL;
    s->begun = 1;
    s->start = seconds();
    return 1;
}

/* The timed repetitions begin, as the one that is not timed is done. */
static void turn_warm(struct bench_state *s)
{
    device_wait(s);
    s->warm = 0;
    s->left = s->repetitions - 1;
    s->start = seconds();
}

static void turn_end(struct bench_state *s)
{
    struct measure *m = &s->measures[s->variant];
    device_wait(s);
    double time = (seconds() - s->start) / s->repetitions;
    if (is_hand(s->variant))
        hand_end(s);
    threads_free(s->processors);
    s->begun = 0;
    if (m->absent)
        return;
    if (s->phase == CHECK)
        results_end(s);
    if (s->phase == CHOOSE && time >= m->once)
        return;
    if (s->phase == CHOOSE)
        s->chosen = s->choice;
    if (s->phase != ROUNDS) {
        double most = turn_length() / (time > 1e-9 ? time : 1e-9);
        m->repetitions = most > 1000 ? 1000 : most < 1 ? 1 : (int)most;
        m->once = time;
    }
    /* One time is kept also without rounds. */
    if (s->phase != CHECK || (time > 1 && (s->variant == PLAIN_C || s->variant == OPENBLAS))) {
        if (s->phase == CHOOSE || (s->phase == ROUNDS && s->round == 0))
            m->rounds = 0;
        m->seconds[m->rounds++] = time;
    }
}

int bench_turn(struct bench *b)
{
    struct bench_state *s = b->state;
    if (s->begun && s->measures[s->variant].absent)
        s->left = s->warm = 0;
    if (s->begun && s->warm) {
        turn_warm(s);
        return 1;
    }
    if (s->begun && s->left > 0) {
        s->left--;
        return 1;
    }
    if (s->begun)
        turn_end(s);
    return turn_begin(b);
}

void bench_absent(struct bench *b)
{
    b->state->measures[b->variant].absent = 1;
}

/* ---- The table ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* One line: device, kind, workload, size, variant, rounds, repetitions, median and best time in
 * seconds, rate in 1e9 per second, its unit, result. */
static void line_print(const struct bench *b, int variant)
{
    struct bench_state *s = b->state;
    struct measure *m = &s->measures[variant];
    qsort(m->seconds, (size_t)m->rounds, sizeof m->seconds[0], by_value);
    double median = (m->seconds[(m->rounds - 1) / 2] + m->seconds[m->rounds / 2]) / 2;
    printf("%s\t%s\t%s\t%s\t%s\t%d\t%d\t%.9f\t%.9f\t%.4g\t%s\t%s\n", device_name(),
           b->gpu ? "gpu" : "cpu", bench_names[b->which], s->size, variant_names[variant],
           m->rounds, m->repetitions, median, m->seconds[0],
           (s->flops > 0 ? s->flops : s->bytes) / median * 1e-9, s->flops > 0 ? "GFLOP/s" : "GB/s",
           m->verdict);
    fflush(stdout);
}

void bench_about(struct bench *b, double flops, double bytes, const char *size, ...)
{
    va_list list;
    va_start(list, size);
    vsnprintf(b->state->size, sizeof b->state->size, size, list);
    va_end(list);
    b->state->flops = flops;
    b->state->bytes = bytes;
}

int bench_size(const struct bench *b, int small, int cpu, int gpu)
{
    const char *sizes = getenv("BENCH_SIZES");
    if (sizes && !strcmp(sizes, "small"))
        return small;
    if (sizes && !strcmp(sizes, "cpu"))
        return cpu;
    return b->gpu || (sizes && !strcmp(sizes, "gpu")) ? gpu : cpu;
}

/* All variants of case b->which; the number of those that differ. */
static int case_run(struct bench *b)
{
    struct bench_state *s = b->state;
    int differ = 0;
    memset(s->measures, 0, sizeof s->measures);
    s->begun = s->round = s->choice = s->chosen = 0;
    s->choices = b->gpu || rounds() == 0 ? 1 : GROUP_CHOICES;
    s->phase = CHECK;
    s->variant = -1;
    for (int v = 0; v < VARIANTS; v++)
        s->measures[v].absent = !is_wanted(v) || has_failed(b->which, v) ||
                                (is_hand(v) && !strcmp(ampc_accelerator_name(0), "emulator"));
    bench_run(b);
    for (int v = 0; v < VARIANTS; v++)
        if (s->measures[v].rounds && !s->measures[v].absent) {
            line_print(b, v);
            differ += !strcmp(s->measures[v].verdict, "DIFFERS");
        }
    data_end(s);
    return differ;
}

int main(int argc, char **argv)
{
    static struct bench_state state;
    struct bench b = {.state = &state};
    int differ = 0;
    (void)argc;
    arguments = argv;
    current = &b;
    state.program = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    state.variant = -1;
    device_find();
    ampc_set_error_handler(library_error, 0);
    b.which = (int)setting("BENCH_FIRST", 0);
    const char *kind = getenv("BENCH_KIND");
    b.gpu = kind && *kind ? !strcmp(kind, "gpu") : !ampc_accelerator_is_cpu(0);
    if (!b.gpu)
        loops_align();
    for (; bench_names[b.which]; b.which++)
        differ += case_run(&b);
    hand_close(&state);
    return differ > 0 || getenv("BENCH_SKIP");
}
