#pragma once

#include <QCoreApplication>

namespace tilescape::ui::inspector {

/// The words of the facts, terms and loop nests that belong to no widget, under one context for translators.
struct InspectorText {
    Q_DECLARE_TR_FUNCTIONS(InspectorText)
};

} // namespace tilescape::ui::inspector
