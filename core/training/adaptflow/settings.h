#pragma once

namespace tilescape::training::adaptflow {

/// What is asked of the choice of dataflows.
struct Settings {
    friend bool operator==(const Settings&, const Settings&) = default;
};

} // namespace tilescape::training::adaptflow
