/* paths.c - sema/analysis/paths.h: where paths part, meet, jump and end. The analysis here notes
 * which functions are called on some path and which on all. */
#include "sema/analysis/paths.h"
#include "tests/unit/types_unit.h"

/* A state: bit i for the function 'a' + i. */
struct calls {
    unsigned some, all;
};

struct calling {
    struct paths paths;
    int rounds;     /* iterations of each loop */
    char scopes[8]; /* the first letter of each argument of scope_end: 'b'lock, 'f'or */
    int scopes_n, one_way;
    char parts[40]; /* constructs as they begin, 'b'ranch, 'l'oop, 's'witch, and end, in capitals;
                       jumps out of loops: '!', out of switches: '?' */
    int parts_n;
};

static void *calls_copy(void *a, const void *state)
{
    struct calls *copy = arena_new(((struct calling *)a)->paths.arena, struct calls);
    *copy = *(const struct calls *)state;
    return copy;
}

static void calls_join(void *a, void *state, const void *other, enum paths_meet meet,
                       const struct paths_construct *of)
{
    struct calls *to = state;
    const struct calls *from = other;
    (void)a, (void)meet, (void)of;
    to->some |= from->some;
    to->all &= from->all;
}

static void anywhere(void *a)
{
    *(struct calls *)((struct calling *)a)->paths.now = (struct calls){~0u, 0};
}

static void part_note(struct calling *c, const struct paths_construct *of, const char *letters)
{
    int kind = !of->stmt ? 0 : of->stmt->kind == STMT_SWITCH ? 2 : 1;

    if (c->parts_n < (int)sizeof c->parts - 1)
        c->parts[c->parts_n++] = letters[kind];
}

static void construct_begin(void *a, struct paths_construct *of)
{
    part_note(a, of, "bls");
}

static void construct_end(void *a, const struct paths_construct *of)
{
    ((struct calling *)a)->one_way += of->one_way;
    part_note(a, of, "BLS");
}

static void jump(void *a, struct stmt *s, const struct paths_construct *of)
{
    (void)s;
    part_note(a, of, " !?");
}

static void evaluate(void *a, struct expr *e)
{
    struct calling *c = a;
    struct calls *now = c->paths.now;
    const struct expr *name = e->kind == EXPR_CALL ? callee_expr(e) : NULL;

    if (paths_choice(&c->paths, e))
        return;
    if (e->kind == EXPR_PAREN || e->kind == EXPR_CONVERT || e->kind == EXPR_CAST)
        evaluate(a, e->a);
    else if (e->kind == EXPR_STMT)
        paths_stmt(&c->paths, e->body);
    else if (name && name->name[1] == 0) {
        now->some |= 1u << (name->name[0] - 'a');
        now->all |= 1u << (name->name[0] - 'a');
    }
}

static void declare(void *a, struct init_declarator *d)
{
    if (d->init && d->init->expr)
        evaluate(a, d->init->expr);
}

static void scope_end(void *a, struct stmt *s)
{
    struct calling *c = a;

    if (c->scopes_n < (int)sizeof c->scopes - 1)
        c->scopes[c->scopes_n++] = s->kind == STMT_FOR ? 'f' : 'b';
}

static void leave(void *a, struct stmt *s)
{
    if (s->expr)
        evaluate(a, s->expr);
}

static void assembly(void *a, struct stmt *s)
{
    (void)a, (void)s;
}

static bool go_round(void *a, struct paths_construct *loop, int round)
{
    (void)loop;
    return round < ((const struct calling *)a)->rounds;
}

static const struct paths_ops ops = {.copy = calls_copy,
                                     .join = calls_join,
                                     .begin = construct_begin,
                                     .end = construct_end,
                                     .jump = jump,
                                     .anywhere = anywhere,
                                     .expr = evaluate,
                                     .declare = declare,
                                     .scope_end = scope_end,
                                     .leave = leave,
                                     .assembly = assembly,
                                     .round = go_round};

static const char *letters(unsigned bits, char *text)
{
    int n = 0;

    for (int i = 0; i < 26; i++)
        if (bits >> i & 1)
            text[n++] = (char)('a' + i);
    text[n] = 0;
    return text;
}

/* Walks a body; 'all' and 'some': the functions that are called on all and on some paths to the end
 * of the function. */
static struct calling expect(const char *body, const char *all, const char *some)
{
    struct buf b = {0};
    struct calling c = {.rounds = 2};
    struct calls *end, begin = {0}, none = {~0u, ~0u};
    char text[27];

    buf_printf(&b, "int a(void), b(void), c(void), d(void), e(void);\nint f(int n) { %s }", body);
    struct unit *u = unit_open(b.at);
    c.paths = (struct paths){.ops = &ops, .analysis = &c, .arena = &unit_ctx.arena, .now = &begin};
    paths_body(&c.paths, u->decls.at[u->decls.n - 1]->body);
    end = c.paths.returns.reached ? c.paths.returns.state : &none;
    ck_assert_msg(!strcmp(letters(end->all, text), all), "%s: all %s, not %s", body, text, all);
    ck_assert_msg(!strcmp(letters(end->some, text), some), "%s: some %s, not %s", body, text, some);
    buf_free(&b);
    unit_close();
    return c;
}

START_TEST(branches)
{
    expect("a(); if (n) b(); else c();", "a", "abc");
    expect("if (n) a(); else if (n == 1) { b(); a(); } else { a(); c(); }", "a", "abc");
    expect("if (a() && b()) c();", "a", "abc");
    expect("n ? a() : b(); n ?: c(); a() || b();", "a", "abc");
    expect("if (0) a(); if (1) b(); else c(); 0 && d(); 1 || e();", "b", "b");
    expect("return n ? ({ a(); b(); }) : b();", "b", "ab");
}
END_TEST

START_TEST(dead_code)
{
    expect("if (n) { a(); return b(); } c();", "", "abc");
    expect("return a(); b();", "a", "a");
    expect("a(); goto out; b(); out: c();", "c", "abcdefghijklmnopqrstuvwxyz");
    ck_assert_int_eq(expect("if (n) return 1; if (n) a();", "", "a").one_way, 1);
    ck_assert_int_eq(expect("if (0) return 1; a();", "a", "a").one_way, 0);
}
END_TEST

START_TEST(loops)
{
    expect("while (a()) b(); c();", "ac", "abc");
    expect("do { a(); if (n) continue; b(); } while (c());", "ac", "abc");
    expect("for (int i = a(); i < n; b()) { if (n) break; c(); } d();", "ad", "abcd");
    expect("for (;;) { a(); if (n) break; b(); }", "a", "ab");
    expect("while (0) a(); do b(); while (0); while (1) { c(); return n; } d();", "bc", "bc");
    expect("while (n) { switch (n) { case 1: a(); continue; default: break; } b(); break; }", "",
           "ab");
}
END_TEST

START_TEST(switches)
{
    expect("switch (n) { case 0: a(); break; case 1: b(); } c();", "c", "abc");
    expect("switch (n) { case 0: a(); case 1: b(); break; default: b(); }", "b", "ab");
    expect("switch (n) { a(); case 0: b(); break; default: return c(); }", "", "bc");
    expect("switch (a()) { case 0: while (n) break; b(); break; default: b(); }", "ab", "ab");
}
END_TEST

START_TEST(scopes)
{
    struct calling c = expect("for (;;) { int k = a(); if (n) break; } b();", "ab", "ab");
    ck_assert_str_eq(c.scopes,
                     "bbbbfb"); /* break and the end of the body, twice, of the for, of all */
}
END_TEST

/* Constructs are nested, whatever paths end in them. */
START_TEST(constructs)
{
    static const struct {
        const char *text, *parts;
    } cases[] = {{"if (n) n++; else if (n > 1) return 1; else return 2;", "bbBB"},
                 {"n && (n || n);", "bbBB"},
                 {"while (n) { if (n > 1) break; continue; }", "lb!B!b!B!L"},
                 {"switch (n) { case 1: if (n) break; do continue; while (0); default: return 1; }",
                  "sb?Bl!!LS"},
                 {"return 1; while (n) if (n) break; switch (n) { case 1: break; }", "lbBbBLsS"}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_str_eq(expect(cases[i].text, "", "").parts, cases[i].parts);
}
END_TEST

TEST_MAIN("paths", branches, dead_code, loops, switches, scopes, constructs)
