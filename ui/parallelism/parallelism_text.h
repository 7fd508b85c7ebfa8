#pragma once

#include "core/training/parallelism/compare.h"

#include <QColor>
#include <QCoreApplication>
#include <QString>

/// Words, numbers and colours that the pictures of parallelism share.
namespace tilescape::ui::parallelism {

/// The words of the pictures of parallelism that belong to no widget, under one context for translators.
struct ParallelismText {
    Q_DECLARE_TR_FUNCTIONS(ParallelismText)
};

QString joules(double joules);      ///< "31.8 mJ"
QString withSign(const QString& text, double value); ///< "+" before what is above zero

QString label(tilescape::training::parallelism::Choice choice); ///< "data parallelism"
QString shortLabel(tilescape::training::parallelism::Choice choice, bool oneLetter); ///< "dp" or "d"
QColor colour(tilescape::training::parallelism::Choice choice);
QString label(tilescape::training::parallelism::Kind kind); ///< "Gradients"
QString label(tilescape::training::parallelism::Strategy strategy);

/// "+12.0 MB, +3.1 ms and +0.2 mJ a step" from one cost to another; what only rounding tells apart is no difference.
QString difference(const tilescape::training::parallelism::StepCost& from, const tilescape::training::parallelism::StepCost& to);

} // namespace tilescape::ui::parallelism
