#!/bin/sh
# Recorded sessions with the language server (tests/lsp), and samples typed into it.
set -e
. "$TESTS/driver/lib.sh"
python3 -B "$TESTS/lsp/session.py" "$AMPCC" "$TESTS"/lsp/*.session
# The examples that hover shows.
python3 -B "$TESTS/lsp/examples.py" "$TESTS/../lsp/example.def" >examples.ampc
status 0 "$AMPCC" -fsyntax-only -Wall examples.ampc
[ ! -s err ] || { cat err; fails "messages about examples"; }
# Fast.
[ -n "$SANITIZE" ] || python3 -B "$TESTS/lsp/latency.py" "$AMPCC"
[ -n "$SANITIZE" ] || python3 -B "$TESTS/lsp/latency.py" "$AMPCC" 10000
# Broken code: samples while they are typed. LSP_STEP=1: at each letter.
python3 -B "$TESTS/lsp/type.py" --step "${LSP_STEP:-97}" "$AMPCC" "$TESTS"/../samples/*.ampc
python3 -B "$TESTS/lsp/type.py" --garble "${LSP_GARBLE:-16}" --seed "${LSP_SEED:-1}" "$AMPCC" "$TESTS"/../samples/*.ampc
