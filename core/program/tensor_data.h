#pragma once

#include "core/network/network.h"
#include "core/program/unit_boxes.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace tilescape::program {

/// One word. Sums wrap around at 64 bits, so that their order never changes them.
using Word = std::uint64_t;

/// A tensor in DRAM: a feature map (batch, channels, rows, columns), or weights (output channels, input channels of a group,
/// filter rows, filter columns).
struct Store {
    std::array<Count, 4> size{1, 1, 1, 1};
    std::vector<Word> words;

    [[nodiscard]] std::size_t indexOf(Count a, Count b, Count c, Count d) const
    {
        return static_cast<std::size_t>(((a * size[1] + b) * size[2] + c) * size[3] + d);
    }
    [[nodiscard]] bool contains(Count c, Count d) const { return c < size[2] && d < size[3]; }
    /// 0 in the padding below and to the right.
    [[nodiscard]] Word at(Count a, Count b, Count c, Count d) const
    {
        return contains(c, d) ? words[indexOf(a, b, c, d)] : 0;
    }
};

/// Stores one after another along the channels.
class Joined {
public:
    Joined() = default;
    explicit Joined(std::vector<Store*> parts) : m_parts(std::move(parts)) {}

    [[nodiscard]] Word at(Count image, Count channel, Count row, Count column) const;
    /// The words of `box`, batch by batch, channel by channel, row by row.
    void read(const Box& box, std::vector<Word>& words) const;
    /// Replaces the words of `box` by those from `words` on; returns what follows them.
    const Word* write(const Box& box, const Word* words);

private:
    [[nodiscard]] Store& partOf(Count& channel) const;

    std::vector<Store*> m_parts;
};

/// All tensors of a network: its inputs and weights drawn from a seed, 16 bits a word and signed; the layers' outputs zero. Each
/// takes memory from when it is asked for first.
class NetworkData {
public:
    NetworkData(const network::Network& network, Count batch, std::uint64_t seed);
    NetworkData(const NetworkData&) = delete;
    NetworkData& operator=(const NetworkData&) = delete;

    [[nodiscard]] Joined inputOf(std::size_t layer);
    [[nodiscard]] Joined operandOf(std::size_t layer); ///< weights, or the second operand
    [[nodiscard]] Joined outputOf(std::size_t layer);
    /// Draws the words of the maps that the layer reads, if layers make them: they are read in place of what is made.
    void drawSourcesOf(std::size_t layer, std::uint64_t seed);
    [[nodiscard]] Store& output(std::size_t layer);

private:
    Store& storeOf(const network::Source& source);

    const network::Network& m_network;
    network::Topology m_topology;
    std::uint64_t m_seed = 0;
    std::vector<Store> m_inputs; ///< the network's own, then the external ones
    std::vector<Store> m_weights;
    std::vector<Store> m_outputs;
    std::vector<Store> m_drawn; ///< outputs that are drawn for those that read them; empty ones are not
};

/// A word of an output that is not what the definition of its layer gives.
struct WrongWord {
    std::array<Count, 4> at{}; ///< as in the layer's store
    Word made = 0;
    Word right = 0;
};
/// The first wrong word in these boxes of a layer's output, computed from its inputs as they are.
std::optional<WrongWord> firstWrongWord(const network::Network& network, Count batch, NetworkData& data, std::size_t layer,
                                        const std::set<Box>& boxes);

/// Fills in all outputs by a direct evaluation, layer by layer, from the definitions alone.
void evaluateDirectly(const network::Network& network, Count batch, NetworkData& data);

} // namespace tilescape::program
