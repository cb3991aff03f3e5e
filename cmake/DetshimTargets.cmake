# What every target of the project shares: language level, warnings, sanitizers, the layout of the build tree.
include(GNUInstallDirs)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Not -O3: the library is mapped into every process that a program starts, and small counts there.
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)
find_package(Threads REQUIRED)

if(DETSHIM_SANITIZE)
  set(DETSHIM_BUILD_SHIM OFF)
endif()

# The build tree has the inner layout of an installed prefix: bin/detshim finds ../lib/detshim.
set(DETSHIM_PREFIX ${CMAKE_BINARY_DIR})
set(DETSHIM_LIB_DIR ${DETSHIM_PREFIX}/lib/detshim)

add_library(detshim_options INTERFACE)
target_compile_options(detshim_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Werror
                       $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Wold-style-cast>)
# At -O3 g++ 12 takes assignments of literals to std::string for overlapping copies (its bug 105651).
target_compile_options(detshim_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
target_include_directories(detshim_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(detshim_options INTERFACE _GNU_SOURCE)
if(DETSHIM_SANITIZE)
  target_compile_options(detshim_options INTERFACE -fsanitize=${DETSHIM_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(detshim_options INTERFACE -fsanitize=${DETSHIM_SANITIZE})
endif()
if(DETSHIM_COVERAGE)
  target_compile_options(detshim_options INTERFACE --coverage)
  target_link_options(detshim_options INTERFACE --coverage)
endif()

# detshim_library(NAME sources...): an object library detshim_NAME, alias detshim::NAME. Objects, not archives: the
# shim hides the symbols of every archive that it links.
function(detshim_library name)
  add_library(detshim_${name} OBJECT ${ARGN})
  add_library(detshim::${name} ALIAS detshim_${name})
  target_link_libraries(detshim_${name} PUBLIC detshim_options)
  set_target_properties(detshim_${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# Debian's spdlog, fmt and toml++ targets are shared libraries; the shim needs the headers alone. Both are kept off
# iostreams and locales: those make 400 kB and half of the relocations of the static libstdc++.
find_path(DETSHIM_TOMLPP_INCLUDE toml++/toml.h REQUIRED)
find_path(DETSHIM_SPDLOG_INCLUDE spdlog/logger.h REQUIRED)
add_library(detshim_tomlpp INTERFACE)
target_include_directories(detshim_tomlpp SYSTEM INTERFACE ${DETSHIM_TOMLPP_INCLUDE})
target_compile_definitions(detshim_tomlpp INTERFACE TOML_HEADER_ONLY=1 TOML_ENABLE_FORMATTERS=0
                           TOML_FLOAT_CHARCONV=1)
add_library(detshim_spdlog INTERFACE)
target_include_directories(detshim_spdlog SYSTEM INTERFACE ${DETSHIM_SPDLOG_INCLUDE})
target_compile_definitions(detshim_spdlog INTERFACE SPDLOG_FMT_EXTERNAL FMT_HEADER_ONLY=1 SPDLOG_NO_TLS
                           FMT_STATIC_THOUSANDS_SEPARATOR=',' SPDLOG_PREVENT_CHILD_FD)
