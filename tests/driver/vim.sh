#!/bin/sh
# Vim's files of editors/vim, in Vim and in Neovim: file type, comments, indentation and highlighting; :make fills the list of mistakes with
# the messages and notes alone, not with the source lines and fix-its that are shown below them.
. "$TESTS/driver/lib.sh"
export PATH="$(dirname "$AMPCC"):$PATH" HOME="$PWD"
cat >wrong.ampc <<'A'
int weight(int x) { return 2 * x; }

void f(int *a, int n)
{
    array_view<int> v(n, a);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = weight(i[0]); });
}
A
cat >script.vim <<'V'
set nocompatible nomore
filetype plugin indent on
syntax on
edit wrong.ampc
let said = ['type ' . &filetype, 'comment ' . &commentstring, 'indent ' . &cindent]
call cursor(6, 5)
call add(said, 'word ' . synIDattr(synID(6, 5, 1), 'name') . ' ' . synIDattr(synID(1, 1, 1), 'name'))
silent make!
for entry in getqflist()
    call add(said, entry.valid . ' ' . bufname(entry.bufnr) . ':' . entry.lnum . ':' . entry.col . ': ' . entry.type . ' ' . entry.text)
endfor
call writefile(said, 'said')
qall!
V
tried=
for vim in vim nvim; do
    command -v $vim >/dev/null || continue
    [ $vim = nvim ] || vim --version | grep -q '+eval' || continue
    tried=1
    rm -f said
    timeout 60 $vim --clean --cmd "set runtimepath^=$TESTS/../editors/vim" -es -S script.vim </dev/null >out 2>&1 || true
    [ -f said ] || { cat out; fails "$vim ends early"; }
    sed 's/  *$//' said >"said.$vim"
    diff - "said.$vim" <<'W' || fails "$vim says something else"
type ampc
comment // %s
indent 1
word ampcStatement cType
1 wrong.ampc:6:72: e amp code calls 'weight', which is not restrict(amp) [amp-call]
1 wrong.ampc:1:5: n 'weight' is declared here; its body would qualify: add restrict(cpu, amp) to it
W
done
[ -n "$tried" ] || { echo "neither vim nor nvim"; exit 77; }
