#pragma once

#include "core/program/claims.h"
#include "core/program/loop_plan.h"
#include "core/program/places.h"
#include "core/program/program.h"
#include "core/program/routes.h"
#include "core/program/segment_rules.h"
#include "core/schedule/schedule.h"
#include "core/support/diagnostic.h"
#include "core/support/result.h"

#include <string>

namespace tilescape::program {

/// The reason why a layer is not compiled, as a fault.
support::Diagnostic refusal(const std::string& layer, std::string problem, std::string remedy);

/// How a layer shares its tiles with the others of its region.
struct TileUse {
    bool takesTurns = false;     ///< only one layer has a tile's controller at a time
    std::size_t turnLoops = 0;   ///< outermost loops of which each iteration is a turn
    bool reloadsWeights = false; ///< its weights are brought in for every turn, since others lie over them meanwhile
    bool streamsInputs = false;  ///< what it takes from tiles as often as it works on it passes its buffer by
};

/// What else is known of a layer that has been compiled.
struct LayerDraft {
    PerTensor<bool> stays; ///< what is held from one turn to the next
    ClaimContext context;
};

/// Compiles the layers of a schedule, each by itself: how it is cut, then ranges and streams, then claims.
class LayerCompiler {
public:
    /// Both must outlive this.
    LayerCompiler(const schedule::Schedule& schedule, const Program& program);

    /// What the layers of the schedule can hand on to each other.
    [[nodiscard]] const SegmentRules& rules() const { return m_rules; }
    /// How the layer at `place` is cut over tiles and into units: all that the places of its output depend on.
    [[nodiscard]] LayerCode cut(std::size_t place) const;
    /// Fills in the rest of `code` but its claims; its ranges begin at the first word of the buffer. A fault if that cannot be.
    [[nodiscard]] support::Result<LayerDraft> compile(const Places& places, std::size_t place, const TileUse& use,
                                                      LayerCode& code) const;
    /// Fills in the claims of `code`, which take longer than all else, for the use of the tiles that has been chosen.
    void claim(const Places& places, std::size_t place, const LayerDraft& draft, LayerCode& code) const;

private:
    [[nodiscard]] LoopPlan planOf(const schedule::ScheduledLayer& placed, const dataflow::LoopNest& nest,
                                  const PerTensor<bool>& kept, bool handsOn, std::string& refused) const;
    [[nodiscard]] PerTensor<bool> keptOf(std::size_t place) const;
    [[nodiscard]] bool mayStreamInput(const Places& places, std::size_t place, const LoopPlan& plan) const;
    [[nodiscard]] bool modelReloadsWeights(const schedule::ScheduledLayer& placed) const;
    [[nodiscard]] bool isWithOthers(const schedule::ScheduledLayer& placed) const;
    [[nodiscard]] bool staysInPlace(const Places& places, const LayerCode& code, const PerAxis<Count>& units) const;
    [[nodiscard]] PerTensor<RingPlaces> ringsOf(const network::Layer& layer, const dataflow::LoopNest& nest,
                                                const schedule::ScheduledLayer& placed, const LoopPlan& plan,
                                                const LayerCode& code, std::string& refused) const;

    const schedule::Schedule& m_schedule;
    const schedule::Problem& m_problem;
    const Program& m_program;
    SegmentRules m_rules;
    hardware::Machine m_machine;
};

} // namespace tilescape::program
