/* limits.h - every number at which the rules of the language, an analysis or a message stops, with
 * the reason for the number and what happens beyond it.
 *
 * Three kinds: what the language says (beyond it: an error), what bounds the time and memory of an
 * analysis (beyond it nothing is known, which is never a reason to change code or data: a warning
 * may be missing), and what keeps messages short. "Steps" are the unit of affines::work, about one
 * lane of one operation, some nanoseconds. What is a number of today's hardware (segments, banks)
 * stands where it is used, in sema/simulate/memory_use.c and sema/checks/performance.c.
 *
 * Relies on nothing. Example: LOCKSTEP_CALLS_MAX, 32: a kernel that recurses, which is an error,
 * ends its run at the 33rd call in another. */
#ifndef SEMA_TYPES_LIMITS_H
#define SEMA_TYPES_LIMITS_H

/* ---- the language (beyond: an error) ---- */

enum {
    RANK_MAX = 16,           /* dimensions: the library's structures have room for as many */
    TILE_RANK_MAX = 3,       /* C++ AMP 4.4, as of OpenCL's groups */
    TILE_THREADS_MAX = 1024, /* C++ AMP 4.4.1, and the largest group of most devices */
    TILE_DEPTH_MAX = 64,     /* the same: of the first of three dimensions */
    TILE_STATIC_MAX = 32768, /* bytes: what each device of C++ AMP has; more need not run */
    TYPE_VIEWS_MAX = 4096    /* in one object: the tables that list them would be larger than any
                                program */
};
#define ALIGN_MAX (1 << 28) /* bytes, as gcc */

/* ---- checks of text (beyond: the rest is not looked at) ---- */

enum {
    FORMAT_NUMBER_MAX =
        100000,               /* a width or precision of printf: none that makes sense is larger */
    DIVERGENCE_TEXT_MAX = 48, /* bytes of a condition that a note quotes: one line of a message */
    DIVERGENCE_NOTES_MAX = 8, /* of one warning: the way is clear by then */
    VIEW_TEXT_MAX = 40,       /* of an expression that a message shows as it should be written */
    HINT_TEXT_MAX = 30        /* of one that a hint repeats behind a message */
};

/* ---- questions about a tree (beyond: "not known") ---- */

enum {
    EXTENT_DEPTH_MAX = 8,       /* variables initialised with each other's values: longer chains are
                                   circles */
    EXTENT_MOST_STEPS = 4000,   /* expressions looked at per launch, so that a unit of many launches
                                   stays linear */
    EXTENT_MOST_DEPTH_MAX = 24, /* sources of sources: beyond is recursion of the program */
    EXTENT_MOST_WAY_MAX = 8,    /* members and elements in each other, from an object to a part */
    EFFECTS_DEPTH_MAX = 64,     /* calls in each other that get a view; a call beyond may do all */
    VARIANCE_SLOTS_MAX = 64,    /* members of an object that have facts of their own; larger ones
                                   vary as a whole */
    VARIANCE_CALLS_MAX = 6 /* paths to one barrier that are reported: the others are like them */
};

/* ---- host code (beyond: nothing is reported) ---- */

enum {
    HOST_VIEWS_MAX = 32,       /* that are followed in a function: states are arrays of them */
    HOST_LOOPS_MAX = 3,        /* deeper loops are gone through once: each level doubles the time */
    HOST_CALLS_MAX = 3,        /* functions that take views, entered in each other */
    HOST_CALLS_ALL = 200,      /* entered from one function in all */
    HOST_LOOKS_ALL = 200000,   /* expressions of called functions, per function, so that a unit of
                                  many small functions stays linear */
    OUTLIVED_LOOKS_ALL = 20000 /* as HOST_LOOKS_ALL; fewer, as more functions are walked */
};

/* ---- lockstep runs (beyond: the run ends, or what is asked is not known) ---- */

enum {
    LOCKSTEP_CALLS_MAX = 32,      /* in each other: recursion is not allowed in amp code */
    LOCKSTEP_HOST_DEPTH_MAX = 8,  /* as EXTENT_DEPTH_MAX, of host variables */
    LOCKSTEP_FIELDS_MAX = 24,     /* known parts of one object; later ones replace unknown rests */
    LOCKSTEP_OPTIONS_MAX = 8,     /* values that a variable may have after conditions: few matter */
    LOCKSTEP_EXTENT_LARGE = 1024, /* an extent that is not known holds at least a large tile */
    LOCKSTEP_ROUNDS_UNKNOWN = 3,  /* of a loop whose end is not known: the third sees what the
                                     second left for every round */
    LOCKSTEP_ROUNDS_SAME = 3,     /* of a loop, then one that did what the last one did ends it */
    LOCKSTEP_ROUNDS_FREE = 4,     /* of a loop, whatever the budget: races of neighbouring rounds */
    LOCKSTEP_ROUNDS_PLAIN = 64,   /* of a loop that touches no memory: it computes indices ... */
    LOCKSTEP_WORK_PLAIN = 10000,  /* ... and is left after so many steps, and ... */
    LOCKSTEP_WORK_LANE = 100,     /* ... so many more for each lane */
    LOCKSTEP_ROUNDS_MAX = 2048,   /* of any loop: twice the lanes of a tile, so that loops over the
                                     elements of one are run to their end */
    GAP_PLACES_MAX = 8,           /* paths past a barrier that are kept; the last stands for more */
    AFFINE_TERMS_MAX = 6,         /* of a form; larger sums become a symbol of their own */
    GUARDS_LOOKED_AT = 100,       /* of a chain of conditions, the nearest: others rarely matter */
    CONDITION_FACTS_MAX = 24,     /* that are compared with each other, in pairs */
    CONDITION_CHOICES_MAX = 4,    /* of 'or's that are tried: each doubles the work */
    INSTANCE_TESTS_KEPT = 64,     /* results that are remembered, the newest: to save time alone */
    INSTANCE_DEPTH_MAX = 24,      /* symbols defined by symbols */
    INSTANCE_GUARDS_MAX = 200     /* around an access: a longer chain is taken to hold for nobody */
};

/* ---- races and bounds (beyond: no warning) ---- */

enum {
    RACES_BUDGET = 4000000,      /* steps of one kernel; what is found by then is reported */
    RACES_BUDGET_ALL = 24000000, /* of a unit; then each kernel gets RACES_BUDGET_LEAST */
    RACES_BUDGET_LEAST = 200000, /* enough for kernels without long loops */
    SHADOW_THREADS_KEPT = 2,     /* who touched an element: a third thread adds nothing */
    SHADOW_GRANULES_MAX = 64,  /* of one access: larger elements are looked at as to their begin */
    SHADOW_CHECKS_MAX = 20000, /* pairs of accesses that are compared closely, in a run */
    SHADOW_READS_KEPT = 16,    /* of what nobody has set, until somebody does; then others go */
    SHADOW_LOADED_KEPT = 8,    /* races between two barriers: one is reported, others may prove
                                 to be none */
    SHADOW_EVALUATIONS_MAX = 1 << 16, /* of offsets, for one pair of accesses */
    SHADOW_TRIES_MAX = 4,             /* partners of an access whose guards are asked for */
    VIEW_WRITES_KEPT = 32,            /* of one kernel, the newest */
    VIEW_SHIFTS_MAX = 5,              /* distances between threads that are tried for two writes */
    VIEW_STEP_MAX = 1 << 30,          /* subscripts are ints: with larger steps there is one tile */
    VIEW_MEMORIES_MAX = 16,           /* that a kernel reads and writes */
    VIEW_ACCESSES_MAX = 64,           /* of one of them */
    VIEW_ROUNDS_MAX = 12,             /* of one expression: rounds of a loop are alike by then */
    VIEW_BASES_MAX = 8,               /* symbols that a domain is made of */
    VIEW_SIZES_MAX = 5,               /* of a launch that are tried: small, odd, large */
    VIEW_PAIRS_MAX = 12,              /* of tiles, in one dimension: neighbours, first, last */
    VIEW_TILES_MAX = 256,             /* pairs in all dimensions together */
    VIEW_THREADS_MAX = 1 << 17,       /* of a launch all of whose writes are looked at */
    VIEW_WORK_MAX = 3000000           /* steps of one size of a launch */
};

/* ---- advice (beyond: no advice) ---- */

enum {
    ADVICE_BUDGET = 2000000, /* steps of one kernel: half of RACES_BUDGET, as nothing is proved */
    ADVICE_BUDGET_ALL = 12000000,
    COVER_SITES_MAX = 8 /* writes that together may fill a view */
};

#endif
