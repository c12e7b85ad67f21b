/* try.c - tries faults: runs a program with each fault of standard input, a line WHERE:NAME:N:CODE
 * (WHERE is cl or libc), and says what is wrong with its end. TRY_KIND says what may be: default
 * the program is right, or ends with one error, by the default handler; handled  its errors are
 * handled: it is right, or told of an error, and ends by itself; steps    like handled, and the
 * program judges itself: exit status 0. Behind the last one the number of faults goes to the file
 * TRY_COUNT. 'try PROGRAM ARGUMENT...' starts the program for each fault; try.so, preloaded by the
 * program, takes the place of its start and lets copies of the process go on to its main(). A
 * driver, TRY_DRIVER, is loaded before: two thirds of what starting one takes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a program has written, with lines ended by a NUL. */
struct text {
    int file;
    char *at;
};

static void fails(const char *what)
{
    fprintf(stderr, "try: ");
    perror(what);
    _exit(2);
}

static const char *variable(const char *name, const char *otherwise)
{
    const char *value = getenv(name);

    return value && *value ? value : otherwise;
}

static bool matches(const char *text, const char *expression)
{
    regex_t e;

    if (regcomp(&e, expression, REG_EXTENDED | REG_NOSUB | REG_NEWLINE))
        fails(expression);
    bool found = regexec(&e, text, 0, NULL, 0) == 0;
    regfree(&e);
    return found;
}

/* The line behind this one; NULL: there is none. */
static char *next_line(char *line)
{
    char *end = strchr(line, '\n');

    return end && end[1] ? end + 1 : NULL;
}

static void text_open(struct text *t)
{
    if ((t->file = memfd_create("try", MFD_CLOEXEC)) < 0)
        fails("memfd_create");
}

static void text_read(struct text *t)
{
    off_t n = lseek(t->file, 0, SEEK_END);

    t->at = calloc((size_t)n + 1, 1);
    if (!t->at || pread(t->file, t->at, (size_t)n, 0) != n)
        fails("what the program has written");
    for (off_t i = 0; i < n; i++)
        if (!t->at[i])
            t->at[i] = '?';
}

static void text_close(struct text *t)
{
    close(t->file);
    free(t->at);
}

/* The last lines, at most 'most' of them. */
static char *last_lines(char *text, int most)
{
    char *from = text;
    int n = 1;

    for (char *line = text; (line = next_line(line));)
        if (++n > most)
            from = next_line(from);
    return from;
}

static bool is_right(int status, char *out)
{
    char *last = last_lines(out, 1);

    return status == 0 &&
           (strcmp(last, "results agree\n") == 0 || strcmp(last, "results agree") == 0);
}

/* What is wrong with an end by the default handler, or without an error; NULL: nothing. */
static const char *wrong_by_default(int status, char *out, char *err)
{
    if (status == 134) {
        int errors = 0;
        for (char *at = err; (at = strstr(at, "ampc error: ")); at++)
            errors++;
        return errors != 1                                                    ? "not one error"
               : !matches(err, "^([^:]+:[0-9]+: )?ampc error: [a-z_]+: [^:]") ? "an unclear error"
                                                                              : NULL;
    }
    if (!is_right(status, out))
        return "no error and no result";
    for (char *line = *err ? err : NULL; line; line = next_line(line)) {
        char *end = strchr(line, '\n'), kept = end ? *end : 0;
        if (end)
            *end = 0;
        bool expected = matches(line, "^ampc: .* kernels run on ");
        if (end)
            *end = kept;
        if (!expected && !*variable("TALKS", ""))
            return "a right result, but";
    }
    return NULL;
}

static const char *wrong(const char *kind, int status, char *out, char *err)
{
    bool by_default = strcmp(kind, "default") == 0;

    if (matches(err, "Sanitizer|^==[0-9]|runtime error: "))
        return "a report";
    if (status > 128 && !(by_default && status == 134))
        return "a signal";
    if (by_default)
        return wrong_by_default(status, out, err);
    if (strcmp(kind, "handled") == 0)
        return matches(err, "^ERROR") || is_right(status, out) ? NULL : "no error and no result";
    return status == 0 ? NULL : "its own judgement";
}

static void say(const char *fault, const char *why, const char *kind, const char *name, int status,
                char *out, char *err)
{
    printf("FAULT %s %s %s: %s (exit status %d)\n%s", kind, name, fault, why, status,
           last_lines(out, 3));
    char *line = err;
    for (int i = 0; line && i < 12; i++)
        line = next_line(line);
    printf("%.*s\n", line ? (int)(line - err) : (int)strlen(err), err);
    fflush(stdout);
}

/* In the process that is to have the fault. */
static void child(const char *fault, const char *kind, const struct text *out,
                  const struct text *err)
{
    bool cl = strncmp(fault, "cl:", 3) == 0;

    setenv("OPENCL_LAYERS", variable("LAYER", ""), 1);
    setenv(cl ? "AMPC_FAULT" : "AMPC_FAULT_LIBC", strchr(fault, ':') + 1, 1);
    if (strcmp(kind, "handled") == 0)
        setenv("AMPC_FAULT_HANDLER", "1", 1);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(out->file, 1) < 0 || dup2(err->file, 2) < 0)
        fails("dup2");
    close(nothing);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    alarm((unsigned)atoi(variable("TRY_LIMIT", "120")));
}

/* True in the process that is to go on with a fault; the one that tries them all does not return.
 */
static bool try_all(const char *name)
{
    const char *kind = variable("TRY_KIND", "default");
    char *fault = NULL;
    size_t size = 0;
    int count = 0;

    for (ssize_t n; (n = getline(&fault, &size, stdin)) > 0; count++) {
        struct text out, err;
        int status = 0;
        if (fault[n - 1] == '\n')
            fault[n - 1] = 0;
        text_open(&out);
        text_open(&err);
        pid_t pid = fork();
        if (pid < 0)
            fails("fork");
        if (pid == 0) {
            child(fault, kind, &out, &err);
            return true;
        }
        if (waitpid(pid, &status, 0) != pid)
            fails("waitpid");
        status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        text_read(&out);
        text_read(&err);
        const char *why = wrong(kind, status, out.at, err.at);
        if (why)
            say(fault, why, kind, name, status, out.at, err.at);
        text_close(&out);
        text_close(&err);
    }
    FILE *file = fopen(variable("TRY_COUNT", "/dev/null"), "w");
    if (!file || fprintf(file, "%d\n", count) < 0 || fclose(file))
        fails("TRY_COUNT");
    _exit(0);
}

#ifdef TRY_PRELOADED
__attribute__((constructor)) static void preloaded(int argc, char **argv)
{
    (void)argc;
    if (!getenv("TRY_COUNT"))
        return;
    unsetenv("LD_PRELOAD");
    if (*variable("TRY_DRIVER", "") && !dlopen(getenv("TRY_DRIVER"), RTLD_NOW)) {
        fprintf(stderr, "try: %s\n", dlerror());
        _exit(2);
    }
    try_all(argv[0]);
    unsetenv("TRY_COUNT");
}
#else
int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    if (try_all(argv[1]))
        execvp(argv[1], argv + 1);
    fails(argv[1]);
}
#endif
