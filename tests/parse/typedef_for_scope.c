// C11 6.8.5p5: the scope of T in the for ends before the declaration of x, which has been read ahead.
typedef int T;
void f(void)
{
    for (int T;;)
        if (1)
            ;
    T x;
    for (int T = 0; T < 3; T++)
        if (T)
            for (;;)
                if (2)
                    break;
    T *y;
    if (sizeof(enum { T }))
        ;
    T z;
    while (sizeof(enum { T = 3 }))
        if (T)
            ;
    T w = 0;
    x = *y = z = w;
}
