#include "core/search/kapla/outer_rows.h"

#include <algorithm>

namespace tilescape::search {

namespace {

/// What may bypass the buffer might be kept with more iterations outside, and take room; so might what a shared buffer holds.
bool areComparable(const BlockingQuery& query)
{
    const auto& tensors = query.nest.traffic.tensors;
    return query.nest.task.setting->machine.sharedBuffers.empty()
           && std::none_of(tensors.begin(), tensors.end(),
                           [](const TensorTraffic& tensor) { return tensor.present && tensor.mayBypass; });
}

} // namespace

OuterRows::OuterRows(const BlockingQuery& query, const OuterFactors& factors, Known& known)
    : m_factors(factors),
      m_tensors(query.nest.traffic.tensors),
      m_unsharedWords(std::min(query.nest.task.setting->machine.capacities.bufferWordsPerTile, query.limits.roomWords)),
      m_comparable(areComparable(query)),
      m_everything{0, factors.sizes()[2], factors.sizes()[2]},
      m_known(known)
{
    m_known.assign(m_comparable ? factors.sizes()[0] * factors.sizes()[1] : 0, std::nullopt);
}

const OuterRows::Row& OuterRows::at(std::size_t first, std::size_t second, SearchCounts& counts)
{
    if (!m_comparable) {
        return m_everything;
    }
    std::optional<Row>& known = m_known[first * m_factors.sizes()[1] + second];
    if (!known) {
        if (first > 0) {
            at(first - 1, second, counts);
        }
        if (second > 0) {
            at(first, second - 1, counts);
        }
        known = after(first, second, counts);
    }
    return *known;
}

/// The rows with fewer iterations are known.
///
/// With fewer iterations of a loop at DRAM level nothing is fetched more often, and where they divide the others every choice inside the
/// registers remains: where all then has room unshared, a multiple has room as well, and cannot be better unless a tensor stays in the
/// registers (`mayStayInRegisters`).
OuterRows::Row OuterRows::after(std::size_t first, std::size_t second, SearchCounts& counts) const
{
    const OuterFactors::Indices& sizes = m_factors.sizes();
    const auto known = [&](std::size_t ofFirst, std::size_t ofSecond) -> const Row& {
        return *m_known[ofFirst * sizes[1] + ofSecond];
    };
    Row own{sizes[2], sizes[2], sizes[2]};
    if (first > 0) {
        own = known(first - 1, second); // less of the third loop is enough with more of the others
        own.end = known(m_factors.largestBelow(0, first), second).room;
    }
    if (second > 0) {
        const Row& before = known(first, second - 1);
        own.begin = std::min(own.begin, before.begin);
        own.room = std::min(own.room, before.room);
        own.end = std::min(own.end, known(first, m_factors.largestBelow(1, second)).room);
    }
    const auto hasRoom = [&](std::size_t third) {
        const Factors rest = m_factors.restAt({first, second, third});
        return m_factors.haveRoom(m_factors.piecesOf(m_factors.wordsIn(rest), rest));
    };
    const auto hasUnshared = [&](std::size_t third) {
        const OuterFactors::Words words = m_factors.wordsIn(m_factors.restAt({first, second, third}));
        return words[0] + words[1] + words[2] <= m_unsharedWords;
    };
    while (own.begin > 0 && hasRoom(own.begin - 1)) {
        --own.begin;
    }
    while (own.room > 0 && hasUnshared(own.room - 1)) {
        --own.room;
    }
    counts.tooBig += static_cast<Count>(own.begin);
    return own;
}

bool OuterRows::isTried(const Row& row, const OuterFactors::Indices& at) const
{
    const std::size_t third = at[2];
    const bool isOwn =
        third < row.end && (third < row.room || third == 0 || m_factors.largestBelow(2, third) < row.room);
    return third >= row.begin && (isOwn || mayStayInRegisters(at));
}

/// Whether some tensor may stay in the registers with no loop between them and DRAM that changes it: it is then not fetched from the
/// buffer again, which fewer iterations at DRAM level may not reach.
bool OuterRows::mayStayInRegisters(const OuterFactors::Indices& at) const
{
    const Factors rest = m_factors.restAt(at);
    return std::any_of(m_tensors.begin(), m_tensors.end(), [&](const TensorTraffic& tensor) {
        return tensor.present && tensor.reuseLoop != noLoop && m_factors.mayFillRegisters(tensor, rest);
    });
}

} // namespace tilescape::search
