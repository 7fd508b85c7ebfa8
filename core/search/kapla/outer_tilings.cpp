#include "core/search/kapla/outer_tilings.h"

#include <algorithm>
#include <functional>

namespace tilescape::search {

namespace {

constexpr std::size_t loopCount = 3;

} // namespace

OuterTilings::OuterTilings(const BlockingQuery& query, const Factors& asked, const SharedBufferTraffic& shared)
    : m_query(query),
      m_setting(*query.nest.task.setting),
      m_machine(m_setting.machine),
      m_tensors(query.nest.traffic.tensors),
      m_asked(asked),
      m_shared(shared),
      m_fetches(query.nest.traffic, m_machine, query.fetchPj, query.oncePj),
      m_factors(query, asked),
      m_frontier(frontierOfThread()),
      m_rows(query, m_factors, m_frontier.rows),
      m_exist(m_factors.exist() && !query.nest.registers->choices.empty()
              && keepsItemsWhole(query.nest.task, query.limits.top))
{
    m_frontier.open.clear();
    m_frontier.counted.clear();
}

OuterTilings::Frontier& OuterTilings::frontierOfThread()
{
    thread_local Frontier frontier;
    return frontier;
}

/// Without its words, and without what `count` sets.
OuterTiling OuterTilings::tilingAt(const Indices& at, std::size_t innermost) const
{
    OuterTiling outer;
    for (std::size_t loop = 0; loop < loopCount; ++loop) {
        outer.factors[loop] = m_factors.factorAt(loop, at[loop]);
    }
    outer.innermost = innermost;
    // `innermost` may be `noLoop`, which is the largest.
    const Indices& sizes = m_factors.sizes();
    outer.number = ((at[0] * sizes[1] + at[1]) * sizes[2] + at[2]) * (noLoop + 1) + innermost;
    return outer;
}

void OuterTilings::setWords(Counted& counted) const
{
    OuterTiling& outer = counted.tiling;
    outer.rest = m_factors.restAt(counted.at);
    outer.words = m_factors.wordsIn(outer.rest);
    outer.pieceWords = m_factors.piecesOf(outer.words, outer.rest);
    outer.hasRoom = m_factors.haveRoom(outer.pieceWords);
}

/// Of groups that are asked for, which come outermost: the innermost loop where no other one runs.
std::size_t OuterTilings::innermostAsked() const
{
    const auto asked = std::find_if(m_asked.begin(), m_asked.end(), [](Count groups) { return groups > 1; });
    return asked == m_asked.end() ? noLoop : static_cast<std::size_t>(asked - m_asked.begin());
}

/// Sets what follows from the factors and the innermost loop. False if a tensor would be fetched too often.
bool OuterTilings::count(OuterTiling& outer) const
{
    const bool isAllowed = m_fetches.count(outer);
    setBound(outer);
    return isAllowed;
}

void OuterTilings::setBound(OuterTiling& outer) const
{
    const RegisterTilings& registers = *m_query.nest.registers;
    outer.leastCycles = std::max(outer.leastCycles, registers.leastBusCycles);
    outer.bound = costOf(m_setting, outer.leastPj + registers.choices.front().leastPj, outer.leastCycles);
}

/// Whether the tensors that cannot bypass the buffer, whatever is inside, have room. A tensor can bypass only if the buffer is
/// filled as often as the registers: as often as DRAM loops ask, or no loop between them changes the tensor.
bool OuterTilings::mayHaveRoom(const OuterTiling& outer) const
{
    Count words = 0;
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = m_tensors[number];
        const bool mayBypass =
            tensor.mayBypass
            && (m_factors.mayFillRegisters(tensor, outer.rest) || outer.passes[number] >= reuseOutside(tensor, outer));
        words += mayBypass ? 0 : outer.pieceWords[number];
    }
    return words <= m_machine.capacities.bufferWordsPerTile;
}

/// Unless its bound, or that a tensor would be fetched too often, rules it out, and with it all that has more iterations.
void OuterTilings::push(const Indices& at, std::size_t innermost, Open::Kind kind, double limit, SearchCounts& counts)
{
    Counted counted{tilingAt(at, innermost), at};
    if (!count(counted.tiling)) {
        return;
    }
    if (counted.tiling.bound >= limit) {
        ++counts.bounded;
        return;
    }
    push({counted.tiling.bound, counted.tiling.number, static_cast<std::uint32_t>(m_frontier.counted.size()), kind});
    m_frontier.counted.push_back(counted);
}

void OuterTilings::push(const Open& open)
{
    m_frontier.open.push_back(open);
    std::push_heap(m_frontier.open.begin(), m_frontier.open.end(), std::greater<>());
}

OuterTilings::Open OuterTilings::pop()
{
    std::pop_heap(m_frontier.open.begin(), m_frontier.open.end(), std::greater<>());
    const Open open = m_frontier.open.back();
    m_frontier.open.pop_back();
    return open;
}

void OuterTilings::begin(double limit, SearchCounts& counts)
{
    m_hasBegun = true;
    const OuterRows::Row& row = m_rows.at(0, 0, counts);
    if (row.begin == 0 && row.end > 0) {
        push({}, innermostAsked(), Open::Kind::Tiling, limit, counts);
    }
    for (std::size_t innermost = 0; innermost < loopCount; ++innermost) {
        if (m_factors.sizes()[innermost] > 1) {
            pushRow(innermost == 0 ? 1 : 0, innermost == 1 ? 1 : 0, innermost, limit, counts);
        }
    }
}

/// By the fewest iterations of the third loop: with more nothing is fetched less often.
void OuterTilings::pushRow(std::size_t first, std::size_t second, std::size_t innermost, double limit,
                           SearchCounts& counts)
{
    if (first < m_factors.sizes()[0] && second < m_factors.sizes()[1]) {
        push({first, second, innermost == 2 ? 1U : 0U}, innermost, Open::Kind::Row, limit, counts);
    }
}

/// The first tiling of a row from `at` on that is to be tried.
void OuterTilings::pushTilings(Indices at, std::size_t innermost, double limit, SearchCounts& counts)
{
    const std::size_t end = m_factors.sizes()[2];
    const OuterRows::Row& row = m_rows.at(at[0], at[1], counts);
    for (at[2] = std::max(at[2], row.begin); at[2] < end && !m_rows.isTried(row, at); ++at[2]) {
        ++counts.bounded;
    }
    if (at[2] < end) {
        push(at, innermost, Open::Kind::Tiling, limit, counts);
    }
}

/// Each row follows one other: the one with fewer iterations of the second loop, or of the first where that has the fewest. Whether the
/// first tiling of the row is to be tried; if not, the next that is, is pushed.
bool OuterTilings::openRow(const Open& open, double limit, SearchCounts& counts)
{
    const Indices at = m_frontier.counted[open.first].at;
    const std::size_t innermost = m_frontier.counted[open.first].tiling.innermost;
    pushRow(at[0], at[1] + 1, innermost, limit, counts);
    if (at[1] == (innermost == 1 ? 1 : 0)) {
        pushRow(at[0] + 1, at[1], innermost, limit, counts);
    }
    const bool isFirstTried = m_rows.isTried(m_rows.at(at[0], at[1], counts), at);
    if (!isFirstTried) {
        pushTilings(at, innermost, limit, counts);
    }
    return isFirstTried;
}

std::optional<OuterTiling> OuterTilings::next(double limit, SearchCounts& counts)
{
    if (!m_hasBegun) {
        begin(limit, counts);
    }
    while (!m_frontier.open.empty() && m_frontier.open.front().bound < limit) {
        const Open open = pop();
        if (open.kind == Open::Kind::WithRoom) {
            return m_frontier.counted[open.first].tiling;
        }
        if (open.kind == Open::Kind::Row && !openRow(open, limit, counts)) {
            continue;
        }
        if (const Indices at = m_frontier.counted[open.first].at; at != Indices{}) {
            pushTilings({at[0], at[1], at[2] + 1}, m_frontier.counted[open.first].tiling.innermost, limit, counts);
        }
        Counted& counted = m_frontier.counted[open.first];
        setWords(counted);
        if (!counted.tiling.hasRoom && !mayHaveRoom(counted.tiling)) {
            ++counts.tooBig;
            continue;
        }
        if (m_machine.sharedBuffers.empty()) {
            return counted.tiling;
        }
        m_shared.raiseBounds(counted.tiling);
        setBound(counted.tiling);
        if (counted.tiling.bound < limit) {
            push({counted.tiling.bound, open.number, open.first, Open::Kind::WithRoom});
        } else {
            ++counts.bounded;
        }
    }
    counts.bounded += static_cast<Count>(m_frontier.open.size());
    m_frontier.open.clear();
    return std::nullopt;
}

} // namespace tilescape::search
