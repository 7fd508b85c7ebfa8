#pragma once

#include "core/network/network.h"
#include "core/support/result.h"

#include <string>

namespace tilescape::io {

/// Reads a network file (resources/manual/file-formats.md). All faults at once, each with its JSON pointer; a text that is no JSON
/// gives `line:column`. The result is checked and in topological order. `file` names the text in messages.
support::Result<network::Network> readNetwork(const std::string& text, const std::string& file);

/// The same file again: reading it gives an equal network.
std::string writeNetwork(const network::Network& network);

} // namespace tilescape::io
