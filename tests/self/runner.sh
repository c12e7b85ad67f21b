#!/bin/sh
# The runner notices tests that cannot fail, and faults of each kind.
. "$TESTS/driver/lib.sh"
export WORK=$PWD/work
export DEVICES=
mkdir -p work tests

# outcome WANT KIND FILE: what the runner says of the file.
outcome() {
    rm -rf work/*
    "$TESTS/run" --one "$2" "$PWD/$3" >said 2>&1 || true
    got=$(head -n 1 work/*/result | cut -d' ' -f1)
    [ "$got" = "$1" ] || { cat said; fails "$3: $got instead of $1"; }
}

printf 'void f(void) restrict(amp)\n{\n    goto x; // expect: amp-goto\nx:; // expect: amp-label\n}\n' >good.ampc
outcome pass diag good.ampc
sed 's,// expect: amp-goto,,' good.ampc >removed.ampc
outcome fail diag removed.ampc
sed 's,^{,{ // expect: amp-call,' good.ampc >added.ampc
outcome fail diag added.ampc
sed 's,expect: amp-goto,expect: amp-asm,' good.ampc >other.ampc
outcome fail diag other.ampc
sed 's,expect: amp-goto,expect: amp-goto "no such words",' good.ampc >words.ampc
outcome fail diag words.ampc
echo 'int x;' >clean.ampc
outcome pass diag clean.ampc
echo 'int x; // expect-note: "declared"' >note.ampc
outcome fail diag note.ampc

echo 'int x; // fine: amp-goto' >legal.ampc
outcome pass diag legal.ampc
sed 's|expect: amp-goto|expect: amp-goto // fine: amp-goto|' good.ampc >both.ampc
outcome fail diag both.ampc
sed 's,expect: amp-goto,fine: amp-goto,' good.ampc >alarm.ampc
outcome fail diag alarm.ampc

printf '#include "check.h"\nint main(void) { CHECK(1); return check_done(); }\n' >run.ampc
outcome pass exec run.ampc
printf '#include "check.h"\nint main(void) { CHECK(0); return check_done(); }\n' >false.ampc
outcome fail exec false.ampc
printf '#include "check.h"\nint main(void) { CHECK(1); check_done(); return 0; }\n' >blind.ampc
outcome fail exec blind.ampc
printf '#include "check.h"\nint main(void) { return check_done() && 0; }\n' >empty.ampc
outcome fail exec empty.ampc
printf 'int main(void) { return 0; }\n' >silent.ampc
outcome fail exec silent.ampc
printf '// exit: 3\nint main(void) { return 3; }\n' >three.ampc
outcome pass exec three.ampc
printf 'int main(void) { return 3; }\n' >four.ampc
outcome fail exec four.ampc
printf '#include <stdio.h>\nint main(void) { puts("a"); return 0; }\n' >out.ampc
echo a >out.out
outcome pass exec out.ampc
echo b >out.out
outcome fail exec out.ampc

# On several devices: which one failed, and what one lacks.
cat >where.ampc <<'END'
// needs: 64-bit atomics
#include "check.h"
#include <string.h>
int main(void)
{
    const char *where = getenv("WHERE");
    if (where && !strcmp(where, "lacking")) {
        fputs("where.ampc:1: ampc error: unsupported_feature: kernel main_1 needs 64-bit atomics, which this does not have\n", stderr);
        return 134;
    }
    CHECK(!where || strcmp(where, "wrong"));
    return check_done();
}
END
DEVICES='|good
WHERE=lacking|Old Device'
outcome pass exec where.ampc
has said 'where.ampc on Old Device: unsupported_feature: kernel main_1 needs 64-bit atomics, which this does not have'
grep -q '^skip 1$' work/*/result
DEVICES='|good
WHERE=wrong|Bad Device'
outcome fail exec where.ampc
has said 'where.ampc on Bad Device'
DEVICES='WHERE=lacking|Old Device'
outcome skip exec where.ampc
sed 's/^.. needs.*//' where.ampc >needless.ampc
outcome fail exec needless.ampc
DEVICES=

outcome fail parse removed.c
echo 'int x = ;' >broken.c
outcome fail parse broken.c
echo 'int x;' >fine.c
outcome pass parse fine.c
echo 'something else' >fine.tree
outcome fail parse fine.c
outcome fail codegen clean.ampc

printf 'exit 1\n' >one.sh
outcome fail script one.sh
printf 'false\ntrue\n' >middle.sh
outcome fail script middle.sh
printf 'exit 77\n' >skip.sh
outcome skip script skip.sh

printf '#!/bin/sh\necho "100%%: Checks: 0, Failures: 0, Errors: 0"\n' >unit
chmod +x unit
outcome fail unit unit
printf '#!/bin/sh\necho "100%%: Checks: 4, Failures: 0, Errors: 0"\n' >unit
outcome pass unit unit
[ "$(cut -d" " -f1,2 work/*/result)" = "pass 4" ]
printf '#include <stdio.h>\nint main(void) { puts("results DIFFER"); return 0; }\n' >sample.ampc
outcome fail sample sample.ampc

# make leaves to the runner what JOBS says.
[ "$(JOBS=3 make -s --no-print-directory -C "$TESTS/.." --eval='show:; @echo $$JOBS' show)" = 3 ]
