#include "core/program/claims.h"

#include "core/dataflow/sharing.h"
#include "core/program/movement.h"

#include <algorithm>
#include <cmath>

namespace tilescape::program {

namespace {

bool isClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

/// Steps from the model's number to the machine's, each with its name.
class Account {
public:
    Account(LayerCode& code, Tensor tensor, std::string quantity, double model)
        : m_code(code), m_tensor(tensor), m_quantity(std::move(quantity)), m_now(model)
    {}
    void step(std::string name, double next)
    {
        if (!isClose(m_now, next)) {
            m_code.differences.push_back({std::move(name), m_tensor, m_quantity, next - m_now});
        }
        m_now = next;
    }
    [[nodiscard]] double result() const { return m_now; }

private:
    LayerCode& m_code;
    Tensor m_tensor;
    std::string m_quantity;
    double m_now;
};

/// The words of one place, once and in all fetches.
double accountWords(Account& account, const OnceWords& once, double each)
{
    account.step("uneven_pieces", each * once.modelled);
    account.step("equal_pieces", each * once.reads);
    return account.result();
}

/// How the maps of a layer lie where the model has them otherwise.
struct OtherPlaces {
    bool fetched = false; ///< the model hands on what another region has fetched
    bool tiles = false;   ///< the model has a map evenly over the region that made it, the machine where its sums are gathered
};

OtherPlaces otherPlaces(const Program& program, const Places& places, const LayerCode& code, Tensor tensor,
                        const TensorClaim& claim)
{
    const auto gathers = [&](std::size_t layer) {
        const auto made = std::find_if(program.layers.begin(), program.layers.end(),
                                       [layer](const LayerCode& other) { return other.layer == layer; });
        return made->partition.shares[dataflow::Split::InputChannel].size() > 1;
    };
    OtherPlaces other;
    if (tensor == Tensor::Output) {
        other.tiles = !places.stores(code.layer) && gathers(code.layer);
    } else if (tensor == Tensor::Input) {
        other.fetched = claim.handed > 0 && !places.takesFromTiles(code.layer);
        for (const Places::Source& source : places.sourcesOf(code.layer)) {
            other.tiles = other.tiles || (source.maker && (gathers(*source.maker) || places.stores(*source.maker)));
        }
    }
    return other;
}

} // namespace

void addClaims(const Program& program, const Places& places, LayerCode& code, const cost::LayerCost& cost,
               const ClaimContext& context)
{
    const PerTensor<Count> sharers = dataflow::fetchSharers(program.network.layers[code.layer], code.partition,
                                                            context.spreads, Counts::Executed);
    const Movement movement(program, places, code);
    code.differences.clear();
    for (const Tensor tensor : allTensors) {
        const Range& range = code.ranges[tensor];
        TensorClaim& claim = code.claims[tensor];
        claim.dram = cost.accesses[Level::Dram][tensor];
        claim.buffer = cost.accesses[Level::Buffer][tensor];
        claim.hops = cost.nocHops[tensor];
        claim.handed = cost.remoteBufferAccesses[tensor];
        claim.shared = cost.sharedAccesses[tensor];
        if (range.pieceWords == 0) {
            continue;
        }
        const OnceMoved once = movement.of(tensor, sharers[tensor], context, Words::OfUnits);
        const OnceMoved folded =
            code.folds[tensor] > 1 ? movement.of(tensor, sharers[tensor], context, Words::Crossing) : once;
        const OnceMoved& crossing = range.inBuffer ? once : folded;
        const OtherPlaces other = otherPlaces(program, places, code, tensor, claim);
        const auto reloads = static_cast<double>(tensor == Tensor::Weight ? context.reloads : 1);
        const auto loads = static_cast<double>(tensor == Tensor::Weight ? context.registerReloads : 1);
        const bool keeps = tensor == Tensor::Output && context.keepsToHandOn;
        const double times = cost.fetches[Storage::Buffer][tensor] * reloads;
        const auto folds = static_cast<double>(code.folds[tensor]);

        const bool isShared = code.shared[tensor].exists();
        // What tiles fetch and store, from or to whichever memory serves them.
        Account moved(code, tensor, isShared ? "shared" : "dram", isShared ? claim.shared : claim.dram);
        Account handed(code, tensor, "handed", claim.handed);
        moved.step("reloaded_weights", moved.result() * reloads);
        if (keeps) {
            moved.step("kept_to_hand_on", moved.result() / folds);
            handed.step("kept_to_hand_on", claim.handed / folds);
        }
        if (other.fetched) {
            moved.step("shared_inputs", times * crossing.memory.reads);
            handed.step("shared_inputs", 0);
        }
        (isShared ? claim.expectedShared : claim.expectedDram) = accountWords(moved, crossing.memory, times);
        if (isShared) {
            Account dram(code, tensor, "dram", claim.dram);
            dram.step("uneven_pieces", movement.throughShared(tensor, context));
            claim.expectedDram = dram.result();
        }
        if (range.inPlace) {
            handed.step("in_place", 0);
            claim.expectedHanded = handed.result();
        } else {
            claim.expectedHanded = accountWords(handed, crossing.tiles, times);
        }

        Account buffer(code, tensor, "buffer", claim.buffer);
        const double all =
            cost.fetches[Storage::Register][tensor] * loads * (folded.memory.allTiles + folded.tiles.allTiles);
        buffer.step("reloaded_weights", claim.buffer * loads);
        if (keeps) {
            buffer.step("kept_to_hand_on", all);
        }
        if (tensor == Tensor::Input && context.streamsInput) {
            buffer.step("streamed_inputs", 0);
        }
        buffer.step("uneven_pieces", range.inBuffer ? all : 0);
        claim.expectedBuffer = buffer.result();

        Account hops(code, tensor, "hops", claim.hops);
        const double writes = tensor == Tensor::Output ? (times + 1) / 2 : times;
        const auto fetchedOf = [&](const OnceMoved& moves) {
            return tensor == Tensor::Output
                       ? (times - writes) * moves.directIn + writes * (moves.directOut + moves.between)
                       : times * (moves.directIn + moves.between);
        };
        const double fetched = fetchedOf(once);
        const double turned = cost.nocHopsBetweenTiles[tensor];
        hops.step("reloaded_weights", (hops.result() - turned) * reloads + turned);
        if (other.fetched || other.tiles) {
            hops.step(other.fetched ? "shared_inputs" : "made_places", fetched + turned);
        }
        if (range.spread.isSpread()) {
            hops.step("shared_fetch", fetched + turned);
            hops.step("wide_fetches",
                      fetched + cost.fetches[Storage::Register][tensor] * loads * movement.readWide(tensor, context));
        } else if (context.plan.rotation[tensor]) {
            hops.step("shared_fetch", fetched + turned);
            hops.step("uneven_pieces", fetched + movement.rotated(tensor, context));
        } else {
            hops.step("stripes", fetched + turned);
            hops.step("folds", fetchedOf(crossing) + turned);
        }
        claim.expectedHops = hops.result();
    }
}

} // namespace tilescape::program
