#!/bin/sh
# --dump=types: types and memories behind expressions, conversions as nodes, what AMP's constructs result in.
. "$TESTS/driver/lib.sh"
cat >a.ampc <<'C'
using namespace concurrency;
void f(array_view<const float, 2> v, array_view<float> w, int n)
{
    parallel_for_each(w.extent, [=](index<1> i) restrict(amp) { w[i] = v(i[0], 1) + n; });
}
C
status 0 "$AMPCC" --dump=types a.ampc
cat >want <<'T'
(unit
  (using)
  (function void f fn((amp array_view const float 2) v, (amp array_view float) w, int n)
    (block
      (expr (call parallel_for_each (. w:array_view<float, 1> extent):extent<1> (lambda [ = ] ((amp index 1) i) (restrict amp)
        (block
          (expr (= ([] w:array_view<float, 1> i:index<1>):float@views (+ (call v:array_view<const float, 2> ([] i:index<1> 0):int 1):const float@views (convert n:int):float):float):float)))):void))))
T
diff want out || fails "another text"
# The same tree without what sema found.
status 0 "$AMPCC" --dump=tree a.ampc
lacks out :float
lacks out convert
cat >b.ampc <<'C'
int at(const int *p, int n) restrict(amp) { return p[n]; }
void f(array_view<int> x, int n)
{
    parallel_for_each(x.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        tile_static int s[4];
        int own = 1, *p = n ? s : &own;
        p[0] = at(&x[0], 1);
    });
}
C
status 0 "$AMPCC" --dump=types -w b.ampc
has out '(return ([] p:const int *@caller n:int):const int@caller)'
has out '(? n:int (convert s:int[4]):int *@tile (& own:int):int *@own):int *@own|tile'
has out '([] p:int *@own|tile 0):int@own|tile'
has out '(& ([] x:array_view<int, 1> 0):int@views):int *@views'
# What typing has made, and types that sema takes for an int.
cat >c.ampc <<'C'
void f(array<int> *a, int *b)
{
    int n[2] = {1, 2};
    index<2> i(n);
    queuing_mode mode = queuing_mode_immediate;
    array<int> own(4, accelerator().default_view, access_type_read);
}
C
status 0 "$AMPCC" --dump=types -w c.ampc
has out '(vars (amp index 2) (i (construct ([] (convert n:int[2]):int * 0):int ([] (convert n:int[2]):int * 1):int)))'
has out '(vars (amp mode) (mode = queuing_mode_immediate:int))'
