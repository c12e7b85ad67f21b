/* model.h - a reference in plain C for what views, arrays and copies hold, byte by byte. It knows
 * nothing of the library's homes but how far they reach, which bounds what may be transferred. */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    USER_BLOCKS = 4, /* the rest are storage of the library's own */
    BLOCKS = 24,
    BYTES = 480,
    SHARES = 96,
    SPANS = 24,
    HOST = 0x80, /* a bit of 'where'; the others are accelerators */
};

/* A home, as far as transfers are concerned. */
struct span {
    int lo, hi;      /* hi 0: none */
    unsigned copies; /* a bit for each accelerator with a buffer */
    bool blank;      /* zeros of the library's */
};

/* A piece of memory that views lie in. */
struct block {
    bool used, storage, staging;
    bool covered;       /* somebody else has views of it, too */
    unsigned char *mem; /* the program's memory; 0: the library's */
    int size;
    unsigned char want[BYTES];  /* what views of it have to show ... */
    unsigned char known[BYTES]; /* ... where that is specified */
    unsigned char raw[BYTES];   /* 1: 'mem' has to hold it, too */
    unsigned char where[BYTES], discarded[BYTES];
    struct span span[SPANS];
};

/* One creation of a view, with all its copies and sections. */
struct holder {
    int count; /* 0: free */
    struct block *block;
    int lo, hi;
    bool constant;
};

/* Which elements a view has. */
struct shape {
    struct holder *share;
    struct block *block;
    int offset, elem; /* in bytes */
    int rank, extent[3], stride[3];
};

/* What transfers there may be at most. */
struct bound {
    unsigned long long up, down;
};

struct model {
    struct block block[BLOCKS];
    struct holder share[SHARES];
    struct bound bound;
};

/* The places of all elements in their block, row by row; gives their number. */
int shape_elements(const struct shape *s, int at[BYTES]);
/* The bytes from the first to the last element. */
void shape_range(const struct shape *s, int *lo, int *hi);
bool shape_is_dense(const struct shape *s);
bool ranges_meet(const struct shape *a, const struct shape *b);
bool elements_meet(const struct shape *a, const struct shape *b);
bool same_extent(const struct shape *a, const struct shape *b);

/* The element at 'at'; *known: all of it is specified. */
uint64_t block_get(const struct block *b, int at, int elem, bool *known);
void block_put(struct block *b, int at, int elem, uint64_t value, bool known);
/* Whether live shares have the byte. */
bool block_covers(const struct model *m, const struct block *b, int at);
bool block_is_idle(const struct model *m, const struct block *b);

/* A view of [lo, hi) was made, and given back. 0: no room. 'raw': what it had is in the host's
 * memory now; else it was brought there at some time. */
struct holder *model_share(struct model *m, struct block *b, int lo, int hi, bool constant);
void model_release(struct model *m, struct holder *s, bool raw);
/* A block of the library's own; 0: no room. */
struct block *model_storage(struct model *m, int size, bool staging);

/* Accelerator 'a' is to have the range of s, and has written it. */
void model_supply(struct model *m, const struct shape *s, int a);
void model_written(const struct shape *s, int a);
/* The host has got the range of s, to read or to write. */
void model_to_host(struct model *m, const struct shape *s, bool writes);
/* The elements of s are in the host's memory. */
void model_raw(const struct shape *s, bool is);
void model_discard(const struct shape *s);
void model_refresh(const struct shape *s);
/* Who has what is not known. */
void model_forget(struct model *m);
/* A copy may have read s, or has written it. */
void model_copied_from(struct model *m, const struct shape *s);
void model_copied_to(struct model *m, const struct shape *s);

#endif
