/* paths.h - one walk along the paths through a body, for every analysis that keeps a state.
 *
 * The walk goes through statements in the order in which they run. It knows branches, loops,
 * switches, jumps, scopes and dead code; the analysis (struct paths_ops) knows what its state is,
 * how two states join where paths meet, and what an expression does to the state. The walk moves
 * states about and never looks into them. Expressions are the analysis' business, except that it
 * hands &&, || and ?: to paths_choice.
 *
 * Relies on a typed tree. Code that no path reaches is walked for its labels alone: its expressions
 * and declarations are not shown to the analysis.
 *
 *     if (c)          expr(c); a copy of the state is kept for the other branch
 *         x = 1;      expr(x = 1) changes 'now'
 *     else
 *         return;     leave(return); 'now' is dead
 *     y = x;          join(state behind x = 1, none); expr(y = x)
 *
 * Not known: where a goto leads. Behind a goto nothing runs, and at a label the analysis is told
 * that anything may hold (anywhere). Which of two conditions exclude each other is not known
 * either.
 */
#ifndef SEMA_ANALYSIS_PATHS_H
#define SEMA_ANALYSIS_PATHS_H

#include "sema/analysis/code.h"

/* Where paths wait for others, with what they know. */
struct paths_point {
    bool reached; /* some path leads there */
    void *state;  /* if so */
};

/* A loop or switch around the present point. */
struct paths_target {
    struct stmt *stmt;
    struct paths_target *outer;
    struct paths_point breaks, continues;
    struct paths_point head; /* of a switch: before any case */
    bool has_default;        /* of a switch, so far */
    struct paths_point kept; /* of a loop: what the analysis likes to keep, and a number */
    int number;
    int conditions, jumps; /* of struct paths, at the begin */
};

/* Which paths meet. */
enum paths_meet {
    PATHS_BRANCH, /* the two of a condition, the first branch first */
    PATHS_LABEL,  /* at a case: those from the switch's begin, and from above */
    PATHS_EXIT,   /* behind a loop or a switch */
    PATHS_ROUND,  /* at the end of a loop's body: its continues, and those from above */
    PATHS_RETURN  /* at the end of the function */
};

/* An analysis. 'a' is its record (paths::analysis). Members that may be NULL say so. */
struct paths_ops {
    /* A copy of a state, which lives as long as the walk. */
    void *(*copy)(void *a, const void *state);
    /* Another path leads to a point with 'state', which gets what holds on both. 'before': the
     * state before the condition or the switch, or NULL. */
    void (*join)(void *a, void *state, const void *other, enum paths_meet meet, const void *before);
    /* Of the two branches of a condition one ends in a jump; only the other goes on. May be NULL.
     */
    void (*one_way)(void *a);
    /* At a label, anything may hold: some goto may lead here. */
    void (*anywhere)(void *a);
    /* e is evaluated. */
    void (*expr)(void *a, struct expr *e);
    /* A variable, or one of a for, is declared. */
    void (*declare)(void *a, struct init_declarator *d);
    /* 'scope' is left: a block, a for, or the body of what a break or continue ends. May be NULL.
     */
    void (*scope_end)(void *a, struct stmt *scope);
    /* A return statement: evaluates its expression, ends the scopes. */
    void (*leave)(void *a, struct stmt *s);
    /* An asm statement. */
    void (*assembly)(void *a, struct stmt *s);
    /* Before each round of a loop, and once more behind the last: whether there is another. Sees to
     * what is known then. At the end the paths that are in loop->breaks go on. */
    bool (*round)(void *a, struct paths_target *loop, int round);
    /* The end of a loop's body has been reached, by its continues, too. May be NULL. */
    void (*body_end)(void *a);
    /* The cases of a switch without default may be all that there are: no path passes it by. May be
     * NULL: such paths are there. */
    bool (*cases_all)(void *a, struct stmt *s);
    /* Behind a switch. May be NULL. */
    void (*switch_end)(void *a, const struct paths_target *of);
    /* Loops are taken to run at least once: their condition lets nobody out before that. */
    bool loops_run;
};

struct paths {
    const struct paths_ops *ops;
    void *analysis;
    struct arena *arena;
    void *now;                   /* the present state; of no meaning where 'dead' */
    bool dead;                   /* no path leads here; an analysis may say so, too */
    int conditions, loops;       /* around this point */
    int jumps;                   /* met so far: return, continue, goto, break in a condition */
    struct stmt *statement;      /* the one of a block that is running, if something put before it
                                    would run right before this point; else NULL */
    struct paths_target *target; /* the innermost one; NULL: none */
    struct paths_point returns;  /* at the end of the function */
};

/* Walks a body from 'now', which the caller sets; what holds when the function ends is in
 * 'returns'. */
void paths_body(struct paths *p, struct stmt *body);
/* Walks a statement, the body of a statement expression for example. */
void paths_stmt(struct paths *p, struct stmt *s);
/* e is &&, || or ?:, and has been walked by 'expr' along both paths; false: it is none. */
bool paths_choice(struct paths *p, struct expr *e);

/* The present point, for 'kept'; a path from there leads here, too. */
struct paths_point paths_here(const struct paths *p);
void paths_meet(struct paths *p, const struct paths_point *from, enum paths_meet meet);

#endif
