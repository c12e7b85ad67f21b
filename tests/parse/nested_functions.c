int f(int n)
{
    auto int g(int);
    int square(int x) { return x * x + n; }
    int g(int x)
    {
        int h(y) int y; { return y + x; }
        return h(x) + square(x);
    }
    inline int i(void) { return 1; }
    int (*p)(int) = square;
    return p(g(i()));
}
