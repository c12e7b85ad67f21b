#!/bin/sh
# Objects, programs, .c and .o files on one line, names with blanks.
. "$TESTS/driver/lib.sh"
status 0 $AMPCC sum.ampc
./a.out | grep -q 'sum 56'
status 0 $AMPCC -O2 -c sum.ampc
status 0 $AMPCC -o prog sum.o
./prog | grep -q 'sum 56'
none sum.i sum.c sum.cl sum.d

cat >main.c <<'C'
#include <ampc.h>
int helper(void);
int extra(void);
int main(void) { return helper() + extra() != 3; }
C
echo 'int helper(void) { return 1; }' >helper.ampc
echo 'int extra(void) { return TWO; }' >extra.c
cc -c -DTWO=2 extra.c
status 0 $AMPCC -DTWO=9 -o mixed main.c helper.ampc extra.o -lm
./mixed
status 0 $AMPCC -c main.c helper.ampc
[ -f main.o ] && [ -f helper.o ]

mkdir 'a b'
cp sum.ampc 'a b/the sum.ampc'
status 0 $AMPCC -o 'a b/the prog' 'a b/the sum.ampc'
'./a b/the prog' | grep -q 'sum 56'
(cd 'a b' && $AMPCC -c 'the sum.ampc' && [ -f 'the sum.o' ])

# As a shared library; position-independent.
echo 'int twice(int x) { return 2 * x; }' >twice.ampc
status 0 $AMPCC -fPIC -shared -o libtwice.so twice.ampc
echo 'int twice(int); int main(void) { return twice(2) != 4; }' >use.c
status 0 $AMPCC -o use use.c -L. -ltwice -Wl,-rpath,"$PWD"
./use

# A program without AMP does not depend on OpenCL.
echo 'int main(void) { return 0; }' >plain.c
status 0 $AMPCC -o plain plain.c
./plain
objdump -p plain >needed
lacks needed OpenCL
status 0 $AMPCC -x ampc -o plain plain.c
objdump -p plain >needed
lacks needed OpenCL
if [ -z "$SANITIZE" ]; then
    status 0 $AMPCC -static -o plain plain.c
    ./plain
fi

# Old standards too.
status 0 $AMPCC -std=c89 -pedantic-errors -Wall -Wextra -Werror -x ampc -c plain.c
[ ! -s err ]
cat >old.ampc <<'A'
int main(void)
{
    int a[6], b[6];
    {
        array_view<int, 2> v(2, 3, a), w;
        w = array_view<int, 2>(extent<2>(2, 3), b);
        parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v[i] = w(i[0], i[1]) = i[0] + i[1]; });
        a[0] = v.section(1, 1, 1, 2)(0, 1) + w[1](2);
    }
    return a[5] != 3;
}
A
for cc in cc clang; do
    links_by $cc || continue
    for std in c89 gnu89; do
        status 0 $AMPCC --cc="$cc $SANITIZE" -std=$std -pedantic-errors -Wall -Wextra -Werror -o old old.ampc
        [ ! -s err ]
        ./old
    done
done

# Macros of the command line may have the names of all that ampc's headers say, but C's keywords; in the file they are what they are.
cc -E -P -D__AMPC__=1 -I"$BUILD/include" -include ampc_gen.h -include ampc.h -x c /dev/null | sed 's/"[^"]*"//g' | tr -cs 'A-Za-z0-9_' '\n' |
    grep -v '^ampc_' | grep '^[a-z]' | sort -u >words
for keyword in char const double enum extern float for if int long return signed sizeof static struct typedef unsigned void volatile; do
    echo $keyword
done | sort >keywords
words=$(comm -23 words keywords)
[ "$(echo "$words" | wc -l)" -gt 100 ] || fails "few words of the headers"
cat >words.ampc <<'A'
#include <amp.h>
int main(void)
{
    int b_[n];
    array_view<int> v_(n, b_);
    parallel_for_each(array_view<int>(n, b_).section(0, n).get_extent(), [=](index<1> at_) restrict(amp) { v_[at_] = at_[0] + x; });
    return v_(n - 1) != n - 1 + x || host != 1;
}
A
for cc in cc clang; do
    links_by $cc || continue
    status 0 $AMPCC --cc=$cc $(for word in $words; do echo "-D$word=1"; done) -c plain.c -x ampc plain.c
    status 0 $AMPCC --cc="$cc $SANITIZE" -Dn=7 -D x=3 -Dhost $(for word in $words; do case $word in n | x | host | index | section) ;; *) echo "-D$word=1" ;; esac; done) -o words words.ampc
    ./words
    for option in '-imacros macros.h' -Wp,-imacros,macros.h '-Xpreprocessor -imacros -Xpreprocessor macros.h'; do
        echo '#define rank 1,' >macros.h
        status 0 $AMPCC --cc=$cc $option -c -x ampc plain.c
    done
done
