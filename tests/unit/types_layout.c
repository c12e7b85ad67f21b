/* types_layout.c - sizes and offsets of records, compared with those of the compiler that builds
 * this test. */
#include <stddef.h>

#include "tests/unit/types_unit.h"

/* Sizes, alignments and offsets against the compiler's own. */
#pragma GCC diagnostic ignored "-Wpacked-not-aligned"

#define PACKED __attribute__((packed))
#define ALIGNED(n) __attribute__((aligned(n)))

/* S(tag, definition's rest): no commas outside of parentheses. */
#define STRUCTS(S)                                                                                 \
    S(plain, {                                                                                     \
        char a;                                                                                    \
        int b;                                                                                     \
        short c;                                                                                   \
        double d;                                                                                  \
        char e;                                                                                    \
    })                                                                                             \
    S(empty, {})                                                                                   \
    S(small, {                                                                                     \
        char a;                                                                                    \
        char b;                                                                                    \
        char c;                                                                                    \
    })                                                                                             \
    S(arrays, {                                                                                    \
        char a[3];                                                                                 \
        int b[2][3];                                                                               \
        short c[1];                                                                                \
    })                                                                                             \
    S(nested, {                                                                                    \
        char a;                                                                                    \
        struct plain p;                                                                            \
        struct small s[2];                                                                         \
    })                                                                                             \
    S(pointers, {                                                                                  \
        char a;                                                                                    \
        void *p;                                                                                   \
        int (*f)(int);                                                                             \
        char b;                                                                                    \
    })                                                                                             \
    S(wide, {                                                                                      \
        char a;                                                                                    \
        long double l;                                                                             \
        char b;                                                                                    \
        __int128 i;                                                                                \
        char c;                                                                                    \
    })                                                                                             \
    S(complexes, {                                                                                 \
        char a;                                                                                    \
        float _Complex f;                                                                          \
        double _Complex d;                                                                         \
    })                                                                                             \
    S(flexible, {                                                                                  \
        int n;                                                                                     \
        double tail[];                                                                             \
    })                                                                                             \
    S(zero, {                                                                                      \
        char n;                                                                                    \
        int tail[0];                                                                               \
    })                                                                                             \
    S(anonymous, {                                                                                 \
        char a;                                                                                    \
        union {                                                                                    \
            int i;                                                                                 \
            float f;                                                                               \
            struct {                                                                               \
                short x;                                                                           \
                char y;                                                                            \
            };                                                                                     \
        };                                                                                         \
        char b;                                                                                    \
    })                                                                                             \
    S(packed_one, {                                                                                \
        char a;                                                                                    \
        int b;                                                                                     \
        short c;                                                                                   \
    } PACKED)                                                                                      \
    S(packed_member, {                                                                             \
        char a;                                                                                    \
        int b PACKED;                                                                              \
        short c;                                                                                   \
    })                                                                                             \
    S(packed_inner, {                                                                              \
        char a;                                                                                    \
        struct plain p;                                                                            \
    } PACKED)                                                                                      \
    S(packed_aligned, {                                                                            \
        char a;                                                                                    \
        int b ALIGNED(4);                                                                          \
        char c;                                                                                    \
    } PACKED)                                                                                      \
    S(both, {                                                                                      \
        char a;                                                                                    \
        int b;                                                                                     \
    } PACKED ALIGNED(4))                                                                           \
    S(aligned_one, { char a; } ALIGNED(16))                                                        \
    S(aligned_far, { char a; } ALIGNED(1 << 28))                                                   \
    S(aligned_far_member, {                                                                        \
        char a;                                                                                    \
        char b ALIGNED(1 << 28);                                                                   \
        struct aligned_far c;                                                                      \
    })                                                                                             \
    S(large, {                                                                                     \
        char a;                                                                                    \
        int b[1LL << 50];                                                                          \
        char c;                                                                                    \
    })                                                                                             \
    S(aligned_member, {                                                                            \
        char a;                                                                                    \
        char b ALIGNED(8);                                                                         \
        char c;                                                                                    \
    })                                                                                             \
    S(aligned_default, {                                                                           \
        char a;                                                                                    \
        char b __attribute__((aligned));                                                           \
    })                                                                                             \
    S(alignas_member, {                                                                            \
        char a;                                                                                    \
        _Alignas(16) char b;                                                                       \
        _Alignas(double) char c;                                                                   \
    })                                                                                             \
    S(over, {                                                                                      \
        char a;                                                                                    \
        struct aligned_one b;                                                                      \
        char c;                                                                                    \
    })                                                                                             \
    S(over_packed, {                                                                               \
        char a;                                                                                    \
        struct aligned_one b;                                                                      \
        char c;                                                                                    \
    } PACKED)                                                                                      \
    S(bits, {                                                                                      \
        int a : 3;                                                                                 \
        int b : 5;                                                                                 \
        unsigned c : 30;                                                                           \
        int d : 1;                                                                                 \
    })                                                                                             \
    S(bits_char, {                                                                                 \
        unsigned char a : 3;                                                                       \
        unsigned char b : 6;                                                                       \
        unsigned char c : 1;                                                                       \
    })                                                                                             \
    S(bits_mixed, {                                                                                \
        char a;                                                                                    \
        int b : 9;                                                                                 \
        char c : 4;                                                                                \
        short d : 10;                                                                              \
        long e : 33;                                                                               \
        char f;                                                                                    \
    })                                                                                             \
    S(bits_zero, {                                                                                 \
        int a : 3;                                                                                 \
        int : 0;                                                                                   \
        int b : 5;                                                                                 \
        char c;                                                                                    \
        int : 0;                                                                                   \
    })                                                                                             \
    S(bits_char_zero, {                                                                            \
        char a : 3;                                                                                \
        char : 0;                                                                                  \
        char b : 2;                                                                                \
        long : 0;                                                                                  \
        char c : 1;                                                                                \
    })                                                                                             \
    S(bits_unnamed, {                                                                              \
        char a;                                                                                    \
        int : 5;                                                                                   \
        char b;                                                                                    \
    })                                                                                             \
    S(bits_unnamed_long, {                                                                         \
        char a;                                                                                    \
        long : 40;                                                                                 \
        char b;                                                                                    \
    })                                                                                             \
    S(bits_packed, {                                                                               \
        int a : 3;                                                                                 \
        int b : 30;                                                                                \
        long c : 40;                                                                               \
        char d;                                                                                    \
    } PACKED)                                                                                      \
    S(bits_packed_member, {                                                                        \
        char a;                                                                                    \
        int b : 30 PACKED;                                                                         \
        int c : 7;                                                                                 \
    })                                                                                             \
    S(bits_aligned, {                                                                              \
        char a : 2;                                                                                \
        char b : 3 ALIGNED(4);                                                                     \
        char c : 1;                                                                                \
    })                                                                                             \
    S(bits_bool, {                                                                                 \
        _Bool a : 1;                                                                               \
        _Bool b : 1;                                                                               \
        int c : 31;                                                                                \
    })                                                                                             \
    S(bits_long, {                                                                                 \
        long a : 1;                                                                                \
        long b : 63;                                                                               \
        long c : 2;                                                                                \
        int d : 31;                                                                                \
    })                                                                                             \
    S(bits_after, {                                                                                \
        short a;                                                                                   \
        int b : 16;                                                                                \
        int c : 16;                                                                                \
        char d;                                                                                    \
        int e : 24;                                                                                \
    })                                                                                             \
    S(with_enum, {                                                                                 \
        char a;                                                                                    \
        enum small_enum { SMALL_A } b;                                                             \
        enum big_enum { BIG = 1l << 40 } c;                                                        \
    })                                                                                             \
    S(with_union, {                                                                                \
        char a;                                                                                    \
        union {                                                                                    \
            char b[9];                                                                             \
            double c;                                                                              \
        } u;                                                                                       \
    })

#define UNIONS(S)                                                                                  \
    S(u_plain, {                                                                                   \
        char a;                                                                                    \
        int b;                                                                                     \
        double c;                                                                                  \
    })                                                                                             \
    S(u_array, {                                                                                   \
        char a[13];                                                                                \
        short b;                                                                                   \
    })                                                                                             \
    S(u_bits, {                                                                                    \
        int a : 3;                                                                                 \
        long b : 40;                                                                               \
    })                                                                                             \
    S(u_packed, {                                                                                  \
        char a[5];                                                                                 \
        int b;                                                                                     \
    } PACKED)                                                                                      \
    S(u_aligned, { char a; } ALIGNED(8))

#define STRUCT_TEXT(tag, ...) struct tag __VA_ARGS__;
#define UNION_TEXT(tag, ...) union tag __VA_ARGS__;
STRUCTS(STRUCT_TEXT)
UNIONS(UNION_TEXT)

#define QUOTE(...) #__VA_ARGS__
#define QUOTED(...) QUOTE(__VA_ARGS__)
static const char definitions[] = QUOTED(STRUCTS(STRUCT_TEXT) UNIONS(UNION_TEXT));

#define STRUCT_PROBES(tag, ...) N(sizeof(struct tag)) N(_Alignof(struct tag))
#define UNION_PROBES(tag, ...) N(sizeof(union tag)) N(_Alignof(union tag))
#define AT(tag, member) N(__builtin_offsetof(struct tag, member))

START_TEST(test_sizes)
{
    PROBES_CHECK(definitions, STRUCTS(STRUCT_PROBES) UNIONS(UNION_PROBES));
}
END_TEST

START_TEST(test_offsets)
{
    PROBES_CHECK(
        definitions,
        AT(plain, a) AT(plain, b) AT(plain, c) AT(plain, d) AT(plain, e) AT(arrays, b)
            AT(arrays, b[1][2]) AT(arrays, c) AT(nested, p) AT(nested, p.d) AT(nested, s[1].c)
                AT(pointers, f) AT(pointers, b) AT(wide, l) AT(wide, b) AT(wide, i) AT(wide, c)
                    AT(complexes, f) AT(complexes, d) AT(flexible, tail) AT(zero, tail)
                        AT(anonymous, i) AT(anonymous, f) AT(anonymous, x) AT(anonymous, y)
                            AT(anonymous, b) AT(packed_one, b) AT(packed_one, c)
                                AT(packed_member, b) AT(packed_member, c) AT(packed_inner, p.d)
                                    AT(packed_aligned, b) AT(packed_aligned, c) AT(both, b)
                                        AT(aligned_member, b) AT(aligned_member, c)
                                            AT(aligned_default, b) AT(alignas_member, b)
                                                AT(alignas_member, c) AT(over, b) AT(over, c)
                                                    AT(over_packed, b) AT(over_packed, c) AT(
                                                        bits_mixed, f) AT(bits_zero, c)
                                                        AT(bits_unnamed, b) AT(bits_unnamed_long, b)
                                                            AT(bits_packed, d) AT(bits_after, d)
                                                                AT(with_enum, b) AT(with_enum, c)
                                                                    AT(with_union, u.c));
}
END_TEST

#pragma pack(push, 1)
struct pack_1 {
    char a;
    int b;
    int c : 20;
    long d : 50;
};
#pragma pack(2)
struct pack_2 {
    char a;
    int b;
    char c ALIGNED(8);
    double d;
};
#pragma pack(pop)
struct pack_none {
    char a;
    int b;
};

START_TEST(test_pragma_pack)
{
    PROBES_CHECK("#pragma pack(push, 1)\n"
                 "struct pack_1 { char a; int b; int c : 20; long d : 50; };\n"
                 "#pragma pack(2)\n"
                 "struct pack_2 { char a; int b; char c __attribute__((aligned(8))); double d; };\n"
                 "#pragma pack(pop)\n"
                 "struct pack_none { char a; int b; };\n",
                 STRUCT_PROBES(pack_1) STRUCT_PROBES(pack_2) STRUCT_PROBES(pack_none) AT(pack_1, b)
                     AT(pack_2, b) AT(pack_2, c) AT(pack_2, d) AT(pack_none, b));
}
END_TEST

/* The natural place of a member is noted, for the checks. */
START_TEST(test_packed_flags)
{
    struct unit *u = unit_open("struct s { char a; int b __attribute__((packed)); int c; }"
                               "__attribute__((aligned(4)));\n"
                               "void f(void) { struct s x; x; }\n");
    const struct record *r = unit_stmt(u, 1)->expr->type->record;

    ck_assert(!r->members.at[0].packed);
    ck_assert(r->members.at[1].packed);
    ck_assert(!r->members.at[2].packed);
    ck_assert_str_eq(r->tag, "s");
    unit_close();
}
END_TEST

/* Type nodes made before the record is complete know its size afterwards. */
START_TEST(test_completion)
{
    struct unit *u = unit_open("struct s; typedef const struct s cs; struct s *p; cs *q;\n"
                               "struct s { int a, b, c; };\n"
                               "void f(void) { *p; *q; q->b; }\n");

    ck_assert_int_eq(unit_stmt(u, 0)->expr->type->size, 12);
    ck_assert_int_eq(unit_stmt(u, 1)->expr->type->size, 12);
    ck_assert_uint_eq(unit_stmt(u, 2)->expr->type->quals, QUAL_CONST);
    ck_assert_int_eq(unit_stmt(u, 2)->expr->member->offset, 4);
    unit_close();
}
END_TEST

TEST_MAIN("layout", test_sizes, test_offsets, test_pragma_pack, test_packed_flags, test_completion)
