#pragma once

#include "core/training/gradient/simulator.h"

#include <algorithm>
#include <array>
#include <list>
#include <map>
#include <string>
#include <tuple>
#include <vector>

/// The gradients of a product tile by tile, written from the page (resources/manual/gradient-order.md) with a list, a map and three
/// nested loops an order.
namespace samples {

using namespace tilescape;
using namespace tilescape::training::gradient;

struct NaiveStep {
    bool inputGradient;
    Count m, k, n;
};

using Loop3 = std::array<char, 3>;

inline std::vector<NaiveStep> naiveLoop(bool inputGradient, Loop3 loops, const std::map<char, Count>& tiles)
{
    std::vector<NaiveStep> steps;
    std::map<char, Count> at;
    for (at[loops[0]] = 0; at[loops[0]] < tiles.at(loops[0]); ++at[loops[0]]) {
        for (at[loops[1]] = 0; at[loops[1]] < tiles.at(loops[1]); ++at[loops[1]]) {
            for (at[loops[2]] = 0; at[loops[2]] < tiles.at(loops[2]); ++at[loops[2]]) {
                steps.push_back({inputGradient, at['m'], at['k'], at['n']});
            }
        }
    }
    return steps;
}

inline std::vector<NaiveStep> naiveSteps(Order order, bool dyStays, const std::map<char, Count>& tiles)
{
    Loop3 dx{'m', 'k', 'n'};
    Loop3 dw{'k', 'n', 'm'};
    if (order == Order::DxMajor) {
        dx = dw = dyStays ? Loop3{'m', 'n', 'k'} : Loop3{'m', 'k', 'n'};
    } else if (order == Order::DwMajor) {
        dx = dw = dyStays ? Loop3{'n', 'm', 'k'} : Loop3{'n', 'k', 'm'};
    }
    const auto first = naiveLoop(true, dx, tiles);
    const auto second = naiveLoop(false, dw, tiles);
    std::vector<NaiveStep> steps;
    if (order == Order::Sequential) {
        steps = first;
        steps.insert(steps.end(), second.begin(), second.end());
        return steps;
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
        steps.push_back(first[i]);
        steps.push_back(second[i]);
    }
    return steps;
}

struct NaiveCounts {
    Count read = 0, write = 0, spill = 0, dyRead = 0;
};

class NaiveCache {
public:
    using Key = std::tuple<std::string, Count, Count>;

    NaiveCache(const Gemm& gemm, const TileShape& tile, Count side, Count capacity)
        : m_sizes{{'m', gemm.m}, {'k', gemm.k}, {'n', gemm.n}},
          m_tile{{'m', tile[Axis::M]}, {'k', tile[Axis::K]}, {'n', tile[Axis::N]}}, m_side(side), m_capacity(capacity)
    {
        for (const auto& [axis, size] : m_sizes) {
            tiles[axis] = (size + m_tile[axis] - 1) / m_tile[axis];
        }
    }

    void step(const NaiveStep& step)
    {
        const Key x{"X", step.m, step.k}, w{"W", step.k, step.n}, dy{"dY", step.m, step.n};
        const Key sum = step.inputGradient ? Key{"dX", step.m, step.k} : Key{"dW", step.k, step.n};
        const std::array<Key, 3> own = step.inputGradient ? std::array{dy, w, sum} : std::array{x, dy, sum};
        for (const Key& key : own) {
            use(key, own);
        }
        if (++m_contributions[sum] == (step.inputGradient ? tiles['n'] : tiles['m'])) {
            counts.write += bytes(sum);
            m_recent.remove(sum);
        }
    }

    std::map<char, Count> tiles;
    NaiveCounts counts;

private:
    Count side(char axis, Count index)
    {
        const Count length = std::min(m_tile[axis], m_sizes[axis] - index * m_tile[axis]);
        return (length + m_side - 1) / m_side * m_side;
    }

    Count bytes(const Key& key)
    {
        const auto& [name, row, column] = key;
        const std::string axes = name == "X" || name == "dX" ? "mk" : name == "dY" ? "mn" : "kn";
        return side(axes[0], row) * side(axes[1], column);
    }

    static bool isSum(const Key& key) { return std::get<0>(key) == "dX" || std::get<0>(key) == "dW"; }

    Count used()
    {
        Count total = 0;
        for (const Key& key : m_recent) {
            total += bytes(key);
        }
        return total;
    }

    void use(const Key& key, const std::array<Key, 3>& own)
    {
        const auto found = std::find(m_recent.begin(), m_recent.end(), key);
        if (found != m_recent.end()) {
            m_recent.splice(m_recent.begin(), m_recent, found);
            return;
        }
        while (used() + bytes(key) > m_capacity) {
            auto victim = m_recent.end();
            do {
                --victim;
            } while (std::find(own.begin(), own.end(), *victim) != own.end());
            if (isSum(*victim)) {
                counts.write += bytes(*victim);
                counts.spill += bytes(*victim);
            }
            m_recent.erase(victim);
        }
        if (!isSum(key) || m_contributions[key] > 0) {
            counts.read += bytes(key);
            counts.dyRead += std::get<0>(key) == "dY" ? bytes(key) : 0;
        }
        m_recent.push_front(key);
    }

    std::map<char, Count> m_sizes;
    std::map<char, Count> m_tile;
    Count m_side;
    Count m_capacity;
    std::list<Key> m_recent; ///< newest first
    std::map<Key, Count> m_contributions;
};

} // namespace samples
