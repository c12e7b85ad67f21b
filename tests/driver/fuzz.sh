#!/bin/sh
# tests/fuzz finds what it is for; and the first of its programs in Oclgrind: in kernels as they are optimised, as blocks and as covers, no two
# work-items race and nothing outside of a buffer is touched. FUZZ_SEED=N other programs.
. "$TESTS/driver/lib.sh"
[ -z "$SANITIZE" ] || { echo "Oclgrind without sanitizers"; exit 77; }
[ -e /usr/lib/oclgrind/liboclgrind-rt-icd.so ] || ls /usr/lib/*/liboclgrind-rt-icd.so >/dev/null 2>&1 || { echo "no Oclgrind"; exit 77; }
BUILD=$(dirname "$(dirname "$AMPCC")")
export BUILD
unset AMPC_DEVICE
"$TESTS/fuzz" -r -k 6 -j 1 "${FUZZ_SEED:-6108}" 2 2x2,2x4,4 1x4,1x8,8,0,4 >out || { cat out; tail -n 4 fuzz.out/*/*.err; fails "kernels differ, or race"; }
has out "chosen: 12 kernels compared"
has out "forced: 12 kernels compared"
! grep "compared, 0 of them" out || fails "nothing is optimised"

# It can fail: the host has another result; two threads store to an element; a kernel ends the program; one is refused.
! AMPC_TEST_FAIL=1 "$TESTS/fuzz" -r -k 1 -j 1 6108 3 >out || fails "another result is not found"
has out "host: "
mkdir other
cp -r "$TESTS/fuzz" "$TESTS/kernels" other
mkdir other/nests
cat >other/nests/nests.c <<'A'
#include <stdio.h>
int main(void)
{
    puts("#include <amp.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
         "__attribute__((weak)) int wrong, compared;\n"
         "#if !defined UNIT || UNIT == 0\n"
         "void run0(void)\n{\n    static int a[64];\n    array_view<int> v(64, a);\n"
         "    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i[0] / 2] = i[0]; });\n"
         "    v.synchronize();\n    printf(\"kernel 0: 1\\n\");\n}\n#endif\n"
         "#if !defined UNIT || UNIT == 1\nvoid run1(void) { abort(); }\n#endif\n"
         "#if !defined UNIT || UNIT == 2\nvoid run2(void) { array_view<int> v(1, 2, 3, 4); }\n#endif\n"
         "#if !defined UNIT || UNIT == 3\n"
         "extern char *program_invocation_short_name;\n"
         "void run3(void) { printf(\"kernel 3: %s\\n\", program_invocation_short_name); }\n#endif\n"
         "#include \"main.h\"\n");
}
A
cc -w -I"$TESTS/kernels" -o main -x c - "$TESTS/kernels/text.c" <<'A'
#include "text.h"
int main(void) { print_main(4); }
A
./main >main.h
export CPATH="$PWD"
BUILD=$BUILD other/fuzz -r -k 4 -j 1 -o other.out 1 1 >out && fails "nothing is found"
has out "reported: 1 "
has out "crashed: 1 1 "
has out "refused: 1 2"
has out "differs: 1 3 chosen"
