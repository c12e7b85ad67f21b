/* driver.h - the state of one run of ampcc; first parameter of the driver's functions. */
#ifndef DRIVER_DRIVER_H
#define DRIVER_DRIVER_H

#include "common/arena.h"
#include "driver/options.h"
#include "driver/times.h"
#include "sema/tree/frozen.h"

struct json_t;

/* Options that not every cc takes (cc.c). */
enum cc_option {
    CC_JSON,
    CC_RANGES,
    CC_PATCH,
    CC_DUMPDIR,
    CC_ASM_NAME, /* what it makes of some words and literals (dialect.c) */
    CC_TYPEOF_NAME,
    CC_INLINE_NAME,
    CC_RESTRICT_NAME,
    CC_RAW_STRINGS,
    CC_OPTIONS
};

struct driver {
    struct arena arena;
    struct options options;
    const char *include_dir;          /* where ampc_gen.h and the other public headers are */
    const char *library;              /* libampc.a, as the linker takes it */
    const char *devices;              /* the program that --devices runs */
    const char *share;                /* the folder of pages' frames */
    const char *precompile;           /* the one that --precompile runs */
    const char *temp_dir;             /* for this run's files; removed at the end */
    int outputs;                      /* so far, to name their marks in temp_dir */
    struct times times;               /* of all units so far */
    struct frozen frozen;             /* the unit's typed tree, for AMPC_TREE=freeze */
    int line;                         /* of FILE:LINE for the unit; 0: it is FILE */
    bool uses_amp;                    /* one of the units so far does */
    int status;                       /* exit status: 0, or that of the worst failure */
    struct json_t *messages;          /* not in text: all messages of the run */
    signed char cc_takes[CC_OPTIONS]; /* 1 it does, -1 it does not, 0 not tried */
};

/* Finds the headers and the library from where the program itself is; false when they are not there
 * (reported). */
bool driver_find_files(struct driver *d);

/* Notes a failure's exit status. */
void driver_fail(struct driver *d, int status);

/* Reports "ampcc: error: ..." and notes the failure. */
void driver_error(struct driver *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
