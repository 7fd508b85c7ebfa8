#pragma once

#include "core/network/network.h"
#include "core/schedule/schedule.h"
#include "ui/network/graph_layout.h"
#include "ui/network/network_items.h"

#include <QGraphicsScene>
#include <QPalette>

#include <optional>
#include <vector>

namespace tilescape::ui::network {

/// The items of a network: one box a layer, and one for each input from outside. Items live as long as the network's
/// shape; a new schedule only changes what they show, so that selection and zoom survive.
class NetworkScene : public QGraphicsScene {
    Q_OBJECT

public:
    explicit NetworkScene(QObject* parent = nullptr);

    /// Builds the items anew, in a simple layout, unless it is the same network.
    void setNetwork(const tilescape::network::Network& network);
    [[nodiscard]] const GraphShape& shape() const { return m_shape; }
    void applyLayout(const GraphLayout& layout);
    /// Null, or without layers: bars vanish. Edges take the colour of the way that the data travels.
    void setSchedule(const schedule::Schedule* schedule);
    void setColours(const QPalette& palette);
    /// Boxes fade while they show an old result.
    void setDimmed(bool dimmed);

    void setChosen(std::optional<std::size_t> layer);
    void setHovered(std::optional<std::size_t> layer);
    /// Marks the layers whose name contains `text` (any case); none for an empty text. Their indices.
    std::vector<std::size_t> setSearch(const QString& text);

    [[nodiscard]] std::size_t layerCount() const { return m_layers.size(); }
    [[nodiscard]] const BoxItem* box(std::size_t layer) const { return m_layers[layer]; }
    /// Of the edge between two layers, by number; invalid if there is none.
    [[nodiscard]] QColor edgeColourBetween(std::size_t from, std::size_t to) const;
    [[nodiscard]] QRectF boxRect(std::size_t layer) const;
    [[nodiscard]] std::optional<std::size_t> layerAt(QPointF position) const;

private:
    void clearItems();
    void buildItems(const tilescape::network::Network& network);
    void colourItems();
    [[nodiscard]] QColor edgeColour(std::size_t edge) const;

    /// How a feature map comes from one layer to the next.
    enum class Travel { Memory, BetweenRegions, WithinRegion };

    GraphShape m_shape;
    std::vector<BoxItem*> m_inputs; ///< the first nodes of the shape
    std::vector<BoxItem*> m_layers;
    std::vector<EdgeItem*> m_edges;
    std::vector<Travel> m_travel; ///< by edge; empty without a schedule
    tilescape::network::Network m_network;
    QPalette m_palette;
    std::optional<std::size_t> m_chosen;
    std::optional<std::size_t> m_hovered;
};

/// "96 × 55 × 55, 11 × 11 / 4": output channels and map, filter and stride.
QString dimensionsText(const tilescape::network::Layer& layer);

/// "Convolution", "Fully connected", ... and the colour of its boxes.
QString kindLabel(const tilescape::network::Layer& layer);
QColor kindColour(const tilescape::network::Layer& layer, const QPalette& palette);

} // namespace tilescape::ui::network
