// 6.5: what binds how; the tree is compared
int a, b, c, d, *p;
struct s { int m; struct s *n; } x;
void f(void)
{
    a = b + c * d - a / b % c;
    a = b << c + d >> a < b == c & d ^ a | b && c || d;
    a = b = c += d -= a *= b /= c %= d <<= a >>= b &= c ^= d |= a;
    a = b ? c : d ? a : b;
    a = b ? c, d : a;
    a = b ?: c ?: d;
    a = -b + !c * ~d - *p++ + ++*p - (*p)-- + -(-a);
    a = (int)b + (int)-c * (int)(d) + sizeof a * b + sizeof(int) * c + sizeof(a) - 1;
    a = x.n->n[1].m++ + f == 0 && &x.n->m != &a;
    a, b, c = (a, b), d;
    a = b == c != d;
    a = b < c > d <= a >= b;
    a = b - c - d;
}
