/* Calls the function whose kernel ampcc compiles. */
#include <stdio.h>

#include "scale.h"

int main(void)
{
    float x[4] = {1, 2, 3, 4}, y[4];
    scale(4, x, y);
    printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]);
    return 0;
}
