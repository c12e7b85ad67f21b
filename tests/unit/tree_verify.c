/* tree_verify.c - the verifier finds nothing in what typing makes, and every kind of fault in trees
 * that have been spoilt. */
#include "sema/tree/renew.h"
#include "sema/tree/verify.h"
#include "tests/unit/types_unit.h"

static const char text[] =
    "int g(int n) restrict(amp) { return n; }\n"
    "void f(int n, float x, array_view<int, 1> v) {\n"
    "    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
    "        int a = 1; a = n; a = a + 2; v[i] = g(a); float y = x * a; v[i] = y > 0;\n"
    "    });\n"
    "}\n";

/* Statement i of the kernel. */
static struct stmt *kernel_stmt(int i)
{
    return unit_program->launches.at[0]->lambda->body->items.at[i];
}

static void finds(const char *what)
{
    struct buf out = {0};
    int n = tree_verify(&unit_ctx, unit_program, &out);

    ck_assert_msg((what != NULL) == (n > 0), "%d faults: %s", n, out.at);
    ck_assert_msg(!what || strstr(out.at, what), "not '%s': %s", what, out.at);
    buf_free(&out);
    unit_close();
}

START_TEST(test_sound)
{
    unit_open(text);
    finds(NULL);
    unit_open(text);
    tree_renew(&unit_ctx, unit_program);
    finds(NULL);
    unit_open("int f(int c, int *p) { while (c) { _Alignas(8) int c = 1; *p = c; }\n"
              "return __builtin_choose_expr(1, c, p[0]) + _Generic(c, int: c); }\n");
    finds(NULL);
}
END_TEST

START_TEST(test_types)
{
    unit_open(text);
    kernel_stmt(1)->expr->b->type = NULL;
    finds("unit.c:4:24: an expression without a type");
    unit_open(text);
    kernel_stmt(1)->expr->a->lvalue = false;
    finds("no lvalue, though stored to");
    unit_open(text);
    kernel_stmt(2)->expr->b->b->type = type_basic(TYPE_LONG);
    finds("'+' of 'int' and 'long' gives 'int'");
    unit_open(text);
    kernel_stmt(3)->expr->b->args.at[0]->type = type_basic(TYPE_FLOAT);
    finds("an argument for a parameter of type 'int' has the type 'float'");
    unit_open(text);
    struct expr *product = kernel_stmt(4)->decl->declarators.at[0]->init->expr;
    product->b = product->b->a; /* the conversion of a */
    finds("'*' of 'float' and 'int' gives 'float'");
}
END_TEST

START_TEST(test_places)
{
    unit_open(text);
    kernel_stmt(1)->expr->a->symbol = unit_program->functions.at[0]->params.at[0];
    finds("'a' is not declared here");
    unit_open(text);
    unit_program->launches.at[0]->captures.n = 0;
    finds("'n' is not captured");
    unit_open(text);
    kernel_stmt(3)->expr->b = kernel_stmt(1)->expr->a;
    finds("the list of calls is not that of the body");
    unit_open(text);
    unit_program->launches.at[0]->domain = kernel_stmt(1)->expr->b;
    finds("the call is not the launch's");
    unit_open(text);
    kernel_stmt(0)->decl->declarators.at[0]->symbol->init = NULL;
    finds("'a' does not know its declaration");
}
END_TEST

TEST_MAIN("verifier", test_sound, test_types, test_places)
