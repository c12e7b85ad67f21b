/* kernel_library.c - PoCL's library of OpenCL's functions, read as far as kernels call them.
 *
 * PoCL 3.1 has LLVM read all 9 MB of it in each process that builds a kernel, which takes three
 * quarters of the time of a small one. LLVM can leave functions unread until somebody wants them.
 * So libpocl's entries for two functions of LLVM's are set to functions here (entry.c): the one
 * that reads files, and the one that finds a module's function by its name, by which libpocl finds
 * all that it takes from the library. The machine code is the same. Known of LLVM 15, whose names
 * these are; where there are no such entries, and with AMPC_PATCH_POCL=0, all is read as before. */
#include "runtime/internal.h"

#include <string.h>

/* llvm::StringRef, and a reference to something that can be called. */
struct name {
    const char *at;
    size_t bytes;
};
struct called {
    void *function;
    intptr_t data;
};

/* std::unique_ptr<llvm::Module> llvm::parseIRFile(StringRef, SMDiagnostic &, LLVMContext &,
 *     function_ref<Optional<std::string>(StringRef)>) */
static const char read_name[] =
    "_ZN4llvm11parseIRFileENS_9StringRefERNS_12SMDiagnosticERNS_11LLVMContextENS_12function_"
    "refIFNS_"
    "8OptionalINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEEES0_EEE";
/* ... llvm::getLazyIRFileModule(StringRef, SMDiagnostic &, LLVMContext &, bool) */
static const char begin_name[] =
    "_ZN4llvm19getLazyIRFileModuleENS_9StringRefERNS_12SMDiagnosticERNS_11LLVMContextEb";
/* llvm::Function *llvm::Module::getFunction(StringRef) const */
static const char find_name[] = "_ZNK4llvm6Module11getFunctionENS_9StringRefE";
/* llvm::Error llvm::GlobalValue::materialize() */
static const char fill_name[] = "_ZN4llvm11GlobalValue11materializeEv";

typedef void *read_function(void **module, struct name file, void *error, void *context,
                            struct called layout);
typedef void *begin_function(void **module, struct name file, void *error, void *context,
                             bool metadata);
typedef void *find_function(const void *module, struct name name);
typedef void fill_function(void **error, void *value);

/* Constant, once the entries are set. */
static void *llvm_read, *llvm_find;
static begin_function *llvm_begin;
static fill_function *llvm_fill;

/* Whether a file is the library, "/usr/share/pocl/kernel-x86_64-pc-linux-gnu-avx2.bc". */
static bool is_library(struct name file)
{
    static const char begin[] = "/kernel-", end[] = ".bc";
    const char *last = memrchr(file.at, '/', file.bytes);
    size_t rest = last ? file.bytes - (size_t)(last - file.at) : 0;
    return rest > sizeof begin + sizeof end && memcmp(last, begin, sizeof begin - 1) == 0 &&
           memcmp(last + rest - (sizeof end - 1), end, sizeof end - 1) == 0;
}

static void *read_begun(void **module, struct name file, void *error, void *context,
                        struct called layout)
{
    if (is_library(file))
        return llvm_begin(module, file, error, context, false);
    read_function *read;
    memcpy(&read, &llvm_read, sizeof read);
    return read(module, file, error, context, layout);
}

/* Of a module that has been read as a whole there is nothing to fill. */
static void *find_filled(const void *module, struct name name)
{
    find_function *find;
    memcpy(&find, &llvm_find, sizeof find);
    void *function = find(module, name), *error = NULL;
    if (function)
        llvm_fill(&error, function);
    return function;
}

bool kernel_library_begins(const void *driver)
{
    void *begin = entry_function(driver, begin_name), *fill = entry_function(driver, fill_name);
    void *reads = NULL, *finds = NULL;
    if (!begin || !fill)
        return false;
    memcpy(&llvm_begin, &begin, sizeof llvm_begin);
    memcpy(&llvm_fill, &fill, sizeof llvm_fill);
    memcpy(&reads, &(read_function *){read_begun}, sizeof reads);
    memcpy(&finds, &(find_function *){find_filled}, sizeof finds);
    bool done = entry_set(driver, find_name, finds, &llvm_find) &&
                entry_set(driver, read_name, reads, &llvm_read);
    trace_print("PoCL: its kernel library is read as %s",
                done ? "far as kernels call it" : "a whole");
    return done;
}
