/* words.c - the identifiers of words.def by their interned spelling, and the word that a misspelt
 * one is nearest to. */
#include "parser/words.h"

#include <stdint.h>
#include <string.h>

#include "common/ctx.h"
#include "common/spell.h"

enum { WORDS_SIZE = 128 };

struct words {
    struct {
        const char *name;
        enum spell spell;
    } slots[WORDS_SIZE];
};

static const struct {
    const char *text;
    enum amp_type amp;
    enum spell_class class;
} table[SPELL_COUNT] = {
#define SPELL(symbol, spelling, amp, class)                                                        \
    [SPELL_##symbol] = {spelling, AMP_TYPE_##amp, SPELL_CLASS_##class},
#include "parser/words.def"
};

static unsigned slot_of(const char *name)
{
    return (unsigned)((uintptr_t)name >> 4) * 2654435761u >> 9 & (WORDS_SIZE - 1);
}

const struct words *words_new(struct ctx *c)
{
    struct words *w = arena_new(&c->arena, struct words);
    for (int i = 1; i < SPELL_COUNT; i++) {
        const char *name = intern_str(c->names, table[i].text);
        unsigned k = slot_of(name);
        while (w->slots[k].name)
            k = (k + 1) & (WORDS_SIZE - 1);
        w->slots[k].name = name;
        w->slots[k].spell = (enum spell)i;
    }
    return w;
}

enum spell words_find(const struct words *w, const char *name)
{
    for (unsigned k = slot_of(name); w->slots[k].name; k = (k + 1) & (WORDS_SIZE - 1))
        if (w->slots[k].name == name)
            return w->slots[k].spell;
    return SPELL_NONE;
}

enum spell words_nearest(const char *name, enum spell_class class)
{
    enum spell nearest = SPELL_NONE;
    int best = 3;
    for (int i = 1; i < SPELL_COUNT; i++) {
        int d = table[i].class == class ? spell_distance(name, table[i].text) : best;
        if (d < best && (size_t)d * 4 <= strlen(table[i].text)) {
            best = d;
            nearest = (enum spell)i;
        }
    }
    return nearest;
}

const char *spell_text(enum spell s)
{
    return table[s].text;
}

enum spell_class spell_class(enum spell s)
{
    return table[s].class;
}

enum amp_type spell_amp_type(enum spell s)
{
    return table[s].amp;
}
