// "T * x;" declares when T is a type.
typedef int T;
typedef long foo, bar;
void f(void)
{
    T * x;
    foo * a;
    T(*y);
    T(z);
    T((*w))[3];
    *x = **w;
    *y = z;
    *a = 1;
}
