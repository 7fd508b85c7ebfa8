#include "edits.h"

#include "app/reproduce/kapla_race.h"
#include "core/hardware/parameters.h"
#include "core/schedule/advice.h"
#include "core/schedule/refine.h"
#include "core/schedule/solve.h"
#include "core/schedule/solver_cache.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

namespace tilescape::bench {

namespace {

/// The milliseconds that a schedule for the least energy may take while you type: from nothing, and after an edit.
struct Target {
    const char* network;
    double fresh;
    double price; ///< of an edit that leaves capacities and shape as they are
    double size;  ///< of any other
};
constexpr std::array targets{Target{"alexnet", 30, 10, 30}, Target{"vgg16", 30, 10, 30}, Target{"googlenet", 100, 30, 100},
                             Target{"resnet50", 100, 30, 100}, Target{"resnet152", 250, 80, 250}};

/// KAPLA's evaluation, but with segments of any length, as the window has them.
schedule::Problem problemOf(const std::string& network, search::Goal goal)
{
    schedule::Problem problem = reproduce::problemOf({reproduce::Scene::Inference, network});
    problem.goal = goal;
    problem.space.mostVertices = search::SearchSpace{}.mostVertices;
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

/// Whether a solve of the one has to find the same counts again as one of the other.
bool isPriceEdit(const schedule::Problem& before, const schedule::Problem& after)
{
    const hardware::Machine a = hardware::machineOf(before.hardware);
    const hardware::Machine b = hardware::machineOf(after.hardware);
    return a.shape == b.shape && a.capacities == b.capacities;
}

using Edit = std::pair<double, std::string>; ///< ms, and the parameter

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

double median(const std::vector<Edit>& edits)
{
    std::vector<double> times;
    for (const Edit& edit : edits) {
        times.push_back(edit.first);
    }
    return median(std::move(times));
}

/// Where something was found by refining what stood.
struct Refined {
    std::vector<double> times;    ///< ms
    std::vector<double> overBest; ///< of what the goal makes small, over that of the best schedule
};

class Editor {
public:
    Editor(schedule::Problem problem, int threads) : m_start(std::move(problem))
    {
        m_control.threads = threads;
        m_control.cache = &m_cache;
    }

    /// Adds what was measured.
    void run(nlohmann::ordered_json& line)
    {
        const schedule::Schedule standing = schedule::solve(m_start, m_control);
        line["fresh_ms"] = standing.solveSeconds * 1e3;
        Refined refined;
        std::vector<Edit> edits;
        std::vector<Edit> ofPrices;
        std::vector<Edit> ofSizes;
        double undo = 0;
        for (const hardware::Parameter& parameter : hardware::parameters()) {
            schedule::Problem edited = m_start;
            if (turn(parameter, edited.hardware)) {
                edits.emplace_back(answer(edited, standing, refined), parameter.key);
                (isPriceEdit(m_start, edited) ? ofPrices : ofSizes).push_back(edits.back());
                undo = std::max(undo, solve(m_start));
            }
        }
        std::sort(edits.begin(), edits.end());
        const auto& most = edits[static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(edits.size()))) - 1];
        schedule::Problem layer = m_start;
        layer.network.layers.back().outputChannels /= 2;
        line["price_edit_median_ms"] = median(ofPrices);
        line["size_edit_median_ms"] = median(ofSizes);
        line["edit_median_ms"] = median(edits);
        line["edit_95_percent_ms"] = most.first;
        line["one_layer_ms"] = solve(layer);
        line["undo_ms"] = undo;
        line["refined_median_ms"] = median(refined.times);
        line["refined_over_best_median"] = median(refined.overBest);
        line["refined_over_best_worst"] =
            refined.overBest.empty() ? 0 : *std::max_element(refined.overBest.begin(), refined.overBest.end());
        line["parameter_at_95_percent"] = most.second;
    }

private:
    double solve(const schedule::Problem& problem) { return schedule::solve(problem, m_control).solveSeconds * 1e3; }

    /// As the window does it: refined, then solved. The milliseconds of both.
    double answer(const schedule::Problem& problem, const schedule::Schedule& standing, Refined& refined)
    {
        m_cache.tidy();
        const auto start = std::chrono::steady_clock::now();
        const auto found = schedule::refine(problem, standing, m_control);
        const double time = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        const schedule::Schedule best = schedule::solve(problem, m_control);
        if (found && best.hasResult()) {
            refined.times.push_back(time);
            refined.overBest.push_back(schedule::measureOf(found->totals, problem.goal) / schedule::measureOf(best.totals, problem.goal));
        }
        return time + best.solveSeconds * 1e3;
    }

    schedule::Problem m_start;
    schedule::SolverCache m_cache;
    schedule::SolveControl m_control;
};

} // namespace

void benchEdits(const Options& options, const Emit& emit)
{
    std::vector<std::string> networks = options.networks;
    for (std::size_t i = 0; options.networks.empty() && i < targets.size(); ++i) {
        networks.emplace_back(targets[i].network);
    }
    for (const std::string& network : networks) {
        for (const search::Goal goal : options.goals) {
            nlohmann::ordered_json line = {{"network", network}, {"goal", nameOf(goal)}, {"threads", options.threads}};
            Editor(problemOf(network, goal), options.threads).run(line);
            const auto target = std::find_if(targets.begin(), targets.end(), [&](const Target& row) { return row.network == network; });
            if (target != targets.end() && goal == search::Goal::Energy) {
                line["fresh_target_ms"] = target->fresh;
                line["price_edit_target_ms"] = target->price;
                line["size_edit_target_ms"] = target->size;
            }
            emit(line);
        }
    }
}

} // namespace tilescape::bench
