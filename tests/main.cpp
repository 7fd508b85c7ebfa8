#include "tests/registered.h"

#include TESTS_APPLICATION_HEADER

#include <cstdio>
#include <map>
#include <string>
#include <string_view>

namespace {

std::map<std::string, tests::Run>& all()
{
    static std::map<std::string, tests::Run> tests;
    return tests;
}

/// tests/core/cost/tst_hops.cpp -> core_cost_hops, as CMake names it.
std::string nameOf(std::string_view file)
{
    file.remove_prefix(std::string_view(TESTS_ROOT "/").size());
    file.remove_suffix(std::string_view(".cpp").size());
    std::string name(file);
    name.erase(name.find("tst_"), std::string_view("tst_").size());
    for (char& sign : name) {
        sign = sign == '/' ? '_' : sign;
    }
    return name;
}

} // namespace

tests::Registered::Registered(const char* file, Run run)
{
    all().emplace(nameOf(file), run);
}

/// PROGRAM TEST [ARGUMENTS OF QT TEST]: runs one test.
int main(int argc, char** argv)
{
    const auto found = argc > 1 ? all().find(argv[1]) : all().end();
    if (found == all().end()) {
        std::fprintf(stderr, "%s TEST [ARGUMENTS OF QT TEST] runs one of these tests:\n", argv[0]);
        for (const auto& [name, run] : all()) {
            std::fprintf(stderr, "  %s\n", name.c_str());
        }
        return 2;
    }
    argv[1] = argv[0];
    --argc;
    ++argv;
    const TESTS_APPLICATION application(argc, argv);
    return found->second(argc, argv);
}
