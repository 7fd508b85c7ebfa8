#include "core/support/parallel.h"
#include "tests/registered.h"

#include <QTest>

#include <atomic>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace tst_parallel {

using namespace tilescape;
using support::parallelFor;

namespace {

constexpr std::size_t Items = 12;

void addUp(std::atomic<int>* sum)
{
    parallelFor(Items, 2, [sum](std::size_t i) { *sum += static_cast<int>(i); });
}

constexpr int SumOfItems = Items * (Items - 1) / 2;

/// Resident memory of this process, MB; 0 where the system does not tell.
double residentMegabytes()
{
    std::ifstream sizes("/proc/self/statm");
    double total = 0;
    double resident = 0;
    sizes >> total >> resident;
    return resident * 4096e-6;
}

} // namespace

class TestParallel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyItemIsDoneOnceByAnyNumberOfThreads();
    void callsMayBeWithinCallsAndSideBySide();
    void afterAnExceptionTheNextCallWorks();
    void memoryDoesNotGrowWithTheNumberOfCalls();
};

void TestParallel::everyItemIsDoneOnceByAnyNumberOfThreads()
{
    for (const int threads : {0, 1, 2, 3, 64}) {
        for (const std::size_t count : {0, 1, 2, 1000}) {
            std::vector<int> done(count, 0);
            parallelFor(count, threads, [&](std::size_t i) { ++done[i]; });
            QCOMPARE(done, std::vector<int>(count, 1));
        }
    }
}

void TestParallel::callsMayBeWithinCallsAndSideBySide()
{
    std::atomic<int> sum = 0;
    {
        const auto nested = [&sum] { parallelFor(Items, 0, [&sum](std::size_t) { addUp(&sum); }); };
        const std::jthread one(nested);
        const std::jthread other(nested);
        nested();
    }
    QCOMPARE(sum.load(), 3 * static_cast<int>(Items) * SumOfItems);
}

void TestParallel::afterAnExceptionTheNextCallWorks()
{
    const auto refuse = [](std::size_t i) {
        if (i == 1) {
            throw std::runtime_error("no");
        }
    };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, parallelFor(Items, 2, refuse));
    std::atomic<int> sum = 0;
    addUp(&sum);
    QCOMPARE(sum.load(), SumOfItems);
}

void TestParallel::memoryDoesNotGrowWithTheNumberOfCalls()
{
    std::atomic<int> sum = 0;
    addUp(&sum);
    const double before = residentMegabytes();
    constexpr int Calls = 10000; // a window of some hours; an arena for each took 70 MB
    for (int call = 1; call < Calls; ++call) {
        addUp(&sum);
    }
    QCOMPARE(sum.load(), Calls * SumOfItems);
    QVERIFY2(residentMegabytes() - before < 16, qPrintable(QString::number(residentMegabytes() - before)));
}

TILESCAPE_TEST(TestParallel)

} // namespace tst_parallel
#include "tst_parallel.moc"
