/* functions.c - structs, constant tables and functions that both sides use. */
#include "gen.h"

#include <stdlib.h>
#include <string.h>

static void hash_member(const struct type *t, char *s)
{
    if (t->kind == SCALAR)
        printf("    h = %s(h, %s);\n", hash_name(t), s);
    else if (t->kind == ARRAY)
        for (int k = 0; k < t->n; k++)
            hash_member(t->of, format("%s[%d]", s, k));
    else if (t->kind == STRUCT)
        for (int k = 0; k < t->fields; k++)
            hash_member(t->field[k], format("%s.m%d", s, k));
    else
        hash_member(t->field[0], format("%s.m0", s));
}

static void fill_member(const struct type *t, char *s)
{
    if (t->kind == SCALAR)
        printf("    %s = (%s)random_value();\n", s,
               floating(t->scalar) ? "short" : scalars[t->scalar].name[0]);
    else if (t->kind == ARRAY)
        for (int k = 0; k < t->n; k++)
            fill_member(t->of, format("%s[%d]", s, k));
    else
        for (int k = 0; k < (t->kind == UNION ? 1 : t->fields); k++)
            fill_member(t->field[k], format("%s.m%d", s, k));
}

void make_struct(void)
{
    struct type *s = &structs[structs_n];
    bool is_union = chance(20);
    s->kind = is_union ? UNION : STRUCT;
    s->name = format(is_union ? "union s%d" : "struct s%d", structs_n);
    s->fields = is_union ? 3 : 1 + (int)pick(4);
    for (int k = 0; k < s->fields; k++) {
        const struct type *t =
            structs_n && chance(25) ? &structs[pick((unsigned)structs_n)] : any_scalar();
        s->field[k] = chance(25) ? array_of(t, 1 + (int)pick(4)) : t;
    }
    if (is_union) {
        s->field[0] = &basic[UINT];
        s->field[1] = array_of(&basic[chance(50) ? USHORT : SHORT], 2);
        s->field[2] = chance(50) ? &basic[INT] : array_of(&basic[UCHAR], 4);
    }
    printf("%s {\n", s->name);
    for (int k = 0; k < s->fields; k++)
        printf("    %s;\n", declare(s->field[k], format("m%d", k)));
    printf("};\nstatic unsigned long hash_%s(unsigned long h, %s v) restrict(cpu, amp)\n{\n",
           tag(s), s->name);
    hash_member(s, "v");
    printf("    return h;\n}\nstatic void fill_%s(%s *p)\n{\n", tag(s), s->name);
    fill_member(s, "(*p)");
    printf("}\n");
    structs_n++;
}

void make_table(void)
{
    const struct type *t = array_of(any_element(), 4);
    char *name;
    if (chance(30))
        t = array_of(t, 2);
    name = new_name("table");
    printf("static const %s = %s;\n", declare(t, name), initializer(t, 0, true));
    add_var((struct var){.name = name, .type = t, .read_only = true});
}

/* Gives the text of the parameters. */
static char *make_params(struct function *f)
{
    char *params = "";

    for (int k = 0; k < f->params; k++) {
        struct var v = {.name = new_name("p"), .kind = OBJECT, .objects = new_object()};
        v.type = f->param[k] = any_element();
        if (chance(45)) {
            f->pointer_n[k] = v.n = chance(50) ? 1 : 4;
            f->is_const[k] = v.read_only = chance(40);
            v.kind = POINTER;
            v.objects = 1; /* they may lead to the same */
            params = format("%s%s%s%s", params, k ? ", " : "", v.read_only ? "const " : "",
                            v.n > 1 && chance(40) ? declare(array_of(v.type, v.n), v.name)
                                                  : declare(v.type, format("*%s", v.name)));
        } else {
            params = format("%s%s%s", params, k ? ", " : "", declare(v.type, v.name));
        }
        add_var(v);
    }
    return params;
}

static char *function_body(const struct function *f, int locals)
{
    char *text;
    size_t n;

    out = open_memstream(&text, &n);
    where.in_function = true;
    where.result = f->result;
    where.budget = 12;
    emit("{\nunsigned long h = 17;\n");
    for (int k = (int)pick(3); k > 0; k--)
        declaration(2);
    for (int k = 1 + (int)pick(4); k > 0; k--)
        statement(3);
    acc = (struct effects){0, 0};
    for (int k = locals; k < vars_n; k++)
        hash_var(&vars[k]);
    if (f->result >= 0)
        emit("return %s + (%s)(h & 1023);\n", to_integer(expr(2)).s,
             f->result == BOOL ? "int" : scalars[f->result].name[0]);
    else
        emit("(void)h;\nreturn %s;\n", struct_value(&structs[-1 - f->result], 2));
    emit("}\n");
    fclose(out);
    where.in_function = false;
    return text;
}

static const char *result_name(const struct function *f)
{
    return f->result >= 0 ? scalar_name(f->result) : structs[-1 - f->result].name;
}

/* A lambda in a kernel, a nested function on the host, that names what nothing changes: it may be
 * called from here on. */
void make_closure(void)
{
    struct function *f = &functions[functions_n];
    struct var all[sizeof vars / sizeof *vars];
    int before, all_n = vars_n, objects = objects_n, budget = where.budget;
    FILE *outside = out;
    char *params, *text;
    const char *result;

    for (int k = (int)pick(3); k > 0; k--) { /* more that it may capture */
        int t = (int)pick(SCALARS);
        char *name = new_name("k");
        acc = never = (struct effects){0, 0};
        emit("const %s %s = %s;\n", scalar_name(t), name, converted(expr(2), t));
        add_var((struct var){.name = name, .type = &basic[t], .read_only = true});
    }
    all_n = vars_n;
    memcpy(all, vars, sizeof vars);
    vars_n = 0;
    for (int k = 0; k < all_n; k++)
        if (all[k].kind == INTEGER ||
            (all[k].read_only && !all[k].objects && !all[k].by_reference && all[k].kind != POINTER))
            vars[vars_n++] = all[k];
    *f = (struct function){.name = new_name("f"), .result = (int)pick(SCALARS)};
    f->params = (int)pick(4);
    before = vars_n;
    params = make_params(f);
    text = function_body(f, before + f->params);
    result = result_name(f);
    out = outside;
    emit(KERNEL_HOST("auto %s = [=](%s) -> %s ", "%s %s(%s) ") "%s" KERNEL_HOST(";", "") "\n",
         f->name, params, result, result, f->name, params, text);
    memcpy(vars, all, sizeof vars);
    vars_n = all_n;
    objects_n = objects;
    where.budget = budget;
    functions_n++;
}

void make_function(void)
{
    struct function *f = &functions[functions_n];
    int before = vars_n;
    char *params, *text;
    const char *result;
    bool is_extern;

    f->name = new_name("f");
    f->result = structs_n && chance(20) ? -1 - (int)pick((unsigned)structs_n) : (int)pick(SCALARS);
    f->params = 1 + (int)pick(4);
    objects_n = 0;
    params = make_params(f);
    text = function_body(f, before + f->params);
    is_extern = chance(15);
    result = result_name(f);
    if (is_extern)
        printf("%s %s(%s) restrict(cpu, amp);\n", result, f->name, params);
    printf("%s%s %s(%s) restrict(cpu, amp)\n%s", is_extern ? "" : "static ", result, f->name,
           params, text);
    vars_n = before;
    functions_n++;
}
