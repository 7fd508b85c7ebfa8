#include "tests/registered.h"
#include "ui/workspace/background_job.h"
#include "ui/workspace/generation.h"

#include <QTest>

namespace tst_generation {

using tilescape::ui::workspace::BackgroundJob;
using tilescape::ui::workspace::Generation;

class TestGeneration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyTheNewestIsCurrent()
    {
        Generation generation;
        const auto first = generation.begin();
        QVERIFY(generation.isCurrent(first));
        const auto second = generation.begin();
        QVERIFY(!generation.isCurrent(first));
        QVERIFY(generation.isCurrent(second));
        QCOMPARE(generation.current(), second);
    }

    void aJobDropsWhatAnOlderPieceOfWorkBrings()
    {
        BackgroundJob job;
        QStringList delivered;
        const auto piece = [&delivered](const QString& name) {
            return [&delivered, name](const std::stop_token&) {
                return BackgroundJob::Deliver([&delivered, name] { delivered << name; });
            };
        };
        job.start(piece(QStringLiteral("older")));
        job.start(piece(QStringLiteral("newer")));
        QTRY_COMPARE(delivered, QStringList{QStringLiteral("newer")});
        QVERIFY(!job.isRunning());
    }

    void aCancelledJobDeliversNothing()
    {
        BackgroundJob job;
        std::atomic<bool> worked = false;
        bool delivered = false;
        job.start([&](const std::stop_token&) {
            worked = true;
            return BackgroundJob::Deliver([&delivered] { delivered = true; });
        });
        job.cancel();
        QVERIFY(!job.isRunning());
        QTRY_VERIFY(worked);
        QTest::qWait(20); // what the worker posts next would arrive
        QVERIFY(!delivered);
    }
};

TILESCAPE_TEST(TestGeneration)

} // namespace tst_generation
#include "tst_generation.moc"
