#include "app/reproduce/kapla_sensitivity.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

namespace tilescape::reproduce {

using io::Comparison;
using io::PaperChart;

void addHardwareTable(Reproduction& made, Races& races)
{
    struct Row {
        Count batch;
        int side;
        double paper; ///< percent
    };
    Comparison table{"Table V: energy over B's on other chips",
                     "The paper's columns for nodes, PEs and memories are missing in its text: its rows stand here by their batch "
                     "alone, ours differ in tiles. Means over AlexNet, MLP and LSTM, inference; the paper does not say which networks.",
                     {}};
    for (const Row& row : {Row{64, 16, 4.4}, Row{64, 8, 2.7}, Row{64, 4, 1.5}, Row{8, 8, 8.3}, Row{1, 4, 6.7}}) {
        double sum = 0;
        int count = 0;
        for (const char* network : {"alexnet", "mlp_l", "lstm_gnmt"}) {
            const RaceCase fast{Scene::Inference, network, 'K', row.side, search::Goal::Energy,
                                row.batch == 64 ? 0 : row.batch}; // as in the figures, so that it is run once
            RaceCase best = fast;
            best.racer = 'B';
            sum += races.run(fast).energy.total() / races.run(best).energy.total() - 1;
            ++count;
        }
        table.rows.push_back({fmt::format("batch {}, {} x {} tiles", row.batch, row.side, row.side), "%", row.paper,
                              100 * sum / count, ""});
    }
    made.tables.push_back(std::move(table));
}

void addKeptFigure(Reproduction& made, Races& races)
{
    Comparison table{"Figure 11: schedules kept for each place in the network",
                     "The paper varies the chains that KAPLA keeps (usually 4), and prints no numbers. Here it is the schedules, of "
                     "different layouts, that KAPLA keeps for each place (usually 8); inference, 16 x 16 tiles, over 8 kept.",
                     {}};
    PaperChart energy{"Figure 11: energy by schedules kept", "kept", "energy / with 8 kept", {}, {}, PaperChart::Kind::Lines};
    PaperChart time{"Figure 11: time by schedules kept", "kept", "time / with 8 kept", {}, {}, PaperChart::Kind::Lines};
    const std::vector<std::size_t> numbers{1, 2, 4, 8, 16};
    for (const std::size_t kept : numbers) {
        energy.categories.push_back(fmt::format("{}", kept));
    }
    time.categories = energy.categories;
    for (const RacedNetwork& network : racedNetworks) {
        const auto caseOf = [&](std::size_t kept) {
            return RaceCase{Scene::Inference, network.library, 'K', 16, search::Goal::Energy, 0, kept};
        };
        const RaceResult all = races.run(caseOf(8));
        energy.series.push_back({network.name, {}});
        time.series.push_back({network.name, {}});
        for (const std::size_t kept : numbers) {
            const RaceResult& own = races.run(caseOf(kept));
            const double ratio = own.energy.total() / all.energy.total();
            const double seconds = own.userSeconds / all.userSeconds;
            energy.series.back().values.push_back(ratio);
            time.series.back().values.push_back(seconds);
            table.rows.push_back({fmt::format("{}, {} kept, energy", network.name, kept), "", std::nullopt, ratio,
                                  fmt::format("{:.2f} of the time", seconds)});
        }
    }
    made.tables.push_back(std::move(table));
    made.figures.push_back({"kapla-fig11-energy", std::move(energy)});
    made.figures.push_back({"kapla-fig11-time", std::move(time)});
}

void addPruningTable(Reproduction& made, Races& races)
{
    struct Row {
        const char* network;
        const char* library;
        double paper; ///< percent
    };
    Comparison table{"Table VI: how much is pruned",
                     "The paper counts inter-layer schemes of one segment that it does not name (700 of AlexNet's, 2 left). Ours: the "
                     "blockings of every partition and mapping that the exhaustive search considers for the whole network, and of "
                     "these what KAPLA prices; 4 x 4 tiles.",
                     {}};
    for (const Row& row : {Row{"AlexNet", "alexnet", 99.7}, Row{"MobileNet", "mobilenet_v1", 87.3}, Row{"VGGNet", "vgg16", 85.7},
                           Row{"GoogLeNet", "googlenet", 99.8}, Row{"ResNet", "resnet50", 93.6}, Row{"MLP", "mlp_l", 97.7},
                           Row{"LSTM", "lstm_gnmt", 95.7}}) {
        const double all = races.run({Scene::Inference, row.library, 'B', 4}).considered;
        const double priced = races.run({Scene::Inference, row.library, 'K', 4}).priced;
        table.rows.push_back({fmt::format("{}, pruned", row.network), "%", row.paper, 100 * (1 - priced / all),
                              fmt::format("{:.4g} considered, {:.4g} priced", all, priced)});
    }
    made.tables.push_back(std::move(table));
}

} // namespace tilescape::reproduce
