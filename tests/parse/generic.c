typedef int T, U;
#define kind(x) _Generic((x), int: 1, U *: 2, const char *: 3, unsigned long: 4, default: 0)
#define name(x) _Generic(x, float: f, default: g, long double: h)(x)
int f(float), g(double), h(long double);
int i(void)
{
    int T = 1;
    return kind(1) + kind("s") + name(1.0f) + _Generic(T, int: T * T, struct s { int x; } *: 2);
}
