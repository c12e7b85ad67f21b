#!/bin/sh
# Recorded sessions with the language server (tests/lsp), and samples typed into it.
set -e
. "$TESTS/driver/lib.sh"
python3 -B "$TESTS/lsp/session.py" "$AMPCC" "$TESTS"/lsp/*.session
# Fast.
[ -n "$SANITIZE" ] || python3 -B "$TESTS/lsp/latency.py" "$AMPCC"
