#include "core/schedule/check_segments.h"

#include "core/dataflow/directives/printer.h"
#include "core/pipeline/loop_order_constraints.h"
#include "core/search/space/segment_enumeration.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace tilescape::schedule {

namespace directives = dataflow::directives;
using directives::WrittenLoop;

namespace {

/// The two outermost updates of a layer that go more than one step: groups of the batch, then of channels.
struct Groups {
    Count batch = 1;
    const WrittenLoop* batchLoop = nullptr;
    PerLoop<Count> channels{{1, 1, 1}};
    const WrittenLoop* channelLoop = nullptr;
};

Groups groupsOf(const CheckedLayer& layer)
{
    Groups groups;
    const auto& loops = layer.counts.loops;
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        if (loop->level != Storage::Buffer || loop->count == 1 || !loop->loop) {
            continue;
        }
        if (*loop->loop == Loop::Batch && !groups.batchLoop) {
            groups.batch = loop->count;
            groups.batchLoop = &*loop;
            continue;
        }
        groups.channels[*loop->loop] = loop->count;
        groups.channelLoop = &*loop;
        break;
    }
    return groups;
}

class SegmentChecker {
public:
    SegmentChecker(const Problem& problem, CheckedDirectives& checked)
        : m_problem(problem), m_checked(checked)
    {
    }

    void checkPair(const CheckedLayer& maker, const CheckedLayer& user)
    {
        const network::Layer& layer = m_problem.network.layers[user.given.layer];
        const std::string& makerName = m_problem.network.layers[maker.given.layer].name;
        for (const CheckedLayer* own : {&maker, &user}) {
            if (pipeline::goesGroupAfterGroup(m_problem.network.layers[own->given.layer])) {
                warn(user, nullptr,
                     fmt::format("'{}' goes through the whole batch for one of its groups before the next",
                                 nameOf(*own)),
                     fmt::format("solvers hand nothing on between '{}' and '{}': what lies between them is in no order "
                                 "to be taken group by group",
                                 makerName, layer.name));
            }
        }
        const Groups made = groupsOf(maker);
        const Groups used = groupsOf(user);
        if (made.batch != used.batch) {
            warn(user, used.batchLoop,
                 fmt::format("the batch is taken in {} groups, '{}' makes it in {}", used.batch, makerName, made.batch),
                 fmt::format("with {} groups in both, the outermost, they are handed on as they are ready", made.batch));
        }
        const Count out = made.channels[Loop::OutputChannel];
        const Count in = used.channels[network::hasWeights(layer) && !network::isDepthwise(layer) ? Loop::InputChannel
                                                                                                  : Loop::OutputChannel];
        if (maker.given.slot.region != user.given.slot.region && in != out) {
            warn(user, used.channelLoop,
                 fmt::format("the input's channels are taken in {} groups, '{}' makes them in {}: the layer waits for all", in,
                             makerName, out),
                 fmt::format("with {} groups in both they are handed on as they are ready", std::max(in, out)));
        }
    }

    /// Regions run side by side; layers of one region take turns.
    void checkTiles()
    {
        struct Owner {
            Count region = 0;
            const CheckedLayer* layer = nullptr;
        };
        std::map<std::pair<Count, Tile>, Owner>
            owners; // by segment and tile: the region that has it, and its first layer there
        std::set<std::pair<Count, std::pair<Count, Count>>> told; // by segment, two regions
        for (const CheckedLayer& layer : m_checked.layers) {
            const Slot& slot = layer.given.slot;
            for (const Tile tile : layer.given.scheme.region.tiles) {
                const Owner& owner = owners.try_emplace({slot.segment, tile}, Owner{slot.region, &layer}).first->second;
                if (owner.region == slot.region
                    || !told.insert({slot.segment, std::minmax(owner.region, slot.region)}).second) {
                    continue;
                }
                m_checked.faults.push_back({layer.place, support::Severity::Error, nameOf(layer),
                                            fmt::format("tile ({}, {}) is in the region of '{}' as well", tile.row,
                                                        tile.column, nameOf(*owner.layer)),
                                            "regions of a segment run side by side: each needs tiles of its own"});
            }
        }
    }

    /// Of all layers of the text: those that share a segment are one that solvers may make.
    void checkRules(const network::Topology& topology)
    {
        std::map<Count, std::vector<const CheckedLayer*>> segments;
        for (const CheckedLayer& layer : m_checked.layers) {
            segments[layer.given.slot.segment].push_back(&layer);
        }
        for (auto& [number, layers] : segments) {
            std::stable_sort(layers.begin(), layers.end(), [](const CheckedLayer* a, const CheckedLayer* b) {
                return std::pair(a->given.slot.region, a->given.slot.index)
                       < std::pair(b->given.slot.region, b->given.slot.index);
            });
            std::vector<std::size_t> run;
            std::map<Count, std::vector<std::size_t>> byRegion;
            for (const CheckedLayer* layer : layers) {
                run.push_back(layer->given.layer);
                byRegion[layer->given.slot.region].push_back(layer->given.layer);
            }
            std::vector<std::vector<std::size_t>> regions;
            for (const auto& [region, own] : byRegion) {
                regions.push_back(own);
            }
            warnOfOtherTiles(layers);
            const auto legal = search::segmentsOf(m_problem.network, topology, {true, true},
                                                  network::verticesOf(m_problem.network, topology, run));
            if (std::none_of(legal.begin(), legal.end(),
                             [&](const pipeline::Segment& own) { return own.regions == regions; })) {
                warn(*layers.front(), nullptr,
                     fmt::format("'{}' to '{}' are no segment that solvers make", nameOf(*layers.front()),
                                 nameOf(*layers.back())),
                     "a layer takes its input from memory or from one neighbour, and hands its output on to the next "
                     "one on its tiles alone "
                     "(manual, cost model, section 5); the lower bound is one of schedules that keep to that");
            }
        }
    }

private:
    /// Of the layers of a segment, in order: one of a region that works on other tiles than the one before it.
    void warnOfOtherTiles(const std::vector<const CheckedLayer*>& layers)
    {
        for (std::size_t i = 1; i < layers.size(); ++i) {
            const GivenScheme& before = layers[i - 1]->given;
            const GivenScheme& own = layers[i]->given;
            if (own.slot.region == before.slot.region && own.scheme.region != before.scheme.region) {
                warn(*layers[i], nullptr,
                     fmt::format("the layer works on other tiles of its region than '{}'", nameOf(*layers[i - 1])),
                     "solvers give all layers of a region the same tiles; the lower bound is one of schedules that "
                     "keep to that");
            }
        }
    }

    [[nodiscard]] const std::string& nameOf(const CheckedLayer& layer) const
    {
        return m_problem.network.layers[layer.given.layer].name;
    }

    void warn(const CheckedLayer& layer, const WrittenLoop* loop, std::string problem, std::string remedy)
    {
        m_checked.faults.push_back({loop ? loop->place : layer.place, support::Severity::Warning,
                                    m_problem.network.layers[layer.given.layer].name, std::move(problem),
                                    std::move(remedy)});
    }

    const Problem& m_problem;
    CheckedDirectives& m_checked;
};

} // namespace

void checkSegments(const Problem& problem, const network::Topology& topology, CheckedDirectives& checked, bool areAll)
{
    SegmentChecker checker(problem, checked);
    checker.checkTiles();
    if (areAll) {
        checker.checkRules(topology);
    }
    for (const CheckedLayer& user : checked.layers) {
        for (const network::Source& source : topology.sources[user.given.layer]) {
            for (const CheckedLayer& maker : checked.layers) {
                if (source.kind == network::Source::Kind::Layer && source.index == maker.given.layer
                    && maker.given.slot.segment == user.given.slot.segment) {
                    checker.checkPair(maker, user);
                }
            }
        }
    }
}

} // namespace tilescape::schedule
