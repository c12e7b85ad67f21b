/* print.c - the functions of the program: views and a launch, the same work on the host on plain
 * arrays, named by macros that look like views, and the comparison. */
#include "nests.h"

#include <stdlib.h>

static const char prelude[] =
    "#include <amp.h>\n"
    "#include <amp_short_vectors.h>\n"
    "#include <math.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "using namespace concurrency;\n"
    "using namespace concurrency::graphics;\n"
    "\n"
    "struct body { float x, y; unsigned n; };\n"
    "struct atom { float_4 p; int n; float m; };\n"
    "struct two { struct body p, q; float m; };\n"
    "static struct body blend(struct body a, struct body b, float t) restrict(cpu, amp) { return "
    "(struct body){.y = a.x * t + b.y, .x = a.y - b.x, .n = a.n ^ b.n}; }\n"
    "static struct body turned(struct body a, float t) restrict(cpu, amp) { if (t > a.x) return "
    "(struct body){a.y, a.x, a.n + 1}; a.x += t; return a; }\n"
    "struct params { float a; unsigned n; float c[9]; };\n"
    "static const float reals[3][5] = {{1, -0.5f, 2.25f}, {0.125f, 3, -7, 1.5f, 0.75f}, {-1, 4, "
    "0, 0.0625f, 5}};\n"
    "static const unsigned numbers[13] = {3, 1, 4, 1, 5, 9, 2, 6, 53, 589, 79, 323, 84};\n"
    "__attribute__((weak)) int wrong, compared;\n"
    "__attribute__((noinline)) static int hidden(int n) { return n; }\n"
    "static unsigned long mix(unsigned long h, unsigned long x) { return (h ^ x) * "
    "1099511628211UL + (h >> 40); }\n"
    "static unsigned long bits_float(float x) { unsigned u; memcpy(&u, &x, 4); return x != x ? 99 "
    ": u; }\n"
    "static unsigned long bits_double(double x) { unsigned long u; memcpy(&u, &x, 8); return x != "
    "x ? 99 : u; }\n"
    "static unsigned long bits_body(struct body b) { return mix(mix(bits_float(b.x), "
    "bits_float(b.y)), b.n); }\n"
    "static unsigned long bits_vector(float_4 v) { return mix(mix(mix(bits_float(v.x), "
    "bits_float(v.y)), bits_float(v.z)), bits_float(v.w)); }\n"
    "static unsigned long bits_duo(int_2 v) { return mix((unsigned)v.x, (unsigned)v.y); }\n"
    "static unsigned long bits_atom(struct atom a) { return mix(mix(bits_vector(a.p), "
    "(unsigned)a.n), "
    "bits_float(a.m)); }\n"
    "static unsigned long bits_long(unsigned long x) { return x; }\n"
    "#define bits(x) _Generic((x), float: bits_float, double: bits_double, struct body: "
    "bits_body, float_4: bits_vector, int_2: bits_duo, struct atom: bits_atom, default: "
    "bits_long)(x)\n"
    "#define add(x, y) ((x) += (y))\n#define sub(x, y) ((x) -= (y))\n"
    "#define and(x, y) ((x) &= (y))\n#define or(x, y) ((x) |= (y))\n#define xor(x, y) ((x) ^= "
    "(y))\n"
    "#define max(x, y) ((x) = (y) > (x) ? (y) : (x))\n"
    "#define min(x, y) ((x) = (y) < (x) ? (y) : (x))\n"
    "#define number(k) (((k) * 2654435761u >> 7) % 1009)\n"
    "#define real(k, special) ((special) && (k) % 97 == 5 ? (k) % 2 ? INFINITY : -INFINITY : "
    "(special) && (k) % 89 == 7 ? NAN : (float)number(k) / 128 - 3.5f)\n"
    "static float at2(array_view<const float, 2> v, int r, int c) restrict(amp) { return v(r, c); "
    "}\n"
    "static float dot(array_view<const float, 2> a, array_view<const float, 2> b, int r, int c, "
    "int n) "
    "restrict(amp)\n{\n    float s = 0;\n    for (int k = 0; k < n; k++)\n        s += a(r, k) * "
    "b(k, c);\n"
    "    return s;\n}\n"
    "#define LENT(T) \\\n"
    "static T sum_##T(const T *p, int n) restrict(cpu, amp) { T s = 0; for (int k = 0; k < n; k++) "
    "s = s / 2 + p[k]; return s; } \\\n"
    "static void add_##T(T *p, int k, T x) restrict(cpu, amp) { p[k] += x; *p = p[k] / 4; } \\\n"
    "static void swap_##T(T *p, T *q) restrict(cpu, amp) { if (*q < p[0]) { T t = *p; p[0] = *q; "
    "*q = t; } } \\\n"
    "static T more_##T(T own[2], const T *q, T x) restrict(cpu, amp) { T s = own[1]; add_##T(own, "
    "1, x); "
    "add_##T(&own[1], 0, q[1]); swap_##T(own, &s); return s / 2 + *q; }\n"
    "LENT(float)\nLENT(unsigned)\n"
    "static void host_wait(void);\n"
    "#define REDUCED(T, N) \\\n"
    "static T reduced_##N(T *s, int k, int n, tile_barrier b) restrict(amp) { for (int r = n; r > "
    "1; r = (r + 1) / 2) { if (k < r / 2) s[k] += s[k + (r + 1) / 2]; b.wait(); } T x = s[0]; "
    "b.wait(); return x; } \\\n"
    "static T host_reduced_##N(T *s, int k, int n) restrict(cpu) { for (int r = n; r > "
    "1; r = (r + 1) / 2) { if (k < r / 2) s[k] += s[k + (r + 1) / 2]; host_wait(); } T x = s[0]; "
    "host_wait(); return x; }\n"
    "REDUCED(float, float)\nREDUCED(double, double)\nREDUCED(unsigned, unsigned)\n"
    "REDUCED(unsigned long, ulong)\n"
    "static float ordered_float(float x) restrict(cpu, amp) { return x == x ? x : 1; }\n"
    "static double ordered_double(double x) restrict(cpu, amp) { return x == x ? x : 1; }\n"
    "static void compare(const char *name, int k, unsigned long kernel, unsigned long host)\n"
    "{\n"
    "    compared++;\n"
    "    if (kernel != host && wrong++ < 10)\n"
    "        printf(\"%s[%d]: kernel %lx, host %lx\\n\", name, k, kernel, host);\n"
    "}\n";

/* Ways to return. */
static const char *const bounds[] = {
    "return x < 0 ? 0 : x < n ? x : n - 1;",
    "if (x < 0) return 0; if (x < n) return x; return n - 1;",
    "if (x >= 0) { if (x < n) { return x; } return n - 1; } return 0;",
    "if (x < 0) { return 0; } else { { int last = n - 1; if (x > last) return last; } return x; }",
};

void print_prelude(void)
{
    fputs(prelude, stdout);
    fputs(threads_prelude, stdout);
    printf("static int bounded(int x, int n) restrict(cpu, amp) { %s }\n",
           bounds[pick(sizeof bounds / sizeof *bounds)]);
}

/* Elements in memory in dimension d: those around a section, too. */
static int whole(const struct view *v, int d)
{
    return v->dims[d] + (v->section ? d + 2 : 0);
}

bool too_large(void)
{
    enum { MOST = 1 << 26, MOST_PARTS = 1 << 24 }; /* of numbers; of vectors and structs */

    for (int k = 0; k < nest.views_n; k++) {
        long long n = 1;
        for (int d = 0; d < nest.views[k].rank; d++)
            n *= whole(&nest.views[k], d);
        if (n > (nest.views[k].type < VECTOR ? MOST : MOST_PARTS))
            return true;
    }
    return false;
}

static int total(const struct view *v)
{
    int n = 1;

    for (int d = 0; d < v->rank; d++)
        n *= whole(v, d);
    return n;
}

/* The view whose name the array has that a view's elements are in. */
static const struct view *memory(const struct view *v)
{
    return v->base ? &nest.views[v->base - 1] : v;
}

/* Whether the kernel changes elements. */
static bool is_written(const struct view *v)
{
    return v->output || v->tally;
}

static char *view_type(const struct view *v)
{
    char *dims = "";

    for (int d = 0; v->typed && d < v->rank; d++)
        dims = format("%s, %d", dims, v->dims[d]);
    return format("%s<%s%s, %d%s>", v->constant ? "constant_view" : "array_view",
                  is_written(v) || v->constant ? "" : "const ", type_names[v->type], v->rank, dims);
}

static void print_view(const struct view *v)
{
    char *dims = "", *parts = "", *origins = "";

    for (int d = 0; d < v->rank; d++) {
        const char *comma = d ? ", " : "";
        dims = format("%s%s%d", dims, comma, whole(v, d));
        parts = format("%s%s%d", parts, comma, v->dims[d]);
        origins = format("%s%s1", origins, comma);
    }
    if (!v->section) {
        printf("    %s %s(%s%sdata_%s);\n", view_type(v), v->name, v->typed ? "" : dims,
               v->typed ? "&" : ", ", format("%s%s", memory(v)->name, v->typed ? "[0]" : ""));
        return;
    }
    printf("    %s all_%s(%s, data_%s);\n", view_type(v), v->name, dims, memory(v)->name);
    printf("    %s %s = all_%s.section(index<%d>(%s), extent<%d>(%s));\n", view_type(v), v->name,
           v->name, v->rank, origins, v->rank, parts);
}

/* The sizes that bodies name. */
static void print_sizes(void)
{
    const char *form = nest.hidden ? "    const int %s%d = hidden(%d);\n" : "    int %s%d = %d;\n";

    if (nest.params)
        printf("    const struct params par = {1.25f, 77, {1, 0.5f, -2, 3, 0.25f, 4, -0.125f, 8, "
               "2}};\n");
    for (int d = 0; d < nest.rank; d++)
        printf(form, "n", d, nest.work[d]);
    for (int k = 0; k < 4; k++)
        printf(form, "w", k, nest.sizes[k]);
    for (int k = 0; k < 2; k++)
        printf("    const int z%d = hidden(%d);\n", k, nest.divisors[k]);
}

static void print_launch(const char *body)
{
    printf("static void launch%d(void)\n{\n", nest.n);
    for (int k = 0; k < nest.views_n; k++)
        print_view(&nest.views[k]);
    print_sizes();
    printf("    extent<%d> domain(", nest.apart ? 1 : nest.rank);
    for (int d = 0; d < nest.rank; d++)
        printf("%s%s", !d ? "" : nest.apart ? " * " : ", ", side(d));
    if (nest.tiled)
        printf(");\n    parallel_for_each(domain.tile<%s>(), [=](tiled_index<%s> at) restrict(amp) "
               "{\n",
               nest.tile_text, nest.tile_text);
    else
        printf(*nest.group
                   ? ");\n    parallel_for_each((domain%s), [=](index<%d> at) restrict(amp) {\n"
                   : ");\n    parallel_for_each(domain%s, [=](index<%d> at) restrict(amp) {\n",
               nest.group, nest.apart ? 1 : nest.rank);
    print_side(body, false);
    printf("    });\n");
    for (int k = 0; k < nest.views_n; k++)
        if (is_written(&nest.views[k]))
            printf("    %s%s.synchronize();\n", nest.views[k].section ? "all_" : "",
                   nest.views[k].name);
    printf("}\n");
}

static void print_macro(const struct view *v)
{
    char *place = "0";
    static const char *const names[] = {"a", "b", "c"};

    printf("#define %s(", v->name);
    for (int d = 0; d < v->rank; d++) {
        printf("%s%s", d ? ", " : "", names[d]);
        place = format("(%s) * %d + (%s) + %d", place, whole(v, d), names[d], v->section);
    }
    printf(") %s_%s[%s]\n", is_written(memory(v)) ? "same" : "data", memory(v)->name, place);
}

static void print_host(const char *body)
{
    for (int k = 0; k < nest.views_n; k++)
        print_macro(&nest.views[k]);
    if (nest.tiled)
        printf("static void host%d(struct tiled%d at)\n{\n", nest.n, nest.rank);
    else
        printf("static void host%d(const int *at)\n{\n", nest.n);
    print_sizes();
    print_side(body, true);
    printf("}\n");
    if (nest.tiled)
        print_thread(nest.n, nest.rank, nest.tile, "");
}

static void print_fill(const struct view *v)
{
    const char *name = v->name;

    printf("    for (int k = 0; k < %d; k++)\n        data_%s[k] = ", total(v), name);
    if (v->type == RECORD)
        printf("(struct body){real(k, %d), real(k + 3, 0), number(k)};\n", nest.special);
    else if (v->type == VECTOR)
        printf("float_4(real(k, %d), real(k + 1, 0), 2.5f, real(k + 7, 0));\n", nest.special);
    else if (v->type == DUO)
        printf("int_2(number(k), -number(k + 5));\n");
    else if (v->type == ATOM)
        printf("(struct atom){float_4(real(k, 0), real(k + 2, 0), -1, real(k + 9, 0)), number(k), "
               "real(k + 1, %d)};\n",
               nest.special);
    else if (v->type <= DOUBLE)
        printf("real(k + %d, %d);\n", nest.n, nest.special);
    else
        printf("number(k + %d) %% %d;\n", nest.n,
               v->type == UCHAR   ? 256
               : v->type == SCHAR ? 128
                                  : 1009);
    if (is_written(v))
        printf("    memcpy(same_%s, data_%s, sizeof data_%s);\n", name, name, name);
}

/* The same by the host, and whether it is. */
static void print_comparison(void)
{
    static const char *const names[] = {"i", "j", "k"};
    int tiles[RANKS], threads = 1;

    for (int d = 0; d < nest.rank; d++)
        if (nest.tiled) {
            tiles[d] = nest.extent[d] / nest.tile[d];
            threads *= nest.tile[d];
        } else {
            printf("    for (int %s = 0; %s < %d; %s++)\n", names[d], names[d], nest.extent[d],
                   names[d]);
        }
    if (nest.tiled)
        print_tiles(nest.n, nest.rank, tiles, threads);
    else
        printf("        host%d((int[]){%s});\n", nest.n,
               nest.rank == 1   ? "i"
               : nest.rank == 2 ? "i, j"
                                : "i, j, k");
    for (int k = 0; k < nest.views_n; k++) {
        const char *name = nest.views[k].name;
        if (!is_written(&nest.views[k]))
            continue;
        printf("    for (int k = 0; k < %d; k++)\n", total(&nest.views[k]));
        printf("        compare(\"%s\", k, bits(data_%s[k]), bits(same_%s[k])%s);\n", name, name,
               name, getenv("AMPC_TEST_FAIL") ? " + 1" : "");
    }
}

static void print_run(void)
{
    printf("void run%d(void)\n{\n    unsigned long h = 99;\n", nest.n);
    for (int k = 0; k < nest.views_n; k++)
        if (!nest.views[k].base)
            print_fill(&nest.views[k]);
    printf("    launch%d();\n", nest.n);
    for (int k = 0; k < nest.views_n; k++)
        if (is_written(&nest.views[k]))
            printf("    for (int k = 0; k < %d; k++)\n        h = mix(h, bits(data_%s[k]));\n",
                   total(&nest.views[k]), nest.views[k].name);
    printf("    printf(\"kernel %d: %%016lx\\n\", h);\n", nest.n);
    if (!nest.inexact)
        print_comparison();
    printf("}\n\n");
}

void print_nest(const char *body)
{
    for (int k = 0; k < nest.views_n; k++) {
        struct view *v = &nest.views[k];
        for (int d = 0; d < v->rank; d++)
            v->dims[d] += !v->dims[d];
    }
    for (int k = 0; k < nest.views_n; k++) {
        struct view *v = &nest.views[k], *base = &nest.views[v->base ? v->base - 1 : k];
        while (total(base) < total(v))
            base->dims[0]++;
    }
    for (int k = 0; k < nest.views_n; k++) {
        struct view *v = &nest.views[k];
        if (v->base)
            continue;
        printf("static %s data_%s[%d]", type_names[v->type], v->name, total(v));
        if (is_written(v))
            printf(", same_%s[%d]", v->name, total(v));
        printf(";\n");
    }
    print_launch(body);
    print_host(body);
    print_run();
}
