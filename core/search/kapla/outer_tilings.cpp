#include "core/search/kapla/outer_tilings.h"

#include "core/search/space/infinite.h"

#include <algorithm>

namespace tilescape::search {

namespace {

constexpr std::size_t loopCount = 3;

} // namespace

OuterTilings::OuterTilings(const BlockingQuery& query, const Factors& asked, SharedBufferTraffic& shared)
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
      m_comparable(!m_sharesMemory && std::none_of(m_tensors.begin(), m_tensors.end(), [](const TensorTraffic& tensor) {
          return tensor.present && tensor.mayBypass;
      }))
{
    for (std::size_t loop = 0; loop < loopCount; ++loop) {
        if (asked[loop] > 0 && m_iterations[loop] % asked[loop] != 0) {
            return; // these groups cannot be had
        }
        m_sizes[loop] = asked[loop] > 0 ? 1 : m_loops[loop]->divisors.size();
    }
    m_exist = !query.nest.registers->choices.empty() && keepsItemsWhole(query.nest.task, query.top);
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

/// Words of what may not bypass the buffer.
Count OuterTilings::forcedOf(const Words& pieces) const
{
    Count sum = 0;
    for (std::size_t number = 0; number < 3; ++number) {
        sum += m_tensors[number].mayBypass ? 0 : pieces[number];
    }
    return sum;
}

Count OuterTilings::forcedAt(const Indices& at) const
{
    const Factors rest = restAt(at);
    return forcedOf(piecesOf(wordsIn(rest), rest));
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

/// Where nothing may bypass the buffer, by the factors of the first two loops.
///
/// With fewer iterations of a loop at DRAM level nothing is fetched more often, and where they divide the others every choice inside the
/// registers remains: where all then has room unshared, a multiple has room as well, and cannot be better unless a tensor stays in the
/// registers (`mayStayInRegisters`). What may bypass the buffer might be kept then, and take room; so might what a shared buffer holds.
std::vector<OuterTilings::Row> OuterTilings::rowsToTry(SearchCounts& counts) const
{
    const Count room = m_machine.capacities.bufferWordsPerTile;
    const Count unshared = std::min(room, m_query.roomWords); // where all of it lies beside what other layers keep
    const auto hasUnshared = [&](const Indices& at) {
        const Words words = wordsIn(restAt(at));
        return words[0] + words[1] + words[2] <= unshared;
    };
    std::vector<Row> rows(m_sizes[0] * m_sizes[1]);
    for (std::size_t first = 0; first < m_sizes[0]; ++first) {
        std::size_t enough = m_sizes[2]; // the smallest factor of the third loop that is: less with more of the second
        for (std::size_t second = 0; second < m_sizes[1]; ++second) {
            while (enough > 0 && forcedAt({first, second, enough - 1}) <= room) {
                --enough;
            }
            const auto roomOf = [&](std::size_t ofFirst, std::size_t ofSecond) { return rows[ofFirst * m_sizes[1] + ofSecond].room; };
            Row& own = rows[first * m_sizes[1] + second];
            own = {enough, m_sizes[2], m_sizes[2]};
            if (first > 0) {
                own.room = roomOf(first - 1, second);
                own.end = roomOf(largestBelow(0, first), second);
            }
            if (second > 0) {
                own.room = std::min(own.room, roomOf(first, second - 1));
                own.end = std::min(own.end, roomOf(first, largestBelow(1, second)));
            }
            while (own.room > 0 && hasUnshared({first, second, own.room - 1})) {
                --own.room;
            }
            counts.tooBig += static_cast<Count>(enough);
        }
    }
    return rows;
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

void OuterTilings::setWords(OuterTiling& outer, const Indices& at) const
{
    outer.rest = restAt(at);
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

/// The bound with the fewest iterations of the innermost loop that there are at DRAM level: with more of them nothing is fetched
/// less often. Nor is it with more iterations of the others. Infinite if a tensor would be fetched too often.
double OuterTilings::leastWith(std::size_t innermost, const Indices& at) const
{
    Indices few = at;
    few[innermost] = 1; // of the divisors, the first is 1
    OuterTiling outer = tilingAt(few, innermost);
    return count(outer) ? outer.bound : infinite;
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

std::optional<OuterTiling> OuterTilings::likeliest()
{
    Indices best{};
    std::size_t innermost = innermostAsked();
    double least = infinite;
    if (hasRoomAt(best)) {
        least = 0; // whatever is fetched, is fetched as seldom as can be
    }
    std::vector<std::size_t> enoughBefore(m_sizes[1], m_sizes[2]); // of the third loop, with fewer iterations of the first
    for (std::size_t first = 0; first < m_sizes[0] && least > 0; ++first) {
        std::size_t enough = m_sizes[2];
        for (std::size_t second = 0; second < m_sizes[1]; ++second) {
            const std::size_t withFewer = std::min(enough, enoughBefore[second]);
            enough = withFewer;
            while (enough > 0 && hasRoomAt({first, second, enough - 1})) {
                --enough;
            }
            enoughBefore[second] = enough;
            const Indices at{first, second, enough};
            // Where fewer iterations of the two first loops have as much room, nothing is fetched less often.
            for (std::size_t loop = 0; loop < loopCount && enough < withFewer; ++loop) {
                if (at[loop] > 0) {
                    const double own = leastWith(loop, at);
                    if (own < least) {
                        least = own;
                        best = at;
                        innermost = loop;
                    }
                }
            }
        }
    }
    OuterTiling outer = tilingAt(best, innermost);
    setWords(outer, best);
    return least < infinite && count(outer) ? std::optional(outer) : std::nullopt;
}

/// Calls `visit(at, innermost)` for all tilings of the rows that are to be tried, row by row.
template <typename Visit>
void OuterTilings::forEachInRows(const std::vector<Row>& rows, SearchCounts& counts, const Visit& visit) const
{
    for (std::size_t number = 0; number < rows.size(); ++number) {
        Indices at{number / m_sizes[1], number % m_sizes[1], 0};
        for (at[2] = rows[number].begin; at[2] < m_sizes[2]; ++at[2]) {
            if (!isTried(rows[number], at[2]) && !mayStayInRegisters(at)) {
                ++counts.bounded;
                continue;
            }
            for (std::size_t innermost = 0; innermost < loopCount; ++innermost) {
                if (at[innermost] > 0) {
                    visit(at, innermost);
                }
            }
        }
    }
}

/// Calls `visit(at, innermost)` for all tilings whose bound may be below `limit`, by innermost loop: all factors of that loop are ruled
/// out at once, and with them all tilings that have more iterations of the others.
template <typename Visit>
void OuterTilings::forEachBelow(double limit, SearchCounts& counts, const Visit& visit) const
{
    for (std::size_t innermost = 0; innermost < loopCount; ++innermost) {
        if (m_sizes[innermost] == 1) {
            continue;
        }
        const std::size_t next = (innermost + 1) % loopCount;
        const std::size_t last = (innermost + 2) % loopCount;
        std::size_t end = m_sizes[last];
        for (std::size_t other = 0; other < m_sizes[next] && end > 0; ++other) {
            Indices at{};
            at[next] = other;
            for (std::size_t index = 0; index < end; ++index) {
                at[last] = index;
                at[innermost] = 0;
                if (leastWith(innermost, at) >= limit) {
                    ++counts.bounded;
                    end = index;
                    break;
                }
                for (at[innermost] = 1; at[innermost] < m_sizes[innermost]; ++at[innermost]) {
                    visit(at, innermost);
                }
            }
        }
    }
}

void OuterTilings::addBelow(double limit, std::vector<OuterTiling>& found, SearchCounts& counts) const
{
    const auto visit = [&](const Indices& at, std::size_t innermost) { consider(at, innermost, limit, found, counts); };
    if (m_comparable) {
        const std::vector<Row> rows = rowsToTry(counts);
        forEachInRows(rows, counts, visit); // few are left in each
        if (rows.front().begin == 0 && rows.front().end > 0) {
            visit({}, innermostAsked());
        }
    } else {
        forEachBelow(limit, counts, visit);
        visit({}, innermostAsked());
    }
}

void OuterTilings::consider(const Indices& at, std::size_t innermost, double limit, std::vector<OuterTiling>& found,
                            SearchCounts& counts) const
{
    OuterTiling outer = tilingAt(at, innermost);
    if (!count(outer)) {
        return;
    }
    if (outer.bound < limit) {
        setWords(outer, at);
        if (!outer.hasRoom
            && (forcedOf(outer.pieceWords) > m_machine.capacities.bufferWordsPerTile || !mayHaveRoom(outer))) {
            ++counts.tooBig;
            return;
        }
        if (m_sharesMemory) {
            m_shared.raiseBounds(outer);
            setBound(outer);
        }
    }
    if (outer.bound >= limit) {
        ++counts.bounded;
        return;
    }
    found.push_back(outer);
}

} // namespace tilescape::search
