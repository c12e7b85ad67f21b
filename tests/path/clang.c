/* clang.c - clang as the tests find it: the installed one, with copies of its libraries that have
 * their addresses (tests/pocl), where there are any. Loading the others is two thirds of its work
 * on a small file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int n, char **arguments)
{
    static const char from[] = "tests/path/clang", to[] = "pocl/clang";
    char path[8192], *old = getenv("LD_LIBRARY_PATH");
    ssize_t length = readlink("/proc/self/exe", path, 4000);

    (void)n;
    if (length > (ssize_t)strlen(from) && (!old || strlen(old) < 4000)) {
        strcpy(path + (size_t)length - strlen(from), to);
        if (access(path, X_OK) == 0) {
            if (old && *old)
                strcat(strcat(path, ":"), old);
            setenv("LD_LIBRARY_PATH", path, 1);
        }
    }
    arguments[0] = CLANG;
    execv(CLANG, arguments);
    perror(CLANG);
    return 1;
}
