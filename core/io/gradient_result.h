#pragma once

#include "core/training/gradient/analysis.h"

#include <string>
#include <string_view>

namespace tilescape::io {

/// What is told of a simulated network: all orders and partitions, or those asked for.
struct GradientReport {
    std::string network; ///< its name, or the product's sizes
    std::vector<training::gradient::Order> orders{training::gradient::allOrders.begin(), training::gradient::allOrders.end()};
    bool partitions = true; ///< tell them
};

/// The result as JSON (`format` "tilescape-gradient", units in the keys): the same bytes on any number of threads.
std::string writeGradientJson(const training::gradient::NetworkResult& result, const GradientReport& report);

/// One line a layer and order, units in the heading.
std::string writeGradientCsv(const training::gradient::NetworkResult& result, const GradientReport& report);

/// A few lines for a person: what each way takes, then a table of layers.
std::string writeGradientSummary(const training::gradient::NetworkResult& result, const GradientReport& report);

} // namespace tilescape::io
