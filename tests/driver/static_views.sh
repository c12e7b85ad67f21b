#!/bin/sh
# Static and thread-local views of several units, made before main; pointers to views as parameters of another unit's functions.
. "$TESTS/driver/lib.sh"

cat >shared.h <<'C'
extern array_view<int> all;
extern array_view<int> parts[];
extern _Thread_local array_view<int> mine;
struct state {
    int id;
    array_view<int> v;
};
extern _Thread_local struct state state;
static inline array_view<int> *counter(void)
{
    static int zero;
    static array_view<int> c(1, &zero);
    return &c;
}
void add(int by);
int total(const array_view<int> *p, int n) restrict(cpu, amp);
C
cat >library.ampc <<'C'
#include "shared.h"
static int memory[12];
array_view<int> all(6, memory);
_Thread_local array_view<int> mine(6, memory + 6);
array_view<int> parts[] = {all.section(0, 2), all.section(2, 4)};
_Thread_local struct state state = {.id = 7, .v = all};
void add(int by)
{
    array_view<int> v = mine;
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += by; });
    (*counter())[0]++;
}
int total(const array_view<int> *p, int n) restrict(cpu, amp)
{
    int sum = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < p[k].extent[0]; i++)
            sum += p[k][i];
    return sum;
}
C
cat >main.ampc <<'C'
#include <pthread.h>
#include <stdio.h>
#include "shared.h"
static int wrong;
static void expect(int line, int got, int wanted)
{
    if (got != wanted)
        wrong += printf("line %d: %d, not %d\n", line, got, wanted) > 0;
}
static void *run(void *p)
{
    expect(__LINE__, mine.extent[0], 6);
    add(3);
    mine = mine.section(1, 2);
    add(10);
    state.v = mine;
    expect(__LINE__, ++state.id, 8);
    return p;
}
int main(void)
{
    pthread_t t;
    int sum = 0;
    add(1);
    all[3] = 42;
    expect(__LINE__, parts[1][1], 42);
    expect(__LINE__, state.v[3] + state.id, 49);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    expect(__LINE__, mine.extent[0] * 10 + state.id, 67);
    expect(__LINE__, mine[1] * 100 + mine[5], 1404);
    {
        array_view<int> out(1, &sum), two[2] = {all, mine};
        parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
            const array_view<int> *p = two;
            out[i] = total(p, 2);
        });
    }
    expect(__LINE__, sum, 42 + 4 * 4 + 28);
    expect(__LINE__, total(parts, 2), 42);
    (*counter())[0] += 5;
    expect(__LINE__, (*counter())[0], 5); /* every unit has its own */
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
C
status 0 $AMPCC -Wall -Wextra main.ampc library.ampc -pthread -o prog
[ ! -s err ] || { cat err; fails "messages"; }
status 0 ./prog
has out 'wrong 0'
AMPC_NO_ZERO_COPY=1 status 0 ./prog
has out 'wrong 0'
$AMPCC -c -fPIC library.ampc -o library.o && $AMPCC -shared library.o -o liblibrary.so
status 0 $AMPCC main.ampc -L. -llibrary -Wl,-rpath,. -pthread -o shared
status 0 ./shared
has out 'wrong 0'
