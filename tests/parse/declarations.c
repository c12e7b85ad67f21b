; // empty declarations
struct s; union u; enum e { A, B, };
struct s { struct { int x; }; union { int y; float z; }; int : 3; ; int w; struct s *next; };
struct empty { };
struct flex { int n; int data[]; };
struct no_semicolon { int a; int b };
int (*fp)(void), *(*fpp)(int (*)(int), ...), (*(*fppp)(int))[3], (*(*arr[2])(void))(int);
int ((((nested)))), *((*(deep))), ((*paren)(int));
int (*(*signal2(int sig, void (*func)(int)))(int))[2];
extern int ext, *extp;
static int st = 1, *stp = &st, sta[] = {1, 2};
typedef int T, *TP, TA[3], TF(int), (*TFP)(TF);
TF function_by_typedef;
T const volatile *const restrict quals;
int f(void), g(int), (*h(void))(void);
_Static_assert(sizeof(int) == 4, "int" " is four");
_Static_assert(1);
struct with_assert { int x; _Static_assert(1, "in a struct"); int y; };
int main(void)
{
    _Static_assert(1, "in a block");
    ;
    int x = 1;
    x++;
    int y = x; /* mixed */
    extern int z;
    int inner(int);
    struct local { int a; } l = {1};
    for (struct local q = {0}; q.a < 2; q.a++)
        ;
label:
    int after_label = 2;
    __extension__ int e = __extension__ 3;
    __extension__ typedef long long ll;
    return x + y + l.a + after_label + e + sizeof(ll);
}
__extension__ struct ext_s { __extension__ union { int a; }; __extension__ long long b; };
typedef struct ext_s;
int;
int last;
