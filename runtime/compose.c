/* compose.c - the OpenCL C of a module, put together with the amp functions of other units that it
 * needs.
 *
 * Walks the needs from the module: compares declarations with definitions, finds cycles, and puts
 * each variant once in front of the module's text, callees first. codegen/kernel/README.md
 * has the contract. Example: a kernel of a.ampc that calls f of b.ampc gets f's
 * text with the names of b prefixed by p1_. */
#include "runtime/program.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Amp functions of several translation units. The unit that defines one carries its OpenCL C as
 * variants; a module that needs some is built from their texts followed by its own. Every variant
 * brings the types, constants and functions of its unit that it uses, so names would clash: those
 * that the compiler made (it gives all names of a unit one of a few prefixes) get the variant's
 * number in front of them.
 *
 * The tile_static objects of variants are at offsets in one object, struct ampc_x_tiles, which
 * kernels define and pass to all functions of other units. */

struct text {
    char *at;
    size_t n, capacity;
    bool failed;
};

struct tile { /* a tile_static object in the text */
    const ampc__tile *object;
    size_t at;
};

/* A variant on the path of calls from the module to the present one. */
struct step {
    const ampc__need *need;
    const ampc__variant *variant;
    int next; /* which of its needs comes next */
};

struct compose {
    struct text text;
    struct tile *tiles;
    size_t ntiles, tile_bytes;
    unsigned uses;
    bool checked;               /* the texts with checks */
    const ampc__variant **done; /* in the text */
    size_t ndone, capacity;
    struct step *stack;
    size_t depth, stack_capacity;
    struct failure *failure;
};

/* ---- text ---- */

static void text_add(struct text *t, const char *bytes, size_t n)
{
    if (t->capacity - t->n <= n) {
        size_t capacity = (t->capacity + n) * 2 + 1;
        char *at = realloc(t->at, capacity);
        if (!at) {
            t->failed = true;
            return;
        }
        t->at = at;
        t->capacity = capacity;
    }
    memcpy(t->at + t->n, bytes, n);
    t->n += n;
    t->at[t->n] = '\0';
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether the n characters at 'word' are a name of the unit's own: ampc_..., u_..., u1_..., ux_...,
 * ux1_..., c0_..., t0_...; names of the interface between units, ampc_x_..., are not. */
static bool is_own(const char *word, size_t n)
{
    size_t at = 1;
    if (n > 5 && strncmp(word, "ampc_", 5) == 0)
        return n < 7 || strncmp(word, "ampc_x_", 7) != 0;
    if (!strchr("uct", word[0]))
        return false;
    at += word[0] == 'u' && n > 1 && word[1] == 'x';
    while (at < n && isdigit((unsigned char)word[at]))
        at++;
    return at < n && word[at] == '_';
}

/* The end of what begins at s: a literal, a comment, a word, or one character. */
static const char *token_end(const char *s)
{
    if (*s == '"' || *s == '\'') {
        char quote = *s++;
        while (*s && *s != quote)
            s += *s == '\\' && s[1] ? 2 : 1;
        return *s ? s + 1 : s;
    }
    if (s[0] == '/' && s[1] == '*') {
        const char *end = strstr(s + 2, "*/");
        return end ? end + 2 : s + strlen(s);
    }
    if (s[0] == '/' && s[1] == '/')
        return s + strcspn(s, "\n");
    if (!is_word(*s))
        return s + 1;
    while (is_word(*s))
        s++;
    return s;
}

static void text_printf(struct text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends a line of at most 500 characters. */
static void text_printf(struct text *t, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_add(t, line, n < 0 ? 0 : (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

/* Appends a variant with 'number' in front of its own names. */
static void text_variant(struct text *t, const char *source, size_t number)
{
    char prefix[32];
    int n = snprintf(prefix, sizeof prefix, "p%zu_", number);
    for (const char *s = source; *s;) {
        const char *end = token_end(s);
        if (is_own(s, (size_t)(end - s)))
            text_add(t, prefix, (size_t)n);
        text_add(t, s, (size_t)(end - s));
        s = end;
    }
    text_add(t, "\n", 1);
}

/* ---- variants ---- */

static bool compose_no_memory(struct compose *c)
{
    return failure_set(c->failure, AMPC_ERROR_OUT_OF_MEMORY, "no memory for the text of kernels");
}

/* The memory that a letter of a need's spaces stands for, in words. */
static const char *space_noun(char letter)
{
    switch (letter) {
    case 'g':
        return "global";
    case 'l':
        return "tile_static";
    case 'c':
        return "constant";
    default:
        return "private";
    }
}

static bool refuse_spaces(struct compose *c, const ampc__need *need)
{
    char text[256] = "";
    size_t n = 0;
    for (const char *s = need->spaces; *s && n + 32 < sizeof text; s++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? ", " : "", space_noun(*s));
    return failure_set(c->failure, AMPC_ERROR_UNSUPPORTED_FEATURE,
                       "%s:%d calls the amp function '%s' of %s with pointers into %s memory, for "
                       "which its file has no version",
                       need->where.file, need->where.line, need->function->name,
                       need->function->where.file, text);
}

/* The variant for a need; 0 and a failure: none. */
static const ampc__variant *variant_find(struct compose *c, const ampc__need *need)
{
    const ampc__function *f = need->function;
    if (strcmp(need->layout, f->layout) != 0) {
        failure_set(c->failure, AMPC_ERROR_RUNTIME_EXCEPTION,
                    "%s:%d calls the amp function '%s' as '%s', %s:%d defines it as '%s'%s",
                    need->where.file, need->where.line, f->name, need->type, f->where.file,
                    f->where.line, f->type,
                    strcmp(need->type, f->type) ? "" : " with a type of other contents");
        return NULL;
    }
    for (int i = 0; i < f->nparts; i++) {
        const ampc__variant *variant = &f->variants[i];
        if (strcmp(variant->spaces, need->spaces) == 0 && variant->source)
            return variant;
        if (strcmp(variant->spaces, need->spaces) == 0) {
            failure_set(c->failure, AMPC_ERROR_UNSUPPORTED_FEATURE,
                        "%s:%d calls the amp function '%s' of %s:%d, which other files cannot use: "
                        "%s",
                        need->where.file, need->where.line, f->name, f->where.file, f->where.line,
                        variant->refusal);
            return NULL;
        }
    }
    refuse_spaces(c, need);
    return NULL;
}

/* ---- tile_static objects ---- */

/* The offset of an object; new objects are placed behind the last one. */
static size_t tile_place(struct compose *c, const ampc__tile *object)
{
    for (size_t i = 0; i < c->ntiles; i++)
        if (c->tiles[i].object == object)
            return c->tiles[i].at;
    struct tile *tiles = realloc(c->tiles, (c->ntiles + 1) * sizeof *tiles);
    if (!tiles) {
        c->text.failed = true;
        return 0;
    }
    size_t at = (c->tile_bytes + object->align - 1) / object->align * object->align;
    c->tiles = tiles;
    c->tiles[c->ntiles++] = (struct tile){object, at};
    c->tile_bytes = at + object->bytes;
    return at;
}

/* Defines AMPC_TILE_k for a variant or the module. */
static void text_tiles(struct compose *c, const ampc__tile *const *tiles, int n)
{
    for (int k = 0; k < n; k++) {
        text_printf(&c->text, "#undef AMPC_TILE_%d\n#define AMPC_TILE_%d %zu\n", k, k,
                    tile_place(c, tiles[k]));
    }
}

/* ---- the variants that are needed ---- */

/* Needs, each function with the same memories once. */
struct reached {
    const ampc__need **at;
    size_t n, capacity;
};

static bool reached_add(struct compose *c, struct reached *r, const ampc__need *need)
{
    for (size_t k = 0; k < r->n; k++)
        if (r->at[k]->function == need->function && strcmp(r->at[k]->spaces, need->spaces) == 0)
            return true;
    if (r->n == r->capacity) {
        size_t capacity = r->capacity * 2 + 8;
        const ampc__need **at = realloc(r->at, capacity * sizeof *at);
        if (!at)
            return compose_no_memory(c);
        r->at = at;
        r->capacity = capacity;
    }
    r->at[r->n++] = need;
    return true;
}

/* The variant of r->at[k], whose needs go into *r; 0 and a failure: none. */
static const ampc__variant *reached_variant(struct compose *c, struct reached *r, size_t k)
{
    const ampc__variant *variant = variant_find(c, r->at[k]);
    for (int i = 0; variant && i < variant->nneeds; i++)
        if (!reached_add(c, r, &variant->needs[i]))
            return NULL;
    return variant;
}

/* A function that 'need' leads to and that uses tile_static objects; 0: none, or a failure. The
 * variants were found before. */
static const ampc__function *tile_user(struct compose *c, const ampc__need *need)
{
    struct reached r = {0};
    const ampc__function *user = NULL;
    if (reached_add(c, &r, need)) {
        for (size_t k = 0; k < r.n && !user; k++) {
            const ampc__variant *variant = reached_variant(c, &r, k);
            if (!variant)
                break;
            user = variant->ntiles ? r.at[k]->function : NULL;
        }
    }
    free(r.at);
    return user;
}

static bool check_tiled(struct compose *c, const ampc__need *need)
{
    const ampc__function *user = need->untiled.file ? tile_user(c, need) : NULL;
    if (!user)
        return c->failure->code == AMPC_SUCCESS;
    return failure_set(
        c->failure, AMPC_ERROR_RUNTIME_EXCEPTION,
        "the kernel at %s:%d has no tiles, but the amp function '%s' (%s:%d) that it "
        "calls uses tile_static variables",
        need->untiled.file, need->untiled.line, user->name, user->where.file, user->where.line);
}

/* ---- the walk ---- */

/* Names the calls from the function's first occurrence on the way to its second. */
static bool refuse_cycle(struct compose *c, const ampc__need *need)
{
    char text[1024] = "";
    size_t n = 0, first = 0;
    while (first < c->depth - 1 && c->stack[first].need->function != need->function)
        first++;
    for (size_t i = first; i < c->depth && n + 1 < sizeof text; i++) {
        int m = snprintf(text + n, sizeof text - n, "'%s' -> ", c->stack[i].need->function->name);
        n = m < 0 || (size_t)m >= sizeof text - n ? sizeof text - 1 : n + (size_t)m;
    }
    return failure_set(c->failure, AMPC_ERROR_RUNTIME_EXCEPTION,
                       "amp code cannot recurse: %s'%s' (called at %s:%d)", text,
                       need->function->name, need->where.file, need->where.line);
}

static bool is_on_stack(const struct compose *c, const ampc__need *need)
{
    for (size_t i = 0; i < c->depth; i++)
        if (c->stack[i].need->function == need->function)
            return true;
    return false;
}

static bool is_done(const struct compose *c, const ampc__variant *variant)
{
    size_t k = 0;
    while (k < c->ndone && c->done[k] != variant)
        k++;
    return k < c->ndone;
}

static bool note_done(struct compose *c, const ampc__variant *variant)
{
    if (c->ndone == c->capacity) {
        size_t capacity = c->capacity * 2 + 8;
        const ampc__variant **done = realloc(c->done, capacity * sizeof *done);
        if (!done)
            return compose_no_memory(c);
        c->done = done;
        c->capacity = capacity;
    }
    c->done[c->ndone++] = variant;
    return true;
}

/* Begins with the variant that a need means, unless it is in the text. */
static bool variant_begin(struct compose *c, const ampc__need *need)
{
    if (is_on_stack(c, need))
        return refuse_cycle(c, need);
    const ampc__variant *variant = variant_find(c, need);
    if (!variant || is_done(c, variant))
        return variant != NULL;
    if (c->depth == c->stack_capacity) {
        size_t capacity = c->stack_capacity * 2 + 8;
        struct step *stack = realloc(c->stack, capacity * sizeof *stack);
        if (!stack)
            return compose_no_memory(c);
        c->stack = stack;
        c->stack_capacity = capacity;
    }
    c->stack[c->depth++] = (struct step){need, variant, 0};
    return true;
}

/* Puts the last variant of the stack, whose needs are there, into the text. */
static bool variant_end(struct compose *c)
{
    const struct step *s = &c->stack[--c->depth];
    if (!note_done(c, s->variant))
        return false;
    c->uses |= s->variant->uses;
    text_printf(&c->text, "/* amp function %.400s */\n", s->need->function->name);
    text_tiles(c, s->variant->tiles, s->variant->ntiles);
    text_variant(&c->text,
                 c->checked && s->variant->checked ? s->variant->checked : s->variant->source,
                 c->ndone);
    return true;
}

/* Appends the variants for the needs to the text, callees first, each once. Chains of calls can be
 * long: this does not recurse. */
static bool compose_needs(struct compose *c, const ampc__need *needs, int n)
{
    for (int i = 0; i < n; i++) {
        if (!variant_begin(c, &needs[i]))
            return false;
        while (c->depth > 0) {
            struct step *top = &c->stack[c->depth - 1];
            bool more = top->next < top->variant->nneeds;
            if (!(more ? variant_begin(c, &top->variant->needs[top->next++]) : variant_end(c)))
                return false;
        }
    }
    return true;
}

/* The whole text: common declarations, the variants, the module's own text. */
static char *compose_end(struct compose *c, const ampc__module *module)
{
    enum { STEP = 16 * sizeof(cl_ulong) }; /* of ulong16, the strictest alignment of OpenCL C */
    struct text all = {0};
    text_tiles(c, module->tiles, module->ntiles);
    c->tile_bytes = (c->tile_bytes + STEP - 1) / STEP * STEP;
    if ((module->nneeds || module->ntiles) && !c->text.failed) {
        if ((module->uses | c->uses) & AMPC__USES_STOP) /* the module's own text says it later */
            text_printf(&all, "#define AMPC_STOPS 1\n");
        if (c->tile_bytes) {
            text_printf(&all, "struct ampc_x_tiles {\n    ulong16 at[%zu];\n};\n",
                        c->tile_bytes / STEP);
        } else {
            text_printf(&all, "struct ampc_x_tiles {\n    char none;\n};\n");
        }
        if (c->text.n)
            text_add(&all, c->text.at, c->text.n);
    }
    const char *source = c->checked && module->checked ? module->checked : module->source;
    text_add(&all, source, strlen(source));
    if (c->text.failed || all.failed) {
        compose_no_memory(c);
        free(all.at);
        return NULL;
    }
    return all.at;
}

char *module_source(const ampc__module *module, struct module_needs *needs, struct failure *f)
{
    struct compose c = {.failure = f, .checked = environment_flag("AMPC_CHECK")};
    char *source = NULL;
    bool good = compose_needs(&c, module->needs, module->nneeds);
    for (int i = 0; good && i < module->nneeds; i++)
        good = check_tiled(&c, &module->needs[i]);
    if (good)
        source = compose_end(&c, module);
    needs->uses = module->uses | c.uses | (c.checked ? AMPC__USES_STOP : 0);
    needs->tile_bytes = c.tile_bytes;
    free(c.text.at);
    free(c.done);
    free(c.stack);
    free(c.tiles);
    return source;
}

bool module_is_emulated(const ampc__module *module, struct failure *f)
{
    struct compose c = {.failure = f};
    struct reached r = {0};
    bool good = true;
    for (int i = 0; good && i < module->nneeds; i++)
        good = reached_add(&c, &r, &module->needs[i]);
    for (size_t k = 0; good && k < r.n; k++) {
        const ampc__function *function = r.at[k]->function;
        good = reached_variant(&c, &r, k) != NULL;
        if (good && !function->emulated) {
            good = failure_set(f, AMPC_ERROR_UNSUPPORTED_FEATURE,
                               "%s was compiled with --no-emulator: its amp function '%s' cannot "
                               "be called here",
                               function->where.file, function->name);
        }
    }
    free(r.at);
    return good;
}
