#include "core/search/kapla/outer_tilings.h"

#include "core/search/space/infinite.h"

#include <algorithm>

namespace tilescape::search {

namespace {

constexpr std::size_t loopCount = 3;

} // namespace

OuterTilings::OuterTilings(const BlockingQuery& query, const Factors& asked, SharedBufferTraffic& shared)
    : m_query(query),
      m_machine(query.nest.task.machine),
      m_tensors(query.nest.traffic.tensors),
      m_asked(asked),
      m_shared(shared),
      m_fetches(query.nest.traffic, m_machine, query.fetchPj),
      m_iterations(coveredBy(query.nest.task).values),
      m_sharesMemory(!m_machine.sharedBuffers.empty()),
      m_comparable(!m_sharesMemory && std::none_of(m_tensors.begin(), m_tensors.end(), [](const TensorTraffic& tensor) {
          return tensor.present && tensor.mayBypass;
      }))
{
    for (std::size_t loop = 0; loop < loopCount; ++loop) {
        if (asked[loop] > 0 && m_iterations[loop] % asked[loop] != 0) {
            return; // these groups cannot be had
        }
        m_sizes[loop] = asked[loop] > 0 ? 1 : query.nest.registers->divisors[loop].size();
    }
    m_exist = !query.nest.registers->choices.empty() && keepsItemsWhole(query.nest.task, query.top);
    for (std::size_t loop = 0; loop < loopCount; ++loop) {
        m_least[loop].assign(m_sizes[(loop + 1) % loopCount] * m_sizes[(loop + 2) % loopCount], -1);
    }
}

/// Ascending with `index`.
Count OuterTilings::factorAt(std::size_t loop, std::size_t index) const
{
    return m_asked[loop] > 0 ? m_asked[loop] : m_query.nest.registers->divisors[loop][index];
}

/// Iterations inside: what divides stands mirrored.
Count OuterTilings::restAt(std::size_t loop, std::size_t index) const
{
    return m_asked[loop] > 0 ? m_iterations[loop] / m_asked[loop]
                             : m_query.nest.registers->divisors[loop][m_sizes[loop] - 1 - index];
}

Factors OuterTilings::restAt(const Indices& at) const { return {restAt(0, at[0]), restAt(1, at[1]), restAt(2, at[2])}; }

OuterTilings::Words OuterTilings::wordsAt(const Indices& at) const
{
    const Factors rest = restAt(at);
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
OuterTilings::Words OuterTilings::piecesAt(const Indices& at) const
{
    const Words words = wordsAt(at);
    const Factors rest = restAt(at);
    Words pieces{};
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = m_tensors[number];
        pieces[number] = tensor.present ? largestPart(tensor, words[number], rest, tensor.sharers) : 0;
    }
    return pieces;
}

/// Words of what may not bypass the buffer.
Count OuterTilings::forcedAt(const Indices& at) const
{
    const Words pieces = piecesAt(at);
    Count sum = 0;
    for (std::size_t number = 0; number < 3; ++number) {
        sum += m_tensors[number].mayBypass ? 0 : pieces[number];
    }
    return sum;
}

/// For all tensors.
bool OuterTilings::hasRoomAt(const Indices& at) const
{
    const Words pieces = piecesAt(at);
    return pieces[0] + pieces[1] + pieces[2] <= m_machine.capacities.bufferWordsPerTile;
}

/// By the factors of the first two loops. What must be kept has room from `Row::begin` on.
///
/// With fewer iterations of a loop at DRAM level nothing is fetched more often, and every choice inside the registers remains: where
/// all that must be kept then has room unshared, more iterations cannot be better, and have room as well. What may bypass the
/// buffer might be kept then, and take room; so might what a shared buffer holds.
std::vector<OuterTilings::Row> OuterTilings::rowsToTry(SearchCounts& counts) const
{
    const Count room = m_machine.capacities.bufferWordsPerTile;
    const Count unshared = std::min(room, m_query.roomWords); // where all of it lies beside what other layers keep
    std::vector<Row> rows(m_sizes[0] * m_sizes[1]);
    // By the second loop: from which factor of the third loop on all has room, with the iterations of the first so far.
    std::vector<std::size_t> roomFrom(m_comparable ? m_sizes[1] : 0, m_sizes[2]);
    for (std::size_t first = 0; first < m_sizes[0]; ++first) {
        std::size_t enough = m_sizes[2]; // the smallest factor of the third loop that is: less with more of the second
        for (std::size_t second = 0; second < m_sizes[1]; ++second) {
            while (enough > 0 && forcedAt({first, second, enough - 1}) <= room) {
                --enough;
            }
            std::size_t end = m_sizes[2];
            if (m_comparable) {
                end = roomFrom[second] = second > 0 ? std::min(roomFrom[second], roomFrom[second - 1]) : roomFrom[second];
                for (std::size_t third = enough; third < end; ++third) {
                    const Words words = wordsAt({first, second, third});
                    if (words[0] + words[1] + words[2] <= unshared) {
                        roomFrom[second] = third;
                        end = third + 1;
                    }
                }
            }
            counts.tooBig += static_cast<Count>(enough);
            counts.bounded += static_cast<Count>(m_sizes[2] - std::max(end, enough));
            rows[first * m_sizes[1] + second] = {enough, end};
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
    for (std::size_t loop = 0; loop < loopCount; ++loop) {
        outer.rest[loop] = restAt(loop, at[loop]);
    }
    outer.words = wordsAt(at);
    outer.pieceWords = piecesAt(at);
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
    outer.bound = costOf(m_query.nest.task, outer.leastPj + registers.choices.front().leastPj, outer.leastCycles);
}

/// The bound with the fewest iterations of the innermost loop that there are at DRAM level: with more of them nothing is fetched
/// less often. Infinite if a tensor would be fetched too often.
double OuterTilings::leastWith(std::size_t innermost, const Indices& at)
{
    const std::size_t next = (innermost + 1) % loopCount;
    const std::size_t last = (innermost + 2) % loopCount;
    double& least = m_least[innermost][at[next] * m_sizes[last] + at[last]];
    if (least < 0) {
        Indices few = at;
        few[innermost] = 1; // of the divisors, the first is 1
        OuterTiling outer = tilingAt(few, innermost);
        least = count(outer) ? outer.bound : infinite;
    }
    return least;
}

/// Whether the tensors that cannot bypass the buffer, whatever is inside, have room. A tensor can bypass only if the buffer is
/// filled as often as the registers: as often as DRAM loops ask, or no loop between them changes the tensor.
bool OuterTilings::mayHaveRoom(const OuterTiling& outer) const
{
    const Factors& largest = m_query.nest.registers->largestFactors;
    Count words = 0;
    for (std::size_t number = 0; number < 3; ++number) {
        const TensorTraffic& tensor = m_tensors[number];
        bool mayFillRegisters = true;
        for (std::size_t loop = 0; loop < loopCount; ++loop) {
            mayFillRegisters &= !tensor.varies[loop] || outer.rest[loop] <= largest[loop];
        }
        const bool mayBypass =
            tensor.mayBypass && (mayFillRegisters || outer.passes[number] >= reuseOutside(tensor, outer));
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
    for (std::size_t first = 0; first < m_sizes[0] && least > 0; ++first) {
        std::size_t enough = m_sizes[2];
        for (std::size_t second = 0; second < m_sizes[1]; ++second) {
            while (enough > 0 && hasRoomAt({first, second, enough - 1})) {
                --enough;
            }
            const Indices at{first, second, enough};
            for (std::size_t loop = 0; loop < loopCount && enough < m_sizes[2]; ++loop) {
                if (at[loop] > 0 && leastWith(loop, at) < least) {
                    least = leastWith(loop, at);
                    best = at;
                    innermost = loop;
                }
            }
        }
    }
    OuterTiling outer = tilingAt(best, innermost);
    setWords(outer, best);
    return least < infinite && count(outer) ? std::optional(outer) : std::nullopt;
}

/// Calls `visit(at, innermost)` for all tilings of the rows, row by row.
template <typename Visit>
void OuterTilings::forEachInRows(const std::vector<Row>& rows, const Visit& visit) const
{
    for (std::size_t number = 0; number < rows.size(); ++number) {
        Indices at{number / m_sizes[1], number % m_sizes[1], 0};
        for (at[2] = rows[number].begin; at[2] < rows[number].end; ++at[2]) {
            for (std::size_t innermost = 0; innermost < loopCount; ++innermost) {
                if (at[innermost] > 0) {
                    visit(at, innermost);
                }
            }
        }
    }
}

/// The same by innermost loop, for those whose bound may be below `limit`: all factors of that loop are ruled out at once.
template <typename Visit>
void OuterTilings::forEachBelow(double limit, const std::vector<Row>& rows, SearchCounts& counts, const Visit& visit)
{
    for (std::size_t innermost = 0; innermost < loopCount; ++innermost) {
        const std::size_t next = (innermost + 1) % loopCount;
        const std::size_t last = (innermost + 2) % loopCount;
        const std::size_t others = m_sizes[innermost] > 1 ? m_sizes[next] * m_sizes[last] : 0;
        for (std::size_t other = 0; other < others; ++other) {
            Indices at{};
            at[next] = other / m_sizes[last];
            at[last] = other % m_sizes[last];
            if (leastWith(innermost, at) >= limit) {
                ++counts.bounded;
                continue;
            }
            for (at[innermost] = 1; at[innermost] < m_sizes[innermost]; ++at[innermost]) {
                if (isIn(rows, at)) {
                    visit(at, innermost);
                }
            }
        }
    }
}

std::vector<OuterTiling> OuterTilings::below(double limit, SearchCounts& counts)
{
    std::vector<OuterTiling> found;
    const std::vector<Row> rows = rowsToTry(counts);
    const auto visit = [&](const Indices& at, std::size_t innermost) { consider(at, innermost, limit, found, counts); };
    if (m_comparable) {
        forEachInRows(rows, visit); // few are left in each
    } else {
        forEachBelow(limit, rows, counts, visit);
    }
    if (isIn(rows, {})) {
        visit({}, innermostAsked());
    }
    return found;
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
        if (!outer.hasRoom && !mayHaveRoom(outer)) {
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
