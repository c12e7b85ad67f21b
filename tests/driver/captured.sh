#!/bin/bash
# What cc writes is read whole: by what stays behind it, from scripts, much of it, and with closed streams.
. "$TESTS/driver/lib.sh"
script() {
    cat >"$1"
    chmod +x "$1"
}
# Something behind the command goes on to write when it has ended.
script late-text <<'S'
#!/bin/bash
exec cc "$@" > >(sleep 0.3; cat)
S
script late-messages <<'S'
#!/bin/bash
exec cc "$@" 2> >(sleep 0.3; cat >&2)
S
for format in text json; do
    status 1 $AMPCC --cc=./late-text -fdiagnostics-format=$format -c badc.ampc
    has err undeclared
    none badc.o
done
echo '#include "missing.h"' >include.ampc
status 1 $AMPCC --cc=./late-messages -fdiagnostics-format=json -c include.ampc
has err missing.h
# A script that opens its standard error anew.
script opens <<'S'
#!/bin/sh
cc "$@" || { echo "cc has failed" >/dev/stderr; exit 1; }
S
status 1 $AMPCC --cc=./opens -fdiagnostics-format=json -c include.ampc
has err missing.h
has err 'cc has failed'

# What stays and cannot write is not waited for.
script leaves <<'S'
#!/bin/sh
sleep 600 </dev/null >/dev/null 2>&1 &
echo $! >>left
exec cc "$@"
S
for format in text json; do
    status 0 timeout 100 $AMPCC --cc=./leaves -fdiagnostics-format=$format -c sum.ampc
done
kill $(cat left)

# A signal ends the waiting, and what is waited for.
script stuck <<'S'
#!/bin/bash
exec cc "$@" > >(echo $BASHPID >stuck-pid; exec sleep 600) 2>&1
S
for format in text json; do
    rm -f stuck-pid
    $AMPCC --cc=./stuck -fdiagnostics-format=$format -c -o stuck.o sum.ampc 2>err &
    pid=$!
    for _ in $(seq 100); do
        [ -s stuck-pid ] && break
        sleep 0.1
    done
    sleep 0.3
    kill -TERM $pid
    got=0
    wait $pid || got=$?
    [ $got = 143 ] || fails "exit status $got of a compiler that waits"
    none stuck.o
    ! grep -q '^State:[[:space:]]*[^ZX]' "/proc/$(cat stuck-pid)/status" 2>/dev/null || fails "what wrote still runs"
done

# More than a pipe holds, on both.
script much <<'S'
#!/bin/sh
yes 'warning: much' | head -n 20000 >&2
case " $* " in *" -E "*) yes '                                ' | head -n 20000 ;; esac
exec cc "$@"
S
status 0 $AMPCC --cc=./much -fdiagnostics-format=json -c sum.ampc
[ "$(grep -o 'warning: much' err | wc -l)" -ge 40000 ] || fails "messages are missing"

# The numbers of closed streams are not given to other files.
for format in text json; do
    for closed in '<&-' '>&-' '2>&-' '<&- >&-' '>&- 2>&-' '<&- 2>&-' '<&- >&- 2>&-'; do
        rm -f sum.o
        eval "$AMPCC -fdiagnostics-format=$format -Wall -save-temps -c -o sum.o sum.ampc $closed" || fails "$format, $closed"
        nm sum.o | grep -q ' T main' || fails "$format, $closed: the object"
    done
done
