# lib.sh - sourced by the tests of faults, behind driver/lib.sh.
LAYER=$BUILD/tests/layer/faults.so
export LAYER
# With VALGRIND=1 the programs run under valgrind; what it says of drivers is left out.
valgrind="valgrind -q --suppressions=$TESTS/valgrind.supp --error-exitcode=9 --leak-check=full --show-leak-kinds=definite
    --errors-for-leak-kinds=definite"
[ -z "${VALGRIND:-}" ] || export HWLOC_COMPONENTS=-x86 VALGRIND="$valgrind"

# program NAME FILE [FLAG...]: translates FILE, by cc alone if it is plain C, and links it with a libampc whose calls of the C
# library go to layer/libc.c.
program() {
    name=$1 file=$2
    shift 2
    if [ ! -f faults.a ]; then
        ${AMPC_CC:-cc} -std=gnu11 -O1 -g -Wall -Wextra -I"$BUILD/include" -c -o libc.o "$TESTS/layer/libc.c"
        objcopy $(nm libc.o | sed -n 's/.* T fault_\(.*\)/--redefine-sym \1=fault_\1/p') "$BUILD/lib/libampc.a" faults.a
        nm -u faults.a | grep -q fault_malloc || fails "the library's calls go where they did"
    fi
    case $file in
    *.c) ${AMPC_CC:-cc} -std=c11 -pedantic-errors -Wall -Wextra -Werror -I"$BUILD/include" -O1 -g "$@" -c -o "$name.o" "$file" ;;
    *) $AMPCC -O1 -g "$@" -c -o "$name.o" "$file" ;;
    esac
    ${AMPC_CC:-cc} -o "$name" "$name.o" libc.o faults.a -lOpenCL -lm -pthread
}

# counted NAME [ARGUMENT...]: runs the program without a fault, with its calls counted in counts.cl and counts.libc.
counted() {
    got=0
    OPENCL_LAYERS=$LAYER AMPC_FAULT_COUNTS=counts.cl AMPC_FAULT_LIBC_COUNTS=counts.libc timeout "${TRY_LIMIT:-250}" ${VALGRIND:-} ./"$@" >out 2>err || got=$?
    [ $got = 0 ] || { head err; fails "$1 without a fault: exit status $got"; }
}

# faults MOST KEEP [PATTERN]: the faults, one on a line, of the first MOST calls and the last one of each entry point of the
# counts that matches PATTERN. KEEP is an awk condition on the line's number n. With FAULTS=all each call has all codes, else one.
faults() {
    awk -v most="$1" -v pattern="^(${3:-.*})\$" '
        function codes(name) { # that the entry point may give; -9999 is a vendor own
            if (name == "clBuildProgram") return "-11 -6 -5 -2 -9999"
            if (name == "event") return "-5 -14 -9999"
            return "-6 -5 -4 -2 -30 -59 -9999"
        }
        $1 !~ pattern || $1 == "any" { next }
        FILENAME ~ /libc$/ { m = split($1 == "memory" ? "12" : "28 13 5", c, " "); kind = "libc" }
        FILENAME !~ /libc$/ { m = split(codes($1), c, " "); kind = "cl" }
        {
            for (k = 1; k <= $2; k++)
                if (k <= most || k == $2)
                    for (i = 1; i <= (all ? m : 1); i++) {
                        n++
                        if ('"$2"') print kind ":" $1 ":" k ":" c[all ? i : (n - 1) % m + 1]
                    }
        }' all="$([ "${FAULTS:-}" != all ] || echo 1)" counts.cl counts.libc
}

# tries FILE NAME [ARGUMENT...]: the faults of the file, one behind the other; see layer/try.c. Only the start of a program that runs by itself can be
# taken once for all faults.
tries() {
    file=$1
    shift
    export TRY_KIND="$kind" TRY_COUNT="$file.count" TRY_DRIVER=
    if [ -n "${VALGRIND:-}$SANITIZE" ]; then
        "$BUILD/tests/layer/try" ${VALGRIND:-} ./"$@" <"$file" >"$file.tried"
    else
        [ "${AMPC_DEVICE:-}" = emulator ] || TRY_DRIVER=$(cat "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}/pocl.icd" 2>/dev/null) || :
        LD_PRELOAD="$BUILD/tests/layer/try.so" ./"$@" <"$file" >"$file.tried"
    fi
    [ "$(cat "$file.count")" = "$(grep -c . "$file")" ]
}

# tried KIND NAME [ARGUMENT...]: tries the faults of standard input. Each must end well.
tried() {
    kind=$1
    shift
    rm -f asked.*
    awk -v jobs="${FAULT_JOBS:-2}" '{ print >("asked." NR % jobs) }'
    running=
    for part in asked.*; do
        [ -f "$part" ] || continue
        tries "$part" "$@" &
        running="$running $!"
    done
    for process in $running; do
        wait "$process" || fails "the faults of $* are not all tried"
    done
    cat /dev/null asked.*.tried >tried 2>/dev/null || :
    head -n 200 tried
    cat tried >>bad
}

# well [N]: fails if the faults that did not end well since the last call are not N, 0 without it.
well() {
    count=$(grep -c '^FAULT' bad || true)
    rm bad
    [ "$count" = "${1:-0}" ] || fails "$count faults did not end well"
}
