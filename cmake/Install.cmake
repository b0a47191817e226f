# cmake --install: the translator, the runtime with its headers and interfaces, and the CMake package. Nothing in it refers to this tree.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/khora2cpp)

set_property(TARGET khora_runtime PROPERTY EXPORT_NAME runtime)
install(TARGETS khora2cpp khora_runtime EXPORT khora2cppTargets)
install(EXPORT khora2cppTargets NAMESPACE khora2cpp:: DESTINATION ${package_dir})

install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/include/khora ${PROJECT_BINARY_DIR}/generated/include/khora
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING
  PATTERN "*.hpp"
  PATTERN "*.khi")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/std/ DESTINATION ${CMAKE_INSTALL_DATADIR}/khora2cpp/std)
install(FILES ${PROJECT_BINARY_DIR}/installed/khora2cpp.paths DESTINATION ${CMAKE_INSTALL_DATADIR}/khora2cpp)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  install(DIRECTORY ${PROJECT_BINARY_DIR}/precompiled DESTINATION ${CMAKE_INSTALL_DATADIR}/khora2cpp PATTERN "*.d" EXCLUDE)
endif()

# The build tree is a package too: find_package finds it through CMAKE_PREFIX_PATH or khora2cpp_DIR.
export(EXPORT khora2cppTargets NAMESPACE khora2cpp:: FILE ${PROJECT_BINARY_DIR}/khora2cppTargets.cmake)
foreach(script IN ITEMS khora2cpp-functions.cmake KhoraListTests.cmake)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${script} ${PROJECT_BINARY_DIR}/${script} COPYONLY)
endforeach()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/khora2cppConfig.cmake.in ${PROJECT_BINARY_DIR}/khora2cppConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/khora2cppConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/khora2cppConfig.cmake
        ${PROJECT_BINARY_DIR}/khora2cppConfigVersion.cmake
        ${PROJECT_SOURCE_DIR}/cmake/khora2cpp-functions.cmake
        ${PROJECT_SOURCE_DIR}/cmake/KhoraListTests.cmake
  DESTINATION ${package_dir})
