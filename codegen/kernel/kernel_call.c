/* kernel_call.c - calls: functions of the user's, one version for each combination of memories of
 * their pointer arguments, and functions of the library.
 *
 * Example: f(&v[i]) and f(&x) call two versions of f. */
#include "codegen/kernel/kernel.h"

#include <string.h>

#include "parser/walk.h"

struct symbol *kernel_callee(const struct expr *e)
{
    const struct expr *f = expr_strip(e->a);
    if (!f || f->kind != EXPR_NAME || !f->symbol || f->symbol->kind != SYMBOL_FUNCTION)
        return NULL;
    return symbol_version(f->symbol, RESTRICT_AMP);
}

bool kernel_runs(struct walker *w, struct expr *e)
{
    if (e->chosen)
        walk_expr(w, e->chosen);
    return !e->chosen && e->kind != EXPR_SIZEOF && e->kind != EXPR_ALIGNOF;
}

bool kernel_no_spec(struct walker *w, struct spec *s)
{
    (void)w;
    (void)s;
    return false;
}

static void tile_static_add(struct kernel_gen *g, symbol_vec *v, struct symbol *s)
{
    for (int i = 0; i < v->n; i++)
        if (v->at[i] == s)
            return;
    vec_push(&g->c->arena, v, s);
}

void kernel_use_tile_static(struct kernel_gen *g, struct symbol *s)
{
    tile_static_add(g, &g->frame->tile_statics, s);
}

/* ---- functions of the user's ---- */

static struct kernel_instance *instance_known(struct kernel_gen *g, const struct symbol *f,
                                              const space_vec *spaces, unsigned offered)
{
    for (int i = 0; i < g->instances.n; i++) {
        struct kernel_instance *in = g->instances.at[i];
        if (in->symbol == f && in->offered == offered && in->spaces.n == spaces->n &&
            (spaces->n == 0 ||
             memcmp(in->spaces.at, spaces->at, sizeof *spaces->at * (size_t)spaces->n) == 0))
            return in;
    }
    return NULL;
}

/* The number of instances with f's name that have been emitted. */
static int instance_number(const struct kernel_gen *g, const struct symbol *f)
{
    int number = 0;

    for (int i = 0; i < g->instances.n; i++)
        number +=
            g->instances.at[i]->name && strcmp(g->instances.at[i]->symbol->name, f->name) == 0;
    return number;
}

void kernel_signature(struct kernel_gen *g, const struct kernel_instance *in)
{
    const struct symbol *f = in->symbol;
    const struct type *result = f->type->base;
    bool local = in->stops || in->tile_statics.n;
    struct buf text = {0};
    int n = 0;

    buf_printf(&text, "%s(", in->name);
    for (int i = 0; i < f->params.n; i++) {
        const struct symbol *p = f->params.at[i];
        const char *name = p->name ? kernel_user_name(g, p->name)
                                   : arena_printf(&g->c->arena, "ampc_unnamed%d", i);
        local |= in->spaces.at[i] == SPACE_LOCAL || in->spaces.at[i] == SPACE_ANY;
        if (in->spaces.at[i] == SPACE_ANY)
            name = arena_printf(&g->c->arena, "%s %s", kernel_any_type(g), name);
        else
            name = kernel_declare(
                g, p->type, kernel_is_reference(p) ? arena_printf(&g->c->arena, "*%s", name) : name,
                in->spaces.at[i], p->loc);
        buf_printf(&text, "%s%s", n++ ? ", " : "", name);
        if (in->images & image_bit(i))
            kernel_image_parameter(g, &text, p->type, p->name);
        if (kernel_takes_range(g, f, i))
            kernel_range_parameter(g, &text, i);
    }
    for (int i = 0; i < in->tile_statics.n; i++) {
        struct symbol *s = in->tile_statics.at[i];
        const char *name = arena_printf(&g->c->arena, "(*%s)", kernel_tile_name(g, s));
        buf_printf(&text, "%s%s", n++ ? ", " : "",
                   kernel_declare(g, s->type, name, SPACE_LOCAL, s->loc));
    }
    if (in->stops)
        buf_printf(&text, "%sstruct ampc_x_stop *ampc_s", n++ ? ", " : "");
    buf_printf(&text, "%s)", n ? "" : "void");
    buf_char(&g->functions, '\n');
    if (g->emulated)
        kernel_line_mark(g, &g->functions, source_place(g->c->source, f->loc.begin));
    buf_printf(&g->functions, g->emulated ? "static %s%s " : "static %s%s\n",
               local && !g->emulated ? KERNEL_INLINED : "",
               kernel_declare(g, type_unqualified(g->c, (struct type *)result), text.at, in->result,
                              f->loc));
    buf_free(&text);
}

/* A parameter that is assigned pointers into other memories, too, is copied to a variable of
 * SPACE_ANY. */
static void param_any(struct kernel_gen *g, const struct kernel_instance *in, int i)
{
    const struct symbol *p = in->symbol->params.at[i];
    const struct expr *copy;

    if (in->spaces.at[i] == SPACE_NONE || in->spaces.at[i] == SPACE_ANY || !p->name ||
        kernel_symbol_space(g, p) != SPACE_ANY)
        return;
    copy = kernel_temporary(g, p->type, SPACE_ANY, p->loc);
    kernel_alias_add(g, p, copy->name);
    buf_printf(&g->frame->temporaries, "    %s = %s(%s);\n", copy->name,
               kernel_any_helper(g, space_word(in->spaces.at[i])), kernel_user_name(g, p->name));
}

static void instance_emit(struct kernel_gen *g, struct kernel_instance *in)
{
    struct kernel_frame *outer = g->frame;
    struct kernel_frame frame = {
        .instance = in, .body = in->symbol->definition->body, .indent = 1, .known = in->known};
    struct buf body = {0}, *out = g->out;

    g->frame = &frame;
    g->out = &body;
    kernel_range_parameters(g, in->symbol);
    kernel_image_body(g, in);
    for (int i = 0; i < in->spaces.n; i++)
        param_any(g, in, i);
    kernel_block(g, frame.body);
    if (!g->emulated)
        in->tile_statics = frame.tile_statics;
    in->ends = frame.ends;
    in->stops = frame.stops;
    g->frame = outer;
    g->out = out;
    kernel_signature(g, in);
    if (g->emulated)
        kernel_emulated_function(g, in, &frame, &body);
    else {
        g->out = &g->functions;
        buf_add(g->out, "{\n");
        kernel_contraction(g, in->symbol->definition->uncontracted);
        buf_printf(g->out, "%s%s}\n", frame.temporaries.at ? frame.temporaries.at : "",
                   body.at ? body.at : "");
        g->out = out;
    }
    buf_free(&frame.temporaries);
    buf_free(&body);
}

/* The version for these spaces, not emitted; 'call' is for messages. */
static struct kernel_instance *instance_find(struct kernel_gen *g, struct symbol *f,
                                             const space_vec *spaces, unsigned offered,
                                             struct loc call)
{
    struct kernel_instance *in = instance_known(g, f, spaces, offered);
    memory_set_vec params = {0};

    if (in)
        return in;
    in = arena_new(&g->c->arena, struct kernel_instance);
    in->symbol = f;
    in->spaces = *spaces;
    in->offered = offered;
    in->call = call;
    vec_push(&g->c->arena, &g->instances, in);
    for (int i = 0; i < spaces->n; i++)
        vec_push(&g->c->arena, &params, space_memories(spaces->at[i]));
    in->known = space_function(kernel_spaces(g), f, &params);
    in->result = kernel_space(g, space_result(&in->known));
    return in;
}

/* ---- functions that select the instance at run time ---- */

/* The parameter by whose memory such a function selects; -1: 'in' is none. It is needed for
 * references and for other units; bodies in this unit can use pointers into any memory. */
static int chosen_param(const struct kernel_gen *g, const struct kernel_instance *in)
{
    for (int i = 0; i < in->spaces.n; i++)
        if (in->spaces.at[i] == SPACE_ANY &&
            (kernel_is_reference(in->symbol->params.at[i]) ||
             (kernel_is_foreign(g, in->symbol) && !kernel_extern_any(in->symbol))))
            return i;
    return -1;
}

enum { CHOICES = 4 };

/* The version for choice k, in the order of struct ampc_x_any; NULL: the parameter is written, so
 * its memory cannot be constant. */
static struct kernel_instance *choice(struct kernel_gen *g, const struct kernel_instance *in, int k)
{
    static const enum space order[CHOICES] = {SPACE_GLOBAL, SPACE_LOCAL, SPACE_CONSTANT,
                                              SPACE_PRIVATE};
    int at = chosen_param(g, in);
    const struct type *t = in->symbol->params.at[at]->type;
    space_vec spaces = {0};

    if (order[k] == SPACE_CONSTANT && (t->kind != TYPE_POINTER || !(t->base->quals & QUAL_CONST)))
        return NULL;
    for (int i = 0; i < in->spaces.n; i++)
        vec_push(&g->c->arena, &spaces, i == at ? order[k] : in->spaces.at[i]);
    return instance_find(g, in->symbol, &spaces, 0, in->symbol->loc);
}

static const char *param_name(struct kernel_gen *g, const struct kernel_instance *in, int i)
{
    const struct symbol *p = in->symbol->params.at[i];

    return p->name ? kernel_user_name(g, p->name) : arena_printf(&g->c->arena, "ampc_unnamed%d", i);
}

/* The call of the version 'to' for choice k. */
static void choice_call(struct kernel_gen *g, const struct kernel_instance *in,
                        const struct kernel_instance *to, int k)
{
    struct buf *out = &g->functions;
    bool wraps = in->result == SPACE_ANY && to->result != SPACE_ANY;
    int n = 0;

    if (in->symbol->type->base->kind != TYPE_VOID)
        buf_add(out, "return ");
    if (wraps)
        buf_printf(out, "%s(", kernel_any_helper(g, space_word(to->result)));
    buf_printf(out, "%s(", to->name);
    for (int i = 0; i < in->spaces.n; i++) {
        const struct symbol *p = in->symbol->params.at[i];
        const char *name = param_name(g, in, i);
        buf_add(out, n++ ? ", " : "");
        if (i != chosen_param(g, in))
            buf_add(out, name);
        else
            buf_printf(out, "(%s)%s.%c",
                       kernel_declare(g, type_unqualified(g->c, p->type),
                                      kernel_is_reference(p) ? "*" : "", to->spaces.at[i], p->loc),
                       name, "glcp"[k]);
        if (kernel_takes_range(g, to->symbol, i))
            buf_printf(out, ", ampc_p%d", i);
    }
    for (int i = 0; i < to->tile_statics.n; i++)
        buf_printf(out, "%s%s", n++ ? ", " : "", kernel_tile_name(g, to->tile_statics.at[i]));
    if (to->stops)
        buf_printf(out, "%sampc_s", n++ ? ", " : "");
    buf_add(out, wraps ? "));\n" : ");\n");
}

static void choice_emit(struct kernel_gen *g, struct kernel_instance *in)
{
    struct kernel_instance *to[CHOICES];
    const char *name = param_name(g, in, chosen_param(g, in));

    for (int k = 0; k < CHOICES; k++) {
        to[k] = choice(g, in, k);
        if (!to[k])
            continue;
        kernel_instance_get(g, in->symbol, &to[k]->spaces, in->symbol->loc);
        for (int i = 0; i < to[k]->tile_statics.n; i++)
            tile_static_add(g, &in->tile_statics, to[k]->tile_statics.at[i]);
        in->ends |= to[k]->ends;
        in->stops |= to[k]->stops;
    }
    kernel_signature(g, in);
    buf_add(&g->functions, "{\n");
    for (int k = 0; k < CHOICES; k++) {
        if (!to[k])
            continue;
        if (k + 1 < CHOICES)
            buf_printf(&g->functions, "    %sif (%s.in == %d)\n        ", k ? "else " : "", name,
                       k + 1);
        else
            buf_add(&g->functions, "    else\n        ");
        choice_call(g, in, to[k], k);
    }
    buf_add(&g->functions, "}\n");
}

/* ---- calls ---- */

static struct kernel_instance *instance_get(struct kernel_gen *g, struct symbol *f,
                                            const space_vec *spaces, unsigned offered,
                                            struct loc call)
{
    struct kernel_instance *in = instance_find(g, f, spaces, offered, call);

    if (in->name)
        return in;
    in->name = kernel_global_name(g, f->name, instance_number(g, f));
    if (chosen_param(g, in) >= 0)
        choice_emit(g, in);
    else if (kernel_is_foreign(g, f))
        kernel_extern_emit(g, in);
    else
        instance_emit(g, in);
    return in;
}

struct kernel_instance *kernel_instance_get(struct kernel_gen *g, struct symbol *f,
                                            const space_vec *spaces, struct loc call)
{
    return instance_get(g, f, spaces, 0, call);
}

struct kernel_instance *kernel_call_instance(struct kernel_gen *g, const struct expr *e)
{
    space_vec spaces = {0};
    struct symbol *f = kernel_call_spaces(g, e, &spaces);

    unsigned offered = f && !kernel_is_foreign(g, f) ? kernel_images_offered(g, f, e) : 0;

    return f ? instance_get(g, f, &spaces, offered, e->loc) : NULL;
}

static void function_call(struct kernel_gen *g, const struct expr *e)
{
    struct kernel_instance *in = kernel_call_instance(g, e);
    int n = 0;

    if (!in) {
        kernel_unsupported(g, e->loc, "this call is not supported in a kernel");
        buf_char(g->out, '0');
        return;
    }
    buf_printf(g->out, "%s(", in->name);
    for (int i = 0; i < e->args.n; i++) {
        const struct symbol *p = in->symbol->params.at[i];
        buf_add(g->out, n++ ? ", " : "");
        if (kernel_is_reference(p) && in->spaces.at[i] == SPACE_ANY) {
            kernel_any_address(g, e->args.at[i]);
        } else if (kernel_is_reference(p)) {
            buf_char(g->out, '&');
            kernel_expr(g, e->args.at[i], PREC_UNARY + 1);
        } else if (p->type->kind == TYPE_POINTER) {
            kernel_pointer(g, e->args.at[i], p->type, in->spaces.at[i], PREC_ASSIGN);
            if (kernel_takes_range(g, in->symbol, i))
                kernel_range_argument(g, e->args.at[i]);
        } else {
            kernel_convert(g, e->args.at[i], p->type, PREC_ASSIGN);
            kernel_image_argument(g, in, i, e->args.at[i]);
        }
    }
    for (int i = 0; i < in->tile_statics.n; i++) {
        struct symbol *s = in->tile_statics.at[i];
        kernel_use_tile_static(g, s);
        buf_printf(g->out, "%s%s%s", n++ ? ", " : "",
                   g->frame->instance || kernel_is_shared_tile(g, s) ? "" : "&",
                   kernel_tile_name(g, s));
    }
    g->frame->ends |= in->ends;
    if (in->stops) {
        kernel_stop_use(g);
        buf_printf(g->out, "%sampc_s", n++ ? ", " : "");
    }
    buf_char(g->out, ')');
}

/* ---- functions of the library ---- */

/* The type for R in the row, or the common type of arguments of any floating type. */
static const struct type *generic_type(const struct builtin *b, const struct expr *e)
{
    if (b->real)
        return builtin_real(b);
    for (int i = 0; i < e->args.n; i++)
        if (builtin_param_letter(b, i) == 'F' && e->args.at[i]->type->kind != TYPE_FLOAT)
            return type_basic(TYPE_DOUBLE);
    return type_basic(TYPE_FLOAT);
}

static void builtin_arg(struct kernel_gen *g, const struct builtin *b, const struct expr *e, int i)
{
    const struct expr *arg = e->args.at[i];
    struct type *t = builtin_param(g->c, b, i);

    if (builtin_param_letter(b, i) == 'F')
        kernel_convert(g, arg, generic_type(b, e), PREC_ASSIGN);
    else if (t)
        kernel_convert(g, arg, t, PREC_ASSIGN);
    else
        kernel_expr(g, arg, PREC_ASSIGN);
}

/* The memory that the pointer among the arguments points into. */
static enum space pointer_space(struct kernel_gen *g, const struct builtin *b, const struct expr *e)
{
    enum space space = SPACE_NONE;

    for (int i = 0; i < e->args.n; i++) {
        const struct type *t = builtin_param(g->c, b, i);
        if (t && t->kind == TYPE_POINTER)
            space = kernel_pointer_space(g, e->args.at[i]);
    }
    return space;
}

static void template_call(struct kernel_gen *g, const struct builtin *b, const struct expr *e)
{
    const char *real = kernel_scalar(generic_type(b, e));

    for (const char *s = kernel_own_words(g, b->opencl, real, pointer_space(g, b, e)); *s; s++)
        if (*s != '$')
            buf_char(g->out, *s);
        else
            builtin_arg(g, b, e, *++s - '1');
}

/* The argument that is a pointer into several memories, for which there is no function; -1:
 * none. */
static int any_argument(struct kernel_gen *g, const struct builtin *b, const struct expr *e)
{
    for (int i = 0; i < e->args.n; i++) {
        const struct type *t = builtin_param(g->c, b, i);
        if (t && t->kind == TYPE_POINTER && kernel_pointer_space(g, e->args.at[i]) == SPACE_ANY)
            return i;
    }
    return -1;
}

static void builtin_call(struct kernel_gen *g, const struct builtin *b, const struct expr *e)
{
    const struct type *real = generic_type(b, e);

    if (e->args.n != builtin_params(b, NULL)) {
        kernel_unsupported(g, e->loc, "this call is not supported in a kernel");
        return;
    }
    if (any_argument(g, b, e) >= 0) {
        kernel_through_private(g, e, any_argument(g, b, e), kernel_call);
        return;
    }
    if (b->real == 'd' || builtin_result(g->c, b)->kind == TYPE_DOUBLE || real->kind == TYPE_DOUBLE)
        g->uses |= AMPC__USES_DOUBLE;
    if (strchr(b->opencl, '$')) {
        template_call(g, b, e);
    } else if (b->signature[1] == '\0' || builtin_param_letter(b, 0) == 's') {
        buf_add(g->out, b->opencl);
    } else {
        bool root = kernel_is_root(g, b, real);
        const char *name =
            root ? "ampc_root" : kernel_own_function(g, b->opencl, kernel_scalar(real), SPACE_NONE);
        if (name == b->opencl)
            name = kernel_builtin_helper(g, name, kernel_scalar(real), pointer_space(g, b, e));
        buf_printf(g->out, "%s(", name);
        for (int i = 0; i < e->args.n; i++) {
            buf_add(g->out, i ? ", " : "");
            builtin_arg(g, b, e, i);
        }
        buf_add(g->out, root ? ", &ampc_usual)" : ")");
    }
}

void kernel_call(struct kernel_gen *g, const struct expr *e)
{
    const struct builtin *b = builtin_called(e);
    struct builtin_call by_component;

    if (builtin_by_component(e, &by_component))
        kernel_vector_call(g, e);
    else if (b && b->kind == BUILTIN_PRINTF)
        kernel_printf(g, e);
    else if (b && b->kind == BUILTIN_STOP)
        kernel_stop(g, e);
    else if (b)
        builtin_call(g, b, e);
    else
        function_call(g, e);
}
