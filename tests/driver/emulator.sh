#!/bin/sh
# The emulator: kernels as compiled C, without any driver of OpenCL, for debuggers and for the sanitizers.
. "$TESTS/driver/lib.sh"
none="env OCL_ICD_VENDORS=$PWD/none"

# Without a device: one line says so. Wishes are met or refused.
$AMPCC -o sum sum.ampc
status 0 $none ./sum
has out 'sum 56'
[ "$(wc -l <err)" = 1 ] || { cat err; fails "not one line"; }
has err 'no OpenCL device was found'
AMPC_DEVICE=emulator status 0 $none ./sum
[ ! -s err ] || { cat err; fails "a notice for who asked"; }
AMPC_DEVICE=gpu status 134 $none ./sum
has err 'AMPC_DEVICE=gpu fits no accelerator'

# Without libOpenCL, which is opened when the program runs and not before, the line says why; a wish for a GPU is refused with it, too.
if command -v readelf >/dev/null && readelf -d sum | grep -q OpenCL; then fails "the program needs libOpenCL to start"; fi
mkdir broken
: | cc -shared -x c -o broken/libOpenCL.so.1 -
LD_LIBRARY_PATH=$PWD/broken status 0 ./sum
has out 'sum 56'
has err 'no OpenCL device was found (libOpenCL.so.1 does not have cl'
: >broken/libOpenCL.so.1
LD_LIBRARY_PATH=$PWD/broken status 0 ./sum
[ "$(wc -l <err)" = 1 ] || { cat err; fails "not one line"; }
has err 'libOpenCL.so.1: file too short)'
LD_LIBRARY_PATH=$PWD/broken AMPC_DEVICE=gpu status 134 ./sum
has err 'OpenCL is not there'
LD_LIBRARY_PATH=$PWD/broken AMPC_DEVICE=emulator status 0 ./sum
[ ! -s err ] || { cat err; fails "a notice for who asked"; }

# Left out.
$AMPCC --no-emulator -o without sum.ampc
AMPC_DEVICE=emulator status 134 ./without
has err 'sum.ampc was compiled with --no-emulator'
echo 'int twice(int x) restrict(amp) { return x * 2; }' >twice.ampc
cat >uses.ampc <<'A'
int twice(int x) restrict(amp);
int main(void)
{
    int a[2] = {1, 2};
    array_view<int> v(2, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = twice(v[i]); });
    return v(1) != 4;
}
A
$AMPCC --no-emulator -c twice.ampc
$AMPCC -o uses uses.ampc twice.o
AMPC_DEVICE=emulator status 134 ./uses
has err "twice.ampc was compiled with --no-emulator: its amp function 'twice' cannot be called here"
$AMPCC -o uses uses.ampc twice.ampc
AMPC_DEVICE=emulator status 0 ./uses

cat >tile.ampc <<'A'
#include <stdlib.h>
struct pair { int first, second; };
int main(int argc, char **argv)
{
    int n = 64, bad = argc > 1 ? atoi(argv[1]) : 0;
    int *data = malloc(sizeof(int) * (unsigned)n);
    for (int k = 0; k < n; k++)
        data[k] = k;
    array_view<int> v(n, data);
    parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
        tile_static int row[8];
        struct pair pair = {t.local[0], 7 - t.local[0]};
        row[pair.first] = v[t.global];
        t.barrier.wait();
        int mirrored = row[pair.second];
        if (bad == 1)
            mirrored += row[t.local[0] + 1];
        v[t.global] = mirrored;
        if (bad == 2)
            v(t.global[0] + 1) = mirrored;
    });
    int wrong = v(0) != 7;
    free(data);
    return wrong;
}
A

# The sanitizers see kernels' accesses, to tile_static objects too.
$AMPCC -g -fsanitize=address,undefined -o san tile.ampc
export AMPC_DEVICE=emulator
status 0 ./san
for bad in 1 2; do
    status 1 ./san $bad
    grep -qE 'heap-buffer-overflow|out of bounds' err || { cat err; fails "no sanitizer saw fault $bad"; }
    [ -n "$SANITIZE" ] || has err "ampc_kernel_main_10 $PWD/tile.ampc:" # ends at the first of UBSan
done

# What a debugger shows: the user's lines and names.
$AMPCC -g -O0 -o tile tile.ampc
if command -v gdb >/dev/null; then
    cat >commands <<'G'
set debuginfod enabled off
break tile.ampc:16 if t.g.c[0] == 3
run
print pair
print mirrored
print row[6]
print v.p[1]
print bad
bt
G
    gdb -q -batch -x commands ./tile >out 2>err
    has out 'at tile.ampc:16'
    has out '$1 = {first = 3, second = 4}'
    has out '$2 = 4'
    has out '$3 = 6'
    has out '$4 = 6'
    has out '$5 = 0'
    [ "$(uname -m)" != x86_64 ] || has out ' main ('
    # Under a debugger one thread is enough unless more are asked for: a kernel of the simple form runs inside its parallel_for_each.
    $AMPCC -g -O0 -o inside sum.ampc
    for threads in '' 1 4; do
        AMPC_EMULATOR_THREADS=$threads gdb -q -batch -ex 'set debuginfod enabled off' -ex 'break ampc_kernel_main_7' -ex run -ex bt ./inside >out 2>err
        has out 'at sum.ampc:7'
        case $threads in
        4) lacks out ' main ()' ;;
        *) has out ' main ()' ;;
        esac
    done
fi
if [ -z "$SANITIZE" ] && command -v valgrind >/dev/null; then
    for threads in 1 3; do
        AMPC_EMULATOR_THREADS=$threads status 0 valgrind -q --error-exitcode=9 --leak-check=full ./tile
    done
    status 9 valgrind -q --error-exitcode=9 ./tile 1
    has err 'Invalid read of size 4'
    has err 'tile.ampc:17'
fi
# As many threads as wanted, and stacks that are large enough.
for threads in 1 2 7; do
    AMPC_EMULATOR_THREADS=$threads status 0 ./tile
done
# Launches return when they are submitted, queues work side by side, and continuations follow: each kernel here waits for a flag that the
# host sets only after others are done.
cat >async.ampc <<'A'
#include <stdio.h>
static int slow[2], quick[100], seen;
static void wait_for(int *flag, array_view<int> on, accelerator_view queue)
{
    parallel_for_each(queue, extent<1>(1), [=](index<1> i) restrict(amp) {
        while (!atomic_load(&on(0)))
            ;
        on(1) += 1;
    });
}
int main(void)
{
    accelerator_view first = accelerator().create_view(), second = accelerator().create_view();
    array_view<int> s(2, slow), q(100, quick);
    for (int round = 1; round <= 200; round++) {
        __atomic_store_n(&slow[0], 0, __ATOMIC_RELEASE);
        s.refresh();
        wait_for(slow, s, first);
        completion_future behind = first.create_marker().then([=] { __atomic_add_fetch(&seen, 1, __ATOMIC_RELEASE); });
        parallel_for_each(second, q.extent, [=](index<1> i) restrict(amp) { q[i] += i[0]; });
        if (q(99) != 99 * round || __atomic_load_n(&seen, __ATOMIC_ACQUIRE) != round - 1)
            return 1;
        __atomic_store_n(&slow[0], 1, __ATOMIC_RELEASE); // behind the library's back: the memory is the view's
        behind.get();
        if (__atomic_load_n(&seen, __ATOMIC_ACQUIRE) != round || s(1) != round)
            return 2;
    }
    return 0;
}
A
$AMPCC -O1 -o async async.ampc
for threads in 2 5; do
    AMPC_EMULATOR_THREADS=$threads status 0 timeout 60 ./async
done
# Nothing is left of the library's threads at exit, those of continuations that nobody waited for included.
cat >then.ampc <<'A'
#include <stdio.h>
int main(void)
{
    static int a[1000];
    array_view<int> v(1000, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
    v.synchronize_async().then([=]() { printf("then %d\n", v[7]); });
}
A
if [ -z "$SANITIZE" ] && command -v valgrind >/dev/null; then
    $AMPCC -g -o then then.ampc
    status 0 valgrind -q --error-exitcode=9 --leak-check=full ./then
    has out 'then 7'
fi
# Plain char is what the options say.
cat >char.ampc <<'A'
int main(void)
{
    char c[2] = {(char)200, 1};
    signed char s[2] = {-1, -2};
    int o[2];
    array_view<char> vc(2, c);
    array_view<signed char> vs(2, s);
    array_view<int> vo(2, o);
    parallel_for_each(vo.extent, [=](index<1> i) restrict(amp) { vo[i] = vs[i] * 1000 + vc[i]; });
    return vo(0) != s[0] * 1000 + c[0] || vo(1) != s[1] * 1000 + c[1];
}
A
for option in -fsigned-char -funsigned-char; do
    $AMPCC $option -o char char.ampc
    status 0 ./char
done
