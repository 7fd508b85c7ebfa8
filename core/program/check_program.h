#pragma once

#include "core/program/program.h"
#include "core/support/diagnostic.h"

namespace tilescape::program {

/// The largest number of words that the tensors of a program, and the ranges of its tiles, may have to be executed.
inline constexpr Count mostWords = Count{1} << 30;

/// A fault if the tensors of the network have more than `mostWords`: then no program of it is executed on all of its data.
support::Diagnostics checkWords(const network::Network& network, Count batch);

/// Faults of a program that was read: tiles that are not on the chip, loops that do not exist, sizes that make no sense, layers
/// that stand before their sources. What the machine finds as it runs (manual, programs.md) is no fault here.
support::Diagnostics checkProgram(const Program& program);

} // namespace tilescape::program
