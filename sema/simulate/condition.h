/* condition.h - conditions over the threads of a tile: what is known of them for every lane, and
 * what two threads that passed some conditions can have in common. Immutable, in the arena of their
 * 'struct affines'. */
#ifndef SEMA_SIMULATE_CONDITION_H
#define SEMA_SIMULATE_CONDITION_H

#include "sema/simulate/affine.h"

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_MAYBE };

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
    bool varies;                /* lanes can differ, in what is known or what is not */
    bool data;                  /* ... found in memory */
    unsigned char all;          /* enum truth of every lane, unless 'lanes' */
    const unsigned char *lanes; /* NULL: 'all' */
    const struct affine *form;
    const struct test *a, *b;
};

/* A condition that has been passed: 'test' was 'truth'. */
struct guard {
    const struct test *test;
    bool truth;
    bool loop;   /* of a loop: it goes on */
    bool choice; /* this or an outer one, no loop's, went one of two paths for all lanes */
    int depth;   /* guards up to here */
    const struct guard *outer;
    const struct guard *uniform; /* the next outer one about a form that all lanes have in common */
};

const struct test *test_known(struct affines *s, bool truth);
const struct test *test_opaque(struct affines *s, enum spread spread);
/* Something found in memory is needed for the lanes that are set; the others pass. */
const struct test *test_doubt(struct affines *s, const unsigned char *lanes);
const struct test *test_not(struct affines *s, const struct test *t);
/* OP_LAND or OP_LOR */
const struct test *test_join(struct affines *s, enum op op, const struct test *a,
                             const struct test *b);
/* a op b: OP_LT to OP_NE, decided with what the guards say where that is enough. */
const struct test *test_compare(struct affines *s, enum op op, const struct affine *a,
                                const struct affine *b, const struct guard *guards);
/* a != 0; 0 or 1 from a test. */
const struct test *test_of(struct affines *s, const struct affine *a, const struct guard *guards);
const struct affine *test_value(struct affines *s, const struct test *t);

enum truth test_at(const struct test *t, int lane);
/* Nothing is known, but it is the same for all lanes. */
bool test_is_choice(const struct test *t);

/* The guards that a and b begin with. */
const struct guard *guards_common(const struct guard *a, const struct guard *b);
/* The guards with one more; what decides nothing is left out. */
const struct guard *guard_push(struct affines *s, const struct guard *g, const struct test *t,
                               bool truth);
/* The same for the condition of a loop that goes on. */
const struct guard *guard_push_loop(struct affines *s, const struct guard *g, const struct test *t);
/* Guards passed on several parts of a way. */
struct passage {
    const struct guard *guards;
    const struct passage *also; /* NULL: nothing */
};
/* Whether, for all that is known, lane x can pass a while lane y passes b. */
bool guards_possible(const struct affines *s, const struct passage *a, int x,
                     const struct passage *b, int y);

#endif
