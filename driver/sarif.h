/* sarif.h - messages as SARIF 2.1.0 (OASIS, 27 March 2020). */
#ifndef DRIVER_SARIF_H
#define DRIVER_SARIF_H

#include <stdbool.h>

struct arena;
struct json_t;

/* A log with one run for the messages, which are objects of gcc's -fdiagnostics-format=json; ours
 * are known by their "option". Columns count code points; paths are relative to the working
 * directory ("PWD"). 'succeeded': the exit status is 0. The caller owns the result (json_decref);
 * files that are read live in the arena. */
struct json_t *sarif_log(struct arena *a, const struct json_t *messages, bool succeeded);

#endif
