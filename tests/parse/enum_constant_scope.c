// 6.2.1p7: the scope of an enumeration constant begins after its enumerator.
typedef int A;
int f(void)
{
    enum { L = sizeof(A), A = 1, B = A + (A), C = B * A };
    return A + B * C - L;
}
A x;
int g(void)
{
    return sizeof(enum { A, D = A + 1 }) + A * D;
}
