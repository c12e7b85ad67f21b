#!/bin/sh
# A run that is stopped leaves nothing behind, and its cc does not go on.
. "$TESTS/driver/lib.sh"
mkdir tmp
cat >slow-cc <<'S'
#!/bin/sh
case " $* " in
*" -c "*)
    : >"$TMPDIR/ccXXXXXX.s"
    # As cc1 of gcc, which nobody but gcc knows of.
    [ -z "$ORPHAN" ] || { (sleep 1; for f; do [ "$o" != -o ] || echo late >"$f"; o=$f; done) & }
    echo $$ >slow-pid
    exec sleep 60
    ;;
esac
exec cc "$@"
S
chmod +x slow-cc
for signal in INT TERM HUP QUIT PIPE USR1; do
    rm -f slow-pid
    # A background job of a shell script ignores SIGINT; env gives it its meaning back.
    env --default-signal=INT,QUIT ORPHAN=1 TMPDIR="$PWD/tmp" $AMPCC --cc="$PWD/slow-cc" -c sum.ampc &
    pid=$!
    for _ in $(seq 100); do
        [ -s slow-pid ] && break
        sleep 0.1
    done
    kill -$signal $pid
    got=0
    wait $pid || got=$?
    [ $got -gt 128 ] || fails "SIG$signal: exit status $got"
    sleep 0.2
    ! kill -0 "$(cat slow-pid)" 2>/dev/null || fails "SIG$signal: cc still runs"
    [ -z "$(ls tmp)" ] || fails "SIG$signal: files left"
    ls >files
    lacks files .ampcc
    none sum.o
done
sleep 1
ls >files
lacks files .ampcc
# At any moment, as cc is asked for its text and its messages are read; before anything is there, and behind the end.
for signal in INT TERM HUP QUIT PIPE; do
    for delay in 0 0.004 0.01 0.02 0.04 0.08 0.16 0.3; do
        env --default-signal=INT,QUIT TMPDIR="$PWD/tmp" $AMPCC -fdiagnostics-format=json -MMD -o prog sum.ampc >out 2>err &
        pid=$!
        sleep $delay
        kill -$signal $pid 2>/dev/null || true
        wait $pid || true
        [ -z "$(ls tmp)" ] || { ls tmp; fails "SIG$signal after $delay s: files left"; }
        ls >files
        lacks files .ampcc
    done
done
# Killed outright, its worker ends too, and cleans up; a reader that stops reading is no fault of the compiler's.
rm -f slow-pid
TMPDIR="$PWD/tmp" $AMPCC --cc="$PWD/slow-cc" -c sum.ampc &
pid=$!
for _ in $(seq 100); do
    [ -s slow-pid ] && break
    sleep 0.1
done
worker=$(ps -o ppid= -p "$(cat slow-pid)" | tr -d ' ')
kill -KILL $pid
wait $pid || true
for _ in $(seq 50); do
    kill -0 "$worker" 2>/dev/null || break
    sleep 0.1
done
! kill -0 "$worker" 2>/dev/null || fails "the worker of a killed run goes on"
[ -z "$(ls tmp)" ] || { ls tmp; fails "SIGKILL: files left"; }
ls >files
lacks files .ampcc
for _ in 1 2 3 4 5 6; do cat sum.ampc; done | sed 's/main/f/' >long.ampc
$AMPCC --dump=tokens -x ampc long.ampc 2>messages | head -n 1 >line || true
lacks messages internal
