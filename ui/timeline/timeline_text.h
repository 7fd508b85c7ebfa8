#pragma once

#include <QCoreApplication>

namespace tilescape::ui::timeline {

/// The words of the timeline that belong to no widget, under one context for translators.
struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

} // namespace tilescape::ui::timeline
