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
      m_iterations(coveredBy(query.nest.task).values),
      m_loops(query.nest.registers->loops),
      m_sharesMemory(!m_machine.sharedBuffers.empty()),
      m_comparable(!m_sharesMemory
                   && std::none_of(m_tensors.begin(), m_tensors.end(),
                                   [](const TensorTraffic& tensor) { return tensor.present && tensor.mayBypass; })),
      m_frontier(frontierOfThread())
{
    m_frontier.open.clear();
    m_frontier.counted.clear();
    for (std::size_t loop = 0; loop < loopCount; ++loop) {
        if (asked[loop] > 0 && m_iterations[loop] % asked[loop] != 0) {
            return; // these groups cannot be had
        }
        m_sizes[loop] = asked[loop] > 0 ? 1 : m_loops[loop]->divisors.size();
    }
    m_exist = !query.nest.registers->choices.empty() && keepsItemsWhole(query.nest.task, query.top);
}

OuterTilings::Frontier& OuterTilings::frontierOfThread()
{
    thread_local Frontier frontier;
    return frontier;
}

OuterTilings::Words OuterTilings::wordsIn(const Factors& rest) const
{
    Words words{};
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = m_tensors[number];
        words[number] = tensor.unitBufferWords;
        for (std::size_t loop = 0; loop < loopCount; ++loop) {
            words[number] *= tensor.varies[loop] ? rest[loop] : 1;
        }
    }
    return words;
}

/// Shared as far as can be.
OuterTilings::Words OuterTilings::piecesOf(const Words& words, const Factors& rest) const
{
    Words pieces{};
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = m_tensors[number];
        pieces[number] = tensor.present ? largestPart(tensor, words[number], rest, tensor.sharers) : 0;
    }
    return pieces;
}

/// For all tensors.
bool OuterTilings::hasRoomAt(const Indices& at) const
{
    const Factors rest = restAt(at);
    const Words pieces = piecesOf(wordsIn(rest), rest);
    return pieces[0] + pieces[1] + pieces[2] <= m_machine.capacities.bufferWordsPerTile;
}

bool OuterTilings::mayFillRegisters(const TensorTraffic& tensor, const Factors& rest) const
{
    const Factors& largest = m_query.nest.registers->largestFactors;
    bool may = true;
    for (std::size_t loop = 0; loop < loopCount; ++loop) {
        may &= !tensor.varies[loop] || rest[loop] <= largest[loop];
    }
    return may;
}

bool OuterTilings::mayStayInRegisters(const Indices& at) const
{
    const Factors rest = restAt(at);
    return std::any_of(m_tensors.begin(), m_tensors.end(), [&](const TensorTraffic& tensor) {
        return tensor.present && tensor.reuseLoop != noLoop && mayFillRegisters(tensor, rest);
    });
}

const OuterTilings::Row& OuterTilings::rowAt(std::size_t first, std::size_t second, SearchCounts& counts)
{
    if (!m_comparable) {
        return m_everything;
    }
    std::optional<Row>& known = m_frontier.rows[first * m_sizes[1] + second];
    if (!known) {
        if (first > 0) {
            rowAt(first - 1, second, counts);
        }
        if (second > 0) {
            rowAt(first, second - 1, counts);
        }
        known = rowAfter(first, second, counts);
    }
    return *known;
}

/// The rows with fewer iterations are known.
///
/// Where nothing may bypass the buffer: with fewer iterations of a loop at DRAM level nothing is fetched more often, and where they divide
/// the others every choice inside the registers remains: where all then has room unshared, a multiple has room as well, and cannot be
/// better unless a tensor stays in the registers (`mayStayInRegisters`). What may bypass the buffer might be kept then, and take room; so
/// might what a shared buffer holds.
OuterTilings::Row OuterTilings::rowAfter(std::size_t first, std::size_t second, SearchCounts& counts) const
{
    const Count room = m_machine.capacities.bufferWordsPerTile;
    const auto known = [&](std::size_t ofFirst, std::size_t ofSecond) -> const Row& {
        return *m_frontier.rows[ofFirst * m_sizes[1] + ofSecond];
    };
    Row own{m_sizes[2], m_sizes[2], m_sizes[2]};
    if (first > 0) {
        own = known(first - 1, second); // less of the third loop is enough with more of the others
        own.end = known(largestBelow(0, first), second).room;
    }
    if (second > 0) {
        const Row& before = known(first, second - 1);
        own.begin = std::min(own.begin, before.begin);
        own.room = std::min(own.room, before.room);
        own.end = std::min(own.end, known(first, largestBelow(1, second)).room);
    }
    while (own.begin > 0 && hasRoomAt({first, second, own.begin - 1})) {
        --own.begin;
    }
    counts.tooBig += static_cast<Count>(own.begin);
    const Count unshared = std::min(room, m_query.roomWords); // where all of it lies beside what other layers keep
    const auto hasUnshared = [&](std::size_t third) {
        const Words words = wordsIn(restAt({first, second, third}));
        return words[0] + words[1] + words[2] <= unshared;
    };
    while (own.room > 0 && hasUnshared(own.room - 1)) {
        --own.room;
    }
    return own;
}

/// Without its words, and without what `count` sets.
OuterTiling OuterTilings::tilingAt(const Indices& at, std::size_t innermost) const
{
    OuterTiling outer;
    for (std::size_t loop = 0; loop < loopCount; ++loop) {
        outer.factors[loop] = factorAt(loop, at[loop]);
    }
    outer.innermost = innermost;
    // `innermost` may be `noLoop`, which is the largest.
    outer.number = ((at[0] * m_sizes[1] + at[1]) * m_sizes[2] + at[2]) * (noLoop + 1) + innermost;
    return outer;
}

void OuterTilings::setWords(Counted& counted) const
{
    OuterTiling& outer = counted.tiling;
    outer.rest = restAt(counted.at);
    outer.words = wordsIn(outer.rest);
    outer.pieceWords = piecesOf(outer.words, outer.rest);
    outer.hasRoom =
        outer.pieceWords[0] + outer.pieceWords[1] + outer.pieceWords[2] <= m_machine.capacities.bufferWordsPerTile;
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
        const bool mayBypass = tensor.mayBypass
                               && (mayFillRegisters(tensor, outer.rest) || outer.passes[number] >= reuseOutside(tensor, outer));
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
    if (m_comparable) {
        m_frontier.rows.assign(m_sizes[0] * m_sizes[1], std::nullopt);
    } else {
        m_everything = {0, m_sizes[2], m_sizes[2]};
    }
    const Row& row = rowAt(0, 0, counts);
    if (row.begin == 0 && row.end > 0) {
        push({}, innermostAsked(), Open::Kind::Tiling, limit, counts);
    }
    for (std::size_t innermost = 0; innermost < loopCount; ++innermost) {
        if (m_sizes[innermost] > 1) {
            pushRow(innermost == 0 ? 1 : 0, innermost == 1 ? 1 : 0, innermost, limit, counts);
        }
    }
}

/// By the fewest iterations of the third loop: with more nothing is fetched less often.
void OuterTilings::pushRow(std::size_t first, std::size_t second, std::size_t innermost, double limit,
                           SearchCounts& counts)
{
    if (first < m_sizes[0] && second < m_sizes[1]) {
        push({first, second, innermost == 2 ? 1U : 0U}, innermost, Open::Kind::Row, limit, counts);
    }
}

/// The first tiling of a row from `at` on that is to be tried.
void OuterTilings::pushTilings(Indices at, std::size_t innermost, double limit, SearchCounts& counts)
{
    const Row& row = rowAt(at[0], at[1], counts);
    at[2] = std::max(at[2], row.begin);
    while (at[2] < m_sizes[2] && !isTried(row, at[2]) && !mayStayInRegisters(at)) {
        ++counts.bounded;
        ++at[2];
    }
    if (at[2] < m_sizes[2]) {
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
    const Row& row = rowAt(at[0], at[1], counts);
    const bool isFirstTried = at[2] >= row.begin && (isTried(row, at[2]) || mayStayInRegisters(at));
    if (!isFirstTried) {
        pushTilings(at, innermost, limit, counts);
    }
    return isFirstTried;
}

/// Of a tiling whose words are set.
bool OuterTilings::hasRoom(OuterTiling& outer, SearchCounts& counts) const
{
    const bool has = outer.hasRoom || mayHaveRoom(outer);
    counts.tooBig += has ? 0 : 1;
    return has;
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
        if (!hasRoom(counted.tiling, counts)) {
            continue;
        }
        if (!m_sharesMemory) {
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
