#pragma once

#include <QCoreApplication>

namespace tilescape::ui::style {

/// The words that all views share that belong to no widget, under one context for translators.
struct StyleText {
    Q_DECLARE_TR_FUNCTIONS(StyleText)
};

} // namespace tilescape::ui::style
