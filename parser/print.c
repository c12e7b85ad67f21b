/* print.c - the tree as nested lists, with the caller's notes behind expressions.
 *
 * Example: `a = b + 1;` is `(expr (= a (+ b 1)))`. One function for each kind of node. The links of
 * an else-if chain, which may be long, are printed one below the other in the list of the first
 * 'if'. */
#include "parser/print.h"

struct printer {
    FILE *out;
    int indent;
    const struct tree_notes *notes; /* NULL: none */
};

static void print_expr(struct printer *p, const struct expr *e);
static void print_stmt(struct printer *p, const struct stmt *s);
static void print_decl(struct printer *p, const struct decl *d);
static void print_init(struct printer *p, const struct init *i);
static void print_spec(struct printer *p, const struct spec *s);
static void print_declarator(struct printer *p, const struct declarator *d);

static void put(struct printer *p, const char *text)
{
    fputs(text, p->out);
}

/* A new line at the present depth. */
static void line(struct printer *p)
{
    fputc('\n', p->out);
    for (int i = 0; i < p->indent; i++)
        put(p, "  ");
}

static void print_exprs(struct printer *p, const expr_vec *v)
{
    for (int i = 0; i < v->n; i++) {
        put(p, " ");
        print_expr(p, v->at[i]);
    }
}

static void print_type_name(struct printer *p, const struct type_name *t)
{
    print_spec(p, t->spec);
    put(p, t->declarator ? " " : "");
    if (t->declarator)
        print_declarator(p, t->declarator);
}

static void print_clause(struct printer *p, const struct restrict_clause *c)
{
    if (!c)
        return;
    put(p, c->misplaced ? " (misplaced-restrict" : " (restrict");
    for (int i = 0; i < c->words.n; i++)
        fprintf(p->out, " %s", c->words.at[i].word);
    put(p, ")");
}

static void print_attrs(struct printer *p, const struct attr *a)
{
    for (; a; a = a->next) {
        fprintf(p->out, " (attr %s", a->name);
        if (a->arg) {
            put(p, " ");
            print_expr(p, a->arg);
        }
        put(p, ")");
    }
}

/* ---- specifiers and declarators ---- */

struct bit_name {
    unsigned bit;
    const char *name;
};

static void print_bits(struct printer *p, unsigned bits, const struct bit_name *names)
{
    for (; names->name; names++)
        if (bits & names->bit)
            fprintf(p->out, "%s ", names->name);
}

static const struct bit_name quals[] = {{QUAL_CONST, "const"},
                                        {QUAL_VOLATILE, "volatile"},
                                        {QUAL_RESTRICT, "restrict"},
                                        {QUAL_ATOMIC, "_Atomic"},
                                        {0, NULL}};

static void print_words(struct printer *p, const struct spec *s)
{
    static const struct bit_name words[] = {{WORD_SIGNED, "signed"},
                                            {WORD_UNSIGNED, "unsigned"},
                                            {WORD_COMPLEX, "_Complex"},
                                            {WORD_IMAGINARY, "_Imaginary"},
                                            {WORD_LONG2, "long"},
                                            {WORD_LONG, "long"},
                                            {WORD_SHORT, "short"},
                                            {WORD_VOID, "void"},
                                            {WORD_CHAR, "char"},
                                            {WORD_INT, "int"},
                                            {WORD_FLOAT, "float"},
                                            {WORD_DOUBLE, "double"},
                                            {WORD_BOOL, "_Bool"},
                                            {WORD_INT128, "__int128"},
                                            {WORD_BIT_INT, "_BitInt"},
                                            {WORD_FLOAT16, "_Float16"},
                                            {WORD_FLOAT128, "_Float128"},
                                            {WORD_FLOAT32, "_Float32"},
                                            {WORD_FLOAT64, "_Float64"},
                                            {WORD_FLOAT32X, "_Float32x"},
                                            {WORD_FLOAT64X, "_Float64x"},
                                            {WORD_VA_LIST, "__builtin_va_list"},
                                            {WORD_AUTO_TYPE, "__auto_type"},
                                            {0, NULL}};
    const char *space = "";
    for (const struct bit_name *n = words; n->name; n++)
        if (s->words & n->bit) {
            fprintf(p->out, "%s%s", space, n->name);
            space = " ";
        }
    if (s->words & WORD_DECIMAL)
        fprintf(p->out, "_Decimal%d", s->decimal_bits);
    if (!s->words)
        put(p, "implicit-int");
}

static void print_member(struct printer *p, const struct member_decl *m)
{
    line(p);
    if (m->static_assert_) {
        print_decl(p, m->static_assert_);
        return;
    }
    put(p, "(member ");
    print_spec(p, m->spec);
    for (int i = 0; i < m->members.n; i++) {
        put(p, " (");
        if (m->members.at[i].declarator)
            print_declarator(p, m->members.at[i].declarator);
        if (m->members.at[i].bits) {
            put(p, m->members.at[i].declarator ? " : " : ": ");
            print_expr(p, m->members.at[i].bits);
        }
        put(p, ")");
    }
    put(p, ")");
}

static void print_record(struct printer *p, const struct record_spec *r)
{
    fprintf(p->out, "(%s %s", r->is_union ? "union" : "struct", r->tag ? r->tag : "-");
    print_attrs(p, r->attrs);
    if (r->defined) {
        p->indent++;
        for (int i = 0; i < r->members.n; i++)
            print_member(p, r->members.at[i]);
        p->indent--;
    }
    put(p, r->defined && !r->members.n ? " {})" : ")");
}

static void print_enum(struct printer *p, const struct enum_spec *e)
{
    fprintf(p->out, "(enum %s", e->tag ? e->tag : "-");
    print_attrs(p, e->attrs);
    for (int i = 0; i < e->enumerators.n; i++) {
        fprintf(p->out, " (%s", e->enumerators.at[i]->name);
        if (e->enumerators.at[i]->value) {
            put(p, " ");
            print_expr(p, e->enumerators.at[i]->value);
        }
        put(p, ")");
    }
    put(p, ")");
}

static void print_amp(struct printer *p, const struct amp_spec *a)
{
    static const char *const names[] = {"none",
                                        "index",
                                        "extent",
                                        "tiled_extent",
                                        "tiled_index",
                                        "tile_barrier",
                                        "array_view",
                                        "array",
                                        "accelerator",
                                        "accelerator_view",
                                        "completion_future",
                                        "accelerator_list",
                                        "mode"};
    fprintf(p->out, "(amp %s", a->constant ? "constant_view" : names[a->type]);
    if (a->element) {
        put(p, " ");
        print_type_name(p, a->element);
    }
    print_exprs(p, &a->args);
    put(p, ")");
}

static void print_spec_type(struct printer *p, const struct spec *s)
{
    switch (s->kind) {
    case SPEC_WORDS:
        print_words(p, s);
        return;
    case SPEC_NAME:
        fprintf(p->out, "'%s", s->name);
        return;
    case SPEC_RECORD:
        print_record(p, s->record);
        return;
    case SPEC_ENUM:
        print_enum(p, s->enum_);
        return;
    case SPEC_TYPEOF_EXPR:
        put(p, "(typeof ");
        print_expr(p, s->typeof_expr);
        put(p, ")");
        return;
    case SPEC_TYPEOF_TYPE:
    case SPEC_ATOMIC_TYPE:
        put(p, s->kind == SPEC_ATOMIC_TYPE ? "(atomic " : "(typeof-type ");
        print_type_name(p, s->typeof_type);
        put(p, ")");
        return;
    case SPEC_AMP:
        print_amp(p, s->amp);
        return;
    case SPEC_ERROR:
        put(p, "error");
        return;
    }
}

static void print_spec(struct printer *p, const struct spec *s)
{
    static const struct bit_name storage[] = {
        {STORAGE_TYPEDEF, "typedef"},         {STORAGE_EXTERN, "extern"},
        {STORAGE_STATIC, "static"},           {STORAGE_AUTO, "auto"},
        {STORAGE_REGISTER, "register"},       {STORAGE_THREAD, "_Thread_local"},
        {STORAGE_TILE_STATIC, "tile_static"}, {STORAGE_INLINE, "inline"},
        {STORAGE_NORETURN, "_Noreturn"},      {0, NULL}};
    print_bits(p, s->storage, storage);
    print_bits(p, s->quals, quals);
    print_spec_type(p, s);
    if (s->alignas_expr) {
        put(p, " (alignas ");
        print_expr(p, s->alignas_expr);
        put(p, ")");
    }
    if (s->alignas_type) {
        put(p, " (alignas-type ");
        print_type_name(p, s->alignas_type);
        put(p, ")");
    }
    print_attrs(p, s->attrs);
    print_clause(p, s->restriction);
}

static void print_params(struct printer *p, struct param *const *params, int n)
{
    for (int i = 0; i < n; i++) {
        put(p, i ? ", " : "");
        if (params[i]->spec)
            print_spec(p, params[i]->spec);
        put(p, params[i]->spec && params[i]->declarator ? " " : "");
        if (params[i]->declarator)
            print_declarator(p, params[i]->declarator);
    }
}

static void print_deriv(struct printer *p, const struct deriv *v)
{
    switch (v->kind) {
    case DERIV_POINTER:
        put(p, " *");
        for (const struct bit_name *q = quals; q->name; q++)
            if (v->quals & q->bit)
                fprintf(p->out, " %s", q->name);
        return;
    case DERIV_REFERENCE:
        put(p, " &");
        return;
    case DERIV_ARRAY:
        put(p, v->is_static ? " [static " : " [");
        print_bits(p, v->quals, quals);
        if (v->star)
            put(p, "*");
        if (v->size)
            print_expr(p, v->size);
        put(p, "]");
        return;
    case DERIV_FUNCTION:
        put(p, v->prototype ? " fn(" : " old-fn(");
        print_params(p, v->params.at, v->params.n);
        put(p, v->variadic ? ", ...)" : ")");
        print_clause(p, v->restriction);
        return;
    }
}

static void print_declarator(struct printer *p, const struct declarator *d)
{
    put(p, d->name ? d->name : "-");
    for (const struct deriv *v = d->derivs; v; v = v->next)
        print_deriv(p, v);
    if (d->has_asm)
        put(p, " asm");
    print_attrs(p, d->attrs);
}

/* ---- expressions ---- */

static void print_designators(struct printer *p, const designator_vec *v)
{
    for (int i = 0; i < v->n; i++) {
        const struct designator *d = &v->at[i];
        if (d->name) {
            fprintf(p->out, ".%s", d->name);
            continue;
        }
        put(p, "[");
        print_expr(p, d->index);
        if (d->last) {
            put(p, " ... ");
            print_expr(p, d->last);
        }
        put(p, "]");
    }
}

static void print_init(struct printer *p, const struct init *i)
{
    if (i->expr) {
        print_expr(p, i->expr);
        return;
    }
    put(p, "{");
    for (int k = 0; k < i->items.n; k++) {
        put(p, k ? ", " : "");
        print_designators(p, &i->items.at[k].designators);
        put(p, i->items.at[k].designators.n ? " = " : "");
        print_init(p, i->items.at[k].init);
    }
    put(p, "}");
}

static void print_lambda(struct printer *p, const struct lambda *l)
{
    static const char *const modes[] = {"", " =", " &"};
    fprintf(p->out, "(lambda [%s", modes[l->default_mode]);
    for (int i = 0; i < l->captures.n; i++)
        fprintf(p->out, "%s%s", l->captures.at[i].mode == CAPTURE_REFERENCE ? " &" : " ",
                l->captures.at[i].name);
    put(p, " ]");
    if (l->has_params) {
        put(p, " (");
        print_params(p, l->params.at, l->params.n);
        put(p, ")");
    }
    put(p, l->is_mutable ? " mutable" : "");
    print_clause(p, l->restriction);
    if (l->result) {
        put(p, " -> ");
        print_type_name(p, l->result);
    }
    p->indent++;
    print_stmt(p, l->body);
    p->indent--;
    put(p, ")");
}

static void print_bracketed(struct printer *p, const struct type_name *t)
{
    if (!t)
        return;
    put(p, " <");
    print_type_name(p, t);
    put(p, ">");
}

/* "(word a b c args type)", with the operands that the node has. */
static void print_list(struct printer *p, const char *word, const struct expr *e)
{
    const struct expr *children[] = {e->a, e->b, e->c};
    bool type_first = e->kind == EXPR_CAST;
    fprintf(p->out, "(%s", word);
    if (type_first)
        print_bracketed(p, e->type_name);
    for (int i = 0; i < 3; i++)
        if (children[i]) {
            put(p, " ");
            print_expr(p, children[i]);
        }
    print_exprs(p, &e->args);
    if (!type_first)
        print_bracketed(p, e->type_name);
    if (e->kind == EXPR_TYPES_COMPATIBLE)
        print_bracketed(p, e->type_name2);
    if (e->kind == EXPR_OFFSETOF && e->designators.n) {
        put(p, " ");
        print_designators(p, &e->designators);
    }
    if (e->kind == EXPR_COMPOUND && e->init) {
        put(p, " ");
        print_init(p, e->init);
    }
    put(p, ")");
}

static void print_generic(struct printer *p, const struct expr *e)
{
    put(p, "(generic ");
    print_expr(p, e->a);
    for (int i = 0; i < e->assocs.n; i++) {
        put(p, " (");
        if (e->assocs.at[i].type_name)
            print_type_name(p, e->assocs.at[i].type_name);
        else
            put(p, "default");
        put(p, " : ");
        print_expr(p, e->assocs.at[i].expr);
        put(p, ")");
    }
    put(p, ")");
}

static void print_member_expr(struct printer *p, const struct expr *e)
{
    put(p, e->kind == EXPR_ARROW ? "(-> " : "(. ");
    print_expr(p, e->a);
    fprintf(p->out, " %s", e->name);
    if (e->template_loc.end) {
        put(p, " <");
        print_exprs(p, &e->template_args);
        if (e->type_name)
            print_type_name(p, e->type_name);
        put(p, " >");
    }
    put(p, ")");
}

static void print_operator(struct printer *p, const struct expr *e)
{
    char word[16];
    const char *before = e->op == OP_POSTINC || e->op == OP_POSTDEC ? "post" : "";
    const char *after = e->kind == EXPR_ASSIGN && e->op != OP_ASSIGN ? "=" : "";
    snprintf(word, sizeof word, "%s%s%s", before, op_text(e->op), after);
    print_list(p, word, e);
}

static void print_construct(struct printer *p, const struct expr *e)
{
    put(p, "(construct ");
    if (e->spec) /* else typing has made it, of an int or of {} */
        print_spec(p, e->spec);
    print_exprs(p, &e->args);
    put(p, ")");
}

static void print_statement_expr(struct printer *p, const struct expr *e)
{
    put(p, "(stmt-expr");
    p->indent++;
    print_stmt(p, e->body);
    p->indent--;
    put(p, ")");
}

static void print_strings(struct printer *p, const struct expr *e)
{
    fprintf(p->out, "%s", e->name);
    if (e->strings.n > 1)
        fprintf(p->out, "+%d", e->strings.n - 1);
}

static void print_bare(struct printer *p, const struct expr *e)
{
    static const char *const words[] = {[EXPR_PAREN] = "paren",
                                        [EXPR_CALL] = "call",
                                        [EXPR_SUBSCRIPT] = "[]",
                                        [EXPR_COND] = "?",
                                        [EXPR_CAST] = "cast",
                                        [EXPR_COMPOUND] = "compound",
                                        [EXPR_SIZEOF] = "sizeof",
                                        [EXPR_ALIGNOF] = "alignof",
                                        [EXPR_VA_ARG] = "va_arg",
                                        [EXPR_OFFSETOF] = "offsetof",
                                        [EXPR_TYPES_COMPATIBLE] = "types_compatible",
                                        [EXPR_CONVERTVECTOR] = "convertvector",
                                        [EXPR_CONVERT] = "convert"};
    switch (e->kind) {
    case EXPR_ERROR:
        put(p, "error");
        return;
    case EXPR_NAME:
        fprintf(p->out, "%s%s%s", e->ns ? e->ns : "", e->ns ? "::" : "", e->name);
        return;
    case EXPR_INT:
    case EXPR_CHAR:
    case EXPR_FLOAT:
        if (e->name)
            put(p, e->name);
        else /* typing has made it */
            fprintf(p->out, "%lld", e->value);
        return;
    case EXPR_STRING:
        print_strings(p, e);
        return;
    case EXPR_LABEL:
        fprintf(p->out, "(&& %s)", e->name);
        return;
    case EXPR_MEMBER:
    case EXPR_ARROW:
        print_member_expr(p, e);
        return;
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_ASSIGN:
        print_operator(p, e);
        return;
    case EXPR_GENERIC:
        print_generic(p, e);
        return;
    case EXPR_STMT:
        print_statement_expr(p, e);
        return;
    case EXPR_CONSTRUCT:
        print_construct(p, e);
        return;
    case EXPR_LAMBDA:
        print_lambda(p, e->lambda);
        return;
    case EXPR_PAREN:
    case EXPR_CALL:
    case EXPR_SUBSCRIPT:
    case EXPR_COND:
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_QUESTIONS:
    case EXPR_VA_ARG:
    case EXPR_CONVERTVECTOR:
    case EXPR_CONVERT:
        print_list(p, e->kind == EXPR_COND && !e->b ? "?:" : words[e->kind], e);
        return;
    }
}

/* ---- statements and declarations ---- */

static void print_expr(struct printer *p, const struct expr *e)
{
    print_bare(p, e);
    if (p->notes)
        put(p, p->notes->of_expr(p->notes->data, e));
}

static void print_optional(struct printer *p, const struct expr *e)
{
    put(p, " ");
    if (e)
        print_expr(p, e);
    else
        put(p, "-");
}

/* Prints a statement's operands before its body. */
static void print_head(struct printer *p, const struct stmt *s)
{
    if (s->name)
        fprintf(p->out, " %s", s->name);
    if (s->kind == STMT_FOR && !s->decl)
        print_optional(p, s->init);
    if (s->decl) {
        put(p, " ");
        print_decl(p, s->decl);
    }
    if (s->expr || s->kind == STMT_FOR)
        print_optional(p, s->expr);
    if (s->last)
        print_optional(p, s->last);
    if (s->kind == STMT_FOR)
        print_optional(p, s->step);
    print_exprs(p, &s->asm_exprs);
}

/* With all its else ifs. */
static void print_stmt(struct printer *p, const struct stmt *s)
{
    static const char *const words[] = {[STMT_ERROR] = "error",
                                        [STMT_EMPTY] = "empty",
                                        [STMT_EXPR] = "expr",
                                        [STMT_DECL] = "decl",
                                        [STMT_COMPOUND] = "block",
                                        [STMT_IF] = "if",
                                        [STMT_SWITCH] = "switch",
                                        [STMT_WHILE] = "while",
                                        [STMT_DO] = "do",
                                        [STMT_FOR] = "for",
                                        [STMT_GOTO] = "goto",
                                        [STMT_CONTINUE] = "continue",
                                        [STMT_BREAK] = "break",
                                        [STMT_RETURN] = "return",
                                        [STMT_LABEL] = "label",
                                        [STMT_CASE] = "case",
                                        [STMT_DEFAULT] = "default",
                                        [STMT_ASM] = "asm",
                                        [STMT_LOCAL_LABELS] = "local-labels"};
    line(p);
    if (s->kind == STMT_DECL) {
        print_decl(p, s->decl);
        return;
    }
    fprintf(p->out, "(%s", words[s->kind]);
    print_head(p, s);
    p->indent++;
    for (int i = 0; i < s->items.n; i++)
        print_stmt(p, s->items.at[i]);
    if (s->body)
        print_stmt(p, s->body);
    for (s = s->else_; s && s->kind == STMT_IF; s = s->else_) {
        line(p);
        put(p, "else-if ");
        print_expr(p, s->expr);
        print_stmt(p, s->body);
    }
    if (s)
        print_stmt(p, s);
    p->indent--;
    put(p, ")");
}

static void print_init_declarator(struct printer *p, const struct init_declarator *v)
{
    put(p, " (");
    print_declarator(p, v->declarator);
    print_clause(p, v->restriction);
    if (v->init) {
        put(p, " = ");
        print_init(p, v->init);
    }
    if (v->constructed) {
        put(p, " (construct");
        print_exprs(p, &v->args);
        put(p, ")");
    }
    put(p, ")");
}

static void print_function(struct printer *p, const struct decl *d)
{
    put(p, "(function ");
    print_spec(p, d->spec);
    put(p, " ");
    print_declarator(p, d->declarator);
    p->indent++;
    for (int i = 0; i < d->kr_params.n; i++) {
        line(p);
        print_decl(p, d->kr_params.at[i]);
    }
    print_stmt(p, d->body);
    p->indent--;
    put(p, ")");
}

static void print_decl(struct printer *p, const struct decl *d)
{
    switch (d->kind) {
    case DECL_ERROR:
        put(p, "(error)");
        return;
    case DECL_EMPTY:
        put(p, "(empty)");
        return;
    case DECL_ASM:
        put(p, "(asm)");
        return;
    case DECL_USING:
        put(p, "(using)");
        return;
    case DECL_STATIC_ASSERT:
        put(p, "(static-assert ");
        print_expr(p, d->assert_expr);
        put(p, ")");
        return;
    case DECL_FUNCTION:
        print_function(p, d);
        return;
    case DECL_VARS:
        put(p, "(vars ");
        print_spec(p, d->spec);
        for (int i = 0; i < d->declarators.n; i++)
            print_init_declarator(p, d->declarators.at[i]);
        put(p, ")");
        return;
    }
}

void tree_print(FILE *out, const struct unit *u, const struct tree_notes *notes)
{
    struct printer p = {out, 1, notes};
    fputs("(unit", out);
    for (int i = 0; i < u->decls.n; i++) {
        if (source_place(u->source, u->decls.at[i]->loc.begin).system)
            continue;
        line(&p);
        print_decl(&p, u->decls.at[i]);
    }
    fputs(")\n", out);
}
