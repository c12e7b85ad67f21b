/* types.c - the types of the programs: their names, ranges and conversions. */
#include "gen.h"

#include <stdlib.h>
#include <string.h>

struct type basic[SCALARS], structs[8];
int structs_n;

const struct scalar_info scalars[SCALARS] = {{{"_Bool"}, 1, 0},
                                             {{"char"}, 8, 1},
                                             {{"signed char", "int8_t"}, 8, 1},
                                             {{"unsigned char", "uint8_t", "byte"}, 8, 0},
                                             {{"short", "int16_t"}, 16, 1},
                                             {{"unsigned short", "uint16_t"}, 16, 0},
                                             {{"int", "int32_t"}, 32, 1},
                                             {{"unsigned", "uint32_t"}, 32, 0},
                                             {{"long", "int64_t", "ptrdiff_t"}, 64, 1},
                                             {{"unsigned long", "uint64_t", "size_t"}, 64, 0},
                                             {{"long long"}, 64, 1},
                                             {{"unsigned long long"}, 64, 0},
                                             {{"enum mood"}, 32, 1},
                                             {{"float", "real"}, 32, 1},
                                             {{"double"}, 64, 1}};

const char *scalar_name(int t)
{
    unsigned k = pick(3);
    return scalars[t].name[k] ? scalars[t].name[k] : scalars[t].name[0];
}

const char *plain_name(const struct type *t)
{
    return t->kind == SCALAR ? scalars[t->scalar].name[0] : t->name;
}

const char *tag(const struct type *t)
{
    return strchr(t->name, ' ') + 1;
}

const char *hash_name(const struct type *t)
{
    if (t->kind != SCALAR)
        return format("hash_%s", tag(t));
    return t->scalar == FLOAT ? "mixf" : t->scalar == DOUBLE ? "mixd" : "mix";
}

bool floating(int t)
{
    return t >= FLOAT;
}

big lowest(int t)
{
    return scalars[t].is_signed ? -((big)1 << (scalars[t].bits - 1)) : 0;
}

big highest(int t)
{
    return ((big)1 << (scalars[t].bits - scalars[t].is_signed)) - 1;
}

int promoted(int t)
{
    return t < INT || t == ENUM ? INT : t;
}

int usual(int a, int b)
{
    a = promoted(a), b = promoted(b);
    return a > b ? a : b; /* the order of the enum is that of the conversions */
}

int to_unsigned(int t)
{
    return t == INT ? UINT : t == LONG ? ULONG : t == LLONG ? ULLONG : t;
}

const struct type *array_of(const struct type *of, int n)
{
    struct type *t = calloc(1, sizeof *t);
    *t = (struct type){.kind = ARRAY, .of = of, .n = n};
    return t;
}

char *declare(const struct type *t, char *name)
{
    if (t->kind == ARRAY) {
        char *size = chance(15) && t->n == 4 ? format("FOUR") : format("%d", t->n);
        return declare(t->of, format("%s[%s]", name[0] == '*' ? format("(%s)", name) : name, size));
    }
    return format("%s %s", t->kind == SCALAR ? scalar_name(t->scalar) : t->name, name);
}

const struct type *any_scalar(void)
{
    return chance(15) ? &basic[INT] : &basic[pick(SCALARS)];
}

const struct type *any_element(void)
{
    return structs_n && chance(35) ? &structs[pick((unsigned)structs_n)] : any_scalar();
}

const struct type *any_object(void)
{
    const struct type *t = any_element();
    if (chance(35))
        t = array_of(t, chance(75) ? 4 : 1 + (int)pick(6));
    if (t->kind == ARRAY && chance(25))
        t = array_of(t, chance(60) ? 2 : 3);
    return t;
}
