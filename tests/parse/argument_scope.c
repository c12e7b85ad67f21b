typedef struct atomic_int atomic_int;
int f(int (atomic_int));
typedef int T;
typedef int a;
T b(a), c(T, a), d(a (b));
int e(int ((a)), T((b)));
