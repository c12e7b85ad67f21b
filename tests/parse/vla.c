int f(int n, int a[n], int b[*], int c[static 3], int d[const], int e[static const 2], int g[const static n],
      int (*h)[n], int k[restrict *], int m[][n]);
int proto(int, int[*], int[static 2], int (*)[*], int[const *]);
int q(int n, int a[n][n + 1])
{
    int b[n], c[n][3], (*d)[n] = a ? (int (*)[n])a : 0;
    typedef int row[n];
    row r;
    b[0] = sizeof(int[n]) + sizeof(r) + sizeof(row);
    goto end;
end:
    return b[0] + c[0][1] + (*d)[0];
}
int fwd(int n; int a[n], int n);
int fwd2(int n; int a[n], int n) { return a[n]; }
