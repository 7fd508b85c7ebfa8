#include "ui/inspector/pe_array_picture.h"

#include "ui/style/palette.h"

#include <QPainter>

#include <algorithm>

namespace tilescape::ui::inspector {

namespace {

constexpr double largestCell = 9;
constexpr double largestHeight = 96;
constexpr double gridCell = 4; ///< below this side, single PEs are not drawn
constexpr double otherShade = 0.4;

void paintGrid(QPainter& painter, Extent array, double cell, const QRectF& area, const QColor& colour)
{
    painter.setPen(QPen(colour, 1));
    for (Count row = 0; row <= array.height; ++row) {
        const double y = area.top() + static_cast<double>(row) * cell;
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    for (Count column = 0; column <= array.width; ++column) {
        const double x = area.left() + static_cast<double>(column) * cell;
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
}

} // namespace

PeArrayPicture::PeArrayPicture(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("PE array of one tile"));
}

void PeArrayPicture::setPass(const dataflow::ArrayPass& pass, const QColor& colour)
{
    m_array = pass.peArray();
    m_colour = colour;
    m_cells.clear();
    for (Count row = 0; row < m_array.height; ++row) {
        for (Count column = 0; column < m_array.width; ++column) {
            const dataflow::PeWork work = pass.workAt(0, 0, row, column);
            m_cells.push_back(!work.mapped ? Cell::Idle : (work.inputChannel + work.outputChannel) % 2 == 0 ? Cell::Even : Cell::Odd);
        }
    }
    const QString text = tr("%1 × %2 PEs, of which a pass has work for %3: %4 copies of the logical set, two shades in turn; grey: idle")
                             .arg(m_array.height).arg(m_array.width).arg(workingPes()).arg(pass.copies());
    setToolTip(text);
    setAccessibleDescription(text);
    updateGeometry();
    update();
}

Count PeArrayPicture::workingPes() const
{
    return static_cast<Count>(std::count_if(m_cells.begin(), m_cells.end(), [](Cell cell) { return cell != Cell::Idle; }));
}

QSize PeArrayPicture::sizeHint() const
{
    const double height = std::min(largestHeight, largestCell * static_cast<double>(m_array.height));
    return {120, static_cast<int>(height) + 2};
}

void PeArrayPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto rows = static_cast<double>(m_array.height);
    const auto columns = static_cast<double>(m_array.width);
    const double cell = std::min({largestCell, (height() - 2) / rows, (width() - 2) / columns});
    const QRectF area(1, 1, columns * cell, rows * cell);
    painter.setPen(Qt::NoPen);
    painter.fillRect(area, style::idleFill(palette()));
    const auto edge = [cell](double start, Count number) { return start + static_cast<double>(number) * cell; };
    for (std::size_t number = 0; number < m_cells.size(); ++number) {
        if (m_cells[number] != Cell::Idle) {
            const Count row = static_cast<Count>(number) / m_array.width;
            const Count column = static_cast<Count>(number) % m_array.width;
            painter.fillRect(QRectF(QPointF(edge(area.left(), column), edge(area.top(), row)), QPointF(edge(area.left(), column + 1), edge(area.top(), row + 1))),
                             style::blend(m_colour, palette().color(QPalette::Base), m_cells[number] == Cell::Even ? 0 : otherShade));
        }
    }
    if (cell >= gridCell) {
        paintGrid(painter, m_array, cell, area, palette().color(QPalette::Base));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style::outline(palette()), 1));
    painter.drawRect(area);
}

} // namespace tilescape::ui::inspector
