#pragma once

/// The fast solver beside the exhaustive one, same problem, same evaluator: KAPLA's chip and options (batch 64, every
/// partition, pipelines, no buffer bypass), on 4 x 4 and 8 x 8 tiles against exhaustive search, on 16 x 16 tiles against
/// the lower bound. One JSON line a network and chip.
void benchSolvers(int threads);
