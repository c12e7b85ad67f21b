/* limits.h - all limits of the language, of analyses and of messages, with the reason for each
 * number and the consequence of exceeding it.
 *
 * Three kinds: limits of the language (beyond: an error), bounds for the time and memory of an
 * analysis (beyond: "unknown", which is never a reason to change code or data; a warning may be
 * missing), and bounds for the length of messages. "Steps" are the unit of affines::work, about one
 * operation of one lane, some nanoseconds. Properties of today's hardware (segments, banks) are
 * where they are used: sema/simulate/memory_use.c and sema/checks/performance.c.
 *
 * Relies on nothing. Example: LOCKSTEP_CALLS_MAX, 32: a kernel that recurses, which is an error,
 * ends its run at the 33rd call in another. */
#ifndef SEMA_TYPES_LIMITS_H
#define SEMA_TYPES_LIMITS_H

/* ---- the language (beyond: an error) ---- */

enum {
    RANK_MAX = 16,           /* dimensions: the room in the library's structures */
    TILE_RANK_MAX = 3,       /* C++ AMP 4.4, as of OpenCL's groups */
    TILE_THREADS_MAX = 1024, /* C++ AMP 4.4.1, and the largest group of most devices */
    TILE_DEPTH_MAX = 64,     /* the same: of the first of three dimensions */
    TILE_STATIC_MAX = 32768, /* bytes: every device of C++ AMP has as many */
    TEXTURE_RANK_MAX = 3,    /* C++ AMP 10.1, as of OpenCL's images */
    TYPE_VIEWS_MAX =
        4096 /* in one object: tables that list more would be larger than any program */
};
#define ALIGN_MAX (1 << 28) /* bytes, as gcc */

/* ---- checks of text (beyond: the rest is not checked) ---- */

enum {
    FORMAT_NUMBER_MAX = 100000, /* a width or precision of printf: no useful one is larger */
    DIVERGENCE_TEXT_MAX = 48,   /* bytes of a condition that a note quotes: one line of a message */
    DIVERGENCE_NOTES_MAX = 8,   /* of one warning: more would not help */
    VIEW_TEXT_MAX = 40,         /* of an expression in a message that shows how to write it */
    HINT_TEXT_MAX = 30          /* of one that a hint repeats behind a message */
};

/* ---- sema/analysis (beyond: "unknown") ---- */

enum {
    EXTENT_DEPTH_MAX =
        8, /* variables initialised with each other's values: longer chains are cycles */
    EXTENT_MOST_STEPS =
        4000, /* expressions visited per launch, so that a unit of many launches stays linear */
    EXTENT_MOST_DEPTH_MAX = 24, /* sources of sources: deeper ones come from recursion */
    EXTENT_MOST_WAY_MAX = 8,    /* nested members and elements, from an object to a subobject */
    EFFECTS_DEPTH_MAX = 64,     /* nested calls that get a view; a deeper one may do anything */
    EFFECTS_STEPS_MAX = 24,     /* nested members and elements, down to a view: bits of a lead */
    EFFECTS_VIEWS_MAX = 64,     /* views of one object that are told apart: each is a walk */
    VARIANCE_SLOTS_MAX = 64,    /* members of an object that have facts of their own; larger ones
                                   vary as a whole */
    VARIANCE_CALLS_MAX = 6 /* paths to one barrier that are reported: the others are like them */
};

/* ---- host code (beyond: nothing is reported) ---- */

enum {
    HOST_VIEWS_MAX = 32, /* followed in a function: states are arrays of them */
    HOST_LOOPS_MAX = 3, /* nested loops; deeper ones are walked once: each level doubles the time */
    HOST_CALLS_MAX = 3, /* nested calls of functions that take views */
    HOST_CALLS_ALL = 200,      /* such calls from one function in all */
    HOST_LOOKS_ALL = 200000,   /* expressions of called functions, per function, so that a unit of
                                  many small functions stays linear */
    OUTLIVED_LOOKS_ALL = 20000 /* as HOST_LOOKS_ALL; fewer, as more functions are walked */
};

/* ---- lockstep runs (beyond: the run ends, or what is asked is not known) ---- */

enum {
    LOCKSTEP_CALLS_MAX = 32,     /* nested calls: recursion is not allowed in amp code */
    LOCKSTEP_HOST_DEPTH_MAX = 8, /* as EXTENT_DEPTH_MAX, of host variables */
    LOCKSTEP_FIELDS_MAX = 24,    /* known subobjects of one object */
    LOCKSTEP_OPTIONS_MAX = 8,    /* values that a variable may have behind conditions: few matter */
    LOCKSTEP_EXTENT_LARGE = 1024, /* an unknown extent is taken to be at least a large tile */
    LOCKSTEP_ROUNDS_UNKNOWN = 3,  /* iterations of a loop whose end is not known: the third sees the
                                     state that every later one sees */
    LOCKSTEP_ROUNDS_SAME =
        3, /* of a loop, after which an iteration with the same events as the last one ends it */
    LOCKSTEP_ROUNDS_FREE =
        4, /* of a loop, whatever the budget: for races of successive iterations */
    LOCKSTEP_ROUNDS_PLAIN = 64,  /* of a loop without accesses: it may compute indices ... */
    LOCKSTEP_WORK_PLAIN = 10000, /* ... and is left after so many steps, and ... */
    LOCKSTEP_WORK_LANE = 100,    /* ... so many more for each lane */
    LOCKSTEP_ROUNDS_MAX = 2048,  /* of any loop: twice the lanes of a tile, so that loops over the
                                    elements of one are run to their end */
    GAP_PLACES_MAX =
        8, /* places for a barrier that are kept; the last one stands for all further ones */
    AFFINE_TERMS_MAX = 6,      /* of a form; a longer sum becomes a new symbol */
    GUARDS_LOOKED_AT = 100,    /* of a chain of conditions, the nearest: others rarely matter */
    CONDITION_FACTS_MAX = 24,  /* facts that are compared in pairs */
    CONDITION_CHOICES_MAX = 4, /* disjunctions that are split into cases: each doubles the work */
    INSTANCE_TESTS_KEPT = 64,  /* cached results, the newest: only saves time */
    INSTANCE_DEPTH_MAX = 24,   /* symbols defined by symbols */
    INSTANCE_GUARDS_MAX = 200  /* around an access: a longer chain is taken to hold for no lane */
};

/* ---- races and bounds (beyond: no warning) ---- */

enum {
    RACES_BUDGET = 4000000,      /* steps of one kernel; what is found by then is reported */
    RACES_BUDGET_ALL = 24000000, /* of a unit; then each kernel gets RACES_BUDGET_LEAST */
    RACES_BUDGET_LEAST = 200000, /* enough for kernels without long loops */
    SHADOW_THREADS_KEPT = 2,     /* threads that accessed an element: a third one adds nothing */
    SHADOW_GRANULES_MAX = 64,  /* of one access: larger elements are looked at as to their begin */
    SHADOW_CHECKS_MAX = 20000, /* pairs of accesses that are compared by guards, in a run */
    SHADOW_READS_KEPT = 16,    /* loaded offsets that were read, for updates */
    SHADOW_LOADED_KEPT = 8,    /* accesses at loaded offsets, in one epoch */
    SHADOW_EVALUATIONS_MAX = 1 << 16, /* of offsets, for one pair of accesses */
    SHADOW_TRIES_MAX = 4,             /* partners of an access whose guards are compared */
    VIEW_WRITES_KEPT = 32,            /* of one kernel, the newest */
    VIEW_SHIFTS_MAX = 5,              /* distances between threads that are tried for two writes */
    VIEW_STEP_MAX = 1 << 30,    /* subscripts are ints: with larger steps there is only one tile */
    VIEW_MEMORIES_MAX = 16,     /* that a kernel reads and writes */
    VIEW_ACCESSES_MAX = 64,     /* of one of them */
    VIEW_ROUNDS_MAX = 12,       /* of one expression: further iterations of a loop are alike */
    VIEW_BASES_MAX = 8,         /* symbols from which a domain is computed */
    VIEW_SIZES_MAX = 5,         /* of a launch that are tried: small, odd, large */
    VIEW_PAIRS_MAX = 12,        /* of tiles, in one dimension: neighbours, first, last */
    VIEW_TILES_MAX = 256,       /* pairs in all dimensions together */
    VIEW_THREADS_MAX = 1 << 17, /* of a launch whose writes are all compared */
    VIEW_WORK_MAX = 3000000     /* steps of one size of a launch */
};

/* ---- advice (beyond: no advice) ---- */

enum {
    ADVICE_BUDGET = 2000000, /* steps of one kernel: half of RACES_BUDGET, as nothing is proved */
    ADVICE_BUDGET_ALL = 12000000,
    COVER_ELEMENTS_MAX = 65536 /* of a view, that are counted one by one */
};

#endif
