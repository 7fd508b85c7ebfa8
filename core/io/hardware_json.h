#pragma once

#include "core/hardware/hardware.h"
#include "core/support/result.h"

#include <string>

namespace tilescape::io {

/// Reads a hardware file (resources/manual/file-formats.md): one key a row of the parameter table, and the fits. All faults at once.
support::Result<hardware::Hardware> readHardware(const std::string& text, const std::string& file);

/// The same file again: reading it gives equal hardware.
std::string writeHardware(const hardware::Hardware& hardware);

} // namespace tilescape::io
