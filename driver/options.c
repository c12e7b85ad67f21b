/* options.c - reads the command line by the table options.def: what is ours, what is cc's, and for
 * which of its runs.
 *
 * An option that the table does not know goes to cc. Example: -O2 is for the compile, -lfoo for
 * the link, -DX for the preprocessor and for what asks it. */
#include "driver/options.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/diag_control.h"
#include "driver/long_names.h"
#include "driver/response.h"

enum option_id {
#define OPTION(symbol, name, argument, runs, metavariable, help) OPT_##symbol,
#include "driver/options.def"
#undef OPTION
    OPT_COUNT
};

enum takes { ARG_NONE, ARG_JOINED, ARG_SEPARATE, ARG_EITHER, ARG_NEXT };

enum { RUN_OWN = 0 };

struct option_row {
    const char *name;
    enum takes argument;
    unsigned runs;
    const char *metavariable, *help;
};

static const struct option_row rows[OPT_COUNT] = {
#define OPTION(symbol, name, argument, runs, metavariable, help)                                   \
    [OPT_##symbol] = {name, ARG_##argument, RUN_##runs, metavariable, help},
#include "driver/options.def"
#undef OPTION
};

void options_help(FILE *out)
{
    fputs("Usage: ampcc [options] file...\n"
          "Translates .ampc files and compiles and links them with the host compiler; everything "
          "else goes to it.\n"
          "Options:\n",
          out);
    for (int i = 0; i < OPT_COUNT; i++) {
        const struct option_row *r = &rows[i];
        if (!r->help)
            continue;
        char left[64];
        bool spaced = r->argument != ARG_NONE && r->argument != ARG_JOINED;
        snprintf(left, sizeof left, "%s%s%s", r->name, spaced ? " " : "", r->metavariable);
        fprintf(out, "  %-30s %s\n", left, r->help);
    }
    fputs("  @FILE                          more options from FILE\n"
          "Options that are not listed go to the host compiler.\n",
          out);
}

static bool row_fits(const struct option_row *r, const char *word)
{
    if (r->argument == ARG_NONE || r->argument == ARG_SEPARATE || r->argument == ARG_NEXT)
        return strcmp(word, r->name) == 0;
    return strncmp(word, r->name, strlen(r->name)) == 0;
}

/* The row with the longest name that fits; OPT_COUNT: none. */
static enum option_id option_find(const char *word)
{
    int best = OPT_COUNT;
    for (int i = 0; i < OPT_COUNT; i++)
        if (row_fits(&rows[i], word) &&
            (best == OPT_COUNT || strlen(rows[i].name) > strlen(rows[best].name)))
            best = i;
    return (enum option_id)best;
}

static bool refuse(const char *value, const char *option)
{
    fprintf(stderr, "ampcc: error: unrecognized argument '%s' in '%s'\n", value, option);
    return false;
}

static void mode_set(struct options *o, enum mode mode)
{
    if (mode > o->mode)
        o->mode = mode;
}

static bool choice(const char *value, const char *const *words, int n, const char *option,
                   int *index)
{
    for (int i = 0; i < n; i++)
        if (strcmp(value, words[i]) == 0) {
            *index = i;
            return true;
        }
    return refuse(value, option);
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

/* As gcc: on a terminal that is not dumb, unless GCC_COLORS is set and empty; and as NO_COLOR,
 * CLICOLOR_FORCE and CLICOLOR ask many programs. */
static bool wants_color(struct options *o)
{
    const char *term = getenv("TERM"), *force = getenv("CLICOLOR_FORCE"),
               *wish = getenv("CLICOLOR");
    bool no = is_set("NO_COLOR"), yes = !no && is_set("CLICOLOR_FORCE") && strcmp(force, "0") != 0;
    o->color_asked = no || yes || (wish && strcmp(wish, "0") == 0);
    if (o->color_asked)
        return yes;
    return isatty(2) && term && strcmp(term, "dumb") != 0 && !(o->diag.colors && !*o->diag.colors);
}

/* Columns of the terminal that messages go to; 0: they do not. */
static int terminal_width(void)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    long n = columns ? strtol(columns, NULL, 10) : 0;
    if (!isatty(2))
        return 0;
    if (n > 0 && n < 100000)
        return (int)n;
    return ioctl(2, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static bool apply_choice(struct options *o, enum option_id id, const char *value)
{
    static const char *const emits[] = {"c", "cl"}, *const dumps[] = {"tokens", "tree", "types"};
    static const char *const formats[] = {"text", "json", "sarif", "json-stderr", "sarif-stderr"};
    static const char *const colors[] = {"auto", "always", "never"};
    int k = 0;
    if (id == OPT_EMIT) {
        if (!choice(value, emits, 2, rows[id].name, &k))
            return false;
        mode_set(o, k ? MODE_EMIT_CL : MODE_EMIT_C);
    } else if (id == OPT_DUMP) {
        if (!choice(value, dumps, 3, rows[id].name, &k))
            return false;
        mode_set(o, MODE_DUMP);
        o->dump = (enum dump)k;
    } else if (id == OPT_FORMAT) {
        if (!choice(value, formats, 5, rows[id].name, &k))
            return false;
        o->diag.format = (enum diag_format)(k < 3 ? k : k - 2);
    } else {
        if (!choice(value, colors, 3, rows[id].name, &k))
            return false;
        o->color_asked = false;
        o->diag.color = k == 1 || (k == 0 && wants_color(o));
    }
    return true;
}

static bool apply_max_errors(struct options *o, const char *value)
{
    char *end;
    long n = strtol(value, &end, 10);
    if (*end || end == value || n < 0 || n > 1000000000)
        return refuse(value, "-fmax-errors=");
    o->diag.max_errors = (int)n;
    return true;
}

/* Modes and dependencies; false when the option is none of these. */
static bool apply_mode(struct options *o, enum option_id id, const char *value)
{
    switch (id) {
    case OPT_PREPROCESS:
        mode_set(o, MODE_PREPROCESS);
        return true;
    case OPT_ASSEMBLE:
        mode_set(o, MODE_ASSEMBLER);
        return true;
    case OPT_COMPILE:
        mode_set(o, MODE_OBJECT);
        return true;
    case OPT_EXPLAIN_KERNEL:
        o->explains_kernels = true;
        mode_set(o, MODE_SYNTAX);
        return true;
    case OPT_HTML:
        o->html = true;
        return true;
    case OPT_SYNTAX:
        mode_set(o, MODE_SYNTAX);
        return true;
    case OPT_M:
    case OPT_MM:
        mode_set(o, MODE_DEPS);
        o->deps_only = true;
        o->deps_system = id == OPT_M;
        return true;
    case OPT_MD:
    case OPT_MMD:
        o->deps = true;
        o->deps_system = id == OPT_MD;
        return true;
    case OPT_MF:
        o->deps_file = value;
        return true;
    case OPT_MT:
    case OPT_MQ:
        o->deps_target = true;
        return true;
    default: /* not of these */
        break;
    }
    return false;
}

/* -Wextra, -W, -Wimplicit-fallthrough=1 ... need the comments that say "fall through". */
static void apply_warning(struct options *o, const char *word)
{
    if (strcmp(word, "-W") == 0 || strcmp(word, "-Wextra") == 0 ||
        strncmp(word, "-Wimplicit-fallthrough", 22) == 0 ||
        strncmp(word, "-Werror=implicit-fallthrough", 28) == 0)
        o->fallthrough = true;
    else if (strcmp(word, "-Wno-implicit-fallthrough") == 0)
        o->fallthrough = false;
}

/* Whether 'word' is one of the comma-separated words of 'list'. */
static bool list_has(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (; *list; list += strcspn(list, ",") + (list[strcspn(list, ",")] == ','))
        if (strncmp(list, word, n) == 0 && (list[n] == ',' || !list[n]))
            return true;
    return false;
}

/* Options that change which files are written, or linked. */
static void apply_files(struct options *o, enum option_id id, const char *value)
{
    switch (id) {
    case OPT_STATIC:
    case OPT_STATIC_PIE:
        o->is_static = true;
        break;
    case OPT_RELOCATABLE:
        o->relocatable = true;
        break;
    case OPT_NOSTDLIB:
    case OPT_NODEFAULTLIBS:
        o->no_libraries = true;
        break;
    case OPT_DUMPDIR:
        o->names_dumpdir = true;
        break;
    case OPT_DUMPBASE:
    case OPT_DUMPBASE_EXT:
        o->names_byproducts = true;
        break;
    case OPT_SAVE_TEMPS:
        o->save_temps = o->byproducts = true;
        o->save_here = strcmp(value, "=cwd") == 0;
        break;
    case OPT_COVERAGE:
    case OPT_TEST_COVERAGE:
    case OPT_PROFILE_ARCS:
    case OPT_PROFILE_GENERATE:
        o->coverage = o->byproducts = true;
        break;
    case OPT_SPLIT_DWARF:
        o->split_dwarf = o->byproducts = true;
        break;
    case OPT_STACK_USAGE:
        o->stack_usage = o->byproducts = true;
        break;
    case OPT_CALLGRAPH_INFO:
    case OPT_FDUMP:
    case OPT_DUMP_ALL:
    case OPT_AUX_INFO:
    case OPT_PROFILE_USE:
    case OPT_BRANCH_PROBABILITIES:
    case OPT_OPTIMIZATION_RECORD:
        o->byproducts = true;
        break;
    default: /* not of these */
        break;
    }
}

/* Options that change what the text means, and those that ask cc for something else. */
static void apply_meaning(struct options *o, enum option_id id, const char *word, const char *value)
{
    switch (id) {
    case OPT_TRADITIONAL:
    case OPT_TRADITIONAL_OLD:
        o->traditional = word;
        break;
    case OPT_SHORT_ENUMS:
    case OPT_NO_SHORT_ENUMS:
        o->short_enums = id == OPT_SHORT_ENUMS;
        break;
    case OPT_FP_CONTRACT:
        o->contraction = strcmp(value, "fast") == 0 ? CONTRACTION_FAST : CONTRACTION_OFF;
        break;
    case OPT_EXEC_CHARSET:
        o->host_only = strcasecmp(value, "utf-8") == 0 ? o->host_only : word;
        break;
    case OPT_WIDE_EXEC_CHARSET:
    case OPT_SINGLE_CONSTANTS:
        o->host_only = word;
        break;
    case OPT_DEFINE:
        o->defines_words |= islower((unsigned char)*value) != 0;
        break;
    case OPT_IMACROS:
    case OPT_WP:
    case OPT_XPREPROCESSOR:
        o->defines_words = true;
        break;
    case OPT_PRINT:
    case OPT_PRINT_LONG:
    case OPT_DUMP_VERSION:
    case OPT_DUMP_FULL_VERSION:
    case OPT_DUMP_MACHINE:
    case OPT_DUMP_SPECS:
    case OPT_HELP_ON:
    case OPT_TARGET_HELP:
        o->asks_cc = true;
        break;
    default: /* not of these */
        break;
    }
}

/* Notes what the driver itself has to know of an option. False: a bad argument. */
static bool option_apply(struct options *o, enum option_id id, const char *word, const char *value)
{
    if (apply_mode(o, id, value))
        return true;
    switch (id) {
    case OPT_HELP:
        o->help = true;
        break;
    case OPT_VERSION:
        o->version = true;
        break;
    case OPT_DEVICES:
        o->devices = true;
        break;
    case OPT_EXPLAIN:
    case OPT_EXPLAIN_ID:
        o->explain = value;
        break;
    case OPT_MERGE_TRACES:
        o->merges_traces = true;
        break;
    case OPT_LSP:
        o->lsp = true;
        break;
    case OPT_TIMES:
        o->times = true;
        break;
    case OPT_STRICT:
        o->strict = true;
        break;
    case OPT_VERBOSE:
        o->verbose = true;
        break;
    case OPT_SHOW:
        o->show_only = true;
        break;
    case OPT_NO_EMULATOR:
        o->no_emulator = true;
        break;
    case OPT_OPTIMIZE: /* -Og is for debuggers */
        o->optimizes = strcmp(value, "0") != 0 && strcmp(value, "g") != 0;
        break;
    case OPT_OPTIMIZE_KERNELS:
    case OPT_NO_OPTIMIZE_KERNELS:
        o->keeps_kernels = id == OPT_NO_OPTIMIZE_KERNELS;
        break;
    case OPT_SANITIZE:
        o->bounds |= list_has(value, "bounds");
        break;
    case OPT_CC:
        o->cc = value;
        break;
    case OPT_OUTPUT:
        o->output = value;
        break;
    case OPT_EMIT:
    case OPT_DUMP:
    case OPT_FORMAT:
    case OPT_COLOR:
        return apply_choice(o, id, value);
    case OPT_COLOR_ALWAYS:
    case OPT_COLOR_NEVER:
        o->color_asked = false;
        o->diag.color = id == OPT_COLOR_ALWAYS;
        break;
    case OPT_FIXITS:
        o->diag.parseable_fixits = true;
        break;
    case OPT_PATCH:
        o->diag.patch = true;
        break;
    case OPT_MAX_ERRORS:
        return apply_max_errors(o, value);
    case OPT_WERROR:
    case OPT_WNO_ERROR:
        o->diag.warnings_errors = id == OPT_WERROR;
        break;
    case OPT_NO_WARNINGS:
        o->diag.no_warnings = true;
        break;
    case OPT_WARN:
    case OPT_WERROR_ID:
        apply_warning(o, word);
        break;
    case OPT_PACK_STRUCT: /* the library's structures, and the kernels', are not packed */
        fprintf(stderr,
                "ampcc: error: '%s' changes the structures of libampc, too; pack yours alone, by "
                "'__attribute__((packed))' or '#pragma pack'\n",
                word);
        return false;
    default:
        apply_files(o, id, value);
        apply_meaning(o, id, word, value);
    }
    return true;
}

static bool has_suffix(const char *s, const char *suffix)
{
    size_t n = strlen(s), k = strlen(suffix);
    return n >= k && strcmp(s + n - k, suffix) == 0;
}

/* Whether cc compiles the file, instead of handing it to the linker. */
static bool is_source(const struct argument *f)
{
    static const char *const suffixes[] = {".c",  ".i",   ".s",   ".S",   ".h", ".C",
                                           ".cc", ".cpp", ".cxx", ".c++", ".ii"};
    if (f->language)
        return true;
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (has_suffix(f->text, suffixes[i]))
            return true;
    return false;
}

static bool is_header(const struct argument *f)
{
    return f->language ? has_suffix(f->language, "-header")
                       : has_suffix(f->text, ".h") || has_suffix(f->text, ".hpp") ||
                             has_suffix(f->text, ".hh");
}

/* The line in FILE:LINE, whose file has no such name: *name becomes FILE. 0: it is none. */
static int line_take(struct arena *a, const char **name)
{
    const char *colon = strrchr(*name, ':');
    char *end;
    long line = colon ? strtol(colon + 1, &end, 10) : 0;
    if (line <= 0 || line > INT_MAX || *end || access(*name, F_OK) == 0)
        return 0;
    *name = arena_strndup(a, *name, (size_t)(colon - *name));
    return (int)line;
}

/* Adds a file; an .ampc file has to exist. */
static bool file_add(struct arena *a, struct options *o, const char *name, const char *language)
{
    int line = o->explains_kernels ? line_take(a, &name) : 0;
    bool ampc = language ? strcmp(language, "ampc") == 0 : has_suffix(name, ".ampc");
    struct argument f = {ampc ? ITEM_AMPC : ITEM_FILE, name, NULL, RUN_OTHER | RUN_LINK,
                         ampc ? NULL : language,       line};
    if (ampc)
        o->ampc_files++;
    else
        o->other_files++;
    o->sources += !ampc && is_source(&f);
    o->headers += !ampc && is_header(&f);
    vec_push(a, &o->items, f);
    return true;
}

/* -Wid and its forms for our ids, which cc does not know. */
static bool own_warning(struct arena *a, struct options *o, const char *word)
{
    const char *id, *meant = NULL;
    enum diag_named named = diag_option(&o->diag, word, &id);
    if (named == DIAG_NAMED_ERROR)
        vec_push(a, &o->warnings, arena_printf(a, "'%s' is an error and stays one", id));
    if (named == DIAG_NAMED_NONE)
        meant = diag_option_meant(word);
    if (meant) /* not an error: cc may know the name */
        vec_push(a, &o->warnings,
                 arena_printf(a, "'%s' is none of ampcc's; did you mean '%s'?", word, meant));
    return named != DIAG_NAMED_NONE;
}

/* Takes the option at words[*i] with its argument. */
static bool option_take(struct arena *a, struct options *o, const struct words *w, int *i,
                        const char **language)
{
    const char *argument = NULL, *value = "", *given = NULL;
    const char *word = long_name_option(a, w->at[*i], &given);
    enum option_id id = option_find(word);
    struct argument item = {ITEM_OPTION, word, NULL, RUN_ALL | RUN_OTHER, NULL, 0};
    if (own_warning(a, o, word))
        return true;
    if (id == OPT_PRECOMPILE || id == OPT_PRECOMPILE_FOR)
        vec_push(a, &o->precompile, word + strlen(rows[id].name));
    if (id < OPT_COUNT) {
        const struct option_row *r = &rows[id];
        value = word + strlen(r->name);
        if (r->argument == ARG_SEPARATE || (r->argument == ARG_EITHER && !*value)) {
            if (!given && *i + 1 >= w->n) {
                fprintf(stderr, "ampcc: error: missing argument to '%s'\n", word);
                return false;
            }
            value = argument = given ? given : w->at[++*i];
        }
        if (r->argument == ARG_NEXT)
            value = *i + 1 < w->n ? w->at[++*i] : "";
        item.argument = argument;
        item.runs = r->runs;
        if (!option_apply(o, id, word, value))
            return false;
        if (id == OPT_LANGUAGE)
            *language = strcmp(value, "none") == 0 ? NULL : value;
        if (r->runs != RUN_OWN)
            item.runs |= RUN_OTHER;
    }
    if (item.runs != RUN_OWN)
        vec_push(a, &o->items, item);
    return true;
}

static bool options_check(const struct options *o)
{
    int files = o->ampc_files + o->other_files;
    if (o->output && files > 1 && o->mode != MODE_LINK && o->mode != MODE_SYNTAX) {
        fputs("ampcc: fatal error: cannot specify '-o' with '-c', '-S', '-E' or '--emit' with "
              "multiple files\n"
              "compilation terminated.\n",
              stderr);
        return false;
    }
    if (o->html && !o->explains_kernels) {
        fputs("ampcc: error: '--html' belongs to '--explain-kernel'\n", stderr);
        return false;
    }
    if (o->output && o->html && o->ampc_files > 1) {
        fputs("ampcc: error: '-o' names one page, and there are several files\n", stderr);
        return false;
    }
    if (o->traditional && o->ampc_files && !o->asks_cc && o->mode < MODE_DEPS) {
        fprintf(stderr,
                "ampcc: error: '%s' leaves AMP's own header without its macros; preprocess old "
                "code alone, by 'cc -E -P %s', and compile what that writes\n",
                o->traditional, o->traditional);
        return false;
    }
    return true;
}

/* Is one of the words of a command ampcc itself, as in "ccache /usr/bin/ampcc -O2"? */
static bool names_ampcc(const char *command)
{
    static const char own[] = "ampcc";
    for (const char *at = command; (at = strstr(at, own)); at += sizeof own - 1)
        if (at == command || strchr(" \t/", at[-1]))
            return true;
    return false;
}

/* The host compiler by the environment. CC is for all of a build, whose C compiler ampcc may be. */
static const char *host_compiler(void)
{
    const char *own = getenv("AMPC_CC"), *all = getenv("CC");
    if (own && *own)
        return own;
    return all && *all && !names_ampcc(all) ? all : "cc";
}

bool options_parse(struct arena *a, int argc, char **argv, struct options *o)
{
    *o = (struct options){0};
    const char *language = NULL;
    o->cc = host_compiler();
    o->diag.colors = getenv("GCC_COLORS");
    o->diag.color = wants_color(o);
    o->diag.width = terminal_width();
    struct words w = {0};
    for (int i = 1; i < argc; i++)
        words_add(a, &w, argv[i], 0);
    for (int i = 0; i < w.n; i++) {
        bool option = w.at[i][0] == '-' && w.at[i][1];
        if (option ? !option_take(a, o, &w, &i, &language) : !file_add(a, o, w.at[i], language))
            return false;
    }
    return options_check(o);
}
