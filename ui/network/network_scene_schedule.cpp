#include "ui/network/network_scene.h"

#include "core/schedule/data_transfers.h"
#include "core/schedule/same_run.h"
#include "ui/network/layer_looks.h"
#include "ui/style/difference.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"

#include <QGraphicsSceneHelpEvent>

#include <algorithm>
#include <map>

namespace tilescape::ui::network {

// What a schedule shows of itself in the scene: energies, ways of the data, segments and regions.

namespace {

constexpr double longestGround = 320; ///< across, of an edge that a segment's ground follows

} // namespace

void NetworkScene::setSchedule(std::shared_ptr<const schedule::Schedule> shown,
                               const tilescape::explore::ScheduleDifference* difference)
{
    const bool runsTheSame = shown && m_shown && schedule::runTheSame(*m_shown, *shown);
    m_shown = std::move(shown);
    const schedule::Schedule* schedule = m_shown.get();
    setEnergies(schedule, difference);
    if (runsTheSame) {
        return; // segments, regions and routes do not depend on prices
    }
    const bool hasResult = schedule && schedule->hasResult();
    setTravels(hasResult ? schedule : nullptr);
    setSegments(hasResult ? schedule : nullptr);
    colourItems();
}

void NetworkScene::setEnergies(const schedule::Schedule* schedule,
                               const tilescape::explore::ScheduleDifference* difference)
{
    double largest = 0;
    std::vector<const schedule::ScheduledLayer*> scheduled(m_layers.size(), nullptr);
    if (schedule) {
        for (const schedule::ScheduledLayer& layer : schedule->layers) {
            largest = std::max(largest, layer.cost.energy.total());
            scheduled[layer.layer] = &layer;
        }
    }
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const schedule::ScheduledLayer* layer = scheduled[i];
        const auto* changed = layer && difference ? difference->find(m_network.layers[i].name) : nullptr;
        m_changes[i] = changed ? style::layerChange(*changed) : QString();
        m_layers[i]->setChanged(!m_changes[i].isEmpty());
        m_layers[i]->setEnergyShare(layer && largest > 0 ? layer->cost.energy.total() / largest : -1);
    }
}

QString NetworkScene::describe(std::size_t layer) const
{
    const schedule::ScheduledLayer* scheduled = m_shown ? m_shown->find(layer) : nullptr;
    QString text = layerText(m_network.layers[layer]);
    if (scheduled) {
        const cost::Energy& energy = scheduled->cost.energy;
        text +=
            tr("\nEnergy %1, %2 of the network")
                .arg(style::energy(energy.total()), style::percentOf(energy.total(), m_shown->totals.energy.total()));
        text += QLatin1Char('\n') + style::energyOrigin(energy);
        text += tr("\nSegment %1, region %2").arg(scheduled->slot.segment).arg(scheduled->slot.region);
    }
    if (!m_changes[layer].isEmpty()) {
        text += tr("\nChanged from the baseline: %1").arg(m_changes[layer]);
    }
    return text;
}

/// Descriptions are written for whoever waits above a box, not for all layers with every edit.
void NetworkScene::helpEvent(QGraphicsSceneHelpEvent* event)
{
    if (const auto layer = layerAt(event->scenePos())) {
        m_layers[*layer]->setToolTip(style::literal(describe(*layer)));
    }
    QGraphicsScene::helpEvent(event);
}

bool NetworkScene::hasChanges() const
{
    return std::any_of(m_layers.begin(), m_layers.end(), [](const BoxItem* box) { return box->isChanged(); });
}

void NetworkScene::setTravels(const schedule::Schedule* schedule)
{
    m_travel.clear();
    if (!schedule) {
        return;
    }
    for (const auto& [from, to] : m_shape.edges) {
        // Nodes are the inputs, then the layers.
        const auto isScheduled = [&](std::size_t node) {
            return node >= m_inputs.size() && schedule->find(node - m_inputs.size());
        };
        m_travel.push_back(isScheduled(from) && isScheduled(to)
                               ? schedule::routeBetween(*schedule, from - m_inputs.size(), to - m_inputs.size())
                               : style::Travel::Memory);
    }
}

void NetworkScene::setSegments(const schedule::Schedule* schedule)
{
    for (SegmentItem* item : m_segments) {
        delete item->title();
        delete item;
    }
    m_segments.clear();
    m_segmentOf.assign(m_layers.size(), nullptr);
    std::map<Count, std::vector<const schedule::ScheduledLayer*>> together;
    for (std::size_t i = 0; schedule && i < schedule->layers.size(); ++i) {
        together[schedule->layers[i].slot.segment].push_back(&schedule->layers[i]);
    }
    for (BoxItem* box : m_layers) {
        box->setStripe({});
    }
    for (const auto& [number, layers] : together) {
        if (layers.size() < 2) {
            continue;
        }
        m_segments.push_back(new SegmentItem(number));
        addItem(m_segments.back());
        addItem(m_segments.back()->title());
        for (const schedule::ScheduledLayer* layer : layers) {
            m_segmentOf[layer->layer] = m_segments.back();
            m_layers[layer->layer]->setStripe(style::categorical(static_cast<int>(layer->slot.region)));
        }
    }
    placeSegments();
    setChosen(m_chosen);
}

void NetworkScene::placeSegments()
{
    const auto crossed = [this](const QRectF& place) {
        return static_cast<int>(std::count_if(m_edges.begin(), m_edges.end(), [&](const auto* edge) {
            const QPainterPath& curve = edge->path().curve;
            return curve.controlPointRect().intersects(place) && curve.intersects(place);
        }));
    };
    for (SegmentItem* segment : m_segments) {
        std::vector<QRectF> boxes;
        std::vector<QPainterPath> edges;
        for (std::size_t layer = 0; layer < m_segmentOf.size(); ++layer) {
            if (m_segmentOf[layer] == segment) {
                boxes.push_back(boxRect(layer));
            }
        }
        for (std::size_t edge = 0; edge < m_edges.size(); ++edge) {
            const auto [from, to] = m_shape.edges[edge];
            // An edge to another column of the picture is no ground.
            const bool straight = m_edges[edge]->path().curve.boundingRect().width() < longestGround;
            if (straight && from >= m_inputs.size() && m_segmentOf[from - m_inputs.size()] == segment
                && m_segmentOf[to - m_inputs.size()] == segment) {
                edges.push_back(m_edges[edge]->path().curve);
            }
        }
        segment->setGround(std::move(boxes), std::move(edges), crossed);
    }
}

std::optional<style::Travel> NetworkScene::travelBetween(std::size_t from, std::size_t to) const
{
    const auto edge = edgeBetween(from, to);
    return edge && *edge < m_travel.size() ? std::optional(m_travel[*edge]) : std::nullopt;
}

bool NetworkScene::hasNumbersAt(double detail, const QString& family) const
{
    return std::any_of(m_layers.begin(), m_layers.end(),
                       [&](const BoxItem* box) { return box->isNumberedAt(detail, family); });
}

bool NetworkScene::hasTravel(style::Travel travel) const
{
    return std::find(m_travel.begin(), m_travel.end(), travel) != m_travel.end();
}

const SegmentItem* NetworkScene::segmentOf(std::size_t layer) const
{
    return layer < m_segmentOf.size() ? m_segmentOf[layer] : nullptr;
}

} // namespace tilescape::ui::network
