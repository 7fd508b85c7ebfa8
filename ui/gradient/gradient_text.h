#pragma once

#include <QCoreApplication>

namespace tilescape::ui::gradient {

/// The words of the pictures of the gradient order that belong to no widget, under one context for translators.
struct GradientText {
    Q_DECLARE_TR_FUNCTIONS(GradientText)
};

} // namespace tilescape::ui::gradient
