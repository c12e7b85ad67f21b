/* kernel_fetch.c - what the group of a block of threads fetches into local memory: panels, some
 * rounds of a loop at once, the next ones while it works on these. Windows are kernel_window.c's.
 *
 * Example: of 16 rounds of a(i, k) in a group of 128 rows, each of 512 work-items fetches four
 * elements into registers (ampc_f0), and keeps them in ampc_b0 when the 16 rounds before are done.
 */
#include "codegen/kernel/kernel_cover.h"

#include "parser/walk.h"
#include "sema/types/expr.h"

/* ---- loops with panels ---- */

/* AMPC_AHEAD chunks of rounds are on their way while one is worked on: in registers, which are kept
 * in the other one of two buffers when that is done; or with AMPC_ASYNC, where the device copies
 * from global to local memory by itself, into AMPC_AHEAD other buffers, of which all but
 * AMPC_ASYNC chunks have come where the group meets. A panel whose neighbours in memory are those
 * of the rounds is turned by way of registers; but it stands by rows or columns (AMPC_STRAIGHT),
 * with four elements between these, where the device copies by itself, and where a work-item has
 * one thread, fetched in units: it then reads four rounds at once. */
static const char PANELS[] =
    "#ifdef AMPC_COVER\n"
    "#if AMPC_CHUNK > 128\n"
    "#define AMPC_EACH_ROUND _Pragma(\"unroll 32\") for (int ampc_l = 0; ampc_l < AMPC_CHUNK; "
    "ampc_l++)\n"
    "#else\n#define AMPC_EACH_ROUND AMPC_EACH(ampc_l, AMPC_CHUNK)\n#endif\n"
    "#define AMPC_FEW_ROUNDS _Pragma(\"unroll 8\") for (int ampc_l = 0; ampc_l < AMPC_CHUNK; "
    "ampc_l++)\n"
    "#if AMPC_CHUNK % 8 == 0 && AMPC_ROWS * AMPC_COLUMNS <= 2\n#define AMPC_TAKEN 8\n"
    "#elif AMPC_CHUNK % 2 == 0 && AMPC_ROWS * AMPC_COLUMNS <= 4\n#define AMPC_TAKEN 2\n"
    "#else\n#define AMPC_TAKEN 1\n#endif\n"
    "#define AMPC_UNITS(n, unit) AMPC_PER(((n) * AMPC_CHUNK + (unit) - 1) / (unit))\n"
    "#if AMPC_UNIT > 1\ntypedef float4 ampc_four_float __attribute__((may_alias));\n"
    "typedef int4 ampc_four_int __attribute__((may_alias));\n"
    "typedef uint4 ampc_four_uint __attribute__((may_alias));\n#endif\n"
    "#if defined AMPC_ASYNC || (AMPC_ROWS * AMPC_COLUMNS == 1 && AMPC_UNIT > 1)\n"
    "#define AMPC_STRAIGHT 1\n"
    "#define AMPC_TURNED(n) [n][AMPC_CHUNK + 4]\n#define AMPC_TURN(l, n) [n][l]\n"
    "#else\n#define AMPC_STRAIGHT 0\n"
    "#define AMPC_TURNED(n) [AMPC_CHUNK][(n) + AMPC_PAD]\n#define AMPC_TURN(l, n) [l][n]\n"
    "#endif\n"
    "#ifdef AMPC_ASYNC\n"
    /* The last rounds need no registers of their own, which more groups have use for. */
    "#define AMPC_LAST(x, n) _Pragma(\"unroll 1\") for (int x = 0; x < (n); x++)\n"
    "#define AMPC_EACH_SET AMPC_EACH(ampc_s, AMPC_AHEAD)\n"
    "#define AMPC_BUFFERS (AMPC_AHEAD + 1)\n"
    "#define AMPC_STEP 1\n#define AMPC_EACH_STEP AMPC_EACH(ampc_s, AMPC_STEP)\n"
    "#define AMPC_LATER(n) (ampc_now + (n) < AMPC_BUFFERS ? ampc_now + (n) : ampc_now + (n) - "
    "AMPC_BUFFERS)\n"
    "#define AMPC_FOUR(four, f, b, e) ampc_copy16(&b, &e);\n"
    "#define AMPC_ONE(f, b, is, e) if (sizeof(b) == 4) ampc_copy4(&b, &e, is); else b = is ? e : "
    "0;\n"
    "#define AMPC_RECORD(f, b, is, e) if (is) b = e;\n"
    "#define AMPC_MADE(f, b, is, e) b = (is) & (e);\n"
    "#ifdef __NV_CL_C_VERSION\n"
    "#define AMPC_STRING(x) #x\n#define AMPC_TEXT(x) AMPC_STRING(x)\n"
    "static void ampc_copy16(__local void *to, const __global void *from)\n{\n"
    "    asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\" "
    ":: \"r\"((uint)to), \"l\"(from) : \"memory\");\n}\n"
    "static void ampc_copy4(__local void *to, const __global void *from, int is)\n{\n"
    "    asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4, %2;\" "
    ":: \"r\"((uint)to), \"l\"(from), \"r\"(is ? 4 : 0) : \"memory\");\n}\n"
    "#define AMPC_SEND asm volatile(\"cp.async.commit_group;\" ::: \"memory\")\n"
    "#define AMPC_COME(n) asm volatile(\"cp.async.wait_group \" AMPC_TEXT(n) \";\" ::: "
    "\"memory\")\n"
    "#else\n"
    "typedef int4 ampc_any16 __attribute__((may_alias));\n"
    "typedef int ampc_any4 __attribute__((may_alias));\n"
    "static void ampc_copy16(__local void *to, const __global void *from)\n{\n"
    "    *(__local ampc_any16 *)to = *(const __global ampc_any16 *)from;\n}\n"
    "static void ampc_copy4(__local void *to, const __global void *from, int is)\n{\n"
    "    *(__local ampc_any4 *)to = is ? *(const __global ampc_any4 *)from : 0;\n}\n"
    "#define AMPC_SEND\n#define AMPC_COME(n)\n"
    "#endif\n"
    "#else\n"
    "#define AMPC_LAST(x, n) AMPC_EACH(x, n)\n"
    "#if AMPC_AHEAD > 1\n#define AMPC_EACH_SET AMPC_EACH(ampc_s, AMPC_AHEAD)\n"
    "#else\n#define AMPC_EACH_SET\n#define ampc_s 0\n#endif\n"
    "#define AMPC_BUFFERS 2\n#define AMPC_LATER(n) (ampc_now ^ ((n) & 1))\n"
    "#define AMPC_STEP AMPC_AHEAD\n#define AMPC_EACH_STEP AMPC_EACH_SET\n"
    "#define AMPC_FOUR(four, f, b, e) { const four ampc_v = *(const __global four *)&e; "
    "f[0] = ampc_v.s0; f[1] = ampc_v.s1; f[2] = ampc_v.s2; f[3] = ampc_v.s3; }\n"
    "#define AMPC_KEEP(four, b, f) *(__local four *)&b = (four)(f[0], f[1], f[2], f[3]);\n"
    "#define AMPC_ONE(f, b, is, e) f = is ? e : 0;\n"
    "#define AMPC_RECORD(f, b, is, e) if (is) f = e;\n"
    "#define AMPC_MADE(f, b, is, e) f = (is) & (e);\n"
    "#define AMPC_SEND\n#define AMPC_COME(n)\n"
    "#endif\n"
    "#endif\n";

/* What the next rounds read has come, and nobody reads what was there any more. */
static const char MEET[] = "AMPC_COME(AMPC_ASYNC); barrier(CLK_LOCAL_MEM_FENCE);";

/* So many elements has the panel in a round. */
static const char *length(const struct cover_panel *p)
{
    return p->axes & COVER_ROWS ? "AMPC_HIGH" : p->axes ? "AMPC_WIDTH" : "1";
}

/* Of element ampc_e of a panel, in the order in which work-items fetch them: its round, its row or
 * column. */
static const char *round_of(struct cover_text *x, const struct cover_panel *p)
{
    return p->across ? "ampc_e % AMPC_CHUNK"
                     : arena_printf(&x->g->c->arena, "ampc_e / %s", length(p));
}

static const char *offset_of(struct cover_text *x, const struct cover_panel *p)
{
    return p->across ? "ampc_e / AMPC_CHUNK"
                     : arena_printf(&x->g->c->arena, "ampc_e %% %s", length(p));
}

/* "[l][n]": where a round's element of a row or column stands in a buffer. */
static const char *panel_place(struct cover_text *x, const struct cover_panel *p, const char *l,
                               const char *n)
{
    return arena_printf(&x->g->c->arena, p->across && p->axes ? "AMPC_TURN(%s, %s)" : "[%s][%s]", l,
                        n);
}

/* Whether a panel is fetched in units, AMPC_UNIT elements that are neighbours in memory: rounds of
 * a row, or rows or columns of a round. */
static bool in_units(const struct cover_panel *p)
{
    const struct type *t = type_underlying(p->value->type);

    return (p->across || p->axes) && !p->parts && !p->made && !p->when &&
           (t->kind == TYPE_FLOAT || t->kind == TYPE_INT || t->kind == TYPE_UINT);
}

/* Whether any panel of a loop is. */
static bool some_units(const struct cover_loop *l)
{
    for (int i = 0; i < l->panels.n; i++)
        if (in_units(&l->panels.at[i]))
            return true;
    return false;
}

/* How many elements of a panel work-items fetch at once. */
static const char *unit_of(const struct cover_panel *p)
{
    return in_units(p) ? "AMPC_UNIT" : "1";
}

/* "AMPC_EACH(ampc_n, ...) ": the units that a work-item fetches. */
static const char *each_unit(struct cover_text *x, const struct cover_panel *p, const char *each)
{
    return arena_printf(&x->g->c->arena, "%s(ampc_n, AMPC_UNITS(%s, %s)) ", each, length(p),
                        unit_of(p));
}

/* Names the first element of a unit, or each one. */
static void unit_place(struct cover_text *x, const struct cover_panel *p, const char *more)
{
    cover_line(x, arena_printf(&x->g->c->arena,
                               "const int ampc_e = (ampc_t + ampc_n * AMPC_THREADS) * %s%s;",
                               unit_of(p), more));
}

/* Whether the work-item fetches one more element: all do the same number of them. */
static const char *is_fetched(struct cover_text *x, const struct cover_panel *p)
{
    return arena_printf(&x->g->c->arena,
                        "(%s * AMPC_CHUNK %% (AMPC_THREADS * %s) == 0 || ampc_e < %s * AMPC_CHUNK)",
                        length(p), unit_of(p), length(p));
}

/* The index along which a panel has its rows or columns; NULL: it has neither. */
static const struct symbol *panel_index(const struct cover_text *x, const struct cover_panel *p)
{
    return p->axes & COVER_ROWS ? cover_row_index(x) : p->axes ? cover_column_index(x) : NULL;
}

static const char *panel_begin(const struct cover_panel *p)
{
    return p->axes & COVER_ROWS ? "ampc_i" : "ampc_j";
}

/* The type in which rounds are counted. */
static const char *count_type(const struct cover_loop *l)
{
    return l->end->type->size > 4 ? "ulong" : "uint";
}

/* "(ulong)AMPC_CHUNK" */
static const char *chunk(struct cover_text *x, const struct cover_loop *l)
{
    return arena_printf(&x->g->c->arena, "(%s)AMPC_CHUNK", count_type(l));
}

/* The rows or columns of a block in which a panel has elements: up to the end of the domain, and,
 * where a test of the index says so, from 'first' on. */
struct reach {
    const char *first, *end; /* first: NULL: from the block's first one on */
};

static struct reach reach_of(struct cover_text *x, const struct cover_loop *l,
                             const struct cover_panel *p)
{
    int rows = (p->axes & COVER_ROWS) != 0;
    struct symbol *const *s = x->kernel->reach[rows];
    struct arena *a = &x->g->c->arena;

    if (!l->within)
        return (struct reach){NULL, cover_most(x, x->kernel->launch->rank - 1 - rows)};
    return (struct reach){arena_printf(a, "(int)%s", cover_name(x, s[0])),
                          arena_printf(a, "(int)(%s + 1)", cover_name(x, s[1]))};
}

/* Names the round and the row or column of an element, or of 'unit' ones side by side, that a
 * work-item fetches. Behind the domain it is the last one: what threads there are given, nobody
 * sees. */
static void fetch_place(struct cover_text *x, const struct cover_loop *l,
                        const struct cover_panel *p, const char *unit)
{
    struct arena *a = &x->g->c->arena;
    const struct symbol *s = panel_index(x, p);
    const char *counter = cover_name(x, l->counter);
    struct reach reach = reach_of(x, l, p);

    cover_line(x, arena_printf(a, "const int ampc_l = %s;", round_of(x, p)));
    cover_line(x, arena_printf(a, "const %s %s = ampc_from + ampc_l;",
                               kernel_scalar(l->counter->type), counter));
    cover_alias(x, l->counter, counter);
    if (!s)
        return;
    cover_line(x, arena_printf(a,
                               reach.first ? "const int %s = max(%s, min(%s + %s, %s - %s));"
                                           : "const int %s = %smin(%s + %s, %s - %s);",
                               cover_name(x, s), reach.first ? reach.first : "", panel_begin(p),
                               offset_of(x, p), reach.end, unit));
    cover_alias(x, s, cover_name(x, s));
}

/* "ampc_f0[ampc_s][ampc_n], ampc_b0[ampc_to][ampc_l][ampc_e % AMPC_WIDTH]": the registers and the
 * local memory for what is fetched; 'copy': "[ampc_q]". */
static const char *places_text(struct cover_text *x, const struct cover_panel *p, int number,
                               const char *copy)
{
    return arena_printf(&x->g->c->arena, "ampc_f%d[ampc_s][ampc_n]%s, ampc_b%d[ampc_to]%s", number,
                        copy, number, panel_place(x, p, "ampc_l", offset_of(x, p)));
}

/* Prints what fetches the element that stands at the place: of a unit, of a number, of a struct.
 * 'is': whether the round is one; NULL: of a unit, whose rounds all are. */
static void take(struct cover_text *x, const struct cover_panel *p, const char *how,
                 const char *places, const char *is)
{
    struct kernel_gen *g = x->g;

    kernel_line(g, p->element->loc);
    buf_printf(g->out, "if (%s) { %s(%s, ", is_fetched(x, p), how, places);
    if (is)
        buf_add(g->out, is);
    if (p->when) {
        buf_add(g->out, " & (");
        kernel_expr(g, p->when, PREC_COMMA);
        buf_add(g->out, ")");
    }
    buf_add(g->out, is ? ", " : "");
    kernel_expr(g, p->element, PREC_UNARY);
    buf_add(g->out, ") }");
    kernel_newline(g);
}

/* Element by element, of the rounds that there are; 'whole': all of the chunk. */
static void fetch_elements(struct cover_text *x, const struct cover_loop *l,
                           const struct cover_panel *p, int number, bool whole, const char *each)
{
    int n = x->g->frame->aliases.n;
    const char *how = p->made                               ? "AMPC_MADE"
                      : p->value->type->kind == TYPE_RECORD ? "AMPC_RECORD"
                                                            : "AMPC_ONE";

    cover_open(x, arena_printf(&x->g->c->arena, "%sAMPC_EACH(ampc_q, %s) ", each_unit(x, p, each),
                               unit_of(p)));
    unit_place(x, p, " + ampc_q");
    fetch_place(x, l, p, "1");
    take(x, p, how, places_text(x, p, number, "[ampc_q]"), whole ? "1" : "ampc_l < ampc_left");
    cover_close(x);
    x->g->frame->aliases.n = n;
}

/* A whole chunk, in units if there are any. */
static void fetch_whole(struct cover_text *x, const struct cover_loop *l,
                        const struct cover_panel *p, int number)
{
    int n = x->g->frame->aliases.n;

    if (!in_units(p)) {
        fetch_elements(x, l, p, number, true, "AMPC_EACH");
        return;
    }
    cover_line(x, "#if AMPC_UNIT > 1");
    cover_open(x, each_unit(x, p, "AMPC_EACH"));
    unit_place(x, p, "");
    fetch_place(x, l, p, p->across ? "1" : "AMPC_UNIT");
    take(x, p, "AMPC_FOUR",
         arena_printf(&x->g->c->arena, "ampc_four_%s, %s", kernel_scalar(p->value->type),
                      places_text(x, p, number, "")),
         NULL);
    cover_close(x);
    x->g->frame->aliases.n = n;
    cover_line(x, "#else");
    fetch_elements(x, l, p, number, true, "AMPC_EACH");
    cover_line(x, "#endif");
}

/* Fetches a chunk, so many rounds on, into the ampc_s-th registers for it, or into buffer 'to'. */
static void print_fetch(struct cover_text *x, const struct cover_loop *l, const char *before,
                        const char *on, const char *to)
{
    struct arena *a = &x->g->c->arena;
    const char *type = kernel_scalar(l->counter->type);

    cover_open(x, before);
    cover_line(x, arena_printf(a,
                               "const int ampc_to = %s, ampc_left = ampc_rest > %s ? "
                               "(int)min(ampc_rest - %s, %s) : 0;",
                               to, on, on, chunk(x, l)));
    cover_line(x, arena_printf(a, "const %s ampc_from = (%s)(ampc_end - ampc_rest + %s);", type,
                               type, on));
    if (some_units(l)) {
        cover_open(x, "if (ampc_units && ampc_left == AMPC_CHUNK) ");
        for (int i = 0; i < l->panels.n; i++)
            fetch_whole(x, l, &l->panels.at[i], x->panels + i);
        x->g->frame->indent--;
        cover_line(x, "} else {");
        x->g->frame->indent++;
    } else {
        cover_open(x, "");
    }
    for (int i = 0; i < l->panels.n; i++)
        fetch_elements(x, l, &l->panels.at[i], x->panels + i, false,
                       some_units(l) ? "AMPC_LAST" : "AMPC_EACH");
    cover_close(x);
    cover_line(x, "AMPC_SEND;");
    cover_close(x);
}

/* Stores what was fetched where it is read from, element by element. */
static void keep_elements(struct cover_text *x, const struct cover_panel *p, int number,
                          const char *set)
{
    struct arena *a = &x->g->c->arena;

    cover_open(
        x, arena_printf(a, "%sAMPC_EACH(ampc_q, %s) ", each_unit(x, p, "AMPC_EACH"), unit_of(p)));
    unit_place(x, p, " + ampc_q");
    cover_line(x, arena_printf(a, "if (%s) ampc_b%d[ampc_now]%s = ampc_f%d[%s][ampc_n][ampc_q];",
                               is_fetched(x, p), number,
                               panel_place(x, p, round_of(x, p), offset_of(x, p)), number, set));
    cover_close(x);
}

/* The same in units, of panels whose neighbours in memory are neighbours in local memory, too: one
 * by one they would be stored at every fourth word, which banks are shared by. */
static void keep_units(struct cover_text *x, const struct cover_panel *p, int number,
                       const char *set)
{
    struct arena *a = &x->g->c->arena;

    cover_open(x, each_unit(x, p, "AMPC_EACH"));
    unit_place(x, p, "");
    cover_line(x, arena_printf(a,
                               "if (%s) AMPC_KEEP(ampc_four_%s, ampc_b%d[ampc_now]%s, "
                               "ampc_f%d[%s][ampc_n])",
                               is_fetched(x, p), kernel_scalar(p->value->type), number,
                               panel_place(x, p, round_of(x, p), offset_of(x, p)), number, set));
    cover_close(x);
}

/* What was fetched becomes what the next rounds read. */
static void print_keep(struct cover_text *x, const struct cover_loop *l, const char *set)
{
    cover_line(x, "#ifndef AMPC_ASYNC");
    for (int i = 0; i < l->panels.n; i++) {
        const struct cover_panel *p = &l->panels.at[i];
        bool units = in_units(p);
        if (units) {
            cover_line(x,
                       arena_printf(&x->g->c->arena, "#if AMPC_UNIT > 1 && %s %% AMPC_UNIT == 0%s",
                                    p->across ? "AMPC_CHUNK" : length(p),
                                    p->across && p->axes ? " && AMPC_STRAIGHT" : ""));
            keep_units(x, p, x->panels + i, set);
            cover_line(x, "#else");
        }
        keep_elements(x, p, x->panels + i, set);
        if (units)
            cover_line(x, "#endif");
    }
    cover_line(x, "#endif");
}

/* The address of an element of a panel, so many rows or columns and rounds behind the first one. */
static void print_address(struct cover_text *x, const struct cover_loop *l,
                          const struct cover_panel *p, int offset, int round)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    const struct symbol *s = panel_index(x, p);
    int n = g->frame->aliases.n;

    cover_alias(x, l->counter,
                arena_printf(a, "((%s)(ampc_end - ampc_rest) + %d)",
                             kernel_scalar(l->counter->type), round));
    if (s)
        cover_alias(x, s, arena_printf(a, "(%s + %d)", panel_begin(p), offset));
    buf_add(g->out, "(ulong)&");
    kernel_expr(g, p->element, PREC_UNARY);
    g->frame->aliases.n = n;
}

/* The units of a panel are each at a multiple of their size, and within the domain, else there are
 * none. In a block of one row or round, which has no neighbours, there are none either. */
static void print_aligned(struct cover_text *x, const struct cover_loop *l,
                          const struct cover_panel *p)
{
    struct kernel_gen *g = x->g;
    struct reach reach = reach_of(x, l, p);

    kernel_line(g, p->element->loc);
    buf_printf(g->out, "ampc_units = ampc_units && %s %% AMPC_UNIT == 0 && ampc_rest > 1",
               p->across ? "AMPC_CHUNK" : length(p));
    if (p->axes)
        buf_printf(g->out, " && %s + 1 < %s", reach.first ? reach.first : panel_begin(p),
                   reach.end);
    if (!p->across)
        buf_printf(g->out, " && (%s - %s) %% AMPC_UNIT == 0", reach.end, panel_begin(p));
    if (!p->across && reach.first)
        buf_printf(g->out, " && (%s - %s) %% AMPC_UNIT == 0", reach.first, panel_begin(p));
    buf_add(g->out, " && (");
    print_address(x, l, p, 0, 0);
    buf_add(g->out, ") % (4 * AMPC_UNIT) == 0 && (");
    print_address(x, l, p, !p->across, p->across);
    buf_add(g->out, ") - (");
    print_address(x, l, p, 0, 0);
    buf_add(g->out, ") == 4");
    if (p->axes) {
        buf_add(g->out, " && ((");
        print_address(x, l, p, p->across, !p->across);
        buf_add(g->out, ") - (");
        print_address(x, l, p, 0, 0);
        buf_add(g->out, ")) % (4 * AMPC_UNIT) == 0");
    }
    buf_add(g->out, ";");
    kernel_newline(g);
}

/* Declares ampc_units: units can be fetched at once. */
static void print_units(struct cover_text *x, const struct cover_loop *l)
{
    cover_line(x, "int ampc_units = 1;");
    cover_line(x, "#if AMPC_UNIT > 1");
    for (int i = 0; i < l->panels.n; i++)
        if (in_units(&l->panels.at[i]))
            print_aligned(x, l, &l->panels.at[i]);
    cover_line(x, "#endif");
}

/* Declares the panels: what is fetched, and what is read. */
static void declare_panels(struct cover_text *x, const struct cover_loop *l)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;

    for (int i = 0; i < l->panels.n; i++) {
        const struct cover_panel *p = &l->panels.at[i];
        int number = x->panels + i;
        const char *name = arena_printf(a, "ampc_f%d[AMPC_AHEAD][AMPC_UNITS(%s, %s)][%s]", number,
                                        length(p), unit_of(p), unit_of(p));
        cover_line(x, "#ifndef AMPC_ASYNC");
        cover_line(
            x, arena_printf(a, "%s;",
                            kernel_declare(g, p->value->type, name, SPACE_PRIVATE, p->value->loc)));
        cover_line(x, "#endif");
        name = p->across && p->axes ? arena_printf(a, "AMPC_TURNED(%s)", length(p))
                                    : arena_printf(a, "[AMPC_CHUNK][%s]", length(p));
        buf_printf(&x->locals, "    __local %s __attribute__((aligned(16)));\n",
                   kernel_declare(g, p->value->type,
                                  arena_printf(a, "ampc_b%d[AMPC_BUFFERS]%s", number, name),
                                  SPACE_PRIVATE, p->value->loc));
    }
}

/* One round, number ampc_l of the chunk. */
static void print_round(struct cover_text *x, const struct cover_loop *l, const struct stmt *s,
                        const char *before, int first)
{
    struct kernel_gen *g = x->g;
    struct arena *a = &g->c->arena;
    int n = g->frame->aliases.n;
    const char *counter = cover_name(x, l->counter), *type = kernel_scalar(l->counter->type);

    cover_open(x, before);
    cover_line(x, arena_printf(a, "const %s %s = (%s)(ampc_end - ampc_rest) + ampc_l;", type,
                               counter, type));
    cover_alias(x, l->counter, counter);
    for (int i = 0; i < l->panels.n; i++) {
        const struct cover_panel *p = &l->panels.at[i];
        int number = first + i;
        const char *at = p->axes & COVER_ROWS ? cover_row_text(x)
                         : p->axes            ? cover_column_text(x)
                                              : "0";
        cover_line(x, arena_printf(a, "%s;",
                                   kernel_declare(g, p->value->type,
                                                  arena_printf(a, "ampc_p%d%s", number,
                                                               cover_sizes_text(p->axes)),
                                                  SPACE_PRIVATE, p->value->loc)));
        cover_line(x, arena_printf(a, "%sampc_p%d%s = ampc_b%d[ampc_now]%s;", cover_each(p->axes),
                                   number, cover_places(p->axes), number,
                                   panel_place(x, p, "ampc_l", at)));
        cover_alias(x, p->value, arena_printf(a, "ampc_p%d%s", number, cover_places(p->axes)));
    }
    cover_stmt(x, s->body);
    cover_close(x);
    g->frame->aliases.n = n;
}

/* Declares where the counter ends, and how many rounds there are from this chunk on: in 32 bits if
 * the counter has no more, as a compute unit has room for more groups if they have fewer registers.
 */
static void print_bounds(struct cover_text *x, const struct cover_loop *l)
{
    struct kernel_gen *g = x->g;
    const char *count = count_type(l), *type = kernel_scalar(l->end->type);

    kernel_line(g, (struct loc){0, 0});
    buf_printf(g->out, "const %s ampc_first = (%s)", type, type);
    kernel_expr(g, l->begin, PREC_UNARY);
    buf_add(g->out, ", ampc_last = ");
    kernel_expr(g, l->end, PREC_ASSIGN);
    buf_add(g->out, ";");
    kernel_newline(g);
    cover_line(x, arena_printf(&g->c->arena, "const %s ampc_end = (%s)ampc_last%s;", count, count,
                               l->closed ? " + 1" : ""));
    cover_line(x, arena_printf(&g->c->arena,
                               "%s ampc_rest = ampc_first %s ampc_last ? ampc_end - "
                               "(%s)ampc_first : 0;",
                               count, l->closed ? "<=" : "<", count));
}

static bool long_expr(struct walker *w, struct expr *e)
{
    bool *found = w->data;
    bool divides =
        (e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN) && (e->op == OP_DIV || e->op == OP_MOD);

    /* Numbers without sign are divided by constants in few operations. */
    *found |= (e->kind == EXPR_CALL && e->amp == AMP_NONE) ||
              (divides && !(type_is_unsigned(e->type) && e->b->constant));
    return true;
}

/* Whether a round has calls or divisions: many operations, which few copies keep going. */
static bool is_long(const struct stmt *s)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = long_expr};

    walk_stmt(&w, s->body);
    return found;
}

/* The rounds of a chunk; if they divide, AMPC_TAKEN at once, for which kernel_divide.c notes
 * whether the operands are usual ones. */
static void print_chunk(struct cover_text *x, const struct cover_loop *l, const struct stmt *s,
                        const char *guard, int first)
{
    struct arena *a = &x->g->c->arena;
    const char *each = is_long(s) ? "AMPC_FEW_ROUNDS " : "AMPC_EACH_ROUND ";
    symbol_vec changed = {0};
    bool divides = cover_divides_rounds(x, s->body, &changed);

    if (divides) {
        cover_line(x, "#ifdef AMPC_BRANCHLESS");
        cover_open(x, arena_printf(a,
                                   "%s_Pragma(\"unroll 1\") for (int ampc_m = 0; ampc_m < "
                                   "AMPC_CHUNK; ampc_m += AMPC_TAKEN) ",
                                   guard));
        cover_divide_rounds(x, &changed);
        print_round(x, l, s,
                    "_Pragma(\"unroll\") for (int ampc_l = ampc_m; ampc_l < ampc_m + AMPC_TAKEN; "
                    "ampc_l++) ",
                    first);
        cover_divide_rounds_again(x, &changed);
        print_round(x, l, s,
                    "_Pragma(\"unroll 1\") for (int ampc_l = ampc_m; ampc_l < ampc_m + "
                    "AMPC_TAKEN; ampc_l++) ",
                    first);
        cover_close(x);
        cover_close(x);
        cover_line(x, "#else");
    }
    print_round(x, l, s, arena_printf(a, "%s%s", guard, each), first);
    if (divides)
        cover_line(x, "#endif");
    x->divided = false;
}

void cover_panels(struct cover_text *x, const struct cover_loop *l, const struct stmt *s)
{
    struct arena *a = &x->g->c->arena;
    bool alive = x->alive;
    const char *guard = cover_guard(x, s->body);
    int first = x->panels;

    if (kernel_once(x->g, "panels"))
        buf_add(&x->g->types, PANELS);
    cover_open(x, "");
    cover_line(x, COVER_OTHERS_STORES);
    print_bounds(x, l);
    cover_line(x, "int ampc_now = 0;");
    print_units(x, l);
    declare_panels(x, l);
    print_fetch(x, l, "AMPC_EACH_SET ", "(uint)(ampc_s * AMPC_CHUNK)", "ampc_s");
    print_keep(x, l, "0");
    cover_open(x, "for (; ampc_rest >= AMPC_STEP * AMPC_CHUNK;) AMPC_EACH_STEP ");
    cover_line(x, MEET);
    print_fetch(x, l, "", "(uint)(AMPC_AHEAD * AMPC_CHUNK)", "AMPC_LATER(AMPC_AHEAD)");
    print_chunk(x, l, s, guard, first);
    cover_line(x, "ampc_now = AMPC_LATER(1);");
    print_keep(x, l, "(ampc_s + 1) % AMPC_AHEAD");
    cover_line(x, arena_printf(a, "ampc_rest -= min(ampc_rest, %s);", chunk(x, l)));
    cover_close(x);
    cover_open(x, "AMPC_EACH_STEP ");
    cover_line(x, MEET);
    print_round(x, l, s,
                arena_printf(a,
                             "%sfor (int ampc_l = 0; ampc_l < (int)min(ampc_rest, %s); ampc_l++) ",
                             guard, chunk(x, l)),
                first);
    cover_open(x, "if (ampc_s + 1 < AMPC_STEP) ");
    cover_line(x, "ampc_now = AMPC_LATER(1);");
    print_keep(x, l, "(ampc_s + 1) % AMPC_AHEAD");
    cover_line(x, arena_printf(a, "ampc_rest -= min(ampc_rest, %s);", chunk(x, l)));
    cover_close(x);
    cover_close(x);
    cover_line(x, "AMPC_COME(0); barrier(CLK_LOCAL_MEM_FENCE);");
    cover_close(x);
    x->panels += l->panels.n;
    x->alive = alive;
}
