#include "core/explore/pareto_front.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tilescape::explore {

namespace {

/// Of rows in ascending lexicographic order, where only an earlier row can dominate.
class Front {
public:
    explicit Front(const std::vector<std::vector<double>>& rows) : m_rows(rows) {}

    /// Whether no row that was added before dominates this one; then it is added.
    bool add(std::size_t row)
    {
        if (m_rows[row].size() > 2 ? dominatedByAny(row) : dominatedInPlane(row)) {
            return false;
        }
        m_front.push_back(row);
        return true;
    }

private:
    [[nodiscard]] bool dominatedByAny(std::size_t row) const
    {
        // What was added last lies nearest.
        return std::any_of(m_front.rbegin(), m_front.rend(),
                           [&](std::size_t other) { return dominates(m_rows[other], m_rows[row]); });
    }

    /// Along a front in the plane the second column falls, so that its last row is the one to compare with.
    [[nodiscard]] bool dominatedInPlane(std::size_t row) const
    {
        return !m_front.empty() && dominates(m_rows[m_front.back()], m_rows[row]);
    }

    const std::vector<std::vector<double>>& m_rows;
    std::vector<std::size_t> m_front;
};

} // namespace

bool dominates(const std::vector<double>& a, const std::vector<double>& b)
{
    bool smaller = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] > b[i]) {
            return false;
        }
        smaller |= a[i] < b[i];
    }
    return smaller;
}

std::vector<std::size_t> paretoFront(const std::vector<std::vector<double>>& rows)
{
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rows[a] < rows[b]; });
    Front front(rows);
    std::vector<std::size_t> found;
    for (const std::size_t row : order) {
        if (front.add(row)) {
            found.push_back(row);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace tilescape::explore
