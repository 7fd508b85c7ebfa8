#include "core/dataflow/directives/parser.h"
#include "core/dataflow/directives/printer.h"
#include "core/io/file_kind.h"
#include "core/io/files.h"
#include "core/io/library.h"
#include "core/schedule/check_directives.h"
#include "core/schedule/solve.h"
#include "core/schedule/write_directives.h"
#include "tests/registered.h"

#include <QTest>

#include <random>

namespace tst_directives {

using namespace tilescape;
using namespace tilescape::dataflow::directives;

namespace {

/// The two layers of KAPLA's example (III-B), in its words.
const std::string kaplaExample = R"(# a convolution, row-stationary
CONV:REGF
  tensor{0}(N=1, C=3, Xi=5, Yi=1)
  tensor{w1}(C=3, K=2, R=5, S=1)
  tensor{1}(N=1, K=2, Xo=1, Yo=1)
  stack(Yi+=1, Yo+=1, 8)   // rows of the output over the columns of PEs
  stack(Yi+=1, S+=1, 5)
  update(Xi+=1, Xo+=1)
  update(K+=2) update(C+=3)
CONV:GBUF
  tensor{1}(N=1, K=6, Xo=15, Yo=15, 4)
  stack(K+=6, 2x2)
  stack(N+=1, 16)
  update(K+=24)
)";

/// Names that begin with a digit want quotes.
std::string quoted(std::string text)
{
    for (const char* name : {"{0}", "{1}"}) {
        for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) {
            text.replace(at, 3, std::string("{\"") + name[1] + "\"}");
        }
    }
    return text;
}

std::string faultsOf(const Faults& faults)
{
    std::string text;
    for (const Fault& fault : faults) {
        text += support::describe(diagnosticsOf({fault}, "t")) + "\n";
    }
    return text;
}

schedule::Problem smallProblem()
{
    schedule::Problem problem;
    network::Network& net = problem.network;
    net.name = "small";
    net.input = {"input", 4, {14, 14}};
    net.layers.push_back({"conv", {"input"}, network::Convolution{{3, 3}, {1, 1}, 1}, 4, 8, {12, 12}});
    net.layers.push_back({"pool", {"conv"}, network::Pooling{{2, 2}, {2, 2}}, 8, 8, {6, 6}});
    net.layers.push_back({"fc", {"pool"}, network::FullyConnected{{6, 6}}, 8, 10, {1, 1}});
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.hardware.tiles = {2, 2};
    problem.batch = 4;
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    return problem;
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

/// Line of the first place where `part` stands.
Count lineOf(const std::string& text, const std::string& part)
{
    return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(part)), '\n');
}

} // namespace

class TestDirectives : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theExampleOfThePaperIsRead()
    {
        const Reading reading = parse(quoted(kaplaExample));
        QVERIFY2(reading.faults.empty(), faultsOf(reading.faults).c_str());
        const auto& layers = reading.document.segments.at(0).regions.at(0).layers;
        QCOMPARE(layers.size(), std::size_t{1});
        const Scope& registers = layers[0].scopes.at(0);
        QCOMPARE(registers.tensors.size(), std::size_t{3});
        QCOMPARE(registers.stacks[0].units.size(), Count{8});
        QCOMPARE(registers.updates.size(), std::size_t{3});
        const Scope& buffer = layers[0].scopes.at(1);
        QCOMPARE(*buffer.tensors[0].shared, Count{4});
        QVERIFY((buffer.stacks[0].units == Extent{2, 2}));
    }

    void theExampleOfTheManualIsRead()
    {
        const std::string page = io::readFile(TILESCAPE_SOURCE_DIR "/resources/manual/directives.md").value();
        const std::size_t begin = page.find("conv2_a:REGF");
        const Reading reading = parse(page.substr(begin, page.find("```", begin) - begin));
        QVERIFY2(reading.faults.empty(), faultsOf(reading.faults).c_str());
        QCOMPARE(reading.document.segments.at(0).regions.at(0).layers.at(0).scopes.size(), std::size_t{2});
    }

    void aFileOfDirectivesIsNoDocument()
    {
        const auto kind = io::kindOf("conv1:REGF", "best.kapla");
        QVERIFY(!kind.ok());
        QVERIFY(support::describe(kind.faults()).find("tilescape-cli directives price") != std::string::npos);
    }

    void spacesAndCommentsMeanNothing()
    {
        const Document plain = parse("a:REGF\ntensor{x,y}(N=1,C=2)\nstack(K+=2,2x4)").document;
        const Document airy = parse("# head\n\n  a : REGF // inner\n tensor { x , y } ( N = 1 ,\n\tC=2 )\r\n stack(K += 2, 2 x 4) # end").document;
        QVERIFY(plain == airy);
        QCOMPARE(print(plain), print(airy));
    }

    void anyNameComesBack_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"conv1", "inception_3a/1x1", "1x1", "x", "two words", "say \"hi\"", "back\\slash", "a..b",
                                 "tensor", "segment", "größe", "line\nbreak", "", "#5", "a//b", "w.conv1", "-", "tab\t"}) {
            QTest::newRow(name) << QString::fromUtf8(name);
        }
    }
    void anyNameComesBack()
    {
        QFETCH(QString, name);
        LayerDirectives layer{name.toStdString(), {{"GBUF", {}, {}, {}, {}, {}}}, {}};
        layer.scopes[0].tensors.push_back({{name.toStdString(), "other"}, {{Dim::K, 3, {}}}, 2, true, {}});
        Document document;
        document.segments.push_back({{{{layer}}}});
        const Reading reading = parse(print(document));
        QVERIFY2(reading.faults.empty(), (print(document) + faultsOf(reading.faults)).c_str());
        QVERIFY(reading.document == document);
    }

    void faultsSayWhereAndWhatWouldBeRight_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("part");
        QTest::newRow("no directive") << "a:REGF\n  tensr{x}(N=1)" << 2 << 3 << "perhaps 'tensor' is meant";
        QTest::newRow("no scope") << "update(K+=1)" << 1 << 1 << "update stands under no layer";
        QTest::newRow("no dimension") << "a:REGF\n stack(Q+=1, 2)" << 2 << 8 << "'Q' is no dimension";
        QTest::newRow("a size in a stack") << "a:REGF\n stack(K=1, 2)" << 2 << 9 << "'K+=number' is needed for a shift";
        QTest::newRow("zero") << "a:REGF\n update(K+=0)" << 2 << 12 << "0 is too small";
        QTest::newRow("too large") << "a:REGF\n update(K+=99999999999999999999)" << 2 << 12 << "too large";
        QTest::newRow("no bracket") << "a:REGF\n update(K+=1\n stack(2)" << 3 << 2 << "')' is needed after the steps";
        QTest::newRow("open quote") << "a:REGF\n tensor{\"x}(N=1)" << 2 << 9 << "does not end on its line";
        QTest::newRow("twice") << "a:REGF\n tensor{x}(N=1, N=2)" << 2 << 17 << "N is said twice";
        QTest::newRow("scope twice") << "a:REGF\na:REGF" << 2 << 1 << "stands in line 1 already";
        QTest::newRow("a stray sign") << "a:REGF\n update(K+=1) ;" << 2 << 15 << "';' means nothing here";
        QTest::newRow("columns are characters") << "\"äöü\":REGF update(Q+=1)" << 1 << 19 << "'Q' is no dimension";
        QTest::newRow("the end") << "a:REGF tensor{x" << 1 << 16 << "the text ends";
        QTest::newRow("a tile") << "a:GBUF tiles(2x2, (0,1)..(x))" << 1 << 27 << "(row,column)";
    }
    void faultsSayWhereAndWhatWouldBeRight()
    {
        QFETCH(QString, text);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, part);
        const Reading reading = parse(text.toStdString());
        QVERIFY(!reading.faults.empty());
        const Fault& fault = reading.faults.front();
        QVERIFY2((fault.problem + "; " + fault.remedy).find(part.toStdString()) != std::string::npos,
                 faultsOf(reading.faults).c_str());
        QCOMPARE(fault.place.line, Count{line});
        QCOMPARE(fault.place.column, Count{column});
    }

    void oneFaultDoesNotHideTheNext()
    {
        const Reading reading = parse("a:REGF\n update(K+=)\n stack(Q+=1,2)\n update(C+=2)\n tensor(N=1)");
        QCOMPARE(reading.faults.size(), std::size_t{3});
        QCOMPARE(reading.document.segments[0].regions[0].layers[0].scopes[0].updates.size(), std::size_t{1});
    }

    /// What a person may get wrong in a sound text, and the line that is told.
    void editsThatBreakAScheduleAreFoundAtTheirLine_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("at");
        QTest::addColumn<QString>("part");
        QTest::newRow("a tensor of another layer") << "tensor{input}(" << "tensor{pool}(" << "tensor{pool}(" << "names another tensor";
        QTest::newRow("an unknown layer") << "conv:REGF" << "covn:REGF" << "covn:REGF" << "perhaps 'conv' is meant";
        QTest::newRow("weights missing") << "  tensor{w.conv}(C=" << "  # tensor{w.conv}(C=" << "conv:REGF" << "tensor{w.conv} is missing under REGF";
        QTest::newRow("rows that the array does not take") << "Yo+=1, 6)" << "Yo+=1, 9)" << "Yo+=1, 9)" << "stacks 9 PEs";
        QTest::newRow("a filter of another size") << "R=3, S=1)" << "R=4, S=1)" << "R=4, S=1)" << "right is R=3";
        QTest::newRow("a slide of two") << "update(Xi+=1, Xo+=1)" << "update(Xi+=2, Xo+=1)" << "update(Xi+=2" << "right is Xi+=1";
    }
    void editsThatBreakAScheduleAreFoundAtTheirLine()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, at);
        QFETCH(QString, part);
        const schedule::Problem problem = smallProblem();
        const std::string text = replaced(m_text, from.toStdString(), to.toStdString());
        QVERIFY2(!text.empty(), m_text.c_str());
        const schedule::CheckedDirectives checked = schedule::checkDirectives(problem, text);
        const bool told = std::any_of(checked.faults.begin(), checked.faults.end(), [&](const Fault& fault) {
            return fault.severity == support::Severity::Error && fault.place.line == lineOf(text, at.toStdString())
                && (fault.problem + "; " + fault.remedy).find(part.toStdString()) != std::string::npos;
        });
        QVERIFY2(told, (faultsOf(checked.faults) + text).c_str());
        QVERIFY(!schedule::priceDirectives(std::make_shared<const schedule::Problem>(problem), checked).hasResult());
    }

    /// Thousands of mutated texts: read, checked and, where sound, priced; whatever was printed is read again equal.
    void mutatedTextsNeverCrash()
    {
        const schedule::Problem problem = smallProblem();
        const auto shared = std::make_shared<const schedule::Problem>(problem);
        const std::vector<std::string> scraps{"(",    ")",      "{",       "}",      ",",       "=",         "+=",    "x",
                                              "..",   "\n",     "bypass",  "0",      "1",       "2",         "3",     "7",
                                              "64",   "999999999999", "99999999999999999999999", "K+=2", "C=4",  "N=2",
                                              "update(K+=8)\n", "rotate(N+=1)\n", "rotate(2)\n", "stack(C+=2, 2)\n", "stack(2x2)\n", "tiles(1x2, (0,0)..(0,1))\n",
                                              "segment\n", "region\n", "conv:GBUF\n", "fc:REGF\n", "input:DRAM\n", "\"", "#", "\xc3", "P=3", "T+=1", "G+=1"};
        std::mt19937 dice(20260105);
        const auto roll = [&](std::size_t below) { return static_cast<std::size_t>(dice() % below); };
        int sound = 0;
        int priced = 0;
        for (int i = 0; i < 20'000; ++i) {
            std::string text = m_text;
            for (std::size_t edits = 1 + roll(i % 2 == 0 ? 2 : 8); edits > 0; --edits) {
                const std::size_t at = roll(text.size() + 1);
                switch (roll(4)) {
                case 0: text.insert(at, scraps[roll(scraps.size())]); break;
                case 1: text.erase(at, 1 + roll(12)); break;
                case 2: { // another digit
                    const std::size_t digit = text.find_first_of("0123456789", at);
                    if (digit != std::string::npos) {
                        text[digit] = static_cast<char>('0' + roll(10));
                    }
                    break;
                }
                default: { // a line somewhere else
                    const std::size_t end = std::min(text.find('\n', at), text.size());
                    const std::string line = text.substr(at, end - at);
                    text.insert(roll(text.size() + 1), line);
                    break;
                }
                }
                if (text.empty()) {
                    text = "\n";
                }
            }
            const schedule::CheckedDirectives checked = schedule::checkDirectives(problem, text);
            for (const Fault& fault : checked.faults) {
                QVERIFY2(fault.place.line >= 1 && fault.place.column >= 1 && !fault.problem.empty() && !fault.remedy.empty(), text.c_str());
            }
            const Reading again = parse(print(checked.document));
            if (checked.sound()) {
                ++sound;
                QVERIFY2(again.faults.empty() && again.document == checked.document, text.c_str());
                priced += schedule::priceDirectives(shared, checked).hasResult() ? 1 : 0;
            }
        }
        // What is found sound can be priced, and the mutations reach both sides.
        QCOMPARE(priced, sound);
        QVERIFY(sound > 200);
        QVERIFY(sound < 19'000);
    }

    void initTestCase()
    {
        const schedule::Schedule schedule = schedule::solve(smallProblem());
        QVERIFY(schedule.hasResult());
        m_text = print(schedule::writeDirectives(schedule));
    }

private:
    std::string m_text;
};

TILESCAPE_TEST(TestDirectives)

} // namespace tst_directives
#include "tst_directives.moc"
