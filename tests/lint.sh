#!/bin/sh
# lint.sh FILE...: rules that the compiler does not check by itself, and the layout of the files. Prints each breach; fails when there
# was one.
set -u
BUILD=${BUILD:-build}
CC=${CC:-cc}
failed=0
breach() {
    echo "lint: $*" >&2
    failed=1
}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# Headers stand alone.
for h in common/*.h lexer/*.h parser/*.h sema/*/*.h codegen/*.h codegen/*/*.h driver/*.h lsp/*.h tests/kernels/*.h tests/nests/*.h; do
    [ -f "$h" ] || continue
    printf '#include "%s"\n' "$h" >"$tmp/h.c"
    $CC -std=gnu11 -Wall -Wextra -Werror -fsyntax-only -I. -I"$BUILD/gen" "$tmp/h.c" || breach "$h does not stand alone"
done

# One name, one meaning: the compiler's headers stand together, but for those that belong to a few files of a room.
for h in common/*.h lexer/*.h parser/*.h sema/*/*.h codegen/*.h codegen/*/*.h driver/*.h lsp/*.h; do
    case $h in *_internal.h) ;; *) printf '#include "%s"\n' "$h" ;; esac
done >"$tmp/h.c"
$CC -std=gnu11 -Wall -Wextra -Werror -fsyntax-only -I. -I"$BUILD/gen" "$tmp/h.c" || breach "two headers clash"

# The public headers are C11 and C++.
for h in ampc ampc_cl amp amp_math amp_graphics amp_short_vectors amp_algorithms; do
    [ -f "runtime/$h.h" ] || continue
    printf '#include <%s.h>\nint main(void) { return 0; }\n' $h >"$tmp/h.c"
    $CC -std=c11 -pedantic -Wall -Wextra -Werror -fsyntax-only -Iruntime "$tmp/h.c" || breach "$h.h is not C11"
    case $h in amp | amp_*) continue ;; esac
    g++ -x c++ -std=c++11 -pedantic -Wall -Wextra -Werror -fsyntax-only -Iruntime "$tmp/h.c" || breach "$h.h is not C++"
done

# Which room may include which: docs/INTERNALS.md. A room is a folder without those in it. The lexer knows the token numbers that bison
# writes, and the generators the header that generated code meets.
room() {
    room=$1
    shift
    grep -H '^[ \t]*#[ \t]*include[ \t]*"' "$room"/*.[chly] | while IFS='"' read -r f name rest; do
        ok=
        for allowed in "$room" "$@"; do
            case $name in "$allowed" | "$allowed"/*) ok=1 ;; esac
        done
        [ -n "$ok" ] || echo "${f%%:*} includes $name"
    done
}
types="common parser sema/types"
tree="$types sema/tree"
analysis="$tree sema/analysis"
{
    room common
    room lexer common parser/gram.h
    room parser common lexer
    room sema/types common parser
    room sema/tree $types sema/typing
    room sema/typing $types
    room sema/analysis $types
    room sema/simulate $analysis
    room sema/hostflow $analysis
    room sema/checks $analysis sema/simulate sema/hostflow
    room optimize $tree
    room codegen $tree runtime/ampc_gen.h
    room codegen/kernel $analysis optimize/optimize.h optimize/cover.h codegen/codegen.h codegen/sound.h runtime/ampc_gen.h
    room codegen/host $analysis optimize/cover.h codegen/codegen.h codegen/sound.h runtime/ampc_gen.h
    room driver common lexer parser sema optimize/optimize.h optimize/cover.h codegen runtime/cover_shapes.h lsp/lsp.h
    room lsp common parser sema optimize/optimize.h optimize/cover.h driver
    for f in runtime/*.[ch] runtime/*/*.[ch]; do
        [ -f "$f" ] && grep -HnE '#[ \t]*include[ \t]*"(common|lexer|parser|sema|optimize|codegen|driver|lsp)/' "$f"
    done
    # Every folder with sources is a room of the list above, or of no compiler.
    for d in common lexer parser sema/*/ optimize codegen codegen/*/ driver lsp; do
        grep -q "^    room ${d%/}\( \|$\)" tests/lint.sh || echo "${d%/} is no room: tests/lint.sh"
    done
} >"$tmp/layers" 2>/dev/null
while read -r line; do breach "$line"; done <"$tmp/layers"

# Every source opens with what it holds, and every room's page names its files (a header's name may be that of its .c file).
for f; do
    line=
    IFS= read -r line <"$f"
    case $line in '/*'*) ;; *) breach "$f does not open with what it holds" ;; esac
done
for d in common lexer parser sema/*/ codegen codegen/*/ driver lsp runtime runtime/*/; do
    d=${d%/}
    [ -f "$d/README.md" ] || { breach "$d has no README.md"; continue; }
    words=" $(grep -o '[A-Za-z0-9_]*\.[a-z]*' "$d/README.md" | tr '\n' ' ') "
    for f in "$d"/*.[chly] "$d"/*.def; do
        name=${f##*/}
        [ -f "$f" ] || continue
        case $words in *" $name "*) continue ;; esac
        case $name in *.h) [ -f "${f%.h}.c" ] && continue ;; esac
        breach "$d/README.md does not name $name"
    done
done

# Files that comments and pages name exist, in some folder; '*' stands for a piece of the name. Names of four letters and more: shorter
# ones are examples, as prog.c is, and members (`t.g.c`). gram.h is bison's, cl.h is OpenCL's.
built=./${BUILD#"$PWD"/}
{ find . -path "$built" -prune -o -type f -print | sed 's,.*/,,'; printf '%s\n' prog.c gram.h cl.h; } >"$tmp/names"
find . \( -path "$built" -o -path ./.git -o -path ./shared \) -prune -o -name '*.[chly]' -print -o -name '*.def' -print -o -name '*.md' -print -o -name '*.sh' -print |
    xargs awk 'function known(name, other) {
         if (name in names) return 1
         gsub(/[.]/, "[.]", name)
         if (gsub(/[*]/, ".*", name)) for (other in names) if (other ~ "^" name "$") return 1
         return 0
     }
     FILENAME ~ /names$/ { names[$0]; next }
     FNR == 1 { inside = 0 }
     {
         text = $0
         if (FILENAME ~ /[.]sh$/) text = match(text, /(^| )# /) ? substr(text, RSTART) : ""
         else if (FILENAME !~ /[.]md$/) {
             begins = match(text, /\/[*]/)
             text = inside ? text : begins ? substr(text, RSTART) : ""
             inside = (inside || begins) && $0 !~ /[*]\//
         }
         while (match(text, /[A-Za-z0-9_*]+[.](c|h|sh|md|def)/)) {
             name = substr(text, RSTART, RLENGTH)
             before = RSTART > 1 ? substr(text, RSTART - 1, 1) : " "
             text = substr(text, RSTART + RLENGTH)
             if (length(name) > 5 && text !~ /^[A-Za-z0-9_(]/ && before ~ /[ \/`(\[]/ && !known(name)) print FILENAME ":" FNR ": there is no " name
         }
     }' "$tmp/names" >"$tmp/named"
while read -r line; do breach "$line"; done <"$tmp/named"

# A switch over kinds, operations or spaces has no default, and no cast: -Wswitch would not name it when there is one more (the compiler's
# word for it: tests/self/kinds.sh). Characters may have one, sets of bits (memories), and enums
# of which no switch means all: tokens, spellings and options.
awk 'FNR == 1 { depth = 0 }
     match($0, /^ *switch \(/) {
         at[++depth] = FNR
         margin[depth] = index($0, "s")
         blocks[depth] = kinds[depth] = defaults[depth] = 0
         if ($0 ~ /switch \(\(/) print FILENAME ":" FNR ": a cast hides from -Wswitch what this is over"
     }
     depth && match($0, /^ *(case |default:)/) && match($0, /[cd]/) == margin[depth] {
         blocks[depth] += $0 ~ /: *{/
         defaults[depth] += $0 ~ /default:/
         kinds[depth] += $0 ~ /case [A-Z]/ && $0 !~ /case (TOKEN|SPELL|OPT|MEMORY)_/
     }
     depth && match($0, /^ *}/) && index($0, "}") == margin[depth] && !blocks[depth]-- {
         if (defaults[depth] && kinds[depth]) print FILENAME ":" at[depth] ": the default hides kinds from -Wswitch"
         depth--
     }' common/*.c lexer/*.c parser/*.c sema/*/*.c codegen/*.c codegen/*/*.c driver/*.c lsp/*.c >"$tmp/defaults"
while read -r line; do breach "$line"; done <"$tmp/defaults"

# The compiler has no writable globals: nothing in .data, .bss or common storage.
objdump -t "$BUILD/obj/compiler.a" "$BUILD/obj/driver/main.o" 2>/dev/null |
    awk '/file format/ { file = $1 } $NF !~ /^\./ && / (\.data|\.bss|\.tdata|\.tbss|\*COM\*)(\.[^r][^ ]*)?\t/ { print file, $NF }' |
    sort -u >"$tmp/globals"
while read -r line; do breach "writable global: $line"; done <"$tmp/globals"

# No loop from 0 in steps of 1 in the helpers of kernels' text: PoCL (docs/INTERNALS.md, "What differs by driver"). What GPUs alone get may.
grep -HnE '"[^"]*for \(([a-z]+ )?[a-z]+ = 0;[^;]*;[^;)]*\+\+' $(ls codegen/kernel/*.c runtime/*.c | grep -v "kernel_cover\|kernel_fetch") >"$tmp/loops" 2>/dev/null
while read -r line; do breach "loop from 0 in steps of 1: $line"; done <"$tmp/loops"

# Every id has an explanation, and the documents are those of the tables.
awk -F '[(,]' '/^EXPLAIN\([a-z_0-9]*,$/ { explained[$2] } FILENAME ~ /diag/ && /^DIAG\([a-z_0-9]*,/ && !($2 in explained) { print $2 }' \
    common/explain.def common/diag.def >"$tmp/unexplained"
while read -r symbol; do breach "common/explain.def: no EXPLAIN($symbol, ...)"; done <"$tmp/unexplained"
if [ -x docs/tables.sh ]; then
    BUILD=$BUILD docs/tables.sh --check >"$tmp/tables" || breach "$(cat "$tmp/tables")"
fi

# The layout, which clang-format 14 (Debian 12) to 19 (Debian 13) agree on but for a few constructs.
awk 'FNR == 1 { off = 0 }
     /clang-format off/ { off = 1 }
     /clang-format on/ { off = 0 }
     !off && /^[ \t]*} ?\*/ { print FILENAME ":" FNR ": versions of clang-format differ about \047} *name\047: name the struct" }' \
    "$@" /dev/null >"$tmp/differ"
while read -r line; do breach "$line"; done <"$tmp/differ"
if command -v clang-format >/dev/null 2>&1; then
    # All at once, as most of its time goes into its start; which one it is, if any, one by one.
    clang-format --dry-run -Werror "$@" >/dev/null 2>&1 || for f; do
        clang-format --dry-run -Werror "$f" >/dev/null 2>&1 || breach "$f is not formatted (make format)"
    done
else
    breach "no clang-format to check the layout with"
fi
exit $failed
