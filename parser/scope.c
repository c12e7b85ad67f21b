/* scope.c - the parser's scopes: for each name, whether it is a typedef, an object or a function,
 * and the outer declaration that it hides. */
#include "parser/scope.h"

#include <stdint.h>
#include <stddef.h>

#include "common/arena.h"

struct binding {
    const char *name;
    enum name_kind kind;
    int level;
    struct binding *shadowed; /* the declaration that it hides */
    struct binding *next;     /* declared before it in the same scope */
};

struct scope_names {
    const char *name;
    enum name_kind kind;
    struct scope_names *next;
};

struct level {
    struct binding *bindings; /* newest first */
    bool is_block;
};

struct slot {
    const char *name;
    struct binding *binding;
};

struct scope {
    struct arena *arena;
    VEC(struct level) levels;
    struct slot *slots;
    unsigned mask, used;
    struct binding *free;
};

static unsigned name_hash(const char *name)
{
    return (unsigned)((uintptr_t)name >> 4) * 2654435761u;
}

static struct slot *slot_find(const struct scope *s, const char *name)
{
    unsigned i = name_hash(name) >> 5 & s->mask;
    while (s->slots[i].name && s->slots[i].name != name)
        i = (i + 1) & s->mask;
    return &s->slots[i];
}

static void slots_grow(struct scope *s)
{
    struct slot *old = s->slots;
    unsigned n = s->mask + 1;
    s->mask = n * 2 - 1;
    s->slots = arena_array(s->arena, struct slot, n * 2);
    for (unsigned i = 0; i < n; i++)
        if (old[i].name)
            *slot_find(s, old[i].name) = old[i];
}

struct scope *scope_new(struct arena *a)
{
    struct scope *s = arena_new(a, struct scope);
    s->arena = a;
    s->mask = 4095;
    s->slots = arena_array(a, struct slot, s->mask + 1);
    vec_push(a, &s->levels, ((struct level){NULL, true}));
    return s;
}

int scope_open(struct scope *s, bool is_block)
{
    vec_push(s->arena, &s->levels, ((struct level){NULL, is_block}));
    return s->levels.n - 1;
}

bool scope_close(struct scope *s, int depth)
{
    bool changed = false;
    while (s->levels.n > depth && s->levels.n > 1) {
        struct binding *b = s->levels.at[--s->levels.n].bindings;
        while (b) {
            struct binding *next = b->next;
            slot_find(s, b->name)->binding = b->shadowed;
            b->next = s->free;
            s->free = b;
            b = next;
            changed = true;
        }
    }
    return changed;
}

int scope_block_depth(const struct scope *s)
{
    int n = s->levels.n;
    while (!s->levels.at[n - 1].is_block)
        n--;
    return n;
}

bool scope_at_file(const struct scope *s)
{
    return scope_block_depth(s) == 1;
}

struct scope_names *scope_names_of(struct scope *s)
{
    struct scope_names *names = NULL;
    for (struct binding *b = s->levels.at[s->levels.n - 1].bindings; b; b = b->next) {
        struct scope_names *n = arena_new(s->arena, struct scope_names);
        *n = (struct scope_names){b->name, b->kind, names};
        names = n;
    }
    return names;
}

void scope_declare_names(struct scope *s, const struct scope_names *names)
{
    for (; names; names = names->next)
        scope_declare(s, names->name, names->kind);
}

void scope_declare(struct scope *s, const char *name, enum name_kind kind)
{
    struct slot *slot = slot_find(s, name);
    if (!slot->name) {
        if (++s->used * 2 > s->mask) {
            slots_grow(s);
            slot = slot_find(s, name);
        }
        slot->name = name;
    }
    struct binding *b = slot->binding;
    if (b && b->level == s->levels.n) {
        b->kind = kind;
        return;
    }
    b = s->free;
    if (b)
        s->free = b->next;
    else
        b = arena_new(s->arena, struct binding);
    struct level *level = &s->levels.at[s->levels.n - 1];
    *b = (struct binding){name, kind, s->levels.n, slot->binding, level->bindings};
    level->bindings = b;
    slot->binding = b;
}

enum name_kind scope_lookup(const struct scope *s, const char *name)
{
    const struct slot *slot = slot_find(s, name);
    return slot->binding ? slot->binding->kind : NAME_NONE;
}
