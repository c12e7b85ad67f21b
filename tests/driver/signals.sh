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
# What kills outright ends the worker and its cc, too, and nothing is left: this process alone, all that are called ampcc, the whole
# process group, as cc runs and at any moment.
left() {
    for _ in $(seq 100); do
        [ -n "$(ls tmp)" ] || ls | grep -q '\.ampcc' || return 0
        sleep 0.1
    done
    ls . tmp
    fails "SIGKILL, $1: files left"
}
# ended PID WHOM: there is no such process, or (where nobody waits for orphans) only a zombie.
ended() {
    for _ in $(seq 50); do
        grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2>/dev/null || return 0
        sleep 0.1
    done
    fails "SIGKILL, $2: cc still runs"
}
killed() {
    case $1 in
    group) kill -KILL -$pid ;;
    all) kill -KILL $pid $(ps -o pid=,comm= -s $pid | awk '$2 == "ampcc" { print $1 }') ;;
    one) kill -KILL $pid ;;
    esac 2>/dev/null || true
    wait $pid || true
}
for whom in one all group; do
    rm -f slow-pid
    ORPHAN=1 TMPDIR="$PWD/tmp" setsid $AMPCC --cc="$PWD/slow-cc" -c sum.ampc &
    pid=$!
    for _ in $(seq 100); do
        [ -s slow-pid ] && break
        sleep 0.1
    done
    killed $whom
    left "$whom, in cc"
    ended "$(cat slow-pid)" "$whom"
    [ $whom != all ] || continue # a list of processes is old when it is read
    for delay in 0 0.002 0.004 0.01 0.02 0.03 0.04 0.06 0.08 0.16 0.3; do
        TMPDIR="$PWD/tmp" setsid $AMPCC -MMD -o prog sum.ampc >out 2>err &
        pid=$!
        sleep $delay
        killed $whom
        left "$whom, after $delay s"
    done
done
sleep 1
ls >files
lacks files .ampcc
# The folder is gone, or something else is in its place: that stays.
mkdir kept
echo text >kept/file
cat >moving-cc <<'S'
#!/bin/sh
case " $* " in
*" -c "*)
    case $MOVE in
    gone) rm -r "$TMPDIR" ;;
    link) mv "$TMPDIR" "$TMPDIR-moved" && ln -s "$PWD/kept" "$TMPDIR" ;;
    esac
    exit 1
    ;;
esac
exec cc "$@"
S
chmod +x moving-cc
for move in gone link; do
    MOVE=$move TMPDIR="$PWD/tmp" status 1 $AMPCC --cc="$PWD/moving-cc" -c sum.ampc
    [ "$(cat kept/file)" = text ] || fails "what is in the place of the temporary folder"
    [ "$move" = link ] || [ -z "$(ls tmp)" ] || fails "the temporary folder was made again"
done
rm -rf tmp/*
# A reader that stops reading is no fault of the compiler's.
for _ in 1 2 3 4 5 6; do cat sum.ampc; done | sed 's/main/f/' >long.ampc
$AMPCC --dump=tokens -x ampc long.ampc 2>messages | head -n 1 >line || true
lacks messages internal
