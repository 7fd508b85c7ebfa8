#pragma once

#include <QCoreApplication>

namespace tilescape::ui::figures {

/// The words of the files of figures that belong to no widget, under one context for translators.
struct FiguresText {
    Q_DECLARE_TR_FUNCTIONS(FiguresText)
};

} // namespace tilescape::ui::figures
