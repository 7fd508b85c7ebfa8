#include "solvers.h"

#include "solve_line.h"

#include <nlohmann/json.hpp>

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tilescape::bench {

namespace {

constexpr std::array networks{"mlp_l", "lstm_gnmt", "alexnet", "mobilenet_v1", "vgg16", "googlenet", "resnet50"};

/// From the largest chip on, each time a quarter of the tiles, down to 4 x 4.
std::vector<int> sidesFrom(int largest)
{
    std::vector<int> sides{largest};
    while (sides.back() >= 8) {
        sides.push_back(sides.back() / 2);
    }
    return sides;
}

/// Of one network, for one goal.
class Race {
public:
    Race(const std::string& network, search::Goal goal, const Options& options, const Emit& emit)
        : m_options(options), m_emit(emit), m_sides(sidesFrom(options.side))
    {
        m_asked.scene = options.training ? reproduce::Scene::Training : reproduce::Scene::Inference;
        m_asked.library = network;
        m_asked.goal = goal;
    }

    void run()
    {
        runLargest("exhaustive");
        for (const char* solver : {"directives", "random", "annealing"}) {
            runLargest(solver);
        }
        // The fast one at every size that the others were compared at.
        for (const int side : m_sides) {
            if (side == m_options.side || m_exhaustive.contains(side)) {
                print("kapla", side, measure("kapla", side));
            }
        }
    }

private:
    [[nodiscard]] reproduce::RaceCase askedOn(int side) const
    {
        reproduce::RaceCase asked = m_asked;
        asked.side = side;
        return asked;
    }

    [[nodiscard]] Measured measure(const std::string& solver, int side) const
    {
        return measureApart(problemOf(askedOn(side), solver), m_options.threads, m_options.budgetSeconds);
    }

    /// On as many tiles as it manages in time; beside the exhaustive search of the same size.
    void runLargest(const std::string& solver)
    {
        for (const int side : m_sides) {
            if (solver == "exhaustive") {
                m_tried.insert(side);
            }
            const Measured measured = measure(solver, side);
            if (measured.finished && solver == "exhaustive") {
                m_exhaustive.emplace(side, measured);
            } else if (measured.finished && m_tried.insert(side).second) {
                if (const Measured best = measure("exhaustive", side); best.finished) {
                    m_exhaustive.emplace(side, best);
                    print("exhaustive", side, best);
                }
            }
            print(solver, side, measured);
            if (measured.finished) {
                return;
            }
        }
    }

    void print(const std::string& solver, int side, const Measured& measured) const
    {
        const auto best = m_exhaustive.find(side);
        m_emit(lineOf(askedOn(side), solver, m_options, measured, best == m_exhaustive.end() ? nullptr : &best->second));
    }

    reproduce::RaceCase m_asked;
    const Options& m_options;
    const Emit& m_emit;
    std::vector<int> m_sides;             ///< the largest first
    std::map<int, Measured> m_exhaustive; ///< by side
    std::set<int> m_tried;                ///< sides that exhaustive search was given its time for
};

} // namespace

void benchSolvers(const Options& options, const Emit& emit)
{
    const std::vector<std::string> all(networks.begin(), networks.end());
    for (const std::string& network : options.networks.empty() ? all : options.networks) {
        for (const search::Goal goal : options.goals) {
            Race(network, goal, options, emit).run();
        }
    }
}

} // namespace tilescape::bench
