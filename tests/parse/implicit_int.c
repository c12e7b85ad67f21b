// C89's implicit int, which gcc takes with a warning.
// flags: -std=gnu89
x;
static y = 3;
const z = 4;
*p, a[2], (*q)();
extern f(), *g();
typedef I;
main(argc, argv)
    char **argv;
{
    register r = argc;
    static s;
    I i;
    auto t = 1;
    const u = 2;
    return f(r, s, i, t, u, argv);
}
static h(a, b) { return a; }
*g() { return p; }
