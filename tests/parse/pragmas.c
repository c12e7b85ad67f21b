#pragma GCC diagnostic push
#pragma once_upon_a_time this is 'not a string
int f(int x)
{
#pragma omp parallel for
    for (int i = 0; i < x; i++)
#pragma omp simd
        x += i;
    _Pragma("GCC diagnostic ignored \"-Wall\"") x++;
    return _Pragma("omp x") x;
}
struct s {
#pragma pack(1)
    int x;
};
#ident "x"
