/* frozen.c - do passes leave the typed tree as it is? */
#include "sema/tree/frozen.h"

#include "common/hash.h"

static void piece_note(void *data, const char *at, size_t n)
{
    struct frozen *f = data;

    vec_push(&f->arena, &f->pieces, ((struct frozen_piece){at, n, hash_bytes(at, n)}));
}

void frozen_free(struct frozen *f)
{
    arena_free(&f->arena);
    *f = (struct frozen){0};
}

void frozen_note(struct frozen *f, const struct arena *of)
{
    frozen_free(f);
    arena_each(of, piece_note, f);
}

void frozen_renew(struct frozen *f)
{
    for (int i = 0; i < f->pieces.n; i++)
        f->pieces.at[i].hash = hash_bytes(f->pieces.at[i].at, f->pieces.at[i].n);
}

bool frozen_same(const struct frozen *f)
{
    for (int i = 0; i < f->pieces.n; i++)
        if (hash_bytes(f->pieces.at[i].at, f->pieces.at[i].n) != f->pieces.at[i].hash)
            return false;
    return true;
}
