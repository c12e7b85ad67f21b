#!/bin/sh
# Ranks of a job: each takes its device and its share of the processors, has traces and profiles of its own, which can be joined; one that
# fails ends the job, with a message that says which rank, where and on which device; hundreds may begin at once with one cache.
. "$TESTS/driver/lib.sh"
kernels_as_they_are
. "$TESTS/driver/mpi_lib.sh"
unset POCL_MAX_PTHREAD_COUNT POCL_CPU_MAX_CU_COUNT AMPC_DEVICE

cat >where.ampc <<'A'
#include <amp.h>
#include <mpi.h>
#include <ampc_mpi.h>
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
using namespace concurrency;

int main(int argc, char **argv)
{
    int rank, ranks, n = 100;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char *how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "abort") != 0)
        ampc_mpi_abort_on_error(MPI_COMM_WORLD);

    array_view<int> v(n);
    v.discard_data();
    completion_future f = parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] * rank; });
    int left, right;
    MPI_Request r[2];
    MPI_Irecv(&left, 1, MPI_INT, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % ranks, 0, MPI_COMM_WORLD, &r[1]);
    ampc_mpi_wait(f, 2, r, MPI_STATUSES_IGNORE);
    right = v[n - 1] != (n - 1) * rank || left != (rank + ranks - 1) % ranks;
    if (strcmp(how, "kill") == 0 && rank == 1)
        raise(SIGKILL);
    if (strcmp(how, "stop") == 0) {
        f = parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { assert(rank != 1 || i[0] != 7); });
        ampc_mpi_wait(f, 0, NULL, MPI_STATUSES_IGNORE);
        puts("no error is raised");
    } else if (*how && rank == 1 && strcmp(how, "lost") != 0) {
#line 1000
        array_view<int> beyond = v.section(50, 51);
        beyond[0] = 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < ranks; k++) {
        if (k == rank)
            printf("%d:%d%s\n", rank, ampc_accelerator_number(0), right ? " wrong" : "");
        fflush(stdout);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
A

# lines TEXT N FILE: so many lines have the text.
lines() { [ "$(grep -cF -e "$1" "$3")" = "$2" ] || { cat "$3"; fails "$3: not $2 lines with '$1', $mpi"; }; }

# What a launcher that is not here would set, for the device and the threads of one process.
cat >alone.ampc <<'A'
#include <ampc.h>
#include <stdio.h>
int main(void)
{
    int a[8];
    array_view<int> v(8, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
    v.synchronize();
    return printf("%d:%d\n", a[7], ampc_accelerator_number(0)) < 0;
}
A
$AMPCC -o alone alone.ampc
pocl=
! $AMPCC --devices | grep -q 'Portable Computing' || pocl=yes
if [ "$pocl" ]; then
    export POCL_DEVICES="pthread pthread"
    [ "$(SLURM_LOCALID=3 ./alone)" = 7:1 ] || fails "Slurm's rank 3"
    [ "$(SLURM_LOCALID=3 AMPC_DEVICE=0 ./alone)" = 7:0 ] || fails "a number for all"
    [ "$(SLURM_LOCALID=3 AMPC_DEVICE=cpu ./alone)" = 7:1 ] || fails "a kind for all"
    [ "$(PMIX_RANK=1 ./alone)" = 7:1 ] || fails "a rank by PMIx alone"
    [ "$(SLURM_LOCALID=0 PMIX_RANK=1 ./alone)" = 7:0 ] || fails "Slurm's rank beside PMIx's"
    [ "$(./alone)" = 7:0 ] || fails "no rank"
    status 0 env FLUX_TASK_LOCAL_ID=1 FLUX_TASK_RANK=5 FLUX_JOB_SIZE=6 AMPC_VERBOSE=1 ./alone
    has err "one of 2 alike, by rank 1 of 2 on this host, FLUX_TASK_LOCAL_ID=1"
    has err "2 ranks share this host: drivers of CPUs get"
    unset POCL_DEVICES
fi
[ "$(MPI_LOCALRANKID=7 MPI_LOCALNRANKS=8 AMPC_DEVICE=emulator ./alone)" = 7:0 ] || fails "the emulator's ranks"

# Names of files, with and without a launcher.
MV2_COMM_WORLD_LOCAL_RANK=0 MV2_COMM_WORLD_RANK=3 MV2_COMM_WORLD_SIZE=4 AMPC_TRACE=x.y/t.json AMPC_PROFILE=./p ./alone >/dev/null 2>err || :
has err "cannot write the trace x.y/t.json"
has p.3 "ampc profile of rank 3 of 4 on "
AMPC_TRACE=t%r.%p%r AMPC_PROFILE=p%r.txt ./alone >/dev/null
ls t0.[0-9]*0 >/dev/null && has p0.txt "kernels"
lacks p0.txt rank

cat >lost.sh <<'S'
#!/bin/sh
case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in 1) export OPENCL_LAYERS="$BUILD/tests/layer/faults.so" AMPC_FAULT=clEnqueueReadBuffer:1+:-36 ;; esac
exec "$@"
S
chmod +x lost.sh

for mpi in $MPIS; do
    compiles where where.ampc
    if [ "$pocl" ]; then
        POCL_DEVICES="pthread pthread" AMPC_VERBOSE=1 ranks 3 ./where >out 2>err || { cat err; fails "3 ranks of $mpi"; }
        [ "$(sort out | tr '\n' ' ')" = "0:0 1:1 2:0 " ] || { cat out; fails "devices of ranks by $mpi"; }
        lines "one of 2 alike, by rank" 3 err
        lines "3 ranks share this host: drivers of CPUs get 1 thread in each (POCL_MAX_PTHREAD_COUNT)" 3 err
    fi
    rm -f t.*json p.*
    AMPC_TRACE=t.json AMPC_PROFILE=p.%r ranks 3 ./where >out 2>err || { cat err; fails "3 ranks of $mpi with traces"; }
    lines ":" 3 out
    for k in 0 1 2; do
        has p.$k "ampc profile of rank $k of 3 on "
        has t.$k.json "\"rank\": $k, \"ranks\": 3"
    done
    $AMPCC --merge-traces -o all.json t.2.json t.0.json t.1.json
    python3 - <<'P' || fails "the joined trace"
import json
events = json.load(open("all.json"))["traceEvents"]
names = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
assert sorted(names) == [0, 1, 2] and all(f", rank {k} of 3 on " in names[k] for k in names), names
spans = [e for e in events if e["ph"] == "X"]
assert {e["pid"] for e in spans if e["cat"] == "kernel"} == {0, 1, 2}
assert all(0 <= e["ts"] < 60e6 for e in spans)
P
    # A rank that fails. MPICH 4.2's mpiexec ends with 0 now and then behind one that a signal has ended, of plain C programs, too.
    for how in mpi abort; do
        if ranks 3 ./where $how >out 2>err; then [ $how$mpi = abortmpich ] || fails "a failing rank is not told by $mpi"; fi
        grep -q 'where.ampc:1000: ampc error: rank 1 of 3 on .*, device [0-9]* (.*): runtime_exception: a section from 50' err ||
            { cat err; fails "$how: rank, host, device and line with $mpi"; }
        lines "ampc error" 1 err
    done
    # One whose kernel fails: who waits for it is told.
    if ranks 3 ./where stop >out 2>err; then fails "a kernel that stops is not told by $mpi"; fi
    grep -q "ampc error: rank 1 of 3 on .*: where.ampc:[0-9]*: assertion 'rank != 1 || i\[0\] != 7' failed" err || { cat err; fails "a kernel that stops with $mpi"; }
    lines "ampc error" 1 err
    # One that is killed, and one whose device goes: the others do not wait for it.
    if ranks 3 ./where kill >out 2>err; then [ $mpi = mpich ] || fails "a killed rank is not told by $mpi"; fi
    grep -qi killed err out || { cat out err; fails "what killed a rank of $mpi"; }
    if ranks 3 ./lost.sh ./where lost >out 2>err; then fails "a lost device is not told by $mpi"; fi
    grep -q 'where.ampc:[0-9]*: ampc error: rank 1 of 3 on .*, device [0-9]* (.*): accelerator_view_removed' err || { cat err; fails "a lost device with $mpi"; }
    lines "ampc error" 1 err
done
# Notices name the rank, too.
OCL_ICD_VENDORS=$PWD/none MV2_COMM_WORLD_LOCAL_RANK=0 MV2_COMM_WORLD_RANK=3 MV2_COMM_WORLD_SIZE=4 AMPC_PROFILE=/dev/full ./alone >/dev/null 2>err
grep -q "^ampc: rank 3 of 4 on .*: no OpenCL device was found" err || { cat err; fails "a rank without a device"; }
grep -q "^ampc: rank 3 of 4 on .*: cannot write the profile" err || { cat err; fails "a rank with a full disk"; }
status 1 $AMPCC --merge-traces
has err "needs the files of AMPC_TRACE"
status 1 $AMPCC --merge-traces nosuch.json
has err nosuch.json
echo '{"traceEvents": []}' >other.json
status 1 $AMPCC --merge-traces other.json t.0.json
has err "other.json is no trace"
echo '{"traceEvents": [}' >broken.json
status 1 $AMPCC --merge-traces broken.json
has err "broken.json:1:"
status 0 $AMPCC --merge-traces t.0.json
has out '"traceEvents":['
