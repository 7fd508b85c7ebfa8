#include "against.h"
#include "from_nothing.h"
#include "page.h"
#include "table.h"
#include "tests/registered.h"

#include <QRegularExpression>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_page {

using namespace tilescape;
using namespace tilescape::bench;
using Line = nlohmann::ordered_json;

namespace {

/// The cells of a row of a pipe table, without those that are escaped cut.
QStringList cellsOf(const QString& row)
{
    static const QRegularExpression bar(R"((?<!\\)\|)");
    QStringList cells = row.split(bar);
    return cells.mid(1, cells.size() - 2);
}

QStringList rowsOf(const std::string& text)
{
    return QString::fromStdString(text).split('\n', Qt::SkipEmptyParts).filter(QRegularExpression("^\\|"));
}

const Benchmark& named(std::string_view name)
{
    const auto rows = benchmarks();
    return *std::find_if(rows.begin(), rows.end(), [&](const Benchmark& row) { return row.name == name; });
}

} // namespace

class TestPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRowHasACellForEachColumn()
    {
        const std::vector<Column> columns{{"name", "a | b", Form::Text}, {"seconds", "s"}, {"cycles", "cycles", Form::Count}};
        const std::vector<Line> lines{{{"name", "x|y"}, {"seconds", 0.012345}}, {{"cycles", 1234567}}, {{"name", "z"}, {"other", 1}}};
        QCOMPARE(QString::fromStdString(tableOf(lines, columns)), QString("| a \\| b | s | cycles |\n"
                                                                         "|---|---:|---:|\n"
                                                                         "| x\\|y | 0.0123 |  |\n"
                                                                         "|  |  | 1,234,567 |\n"
                                                                         "| z |  |  |\n"));
    }

    void aColumnThatNoLineHasIsLeftOut()
    {
        const std::vector<Column> columns{{"name", "name", Form::Text}, {"status", "status", Form::Text}};
        QCOMPARE(QString::fromStdString(tableOf({{{"name", "x"}}}, columns)), QString("| name |\n|---|\n| x |\n"));
    }

    void numbersHaveTheirDigitsAndNoExponent()
    {
        const std::vector<Column> columns{{"a", "a"}, {"b", "b", Form::Digits5}};
        const auto row = [&](double a, double b) { return cellsOf(rowsOf(tableOf({{{"a", a}, {"b", b}}}, columns)).last()); };
        QCOMPARE(row(123456.7, 1.0042), (QStringList{" 123457 ", " 1.0042 "}));
        QCOMPARE(row(0.00012345, 2933.04), (QStringList{" 0.000123 ", " 2933.0 "}));
        QCOMPARE(row(0, 100000), (QStringList{" 0 ", " 100000 "}));
    }

    void theHeadSaysWhatMeasured()
    {
        const QString head = QString::fromStdString(pageHead({"Some Processor", 2}, 2));
        QVERIFY(head.startsWith("# Benchmarks\n\n"));
        QVERIFY2(head.contains("on Some Processor, 2 cores, with 2 threads."), qPrintable(head));
        QVERIFY(!thisMachine().processor.empty());
        QVERIFY(thisMachine().cores >= 1);
    }

    /// Two solvers, three goals, one small network: each line has energy and cycles, and the command makes the table again.
    void aSmallSectionIsWellFormed()
    {
        const std::string arguments = "--from-nothing --network lenet_c --side 1 --solver exhaustive --solver kapla";
        Options options;
        QVERIFY(!parse({"--from-nothing", "--network", "lenet_c", "--side", "1", "--solver", "kapla", "--solver", "exhaustive"},
                       options));
        QCOMPARE(options.benchmarks, std::vector<std::string>{"from-nothing"});
        std::vector<Line> lines;
        benchFromNothing(options, [&](const Line& line) { lines.push_back(line); });
        QCOMPARE(lines.size(), std::size_t{6});
        for (const Line& line : lines) {
            QVERIFY(line.at("energy_mj").get<double>() > 0);
            QVERIFY(line.at("cycles").get<double>() > 0);
            QVERIFY(line.at("wall_seconds").get<double>() > 0);
            QVERIFY(line.at("goal_over_bound").get<double>() >= 1);
        }
        const std::string text = sectionText({"", arguments}, named("from-nothing"), lines);
        QVERIFY(text.starts_with("\n## From nothing\n\n"));
        QVERIFY(text.find("\n`tilescape-bench " + arguments + " --markdown -`\n") != std::string::npos);
        const QStringList rows = rowsOf(text);
        QCOMPARE(rows.size(), 8); // heading, rule, six solves
        for (const QString& row : rows) {
            QCOMPARE(cellsOf(row).size(), cellsOf(rows.first()).size());
        }
        QStringList solved;
        for (const QString& row : rows.mid(2)) {
            solved << cellsOf(row)[1].trimmed() + ' ' + cellsOf(row)[2].trimmed();
        }
        QCOMPARE(solved, (QStringList{"energy exhaustive", "energy kapla", "delay exhaustive", "delay kapla",
                                      "energy_delay exhaustive", "energy_delay kapla"}));
    }

    /// Each section of the page is a command that the program takes, and runs one benchmark.
    void everySectionIsACommand()
    {
        for (const Section& section : pageSections()) {
            Options options;
            const QStringList words = QString::fromStdString(section.arguments).split(' ');
            std::vector<std::string> arguments;
            for (const QString& word : words) {
                arguments.push_back(word.toStdString());
            }
            QVERIFY2(!parse(arguments, options), section.arguments.c_str());
            QCOMPARE(options.benchmarks.size(), std::size_t{1});
            QVERIFY(!named(options.benchmarks.front()).columns.empty());
        }
    }

    void timesOfAnotherBinaryStandOverOurs()
    {
        QTemporaryDir folder;
        QFile other(folder.filePath(QStringLiteral("it's another")));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write("#!/bin/sh\necho \"{\\\"fresh_ms\\\": 30, \\\"told\\\": \\\"$*\\\"}\"\n");
        other.close();
        QVERIFY(other.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        Options options;
        options.against = other.fileName().toStdString();
        options.threads = 2;
        std::vector<Line> lines;
        const Emit compare = comparedWith(options, "edits", [&lines](const Line& line) { lines.push_back(line); });
        compare({{"network", "alexnet"}, {"goal", "energy"}, {"fresh_ms", 20.0}, {"undo_ms", 5.0}});
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines.front()["fresh_ms_against"].get<double>(), 1.5);
        QVERIFY(!lines.front().contains("undo_ms_against")); // it tells none
        QCOMPARE(lines.front()["fresh_ms"].get<double>(), 20.0);
    }

    void anotherBinaryThatTellsNothingIsNamed()
    {
        Options options;
        options.against = "/bin/true";
        const Emit compare = comparedWith(options, "edits", [](const Line&) {});
        QVERIFY_EXCEPTION_THROWN(compare({{"network", "alexnet"}}), std::runtime_error);
    }
};

TILESCAPE_TEST(TestPage)

} // namespace tst_page
#include "tst_page.moc"
