# In a build tree with sanitizers every test name begins with "asan." or "tsan.", so that tools/test can run all trees in
# one ctest. Where addresses are drawn from more bits than g++ 12's thread sanitizer can map, its tests run without.
set(DETSHIM_TEST_PREFIX "")
set(DETSHIM_TEST_WRAPPER "")
if(DETSHIM_SANITIZE MATCHES thread)
  set(DETSHIM_TEST_PREFIX "tsan.")
  set(_bits 0)
  if(EXISTS /proc/sys/vm/mmap_rnd_bits)
    file(READ /proc/sys/vm/mmap_rnd_bits _bits)
  endif()
  if(_bits GREATER 28)
    set(DETSHIM_TEST_WRAPPER setarch --addr-no-randomize)
  endif()
elseif(DETSHIM_SANITIZE)
  set(DETSHIM_TEST_PREFIX "asan.")
endif()

# detshim_unit_test(NAME sources...): one GoogleTest program, label unit. Link what it tests with target_link_libraries.
find_package(GTest REQUIRED)
function(detshim_unit_test name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE detshim_options GTest::gtest GTest::gtest_main Threads::Threads)
  add_test(NAME ${DETSHIM_TEST_PREFIX}unit.${name} COMMAND ${DETSHIM_TEST_WRAPPER} $<TARGET_FILE:${name}>)
  set_tests_properties(${DETSHIM_TEST_PREFIX}unit.${name} PROPERTIES LABELS unit TIMEOUT 120)
endfunction()

# detshim_behaviour_test(NAME n ARGS ... COMMAND ...): tests/behaviour.py runs COMMAND bare and under the shim and
# compares; see that file for ARGS. Exit code 77 is a skip; its reason is printed.
function(detshim_behaviour_test)
  cmake_parse_arguments(T "" "NAME;LABEL;TIMEOUT" "ARGS;COMMAND" ${ARGN})
  if(NOT T_LABEL)
    set(T_LABEL process)
  endif()
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 120)
  endif()
  add_test(NAME ${T_LABEL}.${T_NAME}
           COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/behaviour.py --shim ${DETSHIM_LIB_DIR}/libdetshim.so
                   --folder ${CMAKE_BINARY_DIR}/test-runs/${T_NAME} ${T_ARGS} -- ${T_COMMAND})
  set_tests_properties(${T_LABEL}.${T_NAME} PROPERTIES LABELS ${T_LABEL} TIMEOUT ${T_TIMEOUT} SKIP_RETURN_CODE 77)
endfunction()

# detshim_skipped_test(NAME n [LABEL l] REASON "what is missing and the remedy"): shows as skipped, so that a gap is seen.
function(detshim_skipped_test)
  cmake_parse_arguments(T "" "NAME;LABEL;REASON" "" ${ARGN})
  if(NOT T_LABEL)
    set(T_LABEL process)
  endif()
  add_test(NAME ${T_LABEL}.${T_NAME} COMMAND sh -c "echo \"SKIP: $1\"; exit 77" sh ${T_REASON})
  set_tests_properties(${T_LABEL}.${T_NAME} PROPERTIES LABELS ${T_LABEL} SKIP_RETURN_CODE 77)
endfunction()
