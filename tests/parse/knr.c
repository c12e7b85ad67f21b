// flags: -Wno-implicit-int
// 6.9.1: definitions with identifier lists
typedef int T;
int f(a, b, c)
    int a, *b;
    T c;
{
    return a + *b + c;
}
int (*g(x))() int x;
{
    return 0;
}
double h(a, s)
    register double a;
    struct S { int x, y[3]; } s;
{
    return a * s.x;
}
int empty() { return 0; }
int one(a) { return a; }
static int fp(p, n) int (*p)(int, char), n; { return p(n, 'c'); }
long last(T2, y) long T2; int y; { return T2 * y; }
