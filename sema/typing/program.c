/* program.c - the room's entry: types a whole unit, declaration by declaration; and reads facts
 * about the host compiler from runtime/ampc_gen.h. */
#include <string.h>

#include "sema/typing/typing.h"

void sema_invalid(struct sema *s, struct loc loc, const char *format, ...)
{
    va_list args;

    if (!(s->region & RESTRICT_AMP))
        return;
    va_start(args, format);
    diag_v(s->c, DIAG_invalid_c, loc, format, args);
    va_end(args);
}

bool sema_host_fact(struct sema *s, const char *name)
{
    const struct symbol *fact = scope_find(s, intern_str(s->c->names, name));

    return fact && fact->constant && fact->value;
}

struct type *sema_char(struct sema *s)
{
    return type_char(sema_host_fact(s, "AMPC__CHAR_UNSIGNED"));
}

bool loc_is_system(const struct ctx *c, struct loc loc)
{
    const struct source *source = c->source;
    int low = 0, high = source->markers_n;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (source->markers[middle].offset <= loc.begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && source->markers[low - 1].system;
}

unsigned restrict_bits(struct sema *s, const struct restrict_clause *clause)
{
    unsigned bits = 0;

    if (!clause)
        return 0;
    s->program->uses_amp = true;
    for (int i = 0; i < clause->words.n; i++) {
        const char *word = clause->words.at[i].word;

        if (word && strcmp(word, "amp") == 0)
            bits |= RESTRICT_AMP;
        else if (word && strcmp(word, "cpu") == 0)
            bits |= RESTRICT_CPU;
        else /* no prototype, which is reported: all calls are accepted */
            bits |= RESTRICT_CPU | RESTRICT_AMP;
    }
    return bits ? bits : RESTRICT_CPU;
}

/* Makes parameter symbols for an amp function of another unit: the generators need them for its
 * calls. */
static void foreign_params(struct sema *s, struct symbol *f)
{
    for (int i = 0; !f->definition && i < f->type->params.n; i++) {
        struct symbol *p = arena_new(&s->c->arena, struct symbol);
        p->kind = SYMBOL_PARAM;
        p->loc = f->loc;
        p->type = f->type->params.at[i];
        vec_push(&s->c->arena, &f->params, p);
    }
}

struct program *sema_unit(struct ctx *c, struct unit *u)
{
    struct sema s = {.c = c, .region = RESTRICT_CPU};
    unsigned behind = 0; /* the last declaration */

    s.program = arena_new(&c->arena, struct program);
    s.program->unit = u;
    scope_push(&s);
    for (int i = 0; i < u->decls.n; i++) {
        arithmetic_declaration(&s, behind, u->decls.at[i]->loc);
        sema_decl(&s, u->decls.at[i]);
        behind = u->decls.at[i]->loc.end;
    }
    for (int i = 0; i < s.lifted.n; i++)
        vec_push(&c->arena, &u->decls, s.lifted.at[i]);
    s.program->elements_alias = sema_host_fact(&s, "AMPC__ELEMENTS_ALIAS");
    s.program->host_clang = sema_host_fact(&s, "AMPC__CLANG");
    s.program->char_unsigned = sema_host_fact(&s, "AMPC__CHAR_UNSIGNED");
    arithmetic_facts(&s);
    scope_pop(&s);
    for (int i = 0; i < s.records.n; i++)
        s.records.at[i]->open = false;
    for (int i = 0; i < s.program->functions.n; i++)
        foreign_params(&s, s.program->functions.at[i]);
    return s.program;
}
