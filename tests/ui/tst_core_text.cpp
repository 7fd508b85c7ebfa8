#include "core/explore/explain.h"
#include "core/explore/point.h"
#include "core/hardware/parameters.h"
#include "core/schedule/prove.h"
#include "core/schedule/solve.h"
#include "core/search/space/search_space.h"
#include "core/search/space/segment_outcomes.h"
#include "core/training/adaptflow/interconnect.h"
#include "core/training/adaptflow/machine.h"
#include "core/training/adaptflow/settings.h"
#include "core/training/gradient/analysis.h"
#include "core/training/gradient/settings.h"
#include "core/training/parallelism/settings.h"
#include "tests/registered.h"
#include "ui/style/core_text.h"
#include "ui/style/search_text.h"

#include <QFile>
#include <QTest>
#include <QTranslator>

#include <algorithm>
#include <vector>

namespace tst_core_text {

using namespace tilescape;

namespace {

/// Everything that the window shows of core's tables, in the order of the tables.
std::vector<std::string_view> textsOfCore()
{
    std::vector<std::string_view> texts;
    const auto add = [&](std::string_view text) {
        if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) {
            texts.push_back(text);
        }
    };
    const auto addRow = [&](const auto& row) {
        add(row.label);
        add(row.help);
    };
    const auto addChoices = [&](const auto& rows) {
        for (const auto& row : rows) {
            addRow(row);
            std::for_each(row.labels.begin(), row.labels.end(), add);
        }
    };
    for (const hardware::Parameter& parameter : hardware::parameters()) {
        add(parameter.group);
        addRow(parameter);
        std::for_each(parameter.choices.begin(), parameter.choices.end(), add);
    }
    for (const search::SpaceOption& option : search::spaceOptions()) {
        addRow(option);
    }
    for (const search::SpaceMode& mode : search::spaceModes()) {
        addRow(mode);
    }
    for (const schedule::Solver& solver : schedule::solvers()) {
        addRow(solver);
    }
    for (const search::SegmentOutcomeRow& row : search::segmentOutcomes()) {
        add(row.text);
    }
    for (const schedule::Status status : {schedule::Status::Optimal, schedule::Status::Feasible,
                                          schedule::Status::Stopped, schedule::Status::Infeasible}) {
        add(schedule::nameOf(status));
    }
    for (const explore::Measure& measure : explore::measures()) {
        add(measure.label);
    }
    for (const explore::Rule& rule : explore::rules()) {
        add(rule.help);
    }
    add(schedule::proofRange);
    for (const auto& row : training::parallelism::numbers()) {
        addRow(row);
    }
    addChoices(training::parallelism::options());
    for (const auto& row : training::gradient::numberRows()) {
        addRow(row);
    }
    addChoices(training::gradient::choiceRows());
    for (const auto& preset : training::gradient::npuPresets()) {
        add(preset.label);
    }
    for (const auto& row : training::adaptflow::numberRows()) {
        addRow(row);
    }
    addChoices(training::adaptflow::choiceRows());
    for (const auto order : training::gradient::allOrders) {
        add(labelOf(order));
    }
    for (const auto partition : training::gradient::allPartitions) {
        add(labelOf(partition));
    }
    for (const auto strategy : training::gradient::allStrategies) {
        add(labelOf(strategy));
    }
    for (const auto machine : training::adaptflow::allMachines) {
        add(labelOf(machine));
    }
    for (const auto dataflow : training::adaptflow::allDataflows) {
        add(labelOf(dataflow));
    }
    for (const auto pattern : {training::adaptflow::Pattern::Unicast, training::adaptflow::Pattern::Multicast,
                               training::adaptflow::Pattern::Broadcast}) {
        add(labelOf(pattern));
    }
    return texts;
}

std::vector<std::string_view> markedTexts()
{
    std::vector<std::string_view> texts;
    for (const auto& words : {ui::style::problemWords(), ui::style::trainingWords()}) {
        texts.insert(texts.end(), words.begin(), words.end());
    }
    return texts;
}

/// A language that puts every word of core into brackets.
class Brackets : public QTranslator {
public:
    [[nodiscard]] QString translate(const char* context, const char* source, const char*, int) const override
    {
        return QLatin1String(context) == QLatin1String("CoreText")
                   ? QStringLiteral("[%1]").arg(QString::fromUtf8(source))
                   : QString();
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
};

} // namespace

class TestCoreText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyWordOfCoresTablesIsMarkedForTranslators();
    void nothingElseIsMarked();
    void allThatIsMarkedIsWrittenSoThatLupdateFindsIt();
    void wordsAreShownInTheLanguageOfTheWindow();
};

void TestCoreText::everyWordOfCoresTablesIsMarkedForTranslators()
{
    const std::vector<std::string_view> marked = markedTexts();
    QStringList missing;
    for (const std::string_view text : textsOfCore()) {
        if (std::find(marked.begin(), marked.end(), text) == marked.end()) {
            missing << ui::style::coreName(text);
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("not in ui/style/core_words_*.cpp: ") + missing.join(u'\n')));
}

void TestCoreText::nothingElseIsMarked()
{
    const std::vector<std::string_view> texts = textsOfCore();
    QStringList stale;
    for (const std::string_view text : markedTexts()) {
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
            stale << ui::style::coreName(text);
        }
    }
    QVERIFY2(stale.isEmpty(), qPrintable(QStringLiteral("in no table of core: ") + stale.join(u'\n')));
}

/// It looks for the macro with the name of the context, not for what stands in the array.
void TestCoreText::allThatIsMarkedIsWrittenSoThatLupdateFindsIt()
{
    qsizetype marks = 0;
    for (const QString& name : {QStringLiteral("problem"), QStringLiteral("training")}) {
        QFile file(QStringLiteral(TILESCAPE_SOURCE_DIR "/ui/style/core_words_%1.cpp").arg(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        marks += file.readAll().simplified().replace("NOOP( ", "NOOP(").count("QT_TRANSLATE_NOOP(\"CoreText\", ");
    }
    QCOMPARE(marks, static_cast<qsizetype>(markedTexts().size()));
}

void TestCoreText::wordsAreShownInTheLanguageOfTheWindow()
{
    QCOMPARE(ui::style::coreText("Round up"), QStringLiteral("Round up"));
    Brackets brackets;
    QVERIFY(QCoreApplication::installTranslator(&brackets));
    QCOMPARE(ui::style::coreText("Round up"), QStringLiteral("[Round up]"));
    search::SegmentCounts counts;
    counts.of[search::SegmentOutcome::Unfit] = 2;
    QCOMPARE(ui::style::outcomeLines(counts).front().text, QStringLiteral("[planned, nothing fits]"));
    QCOMPARE(ui::style::coreName("register_bytes_per_pe"), QStringLiteral("register_bytes_per_pe"));
    QCoreApplication::removeTranslator(&brackets);
}

TILESCAPE_TEST(TestCoreText)

} // namespace tst_core_text
#include "tst_core_text.moc"
