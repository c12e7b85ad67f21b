/* tree_clone.c - clones of small trees: every node is another, symbols are new where they should
 * be. */
#include "parser/walk.h"
#include "sema/tree/clone.h"
#include "tests/unit/types_unit.h"

/* Expressions and statements in the order of the walk, and the symbols of names and declarations.
 */
struct listing {
    VEC(const void *) nodes;
    symbol_vec names, declared;
};

static bool list_expr(struct walker *w, struct expr *e)
{
    struct listing *l = w->data;

    vec_push(&unit_ctx.arena, &l->nodes, e);
    if (e->kind == EXPR_NAME)
        vec_push(&unit_ctx.arena, &l->names, e->symbol);
    return true;
}

static bool list_stmt(struct walker *w, struct stmt *s)
{
    struct listing *l = w->data;

    vec_push(&unit_ctx.arena, &l->nodes, s);
    for (int i = 0; s->decl && i < s->decl->declarators.n; i++)
        vec_push(&unit_ctx.arena, &l->declared, s->decl->declarators.at[i]->symbol);
    return true;
}

static struct listing list_of(struct stmt *s)
{
    struct listing l = {0};
    struct walker w = {.data = &l, .expr_pre = list_expr, .stmt_pre = list_stmt};

    walk_stmt(&w, s);
    return l;
}

START_TEST(test_statement)
{
    struct unit *u = unit_open(
        "int g;\n"
        "int f(int p) { int a[2] = {p, g}; int n = sizeof n;\n"
        "for (int i = 0; i < n; i++) { if (a[i] > 1) goto out; else if (g) g += ({ a[0]; }); }\n"
        "out: switch (p) { case 1: return _Generic(p, int: n); default: break; } return g; }\n");
    struct stmt *body = u->decls.at[1]->body;
    struct tree_clone k = tree_clone_begin(&unit_ctx);
    struct stmt *copy = tree_clone_stmt(&k, body);
    struct listing a = list_of(body), b = list_of(copy);

    ck_assert_int_eq(a.nodes.n, b.nodes.n);
    for (int i = 0; i < a.nodes.n; i++) {
        ck_assert_ptr_ne(a.nodes.at[i], b.nodes.at[i]);
        ck_assert_ptr_eq(tree_clone_of(&k, a.nodes.at[i]), b.nodes.at[i]);
    }
    ck_assert_int_eq(a.declared.n, 3);
    for (int i = 0; i < a.declared.n; i++) {
        const struct symbol *from = a.declared.at[i], *to = b.declared.at[i];
        ck_assert_ptr_ne(from, to);
        ck_assert_ptr_eq(from->type, to->type);
        ck_assert_ptr_ne(from->init, to->init);
        ck_assert_ptr_ne(from->declarator, to->declarator);
        ck_assert_ptr_eq(to->declarator->symbol, to);
    }
    for (int i = 0; i < a.names.n; i++) { /* p and g stay */
        bool outer = a.names.at[i]->file_scope || a.names.at[i]->kind == SYMBOL_PARAM;
        ck_assert((a.names.at[i] == b.names.at[i]) == outer);
    }
    unit_close();
}
END_TEST

START_TEST(test_function)
{
    struct unit *u = unit_open("int h(int n, int) restrict(amp) { return n; }\n"
                               "int f(int p, int q) restrict(amp);\n"
                               "int f(int p, int q) restrict(amp) { return h(p, q); }\n");
    struct symbol *f = u->decls.at[2]->symbol, *h = u->decls.at[0]->symbol;
    struct tree_clone k = tree_clone_begin(&unit_ctx);
    struct symbol *copy = tree_clone_function(&k, f, "f2");
    const struct expr *call = copy->definition->body->items.at[0]->expr;

    ck_assert_str_eq(copy->definition->declarator->name, "f2");
    ck_assert_str_eq(f->definition->declarator->name, "f");
    ck_assert_ptr_eq(copy->definition->symbol, copy);
    ck_assert_int_eq(copy->decls.n, 1);
    ck_assert_int_eq(copy->params.n, 2);
    ck_assert_ptr_eq(call->args.at[1]->symbol, copy->params.at[1]);
    ck_assert_ptr_eq(copy->params.at[0]->function, copy);
    ck_assert_int_eq(copy->calls.n, 1);
    ck_assert_ptr_eq(copy->calls.at[0].callee, h);
    ck_assert_ptr_eq(copy->calls.at[0].call, call);
    ck_assert_int_eq(tree_clone_function(&k, h, "h2")->params.n, 2);
    unit_close();
}
END_TEST

START_TEST(test_map)
{
    struct unit *u = unit_open("int g; int f(int p) { int n = p; return n + p; }\n");
    struct symbol *f = u->decls.at[1]->symbol, *g = u->decls.at[0]->declarators.at[0]->symbol;
    struct tree_clone k = tree_clone_begin(&unit_ctx);

    node_table_put(&k.map, f->params.at[0], g);
    const struct stmt *copy = tree_clone_stmt(&k, f->definition->body);
    ck_assert_ptr_eq(copy->items.at[1]->expr->b->symbol, g);
    ck_assert_ptr_eq(copy->items.at[0]->decl->declarators.at[0]->init->expr->symbol, g);
    ck_assert_ptr_null(tree_clone_expr(&k, NULL));
    unit_close();
}
END_TEST

START_TEST(test_launch)
{
    unit_open("int h(int n) restrict(amp) { return n; }\n"
              "void f(int n, array_view<int, 1> v) {\n"
              "parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { int x = n; v[i] = h(x); "
              "}); }\n");
    struct launch *l = unit_program->launches.at[0];
    struct tree_clone k = tree_clone_begin(&unit_ctx);
    struct launch *copy = tree_clone_launch(&k, l);

    ck_assert_ptr_ne(copy, l);
    ck_assert_ptr_eq(copy->call->launch, copy);
    ck_assert_ptr_eq(copy->call->args.at[0], copy->domain);
    ck_assert_ptr_eq(copy->call->args.at[1]->lambda, copy->lambda);
    ck_assert_ptr_eq(copy->lambda->params.at[0]->symbol, copy->param);
    ck_assert_ptr_ne(copy->param, l->param);
    ck_assert_ptr_eq(copy->param->lambda, copy->lambda);
    ck_assert_int_eq(copy->captures.n, 2);
    ck_assert_ptr_eq(copy->captures.at[0].symbol, l->captures.at[0].symbol);
    ck_assert_ptr_ne(copy->calls.at[0].call, l->calls.at[0].call);
    ck_assert_ptr_eq(copy->calls.at[0].callee, l->calls.at[0].callee);
    unit_close();
}
END_TEST

TEST_MAIN("clones", test_statement, test_function, test_map, test_launch)
