#!/bin/sh
# The project's own rules: make lint.
case $BUILD in */asan) echo "the usual build is the one to lint"; exit 77 ;; esac
make -s --no-print-directory -C "$TESTS/.." BUILD="$BUILD" lint
