/* sema/analysis/order.h: which node of a function is inside another one or in front of it, and that
 * clones and other functions have an order of their own. */
#include "sema/analysis/order.h"
#include "sema/analysis/value_sources.h"
#include "parser/walk.h"
#include "sema/tree/clone.h"
#include "tests/unit/types_unit.h"

/* The n-th name 'name' below a node, in the order of the walk. */
struct search {
    const char *name;
    int left;
    struct expr *found;
};

static bool search_expr(struct walker *w, struct expr *e)
{
    struct search *s = w->data;

    if (e->kind == EXPR_NAME && strcmp(e->name, s->name) == 0 && s->left-- == 0)
        s->found = e;
    return true;
}

static struct expr *name_in(struct decl *d, const char *name, int n)
{
    struct search s = {.name = name, .left = n};
    struct walker w = {.data = &s, .expr_pre = search_expr};

    walk_decl(&w, d);
    ck_assert_ptr_nonnull(s.found);
    return s.found;
}

static struct unit *functions_open(void)
{
    return unit_open("int g(int n);\n"
                     "int f(int p) { if (p) { p = g(p); p = g(p); } else p = 1;\n"
                     "for (int i = 0; i < p; i++) { int k = i; p = k; } return p; }\n"
                     "int h(int q) { return q + q; }\n");
}

START_TEST(inside_and_before)
{
    struct unit *u = functions_open();
    struct decl *f = u->decls.at[1];
    struct stmt *body = f->body, *branch = body->items.at[0], *loop = body->items.at[1];
    struct stmt *first = branch->body->items.at[0], *second = branch->body->items.at[1];
    struct expr *target = name_in(f, "p", 1), *argument = name_in(f, "p", 2);
    struct findings a;

    findings_begin(&a, &unit_ctx);
    ck_assert(!node_inside(&a, first, body)); /* not numbered yet */
    order_function(&a, f->symbol);
    ck_assert(node_inside(&a, first, branch) && node_inside(&a, branch, branch));
    ck_assert(!node_inside(&a, branch, first) && !node_inside(&a, first, loop));
    ck_assert(!node_inside(&a, first, NULL) && !node_inside(&a, NULL, body));
    ck_assert(node_before(&a, first, second) && !node_before(&a, second, first));
    ck_assert(node_before(&a, branch, loop) && !node_before(&a, branch, branch));
    /* an assignment begins where its target does, and has ended in front of nothing of its own */
    ck_assert(node_before(&a, target, argument));
    ck_assert(!node_before(&a, first->expr, argument) && !node_before(&a, argument, first->expr));
    ck_assert(node_inside(&a, branch->else_, branch));
    ck_assert(node_before(&a, branch->body, branch->else_));
    /* a step is in front of the body, as it is written */
    ck_assert(node_before(&a, loop->step, loop->body));
    unit_close();
}
END_TEST

START_TEST(symbols_and_functions)
{
    struct unit *u = functions_open();
    struct decl *f = u->decls.at[1], *h = u->decls.at[2];
    struct stmt *loop = f->body->items.at[1];
    const struct symbol *k = name_in(f, "k", 0)->symbol, *i = name_in(f, "i", 0)->symbol;
    struct findings a;

    findings_begin(&a, &unit_ctx);
    order_function(&a, h->symbol);
    order_function(&a, f->symbol);
    ck_assert(node_inside(&a, k, loop->body) && !node_inside(&a, i, loop->body));
    ck_assert(node_inside(&a, i, loop));
    ck_assert(!node_inside(&a, name_in(f, "p", 0)->symbol, f->body));
    ck_assert(node_inside(&a, name_in(f, "p", 0)->symbol, f));
    ck_assert(!node_before(&a, name_in(h, "q", 0), k) && !node_before(&a, k, name_in(h, "q", 0)));
    unit_close();
}
END_TEST

/* A clone has the places in the source of what it is a copy of. */
START_TEST(clones)
{
    struct unit *u = unit_open(
        "using namespace concurrency;\n"
        "void f(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "int a = v[i]; v[i] = a; }); }\n");
    struct launch *l = unit_program->launches.at[0];
    struct tree_clone k = tree_clone_begin(&unit_ctx);
    struct launch *copy = tree_clone_launch(&k, l);
    struct stmt *one = l->lambda->body, *two = copy->lambda->body;
    struct findings a;

    ck_assert_int_eq(u->decls.n, 2);
    findings_begin(&a, &unit_ctx);
    order_launch(&a, l);
    order_launch(&a, copy);
    ck_assert(node_inside(&a, one->items.at[0], one) && node_inside(&a, two->items.at[0], two));
    ck_assert(!node_inside(&a, one->items.at[0], two) && !node_inside(&a, two->items.at[0], one));
    ck_assert(node_before(&a, two->items.at[0], two->items.at[1]));
    ck_assert(!node_before(&a, one->items.at[0], two->items.at[1]));
    unit_close();
}
END_TEST

/* An assignment gives its value behind what it has on its right side. */
START_TEST(values_that_reach)
{
    struct unit *u = functions_open();
    struct decl *f = u->decls.at[1];
    struct expr *argument = name_in(f, "p", 2), *next = name_in(f, "p", 4);
    struct stmt *branch = f->body->items.at[0];
    struct value_source one = {.symbol = argument->symbol, .kind = SOURCE_VALUE};
    struct findings a;
    struct value_reach reach;

    findings_begin(&a, &unit_ctx);
    reach = value_reach(&a, argument->symbol, argument);
    one.at = branch->body->items.at[0]->expr;
    ck_assert(!value_reaches(&reach, &one));
    one.argument = true; /* of the function */
    ck_assert(value_reaches(&reach, &one));
    one.argument = false;
    reach = value_reach(&a, next->symbol, next);
    ck_assert(value_reaches(&reach, &one));
    one.at = branch->body->items.at[1]->expr;
    ck_assert(!value_reaches(&reach, &one));
    one.at = branch->else_->expr;
    ck_assert(!value_reaches(&reach, &one));
    unit_close();
}
END_TEST

TEST_MAIN("order", inside_and_before, symbols_and_functions, clones, values_that_reach)
