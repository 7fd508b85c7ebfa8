#include "core/program/streams.h"

#include <algorithm>
#include <map>

namespace tilescape::program {

namespace {

/// One tile's part in the transfers of one tensor; tiles are displacements.
struct Part {
    std::optional<Tile> parent;
    std::vector<Tile> children;
    std::optional<RingPlace> ring; ///< if the tensor rotates, or is spread over tiles
    friend bool operator==(const Part&, const Part&) = default;
    friend auto operator<=>(const Part&, const Part&) = default;
};
using Parts = PerTensor<Part>;

Tile displacement(Tile from, Tile to) { return {to.row - from.row, to.column - from.column}; }

Step stepOf(Instruction instruction) { return {std::move(instruction)}; }

/// Makes the two streams of a tile from its parts.
class StreamMaker {
public:
    StreamMaker(const LoopPlan& plan, const LayerCode& code, const HandOver& handOver)
        : m_plan(plan), m_code(code), m_handOver(handOver), m_controllerDepth(handOver.turnLoops)
    {
        for (const Tensor tensor : allTensors) {
            const auto& rotation = plan.rotation[tensor];
            m_controllerDepth = std::max(m_controllerDepth, !exists(tensor) ? 0
                                                            : rotation      ? rotation->loop + 1
                                                                            : plan.memoryDepth[tensor]);
        }
    }

    Role roleOf(const std::vector<Parts>& partsOfGroups)
    {
        Role role;
        for (const Tensor tensor : allTensors) {
            const auto& ring = partsOfGroups.front()[tensor].ring;
            m_positions[tensor] = ring ? ring->position : 0;
        }
        if (partsOfGroups.size() == 1) {
            role.controller = controller(0, partsOfGroups.front());
            role.array = array(0);
            endTurn(role.controller, 0);
            return role;
        }
        const bool alike = std::all_of(partsOfGroups.begin(), partsOfGroups.end(),
                                       [&](const Parts& parts) { return parts == partsOfGroups.front(); });
        const auto groups = static_cast<Count>(partsOfGroups.size());
        for (Count group = 0; group < (alike ? 1 : groups); ++group) {
            const Parts& parts = partsOfGroups[static_cast<std::size_t>(group)];
            m_firstRepetition = group * m_plan.loops.front().step;
            const Count times = alike ? groups : 1;
            if (Steps inside = controller(1, parts); !inside.empty()) {
                role.controller.push_back({Repeat{times, std::move(inside)}});
            }
            role.array.push_back({Repeat{times, array(1)}});
        }
        endTurn(role.controller, 0);
        return role;
    }

private:
    void endTurn(Steps& steps, std::size_t depth) const
    {
        if (m_handOver.takesTurns && depth == m_handOver.turnLoops) {
            Instruction turn;
            turn.operation = Operation::Turn;
            steps.push_back(stepOf(turn));
        }
    }
    /// Inputs come first where they are taken out of room that weights and sums need.
    [[nodiscard]] std::array<Tensor, 2> orderOfFetches() const
    {
        return m_handOver.takesTurns ? std::array{Tensor::Input, Tensor::Weight} : std::array{Tensor::Weight, Tensor::Input};
    }

    [[nodiscard]] bool exists(Tensor tensor) const { return m_code.ranges[tensor].pieceWords > 0; }

    [[nodiscard]] Instruction instruction(Operation operation, Tensor tensor, std::size_t depth,
                                          const PerAxis<Count>& count) const
    {
        Instruction made;
        made.operation = operation;
        made.tensor = tensor;
        made.units = m_plan.box(tensor, depth, count, m_positions);
        made.units.begin[Axis::Repetition].base = m_firstRepetition;
        return made;
    }
    [[nodiscard]] Instruction memory(Operation operation, Tensor tensor) const
    {
        return instruction(operation, tensor, m_plan.memoryDepth[tensor], m_plan.held[tensor]);
    }
    /// The part of a rotating tensor that the tile fetches, or holds in the end.
    [[nodiscard]] Instruction memory(Operation operation, Tensor tensor, bool inTheEnd) const
    {
        Instruction made = memory(operation, tensor);
        if (const auto& rotation = m_plan.rotation[tensor]) {
            const Count part = inTheEnd ? rotation->lastPart(m_positions[tensor]) : m_positions[tensor];
            made.units.begin[rotation->axis].base += part * m_plan.held[tensor][rotation->axis];
        }
        if (const Spread& spread = m_code.ranges[tensor].spread; spread.isSpread()) {
            made.units.begin[spread.axis].base += spread.beginOf(m_positions[tensor]);
            made.units.count[spread.axis] = unitsOfPart(tensor);
        }
        return made;
    }
    /// Of a tensor that is spread over tiles, along its axis; 0 where the tile holds nothing of it.
    [[nodiscard]] Count unitsOfPart(Tensor tensor) const
    {
        const Spread& spread = m_code.ranges[tensor].spread;
        return spread.beginOf(m_positions[tensor] + 1) - spread.beginOf(m_positions[tensor]);
    }
    [[nodiscard]] bool holdsAny(Tensor tensor) const
    {
        return !m_code.ranges[tensor].spread.isSpread() || unitsOfPart(tensor) > 0;
    }
    /// Uses of a unit by all tiles that read it where it lies.
    [[nodiscard]] Count uses(Tensor tensor) const { return m_plan.uses(tensor) * m_code.ranges[tensor].spread.tiles(); }
    [[nodiscard]] Instruction registers(Operation operation, Tensor tensor) const
    {
        return instruction(operation, tensor, m_plan.arrayDepth[tensor], m_plan.inRegisters[tensor]);
    }

    void bringIn(Steps& steps, Tensor tensor, const Part& part) const
    {
        Instruction arm = memory(Operation::Arm, tensor, false);
        const bool input = tensor == Tensor::Input;
        const bool takes = input && m_handOver.takes && !part.parent;
        const bool fetches = (!input || m_handOver.fetches) && !part.parent;
        arm.updates = takes && fetches ? 2 : 1;
        arm.reads = uses(tensor) + static_cast<Count>(part.children.size());
        steps.push_back(stepOf(arm));
        if (fetches) {
            steps.push_back(stepOf(memory(Operation::Fetch, tensor, false)));
        }
        if (takes) {
            steps.push_back(stepOf(memory(Operation::Take, tensor, false)));
        }
        for (const Tile child : part.children) {
            Instruction send = memory(Operation::Send, tensor, false);
            send.to = child;
            steps.push_back(stepOf(send));
        }
    }

    void beginSums(Steps& steps, const Part& part) const
    {
        const std::vector<std::size_t> repeats =
            m_plan.repeatsAround(Tensor::Output, m_plan.memoryDepth[Tensor::Output]);
        const bool rotates = m_plan.rotation[Tensor::Output].has_value(); // then sums are gathered and read in the end
        Instruction arm = memory(Operation::Arm, Tensor::Output, false);
        arm.updates = uses(Tensor::Output) + (rotates ? 0 : static_cast<Count>(part.children.size()));
        arm.reads = rotates ? 0 : readsOfSums(part);
        if (part.parent || repeats.empty()) {
            steps.push_back(stepOf(arm));
            return;
        }
        arm.guard = {Guard::When::First, repeats};
        steps.push_back(stepOf(arm));
        arm.updates += 1;
        arm.guard.when = Guard::When::Again;
        steps.push_back(stepOf(arm));
        Instruction fetch = memory(Operation::Fetch, Tensor::Output, false);
        fetch.guard = arm.guard;
        steps.push_back(stepOf(fetch));
    }

    void endSums(Steps& steps, const Part& part) const
    {
        if (m_plan.rotation[Tensor::Output]) {
            Instruction keep = memory(Operation::Keep, Tensor::Output, true);
            keep.updates = static_cast<Count>(part.children.size());
            keep.reads = readsOfSums(part);
            steps.push_back(stepOf(keep));
        }
        if (part.parent) {
            Instruction send = memory(Operation::Send, Tensor::Output, true);
            send.to = *part.parent;
            steps.push_back(stepOf(send));
            return;
        }
        if (m_handOver.stores) {
            steps.push_back(stepOf(memory(Operation::Store, Tensor::Output, true)));
        }
        if (m_handOver.offers) {
            steps.push_back(stepOf(memory(Operation::Offer, Tensor::Output, true)));
        }
    }
    /// A tile that gathers may store its sums, offer them, or both.
    [[nodiscard]] Count readsOfSums(const Part& part) const
    {
        return !part.parent && m_handOver.stores && m_handOver.offers ? 2 : 1;
    }

    /// At the beginning of a round but the first: the tile goes on with the part that it holds.
    void keepPart(Steps& steps, Tensor tensor, const Rotation& rotation) const
    {
        Instruction keep = instruction(Operation::Keep, tensor, m_plan.memoryDepth[tensor], m_plan.held[tensor]);
        keep.units.begin[rotation.axis].rings.push_back(
            {m_plan.held[tensor][rotation.axis], rotation.parts, m_positions[tensor], rotation.rounds});
        (tensor == Tensor::Output ? keep.updates : keep.reads) = m_plan.uses(tensor);
        keep.guard.when = Guard::When::Again;
        for (const Index::Term& round : rotation.rounds) {
            keep.guard.loops.push_back(round.loop);
        }
        steps.push_back(stepOf(keep));
    }

    /// At the beginning of a step but the first: the part goes to the tile before, the next one comes.
    void turn(Steps& steps, Tensor tensor, const Rotation& rotation, Tile before) const
    {
        Instruction rotate = instruction(Operation::Rotate, tensor, rotation.loop + 1, m_plan.held[tensor]);
        rotate.updates = 1 + (tensor == Tensor::Output ? m_plan.uses(tensor) : 0);
        rotate.reads = tensor == Tensor::Output ? 0 : m_plan.uses(tensor);
        rotate.to = before;
        rotate.guard = {Guard::When::Again, {rotation.loop}};
        steps.push_back(stepOf(rotate));
    }

    void rotateAt(Steps& steps, std::size_t depth, const Parts& parts) const
    {
        for (const Tensor tensor : allTensors) {
            const auto& rotation = m_plan.rotation[tensor];
            if (rotation && rotation->loop + 1 == depth) {
                turn(steps, tensor, *rotation, parts[tensor].ring->before);
            }
            if (rotation && rotation->loop == depth && !rotation->rounds.empty()) {
                keepPart(steps, tensor, *rotation);
            }
        }
    }

    [[nodiscard]] Steps controller(std::size_t depth, const Parts& parts) const
    {
        Steps steps;
        for (const Tensor tensor : orderOfFetches()) {
            if (exists(tensor) && holdsAny(tensor) && m_plan.memoryDepth[tensor] == depth) {
                bringIn(steps, tensor, parts[tensor]);
            }
        }
        const bool sums = m_plan.memoryDepth[Tensor::Output] == depth && holdsAny(Tensor::Output);
        if (sums) {
            beginSums(steps, parts[Tensor::Output]);
        }
        rotateAt(steps, depth, parts);
        if (depth < m_controllerDepth) {
            Steps inside = controller(depth + 1, parts);
            if (!inside.empty()) { // a tile may have no part of what is moved in there
                steps.push_back({Repeat{m_plan.loops[depth].times, std::move(inside)}});
            }
        }
        if (sums) {
            endSums(steps, parts[Tensor::Output]);
        }
        if (depth > 0) {
            endTurn(steps, depth);
        }
        return steps;
    }

    [[nodiscard]] Steps array(std::size_t depth) const
    {
        Steps steps;
        for (const Tensor tensor : {Tensor::Weight, Tensor::Input}) {
            if (exists(tensor) && m_plan.arrayDepth[tensor] == depth) {
                steps.push_back(stepOf(registers(Operation::Load, tensor)));
            }
        }
        const bool sums = m_plan.arrayDepth[Tensor::Output] == depth;
        if (sums) {
            const std::vector<std::size_t> repeats = m_plan.repeatsAround(Tensor::Output, depth);
            Instruction clear = registers(Operation::Clear, Tensor::Output);
            if (!repeats.empty()) {
                clear.guard = {Guard::When::First, repeats};
                Instruction load = registers(Operation::Load, Tensor::Output);
                load.guard = {Guard::When::Again, repeats};
                steps.push_back(stepOf(load));
            }
            steps.push_back(stepOf(clear));
        }
        if (depth < m_plan.loops.size()) {
            steps.push_back({Repeat{m_plan.loops[depth].times, array(depth + 1)}});
        } else {
            Instruction pass;
            pass.units = m_plan.passBox(m_positions);
            pass.units.begin[Axis::Repetition].base = m_firstRepetition;
            steps.push_back(stepOf(pass));
        }
        if (sums) {
            steps.push_back(stepOf(registers(Operation::Unload, Tensor::Output)));
        }
        return steps;
    }

    const LoopPlan& m_plan;
    const LayerCode& m_code;
    const HandOver& m_handOver;
    PerTensor<Count> m_positions{{0, 0, 0}};
    std::size_t m_controllerDepth = 0;
    Count m_firstRepetition = 0; ///< of the group whose loop is unrolled
};

} // namespace

std::vector<Role> rolesOf(const LoopPlan& plan, const LayerCode& code,
                          const std::vector<PerTensor<std::vector<RouteGroup>>>& routes,
                          const PerTensor<RingPlaces>& rings, const HandOver& handOver)
{
    std::map<Tile, std::vector<Parts>> partsOfTiles;
    for (std::size_t head = 0; head < routes.size(); ++head) {
        for (const Tensor tensor : allTensors) {
            for (const RouteGroup& group : routes[head][tensor]) {
                for (std::size_t place = 0; place < group.tiles.size(); ++place) {
                    const Tile tile = group.tiles[place];
                    std::vector<Parts>& parts = partsOfTiles[tile];
                    parts.resize(routes.size());
                    Part& part = parts[head][tensor];
                    const Route& route = group.routes[place];
                    if (route.parent) {
                        part.parent = displacement(tile, *route.parent);
                    }
                    for (const Tile child : route.children) {
                        part.children.push_back(displacement(tile, child));
                    }
                    std::sort(part.children.begin(), part.children.end());
                    if (!rings[tensor].empty()) {
                        const RingPlace& place = rings[tensor].at(tile);
                        const bool turns = plan.rotation[tensor].has_value();
                        part.ring = RingPlace{place.position, turns ? displacement(tile, place.before) : Tile{}};
                    }
                }
            }
        }
    }
    std::map<std::vector<Parts>, std::vector<Tile>> tilesOfParts;
    for (const auto& [tile, parts] : partsOfTiles) {
        tilesOfParts[parts].push_back(tile);
    }
    StreamMaker maker(plan, code, handOver);
    std::vector<Role> roles;
    for (const auto& [parts, tiles] : tilesOfParts) {
        roles.push_back(maker.roleOf(parts));
        roles.back().tiles = tiles;
    }
    return roles;
}

} // namespace tilescape::program
