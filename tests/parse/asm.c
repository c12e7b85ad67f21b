asm("nop");
__asm__(".globl x\n" "nop");
__asm("nop");
int renamed(void) __asm__("other_name");
extern int var asm("other_var"), var2 __asm__("a" "b") __attribute__((weak));
register unsigned long sp asm("rsp");
int f(int x, int *p)
{
    int y, z[2];
    asm("");
    asm volatile("mov %1, %0" : "=r"(y) : "r"(x));
    __asm__ __volatile__("mov %[in], %[out]" : [out] "=&r"(y), "+m"(z[0]) : [in] "r"(x + 1), "i"(3) : "memory", "cc");
    asm("nop" ::: "memory");
    asm("nop" : : "r"(x));
    asm("nop"::"r"(x):);
    asm goto("jmp %l0" : : : : out);
    asm volatile goto("" :: "r"(*p) : "memory" : out, end);
    asm inline("nop");
    register int r asm("rax") = 1;
out:
end:
    return y + z[0] + r;
}
