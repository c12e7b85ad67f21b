/* condition.h - conditions over the threads of a tile, and guards: which conditions threads have
 * passed, and whether two threads can have passed theirs in one execution. Tests and guards are
 * immutable, in the arena of their 'struct affines'. "The condition holds" has an answer for each
 * lane (sema/types/answer.h): proved, refuted, or unknown, which is the join of both. */
#ifndef SEMA_SIMULATE_CONDITION_H
#define SEMA_SIMULATE_CONDITION_H

#include "sema/simulate/affine.h"
#include "sema/types/answer.h"

enum test_kind {
    TEST_KNOWN,
    TEST_LESS,  /* form < 0 */
    TEST_EQUAL, /* form == 0 */
    TEST_OPAQUE,
    TEST_NOT, /* a */
    TEST_AND, /* a, b */
    TEST_OR
};

struct test {
    enum test_kind kind;
    bool varies;                /* lanes may differ in their truth */
    bool data;                  /* ... by a loaded value */
    unsigned char all;          /* the answer of every lane, unless 'lanes' */
    const unsigned char *lanes; /* NULL: 'all' */
    const struct affine *form;
    const struct test *a, *b;
};

/* A condition that has been passed: 'test' was 'truth'. */
struct guard {
    const struct test *test;
    bool truth;
    bool loop;   /* the condition of a loop, which goes on */
    bool choice; /* this guard or an outer one is a uniform condition (of an if, not of a loop)
                    whose truth is not known */
    int depth;   /* number of guards up to this one */
    const struct guard *outer;
    const struct guard *uniform; /* the next outer one whose form is the same for all lanes */
};

const struct test *test_known(struct affines *s, bool truth);
const struct test *test_opaque(struct affines *s, enum spread spread);
/* A condition on loaded values: unknown for the lanes that are set, proved for the others. */
const struct test *test_doubt(struct affines *s, const unsigned char *lanes);
const struct test *test_not(struct affines *s, const struct test *t);
/* OP_LAND or OP_LOR */
const struct test *test_join(struct affines *s, enum op op, const struct test *a,
                             const struct test *b);
/* a op b: OP_LT to OP_NE. Decided by the guards where they suffice. */
const struct test *test_compare(struct affines *s, enum op op, const struct affine *a,
                                const struct affine *b, const struct guard *guards);
/* The same for integers without sign of 'size' bytes, which wrap around: a form may be negative,
 * and stands for its remainder by 2^(8 * size) then. */
const struct test *test_compare_unsigned(struct affines *s, enum op op, const struct affine *a,
                                         const struct affine *b, long long size,
                                         const struct guard *guards);
/* a != 0; 0 or 1 from a test. */
const struct test *test_of(struct affines *s, const struct affine *a, const struct guard *guards);
const struct affine *test_value(struct affines *s, const struct test *t);

enum answer test_at(const struct test *t, int lane);
/* The answer is unknown, but it is the same for all lanes. */
bool test_is_choice(const struct test *t);

/* The outer guards that a and b have in common. */
const struct guard *guards_common(const struct guard *a, const struct guard *b);
/* The guards with one more; a test that is known to pass for all lanes is left out. */
const struct guard *guard_push(struct affines *s, const struct guard *g, const struct test *t,
                               bool truth);
/* The same for the condition of a loop, on the path into its body. */
const struct guard *guard_push_loop(struct affines *s, const struct guard *g, const struct test *t);
/* Several lists of guards, all of which have been passed. */
struct passage {
    const struct guard *guards;
    const struct passage *also; /* NULL: nothing */
};
/* Whether lane x can pass a while lane y passes b. False is a proof; true may mean "not known". */
bool guards_possible(const struct affines *s, const struct passage *a, int x,
                     const struct passage *b, int y);
/* The lane certainly passes the guards where others do: whether it does is known of each condition
 * in which lanes may differ. */
bool guards_certain(const struct guard *g, int lane);
bool passage_certain(const struct passage *p, int lane);

#endif
