#pragma once

namespace tilescape::support {

/// The memory that this process holds, in bytes; 0 if the system does not tell.
double residentBytes();
/// The memory of this machine, in bytes; infinite if the system does not tell.
double machineBytes();

} // namespace tilescape::support
