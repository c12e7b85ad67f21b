/* kernel_page.c - --explain-kernel --html: for each kernel its source, which threads of a tile
 * touch which elements, what that costs, races, the messages, and the words of --explain-kernel, as
 * JSON in the frame share/ampc/kernel.html, whose script draws it.
 *
 * It relies on sema/simulate/memory_picture.h for the accesses. Example: an access is {"object": 0,
 * "line": 50, "kind": "write", "at": [[0, 2, 0, 0], [1, 2, 0, 1], ...], ...}, in which lane 1
 * certainly (2) touches element 0, 1. */
#include "driver/kernel_page.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/utf8.h"
#include "driver/explain_kernels.h"
#include "driver/output.h"
#include "sema/simulate/memory_picture.h"

struct page {
    struct driver *d;
    struct ctx *c;
    const struct launch *launch;
    json_t *kernel, *objects, *accesses;
    VEC(const struct symbol *) symbols; /* of 'objects' */
};

static void put(json_t *object, const char *name, long long number)
{
    json_object_set_new(object, name, json_integer(number));
}

/* Text of a source, which may be in another encoding. */
static json_t *json_text(const char *text)
{
    char *clean = text ? utf8_clean(text) : NULL;
    json_t *j = json_string(clean ? clean : "");
    free(clean);
    return j;
}

static void put_text(json_t *object, const char *name, const char *text)
{
    json_object_set_new(object, name, json_text(text));
}

/* The dimensions of a tile_static array, and the bytes of an element. */
static void put_array(json_t *o, const struct type *t)
{
    json_t *extent = json_array();

    for (; t->kind == TYPE_ARRAY; t = t->base)
        json_array_append_new(extent, json_integer(t->length));
    json_object_set_new(o, "extent", extent);
    put(o, "element", t->size);
}

static int object_of(struct page *x, struct lockstep *l, const struct picture_access *a)
{
    const struct symbol *s = a->place->symbol;

    for (int i = 0; i < x->symbols.n; i++)
        if (x->symbols.at[i] == s)
            return i;
    json_t *o = json_object(), *extent = json_array();
    put_text(o, "name", s->name);
    put_text(o, "type", type_text(x->c, s->type));
    put_text(o, "kind", a->place->kind == PLACE_TILE ? "tile" : "view");
    if (a->place->kind == PLACE_TILE) {
        put_array(o, s->type);
        json_decref(extent);
    } else {
        for (int k = 0; k < s->type->rank; k++) {
            const struct affine *n = lockstep_extent(l, s, k);
            long long value;
            json_array_append_new(extent,
                                  n && affine_value(n, &value) ? json_integer(value) : json_null());
        }
        json_object_set_new(o, "extent", extent);
        put(o, "element", s->type->base ? s->type->base->size : 0);
    }
    json_array_append_new(x->objects, o);
    vec_push(&x->d->arena, &x->symbols, s);
    return x->symbols.n - 1;
}

/* What an access of a lane touches: the subscripts, or the byte in a tile_static object; without
 * the symbols, which all lanes have in common. */
static json_t *place_of(const struct picture_access *a, int lane)
{
    const struct spot *p = a->place;
    json_t *at = json_pack("[ii]", lane, a->lanes[lane]);

    if (p->kind == PLACE_TILE)
        json_array_append_new(at, json_integer(affine_at(p->offset, lane)));
    for (int k = 0; p->kind == PLACE_GLOBAL && k < p->rank; k++)
        json_array_append_new(at, json_integer(affine_at(p->at[k], lane)));
    return at;
}

/* Whether it is known which elements are touched, but for a number that all lanes have in common;
 * *more: there is such a number. */
static bool places_known(struct lockstep *l, const struct picture_access *a, bool *more)
{
    const struct spot *p = a->place;

    *more = false;
    if (p->kind == PLACE_TILE) {
        *more = p->offset->n > 0;
        return affine_terms_uniform(lockstep_numbers(l), p->offset);
    }
    for (int k = 0; k < p->rank; k++) {
        *more |= p->at[k]->n > 0;
        if (!affine_terms_uniform(lockstep_numbers(l), p->at[k]))
            return false;
    }
    return p->rank > 0;
}

static json_t *cost_of(const struct memory_cost *k)
{
    json_t *lanes = json_array(), *parts = json_array();

    for (int i = 0; i < k->n; i++) {
        json_array_append_new(lanes, json_integer(k->lanes[i]));
        json_array_append_new(parts, json_integer(k->part[i]));
    }
    return json_pack("{sisisoso}", "cost", k->cost, "least", k->least, "lanes", lanes, "parts",
                     parts);
}

static json_t *access_of(struct page *x, struct lockstep *l, const struct picture_access *a)
{
    static const char *const kinds[] = {"read", "write", "atomic"};
    struct place at = source_place(x->c->source, a->expr->loc.begin);
    json_t *o = json_object(), *list = json_array();
    bool more, known = places_known(l, a, &more);
    const char *text = x->c->source->text + a->expr->loc.begin;

    put(o, "object", object_of(x, l, a));
    put_text(o, "file", at.file);
    put(o, "line", at.line);
    put(o, "column", at.column);
    put_text(o, "text", arena_strndup(&x->d->arena, text, a->expr->loc.end - a->expr->loc.begin));
    put_text(o, "kind", kinds[a->kind]);
    put(o, "epoch", a->epoch);
    put(o, "time", a->time);
    json_object_set_new(o, "known", json_boolean(known));
    json_object_set_new(o, "more", json_boolean(more));
    for (int i = 0; i < lockstep_width(l); i++)
        if (a->lanes[i])
            json_array_append_new(list, known ? place_of(a, i) : json_pack("[ii]", i, a->lanes[i]));
    json_object_set_new(o, "at", list);
    json_object_set_new(o, "cost", a->costed ? cost_of(&a->cost) : json_null());
    return o;
}

static void put_races(struct page *x, const struct picture *p)
{
    json_t *list = json_array();

    for (int i = 0; i < p->races.n; i++) {
        const struct race *r = &p->races.at[i];
        struct place one = source_place(x->c->source, r->first->loc.begin),
                     two = source_place(x->c->source, r->second->loc.begin);
        json_array_append_new(list, json_pack("{sssisisisisisi}", "object", r->object->name,
                                              "first_line", one.line, "first_column", one.column,
                                              "first_lane", r->first_lane, "line", two.line,
                                              "column", two.column, "lane", r->second_lane));
    }
    json_object_set_new(x->kernel, "races", list);
}

static void put_waits(struct page *x, struct lockstep *l, const struct picture *p)
{
    json_t *list = json_array();

    for (int i = 0; i < p->waits.n; i++) {
        const struct picture_wait *w = &p->waits.at[i];
        struct place at = source_place(x->c->source, w->expr->loc.begin);
        json_t *lanes = json_array(), *o = json_object();
        int missing = 0;
        for (int k = 0; k < lockstep_width(l); k++)
            if (w->lanes[k])
                json_array_append_new(lanes, json_pack("[ii]", k, w->lanes[k]));
            else
                missing += lockstep_lane_exists(l, k);
        put_text(o, "file", at.file);
        put(o, "line", at.line);
        put(o, "epoch", w->epoch);
        put(o, "missing", missing);
        json_object_set_new(o, "at", lanes);
        json_array_append_new(list, o);
    }
    json_object_set_new(x->kernel, "waits", list);
}

static void picture_print(void *data, struct lockstep *l, const struct picture *p)
{
    struct page *x = data;
    json_t *dims = json_array();

    for (int k = 0; k < lockstep_rank(l); k++)
        json_array_append_new(dims, json_integer(lockstep_dim(l, k)));
    json_object_set_new(x->kernel, "dims", dims);
    json_object_set_new(x->kernel, "stopped", json_boolean(lockstep_stopped(l)));
    json_object_set_new(x->kernel, "left_out", json_boolean(p->more));
    for (int i = 0; i < p->accesses.n; i++)
        json_array_append_new(x->accesses, access_of(x, l, &p->accesses.at[i]));
    put_races(x, p);
    put_waits(x, l, p);
}

/* The lines of --explain-kernel. */
static void put_words(struct page *x, const struct program *p, const struct findings *findings)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    if (out && !diag_errors(x->c))
        explain_kernels(out, x->c, p, findings, x->launch->place.line, NULL);
    if (out)
        fclose(out);
    put_text(x->kernel, "words", text);
    free(text);
}

static json_t *kernel_of(struct driver *d, struct ctx *c, const struct program *p,
                         struct findings *findings, const struct launch *l)
{
    struct page x = {d, c, l, json_object(), json_array(), json_array(), {0}};

    put_text(x.kernel, "function", l->function ? l->function->name : "");
    put_text(x.kernel, "file", l->place.file);
    put(x.kernel, "line", l->place.line);
    put(x.kernel, "end", source_end(c->source, l->call->loc).line);
    json_object_set_new(x.kernel, "tiled", json_boolean(l->tiled));
    json_object_set_new(x.kernel, "objects", x.objects);
    json_object_set_new(x.kernel, "accesses", x.accesses);
    memory_picture_run(c, findings, l, picture_print, &x);
    put_words(&x, p, findings);
    return x.kernel;
}

/* All messages so far. */
static json_t *messages_of(struct ctx *c)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    json_t *list = NULL;

    if (out) {
        diags_peek(c, out);
        fclose(out);
        list = json_loads(text, 0, NULL);
    }
    free(text);
    return list ? list : json_array();
}

/* The lines of the main file. */
static json_t *source_of(const char *name)
{
    struct buf text = {0};
    FILE *in = fopen(name, "r");
    char part[4096];
    size_t n;

    while (in && (n = fread(part, 1, sizeof part, in)) > 0)
        buf_addn(&text, part, n);
    if (in)
        fclose(in);
    for (size_t i = 0; i < text.n; i++)
        if (text.at[i] == '\0')
            text.at[i] = ' ';
    json_t *source = json_text(text.at);
    buf_free(&text);
    return source;
}

/* Appends the JSON, in which HTML may begin nothing. */
static void add_data(struct buf *out, json_t *data)
{
    char *text = json_dumps(data, JSON_COMPACT);

    for (const char *s = text; s && *s; s++)
        if (*s == '<')
            buf_add(out, "\\u003c");
        else
            buf_char(out, *s);
    buf_char(out, '\n');
    free(text);
}

static void page_write(struct driver *d, const char *main_file, json_t *data)
{
    const char *frame = arena_printf(&d->arena, "%s/kernel.html", d->share);
    const char *dot = strrchr(main_file, '.');
    const char *name = d->options.output;
    struct buf page = {0};
    char line[4096];
    FILE *in = fopen(frame, "r");

    if (!in) {
        driver_error(d, "cannot find '%s', which pages are made of", frame);
        return;
    }
    while (fgets(line, sizeof line, in))
        if (strcmp(line, "@DATA@\n") == 0)
            add_data(&page, data);
        else
            buf_add(&page, line);
    fclose(in);
    if (!name)
        name = arena_printf(&d->arena, "%.*s.html",
                            (int)(dot ? (size_t)(dot - main_file) : strlen(main_file)), main_file);
    output_write(d, name, OUTPUT_TEXT, page.at, page.n);
    buf_free(&page);
}

bool kernel_page(struct driver *d, struct ctx *c, const struct program *p,
                 struct findings *findings, int line)
{
    json_t *data = json_object(), *kernels = json_array();

    for (int i = 0; i < p->launches.n; i++) {
        const struct launch *l = p->launches.at[i];
        if (!l->lambda || l->rank == 0 ||
            (line && (strcmp(l->place.file, c->source->main_file) != 0 || l->place.line > line ||
                      source_end(c->source, l->call->loc).line < line)))
            continue;
        json_array_append_new(kernels, kernel_of(d, c, p, findings, l));
    }
    bool found = !line || json_array_size(kernels);
    put_text(data, "file", c->source->main_file);
    json_object_set_new(data, "source", source_of(c->source->main_file));
    json_object_set_new(data, "messages", messages_of(c));
    json_object_set_new(data, "kernels", kernels);
    if (found)
        page_write(d, c->source->main_file, data);
    json_decref(data);
    return found;
}
