# The standard library: runtime/std, written in Khora, translated by the khora2cpp of this build and compiled into khora_runtime.
#
# Included by runtime/CMakeLists.txt when khora_runtime is defined. Adds the targets khora_std (the translation) and khora_precompiled (the
# precompiled header that khora2cpp uses for the compiler of this build).
set(khora_generated_dir ${PROJECT_BINARY_DIR}/generated)
set(khora_std_dir ${PROJECT_SOURCE_DIR}/runtime/std)

file(GLOB_RECURSE khora_std_parts CONFIGURE_DEPENDS RELATIVE ${khora_std_dir} ${khora_std_dir}/*.kh)
set(khora_std_sources "")
set(khora_std_headers "")
set(khora_std_cpp "")
set(khora_std_folders "")
foreach(part IN LISTS khora_std_parts)
  string(REGEX REPLACE "\\.kh$" "" stem khora/${part})
  list(APPEND khora_std_sources ${khora_std_dir}/${part})
  list(APPEND khora_std_headers ${khora_generated_dir}/include/${stem}.hpp ${khora_generated_dir}/include/${stem}.khi)
  list(APPEND khora_std_cpp ${khora_generated_dir}/src/${stem}.cpp)
  # A module of several parts has a header that declares the types of all of them.
  get_filename_component(folder ${stem} DIRECTORY)
  if(folder IN_LIST khora_std_folders AND NOT folder STREQUAL "khora")
    list(APPEND khora_std_headers ${khora_generated_dir}/include/${folder}/fwd.hpp)
  endif()
  list(APPEND khora_std_folders ${folder})
endforeach()
list(REMOVE_DUPLICATES khora_std_headers)

if(khora_std_sources)
  set(khora_std_stamp ${khora_generated_dir}/std.stamp)
  add_custom_command(
    OUTPUT ${khora_std_stamp}
    BYPRODUCTS ${khora_std_headers} ${khora_std_cpp}
    COMMAND khora2cpp translate --library ${khora_std_sources} -o ${khora_generated_dir}/include
            --source-output ${khora_generated_dir}/src
    COMMAND ${CMAKE_COMMAND} -E touch ${khora_std_stamp}
    DEPENDS khora2cpp ${khora_std_sources}
    COMMENT "Translating the standard library"
    VERBATIM)
  add_custom_target(khora_std DEPENDS ${khora_std_stamp})
  target_sources(khora_runtime PRIVATE ${khora_std_cpp})
  add_dependencies(khora_runtime khora_std)
endif()
target_include_directories(khora_runtime PUBLIC $<BUILD_INTERFACE:${khora_generated_dir}/include>)

# ---- the precompiled header ----------------------------------------------------------------------------------------------------
#
# All of the library's headers: a precompiled header is mapped, not read, so what a program does not need costs it nothing. It has to be made
# with the options that khora2cpp compiles programs with; the compiler ignores it otherwise.
set(khora_precompiled ${PROJECT_BINARY_DIR}/precompiled/khora_program.hpp)
set(khora_precompiled_text "// What translated programs include, for the precompiled header of `khora2cpp run`, `build` and `test`.\n#pragma once\n\n")
set(khora_library_headers ${khora_std_headers})
list(FILTER khora_library_headers INCLUDE REGEX "\\.hpp$")
foreach(header IN ITEMS khora/program.hpp khora/testing.hpp LISTS khora_library_headers)
  string(REPLACE "${khora_generated_dir}/include/" "" header ${header})
  string(APPEND khora_precompiled_text "#include \"${header}\"\n")
endforeach()
file(CONFIGURE OUTPUT ${khora_precompiled} CONTENT "${khora_precompiled_text}" @ONLY)
set(khora_runtime_options "$<TARGET_PROPERTY:khora_runtime,INTERFACE_COMPILE_OPTIONS>")
set(khora_sanitize_flags "")
if(KHORA2CPP_SANITIZE)
  set(khora_sanitize_flags -fsanitize=${KHORA2CPP_SANITIZE})
endif()
add_custom_command(
  OUTPUT ${khora_precompiled}.gch
  COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -O0 -w ${khora_runtime_options} ${khora_sanitize_flags}
          -I ${PROJECT_SOURCE_DIR}/runtime/include -I ${khora_generated_dir}/include
          -MD -MF ${khora_precompiled}.d -MT ${khora_precompiled}.gch
          -x c++-header ${khora_precompiled} -o ${khora_precompiled}.gch
  DEPENDS ${khora_precompiled} ${khora_std_stamp}
  DEPFILE ${khora_precompiled}.d
  COMMENT "Precompiling the runtime's headers"
  COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(khora_precompiled ALL DEPENDS ${khora_precompiled}.gch)
