#pragma once

#include <QTest>

/// What the test files that make one program register themselves with.
namespace tests {

using Run = int (*)(int argc, char** argv);

/// Adds a test to those that the program can be asked for.
struct Registered {
    /// `file`: path of the test's source, tests/core/cost/tst_hops.cpp, which becomes its name, core_cost_hops.
    Registered(const char* file, Run run);
};

template <typename Test>
int run(int argc, char** argv)
{
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace tests

/// Registers a test of this file under the file's name. It stands in a namespace of the file's own, since the files of a
/// folder may be compiled together.
#define TILESCAPE_TEST(Test) const tests::Registered registered(__FILE__, &tests::run<Test>);
