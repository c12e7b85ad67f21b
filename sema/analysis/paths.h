/* paths.h - one walk along the paths through a body, for every analysis that keeps a state.
 *
 * The walk goes through statements in the order in which they run. It knows branches, loops,
 * switches, jumps, scopes and dead code; the analysis (struct paths_ops) knows what its state is,
 * how two states join where paths meet, and what an expression does to the state. The walk copies
 * and joins states by these functions and never looks into them. Expressions are the analysis'
 * business, which hands &&, || and ?: to paths_choice.
 *
 * Relies on a typed tree. Dead code is walked for its labels alone: the analysis does not see its
 * expressions and declarations, unless it asks for them (dead_code).
 *
 *     if (c)          expr(c); a copy of the state is kept for the other branch
 *         x = 1;      expr(x = 1) changes 'now'
 *     else
 *         return;     leave(return); 'now' is dead
 *     y = x;          join(state behind x = 1, none); expr(y = x)
 *
 * Lattice and join are the analysis' own. Limits: the target of a goto is not followed: behind it
 * the path is dead, and at every label the state becomes "anything" (anywhere). Conditions are not
 * compared with each other: paths that exclude each other are joined all the same. */
#ifndef SEMA_ANALYSIS_PATHS_H
#define SEMA_ANALYSIS_PATHS_H

#include "sema/analysis/code.h"

/* A join point: where paths wait for others, with their joined state. */
struct paths_point {
    bool reached; /* some path leads there */
    void *state;  /* if so */
};

/* A construct around the present point that paths go through: a branch (if, ?:, &&, ||), from
 * behind its condition on, a loop, or a switch. */
struct paths_construct {
    struct stmt *stmt; /* of a loop or a switch; NULL: it is a branch */
    struct expr *condition;
    struct paths_construct *outer;
    struct paths_point breaks, continues;
    struct paths_point head;  /* of a branch: before its arms; of a switch: before any case */
    struct paths_point first; /* of a branch: behind its first arm */
    bool constant;            /* of a branch: its condition, so that one arm is dead */
    bool one_way;             /* of a branch, at its end: the other arm ended in a jump */
    bool has_default;         /* of a switch, so far */
    struct paths_point kept;  /* of a loop: a state for the analysis' own use */
    int number;               /* the same: a number, of any construct */
    void *own;                /* the same: a record */
    int conditions, jumps;    /* those of struct paths when it was entered */
};

/* Which kind of join. */
enum paths_meet {
    PATHS_BRANCH, /* the two arms of a branch, the first arm first */
    PATHS_LABEL,  /* at a case label: the path from the switch's begin, that which falls through */
    PATHS_EXIT,   /* behind a loop or a switch */
    PATHS_CONTINUE, /* of a loop's continues */
    PATHS_ROUND,    /* at the end of a loop's body, with its continues */
    PATHS_RETURN    /* at the end of the function */
};

/* An analysis. 'a' is its record (paths::analysis). Members that may be NULL say so. */
struct paths_ops {
    /* A copy of a state, which lives as long as the walk. May be NULL, as may 'join': whether a
     * point is reached is all the state there is. */
    void *(*copy)(void *a, const void *state);
    /* A state is not used any more. May be NULL. */
    void (*drop)(void *a, void *state);
    /* The join: 'state' becomes the join of 'state' and 'other'. of: the construct whose paths
     * meet; NULL: the function. */
    void (*join)(void *a, void *state, const void *other, enum paths_meet meet,
                 const struct paths_construct *of);
    /* A construct begins: a branch or a switch behind the evaluation of its condition. It ends,
     * where its paths have met. Both also in dead code. May be NULL. */
    void (*begin)(void *a, struct paths_construct *of);
    void (*end)(void *a, const struct paths_construct *of);
    /* A break or continue leaves 'of' or the present iteration. May be NULL. */
    void (*jump)(void *a, struct stmt *s, const struct paths_construct *of);
    /* A condition is evaluated; loop: whose it is, if not a branch's. NULL: as other expressions
     * are. */
    void (*condition)(void *a, struct expr *e, struct paths_construct *loop);
    /* The other arm of a branch begins, also in dead code. May be NULL. */
    void (*other)(void *a, const struct paths_construct *of);
    /* At a label of the switch, where the paths from its begin have joined. May be NULL. */
    void (*label)(void *a, struct stmt *s, struct paths_construct *of);
    /* A statement begins that is no label. May be NULL. */
    void (*plain)(void *a, struct stmt *s);
    /* A statement of a block begins; NULL: the block has ended. May be NULL. */
    void (*statement)(void *a, struct stmt *s, struct stmt *block);
    /* At a label: the state becomes "anything", as a goto may lead here from anywhere. NULL: code
     * with gotos is not analysed. */
    void (*anywhere)(void *a);
    /* e is evaluated. */
    void (*expr)(void *a, struct expr *e);
    /* A variable, or one of a for, is declared. */
    void (*declare)(void *a, struct init_declarator *d);
    /* A scope is left: a block, a for, or the body that a break or continue ends. May be NULL. */
    void (*scope_end)(void *a, struct stmt *scope);
    /* A return statement: evaluates its expression, ends the scopes. */
    void (*leave)(void *a, struct stmt *s);
    /* An asm statement. May be NULL. */
    void (*assembly)(void *a, struct stmt *s);
    /* Called before each iteration of a loop that is walked, and once more behind the last: whether
     * to walk another. May change the state. When it returns false, the paths in loop->breaks go
     * on. */
    bool (*round)(void *a, struct paths_construct *loop, int round);
    /* The end of a loop's body, where its continues have joined. May be NULL. */
    void (*body_end)(void *a);
    /* Whether the cases of a switch without default cover all values, so that no path passes it by.
     * May be NULL: they do not. */
    bool (*cases_all)(void *a, struct stmt *s);
    /* Loops are taken to run at least once: no path leaves before the first iteration. */
    bool loops_run;
    /* Expressions and declarations of dead code are handed over, too; 'now' is some state then. */
    bool dead_code;
};

struct paths {
    const struct paths_ops *ops;
    void *analysis;
    struct arena *arena;
    void *now;              /* the present state; undefined where 'dead' */
    bool dead;              /* this point is not reached; an analysis may set it, too */
    int conditions, loops;  /* that enclose this point */
    int jumps;              /* walked so far: return, continue, goto, and break in an if */
    struct stmt *statement; /* the present statement of a block, if text inserted before it would
                               run right before this point; else NULL */
    struct paths_construct *construct; /* the innermost one; NULL: none */
    struct paths_point returns;        /* at the end of the function */
};

/* Walks a body from the state 'now', which the caller sets; the state at the function's end is in
 * 'returns'. */
void paths_body(struct paths *p, struct stmt *body);
/* Walks one statement, for example the body of a statement expression. */
void paths_stmt(struct paths *p, struct stmt *s);
/* Hands expressions to 'expr', in order: 'all' and those in 'init', unless it is NULL. */
void paths_exprs(struct paths *p, const expr_vec *all, const struct init *init);
/* The same of e's operands, arguments and initializer. */
void paths_operands(struct paths *p, const struct expr *e);
/* If e is &&, || or ?:, walks its operands by 'expr' along both paths; false: it is another
 * expression. */
bool paths_choice(struct paths *p, struct expr *e);

/* A branch of an expression that the analysis walks itself, behind the evaluation of its condition:
 * its first arm begins, its other arm begins, both meet. truth: the condition's if it is constant,
 * so that one arm is dead; else -1. */
void paths_branch_begin(struct paths *p, struct paths_construct *b, struct expr *condition,
                        int truth);
void paths_branch_else(struct paths *p, struct paths_construct *b, int truth);
void paths_branch_end(struct paths *p, struct paths_construct *b);

/* The innermost loop; the innermost switch. NULL: none. */
struct paths_construct *paths_loop(const struct paths *p);
struct paths_construct *paths_switch(const struct paths *p);

/* paths_here: the present point with its state, for 'kept'. The other one joins such a point into
 * the present state. */
struct paths_point paths_here(const struct paths *p);
void paths_meet(struct paths *p, const struct paths_point *from, enum paths_meet meet);

#endif
