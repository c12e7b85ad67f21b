/* merge.c - ampcc --merge-traces: the traces of a job's ranks as one, with a group of lanes for
 * each.
 *
 * A trace of the library's (runtime/profile_print.c) says when it began, so that all get one time
 * axis: the clocks of the hosts, which differ by what NTP leaves. Reads and writes JSON by jansson.
 * Example: AMPC_TRACE=t.%r.json mpirun -n 4 ./prog; ampcc --merge-traces -o t.json t.?.json. */
#include "driver/merge.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "driver/output.h"

/* A file and what it says of itself. */
struct trace {
    const char *name;
    json_t *root, *events;
    double began; /* microseconds since 1970 */
    int rank;
};

/* False: the file is no trace of the library's (reported). */
static bool trace_read(struct trace *t, const char *name)
{
    json_error_t error;
    t->name = name;
    t->root = json_load_file(name, 0, &error);
    if (!t->root) {
        if (error.line > 0)
            fprintf(stderr, "ampcc: error: %s:%d: %s\n", name, error.line, error.text);
        else
            fprintf(stderr, "ampcc: error: %s\n", error.text);
        return false;
    }
    const json_t *about = json_object_get(t->root, "otherData");
    const json_t *began = json_object_get(about, "began"), *rank = json_object_get(about, "rank");
    t->events = json_object_get(t->root, "traceEvents");
    if (!json_is_array(t->events) || !json_is_number(began) || !json_is_integer(rank)) {
        fprintf(stderr, "ampcc: error: %s is no trace of AMPC_TRACE's\n", name);
        return false;
    }
    t->began = json_number_value(began);
    t->rank = (int)json_integer_value(rank);
    return true;
}

/* By rank, then in the order given. */
static int trace_order(const void *a, const void *b)
{
    const struct trace *x = a, *y = b;
    return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank) : (x > y) - (x < y);
}

/* Appends the events of a trace as those of process 'number', 'later' microseconds later. */
static bool events_add(json_t *all, const struct trace *t, int number, double later)
{
    size_t k;
    json_t *event;
    bool ok = json_array_append_new(all, json_pack("{s:s, s:s, s:i, s:{s:i}}", "name",
                                                   "process_sort_index", "ph", "M", "pid", number,
                                                   "args", "sort_index", number)) == 0;
    json_array_foreach(t->events, k, event)
    {
        const json_t *at = json_object_get(event, "ts");
        ok = ok && json_is_object(event) &&
             json_object_set_new(event, "pid", json_integer(number)) == 0;
        if (ok && at)
            ok = json_object_set_new(event, "ts", json_real(json_number_value(at) + later)) == 0;
        ok = ok && json_array_append(all, event) == 0;
    }
    return ok;
}

/* All traces as one text, allocated; 0 without memory. */
static char *traces_join(struct trace *traces, int count)
{
    json_t *all = json_array();
    double first = traces[0].began;
    bool ok = all != NULL;
    for (int k = 1; k < count; k++)
        first = traces[k].began < first ? traces[k].began : first;
    qsort(traces, (size_t)count, sizeof *traces, trace_order);
    for (int k = 0, number = -1; k < count && ok; k++) {
        number = traces[k].rank > number ? traces[k].rank : number + 1;
        ok = events_add(all, &traces[k], number, traces[k].began - first);
    }
    json_t *root = ok ? json_pack("{s:O}", "traceEvents", all) : NULL;
    char *text = root ? json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(15)) : NULL;
    json_decref(root);
    json_decref(all);
    return text;
}

void traces_merge(struct driver *d)
{
    const struct options *o = &d->options;
    struct trace *traces = calloc((size_t)o->items.n + 1, sizeof *traces);
    int count = 0;
    bool ok = traces != NULL;
    for (int k = 0; k < o->items.n && ok; k++)
        if (o->items.at[k].kind == ITEM_FILE)
            ok = trace_read(&traces[count++], o->items.at[k].text);
    if (ok && !count) {
        fputs("ampcc: error: '--merge-traces' needs the files of AMPC_TRACE\n", stderr);
        ok = false;
    }
    char *text = ok ? traces_join(traces, count) : NULL;
    if (ok && !text)
        fputs("ampcc: error: no memory for the traces\n", stderr);
    ok = text && output_write(d, o->output ? o->output : "-", OUTPUT_TEXT, text, strlen(text));
    for (int k = 0; k < count; k++)
        json_decref(traces[k].root);
    free(text);
    free(traces);
    d->status = ok ? 0 : 1;
}
