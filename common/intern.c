/* intern.c - the table of interned spellings: open addressing over strings in the arena. */
#include "common/intern.h"

#include <stdint.h>
#include <string.h>

#include "common/arena.h"
#include "common/hash.h"

struct intern_entry {
    const char *text;
    size_t length;
    uint32_t hash;
};

/* Size is a power of two; at most half of it is in use. */
struct intern {
    struct arena *arena;
    struct intern_entry *entries;
    size_t size, used;
};

struct intern *intern_new(struct arena *a)
{
    struct intern *t = arena_new(a, struct intern);
    t->arena = a;
    t->size = 1024;
    t->entries = arena_array(a, struct intern_entry, t->size);
    return t;
}

static struct intern_entry *entry_find(struct intern *t, const char *s, size_t n, uint32_t hash)
{
    size_t i = hash & (t->size - 1);
    for (;; i = (i + 1) & (t->size - 1)) {
        struct intern_entry *e = &t->entries[i];
        if (!e->text || (e->hash == hash && e->length == n && memcmp(e->text, s, n) == 0))
            return e;
    }
}

static void table_grow(struct intern *t)
{
    struct intern_entry *old = t->entries;
    size_t old_size = t->size;
    t->size *= 2;
    t->entries = arena_array(t->arena, struct intern_entry, t->size);
    for (size_t i = 0; i < old_size; i++)
        if (old[i].text)
            *entry_find(t, old[i].text, old[i].length, old[i].hash) = old[i];
}

const char *intern(struct intern *table, const char *s, size_t n)
{
    uint32_t hash = hash_bytes(s, n);
    struct intern_entry *e = entry_find(table, s, n, hash);
    if (e->text)
        return e->text;
    if (table->used * 2 >= table->size) {
        table_grow(table);
        e = entry_find(table, s, n, hash);
    }
    *e = (struct intern_entry){arena_strndup(table->arena, s, n), n, hash};
    table->used++;
    return e->text;
}

const char *intern_str(struct intern *table, const char *s)
{
    return intern(table, s, strlen(s));
}
