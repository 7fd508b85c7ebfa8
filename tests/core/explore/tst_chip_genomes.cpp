#include "core/explore/chip_genomes.h"
#include "core/io/library.h"
#include "tests/registered.h"

#include <QTest>

#include <set>

namespace tst_chip_genomes {

using namespace tilescape;
using explore::Axis;
using explore::ChipGenomes;
using explore::ChipSearch;
using explore::Genome;
using explore::Range;

namespace {

/// Around a chip of 12 x 14 PEs, with energy as the goal.
ChipSearch searchOf(std::vector<Axis> variables)
{
    ChipSearch search;
    search.base.problem.hardware = io::loadHardware("eyeriss_jssc17").value();
    search.variables = std::move(variables);
    return search;
}

std::string chipOf(const ChipGenomes& genomes, const Genome& genome) { return explore::evaluationKey(genomes.settingsOf(genome)); }

std::set<std::string> neighboursOf(const ChipGenomes& genomes, const Genome& genome, bool pairs)
{
    std::set<std::string> chips;
    for (const Genome& each : genomes.neighboursOf(genome, pairs)) {
        chips.insert(chipOf(genomes, each));
    }
    return chips;
}

const Axis rows{{"pe_rows"}, {{"4"}, {"8"}, {"16"}}, {}};
const Axis registers{{"register_bytes_per_pe"}, {{"32"}, {"64"}, {"128"}}, {}};

} // namespace

class TestChipGenomes : public QObject {
    Q_OBJECT

private slots:
    /// 12 lies as near to 8 as to 16 by difference, and nearer to 16 by ratio.
    void theBaseStandsAtTheNearestValues_data()
    {
        QTest::addColumn<Axis>("variable");
        QTest::addColumn<QString>("chip");
        QTest::newRow("its own value") << Axis{{"pe_rows"}, {{"4"}, {"12"}, {"13"}}, {}} << "pe_rows=12";
        QTest::newRow("by ratio") << rows << "pe_rows=16";
        QTest::newRow("several keys") << Axis{{"pe_rows", "pe_columns"}, {{"12", "4"}, {"8", "14"}, {"14", "14"}}, {}}
                                      << "pe_rows=14 pe_columns=14";
        QTest::newRow("a name") << Axis{{"goal"}, {{"delay"}, {"energy"}}, {}} << "goal=energy";
        QTest::newRow("a number in a range") << Axis{{"pe_rows"}, {}, Range{4, 32, false}} << "pe_rows=12";
        QTest::newRow("a number in a logarithmic range") << Axis{{"pe_rows"}, {}, Range{4, 32, true}} << "pe_rows=12";
        QTest::newRow("below a range") << Axis{{"pe_rows"}, {}, Range{16, 32, false}} << "pe_rows=16";
        QTest::newRow("above a range") << Axis{{"pe_rows"}, {}, Range{2, 9, false}} << "pe_rows=9";
    }
    void theBaseStandsAtTheNearestValues()
    {
        QFETCH(Axis, variable);
        QFETCH(QString, chip);
        const ChipSearch search = searchOf({variable});
        const ChipGenomes genomes(search);
        QCOMPARE(QString::fromStdString(chipOf(genomes, genomes.nearestToBase())), chip);
    }

    /// Of chips that the search may exchange.
    void theBaseIsFoundByItsName()
    {
        ChipSearch search = searchOf({Axis{{"hardware"}, {{"a"}, {"b"}}, {}}});
        search.base.chips = {{"a", io::loadHardware("tangram_16x16").value()}, {"b", search.base.problem.hardware}};
        const ChipGenomes genomes(search);
        QCOMPARE(chipOf(genomes, genomes.nearestToBase()), std::string("hardware=b"));
    }

    void neighboursAreOneStepAway()
    {
        const ChipSearch search = searchOf({rows, registers});
        const ChipGenomes genomes(search);
        QCOMPARE(neighboursOf(genomes, {1, 0}, false),
                 (std::set<std::string>{"pe_rows=4 register_bytes_per_pe=32", "pe_rows=16 register_bytes_per_pe=32",
                                        "pe_rows=8 register_bytes_per_pe=64"}));
        QCOMPARE(neighboursOf(genomes, {1, 0}, true),
                 (std::set<std::string>{"pe_rows=4 register_bytes_per_pe=64", "pe_rows=16 register_bytes_per_pe=64"}));
        // Where the chip's size stays about the same comes first.
        QCOMPARE(chipOf(genomes, genomes.neighboursOf({1, 1}, true).front()), std::string("pe_rows=4 register_bytes_per_pe=128"));
    }

    /// However few whole numbers the range has.
    void stepsInARangeAreOtherChips()
    {
        for (const bool logarithmic : {false, true}) {
            const ChipSearch search = searchOf({Axis{{"pe_rows"}, {}, Range{10, 14, logarithmic}}});
            const ChipGenomes genomes(search);
            QCOMPARE(neighboursOf(genomes, genomes.nearestToBase(), false), (std::set<std::string>{"pe_rows=11", "pe_rows=13"}));
        }
    }

    /// Each value of a list comes once in as many points as it has values.
    void pointsAreSpreadEvenly()
    {
        const ChipSearch search = searchOf({Axis{{"pe_rows"}, {{"1"}, {"2"}, {"3"}, {"4"}}, {}}, registers});
        const ChipGenomes genomes(search);
        for (const std::uint64_t first : {0, 4, 8}) {
            std::set<double> values;
            for (std::uint64_t number = first; number < first + 4; ++number) {
                values.insert(genomes.spread(number)[0]);
                QCOMPARE(genomes.spread(number), ChipGenomes(search).spread(number));
            }
            QCOMPARE(values.size(), std::size_t{4});
        }
    }
};

TILESCAPE_TEST(TestChipGenomes)

} // namespace tst_chip_genomes
#include "tst_chip_genomes.moc"
