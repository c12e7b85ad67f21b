/* names.c - collects the mentions of names by one walk over the typed tree.
 *
 * What a mention means is an entity, compared by its address. Example: in `c[i] = sum` of
 * samples/matmul.ampc there are three, all in amp code. */
#include "lsp/names.h"

#include <string.h>

#include "parser/walk.h"
#include "sema/types/amp.h"
#include "sema/types/symbol.h"

struct collect {
    struct arena *arena;
    struct names *out;
    VEC(struct loc) scopes; /* of blocks, functions and lambdas around */
    VEC(bool) amp;          /* of functions and lambdas around */
};

static struct collect *collect_of(struct walker *w)
{
    return w->data;
}

static struct mention *add(struct collect *k, enum mention_kind kind, const void *entity,
                           const char *name, struct loc loc)
{
    if (!entity || !name || loc.end <= loc.begin)
        return NULL;
    struct mention m = {.loc = loc, .kind = kind, .entity = entity, .name = name};
    m.amp = k->amp.n && k->amp.at[k->amp.n - 1];
    vec_push(k->arena, &k->out->list, m);
    return &k->out->list.at[k->out->list.n - 1];
}

/* The variable that a lambda in amp code has captured as s; else s. */
static const struct symbol *captured_of(const struct symbol *s)
{
    const struct closure *k = s && s->kind == SYMBOL_PARAM ? s->closed : NULL;
    for (int i = 0; k && i < k->closed.n; i++)
        if (k->closed.at[i].param == s)
            return captured_of(k->closed.at[i].of);
    return s;
}

/* One of a function's versions for both; a variable for what captures it. */
static const struct symbol *entity_of(const struct symbol *s)
{
    s = captured_of(s);
    return s && s->other && s->other->loc.begin < s->loc.begin ? s->other : s;
}

static struct mention *add_symbol(struct collect *k, const struct symbol *s, struct loc loc)
{
    s = entity_of(s);
    return s ? add(k, MENTION_SYMBOL, s, s->name, loc) : NULL;
}

static void declare(struct collect *k, const struct symbol *s, struct loc loc)
{
    struct mention *m = add_symbol(k, s, loc);
    if (!m)
        return;
    m->declares = true;
    if (k->scopes.n && s->kind != SYMBOL_FUNCTION)
        m->scope = k->scopes.at[k->scopes.n - 1];
}

static void declare_param(struct collect *k, const struct param *p, bool prototype)
{
    int before = k->out->list.n;
    if (p->declarator)
        declare(k, p->symbol, p->declarator->name_loc);
    if (k->out->list.n > before)
        k->out->list.at[before].parameter = prototype;
}

/* ---- types ---- */

static void add_members(struct collect *k, const struct record_spec *spec, const struct record *r)
{
    for (int i = 0; i < spec->members.n; i++)
        for (int m = 0; m < spec->members.at[i]->members.n; m++) {
            const struct declarator *d = spec->members.at[i]->members.at[m].declarator;
            for (int j = 0; d && d->name && j < r->members.n; j++) {
                const struct record_member *member = &r->members.at[j];
                struct mention *made = NULL;
                if (member->name == d->name && member->loc.begin == d->name_loc.begin)
                    made = add(k, MENTION_MEMBER, member, d->name, d->name_loc);
                if (made)
                    made->declares = true;
            }
        }
}

static bool on_spec(struct walker *w, struct spec *s)
{
    struct collect *k = collect_of(w);
    struct mention *m = NULL;
    if (s->kind == SPEC_NAME) {
        add_symbol(k, s->symbol, s->name_loc);
    } else if (s->kind == SPEC_RECORD && s->type && s->type->record) {
        m = add(k, MENTION_RECORD, s->type->record, s->record->tag, s->record->tag_loc);
        if (m)
            m->declares = s->record->defined;
        if (s->record->defined)
            add_members(k, s->record, s->type->record);
    } else if (s->kind == SPEC_ENUM && s->type && s->type->enumeration) {
        m = add(k, MENTION_ENUM, s->type->enumeration, s->enum_->tag, s->enum_->tag_loc);
        if (m)
            m->declares = s->enum_->defined;
        for (int i = 0; i < s->enum_->enumerators.n; i++)
            declare(k, s->enum_->enumerators.at[i]->symbol, s->enum_->enumerators.at[i]->loc);
    } else if (s->kind == SPEC_AMP && s->type && s->type->kind == TYPE_AMP) {
        add(k, MENTION_AMP_TYPE, s->type, amp_type_word(amp_owner(s->type)), s->name_loc);
    }
    return true;
}

static void push(struct collect *k, struct loc scope, bool amp)
{
    vec_push(k->arena, &k->scopes, scope);
    vec_push(k->arena, &k->amp, amp);
}

static void pop(struct collect *k)
{
    k->scopes.n--;
    k->amp.n--;
}

static bool in_amp(const struct collect *k)
{
    return k->amp.n && k->amp.at[k->amp.n - 1];
}

static bool on_declarator(struct walker *w, struct declarator *d)
{
    for (struct deriv *v = d->derivs; v; v = v->next)
        for (int i = 0; i < v->params.n; i++) {
            const struct symbol *s = v->params.at[i]->symbol;
            declare_param(collect_of(w), v->params.at[i], !s || !s->function);
        }
    return true;
}

/* ---- declarations ---- */

/* The names in an introducer, without the '&'. */
static void add_captures(struct collect *k, const struct lambda *l)
{
    for (int i = 0; i < l->captures.n; i++) {
        const struct capture *c = &l->captures.at[i];
        add_symbol(k, c->symbol, (struct loc){c->loc.end - (unsigned)strlen(c->name), c->loc.end});
    }
}

static bool on_decl(struct walker *w, struct decl *d)
{
    struct collect *k = collect_of(w);
    if (d->kind == DECL_FUNCTION) {
        if (d->declarator)
            declare(k, d->symbol, d->declarator->name_loc);
        if (d->lifted)
            add_captures(k, d->symbol->closed->lambda);
        push(k, d->loc, d->symbol && d->symbol->restriction & RESTRICT_AMP);
    }
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->declarator)
            declare(k, v->symbol, v->declarator->name_loc);
    }
    return true;
}

static void after_decl(struct walker *w, struct decl *d)
{
    if (d->kind == DECL_FUNCTION)
        pop(collect_of(w));
}

static bool opens_scope(const struct stmt *s)
{
    return s->kind == STMT_COMPOUND || s->kind == STMT_FOR;
}

static bool on_stmt(struct walker *w, struct stmt *s)
{
    if (opens_scope(s))
        push(collect_of(w), s->loc, in_amp(collect_of(w)));
    return true;
}

static void after_stmt(struct walker *w, struct stmt *s)
{
    if (opens_scope(s))
        pop(collect_of(w));
}

/* ---- expressions ---- */

static void add_member(struct collect *k, struct expr *e)
{
    struct mention *m = NULL;
    if (e->member) {
        m = add(k, MENTION_MEMBER, e->member, e->name, e->name_loc);
    } else if (e->a && e->a->type) {
        const struct type *t = e->a->type;
        if (e->kind == EXPR_ARROW && t->kind == TYPE_POINTER)
            t = t->base;
        if (t->kind == TYPE_AMP)
            m = add(k, MENTION_AMP_MEMBER, amp_member_find(amp_owner(t), e->name, -1), e->name,
                    e->name_loc);
    }
    if (m)
        m->expr = e;
}

static void add_designators(struct collect *k, struct type *t, const designator_vec *v)
{
    for (int i = 0; i < v->n && t; i++) {
        const struct designator *d = &v->at[i];
        struct record_member *m = NULL;
        for (int j = 0; d->name && t->kind == TYPE_RECORD && j < t->record->members.n; j++)
            if (t->record->members.at[j].name == d->name)
                m = &t->record->members.at[j];
        struct loc loc = d->loc; /* with the dot; the name ends it */
        if (m) {
            loc.begin = loc.end - (unsigned)strlen(d->name);
            add(k, MENTION_MEMBER, m, d->name, loc);
        }
        t = m ? m->type : t->kind == TYPE_ARRAY ? t->base : NULL;
    }
}

static bool on_init(struct walker *w, struct init *i)
{
    for (int n = 0; n < i->items.n; n++)
        add_designators(collect_of(w), i->type, &i->items.at[n].designators);
    return true;
}

static void begin_lambda(struct collect *k, struct lambda *l)
{
    add_captures(k, l);
    push(k, l->loc, !l->host);
    for (int i = 0; i < l->params.n; i++)
        declare_param(k, l->params.at[i], false);
}

static bool on_expr(struct walker *w, struct expr *e)
{
    struct collect *k = collect_of(w);
    struct mention *m = NULL;
    if (e->kind == EXPR_NAME && e->symbol)
        m = add_symbol(k, e->symbol, e->name_loc);
    else if (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW)
        add_member(k, e);
    else if (e->kind == EXPR_OFFSETOF && e->type_name)
        add_designators(k, e->type_name->type, &e->designators);
    else if (e->kind == EXPR_CALL && e->a && e->a->kind == EXPR_NAME && !e->a->symbol)
        m = e->launch ? add(k, MENTION_LAUNCH, e->launch, e->a->name, e->a->name_loc)
                      : add(k, MENTION_AMP_MEMBER, amp_function_find(e->a->name), e->a->name,
                            e->a->name_loc);
    else if (e->kind == EXPR_LAMBDA && e->lambda)
        begin_lambda(k, e->lambda);
    if (m)
        m->expr = e;
    return true;
}

static void after_expr(struct walker *w, struct expr *e)
{
    if (e->kind == EXPR_LAMBDA && e->lambda)
        pop(collect_of(w));
}

void names_find(struct arena *a, const struct program *p, struct names *out)
{
    struct collect k = {.arena = a, .out = out};
    struct walker w = {.data = &k,
                       .decl_pre = on_decl,
                       .decl_post = after_decl,
                       .stmt_pre = on_stmt,
                       .stmt_post = after_stmt,
                       .expr_pre = on_expr,
                       .expr_post = after_expr,
                       .init_pre = on_init,
                       .spec_pre = on_spec,
                       .declarator_pre = on_declarator};
    walk_unit(&w, p->unit);
}

const struct mention *names_at(const struct names *n, unsigned offset)
{
    const struct mention *found = NULL;
    for (int i = 0; i < n->list.n; i++) {
        const struct mention *m = &n->list.at[i];
        if (m->loc.begin <= offset && offset < m->loc.end &&
            (!found || m->loc.end - m->loc.begin < found->loc.end - found->loc.begin))
            found = m;
    }
    return found;
}
