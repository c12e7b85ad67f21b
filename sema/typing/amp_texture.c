/* amp_texture.c - what typing knows of textures beyond arrays and views: their elements,
 * constructors, access in kernels and copies of their bytes.
 *
 * A texture is an array whose type says 'texture', a texture_view a view; so homes, effects, races
 * and launches are theirs. Kernels read elements as values, and `t.set(i, x)` becomes the
 * assignment of an element: the tree has no operations of textures' own. Example: `t.get(i)` and
 * `t[i]` are AMP_VIEW_ELEMENT, no lvalue. */
#include <string.h>

#include "sema/types/constant.h"
#include "sema/types/vector.h"
#include "sema/typing/amp_internal.h"
#include "sema/typing/typing.h"

/* ---- elements ---- */

bool texture_element_is_good(struct sema *s, const struct type_name *n, const struct type *t)
{
    if (texel_of(t, NULL) != TEXEL_NONE)
        return true;
    diag(s->c, DIAG_view_type, n->loc,
         "'%s' is not the type of a texture's elements: these are int, unsigned, float, norm, "
         "unorm and double, and their short vectors of 2 or 4 components, of double of 2",
         type_text(s->c, t));
    return false;
}

static bool is_plain(const struct type *t)
{
    enum texel texel = texel_of(t, NULL);
    return !vector_of(t) && (texel == TEXEL_INT || texel == TEXEL_UINT || texel == TEXEL_FLOAT);
}

bool texture_write_report(struct sema *s, const struct expr *e)
{
    e = expr_unparen((struct expr *)e);
    if (e->amp != AMP_VIEW_ELEMENT || e->lvalue)
        return false;
    diag(s->c, DIAG_view_const, e->loc,
         "elements of a texture are written by its method: 'set(index, value)'");
    return true;
}

/* Whether amp code can read elements of this texture or view of one, as C++ AMP has it; reports it
 * otherwise. */
static bool is_readable(struct sema *s, const struct expr *e, const struct type *t)
{
    if (amp_is_array(t) || t->base->quals & QUAL_CONST || is_plain(t->base))
        return true;
    diag(s->c, DIAG_amp_member, e->loc,
         "the elements of '%s' can only be written: 'texture_view<const %s, %d>' is for reading",
         type_text(s->c, t), type_text(s->c, t->base), t->rank);
    return false;
}

static bool is_settable(struct sema *s, const struct expr *e, const struct type *t)
{
    if (amp_element_type(s->c, t)->quals & QUAL_CONST) {
        diag(s->c, DIAG_view_const, e->loc, "'set' on '%s', which is only read",
             type_text(s->c, t));
        return false;
    }
    if (!amp_is_array(t) || is_plain(t->base))
        return true;
    diag(s->c, DIAG_amp_member, e->loc,
         "textures of '%s' have no 'set', only those of int, unsigned and float: write through a "
         "'texture_view<%s, %d>'",
         type_text(s->c, t->base), type_text(s->c, t->base), t->rank);
    return false;
}

bool texture_is_reached(struct sema *s, const struct expr *e, const struct type *t)
{
    if (!t->texture || s->unevaluated || s->remade)
        return true;
    if (s->region != RESTRICT_AMP) {
        diag(s->c, DIAG_amp_member, e->loc,
             "the host has no subscripts of '%s': its elements are the accelerator's, 'copy' "
             "copies them",
             type_text(s->c, amp_value_type(s->c, t)));
        return false;
    }
    return is_readable(s, e, t);
}

/* Reports a mipmap level, or their number, beyond the one that there is. */
static void levels_report(struct sema *s, const struct expr *arg)
{
    diag(s->c, DIAG_unsupported, arg->loc,
         "textures have one mipmap level here; leave the number out");
}

bool texture_level(struct sema *s, struct expr *e)
{
    long long level;
    if (e->args.n != 1 || !type_is_integer(e->args.at[0]->type) ||
        !constant_value(e->args.at[0], &level))
        diag(s->c, DIAG_amp_arguments, e->loc,
             "'get_mipmap_extent' takes the number of a level, a constant");
    else if (level != 0)
        diag(s->c, DIAG_unsupported, e->args.at[0]->loc,
             "textures have one mipmap level here, number 0: make a texture for each level");
    else
        e->args.n = 0;
    return e->args.n == 0;
}

struct expr *amp_object_of(struct sema *s, struct expr *callee)
{
    if (callee->kind != EXPR_ARROW)
        return callee->a;
    struct expr *e = arena_new(&s->c->arena, struct expr);
    e->kind = EXPR_UNARY;
    e->op = OP_DEREF;
    e->loc = e->op_loc = callee->a->loc;
    e->a = callee->a;
    e->amp_code = callee->amp_code;
    sema_expr(s, &e);
    return e;
}

/* e, t.set(index, value), becomes t(index) = value. */
static void set_element(struct sema *s, struct expr *e, struct expr *object, const struct type *t)
{
    struct expr *to = arena_new(&s->c->arena, struct expr), *value = e->args.at[1];
    to->kind = EXPR_CALL;
    to->loc = e->loc;
    to->op_loc = e->op_loc;
    to->op2_loc = e->op2_loc;
    to->amp_code = e->amp_code;
    to->a = object;
    vec_push(&s->c->arena, &to->args, e->args.at[0]);
    amp_texel(s, to, t);
    if (amp_is_unknown(to->type) || amp_is_unknown(value->type))
        return;
    to->type = t->base;
    to->lvalue = true;
    sema_convert(s, &value, t->base);
    if (!type_same_unqualified(value->type, t->base)) {
        diag(s->c, DIAG_view_type, value->loc, "'set' of '%s' stores '%s', not '%s'",
             type_text(s->c, t), type_text(s->c, t->base), type_text(s->c, value->type));
        return;
    }
    e->kind = EXPR_ASSIGN;
    e->op = OP_ASSIGN;
    e->a = to;
    e->b = value;
    e->args.n = 0;
    e->type = t->base;
}

/* ---- samplers ---- */

/* A function of <amp_graphics.h>, at the place of what stands for its name; NULL: it is not
 * included (reported). */
static struct expr *graphics_function(struct sema *s, const char *name, struct loc loc)
{
    struct expr *e = arena_new(&s->c->arena, struct expr);
    e->kind = EXPR_NAME;
    e->name = intern_str(s->c->names, name);
    e->loc = e->name_loc = loc;
    if (scope_find(s, e->name))
        return e;
    diag(s->c, DIAG_amp_member, loc, "samplers are in <amp_graphics.h>: include it");
    return NULL;
}

/* e becomes the typed call of the function. */
static void call_of(struct sema *s, struct expr *e, struct expr *function, const expr_vec *args)
{
    e->kind = EXPR_CALL;
    e->a = function;
    e->args = *args;
    call_type(s, e);
}

void texture_sampler(struct sema *s, struct expr *e, struct loc name)
{
    expr_vec args = e->args;
    const char *function = arena_printf(&s->c->arena, "ampc__sampler_%d", args.n);
    for (int i = 0; i < args.n; i++)
        sema_value(s, &args.at[i]);
    if (args.n == 2 && vector_of(args.at[1]->type))
        function = "ampc__sampler_border";
    if (args.n == 1 && type_is_sampler(args.at[0]->type))
        function = "ampc__sampler_copy";
    if (s->region & RESTRICT_AMP)
        diag(s->c, DIAG_amp_arguments, e->loc, "amp code cannot make a sampler; capture one");
    else if (args.n > 3)
        diag(s->c, DIAG_amp_arguments, e->loc,
             "'sampler' is made from a filter_mode, an address_mode and a border colour");
    else {
        call_of(s, e, graphics_function(s, function, name), &args);
        return;
    }
    if (!e->type) /* an error */
        amp_poison(e);
}

struct init *texture_sampler_variable(struct sema *s, struct init_declarator *d,
                                      const struct symbol *symbol)
{
    enum { STATICS = STORAGE_STATIC | STORAGE_EXTERN | STORAGE_THREAD };
    struct expr *e = arena_new(&s->c->arena, struct expr);
    e->loc = e->op_loc = d->construct_loc;
    e->op2_loc = (struct loc){d->construct_loc.end - 1, d->construct_loc.end};
    e->args = d->args;
    e->amp_code = (s->region & RESTRICT_AMP) != 0;
    texture_sampler(s, e, (struct loc){d->construct_loc.begin, d->construct_loc.begin});
    if (scope_is_file(s) || symbol->storage & STATICS)
        diag(s->c, DIAG_amp_arguments, d->construct_loc,
             "a sampler that is static is made by an assignment: '%s = sampler(...)'",
             symbol->name);
    d->init = arena_new(&s->c->arena, struct init);
    d->init->loc = d->construct_loc;
    d->init->expr = e;
    d->init->type = symbol->type;
    d->args.n = 0;
    d->constructed = false;
    return d->init;
}

bool texture_sampler_member(struct sema *s, struct expr *e, const struct expr *callee)
{
    static const char *const members[] = {"filter_mode", "address_mode", "border_color"};
    const struct type *t = callee->a->type;
    const char *name = callee->name;
    t = callee->kind == EXPR_ARROW && t && t->kind == TYPE_POINTER ? t->base : t;
    if (!t || !type_is_sampler(t) || e->args.n || strncmp(name, "get_", 4) != 0)
        return false;
    for (size_t k = 0; k < sizeof members / sizeof *members; k++)
        if (!strcmp(name + 4, members[k])) {
            struct expr *member = arena_new(&s->c->arena, struct expr);
            *member = *callee;
            member->name = intern_str(s->c->names, members[k]);
            member->loc = e->loc;
            sema_expr(s, &member);
            *e = *member;
            return true;
        }
    return false;
}

/* Whether t, of a view, has the method; reports it otherwise. */
static bool is_sampled(struct sema *s, const struct expr *callee, const struct type *t,
                       int component)
{
    int channels;
    const char *element = type_text(s->c, type_unqualified(s->c, t->base));
    enum texel texel = texel_of(t->base, &channels);
    if (!(t->base->quals & QUAL_CONST))
        diag(s->c, DIAG_amp_member, callee->name_loc,
             "'%s' of '%s': a 'texture_view<const %s, %d>' has it", callee->name,
             type_text(s->c, t), element, t->rank);
    else if (texel == TEXEL_INT || texel == TEXEL_UINT || texel == TEXEL_DOUBLE)
        diag(s->c, DIAG_amp_member, callee->name_loc,
             "elements of type '%s' cannot be sampled: those of float, norm and unorm can",
             element);
    else if (component >= 0 && t->rank != 2)
        diag(s->c, DIAG_amp_member, callee->name_loc, "'%s' is for two dimensions, not '%s'",
             callee->name, type_text(s->c, t));
    else if (component >= channels)
        diag(s->c, DIAG_amp_member, callee->name_loc, "'%s' has no component for '%s'", element,
             callee->name);
    else
        return true;
    return false;
}

static struct expr *number(struct sema *s, const struct expr *e, int k)
{
    struct expr *n = arena_new(&s->c->arena, struct expr);
    n->kind = EXPR_INT;
    n->type = type_basic(TYPE_INT);
    n->constant = true;
    n->value = k;
    n->loc = e->loc;
    n->amp_code = e->amp_code;
    return n;
}

/* The call that was typed last stands in front of 'place' among the arguments: so its entry in the
 * list of calls goes in front of those of the calls in there. */
static void note_before(struct sema *s, const struct expr *call, const struct expr *place)
{
    struct call_site *at = s->launch     ? s->launch->calls.at
                           : s->function ? s->function->calls.at
                                         : NULL;
    int n = s->launch ? s->launch->calls.n : s->function ? s->function->calls.n : 0, to = n - 1;
    if (n == 0 || at[n - 1].call != call) /* it is not evaluated */
        return;
    struct call_site site = at[n - 1];
    for (; to > 0 && at[to - 1].call->loc.begin >= place->loc.begin; to--)
        at[to] = at[to - 1];
    at[to] = site;
}

/* The sampler of the constants in v.sample<filter_point, address_wrap>(place) and
 * v.gather_red<address_wrap>(place), of which those behind may be missing; NULL: none (reported).
 */
static struct expr *sampler_of(struct sema *s, const struct expr *e, expr_vec *given, bool filtered)
{
    enum { LINEAR = 0x15, CLAMP = 3 };
    int n = given->n, most = filtered ? 2 : 1;
    struct expr *modes[2] = {number(s, e, LINEAR), number(s, e, CLAMP)};
    expr_vec args = {0};
    long long value;
    bool known = true, good = n <= most;
    s->amp_use++;
    for (int i = 0; i < n && i < most; i++) {
        sema_value(s, &given->at[i]);
        known &= !amp_is_unknown(given->at[i]->type);
        good &= constant_value(given->at[i], &value);
        modes[i + !filtered] = given->at[i];
    }
    s->amp_use--;
    if (!good && known)
        diag(s->c, DIAG_amp_arguments, given->at[0]->loc, "'<...>' has %s, constants",
             filtered ? "a filter_mode and an address_mode" : "an address_mode");
    if (!good)
        return NULL;
    vec_push(&s->c->arena, &args, modes[0]);
    vec_push(&s->c->arena, &args, modes[1]);
    struct expr *function = graphics_function(s, "ampc__sampler_of", e->loc);
    struct expr *call = arena_new(&s->c->arena, struct expr);
    call->loc = call->op_loc = call->op2_loc = e->loc;
    call->amp_code = true;
    if (!function)
        return NULL;
    call_of(s, call, function, &args);
    return call;
}

/* The function of that name is what an image could answer in place of. */
static void note_texels(struct sema *s, const char *name)
{
    struct symbol *f = scope_find(s, intern_str(s->c->names, name));
    f = f ? symbol_version(f, RESTRICT_AMP) : NULL;
    if (f)
        f->texels = true;
}

/* v.sample(sampler, place), v.gather_red(sampler, place): e becomes the call of a function. */
static void sample(struct sema *s, struct expr *e, struct expr *callee, const struct type *t)
{
    static const char *const places[] = {"float", "float_2", "float_3"};
    static const char *const gathers[] = {"gather_red", "gather_green", "gather_blue",
                                          "gather_alpha"};
    int component = -1, given = e->args.n && type_is_sampler(e->args.at[0]->type);
    bool in_type = callee->template_loc.end > 0;
    expr_vec args = {0};
    for (int k = 0; k < 4; k++)
        component = strcmp(callee->name, gathers[k]) ? component : k;
    if (!is_sampled(s, callee, t, component))
        return;
    for (int i = 0; i < e->args.n; i++)
        if (amp_is_unknown(e->args.at[i]->type))
            return;
    int most = given + (component < 0 ? 2 : 1); /* with a level of detail */
    if (e->args.n <= given || e->args.n > most || (in_type && given) ||
        (e->args.n == given + 2 && !type_is_arithmetic(e->args.at[given + 1]->type))) {
        diag(s->c, DIAG_amp_arguments, e->loc,
             "'%s' of '%s' takes a sampler and a '%s', or '<...>' with constants in place of the "
             "sampler",
             callee->name, type_text(s->c, t), places[t->rank - 1]);
        return;
    }
    struct expr *sampler =
        given ? e->args.at[0] : sampler_of(s, e, &callee->template_args, component < 0);
    if (!sampler)
        return;
    if (!given)
        note_before(s, sampler, e->args.at[0]);
    const char *element = type_text(s->c, type_unqualified(s->c, t->base));
    const char *name = component < 0
                           ? arena_printf(&s->c->arena, "ampc__sample%d_%s", t->rank, element)
                           : arena_printf(&s->c->arena, "ampc__gather_%s", element);
    struct expr *function = graphics_function(s, name, callee->name_loc);
    if (component < 0)
        note_texels(s, arena_printf(&s->c->arena, "ampc__texel%d_%s", t->rank, element));
    vec_push(&s->c->arena, &args, amp_object_of(s, callee));
    vec_push(&s->c->arena, &args, sampler);
    vec_push(&s->c->arena, &args, e->args.at[given]);
    if (component >= 0)
        vec_push(&s->c->arena, &args, number(s, e, component));
    if (function)
        call_of(s, e, function, &args);
}

void texture_access(struct sema *s, struct expr *e, struct expr *callee, const struct type *t,
                    const struct amp_member *m)
{
    bool sets = m->result == RESULT_VOID;
    amp_poison(e);
    if (sets && e->args.n != 2) {
        diag(s->c, DIAG_amp_arguments, e->loc, "'set' takes an 'index<%d>' and a value, not %d %s",
             t->rank, e->args.n, e->args.n == 1 ? "argument" : "arguments");
        return;
    }
    if (!amp_side_allows(s, callee, t, m) || (sets && !is_settable(s, callee, t)))
        return;
    if (!sets && strcmp(m->name, "get") != 0) {
        sample(s, e, callee, t);
        return;
    }
    struct expr *object = amp_object_of(s, callee);
    if (sets) {
        set_element(s, e, object, t);
        return;
    }
    long long level;
    if (e->args.n == 2 && amp_is_index(e->args.at[0]->type) &&
        constant_value(e->args.at[1], &level)) {
        if (level != 0) {
            levels_report(s, e->args.at[1]);
            return;
        }
        e->args.n = 1;
    }
    e->a = object;
    amp_element(s, e, t, &e->args);
}

/* ---- constructors ---- */

/* The bits that a scalar of the element may have, for a message; *good: 'bits' are among them. */
static const char *bits_of(enum texel texel, long long bits, bool *good)
{
    switch (texel) {
    case TEXEL_INT:
    case TEXEL_UINT:
        *good = bits == 8 || bits == 16 || bits == 32;
        return "8, 16 or 32";
    case TEXEL_FLOAT:
        *good = bits == 16 || bits == 32;
        return "16 or 32";
    case TEXEL_NORM:
    case TEXEL_UNORM:
        *good = bits == 8 || bits == 16;
        return "8 or 16";
    case TEXEL_DOUBLE:
        *good = bits == 64;
        return "64";
    case TEXEL_NONE:
        break;
    }
    *good = true;
    return "";
}

static bool is_number(struct sema *s, const struct expr *arg, const struct type *t,
                      const char *what)
{
    if (type_is_integer(arg->type))
        return true;
    diag(s->c, DIAG_amp_arguments, arg->loc, "%s of '%s' are an integer, not '%s'", what,
         type_text(s->c, t), type_text(s->c, arg->type));
    return false;
}

static bool bits_fit(struct sema *s, const struct type *t, struct expr *arg)
{
    long long value;
    bool good;
    if (!is_number(s, arg, t, "the bits per scalar element"))
        return false;
    if (!constant_value(arg, &value))
        return true;
    const char *which = bits_of(texel_of(t->base, NULL), value, &good);
    if (!good)
        diag(s->c, DIAG_amp_arguments, arg->loc, "a scalar element of '%s' has %s bits, not %lld",
             type_text(s->c, t), which, value);
    return good;
}

void texture_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    struct texture_arguments p = texture_arguments(t, args);
    if (s->region & RESTRICT_AMP || !args->n)
        return; /* the checks report it; an empty texture */
    if (type_is_view_or_array(args->at[0]->type)) {
        const struct type *from = args->at[0]->type;
        if (!amp_same_elements(s, from, t, args->at[0]->loc))
            amp_poison(args->at[0]);
        else if (amp_is_view(from))
            amp_wrap(s, &args->at[0], amp_value_type(s->c, t), AMP_NONE);
        return;
    }
    if (!p.good) {
        diag(s->c, DIAG_amp_arguments, where,
             "'%s' takes its extent, then perhaps a source (begin and end, or a pointer and its "
             "bytes), the bits per scalar element and an accelerator_view",
             type_text(s->c, t));
        return;
    }
    if (p.extents == 1 && args->at[0]->type->kind == TYPE_AMP)
        amp_convert(s, &args->at[0], type_amp(s->c, AMP_TYPE_EXTENT, t->rank, NULL),
                    args->at[0]->loc);
    else if (!amp_integers(s, args, p.extents, type_text(s->c, t)))
        return;
    if (!amp_positive_extents(s, t, args))
        return;
    if (p.bytes < 0 && p.source >= 0 && !amp_source_fits(s, args->at[p.source], t))
        return;
    if (p.end >= 0 && !amp_source_fits(s, args->at[p.end], t))
        return;
    if (p.bytes >= 0 && !is_number(s, args->at[p.bytes], t, "the bytes of the source"))
        return;
    long long levels;
    if ((p.bits < 0 || bits_fit(s, t, args->at[p.bits])) && p.levels >= 0 &&
        (!constant_value(args->at[p.levels], &levels) || levels != 1))
        levels_report(s, args->at[p.levels]);
}

void texture_view_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    /* the first level of those of a texture, and how many: there is one */
    long long value;
    while (args->n > 1 && args->n <= (t->base->quals & QUAL_CONST ? 3 : 2) &&
           constant_value(args->at[args->n - 1], &value) && value == (args->n == 3))
        args->n--;
    if (args->n == 1 && type_is_view_or_array(args->at[0]->type)) {
        amp_convert(s, &args->at[0], amp_value_type(s->c, t), args->at[0]->loc);
        return;
    }
    diag(s->c, DIAG_amp_arguments, where, "'%s' is made from a texture: '%s v(t)'",
         type_text(s->c, t), type_text(s->c, t));
}

/* ---- copies ---- */

static bool is_texture(const struct expr *e)
{
    return type_is_view_or_array(e->type) && e->type->texture;
}

/* The section of a texture that an argument is together with an index and an extent behind it. */
static struct expr *section_of(struct sema *s, struct expr **at)
{
    struct expr *e = arena_new(&s->c->arena, struct expr);
    struct expr *method = arena_new(&s->c->arena, struct expr);
    struct type *t = at[0]->type;
    amp_convert(s, &at[1], type_amp(s->c, AMP_TYPE_INDEX, t->rank, NULL), at[1]->loc);
    amp_convert(s, &at[2], type_amp(s->c, AMP_TYPE_EXTENT, t->rank, NULL), at[2]->loc);
    method->kind = EXPR_MEMBER;
    method->name = "section";
    method->loc = method->name_loc = at[0]->loc;
    method->a = at[0];
    e->kind = EXPR_CALL;
    e->a = method;
    e->loc = loc_union(at[0]->loc, at[2]->loc);
    e->op_loc = e->op2_loc = at[2]->loc;
    vec_push(&s->c->arena, &e->args, at[1]);
    vec_push(&s->c->arena, &e->args, at[2]);
    method->amp = e->amp = AMP_VIEW_SECTION;
    method->type = e->type =
        type_view(s->c, AMP_TYPE_ARRAY_VIEW, amp_element_type(s->c, t), t->rank);
    e->type->texture = true;
    if (amp_is_unknown(at[1]->type) || amp_is_unknown(at[2]->type))
        amp_poison(e);
    return e;
}

bool texture_copy_sections(struct sema *s, struct expr *e)
{
    struct expr **at = e->args.at;
    int n = 0;
    if (e->args.n == 5 && is_texture(at[0]) && is_texture(at[2]) && amp_is_index(at[1]->type) &&
        amp_is_index(at[3]->type) && amp_is_extent(at[4]->type)) {
        int rank = at[0]->type->rank;
        struct type *index = type_amp(s->c, AMP_TYPE_INDEX, rank, NULL);
        struct expr *to = at[2];
        at[2] = at[1];
        at[1] = to;
        amp_convert(s, &at[2], index, at[2]->loc);
        amp_convert(s, &at[3], index, at[3]->loc);
        amp_convert(s, &at[4], type_amp(s->c, AMP_TYPE_EXTENT, rank, NULL), at[4]->loc);
        for (int i = 2; i < 5; i++)
            if (amp_is_unknown(at[i]->type))
                e->args.n = 0;
        if (e->args.n && !amp_same_elements(s, at[0]->type, to->type, to->loc))
            e->args.n = 0;
        return true;
    }
    for (int i = 0; i < e->args.n; i++) {
        bool part = i + 2 < e->args.n && is_texture(at[i]) && amp_is_index(at[i + 1]->type) &&
                    amp_is_extent(at[i + 2]->type);
        at[n++] = part ? section_of(s, &at[i]) : at[i];
        i += part ? 2 : 0;
    }
    e->args.n = n;
    return false;
}

bool texture_copy_arguments(struct sema *s, struct expr *e, const char *name)
{
    struct expr **at = e->args.at;
    bool in = amp_is_source(at[0]->type) && type_is_integer(at[1]->type) &&
              type_is_view_or_array(at[2]->type);
    bool out = type_is_view_or_array(at[0]->type) && amp_is_source(at[1]->type) &&
               type_is_integer(at[2]->type);
    if (in) {
        struct expr *bytes = at[1];
        at[1] = at[2];
        at[2] = bytes;
    }
    if (!in && !out)
        return false;
    if ((in ? at[1] : at[0])->type->texture)
        return true;
    diag(s->c, DIAG_amp_arguments, e->loc, "'%s' with a number of bytes is for textures, not '%s'",
         name, type_text(s->c, (in ? at[1] : at[0])->type));
    e->args.n = 0;
    return true;
}
