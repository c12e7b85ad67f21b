/* report.c - the page of AMPC_REPORT: what profile.c measured, the kernels, their texts and the
 * user's sources as JSON, in a page that draws it.
 *
 * The page is made of support/pages when the library is built, is one string here, and has one line
 * "@DATA@" for the JSON. */
#include "runtime/program.h"

#include "runtime/profile_print.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Spans that a page draws, and bytes of a source file in it. */
enum { SPANS = 100000, SOURCE_BYTES = 1 << 20 };

/* The page, with a line "@DATA@" for the JSON: support/pages. */
static const char page_text[] =
#include "pages/report.html.h"
    ;

/* ---- JSON ---- */

static void print_field(FILE *out, const char *name, const char *text)
{
    fprintf(out, "\"%s\": ", name);
    if (text)
        profile_print_string(out, text);
    else
        fputs("null", out);
    fputs(", ", out);
}

/* Pointers, or strings, that are numbered as they come. */
struct list {
    const void **at;
    size_t count, capacity;
};

/* The number of 'what', added if it is new; -1: of null, or no memory. */
static int number_of(struct list *l, const void *what, bool is_text)
{
    for (size_t k = 0; what && k < l->count; k++)
        if (l->at[k] == what || (is_text && strcmp(l->at[k], what) == 0))
            return (int)k;
    if (what && l->count == l->capacity) {
        size_t wanted = l->capacity ? l->capacity * 2 : 32;
        const void **grown = realloc(l->at, wanted * sizeof *grown);
        if (!grown)
            return -1;
        l->at = grown;
        l->capacity = wanted;
    }
    if (!what)
        return -1;
    l->at[l->count] = what;
    return (int)l->count++;
}

struct report {
    FILE *out;
    const struct profile_page *page;
    struct list strings, files, kernels, modules, views;
};

static void print_span(struct report *r, const struct profile_span *s)
{
    fprintf(r->out, "%d, %d, %d, %d, %d, %d, %d, %llu, %.0f", (int)s->kind, s->accelerator->number,
            number_of(&r->views, s->view, false), number_of(&r->strings, s->what, true),
            number_of(&r->files, s->file, true), s->line, number_of(&r->kernels, s->kernel, false),
            (unsigned long long)s->bytes, s->operations);
}

/* Rows are [count, seconds, longest, span ...], spans [start, seconds, span ...]. */
static void print_spans(struct report *r)
{
    const struct profile_page *p = r->page;
    fputs("\"rows\": [", r->out);
    for (size_t k = 0; k < p->row_count; k++) {
        const struct profile_row *row = &p->rows[k];
        fprintf(r->out, "%s\n[%llu, %.9f, %.9f, ", k ? "," : "", row->count, row->seconds,
                row->longest);
        print_span(r, &row->span);
        fputs("]", r->out);
    }
    fputs("],\n\"spans\": [", r->out);
    for (size_t k = 0; k < p->count && k < SPANS; k++) {
        fprintf(r->out, "%s\n[%.9f, %.9f, ", k ? "," : "", p->records[k].start,
                p->records[k].seconds);
        print_span(r, &p->records[k].span);
        fputs("]", r->out);
    }
    fprintf(r->out, "],\n\"omitted\": %zu,\n", p->count > SPANS ? p->count - SPANS : 0);
}

static void print_devices(struct report *r)
{
    const char *comma = "";
    fputs("\"devices\": [", r->out);
    for (const struct ampc_accelerator *a = NULL; (a = accelerator_next((void *)(uintptr_t)a));) {
        struct roof roof = roof_of(a);
        bool used = false;
        for (size_t k = 0; k < r->page->row_count && !used; k++)
            used = r->page->rows[k].span.accelerator == a;
        if (!used)
            continue;
        fprintf(r->out, "%s\n{", comma);
        print_field(r->out, "name", a->name);
        print_field(r->out, "description", a->description);
        fprintf(r->out,
                "\"number\": %d, \"units\": %u, \"gpu\": %s, \"emulated\": %s, \"copy\": %.0f, "
                "\"single\": %.0f, \"double\": %.0f}",
                a->number, (unsigned)a->compute_units,
                a->type & CL_DEVICE_TYPE_GPU ? "true" : "false", a->emulated ? "true" : "false",
                roof.copy, roof.single, roof.twice);
        comma = ",";
    }
    fputs("],\n", r->out);
}

/* What was said of a kernel, as elements of an array. */
struct said_list {
    FILE *out;
    const struct ampc_accelerator *a;
    bool any;
};

static void print_said(void *data, const char *text)
{
    struct said_list *l = data;
    fprintf(l->out, "%s[%d, ", l->any ? ", " : "", l->a->number);
    profile_print_string(l->out, text);
    fputs("]", l->out);
    l->any = true;
}

static void print_kernel(struct report *r, const ampc__kernel *k)
{
    static const char *const covers[] = {"", "flat", "loops", "panels", "windows", "alone"};
    struct said_list said = {.out = r->out};
    fputs("{", r->out);
    print_field(r->out, "name", k->name);
    print_field(r->out, "file", k->where.file);
    print_field(r->out, "cover", covers[k->cover.kind]);
    print_field(r->out, "plain_cpu", k->plain[0]);
    print_field(r->out, "plain_gpu", k->plain[1]);
    print_field(r->out, "no_work", k->no_work);
    fprintf(r->out,
            "\"line\": %d, \"rank\": %d, \"tile\": [%d, %d, %d], \"block\": [%d, %d], "
            "\"tile_bytes\": %llu, \"most\": %s, \"module\": %d, \"said\": [",
            k->where.line, k->rank, k->tile[0], k->tile[1], k->tile[2], k->block[0], k->block[1],
            (unsigned long long)k->tile_bytes, k->work && k->work_most ? "true" : "false",
            number_of(&r->modules, k->module, false));
    for (const struct ampc_accelerator *a = NULL; (a = accelerator_next((void *)(uintptr_t)a));) {
        said.a = a;
        said_each(k, a, print_said, &said);
    }
    fputs("]}", r->out);
}

static void print_source(FILE *out, const char *name)
{
    struct stat about;
    char *text = NULL;
    FILE *in = stat(name, &about) == 0 && S_ISREG(about.st_mode) && about.st_size < SOURCE_BYTES
                   ? fopen(name, "re")
                   : NULL;
    size_t n = 0;
    if (in && (text = malloc((size_t)about.st_size + 1)))
        n = fread(text, 1, (size_t)about.st_size, in);
    if (in)
        fclose(in);
    fputs("{", out);
    print_field(out, "name", name);
    if (text)
        text[n] = 0;
    print_field(out, "text", text);
    fputs("\"at\": 0}", out);
    free(text);
}

/* The kernels, and what these lead to. */
static void print_kernels(struct report *r)
{
    fputs("\"kernels\": [", r->out);
    for (size_t k = 0; k < r->kernels.count; k++) {
        const ampc__kernel *kernel = r->kernels.at[k];
        number_of(&r->files, kernel->where.file, true);
        fputs(k ? ",\n" : "\n", r->out);
        print_kernel(r, kernel);
    }
    fputs("],\n\"modules\": [", r->out);
    for (size_t k = 0; k < r->modules.count; k++) {
        const ampc__module *m = r->modules.at[k];
        fputs(k ? ",\n{" : "\n{", r->out);
        print_field(r->out, "file", m->file);
        print_field(r->out, "source",
                    m->checked && environment_flag("AMPC_CHECK") ? m->checked : m->source);
        fputs("\"at\": 0}", r->out);
    }
    fputs("],\n\"files\": [", r->out);
    for (size_t k = 0; k < r->files.count; k++) {
        fputs(k ? ",\n" : "\n", r->out);
        print_source(r->out, r->files.at[k]);
    }
    fputs("],\n\"strings\": [", r->out);
    for (size_t k = 0; k < r->strings.count; k++) {
        fputs(k ? ", " : "", r->out);
        profile_print_string(r->out, r->strings.at[k]);
    }
    fputs("]}\n", r->out);
}

static void print_data(struct report *r)
{
    char when[64];
    time_t now = time(NULL);
    struct tm parts;
    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S %z", localtime_r(&now, &parts));
    fputs("{", r->out);
    print_field(r->out, "version", ampc_version_string());
    print_field(r->out, "program", program_invocation_short_name);
    print_field(r->out, "when", when);
    fprintf(r->out, "\"process\": %d, \"seconds\": %.9f, \"lost\": %zu,\n", (int)getpid(),
            r->page->seconds, r->page->lost);
    print_devices(r);
    print_spans(r);
    print_kernels(r);
}

static void print_page(FILE *out, void *data)
{
    static const char place[] = "\n@DATA@\n";
    struct report *r = data;
    const char *at = strstr(page_text, place);
    r->out = out;
    fwrite(page_text, 1, (size_t)(at - page_text) + 1, out);
    print_data(r);
    fputs(at + strlen(place), out);
}

void profile_write_report(struct profile_page *page)
{
    struct report r = {.page = page};
    profile_sort(page->records, page->count);
    profile_write_file(page->name, "report", print_page, &r);
    free(r.strings.at);
    free(r.files.at);
    free(r.kernels.at);
    free(r.modules.at);
    free(r.views.at);
}
