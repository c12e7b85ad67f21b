/* scope.c - scopes (C11 6.2.1): ordinary names and tags, by interned spelling, in one hash table
 * that also has the hidden declarations. */
#include <stdint.h>
#include <string.h>

#include "common/spell.h"
#include "sema/typing/sema.h"

/* One name in one scope. Ordinary names and tags share the table. */
struct binding {
    const char *name;
    bool is_tag;
    struct symbol *symbol;
    struct type *tag;
    struct scope *scope;
    struct binding *next; /* in the bucket; inner scopes first */
    struct binding *same_scope;
};

/* The names of all open scopes, in one table, so that the time of a look-up does not depend on the
 * depth. */
struct table {
    struct binding **buckets;
    unsigned size; /* a power of two */
    unsigned n;
};

struct scope {
    struct scope *parent;
    struct table *table;
    struct binding *bindings; /* newest first */
};

enum { FIRST_SIZE = 1024 };

static unsigned bucket_of(const struct table *t, const char *name)
{
    uint64_t h = (uint64_t)(uintptr_t)name * 0x9e3779b97f4a7c15u;

    return (unsigned)(h >> 32) & (t->size - 1);
}

/* Doubles the table; chains keep their order. */
static void table_grow(struct arena *a, struct table *t)
{
    struct table old = *t;
    struct binding ***ends;

    t->size *= 2;
    t->buckets = arena_array(a, struct binding *, t->size);
    ends = arena_array(a, struct binding **, t->size);
    for (unsigned i = 0; i < t->size; i++)
        ends[i] = &t->buckets[i];
    for (unsigned i = 0; i < old.size; i++) {
        for (struct binding *b = old.buckets[i], *next; b; b = next) {
            unsigned at = bucket_of(t, b->name);

            next = b->next;
            b->next = NULL;
            *ends[at] = b;
            ends[at] = &b->next;
        }
    }
}

void scope_push(struct sema *s)
{
    struct arena *a = &s->c->arena;
    struct scope *scope = arena_new(a, struct scope);

    scope->parent = s->scope;
    if (s->scope) {
        scope->table = s->scope->table;
    } else {
        scope->table = arena_new(a, struct table);
        scope->table->size = FIRST_SIZE;
        scope->table->buckets = arena_array(a, struct binding *, FIRST_SIZE);
    }
    s->scope = scope;
}

void scope_pop(struct sema *s)
{
    struct table *t = s->scope->table;

    for (struct binding *b = s->scope->bindings; b; b = b->same_scope) {
        struct binding **at = &t->buckets[bucket_of(t, b->name)];

        while (*at != b)
            at = &(*at)->next;
        *at = b->next;
        t->n--;
    }
    s->scope = s->scope->parent;
}

static struct binding *find(struct sema *s, const char *name, bool is_tag)
{
    struct table *t = s->scope->table;
    struct binding *b = t->buckets[bucket_of(t, name)];

    while (b && (b->name != name || b->is_tag != is_tag))
        b = b->next;
    return b;
}

/* The binding of a name in the innermost scope, made when there is none. */
static struct binding *bind(struct sema *s, const char *name, bool is_tag)
{
    struct table *t = s->scope->table;
    struct binding *b = find(s, name, is_tag);
    unsigned at;

    if (b && b->scope == s->scope)
        return b;
    if (t->n >= t->size)
        table_grow(&s->c->arena, t);
    b = arena_new(&s->c->arena, struct binding);
    b->name = name;
    b->is_tag = is_tag;
    b->scope = s->scope;
    at = bucket_of(t, name);
    b->next = t->buckets[at];
    t->buckets[at] = b;
    t->n++;
    b->same_scope = s->scope->bindings;
    s->scope->bindings = b;
    return b;
}

struct symbol *scope_find(struct sema *s, const char *name)
{
    struct binding *b = find(s, name, false);

    return b ? b->symbol : NULL;
}

const char *scope_nearest(struct sema *s, const char *name)
{
    const struct table *t = s->scope->table;
    int best = strlen(name) < 3 ? 1 : strlen(name) < 6 ? 2 : 3;
    const char *nearest = NULL;

    for (unsigned i = 0; i < t->size; i++)
        for (const struct binding *b = t->buckets[i]; b; b = b->next) {
            int d = b->is_tag || *b->name == '_' ? best : spell_distance(name, b->name);
            if (d < best) {
                best = d;
                nearest = b->name;
            }
        }
    return nearest;
}

struct symbol *scope_find_here(struct sema *s, const char *name)
{
    struct binding *b = find(s, name, false);

    return b && b->scope == s->scope ? b->symbol : NULL;
}

void scope_add(struct sema *s, struct symbol *symbol)
{
    bind(s, symbol->name, false)->symbol = symbol;
}

struct type *scope_find_tag(struct sema *s, const char *tag, bool here_only)
{
    struct binding *b = find(s, tag, true);

    return b && (!here_only || b->scope == s->scope) ? b->tag : NULL;
}

void scope_add_tag(struct sema *s, const char *tag, struct type *t)
{
    bind(s, tag, true)->tag = t;
}

void scope_add_closed(struct sema *s, const struct scope *closed)
{
    for (const struct binding *b = closed ? closed->bindings : NULL; b; b = b->same_scope)
        if (b->is_tag)
            scope_add_tag(s, b->name, b->tag);
        else if (b->symbol->kind == SYMBOL_ENUMERATOR)
            scope_add(s, b->symbol);
}

bool scope_is_file(const struct sema *s)
{
    return s->scope->parent == NULL;
}
