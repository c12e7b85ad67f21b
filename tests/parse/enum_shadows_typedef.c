typedef int T;
void f(void)
{
    enum { T };
    int x = (int)T;
    x = T * x;
}
T y;
