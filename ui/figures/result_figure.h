#pragma once

#include "core/io/explored_points.h"
#include "core/io/sensitivity_text.h"
#include "core/support/result.h"
#include "ui/explore/chart_choice.h"
#include "ui/widgets/figure.h"

#include <QString>

#include <optional>
#include <span>
#include <string>
#include <variant>

namespace tilescape::ui::figures {

/// What a result file of the command line holds.
using Results = std::variant<io::ExploredPoints, io::SensitivityResults>;

/// Which of its numbers a figure shows; empty: as the window does at first.
struct ResultChoice {
    std::string x;  ///< measure or axis
    std::string y;  ///< measure, of a heat map an axis; of a sensitivity energy, cycles or energy_delay
    std::string by; ///< axis, of a heat map a measure; "none": no colours
};

/// One figure of results.
struct ResultFigureKind {
    const char* name;
    std::optional<explore::ChartKind> chart; ///< of a sweep or a search; none: of sensitivities
};
std::span<const ResultFigureKind> resultFigureKinds();
/// Null if there is no such figure.
const ResultFigureKind* findResultFigure(const QString& name);

/// What the file holds, as figures of this kind show it. Faults: those of the file.
support::Result<Results> readResults(const ResultFigureKind& kind, const std::string& text, const std::string& file);

/// The figure, as the window draws it, with the project that the results were made from, where the file has it. Faults: a choice that the results do not have; nothing to draw.
support::Result<widgets::Figure> resultFigure(const ResultFigureKind& kind, const Results& results, const ResultChoice& choice);

} // namespace tilescape::ui::figures
