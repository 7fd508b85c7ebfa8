#pragma once

#include <QCoreApplication>

namespace tilescape::ui::layers {

/// The words of the cells and columns that belong to no widget, under one context for translators.
struct LayersText {
    Q_DECLARE_TR_FUNCTIONS(LayersText)
};

} // namespace tilescape::ui::layers
