#pragma once

#include "core/dataflow/pe_mapping.h"
#include "core/dataflow/scheme.h"

#include <set>
#include <vector>

namespace samples {

using namespace tilescape;

/// Executes the blocked loops iteration by iteration. Each level holds one block of each tensor; a block is brought in
/// when an iteration needs another one than the level holds. It knows nothing of fetch formulas.
class NaiveWalker {
public:
    NaiveWalker(const dataflow::LoopNest& nest, const dataflow::Blocking& blocking) : m_nest(nest), m_blocking(blocking)
    {
        walk(0, 0);
        for (const Tensor tensor : allTensors) {
            for (Place* place : {&m_buffer[tensor], &m_registers[tensor]}) {
                leave(*place, tensor);
            }
        }
    }

    /// Units moved between a level and the one outside it, as if every tensor were kept in the buffer.
    [[nodiscard]] double unitsInto(Storage storage, Tensor tensor) const
    {
        const Place& place = storage == Storage::Buffer ? m_buffer[tensor] : m_registers[tensor];
        return static_cast<double>(place.unitsRead + place.unitsWritten);
    }
    [[nodiscard]] Count iterations() const { return m_iterations; }
    [[nodiscard]] Count unitsHeld(Storage storage, Tensor tensor) const
    {
        return storage == Storage::Buffer ? m_buffer[tensor].units : m_registers[tensor].units;
    }

private:
    using Block = std::vector<Count>;
    struct Place {
        Block holds;
        std::set<Block> written; ///< output blocks that were here before
        Count units = 0;
        Count unitsRead = 0;
        Count unitsWritten = 0;
    };

    void walk(std::size_t level, std::size_t depth)
    {
        if (level == 2) {
            visit();
            return;
        }
        if (depth == 3) {
            walk(level + 1, 0);
            return;
        }
        const Loop loop = m_blocking.order[level][depth];
        for (Count index = 0; index < m_blocking.factors[loop][level]; ++index) {
            m_index[level][loop] = index;
            walk(level, depth + 1);
        }
    }

    void visit()
    {
        for (const Tensor tensor : allTensors) {
            enter(m_buffer[tensor], tensor, 1);
            enter(m_registers[tensor], tensor, 2);
        }
        Count inner = 1;
        for (const Loop loop : allLoops) {
            inner *= m_blocking.factors[loop][2];
        }
        m_iterations += inner;
    }

    void enter(Place& place, Tensor tensor, std::size_t levels)
    {
        Block needed{-1};
        Count units = 1;
        for (const Loop loop : allLoops) {
            if (!m_nest.variesWith(tensor, loop)) {
                continue;
            }
            for (std::size_t level = 0; level < levels; ++level) {
                needed.push_back(m_index[level][loop]);
            }
            for (std::size_t level = levels; level < 3; ++level) {
                units *= m_blocking.factors[loop][level];
            }
        }
        place.units = units;
        if (place.holds == needed) {
            return;
        }
        leave(place, tensor);
        place.holds = needed;
        // A fresh output block starts from zero: nothing is read.
        if (tensor != Tensor::Output || place.written.contains(needed)) {
            place.unitsRead += units;
        }
    }

    void leave(Place& place, Tensor tensor)
    {
        if (tensor == Tensor::Output && !place.holds.empty()) {
            place.unitsWritten += place.units;
            place.written.insert(place.holds);
        }
    }

    const dataflow::LoopNest& m_nest;
    const dataflow::Blocking& m_blocking;
    std::array<PerLoop<Count>, 2> m_index;
    PerTensor<Place> m_buffer;
    PerTensor<Place> m_registers;
    Count m_iterations = 0;
};

} // namespace samples
