#include "core/io/case_json.h"
#include "core/io/chip_search_json.h"
#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/network_json.h"
#include "core/io/project_json.h"
#include "core/io/sweep_json.h"
#include "tests/registered.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

namespace tst_several_faults {

using namespace tilescape;

namespace {

/// A mistake: a value at a place of the file, and the one fault that it makes.
struct Mistake {
    const char* what;
    QStringList path;
    QJsonValue value;
    const char* pointer; ///< of the fault
};

/// Branches that do not depend on each other, so that each mistake has its own.
QJsonObject soundNetwork()
{
    const QByteArray text = R"({
        "format": "tilescape-network", "version": 1, "name": "n", "input": {"channels": 4, "size": [8, 8]},
        "external_inputs": [{"name": "state", "channels": 4, "size": [8, 8]}],
        "layers": [
        {"name": "a", "kind": "convolution", "inputs": ["input"], "output_channels": 4, "output_size": [8, 8], "filter_size": [3, 3]},
        {"name": "b", "kind": "convolution", "inputs": ["input"], "output_channels": 4, "output_size": [8, 8], "filter_size": [3, 3]},
        {"name": "c", "kind": "pooling", "inputs": ["input"], "output_channels": 4, "output_size": [4, 4], "window_size": [2, 2]},
        {"name": "d", "kind": "elementwise", "inputs": ["state", "input"], "output_channels": 4, "output_size": [8, 8]},
        {"name": "e", "kind": "fully_connected", "inputs": ["input"], "output_channels": 4, "filter_size": [8, 8]},
        {"name": "f", "kind": "convolution", "inputs": ["input"], "output_channels": 4, "output_size": [8, 8], "filter_size": [3, 3]},
        {"name": "g", "kind": "convolution", "inputs": ["f"], "output_channels": 4, "output_size": [8, 8], "filter_size": [3, 3]},
        {"name": "h", "kind": "convolution", "inputs": ["input"], "output_channels": 4, "output_size": [8, 8], "filter_size": [3, 3]},
        {"name": "i", "kind": "convolution", "inputs": ["h"], "output_channels": 4, "output_size": [8, 8], "filter_size": [3, 3]}
        ]})";
    return QJsonDocument::fromJson(text).object();
}

/// One of each kind: keys, types, ranges, names, sums, maps, circles.
std::vector<Mistake> networkMistakes()
{
    return {{"unknown key", {"layers", "0", "colour"}, 1, "/layers/0/colour"},
            {"value out of range, beside the key", {"layers", "0", "output_channels"}, 0, "/layers/0/output_channels"},
            {"map that does not fit, beside both", {"layers", "0", "output_size"}, QJsonArray{2, 8}, "/layers/0/inputs/0"},
            {"value of another type", {"layers", "1", "output_channels"}, "four", "/layers/1/output_channels"},
            {"stride out of range", {"layers", "2", "stride"}, QJsonArray{0, 2}, "/layers/2/stride"},
            {"unknown input", {"layers", "3", "inputs", "0"}, "nobody", "/layers/3/inputs/0"},
            {"channels that do not add up", {"layers", "4", "input_channels"}, 5, "/layers/4/input_channels"},
            {"a circle", {"layers", "5", "inputs", "0"}, "g", "/layers/5/inputs"},
            {"another circle", {"layers", "7", "inputs", "0"}, "i", "/layers/7/inputs"},
            {"unknown key at the top", {"colour"}, 1, "/colour"},
            {"text for a number", {"description"}, 7, "/description"}};
}

QJsonValue with(const QJsonValue& root, const QStringList& path, const QJsonValue& value)
{
    if (path.isEmpty()) {
        return value;
    }
    const QString& key = path.front();
    if (root.isArray()) {
        QJsonArray list = root.toArray();
        list[key.toInt()] = with(list[key.toInt()], path.mid(1), value);
        return list;
    }
    QJsonObject object = root.toObject();
    object[key] = with(object[key], path.mid(1), value);
    return object;
}

QStringList pointersOf(const support::Diagnostics& faults)
{
    QStringList pointers;
    for (const support::Diagnostic& fault : faults) {
        pointers << QString::fromStdString(fault.pointer);
    }
    pointers.sort();
    return pointers;
}

template <typename Read>
QStringList pointersIn(const QJsonObject& file, Read read)
{
    const auto result = read(QJsonDocument(file).toJson().toStdString(), "f");
    return result ? QStringList() : pointersOf(result.faults());
}

/// Of any three mistakes each is told, once, and nothing else.
template <typename Read>
void tellsAnyThree(const QJsonObject& sound, const std::vector<Mistake>& mistakes, Read read)
{
    QCOMPARE(pointersIn(sound, read), QStringList());
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        for (std::size_t j = i; j < mistakes.size(); ++j) {
            for (std::size_t k = j; k < mistakes.size(); ++k) {
                QJsonObject file = sound;
                QStringList expected;
                for (const Mistake* mistake : {&mistakes[i], &mistakes[j], &mistakes[k]}) {
                    file = with(file, mistake->path, mistake->value).toObject();
                    expected << QString(mistake->pointer);
                }
                expected.sort();
                expected.removeDuplicates();
                const QStringList told = pointersIn(file, read);
                QVERIFY2(told == expected, qPrintable(told.join(", ") + " instead of " + expected.join(", ")));
            }
        }
    }
}

QJsonObject soundProject()
{
    QJsonObject net = soundNetwork();
    net.remove("format");
    net.remove("version");
    return {{"format", "tilescape-project"}, {"version", 1}, {"network", net}, {"hardware", QJsonObject{{"name", "c"}}}};
}

} // namespace

/// A file with several faults tells all of them at once: of keys, of values, and of the graph as far as it can be judged.
class TestSeveralFaults : public QObject {
    Q_OBJECT

private slots:
    void ofANetwork() { tellsAnyThree(soundNetwork(), networkMistakes(), io::readNetwork); }

    void ofAProject()
    {
        std::vector<Mistake> mistakes{
            {"batch", {"batch"}, 0, "/batch"},
            {"goal", {"goal"}, "speed", "/goal"},
            {"key of the search space", {"search_space", "colour"}, true, "/search_space/colour"},
            {"switch", {"search_space", "hybrid_partition"}, 1, "/search_space/hybrid_partition"},
            {"parameter", {"hardware", "tile_rows"}, 0, "/hardware/tile_rows"},
            {"parameter's type", {"hardware", "mac_pj"}, "one", "/hardware/mac_pj"},
            {"key of the chip", {"hardware", "colour"}, 1, "/hardware/colour"},
            {"fit", {"hardware", "buffer_energy_pj"}, QJsonObject{{"points", QJsonArray{QJsonArray{8, -1}}}},
             "/hardware/buffer_energy_pj/points/0/1"},
            {"training", {"training", "parallelism", "levels"}, -1, "/training/parallelism/levels"}};
        const std::vector<std::string> places{"/network/layers/0/output_channels", "/network/layers/3/inputs/0",
                                              "/network/layers/5/inputs"};
        mistakes.push_back({"size", {"network", "layers", "0", "output_channels"}, 0, places[0].c_str()});
        mistakes.push_back({"name", {"network", "layers", "3", "inputs", "0"}, "nobody", places[1].c_str()});
        mistakes.push_back({"circle", {"network", "layers", "5", "inputs", "0"}, "g", places[2].c_str()});
        tellsAnyThree(soundProject(), mistakes, io::readProject);
    }

    void ofACase()
    {
        const std::string text = io::readFile(TILESCAPE_SOURCE_DIR "/tests/reference/07_mlp_m_4x4_share.json").value();
        const QJsonObject sound = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
        const std::vector<Mistake> mistakes{
            {"batch", {"batch"}, "many", "/batch"},
            {"goal", {"search", "goal"}, "beauty", "/search/goal"},
            {"cost", {"cost", "gbuf"}, -6, "/cost/gbuf"},
            {"chip", {"hardware", "tiles"}, QJsonArray{0, 4}, "/hardware/tiles"},
            {"scheme", {"layers", "0", "scheme", "blocking", "batch"}, QJsonArray{1, 16}, "/layers/0/scheme/blocking/batch"},
            {"channels that do not add up", {"layers", "1", "layer", "input_channels"}, 5, "/layers/1/layer/input_channels"},
            {"unknown input", {"layers", "2", "inputs", "0"}, "nobody", "/layers/2/inputs/0"}};
        tellsAnyThree(sound, mistakes, io::readCase);
    }

    void ofASweep()
    {
        const QByteArray text = R"({
            "format": "tilescape-sweep", "version": 1, "network": "lenet_c", "hardware": "eyeriss_isca16", "set": {"batch": 4},
            "definitions": {"hardware": {"small": {"name": "small", "tile_rows": 2}}},
            "axes": [{"key": "dram_pj", "values": [1, 2]},
                     {"keys": ["pe_rows", "pe_columns"], "values": [[2, 2], [4, 4]]},
                     {"key": "mac_pj", "from": 1, "to": 2, "steps": 4},
                     {"key": "goal", "values": ["energy", "delay"]},
                     {"key": "hop_pj", "from": 1, "to": 2, "steps": 4},
                     {"key": "hardware", "values": ["small", "eyeriss_isca16"]}],
            "objectives": ["energy_pj", "delay_s"], "within": 0.01})";
        const std::vector<Mistake> mistakes{
            {"key of an axis", {"axes", "0", "key"}, "dram", "/axes/0"},
            {"value that is none", {"axes", "1", "values", "0", "1"}, QJsonValue(), "/axes/1/values/0/1"},
            {"a row too long", {"axes", "1", "values", "1"}, QJsonArray{1, 2, 3}, "/axes/1/values/1"},
            {"a range that ends before it begins", {"axes", "2", "to"}, 0.5, "/axes/2"},
            {"name that is unknown", {"axes", "3", "values", "1"}, "beauty", "/axes/3/values/1"},
            {"one step", {"axes", "4", "steps"}, 1, "/axes/4/steps"},
            {"chip defined",
             {"definitions", "hardware", "small", "tile_rows"},
             0,
             "/definitions/hardware/small/tile_rows"},
            {"network", {"network"}, 5, "/network"},
            {"setting", {"set", "batch"}, 0, "/set/batch"},
            {"a chip that is none", {"axes", "5", "values", "1"}, 5, "/axes/5/values/1"},
            {"measure", {"objectives", "1"}, "energy_pj", "/objectives/1"},
            {"within", {"within"}, 2, "/within"},
            {"unknown key", {"colour"}, 1, "/colour"}};
        const QJsonObject sound = QJsonDocument::fromJson(text).object();
        tellsAnyThree(sound, mistakes, io::readSweep);
        tellsAnyThree(sound,
                      {{"axes that are none", {"axes"}, QJsonArray(), "/axes"},
                       {"measure", {"objectives"}, QJsonArray(), "/objectives"}},
                      io::readSweep);
        QJsonObject without = with(sound, {"objectives", "0"}, "beauty").toObject();
        without.remove("axes");
        QCOMPARE(pointersIn(without, io::readSweep), (QStringList{"", "/objectives/0"}));
    }

    void ofASearch()
    {
        const QByteArray text = R"({
            "format": "tilescape-search", "version": 1, "hardware": "eyeriss_isca16",
            "networks": ["lenet_c", {"network": "alexnet", "weight": 2}, {"network": "mlp_m"}],
            "variables": [{"key": "pe_rows", "from": 4, "to": 8, "steps": 3}, {"key": "dram_pj", "from": 1, "to": 2}],
            "objectives": ["energy_pj", "area_mm2"],
            "limits": [{"measure": "delay_s", "network": "alexnet", "at_most": 1}, {"measure": "area_mm2", "at_most": 50}],
            "population": 16, "generations": 4})";
        const std::vector<Mistake> mistakes{
            {"weight", {"networks", "1", "weight"}, 0, "/networks/1/weight"},
            {"network twice", {"networks", "2", "network"}, "alexnet", "/networks/2"},
            {"network that is none", {"networks", "0"}, 5, "/networks/0"},
            {"key of a variable", {"variables", "0", "key"}, "pes", "/variables/0"},
            {"end of a range", {"variables", "1", "to"}, "far", "/variables/1/to"},
            {"measure", {"objectives", "0"}, "beauty", "/objectives/0"},
            {"measure of a limit", {"limits", "0", "measure"}, "beauty", "/limits/0/measure"},
            {"number of a limit", {"limits", "1", "at_most"}, "much", "/limits/1/at_most"},
            {"unknown key", {"limits", "1", "network"}, "alexnet", "/limits/1/network"},
            {"population", {"population"}, 9, "/population"},
            {"generations", {"generations"}, -1, "/generations"}};
        const QJsonObject sound = QJsonDocument::fromJson(text).object();
        tellsAnyThree(sound, mistakes, io::readChipSearch);
        tellsAnyThree(sound,
                      {{"network of a limit", {"limits", "0", "network"}, "vgg16", "/limits/0/network"},
                       {"generations", {"generations"}, -1, "/generations"}},
                      io::readChipSearch);
        // Whether a limit's network is one of them is not known then.
        QCOMPARE(pointersIn(with(sound, {"networks"}, QJsonArray()).toObject(), io::readChipSearch),
                 QStringList("/networks"));
        QCOMPARE(pointersIn(with(sound, {"networks", "1", "network"}, 5).toObject(), io::readChipSearch),
                 QStringList("/networks/1/network"));
    }

    /// A key that stands twice is told with its place, and the rest as well.
    void besideAKeyThatStandsTwice()
    {
        const auto result = io::readHardware(
            R"({"format": "tilescape-hardware", "version": 1, "name": "c", "outer_buffers": [{"bytes": 8, "bytes": 16}], "tile_rows": 0})",
            "f");
        QVERIFY(!result);
        QCOMPARE(pointersOf(result.faults()), (QStringList{"/outer_buffers/0/bytes", "/tile_rows"}));
    }

    /// What follows from a fault that is told is not told, whatever the fault.
    void whatFollowsIsNotTold()
    {
        for (const Mistake& mistake : std::vector<Mistake>{
                 {"size of a source", {"layers", "5", "output_size"}, "big", "/layers/5/output_size"},
                 {"channels of a source", {"layers", "5", "output_channels"}, 0, "/layers/5/output_channels"},
                 {"kind of a source", {"layers", "5", "kind"}, "konvolution", "/layers/5/kind"},
                 {"name of a source", {"layers", "5", "name"}, 5, "/layers/5/name"},
                 {"a source that is none", {"layers", "5"}, 5, "/layers/5"},
                 {"size of the input", {"input", "size"}, "big", "/input/size"},
                 {"name of an external input", {"external_inputs", "0", "name"}, 5, "/external_inputs/0/name"},
                 {"external inputs", {"external_inputs"}, 5, "/external_inputs"},
                 {"stride, misspelt", {"layers", "2", "strid"}, 3, "/layers/2/strid"}}) {
            const QJsonObject file = with(soundNetwork(), mistake.path, mistake.value).toObject();
            QCOMPARE(pointersIn(file, io::readNetwork), QStringList{mistake.pointer});
        }
    }
};

TILESCAPE_TEST(TestSeveralFaults)

} // namespace tst_several_faults
#include "tst_several_faults.moc"
