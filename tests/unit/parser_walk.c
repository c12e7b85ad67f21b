/* parser_walk.c - parser/walk.h: order of nodes, callbacks that leave out what is below. */
#include "tests/unit/parser_unit.h"

struct log {
    struct walker w; /* first: callbacks cast back */
    char text[2048];
    size_t n;
};

static void add(struct walker *w, const char *format, const char *name)
{
    struct log *log = (struct log *)w;
    log->n += (size_t)snprintf(log->text + log->n, sizeof log->text - log->n, format, name);
    ck_assert(log->n < sizeof log->text);
}

static bool on_name(struct walker *w, struct expr *e)
{
    if (e->name && (e->kind == EXPR_NAME || e->kind == EXPR_INT))
        add(w, "%s ", e->name);
    return true;
}

/* The names and integers of all expressions, in order. */
static void expect_names(const char *text, const char *wanted)
{
    struct parsed *p = unit_parse(text);
    struct log log = {.w = {.expr_pre = on_name}};
    ck_assert_str_eq(p->messages, "");
    walk_unit(&log.w, p->unit);
    ck_assert_msg(strcmp(log.text, wanted) == 0, "%s\n  got %s", text, log.text);
    unit_close(p);
}

START_TEST(test_order)
{
    expect_names("int a[1][b] = {[2] = c, .m[3 ... 4] = d}, (*f)(int x[5]) = e;",
                 "1 b 2 c 3 4 d 5 e ");
    expect_names("struct s { int x : 1; int y[2]; _Static_assert(3); }; enum { A = 4, B = A };",
                 "1 2 3 4 A ");
    expect_names("typeof(a) x = sizeof(int[1]) + (typeof(b))c; _Alignas(2) int y;", "a 1 b c 2 ");
    expect_names(
        "void f(int n, int a[n]) { for (int i = 1; i < 2; i++) g(3, h); do k; while (4); }",
        "n 1 i 2 i g 3 h k 4 ");
    expect_names("int f(a) int a, b[1]; { switch (a) { case 1 ... 2: return 3; default: b; } }",
                 "1 a 1 2 3 b ");
    expect_names("int x = _Generic(a, int: b, default: c), y = ({ d; e; }), z = (int[]){f, 1}[g];",
                 "a b c d e f 1 g ");
    expect_names("void f(void) { asm(\"\" : \"=r\"(a) : [x] \"r\"(b + c) : \"cc\"); a ? b : c; }",
                 "a b c a b c ");
    expect_names(
        "void f(void) { array_view<int[1], 2> v(a, b); e.tile<3, N>(c); x = index<4>(d); }",
        "1 2 a b e 3 N c x 4 d ");
    expect_names("void f(void) { g([=, &a](index<1> i) restrict(amp) -> typeof(b) { c; }, d); }",
                 "g 1 b c d ");
    expect_names("int x = __builtin_offsetof(struct s, a[1].b) + __builtin_va_arg(a, int[2]) + "
                 "__builtin_types_compatible_p(int[3], int[4]);",
                 "1 a 2 3 4 ");
    expect_names("void f(void) { if (a) b; else c; l: goto *d; int g(int p[e]) { return h; } }",
                 "a b c d e h ");
}
END_TEST

static bool skip_functions(struct walker *w, struct decl *d)
{
    add(w, "%s", d->kind == DECL_FUNCTION ? "F " : "D ");
    return d->kind != DECL_FUNCTION;
}

static void after_decl(struct walker *w, struct decl *d)
{
    add(w, "%s", d->kind == DECL_FUNCTION ? "/F " : "/D ");
}

static bool on_stmt(struct walker *w, struct stmt *s)
{
    add(w, "%s", s->kind == STMT_COMPOUND ? "{ " : "S ");
    return true;
}

static void after_stmt(struct walker *w, struct stmt *s)
{
    add(w, "%s", s->kind == STMT_COMPOUND ? "} " : "/S ");
}

START_TEST(test_pre_and_post)
{
    struct parsed *p = unit_parse("int x = ({ 1; { ; } }); int f(void) { return 1; } int y;");
    struct log log = {.w = {.decl_pre = skip_functions,
                            .decl_post = after_decl,
                            .stmt_pre = on_stmt,
                            .stmt_post = after_stmt}};
    walk_unit(&log.w, p->unit);
    ck_assert_str_eq(log.text, "D { S /S { S /S } } /D F D /D ");
    unit_close(p);
}
END_TEST

static bool no_init(struct walker *w, struct init *i)
{
    add(w, i->expr ? "%s" : "{%s", "init ");
    return !i->expr;
}

static bool no_spec(struct walker *w, struct spec *s)
{
    add(w, s->kind == SPEC_RECORD ? "record %s" : "spec %s", "");
    return s->kind == SPEC_RECORD;
}

START_TEST(test_inits_and_specs)
{
    struct parsed *p = unit_parse("struct { int m[1]; } x = {a, {b}}; typeof(c) y;");
    struct log log = {.w = {.init_pre = no_init, .spec_pre = no_spec, .expr_pre = on_name}};
    walk_unit(&log.w, p->unit);
    ck_assert_str_eq(log.text, "record spec 1 {init init {init init spec ");
    unit_close(p);
}
END_TEST

TEST_MAIN("parser_walk", test_order, test_pre_and_post, test_inits_and_specs)
