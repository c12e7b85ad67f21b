/* words.h - finds the identifiers of words.def by their interned spelling. */
#ifndef PARSER_WORDS_H
#define PARSER_WORDS_H

#include "parser/tree.h"

struct ctx;
struct words;

enum spell {
    SPELL_NONE,
#define SPELL(symbol, spelling, amp, class) SPELL_##symbol,
#include "parser/words.def"
    SPELL_COUNT
};

enum spell_class {
    SPELL_CLASS_NONE,
    SPELL_CLASS_TEMPLATE,
    SPELL_CLASS_PLAIN,
    SPELL_CLASS_TYPEDEF,
    SPELL_CLASS_METHOD,
    SPELL_CLASS_NAMESPACE,
    SPELL_CLASS_CXX,
    SPELL_CLASS_CUDA,
    SPELL_CLASS_WORD
};

/* The table for the interned strings of c; in its arena. */
const struct words *words_new(struct ctx *c);
/* Which word the interned name is, or SPELL_NONE. */
enum spell words_find(const struct words *w, const char *name);

/* The word of that class that is nearest to a misspelt name; SPELL_NONE: none is near. */
enum spell words_nearest(const char *name, enum spell_class class);

const char *spell_text(enum spell s);
enum spell_class spell_class(enum spell s);
enum amp_type spell_amp_type(enum spell s);

#endif
