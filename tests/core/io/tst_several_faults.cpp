#include "core/io/case_json.h"
#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/network_json.h"
#include "core/io/project_json.h"
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
