/* make_spec.c - declaration specifiers; records and enumerations are in make_record.c. */
#include "parser/make.h"

#include "parser/filter.h"
#include "parser/foreign.h"
#include "parser/recover.h"
#include "parser/words.h"

struct spec *spec_new(struct parser *p, struct loc loc)
{
    struct spec *s = arena_new(p->arena, struct spec);
    s->kind = SPEC_WORDS;
    s->loc = loc;
    return s;
}

/* s, or a new one, extended to the end of loc. */
static struct spec *spec_extend(struct parser *p, struct spec *s, struct loc loc)
{
    if (!s)
        return spec_new(p, loc);
    s->loc.end = loc.end;
    return s;
}

struct spec *spec_other(struct parser *p, struct spec *s, unsigned other, struct loc loc)
{
    s = spec_extend(p, s, loc);
    s->quals |= other >> 16;
    if (other >> 16 & (QUAL_VOLATILE | QUAL_ATOMIC))
        s->qual_loc = loc;
    s->storage |= other & 0xffff;
    unsigned class = other & 0xffff & ~(unsigned)(STORAGE_INLINE | STORAGE_NORETURN);
    if (class == STORAGE_TILE_STATIC ||
        (class && !((s->storage & STORAGE_TILE_STATIC) && s->storage_loc.end)))
        s->storage_loc = loc;
    return s;
}

/* C11 6.7.2: "long" may stand twice; the decimal types share a bit. */
struct spec *spec_word(struct parser *p, struct spec *s, unsigned word, struct loc loc)
{
    s = spec_extend(p, s, loc);
    if (word & WORD_DECIMAL)
        s->decimal_bits = word == SPEC_WORD_DECIMAL32 ? 32 : word == SPEC_WORD_DECIMAL64 ? 64 : 128;
    if (word == WORD_LONG && (s->words & WORD_LONG))
        word = WORD_LONG2;
    s->words |= word & (WORD_BIT_INT | (WORD_BIT_INT - 1));
    s->name_loc = s->name_loc.end ? loc_union(s->name_loc, loc) : loc;
    return s;
}

struct spec *spec_alignas(struct parser *p, struct spec *s, struct type_name *t, struct expr *e,
                          struct loc loc)
{
    s = spec_extend(p, s, loc);
    s->alignas_type = t;
    s->alignas_expr = e;
    return s;
}

struct spec *spec_merge(struct parser *p, struct spec *s, struct spec *unique)
{
    (void)p;
    unique->loc.begin = s->loc.begin;
    unique->storage = s->storage;
    unique->storage_loc = s->storage_loc;
    unique->quals |= s->quals;
    if (!unique->qual_loc.end)
        unique->qual_loc = s->qual_loc;
    unique->alignas_type = s->alignas_type;
    unique->alignas_expr = s->alignas_expr;
    return unique;
}

struct spec *spec_name(struct parser *p, const struct token *t)
{
    struct spec *s = spec_new(p, t->loc);
    s->kind = SPEC_NAME;
    s->name = t->name;
    s->name_loc = t->loc;
    s->names_amp = scope_lookup(p->scope, t->name) == NAME_TYPEDEF_AMP;
    return s;
}

struct spec *spec_typeof(struct parser *p, struct expr *e, struct type_name *t, struct loc loc)
{
    struct spec *s = spec_new(p, loc);
    s->kind = e ? SPEC_TYPEOF_EXPR : SPEC_TYPEOF_TYPE;
    s->name_loc = loc;
    s->typeof_expr = e;
    s->typeof_type = t;
    return s;
}

struct spec *spec_atomic(struct parser *p, struct type_name *t, struct loc loc)
{
    struct spec *s = spec_typeof(p, NULL, t, loc);
    s->kind = SPEC_ATOMIC_TYPE;
    return s;
}

struct spec *spec_error(struct parser *p, struct loc loc)
{
    struct spec *s = spec_new(p, loc);
    s->kind = SPEC_ERROR;
    s->name_loc = loc;
    recover_end(p);
    return s;
}

struct spec *spec_finish(struct parser *p, struct spec *s)
{
    if (s->loc.begin == s->loc.end) /* implicit int at file level */
        return s;
    unsigned begin = s->loc.begin;
    s->restriction = claim_clause_misplaced(p, begin, s->loc.end);
    s->loc.begin = claim_attrs(p, &s->attrs, begin, s->loc.end);
    return s;
}

struct spec *spec_declaration(struct parser *p, struct spec *s, int lookahead)
{
    p->spec = spec_finish(p, s);
    declarator_next(p, lookahead);
    return s;
}

/* ---- AMP's types ---- */

struct spec *spec_amp(struct parser *p, struct amp_spec *amp)
{
    struct spec *s = spec_new(p, amp->loc);
    s->kind = SPEC_AMP;
    s->name_loc = amp->loc;
    s->amp = amp;
    s->names_amp = true;
    return s;
}

/* An undeclared name as the element type of array_view or array. */
static struct type_name *unknown_element(struct parser *p, struct expr *e)
{
    foreign_element(p, e->kind == EXPR_NAME ? e->name : NULL, e->loc, filter_last(p));
    struct spec *s = spec_new(p, e->loc);
    s->kind = SPEC_ERROR;
    s->name_loc = e->loc;
    return type_name_new(p, s, NULL, e->loc);
}

struct amp_spec *amp_template(struct parser *p, const struct token *t, struct template_args *args,
                              struct loc loc)
{
    struct amp_spec *amp = arena_new(p->arena, struct amp_spec);
    amp->type = spell_amp_type(words_find(p->words, t->name));
    amp->loc = loc;
    amp->has_args = true;
    enum spell word = words_find(p->words, t->name);
    amp->constant = word == SPELL_CONSTANT_VIEW;
    amp->texture =
        word == SPELL_TEXTURE || word == SPELL_TEXTURE_VIEW || word == SPELL_WRITEONLY_TEXTURE_VIEW;
    if (args) {
        amp->element = args->element;
        amp->args = args->args;
    }
    bool wants = amp->type == AMP_TYPE_ARRAY_VIEW || amp->type == AMP_TYPE_ARRAY;
    if (wants && !amp->element && amp->args.n > 0) {
        amp->element = unknown_element(p, amp->args.at[0]);
        for (int i = 1; i < amp->args.n; i++)
            amp->args.at[i - 1] = amp->args.at[i];
        amp->args.n--;
    } else if (wants && !amp->element) {
        diag(p->c, DIAG_syntax, loc, "syntax error: '%s' without an element type", t->name);
    } else if (!wants && amp->element) {
        diag(p->c, DIAG_syntax, amp->element->loc,
             "syntax error: '%s' takes integer constants, no type", t->name);
        amp->element = NULL;
    }
    return amp;
}

struct amp_spec *amp_word(struct parser *p, const struct token *t)
{
    struct amp_spec *amp = arena_new(p->arena, struct amp_spec);
    amp->type = spell_amp_type(words_find(p->words, t->name));
    amp->loc = t->loc;
    return amp;
}

struct template_args *template_args_type(struct parser *p, struct template_args *args,
                                         struct type_name *t)
{
    if (!args)
        args = arena_new(p->arena, struct template_args);
    else if (args->element || args->args.n > 0)
        diag(p->c, DIAG_syntax, t->loc, "syntax error: only the first argument can be a type");
    if (!args->element)
        args->element = t;
    return args;
}

struct template_args *template_args_expr(struct parser *p, struct template_args *args,
                                         struct expr *e)
{
    if (!args)
        args = arena_new(p->arena, struct template_args);
    vec_push(p->arena, &args->args, e);
    return args;
}
