struct p { int x, y; };
typedef struct p T;
int *g(int *);
int f(void)
{
    int *a = (int[]){1, 2, 3}, b = (int[3]){[1] = 2}[1];
    struct p p = (struct p){1, 2}, *q = &(T){.y = 3};
    b = ((T){1, 2}).x + (T){3, 4}.y + *g((int[]){1}) + sizeof(T){} + (int){1}++;
    b = (int){2} * -(int){3} + !(T *){0};
    return b + a[0] + p.x + q->y + (int (*)(void)){f}() + sizeof(int[2]){1, 2}[0];
}
