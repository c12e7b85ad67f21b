/* amp_handle.c - accelerator, accelerator_view, accelerator_list and completion_future:
 * constructors, members, statics, comparison.
 *
 * In host text they are pointers and integers of the library's header, and C code may use them as
 * such (handle_to_plain). Example: `accelerator().default_view` is a pointer to
 * ampc_accelerator_view. */
#include <stdio.h>
#include <string.h>

#include "sema/types/pure.h"
#include "sema/typing/amp_internal.h"

bool amp_is_handle(const struct type *t)
{
    return type_is_amp(t, AMP_TYPE_ACCELERATOR) || type_is_amp(t, AMP_TYPE_ACCELERATOR_VIEW) ||
           type_is_amp(t, AMP_TYPE_ACCELERATOR_LIST) || type_is_amp(t, AMP_TYPE_COMPLETION_FUTURE);
}

/* The types of handles in the library's header, by the tags of its structs. */
static const struct {
    enum amp_type amp;
    const char *tag;
    bool pointer;
} plain_types[] = {{AMP_TYPE_ACCELERATOR, "ampc_accelerator", true},
                   {AMP_TYPE_ACCELERATOR_VIEW, "ampc_accelerator_view", true},
                   {AMP_TYPE_COMPLETION_FUTURE, "ampc_future", false}};

static bool is_plain(const struct type *handle, const struct type *t)
{
    bool pointer = t->kind == TYPE_POINTER;
    if (handle->kind != TYPE_AMP)
        return false;
    t = pointer ? t->base : t;
    for (size_t i = 0; i < sizeof plain_types / sizeof *plain_types; i++)
        if (plain_types[i].amp == handle->amp && plain_types[i].pointer == pointer &&
            t->kind == TYPE_RECORD && t->record->tag && !strcmp(t->record->tag, plain_types[i].tag))
            return true;
    return false;
}

bool amp_lends_view(const struct type *view, const struct type *t)
{
    char tag[16];
    if (!amp_is_view(view) || t->kind != TYPE_RECORD || !t->record->tag)
        return false;
    snprintf(tag, sizeof tag, "ampc_view%d", view->rank);
    return !strcmp(t->record->tag, tag);
}

bool handle_to_plain(const struct type *handle, const struct type *t)
{
    return is_plain(handle, t);
}

bool handle_from_plain(const struct type *handle, const struct type *t)
{
    return is_plain(handle, t) && !(t->kind == TYPE_POINTER && t->base->quals & QUAL_CONST);
}

bool handle_compares(const struct type *a, const struct type *b)
{
    if (a->kind != TYPE_AMP || b->kind != TYPE_AMP)
        return (handle_to_plain(a, b) || handle_to_plain(b, a)) &&
               (a->kind == TYPE_POINTER || b->kind == TYPE_POINTER);
    return a->amp == b->amp &&
           (a->amp == AMP_TYPE_ACCELERATOR || a->amp == AMP_TYPE_ACCELERATOR_VIEW);
}

static struct type *accelerator_type(struct sema *s)
{
    return type_amp(s->c, AMP_TYPE_ACCELERATOR, 0, NULL);
}

/* ---- names of accelerators ---- */

/* Checks an argument that is a name: a string of chars. */
static bool name_argument(struct sema *s, struct expr **arg, const char *what)
{
    const struct type *t = (*arg)->type;
    if (t->kind == TYPE_ARRAY)
        sema_value(s, arg);
    t = (*arg)->type;
    if (amp_is_unknown(t) ||
        (t->kind == TYPE_POINTER && (t->base->kind == TYPE_CHAR || amp_is_unknown(t->base))))
        return true;
    diag(s->c, DIAG_amp_arguments, (*arg)->loc,
         "%s takes a name, a string of char (\"gpu\"), not '%s'", what, type_text(s->c, t));
    return false;
}

void handle_construct(struct sema *s, struct type *t, expr_vec *args, struct loc where)
{
    if (args->n == 0)
        return;
    if (args->n == 1 &&
        (args->at[0]->type->kind == TYPE_AMP || handle_from_plain(t, args->at[0]->type))) {
        amp_convert(s, &args->at[0], amp_value_type(s->c, t), args->at[0]->loc);
        return;
    }
    if (t->amp == AMP_TYPE_ACCELERATOR && args->n == 1) {
        name_argument(s, &args->at[0], "'accelerator'");
        return;
    }
    diag(s->c, DIAG_amp_arguments, where, "'%s' takes %s, not %d argument%s", type_text(s->c, t),
         t->amp == AMP_TYPE_ACCELERATOR ? "nothing, a name or another accelerator"
                                        : "nothing or another value of its type",
         args->n, args->n == 1 ? "" : "s");
}

/* ---- names ---- */

static const struct {
    const char *name;
    int value;
} modes[] = {
    {"queuing_mode_automatic", 0}, {"queuing_mode_immediate", 1}, {"access_type_none", 0},
    {"access_type_read", 1},       {"access_type_write", 2},      {"access_type_read_write", 3},
    {"access_type_auto", 4},
};

bool amp_access_type(struct sema *s, const struct expr *arg, const char *name)
{
    if (amp_is_unknown(arg->type) || (type_is_integer(arg->type) && expr_is_pure(arg)))
        return true;
    diag(s->c, DIAG_amp_arguments, arg->loc,
         "'%s' takes an access_type there, as access_type_read, which is not evaluated", name);
    return false;
}

static const char *const static_names[] = {"default_accelerator", "cpu_accelerator"};

static bool static_name(struct sema *s, struct expr *e)
{
    for (size_t i = 0; i < sizeof static_names / sizeof *static_names; i++)
        if (!strcmp(static_names[i], e->name)) {
            e->amp = AMP_HANDLE_NAME;
            e->type = type_pointer(s->c, type_qualified(s->c, type_basic(TYPE_CHAR), QUAL_CONST));
            return true;
        }
    diag(s->c, DIAG_amp_member, e->loc,
         "'accelerator' has no '%s'; it has get_all(), set_default(), get_auto_selection_view(), "
         "default_accelerator, cpu_accelerator",
         e->name);
    return true;
}

bool amp_expr_name(struct sema *s, struct expr *e)
{
    if (e->ns && !strcmp(e->ns, "accelerator"))
        return static_name(s, e);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (!e->ns && s->program->uses_amp && !strcmp(modes[i].name, e->name)) {
            e->amp = AMP_HANDLE_NAME;
            e->type = type_basic(TYPE_INT);
            e->constant = true;
            e->value = modes[i].value;
            return true;
        }
    return false;
}

static bool arguments(struct sema *s, const struct expr *e, const char *name, int wanted)
{
    if (e->args.n == wanted)
        return true;
    diag(s->c, DIAG_amp_arguments, e->loc, "'%s' takes %d argument%s, not %d", name, wanted,
         wanted == 1 ? "" : "s", e->args.n);
    return false;
}

void handle_static_call(struct sema *s, struct expr *e, struct expr *callee)
{
    s->program->uses_amp = true;
    amp_poison(e);
    amp_poison(callee);
    for (int i = 0; i < e->args.n; i++)
        sema_value(s, &e->args.at[i]);
    if (s->region & RESTRICT_AMP) {
        diag(s->c, DIAG_amp_call, callee->loc, "amp code cannot ask for accelerators");
    } else if (!strcmp(callee->name, "get_all")) {
        if (!arguments(s, e, "accelerator::get_all", 0))
            return;
        e->type = type_amp(s->c, AMP_TYPE_ACCELERATOR_LIST, 0, NULL);
        e->amp = AMP_HANDLE_STATIC;
    } else if (!strcmp(callee->name, "set_default")) {
        if (!arguments(s, e, "accelerator::set_default", 1) ||
            !name_argument(s, &e->args.at[0], "'accelerator::set_default'"))
            return;
        e->type = type_basic(TYPE_BOOL);
        e->amp = AMP_HANDLE_STATIC;
    } else if (!strcmp(callee->name, "get_auto_selection_view")) {
        if (!arguments(s, e, "accelerator::get_auto_selection_view", 0))
            return;
        e->type = type_amp(s->c, AMP_TYPE_ACCELERATOR_VIEW, 0, NULL);
        e->amp = AMP_HANDLE_STATIC;
    } else {
        static_name(s, callee);
        amp_poison(callee);
    }
}

/* ---- lists ---- */

void handle_subscript(struct sema *s, struct expr *e)
{
    if (amp_is_unknown(e->b->type))
        return;
    if (!type_is_integer(e->b->type)) {
        diag(s->c, DIAG_amp_arguments, e->b->loc, "an accelerator is named by an integer, not '%s'",
             type_text(s->c, e->b->type));
        return;
    }
    e->amp = AMP_LIST_AT;
    e->type = accelerator_type(s);
}

/* ---- methods ---- */

/* f.then(function, argument): a void (*)(void *) and a pointer. */
static void then_function(struct sema *s, struct expr *e)
{
    const struct type *f = e->args.at[0]->type, *arg = e->args.at[1]->type;
    const struct type *called = f->kind == TYPE_POINTER ? f->base : NULL;
    if (amp_is_unknown(f) || amp_is_unknown(arg))
        return;
    if (!called || called->kind != TYPE_FUNCTION || called->params.n != 1 ||
        called->base->kind != TYPE_VOID || called->params.at[0]->kind != TYPE_POINTER ||
        called->params.at[0]->base->kind != TYPE_VOID) {
        diag(s->c, DIAG_amp_arguments, e->args.at[0]->loc,
             "'then' takes a 'void (*)(void *)' or a lambda, not '%s'", type_text(s->c, f));
        return;
    }
    if (arg->kind != TYPE_POINTER && !(type_is_integer(arg) && e->args.at[1]->constant))
        diag(s->c, DIAG_amp_arguments, e->args.at[1]->loc,
             "the function's argument is a pointer, not '%s'", type_text(s->c, arg));
}

static void then_call(struct sema *s, struct expr *e)
{
    struct expr *first = e->args.n ? expr_unparen(e->args.at[0]) : NULL;
    if (first && first->kind == EXPR_LAMBDA && e->args.n == 1) {
        if (first->lambda->params.n)
            diag(s->c, DIAG_amp_arguments, first->lambda->params.at[0]->loc,
                 "the lambda of 'then' has no parameters: '[=] { ... }'");
        launch_continuation(s, e, first);
    } else if (e->args.n == 2 && first->kind != EXPR_LAMBDA) {
        then_function(s, e);
    } else {
        diag(s->c, DIAG_amp_arguments, e->loc,
             "'then' takes a function and its argument, or a lambda: 'f.then([=] { ... })'");
        e->args.n = 0;
        amp_poison(e);
    }
}

void handle_call(struct sema *s, struct expr *e, struct expr *callee, const struct amp_member *m)
{
    s->program->asks_times |= !strcmp(m->name, "seconds");
    if (m->op == AMP_FUTURE_THEN) {
        then_call(s, e);
        return;
    }
    if (*m->arguments == 'm' && e->args.n == 1) {
        const struct type *t = e->args.at[0]->type;
        if (!amp_is_unknown(t) && !type_is_integer(t))
            diag(s->c, DIAG_amp_arguments, e->args.at[0]->loc,
                 "'%s' takes queuing_mode_automatic or queuing_mode_immediate, not '%s'",
                 callee->name, type_text(s->c, t));
        return;
    }
    if (*m->arguments == 't') { /* set_default_cpu_access_type */
        if (arguments(s, e, m->name, 1))
            amp_access_type(s, e->args.at[0], m->name);
        return;
    }
    if (*m->arguments == 'm' && e->args.n > 1)
        diag(s->c, DIAG_amp_arguments, e->loc, "'%s' takes at most 1 argument, not %d", m->name,
             e->args.n);
    else
        arguments(s, e, m->name, 0);
}
