/* sema/analysis/effects.h: what small kernels do to the view v, beside w and t. */
#include "sema/analysis/effects.h"

#include "tests/unit/types_unit.h"

static const char prelude[] =
    "struct pair { int x, y, row[4]; };\n"
    "struct views { array_view<int> a, b; int n; };\n"
    "struct deep { int n; struct views in; struct { array_view<int> c; struct { array_view<int> d; "
    "}; }; "
    "struct views rows[2]; };\n"
    "int outside(array_view<int> v) restrict(amp);\n"
    "int outside_const(array_view<const int> v) restrict(amp);\n"
    "int *outside_pointer(const int *p) restrict(amp);\n"
    "static int get(array_view<int> v, int i) restrict(amp) { return v[i]; }\n"
    "static void put(array_view<int> v, int i) restrict(amp) { v[i] = i; }\n"
    "static int size(array_view<int> v) restrict(amp) { return v.extent[0]; }\n"
    "static void store(int *p) restrict(amp) { *p = 1; }\n"
    "static int load(const int *p) restrict(amp) { return *p; }\n"
    "static int *next(int *p) restrict(amp) { return p + 1; }\n"
    "static int *either(int *p, int *q, int c) restrict(amp) { return c ? p : q; }\n"
    "static array_view<int> tail(array_view<int> v) restrict(amp) { return v.section(index<1>(1)); "
    "}\n"
    "static void move(int **p) restrict(amp) { ++*p; }\n"
    "static int *first(array_view<int> v) restrict(amp) { return v.data(); }\n"
    "static struct views pair_of(array_view<int> a, array_view<int> b) restrict(amp) { struct "
    "views s "
    "= {a, b, 1}; return s; }\n"
    "static void step(index<2> &k) restrict(amp) { k[0]++; }\n"
    "static void nothing(array_view<int>) restrict(amp) {}\n"
    "static void turn(array_view<int> &v, array_view<int> w) restrict(amp) { v = w; }\n"
    "static void touch(array_view<int> &v) restrict(amp) { v[0] = 1; }\n"
    "static void deep(array_view<int> v, int i) restrict(amp) { if (i > 3) put(tail(v), i); }\n"
    "static void put_a(struct views s) restrict(amp) { s.a[0] = s.b[0]; }\n"
    "static void put_b(struct views s) restrict(amp) { s.b[0] = s.a[0]; }\n"
    "static void swap(struct views *s) restrict(amp) { struct views t = *s; s->a = t.b; s->b = "
    "t.a; }\n"
    "static struct views same(struct views s) restrict(amp) { return s; }\n"
    "static struct views turned(struct views s) restrict(amp) { return (struct views){s.b, s.a, "
    "0}; }\n"
    "static struct deep same_deep(struct deep s) restrict(amp) { return s; }\n"
    "static struct views of(struct deep s) restrict(amp) { return s.in; }\n"
    "static void through(struct views *s) restrict(amp) { s->b[0] = 1; }\n"
    "static void outside_deep(struct deep s) restrict(amp) { put_a(s.in); s.c[0] = 1; }\n"
    "static int again(struct views s, int n) restrict(amp) { return n ? s.a[n] : again(s, n - 1); "
    "}\n"
    "static void sum(array_view<int> to, array_view<int> from) restrict(amp) { to[0] = from[0]; "
    "}\n";

struct kernel {
    const char *text;
    const char *effect; /* of v: reads, writes; + proved, - refuted, ? unknown */
};

static char letter(enum answer a)
{
    return a == ANSWER_PROVED ? '+' : a == ANSWER_REFUTED ? '-' : '?';
}

/* The effect on the view at 'path' in s, as ".rows[1].a". */
static struct effect member_effect(const struct launch *l, const struct symbol *s, const char *path)
{
    type_path steps = {0};
    const struct type *t = s->type;

    while (*path) {
        struct type_step step = {t, 0};
        if (t->kind == TYPE_ARRAY) {
            step.at = path[1] - '0';
            path += strlen("[0]");
            t = t->base;
        } else {
            size_t n = strcspn(path + 1, ".[");
            const struct record_member *m = t->record->members.at;
            for (; m->name ? strlen(m->name) != n || strncmp(m->name, path + 1, n) : n > 0; m++)
                step.at++;
            path += n + 1;
            t = m->type;
        }
        vec_push(&unit_ctx.arena, &steps, step);
    }
    return effect_of_member(&unit_ctx, l, s, &steps);
}

/* params: of the host function; the kernel's text has 'v', and 'i', an index<1>. path: to the view
 * in v, or "". */
static bool kernel_check(const char *params, const char *path, const struct kernel *k)
{
    struct buf b = {0};
    const struct effect none = {ANSWER_REFUTED, ANSWER_REFUTED, ANSWER_REFUTED}; /* no capture */
    const struct launch *l;
    const struct symbol *v = NULL;
    char effect[3] = "";
    struct effect e;

    buf_printf(&b,
               "%s\nvoid host(%s, array_view<int> w, array_view<int> t, int n) {\n"
               "parallel_for_each(w.extent, [=](index<1> i) mutable restrict(amp) { %s }); }\n",
               prelude, params, k->text);
    unit_open(b.at);
    l = unit_program->launches.at[0];
    for (int i = 0; i < l->captures.n; i++)
        if (!strcmp(l->captures.at[i].symbol->name, "v"))
            v = l->captures.at[i].symbol;
    e = !v ? none : *path ? member_effect(l, v, path) : effect_of_capture(&unit_ctx, l, v);
    effect[0] = letter(e.reads);
    effect[1] = letter(e.writes);
    unit_close();
    buf_free(&b);
    if (strcmp(effect, k->effect))
        fprintf(stderr, "%s: '%s', not '%s'\n", k->text, effect, k->effect);
    return !strcmp(effect, k->effect);
}

#define KERNELS_CHECK(params, ...) MEMBER_CHECK(params, "", __VA_ARGS__)
#define MEMBER_CHECK(params, path, ...)                                                            \
    do {                                                                                           \
        const struct kernel kernels_[] = {__VA_ARGS__};                                            \
        bool all_ = true;                                                                          \
        for (size_t i_ = 0; i_ < sizeof kernels_ / sizeof *kernels_; i_++)                         \
            all_ &= kernel_check(params, path, &kernels_[i_]);                                     \
        ck_assert(all_);                                                                           \
    } while (0)

START_TEST(elements)
{
    KERNELS_CHECK("array_view<int> v", {"v[i] = 1;", "-+"}, {"int x = v[i];", "+-"},
                  {"v[i] += 1;", "++"}, {"v[i]++;", "++"}, {"--v[i];", "++"}, {"v[i];", "+-"},
                  {"w[i] = v[i] = 2;", "-+"}, {"w[v[i]] = 1;", "+-"}, {"v[w[i]] = 1;", "-+"},
                  {"int x = v.extent[0];", "--"}, {"(v)[(i)] = 1;", "-+"}, {"v(i) = 1;", "-+"},
                  {"i[0] = v(i[0]);", "+-"}, {"v(v(i)) = 1;", "++"});
}
END_TEST

/* What stands in a kernel and does nothing. */
START_TEST(not_evaluated)
{
    KERNELS_CHECK(
        "array_view<int> v", {"int x = sizeof v[i];", "--"}, {"int x = sizeof(v[i] = 1);", "--"},
        {"__typeof__(v[i]) x = 1;", "--"}, {"int x = _Generic(v[i], int: 1, default: 2);", "--"},
        {"int x = _Generic(1, int: v[i], default: w[i]);", "+-"},
        {"int x = _Generic(1, float: v[i], default: w[i]);", "--"},
        {"int x = __builtin_choose_expr(1, v[i], w[i]);", "+-"},
        {"int x = __builtin_choose_expr(0, v[i], w[i]);", "--"}, {"if (0) v[i] = 1;", "--"},
        {"if (1) w[i] = 1; else v[i] = 1;", "--"}, {"int x = 0 && v[i];", "--"},
        {"int x = n && v[i];", "+-"}, {"int x = 1 || v[i];", "--"},
        {"int x = n || (v[i] = 1);", "-+"}, {"int x = 0 ? v[i] : 2;", "--"},
        {"while (0) v[i] = 1;", "--"}, {"do v[i] = 1; while (0);", "-+"},
        {"return; v[i] = 1;", "--"}, {"for (;;) w[i] = 1; v[i] = 1;", "--"},
        {"for (;;) { if (n) break; } v[i] = 1;", "-+"},
        {"for (;; v[i] = 1) { if (n) continue; return; }", "-+"},
        {"for (;; v[i] = 1) { if (n) return; break; }", "--"},
        {"if (n) return; else return; v[i] = 1;", "--"}, {"if (n) return; v[i] = 1;", "-+"},
        {"switch (n) { v[i] = 1; case 1: w[i] = 1; }", "--"},
        {"switch (n) { case 0: return; v[i]++; case 1: v[i] = 2; }", "-+"},
        {"switch (n) { case 0: while (n) { case 1: v[i] = 2; } }", "-+"},
        {"while (1) { switch (n) { case 0: break; } } v[i] = 1;", "--"});
}
END_TEST

/* Iterations of loops, whatever ends them. */
START_TEST(loops)
{
    KERNELS_CHECK(
        "array_view<int> v", {"for (;;) { n += v[i]; }", "+-"},
        {"for (int k = 0; k < n; k++) if (k == 500) v[i] = 1;", "-+"}, {"while (v[i]) n++;", "+-"},
        {"do n++; while (v[i] > n);", "+-"}, {"for (int k = v[0]; k < v[1]; k += v[2]) n++;", "+-"},
        {"int *p = &t[0]; for (;;) { *p = 1; p = &v[0]; if (n) break; }", "-?"},
        {"int *p = &v[0], *q = &t[0], *r = &t[0]; for (;;) { *r = 1; r = q; q = p; }", "-?"});
}
END_TEST

START_TEST(pointers)
{
    KERNELS_CHECK(
        "array_view<int> v", {"int *p = &v[i]; *p = 1;", "-+"},
        {"const int *p = &v[i]; n = *p;", "+-"}, {"int *p = &v[i];", "--"},
        {"int *p; p = &v[i]; p[3] += 1;", "++"}, {"int *p = v.data(); p++; *p = 1;", "-+"},
        {"int *p = n ? &v[0] : &w[0]; *p = 1;", "-?"},
        {"int *p = 0; if (n) p = &v[0]; *p = 1;", "-+"}, {"*(n ? &v[0] : &v[1]) = 1;", "-+"},
        {"int x = *(&v[i] + 1);", "+-"}, {"int *p = &w[i]; p = &v[i]; n = *p;", "?-"},
        {"store(&v[i]);", "-+"}, {"n = load(&v[i]);", "+-"}, {"*next(&v[i]) = 1;", "-+"},
        {"*either(&v[0], &w[0], n) = 1;", "-?"}, {"store(either(&t[0], &w[0], n)); v[i];", "+-"},
        {"int own[4]; int *p = own; *p = v[0];", "+-"}, {"char *p = (char *)&v[i]; *p = 1;", "-+"},
        {"void *p = &v[i]; *(int *)p = 1;", "-+"}, {"n = &v[i] == &v[0];", "--"},
        {"int *p = ({ n++; &v[i]; }); *p = 1;", "-+"},
        {"n = *outside_pointer(&w[0]); n = v[i];", "+-"}, {"n = *outside_pointer(&v[0]);", "??"});
}
END_TEST

START_TEST(parts)
{
    KERNELS_CHECK(
        "array_view<int> v", {"array_view<int> a = v.section(index<1>(1)); a[0] = 1;", "-+"},
        {"array_view<int> a = v; n = a[i];", "+-"}, {"array_view<int> a(v); a[i] = 1;", "-+"},
        {"array_view<int> a = w; a = v; a[i] = 1;", "-?"}, {"v = w; v[i] = 1;", "-?"},
        {"n = v.section(index<1>(1))[0];", "+-"}, {"n = v.section(index<1>(1)).extent[0];", "--"},
        {"n = v.section(index<1>(w[0])).extent[0];", "--"},
        {"n = w.section(index<1>(v[0])).extent[0];", "+-"},
        {"array_view<int, 2> a = v.view_as(extent<2>(2, 3)); a(1, 2) = 1;", "-+"},
        {"array_view<float> a = v.reinterpret_as<float>(); a[0] = 1;", "-+"},
        {"array_view<int> a(3, &v[i]); a[0] = 1;", "-+"},
        {"array_view<const int> a = v; n = a[0];", "+-"},
        {"array_view<int> *p = &v; (*p)[i] = 1;", "-?"},
        {"array_view<int> *p = &w; n = (*p)[i]; n = v[0];", "+-"},
        {"array_view<int> *p = &w; *p = v; w[0] = 1;", "??"},
        {"struct views s = {v, v, 1}; s.b[0] = 1; n = s.n;", "-+"},
        {"struct views s = {v, w, 1}; s.b[0] = 1;", "-?"},
        {"struct views s = {w, w, 1}; s.a = v; n = s.n;", "--"},
        {"array_view<int> a[2] = {w, v}; a[n][i] = 1;", "-?"});
    KERNELS_CHECK("array_view<int, 2> v", {"v[1][2] = 1;", "-+"}, {"n = v[1][2];", "+-"},
                  {"n = v[1].extent[0];", "--"}, {"array_view<int> r = v[n]; r[0]++;", "++"});
}
END_TEST

START_TEST(objects)
{
    KERNELS_CHECK(
        "array_view<struct pair> v", {"v[i].x = 1;", "-+"}, {"n = v[i].x;", "+-"},
        {"v[i].row[2] = 1;", "-+"}, {"n = v[i].row[n];", "+-"},
        {"int *p = v[i].row; p[2] = 1;", "-+"}, {"char *p = (char *)v[i].row; *p = 1;", "-+"},
        {"struct pair p = v[i]; p.x = 1;", "+-"}, {"v[i] = (struct pair){1, 2};", "-+"},
        {"v[i] = v[0];", "++"}, {"struct pair *p = &v[i]; p->x = 1; (*p).row[1] = p->y;", "++"});
    KERNELS_CHECK("struct views v", {"v.a[i] = 1;", "-+"}, {"n = v.b[i];", "+-"},
                  {"n = v.n;", "--"}, {"n = v.a.extent[0];", "--"},
                  {"struct views s = v; s.a[i] = 1;", "-+"}, {"v.a = w; v.a[i] = 1;", "-?"});
    KERNELS_CHECK("array_view<index<2>> v", {"v[i] = index<2>(1, 2);", "-+"},
                  {"n = v[i][1];", "+-"}, {"v[i][1] = 2;", "-+"}, {"v[i][1] += 2;", "++"},
                  {"v[i] += 1;", "++"}, {"v[i]++;", "++"}, {"n = v[i] == v[0];", "+-"},
                  {"index<2> k = v[i];", "+-"}, {"step(v[i]);", "+?"},
                  {"index<2> k = v[i]; step(k);", "+-"},
                  {"index<2> *p = &v[i]; *p = index<2>(); (*p)[1]--;", "++"});
    KERNELS_CHECK("array_view<extent<1>> v", {"n = v[i].size();", "+-"},
                  {"n = v[i].contains(i);", "+-"}, {"extent<1> e = v[i] + 1;", "+-"},
                  {"extent<1> *p = &v[i]; n = p->size();", "+-"});
    KERNELS_CHECK("array_view<const int> v", {"n = v[i];", "+-"}, {"n = outside_const(v);", "?-"},
                  {"n = load(&v[i]);", "+-"});
}
END_TEST

/* One of several views in an object. */
START_TEST(members)
{
    MEMBER_CHECK(
        "struct views v", ".a", {"v.a[i] = 1;", "-+"}, {"v.b[i] = 1;", "--"},
        {"v.b[i] = v.a[i];", "+-"}, {"struct views s = v; s.b[i] = s.a[i];", "+-"},
        {"struct views s = v; s.a[i] = 1;", "-+"}, {"v.b = v.a; v.b[i] = 1;", "-?"},
        {"v.a = w; v.a[i] = 1; n = v.b[i];", "-?"}, {"v.b = w; v.b[i] = 1;", "--"},
        {"struct views s = {v.b, v.a, 1}; s.a[i] = 1;", "-?"},
        {"struct views s; s.a = v.b; s.b = v.b; s.a[i] = s.b[i];", "--"},
        {"struct views s = v; s = (struct views){w, t, 1}; s.b[i] = 1;", "--"},
        {"struct views s = v; s = (struct views){w, t, 1}; s.a[i] = 1;", "-?"},
        {"struct views s = n ? v : (struct views){w, t, 1}; s.b[i] = 1;", "--"},
        {"(n ? v.a : v.b)[i] = 1;", "-?"}, {"(n ? v : v).a[i] = 1;", "-+"},
        {"({ v; }).b[i] = 1;", "--"}, {"(n, v).a[i] = 1;", "-+"},
        {"struct views *p = &v; p->b[i] = 1;", "-?"}, {"touch(v.b);", "--"},
        {"turn(v.b, v.a); v.b[i] = 1;", "??"}, {"turn(v.a, w); v.b[i] = 1;", "-?"},
        {"turn(v.b, w); n = v.a[i];", "+-"}, {"through(&v);", "-?"}, {"put_a(v);", "-+"},
        {"put_b(v);", "+-"}, {"swap(&v); v.b[i] = 1;", "??"}, {"put_b(v); v.b[i] = 1;", "+-"},
        {"same(v).b[i] = 1;", "--"}, {"same(v).a[i] = 1;", "-+"}, {"turned(v).a[i] = 1;", "-?"},
        {"turned(v).b[i] = 1;", "-?"}, {"again(v, n);", "??"}, {"v.n = v.b.extent[0];", "--"},
        {"struct views s[2] = {v, v}; s[1].b[i] = 1;", "-?"},
        {"struct views s[2]; s[0] = v; s[n].b[i] = 1;", "-?"},
        {"struct deep s; s.in = v; s.in.b[i] = 1;", "-?"}, {"put(v.b, 1);", "--"},
        {"put(v.a, 1);", "-+"}, {"sum(v.b, v.a);", "+-"}, {"outside(v.b);", "--"},
        {"outside(v.a);", "??"}, {"int *p = &v.b[1]; *p = v.a[0];", "+-"},
        {"array_view<int> m = v.b; m = v.a; m[i] = 1;", "-?"});
    MEMBER_CHECK("struct views v", ".b", {"v.a[i] = 1;", "--"}, {"put_b(v);", "-+"},
                 {"put_a(v);", "+-"}, {"swap(&v);", "??"}, {"v.n = v.b[i];", "+-"});
}
END_TEST

START_TEST(members_of_members)
{
    MEMBER_CHECK("struct deep v", ".in.b", {"v.in.b[i] = 1;", "-+"}, {"v.in.a[i] = 1;", "--"},
                 {"v.rows[0].b[i] = 1;", "--"}, {"struct views s = v.in; s.b[i] = 1;", "-+"},
                 {"struct views s = v.rows[1]; s.b[i] = 1;", "--"}, {"of(v).b[i] = 1;", "-+"},
                 {"of(v).a[i] = 1;", "--"}, {"outside_deep(v);", "+-"}, {"put_b(v.in);", "-+"},
                 {"v.in = v.rows[0]; v.in.b[i] = 1;", "-?"}, {"v.c[i] = v.d[i];", "--"},
                 {"v.rows[0] = v.in; v.rows[0].a[i] = 1;", "-?"}, {"put_b(v.rows[n]);", "--"});
    MEMBER_CHECK("struct deep v", "..c", {"v.c[i] = 1;", "-+"}, {"v.d[i] = 1;", "--"},
                 {"v.in.a[i] = 1;", "--"}, {"outside_deep(v);", "-+"});
    MEMBER_CHECK("struct deep v", "...d", {"v.c[i] = 1;", "--"}, {"v.d[i] = 1;", "-+"},
                 {"v.rows[n].a[i] = 1;", "--"}, {"struct deep s = v; s.d[i]++;", "++"});
    MEMBER_CHECK(
        "struct deep v", ".rows[1].a", {"v.rows[0].a[i] = v.rows[1].a[i];", "+-"},
        {"v.rows[n].a[i] = 1;", "-?"}, {"v.rows[n].b[i] = 1;", "--"}, {"1[v.rows].a[i] = 1;", "-+"},
        {"(v.rows)[2 - 1].a[i] = 1;", "-+"}, {"struct views *p = v.rows; p->b[i] = 1;", "-?"},
        {"(v.rows + 1)->a[i] = 1;", "-?"}, {"(*v.rows).a[i] = 1;", "-?"},
        {"put_a(v.rows[1]);", "-+"}, {"put_a(v.rows[0]);", "--"},
        {"same_deep(v).rows[0].a[i] = 1;", "--"}, {"(&same_deep(v).rows[0] + 1)->a[i] = 1;", "-?"},
        {"(*(same_deep(v).rows + 1)).a[i] = 1;", "-?"}, {"same_deep(v).rows[1].a[i] = 1;", "-+"},
        {"same_deep(v).rows[n].a[i] = 1;", "-?"},
        {"v.rows[0] = v.rows[1]; v.rows[0].b[i] = 1;", "-?"});
}
END_TEST

START_TEST(functions)
{
    KERNELS_CHECK(
        "array_view<int> v", {"n = get(v, 1);", "+-"}, {"put(v, 1);", "-+"}, {"n = size(v);", "--"},
        {"if (n > 2) deep(v, n);", "-+"}, {"n = get(tail(v), 1);", "+-"},
        {"n = tail(v).extent[0];", "--"}, {"sum(v, w);", "-+"}, {"sum(w, v);", "+-"},
        {"sum(v, v);", "++"}, {"sum(v, w); sum(w, t);", "-+"}, {"touch(v);", "-+"},
        {"turn(v, w); n = v[0];", "?-"}, {"turn(w, v); n = w[0];", "??"}, {"outside(v);", "??"},
        {"outside_const(v);", "??"}, {"nothing(v); n = v[i];", "+-"},
        {"outside(w); v[i] = 1;", "-+"}, {"if (0) put(v, 1);", "--"}, {"n = get(w, v[0]);", "+-"},
        {"put(n ? v : w, 1);", "-?"});
    KERNELS_CHECK("array_view<float> v", {"float s; sincosf(w[0], &s, &v[0]);", "-+"});
}
END_TEST

START_TEST(atomics)
{
    KERNELS_CHECK("array_view<int> v", {"atomic_fetch_add(&v[i], 1);", "++"},
                  {"atomic_store(&v[i], 1);", "-+"}, {"n = atomic_load(&v[i]);", "+-"},
                  {"int *p = &v[i]; atomic_fetch_inc(p);", "++"},
                  {"atomic_fetch_add(&w[0], v[i]);", "+-"},
                  {"atomic_compare_exchange(&w[0], &v[0], 1);", "++"});
}
END_TEST

/* Uses of an element that are easily overlooked. */
START_TEST(odd_names)
{
    KERNELS_CHECK(
        "array_view<int> v", {"({ v; })[i] = 1;", "-+"}, {"(n, v)[i] = 1;", "-+"},
        {"(n ? v : w)[i] = 1;", "-?"}, {"int *p = &(n ? v : w)[i]; *p = 1;", "-?"},
        {"const int *p = &v[i]; *(int *)p = 1;", "-+"},
        {"array_view<const int> a = v; *(int *)&a[i] = 1;", "-+"},
        {"for (int *p = v.data(); p < v.data() + n; p++) *p = 1;", "-+"},
        {"__auto_type p = &v[i]; *p = 1;", "-+"}, {"__typeof__(&v[i]) p = &v[i]; p[0] += 1;", "++"},
        {"int *p = &v[i]; move(&p); *p = 1;", "-?"}, {"*first(v) = 1;", "-+"},
        {"first(v)[n]++;", "++"}, {"pair_of(v, w).a[i] = 1;", "-?"},
        {"struct views s = pair_of(w, v); s.a[i] = 1;", "-?"},
        {"struct views s = {.b = v}; struct views t2 = s; t2.b[i] = 1;", "-+"},
        {"struct views *s = &(struct views){v, v, 1}; s->a[i] = 1;", "-+"},
        {"struct views s[2] = {{w, w, 1}, {w, v, 2}}; s[1].b[i] = 1;", "-?"},
        {"float x = frexpf(1.5f, &v[i]);", "-+"}, {"n = __builtin_expect(v[i], 1);", "+-"},
        {"int x = (v[i] = 1, 2);", "-+"}, {"n = n ?: v[i];", "+-"}, {"n = v[i] ?: 2;", "+-"},
        {"int *p = &t[0], *q = &v[0]; int *r = p; p = q; q = r; *q = 1;", "-?"},
        {"int *p = n ? &v[0] : 0; if (p) *p = 1;", "-+"}, {"int *p[1];", "--"});
}
END_TEST

/* Labels inside what is not run, ends of loops. */
START_TEST(odd_paths)
{
    KERNELS_CHECK(
        "array_view<int> v", {"switch (n) { if (0) { case 1: v[i] = 1; } }", "-+"},
        {"switch (n) { while (0) { case 1: v[i] = 1; } }", "-+"},
        {"switch (n) { for (; 0;) { case 1: v[i] = 1; } }", "-+"},
        {"switch (n) { for (; 0; v[i] = 1) { case 1: w[i] = 1; } }", "-+"},
        {"switch (n) { if (1) { w[i] = 1; } else { default: v[i] = 1; } }", "-+"},
        {"switch (n) { do { case 1: v[i] = 1; } while (0); }", "-+"},
        {"switch (3) { case 3: v[i] = 1; }", "-+"},
        {"switch (n) { default: return; case 1: break; } v[i] = 1;", "-+"},
        {"for (;;) { switch (n) { default: continue; case 1: break; } break; } v[i] = 1;", "-+"},
        {"do { if (n) continue; w[i] = 1; } while (v[i]);", "+-"},
        {"while (1) { if (n) continue; return; } v[i] = 1;", "--"},
        {"for (;; v[i] = 1) { switch (n) { case 1: continue; } return; }", "-+"},
        {"int k = ({ if (n) return; 1; }); v[i] = k;", "-+"},
        {"n && ({ return; 1; }); v[i] = 1;", "-+"}, {"n || ({ return; 1; }); v[i] = 1;", "-+"},
        {"n ? ({ return; 1; }) : 2; v[i] = 1;", "-+"},
        {"for (int k = 0; k < n || ({ return; 0; }); k++) w[i] = 1; v[i] = 1;", "-+"},
        {"do { return; } while (v[i]);", "--"},
        {"do { if (n) break; return; } while (v[i]); v[i] = 1;", "-+"},
        {"while (n) { for (;;) { if (n > 3) break; } v[i] = 1; }", "-+"},
        {"if (sizeof(int) == 4) ; else v[i] = 1;", "--"},
        {"for (int k = 0; ; k++) { if (k > 3) { v[i] = k; break; } }", "-+"},
        {"switch (n) { case 1: { int *p = &v[i]; case 2: p = &w[i]; *p = 1; } }", "-?"});
}
END_TEST

START_TEST(answers)
{
    const enum answer p = ANSWER_PROVED, r = ANSWER_REFUTED, u = ANSWER_UNKNOWN;

    ck_assert(answer_not(p) == r && answer_not(r) == p && answer_not(u) == u);
    ck_assert(answer_or(p, u) == p && answer_or(r, u) == u && answer_or(r, r) == r);
    ck_assert(answer_and(r, u) == r && answer_and(p, u) == u && answer_and(p, p) == p);
    ck_assert(answer_join(p, r) == u && answer_join(p, p) == p && answer_join(u, u) == u);
}
END_TEST

TEST_MAIN("effects", elements, not_evaluated, loops, pointers, parts, objects, functions, atomics,
          odd_names, odd_paths, answers, members, members_of_members)
