#pragma once

#include "core/training/parallelism/compare.h"

#include <array>
#include <vector>

namespace tilescape::reproduce {

/// HyPar's evaluation (Section 6): ten networks on sixteen accelerators. A graph's layers are those of the paper.
inline constexpr Count hyparBatch = 256;

/// What the figures print of a network.
struct HyparRow {
    const char* name;    ///< in the paper
    const char* library; ///< here
    double performanceHypar, performanceModel; ///< Figure 6, over data parallelism
    double efficiencyHypar, efficiencyModel;   ///< Figure 7, likewise
    double modelGb, dataGb, hyparGb;           ///< Figure 8
};
inline constexpr std::array<HyparRow, 10> hyparRows{{
    {"SFC", "sfc", 23.48, 22.19, 10.27, 9.96, 0.723, 16.9, 0.681},
    {"SCONV", "sconv", 1.00, 0.0374, 1.00, 0.198, 0.480, 0.0121, 0.0121},
    {"Lenet-c", "lenet_c", 3.05, 0.469, 1.81, 0.486, 0.112, 0.0517, 0.0161},
    {"Cifar-c", "cifar_c", 1.23, 0.100, 1.03, 0.169, 0.206, 0.0174, 0.0135},
    {"AlexNet", "alexnet_hypar", 3.27, 0.183, 1.19, 0.421, 13.0, 2.00, 0.289},
    {"VGG-A", "vgg_a", 4.97, 0.346, 1.35, 0.549, 50.1, 15.9, 1.47},
    {"VGG-B", "vgg_b", 4.06, 0.140, 1.22, 0.348, 134, 16.0, 1.47},
    {"VGG-C", "vgg_c", 3.92, 0.121, 1.21, 0.321, 157, 16.0, 1.58},
    {"VGG-D", "vgg16", 3.21, 0.130, 1.16, 0.365, 157, 16.6, 2.13},
    {"VGG-E", "vgg19", 2.73, 0.123, 1.13, 0.377, 180, 17.2, 2.76},
}};
inline constexpr HyparRow hyparMeans{"Gmean", "", 3.39, 0.241, 1.51, 0.474, 8.88, 1.83, 0.318};
inline constexpr double torusMean = 2.23; ///< Figure 12: HyPar on a torus over data parallelism on the H tree

/// A network of the evaluation under each strategy; `torus` is HyPar on that topology.
struct HyparNetwork {
    const HyparRow* paper;
    training::parallelism::Plan data, model, hypar, torus;
};
/// In the order of `hyparRows`.
std::vector<HyparNetwork> planHyparNetworks();

/// Gains over data parallelism of HyPar's plan with every combination of choices for some cells; the combination's bit i is
/// the choice of `cells[i]`, 1 for model.
struct Exploration {
    std::size_t network; ///< row of `hyparRows`
    std::vector<training::parallelism::Cell> cells;
    std::size_t hypar; ///< the combination that HyPar chose
    double paperPeak;
    double paperHypar;
};
Exploration figure9();  ///< Lenet-c, all layers at H1 and H4
Exploration figure10(); ///< VGG-A, conv5_2 and fc1 at every level
std::vector<double> gainsOf(const Exploration& what, const HyparNetwork& network);

/// Figure 13: parts of VGG-E under HyPar and under one weird trick. conv5 is all four layers of that name, the last pooled.
struct TrickRow {
    const char* name;
    bool convolutions; ///< conv5 with batch 32; else fc3 with batch 4096
    Count levels;      ///< of an array of 2^levels accelerators
    double speed, energy;
};
inline constexpr std::array<TrickRow, 6> trickRows{{{"conv5, b32, h2", true, 2, 1.16, 1.05},
                                                    {"conv5, b32, h3", true, 3, 1.54, 1.16},
                                                    {"conv5, b32, h4", true, 4, 2.20, 1.40},
                                                    {"fc3, b4096, h2", false, 2, 1.23, 1.07},
                                                    {"fc3, b4096, h3", false, 3, 1.58, 1.19},
                                                    {"fc3, b4096, h4", false, 4, 2.40, 1.51}}};
/// HyPar over one weird trick: times as fast, times as efficient.
struct TrickGains {
    double speed = 1;
    double energy = 1;
};
TrickGains hyparOverTrick(const TrickRow& row);

} // namespace tilescape::reproduce
