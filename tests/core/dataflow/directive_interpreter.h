#pragma once

#include "core/dataflow/directives/parser.h"
#include "core/dataflow/directives/read_scheme.h"
#include "core/dataflow/systolic_mapping.h"

#include <map>
#include <set>

namespace samples {

using namespace tilescape;
using namespace tilescape::dataflow;
using namespace tilescape::dataflow::directives;

struct Interval {
    Count begin = 0;
    Count end = 0;
    [[nodiscard]] Count length() const { return std::max<Count>(0, end - begin); }
    friend auto operator<=>(const Interval&, const Interval&) = default;
};

using Block = std::map<Dim, Interval>; ///< along the dimensions that updates step

/// Executes the directives of one layer on one tile, step by step. It reads nothing but the text's tensors, stacks and
/// updates and the layer's own sizes, and knows no formula for fetches: a block is brought in when a step needs another
/// than the memory holds.
class Interpreter {
public:
    /// `parts`: those of an image that is folded over the array, as even as can be.
    Interpreter(const network::Layer& layer, Count batch, Count parts, const LayerDirectives& text, Counts counts)
        : m_layer(layer),
          m_batch(batch),
          m_counts(counts),
          m_registers(*text.find(registerMemory)),
          m_buffer(*text.find(bufferMemory)),
          m_parts(parts)
    {
        measureTile();
        for (const UpdateDirective& update : m_registers.updates) {
            const bool slides = (update.steps.size() == 2 && !find(update.steps, Dim::S)) || find(update.steps, Dim::E);
            if (isLoop(update)) {
                m_inner.push_back(&update);
            } else if (!slides && !update.steps.empty()) {
                // Filter rows, or taps, that do not fit the array at once.
                foldTaps(update);
            }
        }
        for (const UpdateDirective& update : m_buffer.updates) {
            if (isLoop(update)) {
                m_outer.push_back(&update);
            }
        }
        walkOuter(m_outer.size(), {});
        for (auto& [names, place] : m_inBuffer) {
            leave(place);
        }
        for (auto& [names, place] : m_onArray) {
            leave(place);
        }
    }

    struct Place {
        Block holds;
        bool filled = false;
        bool sums = false; ///< what leaves is written back, and read again if it returns
        std::set<Block> seen;
        Count wordsNow = 0;
        Count busNow = 0;
        Count words = 0; ///< moved in and out
        Count bus = 0;   ///< the same, counted at every PE
    };

    [[nodiscard]] const Place& inBuffer(const std::string& name) const { return m_inBuffer.at(name); }
    [[nodiscard]] const Place& onArray(const std::string& name) const { return m_onArray.at(name); }
    [[nodiscard]] Count operations() const { return m_operations; }
    [[nodiscard]] Count folds() const { return static_cast<Count>(m_folds.size()); }

private:
    static const Term* find(const std::vector<Term>& terms, Dim dim)
    {
        for (const Term& term : terms) {
            if (term.dim == dim) {
                return &term;
            }
        }
        return nullptr;
    }
    static bool isLoop(const UpdateDirective& update)
    {
        const std::set<Dim> loops{Dim::N, Dim::P, Dim::C, Dim::K, Dim::M};
        return update.steps.size() == 1 && loops.contains(update.steps[0].dim);
    }

    /// Which taps each step of the update has, counted row by row of the filter: rows of it, or single taps.
    void foldTaps(const UpdateDirective& update)
    {
        const Extent filter = network::filterOf(m_layer);
        const Term* taps = find(update.steps, Dim::T);
        const Count amount = update.steps[0].amount;
        const bool single = taps && filter.width > 1 && amount * update.count.value() >= filter.size();
        const Count step = amount * (single ? 1 : filter.width);
        m_folds.clear();
        for (Count begin = 0; begin < filter.size(); begin += step) {
            m_folds.push_back({begin, std::min(begin + step, filter.size())});
        }
    }

    [[nodiscard]] Count size(const Scope& scope, Dim dim) const
    {
        for (const TensorDirective& tensor : scope.tensors) {
            if (const Term* term = find(tensor.sizes, dim)) {
                return term->amount;
            }
        }
        return 1;
    }

    /// What the tile goes through: the shift to the next tile, or all of it.
    void measureTile()
    {
        const bool channelwise = !network::hasWeights(m_layer) || network::isDepthwise(m_layer);
        const Count groups = channelwise ? 1 : network::groupsOf(m_layer);
        m_extent[Dim::N] = m_batch;
        m_extent[Dim::C] = (channelwise ? m_layer.outputChannels : m_layer.inputChannels) / groups;
        m_extent[Dim::K] = m_layer.outputChannels / groups;
        m_extent[Dim::M] = m_layer.outputSize.height;
        m_rows = m_layer.outputSize.height;
        for (const StackDirective& stack : m_buffer.stacks) {
            for (const Term& shift : stack.shifts) {
                if (m_extent.contains(shift.dim)) {
                    m_extent[shift.dim] = shift.amount;
                }
            }
            m_rows = find(stack.shifts, Dim::Yo) ? find(stack.shifts, Dim::Yo)->amount : m_rows;
        }
        if (network::isTransposed(m_layer)) {
            m_swept = ceilDivide(m_rows, network::strideOf(m_layer).height);
        } else {
            m_swept = m_rows;
        }
        m_sweptColumns = network::sweptSize(m_layer).width;
        for (const StackDirective& stack : m_buffer.stacks) {
            if (const Term* columns = find(stack.shifts, Dim::Xo)) {
                m_sweptColumns = network::isTransposed(m_layer)
                                     ? ceilDivide(columns->amount, network::strideOf(m_layer).width)
                                     : columns->amount;
            }
        }
        m_folds = {allTaps()};
        m_extent[Dim::P] = m_extent[Dim::N] * m_parts;
    }

    void walkOuter(std::size_t depth, std::map<Dim, Count> offset)
    {
        if (depth == 0) {
            walkInner(m_inner.size(), offset, offset);
            return;
        }
        const Term& step = m_outer[depth - 1]->steps[0];
        for (Count at = 0; at < m_extent.at(step.dim); at += step.amount) {
            offset[step.dim] = at;
            walkOuter(depth - 1, offset);
        }
    }

    void walkInner(std::size_t depth, const std::map<Dim, Count>& outer, std::map<Dim, Count> offset)
    {
        if (depth == 0) {
            visit(outer, offset);
            return;
        }
        const Term& step = m_inner[depth - 1]->steps[0];
        const auto from = outer.contains(step.dim) ? outer.at(step.dim) : 0;
        for (Count at = 0; at < size(m_buffer, step.dim); at += step.amount) {
            offset[step.dim] = from + at;
            walkInner(depth - 1, outer, offset);
        }
    }

    [[nodiscard]] Interval clip(Dim dim, Count begin, Count length) const
    {
        return {std::min(begin, m_extent.at(dim)), std::min(begin + length, m_extent.at(dim))};
    }

    void visit(const std::map<Dim, Count>& outer, const std::map<Dim, Count>& inner)
    {
        const auto at = [](const std::map<Dim, Count>& offset, Dim dim) { return offset.contains(dim) ? offset.at(dim) : 0; };
        Count copies = 1;
        for (const StackDirective& stack : m_registers.stacks) {
            copies *= stack.units.size();
        }
        for (std::size_t i = 0; i < m_buffer.tensors.size(); ++i) {
            const TensorDirective& inBuffer = m_buffer.tensors[i];
            const TensorDirective& onPe = m_registers.tensors[i];
            const std::string name = inBuffer.names.front();
            Block bufferBlock;
            Block arrayBlock;
            for (const Term& term : inBuffer.sizes) {
                if (!m_extent.contains(term.dim)) {
                    continue;
                }
                bufferBlock[term.dim] = clip(term.dim, at(outer, term.dim), term.amount);
                arrayBlock[term.dim] = clip(term.dim, at(inner, term.dim), find(onPe.sizes, term.dim)->amount * copiesOf(term.dim));
            }
            const bool sums = name == m_layer.name;
            enter(m_inBuffer[name], bufferBlock, sums, wordsOf(inBuffer, bufferBlock), 0);
            enter(m_onArray[name], arrayBlock, sums, wordsOfFolds(inBuffer, arrayBlock),
                  overBus(inBuffer, onPe, at, inner));
        }
        countOperations(at, inner);
    }

    [[nodiscard]] Count copiesOf(Dim dim) const
    {
        for (const StackDirective& stack : m_registers.stacks) {
            if (stack.shifts.size() == 1 && stack.shifts[0].dim == dim) {
                return stack.units.size();
            }
        }
        return 1;
    }

    [[nodiscard]] Count shareOf(Count rows, Count part) const
    {
        const Count index = part % m_parts;
        return (index + 1) * rows / m_parts - index * rows / m_parts;
    }

    /// Words from the first to the last that these taps reach along one side of a map, of `positions`.
    [[nodiscard]] Count reached(Interval taps, Count positions, Count stride) const
    {
        if (network::isTransposed(m_layer)) {
            return positions - 1 + (taps.end - 1) / stride - taps.begin / stride + 1;
        }
        return (positions - 1) * stride + taps.length();
    }

    /// Rows of a map in the parts of images that the interval names; of the input those that these rows of the filter reach.
    [[nodiscard]] Count rowsIn(Interval parts, Dim dim, Interval filterRows) const
    {
        Count rows = 0;
        for (Count part = parts.begin; part < parts.end; ++part) {
            rows += dim == Dim::Yo ? shareOf(m_rows, part)
                                   : reached(filterRows, shareOf(m_swept, part), network::strideOf(m_layer).height);
        }
        return rows;
    }

    /// Every fold moves all sums, and reads of the input what lies between the first and the last words that its taps reach, in the
    /// reference tool all of it.
    [[nodiscard]] Count wordsOfFolds(const TensorDirective& tensor, const Block& block) const
    {
        const auto has = [&](Dim dim) { return find(tensor.sizes, dim) != nullptr; };
        if (m_folds.size() == 1 || !(has(Dim::Yo) || (has(Dim::Yi) && network::hasWeights(m_layer)))) {
            return wordsOf(tensor, block);
        }
        Count words = 0;
        for (const Interval taps : m_folds) {
            words += wordsOf(tensor, block, has(Dim::Yi) && m_counts == Counts::Executed ? taps : allTaps());
        }
        return words;
    }

    [[nodiscard]] Interval allTaps() const { return {0, network::filterOf(m_layer).size()}; }

    [[nodiscard]] Count wordsOf(const TensorDirective& tensor, const Block& block) const
    {
        return wordsOf(tensor, block, allTaps());
    }

    [[nodiscard]] Count wordsOf(const TensorDirective& tensor, const Block& block, Interval taps) const
    {
        const Extent filter = network::filterOf(m_layer);
        const Interval rows{taps.begin / filter.width, (taps.end - 1) / filter.width + 1};
        const Interval columns = rows.length() == 1
                                     ? Interval{taps.begin % filter.width, (taps.end - 1) % filter.width + 1}
                                     : Interval{0, filter.width};
        const bool onePosition = m_swept == 1 && m_sweptColumns == 1 && !network::isTransposed(m_layer);
        Count words = 1;
        for (const Term& term : tensor.sizes) {
            const bool isRows = term.dim == Dim::Yo || term.dim == Dim::Yi;
            if (onePosition && term.dim == Dim::Yi) {
                words *= taps.length();
            } else if (onePosition && term.dim == Dim::Xi) {
                continue;
            } else if (isRows && block.contains(Dim::P)) {
                words *= rowsIn(block.at(Dim::P), term.dim, rows);
            } else if (term.dim == Dim::Yi) {
                words *= reached(rows, m_swept, network::strideOf(m_layer).height);
            } else if (term.dim == Dim::Xi) {
                words *= reached(columns, m_sweptColumns, network::strideOf(m_layer).width);
            } else if (term.dim != Dim::P) {
                words *= block.contains(term.dim) ? block.at(term.dim).length() : term.amount;
            }
        }
        return words;
    }

    /// Each PE of every stack takes what its own channels and rows need while it slides along the row.
    template <typename At>
    Count overBus(const TensorDirective& inBuffer, const TensorDirective& onPe, const At& at, const std::map<Dim, Count>& inner)
    {
        Count rowWords = 1;
        for (const Term& term : inBuffer.sizes) {
            rowWords *= term.dim == Dim::R || term.dim == Dim::Xi || term.dim == Dim::Xo || term.dim == Dim::E ? term.amount : 1;
        }
        Count words = 0;
        walkPes(0, {}, [&](const std::map<Dim, Count>& pe) {
            Count own = rowWords;
            for (const Term& term : onPe.sizes) {
                if (m_extent.contains(term.dim)) {
                    own *= clip(term.dim, at(inner, term.dim) + at(pe, term.dim), term.amount).length();
                }
            }
            words += own;
        });
        return words;
    }

    template <typename Visit>
    void walkPes(std::size_t depth, std::map<Dim, Count> shift, const Visit& visitPe)
    {
        if (depth == m_registers.stacks.size()) {
            visitPe(shift);
            return;
        }
        const StackDirective& stack = m_registers.stacks[depth];
        for (Count unit = 0; unit < stack.units.size(); ++unit) {
            std::map<Dim, Count> next = shift;
            for (const Term& term : stack.shifts) {
                next[term.dim] += unit * term.amount;
            }
            walkPes(depth + 1, std::move(next), visitPe);
        }
    }

    template <typename At>
    void countOperations(const At& at, const std::map<Dim, Count>& inner)
    {
        Count positions = 1;
        std::set<Dim> done;
        for (std::size_t i = 0; i < m_registers.tensors.size(); ++i) {
            for (const Term& term : m_registers.tensors[i].sizes) {
                if (m_extent.contains(term.dim) && done.insert(term.dim).second) {
                    const Interval block = clip(term.dim, at(inner, term.dim), term.amount * copiesOf(term.dim));
                    positions *= term.dim == Dim::P ? sweptRowsIn(block) : block.length();
                }
            }
        }
        const network::Layer& layer = m_layer;
        const bool product = std::holds_alternative<network::MatrixProduct>(layer.kind);
        const auto* elementwise = std::get_if<network::Elementwise>(&layer.kind);
        const Count perRow =
            product ? 1 : m_sweptColumns * network::filterOf(layer).size() * (elementwise ? elementwise->operands : 1);
        m_operations += positions * perRow * (product || done.contains(Dim::P) ? 1 : m_swept);
    }
    [[nodiscard]] Count sweptRowsIn(Interval parts) const
    {
        Count rows = 0;
        for (Count part = parts.begin; part < parts.end; ++part) {
            rows += shareOf(m_swept, part);
        }
        return rows;
    }

    void enter(Place& place, const Block& needed, bool sums, Count words, Count bus)
    {
        if (place.filled && place.holds == needed) {
            return;
        }
        leave(place);
        place.holds = needed;
        place.filled = true;
        place.sums = sums;
        place.wordsNow = words;
        place.busNow = bus;
        if (!sums || place.seen.contains(needed)) {
            place.words += words; // sums begin at zero: nothing is read
            place.bus += bus;
        }
    }
    void leave(Place& place)
    {
        if (place.filled && place.sums) {
            place.words += place.wordsNow;
            place.bus += place.busNow;
            place.seen.insert(place.holds);
        }
        place.filled = false;
    }

    const network::Layer& m_layer;
    Count m_batch;
    Counts m_counts;
    const Scope& m_registers;
    const Scope& m_buffer;
    Count m_parts;
    std::vector<const UpdateDirective*> m_inner;
    std::vector<const UpdateDirective*> m_outer;
    std::map<Dim, Count> m_extent;
    Count m_rows = 1;  ///< of the tile's output
    Count m_swept = 1; ///< rows that filter rows sweep
    Count m_sweptColumns = 1;
    std::vector<Interval> m_folds; ///< taps of each
    std::map<std::string, Place> m_inBuffer;
    std::map<std::string, Place> m_onArray;
    Count m_operations = 0;
};

} // namespace samples
