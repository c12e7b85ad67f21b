// flags: -Wno-declaration-missing-parameter-type
typedef int T;
typedef int a;
int f(T T);
int g(const T, T *T);
int h(register T);
int k(unsigned T);
int l(const a);
int m(T), n(T x), o(T (x));
int p(int T[3], int (*U)(T), int *V);
int q(unsigned T, long(T2));
int r(int (T));          // a function taking T: 6.7.6.3p11
int t(int(*T), int *(a));
int u(int ((T)));
int v(int (T[3]), int (x[3]));
T main_type;
