#include "core/cost/blocking_walk.h"

#include <algorithm>

namespace tilescape::cost {

using dataflow::Span;

namespace {

constexpr std::size_t levels = 2; ///< DRAM and buffer: the registers' loops are inside a step

/// The loops around a block are those of the levels outside it.
std::size_t levelsAround(Storage storage) { return storage == Storage::Buffer ? 1 : levels; }

} // namespace

BlockingWalk::BlockingWalk(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking, bool reloadsWeights)
    : m_blocking(blocking), m_iterations(nest.iterations)
{
    for (std::size_t level = 0; level < levels; ++level) {
        for (const Loop loop : blocking.order[level]) {
            const auto& factors = blocking.factors[loop];
            m_loops.push_back({loop, level, factors[level], 1, level == 0 ? factors[1] * factors[2] : factors[2]});
        }
    }
    for (auto loop = m_loops.rbegin(); loop != m_loops.rend(); ++loop) {
        loop->inside = m_steps;
        m_steps *= loop->factor;
        m_stepsOfBuffer *= loop->level == 1 ? loop->factor : 1;
    }
    for (const Tensor tensor : allTensors) {
        for (const Loop loop : allLoops) {
            m_varies[tensor][loop] = nest.variesWith(tensor, loop);
        }
        for (const Storage storage : allStorages) {
            m_digits[storage][tensor] = digitsOf(storage, tensor, nest, reloadsWeights && tensor == Tensor::Weight);
        }
    }
}

BlockingWalk::Digits BlockingWalk::digitsOf(Storage storage, Tensor tensor, const dataflow::LoopNest& nest,
                                            bool everyGroup) const
{
    Digits found;
    std::size_t used = 0;
    for (const Digit& loop : m_loops) {
        if (loop.level < levelsAround(storage)) {
            found.digits.push_back(loop);
            found.digits.back().varies = nest.variesWith(tensor, loop.loop);
            const bool anew = found.digits.back().varies || (everyGroup && loop.level == 0 && loop.loop == Loop::Batch);
            used = anew && loop.factor > 1 ? found.digits.size() : used;
        }
    }
    found.digits.resize(used);
    found.repeats.assign(used + 1, 1);
    for (std::size_t i = used; i-- > 0;) {
        Digit& digit = found.digits[i];
        digit.inside = found.blocks;
        found.blocks *= digit.factor;
        found.repeats[i] = found.repeats[i + 1] * (digit.varies ? 1 : digit.factor);
    }
    found.stepsOfBlock = m_steps / found.blocks;
    return found;
}

Count BlockingWalk::indexAt(Count step, Loop loop, std::size_t level) const
{
    const auto digit = std::find_if(m_loops.begin(), m_loops.end(), [&](const Digit& one) { return one.loop == loop && one.level == level; });
    return step / digit->inside % digit->factor;
}

Count BlockingWalk::stepOf(const PerLoop<Count>& iteration) const
{
    Count step = 0;
    for (const Digit& digit : m_loops) {
        step += iteration[digit.loop] / digit.width % digit.factor * digit.inside;
    }
    return step;
}

PerLoop<Span> BlockingWalk::everything(Tensor tensor) const
{
    PerLoop<Span> all;
    for (const Loop loop : allLoops) {
        const auto& factors = m_blocking.factors[loop];
        all[loop] = {0, m_varies[tensor][loop] ? factors[0] * factors[1] * factors[2] : m_iterations[loop]};
    }
    return all;
}

Count BlockingWalk::unitsOf(const PerLoop<Span>& block, Tensor tensor) const
{
    Count units = 1;
    for (const Loop loop : allLoops) {
        units *= m_varies[tensor][loop] ? overlap(block[loop], {0, m_iterations[loop]}).size() : 1;
    }
    return units;
}

PerLoop<Span> BlockingWalk::blockAt(Count step, Storage storage, Tensor tensor) const
{
    const Digits& around = digits(storage, tensor);
    PerLoop<Span> block = everything(tensor);
    for (const Loop loop : allLoops) {
        const auto& factors = m_blocking.factors[loop];
        const Count inside = storage == Storage::Buffer ? factors[1] * factors[2] : factors[2];
        block[loop].end = m_varies[tensor][loop] ? inside : block[loop].end;
    }
    const Count number = step / around.stepsOfBlock;
    for (const Digit& digit : around.digits) {
        const Count by = digit.varies ? number / digit.inside % digit.factor * digit.width : 0;
        block[digit.loop] = {block[digit.loop].begin + by, block[digit.loop].end + by};
    }
    for (const Loop loop : allLoops) {
        block[loop] = overlap(block[loop], {0, m_iterations[loop]});
    }
    return block;
}

bool BlockingWalk::isFetchedAt(Count step, Storage storage, Tensor tensor) const
{
    return step % digits(storage, tensor).stepsOfBlock == 0;
}

Count BlockingWalk::timesFetched(Count steps, Storage storage, Tensor tensor, const PerLoop<Count>& iteration) const
{
    const Digits& around = digits(storage, tensor);
    Count left = ceilDivide(steps, around.stepsOfBlock);
    PerLoop<Count> within = iteration;
    Count times = 0;
    for (std::size_t i = 0; i < around.digits.size(); ++i) {
        const Digit& digit = around.digits[i];
        const Count whole = left / digit.inside;
        left %= digit.inside;
        if (!digit.varies) {
            times += whole * around.repeats[i + 1];
            continue;
        }
        const Count own = within[digit.loop] / digit.width;
        within[digit.loop] %= digit.width;
        if (own != whole) {
            return times + (own < whole ? around.repeats[i + 1] : 0);
        }
    }
    return times + left;
}

Count BlockingWalk::unitsFetched(Count blocks, Storage storage, Tensor tensor) const
{
    const Digits& around = digits(storage, tensor);
    PerLoop<Span> part = everything(tensor);
    Count left = blocks;
    Count units = 0;
    for (std::size_t i = 0; i < around.digits.size(); ++i) {
        const Digit& digit = around.digits[i];
        const Count whole = left / digit.inside;
        left %= digit.inside;
        if (!digit.varies) {
            units += whole * around.repeats[i + 1] * unitsOf(part, tensor);
            continue;
        }
        const Count begin = part[digit.loop].begin;
        part[digit.loop] = {begin, begin + whole * digit.width};
        units += around.repeats[i + 1] * unitsOf(part, tensor);
        part[digit.loop] = {begin + whole * digit.width, begin + (whole + 1) * digit.width};
    }
    return units + left * unitsOf(part, tensor);
}

Count BlockingWalk::differentUnits(Count blocks, Storage storage, Tensor tensor) const
{
    const Digits& around = digits(storage, tensor);
    PerLoop<Span> part = everything(tensor);
    Count left = blocks;
    Count units = 0;
    for (const Digit& digit : around.digits) {
        const Count whole = left / digit.inside;
        left %= digit.inside;
        if (!digit.varies) {
            if (whole > 0) {
                return units + unitsOf(part, tensor);
            }
            continue;
        }
        const Count begin = part[digit.loop].begin;
        part[digit.loop] = {begin, begin + whole * digit.width};
        units += unitsOf(part, tensor);
        part[digit.loop] = {begin + whole * digit.width, begin + (whole + 1) * digit.width};
    }
    return units + (left > 0 ? unitsOf(part, tensor) : 0);
}

UnitsMoved BlockingWalk::movedAfter(Count steps, Storage storage, Tensor tensor) const
{
    const Count blocks = ceilDivide(steps, digits(storage, tensor).stepsOfBlock);
    const Count fetched = unitsFetched(blocks, storage, tensor);
    const Count different = differentUnits(blocks, storage, tensor);
    if (tensor != Tensor::Output) {
        return {fetched, 0, fetched - different};
    }
    // The block that is there is written when another takes its place, or at the end.
    const Count written = steps == m_steps ? blocks : std::max<Count>(blocks - 1, 0);
    const Count out = unitsFetched(written, storage, tensor);
    const Count back = fetched - different;
    return {back, out, back + out - differentUnits(written, storage, tensor)};
}

} // namespace tilescape::cost
