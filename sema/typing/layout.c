/* layout.c - sizes, alignments and offsets of structs and unions as the host compiler lays them
 * out: bit-fields, packed, aligned, #pragma pack.
 *
 * The kernel generator prints structs of the same layout, or refuses. Example: struct { char c; int
 * i; } has 8 bytes. */
#include <stdlib.h>
#include <string.h>

#include "sema/typing/typing.h"

/* As GCC does it for System V x86-64 and AArch64. All positions are in bits until the end. */

enum { BYTE = 8 };

/* AAPCS64 lets unnamed bit-fields align their struct, x86-64 does not. */
#ifdef __aarch64__
enum { UNNAMED_BITS_ALIGN = 1 };
#else
enum { UNNAMED_BITS_ALIGN = 0 };
#endif

struct layout {
    const struct record *record;
    long long end;  /* first bit behind the last member */
    long long size; /* of a union: size of the largest member */
    long long align;
    long long pack; /* of #pragma pack, 0: none */
};

static long long bits_of(int bytes)
{
    return (long long)bytes * BYTE;
}

static long long round_up(long long n, long long to)
{
    return (n + to - 1) / to * to;
}

static long long largest(long long a, long long b)
{
    return a > b ? a : b;
}

static long long limited(const struct layout *l, long long align)
{
    return l->pack && align > l->pack ? l->pack : align;
}

/* Whether a bit-field would span two units of its type; then it begins in the next unit. */
static bool spans_units(long long at, long long width, long long align, long long size)
{
    at %= align;
    return (at + width + align - 1) / align > size / align;
}

static void place_bits(struct layout *l, struct record_member *m, const struct layout_wish *wish)
{
    long long size = m->type->size * BYTE, natural = bits_of(m->type->align);
    bool packed = l->record->packed || wish->packed;
    long long align = limited(l, wish->align ? bits_of(wish->align) : 1);

    if (size <= 0)
        return;
    if (m->bits == 0)
        align = limited(l, largest(align, natural));
    l->end = round_up(l->end, align);
    if (m->bits > 0 && !packed && !l->pack && spans_units(l->end, m->bits, natural, size))
        l->end = round_up(l->end, natural);
    if (m->name || UNNAMED_BITS_ALIGN) {
        long long type_align = l->pack ? limited(l, natural) : packed ? BYTE : natural;

        l->align = largest(l->align, largest(align, type_align));
    }
    m->offset = l->end / BYTE;
    m->packed = packed;
    l->end += m->bits;
}

static void place_member(struct layout *l, struct record_member *m, const struct layout_wish *wish)
{
    bool packed = l->record->packed || wish->packed;
    long long natural = bits_of(m->type->align), align = packed ? BYTE : natural;

    if (wish->align)
        align = largest(align, bits_of(wish->align));
    align = limited(l, align);
    l->end = round_up(l->end, align);
    l->align = largest(l->align, align);
    m->offset = l->end / BYTE;
    m->packed = align < natural || l->end % natural != 0;
    if (m->type->size > 0)
        l->end += m->type->size * BYTE;
}

bool layout_record(struct record *r, const struct layout_wish *wishes, int align, int pack)
{
    struct layout l = {.record = r, .align = BYTE, .pack = bits_of(pack)};

    if (align)
        l.align = largest(l.align, bits_of(align));
    for (int i = 0; i < r->members.n; i++) {
        struct record_member *m = &r->members.at[i];

        if (r->is_union)
            l.end = 0;
        if (m->bits >= 0)
            place_bits(&l, m, &wishes[i]);
        else
            place_member(&l, m, &wishes[i]);
        l.size = largest(l.size, l.end);
        if (l.end > TYPE_SIZE_MAX * BYTE)
            return false;
    }
    r->align = (int)(l.align / BYTE);
    r->size = round_up(r->is_union ? l.size : l.end, l.align) / BYTE;
    return true;
}

/* ---- #pragma pack ---- */

/* A change of #pragma pack at byte 'offset' of the unit's text. */
struct pack_change {
    unsigned offset;
    int pack;
};

struct pack_list {
    VEC(struct pack_change) changes;
    VEC(int) stack;
};

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

/* Reads the number of a pack; others than these leave it unchanged, as in gcc. */
static int pack_read(const char *p, int now)
{
    long n = strtol(p, NULL, 0);

    return n == 0 || n == 1 || n == 2 || n == 4 || n == 8 || n == 16 ? (int)n : now;
}

/* One pragma: pack(), pack(n), pack(push[, name][, n]), pack(pop[, name]); p stands after '('. */
static void read_pack(struct arena *a, struct pack_list *list, const char *p, unsigned offset,
                      int now)
{
    struct pack_change change = {.offset = offset, .pack = now};

    p = skip_blanks(p);
    if (*p == ')')
        change.pack = 0;
    if (strncmp(p, "push", 4) == 0)
        vec_push(a, &list->stack, now);
    else if (strncmp(p, "pop", 3) == 0 && list->stack.n > 0)
        change.pack = list->stack.at[--list->stack.n];
    for (; *p && *p != ')' && *p != '\n'; p = skip_blanks(p + 1)) {
        if (*p >= '0' && *p <= '9') {
            change.pack = pack_read(p, now);
            break;
        }
    }
    vec_push(a, &list->changes, change);
}

/* The compiler's preprocessor leaves the pragmas in the text, each on a line of its own. */
static void read_packs(struct sema *s)
{
    const char *text = s->c->source->text, *p = text;
    struct pack_list *list = s->packs;
    int now = 0;

    while ((p = strstr(p, "#pragma")) != NULL) {
        const char *word = skip_blanks(p + strlen("#pragma"));
        bool begins = p == text || p[-1] == '\n';

        p = word;
        if (!begins || strncmp(word, "pack", 4) != 0)
            continue;
        p = skip_blanks(word + 4);
        if (*p != '(')
            continue;
        read_pack(&s->c->arena, list, p + 1, (unsigned)(p - text), now);
        now = list->changes.at[list->changes.n - 1].pack;
    }
}

int layout_pack(struct sema *s, unsigned offset)
{
    int low = 0, high;

    if (!s->packs) {
        s->packs = arena_new(&s->c->arena, struct pack_list);
        read_packs(s);
    }
    high = s->packs->changes.n;
    while (low < high) {
        int middle = low + (high - low) / 2;

        if (s->packs->changes.at[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? s->packs->changes.at[low - 1].pack : 0;
}
