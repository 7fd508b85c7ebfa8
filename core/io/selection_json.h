#pragma once

#include "core/training/adaptflow/machine.h"

#include <string>

namespace tilescape::io {

/// What was chosen, with what it was asked.
struct SelectionReport {
    std::string network;
    Count batch = 1;
    training::adaptflow::Settings settings;
    training::adaptflow::Selection selection;
    training::adaptflow::Comparison machines;
};

/// The result as JSON (`format` "tilescape-selection", units in the keys). What fits no buffer is null.
std::string writeSelectionJson(const SelectionReport& report);

/// One line a layer and dataflow.
std::string writeSelectionCsv(const SelectionReport& report);

/// Tables for a person: layers, then totals, then machines.
std::string writeSelectionSummary(const SelectionReport& report);

} // namespace tilescape::io
