// every form of constant, with all suffixes
int i[] = {0, 07, 0x1F, 0XaBc, 0b101, 0B11u, 1u, 1U, 1l, 1L, 1ll, 1LL, 1ul, 1LU, 1ull, 1LLU, 0xfULL};
double d[] = {1., .5, 1.5, 1e3, 1E+3, 1e-3, .5e1f, 1.F, 1.0l, 1.0L, 0x1p3, 0x1.8p-3, 0x.8P+2f, 1.0f32, 1.0F64, 1.5f128, 2.5q, 2.5w, 1.f64x};
_Complex double z[] = {1.0i, 2.0fi, 3i, 4.0J, 5.0if, 1.0 + 2.0i};
_Decimal64 dd = 1.5DD, de = 2.5dd;
int c[] = {'a', '\n', '\'', '"', '\\', '\0', '\x41', '\101', L'a', u'b', U'c', 'ab', '\?', '\e', L'\u00e9'};
const char *s[] = {"a", "a\"b", "\\", "a" "b" "c", "line \
goes on", u8"u8", "", "\u00e9\U0001F600", "/* no comment */ // neither"};
const void *w[] = {L"wide", u"16", U"32", L"a" L"b", L"a" "b"};
