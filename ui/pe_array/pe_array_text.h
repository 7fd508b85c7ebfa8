#pragma once

#include <QCoreApplication>

namespace tilescape::ui::pe_array {

/// The words of the PE array that belong to no widget, under one context for translators.
struct PeArrayText {
    Q_DECLARE_TR_FUNCTIONS(PeArrayText)
};

} // namespace tilescape::ui::pe_array
