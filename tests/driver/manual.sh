#!/bin/sh
# The pages of the manual are well formed and have every option of --help; the shells' completions work; docs/environment.def has every
# variable that is read. docs/manual.sh has made them, a second each.
. "$TESTS/driver/lib.sh"
root=$TESTS/..
for page in ampcc.1 ampc.3 ampc-environment.7 bash zsh; do
    cp "$BUILD/manual/$page" $page
    [ "$(wc -l <$page)" -gt 40 ] || fails "$page is short"
done
for page in ampcc.1 ampc.3 ampc-environment.7; do
    if command -v mandoc >/dev/null; then mandoc -Tlint $page || fails "mandoc on $page"; fi
    if command -v groff >/dev/null && [ -d /usr/share/groff/current/tmac ]; then
        groff -ww -man -Tutf8 -z $page 2>&1 | grep -v "can't open\|cannot" >said || true
        [ ! -s said ] || { cat said; fails "groff on $page"; }
    fi
done
sed 's/\\f[BIR]//g; s/\\-/-/g' ampcc.1 >plain
$AMPCC --help | sed -n 's/^  \(-[^ ]*\).*/\1/p' >options
[ "$(wc -l <options)" -gt 50 ]
while read -r option; do grep -qF -e "$option" plain || fails "ampcc.1 does not have $option"; done <options
for name in $(grep -v '^ampc__' "$root/runtime/abi.txt" | grep -v '^ampc_algorithm'); do
    grep -q "$name" "$root/runtime/ampc.h" "$root/runtime/ampc_cl.h" || continue
    has ampc.3 "$name"
done

# complete WORD...: what bash suggests for the last word of "ampcc WORD..."
complete() {
    PATH=$(dirname "$AMPCC"):$PATH bash -c '. ./bash; compopt() { :; }; COMP_WORDS=(ampcc "$@"); COMP_CWORD=$#; _ampcc; printf "%s\n" "${COMPREPLY[@]}"' - "$@" >out
}
if command -v bash >/dev/null; then
    complete --em && has out --emit=
    complete --emit = && has out cl
    complete -fdiagnostics-format = s && has out sarif
    complete --explain tile-r && has out tile-race
    complete -x am && has out ampc
    complete -Wno-tile-r && has out -Wno-tile-race
    complete -Wperf && has out -Wperformance
    complete -Werror = tile-r && has out tile-race
    complete -fdiagnostics-color = a && has out always
fi

# A real zsh: what it makes of each line and Tab.
if command -v zsh >/dev/null && command -v python3 >/dev/null; then
    zsh -n zsh
    mkdir functions
    cp zsh functions/_ampcc
    cat >tab.py <<'P'
import os, pty, re, select, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "dumb"
    os.execvp("zsh", ["zsh", "-f", "-i"])
def read(until):
    text, end = "", time.time() + 60
    while until not in text and time.time() < end:
        if select.select([terminal], [], [], 1)[0]:
            text += os.read(terminal, 4096).decode(errors="replace")
    return text
os.write(terminal, b"PS1=; fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word\n"
    b"show() { print -r -- \"<<$BUFFER>>\"; BUFFER=; }; zle -N show; bindkey '^X' show; echo rea''dy\n")
read("ready")
for line in sys.argv[1:]:
    os.write(terminal, (line + "\t\x18").encode())
    print(*re.findall("<<(.*)>>", read(">>")))
P
    PATH=$(dirname "$AMPCC"):$PATH python3 tab.py 'ampcc --emi' 'ampcc --explain tile-rac' 'ampcc -Wno-tile-rac' 'ampcc -Werror=tile-rac' 'ampcc -Wperfor' \
        'ampcc -fdiagnostics-format=sar' 'ampcc -x amp' 'ampcc -o tab.p' | sed 's/ *$//' >out
    printf 'ampcc %s\n' --emit= '--explain tile-race' -Wno-tile-race -Werror=tile-race -Wperformance -fdiagnostics-format=sarif '-x ampc' '-o tab.py' >want
    diff want out || fails "zsh's completion"
fi

# Names in the code, and in the table.
{
    grep -rhoE '(getenv|environment_flag|is_set)\("[A-Z_]+"' "$root/runtime" "$root/driver" | sed 's/.*("//; s/"//'
} | sort -u | grep -v '^HOME$\|^PATH$\|^XDG_CACHE_HOME$' >read
[ "$(wc -l <read)" -gt 15 ]
sed -n 's/^ENVIRONMENT("\([A-Z_]*\)".*/\1/p' "$root/docs/environment.def" | sort >listed
diff read listed || fails "variables that are read (<) and docs/environment.def (>) differ"
