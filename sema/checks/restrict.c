/* restrict.c - restrict clauses: words, places, declarations that must agree, versions of one
 * name, main. */
#include "sema/checks/check.h"

#include <string.h>
#include <strings.h>

#include "common/spell.h"

/* ---- restrict clauses ---- */

static bool loc_contains(struct loc outer, struct loc inner)
{
    return inner.begin >= outer.begin && inner.end <= outer.end;
}

/* The words of every clause: at least one, each known. */
/* The restriction that a misspelt word most likely means; NULL: none is near. */
static const char *side_meant(const char *word)
{
    static const struct {
        const char *word, *side;
    } others[] = {{"gpu", "amp"}, {"device", "amp"}, {"host", "cpu"}};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(word, others[i].word) == 0)
            return others[i].side;
    if (strcasecmp(word, "amp") == 0 || spell_distance(word, "amp") == 1)
        return "amp";
    return strcasecmp(word, "cpu") == 0 || spell_distance(word, "cpu") == 1 ? "cpu" : NULL;
}

static void unknown_report(struct code *k, const struct restrict_word *w)
{
    const char *meant = side_meant(w->word);

    if (!meant)
        code_report(k, DIAG_amp_restrict_unknown, w->loc,
                    "unknown restriction '%s'; write 'cpu' or 'amp'", w->word);
    else if (code_report(k, DIAG_amp_restrict_unknown, w->loc,
                         "unknown restriction '%s'; did you mean '%s'?", w->word, meant))
        diag_fixit(k->c, w->loc, meant);
}

static void clause_report(struct code *k, const struct restrict_clause *r)
{
    for (int i = 0; i < r->locs.n; i++) {
        bool empty = true;
        for (int j = 0; j < r->words.n && empty; j++)
            empty = !loc_contains(r->locs.at[i], r->words.at[j].loc);
        if (empty)
            code_report(k, DIAG_amp_restrict_empty, r->locs.at[i],
                        "restrict() names nothing; write restrict(amp), restrict(cpu) or "
                        "restrict(cpu, amp)");
    }
    for (int i = 0; i < r->words.n; i++)
        if (strcmp(r->words.at[i].word, "cpu") != 0 && strcmp(r->words.at[i].word, "amp") != 0)
            unknown_report(k, &r->words.at[i]);
}

static bool clause_names(const struct restrict_clause *r, const char *word)
{
    for (int i = 0; r && i < r->words.n; i++)
        if (strcmp(r->words.at[i].word, word) == 0)
            return true;
    return false;
}

static void misplaced_report(struct code *k, const struct restrict_clause *r)
{
    if (r && !k->c->incomplete)
        code_report(k, DIAG_amp_restrict_misplaced, r->loc,
                    "a restrict clause belongs after the parameter list of a function");
}

/* Reports a clause on a function type that is not the declared function's, but that of a pointer's
 * target. */
static void pointer_report(struct code *k, const struct restrict_clause *r)
{
    if (clause_names(r, "amp"))
        code_report(k, DIAG_amp_function_pointer, r->loc,
                    "amp functions have no address, so nothing can point to one");
}

/* Reports a pointer to an amp function by way of a typedef of a function type with a clause. */
static void typedef_pointer_report(struct code *k, const struct type *t, const struct declarator *d)
{
    bool pointer = false;

    for (; t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY); t = t->base)
        pointer = pointer || t->kind == TYPE_POINTER;
    if (!pointer || !t || t->kind != TYPE_FUNCTION || !(t->restriction & RESTRICT_AMP))
        return;
    for (const struct deriv *v = d->derivs; v; v = v->next)
        if (v->restriction)
            return; /* reported there */
    code_report(k, DIAG_amp_function_pointer, declarator_name_loc(d, d->loc),
                "amp functions have no address, so nothing can point to one");
}

/* Parameters of function type, which are pointers. */
static void params_report(struct code *k, const struct deriv *v)
{
    for (int i = 0; i < v->params.n; i++) {
        const struct param *p = v->params.at[i];
        const struct declarator *d = p->declarator;
        if (d && d->derivs && d->derivs->kind == DERIV_FUNCTION)
            pointer_report(k, d->derivs->restriction);
        if (d && p->symbol)
            typedef_pointer_report(k, p->symbol->type, d);
    }
}

static bool restrict_declarator(struct code_walk *w, struct declarator *d)
{
    for (struct deriv *v = d->derivs; v; v = v->next) {
        if (v->kind == DERIV_FUNCTION)
            params_report(w->k, v);
        if (!v->restriction)
            continue;
        if (v->restriction->misplaced) {
            misplaced_report(w->k, v->restriction);
            continue;
        }
        clause_report(w->k, v->restriction);
        if (v != d->derivs)
            pointer_report(w->k, v->restriction);
    }
    return true;
}

static bool restrict_spec(struct code_walk *w, struct spec *s)
{
    misplaced_report(w->k, s->restriction);
    return true;
}

static void function_report(struct code *k, const struct symbol *f);

/* Reports a function with a clause on a redeclaration only. The program's list has only functions
 * whose first declaration is amp. */
static void redeclared_report(struct code *k, const struct symbol *f)
{
    if (!f || f->kind != SYMBOL_FUNCTION || f->restriction & RESTRICT_AMP)
        return;
    for (int i = 0; i < f->decls.n; i++)
        if (f->decls.at[i].restriction & RESTRICT_AMP) {
            function_report(k, f);
            return;
        }
}

static bool restrict_decl(struct code_walk *w, struct decl *d)
{
    redeclared_report(w->k, d->symbol);
    for (int i = 0; i < d->declarators.n; i++) {
        redeclared_report(w->k, d->declarators.at[i]->symbol);
        misplaced_report(w->k, d->declarators.at[i]->restriction);
        typedef_pointer_report(w->k, d->declarators.at[i]->type, d->declarators.at[i]->declarator);
    }
    return true;
}

/* ---- the lambdas of launches ---- */

static bool restrict_expr(struct code_walk *w, struct expr *e)
{
    const struct restrict_clause *r;

    if (e->kind != EXPR_LAMBDA || !e->lambda)
        return true;
    r = e->lambda->restriction;
    if (r && r->misplaced)
        misplaced_report(w->k, r);
    else if (r)
        clause_report(w->k, r);
    return true;
}

static void launch_report(struct code *k, const struct launch *l)
{
    const struct restrict_clause *r = l->lambda ? l->lambda->restriction : NULL;
    bool clause_is_wrong =
        r ? r->misplaced || !clause_names(r, "cpu") : l->lambda && l->lambda->has_clause;

    if (!l->lambda || clause_names(r, "amp") || clause_is_wrong)
        return;
    if (!code_report(k, DIAG_kernel_restrict, l->lambda->introducer,
                     "the lambda of a parallel_for_each needs restrict(amp) after its parameters"))
        return;
    if (!r && l->lambda->has_params)
        diag_fixit(k->c, (struct loc){l->lambda->clause_at, l->lambda->clause_at},
                   " restrict(amp)");
    if (r) {
        diag_note(k->c, r->loc, "this restricts it to the host");
        diag_fixit(k->c, r->loc, "restrict(amp)");
    }
}

/* ---- declarations of one function ---- */

static const char *restriction_text(unsigned r)
{
    if (!(r & RESTRICT_AMP))
        return "restrict(cpu), the default";
    return r & RESTRICT_CPU ? "restrict(cpu, amp)" : "restrict(amp)";
}

static bool clause_is_sound(const struct restrict_clause *r)
{
    return !r || clause_names(r, "cpu") || clause_names(r, "amp");
}

/* Without a clause of its own, a declaration inside amp code is amp: it may redeclare a function of
 * both sides. */
static bool inherits(const struct function_decl *d)
{
    return !d->clause && d->restriction & RESTRICT_AMP;
}

/* The fix-it gives a declaration the clause of the definition, or if there is none, that of the
 * earlier declaration. */
static void mismatch_fixit(struct ctx *c, const struct function_decl *earlier,
                           const struct function_decl *later)
{
    const struct function_decl *wrong = later->decl ? earlier : later;
    const struct function_decl *right = later->decl ? later : earlier;

    fixit_clause(c, wrong->declarator, wrong->clause,
                 right->restriction == RESTRICT_CPU ? "restrict(cpu)"
                                                    : restriction_text(right->restriction));
}

/* Compares two declarations of one name that have a side in common. */
static bool pair_report(struct code *k, const char *name, const struct function_decl *earlier,
                        const struct function_decl *later)
{
    bool reported = false, differ = false;

    if (earlier->decl && later->decl && later->restriction & RESTRICT_AMP)
        reported = code_report(
            k, DIAG_amp_restrict_overlap, later->loc, "'%s' has two definitions for %s code", name,
            earlier->restriction & later->restriction & RESTRICT_AMP ? "amp" : "host");
    else if (earlier->decl && later->decl && earlier->restriction != later->restriction)
        reported = code_report(k, DIAG_amp_restrict_overlap, later->loc,
                               "'%s' has two definitions for host code", name);
    else if (earlier->restriction != later->restriction && !inherits(earlier) && !inherits(later))
        reported = differ =
            code_report(k, DIAG_amp_restrict_mismatch, later->loc,
                        "'%s' is %s here, but not where it was declared before; give "
                        "both the same clause",
                        name, restriction_text(later->restriction));
    else if (later->restriction & RESTRICT_AMP && earlier->type && later->type &&
             !type_same(earlier->type, later->type))
        reported = code_report(k, DIAG_amp_restrict_mismatch, later->loc,
                               "'%s' is declared with another type here", name);
    if (reported)
        diag_note(k->c, earlier->loc, "an earlier declaration is %s",
                  restriction_text(earlier->restriction));
    if (differ)
        mismatch_fixit(k->c, earlier, later);
    return reported;
}

typedef VEC(const struct function_decl *) decl_list;

static void decls_add(struct code *k, decl_list *all, const struct symbol *f)
{
    for (int i = 0; f && i < f->decls.n; i++) {
        const struct function_decl *d = &f->decls.at[i];
        int at = all->n;
        vec_push(&k->c->arena, all, d);
        for (; at > 0 && all->at[at - 1]->number > d->number; at--)
            all->at[at] = all->at[at - 1];
        all->at[at] = d;
    }
}

/* Two versions of a name must have one type. */
static void versions_report(struct code *k, const struct symbol *f)
{
    const struct symbol *g = f->other;

    if (!g || !f->type || !g->type || type_same(f->type, g->type))
        return;
    if (code_report(k, DIAG_amp_restrict_mismatch, f->loc,
                    "the host and the amp version of '%s' have different types", f->name))
        diag_note(k->c, g->loc, "the other version is declared here");
}

static void main_report(struct code *k, const struct function_decl *d)
{
    if (code_report(k, DIAG_amp_main, d->loc,
                    "main runs on the host and cannot be restrict(amp)") &&
        d->clause)
        fixit_clause(k->c, d->declarator, d->clause, "restrict(cpu)");
}

static void function_report(struct code *k, const struct symbol *f)
{
    decl_list all = {0};

    decls_add(k, &all, f);
    if (f->other)
        decls_add(k, &all, f->other);
    for (int i = 1; i < all.n; i++) {
        const struct function_decl *later = all.at[i];
        bool reported = !clause_is_sound(later->clause);
        for (int j = 0; j < i && !reported; j++)
            if (clause_is_sound(all.at[j]->clause) && all.at[j]->restriction & later->restriction)
                reported = pair_report(k, f->name, all.at[j], later);
    }
    versions_report(k, f);
    if (strcmp(f->name, "main") == 0)
        for (int i = 0; i < f->decls.n; i++)
            if (f->decls.at[i].restriction & RESTRICT_AMP)
                main_report(k, &f->decls.at[i]);
}

void check_restrict(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct code k = {.c = c, .program = p, .findings = findings, .side = RESTRICT_CPU};
    struct code_walk w = {.k = &k,
                          .expr = restrict_expr,
                          .decl = restrict_decl,
                          .spec = restrict_spec,
                          .declarator = restrict_declarator,
                          .lambdas = true};

    code_walk_unit(&w, p->unit);
    for (int i = 0; i < p->launches.n; i++)
        launch_report(&k, p->launches.at[i]);
    for (int i = 0; i < p->functions.n; i++)
        function_report(&k, p->functions.at[i]);
}
