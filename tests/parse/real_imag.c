double f(_Complex double z, double *p)
{
    __real__ z = __imag__ z;
    __imag__ z = -__real__ z;
    return __real__(z * z) + __imag z * *p + ~z;
}
