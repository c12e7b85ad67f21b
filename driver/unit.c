/* unit.c - one .ampc file from source to object: preprocess, find the dialect, translate, compile.
 *
 * Example: `ampcc -c a.ampc` runs `cc -E`, the compiler (compile.c), and `cc -c` on the host text,
 * with the user's options for each. */
#define _GNU_SOURCE /* memmem */
#include "driver/unit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/byproduct.h"
#include "driver/cc.h"
#include "driver/compile.h"
#include "driver/dialect.h"
#include "driver/messages.h"
#include "driver/output.h"
#include "driver/pragma.h"
#include "driver/precompile.h"
#include "driver/run.h"

static bool is_stdin(const char *name)
{
    return strcmp(name, "-") == 0;
}

void unit_add_options(struct driver *d, struct command *k, unsigned runs)
{
    const struct options *o = &d->options;
    for (int i = 0; i < o->items.n; i++) {
        const struct argument *item = &o->items.at[i];
        if (item->kind != ITEM_OPTION || !(item->runs & runs))
            continue;
        command_add(d, k, item->text);
        if (item->argument)
            command_add(d, k, item->argument);
    }
}

/* What the file becomes, by the mode's rule for names: "a.o" of "dir/a.ampc". */
static const char *default_output(struct driver *d, const char *name, const char *suffix)
{
    return arena_printf(&d->arena, "%s%s", file_stem(d, name), suffix);
}

/* The file of -MD, as gcc names it. */
static const char *deps_name(struct driver *d, const char *name)
{
    const struct options *o = &d->options;
    if (o->deps_file)
        return o->deps_file;
    if (!o->output)
        return arena_printf(&d->arena, "%s%s.d",
                            o->mode == MODE_LINK || o->mode == MODE_SYNTAX ? "a-" : "",
                            file_stem(d, name));
    const char *slash = strrchr(o->output, '/'), *base = slash ? slash + 1 : o->output;
    return arena_printf(&d->arena, "%.*s%s.d", (int)(base - o->output), o->output,
                        file_stem(d, base));
}

/* -MD and -MMD of the run that preprocesses; the rule's file appears when the file is accepted. */
static void add_deps(struct driver *d, struct command *k, const char *name, struct output *deps)
{
    const struct options *o = &d->options;
    command_add(d, k, o->deps_system ? "-MD" : "-MMD");
    command_add2(d, k, "-MF", deps->temporary);
    if (!o->deps_target)
        command_add2(d, k, "-MQ", o->output ? o->output : default_output(d, name, ".o"));
}

/* How ampc_gen.h is read: its higher ranks, which hardly a unit has, are three quarters of its
 * text. */
enum ranks { RANKS_ALL, RANKS_FEW, RANKS_ALL_AGAIN };

void unit_preprocess_command(struct driver *d, struct command *k, bool shown)
{
    command_init(d, k);
    command_add(d, k,
                shown && d->options.deps_only ? (d->options.deps_system ? "-M" : "-MM") : "-E");
    command_add2(d, k, "-x", "c");
    command_add(d, k, "-D__AMPC__=1");
    if (!shown)
        command_add2(d, k, "-include", "ampc_gen.h");
    if (!shown && d->options.defines_words)
        command_add(d, k, "-DAMPC__WORDS");
    if (!shown && d->options.fallthrough)
        command_add(d, k, "-C");
    unit_add_options(d, k, shown ? RUN_PRE | RUN_SHOWN : RUN_PRE);
    cc_add_message_options(d, k, false);
    if (!shown) /* it does not know our ids; unknown pragmas are reported when it compiles */
        command_add(d, k, "-Wno-pragmas");
    command_add2(d, k, "-isystem", d->include_dir);
}

/* The text of the file as the preprocessor leaves it; false after an error. Again: without the
 * messages that it has given. */
static bool preprocess(struct driver *d, const char *name, struct output *deps, enum ranks ranks,
                       struct buf *text)
{
    struct command k;
    unit_preprocess_command(d, &k, false);
    if (ranks == RANKS_FEW)
        command_add(d, &k, "-DAMPC__FEW_RANKS");
    if (deps->final)
        add_deps(d, &k, name, deps);
    command_add(d, &k, name);
    struct buf err = {0};
    bool again = ranks == RANKS_ALL_AGAIN;
    int status = command_run(d, &k, text, again ? &err : messages_capture(d, &err));
    if (again)
        buf_free(&err);
    else
        messages_add_cc(d, &err);
    if (status == 0)
        dialect_cook_strings(d, text);
    return status == 0;
}

/* -E, -M and -MM: cc's own output. */
static void preprocess_shown(struct driver *d, const char *name)
{
    const struct options *o = &d->options;
    struct command k;
    unit_preprocess_command(d, &k, true);
    if (o->deps_file)
        command_add2(d, &k, "-MF", o->deps_file);
    if (o->deps && !o->deps_only) {
        command_add(d, &k, o->deps_system ? "-MD" : "-MMD");
        if (!o->deps_file)
            command_add2(d, &k, "-MF", deps_name(d, name));
    }
    command_add(d, &k, name);
    bool to_file = o->output && strcmp(o->output, "-") != 0;
    struct output out = {0};
    if (to_file && !output_begin(d, &out, o->output,
                                 o->deps_only || o->byproducts ? OUTPUT_DIRECT : OUTPUT_TEXT))
        return;
    if (to_file)
        command_add2(d, &k, "-o", out.temporary);
    struct buf err = {0};
    int status = command_run(d, &k, NULL, messages_capture(d, &err));
    messages_add_cc(d, &err);
    if (to_file && status == 0)
        output_commit(d, &out);
    else if (to_file)
        output_drop(d, &out);
}

/* Names what a link without the library misses, behind all else: linkers report it last. */
static void add_hint(struct buf *host)
{
    buf_add(host, "\n# 1 \"ampc-generated\" 3\n"
                  "static const char *const ampc__hint __attribute__((__used__)) = "
                  "ampc__link_with_ampcc_or_add_lampc;\n");
}

/* Whether -pedantic would be about generated code: the language that cc is asked for has no
 * compound literals. */
static bool is_old_c(const struct buf *host)
{
    static const char fact[] = "AMPC__OLD_C = 1";
    return host->n && memmem(host->at, host->n, fact, sizeof fact - 1);
}

void unit_compile_host(struct driver *d, const char *name, const char *object,
                       const struct buf *host, const struct unit_facts *facts)
{
    const struct options *o = &d->options;
    const char *file = o->save_temps
                           ? byproduct_name(d, name, ".i")
                           : temp_name(d, is_stdin(name) ? "stdin" : file_stem(d, name), ".i");
    if (!o->show_only && !output_write(d, file, OUTPUT_TEXT, host->at, host->n))
        return;
    struct command k;
    struct output out = {0};
    command_init(d, &k);
    /* reinterpret_as(): elements have several types, on the host and in the emulator's kernels. */
    if (facts->no_strict_aliasing)
        command_add(d, &k, "-fno-strict-aliasing");
    unit_add_options(d, &k, RUN_CODE);
    if (facts->uses_amp && is_old_c(host))
        command_add(d, &k, "-Wno-pedantic");
    cc_add_message_options(d, &k, true);
    command_add(d, &k,
                o->mode == MODE_SYNTAX      ? "-fsyntax-only"
                : o->mode == MODE_ASSEMBLER ? "-S"
                                            : "-c");
    command_add2(d, &k, "-x", "cpp-output");
    command_add(d, &k, file);
    if (o->mode != MODE_SYNTAX) {
        const char *final = object;
        if (!final)
            final = o->output ? o->output
                              : default_output(d, name, o->mode == MODE_ASSEMBLER ? ".s" : ".o");
        enum output_way way = o->byproducts || object     ? OUTPUT_DIRECT
                              : o->mode == MODE_ASSEMBLER ? OUTPUT_TEXT
                                                          : OUTPUT_FRESH;
        if (!output_begin(d, &out, final, way))
            return;
        command_add2(d, &k, "-o", out.temporary);
        byproduct_options(d, &k, name);
    }
    struct buf err = {0};
    int status = command_run(d, &k, NULL, messages_capture(d, &err));
    messages_add_cc(d, &err);
    if (out.final && status == 0)
        output_commit(d, &out);
    else if (out.final)
        output_drop(d, &out);
}

/* The end of the line that holds 'at', newline included. */
static const char *line_end(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    return newline ? newline + 1 : end;
}

/* The host C for a reader: the text of ampc_gen.h, which cc -include put in front, is an #include
 * again. */
static void emit_host(struct driver *d, const char *final, const struct buf *host)
{
    const char *at = host->at ? host->at : "", *end = at + host->n;
    const char *head = strstr(at, "/ampc_gen.h\" 1 3");
    struct buf out = {0};
    if (head) {
        const char *first = head;
        while (first > at && first[-1] != '\n')
            first--;
        const char *back = strstr(head, "\n# 0 \"<command-line>\" 2");
        if (!back)
            back = strstr(head, "\n# 1 \"<command-line>\" 2");
        if (back && memchr(first, '#', 1)) {
            buf_addn(&out, at, (size_t)(first - at));
            buf_add(&out, "#include <ampc_gen.h>\n");
            at = line_end(back + 1, end);
        }
    }
    buf_addn(&out, at, (size_t)(end - at));
    output_write(d, final, OUTPUT_TEXT, out.at ? out.at : "", out.n);
    buf_free(&out);
}

static void unit_finish(struct driver *d, const char *name, const char *object,
                        const struct buf *host, const struct buf *kernels,
                        const struct unit_facts *facts)
{
    const char *output = d->options.output;
    switch (d->options.mode) {
    case MODE_EMIT_C:
        emit_host(d, output ? output : default_output(d, name, ".c"), host);
        break;
    case MODE_EMIT_CL:
        output_write(d, output ? output : default_output(d, name, ".cl"), OUTPUT_TEXT,
                     kernels->at ? kernels->at : "", kernels->n);
        break;
    case MODE_LINK:
    case MODE_OBJECT:
    case MODE_ASSEMBLER:
    case MODE_SYNTAX:
        unit_compile_host(d, name, object, host, facts);
        break;
    case MODE_DUMP:
    case MODE_DEPS:
    case MODE_PREPROCESS:
        break;
    }
}

/* --precompile, where a unit's kernels are whole without others and code is made. */
static bool unit_precompile(struct driver *d, const char *name, const struct buf *kernels,
                            const struct unit_facts *facts, struct buf *host)
{
    const struct options *o = &d->options;
    if (kernels->n == 0 || o->precompile.n == 0 || o->mode == MODE_EMIT_CL ||
        o->mode == MODE_SYNTAX)
        return true;
    if (facts->uses_units) {
        messages_add_own(d, "warning",
                         arena_printf(&d->arena,
                                      "the kernels of '%s' call amp functions of other files: they "
                                      "are not embedded, but built when the program runs",
                                      name));
        return true;
    }
    return precompile(d, name, kernels, facts, host);
}

static void unit_dump_all(struct driver *d, const char *name, struct buf *text)
{
    struct buf out = {0};
    bool good = unit_dump(d, name, text, &out);
    if (good || out.n)
        output_write(d, d->options.output ? d->options.output : "-", OUTPUT_TEXT,
                     out.at ? out.at : "", out.n);
    buf_free(&out);
}

/* A file that can be read twice and need not be shown as a whole: a regular one. */
static enum ranks ranks_first(const struct driver *d, const char *name)
{
    struct stat st;
    bool again = d->options.mode != MODE_DUMP && stat(name, &st) == 0 && S_ISREG(st.st_mode);
    return again ? RANKS_FEW : RANKS_ALL;
}

/* Whether the text has such a word with a number above 3 behind it. */
static bool names_rank(const struct buf *text, const char *word)
{
    const char *at = text->at, *end = buf_end(text);
    size_t n = strlen(word);
    while (at && (at = memmem(at, (size_t)(end - at), word, n)) != NULL) {
        at += n;
        if (at < end && isdigit((unsigned char)*at) && atoi(at) > 3)
            return true;
    }
    return false;
}

/* Translates the text, or, where it needs higher ranks than it was read with, reads the file
 * again. */
static bool translate(struct driver *d, const char *name, struct output *deps, struct buf *text,
                      struct buf *host, struct buf *kernels, struct unit_facts *facts)
{
    const char *shown_name = is_stdin(name) ? "<stdin>" : name;
    if (!pragma_macros_hold(d, text))
        return false;
    bool named =
        facts->few_ranks && (names_rank(text, "ampc_view") || names_rank(text, "ampc_index"));
    bool good = !named && unit_translate(d, shown_name, text, host, kernels, facts);
    if (!facts->few_ranks)
        return good;
    buf_free(text);
    *facts = (struct unit_facts){0};
    return preprocess(d, name, deps, RANKS_ALL_AGAIN, text) &&
           unit_translate(d, shown_name, text, host, kernels, facts);
}

/* The steps between the preprocessor's text and the object file; with -### cc's runs are only
 * printed. */
static void unit_compile(struct driver *d, const char *name, const char *object,
                         struct output *deps)
{
    struct buf text = {0}, host = {0}, kernels = {0};
    enum ranks ranks = ranks_first(d, name);
    struct unit_facts facts = {.few_ranks = ranks == RANKS_FEW};
    const char *shown_name = is_stdin(name) ? "<stdin>" : name;
    int before = d->status;
    if (preprocess(d, name, deps, ranks, &text)) {
        if (d->options.show_only) {
            unit_finish(d, name, object, &host, &kernels, &facts);
        } else if (d->options.mode == MODE_DUMP) {
            unit_dump_all(d, shown_name, &text);
        } else if (translate(d, name, deps, &text, &host, &kernels, &facts) &&
                   unit_precompile(d, shown_name, &kernels, &facts, &host)) {
            d->uses_amp |= facts.uses_amp;
            if (facts.uses_amp && d->options.mode != MODE_EMIT_C)
                add_hint(&host);
            unit_finish(d, name, object, &host, &kernels, &facts);
        }
    }
    if (deps->final && d->status == before)
        output_commit(d, deps);
    else if (deps->final)
        output_drop(d, deps);
    buf_free(&text);
    buf_free(&host);
    buf_free(&kernels);
}

void unit_build(struct driver *d, const char *name, const char *object)
{
    const struct options *o = &d->options;
    if (o->mode == MODE_PREPROCESS || o->mode == MODE_DEPS) {
        preprocess_shown(d, name);
        return;
    }
    struct output deps = {0};
    if (o->deps && o->deps_file &&
        (strcmp(o->deps_file, "-") == 0 || strcmp(o->deps_file, "/dev/stdout") == 0))
        output_begin_shown(d, &deps); /* where cc -E prints the text */
    else if (o->deps && !output_begin(d, &deps, deps_name(d, name), OUTPUT_TEXT))
        return;
    unit_compile(d, name, object, &deps);
}
