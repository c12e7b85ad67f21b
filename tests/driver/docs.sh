#!/bin/sh
# The documents: their listings are the files that they show, every block of code compiles, commands print what stands there, links lead
# somewhere, and the pictures are what the script draws (docs/pages.py, docs/pictures.py).
. "$TESTS/driver/lib.sh"
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
docs=$TESTS/../docs
python3 "$docs/pictures.py" --check || fails "make them anew by docs/pictures.py"
python3 "$docs/pages.py" --check || fails "see docs/pages.py"
