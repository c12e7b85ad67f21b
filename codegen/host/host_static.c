/* host_static.c - AMP objects of static and thread storage duration: initialisers that are not
 * constant are moved into functions, releases into tables. */
#include "codegen/host/host.h"

/* C initialises such objects with constants only, and no initialiser of a view is one: it is moved
 * into a function that runs before main (for file scope), or into a statement behind the
 * declaration that runs the first time. */

/* ---- initialisers ---- */

/* Whether C accepts the initialiser for static storage: constants, and empty views. */
static bool is_constant(const struct init *init)
{
    const struct expr *e = init->expr;
    if (e && (host_is_view(e->type) || host_holds_views(e->type)))
        return e->kind == EXPR_CONSTRUCT && e->args.n == 0;
    for (int i = 0; i < init->items.n; i++)
        if (!is_constant(init->items.at[i].init))
            return false;
    return true;
}

static bool is_dynamic(const struct init_declarator *one)
{
    return one->constructed || (one->init && !is_constant(one->init));
}

/* Text that gives an array the length that it took from its initialiser. */
static const char *first_value(struct host *h, const struct init_declarator *one,
                               const struct type *t)
{
    const struct deriv *outer = one->declarator->derivs;
    bool written = outer && outer->kind == DERIV_ARRAY;
    if (written && !outer->size)
        edit_open(&h->e, outer->loc.end - 1, host_text(h, "%lld", t->length));
    else if (t->kind == TYPE_ARRAY && !written)
        return host_text(h, " = {[%lld] = {}}", t->length - 1);
    return "";
}

/* 'v = ...;' for the initialiser, which is removed from the declaration. */
static const char *lifted(struct host *h, struct init_declarator *one, const char *name,
                          const char *first)
{
    const struct type *t = one->symbol->type;
    struct loc from = one->constructed ? one->construct_loc : one->init->loc;
    unsigned begin = one->constructed ? from.begin : host_declarator_end(h, one->declarator);
    bool copied = !host_is_view(t);
    struct edits outer = h->e;
    bool outer_in_block = h->in_block, outer_full = h->full;
    struct buf text = {0};
    h->e = (struct edits){.arena = outer.arena};
    h->in_block = true;
    h->full = false;
    if (one->constructed)
        host_construct_view(h, t, &one->args, one->construct_loc, "");
    else
        host_init(h, one->init);
    if (copied)
        buf_printf(&text, "__builtin_memcpy(&%s, %s(__typeof__(%s)%s", name,
                   one->init->expr ? "" : "&", name, one->init->expr ? "[1]){" : ")");
    else
        buf_printf(&text, "%s = ", name);
    edits_apply_line(&h->e, h->text, from.begin, from.end, &text);
    if (copied)
        buf_printf(&text, "%s, sizeof %s)", one->init->expr ? "}" : "", name);
    const char *result = host_text(h, "%s;", text.at);
    buf_free(&text);
    h->e = outer;
    h->in_block = outer_in_block;
    h->full = outer_full;
    edit_replace(&h->e, begin, from.end, first);
    return result;
}

/* ---- lifetimes ---- */

/* Text that releases the object's views at exit. */
static const char *until_exit(struct host *h, const struct type *t, const char *name)
{
    h->has_statics = true;
    return host_text(h,
                     " static ampc__static ampc__s%d __attribute__((__section__(\"ampc_statics\"), "
                     "__used__)) = {(void *)&%s, %s};",
                     h->number++, name, host_group(h, t));
}

/* Behind a declaration in a function. */
static const char *at_first_pass(struct host *h, const struct symbol *v, const char *init,
                                 const char *where)
{
    int number = h->number++;
    if (v->storage & STORAGE_THREAD)
        return host_text(h,
                         " static __thread int ampc__o%d; if (!ampc__o%d) { ampc__o%d = 1; "
                         "ampc__thread_object((void *)&%s, %s, %s); %s }",
                         number, number, number, v->name, host_group(h, v->type), where, init);
    return host_text(h,
                     " static ampc__once ampc__o%d; if (ampc__once_first(&ampc__o%d, %s)) "
                     "{ %s ampc__once_end(&ampc__o%d); }",
                     number, number, where, init, number);
}

/* A thread-local object of the unit is accessed through a function, which initialises the thread's
 * object first. It has the linkage of the object. */
static const char *thread_function(struct host *h, const struct symbol *v, bool defined,
                                   const char *init, const char *where)
{
    bool internal = v->storage & STORAGE_STATIC;
    const char *linkage = internal ? "static " : "";
    const char *head = host_text(h, "__typeof__(%s) *ampc_x_thread_%s(void)", v->name, v->name);
    const char *declaration = host_text(h, " __attribute__((__unused__)) %s%s;", linkage, head);
    if (!defined)
        return internal && h->in_block ? "" : declaration;
    return host_text(h,
                     "%s %s%s { static __thread int made; if (!made) { made = 1; "
                     "ampc__thread_object((void *)&%s, %s, %s); %s } return &%s; }",
                     declaration, linkage, head, v->name, host_group(h, v->type), where, init,
                     v->name);
}

bool host_is_threads(const struct symbol *v)
{
    return v->kind == SYMBOL_VAR && v->storage & STORAGE_THREAD && v->file_scope &&
           (host_is_view(v->type) || host_holds_views(v->type));
}

/* ---- declarations ---- */

/* Whether a declaration is the definition: the one with the initialiser, or if none has one, the
 * last. */
static bool is_definition(const struct init_declarator *one)
{
    const struct symbol *v = one->symbol;
    return v->declarator == one &&
           (!(v->storage & STORAGE_EXTERN) || one->init || one->constructed);
}

static const char *initialised(struct host *h, struct decl *d, struct init_declarator *one)
{
    const struct symbol *v = one->symbol;
    if (!is_dynamic(one)) {
        if (one->init)
            host_init(h, one->init);
        return "";
    }
    host_unqualified(h, d->spec);
    if (v->type->quals & QUAL_CONST && !(d->spec->quals & QUAL_CONST) && !host_is_view(v->type))
        host_unsupported(h, one->declarator->loc,
                         "a static object with views whose type is const by a typedef");
    return lifted(h, one, v->name, first_value(h, one, v->type));
}

void host_static_object(struct host *h, struct decl *d, struct init_declarator *one)
{
    const struct symbol *v = one->symbol;
    const char *where = host_where(h, one->declarator->name_loc);
    bool defined = is_definition(one);
    const char *init = defined ? initialised(h, d, one) : "";
    const char *text = "";
    if (host_is_threads(v))
        text = thread_function(h, v, defined, init, where);
    else if (v->storage & STORAGE_THREAD)
        text = at_first_pass(h, v, init, where);
    else if (defined)
        text = until_exit(h, v->type, v->name);
    edit_close(&h->e, d->loc.end, text);
    if (v->storage & STORAGE_THREAD || !*init)
        return;
    if (h->in_block) {
        edit_close(&h->e, d->loc.end, at_first_pass(h, v, init, where));
        return;
    }
    vec_push(&h->c->arena, &h->inits, h->number);
    edit_close(&h->e, d->loc.end,
               host_text(h, " static void ampc__i%d(void) { %s }", h->number++, init));
}

const char *host_static_tables(struct host *h)
{
    const char *declarations = "", *calls = "";
    if (!h->has_statics)
        return "";
    for (int i = 0; i < h->inits.n; i++) {
        declarations =
            host_text(h, "%sstatic void ampc__i%d(void); ", declarations, h->inits.at[i]);
        calls = host_text(h, "%sampc__i%d(); ", calls, h->inits.at[i]);
    }
    return host_text(
        h,
        "%sextern ampc__static __start_ampc_statics[] __attribute__((__visibility__(\"hidden\"))), "
        "__stop_ampc_statics[] __attribute__((__visibility__(\"hidden\"))); "
        "__attribute__((__constructor__)) static void ampc__begin(void) "
        "{ ampc__statics(__start_ampc_statics, __stop_ampc_statics); %s} ",
        declarations, calls);
}
