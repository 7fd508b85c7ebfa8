#pragma once

/// Times the gradient order of all networks of its paper on both machines, tile search and partitions included: one JSON
/// line a machine.
void benchGradientOrder(int threads);
