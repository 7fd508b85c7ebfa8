#pragma once

#include "core/training/adaptflow/settings.h"
#include "core/training/gradient/settings.h"
#include "core/training/parallelism/settings.h"

namespace tilescape::training {

/// What is asked of the three systems that stand beside the schedule: a plain value, part of the problem. The schedule does
/// not depend on it.
struct Settings {
    parallelism::Settings parallelism;
    gradient::Settings gradient;
    adaptflow::Settings adaptflow;
    friend bool operator==(const Settings&, const Settings&) = default;
};

} // namespace tilescape::training
