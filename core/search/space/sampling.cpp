#include "core/search/space/sampling.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace tilescape::search {

std::span<const SamplingOption> samplingOptions()
{
    static constexpr std::array<SamplingOption, 4> table{{
        {"draw_probability", "Random search: chance of each candidate to be looked at, at each level.", 0.001, 1, false,
         &Sampling::probability},
        {"seed", "Random search and annealing: where the draws begin.", 0, 1e9, true, &Sampling::seed},
        {"annealing_rounds", "Annealing: rounds for each layer, each with a new model.", 1, 1024, true,
         &Sampling::annealingRounds},
        {"annealing_batch", "Annealing: configurations priced in each round.", 1, 1024, true,
         &Sampling::annealingBatch},
    }};
    return table;
}

std::string describeRange(const SamplingOption& option)
{
    return fmt::format("it is a {} from {} to {}", option.whole ? "whole number" : "number", option.smallest,
                       option.largest);
}

bool allows(const SamplingOption& option, double value)
{
    return value >= option.smallest && value <= option.largest && (!option.whole || value == std::floor(value));
}

} // namespace tilescape::search
