/* launch.c - parallel_for_each and continuations: domain, lambda, parameter, captures.
 *
 * Captures are the local variables of the host function that the lambda uses, in order of first
 * use. Example: in `[=](index<2> i) restrict(amp) { c[i] = w; }` the captures are c and w. */
#include <string.h>

#include "common/intern.h"
#include "sema/types/constant.h"
#include "sema/typing/amp_internal.h"

/* ---- captures ---- */

static bool is_captured(const struct launch *l, const struct symbol *v)
{
    for (int i = 0; i < l->captures.n; i++)
        if (l->captures.at[i].symbol == v)
            return true;
    return false;
}

static void add_capture(struct sema *s, struct launch *l, struct symbol *v, enum capture_mode mode,
                        struct loc loc)
{
    struct captured c = {.symbol = v, .mode = mode, .loc = loc};
    vec_push(&s->c->arena, &l->captures, c);
}

static void uncaptured_report(struct sema *s, const struct launch *l, const struct symbol *v,
                              struct loc loc)
{
    unsigned end = l->lambda->introducer.end - 1;
    const char *by = v->type && type_is_amp(v->type, AMP_TYPE_ARRAY) ? "&" : "";

    if (!l->lambda->captures.n && l->captures.n && !*by)
        return; /* "[]" has been reported */
    diag(s->c, DIAG_capture_type, loc,
         "'%s' is not captured: write '[=]', or name it in the capture list", v->name);
    if (l->lambda->captures.n)
        diag_fixit(s->c, (struct loc){end, end}, arena_printf(&s->c->arena, ", %s%s", by, v->name));
    else if (!l->captures.n)
        diag_fixit(s->c, (struct loc){end, end},
                   *by ? arena_printf(&s->c->arena, "=, &%s", v->name) : "=");
}

/* Captures v for the lambda of l, and for those around it. Kernels use constants without a
 * capture. */
static void use_in(struct sema *s, struct launch *l, struct symbol *v, struct loc loc)
{
    for (; l; l = l->outer) {
        if (!l->lambda || v->lambda == l->lambda || (v->constant && !l->lambda->host) ||
            is_captured(l, v))
            return;
        enum capture_mode mode = l->lambda->default_mode;
        if (mode == CAPTURE_NONE)
            uncaptured_report(s, l, v, loc);
        add_capture(s, l, v, mode == CAPTURE_NONE ? CAPTURE_COPY : mode, loc);
    }
}

void launch_use(struct sema *s, struct expr *name)
{
    struct launch *l = s->launch;
    struct symbol *v = name->symbol;
    if (v && symbol_is_automatic(v) && !s->unevaluated)
        use_in(s, l, v, name->loc);
}

bool launch_captures(const struct sema *s, struct expr *e)
{
    e = expr_unparen(e);
    return s->launch && e->kind == EXPR_NAME && e->type && e->type->kind == TYPE_POINTER &&
           e->symbol && is_captured(s->launch, e->symbol);
}

/* The captures in the lambda's introducer. */
static void explicit_captures(struct sema *s, struct launch *l)
{
    for (int i = 0; i < l->lambda->captures.n; i++) {
        struct capture *c = &l->lambda->captures.at[i];
        struct symbol *v = scope_find(s, c->name);
        c->symbol = v;
        if (v)
            v->amp_used = true;
        if (!v)
            diag(s->c, DIAG_capture_type, c->loc, "'%s' is not declared", c->name);
        else if (!symbol_is_automatic(v))
            diag(s->c, DIAG_capture_type, c->loc,
                 "'%s' is no local variable: kernels name constants without capturing them",
                 c->name);
        else if (is_captured(l, v))
            diag(s->c, DIAG_capture_type, c->loc, "'%s' is captured twice", c->name);
        else if (!v->constant || l->lambda->host) {
            add_capture(s, l, v, c->mode, c->loc);
            use_in(s, l->outer, v, c->loc);
        }
    }
}

/* ---- the call ---- */

/* The sizes of e.group<8, 32>(). */
static void type_group(struct launch *l)
{
    const struct expr *call = expr_unparen(l->domain);
    const expr_vec *sizes = &expr_unparen(call->a)->template_args;
    for (int k = 0; k < sizes->n && k < 3; k++) {
        long long value;
        l->group[k] = constant_value(sizes->at[k], &value) ? (int)value : 0;
    }
}

static void type_domain(struct sema *s, struct launch *l, struct expr **domain)
{
    sema_value(s, domain);
    l->domain = *domain;
    const struct type *t = l->domain->type;
    if (amp_is_unknown(t) && !s->c->incomplete && !diag_errors_in(s->c, l->domain->loc) &&
        !undeclared_within(s, l->domain))
        diag(s->c, DIAG_compute_domain, l->domain->loc,
             "the domain is an extent; the type of this is not known here");
    if (!amp_is_extent(t))
        return; /* reported by the checks as compute-domain */
    l->rank = t->rank;
    l->tiled = t->amp == AMP_TYPE_TILED_EXTENT;
    if (!l->tiled && expr_unparen(l->domain)->amp == AMP_EXTENT_TILE)
        type_group(l);
    for (int k = 0; l->tiled && k < t->rank; k++)
        l->tile[k] = t->tile[k];
}

/* Types the kernel's parameter. If it does not fit the domain, or the domain has been reported, its
 * type is unknown, so that its uses are not reported, too. */
static void type_parameter(struct sema *s, struct launch *l, struct param *p)
{
    const struct deriv *v = p->declarator ? p->declarator->derivs : NULL;

    l->param = sema_param(s, p);
    if (l->param)
        l->param_type = l->param->type;
    else if (p->spec && (!v || v->kind == DERIV_REFERENCE))
        l->param_type = p->spec->type;
    if (!l->param)
        return;
    if (l->rank ? !launch_parameter_fits(l, l->param_type)
                : l->domain && amp_is_unknown(l->domain->type))
        l->param->type = type_basic(TYPE_UNKNOWN);
}

/* Whether an attribute of a kernel leaves it as it is written: optnone, or gcc's optimize("O0"). */
static bool asks_as_written(const struct sema *s, const struct attr *a)
{
    static const char *const levels[] = {"0", "\"O0\"", "\"-O0\""};
    const char *text = s->c->source->text + a->args.begin;
    size_t n = a->args.end - a->args.begin;

    for (size_t k = 0; k < sizeof levels / sizeof *levels && strcmp(a->name, "optimize") == 0; k++)
        if (n == strlen(levels[k]) && memcmp(text, levels[k], n) == 0)
            return true;
    return strcmp(a->name, "optnone") == 0;
}

static void type_attr(struct sema *s, struct launch *l, const struct attr *a)
{
    if (l->lambda->host)
        diag(s->c, DIAG_kernel_attribute, a->loc,
             "'%s' is ignored: the lambda of a continuation has no attributes", a->name);
    else if (asks_as_written(s, a))
        l->as_written = true;
    else
        diag(s->c, DIAG_kernel_attribute, a->loc,
             "'%s' is ignored: kernels have the attributes 'optnone' and 'optimize(\"O0\")' alone",
             a->name);
}

static void type_lambda(struct sema *s, struct launch *l, struct expr *e)
{
    struct sema saved = *s;
    struct lambda *lambda = e->lambda;
    amp_poison(e);
    l->lambda = lambda;
    for (const struct attr *a = l->lambda->attrs; a; a = a->next)
        type_attr(s, l, a);
    l->outer = s->launch;
    explicit_captures(s, l);
    s->lambda = lambda;
    s->launch = l;
    s->region = lambda->host ? saved.region : RESTRICT_AMP;
    s->unevaluated = 0;
    s->breakable = NULL;
    scope_push(s);
    for (int i = 0; i < lambda->params.n; i++)
        if (i == 0)
            type_parameter(s, l, lambda->params.at[i]);
        else
            sema_param(s, lambda->params.at[i]);
    struct type *result = lambda->result ? type_from_name(s, lambda->result) : NULL;
    if (result && result->kind != TYPE_VOID && !amp_is_unknown(result))
        diag(s->c, DIAG_amp_arguments, lambda->result->loc,
             "a %s returns nothing: write '-> void', or leave the result out",
             lambda->host ? "continuation" : "kernel");
    sema_body(s, lambda->body);
    scope_pop(s);
    s->lambda = saved.lambda;
    s->launch = saved.launch;
    s->region = saved.region;
    s->unevaluated = saved.unevaluated;
    s->breakable = saved.breakable;
}

/* Drops the arguments of a launch in amp code, which is reported: they are not typed. */
static void refuse_in_amp(struct sema *s, struct expr *e)
{
    diag(s->c, DIAG_amp_call, e->a->loc, "amp code cannot call 'parallel_for_each'");
    e->args.n = 0;
    amp_poison(e);
    amp_poison(e->a);
}

/* Numbers a launch. Launches are typed in the order of the source. */
static void launch_number(struct sema *s, struct launch *l)
{
    const struct program *p = s->program;

    l->number = p->launches.n;
    l->uncontracted = s->uncontracted;
    l->place = source_place(s->c->source, l->call->loc.begin);
    for (int i = 0; i < p->launches.n; i++)
        l->same_line += p->launches.at[i]->function == l->function &&
                        p->launches.at[i]->place.line == l->place.line;
}

/* ---- lambdas with a name ---- */

/* Whether nothing of the lambda says that it is a kernel. */
static bool is_for_host(const struct lambda *l)
{
    bool takes_amp =
        l->params.n == 1 && l->params.at[0]->spec && l->params.at[0]->spec->kind == SPEC_AMP;

    return !takes_amp && !l->restriction && !l->has_clause;
}

bool launch_named(struct sema *s, struct init_declarator *id, struct symbol *symbol)
{
    const struct spec *spec = symbol->spec;
    struct expr *e = id->init->expr ? expr_unparen(id->init->expr) : NULL;
    if (!e || e->kind != EXPR_LAMBDA || !spec || spec->kind != SPEC_WORDS || s->launch ||
        (spec->words & ~(unsigned)WORD_AUTO_TYPE) || id->declarator->derivs || !s->function ||
        s->region & RESTRICT_AMP || spec->storage & ~(unsigned)STORAGE_AUTO ||
        !(spec->storage & STORAGE_AUTO || spec->words & WORD_AUTO_TYPE))
        return false;
    struct named_lambda n = {symbol, e, arena_new(&s->c->arena, struct launch)};
    s->program->uses_amp = true;
    if (is_for_host(e->lambda)) {
        diag(s->c, DIAG_unsupported, e->lambda->introducer,
             "a lambda in host code is a kernel, '[=](index<1> i) restrict(amp) { ... }': write a "
             "function for what the host calls");
        symbol->type = type_basic(TYPE_UNKNOWN);
        symbol->init = id->init = NULL;
        return true;
    }
    n.launch->function = s->function;
    type_lambda(s, n.launch, e);
    symbol->type = type_basic(TYPE_VOID);
    symbol->init = id->init = NULL;
    vec_push(&s->c->arena, &s->named, n);
    return true;
}

/* The lambda that e names; NULL: none. */
static struct named_lambda *named_find(struct sema *s, const struct expr *e)
{
    const struct symbol *v = e->kind == EXPR_NAME && !e->ns ? scope_find(s, e->name) : NULL;
    for (int i = 0; v && i < s->named.n; i++)
        if (s->named.at[i].symbol == v)
            return &s->named.at[i];
    return NULL;
}

bool launch_named_report(struct sema *s, const struct expr *e)
{
    if (!named_find(s, e))
        return false;
    diag(s->c, DIAG_unsupported, e->loc,
         "'%s' is a lambda: all that can be done with it is to launch it, "
         "'parallel_for_each(e, %s)'",
         e->name, e->name);
    return true;
}

/* The launch of the lambda that the last argument of a call names, which becomes the argument;
 * NULL: it names none. A launch behind the first one is its twin, and gets a kernel of its own when
 * all is typed (sema/tree/twins.h). */
static struct launch *named_launch(struct sema *s, struct expr **arg)
{
    struct named_lambda *n = named_find(s, expr_unparen(*arg));
    struct launch *l = n ? n->launch : NULL;
    if (!n)
        return NULL;
    if (s->launch) {
        diag(s->c, DIAG_unsupported, (*arg)->loc,
             "'%s' is launched in a continuation; declare the lambda there", n->symbol->name);
        return NULL;
    }
    if (l->call) {
        l->shared = true;
        l = arena_new(&s->c->arena, struct launch);
        *l = (struct launch){.twin = n->launch,
                             .shared = true,
                             .lambda = n->launch->lambda,
                             .as_written = n->launch->as_written,
                             .param = n->launch->param,
                             .param_type = n->launch->param_type};
    }
    *arg = n->lambda;
    return l;
}

/* ---- functions in the place of a lambda ---- */

static struct expr *node_at(struct sema *s, enum expr_kind kind, struct loc loc)
{
    struct expr *e = arena_new(&s->c->arena, struct expr);
    e->kind = kind;
    e->loc = e->op_loc = e->op2_loc = loc;
    return e;
}

/* The function that an argument names; NULL: none. */
static struct symbol *function_named(struct sema *s, struct expr *arg)
{
    const struct expr *name = expr_unparen(arg);
    struct symbol *f = name->kind == EXPR_NAME && !name->ns ? scope_find(s, name->name) : NULL;
    return f && f->kind == SYMBOL_FUNCTION ? f : NULL;
}

/* The first parameter of a function as written; NULL: it has none. */
static struct param *first_param(const struct symbol *f)
{
    const struct deriv *v = f->decls.n ? f->decls.at[0].declarator->derivs : NULL;
    while (v && v->kind != DERIV_FUNCTION)
        v = v->next;
    return v && v->params.n && v->params.at[0]->spec ? v->params.at[0] : NULL;
}

/* The parameter of the lambda: of the same type, by value, with a name of its own. */
static struct param *function_param(struct sema *s, const struct param *of, struct loc loc)
{
    struct param *p = arena_new(&s->c->arena, struct param);
    p->spec = of->spec;
    p->loc = loc;
    p->declarator = arena_new(&s->c->arena, struct declarator);
    p->declarator->name = intern_str(s->c->names, "ampc_index");
    p->declarator->loc = p->declarator->name_loc = loc;
    return p;
}

/* Whether what stands behind a function's name can be captured: variables, of which arrays are
 * captured by reference, and numbers. */
static bool function_argument(struct sema *s, struct lambda *l, struct expr *arg)
{
    const struct symbol *v = arg->kind == EXPR_NAME ? scope_find(s, arg->name) : NULL;
    if (v && type_is_amp(v->type, AMP_TYPE_ARRAY)) {
        struct capture by = {.mode = CAPTURE_REFERENCE, .name = arg->name, .loc = arg->loc};
        vec_push(&s->c->arena, &l->captures, by);
    }
    if (arg->kind == EXPR_NAME || arg->kind == EXPR_INT || arg->kind == EXPR_CHAR ||
        arg->kind == EXPR_FLOAT)
        return true;
    diag(
        s->c, DIAG_amp_arguments, arg->loc,
        "behind the function of a parallel_for_each stand variables and numbers that it gets; give "
        "this a name");
    return false;
}

/* 'parallel_for_each(e, f, a, 3)' with an amp function f, which is argument 'at', becomes
 * 'parallel_for_each(e, [=](index<1> i) restrict(amp) { f(i, a, 3); })'. False after an error
 * (reported). */
static bool function_launch(struct sema *s, struct expr *e, const struct symbol *f, int at)
{
    struct expr *name = expr_unparen(e->args.at[at]), *call = node_at(s, EXPR_CALL, name->loc);
    struct expr *lambda = node_at(s, EXPR_LAMBDA, name->loc);
    struct lambda *l = arena_new(&s->c->arena, struct lambda);
    struct stmt *block = arena_new(&s->c->arena, struct stmt);
    struct stmt *statement = arena_new(&s->c->arena, struct stmt);
    const struct param *first = first_param(f);
    if (!first) {
        diag(s->c, DIAG_kernel_parameter, name->loc,
             "'%s' has no parameter for the index: a kernel's first one is an index or tiled_index",
             f->name);
        return false;
    }
    lambda->lambda = l;
    l->loc = l->introducer = l->default_loc = name->loc;
    l->default_mode = CAPTURE_COPY;
    l->has_params = true;
    l->restriction = f->decls.at[0].clause;
    vec_push(&s->c->arena, &l->params, function_param(s, first, name->loc));
    call->a = name;
    vec_push(&s->c->arena, &call->args, node_at(s, EXPR_NAME, name->loc));
    call->args.at[0]->name = l->params.at[0]->declarator->name;
    for (int i = at + 1; i < e->args.n; i++) {
        if (!function_argument(s, l, expr_unparen(e->args.at[i])))
            return false;
        vec_push(&s->c->arena, &call->args, e->args.at[i]);
    }
    statement->kind = STMT_EXPR;
    statement->expr = call;
    block->kind = STMT_COMPOUND;
    block->loc = statement->loc = name->loc;
    vec_push(&s->c->arena, &block->items, statement);
    l->body = block;
    e->args.at[at] = lambda;
    e->args.n = at + 1;
    return true;
}

/* Puts a lambda in the place of a function's name; false after an error (reported). */
static bool take_function(struct sema *s, struct expr *e)
{
    for (int i = 1; i < e->args.n && i < 3; i++) {
        struct symbol *f = function_named(s, e->args.at[i]);
        const struct symbol *amp = f ? symbol_version(f, RESTRICT_AMP) : NULL;
        if (amp)
            return function_launch(s, e, amp, i);
        if (f)
            diag(s->c, DIAG_kernel_restrict, e->args.at[i]->loc,
                 "the function of a parallel_for_each needs restrict(amp) after its parameters: "
                 "'%s' has none",
                 f->name);
        if (f)
            return false;
    }
    return true;
}

/* Whether e names a variable whose initialiser is reported. */
static bool is_reported(struct sema *s, const struct expr *e)
{
    const struct symbol *v = e && e->kind == EXPR_NAME && !e->ns ? scope_find(s, e->name) : NULL;

    return v && v->kind == SYMBOL_VAR && amp_is_unknown(v->type);
}

void launch_call(struct sema *s, struct expr *e)
{
    s->program->uses_amp = true;
    if (s->region & RESTRICT_AMP) {
        refuse_in_amp(s, e);
        return;
    }
    int errors = diag_errors(s->c);
    if (!take_function(s, e))
        e->args.n = 0;
    struct launch *named = e->args.n ? named_launch(s, &e->args.at[e->args.n - 1]) : NULL;
    struct launch *l = named ? named : arena_new(&s->c->arena, struct launch);
    struct expr *kernel = e->args.n ? expr_unparen(e->args.at[e->args.n - 1]) : NULL;
    amp_poison(e->a);
    l->gives_future = s->statement != e;
    e->type = l->gives_future ? type_amp(s->c, AMP_TYPE_COMPLETION_FUTURE, 0, NULL)
                              : type_basic(TYPE_VOID);
    if (!kernel || kernel->kind != EXPR_LAMBDA || e->args.n < 2 || e->args.n > 3) {
        e->args.n = diag_errors(s->c) > errors || is_reported(s, kernel) ? 0 : e->args.n;
        if (e->args.n)
            diag(s->c, DIAG_amp_arguments, e->loc,
                 "parallel_for_each takes perhaps an accelerator_view, an extent and a lambda: "
                 "'parallel_for_each(e, [=](index<1> i) restrict(amp) { ... })'");
        e->args.n = 0;
        return;
    }
    if (e->args.n == 3) {
        struct expr **on = &e->args.at[0];
        sema_value(s, on);
        amp_convert(s, on, type_amp(s->c, AMP_TYPE_ACCELERATOR_VIEW, 0, NULL), (*on)->loc);
        l->accelerator = *on;
    }
    e->amp = AMP_LAUNCH;
    e->launch = l;
    l->call = e;
    l->function = s->function;
    l->named = named != NULL;
    launch_number(s, l);
    vec_push(&s->c->arena, &s->program->launches, l);
    type_domain(s, l, &e->args.at[e->args.n - 2]);
    if (!named)
        type_lambda(s, l, kernel);
}

void launch_continuation(struct sema *s, struct expr *call, struct expr *e)
{
    struct launch *l = arena_new(&s->c->arena, struct launch);
    e->lambda->host = true;
    l->call = call;
    l->function = s->function;
    call->launch = l;
    vec_push(&s->c->arena, &s->program->continuations, l);
    type_lambda(s, l, e);
}
