/* diag_control.c - which messages are wanted, by the -W options and, place by place, by pragmas.
 *
 * The last pragma in front of a message's place decides, within push and pop; then the options,
 * the last one first. Example: -Wno-perf-discard, or `#pragma GCC diagnostic ignored
 * "-Wperf-discard"` for the lines behind it. */
#include "common/diag_control.h"

#include <ctype.h>
#include <string.h>

#include "common/ctx.h"
#include "common/diag_list.h"
#include "common/spell.h"

/* ---- names ---- */

/* The index into the choices that a name of n bytes has; -1: none of ours. */
static int name_find(const char *name, size_t n)
{
    char copy[64];
    if (n >= sizeof copy)
        return -1;
    memcpy(copy, name, n);
    copy[n] = '\0';
    enum diag_id id = diag_id_find(copy);
    if (id < DIAG_COUNT)
        return (int)id;
    return strcmp(copy, "performance") == 0 ? DIAG_GROUP_PERFORMANCE : -1;
}

static bool is_error(int name)
{
    return name < DIAG_COUNT && diag_id_severity((enum diag_id)name) >= DIAG_ERROR;
}

static const char *after(const char *s, const char *prefix)
{
    size_t n = strlen(prefix);
    return strncmp(s, prefix, n) == 0 ? s + n : NULL;
}

/* ---- options ---- */

enum diag_named diag_option(struct diag_options *o, const char *word, const char **id)
{
    const struct {
        const char *prefix;
        struct diag_choice choice;
    } forms[] = {
        {"-Wno-error=", {0, -1}}, {"-Werror=", {1, 1}}, {"-Wno-", {-1, 0}}, {"-W", {1, 0}}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *name = after(word, forms[i].prefix);
        int k = name ? name_find(name, strlen(name)) : -1;
        if (k < 0)
            continue;
        struct diag_choice said = forms[i].choice;
        if (is_error(k)) {
            *id = name;
            return said.enabled < 0 || said.error < 0 ? DIAG_NAMED_ERROR : DIAG_NAMED_OURS;
        }
        if (said.enabled)
            o->choices[k].enabled = said.enabled;
        if (said.error)
            o->choices[k].error = said.error;
        return DIAG_NAMED_OURS;
    }
    return DIAG_NAMED_NONE;
}

const char *diag_option_meant(const char *word)
{
    const char *name = after(word, "-Wno-error="), *meant = NULL;
    name = name ? name : after(word, "-Werror=");
    name = name ? name : after(word, "-Wno-");
    name = name ? name : after(word, "-W");
    for (int i = 0, best = 3; name && strlen(name) > 6 && i < DIAG_COUNT; i++) {
        int distance = spell_distance(name, diag_id_text((enum diag_id)i));
        if (distance < best && !is_error(i)) {
            best = distance;
            meant = diag_id_text((enum diag_id)i);
        }
    }
    return meant;
}

/* ---- pragmas ---- */

static const char *skip_blanks(const char *s, const char *end)
{
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    return s;
}

/* Moves *s behind the word and the blanks around it, if it stands there. */
static bool take_word(const char **s, const char *end, const char *word)
{
    const char *at = skip_blanks(*s, end);
    size_t n = strlen(word);
    if ((size_t)(end - at) < n || memcmp(at, word, n) != 0)
        return false;
    at += n;
    if (at < end && (isalnum((unsigned char)*at) || *at == '_'))
        return false;
    *s = skip_blanks(at, end);
    return true;
}

static bool take_kind(const char **s, const char *end, enum diag_pragma_kind *kind)
{
    static const struct {
        const char *word;
        enum diag_pragma_kind kind;
    } words[] = {{"push", DIAG_PUSH},
                 {"pop", DIAG_POP},
                 {"ignored", DIAG_IGNORED},
                 {"warning", DIAG_AS_WARNING},
                 {"error", DIAG_AS_ERROR}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (take_word(s, end, words[i].word)) {
            *kind = words[i].kind;
            return true;
        }
    return false;
}

/* The name inside "-Wname"; -1: none of ours. */
static int take_name(const char *s, const char *end)
{
    const char *close = s < end && *s == '"' ? memchr(s + 1, '"', (size_t)(end - s - 1)) : NULL;
    if (!close || close - s < 4 || s[1] != '-' || s[2] != 'W')
        return -1;
    return name_find(s + 3, (size_t)(close - s - 3));
}

void diag_pragma(struct ctx *c, struct loc loc)
{
    const char *s = c->source->text + loc.begin, *end = c->source->text + loc.end;
    s = skip_blanks(s, end);
    s += s < end && *s == '#' ? 1 : 2;
    if (!take_word(&s, end, "pragma"))
        return;
    struct diag_pragma p = {.loc = loc, .name = -1, .own = take_word(&s, end, "ampc")};
    if (!(p.own || take_word(&s, end, "GCC") || take_word(&s, end, "clang")) ||
        !take_word(&s, end, "diagnostic"))
        return;
    if (!take_kind(&s, end, &p.kind))
        return;
    if (p.kind != DIAG_PUSH && p.kind != DIAG_POP) {
        p.name = take_name(s, end);
        if (p.name < 0 && p.own)
            diag(c, DIAG_pragma, loc,
                 "'#pragma ampc diagnostic' needs the id of a message, as in "
                 "'\"-Wview-race\"'");
        if (p.name < 0)
            return;
        p.own = true;
    }
    vec_push(&c->service, &c->diags->pragmas, p);
    if (p.name >= 0 && is_error(p.name) && p.kind != DIAG_AS_ERROR)
        diag(c, DIAG_pragma, loc, "'%s' is an error and stays one",
             diag_id_text((enum diag_id)p.name));
}

bool diag_own_pragma(const struct ctx *c, int n, struct loc *loc)
{
    for (int i = 0; i < c->diags->pragmas.n; i++) {
        const struct diag_pragma *p = &c->diags->pragmas.at[i];
        if (!p->own || n-- > 0)
            continue;
        *loc = p->loc;
        return true;
    }
    return false;
}

/* ---- the choice for one message ---- */

static bool covers(int name, enum diag_id id)
{
    return name == (int)id ||
           (name == DIAG_GROUP_PERFORMANCE && diag_id_severity(id) == DIAG_ADVICE);
}

/* Whether the pragma counts for the place: it stands before it, and no pop between has ended its
 * reach. */
static bool reaches(const struct diags *d, int at, struct loc loc)
{
    int depth = 0;
    for (int i = at + 1; i < d->pragmas.n && d->pragmas.at[i].loc.begin < loc.begin; i++) {
        depth += d->pragmas.at[i].kind == DIAG_PUSH;
        depth -= d->pragmas.at[i].kind == DIAG_POP;
        if (depth < 0)
            return false;
    }
    return d->pragmas.at[at].loc.begin < loc.begin;
}

/* What the last pragma for the place says. */
static bool pragma_choice(const struct diags *d, enum diag_id id, struct loc loc,
                          struct diag_choice *out)
{
    for (int i = d->pragmas.n - 1; i >= 0; i--) {
        const struct diag_pragma *p = &d->pragmas.at[i];
        if (p->name < 0 || !covers(p->name, id) || !reaches(d, i, loc))
            continue;
        out->enabled = p->kind == DIAG_IGNORED ? -1 : 1;
        out->error = p->kind == DIAG_AS_ERROR ? 1 : -1;
        return true;
    }
    return false;
}

static struct diag_choice option_choice(const struct diag_options *o, enum diag_id id)
{
    struct diag_choice own = o->choices[id], all = {0, 0};
    if (diag_id_severity(id) == DIAG_ADVICE)
        all = o->choices[DIAG_GROUP_PERFORMANCE];
    return (struct diag_choice){own.enabled ? own.enabled : all.enabled,
                                own.error ? own.error : all.error};
}

enum diag_severity diag_wanted(const struct ctx *c, enum diag_id id, struct loc loc, bool *promoted)
{
    const struct diag_options *o = &c->diag_options;
    enum diag_severity severity = diag_id_severity(id);
    *promoted = false;
    if (severity >= DIAG_ERROR)
        return severity;
    struct diag_choice choice = option_choice(o, id);
    pragma_choice(c->diags, id, loc, &choice);
    bool enabled = choice.enabled ? choice.enabled > 0 : severity == DIAG_WARNING;
    if (!enabled || o->no_warnings || (c->source && source_place(c->source, loc.begin).system))
        return DIAG_NOTE;
    *promoted = choice.error ? choice.error > 0 : o->warnings_errors;
    return *promoted ? DIAG_ERROR : DIAG_WARNING;
}

bool diag_advises(const struct ctx *c)
{
    for (int i = 0; i < c->diags->pragmas.n; i++) {
        const struct diag_pragma *p = &c->diags->pragmas.at[i];
        if (p->name == DIAG_GROUP_PERFORMANCE ||
            (p->name >= 0 && diag_id_severity((enum diag_id)p->name) == DIAG_ADVICE))
            return true;
    }
    for (int i = 0; i < DIAG_COUNT; i++)
        if (diag_id_severity((enum diag_id)i) == DIAG_ADVICE &&
            option_choice(&c->diag_options, (enum diag_id)i).enabled > 0)
            return true;
    return false;
}
