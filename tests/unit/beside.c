/* sema/analysis/beside.h: whether threads that are neighbours in the last dimension find what a
 * kernel accesses side by side. */
#include "sema/analysis/beside.h"
#include "tests/unit/types_unit.h"

static const char prelude[] =
    "static int get(array_view<int, 2> v, index<2> i) restrict(amp) { return v(i[1], i[0]); }\n"
    "static int twice(int x) restrict(amp) { return 2 * x; }\n";

/* Of a kernel with this body over a domain of that rank. */
static void check_rank(bool want, int rank, const char *body)
{
    struct buf b = {0};
    const struct launch *l;
    bool got;

    buf_printf(&b,
               "%s\nvoid host(int n, int *p) {\n"
               "array_view<int, 2> v(n, n, p), w(n, n, p);\narray_view<int> u(n, p);\n"
               "parallel_for_each(%s.extent, [=](index<%d> i) restrict(amp) { %s }); }\n",
               prelude, rank == 1 ? "u" : "v", rank, body);
    unit_open(b.at);
    l = unit_program->launches.at[0];
    got = rank == 1 ? beside_once(l) : beside_all(&unit_ctx, l);
    unit_close();
    buf_free(&b);
    if (got != want)
        fprintf(stderr, "%s: %d\n", body, got);
    ck_assert_int_eq(got, want);
}

static void check(bool want, const char *body)
{
    check_rank(want, 2, body);
}

static void check_once(bool want, const char *body)
{
    check_rank(want, 1, body);
}

START_TEST(subscripts)
{
    check(true, "v[i] = 1;");
    check(true, "v(i[0], i[1]) = w(i[0] + 1, i[1] - 1) + w(i[0], 5) + w(7, i[1]);");
    check(true, "v[i[0]][i[1]] = n;");
    check(true, "v[i] = u[i[1] + n * i[0]] + u[i[0] * i[0]] + u[n - i[1]];");
    check(true, "v[i + index<2>(1, 1)] = v[i - index<2>(0, i[1])];");
    check(true, "v[i] = i[1] > 2 ? u[i[1] < n ? i[1] : n - 1] : u[0];");
    check(false, "v(i[1], i[0]) = 1;");
    check(false, "v[i] = w[i[1]][i[0]];");
    check(false, "v[i] = u[i[1] * n];");
    check(false, "v[i] = u[i[i[0] % 2]];");
    check(false, "v[i] = u[u[i[1]]];");
    check(false, "v[index<2>(i[1], i[0])] = 1;");
    check(false, "v[i + i[1]] = 1;");
    check(false, "v[i] = w.section(i[1], 0, 1, 1)(0, 0);");
}
END_TEST

START_TEST(variables)
{
    check(true,
          "int row = i[0], col = i[1]; for (int k = 0; k < n; k++) v(row, col) += w(k, col);");
    check(true, "index<2> j = i; j[1] += 1; j[0] = 3; v[j] = 1;");
    check(true, "int k = 0; while (k < i[1]) k++; v(k, 0) = 1;"); /* conditions do not count */
    check(false, "int row, col; col = i[0]; row = i[1]; v(row, col) = 1;");
    check(false, "int a = 0, b = 0; for (int k = 0; k < n; k++) { v(b, 0) = 1; b = a; a = i[1]; }");
    check(false, "index<2> j = i; j[0] = i[1]; v[j] = 1;");
    check(false, "index<2> j(i[1], i[0]); v[j] = 1;");
    check(false, "int k = i[1]; k *= 2; v(i[0], k) = 1;");
}
END_TEST

START_TEST(functions)
{
    check(true, "v(i[0], twice(n)) = 1;");
    check(false, "v(i[0], twice(i[1])) = 1;");
    check(false, "u[i[1]] = get(v, i);");
}
END_TEST

START_TEST(loops)
{
    check_once(true, "u[i] = 1;");
    check_once(true, "if (i[0] > 3) { u[i] = n; return; } u[i] = i[0] ? 1 : 2;");
    check_once(false, "for (int k = 0; k < n; k++) u[i] += k;");
    check_once(false, "if (n) while (u[i] < n) u[i]++;");
    check_once(false, "do u[i]++; while (u[i] < n);");
    check_once(false, "u[i] = twice(n);");
}
END_TEST

TEST_MAIN("beside", subscripts, variables, functions, loops)
