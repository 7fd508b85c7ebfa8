#include "core/training/parallelism/two_groups.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tilescape::training::parallelism {
namespace {

/// Vertices that may lie open at once; each doubles the states. GoogLeNet needs 8, ResNet 3.
constexpr std::size_t mostOpen = 12;

class Search {
public:
    Search(const CommunicationModel& model, const Shares& shares, const Pins& pins)
        : m_model(model), m_graph(model.graph()), m_shares(shares), m_pins(pins)
    {
    }

    TwoGroups run()
    {
        const std::size_t count = m_graph.vertices.size();
        m_stepsBefore.reserve(count);
        for (std::size_t v = 0; v < count; ++v) {
            if (m_open.size() == mostOpen) {
                settleOldest();
            }
            m_stepsBefore.push_back(m_steps.size());
            open(v);
            for (std::size_t i = m_open.size(); i-- > 0;) {
                if (m_graph.lastUse[m_open[i]] <= v) {
                    close(i);
                }
            }
        }
        m_result.words = m_cost.front();
        walkBack();
        return std::move(m_result);
    }

private:
    /// One bit of the state taken out, and its best value for each state that is left.
    struct Step {
        std::size_t vertex;
        std::size_t bit;
        std::size_t firstValue; ///< into `m_values`
    };

    static std::size_t withBit(std::size_t state, std::size_t bit, std::size_t value)
    {
        const std::size_t low = state & ((std::size_t{1} << bit) - 1);
        return ((state >> bit) << (bit + 1)) | (value << bit) | low;
    }

    /// Doubles the states by the choice of `vertex`, the highest bit.
    void open(std::size_t vertex)
    {
        constexpr double impossible = std::numeric_limits<double>::infinity();
        const std::size_t states = m_cost.size();
        m_cost.resize(2 * states);
        for (const Choice choice : {Choice::Model, Choice::Data}) { // data last: it overwrites what both start from
            const bool excluded = !m_pins.empty() && m_pins[vertex] && *m_pins[vertex] != choice;
            const double own = excluded ? impossible : total(m_model.intraWords(vertex, m_shares[vertex], choice));
            const std::size_t offset = choice == Choice::Model ? states : 0;
            for (std::size_t state = 0; state < states; ++state) {
                m_cost[offset + state] = m_cost[state] + own;
            }
            addEdges(vertex, choice, offset, states);
        }
        m_open.push_back(vertex);
    }

    void addEdges(std::size_t vertex, Choice choice, std::size_t offset, std::size_t states)
    {
        for (const Edge& edge : m_graph.edgesInto(vertex)) {
            const std::array<double, 2> words{total(m_model.interWords(edge, m_shares, Choice::Data, choice)),
                                              total(m_model.interWords(edge, m_shares, Choice::Model, choice))};
            const auto found = std::find(m_open.begin(), m_open.end(), edge.from);
            const auto bit = static_cast<std::size_t>(found - m_open.begin());
            const bool settled = found == m_open.end();
            for (std::size_t state = 0; state < states; ++state) {
                const std::size_t producer = settled ? settledChoice(edge.from) : (state >> bit) & 1;
                m_cost[offset + state] += words[producer];
            }
        }
    }

    /// Takes the bit of a vertex that nobody reads any more out of the state.
    void close(std::size_t bit)
    {
        const std::size_t states = m_cost.size() / 2;
        m_steps.push_back({m_open[bit], bit, m_values.size()});
        for (std::size_t state = 0; state < states; ++state) {
            const double data = m_cost[withBit(state, bit, 0)];
            const double model = m_cost[withBit(state, bit, 1)];
            m_values.push_back(model < data);
            m_next.push_back(std::min(data, model));
        }
        take(bit);
    }

    /// Gives the vertex that has been open longest the choice of the best state so far.
    void settleOldest()
    {
        m_result.exact = false;
        const std::size_t states = m_cost.size() / 2;
        const auto best = static_cast<std::size_t>(std::min_element(m_cost.begin(), m_cost.end()) - m_cost.begin());
        const std::size_t value = best & 1;
        m_steps.push_back({m_open[0], 0, m_values.size()});
        m_settled.emplace_back(m_open[0], value);
        for (std::size_t state = 0; state < states; ++state) {
            m_values.push_back(value != 0);
            m_next.push_back(m_cost[withBit(state, 0, value)]);
        }
        take(0);
    }

    void take(std::size_t bit)
    {
        m_cost.swap(m_next);
        m_next.clear();
        m_open.erase(m_open.begin() + static_cast<std::ptrdiff_t>(bit));
    }

    [[nodiscard]] std::size_t settledChoice(std::size_t vertex) const
    {
        return std::find_if(m_settled.begin(), m_settled.end(), [&](const auto& s) { return s.first == vertex; })->second;
    }

    void walkBack()
    {
        m_result.choices.assign(m_graph.vertices.size(), Choice::Data);
        std::size_t state = 0;
        std::size_t width = 0;
        for (std::size_t v = m_graph.vertices.size(); v-- > 0;) {
            undoSteps(m_stepsBefore[v], state, width);
            --width; // the vertex that was opened here holds the highest bit
            state &= (std::size_t{1} << width) - 1;
        }
    }

    void undoSteps(std::size_t down, std::size_t& state, std::size_t& width)
    {
        while (m_steps.size() > down) {
            const Step& step = m_steps.back();
            const std::size_t value = m_values[step.firstValue + state];
            m_result.choices[step.vertex] = value != 0 ? Choice::Model : Choice::Data;
            state = withBit(state, step.bit, value);
            ++width;
            m_steps.pop_back();
        }
    }

    const CommunicationModel& m_model;
    const Graph& m_graph;
    const Shares& m_shares;
    const Pins& m_pins;
    std::vector<double> m_cost{0}; ///< words so far, by the choices of the open vertices, one bit each
    std::vector<double> m_next;
    std::vector<std::size_t> m_open;
    std::vector<Step> m_steps;
    std::vector<std::size_t> m_stepsBefore; ///< each vertex
    std::vector<std::uint8_t> m_values;
    std::vector<std::pair<std::size_t, std::size_t>> m_settled;
    TwoGroups m_result;
};

} // namespace

TwoGroups partitionBetweenTwoGroups(const CommunicationModel& model, const Shares& shares, const Pins& pins)
{
    return Search(model, shares, pins).run();
}

} // namespace tilescape::training::parallelism
