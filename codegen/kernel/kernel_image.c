/* kernel_image.c - OpenCL's images in kernels' text: what samples a texture_view may have the
 * device's hardware do it.
 *
 * Beside the buffer of a captured view that is sampled a kernel gets an image with the same
 * elements, and beside a captured sampler OpenCL's, in a build for launches that have them
 * (AMPC_IMAGES; runtime/image.c looks). Functions hand both on beside the view and the sampler. In
 * ampc__texelN_T of <amp_graphics.h> they answer in the place of the body. Views and samplers that
 * are no names of captures or of parameters have none there: the body reads the buffer. Example:
 * `v.sample(s, at)` calls `u_ampc__sample2_float(u_v ampc_image(image_v), u_s ampc_image(image_s),
 * …)`. */
#include "codegen/kernel/kernel.h"

#include <string.h>

#include "parser/walk.h"
#include "sema/types/constant.h"

/* ---- which variables have images and samplers of OpenCL's ---- */

/* A view whose elements a sampler makes something of. */
static bool is_sampled_type(const struct type *t)
{
    enum texel texel;

    if (!type_is_amp(t, AMP_TYPE_ARRAY_VIEW) || !t->texture || !(t->base->quals & QUAL_CONST))
        return false;
    texel = texel_of(t->base, NULL);
    return texel == TEXEL_FLOAT || texel == TEXEL_NORM || texel == TEXEL_UNORM;
}

static bool has_companion(const struct type *t)
{
    return is_sampled_type(t) || type_is_sampler(t);
}

/* A search for what gives a variable another value. */
struct search {
    const struct symbol *symbol;
    bool found;
};

/* Whether e is the variable or a member of it. */
static bool names(const struct expr *e, const struct symbol *s)
{
    e = e ? expr_evaluated(e) : NULL;
    while (e && e->kind == EXPR_MEMBER)
        e = expr_evaluated(e->a);
    return e && e->kind == EXPR_NAME && e->symbol == s;
}

static bool find_change(struct walker *w, struct expr *e)
{
    struct search *search = w->data;
    const struct symbol *f = e->kind == EXPR_CALL ? kernel_callee(e) : NULL;

    if (e->kind == EXPR_ASSIGN ||
        (e->kind == EXPR_UNARY && (e->op == OP_ADDR || op_is_step(e->op))))
        search->found |= names(e->a, search->symbol);
    for (int i = 0; f && i < e->args.n && i < f->params.n; i++)
        search->found |=
            kernel_is_reference(f->params.at[i]) && names(e->args.at[i], search->symbol);
    return !search->found;
}

static bool is_changed(const struct kernel_gen *g, const struct symbol *s)
{
    struct search search = {.symbol = s};
    struct walker w = {.data = &search, .expr_pre = find_change};

    walk_stmt(&w, g->frame->body);
    return search.found;
}

/* The argument that passes a captured view or sampler; NULL: the variable is none. */
static struct kernel_arg *captured(const struct kernel_gen *g, const struct symbol *s)
{
    const kernel_arg_vec *args = &g->frame->args;
    enum ampc__arg_kind kind = type_is_sampler(s->type) ? AMPC__ARG_VALUE : AMPC__ARG_VIEW;

    for (int i = 0; i < args->n; i++)
        if (args->at[i].symbol == s && args->at[i].kind == kind && !args->at[i].steps.n)
            return &args->at[i];
    return NULL;
}

/* The place of a variable among the parameters of the function that is emitted; -1: it is none. */
static int parameter(const struct kernel_gen *g, const struct symbol *s)
{
    const struct kernel_instance *in = g->frame->instance;

    for (int i = 0; in && i < in->symbol->params.n; i++)
        if (in->symbol->params.at[i] == s)
            return i;
    return -1;
}

/* The variable that has an image, or a sampler of OpenCL's, here; NULL: the value has none. */
static const struct symbol *companion(const struct kernel_gen *g, const struct expr *value)
{
    const struct expr *e = expr_evaluated(value);
    const struct symbol *s = e->kind == EXPR_NAME ? e->symbol : NULL;
    bool has = false;

    if (!s || g->emulated || !has_companion(s->type))
        return NULL;
    if (g->frame->instance) {
        int i = parameter(g, s);
        has = i >= 0 && g->frame->instance->offered & image_bit(i);
    } else if (g->frame->launch) {
        has = captured(g, s) && !g->frame->launch->lambda->is_mutable;
    }
    return has && !is_changed(g, s) ? s : NULL;
}

/* The number of the sampler that v.sample<filter, address>(place) has; -1: it is another one. */
static int constant_sampler(const struct kernel_gen *g, const struct expr *value)
{
    enum { FIRST_ADDRESS = 1, ADDRESSES = 4 };
    const struct expr *e = expr_evaluated(value);
    long long filter, address;

    if (g->emulated || e->kind != EXPR_CALL || e->args.n != 2 || !type_is_sampler(e->type) ||
        !constant_value(e->args.at[0], &filter) || !constant_value(e->args.at[1], &address) ||
        address < FIRST_ADDRESS || address >= FIRST_ADDRESS + ADDRESSES)
        return -1;
    return (int)(address - FIRST_ADDRESS) + (filter ? ADDRESSES : 0);
}

unsigned kernel_images_offered(const struct kernel_gen *g, const struct symbol *f,
                               const struct expr *call)
{
    unsigned offered = 0;

    for (int i = 0; i < call->args.n && i < f->params.n && i < IMAGES_MOST; i++) {
        const struct expr *arg = call->args.at[i];
        if (has_companion(f->params.at[i]->type) && !kernel_is_reference(f->params.at[i]) &&
            (companion(g, arg) || constant_sampler(g, arg) >= 0))
            offered |= image_bit(i);
    }
    return offered;
}

/* ---- text ---- */

/* 'ampc_image(x)' is ', x' in a build with images. */
static void use_images(struct kernel_gen *g)
{
    g->uses |= AMPC__USES_IMAGES;
    if (kernel_once(g, "ampc_image"))
        buf_add(&g->types, "#ifdef AMPC_IMAGES\n#define ampc_image(x) , x\n#else\n"
                           "#define ampc_image(x)\n#endif\n");
}

void kernel_image_parameter(struct kernel_gen *g, struct buf *out, const struct type *t,
                            const char *name)
{
    static const char *const types[] = {"sampler_t", "__read_only image1d_t",
                                        "__read_only image2d_t", "__read_only image3d_t"};

    use_images(g);
    buf_printf(out, " ampc_image(%s %s)", types[type_is_sampler(t) ? 0 : t->rank],
               kernel_param_name(g, "image", name));
}

/* The sampler of that number, as a constant of the text. */
static const char *sampler_name(struct kernel_gen *g, int number)
{
    static const char *const filters[] = {"NEAREST", "LINEAR"};
    static const char *const addresses[] = {"REPEAT", "MIRRORED_REPEAT", "CLAMP_TO_EDGE", "CLAMP"};
    const char *name = arena_printf(&g->c->arena, "ampc_sampler%d", number);

    if (kernel_once(g, name))
        buf_printf(&g->types,
                   "#ifdef AMPC_IMAGES\n__constant sampler_t %s = CLK_NORMALIZED_COORDS_TRUE | "
                   "CLK_ADDRESS_%s | CLK_FILTER_%s;\n#endif\n",
                   name, addresses[number % 4], filters[number / 4]);
    return name;
}

void kernel_image_argument(struct kernel_gen *g, const struct kernel_instance *in, int i,
                           const struct expr *value)
{
    bool used = in->images & image_bit(i);
    int number = used ? constant_sampler(g, value) : -1;
    const struct symbol *s = used && number < 0 ? companion(g, value) : NULL;

    if (!s && number < 0)
        return;
    if (number >= 0)
        buf_printf(g->out, " ampc_image(%s)", sampler_name(g, number));
    else
        buf_printf(g->out, " ampc_image(%s)", kernel_param_name(g, "image", s->name));
    if (s && g->frame->instance)
        g->frame->instance->images |= image_bit(parameter(g, s));
    else if (s)
        captured(g, s)->image = true;
}

void kernel_image_body(struct kernel_gen *g, struct kernel_instance *in)
{
    /* Places that are no numbers, or infinite, are undefined for images (OpenCL C 1.2, 6.12.14);
     * beyond these float has too few bits for a place between two elements. */
    static const char *const format[] = {"%s", "(float2)(%s, %s)", "(float4)(%s, %s, %s, 0.0f)"};
    enum { VIEW, SAMPLER, PLACE };
    const unsigned both = image_bit(VIEW) | image_bit(SAMPLER);
    const struct symbol *f = in->symbol;
    const char *at[3] = {"", "", ""};
    int rank = f->texels ? f->params.at[VIEW]->type->rank : 0;

    if (!rank || (in->offered & both) != both || g->emulated)
        return;
    in->images |= both;
    use_images(g);
    for (int i = 0; i < rank; i++)
        at[i] = kernel_user_name(g, f->params.at[PLACE + i]->name);
    buf_printf(g->out, "#ifdef AMPC_IMAGES\n    return %s(read_imagef(%s, %s, fmin(fmax(",
               kernel_vector_loaded(g, f->type->base, f->loc),
               kernel_param_name(g, "image", f->params.at[VIEW]->name),
               kernel_param_name(g, "image", f->params.at[SAMPLER]->name));
    buf_printf(g->out, format[rank - 1], at[0], at[1], at[2]);
    buf_add(g->out, ", -32768.0f), 32768.0f)));\n#endif\n");
}
