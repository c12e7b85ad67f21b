#!/bin/sh
# Options of cc that change what the text means: kernels follow them, or the unit is refused; and those
# that print something instead of compiling.
. "$TESTS/driver/lib.sh"

cat >means.c <<'C'
int printf(const char *, ...);
typedef __WCHAR_TYPE__ wchar_t;
enum e { A, B = 3 };
enum neg { N = -1, M = 300 };
struct p { char c; enum e e; enum neg n; enum e f[3]; };
int main(void)
{
    struct p x[3] = {{1, B, N, {A, B, A}}, {2, A, M, {B, B, B}}, {-3, B, N, {A, A, A}}};
    int r[15];
#ifdef __AMPC__
    {
        array_view<int> v(15, r);
        array_view<struct p> w(3, x);
        parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) {
            enum e z[4] = {A, B, A, B};
#else
    int *v = r;
    struct p *w = x;
    enum e z[4] = {A, B, A, B};
#endif
    v[0] = sizeof(enum e); v[1] = sizeof(struct p); v[2] = sizeof(wchar_t); v[3] = sizeof L'a';
    v[4] = (unsigned char)'\xe9'; v[5] = L'\xffff'; v[6] = 'A'; v[7] = '\xe9'; v[8] = 'ab';
    v[9] = (L'a' - 98 > 0) + sizeof(A) + sizeof u'a'; v[10] = L'x'; v[11] = sizeof z;
    v[12] = w[1].n; v[13] = w[0].f[1] + w[2].c; v[14] = z[1] + sizeof(enum neg);
#ifdef __AMPC__
        });
    }
#endif
    for (int i = 0; i < 15; i++)
        printf("%d ", r[i]);
    printf("%d %d\n", (int)sizeof L"\U0001F600", (int)sizeof L"\u00e9" "x");
    return 0;
}
C
cp means.c means.ampc
cat >plain.ampc <<'A'
int printf(const char *, ...);
int main(void) { return !printf("%d %d\n", (unsigned char)"é"[0], (int)L'x'); }
A
cp plain.ampc plain.c
for o in -fshort-enums '-fshort-enums -fno-short-enums' '-fshort-wchar -fshort-enums' -fexec-charset=UTF-8 \
    -funsigned-char -funsigned-bitfields -mms-bitfields; do
    cc -w $o -o want means.c
    ./want >want.txt
    status 0 $AMPCC -w $o -o got means.ampc
    AMPC_DEVICE=emulator status 0 ./got
    cmp out want.txt || fails "emulator: $o"
    status 0 ./got
    cmp out want.txt || fails "device: $o"
done
for o in -fexec-charset=latin1 -fwide-exec-charset=UTF-16LE -fsingle-precision-constant; do
    status 1 $AMPCC -w $o -c means.ampc
    has err "ampcc: error: '$o' changes what constants of host code are"
    [ "$(grep -c error: err)" = 1 ]
    none means.o
    cc -w $o -o want plain.c
    ./want >want.txt
    status 0 $AMPCC -w $o -o got plain.ampc
    status 0 ./got
    cmp out want.txt || fails "host: $o"
done

for o in -traditional-cpp -traditional; do
    status 1 $AMPCC $o -c sum.ampc
    has err "ampcc: error: '$o' leaves AMP's own header without its macros"
    [ "$(grep -c error: err)" = 1 ]
done
printf '#define S(x) "x"\nint f(void) { return sizeof S(abc) == 4; }\n' >old.ampc
cp old.ampc old.c
status 0 $AMPCC -E -P -traditional-cpp old.ampc
has out '"abc"'
status 0 $AMPCC -traditional-cpp -E old.c
has out '"abc"'

for o in -print-file-name=libc.a -dumpversion -dumpfullversion -dumpmachine -print-search-dirs \
    -print-prog-name=ld -print-libgcc-file-name --print-file-name=libc.a -print-multi-directory; do
    cc $o plain.c >want.txt
    for rest in sum.ampc '-c sum.ampc' '-O2 -o x plain.c sum.ampc' '-x ampc plain.c'; do
        status 0 $AMPCC $o $rest
        cmp out want.txt || fails "$o $rest"
        none a.out sum.o x
    done
done
