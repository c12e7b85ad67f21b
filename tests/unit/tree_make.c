/* tree_make.c - makers, substitution and lists at work as an optimiser uses them: a matrix product
 * in the textbook's form gets panels in tile_static memory and an unrolled inner loop; its text
 * runs on an OpenCL device beside the plain kernel's, and gives the same bits. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "codegen/codegen.h"
#include "sema/checks/check.h"
#include "sema/tree/clone.h"
#include "sema/tree/edit.h"
#include "sema/tree/lists.h"
#include "sema/tree/make.h"
#include "sema/tree/substitute.h"
#include "sema/tree/verify.h"
#include "tests/unit/types_unit.h"

enum { TILE = 4, N = 24 };

static const char product[] =
    "void mm(array_view<const float, 2> a, array_view<const float, 2> b,\n"
    "        array_view<float, 2> c, int w)\n"
    "{\n"
    "    parallel_for_each(c.extent.tile<4, 4>(), [=](tiled_index<4, 4> t) restrict(amp) {\n"
    "        float sum = 0;\n"
    "        for (int k = 0; k < w; k++)\n"
    "            sum += a(t.global[0], k) * b(k, t.global[1]);\n"
    "        c[t.global] = sum;\n"
    "    });\n"
    "}\n";

static void verify(void)
{
    struct buf faults = {0};

    tree_verify(&unit_ctx, unit_program, &faults);
    ck_assert_str_eq(faults.at ? faults.at : "", "");
    buf_free(&faults);
}

/* The text of the unit's kernels. */
static const char *text(void)
{
    struct findings findings;
    struct kernel_texts texts;

    findings_begin(&findings, &unit_ctx);
    codegen_kernels(&unit_ctx, unit_program, &findings, 0, &texts);
    ck_assert_int_eq(diag_errors(&unit_ctx), 0);
    return texts.kernels.source;
}

/* ---- the rewriting ---- */

static bool replace_call(struct tree_edit *t, struct expr **at)
{
    struct launch *to = t->data, *l = (*at)->launch;

    if (!l || l->number != to->number || l == to)
        return true;
    *at = to->call;
    return false;
}

/* Puts a clone in the place of the unit's first launch. */
static struct launch *launch_clone(void)
{
    struct tree_clone k = tree_clone_begin(&unit_ctx);
    struct launch *n = tree_clone_launch(&k, unit_program->launches.at[0]);
    struct tree_edit t = {.data = n, .expr_pre = replace_call};

    tree_edit_unit(&t, unit_program->unit);
    unit_program->launches.at[0] = n;
    return n;
}

struct tiling {
    struct maker m;
    struct launch *l;
    struct symbol *k, *from;     /* the loop's counter; its value in an iteration of the new loop */
    struct symbol *a, *b, *w;    /* captured */
    struct symbol *left, *right; /* panels */
};

static struct symbol *captured(const struct launch *l, const char *name)
{
    for (int i = 0; i < l->captures.n; i++)
        if (strcmp(l->captures.at[i].symbol->name, name) == 0)
            return l->captures.at[i].symbol;
    ck_abort_msg("'%s' is not captured", name);
}

static struct expr *number(struct tiling *t, int value)
{
    return make_int(&t->m, value, type_basic(TYPE_INT));
}

/* t.local[d], t.global[d] */
static struct expr *component(struct tiling *t, const char *member, int d)
{
    return make_subscript(&t->m, make_member(&t->m, make_name(&t->m, t->l->param), member),
                          number(t, d));
}

static struct expr *in_panel(struct tiling *t, struct symbol *panel, struct expr *i, struct expr *j)
{
    return make_subscript(&t->m, make_subscript(&t->m, make_name(&t->m, panel), i), j);
}

/* panel[l0][l1] = view(i, j); */
static struct stmt *load(struct tiling *t, struct symbol *panel, struct symbol *view,
                         struct expr *i, struct expr *j)
{
    struct expr *const at[] = {i, j};
    struct expr *to = in_panel(t, panel, component(t, "local", 0), component(t, "local", 1));

    return make_effect(&t->m, make_assign(&t->m, OP_ASSIGN, to,
                                          make_element(&t->m, make_name(&t->m, view), at, 2)));
}

/* Elements of the views become those of the panels; what is around them is typed anew. */
static void to_panels(struct tree_edit *e, struct expr **at)
{
    struct tiling *t = e->data;

    if ((*at)->amp != AMP_VIEW_ELEMENT)
        retype_expr(&t->m, *at);
    else if ((*at)->a->symbol == t->a)
        *at = in_panel(t, t->left, component(t, "local", 0), make_name(&t->m, t->k));
    else
        *at = in_panel(t, t->right, make_name(&t->m, t->k), component(t, "local", 1));
}

/* from + local[d] */
static struct expr *ahead(struct tiling *t, int d)
{
    return make_binary(&t->m, OP_ADD, make_name(&t->m, t->from), component(t, "local", d));
}

static struct stmt *round_of(struct tiling *t, struct stmt *inner)
{
    struct tree_edit e = {.data = t, .expr_post = to_panels};
    struct type *row = type_array(&unit_ctx, type_basic(TYPE_FLOAT), TILE);
    struct type *panel = type_array(&unit_ctx, row, TILE);
    struct stmt *block = make_block(&t->m, NULL, 0);

    t->left = make_local(&t->m, "left", panel, STORAGE_TILE_STATIC);
    t->right = make_local(&t->m, "right", panel, STORAGE_TILE_STATIC);
    block_add(&t->m, block, make_declare(&t->m, t->left, NULL));
    block_add(&t->m, block, make_declare(&t->m, t->right, NULL));
    block_add(&t->m, block, load(t, t->left, t->a, component(t, "global", 0), ahead(t, 1)));
    block_add(&t->m, block, load(t, t->right, t->b, ahead(t, 0), component(t, "global", 1)));
    block_add(&t->m, block, make_wait(&t->m, make_name(&t->m, t->l->param)));
    tree_edit_stmt(&e, &inner);
    for (int i = 0; i < TILE; i++) {
        struct tree_clone k = tree_clone_begin(&unit_ctx);
        struct stmt *copy = tree_clone_stmt(&k, inner);
        ck_assert_ptr_null(tree_substitute(&t->m, &copy, t->k, number(t, i)));
        block_add(&t->m, block, copy);
    }
    block_add(&t->m, block, make_wait(&t->m, make_name(&t->m, t->l->param)));
    return block;
}

/* for (int from = 0; from < w; from += TILE) in the place of the kernel's loop. */
static void tile(void)
{
    struct launch *l = launch_clone();
    struct stmt **loop = &l->lambda->body->items.at[1];
    struct tiling t = {.m = maker_begin(&unit_ctx, unit_program, l, NULL), .l = l};
    struct maker *m = &t.m;

    m->loc = (*loop)->loc;
    t.k = (*loop)->decl->declarators.at[0]->symbol;
    t.a = captured(l, "a");
    t.b = captured(l, "b");
    t.w = captured(l, "w");
    t.from = make_local(m, "from", type_basic(TYPE_INT), 0);
    struct stmt *first = make_declare(m, t.from, make_init(m, number(&t, 0)));
    struct expr *goes_on = make_binary(m, OP_LT, make_name(m, t.from), make_name(m, t.w));
    struct expr *step = make_assign(m, OP_ADD, make_name(m, t.from), number(&t, TILE));
    *loop = make_for(m, first, goes_on, step, round_of(&t, (*loop)->body));
    ck_assert(!m->refused);
    tree_lists_launch(&unit_ctx, l);
    ck_assert_int_eq(l->tile_statics.n, 2);
}

/* ---- an OpenCL device ---- */

struct view { /* ampc_arg2 of the kernels' text */
    cl_long offset, stride[2];
    cl_int extent[2];
};

static cl_device_id device(void)
{
    cl_platform_id platform;
    cl_device_id d = NULL;
    cl_uint n = 0;

    if (clGetPlatformIDs(1, &platform, &n) == CL_SUCCESS && n > 0)
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &d, NULL);
    return d;
}

/* c = a * b by the kernel mm_4 of the text. */
static void multiply(cl_device_id d, const char *source, float *in[2], float *out)
{
    const size_t bytes = sizeof(float) * N * N, global[] = {N, N}, local[] = {TILE, TILE};
    const struct view view = {0, {N, 1}, {N, N}};
    const cl_int w = N;
    cl_context context = clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, d, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    ck_assert_int_eq(clBuildProgram(program, 1, &d, "", NULL, NULL), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "mm_4", NULL);
    cl_mem memory[3];

    ck_assert_int_eq(clSetKernelArg(kernel, 0, sizeof w, &w), CL_SUCCESS);
    for (cl_uint i = 0; i < 3; i++) {
        cl_mem_flags flags = CL_MEM_READ_WRITE | (i < 2 ? CL_MEM_COPY_HOST_PTR : 0);
        memory[i] = clCreateBuffer(context, flags, bytes, i < 2 ? in[i] : NULL, NULL);
        ck_assert_int_eq(clSetKernelArg(kernel, 1 + 2 * i, sizeof *memory, &memory[i]), CL_SUCCESS);
        ck_assert_int_eq(clSetKernelArg(kernel, 2 + 2 * i, sizeof view, &view), CL_SUCCESS);
    }
    ck_assert_int_eq(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL),
                     CL_SUCCESS);
    ck_assert_int_eq(clEnqueueReadBuffer(queue, memory[2], CL_TRUE, 0, bytes, out, 0, NULL, NULL),
                     CL_SUCCESS);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(memory[i]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

/* ---- tests ---- */

static const char expected[] =
    "float u_sum = 0.0f;\n"
    "        for (int ux_from_x2e1 = 0; ux_from_x2e1 < u_w; ux_from_x2e1 += 4) {"
    " t0_left_x2e2[u_t.l.c[0]][u_t.l.c[1]] ="
    " u_a.p[u_t.g.c[0] * u_a.s0 + ux_from_x2e1 + u_t.l.c[1]];"
    " t1_right_x2e3[u_t.l.c[0]][u_t.l.c[1]] ="
    " u_b.p[(ux_from_x2e1 + u_t.l.c[0]) * u_b.s0 + u_t.g.c[1]];"
    " AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
    "            u_sum += t0_left_x2e2[u_t.l.c[0]][0] * t1_right_x2e3[0][u_t.l.c[1]];"
    " u_sum += t0_left_x2e2[u_t.l.c[0]][1] * t1_right_x2e3[1][u_t.l.c[1]];"
    " u_sum += t0_left_x2e2[u_t.l.c[0]][2] * t1_right_x2e3[2][u_t.l.c[1]];"
    " u_sum += t0_left_x2e2[u_t.l.c[0]][3] * t1_right_x2e3[3][u_t.l.c[1]];\n"
    "#line 6 \"unit.c\"\n"
    "            AMPC_BARRIER(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
    "        }\n"
    "        u_c.p[u_t.g.c[0] * u_c.s0 + u_t.g.c[1]] = u_sum;\n"
    "    }\n"
    "}\n";

START_TEST(test_text)
{
    unit_open(product);
    tile();
    verify();
    const char *body = strstr(text(), "float u_sum");
    ck_assert_ptr_nonnull(body);
    ck_assert_str_eq(body, expected);
    unit_close();
}
END_TEST

START_TEST(test_runs)
{
    static float a[N * N], b[N * N], plain[N * N], tiled[N * N];
    float *in[] = {a, b};
    cl_device_id d = device();

    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i % 7) / 3;
        b[i] = (float)(i % 11) / 7;
    }
    if (!d)
        return;
    unit_open(product);
    multiply(d, text(), in, plain);
    tile();
    verify();
    multiply(d, text(), in, tiled);
    ck_assert_mem_eq(plain, tiled, sizeof plain);
    ck_assert(plain[5] != 0);
    unit_close();
}
END_TEST

/* The body of f, the last function of the unit, and its first parameter. */
static struct symbol *function_open(const char *text, struct maker *m)
{
    struct unit *u = unit_open(text);
    struct symbol *f = u->decls.at[u->decls.n - 1]->symbol;

    *m = maker_begin(&unit_ctx, unit_program, NULL, f);
    return f;
}

START_TEST(test_substitution_keeps_types)
{
    struct maker m;
    struct symbol *f = function_open("long f(unsigned char p, long q) restrict(amp) {\n"
                                     "    int a[p < 4 ? 2 : 3];\n"
                                     "    q = p * q + (p < 1);\n"
                                     "    return p; }\n",
                                     &m);
    struct stmt *body = f->definition->body, *copy;
    struct symbol *p = f->params.at[0];
    struct tree_clone k = tree_clone_begin(&unit_ctx);

    copy = tree_clone_stmt(&k, body->items.at[1]);
    struct expr *next =
        make_binary(&m, OP_ADD, make_name(&m, p), make_int(&m, 1, type_basic(TYPE_INT)));
    ck_assert_ptr_null(tree_substitute(&m, &copy, p, next));
    const struct expr *product_ = copy->expr->b->a, *less = copy->expr->b->b;
    ck_assert_int_eq(product_->type->kind, TYPE_LONG);
    ck_assert_int_eq(product_->a->kind, EXPR_CONVERT); /* to long */
    ck_assert_int_eq(product_->a->a->kind, EXPR_CAST); /* what an unsigned char holds of p + 1 */
    ck_assert_int_eq(product_->a->a->type->kind, TYPE_UCHAR);
    ck_assert_int_eq(less->kind, EXPR_CONVERT);
    copy = tree_clone_stmt(&k, body->items.at[2]);
    ck_assert_ptr_null(tree_substitute(&m, &copy, p, make_int(&m, 300, type_basic(TYPE_INT))));
    ck_assert(copy->expr->constant);
    ck_assert_int_eq(copy->expr->value, 300 % 256);
    ck_assert_int_eq(copy->expr->type->kind, TYPE_LONG);
    unit_close();
}
END_TEST

START_TEST(test_substitution_refuses)
{
    struct maker m;
    struct symbol *f = function_open("int g(int x) restrict(amp) { return x; }\n"
                                     "int f(int p, int q) restrict(amp) {\n"
                                     "    { q = p; }\n"
                                     "    { p++; }\n"
                                     "    { int *r = &p; *r = 1; }\n"
                                     "    { int r = p; q += r; }\n"
                                     "    return q; }\n",
                                     &m);
    struct stmt **at = f->definition->body->items.at;
    struct symbol *p = f->params.at[0], *q = f->params.at[1];
    struct symbol *g = f->calls.n ? NULL : unit_program->functions.at[0];
    struct expr *arg = make_name(&m, q);

    ck_assert_ptr_nonnull(tree_substitute(&m, &at[0], p, make_name(&m, q)));
    ck_assert_ptr_nonnull(tree_substitute(&m, &at[0], p, make_call(&m, g, &arg, 1)));
    ck_assert_ptr_nonnull(
        tree_substitute(&m, &at[0], p, make_unary(&m, OP_PREINC, make_name(&m, q))));
    ck_assert_ptr_nonnull(tree_substitute(&m, &at[1], p, make_int(&m, 1, q->type)));
    ck_assert_ptr_nonnull(tree_substitute(&m, &at[2], p, make_int(&m, 1, q->type)));
    struct symbol *r = at[3]->items.at[0]->decl->declarators.at[0]->symbol;
    ck_assert_ptr_nonnull(tree_substitute(&m, &at[3], r, make_int(&m, 1, q->type)));
    struct symbol *other = make_local(&m, "r", q->type, 0);
    other->name = r->name;
    ck_assert_ptr_nonnull(tree_substitute(&m, &at[3], p, make_name(&m, other)));
    ck_assert_ptr_null(tree_substitute(&m, &at[3], p, make_int(&m, 1, q->type)));
    ck_assert(!m.refused);
    verify();
    unit_close();
}
END_TEST

START_TEST(test_refusals_are_not_told)
{
    struct maker m;
    struct symbol *f = function_open("int f(int p, float x) restrict(amp) { return p; }\n", &m);
    struct expr *bad =
        make_binary(&m, OP_MOD, make_name(&m, f->params.at[0]), make_name(&m, f->params.at[1]));

    ck_assert(m.refused);
    ck_assert_int_eq(bad->type->kind, TYPE_UNKNOWN);
    ck_assert_int_eq(diag_errors(&unit_ctx), 0);
    m.refused = false;
    make_assign(&m, OP_ASSIGN, make_int(&m, 1, f->params.at[0]->type),
                make_name(&m, f->params.at[0]));
    ck_assert(m.refused);
    unit_close();
}
END_TEST

START_TEST(test_constants)
{
    struct maker m;
    function_open("int f(int p) restrict(amp) { return p; }\n", &m);
    static const long long values[] = {0, 5, -7, 0x7fffffff, -0x7fffffffLL - 1};

    for (int i = 0; i < 5; i++) {
        struct expr *e = make_int(&m, values[i], type_basic(TYPE_INT));
        ck_assert_int_eq(e->type->kind, TYPE_INT);
        ck_assert(e->constant);
        ck_assert_int_eq(e->value, values[i]);
    }
    struct expr *least = make_int(&m, -0x7fffffffffffffffLL - 1, type_basic(TYPE_LONG));
    ck_assert_int_eq(least->type->kind, TYPE_LONG);
    ck_assert_int_eq(least->value, -0x7fffffffffffffffLL - 1);
    ck_assert_int_eq(make_int(&m, -1, type_basic(TYPE_ULONG))->type->kind, TYPE_ULONG);
    ck_assert_int_eq(make_int(&m, 3, type_basic(TYPE_UINT))->type->kind, TYPE_UINT);
    ck_assert(!m.refused);
    const struct expr *half = make_real(&m, 0.1f, type_basic(TYPE_FLOAT));
    ck_assert_int_eq(half->type->kind, TYPE_FLOAT);
    ck_assert((float)half->number == 0.1f);
    ck_assert(make_real(&m, -0.1, type_basic(TYPE_DOUBLE))->number == -0.1);
    ck_assert(!m.refused);
    make_int(&m, 1, type_basic(TYPE_SHORT)); /* C has none */
    ck_assert(m.refused);
    unit_close();
}
END_TEST

/* A variable that another hides, and lists that are out of date, are found. */
START_TEST(test_verifier)
{
    unit_open(product);
    struct launch *l = unit_program->launches.at[0];
    struct maker m = maker_begin(&unit_ctx, unit_program, l, NULL);
    struct symbol *k = make_local(&m, "w", type_basic(TYPE_INT), STORAGE_TILE_STATIC);
    struct buf faults = {0};

    k->name = captured(l, "w")->name;
    vec_push(&unit_ctx.arena, &l->lambda->body->items, NULL);
    for (int i = l->lambda->body->items.n - 1; i > 0; i--)
        l->lambda->body->items.at[i] = l->lambda->body->items.at[i - 1];
    l->lambda->body->items.at[0] = make_declare(&m, k, NULL);
    ck_assert_int_eq(tree_verify(&unit_ctx, unit_program, &faults), 2);
    ck_assert_ptr_nonnull(strstr(faults.at, "'w' names another object here"));
    ck_assert_ptr_nonnull(strstr(faults.at, "the list of tile_static objects"));
    buf_free(&faults);
    unit_close();
}
END_TEST

TEST_MAIN("makers", test_text, test_runs, test_substitution_keeps_types, test_substitution_refuses,
          test_refusals_are_not_told, test_constants, test_verifier)
