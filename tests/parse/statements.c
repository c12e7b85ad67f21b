void g(void);
int f(int a)
{
    {
    }
    {
        ;
    }
    if (a)
        ;
    else
        ;
    while (a--)
        continue;
    do
        a++;
    while (a < 3);
    do {
        break;
    } while (0);
    for (;;)
        break;
    for (int i = 0, j = 1; i < j; i++, j--)
        a += i;
    for (a = 0; a < 3; a++) {
    }
    goto out;
    switch (a) {
    }
    return (g(), 1);
out:
    g();
}
void h(void) { return; }
