#!/bin/sh
# Programs in which the library has to work: threads with small stacks, plugins that bring a library of their own, many
# accelerator_views, locales, long names, set-user-ID programs.
. "$TESTS/driver/lib.sh"

# Drivers look for devices and compile in megabytes of stack; the first launch comes from a thread that has 64 KiB.
cat >small.ampc <<'A'
#include <pthread.h>
#include <stdio.h>
static void *run(void *argument)
{
    int a[64];
    array_view<int> v(64, a);
    v.discard_data();
    parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
        tile_static int x[16];
        x[t.local[0]] = t.global[0];
        t.barrier.wait();
        v[t.global] = x[15 - t.local[0]] + STEP;
    });
    *(int *)argument = v(0);
    return NULL;
}
int main(void)
{
    pthread_attr_t attributes;
    pthread_t threads[4];
    int results[4];
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 * 1024);
    for (int k = 0; k < 4; k++)
        if (pthread_create(&threads[k], &attributes, run, &results[k]) != 0)
            return 1;
    for (int k = 0; k < 4; k++) {
        pthread_join(threads[k], NULL);
        printf("%d\n", results[k]);
    }
    return 0;
}
A
if [ -z "$SANITIZE" ]; then # whose frames are larger
    $AMPCC -O2 -DSTEP=$$ -o small small.ampc
    for device in "" emulator; do
        AMPC_CACHE_DIR=off AMPC_DEVICE=$device status 0 timeout 60 ./small
        [ "$(uniq -c out | tr -s ' ')" = " 4 $((15 + $$))" ] || { cat out; fails "small stacks, on '$device'"; }
    done
fi

# A plugin that ampcc made uses the library of the program that opens it, as one knows nothing of the other's views.
cat >plugin.ampc <<'A'
int twice(int x) restrict(amp) { return 2 * x; }
int sum(int *p, int n)
{
    array_view<int> v(n, p);
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += v(k);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = twice(v[i]); });
    return sum;
}
A
cat >opens.ampc <<'A'
#include <dlfcn.h>
#include <stdio.h>
static int a[100];
int twice(int x) restrict(amp) { return 200 * x; } /* the program's own: the plugin keeps to its own */
int main(void)
{
    array_view<int> v(100, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
    void *plugin = dlopen("./plugin.so", RTLD_NOW | RTLD_LOCAL);
    int (*sum)(int *, int) = plugin ? (int (*)(int *, int))dlsym(plugin, "sum") : NULL;
    if (!sum)
        return puts(dlerror()), 1;
    int first = sum(a, 100);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += twice(0); });
    printf("%d %d\n", first, sum(a, 100));
    return v(99) != 4;
}
A
$AMPCC -shared -fPIC -o plugin.so plugin.ampc
$AMPCC -o opens opens.ampc -ldl
for mode in AMPC_X=1 AMPC_NO_ZERO_COPY=1 AMPC_DEVICE=emulator; do
    status 0 env $mode ./opens
    has out '100 200'
done

# Launches that write the same view on many accelerator_views wait for the one before, not for all.
cat >views.ampc <<'A'
#include <stdio.h>
int main(void)
{
    enum { N = 40 };
    int a[4] = {0}, b[4] = {0};
    accelerator device;
    accelerator_view queues[N];
    array_view<int> v(4, a);
    array_view<const int> read(4, b);
    for (int k = 0; k < N; k++)
        queues[k] = device.create_view();
    for (int k = 0; k < N; k++) /* no order among these */
        parallel_for_each(queues[k], extent<1>(4), [=](index<1> i) restrict(amp) { int seen = read[i]; (void)seen; });
    for (int k = 0; k < N; k++)
        parallel_for_each(queues[k], v.extent, [=](index<1> i) restrict(amp) { v[i] += read[i] + 1; });
    printf("%d\n", v(3));
    return 0;
}
A
$AMPCC -o views views.ampc
AMPC_DEVICE=emulator status 0 ./views
has out 40
OPENCL_LAYERS=$BUILD/tests/layer/faults.so AMPC_FAULT_COUNTS=counts status 0 ./views
has out 40
waits=$(awk '/^clEnqueue(Barrier|Marker)WithWaitList / { n += $2 } END { print n }' counts)
[ "$waits" -gt 0 ] && [ "$waits" -le 40 ] || { cat counts; fails "$waits waits of queues for others"; }

# A trace is JSON where numbers have a decimal comma, too.
$AMPCC -o sum sum.ampc
mkdir locales
if localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8 >/dev/null 2>&1; then
    sed 's/int a\[8\];/setlocale(LC_ALL, "");/; s/^#include.*/&\n#include <locale.h>\nstatic int a[8];/' sum.ampc >comma.ampc
    sed -i 's/return sum/printf("%.1f\\n", 0.5);\n    &/' comma.ampc
    $AMPCC -o comma comma.ampc
    LOCPATH=$PWD/locales LC_ALL=de_DE.UTF-8 AMPC_TRACE=comma.json status 0 ./comma
    has out 0,5
    jq -e 'any(.traceEvents[]; .cat == "kernel" and .ts > 0)' comma.json >/dev/null || fails "the trace in a locale"
fi
# Processes that write one trace: the last one's is there, whole, by the program's name.
for k in 1 2 3 4 5 6; do AMPC_DEVICE=emulator AMPC_TRACE=same.json ./sum >/dev/null & done
wait
jq -e '.traceEvents[0].args.name == "sum"' same.json >/dev/null || fails "the trace of many"
[ "$(echo same.json*)" = same.json ] || fails "files left beside the trace"

# Drivers give files the names of kernels, which are made of functions' names.
long=$(printf '%0600d' 0 | tr 0 f)
sed "s/int main(void)/static int $long(void)/" sum.ampc >long.ampc
echo "int main(void) { return $long(); }" >>long.ampc
$AMPCC -o long long.ampc
AMPC_CACHE_DIR=off status 0 ./long
has out 'sum 56'

# A program that runs with another user's rights takes no names of files from its environment.
if [ "$(id -u)" = 0 ] && [ -z "$SANITIZE" ]; then
    mkdir rights
    cp sum rights
    chown 65534 rights rights/sum
    chmod 4755 rights/sum
    # The driver may not like it.
    AMPC_TRACE=$PWD/rights/t.json AMPC_CACHE_DIR=$PWD/rights/cache rights/sum >out 2>&1 || true
    none rights/t.json rights/cache
    chmod 755 rights/sum
    AMPC_TRACE=$PWD/rights/t.json AMPC_CACHE_DIR=$PWD/rights/cache status 0 rights/sum
    [ -d rights/cache ] && [ -s rights/t.json ] || fails "no trace and cache without such rights"
fi
