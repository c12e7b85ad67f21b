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
# By pkg-config, beside C, as LANGUAGE.md has it.
mkdir config
cp sum.ampc config
sed -i 's/int main(void)/int sum(void)/' config/sum.ampc
printf 'int sum(void);\nint main(void) { return sum(); }\n' >config/main.c
cat >config/CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.20)
project(sum C)
find_package(PkgConfig REQUIRED)
pkg_check_modules(AMPC REQUIRED IMPORTED_TARGET ampc)
find_program(AMPCC ampcc REQUIRED)
add_custom_command(OUTPUT sum.o DEPENDS sum.ampc DEPFILE sum.d
    COMMAND ${AMPCC} -O2 -MMD -MF sum.d -c -o sum.o ${CMAKE_SOURCE_DIR}/sum.ampc)
add_executable(prog main.c sum.o)
target_link_libraries(prog PkgConfig::AMPC)
C
if command -v pkg-config >/dev/null; then
    PATH=$(dirname "$AMPCC"):$PATH PKG_CONFIG_PATH=$BUILD/lib/pkgconfig cmake -S config -B config/build >log 2>&1 &&
        PATH=$(dirname "$AMPCC"):$PATH cmake --build config/build >>log 2>&1 || { cat log; exit 1; }
    config/build/prog | grep -q 'sum 56'
    # A change of the source is seen.
    sed -i 's/i\[0\] \* 2/i[0] * 3/; s/sum != 56/sum != 84/' config/sum.ampc
    PATH=$(dirname "$AMPCC"):$PATH cmake --build config/build >>log 2>&1 || { cat log; exit 1; }
    config/build/prog | grep -q 'sum 84'
fi
# And ampcc as the C compiler of a project.
mkdir plain
printf 'cmake_minimum_required(VERSION 3.18)\nproject(p C)\nadd_executable(p p.c)\n' >plain/CMakeLists.txt
echo 'int main(void) { return 0; }' >plain/p.c
CC=$AMPCC cmake -S plain -B plain/build >log 2>&1 && cmake --build plain/build >>log 2>&1 || { cat log; exit 1; }
plain/build/p
