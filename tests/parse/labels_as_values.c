int f(int i)
{
    __label__ inner;
    static void *const table[] = {&&one, &&two, &&end};
    goto *table[i];
one:
    i++;
two: {
    __label__ deep;
    if (i)
        goto deep;
deep:;
}
    goto *(void *)(table[2]);
inner:
end:
    return i + (&&one - &&two) + (i && i);
}
int g(int x)
{
    __label__ a, b;
    goto a;
a:
b:
}
