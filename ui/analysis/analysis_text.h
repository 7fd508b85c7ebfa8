#pragma once

#include <QCoreApplication>

namespace tilescape::ui::analysis {

/// The words of the charts that belong to no widget, under one context for translators.
struct AnalysisText {
    Q_DECLARE_TR_FUNCTIONS(AnalysisText)
};

} // namespace tilescape::ui::analysis
