#pragma once

#include "core/interlayer/chain_search.h"

namespace tilescape::interlayer {

/// The fast search (KAPLA IV, and beyond it): segments are ranked by what they promise, and only those that could be part
/// of the best chain are planned in detail; a dynamic program over layouts then chains the best of them.
ChainAnswer searchKapla(const PricingTask& task, const intralayer::Objective& objective, const ChainControl& control);

} // namespace tilescape::interlayer
