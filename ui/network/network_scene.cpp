#include "ui/network/network_scene.h"

#include "ui/network/layer_looks.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/style/scheme_text.h"

#include <algorithm>

namespace tilescape::ui::network {

namespace model = tilescape::network;

namespace {

GraphShape shapeOf(const model::Network& network, const std::vector<BoxItem*>& inputs,
                   const std::vector<BoxItem*>& layers)
{
    GraphShape shape;
    for (const BoxItem* box : inputs) {
        shape.nodes.push_back(box->size());
    }
    for (const BoxItem* box : layers) {
        shape.nodes.push_back(box->size());
    }
    const model::Topology topology = model::topologyOf(network);
    for (std::size_t to = 0; to < layers.size(); ++to) {
        for (const model::Source& source : topology.sources[to]) {
            const std::size_t from = source.kind == model::Source::Kind::NetworkInput    ? 0
                : source.kind == model::Source::Kind::ExternalInput ? 1 + source.index
                                                                    : inputs.size() + source.index;
            shape.edges.emplace_back(from, inputs.size() + to);
        }
    }
    return shape;
}

BoxItem* inputBox(const model::ExternalInput& input, const QPalette& palette)
{
    const QString dimensions = QStringLiteral("%1 × %2").arg(input.channels).arg(style::extentText(input.size));
    const QString name = QString::fromStdString(input.name);
    auto* box = new BoxItem({name, dimensions}, palette.color(QPalette::Base));
    box->setToolTip(style::literal(NetworkScene::tr("%1\n%2 words of input").arg(name, dimensions)));
    box->setNumber(NetworkScene::tr("in")); // where names have no room: layers are counted without it
    return box;
}

} // namespace

NetworkScene::NetworkScene(QObject* parent) : QGraphicsScene(parent) {}

void NetworkScene::clearItems()
{
    clear();
    m_inputs.clear();
    m_layers.clear();
    m_edges.clear();
    m_overview = nullptr;
    m_groups.clear();
    m_travel.clear();
    m_segments.clear();
    m_segmentOf.clear();
    m_shown.reset();
    m_network = {};
    m_shape = {};
    m_chosen.reset();
    m_hovered.reset();
}

void NetworkScene::buildItems(const model::Network& network)
{
    m_inputs.push_back(inputBox(network.input, m_palette));
    for (const model::ExternalInput& input : network.externalInputs) {
        m_inputs.push_back(inputBox(input, m_palette));
    }
    for (const model::Layer& layer : network.layers) {
        m_layers.push_back(
            new BoxItem({QString::fromStdString(layer.name), dimensionsText(layer)}, kindColour(layer, m_palette)));
        m_layers.back()->setNumber(QString::number(m_layers.size())); // as the energy chart counts
    }
    m_network = network;
    m_shape = shapeOf(network, m_inputs, m_layers);
    for (std::size_t i = 0; i < m_shape.edges.size(); ++i) {
        m_edges.push_back(new EdgeItem);
        addItem(m_edges.back());
    }
    for (BoxItem* box : m_inputs) {
        addItem(box);
    }
    std::vector<std::string> names;
    for (BoxItem* box : m_layers) {
        addItem(box);
        names.push_back(network.layers[names.size()].name);
    }
    m_changes.assign(m_layers.size(), {});
    m_groups = nameGroups(names);
    m_overview = new OverviewItem;
    addItem(m_overview);
}

void NetworkScene::setNetwork(const model::Network& network)
{
    if (network == m_network) {
        return;
    }
    clearItems();
    if (network.layers.empty()) {
        setSceneRect({});
        return;
    }
    buildItems(network);
    colourItems();
    applyLayout(layeredLayout(m_shape));
}

void NetworkScene::applyLayout(const GraphLayout& layout)
{
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        BoxItem* box = i < m_inputs.size() ? m_inputs[i] : m_layers[i - m_inputs.size()];
        box->setPos(layout.nodes[i].topLeft());
    }
    for (std::size_t i = 0; i < layout.edges.size(); ++i) {
        m_edges[i]->setPath(layout.edges[i]);
    }
    placeSegments();
    placeGroups();
    setSceneRect(layout.bounds.adjusted(-18, -26, 18, 18));
}

void NetworkScene::placeGroups()
{
    std::vector<OverviewItem::Group> groups;
    for (const NameGroup& group : m_groups) {
        groups.push_back({group.name, {}});
        for (const std::size_t layer : group.layers) {
            groups.back().boxes.push_back(boxRect(layer));
        }
    }
    m_overview->setGroups(groups);
}

QColor NetworkScene::edgeColour(std::size_t edge) const
{
    return edge < m_travel.size() ? style::travelColour(m_travel[edge], m_palette) : style::mutedText(m_palette);
}

std::optional<std::size_t> NetworkScene::edgeBetween(std::size_t from, std::size_t to) const
{
    const auto edge = std::find(m_shape.edges.begin(), m_shape.edges.end(),
                                std::pair{from + m_inputs.size(), to + m_inputs.size()});
    return edge == m_shape.edges.end() ? std::nullopt : std::optional(static_cast<std::size_t>(edge - m_shape.edges.begin()));
}

QColor NetworkScene::edgeColourBetween(std::size_t from, std::size_t to) const
{
    const auto edge = edgeBetween(from, to);
    return edge ? edgeColour(*edge) : QColor();
}

std::optional<std::size_t> NetworkScene::layerAfter(std::size_t layer, WalkStep step) const
{
    std::vector<QRectF> boxes;
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        boxes.push_back(boxRect(i));
    }
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    for (const auto& [from, to] : m_shape.edges) {
        if (from >= m_inputs.size()) {
            edges.emplace_back(from - m_inputs.size(), to - m_inputs.size());
        }
    }
    return walk(boxes, edges, layer, step);
}

void NetworkScene::setColours(const QPalette& palette)
{
    m_palette = palette;
    setBackgroundBrush(palette.color(QPalette::Base));
    colourItems();
}

void NetworkScene::setDimmed(bool dimmed)
{
    for (BoxItem* box : m_layers) {
        box->setOpacity(dimmed ? 0.55 : 1);
    }
}

void NetworkScene::colourItems()
{
    for (BoxItem* box : m_inputs) {
        box->setPalette(m_palette);
        box->setFill(m_palette.color(QPalette::Base)); // no layer: outline alone
    }
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        m_layers[i]->setPalette(m_palette);
        m_layers[i]->setFill(kindColour(m_network.layers[i], m_palette));
    }
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        m_edges[i]->setColour(edgeColour(i));
        m_edges[i]->setLine(i < m_travel.size() ? style::travelStyle(m_travel[i]) : Qt::SolidLine);
        m_edges[i]->setOnChip(i < m_travel.size() && m_travel[i] != style::Travel::Memory);
    }
    for (SegmentItem* segment : m_segments) {
        segment->setPalette(m_palette);
    }
    if (m_overview) {
        m_overview->setPalette(m_palette);
    }
}

void NetworkScene::setChosen(std::optional<std::size_t> layer)
{
    if (m_chosen && *m_chosen < m_layers.size()) {
        m_layers[*m_chosen]->setChosen(false);
    }
    m_chosen = layer;
    if (m_chosen && *m_chosen < m_layers.size()) {
        m_layers[*m_chosen]->setChosen(true);
    }
    const SegmentItem* chosen = m_chosen ? segmentOf(*m_chosen) : nullptr;
    for (SegmentItem* segment : m_segments) {
        segment->setChosen(segment == chosen);
    }
}

void NetworkScene::setHovered(std::optional<std::size_t> layer)
{
    if (m_hovered && *m_hovered < m_layers.size()) {
        m_layers[*m_hovered]->setHovered(false);
    }
    m_hovered = layer;
    if (m_hovered && *m_hovered < m_layers.size()) {
        m_layers[*m_hovered]->setHovered(true);
    }
}

std::vector<std::size_t> NetworkScene::setSearch(const QString& text)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const bool matches = !text.isEmpty() && m_layers[i]->text().name.contains(text, Qt::CaseInsensitive);
        m_layers[i]->setFound(matches);
        if (matches) {
            found.push_back(i);
        }
    }
    return found;
}

QRectF NetworkScene::boxRect(std::size_t layer) const
{
    return {m_layers[layer]->pos(), m_layers[layer]->size()};
}

std::optional<std::size_t> NetworkScene::layerAt(QPointF position) const
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        if (boxRect(i).contains(position)) {
            return i;
        }
    }
    return std::nullopt;
}

} // namespace tilescape::ui::network
