/* dialect.c - asks cc which words are keywords under the options given, by one small compilation
 * for the words that the unit has; and rewrites raw strings, which cc's preprocessor keeps.
 *
 * Example: `-std=c17` makes `typeof` a name. */
#define _GNU_SOURCE /* memmem */
#include "driver/dialect.h"

#include <string.h>

#include "driver/output.h"
#include "driver/run.h"

static bool is_word_byte(char c)
{
    return c == '_' || c == '$' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Whether the text has the word, be it in a comment. */
static bool has_word(const struct buf *text, const char *word)
{
    size_t n = strlen(word);
    const char *at = text->at, *end = buf_end(text);
    while (at && (at = memmem(at, (size_t)(end - at), word, n)) != NULL) {
        if ((at == text->at || !is_word_byte(at[-1])) && (at + n == end || !is_word_byte(at[n])))
            return true;
        at += n;
    }
    return false;
}

/* Whether cc compiles the line, with the options that all its runs over sources get; tried once.
 * Other files that these options make it write are named after the assembler file, and so are
 * temporary, too. */
static bool compiles(struct driver *d, enum cc_option which, const char *line)
{
    if (d->cc_takes[which])
        return d->cc_takes[which] > 0;
    const char *file = temp_name(d, "dialect", ".i");
    struct command k;
    command_init(d, &k);
    for (int i = 0; i < d->options.items.n; i++) {
        const struct argument *item = &d->options.items.at[i];
        if (item->kind != ITEM_OPTION || (item->runs & RUN_SOURCE) != RUN_SOURCE)
            continue;
        command_add(d, &k, item->text);
        if (item->argument)
            command_add(d, &k, item->argument);
    }
    command_add(d, &k, "-w");
    command_add2(d, &k, "-S", "-o");
    command_add(d, &k, temp_name(d, "dialect", ".s"));
    command_add(d, &k, file);
    bool good = output_write(d, file, OUTPUT_FRESH, line, strlen(line)) && command_works(d, &k);
    d->cc_takes[which] = good ? 1 : -1;
    return good;
}

static bool changes_words(const char *option)
{
    return strstr(option, "asm") || strstr(option, "keywords") || strstr(option, "specs") ||
           strncmp(option, "-X", 2) == 0;
}

/* Whether all words are keywords, as the macros show that the standard set in ampc_gen.h, and no
 * option is in sight that changes this: then cc need not be asked. */
static bool has_all_keywords(const struct driver *d, const struct buf *text)
{
    static const char fact[] = "AMPC__GNU_KEYWORDS = 1";
    if (!text->n || !memmem(text->at, text->n, fact, sizeof fact - 1) ||
        changes_words(d->options.cc))
        return false;
    for (int i = 0; i < d->options.items.n; i++)
        if (d->options.items.at[i].kind == ITEM_OPTION &&
            changes_words(d->options.items.at[i].text))
            return false;
    return true;
}

struct dialect dialect_find(struct driver *d, const struct buf *text)
{
    if (has_all_keywords(d, text))
        return (struct dialect){0};
    return (struct dialect){
        .asm_name = has_word(text, "asm") && compiles(d, CC_ASM_NAME, "int asm = 1;\n"),
        .typeof_name = has_word(text, "typeof") && compiles(d, CC_TYPEOF_NAME, "int typeof = 1;\n"),
        .restrict_name =
            has_word(text, "restrict") && compiles(d, CC_RESTRICT_NAME, "int restrict = 1;\n"),
        .inline_name = has_word(text, "inline") && compiles(d, CC_INLINE_NAME, "int inline = 1;\n"),
    };
}

/* ---- raw strings ---- */

/* The end of the string, character constant or comment that begins at 'at'; 'at' if none does. */
static const char *skip_quoted(const char *at, const char *end)
{
    char quote = *at;
    if (quote == '/' && at + 1 < end && at[1] == '*') {
        const char *close = memmem(at + 2, (size_t)(end - at) - 2, "*/", 2);
        return close ? close + 2 : end;
    }
    if (quote == '/' && at + 1 < end && at[1] == '/') {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        return newline ? newline : end;
    }
    if (quote != '"' && quote != '\'')
        return at;
    for (at++; at < end && *at != quote && *at != '\n'; at++)
        at += *at == '\\' && at + 1 < end;
    return at < end && *at == quote ? at + 1 : at;
}

/* A raw string: its characters, and the end of it all. */
struct raw {
    const char *begin, *end, *behind;
};

/* Reads the raw string whose first quote is at 'at'. */
static bool raw_read(const char *at, const char *end, struct raw *out)
{
    char close[20] = ")";
    const char *open = memchr(at, '(', (size_t)(end - at));
    size_t n = open ? (size_t)(open - at) - 1 : 0;
    if (!open || n > 16)
        return false;
    memcpy(close + 1, at + 1, n);
    close[n + 1] = '"';
    out->begin = open + 1;
    out->end = memmem(out->begin, (size_t)(end - out->begin), close, n + 2);
    out->behind = out->end ? out->end + n + 2 : NULL;
    return out->end;
}

/* Appends the raw string's characters as ordinary string literals with that prefix, one for each
 * line. */
static void cooked_add(struct buf *out, const char *prefix, size_t n, const struct raw *raw)
{
    buf_addn(out, prefix, n);
    buf_char(out, '"');
    for (const char *at = raw->begin; at < raw->end; at++)
        if (*at == '\n') {
            buf_add(out, "\\n\"\n");
            buf_addn(out, prefix, n);
            buf_char(out, '"');
        } else {
            if (*at == '"' || *at == '\\' || *at == '?')
                buf_char(out, '\\');
            buf_char(out, *at);
        }
    buf_char(out, '"');
}

static bool is_raw_prefix(const char *word, size_t n)
{
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strlen(prefixes[i]) == n && memcmp(prefixes[i], word, n) == 0)
            return true;
    return false;
}

static void cook(const struct buf *text, struct buf *out)
{
    const char *at = text->at, *end = buf_end(text), *kept = at;
    while (at < end) {
        const char *from = at;
        struct raw raw;
        while (at < end && is_word_byte(*at))
            at++;
        bool prefix = at < end && *at == '"' && is_raw_prefix(from, (size_t)(at - from));
        if (prefix && raw_read(at, end, &raw)) {
            buf_addn(out, kept, (size_t)(from - kept));
            cooked_add(out, from, (size_t)(at - from) - 1, &raw);
            kept = at = raw.behind;
            continue;
        }
        if (at == from)
            at = skip_quoted(at, end);
        if (at == from)
            at++;
    }
    buf_addn(out, kept, (size_t)(end - kept));
}

/* Whether the text has what may begin a raw string, be it in a string. */
static bool has_raw(const struct buf *text)
{
    const char *at = text->at, *end = buf_end(text);
    while (at && (at = memchr(at, 'R', (size_t)(end - at))) != NULL) {
        const char *from = at++;
        if (at == end || *at != '"')
            continue;
        while (from > text->at && is_word_byte(from[-1]))
            from--;
        if (is_raw_prefix(from, (size_t)(at - from)))
            return true;
    }
    return false;
}

void dialect_cook_strings(struct driver *d, struct buf *text)
{
    struct buf out = {0};
    if (!has_raw(text) || !compiles(d, CC_RAW_STRINGS, "const char *s = R\"(\")\";\n"))
        return;
    cook(text, &out);
    buf_free(text);
    *text = out;
}
