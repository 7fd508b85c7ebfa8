#pragma once

#include <QGraphicsItem>
#include <QPalette>
#include <QString>

#include <string>
#include <vector>

namespace tilescape::ui::network {

/// Layers one after another that share the beginning of their names, up to the first part, between "_", "/" and ".", with a digit: "encoder1" of
/// "encoder1_attention_query", "inception_3a" of "inception_3a_1x1". A layer without one is a group by itself.
struct NameGroup {
    QString name;
    std::vector<std::size_t> layers;
};
std::vector<NameGroup> nameGroups(const std::vector<std::string>& layers);

/// Names of groups of layers over their boxes, for scales at which no box has room for a text of its own. A name that would lie
/// on another, or be much wider than its boxes, is left out; those of the largest groups come first.
class OverviewItem : public QGraphicsItem {
public:
    struct Group {
        QString name;
        std::vector<QRectF> boxes; ///< in the order of the layers
    };

    OverviewItem();
    void setGroups(const std::vector<Group>& groups);
    void setPalette(const QPalette& palette);
    [[nodiscard]] QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    struct Label {
        QString name;
        QRectF place; ///< with the ground beneath it
    };
    /// What is painted at a scale of pixels of the screen for one of the scene.
    [[nodiscard]] std::vector<Label> labelsAt(double scale, const QFont& font) const;

private:
    struct Place {
        QString name;
        QRectF boxes; ///< around those that stand together
        std::size_t count = 0;
    };

    std::vector<Place> m_places; ///< the largest groups first
    QRectF m_bounds;
    QPalette m_palette;
};

} // namespace tilescape::ui::network
