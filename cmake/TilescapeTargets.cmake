# Compiler settings that every target of ours shares.
add_library(tilescape_options INTERFACE)
target_compile_options(tilescape_options INTERFACE -Wall -Wextra -Wpedantic -Werror)
target_include_directories(tilescape_options INTERFACE ${PROJECT_SOURCE_DIR})
