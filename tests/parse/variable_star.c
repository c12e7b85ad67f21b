// "T * x;" multiplies when T is a variable.
typedef int T;
int foo, bar;
void f(int T)
{
    int x = 2;
    T * x;
    (T)*x;
    foo * bar;
}
