// Labels, members and tags have name spaces of their own: 6.2.3.
typedef int T;
struct T {
    int T;
    struct T *next;
};
union U { T T; };
enum T2 { E };
int f(struct T *x)
{
    struct T y = {.T = 3, .next = 0};
    union U u = {T : 4};
    goto T;
T:
    x->T = y.T + u.T;
T2:
    (void)&&T;
    switch (x->T) {
    case 1:
    T3:;
    default:;
        T z = 2;
        return z;
    }
    goto T2;
}
