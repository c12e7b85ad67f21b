/* kernel.c - kernels: entry functions with their parameters, the code around a body (index, bounds
 * check, views), and the lines of the text.
 *
 * The text follows the user's lines by #line, so a driver's compiler names them. Example: a launch
 * of matmul.ampc becomes `__kernel void multiply_simple_31(…)`. */
#include "codegen/kernel/kernel.h"

#include <stdarg.h>
#include <string.h>

static void refuse(struct kernel_gen *g, enum diag_id id, struct loc loc, const char *format,
                   va_list args)
{
    if (!g->trial) {
        diag_v(g->c, id, loc, format, args);
    } else if (!g->refusal) {
        struct place p = source_place(g->c->source, loc.begin);
        g->refusal = arena_printf(&g->c->arena, "%s:%d: %s", p.file, p.line,
                                  arena_vprintf(&g->c->arena, format, args));
    }
}

void kernel_refuse(struct kernel_gen *g, enum diag_id id, struct loc loc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    refuse(g, id, loc, format, args);
    va_end(args);
}

void kernel_unsupported(struct kernel_gen *g, struct loc loc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    refuse(g, DIAG_unsupported, loc, format, args);
    va_end(args);
}

bool kernel_once(struct kernel_gen *g, const char *name)
{
    name = intern_str(g->c->names, name);
    for (int i = 0; i < g->names.n; i++)
        if (g->names.at[i] == name)
            return false;
    vec_push(&g->c->arena, &g->names, name);
    return true;
}

const struct kernel_arg *kernel_arg_find(const struct kernel_gen *g, const struct symbol *s)
{
    for (int i = 0; i < g->frame->args.n; i++)
        if (g->frame->args.at[i].symbol == s)
            return &g->frame->args.at[i];
    return NULL;
}

void kernel_note_known(struct kernel_gen *g, const struct expr *view)
{
    const kernel_arg_vec *args = &g->frame->args;

    view = expr_evaluated(view);
    for (int i = 0; i < args->n && g->frame->loops > 0 && view->kind == EXPR_NAME; i++) {
        struct kernel_arg *a = &args->at[i];
        a->known |= a->symbol == view->symbol && a->kind == AMPC__ARG_VIEW && !a->steps.n &&
                    a->is_const && !a->type->fixed;
    }
}

bool kernel_arg_is_pointer(const struct kernel_gen *g, const struct kernel_arg *a)
{
    return a->kind == AMPC__ARG_BUFFER && !a->group && !g->frame->launch->lambda->is_mutable;
}

/* ---- lines: the text has #line directives, so that messages of the OpenCL compiler point to the
 * user's lines ---- */

void kernel_newline(struct kernel_gen *g)
{
    buf_char(g->out, '\n');
    g->frame->line++;
    g->frame->joinable = true;
}

/* Up to a level behind which the text would grow by the square of the nesting. */
static void kernel_indent(struct kernel_gen *g)
{
    enum { LEVELS_MOST = 30 };
    for (int i = 0; i < g->frame->indent && i < LEVELS_MOST; i++)
        buf_add(g->out, "    ");
}

/* Replaces the newline at the end of 'out' by a blank if p is on the line before it. */
static bool line_join(struct kernel_gen *g, struct place p)
{
    if (!g->frame->joinable || g->frame->line <= 0 || p.line != g->frame->line - 1 ||
        !g->frame->file || strcmp(g->frame->file, p.file) != 0)
        return false;
    g->out->at[g->out->n - 1] = ' ';
    g->frame->line--;
    g->frame->joinable = false;
    return true;
}

void kernel_line_with(struct kernel_gen *g, struct loc loc)
{
    if (!line_join(g, source_place(g->c->source, loc.begin)))
        kernel_indent(g);
}

void kernel_line_mark(const struct kernel_gen *g, struct buf *out, struct place p)
{
    buf_printf(out, g->emulated ? "# %d \"" : "#line %d \"", p.line);
    buf_c_string(out, p.file, strlen(p.file));
    buf_add(out,
            g->emulated ? "\" 3\n" : "\"\n"); /* 3: a system header, in which cc does not warn */
}

void kernel_line(struct kernel_gen *g, struct loc loc)
{
    enum { BLANK_LINES = 2 }; /* so many lines are bridged by newlines instead of #line */

    if (loc.end) {
        struct place p = source_place(g->c->source, loc.begin);
        bool known = g->frame->line > 0 && g->frame->file && strcmp(g->frame->file, p.file) == 0;
        if (line_join(g, p))
            return;
        if (known && p.line > g->frame->line && p.line - g->frame->line <= BLANK_LINES) {
            while (g->frame->line < p.line)
                kernel_newline(g);
        } else if (!known || p.line != g->frame->line) {
            kernel_line_mark(g, g->out, p);
            g->frame->line = p.line;
            g->frame->file = p.file;
            g->frame->joinable = false;
        }
    }
    kernel_indent(g);
}

/* ---- kernels ---- */

void kernel_contraction(struct kernel_gen *g, bool uncontracted)
{
    if (g->unit->program->contracts && uncontracted)
        buf_add(g->out, "#pragma OPENCL FP_CONTRACT OFF\n");
}

static const char *captured_type(struct kernel_gen *g, struct type *t, struct loc loc)
{
    return t->kind == TYPE_ARRAY ? kernel_wrap_type(g, t, loc) : kernel_type(g, t, loc);
}

/* The captured variable's name, with the path to a view in it. */
static const char *arg_name(struct kernel_gen *g, const struct kernel_arg *a)
{
    char *name = arena_printf(&g->c->arena, "%s%s", a->symbol->name, a->path);

    for (char *p = name; *p; p++)
        if (*p == '.' || *p == '[' || *p == ']')
            *p = '_';
    return name;
}

/* The type of a captured value as a parameter. */
static const char *param_type(struct kernel_gen *g, const struct kernel_arg *a)
{
    struct type *t = type_unqualified(g->c, (struct type *)a->type);
    const char *type = a->group ? kernel_raw_type(g, t) : captured_type(g, t, a->symbol->loc);

    return a->kind == AMPC__ARG_BUFFER ? arena_printf(&g->c->arena, "__global const %s *", type)
                                       : type;
}

/* What stands before the name of a dense view's buffer: what is written through it no other view
 * sees. Not with NVIDIA, where a copy takes a tenth longer by it and nothing less. PoCL computes
 * subscripts of several dimensions in pairs by it, which takes longer: views that are only read
 * have it if they have one dimension, where it spares loads between stores to tile_static arrays.
 */
static const char *alone_word(struct kernel_gen *g, const struct kernel_arg *a)
{
    if (a->is_const && a->type->rank > 1)
        return "";
    if (kernel_once(g, "AMPC_ALONE"))
        buf_add(&g->types, "#ifdef __NV_CL_C_VERSION\n#define AMPC_ALONE\n#else\n"
                           "#define AMPC_ALONE restrict\n#endif\n");
    return "AMPC_ALONE ";
}

/* Prints the parameters for an argument, with commas between them; 'bare': a view's buffer alone.
 */
static void print_param(struct kernel_gen *g, const struct kernel_arg *a, bool bare, int *n)
{
    const struct symbol *s = a->symbol;
    const char *name = kernel_user_name(g, s->name);

    buf_add(g->out, (*n)++ ? ", " : "");
    if (a->kind == AMPC__ARG_VIEW) {
        bool constant = kernel_is_constant(g, a);
        if (constant)
            kernel_use_constant(g);
        buf_printf(g->out, "%s char *%s%s", constant ? "ampc_constant" : "__global",
                   bare && !constant ? alone_word(g, a) : "",
                   kernel_param_name(g, "base", arg_name(g, a)));
        if (!bare)
            buf_printf(g->out, ", %s %s", kernel_arg_type(g, a->type->rank),
                       kernel_param_name(g, "arg", arg_name(g, a)));
        if (a->image && !g->emulated)
            kernel_image_parameter(g, g->out, a->type, s->name);
        return;
    }
    if (a->group || g->frame->launch->lambda->is_mutable)
        name = kernel_param_name(g, "arg", s->name);
    buf_printf(g->out, a->kind == AMPC__ARG_BUFFER ? "%s%s" : "%s %s", param_type(g, a), name);
    if (a->image && !g->emulated)
        kernel_image_parameter(g, g->out, a->type, s->name);
}

/* Prints the variable for an object that holds views: made from its bytes and the views'
 * parameters. */
static void print_group(struct kernel_gen *g, const struct kernel_arg *a)
{
    const struct symbol *s = a->symbol;
    struct type *t = type_unqualified(g->c, s->type);
    const char *type = captured_type(g, t, s->loc), *name = kernel_user_name(g, s->name);
    const char *bytes = kernel_param_name(g, "bytes", s->name);

    buf_printf(g->out, "    union {\n        %s raw;\n        %s object;\n    } %s;\n",
               kernel_raw_type(g, t), type, bytes);
    buf_printf(g->out, "    %s.raw = %s%s;\n    %s %s = %s.object;\n", bytes,
               a->kind == AMPC__ARG_BUFFER ? "*" : "", kernel_param_name(g, "arg", s->name), type,
               name, bytes);
}

static void print_view(struct kernel_gen *g, const struct kernel_arg *a)
{
    const struct symbol *s = a->symbol;
    struct type *t = type_unqualified(g->c, (struct type *)a->type);
    const char *name = kernel_user_name(g, s->name);

    if (!a->steps.n)
        buf_printf(g->out, "    struct ampc_%s %s", kernel_view_type(g, t, s->loc), name);
    else
        buf_printf(g->out, "    %s%s", name, s->type->kind == TYPE_ARRAY ? ".a" : "");
    for (int i = 0; i < a->steps.n; i++) {
        const struct type_step *step = &a->steps.at[i];
        const struct record *r = step->of->record;
        if (step->of->kind == TYPE_RECORD)
            buf_printf(g->out, ".%s", kernel_member_name(g, r, &r->members.at[step->at]));
        else
            buf_printf(g->out, "[%d]", step->at);
    }
    buf_printf(g->out, "%s = %s(%s, %s);\n", a->steps.n ? ".v" : "",
               kernel_view_helper(g, t, s->loc),
               kernel_is_constant(g, a) ? "(__global char *)0"
                                        : kernel_param_name(g, "base", arg_name(g, a)),
               kernel_param_name(g, "arg", arg_name(g, a)));
    if (kernel_is_constant(g, a)) {
        const char *element = kernel_element_type(g, t, s->loc);
        buf_printf(g->out,
                   "    ampc_constant const %s *ampc_c%d = (ampc_constant const %s *)(%s + "
                   "%s.offset);\n",
                   element, (int)(a - g->frame->args.at), element,
                   kernel_param_name(g, "base", arg_name(g, a)),
                   kernel_param_name(g, "arg", arg_name(g, a)));
    }
}

/* Prints the definition of a captured variable: a view's value, or a copy (some devices share a
 * kernel's parameters between threads). */
static void print_captured(struct kernel_gen *g, const struct kernel_arg *a)
{
    const struct symbol *s = a->symbol;

    if (a->kind == AMPC__ARG_VIEW)
        print_view(g, a);
    else if (a->group)
        print_group(g, a);
    else if (g->frame->launch->lambda->is_mutable)
        buf_printf(g->out, "    %s %s = %s%s;\n",
                   captured_type(g, type_unqualified(g->c, s->type), s->loc),
                   kernel_user_name(g, s->name), a->kind == AMPC__ARG_BUFFER ? "*" : "",
                   kernel_param_name(g, "arg", s->name));
}

/* Prints variables for captured objects without bytes, which are no arguments. */
static void print_nothings(struct kernel_gen *g)
{
    const struct launch *l = g->frame->launch;

    for (int i = 0; i < l->captures.n; i++) {
        const struct symbol *s = l->captures.at[i].symbol;
        if (!s->constant && !s->type->size)
            buf_printf(g->out, "    %s;\n",
                       kernel_declare(g, type_unqualified(g->c, s->type),
                                      kernel_user_name(g, s->name), SPACE_PRIVATE, s->loc));
    }
}

/* A captured view by its name, not one in an object; NULL: it is another argument. */
static const char *view_name(struct kernel_gen *g, const struct kernel_arg *a)
{
    return a->kind == AMPC__ARG_VIEW && !a->steps.n ? kernel_user_name(g, a->symbol->name) : NULL;
}

/* In a build for views of equal extents: those of one rank have the first one's. */
static void print_equal(struct kernel_gen *g)
{
    const kernel_arg_vec *args = &g->frame->args;
    struct buf text = {0};

    for (int i = 0; i < args->n; i++) {
        const struct kernel_arg *a = &args->at[i];
        const char *name = view_name(g, a), *first = NULL;
        for (int k = 0; k < i && name && a->type->rank > 1 && !first; k++)
            first = args->at[k].type->rank == a->type->rank ? view_name(g, &args->at[k]) : NULL;
        if (!first)
            continue;
        buf_printf(&text, "    %s.e = %s.e;\n", name, first);
        for (int k = 0; k < a->type->rank - 1; k++)
            buf_printf(&text, "    %s.s%d = %s.s%d;\n", name, k, first, k);
    }
    if (text.n) {
        buf_printf(g->out, "#ifdef AMPC_EQUAL\n%s#endif\n", text.at);
        g->uses |= AMPC__USES_EQUAL;
    }
    buf_free(&text);
}

/* The extents and strides that a view has by its type. */
static void print_fixed(struct kernel_gen *g, const struct type *t, const char *name)
{
    long long stride = t->fixed[t->rank - 1];

    for (int k = 0; k < t->rank; k++)
        buf_printf(g->out, "    %s.e.c[%d] = %d;\n", name, k, t->fixed[k]);
    for (int k = t->rank - 2; k >= 0; stride *= t->fixed[k--])
        buf_printf(g->out, "    %s.s%d = %lld;\n", name, k, stride);
}

/* The extents of arguments as constants: by their types, or in a build for known ones. */
static void print_known(struct kernel_gen *g)
{
    const kernel_arg_vec *args = &g->frame->args;

    for (int i = 0; i < args->n; i++) {
        const struct kernel_arg *a = &args->at[i];
        const char *name = view_name(g, a);
        if (name && a->type->fixed)
            print_fixed(g, a->type, name);
        if (!a->known || a->type->fixed)
            continue;
        buf_printf(g->out, "#ifdef AMPC_E%d_0\n    %s.e.c[0] = AMPC_E%d_0;\n#endif\n", i, name, i);
        g->knows = true;
        if (a->type->rank == 1)
            continue;
        buf_printf(g->out, "#ifdef AMPC_E%d_1\n", i);
        for (int k = 1; k < a->type->rank; k++)
            buf_printf(g->out, "    %s.e.c[%d] = AMPC_E%d_%d;\n", name, k, i, k);
        for (int k = 0; k < a->type->rank - 1; k++) {
            buf_printf(g->out, "    %s.s%d = AMPC_E%d_%d", name, k, i, k + 1);
            for (int other = k + 2; other < a->type->rank; other++)
                buf_printf(g->out, " * AMPC_E%d_%d", i, other);
            buf_add(g->out, ";\n");
        }
        buf_add(g->out, "#endif\n");
    }
}

/* Prints the condition that the group is not inside of the domain as a whole, and the beginning of
 * what it is joined with. It is the same for all threads of a group, so PoCL's compiler makes loops
 * of two kinds of the threads, and only groups at the edge store under a mask: AMD's processors
 * before AVX-512 take 4 ns for such a store. */
static bool print_edge(struct kernel_gen *g, int rank)
{
    if (g->emulated || g->checked)
        return false;
    if (kernel_once(g, "AMPC_AT_EDGE"))
        buf_add(&g->types, "#if defined AMPC_CPU && defined __clang_major__\n"
                           "#define AMPC_AT_EDGE(x) (x) &&\n"
                           "#else\n#define AMPC_AT_EDGE(x)\n#endif\n");
    buf_add(g->out, "AMPC_AT_EDGE(");
    for (int k = 0; k < rank; k++)
        buf_printf(g->out,
                   "%s(get_group_id(%d) + 1) * get_local_size(%d) > (size_t)ampc_extent.c[%d]",
                   k ? " || " : "", rank - 1 - k, rank - 1 - k, k);
    buf_add(g->out, ") (");
    return true;
}

/* Prints the thread's index of an untiled launch, and the return of threads outside of the
 * domain. */
static void print_simple_index(struct kernel_gen *g, const char *name)
{
    enum { DIMENSIONS = 3 };
    int rank = g->frame->launch->rank;
    const char *type = kernel_index_type(g, rank);

    if (rank <= DIMENSIONS) {
        buf_printf(g->out, "    %s %s = {{", type, name);
        for (int k = 0; k < rank; k++)
            buf_printf(g->out, "%s(int)get_global_id(%d)", k ? ", " : "", rank - 1 - k);
        buf_add(g->out, "}};\n    if (");
        bool open = print_edge(g, rank);
        for (int k = 0; k < rank; k++)
            buf_printf(g->out, "%s%s.c[%d] >= ampc_extent.c[%d]", k ? " || " : "", name, k, k);
        buf_printf(g->out, "%s)\n        return;\n", open ? ")" : "");
        return;
    }
    buf_printf(g->out,
               "    %s %s;\n    ulong ampc_rest = get_global_id(0);\n    if (ampc_rest >= ", type,
               name);
    for (int k = 0; k < rank; k++)
        buf_printf(g->out, "%s(ulong)ampc_extent.c[%d]", k ? " * " : "", k);
    buf_add(g->out, ")\n        return;\n");
    for (int k = rank - 1; k >= 0; k--)
        buf_printf(g->out,
                   "    %s.c[%d] = (int)(ampc_rest %% (ulong)ampc_extent.c[%d]);\n"
                   "    ampc_rest /= (ulong)ampc_extent.c[%d];\n",
                   name, k, k, k);
}

static void print_index(struct kernel_gen *g)
{
    const struct launch *l = g->frame->launch;
    const char *name = l->param && l->param->name ? kernel_user_name(g, l->param->name) : NULL;
    bool is_tiled_index = l->param && type_is_amp(l->param->type, AMP_TYPE_TILED_INDEX);

    if (!l->tiled)
        print_simple_index(g, name ? name : "ampc_i");
    else if (name)
        buf_printf(g->out, "    %s %s = %s()%s;\n",
                   is_tiled_index ? kernel_tiled_type(g, l->rank) : kernel_index_type(g, l->rank),
                   name, kernel_tiled_helper(g, l), is_tiled_index ? "" : ".g");
}

/* What comes before the parameters. */
static void print_name(struct kernel_gen *g)
{
    const struct launch *l = g->frame->launch;
    int size[3] = {1, 1, 1};

    buf_add(g->out, g->emulated ? "static " : "__kernel ");
    for (int k = 0; k < l->rank && l->tiled; k++)
        size[l->rank - 1 - k] = l->tile[k];
    if (l->tiled && !g->emulated && kernel_block_of(g, l))
        buf_add(g->out, "\n#if defined AMPC_BLOCKS && !defined AMPC_COVER\n"
                        "__attribute__((reqd_work_group_size(1, 1, 1)))\n#else\n");
    if (l->tiled && !g->emulated)
        buf_printf(g->out, "__attribute__((reqd_work_group_size(%d, %d, %d)))%s", size[0], size[1],
                   size[2], kernel_block_of(g, l) ? "\n#endif\n" : " ");
    if (kernel_cover_of(g, l) && !l->tiled)
        buf_add(g->out, "AMPC_GROUP ");
    buf_printf(g->out, "void %s%s(", g->emulated ? "ampc_kernel_" : "",
               g->unit->launches[l->number].name);
}

/* How many extents a build for dense views gets as one argument: of the domain, of all views; 0: it
 * gets the arguments of any other build. */
static int shape_ranks(const struct kernel_gen *g)
{
    const kernel_arg_vec *args = &g->frame->args;
    int sum = 0;

    for (int i = 0; i < args->n && !g->emulated; i++)
        sum += args->at[i].kind == AMPC__ARG_VIEW ? args->at[i].type->rank : 0;
    return sum && !g->frame->launch->tiled ? sum + g->frame->launch->rank : sum;
}

enum { LONGEST_SHAPES = 16 }; /* of a vector */

/* The type of the shapes. Up to 16 are as many as a vector has: they are one with NVIDIA, whose
 * compiler reads members of a struct as 64 bits where they become parts of addresses, which costs
 * loops an addition of 64 bits for each multiplication that they would have had. PoCL makes slower
 * kernels of vectors. */
static const char *shapes_type(struct kernel_gen *g, int ranks)
{
    const char *type;
    int room = 2;

    while (room < ranks)
        room *= 2;
    type = kernel_index_type(g, room <= LONGEST_SHAPES ? room : ranks);
    if (room > LONGEST_SHAPES)
        return type;
    if (kernel_once(g, "AMPC_SHAPES"))
        buf_add(&g->types, "#if defined __NV_CL_C_VERSION && !defined AMPC_SAME\n"
                           "#define AMPC_SHAPES(n) int##n\n"
                           "#define AMPC_SHAPE(k) ampc_shapes.s##k\n#else\n"
                           "#define AMPC_SHAPES(n) struct ampc_index##n\n"
                           "#define AMPC_SHAPE(k) ampc_shapes.c[0x##k]\n#endif\n");
    return arena_printf(&g->c->arena, "AMPC_SHAPES(%d)", room);
}

/* So many of the shapes, with commas between them. */
static void print_extents(struct kernel_gen *g, int ranks, int rank, int *at)
{
    for (int k = 0; k < rank; k++)
        buf_printf(g->out, ranks > LONGEST_SHAPES ? "%sampc_shapes.c[%d]" : "%sAMPC_SHAPE(%x)",
                   k ? ", " : "", (unsigned)(*at)++);
}

/* Whether the domain and all views have one dimension: then they may have the same extent, too. Of
 * more dimensions PoCL makes slower kernels where it sees that views have the same strides. */
static bool may_be_same(const struct kernel_gen *g)
{
    const kernel_arg_vec *args = &g->frame->args;
    bool one = g->frame->launch->rank == 1;

    for (int i = 0; i < args->n; i++)
        one = one && (args->at[i].kind != AMPC__ARG_VIEW || args->at[i].type->rank == 1);
    return one;
}

/* The shapes, without an argument for them: all extents are the domain's, which the launch has for
 * its offset. So threads' ids are counted from there. */
static void print_same_shapes(struct kernel_gen *g, int ranks)
{
    buf_printf(g->out, "#ifdef AMPC_SAME\n    %s ampc_shapes = {{", shapes_type(g, ranks));
    for (int k = 0; k < ranks; k++)
        buf_printf(g->out, "%s(int)get_global_offset(0)", k ? ", " : "");
    buf_add(g->out, "}};\n#endif\n");
    if (kernel_once(g, "AMPC_SAME"))
        buf_add(&g->types, "#ifdef AMPC_SAME\n#define get_global_id(k) (get_global_id(k) - "
                           "get_global_offset(k))\n#endif\n");
}

/* The view whose extent the domain is, as in parallel_for_each(v.extent, ...); NULL: none that the
 * kernel has. */
static const struct kernel_arg *domain_view(struct kernel_gen *g)
{
    const struct launch *l = g->frame->launch;
    const struct expr *domain = expr_strip(l->domain);
    const struct expr *view =
        domain && domain->amp == AMP_VIEW_EXTENT ? expr_strip(domain->a) : NULL;

    if (domain && domain->kind == EXPR_CALL)
        view = NULL;
    for (int i = 0; i < g->frame->args.n && view && !l->named; i++) {
        const struct kernel_arg *a = &g->frame->args.at[i];
        if (view->kind == EXPR_NAME && view->symbol == a->symbol && view_name(g, a))
            return a;
    }
    return NULL;
}

static bool is_of_rank(struct kernel_gen *g, const struct kernel_arg *a, int rank)
{
    return view_name(g, a) && a->type->rank == rank;
}

/* The extents of the domain in a build for dense views. Those of a view are in a build for views of
 * equal extents the first one's, which subscripts are computed of, too. */
static void print_dense_domain(struct kernel_gen *g, int ranks)
{
    const kernel_arg_vec *args = &g->frame->args;
    int rank = g->frame->launch->rank, views = 0, first = rank, own = 0;
    const char *type = kernel_index_type(g, rank);

    for (int i = 0; i < args->n; i++) {
        views += is_of_rank(g, &args->at[i], rank);
        first += !views && args->at[i].kind == AMPC__ARG_VIEW ? args->at[i].type->rank : 0;
    }
    bool equal = rank > 1 && views > 1 && domain_view(g);
    if (equal) {
        buf_printf(g->out, "#ifdef AMPC_EQUAL\n    %s ampc_extent = {{", type);
        print_extents(g, ranks, rank, &first);
        buf_add(g->out, "}};\n#else\n");
    }
    buf_printf(g->out, "    %s ampc_extent = {{", type);
    print_extents(g, ranks, rank, &own);
    buf_add(g->out, equal ? "}};\n#endif\n" : "}};\n");
}

/* The head of a build for dense views: drivers of CPUs copy every argument of a launch, and here
 * are the fewest. */
static void print_dense_head(struct kernel_gen *g, int ranks)
{
    const struct launch *l = g->frame->launch;
    const kernel_arg_vec *args = &g->frame->args;
    bool same = may_be_same(g);
    int n = !same, at = l->tiled ? 0 : l->rank;

    print_name(g);
    buf_printf(g->out, same ? "\n#ifndef AMPC_SAME\n%s ampc_shapes,\n#endif\n" : "%s ampc_shapes",
               shapes_type(g, ranks));
    for (int i = 0; i < args->n; i++)
        print_param(g, &args->at[i], true, &n);
    buf_printf(g->out, "%s)\n{\n", g->frame->stops ? ", __global int *ampc_error" : "");
    if (same)
        print_same_shapes(g, ranks);
    if (!l->tiled)
        print_dense_domain(g, ranks);
    for (int i = 0; i < args->n; i++) {
        const struct kernel_arg *a = &args->at[i];
        if (a->kind != AMPC__ARG_VIEW)
            continue;
        buf_printf(g->out, "    %s %s = {0, {0}, {", kernel_arg_type(g, a->type->rank),
                   kernel_param_name(g, "arg", arg_name(g, a)));
        print_extents(g, ranks, a->type->rank, &at);
        buf_add(g->out, "}};\n");
    }
}

static void print_head(struct kernel_gen *g)
{
    const struct launch *l = g->frame->launch;
    int n = 0, ranks = shape_ranks(g);

    buf_add(g->out, g->emulated ? "" : "\n");
    if (ranks) {
        buf_add(g->out, "#ifdef AMPC_DENSE\n");
        print_dense_head(g, ranks);
        buf_add(g->out, "#else\n");
    }
    print_name(g);
    if (!l->tiled) {
        buf_printf(g->out, "%s ampc_extent", kernel_index_type(g, l->rank));
        n++;
    }
    for (int i = 0; i < g->frame->args.n; i++)
        print_param(g, &g->frame->args.at[i], false, &n);
    if (g->frame->stops)
        buf_printf(g->out, "%s__global int *ampc_error", n++ ? ", " : "");
    buf_add(g->out, n ? ")\n{\n" : "void)\n{\n");
    buf_add(g->out, ranks ? "#endif\n" : "");
}

void kernel_print_tile(struct kernel_gen *g, struct buf *out, const struct symbol *s,
                       const char *name)
{
    const struct type *element = s->type;
    int gain;

    while (element->kind == TYPE_ARRAY)
        element = element->base;
    gain = kernel_alignment_gain(element);
    buf_printf(out, "    %s", kernel_declare(g, s->type, name, SPACE_LOCAL, s->loc));
    if (gain)
        buf_printf(out, " __attribute__((aligned(%d)))", gain);
    buf_add(out, ";\n");
}

/* The tile_static objects; those that other units share are in one object, at offsets. */

static void print_tiles(struct kernel_gen *g)
{
    const symbol_vec *tiles = &g->frame->tile_statics;
    bool shares = false;

    for (int i = 0; i < tiles->n; i++)
        shares |= kernel_is_shared_tile(g, tiles->at[i]);
    if (shares)
        kernel_use_tile_static(g, kernel_tiles(g));
    for (int i = 0; i < tiles->n; i++) {
        struct symbol *s = tiles->at[i];
        if (!kernel_is_shared_tile(g, s))
            kernel_print_tile(g, g->out, s, kernel_tile_name(g, s));
    }
    for (int i = 0; i < tiles->n; i++) {
        struct symbol *s = tiles->at[i];
        const char *name = arena_printf(&g->c->arena, "(*%s)", kernel_tile_name(g, s));
        if (kernel_is_shared_tile(g, s))
            buf_printf(g->out, "    %s = (%s)((__local char *)&%s + AMPC_TILE_%d);\n",
                       kernel_declare(g, s->type, name, SPACE_LOCAL, s->loc),
                       kernel_declare(g, s->type, "(*)", SPACE_LOCAL, s->loc),
                       kernel_tile_name(g, kernel_tiles(g)), kernel_shared_tile(g, s));
    }
}

/* Prints the function that the library calls in the emulator. */
static void print_entry(struct kernel_gen *g)
{
    const kernel_arg_vec *args = &g->frame->args;
    const char **types = arena_array(&g->c->arena, const char *, 2 * args->n + 2);
    int n = 0;

    if (!g->frame->launch->tiled)
        types[n++] = kernel_index_type(g, g->frame->launch->rank);
    for (int i = 0; i < args->n; i++)
        if (args->at[i].kind == AMPC__ARG_VIEW) {
            types[n++] = "__global char *";
            types[n++] = kernel_arg_type(g, args->at[i].type->rank);
        } else {
            types[n++] = param_type(g, &args->at[i]);
        }
    if (g->frame->stops)
        types[n++] = "__global int *";
    kernel_emulated_entry(g, types, n);
}

static void print_stop(struct kernel_gen *g)
{
    bool tiled = g->frame->launch->tiled && !g->emulated;

    buf_printf(g->out,
               "%s    struct ampc_x_stop ampc_this = {ampc_error, %s, 0}, *ampc_s = &ampc_this;\n",
               tiled ? "    __local int ampc_tile;\n" : "", tiled ? "&ampc_tile" : "0");
    if (tiled)
        buf_add(g->out, "#ifdef AMPC_STOPS\n"
                        "    if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0)\n"
                        "        ampc_tile = 0;\n    barrier(CLK_LOCAL_MEM_FENCE);\n#endif\n");
}

static void print_kernel(struct kernel_gen *g, struct buf *body)
{
    struct kernel_frame *f = g->frame;
    const struct block_kernel *block = kernel_block_of(g, f->launch);
    const struct cover_kernel *cover = kernel_cover_of(g, f->launch);
    struct buf head = {0}, blocks = {0}, *out = g->out;

    g->out = &blocks;
    if (cover) {
        buf_add(g->out, "#ifdef AMPC_COVER\n");
        kernel_cover_body(g, cover);
    }
    if (block) {
        buf_add(g->out, cover ? "#elif defined AMPC_BLOCKS\n" : "#ifdef AMPC_BLOCKS\n");
        kernel_block_body(g, block);
    }
    g->out = &head;
    print_head(g);
    if (g->emulated)
        kernel_emulated_tiles(g, &f->tile_statics, g->out);
    if (block || cover)
        buf_printf(g->out, "#if %s%s%s\n", block ? "!defined AMPC_BLOCKS" : "",
                   block && cover ? " && " : "", cover ? "!defined AMPC_COVER" : "");
    if (!g->emulated)
        print_tiles(g);
    print_index(g);
    if (block || cover)
        buf_add(g->out, "#endif\n");
    if (f->stops)
        print_stop(g);
    for (int i = 0; i < f->args.n; i++)
        print_captured(g, &f->args.at[i]);
    print_nothings(g);
    if (!g->emulated) {
        print_equal(g);
        print_known(g);
    }
    buf_add(g->out, f->temporaries.at ? f->temporaries.at : "");
    if (blocks.at)
        buf_printf(g->out, "%s#else\n", blocks.at);
    buf_add(g->out, "    {\n"); /* a scope of its own: the body may declare names of parameters */
    g->out = out;
    if (g->emulated) {
        kernel_emulated_kernel(g, &head, body);
        print_entry(g);
    } else {
        buf_addn(g->out, head.at, head.n);
        kernel_contraction(g, f->launch->uncontracted);
        buf_add(g->out, body->at ? body->at : "");
        buf_add(g->out, blocks.at ? "    }\n#endif\n}\n" : "    }\n}\n");
    }
    buf_free(&head);
    buf_free(&blocks);
}

void kernel_emit(struct kernel_gen *g, const struct launch *l)
{
    struct kernel_frame frame = {.launch = l, .indent = 2};
    struct buf body = {0};

    if (!l->lambda || l->rank == 0)
        return;
    frame.body = l->lambda->body;
    frame.args = g->unit->launches[l->number].args;
    g->frame = &frame;
    g->out = &body;
    frame.known = space_kernel(kernel_spaces(g), l);
    kernel_block(g, l->lambda->body);
    g->out = &g->kernels;
    print_kernel(g, &body);
    buf_free(&body);
    buf_free(&frame.temporaries);
    g->frame = NULL;
}
