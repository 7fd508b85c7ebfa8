#pragma once

#include "core/support/dimensions.h"
#include "ui/network/graph_layout.h"

#include <QColor>
#include <QGraphicsItem>
#include <QPalette>
#include <QString>

namespace tilescape::ui::network {

/// Below this scale no box has room for as much as its number.
inline constexpr double numberScale = 0.26;

/// Size of the box of a layer with these two lines of text.
QSizeF layerBoxSize(const QString& name, const QString& dimensions);

/// What a box says.
struct BoxText {
    QString name;
    QString dimensions;
};

/// A layer (or an input of the network) as a box. Draws less the smaller it is shown.
class BoxItem : public QGraphicsItem {
public:
    enum { Type = UserType + 1 };

    BoxItem(BoxText text, QColor fill);

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    [[nodiscard]] const BoxText& text() const { return m_text; }
    void setSize(QSizeF size);
    [[nodiscard]] QSizeF size() const { return m_size; }
    /// What stands in the box where its name does not fit; none at first.
    void setNumber(const QString& number) { m_number = number; }
    /// Whether its number stands in place of its name where a unit of the scene is `detail` pixels long, in text of this family.
    [[nodiscard]] bool isNumberedAt(double detail, const QString& family) const;
    void setFill(const QColor& fill);
    [[nodiscard]] QColor fill() const { return m_fill; }
    void setPalette(const QPalette& palette);

    /// Length of the energy bar, relative to the layer that needs most: 0 to 1; below 0 there is none.
    void setEnergyShare(double share);
    [[nodiscard]] double energyShare() const { return m_energyShare; }

    /// A stripe along the left edge, in the colour of the region on chip and timeline; an invalid colour: none.
    void setStripe(const QColor& colour);
    [[nodiscard]] QColor stripe() const { return m_stripe; }

    /// A sign in the upper right corner: the layer runs otherwise than in the baseline.
    void setChanged(bool changed);
    [[nodiscard]] bool isChanged() const { return m_changed; }

    /// How the box stands out. Each is kept apart from the others.
    void setChosen(bool chosen);
    void setHovered(bool hovered);
    void setFound(bool found);
    [[nodiscard]] bool isChosen() const { return m_chosen; }
    [[nodiscard]] bool isFound() const { return m_found; }

private:
    void shapeStripe();
    void paintStripe(QPainter& painter) const;
    /// Where the text stands, beside the stripe and above the bar.
    [[nodiscard]] QRectF textArea() const;
    void paintText(QPainter& painter, double detail) const;
    void paintEnergy(QPainter& painter, const QRectF& box) const;
    void paintChanged(QPainter& painter, const QRectF& box, double detail) const;

    BoxText m_text;
    QString m_number;
    QSizeF m_size;
    QColor m_fill;
    QPalette m_palette;
    QColor m_stripe;
    QPainterPath m_stripeShape;
    QPainterPath m_seamShape; ///< a little broader, beneath the stripe
    double m_energyShare = -1;
    bool m_changed = false;
    bool m_chosen = false;
    bool m_hovered = false;
    bool m_found = false;
};

/// An edge with its arrow.
class EdgeItem : public QGraphicsItem {
public:
    enum { Type = UserType + 2 };

    EdgeItem();

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    void setPath(GraphEdgePath path);
    [[nodiscard]] const GraphEdgePath& path() const { return m_path; }
    void setColour(const QColor& colour);
    /// Data that stays on chip is drawn broader.
    void setOnChip(bool onChip);
    void setLine(Qt::PenStyle line);

private:
    GraphEdgePath m_path;
    QColor m_colour;
    bool m_onChip = false;
    Qt::PenStyle m_line = Qt::SolidLine;
};

} // namespace tilescape::ui::network
