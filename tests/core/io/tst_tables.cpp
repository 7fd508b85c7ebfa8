#include "core/io/bibtex.h"
#include "core/io/difference_table.h"
#include "core/io/library.h"
#include "core/io/schedule_tables.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_tables {

using namespace tilescape;

namespace {

schedule::Problem problemOn(const char* hardware)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork("lenet_c").value();
    problem.hardware = io::loadHardware(hardware).value();
    problem.batch = 2;
    problem.solver = "kapla";
    return problem;
}

const schedule::Schedule& solved()
{
    static const schedule::Schedule schedule = schedule::solve(problemOn("eyeriss_isca16"));
    return schedule;
}

double numberAt(const io::Table& table, std::size_t row, std::size_t column) { return std::get<double>(table.rows[row][column]); }

/// Of the rows above the sum.
double sumOf(const io::Table& table, std::size_t column)
{
    double sum = 0;
    for (std::size_t row = 0; row + 1 < table.rows.size(); ++row) {
        sum += numberAt(table, row, column);
    }
    return sum;
}

bool isNear(double one, double other) { return std::abs(one - other) <= 1e-9 * std::abs(other); }

QStringList keysOf(const schedule::Problem& problem)
{
    QStringList keys;
    for (const io::Citation& citation : io::citationsOf(problem)) {
        keys << QString::fromUtf8(citation.key.data(), static_cast<qsizetype>(citation.key.size()));
    }
    return keys;
}

} // namespace

/// Tables for papers, and what they cite.
class TestTables : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersAddUpToTheNetwork()
    {
        const io::Table table = io::layersTable(solved());
        QCOMPARE(table.rows.size(), solved().layers.size() + 1);
        constexpr std::size_t energy = 9;
        QVERIFY(isNear(sumOf(table, energy), numberAt(table, table.rows.size() - 1, energy)));
        QVERIFY(isNear(numberAt(table, table.rows.size() - 1, energy), solved().totals.energy.total() / 1e9));
        QVERIFY(isNear(sumOf(table, energy + 1), 100));
    }

    void whatHasNoLimitIsCalledSo()
    {
        const io::Table table{"",
                              {{"Bandwidth", "GB/s", "bandwidth_gb_per_s", true}},
                              {{std::numeric_limits<double>::infinity()}},
                              false};
        for (const io::TableFormat format : {io::TableFormat::Csv, io::TableFormat::Markdown, io::TableFormat::Latex}) {
            const std::string text = io::writeTable(table, format);
            QVERIFY2(text.find("unlimited") != std::string::npos && text.find("inf") == std::string::npos,
                     text.c_str());
        }
    }

    void termsAreCountsTimesPricesAndAddUp()
    {
        for (const schedule::ScheduledLayer& layer : solved().layers) {
            const io::Table table = io::termsTable(solved(), &layer);
            for (std::size_t row = 0; row + 1 < table.rows.size(); ++row) {
                QVERIFY(isNear(numberAt(table, row, 4) * numberAt(table, row, 6) / 1e9, numberAt(table, row, 7)));
            }
            QVERIFY(isNear(sumOf(table, 7), layer.cost.energy.total() / 1e9));
        }
        QVERIFY(isNear(sumOf(io::termsTable(solved()), 7), solved().totals.energy.total() / 1e9));
    }

    void aComparisonHasBothSumsAndTheirChange()
    {
        schedule::Problem changed = *solved().problem;
        changed.batch *= 2;
        const schedule::Schedule other = schedule::solve(changed);
        const explore::ScheduleDifference difference = explore::compare(solved(), other);
        const io::Table table = io::differenceTable({"one", "two", solved(), other, difference});
        constexpr std::size_t before = 2;
        constexpr std::size_t after = 3;
        double terms = 0;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto name = std::get<std::string>(table.rows[row][0]);
            if (name == "Energy") {
                QVERIFY(isNear(numberAt(table, row, before), solved().totals.energy.total() / 1e9));
                QVERIFY(isNear(numberAt(table, row, after), terms));
                QVERIFY(isNear(numberAt(table, row, 4), 100 * (other.totals.energy.total() / solved().totals.energy.total() - 1)));
                return;
            }
            terms += numberAt(table, row, after);
        }
        QFAIL("there is no sum");
    }

    void quantitiesOfDifferentUnitsAreRoundedForThemselves()
    {
        const explore::ScheduleDifference difference = explore::compare(solved(), solved());
        const std::string latex =
            io::writeTable(io::differenceTable({"one", "two", solved(), solved(), difference}), io::TableFormat::Latex);
        const std::string cycles = fmt::format("{:.0f}", solved().totals.cycles);
        QVERIFY2(latex.find("Cycles &  & " + cycles + " & " + cycles + " & 0") != std::string::npos, latex.c_str());
    }

    void latexHasRulesColumnsAndNothingThatItWouldTakeForACommand()
    {
        io::Table table;
        table.caption = "50 % of a_b & c";
        table.columns = {{"Name", "", "name", false}, {"Energy", "mJ", "energy_mj"}};
        table.rows = {{"x_1", 12.345678}, {"[0] <a|b>", 0.25}, {"none", {}}, {"sum", 12.595678}};
        table.hasTotal = true;
        QCOMPARE(QString::fromStdString(io::writeTable(table, io::TableFormat::Latex)),
                 QString::fromLatin1(R"(% needs \usepackage{booktabs} and \usepackage{siunitx}
\begin{table}
  \centering
  \caption{50 \% of a\_b \& c}
  \begin{tabular}{l S[table-format=2.2]}
    \toprule
    {Name} & {Energy} \\
    {} & {(\si{\milli\joule})} \\
    \midrule
    x\_1 & 12.35 \\
    {}[0] \textless{}a\textbar{}b\textgreater{} & 0.25 \\
    none & {} \\
    \midrule
    sum & 12.60 \\
    \bottomrule
  \end{tabular}
\end{table}
)"));
    }

    void markdownAndCsvKeepTheirSeparatorsOut()
    {
        io::Table table;
        table.columns = {{"Name", "", "name", false}, {"Words", "kB", "words_kb"}};
        table.rows = {{"a|b,\"c\"", 1.0 / 3}, {"<d>", 2.0}};
        QCOMPARE(io::writeTable(table, io::TableFormat::Markdown),
                 std::string("| Name | Words (kB) |\n|---|---:|\n| a\\|b,\"c\" | 0.333 |\n| \\<d> | 2.000 |\n"));
        QCOMPARE(io::writeTable(table, io::TableFormat::Csv),
                 std::string("name,words_kb\n\"a|b,\"\"c\"\"\",0.3333333333333333\n<d>,2\n"));
    }

    void percentagesHaveTwoDecimals()
    {
        const auto written = [](std::vector<double> changes) {
            io::Table table;
            table.columns = {{"Change", "%", "change_percent"}};
            for (const double change : changes) {
                table.rows.push_back({change});
            }
            return QString::fromStdString(io::writeTable(table, io::TableFormat::Markdown)).split('\n').mid(2).join("");
        };
        QCOMPARE(written({-59.754, -0.0012, 0.5}), "| -59.75 || 0.00 || 0.50 |");
        QCOMPARE(written({0.00123, -0.00004}), "| 0.0012 || 0.0000 |");
    }

    /// A cell of a column of mixed magnitudes is never rounded to nothing.
    void smallNumbersKeepTwoDigits()
    {
        io::Table table;
        table.columns = {{"Each", "pJ", "each_pj"}};
        table.rows = {{401.89}, {0.094089}};
        QCOMPARE(io::writeTable(table, io::TableFormat::Markdown), std::string("| Each (pJ) |\n|---:|\n| 401.890 |\n| 0.094 |\n"));
    }

    void everyChipAndEveryParameterHasASource()
    {
        const io::Table chips = io::systemsTable();
        QCOMPARE(chips.rows.size(), io::hardwareNames().size());
        const io::Table parameters = io::parametersTable(problemOn("tangram_16x16").hardware);
        for (const io::Table* table : {&chips, &parameters}) {
            for (const auto& row : table->rows) {
                QVERIFY(!std::get<std::string>(row.back()).empty());
            }
        }
    }

    void aResultCitesWhatItStandsOn()
    {
        schedule::Problem problem = problemOn("eyeriss_jssc17");
        QCOMPARE(keysOf(problem), QStringList({"gao2019tangram", "chen2016eyeriss", "chen2017eyeriss", "li2023kapla"}));
        problem.solver = "exhaustive";
        problem.hardware = io::loadHardware("kapla_edge").value(); // a systolic array
        QCOMPARE(keysOf(problem),
                 QStringList({"gao2019tangram", "jouppi2017tpu", "li2023kapla"})); // its numbers are KAPLA's
        problem.hardware.source = "An own one";
        QCOMPARE(keysOf(problem), QStringList({"gao2019tangram", "jouppi2017tpu"}));
        problem.training.gradient.cores = 2;
        QCOMPARE(keysOf(problem).last(), QStringLiteral("kim2023interleaved"));
    }

    void bibtexHasItsBracesClosed()
    {
        schedule::Problem problem = problemOn("eyeriss_jssc17");
        problem.training.gradient.cores = 2;
        const std::string text = io::writeBibtex(io::citationsOf(problem));
        QCOMPARE(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
        for (const io::Citation& citation : io::citationsOf(problem)) {
            QVERIFY(citation.entry.find("{" + std::string(citation.key) + ",") != std::string_view::npos);
            QVERIFY(citation.entry.find("doi") != std::string_view::npos || citation.entry.find("eprint") != std::string_view::npos);
        }
    }
};

TILESCAPE_TEST(TestTables)

} // namespace tst_tables
#include "tst_tables.moc"
