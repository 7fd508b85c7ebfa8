#include "ui/chip/chip_item.h"

#include "ui/chip/chip_text.h"
#include "ui/chip/noc_load.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"
#include "ui/style/scheme_text.h"

#include <QGraphicsSceneHoverEvent>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace tilescape::ui::chip {

namespace {

QString heldLine(const ChipContent& content, Tensor tensor)
{
    QString line = ChipText::tr("Buffer holds %1 of %2, %3 of its room")
                       .arg(style::words(content.wordsHeld[tensor]), style::tensorLabel(tensor, content.layer).toLower(),
                            style::percentOf(content.wordsHeld[tensor], static_cast<double>(content.bufferWords)));
    if (content.sharers[tensor] > 1) {
        line += ChipText::tr("; %1 tiles work on the same piece").arg(content.sharers[tensor]);
    }
    return line;
}

} // namespace

QString tileToolTip(const ChipContent& content, Tile place, const std::optional<ShownRotation>& rotation)
{
    const TileContent& tile = content.at(place);
    QStringList lines{ChipText::tr("Tile in row %1, column %2").arg(place.row).arg(place.column)};
    if (!content.hasLayer) {
        lines << ChipText::tr("Buffer of %1").arg(style::words(static_cast<double>(content.bufferWords)));
    } else if (tile.neighbour) {
        const RegionMark& mark = content.regions[*tile.neighbour];
        lines << ChipText::tr("%1 of segment %2: ").arg(mark.name).arg(content.segment)
                     + mark.layers.join(QStringLiteral(", "));
    } else if (tile.idle) {
        lines << (tile.inRegion ? ChipText::tr("Idle: there are fewer pieces than tiles")
                                : ChipText::tr("Outside the layer's region"));
    } else {
        lines << pieceLines(content, tile, false);
        if (const auto subset = rotation ? content.subsetAt(rotation->tensor, place, rotation->step) : std::nullopt) {
            const dataflow::RotationSteps& steps = content.rotation[rotation->tensor].steps;
            lines << ChipText::tr("Holds part %1 of %2 of the %3 that %4 tiles share, at this step")
                         .arg(*subset)
                         .arg(steps.chunks * steps.subsets())
                         .arg(style::tensorLabel(rotation->tensor, content.layer).toLower())
                         .arg(steps.subsets());
        }
        for (const Tensor tensor : allTensors) {
            lines << heldLine(content, tensor);
        }
        lines << style::manualLine(style::Origin::Words);
    }
    return lines.join(QLatin1Char('\n'));
}

ChipItem::ChipItem()
{
    setAcceptHoverEvents(true);
    setFlag(ItemUsesExtendedStyleOption); // else the exposed part is always the whole chip
}

void ChipItem::setContent(ChipContent content)
{
    prepareGeometryChange();
    m_content = std::move(content);
    m_look.hovered.reset();
    m_look.hoveredLink.reset();
    m_look.load.reset(); // that of another result
    setToolTip({});
    update();
}

void ChipItem::setPalette(const QPalette& palette)
{
    m_look.palette = palette;
    update();
}

void ChipItem::setDimmed(bool dimmed)
{
    if (m_look.dimmed != dimmed) {
        m_look.dimmed = dimmed;
        update();
    }
}

void ChipItem::setRotation(std::optional<ShownRotation> rotation)
{
    m_look.rotation = rotation;
    if (m_look.hovered) {
        setToolTip(tileToolTip(m_content, *m_look.hovered, rotation));
    }
    update();
}

void ChipItem::setLoad(std::shared_ptr<const NocLoad> load)
{
    m_look.load = std::move(load);
    m_look.hoveredLink.reset();
    setToolTip({});
    update();
}

QRectF ChipItem::boundingRect() const { return chipBounds(m_content); }

void ChipItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    ChipLook look = m_look;
    look.scale = option->levelOfDetailFromTransform(painter->worldTransform());
    paintChip(*painter, m_content, look, option->exposedRect);
}

void ChipItem::hoverMoveEvent(QGraphicsSceneHoverEvent* event) 
{
    const auto link = m_look.load ? linkAt(m_content, event->pos()) : std::nullopt;
    setHovered(link ? std::nullopt : tileAt(m_content, event->pos()), link);
}

void ChipItem::hoverLeaveEvent(QGraphicsSceneHoverEvent*) { setHovered(std::nullopt, std::nullopt); }

void ChipItem::setHovered(std::optional<Tile> tile, std::optional<cost::Link> link)
{
    if (m_look.hovered == tile && m_look.hoveredLink == link) {
        return;
    }
    m_look.hovered = tile;
    m_look.hoveredLink = link;
    setToolTip(link ? linkToolTip(*m_look.load, m_content, *link) : tile ? tileToolTip(m_content, *tile, m_look.rotation) : QString());
    update();
}

} // namespace tilescape::ui::chip
