#!/bin/sh
# The bench's workloads (tests/bench) compile, run at small sizes, and give the results of the kernels by hand; a kernel that does not is
# noticed. No times are asserted.
. "$TESTS/driver/lib.sh"
host_as_it_is
export BENCH_DIR="$TESTS/bench" BENCH_SIZES=small BENCH_ROUNDS=0 BENCH_LIBRARIES=off OMP_WAIT_POLICY=passive
mkdir bench
for f in "$BENCH_DIR"/*.c; do
    cc $SANITIZE -std=gnu11 -Wall -Wextra -Werror -fopenmp -I"$BUILD/include" -c -o "$(basename "$f" .c).o" "$f"
done
for f in "$BENCH_DIR"/*.ampc; do
    name=$(basename "$f" .ampc)
    status 0 $AMPCC $SANITIZE -O1 -Wall -Wextra -Werror -fopenmp -ffp-contract=off -DBENCH_CONTRACT=0 --no-emulator -o bench/$name "$f" *.o -lm -ldl -lOpenCL
done
for f in "$BENCH_DIR"/costs/*.ampc; do
    name=$(basename "$f" .ampc)
    status 0 $AMPCC $SANITIZE -O1 -Wall -Wextra -Werror --no-emulator -o $name "$f" -lm -ldl -lpthread -lOpenCL
    sizes=
    [ $name != products ] || sizes="64 61"
    COSTS_SECONDS=0 COSTS_MOST=1 COSTS_ELEMENTS=10000 status 0 ./$name $sizes
    has out '	ampc	'
done

# Folders that are not there, or cannot be written to, are named before anything runs.
BUILD=none status 1 "$BENCH_DIR/run"
has err 'bench: nothing is built in none/bench'
: >bench/cache-2
BENCH_ALIGN=2 BUILD=. status 1 "$BENCH_DIR/run"
has err 'bench/cache-2 cannot be written to'
lacks err 'bench: saxpy'

export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable AMPC_CACHE_DIR=off # no times are looked at
BUILD=. status 0 "$BENCH_DIR/run"
lacks bench/results/*.tsv DIFFERS
for name in $(sed -n 's/^const char .const bench_names.* = {\(.*\), 0};/\1/p' "$BENCH_DIR"/*.ampc | tr -d '",'); do
    for variant in hand-naive ampc-naive plain-c; do
        grep -qE "	$name	[^	]*	$variant	" bench/results/*.tsv || { cat err; fails "$name has no $variant"; }
    done
done
has out '| ampc naive / by hand naive |'

# The expert's kernels for GPUs, whose groups PoCL can run, too.
BENCH_VARIANTS="hand-naive hand-expert" BENCH_KIND=gpu BUILD=. status 0 "$BENCH_DIR/run"
lacks bench/results/*.tsv DIFFERS

# A kernel by hand that computes something else.
mkdir wrong
cp "$BENCH_DIR/run" "$BENCH_DIR/table" "$BENCH_DIR/saxpy.ampc" wrong
sed 's/y\[i\] += a/y[i] -= a/' "$BENCH_DIR/saxpy.cl" >wrong/saxpy.cl
BENCH_DIR=wrong BUILD=. status 1 wrong/run saxpy
has err 'bench: saxpy: ampc-naive differs'
has out 'Results of saxpy differ'

# A kernel by hand that cannot be run: the variant is named, and the others are measured, in all cases.
cp "$BENCH_DIR/matmul.ampc" wrong
sed 's/void expert/void other/' "$BENCH_DIR/matmul.cl" >wrong/matmul.cl
BENCH_DIR=wrong BUILD=. status 1 wrong/run matmul
has err 'bench: matmul: hand-expert failed: expert: OpenCL error -46'
has err 'bench: matmul-odd: hand-expert failed: expert: OpenCL error -46'
[ "$(grep -c '	plain-c	' bench/results/*.tsv)" = 2 ] || fails "not all variants are measured beside one that fails"
