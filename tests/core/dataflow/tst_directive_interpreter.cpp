#include "core/cost/blocking_cost.h"
#include "core/dataflow/directives/analysis.h"
#include "core/dataflow/directives/parser.h"
#include "core/dataflow/directives/printer.h"
#include "core/dataflow/directives/read_scheme.h"
#include "core/dataflow/directives/write_scheme.h"
#include "core/dataflow/systolic_mapping.h"
#include "core/support/factors.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace tilescape;
using namespace tilescape::dataflow;
using namespace tilescape::dataflow::directives;

namespace {

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
    Interpreter(const network::Layer& layer, Count batch, Count parts, const LayerDirectives& text)
        : m_layer(layer), m_batch(batch), m_registers(*text.find(registerMemory)), m_buffer(*text.find(bufferMemory)),
          m_parts(parts)
    {
        measureTile();
        for (const UpdateDirective& update : m_registers.updates) {
            const bool slides = (update.steps.size() == 2 && !find(update.steps, Dim::S)) || find(update.steps, Dim::E);
            if (isLoop(update)) {
                m_inner.push_back(&update);
            } else if (!slides && !update.steps.empty()) {
                // Filter rows, or taps, that do not fit the array at once.
                m_folds = find(update.steps, Dim::T) ? update.count.value() : foldsOf(update);
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
    [[nodiscard]] Count folds() const { return m_folds; }

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

    /// Steps of filter rows, by the filter's height.
    [[nodiscard]] Count foldsOf(const UpdateDirective& update) const
    {
        return ceilDivide(network::filterOf(m_layer).height, update.steps[0].amount);
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
            enter(m_onArray[name], arrayBlock, sums, wordsOf(inBuffer, arrayBlock), overBus(inBuffer, onPe, at, inner));
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

    /// Rows of a map in the parts of images that the interval names.
    [[nodiscard]] Count rowsIn(Interval parts, Dim dim) const
    {
        const Count filter = network::filterOf(m_layer).height;
        const Count stride = network::strideOf(m_layer).height;
        Count rows = 0;
        for (Count part = parts.begin; part < parts.end; ++part) {
            const Count swept = shareOf(m_swept, part);
            if (dim == Dim::Yo) {
                rows += shareOf(m_rows, part);
            } else {
                rows += network::isTransposed(m_layer) ? swept + ceilDivide(filter, stride) - 1 : (swept - 1) * stride + filter;
            }
        }
        return rows;
    }

    [[nodiscard]] Count wordsOf(const TensorDirective& tensor, const Block& block) const
    {
        Count words = 1;
        for (const Term& term : tensor.sizes) {
            const bool isRows = term.dim == Dim::Yo || term.dim == Dim::Yi;
            if (isRows && block.contains(Dim::P)) {
                words *= rowsIn(block.at(Dim::P), term.dim);
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
        Count width = network::sweptSize(layer).width;
        for (const StackDirective& stack : m_buffer.stacks) {
            if (const Term* columns = find(stack.shifts, Dim::Xo)) {
                width = network::isTransposed(layer) ? ceilDivide(columns->amount, network::strideOf(layer).width) : columns->amount;
            }
        }
        const Count perRow = product ? 1 : width * network::filterOf(layer).size() * (elementwise ? elementwise->operands : 1);
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
    const Scope& m_registers;
    const Scope& m_buffer;
    Count m_parts;
    std::vector<const UpdateDirective*> m_inner;
    std::vector<const UpdateDirective*> m_outer;
    std::map<Dim, Count> m_extent;
    Count m_rows = 1;  ///< of the tile's output
    Count m_swept = 1; ///< rows that filter rows sweep
    Count m_folds = 1;
    std::map<std::string, Place> m_inBuffer;
    std::map<std::string, Place> m_onArray;
    Count m_operations = 0;
};

class Dice {
public:
    explicit Dice(unsigned seed) : m_engine(seed) {}
    Count upTo(Count largest) { return std::uniform_int_distribution<Count>(1, largest)(m_engine); }
    template <typename Container>
    auto pick(const Container& from)
    {
        return from[static_cast<std::size_t>(upTo(static_cast<Count>(from.size())) - 1)];
    }
    std::mt19937& engine() { return m_engine; }

private:
    std::mt19937 m_engine;
};

network::Layer randomLayer(Dice& dice)
{
    network::Layer layer{"made", {"read"}, network::Elementwise{2}, dice.upTo(12), dice.upTo(12), {dice.upTo(9), dice.upTo(7)}};
    const Extent filter{dice.upTo(4), dice.upTo(4)};
    const Extent stride{dice.upTo(2), dice.upTo(2)};
    switch (dice.upTo(9)) {
    case 1:
        layer.kind = network::FullyConnected{filter};
        layer.outputSize = {1, 1};
        break;
    case 2:
        layer.kind = network::Pooling{filter, stride};
        layer.inputChannels = layer.outputChannels;
        break;
    case 3:
        layer.outputChannels += 1;
        layer.inputChannels = layer.outputChannels;
        layer.kind = network::Convolution{filter, stride, layer.outputChannels};
        break;
    case 4:
        layer.inputs.emplace_back("read too");
        layer.inputChannels = 2 * layer.outputChannels;
        break;
    case 5:
        layer.kind = network::TransposedConvolution{filter, stride, 1};
        break;
    case 6:
        layer.kind = network::WeightGradient{filter, stride, 1};
        layer.inputs.emplace_back("error");
        break;
    case 7:
        layer.kind = network::MatrixProduct{2, false, false};
        layer.inputs.emplace_back("operand");
        layer.outputSize.width = 1;
        layer.inputChannels *= 2;
        layer.outputChannels *= 2;
        break;
    case 8:
        layer.kind = network::Convolution{filter, stride, 2};
        layer.inputChannels *= 2;
        layer.outputChannels *= 2;
        break;
    default:
        layer.kind = network::Convolution{filter, stride, 1};
        break;
    }
    return layer;
}

/// Splits that divide without a rest, so that all tiles do the same.
Partition randomPartition(Dice& dice, const network::Layer& layer, Count batch)
{
    Partition partition;
    const Count groups = network::isDepthwise(layer) ? 1 : network::groupsOf(layer);
    partition.shares[Split::OutputChannel] = {1, dice.pick(support::divisors(layer.outputChannels / groups))};
    partition.shares[Split::Batch] = {dice.pick(support::divisors(batch)), 1};
    // A piece of a transposed map begins where the stride does.
    if (!network::isTransposed(layer)) {
        partition.shares[Split::Map] = {dice.pick(support::divisors(layer.outputSize.height)),
                                        dice.pick(support::divisors(layer.outputSize.width))};
    }
    if (network::hasWeights(layer) && !network::isDepthwise(layer)) {
        partition.shares[Split::InputChannel] = {1, dice.pick(support::divisors(layer.inputChannels / groups))};
    }
    std::shuffle(partition.order.begin(), partition.order.end(), dice.engine());
    return partition;
}

LayerScheme randomScheme(Dice& dice, const LoopNest& nest, const Partition& partition)
{
    LayerScheme scheme;
    scheme.partition = partition;
    scheme.region = wholeChip(partition.tiles());
    scheme.replication = nest.replication;
    for (const Loop loop : allLoops) {
        const Count inner = dice.pick(support::divisors(nest.iterations[loop]));
        const Count middle = dice.pick(support::divisors(nest.iterations[loop] / inner));
        scheme.blocking.factors[loop] = {nest.iterations[loop] / inner / middle, middle, inner};
    }
    for (auto& order : scheme.blocking.order) {
        std::shuffle(order.begin(), order.end(), dice.engine());
    }
    return scheme;
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

} // namespace

class TestDirectiveInterpreter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Random schemes of every kind of layer, written as text: stepping through the text moves just the words that the
    /// analysis of the text and the cost model count.
    void steppingThroughTheTextMovesWhatIsCounted()
    {
        Dice dice(2023);
        Count bypasses = 0;
        Count reread = 0;
        Count folded = 0;
        Count padded = 0;
        for (int round = 0; round < 20000; ++round) {
            const network::Layer layer = randomLayer(dice);
            const Count batch = dice.upTo(4);
            const bool systolic = round % 4 == 0;
            const hardware::PeArray array({dice.upTo(6), dice.upTo(6)}, systolic ? hardware::ArrayDataflow::Systolic
                                                                                  : hardware::ArrayDataflow::RowStationary);
            const Partition partition = randomPartition(dice, layer, batch);
            const Counts way = dice.upTo(4) == 1 ? Counts::Reference : Counts::Executed;
            const TileLayer tile = tileLayer(layer, batch, partition, way);
            if (network::isDepthwise(tile.layer) != network::isDepthwise(layer)) {
                continue; // one channel a tile: the model no longer tells depthwise from other layers
            }
            const LoopNest nest = dice.pick(loopNests(tile, array));
            const LayerScheme scheme = randomScheme(dice, nest, partition);
            const LayerContext context{layer, batch, array, partition.tiles(), way};

            const auto fetches = cost::fetchesOf(nest, scheme.blocking);
            const PerTensor<bool> kept = cost::keptInBuffer(fetches, {{true, true, dice.upTo(2) == 1}});
            const std::string text = print(writeScheme(context, scheme, kept));
            const Reading reading = parse(text);
            QVERIFY(reading.faults.empty());
            const LayerDirectives& directives = reading.document.segments[0].regions[0].layers[0];
            Faults faults;
            const auto again = readScheme(context, directives, faults);
            QVERIFY2(again && *again == scheme, (text + support::describe(diagnosticsOf(faults, {}))).c_str());

            hardware::Machine machine;
            machine.shape.peArray = array;
            cost::TileContext around;
            around.tiles = partition.tiles().size();
            around.mayBypass = {{!kept.values[0], !kept.values[1], !kept.values[2]}};
            const cost::LayerCost cost = cost::blockingCost(nest, scheme.blocking, machine, around);
            const LayerCounts counts = countLayer(context, directives, kept, {{1, 1, 1}});
            const LayerForm form = formOf(context, partition, scheme.replication);
            const Interpreter interpreter(layer, batch, form.mapping.fold.width, directives);
            const Count repeats = around.tiles * form.groups;
            QVERIFY2(close(static_cast<double>(interpreter.operations() * repeats), cost.operations),
                     (text + std::to_string(interpreter.operations() * repeats) + " " + std::to_string(cost.operations)).c_str());
            QVERIFY2(close(counts.operations, cost.operations), text.c_str());
            for (const Tensor tensor : allTensors) {
                if (form.tensors[tensor].terms.empty()) {
                    continue;
                }
                const std::string& name = form.tensors[tensor].names.front();
                const bool isMap = std::any_of(form.tensors[tensor].terms.begin(), form.tensors[tensor].terms.end(),
                                               [&](const FormTerm& term) { return term.dim == Dim::Yo || (term.dim == Dim::Yi && network::hasWeights(layer)); });
                const Count again = isMap ? interpreter.folds() : 1; // filter rows that do not fit the array
                const auto moved = [&](Count words) { return static_cast<double>(words * repeats); };
                const double intoArray = moved(interpreter.onArray(name).words * again);
                const double intoBuffer = moved(interpreter.inBuffer(name).words);
                const auto verify = [&](Level level, double walked) {
                    const bool equal = close(walked, cost.accesses[level][tensor]) && close(walked, counts.accesses[level][tensor]);
                    if (!equal) {
                        qWarning() << name.c_str() << nameOf(level).data() << walked << cost.accesses[level][tensor]
                                   << counts.accesses[level][tensor];
                    }
                    return equal;
                };
                QVERIFY2(verify(Level::Buffer, kept[tensor] ? intoArray : 0), text.c_str());
                QVERIFY2(verify(Level::Dram, kept[tensor] ? intoBuffer : intoArray), text.c_str());
                if (!systolic) {
                    const bool perFold = isMap || form.tensors[tensor].terms.back().dim == Dim::S;
                    QVERIFY2(verify(Level::Bus, moved(interpreter.onArray(name).bus * (perFold ? interpreter.folds() : 1))),
                             text.c_str());
                }
                for (const Storage storage : allStorages) {
                    QCOMPARE(static_cast<double>(counts.words[storage][tensor]), cost.wordsHeld[storage][tensor]);
                }
                bypasses += kept[tensor] ? 0 : 1;
                reread += cost.fetches[Storage::Buffer][tensor] > 1 ? 1 : 0;
                folded += interpreter.folds() > 1 ? 1 : 0;
                padded += form.dims[Loop::Batch] == Dim::P ? 1 : 0;
            }
        }
        // The dice reach both sides of every rule.
        QVERIFY(bypasses > 500);
        QVERIFY(reread > 500);
        QVERIFY(folded > 500);
        QVERIFY(padded > 500);
    }
};

QTEST_GUILESS_MAIN(TestDirectiveInterpreter)
#include "tst_directive_interpreter.moc"
