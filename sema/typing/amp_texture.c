/* amp_texture.c - what typing knows of textures beyond arrays and views: their elements,
 * constructors, access in kernels and copies of their bytes.
 *
 * A texture is an array whose type says 'texture', a texture_view a view; so homes, effects, races
 * and launches are theirs. Kernels read elements as values, and `t.set(i, x)` becomes the
 * assignment of an element: the tree has no operations of textures' own. Example: `t.get(i)` and
 * `t[i]` are AMP_VIEW_ELEMENT, no lvalue. */
#include "sema/types/constant.h"
#include "sema/typing/amp_internal.h"

/* ---- elements ---- */

bool texture_element_is_good(struct sema *s, const struct type_name *n, const struct type *t)
{
    if (texel_of(t, NULL) != TEXEL_NONE)
        return true;
    diag(s->c, DIAG_view_type, n->loc,
         "'%s' is not the type of a texture's elements: these are int, unsigned, float or double",
         type_text(s->c, t));
    return false;
}

static bool is_plain(const struct type *t)
{
    enum texel texel = texel_of(t, NULL);
    return t->kind != TYPE_VECTOR &&
           (texel == TEXEL_INT || texel == TEXEL_UINT || texel == TEXEL_FLOAT);
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
    if (!t->texture || s->unevaluated)
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

/* The object of a method as what has elements: t of t.get(i), *t of t->get(i). */
static struct expr *object_of(struct sema *s, struct expr *callee)
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
    struct expr *object = object_of(s, callee);
    if (sets) {
        set_element(s, e, object, t);
        return;
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

static bool one_level(struct sema *s, const struct expr *arg)
{
    long long value;
    if (constant_value(arg, &value) && value == 1)
        return true;
    diag(s->c, DIAG_unsupported, arg->loc,
         "textures have one mipmap level here; leave the number of levels out");
    return false;
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
    if ((p.bits < 0 || bits_fit(s, t, args->at[p.bits])) && p.levels >= 0)
        one_level(s, args->at[p.levels]);
}

void texture_view_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    if (args->n == 1 && type_is_view_or_array(args->at[0]->type)) {
        amp_convert(s, &args->at[0], amp_value_type(s->c, t), args->at[0]->loc);
        return;
    }
    diag(s->c, DIAG_amp_arguments, where, "'%s' is made from a texture: '%s v(t)'",
         type_text(s->c, t), type_text(s->c, t));
}

/* ---- copies ---- */

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
