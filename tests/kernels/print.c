/* print.c - the functions of a kernel's program: the body on the host, and both runs. */
#include "gen.h"

#include <string.h>

static char *dims_text(const struct var *v)
{
    char *s = format("%d", v->dims[0]);
    for (int k = 1; k < v->rank; k++)
        s = format("%s, %d", s, v->dims[k]);
    return s;
}

static char *view_type(const struct view *w)
{
    return format("array_view<%s%s, %d>", w->input ? "const " : "", plain_name(w->v.type),
                  w->v.rank);
}

static void print_host(const struct kernel *k, const char *body)
{
    printf("struct args%d {\n", k->n);
    for (int j = 0; j < k->views_n; j++)
        printf("    %s %s;\n", view_type(&k->views[j]), k->views[j].v.name);
    for (int j = 0; j < k->captures_n; j++)
        printf("    %s;\n", declare(k->captures[j].type, k->captures[j].name));
    printf("};\nstatic void host%d(const struct args%d *args, %s) restrict(cpu)\n{\n", k->n, k->n,
           where.tiled ? format("struct tiled%d t", k->rank) : format("index<%d> i", k->rank));
    for (int j = 0; j < k->views_n; j++)
        printf("    %s %s = args->%s;\n", view_type(&k->views[j]), k->views[j].v.name,
               k->views[j].v.name);
    for (int j = 0; j < k->captures_n; j++) {
        const struct var *c = &k->captures[j];
        printf("    %s;\n    memcpy(&%s, &args->%s, sizeof %s);\n", declare(c->type, c->name),
               c->name, c->name, c->name);
    }
    printf("    (void)%c;\n", where.tiled ? 't' : 'i');
    print_side(body, true);
    printf("}\n");
    if (!where.tiled)
        return;
    print_thread(k->n, k->rank, k->tile, "current_args, ");
}

static void fill(const struct type *t, char *name, int total)
{
    printf("    for (int k = 0; k < %d; k++)\n", total);
    if (t->kind == SCALAR)
        printf("        %s[k] = (%s)random_value();\n", name,
               floating(t->scalar) ? "short" : scalars[t->scalar].name[0]);
    else
        printf("        fill_%s(&%s[k]);\n", tag(t), name);
}

static void print_launch(const struct kernel *k, const char *body)
{
    char *list = k->explicit_captures ? "" : "=", *sizes = "";
    for (int j = 0; k->explicit_captures && j < k->views_n; j++)
        if (!k->views[j].is_array)
            list = format("%s%s%s", list, list[0] ? ", " : "", k->views[j].v.name);
    for (int j = 0; k->explicit_captures && j < k->captures_n; j++)
        list = format("%s, %s", list, k->captures[j].name);
    for (int j = 0; j < k->views_n; j++)
        if (k->views[j].is_array)
            list = format("%s, &%s", list, k->views[j].v.name);
    for (int d = 0; d < k->rank; d++)
        sizes = format("%s%s%d", sizes, d ? ", " : "", k->tile[d]);
    printf("    parallel_for_each(%s.extent%s, [%s](", k->views[0].v.name,
           where.tiled ? format(".tile<%s>()", sizes) : "", list);
    if (where.tiled)
        printf("tiled_index<%s> t", sizes);
    else
        printf("index<%d> i", k->rank);
    printf(")%s restrict(amp) {\n", k->is_mutable ? " mutable" : "");
    print_side(body, false);
    printf("    });\n");
}

/* The view on its data and one on the same values for the host. */
static void print_view(const struct view *w, int j)
{
    const char *name = w->v.name, *dims = dims_text(&w->v);

    fill(w->v.type, format("data_%s", name), w->total);
    printf("    memcpy(same_%s, data_%s, sizeof data_%s);\n", name, name, name);
    printf("    %s same_view%d(%s, same_%s);\n", view_type(w), j, dims, name);
    printf("    args.%s = same_view%d;\n", name, j);
    if (w->is_array)
        printf("    array<%s, %d> %s(%s, data_%s);\n", plain_name(w->v.type), w->v.rank, name, dims,
               name);
    else
        printf("    %s %s(%s, data_%s);\n", view_type(w), name, dims, name);
}

static void print_host_launch(const struct kernel *k)
{
    int tiles[3];

    if (where.tiled) {
        printf("    current_args = &args;\n");
        for (int d = 0; d < k->rank; d++)
            tiles[d] = k->dims[d] / k->tile[d];
        print_tiles(k->n, k->rank, tiles, k->threads);
        return;
    }
    printf("    index<%d> i;\n", k->rank);
    for (int d = 0; d < k->rank; d++)
        printf("    for (i[%d] = 0; i[%d] < %d; i[%d]++)\n", d, d, k->dims[d], d);
    printf("        host%d(&args, i);\n", k->n);
}

static void print_comparison(const struct view *w, int j)
{
    const char *name = w->v.name, *h = hash_name(w->v.type);

    if (w->input)
        return;
    printf("    %s.synchronize();\n    same_view%d.synchronize();\n", name, j);
    printf("    for (int k = 0; k < %d; k++)\n", w->total);
    printf("        compare(\"%s\", k, %s(1, data_%s[k]), %s(1, same_%s[k]));\n", name, h, name, h,
           name);
    printf("    for (int k = 0; k < %d; k++)\n        hash = mix(hash, %s(1, data_%s[k]));\n",
           w->total, h, name);
}

static void print_run(const struct kernel *k, const char *body)
{
    for (int j = 0; j < k->views_n; j++) {
        const struct view *w = &k->views[j];
        char *same = declare(w->v.type, format("same_%s[%d]", w->v.name, w->total));
        char *data = declare(w->v.type, format("data_%s[%d]", w->v.name, w->total));
        printf("static %s;\nstatic %s;\n", data, same);
    }
    printf("void run%d(void)\n{\n    struct args%d args;\n", k->n, k->n);
    printf("    unsigned long hash = 7;\n    memset(&args, 0, sizeof args);\n");
    for (int j = 0; j < k->captures_n; j++) {
        const struct var *c = &k->captures[j];
        printf("    %s = %s;\n    memcpy(&args.%s, &%s, sizeof %s);\n", declare(c->type, c->name),
               initializer(c->type, 0, true), c->name, c->name, c->name);
    }
    for (int j = 0; j < k->views_n; j++)
        print_view(&k->views[j], j);
    print_launch(k, body);
    print_host_launch(k);
    for (int j = 0; j < k->views_n; j++)
        print_comparison(&k->views[j], j);
    printf("    printf(\"kernel %d: %%016lx\\n\", hash);\n}\n\n", k->n);
}

void print_kernel(const struct kernel *k, const char *body)
{
    print_host(k, body);
    print_run(k, body);
}
