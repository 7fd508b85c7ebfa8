#pragma once

#include "ui/chip/chip_painter.h"

#include <QGraphicsItem>

namespace tilescape::ui::chip {

/// The whole chip as one item, so that 1,024 tiles cost no more than one.
class ChipItem : public QGraphicsItem {
public:
    ChipItem();

    void setContent(ChipContent content);
    [[nodiscard]] const ChipContent& content() const { return m_content; }
    void setPalette(const QPalette& palette);
    void setDimmed(bool dimmed);
    /// What a step of the rotation leaves on each tile; none: the partition.
    void setRotation(std::optional<ShownRotation> rotation);

    /// Links instead of pieces; null: the pieces.
    void setLoad(std::shared_ptr<const NocLoad> load);
    [[nodiscard]] const std::shared_ptr<const NocLoad>& load() const { return m_look.load; }

    [[nodiscard]] const ChipLook& look() const { return m_look; } ///< but for the scale

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

protected:
    void hoverMoveEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent* event) override;

private:
    void setHovered(std::optional<Tile> tile, std::optional<cost::Link> link);

    ChipContent m_content;
    ChipLook m_look;
};

/// Everything about one tile, with units: place, piece, what its buffer holds.
QString tileToolTip(const ChipContent& content, Tile tile, const std::optional<ShownRotation>& rotation = {});

} // namespace tilescape::ui::chip
