// GNU statement expressions, also with declarations and labels inside
#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
int f(int x, int y)
{
    int z = max(x, max(y, 3)), w = ({ ; 4; }), v = ({ int T = 1; T * T; });
    ({ });
    int a[({ 3; })];
    a[0] = ({ for (int i = 0; i < 3; i++) if (i) break; ({ ({ 5; }); }); });
    return z + w + v + a[0];
}
int g(void)
{
    typedef int T;
    int x = ({ int T = 2; T * 3; }), y = sizeof(T);
    return ({ __label__ out; int r = 0; if (x) goto out; r = 1; out: r; }) + y;
}
