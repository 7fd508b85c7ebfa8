# Writes OUTPUT: the texts of ROOT/networks/*.json and ROOT/hardware/*.json as C++ data.
function(embed folder variable)
  file(GLOB files ${ROOT}/${folder}/*.json)
  list(SORT files)
  set(rows "")
  foreach(path IN LISTS files)
    get_filename_component(name ${path} NAME_WE)
    file(READ ${path} text)
    # A literal may not exceed 64 kB everywhere: split the text into pieces that the compiler joins.
    string(LENGTH "${text}" length)
    set(pieces "")
    set(start 0)
    while(start LESS length)
      string(SUBSTRING "${text}" ${start} 8000 piece)
      string(APPEND pieces "R\"json(${piece})json\"\n")
      math(EXPR start "${start} + 8000")
    endwhile()
    string(APPEND rows "    {\"${name}\", ${pieces}},\n")
  endforeach()
  set(${variable} "${rows}" PARENT_SCOPE)
endfunction()

embed(networks network_rows)
embed(hardware hardware_rows)
file(WRITE ${OUTPUT} "#include \"core/io/library_texts.h\"

namespace tilescape::io {
namespace {
const std::vector<LibraryText> networks{
${network_rows}};
const std::vector<LibraryText> chips{
${hardware_rows}};
} // namespace

const std::vector<LibraryText>& networkTexts() { return networks; }
const std::vector<LibraryText>& hardwareTexts() { return chips; }

} // namespace tilescape::io
")
