/* library.c - 'library FROM TO KEEP DROP' writes PoCL's library of functions with those only that
 * KEEP matches and DROP does not, and what they call. The expressions see a name and the number of
 * elements of its vectors: "fma 16", "get_global_id 1". It is linked with the LLVM that PoCL uses,
 * whose C functions are declared here, so that no headers are needed. */
#include <ctype.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct llvm *Llvm;
enum { EXTERNAL = 0, INTERNAL = 8 }; /* of LLVMLinkage */

int LLVMCreateMemoryBufferWithContentsOfFile(const char *path, Llvm *buffer, char **message);
Llvm LLVMGetGlobalContext(void);
int LLVMParseIRInContext(Llvm context, Llvm buffer, Llvm *module, char **message);
Llvm LLVMGetFirstFunction(Llvm module);
Llvm LLVMGetNextFunction(Llvm function);
const char *LLVMGetValueName2(Llvm value, size_t *length);
int LLVMIsDeclaration(Llvm value);
int LLVMGetLinkage(Llvm value);
void LLVMSetLinkage(Llvm value, int linkage);
Llvm LLVMCreatePassBuilderOptions(void);
Llvm LLVMRunPasses(Llvm module, const char *passes, Llvm machine, Llvm options);
int LLVMWriteBitcodeToFile(Llvm module, const char *path);

/* "_Z8_cl_fmaxDv16_fS_" is "fmax 16". */
static void describe(const char *name, char *text, size_t size)
{
    int length = (int)strlen(name);
    long width = 1;
    if (strncmp(name, "_Z", 2) == 0 && isdigit((unsigned char)name[2])) {
        char *rest;
        long n = strtol(name + 2, &rest, 10);
        if (n > 0 && n <= (long)strlen(rest)) {
            for (const char *v = rest + n; (v = strstr(v, "Dv")); v += 2)
                if (strtol(v + 2, NULL, 10) > width)
                    width = strtol(v + 2, NULL, 10);
            name = rest;
            length = (int)n;
        }
    }
    if (length > 4 && strncmp(name, "_cl_", 4) == 0) {
        name += 4;
        length -= 4;
    }
    snprintf(text, size, "%.*s %ld", length, name, width);
}

static void compile(regex_t *expression, const char *text)
{
    if (regcomp(expression, text, REG_EXTENDED | REG_NOSUB) == 0)
        return;
    fprintf(stderr, "library: '%s' is no expression\n", text);
    exit(2);
}

int main(int argc, char **argv)
{
    Llvm buffer, module, function;
    char *message = NULL, text[1024];
    regex_t keep, drop;
    if (argc != 5)
        return 2;
    compile(&keep, argv[3]);
    compile(&drop, argv[4]);
    if (LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, &message) ||
        LLVMParseIRInContext(LLVMGetGlobalContext(), buffer, &module, &message)) {
        fprintf(stderr, "library: %s\n", message);
        return 1;
    }
    /* Those that nobody calls go as ones of a file do. */
    for (function = LLVMGetFirstFunction(module); function;
         function = LLVMGetNextFunction(function)) {
        size_t length;
        if (LLVMIsDeclaration(function) || LLVMGetLinkage(function) != EXTERNAL)
            continue;
        describe(LLVMGetValueName2(function, &length), text, sizeof text);
        if (regexec(&keep, text, 0, NULL, 0) != 0 || regexec(&drop, text, 0, NULL, 0) == 0)
            LLVMSetLinkage(function, INTERNAL);
    }
    if (LLVMRunPasses(module, "globaldce", NULL, LLVMCreatePassBuilderOptions()))
        return 1;
    for (function = LLVMGetFirstFunction(module); function;
         function = LLVMGetNextFunction(function))
        if (!LLVMIsDeclaration(function) && LLVMGetLinkage(function) == INTERNAL)
            LLVMSetLinkage(function, EXTERNAL);
    return LLVMWriteBitcodeToFile(module, argv[2]) != 0;
}
