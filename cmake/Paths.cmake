# khora2cpp.paths: tells khora2cpp where its runtime is, relative to the file itself. One beside the executable in the build tree, one that
# is installed. See translator/driver/installation.hpp for the format.
include(GNUInstallDirs)

function(khora_write_paths file base include_dirs library interfaces sources precompiled)
  set(lines "# Written by the build of khora2cpp. Paths are relative to this file.")
  foreach(directory IN LISTS include_dirs)
    file(RELATIVE_PATH relative ${base} ${directory})
    list(APPEND lines "include = ${relative}")
  endforeach()
  foreach(key IN ITEMS library interfaces sources precompiled)
    if(${key})
      file(RELATIVE_PATH relative ${base} ${${key}})
      list(APPEND lines "${key} = ${relative}")
    endif()
  endforeach()
  list(APPEND lines "compiler = ${CMAKE_CXX_COMPILER}" "link = -lboost_context" "link = -pthread")
  if(KHORA_HAVE_BACKTRACE)
    list(APPEND lines "link = -lbacktrace")
  endif()
  if(KHORA2CPP_SANITIZE)
    list(APPEND lines "flag = -fsanitize=${KHORA2CPP_SANITIZE}")
  endif()
  list(JOIN lines "\n" text)
  set(options "$<TARGET_PROPERTY:khora_runtime,INTERFACE_COMPILE_OPTIONS>")
  file(GENERATE OUTPUT ${file} CONTENT "${text}\n$<$<BOOL:${options}>:flag = $<JOIN:${options},\nflag = >\n>")
endfunction()

khora_write_paths(
  ${PROJECT_BINARY_DIR}/khora2cpp.paths
  ${PROJECT_BINARY_DIR}
  "${PROJECT_SOURCE_DIR}/runtime/include;${PROJECT_BINARY_DIR}/generated/include"
  ${PROJECT_BINARY_DIR}/runtime/${CMAKE_STATIC_LIBRARY_PREFIX}khora_runtime${CMAKE_STATIC_LIBRARY_SUFFIX}
  ${PROJECT_BINARY_DIR}/generated/include
  ${PROJECT_SOURCE_DIR}/runtime/std
  ${PROJECT_BINARY_DIR}/precompiled/khora_program.hpp)

set(installed_precompiled "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # clang ties a precompiled header to the places of the files in it.
  set(installed_precompiled ${CMAKE_INSTALL_FULL_DATADIR}/khora2cpp/precompiled/khora_program.hpp)
endif()
khora_write_paths(
  ${PROJECT_BINARY_DIR}/installed/khora2cpp.paths
  ${CMAKE_INSTALL_FULL_DATADIR}/khora2cpp
  ${CMAKE_INSTALL_FULL_INCLUDEDIR}
  ${CMAKE_INSTALL_FULL_LIBDIR}/${CMAKE_STATIC_LIBRARY_PREFIX}khora_runtime${CMAKE_STATIC_LIBRARY_SUFFIX}
  ${CMAKE_INSTALL_FULL_INCLUDEDIR}
  ${CMAKE_INSTALL_FULL_DATADIR}/khora2cpp/std
  "${installed_precompiled}")
