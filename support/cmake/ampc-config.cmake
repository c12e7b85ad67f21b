# find_package(ampc) makes AMPC a language of the project: .ampc files are listed among the sources of a target as .c files are.
#
# They get the target's include directories, definitions and options, the flags of the build type, CMAKE_AMPC_FLAGS, and are compiled anew when
# a header changes. The project's C compiler is ampcc's host compiler, with its CMAKE_C_COMPILER_LAUNCHER. CMAKE_AMPC_COMPILER or the environment's AMPCC names another ampcc.
# compile_commands.json has them: with the Ninja generator when CMake ends, with make's when the first build does. The target ampc::ampc is the library
# for plain C.
get_filename_component(ampc_prefix "${CMAKE_CURRENT_LIST_DIR}/@UP@" ABSOLUTE)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
set(ampc_compiler_hint "${ampc_prefix}/bin")
set(ampc_archive "${ampc_prefix}/@LIB@/libampc.a")
enable_language(AMPC)

if(CMAKE_GENERATOR MATCHES "Makefiles" AND CMAKE_EXPORT_COMPILE_COMMANDS AND NOT TARGET ampc_compile_commands)
    add_custom_target(ampc_compile_commands ALL COMMAND "${CMAKE_COMMAND}" -P "${CMAKE_CURRENT_LIST_DIR}/CMakeAMPCCommands.cmake"
        WORKING_DIRECTORY "${CMAKE_BINARY_DIR}" COMMENT "Adding .ampc files to compile_commands.json" VERBATIM)
endif()
if(NOT TARGET ampc::ampc)
    add_library(ampc::ampc SHARED IMPORTED)
    set_target_properties(ampc::ampc PROPERTIES
        IMPORTED_LOCATION "${ampc_prefix}/@LIB@/libampc.so"
        INTERFACE_INCLUDE_DIRECTORIES "${ampc_prefix}/@INCLUDE@")
    if(NOT ampc_prefix MATCHES "^/usr(/local)?$") # so that installed programs start, too, and those of Meson
        set_target_properties(ampc::ampc PROPERTIES INTERFACE_LINK_OPTIONS "-Wl,-rpath,${ampc_prefix}/@LIB@")
    endif()
endif()
