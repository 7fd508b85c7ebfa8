#pragma once

#include "core/cost/layer_cost.h"
#include "core/schedule/problem.h"

#include <array>
#include <functional>
#include <map>
#include <string>

namespace tilescape::reproduce {

/// The networks of KAPLA V. ResNet is ResNet-50 and LSTM is GNMT: the paper names neither; MLP is the larger of two.
struct RacedNetwork {
    const char* name;
    const char* library;
};
inline constexpr std::array<RacedNetwork, 7> racedNetworks{{{"AlexNet", "alexnet"},
                                                            {"MobileNet", "mobilenet_v1"},
                                                            {"VGGNet", "vgg16"},
                                                            {"GoogLeNet", "googlenet"},
                                                            {"ResNet", "resnet50"},
                                                            {"MLP", "mlp_l"},
                                                            {"LSTM", "lstm_gnmt"}}};

/// The solvers of KAPLA V, by its letters.
struct Racer {
    char letter;
    const char* solver;
    const char* description;
};
inline constexpr std::array<Racer, 5> racers{{{'B', "exhaustive", "exhaustive"},
                                              {'S', "directives", "exhaustive over directives"},
                                              {'R', "random", "random"},
                                              {'M', "annealing", "annealing, learned"},
                                              {'K', "kapla", "KAPLA"}}};

/// What is scheduled and where: KAPLA's chip with batch 64, or its edge device with batch 1.
enum class Scene { Inference, Training, Edge };

struct RaceCase {
    Scene scene = Scene::Inference;
    std::string library;
    char racer = 'K';
    int side = 16; ///< of the chip, in tiles; the edge device has one
    search::Goal goal = search::Goal::Energy;
    Count batch = 0;             ///< 0: the scene's
    std::size_t schedulesKept = 0; ///< 0: as the solver likes
    std::string mode{};            ///< search space of that name, of `search::spaceModes()`; empty: KAPLA's
};

struct RaceResult {
    cost::Energy energy; ///< pJ
    double cycles = 0;
    double boundPj = 0;
    double boundCycles = 0;
    double considered = 0;
    double priced = 0;
    double userSeconds = 0; ///< of the processor, all threads
    double wallSeconds = 0;
};

/// Segments have at most five vertices in either search space.
schedule::Problem problemOf(const RaceCase& raceCase);

/// What the goal makes as small as possible: energy, cycles or their product.
double valueOf(search::Goal goal, double energyPj, double cycles);
inline double valueOf(search::Goal goal, const RaceResult& result)
{
    return valueOf(goal, result.energy.total(), result.cycles);
}

/// What comes of a problem; `schedulesKept`: 0 as the solver likes. Throws std::runtime_error where nothing fits.
using RaceSolver = std::function<RaceResult(const schedule::Problem& problem, const std::string& name, std::size_t schedulesKept)>;
/// Solves with so many threads, 0 for all cores, and says so on the error stream.
RaceSolver solverWith(int threads);

/// Runs what is asked for, each case once. Throws what the solver throws.
class Races {
public:
    explicit Races(RaceSolver solver) : m_solver(std::move(solver)) {}
    const RaceResult& run(const RaceCase& raceCase);
    /// One problem, by nobody remembered.
    [[nodiscard]] RaceResult time(const schedule::Problem& problem, const std::string& name, std::size_t schedulesKept = 0) const
    {
        return m_solver(problem, name, schedulesKept);
    }

private:
    RaceSolver m_solver;
    std::map<std::string, RaceResult> m_results;
};

} // namespace tilescape::reproduce
