# Compiles the sources of one folder together, a few at a time: most of the time of a build from nothing goes into the headers
# that such files share. Files of different folders never meet, so a name in an anonymous namespace must be unique within its
# folder only. Nor may it be that of a function which a header of the folder declares: what calls that one inside an anonymous
# namespace would find the other first (a test looks for them). Off by default: after an edit of one file its neighbours would be compiled again, too.
option(TILESCAPE_UNITY "Compile the sources of a folder together: a build from nothing takes less time" OFF)

set(TILESCAPE_UNITY_SIZE 8 CACHE STRING "Sources compiled together at most")

function(tilescape_unity target)
  if(NOT TILESCAPE_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(SORT sources)
  set(group "")
  foreach(source IN LISTS sources)
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(folder ${source} DIRECTORY)
    if(NOT folder STREQUAL last_folder OR count EQUAL TILESCAPE_UNITY_SIZE)
      set(last_folder ${folder})
      set(count 0)
      file(RELATIVE_PATH group ${PROJECT_SOURCE_DIR} ${source})
      string(MAKE_C_IDENTIFIER ${group} group)
    endif()
    math(EXPR count "${count} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  # GCC takes the sources that it is given so for headers, whose anonymous types others would see.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
