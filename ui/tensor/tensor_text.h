#pragma once

#include <QCoreApplication>

namespace tilescape::ui::tensor {

/// The words of the tensors in time that belong to no widget, under one context for translators.
struct TensorText {
    Q_DECLARE_TR_FUNCTIONS(TensorText)
};

} // namespace tilescape::ui::tensor
