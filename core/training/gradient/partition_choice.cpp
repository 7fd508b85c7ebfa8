#include "core/training/gradient/partition_choice.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <set>

namespace tilescape::training::gradient {
namespace {

using Features = std::array<double, 6>;

Features featuresOf(const Gemm& gemm)
{
    const double m = std::log2(static_cast<double>(gemm.m));
    const double k = std::log2(static_cast<double>(gemm.k));
    const double n = std::log2(static_cast<double>(gemm.n));
    return {m + k, k + n, m + n, m, k, n};
}

double squaredDistance(const Features& a, const Features& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
}

std::size_t indexOf(Partition partition) { return static_cast<std::size_t>(partition) - 1; } // None is no choice

/// The most frequent; of equals, the one that was first.
Partition majorityOf(std::span<const Partition> votes)
{
    Partition best = votes.front();
    for (const Partition vote : votes) {
        if (std::count(votes.begin(), votes.end(), vote) > std::count(votes.begin(), votes.end(), best)) {
            best = vote;
        }
    }
    return best;
}

/// A generator of our own: the library's distributions differ from one system to the next.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    std::size_t below(std::size_t bound)
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
        return static_cast<std::size_t>((mixed ^ (mixed >> 31U)) % bound);
    }

private:
    std::uint64_t m_state;
};

} // namespace

std::vector<PartitionSample> samplesOf(const std::vector<std::vector<LayerResult>>& lists)
{
    std::vector<PartitionSample> samples;
    std::set<std::array<Count, 3>> seen;
    for (const std::vector<LayerResult>& layers : lists) {
        for (const LayerResult& layer : layers) {
            const Gemm& gemm = layer.product.gemm;
            if (!gemm.inputGradient || !seen.insert({gemm.m, gemm.k, gemm.n}).second) {
                continue;
            }
            PartitionSample sample{gemm, Partition::WeightSharing, {}, layer.orders[Order::Sequential].ticks};
            for (const PartitionMeasure& cut : layer.partitions) {
                if (cut.partition != Partition::None) {
                    Count& ticks = sample.backwardTicks[indexOf(cut.partition)];
                    ticks = ticks == 0 ? cut.measure.ticks : std::min(ticks, cut.measure.ticks);
                }
            }
            for (const Partition partition : allPartitions) {
                if (sample.backwardTicks[indexOf(partition)] < sample.backwardTicks[indexOf(sample.fastest)]) {
                    sample.fastest = partition;
                }
            }
            samples.push_back(sample);
        }
    }
    return samples;
}

Partition nearestPartition(std::span<const PartitionSample> samples, const Gemm& gemm, std::size_t neighbours)
{
    assert(!samples.empty());
    const Features wanted = featuresOf(gemm);
    std::vector<std::pair<double, std::size_t>> byDistance;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        byDistance.emplace_back(squaredDistance(wanted, featuresOf(samples[i].gemm)), i);
    }
    const std::size_t voters = std::min(std::max<std::size_t>(neighbours, 1), samples.size());
    std::partial_sort(byDistance.begin(), byDistance.begin() + static_cast<std::ptrdiff_t>(voters), byDistance.end());
    std::vector<Partition> votes;
    for (std::size_t i = 0; i < voters; ++i) {
        votes.push_back(samples[byDistance[i].second].fastest);
    }
    return majorityOf(votes);
}

ChoiceQuality crossValidate(std::span<const PartitionSample> samples, double trainingShare, int repetitions,
                            std::uint64_t seed, std::size_t neighbours)
{
    const auto known = static_cast<std::size_t>(std::llround(trainingShare * static_cast<double>(samples.size())));
    assert(known > 0 && known < samples.size());
    Random random(seed);
    ChoiceQuality quality;
    std::vector<PartitionSample> shuffled(samples.begin(), samples.end());
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (std::size_t i = shuffled.size(); i > 1; --i) {
            std::swap(shuffled[i - 1], shuffled[random.below(i)]);
        }
        const std::span<const PartitionSample> training(shuffled.data(), known);
        std::vector<Partition> votes;
        for (const PartitionSample& sample : training) {
            votes.push_back(sample.fastest);
        }
        const Partition frequent = majorityOf(votes);
        double hits = 0;
        double majorityHits = 0;
        double sequential = 0;
        double chosen = 0;
        double ideal = 0;
        for (std::size_t i = known; i < shuffled.size(); ++i) {
            const PartitionSample& sample = shuffled[i];
            const Partition guess = nearestPartition(training, sample.gemm, neighbours);
            hits += guess == sample.fastest ? 1 : 0;
            majorityHits += frequent == sample.fastest ? 1 : 0;
            sequential += static_cast<double>(sample.sequentialTicks);
            chosen += static_cast<double>(sample.backwardTicks[indexOf(guess)]);
            ideal += static_cast<double>(sample.backwardTicks[indexOf(sample.fastest)]);
        }
        const auto tested = static_cast<double>(shuffled.size() - known);
        quality.accuracy += hits / tested / repetitions;
        quality.majority += majorityHits / tested / repetitions;
        quality.timeSaved += (1 - chosen / sequential) / repetitions;
        quality.timeSavedIdeal += (1 - ideal / sequential) / repetitions;
    }
    return quality;
}

} // namespace tilescape::training::gradient
