#!/bin/sh
# What programs do around the library: fork(), dlclose() with work in flight, and errors that end a process.
. "$TESTS/driver/lib.sh"
cat >forks.ampc <<'A'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <ampc.h>
static int a[1000];
static void add(array_view<int> v, int rounds)
{
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        for (int k = 0; k < rounds; k++)
            v[i] += 1;
    });
}
static int ended(void)
{
    int state;
    wait(&state);
    return WIFEXITED(state) ? WEXITSTATUS(state) : 100 + WTERMSIG(state);
}
static void told(ampc_error code, const char *message, const char *file, int line, void *user)
{
    (void)user;
    (void)line;
    if (code == AMPC_ERROR_ACCELERATOR_VIEW_REMOVED && strstr(message, "fork()") && file)
        exit(42);
}
int main(void)
{
    /* Before the first use each process has its own. */
    if (!fork()) {
        array_view<int> v(1000, a);
        add(v, 3);
        exit(v(999) == 3 ? 7 : 8);
    }
    printf("before: %d\n", ended());
    array_view<int> v(1000, a);
    add(v, 5);
    v.synchronize();
    fflush(stdout);
    /* After it a child has the memory, and may end. */
    if (!fork()) {
        array_view<int> w(1000, a);
        exit(v(3) == 5 && w(4) == 5 ? 9 : 10);
    }
    printf("reads: %d\n", ended());
    fflush(stdout);
    if (!fork()) {
        ampc_set_error_handler(told, 0);
        add(v, 1);
        exit(11);
    }
    printf("launches: %d\n", ended());
    fflush(stdout);
    add(v, 100000);
    if (!fork()) {
        ampc_set_error_handler(told, 0);
        exit(v(3) == 5 ? 12 : 13);
    }
    printf("waits: %d\n", ended());
    printf("parent: %d\n", v(999));
}
A
$AMPCC -o forks forks.ampc
# A child of a program with ASan may find the allocator locked by a thread that it does not have: it does not look for leaks.
ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0
for device in "" emulator; do
    AMPC_DEVICE=$device status 0 timeout 60 ./forks
    printf 'before: 7\nreads: 9\nlaunches: 42\nwaits: 42\nparent: 100005\n' | cmp - out || { cat out; fails "fork, on '$device'"; }
    AMPC_DEVICE=$device AMPC_PROFILE=1 AMPC_TRACE=t.json status 0 timeout 60 ./forks
    jq -e '[.traceEvents[] | select(.cat == "kernel")] | length == 2' t.json >/dev/null || fails "the parent's trace"
done
ASAN_OPTIONS=${ASAN_OPTIONS%:detect_leaks=0}

# A shared library with kernels is closed while one runs, and opened again.
cat >plugin.ampc <<'A'
static array_view<int> last;
void run(int *a, int n)
{
    array_view<int> v(n, a);
    last = v; /* to the end of the program: the loop below may go on when run() has returned */
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
        for (int k = 0; k < 10000; k++)
            v[i] += 1;
    });
}
void finish(void) { last.synchronize(); }
A
cat >opens.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    static int a[1000];
    for (int k = 0; k < 4; k++) {
        void *plugin = dlopen("./plugin.so", RTLD_NOW);
        void (*run)(int *, int) = plugin ? (void (*)(int *, int))dlsym(plugin, "run") : 0;
        if (!run)
            return puts(dlerror()), 1;
        run(a, 1000);
        if (k == 3)
            ((void (*)(void))dlsym(plugin, "finish"))();
        dlclose(plugin);
    }
    printf("%d\n", a[999]);
    return 0;
}
C
$AMPCC -shared -fPIC -o plugin.so plugin.ampc
$AMPCC -o opens opens.c -ldl
for device in "" emulator; do
    rm -rf "$PWD/pocl"
    AMPC_DEVICE=$device POCL_CACHE_DIR=$PWD/pocl status 0 timeout 60 ./opens
    has out 40000
done

# The default handler ends the process; profile and trace are there nevertheless.
cat >dies.ampc <<'A'
#include <assert.h>
int main(void)
{
    static int a[10];
    array_view<int> v(10, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { assert(i[0] < 5); v[i] = 1; });
    v.synchronize();
    return 0;
}
A
$AMPCC -o dies dies.ampc
AMPC_PROFILE=1 AMPC_TRACE=d.json status 134 ./dies 2>/dev/null
has err "assertion 'i[0] < 5' failed"
has err "dies.ampc:6 "
jq -e 'any(.traceEvents[]; .cat == "kernel")' d.json >/dev/null || fails "no trace of a program that an error ends"
