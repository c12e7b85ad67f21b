#include "runtime/profile_print.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The tables ---- */

/* What kinds are called: above their table, in a trace, and whether they keep the device busy. */
static const struct {
    const char *title, *category;
    bool device;
} kinds[PROFILE_KINDS] = {
    [PROFILE_KERNEL] = {"kernels", "kernel", true},
    [PROFILE_UPLOAD] = {"transfers to accelerators", "upload", true},
    [PROFILE_DOWNLOAD] = {"transfers from accelerators", "download", true},
    [PROFILE_COPY] = {"copies on accelerators", "copy", true},
    [PROFILE_WAIT] = {"waits of the host", "wait", false},
    [PROFILE_BUILD] = {"builds", "build", false},
};

/* By accelerator, kind, then time. */
static int row_order(const void *a, const void *b)
{
    const struct profile_row *x = a, *y = b;
    int dx = x->span.accelerator->number, dy = y->span.accelerator->number;
    if (dx != dy) {
        return dx < dy ? -1 : 1;
    }
    if (x->span.kind != y->span.kind) {
        return x->span.kind < y->span.kind ? -1 : 1;
    }
    return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

static void print_row(const struct profile_row *r, double busy)
{
    const struct profile_span *s = &r->span;
    char place[512];
    if (s->file && s->kind == PROFILE_KERNEL) {
        snprintf(place, sizeof place, "%s:%d", s->file, s->line);
    } else if (s->file && s->line == 0) {
        snprintf(place, sizeof place, "%s (%s)", s->file, s->what);
    } else if (s->file) {
        snprintf(place, sizeof place, "%s:%d (%s)", s->file, s->line, s->what);
    } else {
        snprintf(place, sizeof place, "%s", s->what);
    }
    size_t length = strlen(place), skip = length > 40 ? length - 40 : 0;
    fprintf(stderr, "  %-40s %8llu %11.3f %11.1f %11.1f", place + skip, r->count, r->seconds * 1e3,
            r->seconds * 1e6 / (double)r->count, r->longest * 1e6);
    if (kinds[s->kind].device) {
        fprintf(stderr, " %10.3f %8.2f %6.1f%%", (double)s->bytes * 1e-6,
                r->seconds > 0 ? (double)s->bytes * 1e-9 / r->seconds : 0.0,
                busy > 0 ? r->seconds * 100 / busy : 0.0);
    }
    fputc('\n', stderr);
}

void profile_print_table(struct profile_row *rows, size_t count, double seconds)
{
    qsort(rows, count, sizeof *rows, row_order);
    flockfile(stderr);
    for (size_t k = 0; k < count;) {
        const struct ampc_accelerator *a = rows[k].span.accelerator;
        double busy = 0;
        size_t end = k;
        for (; end < count && rows[end].span.accelerator == a; end++) {
            busy += kinds[rows[end].span.kind].device ? rows[end].seconds : 0;
        }
        fprintf(stderr, "ampc profile of %s: busy %.3f ms of %.3f ms\n", a->description, busy * 1e3,
                seconds * 1e3);
        for (; k < end; k++) {
            enum profile_kind kind = rows[k].span.kind;
            if (k == 0 || rows[k - 1].span.accelerator != a || rows[k - 1].span.kind != kind) {
                fprintf(stderr, "  %-40s %8s %11s %11s %11s%s\n", kinds[kind].title, "count", "ms",
                        "mean us", "most us",
                        kinds[kind].device ? "         MB     GB/s   share" : "");
            }
            print_row(&rows[k], busy);
        }
    }
    if (count == 0) {
        fprintf(stderr, "ampc profile: nothing was launched\n");
    }
    funlockfile(stderr);
}

/* ---- The trace ---- */

static void print_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            fprintf(out, "\\%c", c);
        } else if (c < ' ') {
            fprintf(out, "\\u%04x", c);
        } else {
            fputc(c, out);
        }
    }
    fputc('"', out);
}

/* The lane that a span is shown on: one for each accelerator_view's kernels, and one for each other
 * kind of an accelerator. Lanes have numbers; names are given when a number first appears. */
struct lane {
    const struct ampc_accelerator *accelerator;
    const struct ampc_accelerator_view *view;
    enum profile_kind kind;
};

static size_t lane_of(struct lane *lanes, size_t *count, const struct profile_span *s)
{
    struct lane wanted = {s->accelerator, s->kind == PROFILE_KERNEL ? s->view : NULL, s->kind};
    size_t k = 0;
    while (k < *count && (lanes[k].accelerator != wanted.accelerator ||
                          lanes[k].view != wanted.view || lanes[k].kind != wanted.kind)) {
        k++;
    }
    if (k == *count) {
        lanes[(*count)++] = wanted;
    }
    return k;
}

static void print_lane(FILE *out, const struct lane *lane, size_t number, int process)
{
    char name[256];
    snprintf(name, sizeof name, "%s of %s", kinds[lane->kind].title, lane->accelerator->name);
    fprintf(out,
            ",\n{\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": %d, \"tid\": %zu, "
            "\"args\": {\"name\": ",
            process, number);
    print_string(out, name);
    fputs("}}", out);
}

static void print_record(FILE *out, const struct profile_record *r, size_t lane, int process)
{
    const struct profile_span *s = &r->span;
    fputs(",\n{\"name\": ", out);
    print_string(out, s->what);
    fprintf(out,
            ", \"cat\": \"%s\", \"ph\": \"X\", \"ts\": %.3f, \"dur\": %.3f, \"pid\": %d, \"tid\": "
            "%zu, \"args\": {\"bytes\": %llu",
            kinds[s->kind].category, r->start * 1e6, r->seconds * 1e6, process, lane,
            (unsigned long long)s->bytes);
    if (s->file) {
        fputs(", \"file\": ", out);
        print_string(out, s->file);
        fprintf(out, s->line ? ", \"line\": %d" : "", s->line);
    }
    fputs("}}", out);
}

static void print_trace(FILE *out, struct lane *lanes, const struct profile_record *records,
                        size_t count)
{
    int process = (int)getpid();
    size_t lane_count = 0;
    fprintf(out,
            "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n"
            "{\"name\": \"process_name\", \"ph\": \"M\", \"pid\": %d, "
            "\"args\": {\"name\": \"ampc\"}}",
            process);
    for (size_t k = 0; k < count; k++) {
        size_t known = lane_count, lane = lane_of(lanes, &lane_count, &records[k].span);
        if (lane_count > known) {
            print_lane(out, &lanes[lane], lane, process);
        }
        print_record(out, &records[k], lane, process);
    }
    fputs("\n]}\n", out);
}

/* 'name' with %p replaced, and ".tmp" behind it; allocated. */
static char *trace_name(const char *name)
{
    char *text = NULL;
    const char *mark = strstr(name, "%p");
    int n = mark
                ? asprintf(&text, "%.*s%d%s.tmp", (int)(mark - name), name, (int)getpid(), mark + 2)
                : asprintf(&text, "%s.tmp", name);
    return n < 0 ? NULL : text;
}

void profile_write_trace(const char *name, const struct profile_record *records, size_t count)
{
    char *temporary = trace_name(name);
    struct lane *lanes = calloc(count + 1, sizeof *lanes);
    FILE *out = temporary && lanes ? fopen(temporary, "w") : NULL;
    bool ok = out != NULL;
    if (out) {
        print_trace(out, lanes, records, count);
        ok = !ferror(out);
        ok = fclose(out) == 0 && ok;
    }
    if (ok) {
        char *final = strdup(temporary);
        if (final) {
            final[strlen(final) - strlen(".tmp")] = 0;
        }
        ok = final && rename(temporary, final) == 0;
        free(final);
    }
    if (!ok) {
        fprintf(stderr, "ampc: cannot write the trace %s: %s\n", name, strerror(errno));
        if (out) {
            unlink(temporary);
        }
    }
    free(lanes);
    free(temporary);
}
