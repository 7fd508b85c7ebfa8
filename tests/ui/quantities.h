#pragma once

#include "ui/widgets/quantity.h"

/// Quantities of each kind: whole numbers, measures that may be zero, and such that may be without limit.
namespace samples {

using tilescape::ui::widgets::Quantity;
using namespace Qt::StringLiterals;

inline Quantity bufferSize()
{
    return {.unit = u"B"_s, .smallest = 64, .largest = 1073741824, .integer = true, .logarithmic = true};
}

inline Quantity energy()
{
    return {.unit = u"pJ"_s, .smallest = 0.001, .largest = 100000, .logarithmic = true, .mayBeZero = true};
}

inline Quantity bandwidth()
{
    return {.unit = u"GB/s"_s, .smallest = 0.01, .largest = 100000, .logarithmic = true, .mayBeUnlimited = true};
}

inline Quantity rows() { return {.smallest = 1, .largest = 64, .integer = true}; }

} // namespace samples
