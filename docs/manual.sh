#!/bin/sh
# manual.sh ampcc.1|ampc.3|ampc-environment.7|bash|zsh: a page of the manual, or a shell's completion, on standard output. Options come from
# driver/options.def, variables from docs/environment.def, functions from the public headers.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
date=2026-11-23
us=$(printf '\037') # between the fields of a row
version=$(sed -n 's/.define AMPC_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' "$root/runtime/ampc.h" | paste -sd.)

# The options that --help shows: NAME|ARGUMENT|METAVARIABLE|HELP, and "= HEADING" before each group.
options() {
    sed -n 's/^\/\* \(.*\) \*\/$/= \1/p
        s/^OPTION([A-Z_0-9]*, "\([^"]*\)", \([A-Z]*\), [A-Z]*, "\([^"]*\)", "\(.*\)")$/\1\x1f\2\x1f\3\x1f\4/p' "$root/driver/options.def"
}

# Text as roff takes it: one sentence or part of one on a line, Markdown's marks as fonts.
roff() {
    sed 's/\\/\\e/g; s/\[\([^]]*\)\](\([A-Z]*\.md\)[^)]*)/"\1" in \2/g; s/-/\\-/g; s/`\([^`]*\)`/\\fB\1\\fR/g' | fold -s -w 76 | sed 's/ *$//; s/^[.'"'"']/\\\&&/'
}

title() {
    printf '.\\" Made by docs/manual.sh from the tables of the sources.\n'
    printf '.TH %s %s %s "ampc %s" "%s"\n' "$1" "$2" "$date" "$version" "$3"
}

option_list() {
    options | while IFS=$us read -r name argument metavariable help; do
        case $name in
        '= '*) printf '.SS %s\n' "$(echo "${name#= }" | sed "s/^[a-z]/\U&/; s/'/\\\\(aq/g")"; continue ;;
        esac
        case $argument in NONE | JOINED) space= ;; *) space=' ' ;; esac
        printf '.TP\n\\fB%s\\fR' "$(printf %s "$name" | sed 's/-/\\-/g')"
        [ -z "$metavariable" ] || printf '%s\\fI%s\\fR' "$space" "$(printf %s "$metavariable" | sed 's/-/\\-/g')"
        printf '\n%s\n' "$(printf '%s\n' "$help" | roff)"
    done
    printf '.TP\n\\fB@\\fIFILE\\fR\nMore options, from FILE.\n'
}

# variables READER
variables() {
    sed -n 's/^ENVIRONMENT("\([A-Z_]*\)", '"$1"', "\([^"]*\)", "\(.*\)")$/\1\x1f\2\x1f\3/p' "$root/docs/environment.def" |
        while IFS=$us read -r name value text; do
            printf '.TP\n\\fB%s\\fR=\\fI%s\\fR\n%s\n' "$name" "$value" "$(printf '%s.\n' "$text" | roff)"
        done
}

ampcc_1() {
    title AMPCC 1 "User Commands"
    cat <<'M'
.SH NAME
ampcc \- compiler for C with C++ AMP's data-parallel loops
.SH SYNOPSIS
.B ampcc
.RI [ option \|.\|.\|.\&]
.IR file \|.\|.\|.
.SH DESCRIPTION
.B ampcc
is used as
.BR cc (1)
is.
Files whose names end in
.I .ampc
are C in which loops over views are written as in C++ AMP:
.BR parallel_for_each ,
.BR restrict(amp) ,
.BR tile_static ,
.BR array_view .
They are translated to OpenCL kernels and C, which the host compiler compiles.
Other files, and options that are not listed here, go to the host compiler.
GCC's long names of options are understood, too:
.BI \-\-output= FILE .
.PP
Programs open OpenCL when they first need a device;
without one kernels run as compiled C.
.SH OPTIONS
M
    option_list
    cat <<'M'
.SH EXIT STATUS
0 if all went well; 1 after an error;
4 if ampcc or a program that it runs was ended by a signal.
.SH ENVIRONMENT
What programs that ampcc compiled read is in
.BR ampc-environment (7).
M
    variables COMPILER
    cat <<'M'
.SH EXAMPLES
.nf
ampcc \-O2 \-o life life.ampc main.c \-lm
ampcc \-fsyntax\-only \-Wperformance life.ampc
ampcc \-\-explain tile\-race
AMPC_DEVICE=gpu AMPC_PROFILE=1 ./life
.fi
.SH SEE ALSO
.BR cc (1),
.BR ampc (3),
.BR ampc-environment (7)
.PP
The reference of the language is LANGUAGE.md,
with the other pages in /usr/share/doc.
M
}

# Functions of a header by its headings.
functions() {
    awk '/^\/\* ---- .* ---- \*\// { sub(/^\/\* ---- /, ""); sub(/ ---- \*\/$/, ""); heading = $0 }
        /^[a-z][a-zA-Z_ *]*\**ampc_[a-z_0-9]*\(/ && !/typedef/ {
            match($0, /ampc_[a-z_0-9]*\(/)
            if (heading != "") { print ".SS \"" heading "\""; heading = ""; print ".nf" ; open = 1 }
            print "\\fB" substr($0, RSTART, RLENGTH - 1) "\\fR"
        }
        /^\/\* ---- / || heading != "" { if (open && heading != "") { print ".fi"; open = 0 } }
        END { if (open) print ".fi" }' "$root/runtime/$1"
}

ampc_3() {
    title AMPC 3 "Library Functions"
    cat <<'M'
.SH NAME
ampc \- run-time library of the ampc compiler
.SH SYNOPSIS
.nf
.B #include <ampc.h>
.B #include <ampc_cl.h>
.B #include <ampc_mpi.h>
.PP
\fBcc\fR \fIprog.c\fR \fB$(pkg\-config \-\-cflags \-\-libs ampc)\fR
.fi
.SH DESCRIPTION
All that
.I .ampc
files say about the host can be said in plain C and C++, too:
views over host memory, copies, launches of kernels from OpenCL C text,
accelerators, futures and errors.
Data move between the host and accelerators
when the side that needs them has old ones.
The headers are the manual of each function:
what it does, who owns what, which errors there are.
Every function may be called from any thread.
.PP
An error calls the handler of
.BR ampc_set_error_handler ,
which prints it and ends the process if the program has set no other.
.SH FUNCTIONS OF AMPC.H
M
    functions ampc.h
    echo '.SH FUNCTIONS OF AMPC_CL.H'
    echo 'OpenCL calls of the program, together with views. Link with \-lOpenCL, too.'
    functions ampc_cl.h
    echo '.SH FUNCTIONS OF AMPC_MPI.H'
    echo 'For programs with MPI, inline.'
    functions ampc_mpi.h | grep -v __
    cat <<'M'
.SH EXAMPLES
.nf
#include <ampc.h>
#include <stdio.h>

int main(void)
{
    for (int k = 0; k < ampc_accelerator_count(); k++)
        puts(ampc_accelerator_description(ampc_accelerator_at(k)));
}
.fi
.SH SEE ALSO
.BR ampcc (1),
.BR ampc-environment (7)
M
}

ampc_environment_7() {
    title AMPC-ENVIRONMENT 7 "Miscellaneous"
    cat <<'M'
.SH NAME
ampc-environment \- environment variables of programs that ampcc compiled
.SH DESCRIPTION
The run-time library of
.BR ampcc (1)
reads these variables when it is first used.
Programs that run with another user's rights (set-user-ID) read none of them.
M
    variables PROGRAM
    cat <<'M'
.SH EXAMPLES
.nf
AMPC_DEVICE=emulator gdb ./life
AMPC_CHECK=1 ./life
AMPC_PROFILE=1 AMPC_TRACE=life.json ./life
.fi
.SH SEE ALSO
.BR ampcc (1),
.BR ampc (3)
M
}

bash_completion() {
    cat <<'C'
# bash completion of ampcc. Made by docs/manual.sh from driver/options.def.
_ampcc_ids() { ampcc --explain 2>/dev/null | sed 's/^ *\([a-z-]*\).*/\1/'; }
_ampcc() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    # bash takes '=' for a word of its own.
    if [ "$word" = = ]; then
        before=$before= word=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}=
    fi
    case $before in
    --explain | -Werror=) mapfile -t COMPREPLY < <(compgen -W "$(_ampcc_ids)" -- "$word"); return ;;
    -fdiagnostics-color=) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$word"); return ;;
C
    options | while IFS=$us read -r name argument metavariable help; do
        case $metavariable in
        *'|'*) printf '    %s) mapfile -t COMPREPLY < <(compgen -W "%s" -- "$word"); return ;;\n' "$name" "$(echo "$metavariable" | tr '|' ' ')" ;;
        esac
    done
    cat <<'C'
    -I | -isystem | -iquote | -idirafter | -L) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
    -x) mapfile -t COMPREPLY < <(compgen -W "ampc none c c++ assembler" -- "$word"); return ;;
    esac
    local warnings=
    case $word in -W*) warnings=$(_ampcc_ids | sed 's/.*/-W& -Wno-&/') ;; esac
    case $word in
    -*)
        mapfile -t COMPREPLY < <(compgen -W "$warnings
C
    options | sed -n '/^=/!s/\x1f.*//p' | sed 's/^/            /'
    cat <<'C'
            " -- "$word")
        case ${COMPREPLY[0]-} in *= | *,) compopt -o nospace ;; esac
        ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$word"); compopt -o filenames ;;
    esac
}
complete -F _ampcc ampcc
C
}

zsh_completion() {
    echo '#compdef ampcc'
    echo '# zsh completion of ampcc. Made by docs/manual.sh from driver/options.def.'
    echo 'local -a options'
    echo 'options=('
    options | grep -v '^=' | while IFS=$us read -r name argument metavariable help; do
        text=$(printf %s "$help" | sed "s/[]:\\\\[]/\\\\&/g; s/'/'\\\\''/g")
        case $metavariable in
        *'|'*) values="($(echo "$metavariable" | tr '|' ' '))" ;;
        FILE) values=_files ;;
        DIR) values='_files -/' ;;
        *) values= ;;
        esac
        case $name in
        -x) values='(ampc none c c++ assembler)' ;;
        -fdiagnostics-color=) values='(auto always never)' ;;
        --explain | -Werror=) values=_ampcc_ids ;;
        -W) values=_ampcc_warnings ;;
        esac
        case $argument in
        NONE) printf "    '%s[%s]'\n" "$name" "$text" ;;
        JOINED) printf "    '%s-[%s]:%s:%s'\n" "$name" "$text" "$(echo "${metavariable:-value}" | tr -d '[]:')" "$values" ;;
        EITHER) printf "    '%s+[%s]:%s:%s'\n" "$name" "$text" "$(echo "${metavariable:-value}" | tr -d '[]:')" "$values" ;;
        NEXT) printf "    '%s[%s]::%s:%s'\n" "$name" "$text" "$(echo "${metavariable:-value}" | tr -d '[]:')" "$values" ;;
        *) printf "    '%s[%s]:%s:%s'\n" "$name" "$text" "$(echo "${metavariable:-value}" | tr -d '[]:')" "$values" ;;
        esac
    done
    cat <<'C'
)
_ampcc_ids() {
    local -a ids
    ids=(${(f)"$(ampcc --explain 2>/dev/null | sed 's/^ *\([a-z-]*\) .*/\1/')"})
    compadd -a ids
}
_ampcc_warnings() {
    local -a ids
    ids=(${(f)"$(ampcc --explain 2>/dev/null | sed 's/^ *\([a-z-]*\) .*/\1/')"})
    compadd performance error {no-,error=,}$^ids
}
_arguments $options '*:file:_files'
C
}

case ${1:-} in
ampcc.1) ampcc_1 ;;
ampc.3) ampc_3 ;;
ampc-environment.7) ampc_environment_7 ;;
bash) bash_completion ;;
zsh) zsh_completion ;;
*)
    echo "usage: manual.sh ampcc.1|ampc.3|ampc-environment.7|bash|zsh" >&2
    exit 2
    ;;
esac
