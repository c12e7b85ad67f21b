/* profile_print.c - prints the measurements of profile.c: the tables of AMPC_PROFILE, and the trace
 * of AMPC_TRACE in Chrome's format of trace events.
 *
 * Numbers are written without the locale. Lanes of the trace are threads and queues. */
#include "runtime/profile_print.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The tables ---- */

/* The names of kinds, above their table and in a trace, and whether they keep the device busy. */
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
    if (dx != dy)
        return dx < dy ? -1 : 1;
    if (x->span.kind != y->span.kind)
        return x->span.kind < y->span.kind ? -1 : 1;
    return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

/* What a row is called. */
static void row_name(const struct profile_row *r, char name[512])
{
    const struct profile_span *s = &r->span;
    if (s->file && s->kind == PROFILE_KERNEL)
        snprintf(name, 512, "%s:%d", s->file, s->line);
    else if (s->file && s->line == 0)
        snprintf(name, 512, "%s (%s)", s->file, s->what);
    else if (s->file)
        snprintf(name, 512, "%s:%d (%s)", s->file, s->line, s->what);
    else
        snprintf(name, 512, "%s", s->what);
}

enum { NAME_WIDTH = 40, NAME_WIDTH_MAX = 80 };

/* Columns that the names of all rows need. */
static int name_width(const struct profile_row *rows, size_t count)
{
    size_t width = NAME_WIDTH;
    for (size_t k = 0; k < count; k++) {
        char name[512];
        row_name(&rows[k], name);
        width = strlen(name) > width ? strlen(name) : width;
    }
    return width < NAME_WIDTH_MAX ? (int)width : NAME_WIDTH_MAX;
}

/* Whether the table has bars: on a terminal, or if AMPC_PROFILE=bars asks. */
static bool bars_wanted(FILE *out)
{
    const char *value = secure_getenv("AMPC_PROFILE");
    return isatty(fileno(out)) || (value && strcmp(value, "bars") == 0);
}

/* Whether the environment's locale, which need not be the program's, writes UTF-8. */
static bool bars_are_blocks(void)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    bool utf8 = locale && strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    if (locale)
        freelocale(locale);
    return utf8;
}

/* A bar of up to 20 columns: eighths of a column, or '#'. */
static void print_bar(FILE *out, double part, bool blocks)
{
    enum { COLUMNS = 20 };
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int length = (int)(part * COLUMNS * 8 + 0.5);
    fputs("  ", out);
    for (int k = 0; k < (blocks ? length : length + 4) / 8; k++)
        fputs(blocks ? "█" : "#", out);
    if (blocks)
        fputs(eighths[length % 8], out);
}

static void print_row(FILE *out, const struct profile_row *r, double busy, int width,
                      const bool *blocks)
{
    const struct profile_span *s = &r->span;
    char name[512];
    row_name(r, name);
    size_t length = strlen(name), skip = length > (size_t)width ? length - (size_t)width : 0;
    fprintf(out, "  %-*s %8llu %11.3f %11.1f %11.1f", width, name + skip, r->count,
            r->seconds * 1e3, r->seconds * 1e6 / (double)r->count, r->longest * 1e6);
    if (kinds[s->kind].device) {
        fprintf(out, " %10.3f %8.2f %6.1f%%", (double)s->bytes * 1e-6,
                r->seconds > 0 ? (double)s->bytes * 1e-9 / r->seconds : 0.0,
                busy > 0 ? r->seconds * 100 / busy : 0.0);
        if (blocks && busy > 0)
            print_bar(out, r->seconds / busy, *blocks);
    }
    fputc('\n', out);
}

/* What profile_print_table was given. */
struct table {
    struct profile_row *rows;
    size_t count;
    double seconds;
};

static void print_table(FILE *out, void *data)
{
    struct table *t = data;
    struct profile_row *rows = t->rows;
    size_t count = t->count;
    int width = name_width(rows, count);
    bool bars = bars_wanted(out), blocks = bars && bars_are_blocks();
    if (count)
        qsort(rows, count, sizeof *rows, row_order);
    char rank[RANK_TEXT + 2];
    if (*rank_text(rank))
        strcat(rank, ", ");
    flockfile(out);
    for (size_t k = 0; k < count;) {
        const struct ampc_accelerator *a = rows[k].span.accelerator;
        double busy = 0;
        size_t end = k;
        for (; end < count && rows[end].span.accelerator == a; end++)
            busy += kinds[rows[end].span.kind].device ? rows[end].seconds : 0;
        fprintf(out, "ampc profile of %s%s: %.3f ms of kernels and transfers in %.3f ms\n", rank,
                a->description, busy * 1e3, t->seconds * 1e3);
        for (; k < end; k++) {
            enum profile_kind kind = rows[k].span.kind;
            if (k == 0 || rows[k - 1].span.accelerator != a || rows[k - 1].span.kind != kind) {
                fprintf(out, "  %-*s %8s %11s %11s %11s%s\n", width, kinds[kind].title, "count",
                        "ms", "mean us", "most us",
                        kinds[kind].device ? "         MB     GB/s   share" : "");
            }
            print_row(out, &rows[k], busy, width, bars ? &blocks : NULL);
        }
    }
    if (count == 0)
        fprintf(out, "ampc profile%s%s: nothing was launched\n", *rank ? " of " : "",
                rank_text(rank));
    funlockfile(out);
}

void profile_print_table(struct profile_row *rows, size_t count, double seconds)
{
    struct table t = {rows, count, seconds};
    const char *name = secure_getenv("AMPC_PROFILE");
    if (name && strpbrk(name, "/.%"))
        profile_write_file(name, "profile", print_table, &t);
    else
        print_table(stderr, &t);
}

/* ---- The trace ---- */

/* How many bytes the character has that begins there; 0: none of UTF-8 does. */
static int utf8_bytes(const unsigned char *s)
{
    int n = s[0] < 0x80   ? 1
            : s[0] < 0xc2 ? 0
            : s[0] < 0xe0 ? 2
            : s[0] < 0xf0 ? 3
            : s[0] < 0xf5 ? 4
                          : 0;
    if (n > 1 && (s[1] < (s[0] == 0xe0   ? 0xa0
                          : s[0] == 0xf0 ? 0x90
                                         : 0x80) ||
                  s[1] > (s[0] == 0xed   ? 0x9f
                          : s[0] == 0xf4 ? 0x8f
                                         : 0xbf)))
        return 0;
    for (int k = 2; k < n; k++)
        if ((s[k] & 0xc0) != 0x80)
            return 0;
    return n;
}

void profile_print_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int n = utf8_bytes(s);
        if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if (*s < ' ' || *s == '<' || n == 0)
            fprintf(out, "\\u%04x", n ? *s : 0xfffd);
        else
            fwrite(s, 1, (size_t)n, out);
        s += n ? n : 1;
    }
    fputc('"', out);
}

/* A lane of the trace, in which spans of one kind of an accelerator follow each other: viewers take
 * overlapping spans for nested. Kernels of an accelerator_view have one lane, as they run in order;
 * other kinds have as many lanes as spans overlap. */
struct lane {
    const struct ampc_accelerator *accelerator;
    const struct ampc_accelerator_view *view;
    enum profile_kind kind;
    double end; /* of the last span */
};

/* The lane of the record, the last of the list if it is new. Clocks of devices and of the host
 * differ by some microseconds: a kernel begins when the one before has ended, at the earliest. */
static size_t lane_of(struct lane *lanes, size_t *count, struct profile_record *r)
{
    bool kernel = r->span.kind == PROFILE_KERNEL;
    struct lane wanted = {r->span.accelerator, kernel ? r->span.view : NULL, r->span.kind, 0};
    size_t k = 0;
    while (k < *count &&
           (lanes[k].accelerator != wanted.accelerator || lanes[k].view != wanted.view ||
            lanes[k].kind != wanted.kind || (!kernel && lanes[k].end > r->start)))
        k++;
    if (k == *count)
        lanes[(*count)++] = wanted;
    r->start = r->start < lanes[k].end ? lanes[k].end : r->start;
    lanes[k].end = r->start + r->seconds;
    return k;
}

static void print_lane(FILE *out, const struct lane *lanes, size_t number, int process)
{
    const struct lane *lane = &lanes[number];
    char name[256], which[24] = "";
    int same = 1;
    for (size_t k = 0; k < number; k++)
        same += lanes[k].accelerator == lane->accelerator && lanes[k].kind == lane->kind;
    if (same > 1)
        snprintf(which, sizeof which, " (%d)", same);
    snprintf(name, sizeof name, "%s of %.200s%s", kinds[lane->kind].title, lane->accelerator->name,
             which);
    fprintf(out,
            ",\n{\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": %d, \"tid\": %zu, "
            "\"args\": {\"name\": ",
            process, number);
    profile_print_string(out, name);
    fputs("}}", out);
}

static void print_record(FILE *out, const struct profile_record *r, size_t lane, int process)
{
    const struct profile_span *s = &r->span;
    fputs(",\n{\"name\": ", out);
    profile_print_string(out, s->what);
    fprintf(out,
            ", \"cat\": \"%s\", \"ph\": \"X\", \"ts\": %.3f, \"dur\": %.3f, \"pid\": %d, \"tid\": "
            "%zu, \"args\": {\"bytes\": %llu",
            kinds[s->kind].category, r->start * 1e6, r->seconds * 1e6, process, lane,
            (unsigned long long)s->bytes);
    if (s->file) {
        fputs(", \"file\": ", out);
        profile_print_string(out, s->file);
        if (s->line)
            fprintf(out, ", \"line\": %d", s->line);
    }
    fputs("}}", out);
}

static int record_order(const void *a, const void *b)
{
    const struct profile_record *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

void profile_sort(struct profile_record *records, size_t count)
{
    if (count)
        qsort(records, count, sizeof *records, record_order);
}

static void print_trace(FILE *out, struct lane *lanes, struct profile_record *records, size_t count,
                        double began)
{
    int process = (int)getpid();
    size_t lane_count = 0;
    const struct rank *r = rank_of_process();
    char rank[RANK_TEXT], name[RANK_TEXT + 256];
    snprintf(name, sizeof name, "%.200s%s%s", program_invocation_short_name, r->said ? ", " : "",
             rank_text(rank));
    /* without displayTimeUnit, which older viewers of Perfetto take for the unit of all times */
    fputs("{\"otherData\": {\"program\": ", out);
    profile_print_string(out, program_invocation_short_name);
    fprintf(out, ", \"rank\": %d, \"ranks\": %d, \"began\": %.0f},\n\"traceEvents\": [\n", r->rank,
            r->ranks, began * 1e6);
    fprintf(out, "{\"name\": \"process_name\", \"ph\": \"M\", \"pid\": %d, \"args\": {\"name\": ",
            process);
    profile_print_string(out, name);
    fputs("}}", out);
    profile_sort(records, count);
    for (size_t k = 0; k < count; k++) {
        size_t known = lane_count, lane = lane_of(lanes, &lane_count, &records[k]);
        if (lane_count > known)
            print_lane(out, lanes, lane, process);
        print_record(out, &records[k], lane, process);
    }
    fputs("\n]}\n", out);
}

/* A device, or a pipe, is written to; what it stands for is not to be replaced by a file. */
static bool is_special(const char *name)
{
    struct stat about;
    return stat(name, &about) == 0 && !S_ISREG(about.st_mode);
}

/* 'name' with the process's number for %p and the rank's for %r, allocated. Ranks of a job that
 * are given one name put theirs in front of its last dot. */
static char *file_name(const char *name)
{
    const struct rank *r = rank_of_process();
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    const char *dot = strrchr(base, '.'), *end = name + strlen(name);
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    bool shared = r->ranks > 1 && !strstr(name, "%p") && !strstr(name, "%r") && !is_special(name);
    if (!out)
        return NULL;
    dot = dot && dot > base ? dot : end;
    for (const char *at = name; at <= end; at++) {
        bool mark = at[0] == '%' && (at[1] == 'p' || at[1] == 'r');
        if (at == dot && shared)
            fprintf(out, ".%d", r->rank);
        if (mark)
            fprintf(out, "%d", *++at == 'p' ? (int)getpid() : r->rank);
        else if (*at)
            fputc(*at, out);
    }
    bool ok = !ferror(out);
    if (fclose(out) == 0 && ok)
        return text;
    free(text);
    return NULL;
}

void profile_write_file(const char *name, const char *kind, void (*print)(FILE *out, void *data),
                        void *data)
{
    char *final = file_name(name), *temporary = NULL;
    bool special = final && is_special(final);
    /* Processes may be given one name: each file that any of them leaves is whole. */
    if (final && (special ? asprintf(&temporary, "%s", final)
                          : asprintf(&temporary, "%s.%d.tmp", final, (int)getpid())) < 0)
        temporary = NULL;
    /* JSON's numbers have no decimal comma. */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    FILE *out = temporary && plain ? fopen(temporary, "w") : NULL;
    bool ok = out != NULL;
    if (out) {
        locale_t before = uselocale(plain);
        print(out, data);
        uselocale(before);
        ok = fflush(out) == 0 && !ferror(out);
        ok = fclose(out) == 0 && ok;
    }
    ok = ok && (special || rename(temporary, final) == 0);
    if (!ok) {
        const char *why = strerror(errno);
        char who[RANK_TEXT];
        fprintf(stderr, "ampc: %scannot write the %s %s: %s\n", rank_prefix(who), kind, name, why);
        if (out && !special)
            unlink(temporary);
    }
    if (plain)
        freelocale(plain);
    free(temporary);
    free(final);
}

/* What print_trace needs. */
struct trace {
    struct lane *lanes;
    struct profile_record *records;
    size_t count;
    double began;
};

static void print_trace_file(FILE *out, void *data)
{
    struct trace *t = data;
    print_trace(out, t->lanes, t->records, t->count, t->began);
}

void profile_write_trace(const char *name, struct profile_record *records, size_t count,
                         double began)
{
    struct trace t = {calloc(count + 1, sizeof *t.lanes), records, count, began};
    if (t.lanes)
        profile_write_file(name, "trace", print_trace_file, &t);
    else
        fprintf(stderr, "ampc: cannot write the trace %s: %s\n", name, strerror(errno));
    free(t.lanes);
}
