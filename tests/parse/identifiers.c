int $dollar, a$b, $1;
int été, 变量, \u00e9t\u00e92, \U000000e9x;
int f(void)
{
    int naïve = été + 变量;
    return naïve + $dollar + a$b + \u00e9t\u00e92;
}
