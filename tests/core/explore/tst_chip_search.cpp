#include "core/explore/chip_search.h"
#include "core/io/chip_search_json.h"
#include "core/io/chip_search_result.h"
#include "core/io/files.h"
#include "core/io/library.h"
#include "tests/registered.h"

#include <QLocale>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace tst_chip_search {

using namespace tilescape;
using explore::Axis;
using explore::ChipSearch;
using explore::Design;
using explore::Evaluations;
using explore::PointResult;
using explore::SearchResult;

namespace {

/// LeNet on one tile: 6 x 4 x 4 x 3 chips.
ChipSearch smallSearch()
{
    ChipSearch search;
    search.base.problem.hardware = io::loadHardware("eyeriss_isca16").value();
    search.base.problem.solver = "kapla";
    search.base.networks["lenet_c"] = io::loadNetwork("lenet_c").value();
    search.workloads = {{"lenet_c", 1}};
    search.variables = {Axis{{"buffer_bytes_per_tile"}, {{"1024"}, {"4096"}, {"16384"}, {"32768"}, {"65536"}, {"131072"}}, {}},
                        Axis{{"pe_rows"}, {{"4"}, {"8"}, {"12"}, {"16"}}, {}},
                        Axis{{"pe_columns"}, {{"4"}, {"8"}, {"12"}, {"16"}}, {}},
                        Axis{{"register_bytes_per_pe"}, {{"4"}, {"64"}, {"512"}}, {}}}; // 4 bytes are too few for any schedule
    search.objectives = {"energy_pj", "delay_s"};
    search.evolution = {32, 25, 1};
    return search;
}

SearchResult run(const ChipSearch& search, int threads = 2, Evaluations known = {})
{
    explore::SearchControl control;
    control.threads = threads;
    return searchChips(search, std::move(known), control);
}

std::set<std::pair<double, double>> frontOf(const SearchResult& result)
{
    std::set<std::pair<double, double>> front;
    for (const std::size_t i : result.front) {
        front.emplace(result.designs[i].total.energyPj, result.designs[i].total.seconds);
    }
    return front;
}

bool same(const SearchResult& a, const SearchResult& b)
{
    return a.base == b.base && a.designs == b.designs && a.front == b.front && a.finished == b.finished;
}

/// In every objective.
bool noWorse(const ChipSearch& search, const Design& a, const Design& b)
{
    return std::all_of(search.objectives.begin(), search.objectives.end(), [&](const std::string& key) {
        const explore::Measure& measure = *explore::findMeasure(key);
        return measure.moreIsBetter ? measure.of(a.total) >= measure.of(b.total) : measure.of(a.total) <= measure.of(b.total);
    });
}

QString problemsOf(const ChipSearch& search) { return QString::fromStdString(support::describe(check(search))); }

} // namespace

class TestChipSearch : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!explore::canEvolve()) {
            QSKIP("This build has no pagmo.");
        }
    }

    /// In a space small enough to enumerate, the front is that of all chips, and not all of them were solved.
    void findsTheEnumeratedFront_data()
    {
        QTest::addColumn<double>("mostArea");
        QTest::newRow("of all chips") << 1e9;
        QTest::newRow("of chips up to 4 mm2") << 4.0;
    }
    void findsTheEnumeratedFront()
    {
        QFETCH(double, mostArea);
        ChipSearch search = smallSearch();
        search.limits = {{"area_mm2", "", 0, mostArea}};
        explore::Sweep all;
        all.base = search.base;
        all.base.problem.network = search.base.networks.at("lenet_c");
        all.axes = search.variables;
        explore::PointResults points = runSweep(all, {}, {});
        std::erase_if(points, [&](const auto& point) { return point.second.areaMm2 > mostArea; });
        std::set<std::pair<double, double>> enumerated;
        for (const std::size_t number : frontOf(points, search.objectives)) {
            enumerated.emplace(points.at(number).energyPj, points.at(number).seconds);
        }
        const SearchResult result = run(search);
        QVERIFY(result.finished);
        QCOMPARE(frontOf(result), enumerated);
        for (const auto& [number, point] : points) { // to the last digit: limits are copied from sweeps
            const auto twin = std::find_if(result.designs.begin(), result.designs.end(), [&](const Design& design) {
                return design.settings == settingsAt(all, number) && design.total.hasSchedule();
            });
            QVERIFY(twin == result.designs.end() || twin->total.gops == point.gops);
        }
        QVERIFY2(result.designs.size() < 288, qPrintable(QString::number(result.designs.size())));
    }

    /// Whatever is asked: every allowed chip that was priced, the base's among them where it lies in the space, is matched in all objectives
    /// by one of the front, and those of the front do not beat each other.
    void theFrontIsThatOfAllThatWasPriced()
    {
        ChipSearch search = smallSearch();
        search.base.problem = problemWith(search.base, {{"pe_rows", "8"}, {"pe_columns", "12"},
                                                        {"buffer_bytes_per_tile", "32768"}, {"register_bytes_per_pe", "64"}});
        const std::vector<std::vector<std::string>> questions{
            {"energy_pj", "delay_s"}, {"energy_pj", "delay_s", "area_mm2"}, {"gops_per_w", "area_mm2"}, {"dram_words"}};
        for (std::uint32_t seed = 0; seed < 12; ++seed) {
            search.objectives = questions[seed % questions.size()];
            search.limits = {{"area_mm2", "", 0, seed % 3 == 0 ? 1e9 : 5.0}};
            search.evolution = {8 + 4 * (seed % 2), 1 + seed % 5, seed};
            const SearchResult result = run(search);
            QVERIFY(result.finished);
            QCOMPARE(result.designs.front().total, result.base.total);
            for (const Design& design : result.designs) {
                const auto matches = [&](std::size_t onFront) { return noWorse(search, result.designs[onFront], design); };
                QVERIFY(!design.allowed() || std::any_of(result.front.begin(), result.front.end(), matches));
            }
            for (const std::size_t a : result.front) {
                QVERIFY(std::none_of(result.front.begin(), result.front.end(), [&](std::size_t b) {
                    return noWorse(search, result.designs[b], result.designs[a]) && !noWorse(search, result.designs[a], result.designs[b]);
                }));
            }
        }
    }

    /// However small the part of the space that is looked at: the chip to begin with and its neighbours are among it.
    void aShortSearchBeginsAtTheBase()
    {
        ChipSearch search = smallSearch();
        search.evolution = {8, 1, 1};
        search.base.problem = problemWith(search.base, {{"pe_rows", "9"}}); // between two values
        const SearchResult result = run(search);
        QCOMPARE(result.designs.size(), std::size_t{8});
        QCOMPARE(explore::evaluationKey(result.designs[0].settings),
                 std::string("buffer_bytes_per_tile=131072 pe_rows=8 pe_columns=16 register_bytes_per_pe=512"));
        QCOMPARE(explore::evaluationKey(result.designs[1].settings),
                 std::string("buffer_bytes_per_tile=65536 pe_rows=8 pe_columns=16 register_bytes_per_pe=512"));
    }

    /// In the space of Tangram's chip, under 100 mm2, and in the first generation: the example's search for one of its two networks.
    void aChipBeatsTangrams()
    {
        const std::string path = TILESCAPE_SOURCE_DIR "/examples/explore/chip-search.json";
        ChipSearch search = io::readChipSearch(io::readFile(path).value(), path).value();
        QCOMPARE(search.limits.front().atMost, 100.0);
        search.workloads = {{"bert_base", 1}};
        search.evolution = {16, 1, 1};
        const SearchResult result = run(search);
        const std::vector<std::size_t> better = betterThanBase(search, result);
        QVERIFY(!better.empty());
        for (const std::size_t i : better) {
            const PointResult& total = result.designs[i].total;
            QVERIFY(total.energyPj < result.base.total.energyPj && total.seconds <= result.base.total.seconds && total.areaMm2 <= 100);
        }
    }

    /// Neither threads nor what an earlier run found change a byte; another seed looks at other chips.
    void isTheSameHoweverItIsRun()
    {
        const ChipSearch search = smallSearch();
        Evaluations found;
        explore::SearchControl control;
        control.threads = 1;
        control.onEvaluation = [&](const std::string& key, const PointResult& result) { QVERIFY(found.emplace(key, result).second); };
        const SearchResult alone = searchChips(search, {}, control);
        QVERIFY(same(run(search, 3), alone));
        while (found.size() > 40) {
            found.erase(found.begin());
        }
        QVERIFY(same(run(search, 2, found), alone));
        ChipSearch other = search;
        other.evolution.seed = 2;
        QVERIFY(run(other).designs != alone.designs);
    }

    void aStoppedSearchKeepsWhatItFound()
    {
        const ChipSearch search = smallSearch();
        std::stop_source source;
        explore::SearchControl control;
        control.stop = source.get_token();
        control.onGeneration = [&](std::size_t generation, const SearchResult& soFar) {
            QVERIFY(!soFar.front.empty());
            if (generation == 3) {
                source.request_stop();
            }
        };
        const SearchResult stopped = searchChips(search, {}, control);
        QVERIFY(!stopped.finished);
        const SearchResult whole = run(search);
        QVERIFY(std::equal(stopped.designs.begin(), stopped.designs.end(), whole.designs.begin()));
        QVERIFY(stopped.designs.size() < whole.designs.size());
    }

    /// Sums of all networks, each times its weight.
    void weighsItsNetworks()
    {
        ChipSearch search = smallSearch();
        search.base.networks["cifar_c"] = io::loadNetwork("cifar_c").value();
        search.workloads = {{"lenet_c", 1}, {"cifar_c", 3}};
        search.evolution = {8, 2, 1};
        const SearchResult result = run(search);
        const auto solved = std::find_if(result.designs.begin(), result.designs.end(), [](const Design& each) { return each.allowed(); });
        QVERIFY(solved != result.designs.end());
        QCOMPARE(solved->total.energyPj, solved->parts[0].energyPj + 3 * solved->parts[1].energyPj);
        QCOMPARE(solved->total.seconds, solved->parts[0].seconds + 3 * solved->parts[1].seconds);
        QCOMPARE(result.base.settings.size(), std::size_t{0});
        QVERIFY(result.base.total.hasSchedule());
    }

    /// Every design on the front keeps all limits, and one that breaks one says which.
    void keepsItsLimits()
    {
        ChipSearch search = smallSearch();
        const SearchResult free = run(search);
        const double most = 1.5 * free.base.total.seconds;
        search.limits = {{"delay_s", "lenet_c", -1e300, most}, {"power_w", "", -1e300, 0.4}};
        const SearchResult result = run(search);
        QVERIFY(!result.front.empty());
        for (const std::size_t i : result.front) {
            const PointResult& total = result.designs[i].total;
            QVERIFY(total.seconds <= most && total.energyPj * 1e-12 / total.seconds <= 0.4);
        }
        const auto broken = std::find_if(result.designs.begin(), result.designs.end(), [](const Design& each) { return !each.violation.empty(); });
        QVERIFY(broken != result.designs.end());
        QVERIFY2(broken->violation.find(", above ") != std::string::npos, broken->violation.c_str());
    }

    /// With so many digits that they differ.
    void aLimitJustBelowIsSaid()
    {
        ChipSearch search = smallSearch();
        const double area = run(search).base.total.areaMm2;
        search.limits = {{"area_mm2", "", -1e300, std::nextafter(area, 0)}};
        QCOMPARE(QString::fromStdString(run(search).base.violation),
                 QStringLiteral("Area is %1 mm\u00b2, above %2 mm\u00b2")
                     .arg(QString::number(area, 'g', QLocale::FloatingPointShortest),
                          QString::number(std::nextafter(area, 0), 'g', QLocale::FloatingPointShortest)));
    }

    void oneObjectiveFindsTheBest()
    {
        ChipSearch search = smallSearch();
        search.objectives = {"energy_pj"};
        const SearchResult result = run(search);
        double least = 1e300;
        for (const Design& design : result.designs) {
            least = design.allowed() ? std::min(least, design.total.energyPj) : least;
        }
        QVERIFY(!result.front.empty());
        for (const std::size_t i : result.front) {
            QCOMPARE(result.designs[i].total.energyPj, least);
        }
    }

    void allFaultsAreFoundAtOnce()
    {
        ChipSearch search = smallSearch();
        search.variables.push_back(Axis{{"network"}, {{"lenet_c"}, {"lenet_c"}}, {}});
        search.variables.push_back(Axis{{"pe_rows"}, {}, explore::Range{8, 4, false}});
        search.variables.push_back(Axis{{"batch"}, {{"1"}, {"2"}}, {}});
        search.workloads.push_back({"lenet_c", 0});
        search.objectives = {"beauty"};
        search.limits = {{"area_mm2", "vgg", 0, 1}, {"gops", "", -explore::Limit{}.atMost, explore::Limit{}.atMost}};
        search.evolution.population = 6;
        const QString faults = problemsOf(search);
        for (const char* sentence :
             {"at /variables/4: the network is no variable;", "at /variables/5: the range goes from 8 to 4;",
              "at /variables/5: pe_rows is turned by another variable as well;",
              "at /variables/6: the batch is no variable of a chip;", "at /networks/1/weight: the weight is 0;",
              "at /networks/1: 'lenet_c' is there already;", "at /objectives/0: there is no measure 'beauty';",
              "at /limits/0/network: there is no network 'vgg';", "at /limits/1: the limit has no number;",
              "at /population: the population is 6;"}) {
            QVERIFY2(faults.contains(sentence), qPrintable(QString(sentence) + "\nis not in\n" + faults));
        }
    }

    /// Where none is allowed, the summary says why; and what does not follow a chip's size.
    void theSummarySaysWhatStandsInTheWay()
    {
        ChipSearch search = smallSearch();
        search.base.problem.hardware.staticMilliwatts = 600;
        search.variables = {Axis{{"register_bytes_per_pe"}, {{"2"}, {"4"}}, {}}};
        search.evolution = {2, 1, 1};
        const std::string tooSmall = io::writeSearchSummary(search, run(search));
        QVERIFY2(tooSmall.find(" 0 allowed") != std::string::npos && tooSmall.find("  2 x ") == std::string::npos
                     && tooSmall.find("  1 x ") != std::string::npos
                     && tooSmall.find("registers need") != std::string::npos,
                 tooSmall.c_str());
        QVERIFY2(tooSmall.find("static power") == std::string::npos, tooSmall.c_str());
        search.variables = {Axis{{"pe_rows"}, {{"8"}, {"12"}}, {}}};
        search.limits = {{.measure = "area_mm2", .network = {}, .atMost = 0.001}};
        const std::string tooLarge = io::writeSearchSummary(search, run(search));
        QVERIFY2(tooLarge.find("area_mm2") != std::string::npos
                     && tooLarge.find("static power is 600 mW whatever the size") != std::string::npos,
                 tooLarge.c_str());
        search.variables = {Axis{{"pe_rows", "static_milliwatts"}, {{"8", "300"}, {"12", "450"}}, {}}};
        search.limits = {};
        const std::string follows = io::writeSearchSummary(search, run(search));
        QVERIFY2(follows.find("static power is") == std::string::npos && follows.find(" x ") == std::string::npos,
                 follows.c_str());
    }
};

TILESCAPE_TEST(TestChipSearch)

} // namespace tst_chip_search
#include "tst_chip_search.moc"
