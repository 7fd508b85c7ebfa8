#pragma once

#include <QCoreApplication>

namespace tilescape::ui::network {

/// The words of the items of the graph that belong to no widget, under one context for translators.
struct NetworkText {
    Q_DECLARE_TR_FUNCTIONS(NetworkText)
};

} // namespace tilescape::ui::network
