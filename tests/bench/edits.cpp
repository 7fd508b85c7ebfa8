#include "edits.h"

#include "core/hardware/parameters.h"
#include "core/io/library.h"
#include "core/schedule/solver_cache.h"
#include "core/schedule/solve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace tilescape;

/// With the milliseconds that a schedule while you type may take: from nothing, and after an edit.
struct Row {
    const char* network;
    double freshTarget;
    double editTarget;
};
constexpr std::array rows{Row{"alexnet", 30, 10},   Row{"vgg16", 30, 10},       Row{"googlenet", 100, 30},
                          Row{"resnet50", 100, 30}, Row{"resnet152", 250, 80}};

schedule::Problem problemOf(const std::string& network)
{
    schedule::Problem problem;
    problem.network = io::loadNetwork(network).value();
    problem.hardware = io::loadHardware("kapla_16x16").value();
    problem.batch = 64;
    problem.solver = "kapla";
    problem.space.batchPartition = problem.space.inputChannelPartition = true;
    problem.space.bufferSharing = problem.space.keepOutputsOnChip = problem.space.spatialPipelining = true;
    problem.space.bufferBypass = {{false, false, false}};
    return problem;
}

/// A little more of it, or twice as much where it counts something.
bool turn(const hardware::Parameter& parameter, hardware::Hardware& hardware)
{
    const double value = parameter.get(hardware);
    if (!parameter.choices.empty() || !std::isfinite(value)) {
        return false;
    }
    const double more = parameter.integer ? std::max(value + 1, 2 * value) : value * 1.1;
    const double turned = more <= parameter.largest ? more : value / 2;
    if (!hardware::checkValue(parameter, turned).empty() || turned == value) {
        return false;
    }
    parameter.set(hardware, turned);
    return true;
}

class Editor {
public:
    Editor(const Row& row, int threads) : m_row(row), m_start(problemOf(row.network))
    {
        m_control.threads = threads;
        m_control.cache = &m_memory;
    }

    void run()
    {
        const double fresh = solve(m_start);
        std::vector<std::pair<double, std::string>> edits;
        double undo = 0;
        for (const hardware::Parameter& parameter : hardware::parameters()) {
            schedule::Problem edited = m_start;
            if (turn(parameter, edited.hardware)) {
                edits.emplace_back(solve(edited), parameter.key);
                undo = std::max(undo, solve(m_start));
            }
        }
        std::sort(edits.begin(), edits.end());
        const auto& most = edits[static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(edits.size()))) - 1];
        schedule::Problem layer = m_start;
        layer.network.layers.back().outputChannels /= 2;
        const double oneLayer = solve(layer);
        std::cout << fmt::format("{:<12} {:>10.0f} {:>8.0f} {:>10.0f} {:>10.0f} {:>8.0f} {:>10.0f} {:>8.0f}   {}\n", m_row.network,
                                 fresh, m_row.freshTarget, edits[edits.size() / 2].first, most.first, m_row.editTarget,
                                 oneLayer, undo, most.second)
                  << std::flush;
    }

private:
    double solve(const schedule::Problem& problem) { return schedule::solve(problem, m_control).solveSeconds * 1e3; }

    const Row& m_row;
    schedule::Problem m_start;
    schedule::SolverCache m_memory;
    schedule::SolveControl m_control;
};

} // namespace

void printEdits(int threads)
{
    std::cout << fmt::format("{:<12} {:>10} {:>8} {:>10} {:>10} {:>8} {:>10} {:>8}   {}\n", "ms", "fresh", "target", "edit, 50%",
                             "edit, 95%", "target", "one layer", "undo", "parameter at 95%");
    for (const Row& row : rows) {
        Editor(row, threads).run();
    }
}
