/* world.h - one thread's views and memory with their model, and what its operations share. */
#ifndef WORLD_H
#define WORLD_H

#include "model.h"
#include "runtime/homes.h"

enum { VIEWS = 14, PENDING = 6, HELD = 3, QUEUES = 8, LINE = 160 };

struct view {
    bool live, constant;
    ampc_view3 room;
    struct shape s;
};

/* A kernel of kernels.ampc and its arguments. */
struct work {
    ampc_accelerator_view *on;
    int form; /* of kernels.ampc; -1: none */
    bool mixes;
    int e[3];
    ampc_view3 d, s, t;
    unsigned a, b;
    const struct world *world; /* of a continuation */
    ampc_future before;        /* what it follows */
};

/* An operation on a thread of the library. */
struct pending {
    ampc_future future; /* id 0: no entry */
    struct lock {
        struct block *block;
        int lo, hi;
        bool writes;
    } lock[3];
    struct holder *hold[3];
    int count;         /* of locks and holds */
    bool raw, fetches; /* the elements of 'shape' are in the host's memory then; it brings them */
    struct shape shape;
    struct work *work;                                /* of a continuation */
    unsigned char *memory, want[BYTES], known[BYTES]; /* of a copy; want: of one out of a view */
    int bytes;                                        /* of want */
};

/* A pointer to an element that the program keeps. */
struct held {
    unsigned char *p; /* 0: no entry */
    bool writable;
    int view, at;
};

struct world {
    uint64_t seed, random;
    int thread, number; /* of the operation */
    struct model model;
    struct view view[VIEWS];
    bool later;     /* some operations are left to threads of the library */
    bool unordered; /* ... now, so that the transfers depend on who is first */
    struct pending pending[PENDING];
    struct held held[HELD];
    ampc_view1 spanning; /* over the memory that threads share */
    char *log;
    size_t logged, room;
};

/* The accelerators that are used, and queues of theirs. */
struct setting {
    int accelerators, queues;
    ampc_accelerator_view *queue[QUEUES];
    int accelerator[QUEUES];
    bool moves_nothing, counts; /* all are zero-copy; what is moved is known exactly */
    bool fails;                 /* AMPC_TEST_FAIL */
    unsigned char *common;      /* the memory that threads share, BYTES for each; or 0 */
    int threads;
    unsigned long long checks; /* atomic */
};
extern struct setting setting;

/* A number below n. */
int below(struct world *w, int n);
/* Notes what is done, for the report of a failure. */
void note(struct world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reports a failure and ends the process. */
_Noreturn void fails(const struct world *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Compares an element with the model. */
void check_element(const struct world *w, const struct block *b, int at, int elem, const void *p,
                   const char *what);
/* Ends the pending operation, or all that use the range of s. */
void pending_end(struct world *w, struct pending *p);
void need(struct world *w, const struct shape *s, bool writes);
bool pending_any(const struct world *w);
/* An operation other than of the host uses the range: pointers are good no more. */
void pointers_end(struct world *w, const struct shape *s, bool writes);

/* operations.c: the operation, chosen by the random number. */
void operate(struct world *w);
void view_drop(struct world *w, int k);

/* work.c: launches and operations on threads of the library. */
void launch_some(struct world *w);
void copy_some(struct world *w);
void continue_some(struct world *w);
void synchronize_later(struct world *w);
void work_run(const struct work *work);
/* A live view for 'writes', or -1. */
int pick(struct world *w, bool writes);

#endif
