/* memory_picture.c - records the accesses of a run; see memory_picture.h. Example: of an expression
 * in a loop the first PICTURE_TIMES accesses are kept. It relies on shadow.h for races. */
#include "sema/simulate/memory_picture.h"

#include <string.h>

enum { PICTURE_TIMES = 6, PICTURE_ACCESSES = 300, PICTURE_BUDGET = 2000000 };

struct recorder {
    struct shadow_client tiles;
    struct ctx *c;
    struct picture picture;
    int epoch;
    void (*finish)(void *data, struct lockstep *l, const struct picture *p);
    void *data;
};

static void race_note(struct lockstep *l, const struct race *race)
{
    struct recorder *r = lockstep_data(l);

    vec_push(&lockstep_numbers(l)->arena, &r->picture.races, *race);
}

static void unset_note(struct lockstep *l, const struct unset *u)
{
    (void)l;
    (void)u;
}

static const unsigned char *lanes_kept(struct lockstep *l, const unsigned char *lanes)
{
    size_t width = (size_t)lockstep_width(l);

    return memcpy(arena_alloc(&lockstep_numbers(l)->arena, width), lanes, width);
}

static void record(struct lockstep *l, const struct access *a)
{
    struct recorder *r = lockstep_data(l);
    struct arena *arena = &lockstep_numbers(l)->arena;
    int time = 0;

    for (int i = 0; i < r->picture.accesses.n; i++)
        time += r->picture.accesses.at[i].expr == a->expr;
    if (time >= PICTURE_TIMES || r->picture.accesses.n >= PICTURE_ACCESSES || !a->place->symbol) {
        r->picture.more = true;
        return;
    }
    struct picture_access one = {.kind = a->kind,
                                 .expr = a->expr,
                                 .place = a->place,
                                 .type = a->type,
                                 .lanes = lanes_kept(l, a->lanes),
                                 .epoch = r->epoch,
                                 .time = time};
    one.costed = memory_cost(l, a, &one.cost);
    vec_push(arena, &r->picture.accesses, one);
}

static void picture_access(struct lockstep *l, const struct access *a)
{
    record(l, a);
    if (a->place->kind == PLACE_TILE)
        shadow_access(shadow_of(l), a);
}

static void picture_wait(struct lockstep *l, struct expr *wait, const unsigned char *lanes)
{
    struct recorder *r = lockstep_data(l);
    struct picture_wait one = {wait, lanes_kept(l, lanes), r->epoch};

    if (r->picture.waits.n < PICTURE_ACCESSES)
        vec_push(&lockstep_numbers(l)->arena, &r->picture.waits, one);
}

static void picture_barrier(struct lockstep *l, unsigned orders)
{
    struct recorder *r = lockstep_data(l);

    r->epoch++;
    shadow_barrier(shadow_of(l), orders);
}

static void picture_cut(struct lockstep *l, struct stmt *loop)
{
    (void)loop;
    shadow_cut(shadow_of(l), NULL);
}

static void picture_finish(struct lockstep *l)
{
    struct recorder *r = lockstep_data(l);

    shadow_finish(shadow_of(l));
    r->finish(r->data, l, &r->picture);
}

void memory_picture_run(struct ctx *c, struct findings *findings, const struct launch *l,
                        void (*finish)(void *data, struct lockstep *l, const struct picture *p),
                        void *data)
{
    static const struct shadow_reports reports = {.race = race_note, .unset = unset_note};
    struct recorder r = {.tiles = {.reports = &reports}, .c = c, .finish = finish, .data = data};
    struct lockstep_options options = {
        .tiles = true, .first_tile = true, .budget = PICTURE_BUDGET, .hooks = {.data = &r}};

    shadow_hook(&options.hooks);
    options.hooks.access = picture_access;
    options.hooks.wait = picture_wait;
    options.hooks.barrier = picture_barrier;
    options.hooks.cut = picture_cut;
    options.hooks.finish = picture_finish;
    lockstep_run(c, findings, l, &options);
}
