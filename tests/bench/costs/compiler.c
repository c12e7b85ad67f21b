/* compiler.c - what ampcc costs beside cc: the time that it adds to a sample of 200 lines, its part
 * of SQLite beside gcc's front end, its memory, and how both grow with a program. Prints a table
 * with the goals.
 *
 * Times are those of the processors, of a command and all that it runs, as medians over rounds in
 * which the commands take turns; so the machine may do other work. Example:
 *
 *     build/bench/costs/compiler build/bin/ampcc build/bench/compiler
 * build/real/sqlite/deps/sqlite3
 */
#define _GNU_SOURCE /* wait4 */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS_MOST = 101, COMMANDS = 3 };

struct command {
    char text[4096];
    double ms[ROUNDS_MOST]; /* of the processors */
    long peak;              /* the largest process, bytes */
};

static const char *ampcc, *folder;
static int rounds = 11;

static _Noreturn void fail(const char *what, const char *name)
{
    fprintf(stderr, "compiler: %s: %s\n", what, name);
    exit(2);
}

static struct command *command(const char *format, ...)
{
    struct command *c = calloc(1, sizeof *c);
    va_list args;
    if (!c)
        fail("out of memory", format);
    va_start(args, format);
    vsnprintf(c->text, sizeof c->text, format, args);
    va_end(args);
    return c;
}

static void run(struct command *c, int round)
{
    struct rusage use;
    int status;
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        char line[sizeof c->text + 8];
        snprintf(line, sizeof line, "exec %s", c->text);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &use) != child || status != 0)
        fail("this command fails", c->text);
    c->ms[round] = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3 +
                   (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-3;
    c->peak = use.ru_maxrss * 1024L;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(struct command *c)
{
    qsort(c->ms, (size_t)rounds, sizeof c->ms[0], by_value);
    return c->ms[rounds / 2];
}

static void take_turns(struct command **all, int n)
{
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < n; i++)
            run(all[i], round);
}

static FILE *file_new(char *name, size_t size, const char *base)
{
    snprintf(name, size, "%s/%s", folder, base);
    FILE *f = fopen(name, "w");
    if (!f)
        fail("cannot be written", name);
    return f;
}

static void line(const char *what, double is, const char *unit, double goal)
{
    printf("| %s | %.*f%s | %g%s | %s |\n", what, is < 9.95 ? 2 : 1, is, unit, goal, unit,
           is <= goal ? "yes" : "no");
}

/* ---- a sample ---- */

/* A part of about 48 lines: a kernel, and functions of the host. */
static void sample_part(FILE *f, int k)
{
    fprintf(f, "static void rows%d(int h, int w, const float *pa, float *pb)\n{\n", k);
    fputs("    array_view<const float, 2> a(h, w, pa);\n    array_view<float, 1> b(h, pb);\n"
          "    b.discard_data();\n"
          "    parallel_for_each(b.extent, [=](index<1> i) restrict(amp) {\n"
          "        float sum = 0, most = a(i[0], 0);\n"
          "        for (int x = 0; x < w; x++) {\n"
          "            float one = a(i[0], x);\n"
          "            sum += one * one;\n"
          "            if (one > most)\n                most = one;\n        }\n",
          f);
    fprintf(f, "        b[i] = sqrtf(sum) + %d * most;\n    });\n    b.synchronize();\n}\n\n", k);
    for (int i = 0; i < 4; i++)
        fprintf(f,
                "static int check%d_%d(const float *p, int n)\n{\n    int bad = 0;\n"
                "    for (int i = 0; i < n; i++)\n        bad += p[i] < %d;\n"
                "    return bad;\n}\n\n",
                k, i, i);
}

static void sample_write(char *name, size_t size)
{
    FILE *f = file_new(name, size, "sample.ampc");
    fputs("/* A sample of 200 lines. */\n#include <amp.h>\n#include <math.h>\n#include <stdio.h>\n"
          "#include <stdlib.h>\n#include <string.h>\n\n",
          f);
    for (int k = 0; k < 3; k++)
        sample_part(f, k);
    fputs("static float in[64][64], out[64];\n\nint main(void)\n{\n    int bad = 0;\n", f);
    for (int i = 0; i < 8; i++)
        fprintf(f, "    for (int x = 0; x < 64; x++)\n        in[%d][x] = (float)x;\n", i);
    for (int k = 0; k < 3; k++) {
        fprintf(f, "    rows%d(64, 64, &in[0][0], out);\n", k);
        for (int i = 0; i < 4; i++)
            fprintf(f, "    bad += check%d_%d(out, 64);\n    if (bad)\n        puts(\"%d\");\n", k,
                    i, i);
    }
    fputs("    return bad != 0;\n}\n", f);
    fclose(f);
}

static void sample_measure(void)
{
    char name[4096];
    sample_write(name, sizeof name);
    struct command *all[COMMANDS] = {
        command("%s -c '%s' -o '%s/sample.o'", ampcc, name, folder),
        command("cc -E -x c -include ampc_gen.h -isystem '%s/../../include' '%s' -o '%s/sample.e'",
                folder, name, folder),
        command("cc -c -fno-strict-aliasing -x cpp-output '%s/sample.i' -o '%s/cc.o'", folder,
                folder)};
    run(command("%s -c '%s' -o '%s/sample.o' -save-temps=obj", ampcc, name, folder), 0);
    take_turns(all, COMMANDS);
    double own = median(all[0]), e = median(all[1]), c = median(all[2]);
    printf("| ampcc -c, a sample of 200 lines with 3 kernels | %.1f ms | | |\n", own);
    printf("| cc -E of it; cc -c of its host text | %.1f ms; %.1f ms | | |\n", e, c);
    line("what ampcc adds", own - e - c, " ms", 15);
}

/* ---- SQLite ---- */

static void sqlite_measure(const char *sqlite)
{
    struct stat st;
    struct command *all[COMMANDS] = {
        command("%s -w --emit=c -o /dev/null -x ampc -I'%s' '%s/sqlite3.c'", ampcc, sqlite, sqlite),
        command("cc -w -E -x c -include ampc_gen.h -isystem '%s/../../include' -I'%s' "
                "'%s/sqlite3.c' -o '%s/sqlite.i'",
                folder, sqlite, sqlite, folder),
        command("gcc -w -fsyntax-only -I'%s' '%s/sqlite3.c'", sqlite, sqlite)};
    take_turns(all, COMMANDS);
    double own = median(all[0]) - median(all[1]), gcc = median(all[2]);
    char text[4096];
    snprintf(text, sizeof text, "%s/sqlite.i", folder);
    if (stat(text, &st) != 0)
        fail("not written", text);
    double bytes = (double)st.st_size;
    printf("| ampcc's part of SQLite's amalgamation, %.1f MB preprocessed | %.0f ms | | |\n",
           bytes * 1e-6, own);
    printf("| gcc -fsyntax-only of it | %.0f ms | | |\n", gcc);
    line("ratio", own / gcc, "", 0.6);
    line("memory of ampcc per byte of that text", (double)all[0]->peak / bytes, " bytes", 40);
}

/* ---- growth ---- */

static const char *const kinds[] = {"kernels",       "statements", "nested blocks", "functions",
                                    "chained calls", "members",    "host code"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void launch(FILE *f, const char *begin, int n, const char *each, const char *end)
{
    fputs("    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
          "        int x = v[i];\n",
          f);
    fputs(begin, f);
    for (int k = 0; k < n; k++)
        fprintf(f, each, k, k, k);
    fputs(end, f);
    fputs("        v[i] = x;\n    });\n", f);
}

/* What of the kind stands before main. */
static void growth_before(FILE *f, int kind, int n)
{
    for (int k = 0; kind == 3 && k < n; k++)
        fprintf(f, "int f%d(int *p) restrict(amp) { return *p + %d; }\n", k, k);
    if (kind == 4)
        fputs("int f0(int x) restrict(amp) { return x; }\n", f);
    for (int k = 1; kind == 4 && k <= n; k++)
        fprintf(f, "int f%d(int x) restrict(amp) { return f%d(x) + 1; }\n", k, k - 1);
    if (kind == 5)
        fputs("struct s {\n", f);
    for (int k = 0; kind == 5 && k < n; k++)
        fprintf(f, "    int m%d;\n", k);
    if (kind == 5)
        fputs("};\n", f);
}

static void growth_main(FILE *f, int kind, int n)
{
    char call[64];
    snprintf(call, sizeof call, "        x += f%d(x);\n", n);
    if (kind == 0)
        for (int k = 0; k < n; k++)
            launch(f, "", 1, "        x += 1;\n", "");
    if (kind == 1)
        launch(f, "", n, "        if (x > %d)\n            x -= %d;\n", "");
    if (kind == 2) {
        launch(f, "", n, "        if (x > %d) {\n", "        x++;\n");
        fseek(f, -(long)strlen("        v[i] = x;\n    });\n"), SEEK_CUR);
        for (int k = 0; k < n; k++)
            fputs("        }\n", f);
        fputs("        v[i] = x;\n    });\n", f);
    }
    if (kind == 3)
        launch(f, "", n, "        x += f%d(&x);\n", "");
    if (kind == 4)
        launch(f, call, 0, "", "");
    if (kind == 5)
        launch(f, "        struct s q;\n", n, "        q.m%d = x;\n        x += q.m%d;\n", "");
    if (kind == 6)
        launch(f, "", 0, "", "");
    for (int k = 0; kind == 6 && k < n; k++)
        fprintf(f, "    if (a[%d] > %d)\n        a[%d]++;\n", k % 64, k, k % 64);
}

/* A command that compiles a program with n things of the kind. */
static struct command *growth_command(int kind, int n)
{
    char base[64], name[4096];
    snprintf(base, sizeof base, "grows%d_%d.ampc", kind, n);
    FILE *f = file_new(name, sizeof name, base);
    fputs("#include <amp.h>\n", f);
    growth_before(f, kind, n);
    fputs("int main(void)\n{\n    int a[64] = {0};\n    array_view<int> v(64, a);\n", f);
    growth_main(f, kind, n);
    fputs("    v.synchronize();\n    return a[0];\n}\n", f);
    fclose(f);
    return command("%s -w --emit=c -o /dev/null '%s'", ampcc, name);
}

/* Four times as many of a kind take four times the time that the program takes beyond one that
 * has one of them. */
static void growth_measure(int kind, int n)
{
    char what[128];
    struct command *all[COMMANDS] = {growth_command(kind, 1), growth_command(kind, n),
                                     growth_command(kind, 4 * n)};
    take_turns(all, COMMANDS);
    double one = median(all[0]), some = median(all[1]) - one, many = median(all[2]) - one;
    snprintf(what, sizeof what, "%s: %d take %.0f ms, %d take", kinds[kind], n, some, 4 * n);
    printf("| %s | %.0f ms | | |\n", what, many);
    line("ratio", many / some, "", 5);
}

int main(int argc, char **argv)
{
    static const int counts[KINDS] = {250, 1000, 250, 250, 250, 250, 4000};
    if (argc < 3)
        fail("two folders are needed behind", "AMPCC");
    ampcc = argv[1];
    folder = argv[2];
    if (getenv("BENCH_ROUNDS"))
        rounds = atoi(getenv("BENCH_ROUNDS"));
    if (rounds < 1 || rounds > ROUNDS_MOST)
        fail("1 to 101 are possible", "BENCH_ROUNDS");
    printf("| processors' time, medians of %d rounds | is | goal | met |\n|---|---:|---:|---|\n",
           rounds);
    sample_measure();
    if (argc > 3)
        sqlite_measure(argv[3]);
    for (int kind = 0; kind < KINDS; kind++)
        growth_measure(kind, counts[kind]);
    return 0;
}
