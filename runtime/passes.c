/* passes.c - LLVM 18 under PoCL 6: its passes without a check that ends the process.
 *
 * PoCL 6 names the passes of LLVM that it wants in a text, "...,function(instcombine),...". Read
 * from a text, LLVM 18's instcombine verifies that nothing is left for it to do, which is for tests
 * of LLVM: there may well be something left, and then LLVM ends the process. So libpocl's entry for
 * the one function that reads such texts is set to a function here, which asks for the pass without
 * that check. Nobody else's calls of LLVM go there. Example: a kernel that divides vectors, and
 * takes the remainder, too. docs/INTERNALS.md says what else was tried.
 *
 * Where there is no entry to be set (entry.c), and with AMPC_PATCH_POCL=0, device.c says that
 * passes are verified, and the library avoids what is known to end so. */
#include "runtime/internal.h"

#include <stdlib.h>
#include <string.h>

/* llvm::Error llvm::PassBuilder::parsePassPipeline(llvm::ModulePassManager &, llvm::StringRef) */
static const char parse_name[] =
    "_ZN4llvm11PassBuilder17parsePassPipelineERNS_11PassManagerINS_6ModuleENS_15AnalysisManagerIS2_"
    "JEEEJEEENS_9StringRefE";
typedef void *parse_function(void *error, void *builder, void *passes, const char *text,
                             size_t bytes);
static void *llvm_parse; /* constant, once an entry is set */

/* The same in its place: the text may be used as long as the call lasts. */
static void *parse_unverified(void *error, void *builder, void *passes, const char *text,
                              size_t bytes)
{
    static const char pass[] = "function(instcombine)";
    static const char wanted[] = "function(instcombine<no-verify-fixpoint>)";
    const char *at = memmem(text, bytes, pass, sizeof pass - 1);
    char *other = at ? malloc(bytes + sizeof wanted) : NULL;
    if (other) {
        char *end = mempcpy(other, text, (size_t)(at - text));
        const char *rest = at + sizeof pass - 1;
        end = mempcpy(end, wanted, sizeof wanted - 1);
        end = mempcpy(end, rest, bytes - (size_t)(rest - text));
        text = other;
        bytes = (size_t)(end - other);
    }
    parse_function *parse;
    memcpy(&parse, &llvm_parse, sizeof parse);
    void *result = parse(error, builder, passes, text, bytes);
    free(other);
    return result;
}

bool passes_unverified(const void *driver)
{
    void *ours = NULL;
    memcpy(&ours, &(parse_function *){parse_unverified}, sizeof ours);
    bool done = entry_set(driver, parse_name, ours, &llvm_parse);
    trace_print("PoCL: LLVM's passes are %s", done ? "asked for without verification" : "verified");
    return done;
}
