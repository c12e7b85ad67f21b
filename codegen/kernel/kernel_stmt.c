/* kernel_stmt.c - statements in kernels' text. */
#include "codegen/kernel/kernel.h"

#include "parser/walk.h"

struct wide_ranges { /* of case labels in one switch */
    struct kernel_gen *g;
    stmt_vec found;
};

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

/* Whether the head of a loop may end the thread, and the loop with it. */
static bool loop_may_stop(struct kernel_gen *g, const struct stmt *s)
{
    return (kernel_may_stop(g, s->expr) || kernel_may_stop(g, s->init) ||
            kernel_may_stop(g, s->step) || kernel_decl_may_stop(g, s->decl)) &&
           !kernel_wait_follows(g, s);
}

/* Whether a statement is printed as several. */
static bool is_several(struct kernel_gen *g, const struct stmt *s)
{
    return (s->expr && kernel_hoists(g, s->expr)) ||
           (s->kind == STMT_EXPR && (kernel_may_stop(g, s->expr) || kernel_leaves(g, s->expr)));
}

/* The value of a condition or of a switch. If its evaluation may end the thread, prints it into a
 * variable, followed by the return. */
static const struct expr *head_value(struct kernel_gen *g, const struct expr *e, bool is_condition)
{
    struct expr *value;

    if (!kernel_may_stop(g, e))
        return NULL;
    value =
        kernel_temporary(g, is_condition ? type_basic(TYPE_INT) : e->type, SPACE_PRIVATE, e->loc);
    buf_printf(g->out, "if ((%s = ", value->name);
    if (is_condition) {
        kernel_condition(g, e, PREC_COND + 1);
        buf_add(g->out, " ? 1 : 0, 0)) ; else ");
    } else {
        kernel_expr(g, e, PREC_ASSIGN);
        buf_add(g->out, ", 0)) ; else ");
    }
    kernel_way_out(g, e);
    buf_add(g->out, " else ");
    return value;
}

/* The condition of a loop. */
static void loop_condition(struct kernel_gen *g, const struct stmt *s)
{
    if (!loop_may_stop(g, s) && !kernel_check_ends_loop(g, s)) {
        kernel_condition(g, s->expr, PREC_COMMA);
        return;
    }
    buf_add(g->out, "!ampc_s->ended");
    if (!s->expr)
        return;
    buf_add(g->out, " && (");
    kernel_condition(g, s->expr, PREC_COMMA);
    buf_add(g->out, ") && !ampc_s->ended");
}

static void way_out_line(struct kernel_gen *g, const void *node)
{
    kernel_line(g, (struct loc){0, 0});
    kernel_way_out(g, node);
    kernel_newline(g);
}

static void print_loop(struct kernel_gen *g, struct stmt *s,
                       void (*print)(struct kernel_gen *, struct stmt *))
{
    g->frame->loops++;
    if (!loop_may_stop(g, s)) {
        print(g, s);
        g->frame->loops--;
        return;
    }
    print_line(g, s->loc, "{");
    g->frame->indent++;
    print(g, s);
    g->frame->loops--;
    way_out_line(g, s);
    g->frame->indent--;
    print_line(g, (struct loc){0, 0}, "}");
}

/* The statement after "if (...)" and the like, from the end of that line on. Without braces if the
 * user wrote none, where no else could be taken for another if's. */
static void print_body(struct kernel_gen *g, struct stmt *s)
{
    bool is_block = s->kind == STMT_COMPOUND;
    bool has_braces = is_block || is_several(g, s);

    buf_add(g->out, has_braces ? " {" : "");
    kernel_newline(g);
    g->frame->indent++;
    if (is_block)
        kernel_block(g, s);
    else
        kernel_stmt(g, s);
    g->frame->indent--;
    if (has_braces)
        print_line(g, end_of(s->loc), "}");
}

static void print_arms(struct kernel_gen *g, struct stmt *s, bool once)
{
    kernel_hoist(g, s->expr);
    kernel_line(g, s->keyword_loc);
    for (;;) {
        const struct expr *value = head_value(g, s->expr, true);
        buf_add(g->out, once ? "AMPC_IF (" : "if (");
        kernel_condition(g, value ? value : s->expr, PREC_COMMA);
        buf_add(g->out, once ? ") AMPC_ONCE" : ")");
        print_body(g, s->body);
        if (!s->else_)
            return;
        kernel_line_with(g, s->else_->loc);
        buf_add(g->out, once ? "AMPC_ELSE" : "else");
        once = false;
        if (s->else_->kind != STMT_IF || kernel_meets(g, s->else_))
            break;
        buf_char(g->out, ' ');
        s = s->else_;
    }
    print_body(g, s->else_);
}

static void print_if(struct kernel_gen *g, struct stmt *s)
{
    enum kernel_meet how = kernel_meets(g, s);

    if (how != MEET_NOT)
        print_line(g, s->loc, "{");
    print_arms(g, s, how == MEET_ONCE && !kernel_may_stop(g, s->expr));
    if (how != MEET_NOT)
        print_line(g, end_of(s->loc), how == MEET_ONCE ? "}" : "AMPC_MEET }");
}

static void print_for(struct kernel_gen *g, struct stmt *s)
{
    bool is_inline = s->decl && kernel_decl_is_inline(g, s->decl);
    bool is_block = s->decl && !is_inline;

    if (is_block) { /* declarations that the head of a 'for' cannot have */
        print_line(g, s->loc, "{");
        g->frame->indent++;
        kernel_decl(g, s->decl);
    }
    kernel_line(g, s->keyword_loc);
    buf_printf(g->out, "%s%sfor (", kernel_differ(g, s), kernel_unroll(g, s));
    if (is_inline)
        kernel_decl_inline(g, s->decl);
    else if (s->init)
        kernel_effect(g, s->init);
    buf_add(g->out, ";");
    if (s->expr || loop_may_stop(g, s) || kernel_check_ends_loop(g, s)) {
        buf_char(g->out, ' ');
        loop_condition(g, s);
    }
    buf_add(g->out, ";");
    if (s->step) {
        buf_char(g->out, ' ');
        kernel_effect(g, s->step);
    }
    buf_char(g->out, ')');
    print_body(g, s->body);
    if (is_block) {
        g->frame->indent--;
        print_line(g, (struct loc){0, 0}, "}");
    }
}

static void print_do(struct kernel_gen *g, struct stmt *s)
{
    kernel_line(g, s->keyword_loc);
    buf_printf(g->out, "%s%sdo", kernel_differ(g, s), kernel_unroll(g, s));
    print_body(g, s->body);
    kernel_line(g, s->expr->loc);
    buf_add(g->out, "while (");
    loop_condition(g, s);
    buf_add(g->out, ");");
    kernel_newline(g);
}

/* Ranges of case labels with more values are tested by an if before the switch. */
enum { CASE_LIMIT = 1024 };

static bool is_wide(const struct stmt *s)
{
    return s->kind == STMT_CASE && s->last && s->last->value >= s->expr->value &&
           (unsigned long long)s->last->value - (unsigned long long)s->expr->value >= CASE_LIMIT;
}

static bool find_wide(struct walker *w, struct stmt *s)
{
    struct wide_ranges *ranges = w->data;

    if (is_wide(s))
        vec_push(&ranges->g->c->arena, &ranges->found, s);
    return s->kind != STMT_SWITCH;
}

/* Prints the value that a switch selects by: values in a wide range become the range's first. */
static void switch_value(struct kernel_gen *g, const struct stmt *s, const struct expr *value)
{
    struct wide_ranges ranges = {.g = g};
    struct walker w = {.data = &ranges, .stmt_pre = find_wide};

    walk_stmt(&w, s->body);
    if (ranges.found.n == 0) {
        kernel_expr(g, value, PREC_COMMA);
        return;
    }
    value = kernel_value_once(g, value);
    for (int i = 0; i < ranges.found.n; i++) {
        const struct stmt *label = ranges.found.at[i];
        kernel_expr(g, value, PREC_RELATION + 1);
        buf_add(g->out, " >= ");
        kernel_integer(g, label->expr->value, value->type, PREC_RELATION + 1);
        buf_add(g->out, " && ");
        kernel_expr(g, value, PREC_RELATION + 1);
        buf_add(g->out, " <= ");
        kernel_integer(g, label->last->value, value->type, PREC_RELATION + 1);
        buf_add(g->out, " ? ");
        kernel_integer(g, label->expr->value, value->type, PREC_OR);
        buf_add(g->out, " : ");
    }
    kernel_expr(g, value, PREC_COND);
}

static void print_headed(struct kernel_gen *g, struct stmt *s, const char *keyword)
{
    const struct expr *value = NULL;

    if (s->kind == STMT_SWITCH)
        kernel_hoist(g, s->expr);
    kernel_line(g, s->keyword_loc);
    if (s->kind == STMT_SWITCH)
        value = head_value(g, s->expr, false);
    if (s->kind == STMT_WHILE)
        buf_printf(g->out, "%s%s", kernel_differ(g, s), kernel_unroll(g, s));
    buf_printf(g->out, "%s (", keyword);
    if (s->kind == STMT_WHILE)
        loop_condition(g, s);
    else
        switch_value(g, s, value ? value : s->expr);
    buf_char(g->out, ')');
    print_body(g, s->body);
}

static void print_while(struct kernel_gen *g, struct stmt *s)
{
    print_headed(g, s, "while");
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
        kernel_pointer(g, s->expr, in->symbol->type->base, in->result, PREC_COMMA);
        buf_char(g->out, ';');
    } else if (s->expr) { /* a kernel's value is not used */
        buf_add(g->out, "{ ");
        kernel_effect(g, s->expr);
        buf_add(g->out, "; return; }");
    } else {
        buf_add(g->out, kernel_meets(g, s) ? "{ AMPC_MEET return; }" : "return;");
    }
    kernel_newline(g);
}

static void print_case(struct kernel_gen *g, struct stmt *s)
{
    long long first = s->expr->value, last = s->last ? s->last->value : first;

    kernel_line(g, s->keyword_loc);
    if (!s->expr->constant || (s->last && !s->last->constant)) {
        kernel_unsupported(g, s->expr->loc, "this case label is not supported in a kernel");
        return;
    }
    if (last < first) /* no value at all */
        return;
    if (is_wide(s))
        last = first;
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
    g->frame->indent--;
    if (s->kind == STMT_CASE) {
        print_case(g, s);
    } else {
        kernel_line(g, s->keyword_loc);
        buf_add(g->out, "default:");
    }
    if (!s->body || s->body->kind == STMT_EMPTY || s->body->kind == STMT_DECL)
        buf_add(g->out, " ;");
    kernel_newline(g);
    g->frame->indent++;
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
        if (kernel_may_stop(g, s->expr)) {
            buf_char(g->out, ' ');
            kernel_way_out(g, s);
        } else if (kernel_leaves(g, s->expr)) {
            buf_char(g->out, ' ');
            kernel_leave(g);
        }
        kernel_newline(g);
        break;
    case STMT_DECL:
        kernel_decl(g, s->decl);
        if (kernel_decl_may_stop(g, s->decl))
            way_out_line(g, s);
        break;
    case STMT_COMPOUND:
        print_line(g, s->loc, "{");
        g->frame->indent++;
        kernel_block(g, s);
        g->frame->indent--;
        print_line(g, end_of(s->loc), "}");
        break;
    case STMT_IF:
        print_if(g, s);
        break;
    case STMT_SWITCH:
        print_headed(g, s, "switch");
        break;
    case STMT_WHILE:
        print_loop(g, s, print_while);
        break;
    case STMT_DO:
        print_loop(g, s, print_do);
        break;
    case STMT_FOR:
        print_loop(g, s, print_for);
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
