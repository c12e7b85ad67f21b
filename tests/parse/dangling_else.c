// 6.8.4.1p3; the tree is compared
int f(int a, int b)
{
    if (a)
        if (b)
            return 1;
        else
            return 2;
    if (a) {
        if (b)
            return 3;
    } else
        return 4;
    if (a)
        while (b)
            if (a)
                return 5;
            else
                for (;;)
                    if (b)
                        return 6;
                    else
                        return 7;
    else if (b)
        return 8;
    do
        if (a)
            b++;
    while (b);
    return 9;
}
