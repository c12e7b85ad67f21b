/* node_table.c - tables from nodes to numbers and pointers. */
#include "common/arena.h"
#include "common/node_table.h"
#include "tests/unit/test_main.h"

enum { MANY = 5000 };

static struct arena arena;

START_TEST(empty_table)
{
    struct node_table t = {.arena = &arena};
    int node = 0;

    ck_assert_int_eq(node_table_get(&t, &node, -1), -1);
    ck_assert_int_eq(node_table_get(&t, NULL, 7), 7);
    ck_assert_ptr_null(node_table_find(&t, &node));
}
END_TEST

START_TEST(every_node_keeps_its_number)
{
    struct node_table t = {.arena = &arena};
    long *nodes = arena_array(&arena, long, MANY);

    for (int i = 0; i < MANY; i++)
        node_table_set(&t, &nodes[i], i);
    for (int i = 0; i < MANY; i += 3)
        node_table_set(&t, &nodes[i], -i);
    for (int i = 0; i < MANY; i++)
        ck_assert_int_eq(node_table_get(&t, &nodes[i], MANY), i % 3 ? i : -i);
    ck_assert_int_eq(t.n, MANY);
    ck_assert_int_eq(node_table_get(&t, nodes - 1, MANY), MANY);
    arena_free(&arena);
}
END_TEST

START_TEST(zero_is_a_number)
{
    struct node_table t = {.arena = &arena};
    int node = 0;

    node_table_set(&t, &node, 0);
    ck_assert_int_eq(node_table_get(&t, &node, -1), 0);
    arena_free(&arena);
}
END_TEST

START_TEST(pointers)
{
    struct node_table t = {.arena = &arena};
    int node = 0, other = 0, value = 0;

    node_table_put(&t, &node, &value);
    ck_assert_ptr_eq(node_table_find(&t, &node), &value);
    ck_assert_ptr_null(node_table_find(&t, &other));
    arena_free(&arena);
}
END_TEST

TEST_MAIN("node_table", empty_table, every_node_keeps_its_number, zero_is_a_number, pointers)
