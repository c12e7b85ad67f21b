/* returns.c - amp functions with a result, of which a path ends without returning it (amp-return),
 * as -Wreturn-type of gcc and clang has it for the host's.
 *
 * The state is the path alone (paths.h). A path through all conditions that fail counts, as
 * conditions are not compared with each other; one past a switch whose cases may name all values
 * does not, nor does one that abort() ends. Example: `if (x > 0) return 1;` and nothing behind. */
#include "sema/checks/check.h"
#include "sema/analysis/paths.h"
#include "sema/types/builtin.h"

static void evaluated(void *a, struct expr *e)
{
    struct paths *p = a;
    const struct builtin *f;

    if (!e || p->dead || e->kind == EXPR_SIZEOF || e->kind == EXPR_ALIGNOF ||
        e->kind == EXPR_LAMBDA || paths_choice(p, e))
        return;
    if (e->kind == EXPR_STMT) {
        paths_stmt(p, e->body);
    } else if (e->chosen) {
        evaluated(p, e->chosen);
    } else {
        paths_operands(p, e);
        f = e->kind == EXPR_CALL && e->amp == AMP_NONE ? builtin_called(e) : NULL;
        p->dead |= f && f->kind == BUILTIN_STOP;
    }
}

static void declared(void *a, struct init_declarator *d)
{
    paths_exprs(a, &d->args, d->init);
}

static void returned(void *a, struct stmt *s)
{
    evaluated(a, s->expr);
}

static bool one_round(void *a, struct paths_construct *loop, int round)
{
    (void)a;
    (void)loop;
    return round == 0;
}

static bool cases_all(void *a, struct stmt *s)
{
    (void)a;
    return switch_may_name_all(s);
}

static void returns_code(struct code *k)
{
    static const struct paths_ops ops = {.expr = evaluated,
                                         .declare = declared,
                                         .leave = returned,
                                         .round = one_round,
                                         .cases_all = cases_all};
    struct paths p = {.ops = &ops, .arena = &k->c->arena};
    const struct type *t = k->function ? k->function->type : NULL;
    struct stmt *body = code_body(k);

    if (!body || !t || t->kind != TYPE_FUNCTION || !t->base || t->base->kind == TYPE_VOID ||
        t->base->kind == TYPE_UNKNOWN)
        return;
    p.analysis = &p;
    paths_stmt(&p, body);
    if (!p.dead)
        code_report(k, DIAG_amp_return, (struct loc){body->loc.end - 1, body->loc.end},
                    "a path through '%s' ends here without a result; return one",
                    k->function->name);
}

void check_returns(struct ctx *c, const struct program *p, struct findings *findings)
{
    amp_code_each(c, p, findings, returns_code);
}
