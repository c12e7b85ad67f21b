// 6.2.1p4: parameters hide typedefs from their declarator on; a definition's parameters are visible in its body only.
typedef long T, U;
enum { V } (*f(T T, enum { U } y, int x[T + U]))(T t);
// T and U are typedefs again, V an enumeration constant
T x[(U)V + 1];
int g(int T, int y[T + sizeof(T)])
{
    return T + y[T];
}
T after;
int h(int (*T)(int), int y)
{
    return T(y);
}
T again;
