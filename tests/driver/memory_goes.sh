#!/bin/sh
# Memory that goes before its views: what free() is in which file, what the errors say, what AMPC_CHECK finds of memory that went
# elsewhere.
. "$TESTS/driver/lib.sh"

# The C library's functions, however they are declared; nothing in plain C, no functions of the file's own.
cat >plain.ampc <<'A'
#include <stdlib.h>
void f(int *p) { free(p); p = realloc(p, 3); free(p); }
A
cat >own.ampc <<'A'
struct list { struct list *next; } *kept;
static void free(struct list *l) { kept = l; }
void f(struct list *l) { free(l); array_view<int> v(1); v[0] = 1; }
A
cat >other.ampc <<'A'
struct list { struct list *next; };
int free(struct list *l, int deep);
void *realloc(void *, int, int);
void f(struct list *l) { array_view<int> v(1); v[0] = free(l, 1); realloc(l, 1, 1); }
int munmap(void *, unsigned long);
void g(void *p) { munmap(p, 1); }
A
cat >declared.ampc <<'A'
void f(int *p)
{
    extern void free(void *);
    array_view<int> v(1);
    v[0] = 1;
    free(p);
}
A
for f in plain own other; do
    $AMPCC --emit=c -o $f.c -w $f.ampc
    lacks $f.c 'ampc__freed('
    lacks $f.c 'ampc__leave_'
done
$AMPCC --emit=c -o declared.c declared.ampc
has declared.c '((void)ampc__freed(p, "declared.ampc", 6), free(p))'

# An error names both places.
cat >late.ampc <<'A'
#include <stdio.h>
#include <stdlib.h>
static int use(array_view<int> v, int i) { return v[i]; }
int main(int argc, char **argv)
{
    int *x = calloc(100, sizeof *x);
    array_view<int> v(100, x);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
    printf("%d\n", use(v, 3));
    free(x);
    return argc > 1 ? use(v, atoi(argv[1])) : 0;
}
A
$AMPCC -O2 -o late late.ampc
for device in "$AMPC_DEVICE" emulator; do
    AMPC_DEVICE=$device status 0 ./late
    AMPC_DEVICE=$device status 134 ./late 7
    has err 'late.ampc:3: ampc error: runtime_exception: an element of an array_view whose memory was freed at late.ampc:10'
done

# What went elsewhere, with AMPC_CHECK: unmapped memory, and that of a function that has returned.
cat >elsewhere.c <<'A'
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>
void *take(size_t n) { return mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
void drop(void *p, size_t n) { munmap(p, n); }
void *same(void *p) { return p; }
A
cat >gone.ampc <<'A'
#include <stdlib.h>
void *take(size_t n);
void drop(void *p, size_t n);
void *same(void *p);
static void add(array_view<int> v)
{
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i]++; });
}
static __attribute__((noinline)) array_view<int> local(int run)
{
    int a[1000] = {0};
    array_view<int> v(1000, same(a));
    if (run)
        add(v);
    return v;
}
static int mapped(void)
{
    int *p = take(1 << 20);
    array_view<int> v(1 << 18, p);
    add(v);
    v.synchronize();
    add(v);
    ampc_wait();
    drop(p, 1 << 20);
    v.synchronize();
    return 0;
}
static int stack(int run)
{
    array_view<int> v = local(run);
    if (!run)
        add(v);
    v.synchronize();
    return 0;
}
int main(int argc, char **argv)
{
    return argc == 1 ? mapped() : stack(argc == 2);
}
A
sed -i '1i #include <ampc.h>' gone.ampc
$AMPCC -O2 -o gone gone.ampc elsewhere.c
for device in "$AMPC_DEVICE" emulator; do
    export AMPC_DEVICE="$device" AMPC_CHECK=1
    status 134 ./gone
    has err 'gone.ampc:27: ampc error: runtime_exception: the memory of an array_view, 1048576 bytes at '
    has err ', is not mapped any more (AMPC_CHECK)'
    for run in 1 '1 2'; do
        status 134 ./gone $run
        grep -qF 'left its scope, as the address sanitizer knows (AMPC_CHECK)' err ||
            has err ', belongs to a function that has returned (AMPC_CHECK)'
    done
done
unset AMPC_CHECK

# Programs in plain C say it themselves.
cat >c.c <<'A'
#include <ampc.h>
#include <stdio.h>
#include <stdlib.h>
static void handler(ampc_error code, const char *message, const char *file, int line, void *user)
{
    (void)code, (void)file, (void)line, (void)user;
    puts(message);
}
int main(void)
{
    int n = 100, at = 3, *x = calloc(n, sizeof *x);
    ampc_view1 v, w;
    ampc_view_create(&v.v, 1, &n, sizeof *x, x, 0);
    ampc_view_share(&w.v, &v.v);
    ampc_forget_memory(x, 0);
    free(x);
    ampc_set_error_handler(handler, 0);
    if (ampc_view_at(&w.v, &at, AMPC_READ) || ampc_view_data(&v.v, AMPC_WRITE))
        return 1;
    ampc_view_release(&v.v);
    ampc_view_release(&w.v);
    return 0;
}
A
cc -I"$BUILD/include" -c c.c
$AMPCC -o c c.o
status 0 ./c
has out 'an element of an array_view whose memory has been given up by ampc_forget_memory()'
