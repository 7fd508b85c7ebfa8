#include "core/io/program_text.h"
#include "core/program/machine.h"
#include "tests/core/program/random_programs.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_program_text {

using namespace samples;

namespace {

/// Of one layer, some on shared buffers, or of a few layers that hand on.
program::Program randomProgram(Dice& dice)
{
    while (true) {
        const auto schedule = dice.once(3)    ? randomSharedSchedule(dice)
                              : dice.once(20) ? randomSegments(dice)
                                              : randomOneLayerSchedule(dice);
        auto program =
            schedule ? program::compile(*schedule) : support::Result<program::Program>(support::Diagnostic{});
        if (program) {
            return std::move(program.value());
        }
    }
}

/// The text with a few characters, words or lines changed, left out or doubled.
std::string damaged(std::string text, Dice& dice)
{
    const auto place = [&](std::size_t size) {
        return static_cast<std::size_t>(dice.upTo(static_cast<Count>(size)) - 1);
    };
    for (Count number = dice.upTo(3); number > 0 && text.size() > 8; --number) {
        const std::size_t from = place(text.size() - 4);
        switch (dice.upTo(5)) {
        case 1:
            text[from] = static_cast<char>(dice.upTo(255));
            break;
        case 2:
            text.erase(from, static_cast<std::size_t>(dice.upTo(20)));
            break;
        case 3:
            text.insert(from, text.substr(place(text.size()), static_cast<std::size_t>(dice.upTo(40))));
            break;
        case 4: {
            const std::size_t digit = text.find_first_of("0123456789", from);
            if (digit != std::string::npos) {
                text[digit] = static_cast<char>('0' + dice.upTo(10) - 1);
            }
            break;
        }
        default: {
            const std::size_t line = text.find('\n', from);
            const std::size_t next = line == std::string::npos ? line : text.find('\n', line + 1);
            if (next != std::string::npos) {
                text.erase(line, next - line);
            }
            break;
        }
        }
    }
    return text;
}

/// Instructions that streams execute, at most.
double length(const program::Steps& steps)
{
    double sum = 0;
    for (const program::Step& step : steps) {
        const auto* repeat = std::get_if<program::Repeat>(&step.content);
        if (repeat != nullptr) {
            sum += static_cast<double>(repeat->times) * length(repeat->steps);
            continue;
        }
        double units = 1;
        for (const Count count : std::get<program::Instruction>(step.content).units.count) {
            units *= static_cast<double>(count);
        }
        sum += units;
    }
    return sum;
}

bool isShort(const program::Program& program)
{
    double sum = 0;
    for (const program::LayerCode& code : program.layers) {
        for (const program::Role& role : code.roles) {
            sum += length(role.controller) + length(role.array);
        }
    }
    return sum < 20'000;
}

} // namespace

class TestProgramText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bothFormsReadBackEqual();
    void commentsAndBlankLinesSayNothing();
    void faultsSayWhere_data();
    void faultsSayWhere();
    void aTextThatEndsTooSoonNeedsMoreLines();
    void damagedTextsAreRefusedOrExecuteToAnEnd();
};

void TestProgramText::bothFormsReadBackEqual()
{
    Dice dice(5);
    int folded = 0;
    for (int round = 0; round < 200; ++round) {
        const program::Program program = randomProgram(dice);
        folded += program.layers.front().inputTaps.empty() ? 0 : 1;
        const std::string text = io::writeProgramText(program);
        const auto fromText = io::readProgram(text, "program");
        const auto fromJson = io::readProgram(io::writeProgramJson(program), "program.json");
        QVERIFY(fromText.ok() && fromJson.ok());
        QVERIFY(fromText.value() == program && fromJson.value() == program);
        QCOMPARE(io::writeProgramText(fromText.value()), text);
    }
    QVERIFY(folded > 10);
}

void TestProgramText::commentsAndBlankLinesSayNothing()
{
    Dice dice(6);
    const program::Program program = randomProgram(dice);
    std::string text = io::writeProgramText(program);
    text.insert(text.find("\nbatch") + 1, "# the batch\n\n   # of all layers\n");
    text.insert(text.find("  controller {"), "  # what is moved\n");
    const auto read = io::readProgram(text, "program");
    QVERIFY2(read.ok(), read.ok() ? "" : support::describe(read.faults()).c_str());
    QVERIFY(read.value() == program);
}

void TestProgramText::faultsSayWhere_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* from, const char* to, const char* message) {
        QTest::newRow(name) << QString(from) << QString(to) << QString(message);
    };
    row("another version", "tilescape-program 1", "tilescape-program 7",
        "at 1:19: '7' is not understood; '1' is needed here");
    row("a word too many", "batch ", "batch 1 ", "nothing more is needed here");
    row("no number", "batch ", "batch x", "a whole number is needed here");
    row("no layer of that name", "layer \"layer\"", "layer \"other\"", "the name of a layer of the network, in quotes");
    row("no instruction", "pass", "jump", "'jump' is not understood");
    row("the wrong stream", "    pass", "    fetch input", "fetch stands in the other stream");
    row("an end that is missing", "  array {", "  array {\n    loop 2 {", "'}' is needed");
    row("a tile that does not exist", "  role ", "  role 90,0 ",
        "tile (90, 0) of a role; roles name tiles of the region, each once");
    row("more charged for than is expected", "claim dram ", "claim dram 9", "words are charged for");
    row("folds of no filter", "tensor input folds ", "tensor input folds 900",
        "folds; from 1 to the taps of the filter");
    row("taps beyond the filter", "tensor input folds 1", "tensor input folds 1\n    taps 0 90 0 1",
        "taps of rows 0 to 90, columns 0 to 1; some of the window's");
    row("taps without an end", "tensor input folds 1", "tensor input folds 1\n    taps 0 1 0",
        "a whole number is needed here");
}

void TestProgramText::faultsSayWhere()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, message);
    Dice dice(7);
    QString text = QString::fromStdString(io::writeProgramText(randomProgram(dice)));
    const auto place = text.indexOf(from);
    QVERIFY(place >= 0);
    text.replace(place, from.size(), to);
    const auto read = io::readProgram(text.toStdString(), "program");
    QVERIFY(!read.ok());
    const QString said = QString::fromStdString(support::describe(read.faults()));
    QVERIFY2(said.startsWith("program") && said.contains(message), qPrintable(said));
}

void TestProgramText::aTextThatEndsTooSoonNeedsMoreLines()
{
    Dice dice(7);
    std::string text = io::writeProgramText(randomProgram(dice));
    text.resize(text.rfind('}'));
    const auto read = io::readProgram(text, "program");
    QVERIFY(!read.ok());
    QVERIFY(support::describe(read.faults()).find("more lines are needed") != std::string::npos);
}

void TestProgramText::damagedTextsAreRefusedOrExecuteToAnEnd()
{
    Dice dice(8);
    Count read = 0;
    Count faulty = 0;
    for (int round = 0; round < 3000; ++round) {
        const program::Program program = randomProgram(dice);
        const std::string text =
            damaged(dice.once(2) ? io::writeProgramText(program) : io::writeProgramJson(program), dice);
        const auto again = io::readProgram(text, "program");
        if (!again) {
            QVERIFY(!again.faults().empty() && !again.faults().front().problem.empty());
            continue;
        }
        ++read;
        if (isShort(again.value())) {
            const program::Execution execution = program::execute(again.value(), {1, 1});
            faulty += execution.holds() ? 0 : 1;
        }
    }
    QVERIFY(read > 200 && faulty > 50);
}

TILESCAPE_TEST(TestProgramText)

} // namespace tst_program_text
#include "tst_program_text.moc"
