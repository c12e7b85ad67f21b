/* host_lift.c - moves a continuation's body out of its function: finds the names in it and makes
 * them available; see host_lift.h. */
#include "codegen/host/host_lift.h"

#include <ctype.h>
#include <string.h>

#include "parser/walk.h"
#include "sema/analysis/order.h"

/* A declaration of types among the function's text, outside the lambda: a typedef, or specifiers
 * that define a record or an enumeration. */
struct local_types {
    struct decl *typedefs; /* NULL: only the types of 'spec' */
    struct spec *spec;
    bool needed;
};

/* The declaration of a type, by its record, enumeration or typedef symbol. */
struct local_name {
    const void *what;
    int at; /* in 'types' */
};

/* A name by which the new function's text refers to a type. */
struct used_name {
    const char *name;
    bool is_tag;
    const void *what;
};

struct host_lift {
    struct host *h;
    const struct launch *launch;
    int number;
    VEC(struct local_types) types; /* in the order of the text */
    VEC(struct local_name) names;
    VEC(struct used_name) used;
    VEC(struct host_owned) renamed;    /* variables that have another name in the new function */
    VEC(const struct symbol *) placed; /* objects and functions that are passed by their address */
    int depth;                         /* of specifiers in specifiers, while types are looked for */
    int open;                          /* the typedef being looked at; -1: none */
};

/* Does the node stand in the lambda, or what it declares? */
static bool is_inside(const struct host_lift *l, const void *node)
{
    return node_inside(l->h->findings, node, l->launch->lambda);
}

/* ---- the types that the function declares ---- */

static int types_add(struct host_lift *l, struct decl *typedefs, struct spec *spec)
{
    struct local_types t = {.typedefs = typedefs, .spec = spec};
    vec_push(&l->h->c->arena, &l->types, t);
    return l->types.n - 1;
}

static void name_add(struct host_lift *l, const void *what)
{
    struct local_name n = {what, l->types.n - 1};
    vec_push(&l->h->c->arena, &l->names, n);
}

static bool find_decl(struct walker *w, struct decl *d)
{
    struct host_lift *l = w->data;
    if (is_inside(l, d))
        return false;
    if (d->kind != DECL_VARS || !(d->spec->storage & STORAGE_TYPEDEF))
        return true;
    l->open = types_add(l, d, d->spec);
    for (int i = 0; i < d->declarators.n; i++)
        if (d->declarators.at[i]->symbol)
            name_add(l, d->declarators.at[i]->symbol);
    return true;
}

static void find_decl_end(struct walker *w, struct decl *d)
{
    struct host_lift *l = w->data;
    if (d->kind == DECL_VARS && d->spec->storage & STORAGE_TYPEDEF)
        l->open = -1;
}

static bool find_spec(struct walker *w, struct spec *s)
{
    struct host_lift *l = w->data;
    bool record = s->record && s->record->defined, enumeration = s->enum_ && s->enum_->defined;
    if (is_inside(l, s) || !s->type)
        return false;
    if ((record || enumeration) && l->depth == 0 && l->open < 0)
        types_add(l, NULL, s);
    if (record && s->type->kind == TYPE_RECORD)
        name_add(l, s->type->record);
    if (enumeration && s->type->kind == TYPE_ENUM)
        name_add(l, s->type->enumeration);
    l->depth += record;
    return true;
}

static void find_spec_end(struct walker *w, struct spec *s)
{
    struct host_lift *l = w->data;
    l->depth -= s->record && s->record->defined;
}

/* ---- the types that the lambda needs ---- */

static void need_code(struct host_lift *l, struct stmt *body, struct decl *d, struct spec *s);
static void need_type(struct host_lift *l, const struct type *t);

/* A type is called so in the new function, before the lambda's own names. */
static void use_name(struct host_lift *l, const char *name, bool is_tag, const void *what)
{
    if (!name || is_inside(l, what))
        return;
    for (int i = 0; i < l->used.n; i++) {
        if (l->used.at[i].name != name || l->used.at[i].is_tag != is_tag)
            continue;
        if (l->used.at[i].what != what)
            diag(l->h->c, DIAG_unsupported, l->launch->lambda->introducer,
                 "a continuation with values of two types that are called '%s' is not supported; "
                 "give one of them another name",
                 name);
        return;
    }
    struct used_name u = {name, is_tag, what};
    vec_push(&l->h->c->arena, &l->used, u);
}

static void need(struct host_lift *l, const void *what)
{
    for (int i = 0; i < l->names.n; i++) {
        struct local_types *t = &l->types.at[l->names.at[i].at];
        if (l->names.at[i].what != what)
            continue;
        if (!t->needed) {
            t->needed = true;
            need_code(l, NULL, t->typedefs, t->spec);
        }
        return;
    }
}

static void need_record(struct host_lift *l, const struct record *r)
{
    use_name(l, r->tag ? r->tag : r->typedef_name, r->tag != NULL, r);
    need(l, r);
}

static void need_enumeration(struct host_lift *l, const struct enumeration *e)
{
    use_name(l, e->tag ? e->tag : e->typedef_name, e->tag != NULL, e);
    need(l, e);
}

/* The lambda needs the name of a type. */
static void need_type(struct host_lift *l, const struct type *t)
{
    for (; t; t = t->base) {
        if (t->kind == TYPE_RECORD) {
            need_record(l, t->record);
            return;
        }
        if (t->kind == TYPE_ENUM) {
            need_enumeration(l, t->enumeration);
            return;
        }
        for (int i = 0; t->kind == TYPE_FUNCTION && i < t->params.n; i++)
            need_type(l, t->params.at[i]);
    }
}

static bool need_spec(struct walker *w, struct spec *s)
{
    struct host_lift *l = w->data;
    if (s->kind == SPEC_NAME && s->symbol) {
        const struct type *t = s->symbol->type;
        bool names_it = (t->kind == TYPE_RECORD && t->record->typedef_name == s->name) ||
                        (t->kind == TYPE_ENUM && t->enumeration->typedef_name == s->name);
        if (!names_it)
            use_name(l, s->name, false, s->symbol);
        need(l, s->symbol);
    }
    if (s->type)
        need_type(l, s->type);
    return true;
}

/* ---- names of variables, functions and constants ---- */

static void rename_to(struct host_lift *l, const struct symbol *v, const char *name)
{
    struct host_owned own = {v, name};
    vec_push(&l->h->c->arena, &l->renamed, own);
}

static bool is_renamed(const struct host_lift *l, const struct symbol *v)
{
    for (int i = 0; i < l->renamed.n; i++)
        if (l->renamed.at[i].param == v)
            return true;
    return false;
}

static bool is_captured(const struct host_lift *l, const struct symbol *v)
{
    for (int i = 0; i < l->launch->captures.n; i++)
        if (l->launch->captures.at[i].symbol == v)
            return true;
    return false;
}

static void refuse(struct host_lift *l, const struct symbol *v, struct loc loc, const char *what,
                   const char *way)
{
    diag(l->h->c, DIAG_capture_type, loc, "a continuation cannot use '%s', %s: %s", v->name, what,
         way);
    diag_note(l->h->c, v->loc, "'%s' is declared here", v->name);
    rename_to(l, v, v->name); /* reported once */
}

static bool is_variably_modified(const struct type *t)
{
    for (; t; t = t->base)
        if (t->kind == TYPE_ARRAY && t->length == LENGTH_VARIABLE)
            return true;
    return false;
}

static bool is_known(const struct type *t)
{
    while (t->base)
        t = t->base;
    return t->kind != TYPE_UNKNOWN;
}

/* The record that the type is made of, if it has no name. */
static struct record *nameless(const struct type *t)
{
    while (t->base && t->kind != TYPE_AMP)
        t = t->base;
    bool is = t->kind == TYPE_RECORD && !t->record->tag && !t->record->typedef_name;
    return is ? t->record : NULL;
}

/* A name for the type of v: of its declaration in the new function, or of a typedef; NULL: it has
 * none. */
static const char *nameless_name(struct host_lift *l, const struct symbol *v)
{
    const struct record *r = nameless(v->type);
    for (int i = 0; i < l->names.n; i++) {
        const struct local_types *t = &l->types.at[l->names.at[i].at];
        if (l->names.at[i].what == r && !t->typedefs && t->spec->type->kind == TYPE_RECORD &&
            t->spec->type->record == r)
            return host_text(l->h, "ampc__u%d_%d", l->number, l->names.at[i].at);
    }
    if (!v->spec || v->spec->kind != SPEC_NAME || !v->spec->symbol)
        return NULL;
    const char *text = host_text(l->h, "(*(%s *)0)", v->spec->name);
    const struct type *t = v->spec->symbol->type;
    for (; t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY; t = t->base)
        text = host_text(l->h, t->kind == TYPE_POINTER ? "(*%s)" : "%s[0]", text);
    return t->kind == TYPE_RECORD && t->record == r ? host_text(l->h, "__typeof__(%s)", text)
                                                    : NULL;
}

/* v's type around a declarator. */
static const char *spelled(struct host_lift *l, const struct symbol *v, const char *declarator)
{
    struct record *r = nameless(v->type);
    if (r)
        r->typedef_name = nameless_name(l, v);
    const char *text = type_c(l->h->c, v->type, declarator);
    if (r)
        r->typedef_name = NULL;
    return text;
}

static void need_type_of(struct host_lift *l, const struct symbol *v)
{
    need_type(l, v->type);
    if (nameless(v->type) && v->spec && v->spec->kind == SPEC_NAME && v->spec->symbol) {
        use_name(l, v->spec->name, false, v->spec->symbol);
        need(l, v->spec->symbol);
    }
}

/* Reports a variable whose type or object the new function cannot have. */
static bool is_refused(struct host_lift *l, const struct symbol *v, struct loc loc)
{
    const char *what = NULL, *way = NULL;
    if (v->storage & STORAGE_THREAD) {
        what = "which every thread has one of";
        way = "declare it outside the function";
    } else if (is_variably_modified(v->type)) {
        what = "whose type has a size that is known at run time only";
        way = "use a pointer to its elements";
    } else if (!is_known(v->type)) {
        what = "whose type ampcc does not know";
        way = "declare it with another type";
    } else if (nameless(v->type) && !nameless_name(l, v)) {
        what = "whose type has no name";
        way = "give the structure a tag";
    }
    if (what)
        refuse(l, v, loc, what, way);
    return what != NULL;
}

/* A variable of static storage duration: its address is passed. */
static void need_placed(struct host_lift *l, const struct symbol *v)
{
    need_type_of(l, v);
    rename_to(l, v, host_text(l->h, "(*ampc__k%d->s%d)", l->number, l->placed.n));
    vec_push(&l->h->c->arena, &l->placed, v);
}

static void need_variable(struct host_lift *l, const struct symbol *v, struct loc loc)
{
    if (is_refused(l, v, loc) || is_captured(l, v))
        return;
    if (v->storage & (STORAGE_STATIC | STORAGE_EXTERN)) {
        need_placed(l, v);
    } else { /* in sizeof, __typeof__ ...: only its type is needed */
        need_type_of(l, v);
        rename_to(l, v, host_text(l->h, "(*(%s)0)", spelled(l, v, "(*)")));
    }
}

static const char *constant_text(struct host_lift *l, const struct symbol *v)
{
    const char *suffix = v->type->kind == TYPE_INT     ? ""
                         : v->type->kind == TYPE_UINT  ? "u"
                         : v->type->kind == TYPE_ULONG ? "ul"
                                                       : "l";
    if (type_is_unsigned(v->type))
        return host_text(l->h, "%llu%s", (unsigned long long)v->value, suffix);
    if (v->value >= 0)
        return host_text(l->h, "%lld%s", v->value, suffix);
    return host_text(l->h, "(-%lld%s - 1)", -(v->value + 1), suffix);
}

static void need_symbol(struct host_lift *l, const struct symbol *v, struct loc loc)
{
    if (v->file_scope || is_inside(l, v) || is_renamed(l, v))
        return;
    if (v->kind == SYMBOL_ENUMERATOR)
        rename_to(l, v, constant_text(l, v));
    else if (v->kind == SYMBOL_FUNCTION && (v->is_nested || v->definition))
        refuse(l, v, loc, "a function inside another one", "make it a function of the file");
    else if (v->kind == SYMBOL_FUNCTION)
        need_placed(l, v);
    else if (v->kind == SYMBOL_VAR || v->kind == SYMBOL_PARAM)
        need_variable(l, v, loc);
}

static bool need_expr(struct walker *w, struct expr *e)
{
    struct host_lift *l = w->data;
    if (e->kind == EXPR_LAMBDA)
        return e->lambda->host; /* kernels have no host text */
    if (e->kind == EXPR_NAME && e->symbol)
        need_symbol(l, e->symbol, e->loc);
    return true;
}

static void need_code(struct host_lift *l, struct stmt *body, struct decl *d, struct spec *s)
{
    struct walker w = {.data = l, .spec_pre = need_spec, .expr_pre = need_expr};
    if (body)
        walk_stmt(&w, body);
    else if (d)
        walk_decl(&w, d);
    else
        walk_spec(&w, s);
}

struct host_lift *host_lift_find(struct host *h, const struct launch *launch, int number)
{
    struct host_lift *l = arena_new(&h->c->arena, struct host_lift);
    struct walker w = {.data = l,
                       .decl_pre = find_decl,
                       .decl_post = find_decl_end,
                       .spec_pre = find_spec,
                       .spec_post = find_spec_end};
    l->h = h;
    l->launch = launch;
    l->number = number;
    l->open = -1;
    order_launch(h->findings, launch);
    walk_decl(&w, h->decl);
    for (int i = 0; i < launch->captures.n; i++)
        if (!is_refused(l, launch->captures.at[i].symbol, launch->captures.at[i].loc))
            need_type_of(l, launch->captures.at[i].symbol);
    need_code(l, launch->lambda->body, NULL, NULL);
    return l;
}

/* ---- the captured values ---- */

static int natural_alignment(const struct type *t)
{
    while (t->kind == TYPE_ARRAY)
        t = t->base;
    if (t->kind == TYPE_RECORD)
        return t->record->align;
    if (t->kind == TYPE_ENUM)
        t = t->base;
    return t->kind >= TYPE_BOOL && t->kind < TYPE_DECIMAL ? type_basic(t->kind)->align : t->align;
}

/* The alignment that a typedef asks for, which type_c does not print. */
static const char *alignment_text(struct host_lift *l, const struct type *t)
{
    int natural = natural_alignment(t);
    return t->align == natural ? ""
                               : host_text(l->h, " __attribute__((%s__aligned__(%d)))",
                                           t->align < natural ? "__packed__, " : "", t->align);
}

/* Whether the captured object is passed by its address. The target of a reference to const has no
 * address here, but it cannot change: a share of it is passed. */
static bool is_by_reference(const struct captured *c)
{
    const struct symbol *v = c->symbol;
    return c->mode == CAPTURE_REFERENCE && !(v->type->reference && !host_is_reference(v->type));
}

void host_lift_members(struct host_lift *l, struct buf *out)
{
    buf_printf(out, "struct ampc__c%d { char none; ", l->number);
    for (int i = 0; i < l->launch->captures.n; i++) {
        const struct captured *c = &l->launch->captures.at[i];
        buf_printf(out, "__typeof__(%s) %sm%d%s; ", host_name(l->h, c->symbol),
                   is_by_reference(c) ? "*" : "", i,
                   is_by_reference(c) ? "" : alignment_text(l, c->symbol->type));
    }
    for (int i = 0; i < l->placed.n; i++)
        buf_printf(out, "__typeof__(%s) *s%d; ", host_name(l->h, l->placed.at[i]), i);
    buf_add(out, "}; ");
}

static void print_record(struct host_lift *l, struct buf *out)
{
    buf_printf(out, "struct ampc__c%d { char none; ", l->number);
    for (int i = 0; i < l->launch->captures.n; i++) {
        const struct captured *c = &l->launch->captures.at[i];
        const char *name = host_text(l->h, "%sm%d", is_by_reference(c) ? "*" : "", i);
        buf_printf(out, "%s%s; ", spelled(l, c->symbol, name),
                   is_by_reference(c) ? "" : alignment_text(l, c->symbol->type));
    }
    for (int i = 0; i < l->placed.n; i++)
        buf_printf(out, "%s; ", spelled(l, l->placed.at[i], host_text(l->h, "(*s%d)", i)));
    buf_add(out, "}; ");
}

/* The values, from the variables of the enclosing function. */
const char *host_lift_values(struct host_lift *l)
{
    struct host *h = l->h;
    const char *list = "", *later = "";
    for (int i = 0; i < l->launch->captures.n; i++) {
        const struct captured *c = &l->launch->captures.at[i];
        const struct type *t = c->symbol->type;
        const char *name = host_name(h, c->symbol);
        const char *at = host_text(h, "ampc__s%d.m%d", l->number, i);
        if (is_by_reference(c)) {
            list = host_text(h, "%s, .m%d = &%s", list, i, name);
        } else if (host_holds_views(t)) {
            later =
                host_text(h, "%sampc__views_copy((void *)&%s, (const void *)&%s, sizeof %s, %s); ",
                          later, at, name, at, host_group(h, t));
        } else if (t->kind == TYPE_ARRAY) {
            later = host_text(h, "%s__builtin_memcpy((void *)%s, (const void *)%s, sizeof %s); ",
                              later, at, name, at);
        } else if (host_is_view(t)) {
            list = host_text(h, "%s, .m%d = ampc__share%d(%s)", list, i, t->rank, name);
        } else {
            list = host_text(h, "%s, .m%d = %s", list, i, name);
        }
    }
    for (int i = 0; i < l->placed.n; i++)
        list = host_text(h, "%s, .s%d = &%s", list, i, host_name(h, l->placed.at[i]));
    return host_text(h, "struct ampc__c%d ampc__s%d = {.none = 0%s}; %s", l->number, l->number,
                     list, later);
}

/* ---- the head of the new function ---- */

void host_lift_marker(struct host *h, unsigned at, struct buf *out)
{
    struct place p = source_place(h->c->source, at);
    buf_printf(out, "\n# %d \"", p.line);
    buf_c_string(out, p.file, strlen(p.file));
    buf_add(out, "\"\n");
}

static bool is_word_at(const char *text, unsigned at, const char *word)
{
    size_t n = strlen(word);
    return !strncmp(text + at, word, n) && !isalnum((unsigned char)text[at + n]) &&
           text[at + n] != '_' &&
           !(at && (isalnum((unsigned char)text[at - 1]) || text[at - 1] == '_'));
}

/* The byte behind the bracket that closes the first one opened from 'at' on. */
static unsigned skip_brackets(const struct host *h, unsigned at, unsigned end)
{
    int depth = 0;
    while (at < end) {
        unsigned skipped = host_skip_opaque(h->text, at);
        if (skipped > at) {
            at = skipped;
            continue;
        }
        char ch = h->text[at++];
        depth += (ch == '(' || ch == '{') - (ch == ')' || ch == '}');
        if (depth == 0 && (ch == ')' || ch == '}'))
            break;
    }
    return at;
}

/* The bytes of 'struct s { ... }' with its attributes, among specifiers. */
static struct loc definition_loc(const struct host *h, const struct spec *s)
{
    static const char *const words[] = {"struct", "union", "enum"};
    struct loc loc = s->loc;
    const char *word = words[s->enum_ ? 2 : s->record->is_union];
    while (loc.begin < s->loc.end && !is_word_at(h->text, loc.begin, word))
        loc.begin =
            h->text[loc.begin] == '(' ? skip_brackets(h, loc.begin, s->loc.end) : loc.begin + 1;
    unsigned at = loc.begin;
    while (at < s->loc.end && h->text[at] != '{')
        at = h->text[at] == '(' ? skip_brackets(h, at, s->loc.end) : at + 1;
    loc.end = at = skip_brackets(h, at, s->loc.end);
    for (;;) {
        while (at < s->loc.end && isspace((unsigned char)h->text[at]))
            at++;
        if (at >= s->loc.end || !is_word_at(h->text, at, "__attribute__"))
            return loc;
        loc.end = at = skip_brackets(h, at, s->loc.end);
    }
}

static void print_types(struct host_lift *l, struct buf *out)
{
    struct host *h = l->h;
    for (int i = 0; i < l->types.n; i++) {
        const struct local_types *t = &l->types.at[i];
        if (!t->needed)
            continue;
        struct loc loc = t->typedefs ? t->typedefs->loc : definition_loc(h, t->spec);
        struct edits outer = h->e;
        h->e = (struct edits){.arena = outer.arena};
        if (t->typedefs)
            host_decl(h, t->typedefs, HOST_BLOCK);
        else
            host_spec(h, t->spec);
        host_lift_marker(h, loc.begin, out);
        buf_add(out, t->typedefs ? "" : "typedef ");
        edits_apply(&h->e, h->text, loc.begin, loc.end, out);
        if (!t->typedefs)
            buf_printf(out, " ampc__u%d_%d __attribute__((__unused__));", l->number, i);
        h->e = outer;
    }
}

/* The library aligns what it keeps to 16 bytes. */
static void print_pointer(const struct host_lift *l, struct buf *out)
{
    int n = l->number, align = 16;
    const char *from = "ampc__p";
    for (int i = 0; i < l->launch->captures.n; i++)
        if (l->launch->captures.at[i].symbol->type->align > align)
            align = l->launch->captures.at[i].symbol->type->align;
    if (align > 16) {
        buf_printf(out,
                   "struct ampc__c%d ampc__l%d; "
                   "__builtin_memcpy((void *)&ampc__l%d, ampc__p%d, sizeof ampc__l%d); ",
                   n, n, n, n, n);
        from = "&ampc__l";
    }
    buf_printf(out, "struct ampc__c%d *ampc__k%d = %s%d; (void)ampc__k%d; ", n, n, from, n, n);
}

void host_lift_begin(struct host_lift *l, struct buf *out)
{
    struct host *h = l->h;
    int n = l->number;
    for (int i = 0; i < l->renamed.n; i++)
        vec_push(&h->c->arena, &h->owned, l->renamed.at[i]);
    print_types(l, out);
    host_lift_marker(h, l->launch->lambda->body->loc.begin, out);
    print_record(l, out);
    print_pointer(l, out);
    for (int i = 0; i < l->launch->captures.n; i++) {
        const struct captured *c = &l->launch->captures.at[i];
        const struct symbol *v = c->symbol;
        const char *at = host_text(h, "ampc__k%d->m%d", n, i);
        struct host_owned own = {v, is_by_reference(c) ? host_text(h, "(*%s)", at) : at};
        if (!is_by_reference(c) && host_is_view(v->type)) {
            own.name = host_text(h, "ampc__v%d_%d", n, i);
            buf_printf(out, "ampc_view%d %s%s = %s; ", v->type->rank, own.name,
                       host_cleanup(h, v->type), at);
        } else if (!is_by_reference(c) && host_holds_views(v->type)) {
            buf_printf(out, "%s ", host_guard(h, v->type, at));
        }
        vec_push(&h->c->arena, &h->owned, own);
    }
    buf_printf(out, "if (!ampc__r%d) return; ", n);
}
