#include "core/explore/price_bound.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tilescape::explore {

namespace {

/// Any feasible point is a bound, so the search for the best may end early.
constexpr int mostPivots = 200;
constexpr double tiny = 1e-12;

/// Maximizes the sum of value x factor, where for each price the sum of share x factor is at most 1: the dense tableau of the
/// primal simplex method, which begins with all factors 0.
class Packing {
public:
    /// `shares` has one column a known point and one row a price.
    Packing(const std::vector<std::vector<double>>& shares, const std::vector<double>& values)
        : m_rows(shares), m_gains(values), m_limits(shares.size(), 1), m_basis(shares.size())
    {
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            m_basis[row] = values.size() + row;
            for (std::size_t slack = 0; slack < m_rows.size(); ++slack) {
                m_rows[row].push_back(slack == row ? 1 : 0);
            }
        }
        m_gains.resize(values.size() + m_rows.size(), 0);
    }

    /// The factors of the columns.
    std::vector<double> solve(std::size_t columns)
    {
        const double scale = *std::max_element(m_gains.begin(), m_gains.end());
        for (int pivots = 0; pivots < mostPivots; ++pivots) {
            const auto entering = static_cast<std::size_t>(std::max_element(m_gains.begin(), m_gains.end()) - m_gains.begin());
            if (m_gains[entering] <= tiny * scale || !enter(entering)) {
                break;
            }
        }
        std::vector<double> factors(columns, 0);
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            if (m_basis[row] < columns) {
                factors[m_basis[row]] = std::max(m_limits[row], 0.0);
            }
        }
        return factors;
    }

private:
    bool enter(std::size_t column)
    {
        std::size_t leaving = m_rows.size();
        double least = HUGE_VAL;
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            if (m_rows[row][column] > tiny && m_limits[row] / m_rows[row][column] < least) {
                least = m_limits[row] / m_rows[row][column];
                leaving = row;
            }
        }
        if (leaving == m_rows.size()) {
            return false;
        }
        const double pivot = m_rows[leaving][column];
        for (double& share : m_rows[leaving]) {
            share /= pivot;
        }
        m_limits[leaving] /= pivot;
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            if (row != leaving) {
                m_limits[row] -= m_rows[row][column] * m_limits[leaving];
                subtract(m_rows[row], m_rows[leaving], m_rows[row][column]);
            }
        }
        subtract(m_gains, m_rows[leaving], m_gains[column]);
        m_basis[leaving] = column;
        return true;
    }

    static void subtract(std::vector<double>& from, const std::vector<double>& row, double factor)
    {
        for (std::size_t i = 0; i < from.size(); ++i) {
            from[i] -= factor * row[i];
        }
    }

    std::vector<std::vector<double>> m_rows;
    std::vector<double> m_gains;
    std::vector<double> m_limits;
    std::vector<std::size_t> m_basis;
};

} // namespace

double priceBound(const EnergyParts& prices, std::span<const KnownLeast> known)
{
    std::vector<std::size_t> priced;
    for (std::size_t i = 0; i < prices.size(); ++i) {
        if (prices[i] > 0) {
            priced.push_back(i);
        }
    }
    std::vector<std::vector<double>> shares(priced.size());
    std::vector<double> values;
    for (const KnownLeast& point : known) {
        bool usable = false; // a multiple of it may be at most these prices
        for (std::size_t i = 0; i < prices.size(); ++i) {
            if (prices[i] <= 0 && point.prices[i] > 0) {
                usable = false;
                break;
            }
            usable = usable || point.prices[i] > 0;
        }
        if (!usable) {
            continue;
        }
        for (std::size_t row = 0; row < priced.size(); ++row) {
            shares[row].push_back(point.prices[priced[row]] / prices[priced[row]]);
        }
        values.push_back(point.value);
    }
    if (values.empty()) {
        return 0;
    }
    const std::vector<double> factors = Packing(shares, values).solve(values.size());
    double bound = 0;
    double most = 1; // by which rounding may have gone beyond a limit
    for (const std::vector<double>& row : shares) {
        double sum = 0;
        for (std::size_t i = 0; i < factors.size(); ++i) {
            sum += factors[i] * row[i];
        }
        most = std::max(most, sum);
    }
    for (std::size_t i = 0; i < factors.size(); ++i) {
        bound += factors[i] * values[i];
    }
    return bound / most;
}

} // namespace tilescape::explore
