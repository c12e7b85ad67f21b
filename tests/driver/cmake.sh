#!/bin/sh
# A CMake project with one custom command.
command -v cmake >/dev/null 2>&1 || { echo "no cmake"; exit 77; }
. "$TESTS/driver/lib.sh"
cat >CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.18)
project(sum C)
add_custom_command(OUTPUT sum.o COMMAND $ENV{AMPCC} -O2 -MMD -MF sum.d -c -o sum.o ${CMAKE_SOURCE_DIR}/sum.ampc
    DEPENDS sum.ampc DEPFILE sum.d)
add_executable(prog sum.o)
set_target_properties(prog PROPERTIES LINKER_LANGUAGE C)
target_link_libraries(prog $ENV{BUILD}/lib/libampc.a OpenCL pthread)
C
[ -z "$SANITIZE" ] || { echo "cc links without the sanitizers"; exit 77; }
cmake -S . -B out-of-source >log 2>&1 && cmake --build out-of-source >>log 2>&1 || { cat log; exit 1; }
out-of-source/prog | grep -q 'sum 56'
# And ampcc as the C compiler of a project.
mkdir plain
printf 'cmake_minimum_required(VERSION 3.18)\nproject(p C)\nadd_executable(p p.c)\n' >plain/CMakeLists.txt
echo 'int main(void) { return 0; }' >plain/p.c
CC=$AMPCC cmake -S plain -B plain/build >log 2>&1 && cmake --build plain/build >>log 2>&1 || { cat log; exit 1; }
plain/build/p
