#include "core/program/turn_layout.h"

#include "core/support/dice.h"

#include <algorithm>
#include <optional>

namespace tilescape::program {

namespace {

/// Orders in which ranges are placed, drawn at random, where those that mostly do have no room.
constexpr std::size_t mostShuffles = 200;

/// A range with the layer whose it is, by its place in the region.
struct Placed {
    std::size_t layer = 0;
    Tensor tensor = Tensor::Weight;
    Range* range = nullptr;
};

/// Whether `later` takes what `maker` makes.
bool takes(const TurnLayer& later, std::size_t maker)
{
    return std::find(later.makers.begin(), later.makers.end(), maker) != later.makers.end();
}

class Room {
public:
    Room(const std::vector<TurnLayer>& layers, Count words) : m_layers(layers), m_words(words)
    {
        for (std::size_t layer = 0; layer < layers.size(); ++layer) {
            // Inputs are the hardest to place, between what they are taken from and what is made of them.
            for (const Tensor tensor : {Tensor::Input, Tensor::Output, Tensor::Weight}) {
                Range& range = layers[layer].code->ranges[tensor];
                if (range.takesRoom()) {
                    m_ranges.push_back({layer, tensor, &range});
                }
            }
        }
        putStayingFirst();
    }

    void putLargestFirst()
    {
        std::stable_sort(m_ranges.begin(), m_ranges.end(),
                         [](const Placed& a, const Placed& b) { return a.range->words() > b.range->words(); });
        putStayingFirst();
    }

    void shuffle(support::Dice& dice)
    {
        for (std::size_t place = m_ranges.size(); place > 1; --place) {
            std::swap(m_ranges[place - 1], m_ranges[dice.below(place)]);
        }
        putStayingFirst();
    }

    /// Which ranges lie at the highest place that is free while they are used, the others at the lowest: none, so that what stays
    /// together lies together; those of every other layer; or sums, between which inputs come and go.
    enum class FromTop { None, OtherLayers, Sums };

    bool place(FromTop rule)
    {
        std::vector<Placed> done;
        for (const Placed& own : m_ranges) {
            const bool fromTop = rule == FromTop::OtherLayers ? (own.layer % 2 == 1) != (own.tensor == Tensor::Input)
                                                              : rule == FromTop::Sums && own.tensor == Tensor::Output;
            const auto base = placeFor(own, done, fromTop);
            if (!base) {
                return false;
            }
            own.range->base = *base;
            done.push_back(own);
        }
        return true;
    }

private:
    /// Since nothing may lie over them.
    void putStayingFirst()
    {
        std::stable_partition(m_ranges.begin(), m_ranges.end(), [this](const Placed& placed) { return stays(placed); });
    }

    [[nodiscard]] bool stays(const Placed& placed) const
    {
        return m_layers[placed.layer].stays[placed.tensor];
    }

    [[nodiscard]] bool inUseTogether(Placed a, Placed b) const
    {
        if (a.layer == b.layer || stays(a) || stays(b)) {
            return true;
        }
        if (a.layer > b.layer) {
            std::swap(a, b);
        }
        if (a.tensor != Tensor::Output) {
            return false;
        }
        for (std::size_t taker = b.layer + 1; taker < m_layers.size(); ++taker) {
            if (takes(m_layers[taker], a.layer)) {
                return true;
            }
        }
        const TurnLayer& later = m_layers[b.layer];
        return takes(later, a.layer)
               && (b.tensor == Tensor::Input || !later.takesAtOnce || later.code->ranges[Tensor::Input].inPlace);
    }

    [[nodiscard]] std::optional<Count> placeFor(const Placed& own, const std::vector<Placed>& done, bool fromTop) const
    {
        const Count size = own.range->words();
        std::vector<Count> bases{0, m_words - size};
        for (const Placed& other : done) {
            bases.push_back(other.range->base + other.range->words());
            bases.push_back(other.range->base - size);
        }
        std::sort(bases.begin(), bases.end());
        if (fromTop) {
            std::reverse(bases.begin(), bases.end());
        }
        const auto isFree = [&](Count base) {
            return base >= 0 && base + size <= m_words
                   && std::none_of(done.begin(), done.end(), [&](const Placed& other) {
                          return base < other.range->base + other.range->words() && other.range->base < base + size
                                 && inUseTogether(own, other);
                      });
        };
        const auto found = std::find_if(bases.begin(), bases.end(), isFree);
        return found == bases.end() ? std::nullopt : std::optional(*found);
    }

    const std::vector<TurnLayer>& m_layers;
    Count m_words;
    std::vector<Placed> m_ranges;
};

} // namespace

bool layOutInTurns(const std::vector<TurnLayer>& layers, Count bufferWords)
{
    Room room(layers, bufferWords);
    const auto placed = [&room] {
        using FromTop = Room::FromTop;
        return room.place(FromTop::None) || room.place(FromTop::OtherLayers) || room.place(FromTop::Sums);
    };
    if (placed()) {
        return true;
    }
    room.putLargestFirst();
    bool fits = placed();
    support::Dice dice(1);
    for (std::size_t shuffle = 0; !fits && shuffle < mostShuffles; ++shuffle) {
        room.shuffle(dice);
        fits = placed();
    }
    return fits;
}

} // namespace tilescape::program
