// 6.8.4p3, 6.8.5p5: selections, loops and the statements in them are scopes.
typedef int T, U;
int x;
void f(void)
{
    if (sizeof(enum { T }))
        x = sizeof(enum { U }) + T;
    else {
        U u = (int)T;
        x = u;
    }
    switch (sizeof(enum { U }))
        x = U;
    T t;
    U u;
    for (int T = 0; sizeof(enum { U });)
        x = U + T;
    for (sizeof(enum { U });;)
        x = U + sizeof(enum { T });
    while (sizeof(enum { U }))
        x = U;
    do
        x = sizeof(enum { U }) + U;
    while ((U)1 + sizeof(enum { U }));
    if (1)
        x = sizeof(enum { T });
    else
        x = (T)1;
    T v;
    U w;
    x = t + u + v + w;
}
