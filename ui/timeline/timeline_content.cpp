#include "ui/timeline/timeline_content.h"

#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/timeline/timeline_text.h"

#include <QStringList>

#include <algorithm>
#include <set>

namespace tilescape::ui::timeline {

namespace {

LayerTrack trackOf(const schedule::Schedule& schedule, const schedule::ScheduledLayer& scheduled)
{
    LayerTrack track;
    track.layer = scheduled.layer;
    track.name = QString::fromStdString(schedule.problem->network.layers[scheduled.layer].name);
    track.slot = scheduled.slot;
    track.tiles = scheduled.scheme.region.extent.size();
    track.bound = scheduled.cost.boundBy();
    track.dramCycles = scheduled.cost.dramCycles;
    return track;
}

/// Maps of a segment that are handed over in this way, each once, however many layers take it.
template <typename IsCounted>
std::size_t mapsOf(const pipeline::SegmentFlow& flow, const IsCounted& isCounted)
{
    std::set<std::size_t> makers;
    for (const pipeline::Handover& hand : flow.handovers) {
        if (isCounted(hand)) {
            makers.insert(hand.from);
        }
    }
    return makers.size();
}

Lane laneOf(const schedule::Schedule& schedule, const tilescape::network::Topology& topology, HandOn handOn)
{
    const tilescape::network::Network& network = schedule.problem->network;
    const Count bufferWords = hardware::machineOf(schedule.problem->hardware).capacities.bufferWordsPerTile;
    Lane lane;
    lane.handOn = handOn;
    for (auto first = schedule.layers.begin(); first != schedule.layers.end();) {
        const auto last = std::find_if(first, schedule.layers.end(), [&](const schedule::ScheduledLayer& other) {
            return other.slot.segment != first->slot.segment;
        });
        SegmentTrack track;
        const pipeline::SegmentTiming& timing = schedule.segments[lane.segments.size()];
        std::vector<pipeline::TimedLayer> timed;
        for (auto scheduled = first; scheduled != last; ++scheduled) {
            timed.push_back({{scheduled->layer, scheduled->slot}, &scheduled->scheme, &scheduled->cost, timing.layers[timed.size()].room});
            track.layers.push_back(trackOf(schedule, *scheduled));
        }
        pipeline::SegmentFlow flow = pipeline::flowOf(network, topology, timed, schedule.problem->space.counts, bufferWords, handOn);
        lane.maps += mapsOf(flow, [](const pipeline::Handover& hand) { return !hand.sameRegion; });
        lane.mapsWithoutRoom += mapsOf(flow, [](const pipeline::Handover& hand) { return !hand.wholeHasRoom; });
        for (std::size_t place = 0; place < track.layers.size(); ++place) {
            track.layers[place].timing = flow.timing.layers[place];
            track.layers[place].loops = std::move(flow.loops[place]);
        }
        track.timing = std::move(flow.timing);
        track.handovers = std::move(flow.handovers);
        track.streams = track.layers.size() == schedule.layers.size() && track.layers.size() > 1;
        lane.cycles += static_cast<double>(pipeline::cyclesOf(track.timing, track.streams));
        lane.segments.push_back(std::move(track));
        first = last;
    }
    return lane;
}

QString loopName(Loop loop)
{
    switch (loop) {
    case Loop::Batch: return TimelineText::tr("batch");
    case Loop::OutputChannel: return TimelineText::tr("output");
    case Loop::InputChannel: break;
    }
    return TimelineText::tr("input");
}

QString cyclesText(double cycles, double clockMhz)
{
    return TimelineText::tr("%1 cycles (%2)").arg(style::count(cycles), style::seconds(cycles / (clockMhz * 1e6)));
}

QString waitLine(const SegmentTrack& segment, std::size_t place, const pipeline::Handover& hand)
{
    const QString from = segment.layers[hand.from].name;
    if (hand.to != place) {
        return {};
    }
    if (hand.groups > 1) {
        return TimelineText::tr("Takes groups of %1 as they are ready: %2 a batch group").arg(from).arg(hand.groups);
    }
    return hand.sameRegion ? TimelineText::tr("Waits for the whole map of %1, on the same tiles").arg(from)
                           : TimelineText::tr("Waits for the whole map of %1, which is buffered").arg(from);
}

} // namespace

double SegmentTrack::cycles() const { return static_cast<double>(std::max(timing.cycles(), timing.nodeCycles)); }

Stretch SegmentTrack::group(std::size_t place, Count batchGroup) const
{
    const pipeline::LayerTiming& layer = layers[place].timing;
    const auto groups = static_cast<double>(timing.batchGroups);
    const double later = static_cast<double>(batchGroup) * static_cast<double>(layer.pitch) / groups;
    return {static_cast<double>(layer.start) / groups + later, static_cast<double>(layer.done) / groups + later};
}

Stretch SegmentTrack::whole(std::size_t place) const
{
    return {group(place, 0).from, group(place, timing.batchGroups - 1).to};
}

double SegmentTrack::busyShare(std::size_t place) const
{
    const double length = whole(place).length();
    return length > 0 ? std::min(1.0, static_cast<double>(layers[place].timing.cycles) / length) : 1;
}

Stretch SegmentTrack::region(std::size_t place) const
{
    Stretch all = whole(place);
    for (std::size_t other = 0; other < layers.size(); ++other) {
        if (layers[other].slot.region == layers[place].slot.region) {
            all.from = std::min(all.from, whole(other).from);
            all.to = std::max(all.to, whole(other).to);
        }
    }
    return all;
}

Stretch partOf(const Stretch& batchGroup, double busy, Count groups, Count number)
{
    const double part = std::min(busy, batchGroup.length()) / static_cast<double>(groups);
    const double pitch = groups > 1 ? (batchGroup.length() - part) / static_cast<double>(groups - 1) : 0;
    const double from = batchGroup.from + pitch * static_cast<double>(number);
    return {from, from + part};
}

TimelineContent timelineContent(const schedule::Schedule& schedule, bool compare)
{
    TimelineContent content;
    if (!schedule.hasResult()) {
        return content;
    }
    content.clockMhz = schedule.problem->hardware.clockMhz;
    const tilescape::network::Topology topology = tilescape::network::topologyOf(schedule.problem->network);
    content.lanes.push_back(laneOf(schedule, topology, HandOn::Groups));
    if (compare) {
        content.lanes.push_back(laneOf(schedule, topology, HandOn::WholeMaps));
    }
    content.starts.push_back(0);
    for (std::size_t i = 0; i < content.lanes.front().segments.size(); ++i) {
        double longest = 0;
        for (const Lane& lane : content.lanes) {
            longest = std::max(longest, lane.segments[i].cycles());
        }
        content.starts.push_back(content.starts.back() + longest);
    }
    return content;
}

std::size_t TimelineContent::segmentAt(double cycle) const
{
    const auto after = std::upper_bound(starts.begin(), starts.end(), cycle);
    const auto number = std::max<std::ptrdiff_t>(after - starts.begin() - 1, 0);
    return std::min(static_cast<std::size_t>(number), starts.size() - 2);
}

std::optional<TimelineContent::Place> TimelineContent::find(std::size_t layer) const
{
    for (std::size_t segment = 0; !empty() && segment < lanes.front().segments.size(); ++segment) {
        const auto& layers = lanes.front().segments[segment].layers;
        for (std::size_t place = 0; place < layers.size(); ++place) {
            if (layers[place].layer == layer) {
                return Place{segment, place};
            }
        }
    }
    return std::nullopt;
}

std::optional<double> TimelineContent::cycleOf(std::size_t layer, double fraction) const
{
    const auto where = find(layer);
    if (!where) {
        return std::nullopt;
    }
    const SegmentTrack& segment = lanes.front().segments[where->segment];
    const double done = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(segment.timing.batchGroups);
    const Count number = std::min(static_cast<Count>(done), segment.timing.batchGroups - 1);
    const Stretch group = segment.group(where->place, number);
    return starts[where->segment] + group.from + (done - static_cast<double>(number)) * group.length();
}

Count TimelineContent::mostRows(double from, double to) const
{
    std::size_t most = 1;
    for (std::size_t i = segmentAt(from); i < lanes.front().segments.size() && starts[i] < to; ++i) {
        most = std::max(most, lanes.front().segments[i].layers.size());
    }
    return static_cast<Count>(most);
}

QString trackToolTip(const TimelineContent& content, std::size_t lane, TimelineContent::Place place,
                     std::optional<Count> batchGroup)
{
    const SegmentTrack& segment = content.lanes[lane].segments[place.segment];
    const LayerTrack& layer = segment.layers[place.place];
    const pipeline::LayerTiming& timing = layer.timing;
    QStringList lines;
    lines << (layer.tiles == 1 ? TimelineText::tr("%1 · segment %2, region %3, %4 tile") : TimelineText::tr("%1 · segment %2, region %3, %4 tiles"))
                 .arg(layer.name).arg(layer.slot.segment).arg(layer.slot.region).arg(layer.tiles);
    lines << TimelineText::tr("Busy for %1, %2 of the network")
                 .arg(cyclesText(static_cast<double>(timing.cycles), content.clockMhz),
                      style::percentOf(static_cast<double>(timing.cycles), content.lanes[lane].cycles));
    if (segment.layers.size() > 1) {
        lines << TimelineText::tr("First begins %1 into its segment")
                     .arg(cyclesText(segment.whole(place.place).from, content.clockMhz));
    }
    const Count batchGroups = segment.timing.batchGroups;
    if (batchGroups > 1) {
        lines << (batchGroup ? TimelineText::tr("Batch group %1 of %2").arg(*batchGroup + 1).arg(batchGroups)
                             : TimelineText::tr("%1 batch groups").arg(batchGroups))
                     + TimelineText::tr(", one every %1")
                           .arg(cyclesText(static_cast<double>(segment.layers[place.place].timing.pitch)
                                               / static_cast<double>(batchGroups),
                                           content.clockMhz));
    }
    QStringList loops;
    for (const pipeline::TopLoop& loop : layer.loops) {
        loops << TimelineText::tr("%1 %2 groups").arg(loop.groups).arg(loopName(loop.loop));
    }
    if (!loops.isEmpty()) {
        lines << TimelineText::tr("Within it, outermost first: %1").arg(loops.join(QStringLiteral(", ")));
    }
    for (const pipeline::Handover& hand : segment.handovers) {
        const QString line = waitLine(segment, place.place, hand);
        if (!line.isEmpty()) {
            lines << line;
        }
    }
    lines << TimelineText::tr("DRAM busy for it %1").arg(cyclesText(layer.dramCycles, content.clockMhz));
    if (segment.timing.dramCycles > segment.timing.nodeCycles) {
        lines << TimelineText::tr("The segment waits for DRAM: %1")
                     .arg(cyclesText(static_cast<double>(segment.timing.dramCycles), content.clockMhz));
    }
    lines << style::manualLine(style::Origin::SegmentCycles);
    return lines.join(QLatin1Char('\n'));
}

} // namespace tilescape::ui::timeline
