#pragma once

#include <QCoreApplication>

namespace tilescape::ui::program {

/// The words of programs that belong to no widget, under one context for translators.
struct ProgramText {
    Q_DECLARE_TR_FUNCTIONS(ProgramText)
};

} // namespace tilescape::ui::program
