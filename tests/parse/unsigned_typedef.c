// A name after a type specifier is declared, even when it names a type.
typedef int T;
typedef T *P;
void f(void)
{
    unsigned T;
    long long P = 3;
    T = P;
}
void g(void)
{
    const T x = 1;
    T const y = 2;
    static T z, *w;
    T unsigned_is_not_here = sizeof(T) + sizeof(T *) + sizeof(P[3]) + _Alignof(T);
    unsigned_is_not_here = (T)x + (T)(y) * (T)*&x - (T)-1;
    w = &z;
    *w = (T)+1 + (T){3} + sizeof(T){4};
}
