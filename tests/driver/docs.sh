#!/bin/sh
# The documents: their listings are the files that they show, every block of code compiles, commands print what stands there, links lead
# somewhere, and the pictures are what the script draws (docs/pages.py, docs/pictures.py).
. "$TESTS/driver/lib.sh"
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
docs=$TESTS/../docs
python3 "$docs/pictures.py" --check || fails "make them anew by docs/pictures.py"
python3 "$docs/pages.py" --check || fails "see docs/pages.py"
for f in "$docs"/../samples/tutorial/*.ampc "$docs"/../samples/tutorial/mistakes/*.ampc "$docs"/../samples/guide/*.ampc; do
    grep -q "[ /]${f##*/}" "$docs/TUTORIAL.md" "$docs/GUIDE.md" || fails "no page shows $f"
done

# What is wrong is noticed.
mkdir -p copy/docs/pictures copy/samples
cp "$docs/pages.py" "$docs/html.py" copy/docs
printf 'int f(void)\n{\n    return 1;\n}\n' >copy/samples/a.ampc
cat >copy/README.md <<'A'
# A page
<!-- file: samples/a.ampc f -->
```c
int f(void)
{
    return 2;
}
```
<!-- in a kernel: array_view<int> v -->
```c
v[i] = w[i];
```
<!-- in a function: int n; reports amp-call -->
```c
n++;
```
```console
$ echo one
two
```
```lua
x = 1
```
[there](nowhere.md) and [here](#no-heading)
A
status 1 python3 copy/docs/pages.py --check
for what in '3: this is not what the file' "10: this block does not compile" '14: this block reports [] instead of amp-call' '17: this is not what' \
    '21: a block of lua needs' '24: a link to nowhere.md' '24: a link to #no-heading'; do
    has out "README.md:$what"
done

# HTML, where Sphinx is there.
status 1 env SPHINXBUILD=no-such-sphinx python3 "$docs/html.py" html
has err 'apt-get install python3-sphinx python3-myst-parser'
command -v sphinx-build >/dev/null || exit 0
status 1 python3 copy/docs/html.py copy/html
has err 'make docs: '
grep -q myst_parser err && exit 0
has err 'nowhere.md'
status 0 python3 "$docs/html.py" html
for page in index docs/TUTORIAL docs/LANGUAGE docs/DIAGNOSTICS search; do
    [ -s "html/html/$page.html" ] || fails "no $page.html"
done
grep -q tile_static html/html/searchindex.js || fails "nothing to search in"
