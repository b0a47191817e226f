# Asks a test program for its tests and writes them down for CTest. Run after the program was built:
#   cmake -D program=.. -D target=.. -D output=.. -D properties=.. -P KhoraListTests.cmake
#
# A test is run by its number: its name is free text, and two tests may have the same.
execute_process(COMMAND ${program} --list OUTPUT_VARIABLE listed RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  file(REMOVE ${output})
  message(FATAL_ERROR "${program} --list ended with status ${status}")
endif()

# `text` as a bracket argument that ends nowhere else.
function(quoted text variable)
  set(fence "==")
  while(text MATCHES "\\]${fence}(\\]|$)")
    string(APPEND fence "=")
  endwhile()
  set(${variable} "[${fence}[${text}]${fence}]" PARENT_SCOPE)
endfunction()

# Not a CMake list, which brackets and semicolons in a name would take apart.
set(script "")
set(number 0)
while(NOT listed STREQUAL "")
  string(FIND "${listed}" "\n" end)
  string(SUBSTRING "${listed}" 0 ${end} name)
  math(EXPR after "${end} + 1")
  string(SUBSTRING "${listed}" ${after} -1 listed)
  quoted("${target}: ${name}" test)
  quoted("${program}" command)
  string(APPEND script "add_test(${test} ${command} --number ${number})\n")
  if(properties)
    string(APPEND script "set_tests_properties(${test} PROPERTIES")
    foreach(property IN LISTS properties)
      quoted("${property}" argument)
      string(APPEND script " ${argument}")
    endforeach()
    string(APPEND script ")\n")
  endif()
  math(EXPR number "${number} + 1")
endwhile()
file(WRITE ${output} "${script}")
