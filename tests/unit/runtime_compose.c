/* runtime_compose.c - amp functions of several units: names, needs, cycles. */
#include "tests/unit/runtime_test.h"

/* The text of modules that need amp functions of other units. */

static const ampc__function second;
static const ampc__tile cells = {"cells", 40, 4}, wide = {"wide", 8, 8}, more = {"more", 4, 4};

static const ampc__tile *const second_tiles[] = {&cells};
static const ampc__variant second_variants[] = {
    {"", "static int u_s(void) { return 2; } static int ampc_x__second(void) { return u_s(); }", 0,
     AMPC__USES_DOUBLE, 0, 0, 1, second_tiles, 0}};
static const ampc__function second = {"second", "int (void)",    "int()", {"s.c", 20},
                                      1,        second_variants, 0};

static const ampc__need first_needs[] = {{&second, "int (void)", "int()", "", {"f.c", 11}, {0, 0}}};
static const ampc__tile *const first_tiles[] = {&cells, &wide, &more};
static const ampc__variant first_variants[] = {
    {"g",
     "/* u_x */ u_x u1_x ux_x ux2_x c0_t t3_s ampc_off // "
     "u_x\n\"u_x \\\" ampc_off\" 'u' u u8 c a.c[0]"
     " u_ uint su_x ampc_x__f ampc_ AMPC_TILE_1 1u_x",
     0, AMPC__USES_PRINTF, 1, first_needs, 3, first_tiles, 0},
    {"p", 0, "because", 0, 0, 0, 0, 0, 0}};
static const ampc__function first = {
    "first", "int (int *)", "int(int*)", {"f.c", 10}, 2, first_variants, 0};

static const ampc__function odd, even;
static const ampc__need odd_needs[] = {{&even, "int (int)", "int(int)", "", {"o.c", 2}, {0, 0}}};
static const ampc__need even_needs[] = {{&odd, "int (int)", "int(int)", "", {"e.c", 4}, {0, 0}}};
static const ampc__variant odd_variants[] = {{"", "odd", 0, 0, 1, odd_needs, 0, 0, 0}};
static const ampc__variant even_variants[] = {{"", "even", 0, 0, 1, even_needs, 0, 0, 0}};
static const ampc__function odd = {"odd", "int (int)", "int(int)", {"o.c", 1}, 1, odd_variants, 0};
static const ampc__function even = {"even", "int (int)",   "int(int)", {"e.c", 3},
                                    1,      even_variants, 0};

static struct failure failure;

/* The text of a module with these needs. */
static char *source(const ampc__need *needs, int n, struct module_needs *all)
{
    ampc__module module = {
        .source = "u_own", .file = "m.c", .options = "", .uses = AMPC__USES_HALF};
    module.needs = needs;
    module.nneeds = n;
    failure.code = AMPC_SUCCESS;
    return module_source(&module, all, &failure);
}

static void refused(ampc__need need, const char *text)
{
    struct module_needs all;
    ck_assert_ptr_null(source(&need, 1, &all));
    ck_assert_int_ne(failure.code, AMPC_SUCCESS);
    ck_assert_msg(strstr(failure.text, text), "%s", failure.text);
}

START_TEST(modules_without_needs_stay)
{
    struct module_needs all;
    char *text = source(NULL, 0, &all);
    ck_assert_str_eq(text, "u_own");
    ck_assert_uint_eq(all.uses, AMPC__USES_HALF);
    ck_assert_uint_eq(all.tile_bytes, 0);
    free(text);
}
END_TEST

START_TEST(parts_once_callees_first)
{
    const ampc__need needs[] = {{&first, "int (int *)", "int(int*)", "g", {"m.c", 1}, {0, 0}},
                                {&second, "int (void)", "int()", "", {"m.c", 2}, {0, 0}}};
    struct module_needs all;
    char *text = source(needs, 2, &all);
    ck_assert_str_eq(
        text,
        "struct ampc_x_tiles {\n    ulong16 at[1];\n};\n"
        "/* amp function second */\n#undef AMPC_TILE_0\n#define AMPC_TILE_0 0\n"
        "static int p1_u_s(void) { return 2; } static int ampc_x__second(void) { return p1_u_s(); "
        "}\n"
        "/* amp function first */\n#undef AMPC_TILE_0\n#define AMPC_TILE_0 0\n"
        "#undef AMPC_TILE_1\n#define AMPC_TILE_1 40\n#undef AMPC_TILE_2\n#define AMPC_TILE_2 48\n"
        "/* u_x */ p2_u_x p2_u1_x p2_ux_x p2_ux2_x p2_c0_t p2_t3_s p2_ampc_off // u_x\n"
        "\"u_x \\\" ampc_off\" 'u' u u8 c a.c[0]"
        " p2_u_ uint su_x ampc_x__f ampc_ AMPC_TILE_1 1u_x\n"
        "u_own");
    ck_assert_uint_eq(all.uses, AMPC__USES_HALF | AMPC__USES_DOUBLE | AMPC__USES_PRINTF);
    ck_assert_uint_eq(all.tile_bytes, 128);
    free(text);
}
END_TEST

START_TEST(what_does_not_fit_is_refused)
{
    refused(
        (ampc__need){&first, "int (int *)", "int(int*)", "p", {"m.c", 7}, {0, 0}},
        "m.c:7 calls the amp function 'first' of f.c:10, which other files cannot use: because");
    refused((ampc__need){&first, "int (int *)", "int(int*)", "c", {"m.c", 7}, {0, 0}},
            "pointers into constant memory");
    refused((ampc__need){&first, "int (char *)", "int(char*)", "g", {"m.c", 7}, {0, 0}},
            "m.c:7 calls the amp function 'first' as 'int (char *)', f.c:10 defines it as 'int "
            "(int *)'");
    refused((ampc__need){&odd, "int (int)", "int(int)", "", {"m.c", 7}, {0, 0}},
            "amp code cannot recurse: 'odd' -> 'even' -> 'odd' (called at e.c:4)");
    refused((ampc__need){&first, "int (int *)", "int(int*)", "g", {"m.c", 7}, {"m.c", 5}},
            "the kernel at m.c:5 has no tiles, but the amp function 'first' (f.c:10)");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime_compose");
    TCase *tests = tcase_create("compose");
    tcase_add_test(tests, modules_without_needs_stay);
    tcase_add_test(tests, parts_once_callees_first);
    tcase_add_test(tests, what_does_not_fit_is_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
