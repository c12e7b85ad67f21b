#!/bin/sh
# samples/projects: each build system builds, rebuilds when a header changes, and does nothing when nothing has changed.
. "$TESTS/driver/lib.sh"
[ -z "$SANITIZE" ] || { echo "cc links without the sanitizers"; exit 77; }
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS AMPCC
cp -R "$TESTS/../samples/projects" .
export PATH="$BUILD/bin:$PATH" PKG_CONFIG_PATH="$BUILD/lib/pkgconfig"

# builds FOLDER BUILD-COMMAND: builds and runs, with one factor and another.
builds() {
    (
        cd "projects/$1"
        for n in 3 5; do
            sed -i "s/define FACTOR .*/define FACTOR $n/" ../src/scale.h
            sh -c "$2" >log 2>&1 || { cat log; fails "$1"; }
            [ "$($prog)" = "$n $((2 * n)) $((3 * n)) $((4 * n))" ] || { cat log; fails "$1: the header is $n, the output '$($prog)'"; }
        done
        made=$(stat -c %y "$prog")
        sh -c "$2" >log 2>&1
        [ "$made" = "$(stat -c %y "$prog")" ] || { cat log; fails "$1 is built although nothing has changed"; }
    )
}

if command -v pkg-config >/dev/null; then
    prog=./prog builds make make
    prog=./prog builds pkgconfig make
fi
if command -v c++ >/dev/null; then
    sed -i 's/"%g "/" %g" + !shown++/; s/^int main/static int shown;\n&/' projects/shared/prog.cpp
    prog=./prog builds shared make
    if command -v python3 >/dev/null; then
        [ "$(cd projects/shared && python3 prog.py)" = "5 10 15 20" ] || fails "ctypes"
    fi
fi

if command -v cmake >/dev/null; then
    prog=build/prog builds cmake 'cmake -B build && cmake --build build'
    grep -q -- '-O3' projects/cmake/log && fails "no build type, but -O3"
    # Build types, definitions, the list of commands, libraries with kernels linked by C++; ninja where it is.
    cat >projects/cmake/CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.20)
project(scale LANGUAGES C CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(ampc REQUIRED)
add_subdirectory(sub)
add_library(kernels STATIC ../src/scale.ampc)
target_compile_definitions(kernels PRIVATE SOME="text here")
target_include_directories(kernels PUBLIC ../src)
add_library(shared SHARED ../src/scale.ampc)
target_include_directories(shared PUBLIC ../src)
add_executable(by_cxx ../shared/prog.cpp)
target_link_libraries(by_cxx kernels)
add_executable(by_c ../src/main.c)
target_link_libraries(by_c kernels)
add_executable(by_so ../src/main.c)
target_link_libraries(by_so shared)
add_executable(plain ../../plain.c)
target_link_libraries(plain ampc::ampc)
install(TARGETS plain)
C
    mkdir projects/cmake/sub
    cp projects/src/scale.ampc 'projects/cmake/sub/one two.ampc'
    printf 'add_library(one STATIC "one two.ampc")\ntarget_include_directories(one PUBLIC ../../src)\n' >'projects/cmake/sub/CMakeLists.txt'
    printf '#include <ampc.h>\nint main(void) { return !ampc_accelerator_count(); }\n' >plain.c
    for generator in "Unix Makefiles" Ninja; do
        [ "$generator" != Ninja ] || command -v ninja >/dev/null || continue
        rm -rf all
        cmake -S projects/cmake -B all -G "$generator" -DCMAKE_BUILD_TYPE=Release >log 2>&1 && cmake --build all -v >>log 2>&1 ||
            { cat log; fails "cmake, $generator"; }
        for program in by_cxx by_c by_so; do
            [ "$(all/$program)" = "5 10 15 20" ] || fails "cmake, $generator: $program"
        done
        all/plain
        cmake --install all --prefix "$PWD/installed" >>log 2>&1 && installed/bin/plain || { cat log; fails "cmake, $generator: an installed program"; }
        # All files' commands are there once, and can be run as they stand.
        cmake --build all >log 2>&1
        python3 - all/compile_commands.json <<'P' || { cat all/compile_commands.json; fails "compile_commands.json, $generator"; }
import json, os, subprocess, sys
ours = [e for e in json.load(open(sys.argv[1])) if e["file"].endswith(".ampc")]
assert sorted(os.path.basename(e["file"]) for e in ours) == ["one two.ampc", "scale.ampc", "scale.ampc"]
assert all(os.path.exists(e["file"]) for e in ours)
assert all("-O3 -DNDEBUG" in e["command"] for e in ours)
assert sum('"text here' in e["command"].replace("\\", "") for e in ours) == 1
for e in ours:
    subprocess.run(e["command"], shell=True, check=True, cwd=e["directory"])
P
    done
    # Optimised over all files, by both compilers, as samples/projects/README.md says.
    for cc in cc clang; do
        command -v $cc >/dev/null || continue
        rm -rf all
        cmake -S projects/cmake -B all -DCMAKE_C_COMPILER=$cc -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON -DCMAKE_AMPC_FLAGS=-flto >log 2>&1 &&
            cmake --build all --target by_c >>log 2>&1 || { cat log; fails "interprocedural optimisation with $cc"; }
        [ "$(all/by_c)" = "5 10 15 20" ] || fails "interprocedural optimisation with $cc: by_c"
    done
    # A library with kernels is installed, in a folder with a space, and another project finds it and links it, in C, in C++ and with kernels of its own.
    mkdir 'with space' 'with space/app'
    cat >'with space/CMakeLists.txt' <<'C'
cmake_minimum_required(VERSION 3.20)
project(scalelib LANGUAGES C)
find_package(ampc 0.1 REQUIRED)
add_library(scale scale.ampc)
target_include_directories(scale PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}> $<INSTALL_INTERFACE:include>)
target_link_options(scale PRIVATE LINKER:--no-undefined,-Map=link.map)
set_target_properties(scale PROPERTIES PUBLIC_HEADER scale.h)
install(TARGETS scale EXPORT scale)
install(EXPORT scale NAMESPACE scale:: FILE targets.cmake DESTINATION lib/cmake/scale)
file(WRITE ${CMAKE_BINARY_DIR}/scale-config.cmake
    "include(CMakeFindDependencyMacro)\nfind_dependency(ampc)\ninclude(\${CMAKE_CURRENT_LIST_DIR}/targets.cmake)\n")
install(FILES ${CMAKE_BINARY_DIR}/scale-config.cmake DESTINATION lib/cmake/scale)
C
    cat >'with space/app/CMakeLists.txt' <<'C'
cmake_minimum_required(VERSION 3.20)
project(app LANGUAGES C CXX)
find_package(scale REQUIRED)
add_executable(by_c main.c)
add_executable(by_cxx prog.cpp)
add_executable(by_ampcc main.ampc)
set_target_properties(by_ampcc PROPERTIES ENABLE_EXPORTS ON)
foreach(program by_c by_cxx by_ampcc)
    target_link_libraries(${program} scale::scale)
endforeach()
C
    cp projects/src/scale.* 'with space'
    cp projects/shared/prog.cpp projects/src/main.c 'with space/app'
    cp projects/src/main.c 'with space/app/main.ampc'
    for shared in OFF ON; do
        rm -rf library app 'in here'
        { cmake -S 'with space' -B library -DBUILD_SHARED_LIBS=$shared -DCMAKE_INSTALL_PREFIX="$PWD/in here" && cmake --build library &&
            cmake --install library && cmake -S 'with space/app' -B app -DCMAKE_PREFIX_PATH="$PWD/in here" && cmake --build app; } >log 2>&1 ||
            { cat log; fails "cmake: an installed library, shared: $shared"; }
        for program in by_cxx by_c by_ampcc; do
            [ "$(LD_LIBRARY_PATH=library app/$program)" = "5 10 15 20" ] || fails "cmake, an installed library: $program"
        done
    done
    [ -s library/link.map ] || fails "cmake: LINKER: of target_link_options()"
    nm -D app/by_ampcc | grep -q ' T main' || fails "cmake: ENABLE_EXPORTS"
    cat >'with space/CMakeLists.txt' <<'C'
cmake_minimum_required(VERSION 3.20)
project(v C)
foreach(version 0.1 0.1.0 "0.1.0 EXACT" 0.1...<0.2 0.0...0.1.0 99 1 0.0 0.99 0.1.1 "0.1.0.1 EXACT" 0.2...0.3 0.0...<0.1.0)
    separate_arguments(words UNIX_COMMAND "${version}")
    find_package(ampc ${words} QUIET)
    if(ampc_FOUND)
        file(APPEND "${CMAKE_BINARY_DIR}/found" "${version}\n")
    endif()
    unset(ampc_DIR CACHE)
    unset(ampc_FOUND)
endforeach()
C
    cmake -S 'with space' -B version >log 2>&1 || { cat log; fails "find_package(ampc) with versions"; }
    [ "$(cat version/found)" = "$(printf '0.1\n0.1.0\n0.1.0 EXACT\n0.1...<0.2\n0.0...0.1.0')" ] || { cat version/found; fails "find_package(ampc) with versions"; }
    # A launcher of the C compiler, such as ccache, is ampcc's host compiler's, too.
    printf '#!/bin/sh\necho "$*" >>%s/launched\nexec "$@"\n' "$PWD" >launcher
    chmod +x launcher
    printf 'cmake_minimum_required(VERSION 3.20)\nproject(l C)\nfind_package(ampc REQUIRED)\nadd_executable(p scale.ampc)\n' >'with space/CMakeLists.txt'
    echo 'int main(void) { return 0; }' >>'with space/scale.ampc'
    cmake -S 'with space' -B launch -DCMAKE_C_COMPILER_LAUNCHER="$PWD/launcher" >log 2>&1 && cmake --build launch >>log 2>&1 || { cat log; fails "a launcher"; }
    grep -q cpp-output launched || { cat launched; fails "the launcher launches no host code"; }
    # ampcc as the C compiler of a project.
    mkdir plain
    printf 'cmake_minimum_required(VERSION 3.18)\nproject(p C)\nadd_executable(p p.c)\n' >plain/CMakeLists.txt
    echo 'int main(void) { return 0; }' >plain/p.c
    CC=$AMPCC cmake -S plain -B plain/build >log 2>&1 && cmake --build plain/build >>log 2>&1 || { cat log; fails "ampcc as cc"; }
    plain/build/p
fi
if command -v meson >/dev/null && command -v ninja >/dev/null && command -v pkg-config >/dev/null; then
    prog=build/prog builds meson '{ [ -d build ] || meson setup build; } && ninja -C build'
fi
if command -v pkg-config >/dev/null; then # where it is not told of ampc
    (cd projects/make && make clean >log 2>&1 && status 2 env PKG_CONFIG_PATH= make prog && has err "'ampc'")
fi
for tool in pkg-config c++ python3 cmake ninja meson; do command -v $tool >/dev/null || echo "not tried: no $tool"; done
