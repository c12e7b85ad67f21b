/* cc.c - tries what the host compiler understands, each question once in a run. */
#include "driver/cc.h"

#include <string.h>

static const char ranges[] = "-fdiagnostics-print-source-range-info"; /* clang's */

/* Whether cc takes the option with its argument (NULL: it has none), which is tried once. */
static bool takes_with(struct driver *d, enum cc_option which, const char *option,
                       const char *argument)
{
    if (!d->cc_takes[which] && !d->options.show_only) {
        struct command k;
        command_init(d, &k);
        command_add(d, &k, "-E");
        command_add(d, &k, option);
        if (argument)
            command_add(d, &k, argument);
        command_add2(d, &k, "-x", "c");
        command_add(d, &k, "/dev/null");
        d->cc_takes[which] = command_works(d, &k) ? 1 : -1;
    }
    return d->cc_takes[which] >= 0;
}

static bool takes(struct driver *d, enum cc_option which, const char *option)
{
    return takes_with(d, which, option, NULL);
}

bool cc_is_clang(struct driver *d)
{
    return takes(d, CC_RANGES, ranges);
}

bool cc_has_dumpdir(struct driver *d)
{
    return takes_with(d, CC_DUMPDIR, "-dumpdir", "no-such-file-"); /* a file, to older clang */
}

static void add_text_options(struct driver *d, struct command *k, bool preprocessed)
{
    const struct diag_options *o = &d->options.diag;
    if (o->parseable_fixits && !(preprocessed && cc_is_clang(d)))
        command_add(d, k, "-fdiagnostics-parseable-fixits");
    if (o->patch && takes(d, CC_PATCH, "-fdiagnostics-generate-patch"))
        command_add(d, k, "-fdiagnostics-generate-patch");
    if (d->options.color_asked)
        command_add(d, k, o->color ? "-fdiagnostics-color=always" : "-fdiagnostics-color=never");
    if (o->max_errors > 0)
        command_add(d, k,
                    arena_printf(&d->arena, "-f%s=%d",
                                 cc_is_clang(d) ? "error-limit" : "max-errors", o->max_errors));
}

void cc_add_message_options(struct driver *d, struct command *k, bool preprocessed)
{
    if (d->options.diag.format == DIAG_FORMAT_TEXT) {
        add_text_options(d, k, preprocessed);
    } else if (takes(d, CC_JSON, "-fdiagnostics-format=json")) {
        command_add(d, k, "-fdiagnostics-format=json");
    } else {
        command_add(d, k, "-fdiagnostics-color=never");
        if (cc_is_clang(d) && !preprocessed)
            command_add2(d, k, ranges, "-fdiagnostics-parseable-fixits");
    }
}
