/* statements.c - declarations and statements. */
#include "gen.h"

#include <string.h>

struct context where;
static int loops, switches; /* around the statement */

static void block(int depth, bool braces);

void hash_var(const struct var *v)
{
    const struct type *t = v->type;

    if (v->kind != OBJECT || !v->hashed)
        return;
    if (t->kind == SCALAR || t->kind == STRUCT)
        emit("h = %s(h, %s);\n", hash_name(t), v->name);
    else if (t->kind == ARRAY && (t->of->kind == SCALAR || t->of->kind == STRUCT))
        emit("for (int q = 0; q < %d; q++) h = %s(h, %s[q]);\n", t->n, hash_name(t->of), v->name);
}

static void leave_scope(int before)
{
    if (!where.in_expression)
        for (int k = before; k < vars_n; k++)
            hash_var(&vars[k]);
    vars_n = before;
}

static bool view_call(void)
{
    for (int tries = 0; tries < 10 && vars_n; tries++) {
        struct var *v = &vars[pick((unsigned)vars_n)];
        if (v->kind != VIEW || v->whole || v->type != &basic[INT] ||
            v->objects & (never.r | never.w))
            continue;
        if (v->rank == 1 && !v->fixed[0] && (v->read_only || chance(50))) {
            emit("h = mix(h, (unsigned)last(%s, %u));\n", v->name, pick(5));
            acc.r |= v->objects;
            return true;
        }
        if (!v->read_only && ((v->rank == 1 && v->dims[0] > 1 && !v->fixed[0]) ||
                              (v->rank == 2 && v->fixed[0] && v->dims[1] > 1))) {
            emit("put(%s%s, %u, 77);\n", v->name, v->rank == 2 ? format("[%s]", v->fixed[0]) : "",
                 pick(5));
            acc.w |= v->objects;
            return true;
        }
    }
    return false;
}

/* Has no side effects and reads nothing but what it was made of. */
static bool is_safe(const char *s)
{
    return !strchr(s, '=') && !strstr(s, "++") && !strstr(s, "--") && !strchr(s, '{') &&
           !strstr(s, "f");
}

static bool move_pointer(void)
{
    for (int k = vars_n - 1; k >= 0; k--)
        if (vars[k].kind == POINTER && vars[k].other && !(vars[k].self & (never.r | never.w)) &&
            chance(60)) {
            emit("%s = %s;\n", vars[k].name, vars[k].other);
            acc.w |= vars[k].self;
            acc.r |= vars[k].objects;
            return true;
        }
    return false;
}

static char *view_text(const struct var *v, int rank)
{
    return format("array_view<%s%s, %d>", v->read_only ? "const " : "", plain_name(v->type), rank);
}

/* A row or a section of a view. */
static bool part_of_view(void)
{
    for (int tries = 0; tries < 10; tries++) {
        struct var *v = &vars[pick((unsigned)vars_n)], p = *v;
        if (v->kind != VIEW || v->whole)
            continue;
        p.name = new_name("part");
        if (v->rank > 1 && chance(60)) {
            p.rank--;
            memmove(p.dims, v->dims + 1, sizeof p.dims - sizeof p.dims[0]);
            memmove(p.fixed, v->fixed + 1, sizeof p.fixed - sizeof p.fixed[0]);
            emit("%s %s = %s[%s];\n", view_text(v, p.rank), p.name, v->name,
                 v->fixed[0] ? v->fixed[0] : subscript(v->dims[0], 1).s);
        } else {
            char *at = "", *size = "";
            for (int k = 0; k < v->rank; k++) {
                int begin = v->fixed[k] ? 0 : (int)pick((unsigned)v->dims[k]),
                    n = v->fixed[k] ? v->dims[k] : 1 + (int)pick((unsigned)(v->dims[k] - begin));
                at = format("%s%s%d", at, k ? ", " : "", begin);
                size = format("%s%s%d", size, k ? ", " : "", n);
                p.dims[k] = n;
            }
            if (chance(50))
                emit("%s %s = %s.section(%s, %s);\n", view_text(v, p.rank), p.name, v->name, at,
                     size);
            else
                emit("%s %s = %s.section(index<%d>(%s), extent<%d>(%s));\n", view_text(v, p.rank),
                     p.name, v->name, p.rank, at, p.rank, size);
        }
        add_var(p);
        return true;
    }
    return false;
}

/* A pointer: to an object, to one of two, or with a second one to assign later. False: there is
 * nothing to point to. */
static bool pointer_declaration(char *name)
{
    int n = chance(50) ? 1 : 2 + (int)pick(3);
    bool is_const = chance(35);
    const struct type *t = any_element();
    const char *base;
    mask objects = 0, others = 0, self = 0;
    char *init = pointer_to(t, n, !is_const, 1, &objects, &base), *second = NULL;

    if (!init)
        return false;
    if (chance(50))
        second = pointer_to(t, n, !is_const, 1, &others, NULL);
    if (second) {
        objects |= others;
        base = NULL;
        if (chance(50)) {
            init = format("%s ? %s : %s", expr(1).s, init, second);
            second = NULL;
        } else if (is_safe(second)) {
            self = new_object();
        } else {
            second = NULL;
        }
    }
    emit("%s%s = %s;\n", is_const ? "const " : "",
         declare(t, format(self || chance(80) ? "*%s" : "*const %s", name)), init);
    add_var((struct var){.name = name,
                         .type = t,
                         .kind = POINTER,
                         .n = n,
                         .objects = objects | self,
                         .self = self,
                         .read_only = is_const,
                         .base = base,
                         .other = second});
    return true;
}

void declaration(int depth)
{
    const struct type *t = any_object();
    char *name = new_name("x"), *init;
    mask objects;
    bool is_const;

    never = acc = (struct effects){0, 0};
    if (chance(25)) {
        if (pointer_declaration(name))
            return;
        t = any_object();
    }
    if (chance(15) && part_of_view())
        return;
    if (chance(10)) {
        t = any_scalar();
        emit("static const %s = %s;\n", declare(array_of(t, 4), name),
             initializer(array_of(t, 4), 0, true));
        add_var((struct var){.name = name, .type = array_of(t, 4), .read_only = true});
        return;
    }
    init = t->kind == STRUCT && chance(60) ? struct_value(t, depth) : initializer(t, depth, false);
    objects = new_object();
    is_const = chance(15);
    emit("%s%s = %s;\n", is_const ? "const " : "", declare(t, name), init);
    add_var((struct var){
        .name = name, .type = t, .objects = objects, .read_only = is_const, .hashed = true});
}

static void copy_struct(int depth)
{
    for (int tries = 0; tries < 6; tries++) {
        struct var *v = any_var(true);
        if (v && v->kind != INTEGER && v->type->kind == STRUCT) {
            struct unsequenced u = begin_operands();
            char *to = access_var(v, depth), *value;
            never.w |= v->objects;
            between();
            value = struct_value(v->type, depth);
            end_operands(u);
            acc.w |= v->objects;
            emit("%s = %s;\n", to, value);
            return;
        }
    }
    emit("%s;\n", assignment(depth).s);
}

static void condition_statement(int depth)
{
    emit("if (%s) ", expr(3).s);
    block(depth, chance(60));
    if (chance(40)) {
        emit("else ");
        block(depth, chance(60));
    }
}

static void loop_body(int depth)
{
    loops++;
    int saved = switches;
    switches = 0;
    block(depth, true);
    switches = saved;
    loops--;
}

static void loop(int depth)
{
    char *i = new_name("i");
    int n = 1 + (int)pick(6), before = vars_n;
    struct var v = {.name = i, .kind = INTEGER, .lo = 0, .hi = n - 1};
    switch (pick(6)) {
    case 0:
        emit("for (%s %s = %d; %s >= 0; %s--) ", chance(50) ? "int" : "long", i, n - 1, i, i);
        break;
    case 1:
        emit("for (int %s = 0, %s_e = %d; %s < %s_e; ++%s) ", i, i, n, i, i, i);
        break;
    case 2:
        emit("{ int %s = %d; while (%s-- > 0) ", i, n, i);
        add_var(v);
        loop_body(depth);
        emit("}\n");
        vars_n = before;
        return;
    case 3:
        emit("{ unsigned char %s = 0; do { const int %s_k = %s; ", i, i, i);
        v.name = format("%s_k", i);
        add_var(v);
        loops++;
        int saved = switches;
        switches = 0;
        for (int k = 1 + (int)pick(3); k > 0; k--)
            statement(depth - 1);
        leave_scope(before);
        switches = saved;
        loops--;
        emit("} while (++%s < %d && (%s)); }\n", i, n, expr(2).s);
        return;
    default:
        emit("for (%s %s = 0; %s < %d%s; %s) ", chance(70) ? "int" : "unsigned", i, i, n,
             chance(20) ? format(" && (%s)", expr(2).s) : "",
             chance(50) ? format("%s++", i) : format("%s += %d", i, 1 + (int)pick(2)));
        break;
    }
    add_var(v);
    loop_body(depth);
    vars_n = before;
}

static void switch_statement(int depth)
{
    int n = 1 + (int)pick(4), at = 0;
    bool has_default = chance(60);
    struct ex e = integer_expr(2);
    emit("switch (%s) {\n", chance(60)   ? format("%s & 7", e.s)
                            : chance(50) ? format("(unsigned)%s %% 5", e.s)
                                         : e.s);
    switches++;
    for (int k = 0; k < n; k++) {
        if (has_default && (int)pick((unsigned)n) == k) {
            emit("default:\n");
            has_default = false;
        }
        if (chance(20)) {
            emit("case %d ... %d:\n", at, at + 1);
            at++;
        } else if (chance(15)) {
            emit("case %d: case 'a' + %d:\n", at, at);
        } else {
            emit("case %d:\n", at);
        }
        at += 1 + (int)pick(2);
        block(depth, chance(50));
        if (chance(75))
            emit("break;\n");
    }
    if (has_default && chance(50))
        emit("default: ;\n");
    switches--;
    emit("}\n");
}

static void jump(void)
{
    if (loops && chance(60))
        emit("if (%s) %s;\n", expr(2).s,
             chance(50) && !switches ? "break"
             : chance(50)            ? "continue"
             : switches              ? "break"
                                     : "continue");
    else if (where.in_function && where.result >= 0 && chance(50))
        emit("if (%s) return %s;\n", expr(2).s, converted(expr(2), where.result));
    else if (!where.in_function && !where.tiled && chance(50))
        emit("if (%s) return;\n", expr(2).s);
    else
        emit("%s;\n", assignment(2).s);
}

void statement(int depth)
{
    acc = where.in_expression ? acc : (struct effects){0, 0};
    never = where.in_expression ? never : (struct effects){0, 0};
    where.budget--;
    if (depth <= 0 || where.budget <= 0 || where.plain) {
        emit("%s;\n", assignment(2).s);
        return;
    }
    switch (pick(17)) {
    case 0:
    case 1:
        condition_statement(depth - 1);
        break;
    case 2:
    case 3:
        loop(depth - 1);
        break;
    case 4:
        switch_statement(depth - 1);
        break;
    case 5:
        jump();
        break;
    case 6:
        copy_struct(2);
        break;
    case 7:
        if (functions_n)
            emit("%s%s;\n", chance(50) ? "(void)" : "",
                 call(&functions[pick((unsigned)functions_n)], 2));
        else
            emit(";\n");
        break;
    case 8:
        emit("%s;\n", expr(3).s);
        break;
    case 14:
        if (!where.in_expression && !where.in_function && view_call())
            break;
        if (!move_pointer())
            emit("%s;\n", expr(3).s);
        break;
    case 15:
        if (where.atomics && !where.in_function && !where.in_expression) {
            struct unsequenced u = begin_operands();
            struct ex k = subscript(4, 1), e;
            between();
            e = integer_expr(2);
            end_operands(u);
            emit("(void)" KERNEL_HOST("atomic_fetch", "host") "_%s(&atom%d(%s), %s);\n",
                 where.atomics > 3   ? "max"
                 : where.atomics > 2 ? "xor"
                 : where.atomics > 1 ? "add"
                                     : "sub",
                 where.kernel, k.s, e.s);
        } else {
            emit("%s;\n", assignment(2).s);
        }
        break;
    case 9:
        block(depth - 1, true);
        break;
    default:
        emit("%s;\n", assignment(3).s);
        break;
    }
}

static void block(int depth, bool braces)
{
    int before = vars_n;
    if (!braces) {
        statement(0);
        return;
    }
    emit("{\n");
    for (int k = (int)pick(3); k > 0; k--)
        declaration(2);
    for (int k = 1 + (int)pick(4); k > 0; k--)
        statement(depth);
    leave_scope(before);
    emit("}\n");
}
