#include "ui/widgets/legend_strip.h"

#include "ui/style/format.h"

#include <QFontMetricsF>
#include <QStringList>

#include <cmath>

namespace tilescape::ui::widgets {

namespace {

constexpr double swatch = 10;
constexpr double arrowLength = 20;
constexpr double signGap = 5;
constexpr double itemGap = 14;
constexpr double lineGap = 3;
constexpr int sideMargin = 9;
constexpr int edgeMargin = 3;

double rowHeight(const QFont& font) { return QFontMetricsF(font).height() + lineGap; }

} // namespace

LegendItem colourItem(const QString& text, const std::vector<QColor>& colours)
{
    return {text, static_cast<double>(colours.size()) * (swatch + 2) - 2, [colours](QPainter& painter, const QRectF& area) {
                double x = area.left();
                painter.setPen(Qt::NoPen);
                for (const QColor& colour : colours) {
                    painter.setBrush(colour);
                    painter.drawRect(QRectF(x, area.center().y() - swatch / 2, swatch, swatch));
                    x += swatch + 2;
                }
            }};
}

LegendItem arrowItem(const QString& text, const QColor& colour, Qt::PenStyle style)
{
    return {text, arrowLength, [colour, style](QPainter& painter, const QRectF& area) {
                const QPointF tip(area.right(), area.center().y());
                painter.setPen(QPen(colour, 2, style, Qt::FlatCap));
                painter.drawLine(QPointF(area.left(), tip.y()), tip - QPointF(5, 0));
                painter.setPen(Qt::NoPen);
                painter.setBrush(colour);
                painter.drawPolygon(QPolygonF{tip, tip + QPointF(-7, 3.5), tip + QPointF(-7, -3.5)});
            }};
}

LegendExtent flowLegend(QPainter* painter, const std::vector<LegendItem>& items, const QRectF& area, const QColor& text,
                        const QFont& font, int rows)
{
    const QFontMetricsF metrics(font);
    const double row = rowHeight(font);
    LegendExtent shown;
    QPointF at = area.topLeft();
    int number = 1;
    for (const LegendItem& item : items) {
        const double sign = item.signWidth > 0 ? item.signWidth + signGap : 0;
        const double width = sign + metrics.horizontalAdvance(item.text);
        if (at.x() > area.left() && at.x() + width > area.right()) {
            if (number == rows) {
                break;
            }
            ++number;
            at = {area.left(), at.y() + row};
        }
        if (painter) {
            if (item.paintSign) {
                item.paintSign(*painter, QRectF(at.x(), at.y(), item.signWidth, row));
            }
            painter->setFont(font);
            painter->setPen(text);
            painter->drawText(QPointF(at.x() + sign, at.y() + (row - metrics.height()) / 2 + metrics.ascent()), item.text);
        }
        at.rx() += width + itemGap;
        ++shown.items;
    }
    shown.height = shown.items == 0 ? 0 : number * row;
    return shown;
}

LegendStrip::LegendStrip(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAccessibleName(tr("Legend"));
}

void LegendStrip::setItems(std::vector<LegendItem> items, const QString& more)
{
    m_items = std::move(items);
    QStringList lines = texts();
    if (!more.isEmpty()) {
        lines << more;
    }
    setAccessibleDescription(lines.join(QStringLiteral(". ")));
    setToolTip(style::literal(lines.join(QLatin1Char('\n'))));
    update();
}

QStringList LegendStrip::texts() const
{
    QStringList texts;
    for (const LegendItem& item : m_items) {
        texts << item.text;
    }
    return texts;
}

void LegendStrip::setRows(int rows)
{
    if (m_rows != rows) {
        m_rows = rows;
        updateGeometry();
    }
}

void LegendStrip::setDimmed(bool dimmed)
{
    m_dimmed = dimmed;
    update();
}

QSize LegendStrip::sizeHint() const
{
    return {0, static_cast<int>(std::ceil(m_rows * rowHeight(font()))) + 2 * edgeMargin};
}

void LegendStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(m_dimmed ? 0.45 : 1);
    flowLegend(&painter, m_items, QRectF(rect()).adjusted(sideMargin, edgeMargin, -sideMargin, 0),
               palette().color(QPalette::WindowText), font(), m_rows);
}

} // namespace tilescape::ui::widgets
