/* host_decl.c - declarations in host text: AMP objects get their structs and cleanups; declarations
 * for kernels alone are removed. */
#include "codegen/host/host.h"

#include <string.h>

#include "sema/types/vector.h"

/* ---- what only kernels need ---- */

/* Whether the declarator is of a function for amp code alone, which the host text does not have. */
static bool is_amp_only(const struct declarator *d)
{
    const struct deriv *v = d->derivs;
    bool amp = false;
    if (!v || v->kind != DERIV_FUNCTION || !v->restriction)
        return false;
    for (int i = 0; i < v->restriction->words.n; i++) {
        if (!strcmp(v->restriction->words.at[i].word, "cpu"))
            return false;
        amp = amp || !strcmp(v->restriction->words.at[i].word, "amp");
    }
    return amp;
}

static bool defines_type(const struct spec *s)
{
    return (s->record && s->record->defined) || (s->enum_ && s->enum_->defined);
}

/* Removes [begin, end) and the declaration's specifiers before it, except for a type that they
 * define. */
static void remove_declared(struct host *h, struct decl *d, unsigned begin, unsigned end)
{
    if (!defines_type(d->spec)) {
        edit_replace(&h->e, d->loc.begin, end, "");
        return;
    }
    host_spec(h, d->spec);
    edit_replace(&h->e, begin, end, ";");
}

static bool is_for_kernels(const struct symbol *v)
{
    return v && v->amp_used && !v->system &&
           (v->constant || v->kind == SYMBOL_TYPEDEF || v->storage & STORAGE_STATIC);
}

/* Marks a declaration that only kernels use, of which cc would warn as unused. */
static void mark_unused(struct host *h, const struct spec *s)
{
    edit_open(&h->e, s->loc.begin, "__attribute__((__unused__)) ");
}

/* ---- objects ---- */

unsigned host_skip_opaque(const char *text, unsigned at)
{
    const char *end = NULL;
    if (text[at] == '"') {
        for (at++; text[at] && text[at] != '"'; at++)
            at += text[at] == '\\' && text[at + 1];
        return text[at] ? at + 1 : at;
    }
    if (text[at] == '/' && text[at + 1] == '*') {
        end = strstr(text + at + 2, "*/");
        return end ? (unsigned)(end - text) + 2 : at;
    }
    if (text[at] == '/' && text[at + 1] == '/') {
        end = strchr(text + at, '\n');
        return end ? (unsigned)(end - text) : at;
    }
    return at;
}

unsigned host_declarator_end(const struct host *h, const struct declarator *d)
{
    unsigned at = d->loc.end, last = at;
    int depth = 0;
    while (h->text[at]) {
        unsigned skipped = host_skip_opaque(h->text, at);
        char ch = h->text[at];
        if (skipped > at) {
            at = skipped;
            if (ch == '"')
                last = at;
            continue;
        }
        if (!depth && strchr(",;=)", ch))
            break;
        depth += (ch == '(') - (ch == ')');
        at++;
        if (!strchr(" \t\n\r\f\v", ch))
            last = at;
    }
    return last;
}

bool host_is_static(const struct host *h, const struct symbol *v)
{
    return !h->in_block || v->storage & (STORAGE_STATIC | STORAGE_EXTERN | STORAGE_THREAD);
}

static void host_view_object(struct host *h, struct init_declarator *d, const struct type *t)
{
    const char *cleanup = host_cleanup(h, t);
    if (d->constructed) {
        host_construct_view(h, t, &d->args, d->construct_loc, host_text(h, "%s = ", cleanup));
    } else if (d->init && d->init->expr) {
        edit_close(&h->e, d->declarator->loc.end, cleanup);
        host_full_view(h, d->init->expr);
    } else if (d->init) {
        host_unsupported(h, d->init->loc, "a view initialised by braces");
    } else {
        edit_close(&h->e, host_declarator_end(h, d->declarator), host_text(h, "%s = {0}", cleanup));
    }
}

static bool is_variable_length(const struct type *t)
{
    for (; t && t->kind == TYPE_ARRAY; t = t->base)
        if (t->length == LENGTH_VARIABLE)
            return true;
    return false;
}

/* The clearing is in the same declaration, so that later declarators may use the array. */
const char *host_cleared(struct host *h, const char *name)
{
    return host_text(h,
                     ", *const ampc__e%d __attribute__((__unused__)) = "
                     "__builtin_memset(%s, 0, sizeof %s)",
                     h->number++, name, name);
}

/* An object without views. What holds index or extent values starts as zeros. */
static void host_object_init(struct host *h, struct init_declarator *d, const struct symbol *v,
                             const struct type *t)
{
    if (d->constructed && host_is_handle(t)) {
        host_construct_handle(h, t, &d->args, d->construct_loc, " = ");
    } else if (d->constructed) {
        host_construct_tuple(h, t, &d->args, d->construct_loc.begin, d->construct_loc.end, " = ",
                             true);
    } else if (d->init) {
        if (d->construct_loc.end) /* float_4 v(1, 2, 3, 4); */
            edit_open(&h->e, d->construct_loc.begin, " = ");
        host_init(h, d->init);
    } else if (host_is_handle(t) && !host_is_static(h, v)) {
        edit_close(&h->e, host_declarator_end(h, d->declarator),
                   host_handle_start(h, t, d->declarator->loc));
    } else if (t && type_is_sampler(t) && !(v->storage & STORAGE_EXTERN)) {
        edit_close(&h->e, host_declarator_end(h, d->declarator), " = {0x15, 3}");
    } else if (t && type_starts(t) && !host_is_static(h, v)) {
        edit_close(&h->e, host_declarator_end(h, d->declarator),
                   is_variable_length(t) ? host_cleared(h, v->name) : " = {0}");
    }
}

void host_init(struct host *h, struct init *init)
{
    if (init->expr) {
        if (host_vector_init(h, init->expr))
            return;
        if (host_is_view(init->expr->type) || host_holds_views(init->expr->type))
            host_full_view(h, init->expr);
        else
            host_full(h, init->expr);
        return;
    }
    for (int i = 0; i < init->items.n; i++) {
        const struct init_item *item = &init->items.at[i];
        for (int k = 0; k < item->designators.n; k++) {
            if (item->designators.at[k].index)
                host_expr(h, item->designators.at[k].index, HOST_READ);
            if (item->designators.at[k].last)
                host_expr(h, item->designators.at[k].last, HOST_READ);
        }
        host_init(h, item->init);
    }
}

/* Variables that have the type of their initialiser, by "__auto_type" or "auto". __auto_type has no
 * cleanup in clang, stands for one variable only in gcc, and takes no braces, which vectors get. */
static void host_auto(struct host *h, const struct decl *d, struct type *t)
{
    bool named = host_is_view(t) || vector_of(t) || d->declarators.n > 1;

    if (host_is_view(t))
        host_unqualified(h, d->spec);
    edit_replace(&h->e, d->spec->name_loc.begin, d->spec->name_loc.end,
                 named ? type_c(h->c, type_unqualified(h->c, t), "") : "__auto_type");
}

static void host_init_declarator(struct host *h, struct decl *d, struct init_declarator *one,
                                 enum host_position place)
{
    const struct symbol *v = one->symbol;
    const struct type *t = one->type ? one->type : v ? v->type : NULL;
    host_declarator(h, d->spec, one->declarator);
    if (place == HOST_PARAMS || d->spec->storage & STORAGE_TYPEDEF)
        return;
    bool is_var = v && v->kind == SYMBOL_VAR;
    if (is_var && d->spec->words & WORD_AUTO_TYPE && one == d->declarators.at[0])
        host_auto(h, d, (struct type *)t);
    if (is_var && (host_holds_views(t) || (host_is_view(t) && host_is_static(h, v))))
        host_group_object(h, d, one);
    else if (is_var && host_is_view(t))
        host_view_object(h, one, t);
    else if (is_var && t)
        host_object_init(h, one, v, t);
    else if (one->init)
        host_init(h, one->init);
}

/* ---- declarations ---- */

/* End of a declarator with all that belongs to it. */
static unsigned whole_end(const struct host *h, const struct init_declarator *d)
{
    if (d->init)
        return d->init->loc.end;
    return d->constructed ? d->construct_loc.end : host_declarator_end(h, d->declarator);
}

/* Removes the declarators of amp functions from a declaration with others. */
static void remove_declarators(struct host *h, struct decl *d, int kept)
{
    for (int i = 0; i < d->declarators.n; i++) {
        if (!is_amp_only(d->declarators.at[i]->declarator))
            continue;
        if (i < kept)
            edit_replace(&h->e, d->declarators.at[i]->declarator->loc.begin,
                         d->declarators.at[i + 1]->declarator->loc.begin, "");
        else
            edit_replace(&h->e, whole_end(h, d->declarators.at[i - 1]),
                         whole_end(h, d->declarators.at[i]), "");
    }
}

static void host_vars(struct host *h, struct decl *d, enum host_position place)
{
    int kept = -1, removed = 0;
    bool unused = false;
    for (int i = 0; i < d->declarators.n; i++) {
        const struct symbol *v = d->declarators.at[i]->symbol;
        if (v && v->kind == SYMBOL_VAR && v->type->kind == TYPE_VOID && !v->file_scope) {
            host_named_lambda(h, d, place);
            return;
        }
    }
    for (int i = d->declarators.n - 1; i >= 0; i--) {
        if (is_amp_only(d->declarators.at[i]->declarator)) {
            removed++;
        } else {
            kept = i;
            unused = unused || is_for_kernels(d->declarators.at[i]->symbol);
        }
    }
    if (removed && kept < 0) {
        remove_declared(h, d, d->declarators.at[0]->declarator->loc.begin, d->loc.end);
        return;
    }
    if (unused)
        mark_unused(h, d->spec);
    host_spec(h, d->spec);
    if (removed)
        remove_declarators(h, d, kept);
    for (int i = 0; i < d->declarators.n; i++)
        if (!is_amp_only(d->declarators.at[i]->declarator))
            host_init_declarator(h, d, d->declarators.at[i], place);
}

static void host_function(struct host *h, struct decl *d)
{
    bool outer = h->in_block;
    if (is_amp_only(d->declarator)) {
        remove_declared(h, d, d->declarator->loc.begin, d->loc.end);
        return;
    }
    if (is_for_kernels(d->symbol))
        mark_unused(h, d->spec);
    host_spec(h, d->spec);
    host_declarator(h, d->spec, d->declarator);
    for (int i = 0; i < d->kr_params.n; i++)
        host_decl(h, d->kr_params.at[i], HOST_PARAMS);
    h->in_block = true;
    host_params(h, d);
    host_stmt(h, d->body);
    h->in_block = outer;
}

void host_decl(struct host *h, struct decl *d, enum host_position place)
{
    switch (d->kind) {
    case DECL_VARS:
        host_vars(h, d, place);
        break;
    case DECL_FUNCTION:
        host_function(h, d);
        break;
    case DECL_STATIC_ASSERT:
        host_expr(h, d->assert_expr, HOST_READ);
        break;
    case DECL_USING:
        edit_replace(&h->e, d->loc.begin, d->loc.end, "");
        break;
    case DECL_ERROR:
    case DECL_EMPTY:
    case DECL_ASM:
        break;
    }
}
