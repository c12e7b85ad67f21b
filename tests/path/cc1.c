/* cc1.c - cc's compiler as the tests find it, by COMPILER_PATH: the same one with large.so, which
 * gives it large pages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int n, char **arguments)
{
    char name[4096];
    ssize_t length = readlink("/proc/self/exe", name, sizeof name - sizeof "large.so");

    (void)n;
    if (length > 0) {
        name[length] = 0;
        strcpy(strrchr(name, '/') + 1, "large.so");
        setenv("LD_PRELOAD", name, 1);
        setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 1);
    }
    arguments[0] = CC1;
    execv(CC1, arguments);
    perror(CC1);
    return 1;
}
