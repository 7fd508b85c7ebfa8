#include "core/io/library.h"
#include "core/pipeline/chain_cost.h"
#include "core/schedule/answer_mixer.h"
#include "core/search/kapla/kapla_cache.h"
#include "core/search/kapla/kapla_search.h"
#include "tests/registered.h"

#include <QTest>

#include <algorithm>
#include <array>

namespace tst_answer_mixer {

using namespace tilescape;

namespace {

/// A network on 64 tiles, and KAPLA's answers for it.
struct Answers {
    explicit Answers(const char* name)
        : network(io::loadNetwork(name).value()),
          topology(network::topologyOf(network)),
          machine(machineOfChip()),
          space(spaceOfTangram()),
          task{network, topology, 16, machine, space}
    {}

    search::ChainAnswer with(const search::Objective& objective)
    {
        search::KaplaCache cache;
        search::ChainControl control;
        control.threads = 1;
        return search::searchKapla(task, objective, cache, control);
    }

    static hardware::Machine machineOfChip()
    {
        hardware::Hardware chip = io::loadHardware("tangram_16x16").value();
        chip.tiles = {8, 8};
        return hardware::machineOf(chip);
    }

    static search::SearchSpace spaceOfTangram()
    {
        search::SearchSpace space;
        space.hybridPartition = space.accessForwarding = space.bufferSharing = true;
        space.keepOutputsOnChip = space.spatialPipelining = space.alternateLoopOrder = space.zigzagRegions = true;
        return space;
    }

    network::Network network;
    network::Topology topology;
    hardware::Machine machine;
    search::SearchSpace space;
    search::SearchTask task;
};

} // namespace

/// Schedules put together from those for several prices of a cycle.
class TestAnswerMixer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneAnswerIsNoMix();
    void aMixIsPricedAsItStandsAndBetterThanItsParts_data();
    void aMixIsPricedAsItStandsAndBetterThanItsParts();
};

void TestAnswerMixer::oneAnswerIsNoMix()
{
    Answers answers("cifar_c");
    const search::ChainAnswer answer = answers.with({0, false});
    schedule::AnswerMixer mixer(answers.task);
    QVERIFY(!mixer.below(1e300));
    mixer.add(answer);
    mixer.add(answer);
    QVERIFY(!mixer.below(2 * schedule::energyAndCyclesOf(answer, answers.machine).product()));
}

void TestAnswerMixer::aMixIsPricedAsItStandsAndBetterThanItsParts_data()
{
    QTest::addColumn<QString>("network");
    for (const char* network : {"alexnet", "vgg16"}) {
        QTest::newRow(network) << network;
    }
}

void TestAnswerMixer::aMixIsPricedAsItStandsAndBetterThanItsParts()
{
    QFETCH(QString, network);
    Answers answers(network.toUtf8().constData());
    const std::array both{answers.with({0, false}), answers.with({0, true})};
    schedule::AnswerMixer mixer(answers.task);
    double least = 1e300;
    for (const search::ChainAnswer& answer : both) {
        mixer.add(answer);
        least = std::min(least, schedule::energyAndCyclesOf(answer, answers.machine).product());
    }
    const auto mix = mixer.below(least);
    QVERIFY(mix);
    QVERIFY(schedule::energyAndCyclesOf(*mix, answers.machine).product() < least);
    QCOMPARE(mix->layers.size(), both[0].layers.size());
    bool isOfBoth[2] = {false, false};
    for (std::size_t place = 0; place < mix->layers.size(); ++place) {
        QCOMPARE(mix->layers[place].layer, both[0].layers[place].layer);
        const auto isOf = [&](std::size_t number) { return mix->layers[place].scheme == both[number].layers[place].scheme; };
        QVERIFY(isOf(0) || isOf(1));
        isOfBoth[0] = isOfBoth[0] || !isOf(1);
        isOfBoth[1] = isOfBoth[1] || !isOf(0);
    }
    QVERIFY(isOfBoth[0] && isOfBoth[1]);
    auto again = mix->layers;
    pipeline::priceLayers(answers.task, mix->inputPartition, again);
    for (std::size_t place = 0; place < again.size(); ++place) {
        QCOMPARE(again[place].cost.energy.total(), mix->layers[place].cost.energy.total());
    }
    QCOMPARE(static_cast<std::size_t>(mix->layers.back().slot.segment) + 1, mix->segments.size());
    QCOMPARE(mix->blockings.size(), mix->segments.size());
}

TILESCAPE_TEST(TestAnswerMixer)

} // namespace tst_answer_mixer
#include "tst_answer_mixer.moc"
