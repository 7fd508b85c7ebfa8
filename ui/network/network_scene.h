#pragma once

#include "core/explore/compare.h"
#include "core/network/network.h"
#include "core/schedule/schedule.h"
#include "ui/network/graph_layout.h"
#include "ui/network/graph_walk.h"
#include "ui/network/network_items.h"
#include "ui/network/overview_item.h"
#include "ui/network/segment_item.h"
#include "ui/style/travel_colours.h"

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
    /// Null, or without layers: bars vanish. Edges take the colour of the way that the data travels; the layers that run
    /// together stand on one ground, with stripes in the colours of their regions. With a `difference` from a baseline, layers
    /// that run otherwise than there are marked, and their descriptions say what changed.
    void setSchedule(std::shared_ptr<const schedule::Schedule> shown, const tilescape::explore::ScheduleDifference* difference = nullptr);
    [[nodiscard]] bool hasChanges() const;
    void setColours(const QPalette& palette);
    /// On a page that is painted smaller than its layout: by how much its text may be smaller than on the screen; 1 otherwise.
    void setTextScale(double scale) { m_textScale = scale; }
    [[nodiscard]] double textScale() const { return m_textScale; }
    /// Boxes fade while they show an old result.
    void setDimmed(bool dimmed);

    void setChosen(std::optional<std::size_t> layer);
    void setHovered(std::optional<std::size_t> layer);
    /// Marks the layers whose name contains `text` (any case); none for an empty text. Their indices.
    std::vector<std::size_t> setSearch(const QString& text);

    [[nodiscard]] std::size_t layerCount() const { return m_layers.size(); }
    [[nodiscard]] const OverviewItem* overview() const { return m_overview; }
    [[nodiscard]] const BoxItem* box(std::size_t layer) const { return m_layers[layer]; }
    /// The layer and what it takes, in lines: the text of its tooltip.
    [[nodiscard]] QString describe(std::size_t layer) const;
    /// Of the edge between two layers, by number; invalid if there is none.
    [[nodiscard]] QColor edgeColourBetween(std::size_t from, std::size_t to) const;
    /// How the map comes from one layer to the other; none if it does not, or without a schedule.
    [[nodiscard]] std::optional<style::Travel> travelBetween(std::size_t from, std::size_t to) const;
    [[nodiscard]] bool hasTravel(style::Travel travel) const;
    /// Whether some layer has its number in place of its name where a unit is `detail` pixels long, in text of this family.
    [[nodiscard]] bool hasNumbersAt(double detail, const QString& family) const;
    [[nodiscard]] bool hasSegments() const { return !m_segments.empty(); }
    /// The ground of a segment of several layers; null if there is none.
    [[nodiscard]] const SegmentItem* segmentOf(std::size_t layer) const;
    /// The layer to which an arrow key leads.
    [[nodiscard]] std::optional<std::size_t> layerAfter(std::size_t layer, WalkStep step) const;
    [[nodiscard]] QRectF boxRect(std::size_t layer) const;
    [[nodiscard]] std::optional<std::size_t> layerAt(QPointF position) const;

protected:
    void helpEvent(QGraphicsSceneHelpEvent* event) override;

private:
    void clearItems();
    void buildItems(const tilescape::network::Network& network);
    void colourItems();
    void setEnergies(const schedule::Schedule* schedule, const tilescape::explore::ScheduleDifference* difference);
    void setTravels(const schedule::Schedule* schedule);
    void setSegments(const schedule::Schedule* schedule);
    void placeSegments();
    void placeGroups();
    [[nodiscard]] std::optional<std::size_t> edgeBetween(std::size_t from, std::size_t to) const;
    [[nodiscard]] QColor edgeColour(std::size_t edge) const;

    GraphShape m_shape;
    double m_textScale = 1;
    std::vector<BoxItem*> m_inputs; ///< the first nodes of the shape
    std::vector<BoxItem*> m_layers;
    std::vector<QString> m_changes; ///< by layer: how it runs otherwise than in the baseline; empty if it does not
    std::vector<EdgeItem*> m_edges;
    OverviewItem* m_overview = nullptr; ///< none without layers
    std::vector<NameGroup> m_groups;
    std::vector<style::Travel> m_travel; ///< by edge; empty without a schedule
    std::vector<SegmentItem*> m_segments; ///< those of several layers
    std::shared_ptr<const schedule::Schedule> m_shown;
    std::vector<SegmentItem*> m_segmentOf; ///< by layer; null for a layer by itself
    tilescape::network::Network m_network;
    QPalette m_palette;
    std::optional<std::size_t> m_chosen;
    std::optional<std::size_t> m_hovered;
};

} // namespace tilescape::ui::network
