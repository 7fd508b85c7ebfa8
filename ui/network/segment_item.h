#pragma once

#include "core/support/dimensions.h"

#include <QGraphicsItem>
#include <QPainterPath>
#include <QPalette>

#include <functional>
#include <vector>

namespace tilescape::ui::network {

/// "segment 3", or "seg. 3", on the ground of the segment. Edges end at it as at a box.
class SegmentTitle : public QGraphicsItem {
public:
    enum { Type = UserType + 4 };

    explicit SegmentTitle(Count number);

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override { return m_place; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    /// `isShort`: the place has room for the short form alone.
    void setPlace(const QRectF& place, Qt::Alignment side, bool isShort);
    void setLook(const QColor& ink, const QColor& ground, bool bold);

private:
    Count m_number;
    QRectF m_place;
    Qt::Alignment m_side = Qt::AlignLeft;
    bool m_isShort = false;
    QColor m_ink;
    QColor m_ground;
    bool m_bold = false;
};

/// Ground behind the layers of a segment and the edges between them.
class SegmentItem : public QGraphicsItem {
public:
    enum { Type = UserType + 3 };

    explicit SegmentItem(Count number);

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    /// Around these boxes and edges. `crossed` counts the edges of the graph that pass through a place: the number stands where they are
    /// fewest, in a short form where that has fewer.
    void setGround(std::vector<QRectF> boxes, std::vector<QPainterPath> edges, const std::function<int(const QRectF&)>& crossed);
    void setPalette(const QPalette& palette);
    void setChosen(bool chosen);
    [[nodiscard]] bool isChosen() const { return m_chosen; }
    [[nodiscard]] Count number() const { return m_number; }
    /// The number, above the edges that pass there; an item of its own, in the same scene.
    [[nodiscard]] SegmentTitle* title() const { return m_title; }

private:
    void placeTitle(const QRectF& strip, const std::function<int(const QRectF&)>& crossed);
    [[nodiscard]] QColor ink() const;
    [[nodiscard]] QColor fill() const;
    void paintGround(QPainter& painter, const QColor& colour, double reach) const;

    Count m_number;
    SegmentTitle* m_title;
    std::vector<QRectF> m_boxes;
    std::vector<QPainterPath> m_edges;
    QRectF m_bounds;
    QPalette m_palette;
    bool m_chosen = false;
};

} // namespace tilescape::ui::network
