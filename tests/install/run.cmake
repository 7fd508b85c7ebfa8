# Installs the library into a folder of its own, builds the README's program against it, runs it and reads what it prints:
# cmake -DBUILD=build tree -DSOURCE=this folder -DWORK=scratch folder -DBUILD_TYPE=... -DLINK_OPTIONS=... -P run.cmake
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component development)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
    -DCMAKE_EXE_LINKER_FLAGS=${LINK_OPTIONS})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/explorer)
if(NOT output MATCHES "AlexNet|alexnet" OR NOT output MATCHES "mJ|uJ|pJ|nJ")
  message(FATAL_ERROR "The program prints no schedule of AlexNet:\n${output}")
endif()

# Nothing in the headers needs what the library is built with.
file(GLOB_RECURSE headers ${WORK}/prefix/*.h)
list(LENGTH headers count)
if(count LESS 20)
  message(FATAL_ERROR "Only ${count} headers are installed.")
endif()
foreach(header IN LISTS headers)
  file(STRINGS ${header} found REGEX "#include <(nlohmann|fmt|tbb|oneapi)/")
  if(found)
    message(FATAL_ERROR "${header} asks for a library that the package does not name: ${found}")
  endif()
endforeach()
