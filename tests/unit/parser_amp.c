/* AMP's constructs: their trees, and what stays C. */
#include "tests/unit/parser_unit.h"

/* A statement in a function whose parameters are of no interest. */
static void expect_stmt(const char *text, const char *tree)
{
    char source[1024], wanted[1024];
    snprintf(source, sizeof source, "void f(void) { %s }", text);
    snprintf(wanted, sizeof wanted, "(function void f fn() (block %s))", tree);
    expect_tree(source, wanted);
}

START_TEST(test_types)
{
    expect_tree("index<2> i;", "(vars (amp index 2) (i))");
    expect_tree("extent<1> e; tiled_extent<4, 4> t;",
                "(vars (amp extent 1) (e)) (vars (amp tiled_extent 4 4) (t))");
    expect_tree("array_view<const float, 2> a; array<int> *b;",
                "(vars (amp array_view const float 2) (a)) (vars (amp array int) (b *))");
    expect_tree("void f(tiled_index<16, 16> t, tile_barrier b, const index<2> &i);",
                "(vars void (f fn((amp tiled_index 16 16) t, (amp tile_barrier) b, const (amp "
                "index 2) i &)))");
    expect_tree("array_view<index<2>> a; array_view<array_view<int,2>,1> b;",
                "(vars (amp array_view (amp index 2)) (a)) (vars (amp array_view (amp array_view "
                "int 2) 1) (b))");
    expect_tree("typedef array_view<const float, 2> matrix; matrix m; static matrix n;",
                "(vars typedef (amp array_view const float 2) (matrix)) (vars 'matrix (m)) (vars "
                "static 'matrix (n))");
    expect_tree("struct s { index<2> i; array_view<int> v; } x;",
                "(vars (struct s (member (amp index 2) (i)) (member (amp array_view int) (v))) "
                "(x))");
    expect_tree("enum { N = 2 }; index<N> a; index<N + 1> b; index<(N > 1)> c;",
                "(vars (enum - (N 2))) (vars (amp index N) (a)) (vars (amp index (+ N 1)) (b)) "
                "(vars (amp index (paren (> N 1))) (c))");
    expect_tree("index<2> f(index<2> i) { return (index<2>)i; }",
                "(function (amp index 2) f fn((amp index 2) i) (block (return (cast <(amp index "
                "2)> i))))");
    expect_tree("accelerator a; accelerator_view *v; completion_future f(accelerator);",
                "(vars (amp accelerator) (a)) (vars (amp accelerator_view) (v *)) (vars (amp "
                "completion_future) (f fn((amp accelerator))))");
    expect_tree("int x = sizeof(index<3>), y = sizeof(accelerator);",
                "(vars int (x = (sizeof <(amp index 3)>)) (y = (sizeof <(amp accelerator)>)))");
    expect_tree("array_view<struct p *, 1> v; array_view<unsigned char> w;",
                "(vars (amp array_view (struct p) - * 1) (v)) (vars (amp array_view unsigned char) "
                "(w))");
}
END_TEST

START_TEST(test_prefixes)
{
    expect_tree("using namespace concurrency; using namespace Concurrency::graphics;",
                "(using) (using)");
    expect_tree("using namespace concurrency::fast_math; using concurrency::index; index<1> i;",
                "(using) (using) (vars (amp index 1) (i))");
    expect_stmt("using namespace concurrency; f();", "(using) (expr (call f))");
    expect_tree("concurrency::index<2> i; Concurrency::array_view<int> v;",
                "(vars (amp index 2) (i)) (vars (amp array_view int) (v))");
    expect_tree("int index; concurrency::index<2> i; concurrency::accelerator a;",
                "(vars int (index)) (vars (amp index 2) (i)) (vars (amp accelerator) (a))");
    expect_stmt("x = concurrency::fast_math::sin(1) + precise_math::cos(2) + "
                "concurrency::parallel_for_each(1);",
                "(expr (= x (+ (+ (call fast_math::sin 1) (call precise_math::cos 2)) (call "
                "parallel_for_each 1))))");
    expect_stmt("accelerator::get_all(); concurrency::accelerator::set_default(1);",
                "(expr (call accelerator::get_all)) (expr (call accelerator::set_default 1))");
}
END_TEST

START_TEST(test_constructors)
{
    expect_stmt("index<2> i(1, 2), j(3, 4), k;",
                "(vars (amp index 2) (i (construct 1 2)) (j (construct 3 4)) (k))");
    expect_stmt("array_view<int> a = b, c(n, p), d = g(n), e(m(1, 2));",
                "(vars (amp array_view int) (a = b) (c (construct n p)) (d = (call g n)) (e "
                "(construct (call m 1 2))))");
    expect_tree(
        "index<2> f(int x), g(); extent<2> e();",
        "(vars (amp index 2) (f fn(int x)) (g old-fn())) (vars (amp extent 2) (e old-fn()))");
    expect_tree("typedef index<2> I; typedef int T; I a(1, 2), b(T), c(T x), d(I), e(I(1, 2));",
                "(vars typedef (amp index 2) (I)) (vars typedef int (T)) (vars 'I (a (construct 1 "
                "2)) (b fn('T)) (c fn('T x)) (d fn('I)) (e (construct (construct 'I 1 2))))");
    expect_stmt("array_view<int, 2> v(extent<2>(3, 4), p);",
                "(vars (amp array_view int 2) (v (construct (construct (amp extent 2) 3 4) p)))");
    expect_stmt("x = index<2>(i, j); g(array_view<int>(n, p), index<1>());",
                "(expr (= x (construct (amp index 2) i j))) (expr (call g (construct (amp "
                "array_view int) n p) (construct (amp index 1))))");
    expect_stmt("array_view<int>(n, p).discard_data(); accelerator a(\"x\"); a = accelerator(p);",
                "(expr (call (. (construct (amp array_view int) n p) discard_data))) (vars (amp "
                "accelerator) (a (construct \"x\"))) (expr (= a (construct (amp accelerator) p)))");
    expect_tree("index<2> (*fp)(int); index<2> (*a[3])(void); index<2> *f(int);",
                "(vars (amp index 2) (fp * fn(int))) (vars (amp index 2) (a [3] * fn())) (vars "
                "(amp index 2) (f fn(int) *))");
    expect_stmt("for (index<1> i(0), j(1); g(i), h(j); i++) ; index<1> k = ({ int t; g(t); }), "
                "l(2);",
                "(for (vars (amp index 1) (i (construct 0)) (j (construct 1))) (, (call g i) (call "
                "h j)) (post++ i) (empty)) (vars (amp index 1) (k = (stmt-expr (block (vars int "
                "(t)) (expr (call g t))))) (l (construct 2)))");
    expect_stmt("static array_view<int> a(n, p); const index<1> b(3);",
                "(vars static (amp array_view int) (a (construct n p))) (vars const (amp index 1) "
                "(b (construct 3)))");
    expect_stmt("tile_static float t[4][4]; tile_static struct s x; float tile_static y;",
                "(vars tile_static float (t [4] [4])) (vars tile_static (struct s) (x)) (vars "
                "tile_static float (y))");
}
END_TEST

START_TEST(test_members)
{
    expect_stmt("g(e.tile<16, 16>()); g(p->tile<N>().pad());",
                "(expr (call g (call (. e tile < 16 16 >)))) (expr (call g (call (. (call (-> p "
                "tile < N >)) pad))))");
    expect_stmt("v = a.view_as<2>(e), a.reinterpret_as<const unsigned>();",
                "(expr (, (= v (call (. a view_as < 2 >) e)) (call (. a reinterpret_as <const "
                "unsigned >))))");
    expect_stmt("v = s.tile < 3; v = s.tile < 3 > (4); v = s.section(1, 2);",
                "(expr (= v (< (. s tile) 3))) (expr (= v (> (< (. s tile) 3) (paren 4)))) (expr "
                "(= v (call (. s section) 1 2)))");
    expect_stmt("v(i, j) = v[i][j]; t.barrier.wait();",
                "(expr (= (call v i j) ([] ([] v i) j))) (expr (call (. (. t barrier) wait)))");
}
END_TEST

START_TEST(test_restrict)
{
    expect_tree("int f(int x) restrict(amp); int g(void) restrict(cpu, amp) { return 1; }",
                "(vars int (f fn(int x) (restrict amp))) (function int g fn() (restrict cpu amp) "
                "(block (return 1)))");
    expect_tree("void f(void) restrict(cpu) restrict(amp); void g(void) restrict();",
                "(vars void (f fn() (restrict cpu amp))) (vars void (g fn() (restrict)))");
    expect_tree("typedef float F(int) restrict(amp); void (*p)(int) restrict(gpu, auto) = 0;",
                "(vars typedef float (F fn(int) (restrict amp))) (vars void (p * fn(int) "
                "(restrict gpu auto) = 0))");
    expect_tree("void f(void) restrict(amp) __attribute__((noinline));",
                "(vars void (f fn() (restrict amp) (attr noinline)))");
    expect_tree("void f(void) __attribute__((noinline)) restrict(amp);",
                "(vars void (f fn() (attr noinline) (misplaced-restrict amp)))");
    expect_tree("int x restrict(amp), a[3] restrict(amp) = {0};",
                "(vars int (x (misplaced-restrict amp)) (a [3] (misplaced-restrict amp) = {0}))");
    expect_tree("restrict(amp) int f(int); int restrict(amp) g(int);",
                "(vars int (misplaced-restrict amp) (f fn(int))) (vars int (misplaced-restrict "
                "amp) (g fn(int)))");
    expect_tree("int *restrict(amp) f(int); struct s restrict(amp) { int x; };",
                "(vars int (f fn(int) * (misplaced-restrict amp))) (vars (struct s (member int "
                "(x))) (misplaced-restrict amp))");
    expect_tree("char *restrict (p), *const restrict (amp); int *f(int *restrict(q));",
                "(vars char (p * restrict) (amp * const restrict)) (vars int (f fn(int q * "
                "restrict) *))");
    expect_tree("int *p; typeof(p) restrict (q); typedef int *P; P restrict (r);",
                "(vars int (p *)) (vars restrict (typeof p) (q)) (vars typedef int (P *)) (vars "
                "restrict 'P (r))");
    expect_tree("int f(int x restrict(amp));", "(vars int (f fn(int (misplaced-restrict amp) x)))");
}
END_TEST

START_TEST(test_lambdas)
{
    expect_stmt("g([=](index<1> i) restrict(amp) { v[i] = 1; });",
                "(expr (call g (lambda [ = ] ((amp index 1) i) (restrict amp) (block (expr (= ([] "
                "v i) 1))))))");
    expect_stmt("g([] { }, [&] { }, [=, &a]() { }, [a, &b](int) mutable -> int { }, [=, a] { });",
                "(expr (call g (lambda [ ] (block)) (lambda [ & ] (block)) (lambda [ = &a ] () "
                "(block)) (lambda [ a &b ] (int) mutable -> int (block)) (lambda [ = a ] "
                "(block))))");
    expect_stmt("[=] restrict(amp) { }(); x = [](int i) mutable restrict(amp) -> void { }(1);",
                "(expr (call (lambda [ = ] (restrict amp) (block)))) (expr (= x (call (lambda [ ] "
                "(int i) mutable (restrict amp) -> void (block)) 1)))");
    expect_stmt("g([=](index<1> i) -> index<2> { return h(i); }, [](int t) -> __int128_t * { });",
                "(expr (call g (lambda [ = ] ((amp index 1) i) -> (amp index 2) (block (return "
                "(call h i)))) (lambda [ ] (int t) -> '__int128_t - * (block))))");
    expect_stmt("a[i](3); a[i] = b[[=] { }()]; x = (int[]){p, q}[i](2);",
                "(expr (call ([] a i) 3)) (expr (= ([] a i) ([] b (call (lambda [ = ] (block)))))) "
                "(expr (= x (call ([] (compound <int - []> {p, q}) i) 2)))");
    expect_tree("enum { E }; int f(int), (*a[])(int) = {[E] (f), [1] f, [0] = f};",
                "(vars (enum - (E))) (vars int (f fn(int)) (a [] * fn(int) = {[E] = (paren f), "
                "[1] = f, [0] = f}))");
}
END_TEST

START_TEST(test_stays_c)
{
    expect_tree("int f(int index) { return index < 2 > (3); }",
                "(function int f fn(int index) (block (return (> (< index 2) (paren 3)))))");
    expect_tree("char *index(const char *, int); index<2> i;",
                "(vars char (index fn(const char - *, int) *)) (vars (amp index 2) (i))");
    expect_tree("enum { extent = 3 }; int x = extent < 4 > 1;",
                "(vars (enum - (extent 3))) (vars int (x = (> (< extent 4) 1)))");
    expect_tree("typedef int array; array a; int tile_static; int y = sizeof(array);",
                "(vars typedef int (array)) (vars 'array (a)) (vars int (tile_static)) (vars int "
                "(y = (sizeof <'array>)))");
    expect_tree("struct accelerator { int x; } accelerator, *p = &accelerator;",
                "(vars (struct accelerator (member int (x))) (accelerator) (p * = (& "
                "accelerator)))");
    expect_tree("typedef struct tile_barrier tile_barrier; tile_barrier *f(tile_barrier *);",
                "(vars typedef (struct tile_barrier) (tile_barrier)) (vars 'tile_barrier (f "
                "fn('tile_barrier - *) *))");
    expect_tree("int accelerator(int accelerator), *accelerator_view, completion_future[2];",
                "(vars int (accelerator fn(int accelerator)) (accelerator_view *) "
                "(completion_future [2]))");
    expect_tree("int using, namespace, mutable, amp, cpu, restrict_, parallel_for_each, tile;",
                "(vars int (using) (namespace) (mutable) (amp) (cpu) (restrict_) "
                "(parallel_for_each) (tile))");
    expect_stmt("goto index; index: x = index ? accelerator : tile;",
                "(goto index) (label index (expr (= x (? index accelerator tile))))");
    expect_stmt("x.index = y->extent < z->array > (3); x.accelerator(1);",
                "(expr (= (. x index) (> (< (-> y extent) (-> z array)) (paren 3)))) (expr (call "
                "(. x accelerator) 1))");
}
END_TEST

TEST_MAIN("parser_amp", test_types, test_prefixes, test_constructors, test_members, test_restrict,
          test_lambdas, test_stays_c)
