#!/bin/sh
# The fix-its of all files in tests/diag, applied as the patch that -fdiagnostics-generate-patch makes, until there are none:
# what they mend is not reported any more, and nothing is that was not before.
exec python3 -B "$TESTS/driver/fixits_all.py"
