# make            the compiler build/bin/ampcc and the library build/lib/libampc.a, .so
# make demo       installs what is missing (Debian), builds, translates samples/matmul.ampc and runs it
# make check      the same, then all tests;  make asan: all tests under ASan and UBSan, in build/asan
# make check-long the same with all that the tests' scripts can try: tests/README.md
# make tsan       the tests with threads under ThreadSanitizer, in build/tsan
# make faults     every single fault (FAULTS=all: with every code) under ASan and UBSan, some under valgrind: hours
# make fuzz       random kernels, plain against optimised, bit for bit (tests/README.md)
# make bench      kernels by ampc beside the same ones by hand: a table and a plot (tests/bench/README.md)
# make bench-scale     how samples/mpi scale on 1 to 4 ranks, and a model of more: docs/SCALING.md
# make bench-devices   two GPUs of one host in one process: what they gain, copies between them beside OpenCL by hand
# make bench-compiler  what ampcc costs beside cc, with the goals
# make install, make uninstall  PREFIX=/usr/local, DESTDIR=
# make deb        packages for Debian, in build/deb;  make vsix: the extension for VS Code
# make docs       the documents as HTML with search, in build/docs/html (Sphinx with MyST)
# make lint, make format, make clean

# Also taken from the environment: PREFIX, where 'make install' puts things; LIB, the folder of libraries below it; DESTDIR, put before it.
BUILD = build
PREFIX ?= /usr/local
LIB ?= lib
DESTDIR ?=
LDFLAGS ?=
# Debian's folder of libraries, below lib.
MULTIARCH := $(shell $(CC) -print-multiarch 2>/dev/null)
ifeq ($(origin CC),default)
CC = cc
endif
OBJCOPY = objcopy
FLEX = flex
BISON = bison
CFLAGS ?= -O2 -g
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=undefined

WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wswitch -Werror
# What flex and bison write does not follow our rules.
GEN_WARNINGS = -Wall -Wextra -Werror -Wno-shadow -Wno-unused-function -Wno-unused-parameter -Wno-unused-but-set-variable \
    -Wno-sign-compare -Wno-missing-prototypes
COMPILE = $(CC) -std=gnu11 $(CFLAGS) -I. -I$(BUILD)/gen -MMD -MP
# Its archive, where there is one.
JANSSON := $(if $(findstring /,$(shell $(CC) -print-file-name=libjansson.a 2>/dev/null)),-l:libjansson.a,-ljansson)
CHECK_LIBS = $$(pkg-config --libs check)

COMPILER_DIRS = common lexer parser sema/types sema/tree sema/typing sema/analysis sema/simulate sema/hostflow sema/checks optimize \
    codegen codegen/kernel codegen/host driver lsp
PUBLIC_HEADERS = ampc.h ampc_cl.h ampc_gen.h ampc_cover.h ampc_ranks.h ampc_emulated.h amp.h amp_math.h \
    amp_graphics.h amp_short_vectors.h amp_algorithms.h ampc_mpi.h

GEN_C = $(patsubst %.l,$(BUILD)/gen/%.c,$(wildcard lexer/*.l)) \
        $(patsubst %.y,$(BUILD)/gen/%.c,$(wildcard parser/*.y))
GEN_H = $(GEN_C:.c=.h)
COMPILER_C = $(filter-out driver/main.c,$(wildcard $(COMPILER_DIRS:=/*.c)))
COMPILER_O = $(COMPILER_C:%.c=$(BUILD)/obj/%.o) $(GEN_C:$(BUILD)/gen/%.c=$(BUILD)/obj/gen/%.o)
MAIN_O = $(BUILD)/obj/driver/main.o
COMPILER_A = $(BUILD)/obj/compiler.a
# What libampc exports is declared in the public headers; the rest is hidden, in the archive too.
RUNTIME_FLAGS = -fPIC -fvisibility=hidden -pthread
RUNTIME_O = $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard runtime/*.c runtime/algorithms/*.c))
# The algorithms' OpenCL C as string literals.
TEXTS = $(patsubst %,$(BUILD)/gen/%.h,$(wildcard runtime/*.cl runtime/algorithms/*.cl))
AMPCC = $(BUILD)/bin/ampcc
RUNTIME_A = $(BUILD)/obj/runtime.a
LIBAMPC = $(BUILD)/lib/libampc.a
VERSION := $(shell sed -n 's/.define AMPC_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' runtime/ampc.h | paste -sd.)
SONAME = libampc.so.$(firstword $(subst ., ,$(VERSION)))
STRIP = $(if $(findstring -fsanitize,$(CFLAGS)),,--strip-debug)
# Nothing is left undefined; but sanitizers are left to the program.
DEFS = $(if $(findstring -fsanitize,$(CFLAGS)),,-Wl,-z,defs)
LIBAMPC_SO = $(BUILD)/lib/libampc.so.$(VERSION)
PC = $(BUILD)/lib/pkgconfig/ampc.pc
# Programs that ampcc runs, each of one file.
TOOLS = $(patsubst driver/devices/%.c,$(BUILD)/libexec/ampc-%,$(wildcard driver/devices/*.c))
# For build systems: rules for make, and CMake's modules, of which the first two have places in them; and what gdb loads.
CMAKE_CONFIG = $(patsubst support/cmake/%,$(BUILD)/lib/cmake/ampc/%,$(wildcard support/cmake/ampc-*))
CMAKE_MODULES = $(patsubst support/cmake/%,$(BUILD)/lib/cmake/ampc/%,$(wildcard support/cmake/CMake*))
# The pages that AMPC_REPORT and --explain-kernel --html fill in, each of one file: of libampc, which has its own inside, and of ampcc.
REPORT_PAGE = $(BUILD)/gen/pages/report.html
KERNEL_PAGE = $(BUILD)/share/ampc/kernel.html
SUPPORT = $(BUILD)/share/ampc/ampc.mk $(BUILD)/share/ampc/ampc-gdb.py $(CMAKE_CONFIG) $(CMAKE_MODULES) $(KERNEL_PAGE)
# Pages of the manual, and completions of shells.
MANUAL = $(patsubst %,$(BUILD)/manual/%,ampcc.1 ampc.3 ampc-environment.7 bash zsh)
HEADERS = $(patsubst runtime/%,$(BUILD)/include/%,$(wildcard $(PUBLIC_HEADERS:%=runtime/%))) $(BUILD)/include/ampc_words.h
UNIT = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*.c))
LAYERS = $(BUILD)/tests/layer/faults.so $(BUILD)/tests/layer/late.so $(BUILD)/tests/layer/libpocl.so \
    $(BUILD)/tests/layer/libpocl_lazy.so $(BUILD)/tests/layer/try.so $(BUILD)/tests/layer/try
# What the tests find in the place of the system's (tests/README.md).
CC1 := $(shell cc -print-prog-name=cc1 2>/dev/null)
CLANG := $(filter-out %/tests/path/clang,$(shell command -v clang 2>/dev/null))
CC1_PLACE = $(BUILD)/tests/cc/$(shell cc -dumpmachine)/$(shell cc -dumpversion)
INSTEAD = $(BUILD)/tests/path/ld $(BUILD)/tests/path/cc-once $(if $(CLANG),$(BUILD)/tests/path/clang) $(if $(findstring /,$(CC1)),$(CC1_PLACE)/cc1 $(CC1_PLACE)/large.so)
PARALLEL = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))

.PHONY: all compiler runtime units instead demo check check-long check-run asan tsan faults fuzz bench benches bench-compiler bench-devices bench-scale docs format lint install uninstall deb vsix clean
.DELETE_ON_ERROR:
.SECONDARY:

all: $(AMPCC) runtime $(TOOLS) $(SUPPORT) $(MANUAL)
compiler: $(COMPILER_A)
runtime: $(LIBAMPC) $(LIBAMPC_SO) $(HEADERS) $(PC)
units: $(UNIT) $(LAYERS) instead
instead: $(INSTEAD)

$(AMPCC): $(MAIN_O) $(COMPILER_A)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(JANSSON)

$(COMPILER_A): $(COMPILER_O)
	@mkdir -p $(@D)
	@rm -f $@
	ar rcs $@ $^

# For the unit tests, which see what is hidden.
$(RUNTIME_A): $(RUNTIME_O)
	@mkdir -p $(@D)
	@rm -f $@
	ar rcs $@ $^

# One object whose hidden names are local, so that they cannot clash with a program's; math.o, which
# needs -lm and nothing else of the library, by itself. Without what debuggers read of the library, which would be two thirds
# of a program and a quarter of the time that linking it takes; sanitizers name lines by it.
$(LIBAMPC): $(RUNTIME_O)
	@mkdir -p $(@D)
	@rm -f $@
	$(LD) -r -o $(BUILD)/obj/ampc.o $(filter-out %/math.o,$^)
	$(OBJCOPY) --localize-hidden $(STRIP) $(BUILD)/obj/ampc.o
	$(OBJCOPY) $(STRIP) $(filter %/math.o,$^) $(BUILD)/obj/ampc-math.o
	ar rcs $@ $(BUILD)/obj/ampc.o $(BUILD)/obj/ampc-math.o

$(LIBAMPC_SO): $(RUNTIME_O)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) $(DEFS) -o $@ $^ -lm -ldl -pthread
	ln -sf $(@F) $(@D)/$(SONAME)
	ln -sf $(SONAME) $(@D)/libampc.so

# The file finds its tree by its own place; in the build folder the headers lie elsewhere.
$(PC): driver/ampc.pc.in runtime/ampc.h
	@mkdir -p $(@D)
	sed 's|@VERSION@|$(VERSION)|; s|@UP@|../..|; s|@INCLUDE@|include|; s|@LIB@|lib|; s|@RUN_PATH@|-Wl,-rpath,$${libdir} |' $< > $@

$(BUILD)/libexec/ampc-%: driver/devices/%.c $(LIBAMPC)
	@mkdir -p $(@D)
	$(COMPILE) $(WARNINGS) -MF $(BUILD)/obj/$*-tool.d $(LDFLAGS) -o $@ $^ -lm -ldl -pthread

$(BUILD)/share/ampc/%: support/%
	@mkdir -p $(@D)
	cp $< $@

PAGE_PARTS = $(patsubst %,support/pages/%,frame.html pages.css pages.js d3.js LICENSE.d3)
insert = -e '/^@$(1)@$$/{r support/pages/$(2)' -e 'd}'
$(REPORT_PAGE) $(KERNEL_PAGE): $(BUILD)/%.html: $(PAGE_PARTS) $(wildcard support/pages/report.* support/pages/kernel.*)
	@mkdir -p $(@D)
	sed -e 's/@NAME@/$(*F)/' $(call insert,CSS,pages.css) $(call insert,MAIN,$(*F).html) $(call insert,LICENSE,LICENSE.d3) \
	    $(call insert,D3,d3.js) $(call insert,COMMON,pages.js) $(call insert,JS,$(*F).js) $< >$@

$(CMAKE_MODULES): $(BUILD)/lib/cmake/ampc/%: support/cmake/%
	@mkdir -p $(@D)
	cp $< $@

$(CMAKE_CONFIG): $(BUILD)/lib/cmake/ampc/%: support/cmake/% runtime/ampc.h
	@mkdir -p $(@D)
	sed 's|@VERSION@|$(VERSION)|; s|@UP@|../../..|; s|@LIB@|lib|; s|@INCLUDE@|include|' $< >$@

$(MANUAL): $(BUILD)/manual/%: docs/manual.sh driver/options.def docs/environment.def runtime/ampc.h runtime/ampc_cl.h runtime/ampc_mpi.h
	@mkdir -p $(@D)
	docs/manual.sh $* >$@

$(BUILD)/include/%: runtime/%
	@mkdir -p $(@D)
	cp $< $@

$(BUILD)/include/ampc_words.h: support/words.sh runtime/ampc_gen.h runtime/ampc_cover.h runtime/ampc_ranks.h runtime/ampc.h
	@mkdir -p $(@D)
	sh $^ >$@

# What the build needs is looked for once; the message names the command that installs it.
$(BUILD)/tools: tests/setup.sh
	@mkdir -p $(@D)
	@CC="$(CC)" FLEX=$(FLEX) BISON=$(BISON) sh tests/setup.sh build
	@touch $@

$(BUILD)/gen/%.c $(BUILD)/gen/%.h: %.l | $(BUILD)/tools
	@mkdir -p $(@D)
	$(FLEX) -o $(BUILD)/gen/$*.c --header-file=$(BUILD)/gen/$*.h $<

$(BUILD)/gen/%.c $(BUILD)/gen/%.h: %.y | $(BUILD)/tools
	@mkdir -p $(@D)
	$(BISON) -Wall -Werror -o $(BUILD)/gen/$*.c --header=$(BUILD)/gen/$*.h $<

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c | $(GEN_H)
	@mkdir -p $(@D)
	$(COMPILE) $(GEN_WARNINGS) -c -o $@ $<

$(TEXTS): $(BUILD)/gen/%.h: % | $(BUILD)/tools
$(REPORT_PAGE).h: $(REPORT_PAGE)
$(TEXTS) $(REPORT_PAGE).h:
	@mkdir -p $(@D)
	sed 's/^ *//; s/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' $< > $@

$(BUILD)/obj/runtime/%.o: runtime/%.c | $(TEXTS) $(REPORT_PAGE).h
	@mkdir -p $(@D)
	$(COMPILE) $(WARNINGS) $(RUNTIME_FLAGS) -c -o $@ $<

$(BUILD)/obj/driver/%.o: driver/%.c | $(GEN_H)
	@mkdir -p $(@D)
	$(COMPILE) $(WARNINGS) -DAMPC_PREFIX='"$(PREFIX)"' -DAMPC_MULTIARCH='"$(MULTIARCH)"' -c -o $@ $<

$(BUILD)/obj/%.o: %.c | $(GEN_H)
	@mkdir -p $(@D)
	$(COMPILE) $(WARNINGS) -c -o $@ $<

$(BUILD)/tests/unit/%: tests/unit/%.c $(COMPILER_A) $(RUNTIME_A) | $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) $(WARNINGS) -rdynamic -o $@ $< $(COMPILER_A) $(RUNTIME_A) $(CHECK_LIBS) $(JANSSON) -Wl,--no-as-needed -lOpenCL -lm -ldl -pthread

LAYER = $(COMPILE) $(WARNINGS) -fPIC -shared -o $@ $< -pthread
$(BUILD)/tests/layer/try.so: LAYER += -DTRY_PRELOADED
$(BUILD)/tests/layer/try: tests/layer/try.c
	@mkdir -p $(@D)
	$(COMPILE) $(WARNINGS) -o $@ $<
$(BUILD)/tests/layer/%_lazy.so: tests/layer/%.c
	@mkdir -p $(@D)
	$(LAYER) -Wl,-z,norelro,-z,lazy
$(BUILD)/tests/layer/%.so: tests/layer/%.c
	@mkdir -p $(@D)
	$(LAYER) -Wl,-z,relro,-z,now

# Started thousands of times: without the dynamic linker where there is a C library for that, and without sanitizers.
PLAINLY = $(CC) -std=gnu11 -O2 $(WARNINGS)
$(BUILD)/tests/path/clang: PLAINLY += -DCLANG='"$(CLANG)"'
$(BUILD)/tests/path/%: tests/path/%.c
	@mkdir -p $(@D)
	$(PLAINLY) -static -o $@ $< 2>/dev/null || $(PLAINLY) -o $@ $<

$(BUILD)/tests/cc/%/cc1: tests/path/cc1.c
	@mkdir -p $(@D)
	$(PLAINLY) -DCC1='"$(CC1)"' -static -o $@ $< 2>/dev/null || $(PLAINLY) -DCC1='"$(CC1)"' -o $@ $<
$(BUILD)/tests/cc/%/large.so: tests/path/large.c
	@mkdir -p $(@D)
	$(PLAINLY) -fPIC -shared -o $@ $<

# What the machine lacks is installed once.
$(BUILD)/setup-%: tests/setup.sh
	@mkdir -p $(@D)
	@sh tests/setup.sh $*
	@touch $@

demo:
	@MAKE="$(MAKE)" BUILD=$(BUILD) JOBS=$(PARALLEL) samples/demo

check:
	@echo "make check, step 1 of 3: packages that the tests need"
	@$(MAKE) --no-print-directory -s $(BUILD)/setup-check
	@echo "make check, step 2 of 3: ampcc, libampc and the tests that are C programs"
	@$(MAKE) --no-print-directory -s instead
	@MAKE="$(MAKE)" COMPILER_PATH="$(abspath $(BUILD))/tests/cc$${COMPILER_PATH:+:$$COMPILER_PATH}" tests/build $(PARALLEL) BUILD=$(BUILD) all units
	@echo "make check, step 3 of 3: tests"
	@BUILD=$(BUILD) tests/run $(TESTS)

check-long:
	@LONG=1 $(MAKE) --no-print-directory check

asan: $(BUILD)/setup-check
	@$(MAKE) --no-print-directory -s $(PARALLEL) BUILD=$(BUILD)/asan CFLAGS="-O1 -g $(SANITIZE)" all units
	BUILD=$(BUILD)/asan tests/run --asan $(TESTS)

faults: $(BUILD)/setup-check
	@$(MAKE) --no-print-directory -s $(PARALLEL) all units
	@$(MAKE) --no-print-directory -s $(PARALLEL) BUILD=$(BUILD)/asan CFLAGS="-O1 -g $(SANITIZE)" all units
	FAULTS=$(or $(FAULTS),each) LIMIT=40000 JOBS=1 FAULT_JOBS=$$(nproc) BUILD=$(BUILD)/asan tests/run --asan driver/faults
	VALGRIND=1 TRY_LIMIT=1000 LIMIT=40000 JOBS=1 FAULT_JOBS=$$(nproc) BUILD=$(BUILD) tests/run driver/faults_samples

# The threads of the library and of programs; the compiler has none.
TSAN_TESTS = unit/runtime_threads unit/runtime_launch unit/runtime_future unit/runtime_cl \
    exec/accelerator exec/future exec/opencl exec/sections exec/stress exec/threads exec/view_exit driver/c_api driver/coherence driver/sections driver/staging
tsan: $(BUILD)/setup-check
	@$(MAKE) --no-print-directory -s $(PARALLEL) BUILD=$(BUILD)/tsan CFLAGS="-O1 -g -fsanitize=thread" all units
	BUILD=$(BUILD)/tsan tests/run --tsan $(or $(TESTS),$(TSAN_TESTS))

# Workloads of the bench, each with the harness (tests/bench/README.md). CONTRACT: fast (what programs get by default) or off, whether a * b + c
# may be one operation on GPUs, for ampc and for the kernels by hand; MARCH: the processor that the C is compiled for, another one's for programs that are run elsewhere; BENCH_FLAGS: more options of ampcc.
CONTRACT = fast
MARCH = native
BENCHES = $(patsubst %.ampc,$(BUILD)/bench/%,$(notdir $(wildcard tests/bench/*.ampc)))
BENCH_O = $(patsubst tests/bench/%.c,$(BUILD)/obj/bench/%.o,$(wildcard tests/bench/*.c))

$(BUILD)/obj/bench/%.o: tests/bench/%.c $(wildcard tests/bench/*.h) | $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(CFLAGS) $(WARNINGS) -fopenmp -I$(BUILD)/include -c -o $@ $<

BENCH_COMPILE = $(AMPCC) -O3 -march=$(MARCH) -fopenmp -ffp-contract=$(CONTRACT) $(BENCH_FLAGS) \
    -DBENCH_CONTRACT=$(if $(filter fast,$(CONTRACT)),1,0)

$(BUILD)/bench/%: tests/bench/%.ampc $(BENCH_O) $(AMPCC) $(LIBAMPC)
	@mkdir -p $(@D)
	$(BENCH_COMPILE) -fno-optimize-kernels -o $@ $< $(BENCH_O) -lm -ldl -lOpenCL

# The same with kernels optimised.
$(BUILD)/bench/optimised/%: tests/bench/%.ampc $(BENCH_O) $(AMPCC) $(LIBAMPC)
	@mkdir -p $(@D)
	$(BENCH_COMPILE) -o $@ $< $(BENCH_O) -lm -ldl -lOpenCL

# What calls cost around the kernels: programs of their own.
COSTS = $(patsubst tests/bench/costs/%.ampc,$(BUILD)/bench/costs/%,$(wildcard tests/bench/costs/*.ampc))

$(BUILD)/bench/costs/%: tests/bench/costs/%.ampc tests/bench/costs/costs.h $(AMPCC) $(LIBAMPC)
	@mkdir -p $(@D)
	$(AMPCC) -O2 -march=$(MARCH) -o $@ $< -lm -ldl -lpthread -lOpenCL

# Beside CUB, where its compiler is.
NVCC := $(shell command -v nvcc 2>/dev/null)
CUB = $(if $(NVCC),$(BUILD)/bench/costs/cub)

$(BUILD)/bench/costs/cub: tests/bench/costs/cub.cu
	@mkdir -p $(@D)
	$(NVCC) -O2 -std=c++17 -o $@ $<

benches: $(BENCHES) $(BENCHES:$(BUILD)/bench/%=$(BUILD)/bench/optimised/%) $(COSTS) $(CUB)

bench: $(BUILD)/setup-demo
	@$(MAKE) --no-print-directory -s $(PARALLEL) all benches
	BUILD=$(BUILD) tests/bench/run $(BENCH)

# Random kernels, plain against optimised: tests/README.md.
fuzz: $(BUILD)/setup-check
	@$(MAKE) --no-print-directory -s $(PARALLEL) all
	BUILD=$(BUILD) tests/fuzz $(or $(FUZZ),-p -s 300 1 100000)

# The samples with MPI on 1 to 4 ranks, with a model: docs/SCALING.md.
bench-scale:
	@$(MAKE) --no-print-directory -s $(PARALLEL) all
	@BUILD=$(BUILD) tests/bench/scale

# Several devices in one process; needs two of one model. Without make: BUILD=build tests/bench/devices, with build/bench/devices and build/bench/costs/devices there.
$(BUILD)/bench/devices/%: samples/devices/%.ampc $(AMPCC) $(LIBAMPC)
	@mkdir -p $(@D)
	$(AMPCC) -O3 -o $@ $< -lm

bench-devices:
	@$(MAKE) --no-print-directory -s $(PARALLEL) all
	@$(MAKE) --no-print-directory -s $(BUILD)/bench/devices/heat $(BUILD)/bench/devices/nbody $(BUILD)/bench/costs/devices
	@BUILD=$(BUILD) tests/bench/devices

SQLITE = better-sqlite3@12.11.1
# What ampcc itself costs. SQLite is measured where it can be fetched.
$(BUILD)/bench/costs/compiler: tests/bench/costs/compiler.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(CFLAGS) $(WARNINGS) -o $@ $<

bench-compiler: $(BUILD)/bench/costs/compiler
	@$(MAKE) --no-print-directory -s $(PARALLEL) all
	@mkdir -p $(BUILD)/bench/compiler
	@-(REAL=$(CURDIR)/$(BUILD)/real TESTS=tests && . tests/real/fetch.sh && fetch_npm sqlite $(SQLITE))
	@$< $(AMPCC) $(BUILD)/bench/compiler $$(ls -d $(BUILD)/real/sqlite/deps/sqlite3 2>/dev/null)

# Laid out by clang-format.
FORMATTED = $(wildcard $(COMPILER_DIRS:=/*.[ch]) driver/devices/*.c runtime/*.[ch] runtime/*/*.[ch] tests/unit/*.[ch] tests/exec/*.h \
    tests/layer/*.[ch] tests/path/*.c tests/random/*.[ch] tests/kernels/*.[ch] tests/nests/*.[ch] tests/bench/*.[ch] tests/bench/costs/*.[ch])

docs:
	@python3 docs/html.py $(BUILD)/docs

format:
	clang-format -i $(FORMATTED)

lint: $(GEN_H) $(AMPCC)
	CC="$(CC)" BUILD=$(BUILD) sh tests/lint.sh $(FORMATTED)

# Where gdb looks when a program loads the system's libampc.so.
GDB_LOADS = $(if $(filter /usr,$(PREFIX)),share/gdb/auto-load/usr/$(LIB)/$(notdir $(LIBAMPC_SO))-gdb.py)
# DESTINATION:SOURCE:MODE of what is installed, below PREFIX.
INSTALLED = bin/ampcc:$(AMPCC):755 $(foreach t,$(TOOLS),libexec/$(notdir $t):$t:755) \
    $(LIB)/libampc.a:$(LIBAMPC):644 $(LIB)/$(notdir $(LIBAMPC_SO)):$(LIBAMPC_SO):755 \
    $(foreach h,$(HEADERS),include/ampc/$(notdir $h):$h:644) \
    $(foreach m,$(filter-out %sh,$(MANUAL)),share/man/man$(subst .,,$(suffix $m))/$(notdir $m):$m:644) \
    share/bash-completion/completions/ampcc:$(BUILD)/manual/bash:644 share/zsh/site-functions/_ampcc:$(BUILD)/manual/zsh:644 \
    share/ampc/ampc.mk:support/ampc.mk:644 share/ampc/kernel.html:$(KERNEL_PAGE):644 \
    $(foreach f,share/ampc/ampc-gdb.py $(GDB_LOADS),$f:support/ampc-gdb.py:644) \
    share/ampc/LICENSE.d3:support/pages/LICENSE.d3:644 $(foreach m,$(CMAKE_MODULES),$(LIB)/cmake/ampc/$(notdir $m):$m:644) \
    $(foreach f,$(wildcard editors/vim/*/*.vim),share/vim/vimfiles/$(patsubst editors/vim/%,%,$f):$f:644) \
    share/org.kde.syntax-highlighting/syntax/ampc.xml:editors/kate/ampc.xml:644 \
    $(foreach f,LICENSE README.md CHANGELOG.md SECURITY.md $(wildcard docs/*.md docs/bench/*.png docs/pictures/*.svg docs/screenshots/* samples/*.ampc samples/*/*.ampc samples/*/*.h \
    samples/*/mistakes/*.ampc),share/doc/ampc/$f:$f:644)
# From a folder below PREFIX back to it.
up = $(shell echo $1 | sed 's,[^/][^/]*,..,g')
INSTALLED_MADE = $(LIB)/pkgconfig/ampc.pc $(addprefix $(LIB)/cmake/ampc/,$(notdir $(CMAKE_CONFIG))) $(LIB)/$(SONAME) $(LIB)/libampc.so
# Folders that are ours alone, from the innermost outwards.
OWN_FOLDERS = include/ampc share/ampc $(LIB)/cmake/ampc share/doc/ampc/samples/tutorial/mistakes share/doc/ampc/samples/tutorial \
    share/doc/ampc/samples/guide share/doc/ampc/samples/devices share/doc/ampc/samples/mpi share/doc/ampc/samples share/doc/ampc/docs/pictures share/doc/ampc/docs/screenshots share/doc/ampc/docs/bench share/doc/ampc/docs share/doc/ampc

# All of them; a prefix of the system's has such ones of its own.
FOLDERS = $(sort $(foreach f,$(INSTALLED) $(INSTALLED_MADE),$(patsubst %/,%,$(dir $(firstword $(subst :, ,$f))))))

# Where the dynamic linker does not look by itself programs get a run path.
RUN_PATH = $(if $(filter /usr /usr/local,$(PREFIX)),,-Wl,-rpath,$${libdir} )

install: all
	@for f in $(INSTALLED); do \
	    to=$${f%%:*}; mode=$${f##*:}; from=$${f#*:}; from=$${from%:*}; \
	    install -d "$(DESTDIR)$(PREFIX)/$${to%/*}" && install -m $$mode "$$from" "$(DESTDIR)$(PREFIX)/$$to" || exit 1; \
	done
	@ln -sf $(notdir $(LIBAMPC_SO)) "$(DESTDIR)$(PREFIX)/$(LIB)/$(SONAME)"
	@ln -sf $(SONAME) "$(DESTDIR)$(PREFIX)/$(LIB)/libampc.so"
	@install -d "$(DESTDIR)$(PREFIX)/$(LIB)/pkgconfig"
	@sed 's|@VERSION@|$(VERSION)|; s|@UP@|$(call up,$(LIB)/pkgconfig)|; s|@INCLUDE@|include/ampc|; s|@LIB@|$(LIB)|; s|@RUN_PATH@|$(RUN_PATH)|' \
	    driver/ampc.pc.in >"$(DESTDIR)$(PREFIX)/$(LIB)/pkgconfig/ampc.pc"
	@for f in $(notdir $(CMAKE_CONFIG)); do \
	    sed 's|@VERSION@|$(VERSION)|; s|@UP@|$(call up,$(LIB)/cmake/ampc)|; s|@LIB@|$(LIB)|; s|@INCLUDE@|include/ampc|' \
	        support/cmake/$$f >"$(DESTDIR)$(PREFIX)/$(LIB)/cmake/ampc/$$f"; \
	done
	@cd "$(DESTDIR)$(PREFIX)/$(LIB)" && chmod 644 pkgconfig/ampc.pc cmake/ampc/*
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig
	@echo "installed in $(DESTDIR)$(PREFIX); 'make uninstall' with the same PREFIX takes it away"

uninstall:
	@cd "$(DESTDIR)$(PREFIX)" && rm -f $(foreach f,$(INSTALLED),$(firstword $(subst :, ,$f))) $(INSTALLED_MADE) && \
	    for d in $(OWN_FOLDERS) $(if $(filter /usr /usr/local,$(PREFIX)),,$(FOLDERS)); do \
	        [ ! -d $$d ] || rmdir -p --ignore-fail-on-non-empty $$d; done
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig

# Packages for Debian, in $(BUILD)/deb, built from a copy without network.
deb:
	@command -v dpkg-buildpackage dh >/dev/null || { echo "make: install debhelper to build packages: apt-get install debhelper" >&2; exit 1; }
	@rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb/ampc
	@tar -cf - --exclude=./.git --exclude=./build --exclude=./$(BUILD) . | tar -xf - -C $(BUILD)/deb/ampc
	cd $(BUILD)/deb/ampc && env -u MAKEFLAGS -u MAKELEVEL -u PREFIX -u DESTDIR -u LIB -u BUILD dpkg-buildpackage -b -us -uc $(PARALLEL)
	@rm -rf $(BUILD)/deb/ampc
	@ls $(BUILD)/deb/*.deb

# The extension for VS Code.
vsix:
	@editors/vscode/pack.sh $(VERSION) "$(abspath $(BUILD))/vscode" "$(abspath $(BUILD))/ampc-$(VERSION).vsix"

clean:
	rm -rf $(BUILD)

-include $(COMPILER_O:.o=.d) $(MAIN_O:.o=.d) $(RUNTIME_O:.o=.d) $(UNIT:=.d)
