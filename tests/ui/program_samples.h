#pragma once

#include "view_samples.h"

#include "core/io/files.h"
#include "core/program/compile.h"
#include "core/schedule/evaluate.h"
#include "ui/program/program_view.h"

#include <QTemporaryDir>
#include <QTest>

/// Small programs, and the panel that plays them.
namespace samples {

using namespace tilescape;
using namespace tilescape::program;
using ui::program::ProgramView;
using ui::workspace::Workspace;

/// Tangram 3.1, Fig. 5: four tiles compute other output channels of the same four input maps, of which each buffers one.
inline schedule::Problem figureFive()
{
    schedule::Problem problem;
    problem.network = {"figure 5",
                       "",
                       {"input", 4, {4, 4}},
                       {},
                       {{"layer", {"input"}, network::Convolution{{1, 1}, {1, 1}, 1}, 4, 16, {4, 4}}}};
    problem.hardware = chip({2, 2});
    problem.hardware.peArray = {1, 4};
    problem.hardware.bufferBytesPerTile = 256;
    problem.batch = 1;
    problem.space.bufferSharing = true;
    problem.space.bufferBypass = {{false, false, false}};
    return problem;
}

/// `inserted`: of the loop over input channels, those that stand outside the loop over output channels; then sums come and go more
/// often than the model counts.
inline schedule::Schedule rotating(const schedule::Problem& problem, Count inserted = 1)
{
    dataflow::LayerScheme scheme;
    scheme.region = dataflow::wholeChip({2, 2});
    scheme.partition.shares[dataflow::Split::OutputChannel] = {2, 2};
    scheme.replication = {1, 1};
    scheme.blocking.factors[Loop::InputChannel] = {1, 4, 1};
    scheme.blocking.factors[Loop::OutputChannel] = {inserted > 1 ? 1 : 2, inserted > 1 ? 2 : 1, 2};
    scheme.sharing.insertedFactors[Loop::InputChannel] = inserted;
    scheme.sharing.group[Tensor::Input] = scheme.sharing.subgroup[Tensor::Input] = 4;
    return schedule::evaluate(std::make_shared<const schedule::Problem>(problem), {}, {{0, {}, scheme}});
}

inline std::unique_ptr<Workspace> rotatingWorkspace()
{
    auto workspace = std::make_unique<Workspace>([](const schedule::Problem& problem, const schedule::SolveControl&) { return rotating(problem); });
    workspace->open(figureFive(), {});
    return workspace;
}

/// Solved as a person would have it.
inline std::unique_ptr<Workspace> solvedWorkspace(network::Network network, Extent tiles, Count batch)
{
    auto workspace = std::make_unique<Workspace>();
    schedule::Problem problem = samples::problem(std::move(network), tiles);
    problem.batch = batch;
    workspace->open(problem, {});
    return workspace;
}

inline network::Network twoLayers()
{
    network::Network net;
    net.name = "two";
    net.input = {"input", 4, {10, 10}};
    net.layers = {convolution("first", "input", 4, 8, 8, 3), convolution("second", "first", 8, 8, 6, 3)};
    return net;
}

inline void wait(ProgramView& view)
{
    QTRY_VERIFY_WITH_TIMEOUT(!view.isBusy() && (view.run().trace || !view.run().faults.empty()), 30000);
}

inline void show(ProgramView& view, QSize size = {900, 760})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    wait(view);
}

inline std::string fileWith(const QTemporaryDir& folder, const char* name, const std::string& text)
{
    const std::string path = folder.filePath(QLatin1String(name)).toStdString();
    if (!io::writeFile(path, text).empty()) {
        qFatal("Cannot write %s.", path.c_str());
    }
    return path;
}

/// The program of Figure 5 in which a tile of the last role never stores its sums.
inline Program withoutStore()
{
    Program broken = compile(rotating(figureFive())).value();
    Steps& outer = std::get<Repeat>(broken.layers[0].roles.back().controller.back().content).steps;
    std::erase_if(outer, [](const Step& step) {
        const auto* instruction = std::get_if<Instruction>(&step.content);
        return instruction && instruction->operation == Operation::Store;
    });
    return broken;
}

inline Tile tileOf(const Trace& trace, std::size_t step) { return trace.streams()[trace.step(step).stream].name.tile; }

/// The first step from `from` on that does this; the number of steps if there is none.
inline std::size_t firstStep(const Trace& trace, Operation operation, std::size_t from = 0)
{
    while (from < trace.size() && trace.instruction(trace.step(from)).operation != operation) {
        ++from;
    }
    return from;
}

} // namespace samples
