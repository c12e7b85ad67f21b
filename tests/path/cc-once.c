/* cc-once.c - cc as tests find it that have ampcc read files several times (AMPC_CC, CC_ONCE): what
 * the preprocessor has made of a command goes to a file of the folder CC_ONCE, and is shown when
 * the same command comes again. Only where it said nothing; all other commands are cc's. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t mixed(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return (hash ^ 0xff) * 0x100000001b3;
}

/* Whether the command only preprocesses, to standard output, what does not change. */
static bool is_asked_again(int n, char **arguments)
{
    bool preprocesses = false;

    for (int i = 1; i < n; i++) {
        const char *a = arguments[i];
        preprocesses |= strcmp(a, "-E") == 0;
        if (strcmp(a, "-o") == 0 || strcmp(a, "-") == 0 || strncmp(a, "-M", 2) == 0 || *a == '@')
            return false;
    }
    return preprocesses;
}

static bool shows(const char *path, int to)
{
    char piece[1 << 16];
    ssize_t n;
    int file = open(path, O_RDONLY);

    if (file < 0)
        return false;
    while ((n = read(file, piece, sizeof piece)) > 0)
        for (ssize_t at = 0, written; at < n; at += written)
            if ((written = write(to, piece + at, (size_t)(n - at))) <= 0)
                exit(1);
    close(file);
    return true;
}

static void runs(char **arguments)
{
    arguments[0] = (char *)"cc";
    execvp("cc", arguments);
    perror("cc");
    _exit(127);
}

/* The exit status. */
static int run_into(char **arguments, const char *out, const char *err)
{
    int status = 0;
    pid_t pid = vfork();

    if (pid == 0) {
        int o = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        int e = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (o < 0 || e < 0 || dup2(o, 1) < 0 || dup2(e, 2) < 0)
            _exit(126);
        runs(arguments);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
        return 126;
    return WEXITSTATUS(status);
}

int main(int n, char **arguments)
{
    const char *folder = getenv("CC_ONCE");
    char here[4096], kept[4300], out[4400], err[4500];
    uint64_t hash = 0xcbf29ce484222325;
    struct stat said;

    if (!folder || !is_asked_again(n, arguments) || !getcwd(here, sizeof here))
        runs(arguments);
    hash = mixed(hash, here);
    for (int i = 1; i < n; i++)
        hash = mixed(hash, arguments[i]);
    snprintf(kept, sizeof kept, "%s/%016llx", folder, (unsigned long long)hash);
    if (shows(kept, 1))
        return 0;
    snprintf(out, sizeof out, "%s.%ld", kept, (long)getpid());
    snprintf(err, sizeof err, "%s.err", out);
    int status = run_into(arguments, out, err);
    shows(out, 1);
    shows(err, 2);
    if (status == 0 && stat(err, &said) == 0 && said.st_size == 0)
        rename(out, kept);
    unlink(out);
    unlink(err);
    return status;
}
