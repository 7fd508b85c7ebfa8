#pragma once

#include "core/io/project_json.h"

namespace tilescape::io {

/// The project from which results were made, which opens at Explore: the problem that a sweep or a search begins with, of a search the
/// one of its first network, and what is asked of it, without what was found.
Project projectOf(const explore::Sweep& sweep);
Project projectOf(const explore::ChipSearch& search);

/// The same with what was found.
Project projectOf(SweepRun run);
Project projectOf(SearchRun run);

} // namespace tilescape::io
