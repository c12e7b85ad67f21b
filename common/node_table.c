/* node_table.c - open addressing; the size is a power of two, and at most half of it is in use. */
#include "common/node_table.h"

#include <stddef.h>

#include "common/arena.h"

enum { FIRST_SIZE = 32 };

struct node_entry {
    const void *node; /* NULL: not in use */
    intptr_t number;
};

/* Nodes are aligned, so the lowest bits say nothing; the factor spreads the others. */
static struct node_entry *entry_of(const struct node_table *t, const void *node)
{
    uint64_t hash = (uint64_t)(uintptr_t)node * 0x9E3779B97F4A7C15u;
    unsigned mask = (unsigned)t->size - 1, i = (unsigned)(hash >> 32) & mask;

    while (t->entries[i].node && t->entries[i].node != node)
        i = (i + 1) & mask;
    return &t->entries[i];
}

static void table_grow(struct node_table *t)
{
    struct node_table larger = {.arena = t->arena, .n = t->n};

    larger.size = t->size ? t->size * 2 : FIRST_SIZE;
    larger.entries = arena_array(t->arena, struct node_entry, larger.size);
    for (int i = 0; i < t->size; i++)
        if (t->entries[i].node)
            *entry_of(&larger, t->entries[i].node) = t->entries[i];
    *t = larger;
}

void node_table_set(struct node_table *t, const void *node, intptr_t number)
{
    if (t->n * 2 >= t->size)
        table_grow(t);
    struct node_entry *e = entry_of(t, node);
    t->n += !e->node;
    *e = (struct node_entry){node, number};
}

intptr_t node_table_get(const struct node_table *t, const void *node, intptr_t otherwise)
{
    const struct node_entry *e = t->size && node ? entry_of(t, node) : NULL;

    return e && e->node ? e->number : otherwise;
}

void node_table_put(struct node_table *t, const void *node, void *value)
{
    node_table_set(t, node, (intptr_t)value);
}

void *node_table_find(const struct node_table *t, const void *node)
{
    return (void *)node_table_get(t, node, 0);
}
