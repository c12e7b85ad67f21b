/* hover.c - hover: declarations with types and comments, AMP's members with the manual's sentence
 * and an example, types and values of expressions, and advice about accesses.
 *
 * Example: on `extent` of `c.extent` in samples/matmul.ampc it says `extent<N> extent`, "its
 * extent", and shows a launch over v.extent. */
#include "lsp/hover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/utf8.h"
#include "lsp/find.h"
#include "lsp/kernel_text.h"
#include "lsp/macro.h"
#include "sema/types/expr.h"
#include "sema/types/vector.h"

/* ---- AMP's members ---- */

static const char *result_text(enum amp_result result)
{
    static const char *const texts[] = {
        [RESULT_VOID] = "void",
        [RESULT_CONST_INT] = "const int",
        [RESULT_INT] = "int",
        [RESULT_UINT] = "unsigned int",
        [RESULT_BOOL] = "bool",
        [RESULT_INDEX] = "index<N>",
        [RESULT_EXTENT] = "extent<N>",
        [RESULT_TILED_EXTENT] = "tiled_extent<...>",
        [RESULT_SELF] = "the same type",
        [RESULT_VIEW] = "array_view<...>",
        [RESULT_BARRIER] = "tile_barrier",
        [RESULT_ELEMENT_POINTER] = "T *",
        [RESULT_TEXT] = "const char *",
        [RESULT_SIZE] = "size_t",
        [RESULT_DOUBLE] = "double",
        [RESULT_ACCELERATOR] = "accelerator",
        [RESULT_ACCELERATOR_VIEW] = "accelerator_view",
        [RESULT_FUTURE] = "completion_future",
        [RESULT_POINTEE] = "T",
    };
    return texts[result];
}

/* What an argument letter of amp.def stands for. */
static const char *argument_text(char letter)
{
    switch (letter) {
    case 'x':
        return "index<N> i";
    case 'e':
        return "extent<N> e";
    case 'i':
        return "int k";
    case 'v':
        return "array or array_view to";
    case 'S':
        return "origin, extent";
    case 'A':
        return "extent<M> e";
    case 'Q':
        return "accelerator_view av";
    case 'm':
        return "queuing_mode mode";
    case 't':
        return "access_type access";
    case 'f':
        return "function";
    case 'a':
        return "void *argument";
    case 'c':
        return "from";
    case 'd':
        return "to";
    case 'b':
        return "tile_barrier b";
    case 'p':
        return "T *p";
    case 'q':
        return "T *expected";
    case 's':
        return "T value";
    }
    return NULL;
}

const char *hover_member_head(struct analysis *a, const struct amp_member *m)
{
    struct buf b = {0};
    buf_printf(&b, "%s %s", result_text(m->result), m->name);
    if (strchr(m->arguments, 'T'))
        buf_add(&b, "<sizes>");
    else if (strchr(m->arguments, 'R'))
        buf_add(&b, "<type>");
    if (m->form == AMP_METHOD) {
        const char *between = "(";
        for (const char *at = m->arguments; *at; at++)
            if (argument_text(*at)) {
                buf_printf(&b, "%s%s", between, argument_text(*at));
                between = ", ";
            }
        buf_add(&b, *between == '(' ? "()" : ")");
    }
    const char *text = arena_strndup(&a->c.arena, b.at, b.n);
    buf_free(&b);
    return text;
}

const char *hover_member_text(struct analysis *a, const struct amp_member *m)
{
    static const char same[] = "the same";
    const char *rest = "";
    while (
        strncmp(m->text, same, sizeof same - 1) == 0 &&
        (m->text[sizeof same - 1] == '\0' || strncmp(m->text + sizeof same - 1, " on ", 4) == 0)) {
        rest = m->text + sizeof same - 1;
        m--; /* the row before says what */
    }
    return arena_printf(&a->c.arena, "%s%s%s", m->text, *rest ? "," : "", rest);
}

const char *hover_member_example(const struct amp_member *m)
{
    static const struct {
        enum amp_op op;
        const char *code;
    } examples[] = {
#define EXAMPLE(op, where, code) {AMP_##op, code},
#include "lsp/example.def"
#undef EXAMPLE
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (examples[i].op == m->op)
            return examples[i].code;
    return NULL;
}

static void add_code(struct buf *out, const char *code)
{
    buf_printf(out, "```ampc\n%s\n```\n", code);
}

static void add_member(struct analysis *a, struct buf *out, const struct amp_member *m)
{
    const char *example = hover_member_example(m);
    add_code(out, hover_member_head(a, m));
    buf_printf(out, "%s (%s)\n", hover_member_text(a, m),
               m->sides == AMP_SIDE_BOTH  ? "host and kernels"
               : m->sides == AMP_SIDE_AMP ? "kernels"
                                          : "host");
    if (example) {
        buf_add(out, "\nExample:\n");
        add_code(out, example);
    }
}

/* ---- declarations ---- */

static const char *storage_text(const struct symbol *s)
{
    if (s->kind == SYMBOL_TYPEDEF)
        return "typedef ";
    if (s->storage & STORAGE_TILE_STATIC)
        return "tile_static ";
    if (s->storage & STORAGE_STATIC)
        return s->storage & STORAGE_INLINE ? "static inline " : "static ";
    return s->storage & STORAGE_EXTERN && s->kind == SYMBOL_VAR ? "extern " : "";
}

/* "[x, &a](int k) -> int" */
static const char *closure_text(struct analysis *a, const struct symbol *s)
{
    struct buf b = {0};
    const struct closure *k = s->closed;
    for (int i = 0; i < k->closed.n; i++)
        buf_printf(&b, "%s%s%s", i ? ", " : "", k->closed.at[i].by_reference ? "&" : "",
                   k->closed.at[i].of->name);
    buf_add(&b, "](");
    for (int i = 0; i < k->written; i++)
        buf_printf(&b, "%s%s", i ? ", " : "",
                   type_declaration(&a->c, s->type->params.at[i],
                                    s->params.at[i]->name ? s->params.at[i]->name : ""));
    const char *text = arena_printf(&a->c.arena, "auto %s = [%s) restrict(amp) -> %s", s->name,
                                    b.at, type_text(&a->c, s->type->base));
    buf_free(&b);
    return text;
}

/* "int x, float y": the parameters with their names, if the function is defined here. */
static const char *function_text(struct analysis *a, const struct symbol *s)
{
    struct buf b = {0};
    const struct type *t = s->type;
    for (int i = 0; i < t->params.n; i++) {
        const char *name = i < s->params.n && s->params.at[i]->name ? s->params.at[i]->name : "";
        buf_printf(&b, "%s%s", i ? ", " : "", type_declaration(&a->c, t->params.at[i], name));
    }
    if (t->variadic)
        buf_add(&b, t->params.n ? ", ..." : "...");
    else if (!t->params.n && t->prototype)
        buf_add(&b, "void");
    const char *head = arena_printf(&a->c.arena, "%s(%s)", s->name, b.n ? b.at : "");
    buf_free(&b);
    return type_declaration(&a->c, t->base, head);
}

const char *hover_declaration(struct analysis *a, const struct symbol *s)
{
    struct ctx *c = &a->c;
    if (s->kind == SYMBOL_ENUMERATOR)
        return arena_printf(&c->arena, "%s = %lld", s->name, s->value);
    if (s->kind == SYMBOL_FUNCTION && s->closed)
        return closure_text(a, s);
    const char *text = s->kind == SYMBOL_FUNCTION && s->type->kind == TYPE_FUNCTION
                           ? function_text(a, s)
                           : type_declaration(c, s->type, s->name);
    unsigned sides = s->restriction | (s->other ? s->other->restriction : 0);
    const char *clause = "";
    if (s->kind == SYMBOL_FUNCTION && sides & RESTRICT_AMP)
        clause = sides & RESTRICT_CPU ? " restrict(cpu, amp)" : " restrict(amp)";
    text = arena_printf(&c->arena, "%s%s%s", storage_text(s), text, clause);
    if (s->constant)
        text = arena_printf(&c->arena, "%s = %lld", text, s->value);
    return text;
}

/* A short vector, or norm or unorm, by its name. */
static void add_vector(struct analysis *a, struct buf *out, const struct type *t)
{
    static const char *const components[] = {"x and y, or r and g", "x, y and z, or r, g and b",
                                             "x, y, z and w, or r, g, b and a"};
    const struct vector *v = vector_of(t);
    const char *in = v->range == VECTOR_NORM    ? " in -1 to 1"
                     : v->range == VECTOR_UNORM ? " in 0 to 1"
                                                : "";

    add_code(out, v->name);
    if (v->n > 1)
        buf_printf(out, "%d components of type `%s`%s: %s\n\n", v->n,
                   type_text(&a->c, type_basic(v->scalar)), in, components[v->n - 2]);
    else
        buf_printf(out, "a number%s\n\n", in);
    buf_printf(out, "%lld bytes, aligned to %d\n", t->size, t->align);
}

static void add_symbol(struct analysis *a, struct buf *out, const struct symbol *s)
{
    if (s->kind == SYMBOL_TYPEDEF && vector_of(s->type) &&
        strcmp(s->name, vector_of(s->type)->name) == 0) {
        add_vector(a, out, s->type);
        return;
    }
    const char *comment = hover_comment(a, s->loc);
    add_code(out, hover_declaration(a, s));
    if (s->storage & STORAGE_TILE_STATIC && s->type->size > 0)
        buf_printf(out, "%lld bytes of local memory, shared by the threads of a tile\n",
                   s->type->size);
    if (s->system)
        buf_printf(out, "from <%s>\n", source_place(a->c.source, s->loc.begin).file);
    if (comment && !s->system)
        buf_printf(out, "\n%s\n", comment);
}

static void add_record(struct analysis *a, struct buf *out, const struct record *r)
{
    struct buf code = {0};
    enum { SHOWN = 24 };
    buf_printf(&code, "%s %s", r->is_union ? "union" : "struct", r->tag ? r->tag : "");
    if (r->complete) {
        buf_add(&code, " {\n");
        for (int i = 0; i < r->members.n && i < SHOWN; i++)
            buf_printf(&code, "    %s;\n",
                       type_declaration(&a->c, r->members.at[i].type,
                                        r->members.at[i].name ? r->members.at[i].name : ""));
        buf_add(&code, r->members.n > SHOWN ? "    ...\n}" : "}");
    }
    add_code(out, code.at);
    buf_free(&code);
    if (r->complete)
        buf_printf(out, "%lld bytes, aligned to %d\n", r->size, r->align);
    const char *comment = hover_comment(a, r->loc);
    if (comment)
        buf_printf(out, "\n%s\n", comment);
}

static void add_mention(struct analysis *a, struct buf *out, const struct mention *m)
{
    switch (m->kind) {
    case MENTION_SYMBOL:
        add_symbol(a, out, m->entity);
        break;
    case MENTION_MEMBER: {
        const struct record_member *member = m->entity;
        add_code(out, type_declaration(&a->c, member->type, member->name));
        buf_printf(out, "at byte %lld\n", member->offset);
        const char *comment = hover_comment(a, member->loc);
        if (comment)
            buf_printf(out, "\n%s\n", comment);
        break;
    }
    case MENTION_RECORD:
        add_record(a, out, m->entity);
        break;
    case MENTION_ENUM:
        add_code(out, arena_printf(&a->c.arena, "enum %s", m->name));
        break;
    case MENTION_AMP_MEMBER:
        add_member(a, out, m->entity);
        break;
    case MENTION_AMP_TYPE:
        add_code(out, type_text(&a->c, m->entity));
        buf_printf(out, "Members: %s\n", amp_member_list(&a->c.arena, amp_owner(m->entity)));
        break;
    case MENTION_LAUNCH:
        kernel_text(a, out, m->entity);
        break;
    }
}

/* ---- expressions ---- */

static void add_expression(struct analysis *a, struct buf *out, const struct expr *e)
{
    const struct expr *value = expr_strip(e);
    if (!value->type || value->type->kind == TYPE_UNKNOWN)
        return;
    struct buf code = {0};
    buf_add(&code, type_text(&a->c, value->type));
    if (value->constant)
        buf_printf(&code, " = %lld", value->value);
    else if (value->real)
        buf_printf(&code, " = %g", value->number);
    add_code(out, code.at);
    buf_free(&code);
}

/* Advice that is about the line: what -Wperformance would say. */
static void add_advice(struct analysis *a, struct buf *out, int line)
{
    const json_t *message;
    size_t i;
    analysis_advise(a);
    json_array_foreach(a->advice, i, message)
    {
        const json_t *caret =
            json_object_get(json_array_get(json_object_get(message, "locations"), 0), "caret");
        const char *file = json_string_value(json_object_get(caret, "file"));
        const char *text = json_string_value(json_object_get(message, "message"));
        const char *option = json_string_value(json_object_get(message, "option"));
        enum diag_id id = option ? diag_id_find(option) : DIAG_COUNT;
        bool advice = id < DIAG_COUNT && diag_id_severity(id) == DIAG_ADVICE;
        if (advice && file && strcmp(file, a->document->path) == 0 && !strstr(out->at, text) &&
            json_integer_value(json_object_get(caret, "line")) == line)
            buf_printf(out, "\n*Advice:* %s\n", text);
    }
}

/* The advice about the lines of a loop. */
static void add_loop(struct analysis *a, struct buf *out, const struct stmt *loop)
{
    struct place first = source_place(a->c.source, loop->loc.begin),
                 last = source_end(a->c.source, loop->loc);
    buf_printf(out, "**Loop**, lines %d to %d\n", first.line, last.line);
    size_t n = out->n;
    for (int line = first.line; line <= last.line; line++)
        add_advice(a, out, line);
    if (out->n == n)
        out->n = 0;
}

json_t *hover_markdown(const char *text)
{
    char *clean = utf8_clean(text);
    json_t *j = json_pack("{s:s, s:s}", "kind", "markdown", "value", clean ? clean : "");
    free(clean);
    return j;
}

static json_t *macro_answer(struct analysis *a, const json_t *position)
{
    struct macro m;
    struct buf out = {0};
    if (!macro_find(a, position, &m))
        return NULL;
    add_code(&out, m.text);
    json_t *j = json_pack("{s:o}", "contents", hover_markdown(out.at));
    buf_free(&out);
    return j;
}

json_t *hover_answer(struct analysis *a, const json_t *params)
{
    const json_t *position = json_object_get(params, "position");
    unsigned offset;
    if (!analysis_find(a, position, &offset))
        return macro_answer(a, position);
    struct buf out = {0};
    const struct mention *m = find_mention(a, offset);
    const struct stmt *loop = m ? NULL : find_loop(a, offset);
    const struct expr *e = m || loop ? NULL : find_expr(a, offset);
    struct loc loc = m ? m->loc : loop ? loop->loc : e ? e->loc : (struct loc){0, 0};
    if (m)
        add_mention(a, &out, m);
    else if (loop)
        add_loop(a, &out, loop);
    else if (e)
        add_expression(a, &out, e);
    if (out.n && !loop)
        add_advice(a, &out, 1 + text_line(a->text, analysis_offset(a, position)));
    const char *file;
    json_t *range = out.n ? analysis_range(a, loc, &file) : NULL;
    json_t *j = out.n ? json_pack("{s:o}", "contents", hover_markdown(out.at)) : NULL;
    if (range)
        json_object_set_new(j, "range", range);
    buf_free(&out);
    return j;
}
