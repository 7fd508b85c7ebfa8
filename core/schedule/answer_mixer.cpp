#include "core/schedule/answer_mixer.h"

#include "core/pipeline/chain_cost.h"
#include "core/search/space/infinite.h"

#include <algorithm>

namespace tilescape::schedule {

using search::ChainAnswer;

namespace {

/// Of prices of a cycle, each following from the mix found with the one before.
constexpr int mostPrices = 8;
/// A mix is priced that is expected to be better by this fraction.
constexpr double leastMixGain = 1e-6;

/// Calls `visit(first, end, point)` for each segment of the answer: places of its layers, and what it takes.
template <typename Visit>
void forEachSegment(const ChainAnswer& answer, const hardware::Machine& machine, const Visit& visit)
{
    std::size_t end = 0;
    for (std::size_t segment = 0; segment < answer.segments.size(); ++segment) {
        const std::size_t first = end;
        Point point;
        point.cycles = static_cast<double>(pipeline::cyclesOf(answer.segments[segment], answer.segments.size() == 1));
        point.energyPj = machine.prices.staticPjPerCycle * point.cycles;
        for (; end < answer.layers.size() && answer.layers[end].slot.segment == static_cast<Count>(segment); ++end) {
            const cost::Energy& energy = answer.layers[end].cost.energy;
            point.energyPj += energy.total() - energy.staticPower;
        }
        visit(first, end, point);
    }
}

} // namespace

Point energyAndCyclesOf(const ChainAnswer& answer, const hardware::Machine& machine)
{
    Point point;
    forEachSegment(answer, machine, [&](std::size_t, std::size_t, const Point& own) { point += own; });
    return point;
}

void AnswerMixer::add(const ChainAnswer& answer)
{
    m_pieces.resize(answer.layers.size());
    std::size_t segment = 0;
    forEachSegment(answer, m_task.machine, [&](std::size_t first, std::size_t end, const Point& point) {
        m_pieces[first].push_back({m_answers.size(), segment++, first, end, point});
    });
    m_answers.push_back(answer);
}

/// The segments of the least sum of energy and priced cycles; empty if there are no answers.
AnswerMixer::Mix AnswerMixer::leastWith(double cyclePj) const
{
    std::vector<double> least(m_pieces.size() + 1, search::infinite);
    std::vector<const Piece*> into(m_pieces.size() + 1, nullptr);
    least.front() = 0;
    for (std::size_t place = 0; place < m_pieces.size(); ++place) {
        for (const Piece& piece : m_pieces[place]) {
            const double cost = least[place] + piece.point.energyPj + cyclePj * piece.point.cycles;
            if (cost < least[piece.end]) {
                least[piece.end] = cost;
                into[piece.end] = &piece;
            }
        }
    }
    Mix mix;
    for (std::size_t place = m_pieces.size(); place > 0 && into[place]; place = into[place]->first) {
        mix.push_back(into[place]);
    }
    std::reverse(mix.begin(), mix.end());
    return mix;
}

std::optional<ChainAnswer> AnswerMixer::below(double product) const
{
    Mix best;
    double least = product * (1 - leastMixGain);
    double cyclePj = 0;
    double ofOne = search::infinite;
    for (const ChainAnswer& answer : m_answers) {
        const Point point = energyAndCyclesOf(answer, m_task.machine);
        if (point.product() < ofOne) {
            ofOne = point.product();
            cyclePj = point.energyPj / point.cycles; // where the product's slope is that of the sum
        }
    }
    for (int price = 0; price < mostPrices; ++price) {
        Mix mix = leastWith(cyclePj);
        Point sum;
        for (const Piece* piece : mix) {
            sum += piece->point;
        }
        if (mix.empty() || !(sum.product() < least)) {
            break;
        }
        least = sum.product();
        best = std::move(mix);
        cyclePj = sum.energyPj / sum.cycles;
    }
    const bool isMixed = std::any_of(best.begin(), best.end(), [&](const Piece* piece) { return piece->answer != best.front()->answer; });
    if (!isMixed) {
        return std::nullopt;
    }
    ChainAnswer answer = made(best);
    return energyAndCyclesOf(answer, m_task.machine).product() < product ? std::optional(std::move(answer)) : std::nullopt;
}

ChainAnswer AnswerMixer::made(const Mix& mix) const
{
    ChainAnswer answer;
    answer.inputPartition = m_answers[mix.front()->answer].inputPartition;
    for (std::size_t segment = 0; segment < mix.size(); ++segment) {
        const ChainAnswer& source = m_answers[mix[segment]->answer];
        for (std::size_t place = mix[segment]->first; place < mix[segment]->end; ++place) {
            answer.layers.push_back(source.layers[place]);
            answer.layers.back().slot.segment = static_cast<Count>(segment);
        }
        if (mix[segment]->segment < source.blockings.size()) {
            answer.blockings.push_back(source.blockings[mix[segment]->segment]);
        }
    }
    std::vector<search::RunOutcome> outcomes;
    for (const ChainAnswer& source : m_answers) {
        outcomes.insert(outcomes.end(), source.runOutcomes.begin(), source.runOutcomes.end());
        answer.complete = answer.complete && source.complete;
    }
    answer.runOutcomes = search::furthestOf(std::move(outcomes));
    answer.segments = pipeline::priceLayers(m_task, answer.inputPartition, answer.layers);
    return answer;
}

} // namespace tilescape::schedule
