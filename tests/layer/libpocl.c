/* libpocl.c - a library that names passes to LLVM as PoCL 6 does; LLVM is a function that notes the
 * text. tests/unit/runtime_passes.c opens it: bound when it is loaded, as Debian's PoCL is, and
 * bound at the first call (libpocl_lazy.so). */
#include <string.h>

/* llvm::PassBuilder::parsePassPipeline */
void *parse(void *error, char *builder, void *passes, const char *text, size_t bytes) __asm__(
    "_ZN4llvm11PassBuilder17parsePassPipelineERNS_11PassManagerINS_6ModuleENS_15AnalysisManagerIS2_"
    "JEEEJEEENS_9StringRefE");
void *pocl_asks(void *error, char *builder, void *passes, const char *text);

/* 'builder' gets the text, so that the test sees it. */
__attribute__((noinline)) void *parse(void *error, char *builder, void *passes, const char *text,
                                      size_t bytes)
{
    memcpy(builder, text, bytes);
    builder[bytes] = 0;
    return passes ? error : NULL;
}

void *pocl_asks(void *error, char *builder, void *passes, const char *text)
{
    return parse(error, builder, passes, text, strlen(text));
}
