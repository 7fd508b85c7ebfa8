#include "ui/inspector/segment_facts.h"

#include "core/schedule/proven_bounds.h"
#include "core/schedule/segment_facts.h"
#include "core/schedule/segment_timeline.h"
#include "ui/inspector/inspector_text.h"
#include "ui/style/format.h"
#include "ui/style/scheme_text.h"
#include "ui/style/search_text.h"

#include <QStringList>

#include <algorithm>

namespace tilescape::ui::inspector {

using pipeline::Flow;
using pipeline::WholeMap;
using schedule::Schedule;
using schedule::ScheduledLayer;

namespace {

QString tilesText(Count tiles)
{
    return tiles == 1 ? InspectorText::tr("1 tile") : InspectorText::tr("%n tiles", nullptr, static_cast<int>(tiles));
}

QString whyWhole(WholeMap whole)
{
    switch (whole) {
    case WholeMap::SumsRunOn: return InspectorText::tr("its sums end only with the last group of its input channels");
    case WholeMap::TakerNeedsAll: return InspectorText::tr("it comes in groups, but who takes it works in other ones");
    case WholeMap::SameTiles:
        return InspectorText::tr("a layer with weights on the same tiles waits for all of its input");
    case WholeMap::OneGroup: return InspectorText::tr("it is not cut into groups");
    case WholeMap::No: break;
    }
    return {};
}

/// One layer of a segment, and what that segment does.
class SegmentText {
public:
    SegmentText(const Schedule& schedule, const ScheduledLayer& layer)
        : m_schedule(schedule), m_layer(layer), m_made(schedule.problem->network.layers[layer.layer]),
          m_timeline(schedule::segmentTimeline(schedule, layer.slot.segment))
    {
        for (const ScheduledLayer& other : schedule.layers) {
            if (other.slot.segment == layer.slot.segment) {
                m_place = other.layer == layer.layer ? m_members.size() : m_place;
                m_members.push_back(&other);
            }
        }
    }

    std::vector<Fact> facts()
    {
        addSegment();
        addRegions();
        addFlows();
        addLoops();
        addWeights();
        addRotation();
        addTimes();
        addBound();
        addSearch();
        return std::move(m_facts);
    }

private:
    [[nodiscard]] QString nameAt(std::size_t place) const
    {
        return QString::fromStdString(m_schedule.problem->network.layers[m_members[place]->layer].name);
    }

    void addSegment()
    {
        const Count regions = m_members.back()->slot.region + 1;
        QString what = m_members.size() == 1
                           ? InspectorText::tr("1 layer")
                           : InspectorText::tr("%n layers", nullptr, static_cast<int>(m_members.size()));
        what += regions == 1 ? InspectorText::tr(" on the same tiles")
                             : InspectorText::tr(" in %n regions", nullptr, static_cast<int>(regions));
        m_facts.push_back(
            {InspectorText::tr("Segment"),
             InspectorText::tr("%1 (of 0–%2): %3")
                 .arg(m_layer.slot.segment)
                 .arg(m_schedule.segments.size() - 1)
                 .arg(m_members.size() == 1 ? InspectorText::tr("this layer by itself") : what),
             InspectorText::tr(
                 "Layers of a segment run at the same time, or one after another on the same tiles, and hand their "
                 "data on on chip (Tangram 3.3).")});
    }

    void addRegions()
    {
        for (std::size_t place = 0; place < m_members.size();) {
            const Count region = m_members[place]->slot.region;
            const dataflow::Region& tiles = m_members[place]->scheme.region;
            QStringList layers;
            for (; place < m_members.size() && m_members[place]->slot.region == region; ++place) {
                layers << nameAt(place);
            }
            const Count stripes = schedule::stripesOf(tiles);
            const auto height = static_cast<int>(tiles.extent.height);
            const auto width = static_cast<int>(tiles.extent.width);
            QString where = InspectorText::tr("%1 × %2").arg(
                height == 1 ? InspectorText::tr("1 row") : InspectorText::tr("%n rows", nullptr, height),
                width == 1 ? InspectorText::tr("1 column") : InspectorText::tr("%n columns", nullptr, width));
            where += stripes == 1 ? InspectorText::tr(" in one stripe")
                                  : InspectorText::tr(", folded over %n stripes", nullptr, static_cast<int>(stripes));
            const bool own = region == m_layer.slot.region;
            m_facts.push_back(
                {(own ? InspectorText::tr("  R%1, here") : InspectorText::tr("  R%1")).arg(region),
                 InspectorText::tr("%1: %2").arg(
                     own ? InspectorText::tr("%1, %2").arg(tilesText(tiles.extent.size()), where)
                         : tilesText(tiles.extent.size()),
                     layers.join(QStringLiteral(", "))),
                 InspectorText::tr("Region %1: %2, %3.").arg(region).arg(tilesText(tiles.extent.size()), where)});
        }
    }

    [[nodiscard]] static QString piecesText(const Flow& flow)
    {
        return flow.whole == WholeMap::No
            ? InspectorText::tr("%1 groups of %2").arg(flow.groups).arg(style::words(flow.wordsPerGroup))
            : InspectorText::tr("as a whole, %1").arg(style::words(flow.wordsPerGroup));
    }

    void addFlow(const Flow& flow, bool taken)
    {
        const QString other = nameAt(taken ? flow.from : flow.to);
        const Count region = m_members[taken ? flow.from : flow.to]->slot.region;
        QString how = flow.sameTiles ? InspectorText::tr("on the same tiles")
                      : taken        ? InspectorText::tr("from region %1").arg(region)
                                     : InspectorText::tr("to region %1").arg(region);
        if (flow.sharedInput) {
            how += taken ? InspectorText::tr(", which fetches it from DRAM for both")
                         : InspectorText::tr(", fetched from DRAM for both");
        }
        m_facts.push_back({taken ? InspectorText::tr("Takes") : InspectorText::tr("Hands on"),
                           InspectorText::tr("%1: %2, %3").arg(other, piecesText(flow), how),
                           InspectorText::tr("Pieces within a batch group, over all tiles of the region.")});
        if (flow.whole != WholeMap::No) {
            m_facts.push_back(
                {InspectorText::tr("  buffered whole"), whyWhole(flow.whole),
                 InspectorText::tr("Whole maps of a batch group, %1, lie in the tiles' buffers (Tangram 3.2).")
                     .arg(style::words(flow.wordsPerGroup))});
        }
    }

    void addFlows()
    {
        std::vector<pipeline::Placement> placements;
        for (const ScheduledLayer* member : m_members) {
            placements.push_back({member->layer, member->slot});
        }
        const auto links = pipeline::linksOf(tilescape::network::topologyOf(m_schedule.problem->network), placements)[m_place];
        const double brought = m_layer.cost.accesses[Level::Dram][Tensor::Input];
        if (brought > 0) {
            m_facts.push_back({InspectorText::tr("Takes"),
                               InspectorText::tr("from DRAM: %1").arg(style::words(brought)),
                               InspectorText::tr("Reads of the input, refetches included.")});
        }
        for (const Flow& flow : m_timeline.flows) {
            if (flow.to == m_place) {
                addFlow(flow, true);
            }
        }
        for (const Flow& flow : m_timeline.flows) {
            if (flow.from == m_place) {
                addFlow(flow, false);
            }
        }
        if (links.outputToMemory) {
            m_facts.push_back(
                {InspectorText::tr("Hands on"),
                 InspectorText::tr("to DRAM: %1").arg(style::words(m_layer.cost.accesses[Level::Dram][Tensor::Output])),
                 InspectorText::tr("Writes of the output, and reads of what is written more than once.")});
        }
    }

    /// The loops that pipelining sees, outermost first (ALLO: Tangram 3.2).
    void addLoops()
    {
        const pipeline::PipelineGroups groups = pipeline::pipelineGroups(m_layer.scheme.blocking);
        QStringList loops;
        const auto add = [&loops](Count number, const QString& of) {
            if (number > 1) {
                loops << InspectorText::tr("%1 groups of %2").arg(number).arg(of);
            }
        };
        add(groups.batch, InspectorText::tr("the batch"));
        add(groups.input, InspectorText::tr("input channels"));
        add(groups.output, InspectorText::tr("output channels"));
        QString text =
            loops.isEmpty() ? InspectorText::tr("not cut into groups") : loops.join(InspectorText::tr(", then "));
        if (m_members.size() > 1 && (groups.input > 1 || groups.output > 1)) {
            text += groups.output > 1 ? InspectorText::tr(": hands on as it goes")
                                      : InspectorText::tr(": takes as it goes");
        }
        m_facts.push_back(
            {InspectorText::tr("Outer loops"), text,
             InspectorText::tr(
                 "Alternate layer loop ordering: a layer with its output channels outside hands groups on, one with "
                 "its "
                 "input channels outside takes them as they come, so that neither buffers a whole map.")});
    }

    void addWeights()
    {
        if (!tilescape::network::hasWeights(m_made) || tilescape::network::hasOperand(m_made)) {
            return;
        }
        const auto words = static_cast<double>(tilescape::network::weightWords(m_made));
        const bool pinned = schedule::pinsWeights(m_schedule, m_layer);
        m_facts.push_back({InspectorText::tr("Weights"),
                           pinned ? InspectorText::tr("pinned on chip: %1").arg(style::words(words))
                                  : InspectorText::tr("from DRAM: %1")
                                        .arg(style::words(m_layer.cost.accesses[Level::Dram][Tensor::Weight])),
                           InspectorText::tr("%1 in all. Where the whole network is one segment they may stay in the "
                                             "buffers for good (Tangram 3.3).")
                               .arg(style::words(words))});
    }

    void addRotation()
    {
        for (const Tensor tensor : allTensors) {
            const Count rounds = m_layer.cost.rotationRounds[tensor];
            if (rounds == 0) {
                continue;
            }
            const QString name = style::tensorLabel(tensor, m_made);
            const Count units = m_layer.cost.rotationUnits[tensor];
            m_facts.push_back({InspectorText::tr("Rotation"),
                               InspectorText::tr("%1: %2 rounds of %3 units, %4 word-hops")
                                   .arg(name.toLower(), style::exactCount(static_cast<double>(rounds)))
                                   .arg(units)
                                   .arg(style::count(m_layer.cost.nocHopsBetweenTiles[tensor])),
                               InspectorText::tr("Shared pieces go around the tiles that share them (Tangram 3.1): "
                                                 "each round in as many steps as units.")});
        }
    }

    void addTimes()
    {
        const pipeline::SegmentTiming& timing = m_timeline.timing;
        const auto cycles = [](Count count) {
            return InspectorText::tr("%1 cycles").arg(style::count(static_cast<double>(count)));
        };
        QString text = cycles(timing.cycles());
        if (m_members.size() > 1) {
            text = InspectorText::tr("%1; fill %2, drain %3")
                       .arg(text, cycles(m_timeline.fillEnd), cycles(timing.nodeCycles - m_timeline.drainStart));
        }
        if (m_timeline.isDramBound()) {
            text += InspectorText::tr("; waits for DRAM");
        }
        m_facts.push_back({InspectorText::tr("Segment takes"), text,
                           InspectorText::tr("Its regions take %1, its DRAM transfers %2; %3 batch groups.")
                               .arg(cycles(timing.nodeCycles), cycles(timing.dramCycles)).arg(timing.batchGroups)});
    }

    /// Where the gap to the best possible is.
    void addBound()
    {
        const auto number = static_cast<std::size_t>(m_layer.slot.segment);
        if (number >= m_schedule.segmentBounds.size()) {
            return;
        }
        const search::SegmentBound& bound = m_schedule.segmentBounds[number];
        const double energyPj = schedule::segmentEnergyPj(m_schedule, number);
        const auto cycles =
            static_cast<double>(pipeline::cyclesOf(m_schedule.segments[number], m_schedule.segments.size() == 1));
        m_facts.push_back({InspectorText::tr("Above its bound"),
                           InspectorText::tr("energy %1, cycles %2")
                               .arg(style::percentOf(energyPj - bound.energy.energyPj, bound.energy.energyPj),
                                    style::percentOf(cycles - bound.cycles, bound.cycles)),
                           InspectorText::tr("Proven: as this segment, its layers take at least %1 and %2 cycles, whatever "
                                             "their regions and schemes.")
                               .arg(style::energy(bound.energy.energyPj), style::count(bound.cycles))});
        m_facts.push_back({InspectorText::tr("  part of this layer"),
                           InspectorText::tr("%1 of the bound").arg(style::energy(bound.energy.layersPj[m_place])),
                           InspectorText::tr("The layer takes %1: where the difference is large, the gap is.")
                               .arg(style::energy(m_layer.cost.energy.total()))});
    }

    /// What it was chosen over, and how hard the search looked at its layers.
    void addSearch()
    {
        const auto number = static_cast<std::size_t>(m_layer.slot.segment);
        if (number >= m_schedule.segmentSearches.size()) {
            return;
        }
        const schedule::SegmentSearch& search = m_schedule.segmentSearches[number];
        const Count overlapping = search.overlapping.considered();
        if (overlapping > 0) {
            m_facts.push_back(
                {InspectorText::tr("Chosen over"),
                 InspectorText::tr("%1 with a layer in common")
                     .arg(overlapping == 1 ? InspectorText::tr("1 segment")
                                           : InspectorText::tr("%1 segments")
                                                 .arg(style::exactCount(static_cast<double>(overlapping)))),
                 InspectorText::tr(
                     "Other segments that the search considered for these layers, and what ruled them out. "
                     "A schedule with this segment has none of them.")});
            for (const style::CountLine& line : style::outcomeLines(search.overlapping)) {
                m_facts.push_back({QStringLiteral("  ") + style::exactCount(static_cast<double>(line.count)), line.text, {}});
            }
        }
        QStringList lines;
        for (const style::CountLine& line : style::blockingLines(search.blockings)) {
            lines << style::lineText(line);
        }
        m_facts.push_back({InspectorText::tr("Blockings"),
                           InspectorText::tr("%1 considered, %2 priced")
                               .arg(style::exactCount(static_cast<double>(search.blockings.considered)),
                                    style::exactCount(static_cast<double>(search.blockings.priced))),
                           InspectorText::tr("Of this segment's layers, in the groups that it has:") + QLatin1Char('\n')
                               + lines.join(QLatin1Char('\n'))});
    }

    const Schedule& m_schedule;
    const ScheduledLayer& m_layer;
    const tilescape::network::Layer& m_made;
    pipeline::SegmentTimeline m_timeline;
    std::vector<const ScheduledLayer*> m_members;
    std::size_t m_place = 0;
    std::vector<Fact> m_facts;
};

} // namespace

std::vector<Fact> segmentFacts(const Schedule& schedule, const ScheduledLayer& layer)
{
    return SegmentText(schedule, layer).facts();
}

} // namespace tilescape::ui::inspector
