#include "core/hardware/parameters.h"
#include "core/io/files.h"
#include "core/io/hardware_json.h"
#include "core/io/library.h"
#include "core/io/network_json.h"
#include "core/io/project_json.h"
#include "core/io/schedule_json.h"
#include "core/schedule/solve.h"
#include "tests/registered.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include <nlohmann/json.hpp>

namespace tst_round_trip {

using namespace tilescape;

/// What is written is read back equal, to the last bit of every number.
class TestRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void networks()
    {
        for (const std::string_view name : io::networkNames()) {
            const network::Network network = io::loadNetwork(std::string(name)).value();
            const std::string text = io::writeNetwork(network);
            const auto again = io::readNetwork(text, "again");
            QVERIFY2(again.ok(), again ? "" : support::describe(again.faults()).c_str());
            QVERIFY2(again.value() == network, name.data());
            QCOMPARE(io::writeNetwork(again.value()), text);
        }
    }

    void chips()
    {
        for (const std::string_view name : io::hardwareNames()) {
            const hardware::Hardware chip = io::loadHardware(std::string(name)).value();
            const auto again = io::readHardware(io::writeHardware(chip), "again");
            QVERIFY2(again.ok() && again.value() == chip, name.data());
        }
    }

    /// With its network it is a project: a schedule says what it answers.
    void aScheduleSaysItsProblem()
    {
        schedule::Problem problem;
        problem.network = io::loadNetwork("mlp_s").value();
        problem.hardware = io::loadHardware("tangram_16x16").value();
        problem.hardware.tiles = {2, 1};
        problem.hardware.dramPj = 123.456;
        problem.space.batchPartition = problem.space.bufferSharing = true;
        problem.space.mostVertices = 3;
        problem.batch = 8;
        problem.solver = "random";
        problem.sampling.seed = 5;
        auto file = nlohmann::ordered_json::parse(io::writeScheduleJson(schedule::solve(problem)));
        QCOMPARE(QString::fromStdString(file["hardware"].get<std::string>()),
                 QString("Tangram, 16 x 16 tiles (changed)"));
        auto project = nlohmann::ordered_json::parse(io::writeProject(schedule::Problem{}));
        project["network"] = nlohmann::ordered_json::parse(io::writeProject(problem))["network"];
        for (const char* key : {"batch", "goal", "solver"}) {
            project[key] = file[key];
        }
        project.update(file["problem"]);
        const auto again = io::readProject(project.dump(), "again");
        QVERIFY2(again.ok(), again ? "" : support::describe(again.faults()).c_str());
        QVERIFY(again.value() == problem);
    }

    void everyParameterTravels()
    {
        for (const hardware::Parameter& parameter : hardware::parameters()) {
            hardware::Hardware chip;
            chip.name = "c";
            const bool whole = parameter.integer;
            parameter.set(chip, whole ? parameter.largest : std::nextafter(parameter.largest, 0));
            if (parameter.mayBeUnlimited) {
                parameter.set(chip, hardware::unlimited);
            }
            const auto again = io::readHardware(io::writeHardware(chip), "again");
            QVERIFY2(again.ok() && again.value() == chip, parameter.key.data());
        }
    }

    void chipsWithMoreMemoryLevels()
    {
        hardware::Hardware chip = io::loadHardware("shared_4x4").value();
        chip.outerBuffers = {{16777216, 12.5}, {268435456, hardware::unlimited}};
        chip.arrayDataflow = hardware::ArrayDataflow::Systolic;
        chip.sameLevelTransfers = chip.temporalPipelining = chip.spatialPipelining = false;
        const auto again = io::readHardware(io::writeHardware(chip), "again");
        QVERIFY2(again.ok(), again ? "" : support::describe(again.faults()).c_str());
        QVERIFY(again.value() == chip);
        QCOMPARE(hardware::machineOf(chip).sharedBuffers.size(), std::size_t{3});
    }

    void everyKindOfLayer()
    {
        network::Network network;
        network.name = "n";
        network.input = {"input", 4, {8, 1}};
        network.layers = {{"up", {"input"}, network::TransposedConvolution{{4, 1}, {2, 1}, 2}, 4, 6, {16, 1}},
                          {"part", {"up", "up"}, network::Unpooling{{2, 1}, {2, 1}}, 5, 5, {32, 1}, 3},
                          {"product", {"input", "up"}, network::MatrixProduct{2, true, false}, 16, 6, {2, 1}},
                          {"gradient", {"up", "up"}, network::WeightGradient{{1, 1}, {1, 1}, 1}, 6, 6, {16, 1}}};
        network.layers[2].inputs = {"input", "input"};
        network.layers[2].outputChannels = 4;
        const std::string text = io::writeNetwork(network);
        const auto again = io::readNetwork(text, "again");
        QVERIFY2(again.ok(), again ? "" : support::describe(again.faults()).c_str());
        QVERIFY(again.value() == network);
        QCOMPARE(io::writeNetwork(again.value()), text);
    }

    void whatAFileLeavesOutHasItsDefault()
    {
        const auto chip = io::readHardware(R"({"format": "tilescape-hardware", "version": 1, "name": "c"})", "f");
        QVERIFY(chip);
        hardware::Hardware expected;
        expected.name = "c";
        QCOMPARE(chip.value(), expected);
    }

    void projects()
    {
        schedule::Problem problem;
        problem.network = io::loadNetwork("lstm_phoneme").value();
        problem.hardware = io::loadHardware("tangram_16x16").value();
        problem.batch = 7;
        problem.goal = search::Goal::EnergyDelay;
        problem.space.hybridPartition = false;
        problem.space.batchPartition = true;
        problem.space.accessForwarding = false;
        problem.space.bufferBypass[Tensor::Input] = false;
        for (const auto& row : training::parallelism::options()) {
            row.set(problem.training.parallelism, row.values.size() - 1);
        }
        problem.solver = "annealing";
        for (const search::SamplingOption& row : search::samplingOptions()) {
            problem.sampling.*row.value = row.whole ? row.largest : std::nextafter(row.largest, 0);
        }
        problem.training.parallelism.levels = 6;
        problem.training.parallelism.memoryPj = 12.5;
        problem.training.parallelism.forced = {{2, "lstm \u00e9", training::parallelism::Choice::Model}};
        const std::string text = io::writeProject(problem);
        const auto again = io::readProject(text, "again");
        QVERIFY2(again.ok(), again ? "" : support::describe(again.faults()).c_str());
        QVERIFY(again.value() == problem);
        QCOMPARE(io::writeProject(again.value()), text);
    }

    /// The view is written where there is one.
    /// Network and chip of a baseline are written only where they are others than the project's.
    void aProjectKeepsItsBaselines()
    {
        io::Project project;
        project.problem.network = io::loadNetwork("lenet_c").value();
        project.problem.hardware = io::loadHardware("tangram_16x16").value();
        const std::size_t alone = io::writeProject(project).size();
        QVERIFY(io::writeProject(project).find("baselines") == std::string::npos);
        project.baselines.all.push_back({"before", project.problem});
        project.baselines.all.back().problem.batch = 3;
        QVERIFY(io::writeProject(project).size() < alone * 2);
        project.baselines.all.push_back({"other \"chip\"", project.problem});
        project.baselines.all.back().problem.hardware.bufferBytesPerTile *= 2;
        project.baselines.all.push_back({"other network", project.problem});
        project.baselines.all.back().problem.network = io::loadNetwork("mlp_m").value();
        project.baselines.chosen = 1;
        const std::string text = io::writeProject(project);
        const auto again = io::readProjectFile(text, "again");
        QVERIFY2(again.ok(), again ? "" : support::describe(again.faults()).c_str());
        QVERIFY(again.value() == project);
        QCOMPARE(io::writeProject(again.value()), text);
    }

    void faultsOfBaselinesAreTold()
    {
        io::Project project;
        project.problem.network = io::loadNetwork("lenet_c").value();
        project.baselines.all = {{"a", project.problem}, {"b", project.problem}};
        project.baselines.chosen = 1;
        const QString sound = QString::fromStdString(io::writeProject(project));
        const auto messageOf = [&](const QString& from, const QString& to) {
            const auto read = io::readProjectFile(QString(sound).replace(from, to).toStdString(), "p");
            return read ? QString() : QString::fromStdString(support::describe(read.faults()));
        };
        QVERIFY(messageOf("", "").isEmpty());
        QVERIFY(messageOf("\"name\": \"b\"", "\"name\": \"a\"").contains("/baselines/1/name: two baselines are named 'a'"));
        QVERIFY(messageOf("\"name\": \"b\"", "\"name\": \"\"").contains("/baselines/1/name: the name is empty"));
        QVERIFY(messageOf("\"compared_with\": \"b\"", "\"compared_with\": \"c\"").contains("'c' is unknown"));
    }

    void aProjectKeepsItsView()
    {
        schedule::Problem problem;
        problem.network = io::loadNetwork("mlp_s").value();
        QVERIFY(io::writeProject(problem).find("\"view\"") == std::string::npos);
        std::vector<std::string> views{""};
        views.insert(views.end(), io::projectViews().begin(), io::projectViews().end());
        for (const std::string& view : views) {
            const io::Project project{problem, view, {}};
            const auto again = io::readProjectFile(io::writeProject(project), "again");
            QVERIFY2(again.ok(), again ? "" : support::describe(again.faults()).c_str());
            QVERIFY(again.value() == project);
        }
    }

    void layersMayStandInAnyOrderAndLeaveOutWhatFollows()
    {
        const auto read = io::readNetwork(R"({
            "format": "tilescape-network", "version": 1, "name": "n", "input": {"channels": 3, "size": 8},
            "layers": [
                {"name": "fc", "kind": "fully_connected", "inputs": "pool", "output_channels": 10},
                {"name": "conv", "kind": "convolution", "inputs": "input", "output_channels": 6, "output_size": 8,
                 "filter_size": 3},
                {"name": "pool", "kind": "pooling", "output_channels": 6, "output_size": 4, "window_size": 2}
            ]})",
                                          "f");
        QVERIFY2(read.ok(), read ? "" : support::describe(read.faults()).c_str());
        const std::vector<network::Layer>& layers = read.value().layers;
        QCOMPARE(layers[0].name, std::string("conv"));
        QCOMPARE(layers[0].inputChannels, Count{3});
        QCOMPARE(layers[1].name, std::string("pool"));
        QCOMPARE(layers[1].inputs, std::vector<std::string>{"conv"});
        QCOMPARE(network::strideOf(layers[1]), (Extent{2, 2}));
        QCOMPARE(layers[2].name, std::string("fc"));
        QCOMPARE(layers[2].inputChannels, Count{6});
        QCOMPARE(layers[2].outputSize, Extent{});
        QCOMPARE(network::filterOf(layers[2]), (Extent{4, 4})); // all of its input
    }

    void filesAreReplacedAsAWhole()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("a b\u00e9.json").toStdString();
        QVERIFY(io::writeFile(path, "first").empty());
        QFile::setPermissions(QString::fromStdString(path), QFile::ReadOwner | QFile::WriteOwner);
        const std::string large(3'000'000, 'x');
        QVERIFY(io::writeFile(path, large).empty());
        QCOMPARE(io::readFile(path).value(), large);
        QVERIFY(!(QFile::permissions(QString::fromStdString(path)) & QFile::ReadOther)); // kept
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1); // nothing temporary is left
    }

    /// Others who may write a file still may, whatever new files are like.
    void permissionsStay()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("shared.json");
        QVERIFY(io::writeFile(path.toStdString(), "first").empty());
        const QFile::Permissions all = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::WriteGroup
                                       | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(QFile::setPermissions(path, all));
        QVERIFY(io::writeFile(path.toStdString(), "second").empty());
        QVERIFY((QFile::permissions(path) & all) == all);
    }

    void aFileThatMayNotBeWrittenStays()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("kept.json");
        QVERIFY(io::writeFile(path.toStdString(), "first").empty());
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner));
        if (QFileInfo(path).isWritable()) {
            QSKIP("The system's administrator may write all files.");
        }
        QVERIFY(support::describe(io::writeFile(path.toStdString(), "second")).find("the file cannot be written (")
                != std::string::npos);
        QCOMPARE(io::readFile(path.toStdString()).value(), std::string("first"));
    }

    void namesMayBeAsLongAsTheSystemLikes()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QString(255, 'n'));
        QVERIFY(io::writeFile(path.toStdString(), "first").empty());
        QCOMPARE(io::readFile(path.toStdString()).value(), std::string("first"));
    }

    void aLinkStaysALink()
    {
        const QTemporaryDir folder;
        const QString target = folder.filePath("target");
        const QString link = folder.filePath("link");
        QVERIFY(io::writeFile(target.toStdString(), "old").empty());
        QVERIFY(QFile::link(target, link));
        QVERIFY(io::writeFile(link.toStdString(), "new").empty());
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(io::readFile(target.toStdString()).value(), std::string("new"));
    }
};

TILESCAPE_TEST(TestRoundTrip)

} // namespace tst_round_trip
#include "tst_round_trip.moc"
