#include "ui/network/overview_item.h"

#include "ui/network/item_drawing.h"
#include "ui/network/network_items.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cctype>

namespace tilescape::ui::network {

namespace {

constexpr double namePadding = 3;      ///< pixels of the screen around a name
constexpr double widestName = 2.2; ///< times the width of its boxes
constexpr double nearby = 90;      ///< from one box to the next, in the scene

std::string groupOf(const std::string& layer)
{
    std::size_t end = 0;
    while (end < layer.size()) {
        const std::size_t next = std::min(layer.find_first_of("_/.", end), layer.size());
        const auto isDigit = [](unsigned char letter) { return std::isdigit(letter) != 0; };
        if (std::any_of(layer.begin() + static_cast<std::ptrdiff_t>(end), layer.begin() + static_cast<std::ptrdiff_t>(next), isDigit)) {
            return layer.substr(0, next);
        }
        end = next + 1;
    }
    return layer;
}

QFont labelFont(QFont font, double scale)
{
    font.setPixelSize(style::smallestTextAt(scale));
    font.setBold(true);
    return font;
}

} // namespace

std::vector<NameGroup> nameGroups(const std::vector<std::string>& layers)
{
    std::vector<NameGroup> groups;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const QString name = QString::fromStdString(groupOf(layers[layer]));
        if (groups.empty() || groups.back().name != name) {
            groups.push_back({name, {}});
        }
        groups.back().layers.push_back(layer);
    }
    return groups;
}

OverviewItem::OverviewItem()
{
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(3);
}

void OverviewItem::setGroups(const std::vector<Group>& groups)
{
    prepareGeometryChange();
    m_places.clear();
    m_bounds = {};
    for (const Group& group : groups) {
        // A picture in columns may break a group, and a layer that takes nothing from the rest may stand far off: the name is that
        // of the largest part.
        std::vector<Place> parts;
        for (const QRectF& box : group.boxes) {
            const QRectF near = box.adjusted(-nearby, -nearby, nearby, nearby);
            auto part = std::find_if(parts.begin(), parts.end(), [&](const Place& one) { return one.boxes.intersects(near); });
            if (part == parts.end()) {
                part = parts.insert(parts.end(), {group.name, box, 0});
            }
            part->boxes |= box;
            ++part->count;
            m_bounds |= box;
        }
        const auto largest = std::max_element(parts.begin(), parts.end(), [](const Place& a, const Place& b) { return a.count < b.count; });
        if (largest != parts.end() && group.boxes.size() > 1) {
            m_places.push_back(*largest);
        }
    }
    std::stable_sort(m_places.begin(), m_places.end(), [](const Place& a, const Place& b) { return a.count > b.count; });
    update();
}

void OverviewItem::setPalette(const QPalette& palette)
{
    m_palette = palette;
    update();
}

std::vector<OverviewItem::Label> OverviewItem::labelsAt(double scale, const QFont& font) const
{
    std::vector<Label> labels;
    if (scale >= numberScale) {
        return labels;
    }
    const QFontMetricsF metrics(labelFont(font, scale));
    const double around = namePadding / scale;
    for (const Place& place : m_places) {
        const double width = metrics.horizontalAdvance(place.name);
        QRectF rect(0, 0, width + 2 * around, metrics.capHeight() + 2 * around);
        rect.moveCenter(place.boxes.center());
        rect.moveLeft(std::clamp(rect.left(), m_bounds.left(), std::max(m_bounds.right() - rect.width(), m_bounds.left())));
        const bool covered = std::any_of(labels.begin(), labels.end(), [&](const Label& other) { return other.place.intersects(rect); });
        if (width <= widestName * place.boxes.width() && rect.height() <= place.boxes.height() && !covered) {
            labels.push_back({place.name, rect});
        }
    }
    return labels;
}

void OverviewItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double scale = detailOf(*this, *painter);
    const QFont font = painter->font();
    const std::vector<Label> labels = labelsAt(scale, font);
    painter->setFont(labelFont(font, scale));
    for (const Label& label : labels) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_palette.color(QPalette::Base));
        painter->drawRoundedRect(label.place, 2 / scale, 2 / scale);
        painter->setPen(m_palette.color(QPalette::Text));
        painter->drawText(label.place, Qt::AlignCenter | Qt::TextDontClip, label.name);
    }
}

} // namespace tilescape::ui::network
