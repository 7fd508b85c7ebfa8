#pragma once

#include <QCoreApplication>

namespace tilescape::ui::energy {

/// The words of the energy chart that belong to no widget, under one context for translators.
struct EnergyText {
    Q_DECLARE_TR_FUNCTIONS(EnergyText)
};

} // namespace tilescape::ui::energy
