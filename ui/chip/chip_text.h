#pragma once

#include <QCoreApplication>

namespace tilescape::ui::chip {

/// The words of the pictures of the chip that belong to no widget, under one context for translators.
struct ChipText {
    Q_DECLARE_TR_FUNCTIONS(ChipText)
};

} // namespace tilescape::ui::chip
