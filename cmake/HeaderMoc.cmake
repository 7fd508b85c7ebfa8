# What moc makes of the headers of a target, compiled as one source. CMake's AUTOMOC would have moc follow every include of every
# header, which takes a minute and finds nothing more: no class of ours depends on a macro of another header.
function(tilescape_moc target)
  get_target_property(headers ${target} SOURCES)
  list(FILTER headers INCLUDE REGEX "\\.h$")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/moc)
  file(MAKE_DIRECTORY ${folder})
  set(includes "")
  foreach(header IN LISTS headers)
    get_filename_component(header ${header} ABSOLUTE)
    file(RELATIVE_PATH name ${CMAKE_CURRENT_SOURCE_DIR} ${header})
    string(REGEX REPLACE "[/.]" "_" name ${name})
    # A header without such a class gives an empty file, and may get one without CMake being run again.
    add_custom_command(OUTPUT ${folder}/${name}.cpp
      COMMAND Qt6::moc --no-notes ${header} -o ${folder}/${name}.cpp
      DEPENDS ${header} VERBATIM)
    set_source_files_properties(${folder}/${name}.cpp PROPERTIES HEADER_FILE_ONLY ON)
    target_sources(${target} PRIVATE ${folder}/${name}.cpp)
    string(APPEND includes "#include \"${name}.cpp\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/mocs.cpp CONTENT "${includes}")
  set_source_files_properties(${folder}/mocs.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${folder}/mocs.cpp)
endfunction()
