int f(int x)
{
    switch (x) {
    case 0:
    case 1 ... 9:
        return 1;
    case 128 ... 200: case 201 ... 210:
        return 2;
    case (1 ? 90 : 200):
        return 3;
    case 0 ? 101 : 301 ... 300 + 5:
        return 4;
    default:
        break;
    }
    switch (x)
    case 1:
        x = 2;
    switch (x)
        ;
    switch (x) {
        int y;
    case 1:
        y = 1;
        return y;
    default:
    }
    return 0;
}
