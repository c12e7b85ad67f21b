#include "driver/messages.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/sarif.h"

static bool is_json(const struct driver *d)
{
    return d->options.diag.format != DIAG_FORMAT_TEXT;
}

static bool is_sarif(const struct driver *d)
{
    return d->options.diag.format == DIAG_FORMAT_SARIF;
}

void messages_begin(struct driver *d)
{
    if (is_json(d) && !d->messages)
        d->messages = json_array();
}

static void print(const json_t *j)
{
    json_dumpf(j, stderr, JSON_COMPACT | JSON_PRESERVE_ORDER);
    fputc('\n', stderr);
}

void messages_end(struct driver *d)
{
    if (!d->messages || is_sarif(d))
        return;
    print(d->messages);
    json_decref(d->messages);
    d->messages = NULL;
}

void messages_finish(struct driver *d)
{
    if (!is_sarif(d))
        return;
    messages_begin(d);
    json_t *log = sarif_log(&d->arena, d->messages, d->status == 0);
    print(log);
    json_decref(log);
    json_decref(d->messages);
    d->messages = NULL;
}

/* Adds the arrays that the text consists of; lines that are none go to standard error as they are.
 */
static void add_text(struct driver *d, const char *text)
{
    while (*text) {
        size_t line = strcspn(text, "\n");
        size_t next = line + (text[line] == '\n');
        json_t *list = json_loadb(text, line, JSON_ALLOW_NUL, NULL);
        if (json_is_array(list))
            json_array_extend(d->messages, list);
        else
            fwrite(text, 1, next, stderr);
        json_decref(list);
        text += next;
    }
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
