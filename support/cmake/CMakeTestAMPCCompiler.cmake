# ampcc needs no trial: a faulty one says what is missing when it is first run.
set(CMAKE_AMPC_COMPILER_WORKS 1)
