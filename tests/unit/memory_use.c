/* sema/simulate/memory_use.h: whether a kernel is proved to write all of the view v before it reads
 * any of it. */
#include "sema/simulate/memory_use.h"
#include "tests/unit/types_unit.h"

static const char prelude[] =
    "struct pair { int x, y; };\n"
    "void outside(array_view<int> v) restrict(amp);\n"
    "static void put(array_view<int> v, index<1> i) restrict(amp) { v[i] = 1; }\n"
    "static void put_if(array_view<int> v, index<1> i, int c) restrict(amp) "
    "{ if (c) return; v[i] = 1; }\n"
    "static void put_in(array_view<int> v, index<1> i, int c) restrict(amp) "
    "{ for (int k = 0; k < c; k++) if (k == 5) return; v[i] = 1; }\n"
    "static int add(array_view<int> v, index<1> i) restrict(amp) { return v[i] += 1; }\n";

struct kernel {
    const char *text;
    char answer; /* of wholly_written_first: + proved, - refuted, ? unknown */
};

static char letter(enum answer a)
{
    return a == ANSWER_PROVED ? '+' : a == ANSWER_REFUTED ? '-' : '?';
}

static struct symbol *captured(const struct launch *l, const char *name)
{
    for (int i = 0; i < l->captures.n; i++)
        if (!strcmp(l->captures.at[i].symbol->name, name))
            return l->captures.at[i].symbol;
    return NULL;
}

/* declared: makes v, of memory p with n elements; domain, param: of the launch. */
static bool kernel_check(const char *declared, const char *domain, const char *param,
                         const struct kernel *k)
{
    struct buf b = {0};
    struct findings findings;
    struct memory_use use = {0};
    const struct launch *l;
    struct symbol *v;
    char answer;

    buf_printf(&b,
               "%s\nvoid host(int n, int m, int *p, int *q, array<int> &t) {\n"
               "%s array_view<int> w(m, q);\n"
               "parallel_for_each(%s, [=, &t](%s i) mutable restrict(amp) { t[0] = 1; %s }); }\n",
               prelude, declared, domain, param, k->text);
    unit_open(b.at);
    l = unit_program->launches.at[0];
    v = captured(l, "v");
    ck_assert_ptr_nonnull(v);
    findings_begin(&findings, &unit_ctx);
    memory_use_run(&unit_ctx, &findings, l, ADVICE_BUDGET, &use);
    answer = letter(memory_use_effect(&unit_ctx, &findings, &use, l, v).wholly_written_first);
    unit_close();
    buf_free(&b);
    if (answer != k->answer)
        fprintf(stderr, "%s: '%c', not '%c'\n", k->text, answer, k->answer);
    return answer == k->answer;
}

#define KERNELS_CHECK(declared, domain, param, ...)                                                \
    do {                                                                                           \
        const struct kernel kernels_[] = {__VA_ARGS__};                                            \
        bool all_ = true;                                                                          \
        for (size_t i_ = 0; i_ < sizeof kernels_ / sizeof *kernels_; i_++)                         \
            all_ &= kernel_check(declared, domain, param, &kernels_[i_]);                          \
        ck_assert(all_);                                                                           \
    } while (0)

START_TEST(each_thread_its_element)
{
    KERNELS_CHECK("array_view<int> v(n, p);", "v.extent", "index<1>", {"v[i] = 1;", '+'},
                  {"v(i) = 1;", '+'}, {"v[i[0]] = n;", '+'}, {"int k = i[0]; v[k] = k;", '+'},
                  {"int *x = &v[i]; *x = 1;", '+'}, {"put(v, i);", '+'},
                  {"array_view<int> a = v; a[i] = 1;", '+'}, {"do v[i] = 1; while (0);", '+'},
                  {"if (n > 3) v[i] = 1; else v[i] = 2;", '?'},
                  {"for (int k = 0; k < 2; k++) v[i] = k;", '+'},
                  {"for (int k = 0; k < 4; k++) if (k == i[0] % 4) v[i] = k;", '+'});
}
END_TEST

START_TEST(not_every_element)
{
    KERNELS_CHECK("array_view<int> v(n, p);", "v.extent", "index<1>", {"v[0] = 1;", '?'},
                  {"v[i + 1] = 1;", '?'}, {"v[n - 1 - i[0]] = 1;", '?'}, {"v[i[0] / 2] = 1;", '?'},
                  {"if (m) v[i] = 1;", '?'}, {"if (i[0] % 2) v[i] = 1;", '?'},
                  {"if (i[0] > 0) v[i] = 1;", '?'}, {"if (w[i]) v[i] = 1;", '?'},
                  {"m && (v[i] = 1);", '?'}, {"m ? (v[i] = 1) : 0;", '?'},
                  {"for (int k = 0; k < m; k++) v[i] = k;", '?'}, {"while (w[i]--) v[i] = 1;", '?'},
                  {"w[i] = 1; n = v.extent[0];", '-'}, {"atomic_store(&v[i], 1);", '?'},
                  {"if (0) v[i] = 1;", '-'});
    KERNELS_CHECK("array_view<int> v(n, p);", "extent<1>(m)", "index<1>", {"v[i] = 1;", '?'});
    KERNELS_CHECK("array_view<int> v(n, p);", "extent<1>(n)", "index<1>", {"v[i] = 1;", '+'});
    KERNELS_CHECK("array_view<int> v(n, p); n--;", "extent<1>(n)", "index<1>", {"v[i] = 1;", '?'});
    KERNELS_CHECK("array_view<int> v(100, p);", "extent<1>(99)", "index<1>", {"v[i] = 1;", '?'});
    KERNELS_CHECK("array_view<int> v(99, p);", "extent<1>(100)", "index<1>",
                  {"if (i[0] < 99) v[i] = 1;", '+'}, {"if (i[0] < 98) v[i] = 1;", '?'});
}
END_TEST

START_TEST(threads_that_leave)
{
    KERNELS_CHECK(
        "array_view<int> v(n, p);", "v.extent", "index<1>",
        {"if (!v.extent.contains(i)) return; v[i] = 1;", '+'}, {"if (m) return; v[i] = 1;", '?'},
        {"v[i] = 1; if (m) return;", '+'}, {"m && ({ return; 1; }); v[i] = 1;", '?'},
        {"for (int k = 0; k < n; k++) if (k == 500) return; v[i] = 1;", '?'},
        {"for (int k = 0; k < n; k++) if (k == 500) break; v[i] = 1;", '+'},
        {"for (int k = 0; k < 9; k++) { if (k < m) continue; v[i] = 1; }", '?'},
        {"switch (m) { case 1: return; } v[i] = 1;", '?'},
        {"switch (m) { case 1: v[i] = 1; break; default: v[i] = 2; }", '?'},
        {"switch (m) { case 1: break; default: v[i] = 2; }", '?'},
        {"if (m) goto out; v[i] = 1; out: ;", '?'}, {"put_if(v, i, m);", '?'},
        {"put_if(v, i, 0);", '+'}, {"put_in(v, i, m);", '?'}, {"put_if(w, i, m); put(v, i);", '+'});
}
END_TEST

START_TEST(read_before)
{
    KERNELS_CHECK("array_view<int> v(n, p);", "v.extent", "index<1>", {"v[i] += 1;", '?'},
                  {"n = v[0]; v[i] = 1;", '?'}, {"v[i] = 1; n = v[i];", '?'}, {"add(v, i);", '?'},
                  {"for (int k = 0; k < m; k++) if (k == 500) n = v[k]; v[i] = 1;", '?'},
                  {"outside(v); v[i] = 1;", '?'}, {"v[i] = w[i];", '?'});
    /* Other views may show its elements, and another view may have its name. */
    KERNELS_CHECK("array_view<int> v(n, p), x = v;", "v.extent", "index<1>", {"v[i] = x[i];", '?'},
                  {"v[i] = 1; x[i] = 2;", '+'}, {"v = x; v[i] = 1;", '?'},
                  {"v = w; v[i] = 1;", '?'}, {"x = v; x[i] = 1;", '+'});
    KERNELS_CHECK("int a[64]; array_view<int> v(a);", "v.extent", "index<1>",
                  {"v[i] = w[i];", '?'});
}
END_TEST

START_TEST(parts_of_elements)
{
    KERNELS_CHECK("array_view<struct pair> v(n, (struct pair *)p);", "v.extent", "index<1>",
                  {"v[i].x = 1;", '?'}, {"v[i].x = 1; v[i].y = 2;", '?'},
                  {"v[i] = (struct pair){1, 2};", '+'}, {"*(int *)&v[i] = 1;", '?'});
    KERNELS_CHECK("array_view<char> v(n, (char *)p);", "v.extent", "index<1>", {"v[i] = 1;", '+'},
                  {"*(short *)&v[i] = 1;", '+'});
}
END_TEST

START_TEST(more_dimensions)
{
    KERNELS_CHECK("array_view<int, 2> v(n, m, p);", "v.extent", "index<2>", {"v[i] = 1;", '+'},
                  {"v(i[0], i[1]) = 1;", '+'}, {"v[i[0]][i[1]] = 1;", '+'},
                  {"v(i[1], i[0]) = 1;", '?'}, {"v(i[0], 0) = 1;", '?'});
    KERNELS_CHECK("array_view<int, 2> v(n, m, p);", "extent<2>(m, n)", "index<2>",
                  {"v[i] = 1;", '?'});
    KERNELS_CHECK("array_view<int, 2> v(n, m, p);", "v.extent.tile<4, 8>().pad()",
                  "tiled_index<4, 8>", {"if (v.extent.contains(i)) v[i] = 1;", '+'},
                  {"if (v.extent.contains(i.global)) v[i.global] = 1;", '+'},
                  {"if (i.local[0] == 0) v[i] = 1;", '?'}, {"v[i.local] = 1;", '?'});
    KERNELS_CHECK("array_view<int, 2> v(n, m, p);", "v.extent.tile<4, 8>().truncate()",
                  "tiled_index<4, 8>", {"v[i] = 1;", '?'});
}
END_TEST

/* A launch of one tile: elements are counted. */
START_TEST(one_tile)
{
    KERNELS_CHECK("array_view<int> v(64, p);", "extent<1>(32).tile<32>()", "tiled_index<32>",
                  {"v[i.local[0]] = 1; v[i.local[0] + 32] = 1;", '+'},
                  {"v[2 * i.local[0]] = 1; v[2 * i.local[0] + 1] = 1;", '+'},
                  {"v[2 * i.local[0]] = 1; v[2 * i.local[0] + 2] = 1;", '?'},
                  {"v[63 - i.local[0]] = 1; v[i.local[0]] = 1;", '+'}, {"v[i.local[0]] = 1;", '?'},
                  {"v[i.local[0]] = 1; if (n) v[i.local[0] + 32] = 1;", '?'},
                  {"if (i.local[0] == 0) for (int k = 0; k < 64; k++) v[k] = k;", '+'},
                  {"for (int k = 0; k < 64; k += 32) v[k + i.local[0]] = k;", '+'},
                  {"for (int k = 0; k < m; k += 32) v[k + i.local[0]] = k;", '?'});
    KERNELS_CHECK("array_view<int> v(64, p);", "extent<1>(64).tile<32>()", "tiled_index<32>",
                  {"v[i.local[0]] = 1; v[i.local[0] + 32] = 1;", '?'}, {"v[i] = 1;", '+'});
}
END_TEST

TEST_MAIN("memory use", each_thread_its_element, not_every_element, threads_that_leave, read_before,
          parts_of_elements, more_dimensions, one_tile)
