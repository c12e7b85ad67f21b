/* host_handle.c - accelerators, accelerator_views, lists and futures in host text. */
#include "codegen/host/host.h"

#include <string.h>

bool host_is_handle(const struct type *t)
{
    return t &&
           (type_is_amp(t, AMP_TYPE_ACCELERATOR) || type_is_amp(t, AMP_TYPE_ACCELERATOR_VIEW) ||
            type_is_amp(t, AMP_TYPE_ACCELERATOR_LIST) ||
            type_is_amp(t, AMP_TYPE_COMPLETION_FUTURE));
}

/* ---- constructors ---- */

const char *host_handle_start(struct host *h, const struct type *t, struct loc loc)
{
    if (type_is_amp(t, AMP_TYPE_ACCELERATOR))
        return host_text(h, " = ampc__accelerator_make(0, %s)", host_where(h, loc));
    return type_is_amp(t, AMP_TYPE_ACCELERATOR_VIEW) ? " = 0" : " = {0}";
}

/* A value of a constructor without arguments; in a declaration without the type's name. */
static const char *empty(struct host *h, const struct type *t, struct loc loc, bool declared)
{
    if (declared)
        return host_handle_start(h, t, loc);
    if (type_is_amp(t, AMP_TYPE_ACCELERATOR))
        return host_text(h, "ampc__accelerator_make(0, %s)", host_where(h, loc));
    bool queue = type_is_amp(t, AMP_TYPE_ACCELERATOR_VIEW);
    return host_text(h, queue ? "((%s)0)" : "((%s){0})",
                     type_c(h->c, type_unqualified(h->c, (struct type *)t), ""));
}

void host_construct_handle(struct host *h, const struct type *t, const expr_vec *args,
                           struct loc whole, const char *prefix)
{
    if (args->n == 0) {
        edit_replace(&h->e, whole.begin, whole.end, empty(h, t, whole, *prefix));
        return;
    }
    struct expr *arg = args->at[0];
    bool named = type_is_amp(t, AMP_TYPE_ACCELERATOR) && arg->type->kind != TYPE_AMP &&
                 !(arg->type->kind == TYPE_POINTER && arg->type->base->kind == TYPE_RECORD);
    host_before(h, whole.begin, arg->loc.begin,
                host_text(h, named ? "%sampc__accelerator_make(" : "%s(", prefix));
    if (h->full)
        host_expr(h, arg, HOST_READ);
    else
        host_full(h, arg);
    host_after(h, arg->loc.end, whole.end,
               named ? host_text(h, ", %s)", host_where(h, whole)) : ")");
}

/* ---- members ---- */

/* before object after: the C text of a member, by the name without 'get_'. "@" stands for the
 * place. */
static const struct {
    enum amp_type owner;
    const char *name, *before, *after;
} members[] = {
#define TEXT(name, fact)                                                                           \
    AMP_TYPE_ACCELERATOR, name, "ampc__accelerator_text(", ", AMPC__" fact ", @)"
#define FACT(name, type, fact)                                                                     \
    AMP_TYPE_ACCELERATOR, name, "((" type ")ampc__accelerator_number(", ", AMPC__" fact ", @))"
#define TRUTH(name, fact)                                                                          \
    AMP_TYPE_ACCELERATOR, name, "((_Bool)(ampc__accelerator_number(", ", AMPC__" fact ", @) != 0))"
    {TEXT("description", "DESCRIPTION")},
    {TEXT("device_path", "DEVICE_PATH")},
    {FACT("dedicated_memory", "ampc_size", "DEDICATED_MEMORY")},
    {FACT("version", "unsigned", "VERSION")},
    {TRUTH("supports_double_precision", "SUPPORTS_DOUBLE")},
    {TRUTH("supports_limited_double_precision", "SUPPORTS_DOUBLE")},
    {TRUTH("supports_cpu_shared_memory", "SUPPORTS_SHARED_MEMORY")},
    {TRUTH("is_emulated", "IS_EMULATED")},
    {TRUTH("is_debug", "IS_DEBUG")},
    {TRUTH("has_display", "HAS_DISPLAY")},
#undef TEXT
#undef FACT
#undef TRUTH
    {AMP_TYPE_ACCELERATOR, "default_cpu_access_type", "(ampc__accelerator_number(",
     ", AMPC__SUPPORTS_SHARED_MEMORY, @) ? 3 : 0)"},
    {AMP_TYPE_ACCELERATOR, "set_default_cpu_access_type", "__extension__ ({ (void)(",
     "); (_Bool)1; })"},
    {AMP_TYPE_ARRAY, "cpu_access_type", "(((", ").v.flags & AMPC_VIEW_STAGING) ? 3 : 0)"},
#define TEXTURE(name, before, after)                                                               \
    {AMP_TYPE_TEXTURE, name, before, after},                                                       \
    {                                                                                              \
        AMP_TYPE_TEXTURE_VIEW, name, before, after                                                 \
    }
    TEXTURE("bits_per_scalar_element", "ampc__texture_bits(&(", ").v)"),
    TEXTURE("mipmap_levels", "((void)(", "), 1u)"),
    TEXTURE("data_length", "ampc__texture_bytes(&(", ").v)"),
#undef TEXTURE
    {AMP_TYPE_ACCELERATOR, "default_view", "ampc__accelerator_default_view(", ", @)"},
    {AMP_TYPE_ACCELERATOR_LIST, "size", "((", ").count)"},
    {AMP_TYPE_ACCELERATOR_VIEW, "accelerator", "ampc__queue_accelerator(", ", @)"},
    {AMP_TYPE_ACCELERATOR_VIEW, "queuing_mode", "ampc__queue_is_immediate(", ")"},
    {AMP_TYPE_ACCELERATOR_VIEW, "version",
     "((unsigned)ampc__accelerator_number("
     "ampc__queue_accelerator(",
     ", @), AMPC__VERSION, @))"},
    {AMP_TYPE_ACCELERATOR_VIEW, "is_debug",
     "((_Bool)(ampc__accelerator_number("
     "ampc__queue_accelerator(",
     ", @), AMPC__IS_DEBUG, @) != 0))"},
    {AMP_TYPE_ACCELERATOR_VIEW, "is_auto_selection", "((_Bool)!(", "))"},
    {AMP_TYPE_ACCELERATOR_VIEW, "wait", "ampc__queue_wait(", ", @)"},
    {AMP_TYPE_ACCELERATOR_VIEW, "flush", "ampc__queue_flush(", ", @)"},
    {AMP_TYPE_ACCELERATOR_VIEW, "create_marker", "ampc__queue_marker(", ", @)"},
    {AMP_TYPE_COMPLETION_FUTURE, "get", "ampc__future_get(", ", @)"},
    {AMP_TYPE_COMPLETION_FUTURE, "seconds", "ampc__future_seconds(", ", @)"},
    {AMP_TYPE_COMPLETION_FUTURE, "wait", "ampc__future_wait(", ", @)"},
    {AMP_TYPE_COMPLETION_FUTURE, "valid", "ampc__future_valid(", ")"},
};

/* The text with the place of loc for every '@'. */
static const char *placed(struct host *h, const char *text, struct loc loc)
{
    const char *at;
    while ((at = strchr(text, '@')))
        text = host_text(h, "%.*s%s%s", (int)(at - text), text, host_where(h, loc), at + 1);
    return text;
}

static const struct type *object_type(const struct expr *member)
{
    const struct type *t = member->a->type;
    return member->kind == EXPR_ARROW ? t->base : t;
}

/* create_view(mode): the mode may be left out. */
static void create_view(struct host *h, struct expr *e, struct expr *member)
{
    const char *before = "ampc__accelerator_create_view(";
    if (e->args.n == 0) {
        host_object(h, e, member, before, host_text(h, ", 0, %s)", host_where(h, e->loc)),
                    e->loc.end);
        return;
    }
    struct expr *mode = e->args.at[0];
    host_object(h, e, member, before, ", ", mode->loc.begin);
    host_expr(h, mode, HOST_READ);
    host_after(h, mode->loc.end, e->loc.end, host_text(h, ", %s)", host_where(h, e->loc)));
}

static void handle_member(struct host *h, struct expr *e, struct expr *member)
{
    const struct type *t = object_type(member);
    const char *name = member->name;
    if (!strcmp(name, "create_view")) {
        create_view(h, e, member);
        return;
    }
    name += !strncmp(name, "get_", 4) ? 4 : 0;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].owner == amp_owner(t) && !strcmp(members[i].name, name)) {
            host_object(h, e, member, members[i].before, placed(h, members[i].after, e->loc),
                        e->loc.end);
            return;
        }
    host_unsupported(h, e->loc, host_text(h, "'%s'", member->name));
}

/* f.then(function, argument) */
static void then_function(struct host *h, struct expr *e, struct expr *member)
{
    struct expr *function = e->args.at[0], *argument = e->args.at[1];
    host_object(h, e, member, "ampc__future_then(", ", ", function->loc.begin);
    host_expr(h, function, HOST_READ);
    edit_replace(&h->e, function->loc.end, argument->loc.begin, ", ");
    host_expr(h, argument, HOST_READ);
    host_after(h, argument->loc.end, e->loc.end, host_text(h, ", %s)", host_where(h, e->loc)));
}

/* ---- statics, names, operators ---- */

static void handle_static(struct host *h, struct expr *e)
{
    const struct expr *callee = expr_unparen(e->a);
    if (!strcmp(callee->name, "get_all")) {
        edit_replace(&h->e, e->loc.begin, e->loc.end, "ampc__accelerator_all()");
    } else if (!strcmp(callee->name, "get_auto_selection_view")) {
        edit_replace(&h->e, e->loc.begin, e->loc.end, "((ampc__queue)0)");
    } else {
        struct expr *name = e->args.at[0];
        host_before(h, e->loc.begin, name->loc.begin, "ampc__accelerator_set_default(");
        host_expr(h, name, HOST_READ);
        host_after(h, name->loc.end, e->loc.end, ")");
    }
}

static void handle_name(struct host *h, struct expr *e)
{
    const char *text = e->constant                           ? host_text(h, "%lld", e->value)
                       : !strcmp(e->name, "cpu_accelerator") ? "((const char *)\"cpu\")"
                                                             : "((const char *)\"default\")";
    edit_replace(&h->e, e->loc.begin, e->loc.end, text);
}

static void compare(struct host *h, struct expr *e)
{
    bool queue = type_is_amp(e->a->type, AMP_TYPE_ACCELERATOR_VIEW) ||
                 type_is_amp(e->b->type, AMP_TYPE_ACCELERATOR_VIEW);
    edit_open(&h->e, e->loc.begin,
              host_text(h, "(%sampc__%s_equal(", e->op == OP_NE ? "!" : "",
                        queue ? "queue" : "accelerator"));
    host_expr(h, e->a, HOST_READ);
    edit_replace(&h->e, e->a->loc.end, e->b->loc.begin, ", ");
    host_expr(h, e->b, HOST_READ);
    edit_close(&h->e, e->loc.end, "))");
}

static void list_at(struct host *h, struct expr *e)
{
    edit_open(&h->e, e->loc.begin, "ampc__accelerator_at(");
    host_expr(h, e->a, HOST_READ);
    edit_replace(&h->e, e->a->loc.end, e->b->loc.begin, ", (ampc__wide)(");
    host_expr(h, e->b, HOST_READ);
    edit_replace(&h->e, e->b->loc.end, e->loc.end, host_text(h, "), %s)", host_where(h, e->loc)));
}

void host_handle(struct host *h, struct expr *e)
{
    struct expr *member = expr_unparen(e->kind == EXPR_CALL ? e->a : e);
    if (e->amp == AMP_HANDLE_STATIC)
        handle_static(h, e);
    else if (e->amp == AMP_HANDLE_NAME)
        handle_name(h, e);
    else if (e->amp == AMP_HANDLE_COMPARE)
        compare(h, e);
    else if (e->amp == AMP_LIST_AT)
        list_at(h, e);
    else if (e->amp == AMP_FUTURE_THEN && e->launch)
        host_continuation(h, e, member);
    else if (e->amp == AMP_FUTURE_THEN)
        then_function(h, e, member);
    else
        handle_member(h, e, member);
}
