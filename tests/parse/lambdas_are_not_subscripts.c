typedef int (*F)(int);
int g(int x) { return x; }
F table[4] = {[0] = g, [1] g};
enum { E = 2 };
F old[4] = {[E] g, [E + 1] = (g)};
int f(int i, int *a, int *const b[3])
{
    return table[i](3) + a[i] + (a)[i] + ((F[]){g, g}[i])(1) + ((F[]){g}[0](2)) + b[i][i] + *&a[i];
}
