#pragma once

namespace tilescape::training::gradient {

/// What is asked of the gradient order.
struct Settings {
    friend bool operator==(const Settings&, const Settings&) = default;
};

} // namespace tilescape::training::gradient
