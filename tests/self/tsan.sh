#!/bin/sh
# 'tests/run --tsan' notices races of programs, and those between a program's threads and what the library does for them.
. "$TESTS/driver/lib.sh"
[ -z "$SANITIZE" ] || { echo "sanitized already"; exit 77; }
cat >race.ampc <<'A'
// flags: -pthread
#include <pthread.h>
#include "check.h"
static int shared;
static void *add(void *unused)
{
    for (int k = 0; k < 1000; k++)
        shared++;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    LATER(add(0));
    pthread_join(t, 0);
    CHECK(shared > 0);
    return check_done();
}
A
mkdir work
outcome() {
    rm -rf work/*
    WORK=$PWD/work "$TESTS/run" --tsan --one exec "$PWD/$2" >said 2>&1 || true
    got=$(cut -d' ' -f1 work/*/result)
    [ "$got" = "$1" ] || { cat said; fails "$2: $got instead of $1"; }
}
sed 's/LATER(\(.*\));/\1;/' race.ampc >races.ampc
outcome fail races.ampc
sed 's/LATER(.*);//; s/shared > 0/1/' race.ampc >fine.ampc
outcome pass fine.ampc
