/* Every node's place, as the text it covers: the host code generator edits by these. */
#include "common/buf.h"
#include "tests/unit/parser_unit.h"

struct texts {
    struct walker w; /* first: callbacks cast back */
    struct buf out;
    const char *text;
};

static void add(struct walker *w, const char *tag, struct loc loc)
{
    struct texts *t = (struct texts *)w;
    buf_printf(&t->out, "%s<%.*s> ", tag, (int)(loc.end - loc.begin), t->text + loc.begin);
}

static bool on_decl(struct walker *w, struct decl *d)
{
    add(w, "D", d->loc);
    return true;
}

static bool on_stmt(struct walker *w, struct stmt *s)
{
    add(w, "S", s->loc);
    return true;
}

static bool on_expr(struct walker *w, struct expr *e)
{
    add(w, "E", e->loc);
    return true;
}

static bool on_spec(struct walker *w, struct spec *s)
{
    add(w, "T", s->loc);
    return true;
}

static bool on_declarator(struct walker *w, struct declarator *d)
{
    add(w, "N", d->loc);
    return true;
}

/* The places of all nodes of the chosen kinds ("DSETN"), in the walker's order. */
static void expect_places(const char *text, const char *kinds, const char *wanted)
{
    struct parsed *p = unit_parse(text);
    struct texts t = {.text = text};
    ck_assert_str_eq(p->messages, "");
    t.w.decl_pre = strchr(kinds, 'D') ? on_decl : NULL;
    t.w.stmt_pre = strchr(kinds, 'S') ? on_stmt : NULL;
    t.w.expr_pre = strchr(kinds, 'E') ? on_expr : NULL;
    t.w.spec_pre = strchr(kinds, 'T') ? on_spec : NULL;
    t.w.declarator_pre = strchr(kinds, 'N') ? on_declarator : NULL;
    walk_unit(&t.w, p->unit);
    ck_assert_msg(strcmp(t.out.at, wanted) == 0, "%s\n  got      %s\n  expected %s", text, t.out.at,
                  wanted);
    buf_free(&t.out);
    unit_close(p);
}

START_TEST(test_declarations)
{
    expect_places(" int x ; static int *y = 0, z [ 3 ] ; ; asm(\"x\") ;", "DTN",
                  "D<int x ;> T<int> N<x> D<static int *y = 0, z [ 3 ] ;> T<static int> N<*y> N<z "
                  "[ 3 ]> D<;> D<asm(\"x\") ;> ");
    expect_places("int f(int a, char *) { } x;", "DTN",
                  "D<int f(int a, char *) { }> T<int> N<f(int a, char *)> T<int> N<a> T<char> N<*> "
                  "D<x;> T<> N<x> ");
    expect_places("__attribute__((unused)) static int x;__extension__ int y; int z "
                  "__attribute__((a));",
                  "DT",
                  "D<__attribute__((unused)) static int x;> T<__attribute__((unused)) static int> "
                  "D<__extension__ int y;> T<__extension__ int> D<int z __attribute__((a));> "
                  "T<int> ");
    expect_places("[[a]] struct s { int x : 3; } v; f(a) int a; { }", "DTN",
                  "D<[[a]] struct s { int x : 3; } v;> T<[[a]] struct s { int x : 3; }> T<int> "
                  "N<x> N<v> D<f(a) int a; { }> T<> N<f(a)> N<a> D<int a;> T<int> N<a> ");
    expect_places("int (*f)(int restrict(amp)) restrict(amp);", "N", "N<(*f)(int restrict(amp))> ");
    expect_places("using namespace concurrency ; _Static_assert ( 1 ) ;", "D",
                  "D<using namespace concurrency ;> D<_Static_assert ( 1 ) ;> ");
}
END_TEST

static void expect_body(const char *body, const char *kinds, const char *wanted)
{
    char text[512];
    snprintf(text, sizeof text, "void f(void)%s", body);
    struct parsed *p = unit_parse(text);
    struct texts t = {.text = text};
    ck_assert_str_eq(p->messages, "");
    t.w.decl_pre = strchr(kinds, 'D') ? on_decl : NULL;
    t.w.stmt_pre = strchr(kinds, 'S') ? on_stmt : NULL;
    t.w.expr_pre = strchr(kinds, 'E') ? on_expr : NULL;
    t.w.spec_pre = strchr(kinds, 'T') ? on_spec : NULL;
    for (int i = 0; i < p->unit->decls.at[0]->body->items.n; i++)
        walk_stmt(&t.w, p->unit->decls.at[0]->body->items.at[i]);
    ck_assert_msg(strcmp(t.out.at, wanted) == 0, "%s\n  got      %s\n  expected %s", text, t.out.at,
                  wanted);
    buf_free(&t.out);
    unit_close(p);
}

START_TEST(test_statements)
{
    expect_body("{ if ( a ) b ; else c; while(1) { ; } }", "S",
                "S<if ( a ) b ; else c;> S<b ;> S<c;> S<while(1) { ; }> S<{ ; }> S<;> ");
    expect_body("{ for (int i = 0; i < 3; i++) x(); do y(); while ( 0 ) ; }", "SD",
                "S<for (int i = 0; i < 3; i++) x();> D<int i = 0;> S<x();> S<do y(); while ( 0 ) "
                ";> S<y();> ");
    expect_body(
        "{ l : x(); case 1 : case 2 ... 3: default: y(); goto l ; m: int q; n: }", "S",
        "S<l : x();> S<x();> S<case 1 : case 2 ... 3: default: y();> S<case 2 ... 3: "
        "default: y();> S<default: y();> S<y();> S<goto l ;> S<m: int q;> S<int q;> S<n:> ");
    expect_body("{ return ; return 1 + 2 ; asm ( \"\" : \"=r\"(x) ) ; __label__ a ; }", "SE",
                "S<return ;> S<return 1 + 2 ;> E<1 + 2> E<1> E<2> S<asm ( \"\" : \"=r\"(x) ) ;> "
                "E<x> S<__label__ a ;> ");
    expect_body("{ __attribute__((unused)) int x = 1; }", "SD",
                "S<__attribute__((unused)) int x = 1;> D<__attribute__((unused)) int x = 1;> ");
}
END_TEST

START_TEST(test_expressions)
{
    expect_body("{ a = ( b + c ) * - d [ 1 ] ; }", "E",
                "E<a = ( b + c ) * - d [ 1 ]> E<a> E<( b + c ) * - d [ 1 ]> E<( b + c )> E<b + c> "
                "E<b> E<c> E<- d [ 1 ]> E<d [ 1 ]> E<d> E<1> ");
    expect_body("{ f ( a , b ) . m -> n ++ ; }", "E",
                "E<f ( a , b ) . m -> n ++> E<f ( a , b ) . m -> n> E<f ( a , b ) . m> E<f ( a , b "
                ")> E<f> E<a> E<b> ");
    expect_body("{ a ? b : c ; a ?: c; ( int ) x ; sizeof ( int ) ; sizeof x; }", "ET",
                "E<a ? b : c> E<a> E<b> E<c> E<a ?: c> E<a> E<c> E<( int ) x> T<int> E<x> E<sizeof "
                "( int )> T<int> E<sizeof x> E<x> ");
    expect_body("{ \"a\" \"b\" ; ({ 1; }) ; (int[]) { 1 } ; && l ; L'a'; }", "E",
                "E<\"a\" \"b\"> E<({ 1; })> E<1> E<(int[]) { 1 }> E<1> E<&& l> E<L'a'> ");
    expect_body("{ concurrency :: fast_math :: sin ( 1 ) ; index<2> ( 1 , 2 ) ; }", "ET",
                "E<concurrency :: fast_math :: sin ( 1 )> E<concurrency :: fast_math :: sin> E<1> "
                "E<index<2> ( 1 , 2 )> T<index<2>> E<2> E<1> E<2> ");
    expect_body("{ e.tile < 16, 4 > ( ) ; }", "E",
                "E<e.tile < 16, 4 > ( )> E<e.tile < 16, 4 >> E<e> E<16> E<4> ");
    expect_body("{ g([ = ] (index<1> i) restrict ( amp ) { x; }) ; }", "SE",
                "S<g([ = ] (index<1> i) restrict ( amp ) { x; }) ;> E<g([ = ] (index<1> i) "
                "restrict ( amp ) { x; })> E<g> E<[ = ] (index<1> i) restrict ( amp ) { x; }> E<1> "
                "S<{ x; }> S<x;> E<x> ");
    expect_body("{ __builtin_offsetof(struct s, a[1].b); _Generic(1, int: 2, default: 3); }", "E",
                "E<__builtin_offsetof(struct s, a[1].b)> E<1> E<_Generic(1, int: 2, default: 3)> "
                "E<1> E<2> E<3> ");
    expect_body("{ concurrency::array_view<const concurrency::index<1>, 2> a(b, c); }", "DTE",
                "D<concurrency::array_view<const concurrency::index<1>, 2> a(b, c);> "
                "T<concurrency::array_view<const concurrency::index<1>, 2>> T<const "
                "concurrency::index<1>> E<1> E<2> E<b> E<c> ");
}
END_TEST

/* The text that a place covers. */
static bool covers(const struct parsed *p, struct loc loc, const char *text)
{
    return loc.end - loc.begin == strlen(text) &&
           memcmp(p->text + loc.begin, text, strlen(text)) == 0;
}

START_TEST(test_parts)
{
    struct parsed *p = unit_parse("void f(void) restrict(amp) restrict(cpu) { g(x)[1] = a ? b : c; "
                                  "goto out; v.tile<4>(); array_view<int> w(n, p); }");
    struct decl *f = p->unit->decls.at[0];
    struct restrict_clause *clause = f->declarator->derivs->restriction;
    ck_assert_str_eq(p->messages, "");
    ck_assert(covers(p, f->declarator->name_loc, "f"));
    ck_assert(covers(p, f->declarator->derivs->loc, "(void)"));
    ck_assert_int_eq(clause->locs.n, 2);
    ck_assert(covers(p, clause->locs.at[0], "restrict(amp)"));
    ck_assert(covers(p, clause->locs.at[1], "restrict(cpu)"));
    ck_assert(covers(p, clause->words.at[1].loc, "cpu"));
    ck_assert(!clause->misplaced);
    struct expr *e = f->body->items.at[0]->expr;
    ck_assert(covers(p, e->op_loc, "="));
    ck_assert(covers(p, e->a->op_loc, "["));
    ck_assert(covers(p, e->a->op2_loc, "]"));
    ck_assert(covers(p, e->a->a->op_loc, "("));
    ck_assert(covers(p, e->a->a->op2_loc, ")"));
    ck_assert(covers(p, e->b->op_loc, "?"));
    ck_assert(covers(p, e->b->op2_loc, ":"));
    ck_assert(covers(p, f->body->items.at[1]->keyword_loc, "goto"));
    ck_assert(covers(p, f->body->items.at[1]->name_loc, "out"));
    e = f->body->items.at[2]->expr->a;
    ck_assert(covers(p, e->template_loc, "<4>"));
    ck_assert(covers(p, e->name_loc, "tile"));
    struct decl *v = f->body->items.at[3]->decl;
    ck_assert(covers(p, v->declarators.at[0]->construct_loc, "(n, p)"));
    ck_assert(covers(p, v->declarators.at[0]->declarator->loc, "w"));
    ck_assert(covers(p, v->spec->amp->loc, "array_view<int>"));
    unit_close(p);
}
END_TEST

START_TEST(test_attributes)
{
    struct parsed *p =
        unit_parse("int x __attribute__((__aligned__(2 * 8), section(\"a b\"), unused));");
    struct attr *a = p->unit->decls.at[0]->declarators.at[0]->declarator->attrs;
    ck_assert_str_eq(p->messages, "");
    ck_assert_str_eq(a->name, "aligned");
    ck_assert(covers(p, a->loc, "__aligned__(2 * 8)"));
    ck_assert(covers(p, a->args, "2 * 8"));
    ck_assert(a->arg && a->arg->kind == EXPR_BINARY);
    a = a->next;
    ck_assert_str_eq(a->name, "section");
    ck_assert(covers(p, a->args, "\"a b\""));
    ck_assert(!a->arg);
    a = a->next;
    ck_assert_str_eq(a->name, "unused");
    ck_assert(a->args.begin == a->args.end);
    ck_assert(!a->next);
    unit_close(p);
}
END_TEST

TEST_MAIN("parser_locs", test_declarations, test_statements, test_expressions, test_parts,
          test_attributes)
