// 6.7.2.1: a type name begins the specifiers; after a type it is the member's name.
typedef signed int T;
struct S {
    unsigned T : 3;
    const T : 3;
    T : 2;
    T x : 4;
    T U;
    int : 0;
};
int f(struct S s)
{
    return s.T + s.x + s.U;
}
