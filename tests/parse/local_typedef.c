typedef int T1;
typedef int T2;
typedef int T3;
typedef int T4;
int x;
void f(void)
{
    typedef int *T1;
    int T2;
    typedef struct T3 { int T3; } T3;
    T1 p = &T2;
    T3 s = {.T3 = 1};
    {
        int T1 = *p;
        T2 = T1 * T2;
    }
    T1 q = p;
    s.T3 = *q;
}
T1 y;
T2 z = sizeof(T3);
