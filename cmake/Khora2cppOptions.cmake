# What every target of this project is built with.

# ccache, unless somebody chose a launcher.
if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(KHORA2CPP_CCACHE ccache)
  mark_as_advanced(KHORA2CPP_CCACHE)
  if(KHORA2CPP_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${KHORA2CPP_CCACHE})
  endif()
endif()

# A macro: the options are for the folders that the caller adds after it.
macro(khora_sanitize_from_here)
  if(KHORA2CPP_SANITIZE)
    # Whatever is reported ends the program.
    add_compile_options(-fsanitize=${KHORA2CPP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${KHORA2CPP_SANITIZE})
  endif()
endmacro()

# Our own code links this one; generated and foreign code does not.
add_library(khora_warnings INTERFACE)
target_compile_options(khora_warnings INTERFACE -Wall -Wextra -Wshadow -Wpedantic)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlapping copies inside `"text" + string` at -O2 and above (GCC bug 105651).
  target_compile_options(khora_warnings INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND KHORA2CPP_SANITIZE)
  # What a sanitizer inserts hides from g++ that the standard library's values are initialized (GCC bug 105562).
  target_compile_options(khora_warnings INTERFACE -Wno-maybe-uninitialized)
endif()
if(KHORA2CPP_WARNINGS_AS_ERRORS)
  target_compile_options(khora_warnings INTERFACE -Werror)
endif()

# Compiles the sources of a target in groups. The syntax tree and the typed program are large variants, whose special members every source
# would instantiate anew: together the translator builds six times faster, and one changed source costs little more than alone.
# Sources must therefore not reuse a name of an unnamed namespace within a target.
function(khora_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
  foreach(alone IN LISTS ARGN)
    set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
endfunction()
