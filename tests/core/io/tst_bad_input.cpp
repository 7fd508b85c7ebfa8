#include "core/io/explored_points.h"
#include "core/io/file_kind.h"
#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/library.h"
#include "core/io/network_json.h"
#include "core/io/project_json.h"
#include "tests/registered.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_bad_input {

using namespace tilescape;

namespace {

const QString head = R"({"format": "tilescape-network", "version": 1, "name": "n", "input": {"channels": 3, "size": [8, 8]}, )";
const QString conv = R"({"name": "a", "kind": "convolution", "output_channels": 4, "output_size": [8, 8], "filter_size": [3, 3]})";

/// A network of these layers.
QString withLayers(const QStringList& layers) { return head + "\"layers\": [" + layers.join(", ") + "]}"; }

/// A network of one convolution, one piece of whose text is replaced.
QString changed(const char* from, const char* to) { return withLayers({conv}).replace(from, to); }

QString chip(const QString& members)
{
    return R"({"format": "tilescape-hardware", "version": 1, "name": "c", )" + members + "}";
}

QString reading(support::Diagnostics faults) { return QString::fromStdString(support::describe(faults)); }

template <typename T>
QString messageOf(const support::Result<T>& result)
{
    return result ? QString() : reading(result.faults());
}

} // namespace

/// What people get wrong in files, and what they are told: which file, where, what is wrong, what would be right.
class TestBadInput : public QObject {
    Q_OBJECT

private slots:
    void networks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message"); // after the file's name
        const auto row = [](const char* name, const QString& text, const char* message) {
            QTest::newRow(name) << text << QString(message);
        };
        row("empty", "", ", at 1:1: the file is empty; JSON is needed.");
        row("blank", " \n ", ", at 1:1: the file is empty; JSON is needed.");
        row("truncated", withLayers({conv}).left(60), ": the text ends too early; the file may be cut off");
        row("truncated in a text", "{\"form", ", at 1:7: the text ends too early");
        row("position", "{\n  \"format\": oops\n}", ", at 2:13: this is not JSON: ");
        row("trailing comma", R"({"format": "tilescape-network",})", ", at 1:32: this is not JSON: ");
        row("two texts", withLayers({conv}) + "{}", ": this is not JSON: ");
        row("binary", QString("\x08\x07\x12\x07pytorch"),
            ", at 1:1: the file is binary, not a text in JSON; networks in formats");
        row("number beyond all bounds", changed("4,", "1e999,"), ": the number 1e999 is too large; ");
        row("key twice", changed("\"name\": \"a\"", "\"name\": \"a\", \"name\": \"b\""), ", at /layers/0/name: the key 'name' stands twice");
        row("no object", "[1, 2]", ": this is [1,2]; an object, { ... }, is needed.");
        row("no format", R"({"name": "n"})",
            ": the key 'format' is missing; write \"format\": \"tilescape-network\", \"version\": 1.");
        row("other format", R"({"format": "tilescape-hardware", "version": 1})",
            ", at /format: the format is 'tilescape-hardware'; 'tilescape-network' is needed here.");
        row("later version", R"({"format": "tilescape-network", "version": 2})",
            ", at /version: the version is 2; this program reads version 1.");
        row("no layers key", head + "\"description\": \"\"}", ": the key 'layers' is missing; it has no default.");
        row("no layers", withLayers({}), ", at /layers: the network has no layers; at least one is needed.");
        row("layers no list", head + "\"layers\": 5}", ", at /layers: this is 5; a list, [ ... ], is needed.");
        row("layer no object", withLayers({"7"}), ", at /layers/0: this is 7; an object, { ... }, is needed.");
        row("unknown key", changed("filter_size", "filter_sise"),
            ", at /layers/0/filter_sise, layer 'a': the key 'filter_sise' is unknown; perhaps 'filter_size' is meant.");
        row("key of another kind", changed("}]", ", \"window_size\": 2}]"),
            ", at /layers/0/window_size, layer 'a': the key 'window_size' is unknown");
        row("slash in a key", changed("}]", ", \"a/b~\": 2}]"), ", at /layers/0/a~1b~0, layer 'a': the key 'a/b~' is unknown");
        row("missing key", changed("\"output_channels\": 4, ", ""),
            ", at /layers/0, layer 'a': the key 'output_channels' is missing; it has no default.");
        row("missing kind", changed("\"kind\": \"convolution\", ", ""), ": the key 'kind' is missing; it is one of 'convolution'");
        row("unknown kind", changed("\"convolution\"", "\"convolutoin\""),
            ", at /layers/0/kind, layer 'a': 'convolutoin' is unknown; perhaps 'convolution' is meant.");
        row("text for a number", changed("4,", "\"four\","),
            ", at /layers/0/output_channels, layer 'a': this is \"four\"; a whole number is needed.");
        row("fraction", changed("4,", "4.5,"), ": this is 4.5; a whole number is needed.");
        row("number for a text", changed("\"a\"", "1"), ", at /layers/0/name: this is 1; a text in quotes is needed.");
        row("three sides", changed("[3, 3]", "[3, 3, 3]"),
            ", at /layers/0/filter_size, layer 'a': this is [3,3,3]; [height, width] or one whole number for both is needed.");
        row("a side no number", changed("[3, 3]", "[3, null]"),
            ", at /layers/0/filter_size/1, layer 'a': this is null; a whole number is needed.");
        row("zero", changed("4,", "0,"),
            ", at /layers/0/output_channels, layer 'a': the number of output channels is 0; it lies between 1 and 2147483648.");
        row("negative", changed("[3, 3]", "[-3, 3]"), ", at /layers/0/filter_size, layer 'a': the filter's height is -3; ");
        row("beyond 64 bits", changed("4,", "99999999999999999999,"), ": 1e+20 is too large; ");
        row("beyond signed 64 bits", changed("4,", "9223372036854775808,"), ": 9223372036854775808 is too large; ");
        row("too large", changed("4,", "4294967296,"), ": the number of output channels is 4294967296; ");
        row("overflow of a product", changed("4, \"output_size\": [8, 8]", "2147483648, \"output_size\": [8, 2147483648]"),
            ": with this, all feature maps hold more than 281474976710656 words; smaller sizes are needed.");
        row("unknown input", withLayers({conv, QString(conv).replace("\"a\",", "\"b\", \"inputs\": [\"aa\"],")}),
            ", at /layers/1/inputs/0, layer 'b': there is no layer or input named 'aa'; perhaps 'a' is meant.");
        row("duplicate name", withLayers({conv, conv}),
            ", at /layers/1/name, layer 'a': the name 'a' is taken by /layers/0/name; ");
        row("a name on two lines", changed("\"a\"", "\"a\\nb\""),
            ", at /layers/0/name: the name has control characters; ");
        row("reserved name", changed("\"a\"", "\"input\""), ", at /layers/0/name, layer 'input': the name 'input' is reserved");
        row("cycle", withLayers({QString(conv).replace("\"a\",", "\"a\", \"inputs\": [\"b\"], \"input_channels\": 4,"),
                                 QString(conv).replace("\"a\",", "\"b\",")}),
            ", at /layers/0/inputs, layer 'a': the layers feed each other in a circle: 'a' -> 'b' -> 'a'; ");
        row("its own input", changed("\"a\",", "\"a\", \"inputs\": [\"a\"],"), " feed each other in a circle: 'a' -> 'a'; ");
        row("map does not fit", changed("\"output_size\": [8, 8]", "\"output_size\": [4, 8]"),
            ", at /layers/0/inputs/0, layer 'a': 'input' gives maps of 8 x 8; the layer's sizes need 4 x 8 to 6 x 10.");
        row("channels do not add up", changed("\"output_channels\"", "\"input_channels\": 5, \"output_channels\""),
            ", at /layers/0/input_channels, layer 'a': the layer takes 5 input channels, its inputs have 3 together; ");
        row("groups", changed("}]", ", \"groups\": 2}]"), ", at /layers/0/groups, layer 'a': 2 groups do not divide 3 input");
        row("external input", changed("\"layers\"", "\"external_inputs\": [{\"name\": \"h\", \"channels\": 0, \"size\": 1}], \"layers\""),
            ", at /external_inputs/0/channels: the number of channels is 0; ");
        row("letters beyond ASCII", changed("\"name\": \"n\"", "\"nam\u00e9\": \"n\""), ": the key 'nam\u00e9' is unknown; perhaps 'name' is meant.");
    }

    void networks()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const QString told = messageOf(io::readNetwork(text.toStdString(), "some net.json"));
        QVERIFY2(told.startsWith("some net.json"), qPrintable(told));
        QVERIFY2(told.contains(message), qPrintable(told));
    }

    /// Every prefix of a file is refused with a sentence; none is read as a smaller network.
    void noPrefixOfAFileIsAccepted()
    {
        const std::string whole = io::writeNetwork(io::loadNetwork("lstm_phoneme").value());
        for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
            const QString told = messageOf(io::readNetwork(whole.substr(0, length), "cut.json"));
            QVERIFY2(told.startsWith("cut.json, at "), qPrintable(told));
        }
    }

    void invalidBytesAreRefused()
    {
        QVERIFY(messageOf(io::readNetwork("{\"format\": \"\xff\"}", "f")).contains("this is not JSON"));
        QVERIFY(messageOf(io::readNetwork(std::string("\xff\xfe{\0", 4), "f"))
                    .contains("the file is UTF-16; save it as UTF-8."));
        // A zero byte is an end to one version of the parser, a wrong character to another.
        QVERIFY(messageOf(io::readNetwork(std::string(3, '\0'), "f")).startsWith("f, at 1:"));
        QVERIFY(messageOf(io::readNetwork(std::string(100000, '['), "f")).contains("the text ends too early"));
    }

    void allFaultsComeTogether()
    {
        const QString text = withLayers({QString(conv).replace("4,", "0,").replace("}", ", \"colour\": 1}"),
                                         R"({"name": "b", "kind": "pooling", "output_channels": 4, "output_size": "big", "window_size": 2})",
                                         QString(conv).replace("\"a\",", "\"c\", \"inputs\": [\"nobody\"],")});
        const auto result = io::readNetwork(text.toStdString(), "f");
        QVERIFY(!result);
        const QString told = reading(result.faults());
        QVERIFY2(told.contains("the key 'colour' is unknown"), qPrintable(told));
        QVERIFY2(told.contains("the number of output channels is 0"), qPrintable(told));
        QVERIFY2(told.contains("this is \"big\""), qPrintable(told));
        QVERIFY2(told.contains("no layer or input named 'nobody'"), qPrintable(told));
    }

    /// A layer that cannot be read is told once: what follows from it is not.
    void oneMistakeIsToldOnce()
    {
        const QString text = withLayers({QString(conv).replace("4,", "\"four\","), QString(conv).replace("\"a\"", "\"b\"")});
        const auto result = io::readNetwork(text.toStdString(), "f");
        QVERIFY(!result);
        QCOMPARE(result.faults().size(), std::size_t{1});
    }

    void chips_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QString& members, const char* message) {
            QTest::newRow(name) << chip(members) << QString(message);
        };
        row("unknown key", "\"clock_mzh\": 5", ", at /clock_mzh: the key 'clock_mzh' is unknown; perhaps 'clock_mhz' is meant.");
        row("zero", "\"tile_rows\": 0", ", at /tile_rows: tile_rows is 0; it is a whole number between 1 and 128.");
        row("negative", "\"mac_pj\": -1", ", at /mac_pj: mac_pj is -1 pJ; it is a number between 0.001 pJ and 100000 pJ, or 0.");
        row("text", "\"mac_pj\": \"one\"", ", at /mac_pj: this is \"one\"; a number is needed.");
        row("not unlimited", "\"mac_pj\": \"unlimited\"", ", at /mac_pj: this is \"unlimited\"; a number is needed.");
        row("unlimited misspelt", "\"bus_bits_per_cycle\": \"infinite\"",
            ", at /bus_bits_per_cycle: this is \"infinite\"; a number or \"unlimited\" is needed.");
        row("placement", "\"memory_placement\": \"corner\"",
            ", at /memory_placement: 'corner' is unknown; perhaps 'corners' is meant.");
        row("dataflow", "\"array_dataflow\": \"systolik\"",
            ", at /array_dataflow: 'systolik' is unknown; perhaps 'systolic' is meant.");
        row("empty outer buffer", "\"outer_buffers\": [{\"bytes\": 0}]",
            ", at /outer_buffers/0/bytes: the capacity is 0 bytes; it lies between 1 and 1e12.");
        row("outer buffer stands still", "\"outer_buffers\": [{\"bytes\": 8, \"gigabytes_per_second\": 0}]",
            ", at /outer_buffers/0/gigabytes_per_second: the bandwidth is 0 GB/s; it is above 0, or 'unlimited'.");
        row("no points", "\"buffer_energy_pj\": {\"points\": []}",
            ", at /buffer_energy_pj/points: there are no points; at least one, [bytes, value], is needed.");
        row("points missing", "\"buffer_energy_pj\": {\"slope\": 1}", ", at /buffer_energy_pj: the key 'points' is missing");
        row("half a point", "\"buffer_energy_pj\": {\"points\": [[5]]}",
            ", at /buffer_energy_pj/points/0: this list has 1 entries; a point is [bytes, value].");
        row("empty memory", "\"buffer_energy_pj\": {\"points\": [[0, 1]]}",
            ", at /buffer_energy_pj/points/0/0: the capacity is 0 bytes; ");
        row("negative energy", "\"buffer_energy_pj\": {\"points\": [[8, -1]]}",
            ", at /buffer_energy_pj/points/0/1: the value is -1; ");
        row("points out of order", "\"buffer_energy_pj\": {\"points\": [[8, 1], [4, 2]]}",
            ", at /buffer_energy_pj/points/1: 4 bytes follow 8 bytes; points stand in ascending order of capacity.");
        row("bigger is cheaper", "\"buffer_energy_pj\": {\"points\": [[4, 2], [8, 1]]}",
            ", at /buffer_energy_pj/points/1: 1 at 8 bytes is less than 2 at 4 bytes; a bigger memory costs at least as much.");
        row("a zero among points", "\"memory_area_mm2\": {\"points\": [[4, 0], [8, 1]]}",
            ", at /memory_area_mm2/points/0: the value is 0; ");
        row("falling slope", "\"buffer_energy_pj\": {\"points\": [[4, 2]], \"slope\": -1}",
            ", at /buffer_energy_pj/slope: the slope is -1; it lies between 0 and 2.");
        row("second of two faults", "\"tile_rows\": 0, \"pe_rows\": 1.5",
            "\nchip.json, at /pe_rows: pe_rows is 1.5; it is a whole number between 1 and 512.");
        QTest::newRow("no name") << R"({"format": "tilescape-hardware", "version": 1})" << ": the key 'name' is missing";
    }

    void chips()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const QString told = messageOf(io::readHardware(text.toStdString(), "chip.json"));
        QVERIFY2(told.startsWith("chip.json"), qPrintable(told));
        QVERIFY2(told.contains(message), qPrintable(told));
    }

    void projects_data()
    {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* members, const char* message) {
            QTest::newRow(name) << QString(members) << QString(message);
        };
        row("batch", "\"batch\": 0", ", at /batch: the batch is 0; it lies between 1 and 16384.");
        row("huge batch", "\"batch\": 1000000000000", ", at /batch: the batch is 1000000000000; ");
        row("goal", "\"goal\": \"enery\"", ", at /goal: 'enery' is unknown; perhaps 'energy' is meant.");
        row("solver", "\"solver\": \"exhaustiv\"", ", at /solver: 'exhaustiv' is unknown; perhaps 'exhaustive' is meant.");
        row("view", "\"view\": \"chips\"", ", at /view: 'chips' is unknown; perhaps 'chip' is meant.");
        row("option", "\"search_space\": {\"hybrid\": true}",
            ", at /search_space/hybrid: the key 'hybrid' is unknown; perhaps 'hybrid_partition' is meant.");
        row("flag", "\"search_space\": {\"buffer_bypass\": {\"weight\": 1}}",
            ", at /search_space/buffer_bypass/weight: this is 1; true or false is needed.");
        row("training", "\"training\": {\"parallelsm\": {}}",
            ", at /training/parallelsm: the key 'parallelsm' is unknown; perhaps 'parallelism' is meant.");
        row("levels", "\"training\": {\"parallelism\": {\"levels\": -1}}",
            ", at /training/parallelism/levels: levels is -1; a whole number between 0 and 20 is needed.");
        row("machine", "\"training\": {\"gradient\": {\"npu\": \"lage\"}}",
            ", at /training/gradient/npu: 'lage' is unknown; perhaps 'large' is meant.");
        row("forced twice",
            R"("training": {"parallelism": {"forced": [{"level": 1, "layer": "a", "choice": "data"}, {"level": 1, "layer": "a", "choice": "model"}]}})",
            ", at /training/parallelism/forced/1: a is forced twice at level 1; one choice is needed for each layer "
            "and level.");
        row("topology", "\"training\": {\"parallelism\": {\"topology\": \"ring\"}}",
            ", at /training/parallelism/topology: 'ring' is unknown; known are 'h_tree' and 'torus'.");
        row("forced level", "\"training\": {\"parallelism\": {\"forced\": [{\"level\": 0, \"layer\": \"a\", \"choice\": \"data\"}]}}",
            ", at /training/parallelism/forced/0/level: the level is 0; levels count from 1 to 20.");
        row("forced choice", "\"training\": {\"parallelism\": {\"forced\": [{\"level\": 1, \"layer\": \"a\", \"choice\": \"dp\"}]}}",
            ", at /training/parallelism/forced/0/choice: 'dp' is unknown; ");
        row("network", "\"network\": {\"name\": \"n\"}", ", at /network: the key 'layers' is missing");
        row("hardware", "\"hardware\": {\"name\": \"n\", \"pe_rows\": 0}", ", at /hardware/pe_rows: pe_rows is 0; ");
        row("no network", "\"batch\": 1", ": the key 'network' is missing; it has no default.");
        row("unknown", "\"bach\": 1", ", at /bach: the key 'bach' is unknown; perhaps 'batch' is meant.");
    }

    void projects()
    {
        QFETCH(QString, members);
        QFETCH(QString, message);
        const QString text = R"({"format": "tilescape-project", "version": 1, )" + members + "}";
        const QString told = messageOf(io::readProject(text.toStdString(), "p.tilescape"));
        QVERIFY2(told.contains("p.tilescape" + message), qPrintable(told));
    }

    void aFileWithoutAFormatIsToldWhatToWrite()
    {
        QVERIFY(
            messageOf(io::kindOf("{}", "a.json"))
                .contains("the key 'format' is missing; write one of \"tilescape-project\", \"tilescape-network\", "));
        QVERIFY(messageOf(io::readExploredPoints("{}", "a.json"))
                    .contains(
                        "the key 'format' is missing; give what 'tilescape-cli sweep' or 'search' wrote with --json"));
    }

    /// Nobody is sent from a result to a file of another kind whose format sounds alike.
    void aResultIsToldWhatOpensInstead()
    {
        const QString told = messageOf(io::kindOf(R"({"format": "tilescape-sweep-result"})", "a.json"));
        QVERIFY2(told.endsWith("'tilescape-sweep-result' is a result, and no problem; open a project: 'tilescape-cli "
                               "solve', 'sweep' and "
                               "'search' write one with --save."),
                 qPrintable(told));
    }

    void files()
    {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        QVERIFY(messageOf(io::readFile(path)).contains("this is a folder; a file is needed."));
        QVERIFY(messageOf(io::readFile(path + "/none.json")).endsWith("none.json: there is no such file; "
                                                                      "the path of an existing file is needed."));
        QVERIFY(reading(io::writeFile(path, "x")).contains("this is a folder"));
        QVERIFY(reading(io::writeFile(path + "/no/such/folder.json", "x")).contains("the file cannot be written ("));
    }
};

TILESCAPE_TEST(TestBadInput)

} // namespace tst_bad_input
#include "tst_bad_input.moc"
