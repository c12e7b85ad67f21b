/* algorithm.c - finds rows of algorithm.def. Example: amp_algorithms::reduce(v, 0, f) is the row
 * "ixf". */
#include "sema/types/algorithm.h"

#include <string.h>

#include "common/arena.h"

static const struct algorithm rows[] = {
#define ALGORITHM(name, what, arguments, result, text) {name, #what, arguments, ALGORITHM_##result},
#include "sema/types/algorithm.def"
};

enum { ROWS_N = sizeof rows / sizeof *rows };

const struct algorithm *algorithm_find(const char *name, int count)
{
    for (int i = 0; i < ROWS_N; i++)
        if (!strcmp(rows[i].name, name) && (int)strlen(rows[i].arguments) == count)
            return &rows[i];
    return NULL;
}

const char *algorithm_counts(struct arena *a, const char *name)
{
    const char *text = NULL;
    for (int i = 0; i < ROWS_N; i++)
        if (!strcmp(rows[i].name, name))
            text = text ? arena_printf(a, "%s or %d", text, (int)strlen(rows[i].arguments))
                        : arena_printf(a, "%d", (int)strlen(rows[i].arguments));
    return text;
}

const char *algorithm_list(struct arena *a)
{
    const char *list = "";
    for (int i = 0; i < ROWS_N; i++)
        if (i == 0 || strcmp(rows[i].name, rows[i - 1].name))
            list = arena_printf(a, "%s%s%s", list, *list ? ", " : "", rows[i].name);
    return list;
}

bool algorithm_has_operation(const char *name)
{
    return !strcmp(name, "plus") || !strcmp(name, "min") || !strcmp(name, "max");
}

bool algorithm_has_queue(const struct expr *call)
{
    return call->args.n && call->args.at[0]->type &&
           type_is_amp(call->args.at[0]->type, AMP_TYPE_ACCELERATOR_VIEW);
}

const struct algorithm *algorithm_called(const struct expr *call)
{
    const struct expr *name = call->a;
    while (name->kind == EXPR_PAREN)
        name = name->a;
    return algorithm_find(name->name, call->args.n - algorithm_has_queue(call));
}

const char *algorithm_number(const struct type *t)
{
    static const struct {
        enum type_kind kind;
        const char *number;
    } numbers[] = {
        {TYPE_INT, "AMPC__INT"},     {TYPE_UINT, "AMPC__UNSIGNED"},
        {TYPE_LONG, "AMPC__INT64"},  {TYPE_ULONG, "AMPC__UNSIGNED64"},
        {TYPE_LLONG, "AMPC__INT64"}, {TYPE_ULLONG, "AMPC__UNSIGNED64"},
        {TYPE_FLOAT, "AMPC__FLOAT"}, {TYPE_DOUBLE, "AMPC__DOUBLE"},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].kind == t->kind)
            return numbers[i].number;
    return NULL;
}
