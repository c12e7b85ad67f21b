/* answer.h - the answer of an analysis to a statement about the program: proved, refuted, or
 * unknown. Nothing that changes data or code may rest on "unknown".
 *
 * The lattice has two levels: UNKNOWN is above PROVED and REFUTED, which exclude each other.
 *
 * Example: "the kernel writes v" is PROVED for 'v[i] = 1;', REFUTED for 'x = v[i];' and UNKNOWN
 * where v goes to a function of another unit. */
#ifndef SEMA_TYPES_ANSWER_H
#define SEMA_TYPES_ANSWER_H

#include <stdbool.h>

enum answer { ANSWER_UNKNOWN, ANSWER_PROVED, ANSWER_REFUTED };

static inline enum answer answer_of(bool holds)
{
    return holds ? ANSWER_PROVED : ANSWER_REFUTED;
}

static inline enum answer answer_not(enum answer a)
{
    return a == ANSWER_UNKNOWN ? a : answer_of(a == ANSWER_REFUTED);
}

/* At least one of the two statements holds. */
static inline enum answer answer_or(enum answer a, enum answer b)
{
    if (a == ANSWER_PROVED || b == ANSWER_PROVED)
        return ANSWER_PROVED;
    return a == b ? a : ANSWER_UNKNOWN;
}

/* Both hold. */
static inline enum answer answer_and(enum answer a, enum answer b)
{
    return answer_not(answer_or(answer_not(a), answer_not(b)));
}

/* The join: the answer is a or b, depending on the path. */
static inline enum answer answer_join(enum answer a, enum answer b)
{
    return a == b ? a : ANSWER_UNKNOWN;
}

#endif
