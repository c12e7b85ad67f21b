#!/bin/sh
# Continuations by several host compilers, optimised and not, at link time too; debuggers see the user's lines.
. "$TESTS/driver/lib.sh"
[ -z "$SANITIZE" ] || { echo "the compilers link without the sanitizers"; exit 77; }
compilers=cc
if command -v clang >/dev/null 2>&1; then
    compilers="cc clang"
fi
for compiler in $compilers; do
    for level in -O0 -O3 '-O2 -flto'; do
        # without what newer clang says of definitions of the old style
        for program in future_then future_lambda; do
            $AMPCC --cc=$compiler $level -Wall -Wextra -Wno-strict-prototypes -o then "$TESTS/exec/$program.ampc" -I"$TESTS/exec" 2>err
            [ ! -s err ] || { cat err; fails "messages with $compiler $level"; }
            ./then
        done
    done
done
cat >line.ampc <<'C'
void use(int);
void f(completion_future done, int n)
{
    done.then([=] {
        use(n);
        use(m);
    });
    n = k;
}
C
status 1 $AMPCC -c line.ampc 2>err
has err 'line.ampc:6:13: error'
has err 'line.ampc:8:9: error'
