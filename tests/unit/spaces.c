/* sema/analysis/spaces.h: which memory pointers of small kernels and functions lead into. */
#include "sema/analysis/spaces.h"

#include "parser/walk.h"
#include "tests/unit/types_unit.h"

static struct spaces *all;

/* ---- a unit and its variables ---- */

static void open_unit(const char *text)
{
    unit_open(text);
    all = spaces_new(&unit_ctx, NULL, NULL);
}

/* A unit with a kernel that has the views v and w, the captured n, a tile_static s and an array. */
static void open_kernel(const char *before, const char *body)
{
    struct buf b = {0};

    buf_printf(&b,
               "%s\nvoid host(array_view<int> v, array_view<int> w, int n) {\n"
               "parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {\n"
               "tile_static int s[4]; int own[4] = {0};\n%s\n}); }\n",
               before, body);
    open_unit(b.at);
    buf_free(&b);
}

static struct symbol *function(const char *name)
{
    for (int i = 0; i < unit_program->functions.n; i++)
        if (strcmp(unit_program->functions.at[i]->name, name) == 0)
            return unit_program->functions.at[i];
    ck_abort_msg("no function '%s'", name);
    return NULL;
}

struct search {
    const char *name;
    const struct symbol *found;
};

static bool find_decl(struct walker *w, struct decl *d)
{
    struct search *search = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct symbol *s = d->declarators.at[i]->symbol;
        if (s && strcmp(s->name, search->name) == 0)
            search->found = s;
    }
    return true;
}

static memory_set set_in(const struct space_instance *in, struct stmt *body, const char *name)
{
    struct search search = {name, NULL};
    struct walker w = {.data = &search, .decl_pre = find_decl};

    walk_stmt(&w, body);
    for (int i = 0; in->function && i < in->function->params.n; i++)
        if (strcmp(in->function->params.at[i]->name, name) == 0)
            search.found = in->function->params.at[i];
    ck_assert_msg(search.found != NULL, "no variable '%s'", name);
    return space_variable(in, search.found);
}

/* Of a variable of the kernel. */
static memory_set set_of(const char *name)
{
    const struct launch *l = unit_program->launches.at[0];
    struct space_instance in = space_kernel(all, l);

    return set_in(&in, l->lambda->body, name);
}

/* A function whose parameters have two sets. */
static struct space_instance instance(const char *name, memory_set a, memory_set b)
{
    memory_set_vec params = {0};

    vec_push(&unit_ctx.arena, &params, a);
    vec_push(&unit_ctx.arena, &params, b);
    return space_function(all, function(name), &params);
}

static memory_set result_of(const char *name, memory_set a, memory_set b)
{
    struct space_instance in = instance(name, a, b);

    return space_result(&in);
}

/* ---- the lattice ---- */

START_TEST(test_folding)
{
    ck_assert_int_eq(space_of(0), SPACE_NONE);
    ck_assert_int_eq(space_of(MEMORY_OPEN), SPACE_NONE);
    ck_assert_int_eq(space_of(MEMORY_OWN), SPACE_PRIVATE);
    ck_assert_int_eq(space_of(MEMORY_VIEWS | MEMORY_COPY), SPACE_GLOBAL);
    ck_assert_int_eq(space_of(MEMORY_TILE | MEMORY_COPY), SPACE_ANY);
    for (enum space s = SPACE_NONE; s <= SPACE_ANY; s++)
        ck_assert_int_eq(space_of(space_memories(s)), s);
}
END_TEST

START_TEST(test_folding_commutes_with_the_join)
{
    for (memory_set a = 0; a <= MEMORY_KNOWN; a++)
        for (memory_set b = 0; b <= MEMORY_KNOWN; b++) {
            memory_set folded = space_memories(space_of(a)) | space_memories(space_of(b));
            ck_assert_int_eq(space_of(a | b), space_of(folded));
        }
}
END_TEST

/* ---- where pointers come from ---- */

START_TEST(test_each_memory)
{
    open_kernel("static const int table[4] = {1, 2, 3, 4};",
                "const int *a = own, *b = &v[t], *c = s, *d = table, *e = w.data(), *f = &n;\n"
                "int x, *g = &x, *h = (int *)(void *)&v(1), *i = 1 + s, *k = &1[own];\n"
                "struct { int m[2]; } o, *p = &o; int *q = &p->m[1], *r = o.m;\n"
                "static const int here[2] = {1, 2}; const int *u = here;\n");
    ck_assert_uint_eq(set_of("a"), MEMORY_OWN);
    ck_assert_uint_eq(set_of("b"), MEMORY_VIEWS);
    ck_assert_uint_eq(set_of("c"), MEMORY_TILE);
    ck_assert_uint_eq(set_of("d"), MEMORY_CONSTANT);
    ck_assert_uint_eq(set_of("e"), MEMORY_VIEWS);
    ck_assert_uint_eq(set_of("f"), MEMORY_OWN);
    ck_assert_uint_eq(set_of("g"), MEMORY_OWN);
    ck_assert_uint_eq(set_of("h"), MEMORY_VIEWS);
    ck_assert_uint_eq(set_of("i"), MEMORY_TILE);
    ck_assert_uint_eq(set_of("k"), MEMORY_OWN);
    ck_assert_uint_eq(set_of("q"), MEMORY_OWN);
    ck_assert_uint_eq(set_of("r"), MEMORY_OWN);
    ck_assert_uint_eq(set_of("u"), MEMORY_CONSTANT);
    ck_assert_uint_eq(set_of("x"), MEMORY_OPEN); /* no pointer */
    unit_close();
}
END_TEST

/* What is too large for a parameter lies in a buffer, unless the kernel may change its copy. */
START_TEST(test_captured_values)
{
    for (int is_mutable = 0; is_mutable < 2; is_mutable++) {
        struct buf b = {0};
        buf_printf(&b,
                   "void host(array_view<int> v) { const int few[4] = {0}, many[300] = {0};\n"
                   "parallel_for_each(v.extent, [=](index<1> i) %s restrict(amp) {\n"
                   "const int *p = few, *q = many; v[i] = *p + *q; }); }\n",
                   is_mutable ? "mutable" : "");
        open_unit(b.at);
        ck_assert_uint_eq(set_of("p"), MEMORY_OWN);
        ck_assert_uint_eq(set_of("q"), is_mutable ? MEMORY_OWN : MEMORY_COPY);
        unit_close();
        buf_free(&b);
    }
}
END_TEST

START_TEST(test_joins)
{
    open_kernel("", "int *a = own, *b, *c, *d, *e, *f = 0, *g, *h;\n"
                    "for (int i = 0; i < n; i++) { c = b; b = a; if (i) a = s; }\n"
                    "d = n ? &v[0] : own; e = ({ n++; s; }); g = (n, e ?: d); h = d = s;\n"
                    "_Generic(0, int: f) = __builtin_choose_expr(1, s, own);\n");
    ck_assert_uint_eq(set_of("a"), MEMORY_OWN | MEMORY_TILE);
    ck_assert_uint_eq(set_of("b"), MEMORY_OWN | MEMORY_TILE);
    ck_assert_uint_eq(set_of("c"), MEMORY_OWN | MEMORY_TILE);
    ck_assert_uint_eq(set_of("d"), MEMORY_OWN | MEMORY_VIEWS | MEMORY_TILE);
    ck_assert_uint_eq(set_of("e"), MEMORY_TILE);
    ck_assert_uint_eq(set_of("f"), MEMORY_TILE);
    ck_assert_uint_eq(set_of("g"), MEMORY_OWN | MEMORY_VIEWS | MEMORY_TILE);
    ck_assert_uint_eq(set_of("h"), MEMORY_OWN | MEMORY_VIEWS | MEMORY_TILE);
    unit_close();
}
END_TEST

/* Null leads nowhere; a variable that is nothing else is a pointer of the thread's, and so is,
 * among others, what gets its value. */
START_TEST(test_null)
{
    open_kernel("", "int *a = 0, *b = {0}, *c = (int *)(void *)0, *d = n ? s : 0, *e, *f = a;\n"
                    "if (n) f = s;\n");
    ck_assert_uint_eq(set_of("a"), MEMORY_OWN);
    ck_assert_uint_eq(set_of("b"), MEMORY_OWN);
    ck_assert_uint_eq(set_of("c"), MEMORY_OWN);
    ck_assert_uint_eq(set_of("d"), MEMORY_TILE);
    ck_assert_uint_eq(set_of("e"), MEMORY_OWN);
    ck_assert_uint_eq(set_of("f"), MEMORY_OWN | MEMORY_TILE);
    unit_close();
}
END_TEST

/* ---- functions ---- */

#define FUNCTIONS                                                                                  \
    "static const int table[4] = {1, 2, 3, 4};\n"                                                  \
    "static int *pick(int *a, int *b) restrict(amp) { if (*a) return a; return b; }\n"             \
    "static int *second(int *a, int *b) restrict(amp) { int *r = a; return b; }\n"                 \
    "static const int *or_table(const int *a, const int *b) restrict(amp)\n"                       \
    "{ const int *r = table; if (*a) a = r; return a; }\n"                                         \
    "static int *null(int *a, int *b) restrict(amp) { return 0; }\n"                               \
    "static int sum(int *a, int *b) restrict(amp) { return *a + *b; }\n"                           \
    "static int *both(int *a, int *b) restrict(amp) { return pick(second(b, a), pick(b, b)); }\n"

START_TEST(test_results)
{
    enum { V = MEMORY_VIEWS, T = MEMORY_TILE, O = MEMORY_OWN };
    open_unit(FUNCTIONS);
    ck_assert_uint_eq(result_of("pick", V, V), V);
    ck_assert_uint_eq(result_of("pick", V, T), V | T);
    ck_assert_uint_eq(result_of("pick", O, MEMORY_OPEN), O | MEMORY_OPEN);
    ck_assert_uint_eq(result_of("second", V, T), T);
    ck_assert_uint_eq(result_of("or_table", V, T), V | MEMORY_CONSTANT);
    ck_assert_uint_eq(result_of("null", V, T), O);
    ck_assert_uint_eq(result_of("sum", V, T), 0);
    ck_assert_uint_eq(result_of("both", V, T), V | T);
    ck_assert_uint_eq(result_of("both", T, T), T);
    unit_close();
}
END_TEST

/* A function is analysed once; its variables still have the sets of each combination of arguments.
 */
START_TEST(test_variables_of_instances)
{
    open_unit(FUNCTIONS);
    for (memory_set set = MEMORY_OWN; set <= MEMORY_CONSTANT; set *= 2) {
        struct symbol *f = function("or_table");
        struct space_instance in = instance("or_table", set, MEMORY_OWN);
        ck_assert_uint_eq(set_in(&in, f->definition->body, "a"), set | MEMORY_CONSTANT);
        ck_assert_uint_eq(set_in(&in, f->definition->body, "b"), MEMORY_OWN);
        ck_assert_uint_eq(set_in(&in, f->definition->body, "r"), MEMORY_CONSTANT);
    }
    unit_close();
}
END_TEST

/* A variable that has no value yet in the analysis's first pass over a loop is not taken for null.
 */
START_TEST(test_calls_in_loops)
{
    open_kernel(FUNCTIONS, "int *p, *q, *r; const int *c, *d;\n"
                           "for (int i = 0; i < n; i++) { q = pick(p, p); p = &v[0]; }\n"
                           "r = pick(s, 0); c = or_table(d, d); d = c;\n");
    ck_assert_uint_eq(set_of("p"), MEMORY_VIEWS);
    ck_assert_uint_eq(set_of("q"), MEMORY_VIEWS);
    ck_assert_uint_eq(set_of("r"), MEMORY_TILE | MEMORY_OWN);
    ck_assert_uint_eq(set_of("c"), MEMORY_CONSTANT);
    ck_assert_uint_eq(set_of("d"), MEMORY_CONSTANT);
    unit_close();
}
END_TEST

START_TEST(test_references)
{
    open_unit("static int *in(array_view<int> &v, index<1> &i, const index<1> &k) restrict(amp)\n"
              "{ int *p = &v[i], *q = &i[0]; const int *r = &k[0]; return q; }\n");
    memory_set_vec params = {0};
    struct symbol *f = function("in");
    struct space_instance in;

    vec_push(&unit_ctx.arena, &params, MEMORY_OWN);
    vec_push(&unit_ctx.arena, &params, MEMORY_TILE);
    vec_push(&unit_ctx.arena, &params, 0);
    in = space_function(all, f, &params);
    ck_assert_uint_eq(set_in(&in, f->definition->body, "p"), MEMORY_VIEWS);
    ck_assert_uint_eq(set_in(&in, f->definition->body, "q"), MEMORY_TILE);
    ck_assert_uint_eq(set_in(&in, f->definition->body, "r"), MEMORY_OWN); /* a copy */
    ck_assert_uint_eq(space_result(&in), MEMORY_TILE);
    unit_close();
}
END_TEST

static bool is_pick(const void *data, const struct symbol *f)
{
    return f == data;
}

/* Functions of other units, and those that are called like them. */
START_TEST(test_opaque)
{
    open_unit(FUNCTIONS "int *other(int *a, int *b) restrict(amp);\n"
                        "static int *use(int *a, int *b) restrict(amp) { return other(a, b); }\n");
    ck_assert_uint_eq(result_of("other", MEMORY_TILE, MEMORY_TILE), MEMORY_KNOWN);
    ck_assert_uint_eq(result_of("use", MEMORY_TILE, MEMORY_TILE), MEMORY_KNOWN);
    ck_assert_uint_eq(result_of("both", MEMORY_TILE, MEMORY_TILE), MEMORY_TILE);
    all = spaces_new(&unit_ctx, is_pick, function("pick"));
    ck_assert_uint_eq(result_of("both", MEMORY_TILE, MEMORY_TILE), MEMORY_KNOWN);
    ck_assert_uint_eq(result_of("sum", MEMORY_TILE, MEMORY_TILE), 0);
    unit_close();
}
END_TEST

/* What no program may have, a check reports; the analysis ends. */
START_TEST(test_recursion)
{
    open_unit("static int *a(int *p, int *q) restrict(amp);\n"
              "static int *b(int *p, int *q) restrict(amp) { return *p ? a(q, p) : p; }\n"
              "static int *a(int *p, int *q) restrict(amp) { return b(p, q); }\n");
    ck_assert_uint_ne(result_of("b", MEMORY_TILE, MEMORY_TILE) & MEMORY_TILE, 0);
    unit_close();
}
END_TEST

/* There are 64 bits in a set. */
START_TEST(test_many_parameters)
{
    enum { MANY = 60 };
    struct buf b = {0};
    memory_set_vec params = {0};
    struct space_instance in;

    buf_add(&b, "static int *f(");
    for (int i = 0; i < MANY; i++)
        buf_printf(&b, "%sint *p%d", i ? ", " : "", i);
    buf_add(&b, ") restrict(amp) { return p0; }\n");
    open_unit(b.at);
    for (int i = 0; i < MANY; i++)
        vec_push(&unit_ctx.arena, &params, MEMORY_TILE);
    in = space_function(all, function("f"), &params);
    ck_assert_uint_eq(space_variable(&in, in.function->params.at[55]), MEMORY_TILE);
    ck_assert_uint_eq(space_variable(&in, in.function->params.at[56]), MEMORY_KNOWN | MEMORY_OPEN);
    ck_assert_uint_eq(space_result(&in), MEMORY_TILE);
    unit_close();
    buf_free(&b);
}
END_TEST

/* ---- what is asked for ---- */

START_TEST(test_faults)
{
    ck_assert_ptr_null(space_view_fault(MEMORY_VIEWS));
    ck_assert_ptr_null(space_view_fault(MEMORY_OPEN | MEMORY_OWN));
    ck_assert_ptr_nonnull(strstr(space_view_fault(0), "a thread's own memory"));
    ck_assert_ptr_nonnull(strstr(space_view_fault(MEMORY_COPY), "a thread's own memory"));
    ck_assert_ptr_nonnull(strstr(space_view_fault(MEMORY_TILE), "tile_static memory"));
    ck_assert_ptr_nonnull(strstr(space_view_fault(MEMORY_CONSTANT), "a constant table"));
    ck_assert_ptr_nonnull(
        strstr(space_view_fault(MEMORY_TILE | MEMORY_VIEWS), "one of several memories"));
}
END_TEST

/* Variables of the asker's, as generators add them. */
START_TEST(test_added)
{
    open_kernel("", "int *p = own;");
    struct space_instance in = space_kernel(all, unit_program->launches.at[0]);
    struct symbol s = {.kind = SYMBOL_VAR, .name = "added"};

    ck_assert_uint_eq(space_variable(&in, &s), MEMORY_OPEN);
    space_add(&in, &s, MEMORY_TILE);
    ck_assert_uint_eq(space_variable(&in, &s), MEMORY_TILE);
    unit_close();
}
END_TEST

TEST_MAIN("spaces", test_folding, test_folding_commutes_with_the_join, test_each_memory,
          test_captured_values, test_joins, test_null, test_results, test_variables_of_instances,
          test_calls_in_loops, test_references, test_opaque, test_recursion, test_many_parameters,
          test_faults, test_added)
