/* messages.c - merges ampcc's messages and cc's to one stream: text as it comes, one JSON array,
 * or one SARIF log. */
#include "driver/messages.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/utf8.h"
#include "driver/cc_text.h"
#include "driver/sarif.h"

static bool is_json(const struct driver *d)
{
    return d->options.diag.format != DIAG_FORMAT_TEXT;
}

static bool is_sarif(const struct driver *d)
{
    return d->options.diag.format == DIAG_FORMAT_SARIF;
}

static json_t *list_of(struct driver *d)
{
    if (!d->messages)
        d->messages = json_array();
    return d->messages;
}

static void print(const json_t *j)
{
    json_dumpf(j, stderr, JSON_COMPACT | JSON_PRESERVE_ORDER);
    fputc('\n', stderr);
}

void messages_finish(struct driver *d)
{
    if (!is_json(d) || (d->options.show_only && !d->messages))
        return;
    json_t *log = is_sarif(d) ? sarif_log(&d->arena, list_of(d), d->status == 0) : NULL;
    print(log ? log : list_of(d));
    json_decref(log);
    json_decref(d->messages);
    d->messages = NULL;
}

void messages_add_own(struct driver *d, const char *kind, const char *text)
{
    bool in_message = false;
    const char *line = arena_printf(&d->arena, "ampcc: %s: %s", kind, text);
    if (is_json(d))
        cc_text_add(&d->arena, list_of(d), line, &in_message);
    else
        fprintf(stderr, "%s\n", line);
}

/* Adds the array that the text begins with, on one line (gcc 12) or many (gcc 14); the text
 * behind it, or NULL if there is no array. */
static char *add_array(struct driver *d, char *text)
{
    json_error_t end;
    json_t *list =
        *text == '[' ? json_loads(text, JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK, &end) : NULL;
    if (!json_is_array(list)) {
        json_decref(list);
        return NULL;
    }
    json_array_extend(list_of(d), list);
    json_decref(list);
    text += end.position;
    return *text == '\n' ? text + 1 : text;
}

static void add_line(struct driver *d, const char *line, bool *in_message)
{
    if (d->options.verbose)
        fprintf(stderr, "%s\n", line);
    else
        cc_text_add(&d->arena, list_of(d), line, in_message);
}

static void add_text(struct driver *d, const char *text)
{
    bool in_message = false;
    char *clean = utf8_clean(text);
    for (char *line = clean; line && *line;) {
        char *next = add_array(d, line);
        if (!next) {
            char *end = strchr(line, '\n');
            if (end)
                *end = '\0';
            add_line(d, line, &in_message);
            next = end ? end + 1 : NULL;
        }
        line = next;
    }
    free(clean);
}

void messages_add_unit(struct driver *d, struct ctx *c)
{
    if (!is_json(d)) {
        diags_print(c, stderr);
        return;
    }
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return;
    diags_print(c, f);
    fclose(f);
    add_text(d, text);
    free(text);
}

struct buf *messages_capture(struct driver *d, struct buf *err)
{
    return is_json(d) ? err : NULL;
}

void messages_add_cc(struct driver *d, struct buf *err)
{
    if (is_json(d) && err->n)
        add_text(d, err->at);
    buf_free(err);
}
