/* host_type.c - types in host text: AMP's words become structs of the library's header, structs
 * without a name get one. */
#include "codegen/host/host.h"

#include <ctype.h>
#include <string.h>

bool host_is_view(const struct type *t)
{
    return t && type_is_view_or_array(t);
}

bool host_is_array(const struct type *t)
{
    return t && type_is_amp(t, AMP_TYPE_ARRAY);
}

bool host_is_reference(const struct type *t)
{
    return t && type_refers(t);
}

static bool is_word(char ch)
{
    return isalnum((unsigned char)ch) || ch == '_';
}

/* The byte behind a word that begins at 'at'. */
static unsigned word_end(const struct host *h, unsigned at)
{
    while (is_word(h->text[at]))
        at++;
    return at;
}

void host_name_record(struct host *h, const struct type *t, struct loc loc)
{
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    if (t->kind != TYPE_RECORD || t->record->tag || t->record->typedef_name)
        return;
    struct record *r = t->record;
    if (node_table_get(&h->tagged, r, false) && (!h->lambdas || r->file_scope))
        return;
    if (h->lambdas) {
        diag(h->c, DIAG_unsupported, loc,
             "a continuation cannot use elements or views of a structure that has no name; give "
             "the structure a tag");
        return;
    }
    node_table_set(&h->tagged, r, true);
    edit_close(&h->e, word_end(h, r->keyword), host_text(h, " %s", record_host_tag(h->c, r)));
}

const char *host_element_type(struct host *h, const struct type *view, struct loc loc)
{
    host_name_record(h, view->base, loc);
    return type_c(h->c, type_unqualified(h->c, view->base), "");
}

/* cc accepts the attribute for arithmetic types alone, and with it pointers to _Bool are no longer
 * compatible with the user's: other types become members of a structure. */
struct host_followed host_followed(struct host *h, const struct type *view, struct loc loc)
{
    static const char alias[] = "__attribute__((__may_alias__))";
    struct type *t = view->base;
    host_name_record(h, t, loc);
    if ((type_is_integer(t) || type_is_floating(t)) && t->kind != TYPE_ENUM && t->kind != TYPE_BOOL)
        return (struct host_followed){host_text(h, "(*(__typeof__(%s) *)", type_c(h->c, t, alias)),
                                      ")"};
    return (struct host_followed){
        host_text(h, "(((struct { %s; } %s *)", type_c(h->c, t, "ampc__v"), alias), ")->ampc__v)"};
}

/* ---- specifiers ---- */

static bool is_qualifier(const char *text, size_t n)
{
    static const char *const words[] = {"const", "__const", "__const__", "register"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && !strncmp(text, words[i], n))
            return true;
    return false;
}

void host_unqualified(struct host *h, const struct spec *s)
{
    int depth = 0;
    for (unsigned at = s->loc.begin; at < s->loc.end;) {
        unsigned end = word_end(h, at);
        char ch = h->text[at];
        depth += ch && strchr("({[<", ch) != NULL;
        depth -= ch && strchr(")}]>", ch) != NULL;
        if (!depth && is_qualifier(h->text + at, end - at))
            edit_replace(&h->e, at, end + (h->text[end] == ' '), "");
        at = end > at ? end : at + 1;
    }
}

static bool is_kernel_type(const struct type *t)
{
    return t && t->kind == TYPE_AMP &&
           (t->amp == AMP_TYPE_TILED_INDEX || t->amp == AMP_TYPE_TILE_BARRIER);
}

static void host_amp_spec(struct host *h, struct spec *s)
{
    struct type *t = s->type;
    const struct type_name *element = s->amp->element;
    if (s->amp->type == AMP_TYPE_MODE)
        edit_replace(&h->e, s->amp->loc.begin, s->amp->loc.end, "int");
    if (!t || t->kind != TYPE_AMP)
        return;
    if (is_kernel_type(t)) {
        edit_replace(&h->e, s->amp->loc.begin, s->amp->loc.end, "struct ampc_kernel_type");
        return;
    }
    if (element && element->spec && element->spec->record && element->spec->record->defined)
        host_unsupported(h, element->loc, "defining a type inside template arguments");
    edit_replace(&h->e, s->amp->loc.begin, s->amp->loc.end,
                 type_c(h->c, type_unqualified(h->c, t), ""));
}

static void host_record(struct host *h, struct record_spec *r)
{
    for (int i = 0; i < r->members.n; i++) {
        struct member_decl *m = r->members.at[i];
        if (m->static_assert_) {
            host_decl(h, m->static_assert_, HOST_BLOCK);
            continue;
        }
        host_spec(h, m->spec);
        for (int k = 0; k < m->members.n; k++) {
            struct member *one = &m->members.at[k];
            if (one->declarator)
                host_declarator(h, m->spec, one->declarator);
            if (one->bits)
                host_full(h, one->bits);
        }
    }
}

void host_unprefixed(struct host *h, struct loc loc, const char *name)
{
    unsigned n = (unsigned)strlen(name);
    if (loc.end - loc.begin > n && memcmp(h->text + loc.end - n, name, n) == 0)
        edit_replace(&h->e, loc.begin, loc.end - n, "");
    else if (loc.end - loc.begin > n) /* graphics::direct3d::float2 */
        edit_replace(&h->e, loc.begin, loc.end, name);
}

void host_spec(struct host *h, struct spec *s)
{
    if (!s)
        return;
    if (s->kind == SPEC_NAME)
        host_unprefixed(h, s->name_loc, s->name);
    if (s->kind == SPEC_AMP)
        host_amp_spec(h, s);
    if (s->record && s->record->defined)
        host_record(h, s->record);
    if (s->enum_)
        for (int i = 0; i < s->enum_->enumerators.n; i++)
            if (s->enum_->enumerators.at[i]->value)
                host_full(h, s->enum_->enumerators.at[i]->value);
    if (s->typeof_expr)
        host_full(h, s->typeof_expr);
    host_type_name(h, s->typeof_type);
    if (s->alignas_expr)
        host_full(h, s->alignas_expr);
    host_type_name(h, s->alignas_type);
}

/* ---- declarators ---- */

/* Removes const from a view: its struct is written when it is shared and released. Targets of
 * pointers keep their qualifiers. */
static void view_unqualified(struct host *h, struct spec *s, struct declarator *d)
{
    const struct deriv *inner = d ? d->derivs : NULL;
    while (inner && inner->next)
        inner = inner->next;
    if (s && s->type && host_is_view(s->type) && !(inner && inner->kind == DERIV_POINTER))
        host_unqualified(h, s);
}

static void host_function(struct host *h, struct deriv *d)
{
    for (int i = 0; i < d->params.n; i++) {
        struct param *p = d->params.at[i];
        host_spec(h, p->spec);
        if (p->declarator)
            host_declarator(h, p->spec, p->declarator);
        else
            view_unqualified(h, p->spec, NULL);
    }
    for (int i = 0; d->restriction && i < d->restriction->locs.n; i++) {
        struct loc l = d->restriction->locs.at[i];
        edit_replace(&h->e, l.begin, l.end, "");
    }
}

void host_declarator(struct host *h, struct spec *s, struct declarator *d)
{
    view_unqualified(h, s, d);
    for (struct deriv *v = d->derivs; v; v = v->next) {
        switch (v->kind) {
        case DERIV_POINTER:
            break;
        case DERIV_ARRAY:
            if (v->size)
                host_full(h, v->size);
            break;
        case DERIV_FUNCTION:
            host_function(h, v);
            break;
        case DERIV_REFERENCE:
            edit_replace(&h->e, v->loc.begin, v->loc.begin + 1,
                         s && s->type && s->type->quals & QUAL_CONST ? "" : "*");
            break;
        }
    }
}

void host_type_name(struct host *h, struct type_name *n)
{
    if (!n)
        return;
    host_spec(h, n->spec);
    if (n->declarator)
        host_declarator(h, n->spec, n->declarator);
    else
        view_unqualified(h, n->spec, NULL);
}
