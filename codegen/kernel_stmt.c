#include "codegen/kernel.h"

static struct loc end_of(struct loc loc)
{
    return (struct loc){loc.end ? loc.end - 1 : 0, loc.end};
}

static void print_line(struct kernel_gen *g, struct loc loc, const char *text)
{
    kernel_line(g, loc);
    buf_add(g->out, text);
    kernel_newline(g);
}

/* The statement after "if (...)" and the like, from the end of that line on. Without braces as the
 * user wrote it: no else can change its if then. */
static void print_body(struct kernel_gen *g, struct stmt *s)
{
    bool is_block = s->kind == STMT_COMPOUND;
    bool has_braces = is_block || (s->expr && kernel_hoists(g, s->expr));

    buf_add(g->out, has_braces ? " {" : "");
    kernel_newline(g);
    g->indent++;
    if (is_block)
        kernel_block(g, s);
    else
        kernel_stmt(g, s);
    g->indent--;
    if (has_braces)
        print_line(g, end_of(s->loc), "}");
}

static void print_if(struct kernel_gen *g, struct stmt *s)
{
    kernel_hoist(g, s->expr);
    kernel_line(g, s->keyword_loc);
    for (;;) {
        buf_add(g->out, "if (");
        kernel_condition(g, s->expr, PREC_COMMA);
        buf_char(g->out, ')');
        print_body(g, s->body);
        if (!s->else_)
            return;
        kernel_line_with(g, s->else_->loc);
        buf_add(g->out, "else");
        if (s->else_->kind != STMT_IF)
            break;
        buf_char(g->out, ' ');
        s = s->else_;
    }
    print_body(g, s->else_);
}

static void print_for(struct kernel_gen *g, struct stmt *s)
{
    bool is_inline = s->decl && kernel_decl_is_inline(g, s->decl);
    bool is_block = s->decl && !is_inline;

    if (is_block) { /* declarations that one 'for' cannot hold */
        print_line(g, s->loc, "{");
        g->indent++;
        kernel_decl(g, s->decl);
    }
    kernel_line(g, s->keyword_loc);
    buf_add(g->out, "for (");
    if (is_inline)
        kernel_decl_inline(g, s->decl);
    else if (s->init)
        kernel_effect(g, s->init);
    buf_add(g->out, ";");
    if (s->expr) {
        buf_char(g->out, ' ');
        kernel_condition(g, s->expr, PREC_COMMA);
    }
    buf_add(g->out, ";");
    if (s->step) {
        buf_char(g->out, ' ');
        kernel_effect(g, s->step);
    }
    buf_char(g->out, ')');
    print_body(g, s->body);
    if (is_block) {
        g->indent--;
        print_line(g, (struct loc){0, 0}, "}");
    }
}

static void print_do(struct kernel_gen *g, struct stmt *s)
{
    kernel_line(g, s->keyword_loc);
    buf_add(g->out, "do");
    print_body(g, s->body);
    kernel_line(g, s->expr->loc);
    buf_add(g->out, "while (");
    kernel_condition(g, s->expr, PREC_COMMA);
    buf_add(g->out, ");");
    kernel_newline(g);
}

static void print_headed(struct kernel_gen *g, struct stmt *s, const char *keyword)
{
    if (s->kind == STMT_SWITCH)
        kernel_hoist(g, s->expr);
    kernel_line(g, s->keyword_loc);
    buf_printf(g->out, "%s (", keyword);
    if (s->kind == STMT_WHILE)
        kernel_condition(g, s->expr, PREC_COMMA);
    else
        kernel_expr(g, s->expr, PREC_COMMA);
    buf_char(g->out, ')');
    print_body(g, s->body);
}

static void print_return(struct kernel_gen *g, struct stmt *s)
{
    const struct kernel_instance *in = g->frame->instance;

    if (s->expr)
        kernel_hoist(g, s->expr);
    kernel_line(g, s->keyword_loc);
    if (s->expr && s->expr->type->kind == TYPE_VOID) { /* return f(); in a void function */
        buf_add(g->out, "{ ");
        kernel_effect(g, s->expr);
        buf_add(g->out, "; return; }");
    } else if (s->expr && in) {
        buf_add(g->out, "return ");
        kernel_convert(g, s->expr, in->symbol->type->base, PREC_COMMA);
        buf_char(g->out, ';');
    } else if (s->expr) { /* a lambda's value goes nowhere */
        buf_add(g->out, "{ ");
        kernel_effect(g, s->expr);
        buf_add(g->out, "; return; }");
    } else {
        buf_add(g->out, "return;");
    }
    kernel_newline(g);
}

static void print_case(struct kernel_gen *g, struct stmt *s)
{
    enum { CASE_LIMIT = 1024 };
    long long first = s->expr->value, last = s->last ? s->last->value : first;

    kernel_line(g, s->keyword_loc);
    if (!s->expr->constant || (s->last && !s->last->constant)) {
        kernel_unsupported(g, s->expr->loc, "this case label is not supported in a kernel");
        return;
    }
    if (last < first || last - first >= CASE_LIMIT) {
        kernel_unsupported(g, s->expr->loc,
                           "a case range of more than %d values is not supported in a kernel",
                           CASE_LIMIT);
        return;
    }
    for (long long v = first;; v++) {
        buf_add(g->out, v > first ? " case " : "case ");
        kernel_integer(g, v, s->expr->type, PREC_COND);
        buf_char(g->out, ':');
        if (v == last)
            break;
    }
}

/* case and default with what follows them. */
static void print_label(struct kernel_gen *g, struct stmt *s)
{
    g->indent--;
    if (s->kind == STMT_CASE) {
        print_case(g, s);
    } else {
        kernel_line(g, s->keyword_loc);
        buf_add(g->out, "default:");
    }
    if (!s->body || s->body->kind == STMT_EMPTY || s->body->kind == STMT_DECL)
        buf_add(g->out, " ;");
    kernel_newline(g);
    g->indent++;
    if (s->body && s->body->kind != STMT_EMPTY)
        kernel_stmt(g, s->body);
}

static void refuse(struct kernel_gen *g, const struct stmt *s, const char *what)
{
    kernel_unsupported(g, s->loc, "%s is not supported in a kernel", what);
}

void kernel_block(struct kernel_gen *g, struct stmt *s)
{
    for (int i = 0; i < s->items.n; i++)
        kernel_stmt(g, s->items.at[i]);
}

void kernel_stmt(struct kernel_gen *g, struct stmt *s)
{
    switch (s->kind) {
    case STMT_EMPTY:
        print_line(g, s->loc, ";");
        break;
    case STMT_EXPR:
        kernel_hoist(g, s->expr);
        kernel_line(g, s->loc);
        kernel_effect(g, s->expr);
        buf_char(g->out, ';');
        kernel_newline(g);
        break;
    case STMT_DECL:
        kernel_decl(g, s->decl);
        break;
    case STMT_COMPOUND:
        print_line(g, s->loc, "{");
        g->indent++;
        kernel_block(g, s);
        g->indent--;
        print_line(g, end_of(s->loc), "}");
        break;
    case STMT_IF:
        print_if(g, s);
        break;
    case STMT_SWITCH:
        print_headed(g, s, "switch");
        break;
    case STMT_WHILE:
        print_headed(g, s, "while");
        break;
    case STMT_DO:
        print_do(g, s);
        break;
    case STMT_FOR:
        print_for(g, s);
        break;
    case STMT_CONTINUE:
        print_line(g, s->loc, "continue;");
        break;
    case STMT_BREAK:
        print_line(g, s->loc, "break;");
        break;
    case STMT_RETURN:
        print_return(g, s);
        break;
    case STMT_CASE:
    case STMT_DEFAULT:
        print_label(g, s);
        break;
    case STMT_GOTO:
        refuse(g, s, "goto");
        break;
    case STMT_LABEL:
    case STMT_LOCAL_LABELS:
        refuse(g, s, "a label");
        break;
    case STMT_ASM:
        refuse(g, s, "asm");
        break;
    case STMT_ERROR:
        refuse(g, s, "this statement");
        break;
    }
}
