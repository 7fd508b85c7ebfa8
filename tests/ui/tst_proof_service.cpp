#include "core/io/library.h"
#include "tests/registered.h"
#include "ui/workspace/proof_service.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <thread>
#include <vector>

namespace tst_proof_service {

using namespace tilescape;
using ui::workspace::ProofService;

namespace {

constexpr int patience = 60000;

schedule::Problem smallProblem()
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("mlp_s").value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {4, 4};
    problem.solver = "kapla";
    return problem;
}

/// A proof that raises its bound by 1 a millisecond until it is stopped.
struct EndlessProof {
    std::shared_ptr<std::atomic<int>> started = std::make_shared<std::atomic<int>>(0);
    std::shared_ptr<std::atomic<int>> stopped = std::make_shared<std::atomic<int>>(0);

    schedule::Proof operator()(const schedule::Problem&, const schedule::ProofControl& control) const
    {
        ++*started;
        schedule::ProofProgress progress;
        progress.incumbent = 1e6;
        while (!control.stop.stop_requested()) {
            ++progress.bound;
            control.onProgress(progress);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ++*stopped;
        schedule::Proof proof;
        proof.bound = progress.bound;
        proof.end = schedule::ProofEnd::Stopped;
        return proof;
    }
};

/// What a service told.
struct Listener {
    std::vector<schedule::ProofProgress> progress;
    std::optional<std::shared_ptr<const schedule::Proof>> proof;

    explicit Listener(const ProofService& service)
    {
        QObject::connect(&service, &ProofService::progressed, &service, [this](const auto& newest) { progress.push_back(newest); });
        QObject::connect(&service, &ProofService::ended, &service, [this](const auto& ended) { proof = ended; });
    }
};

} // namespace

class TestProofService : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theProofIsThatOfTheProblem()
    {
        const schedule::Problem problem = smallProblem();
        ProofService service;
        const Listener heard(service);
        service.start(problem, 1);
        QVERIFY(service.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(heard.proof.has_value(), patience);
        QVERIFY(!service.isRunning());
        schedule::ProofControl control;
        control.threads = 1;
        const schedule::Proof expected = schedule::prove(problem, control);
        QCOMPARE((*heard.proof)->bound, expected.bound);
        QCOMPARE((*heard.proof)->gap(), expected.gap());
        QCOMPARE((*heard.proof)->end, expected.end);
        QVERIFY2(!heard.progress.empty(), "the last step is told, however short the proof");
        QCOMPARE(heard.progress.back().bound, expected.bound);
    }

    void progressIsToldAtMostTenTimesASecond()
    {
        const EndlessProof prove;
        ProofService service(prove);
        const Listener heard(service);
        QElapsedTimer time;
        time.start();
        service.start(smallProblem(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(heard.progress.size() >= 4, patience);
        QVERIFY2(heard.progress.size() <= static_cast<std::size_t>(time.elapsed()) / 100 + 1, "of hundreds of steps");
        QVERIFY(heard.progress.back().bound > heard.progress.front().bound);
    }

    void stoppedItEndsWithWhatThereIs()
    {
        const EndlessProof prove;
        ProofService service(prove);
        const Listener heard(service);
        service.start(smallProblem(), 1);
        QTRY_VERIFY(!heard.progress.empty());
        service.stop();
        QTRY_VERIFY(heard.proof.has_value());
        QCOMPARE((*heard.proof)->end, schedule::ProofEnd::Stopped);
        QCOMPARE((*heard.proof)->bound, heard.progress.back().bound);
    }

    void cancelledItIsNotHeardOfAgain()
    {
        const EndlessProof prove;
        ProofService service(prove);
        const Listener heard(service);
        service.start(smallProblem(), 1);
        QTRY_COMPARE(prove.started->load(), 1);
        service.cancel();
        QVERIFY(!service.isRunning());
        const std::size_t before = heard.progress.size();
        QTRY_COMPARE(prove.stopped->load(), 1);
        QTest::qWait(150); // longer than from one progress to the next
        QVERIFY(!heard.proof);
        QCOMPARE(heard.progress.size(), before);
    }

    void aNewerProofTakesThePlaceOfTheOlder()
    {
        const EndlessProof prove;
        ProofService service(prove);
        const Listener heard(service);
        service.start(smallProblem(), 1);
        QTRY_COMPARE(prove.started->load(), 1);
        service.start(smallProblem(), 1);
        QTRY_COMPARE(prove.started->load(), 2);
        QCOMPARE(prove.stopped->load(), 1);
        QVERIFY(!heard.proof);
        QVERIFY(service.isRunning());
    }

    void destroyedItStopsTheProofAndWaits()
    {
        const EndlessProof prove;
        {
            ProofService service(prove);
            service.start(smallProblem(), 1);
            QTRY_COMPARE(prove.started->load(), 1);
        }
        QCOMPARE(prove.stopped->load(), 1);
    }

    void withoutTheMemoryForItThereIsNoProof()
    {
        ProofService service([](const auto&, const auto&) -> schedule::Proof { throw std::bad_alloc(); });
        const Listener heard(service);
        service.start(smallProblem(), 1);
        QTRY_VERIFY(heard.proof.has_value());
        QVERIFY(!*heard.proof);
        QVERIFY(!service.isRunning());
    }
};

TILESCAPE_TEST(TestProofService)

} // namespace tst_proof_service
#include "tst_proof_service.moc"
