// __attribute__ and [[...]] in every place
__attribute__((noreturn)) void die(void);
void die2(void) __attribute__((noreturn, cold));
static __attribute__((unused)) int a __attribute__((aligned(16))), b __attribute__((aligned));
int __attribute__((unused)) c, *__attribute__((unused)) d = &c;
__attribute__(()) int e;
struct __attribute__((packed)) P { char x; int y; };
struct Q { char x; int y __attribute__((packed)); } __attribute__((packed, aligned(4)));
struct R { int x : 3 __attribute__((packed)); __attribute__((aligned(8))) long z; };
union __attribute__((__transparent_union__)) U { int *i; float *f; };
enum __attribute__((packed)) E { E1 __attribute__((deprecated)), E2 [[deprecated]] = 3 };
typedef float v4 __attribute__((vector_size(4 * sizeof(float))));
typedef int (*__attribute__((cdecl)) fp)(int) __attribute__((const));
typedef int mode __attribute__((mode(DI)));
extern int printf2(const char *restrict format, ...) __attribute__((__format__(__printf__, 1, 2)));
int g(int x __attribute__((unused)), int __attribute__((unused)) y, __attribute__((unused)) int z)
{
    [[maybe_unused]] int n = 0;
    int m [[gnu::unused]] = 1, k __attribute__((unused)) = 2;
label: __attribute__((unused));
    switch (x) {
    case 1:
        n++;
        __attribute__((fallthrough));
    case 2:
        [[fallthrough]];
    default:
        break;
    }
    if (n) [[likely]] return 3;
    for (int i __attribute__((unused)) = 0;;)
        break;
    return n + m + sizeof(int __attribute__((aligned(8)))) + ((__attribute__((unused)) int *)0 != 0);
}
void asm_and_attr(void) __asm__("other") __attribute__((weak));

int __attribute__((noinline)) __attribute__((noclone)) f(void) { return 0; }
static inline __attribute__((always_inline)) int h(void);
int arr[3] __attribute__((section(".data"))) = {1, 2, 3};
__attribute__((constructor)) static void init(void) { }
