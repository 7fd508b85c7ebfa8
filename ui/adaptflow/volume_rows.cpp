#include "ui/adaptflow/volume_rows.h"

#include "ui/plot/bar.h"
#include "ui/plot/figure_legend.h"
#include "ui/plot/legend_strip.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"
#include "ui/widgets/widget_figure.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

namespace tilescape::ui::adaptflow {

using namespace tilescape::training::adaptflow;

namespace {

constexpr int margin = 8;
constexpr int gap = 6;
constexpr int narrowestColumn = 215; ///< pixels, of rows in columns

QString shortName(Dataflow dataflow)
{
    const std::string_view name = nameOf(dataflow);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).toUpper();
}

QString tileText(const LoopTile& tile)
{
    return QStringLiteral("K %1  C %2  S %3  R %4  X' %5  Y' %6").arg(tile.k).arg(tile.c).arg(tile.s).arg(tile.r).arg(tile.x).arg(tile.y);
}

/// Elements of a tensor, and their share of all that a dataflow moves.
QString partText(const Volume& volume, Tensor tensor)
{
    return QStringLiteral("%1 (%2)").arg(style::count(volume.elements[tensor]), style::percentOf(volume.elements[tensor], volume.total));
}

} // namespace

VolumeRows::VolumeRows(QWidget* parent) : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("volumeRows"));
    setAccessibleName(tr("DRAM volume of each layer by dataflow"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void VolumeRows::setSelection(std::shared_ptr<const Selection> selection)
{
    m_selection = std::move(selection);
    m_current.reset();
    setAccessibleDescription(m_selection && !m_selection->empty() ? tr("%1. %2 layers").arg(textOf(0), QString::number(m_selection->size()))
                                                              : QString());
    updateScrollBar();
    viewport()->update();
}

void VolumeRows::setCurrent(std::optional<std::size_t> row)
{
    m_current = row;
    if (row) {
        const QRect rect = rowRect(*row);
        if (rect.top() < 0) {
            verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.top());
        } else if (rect.bottom() >= viewport()->height()) {
            verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.bottom() + 1 - viewport()->height());
        }
        setAccessibleDescription(textOf(*row));
    }
    viewport()->update();
}

int VolumeRows::rowHeight() const { return 4 * fontMetrics().height() + 2 * gap; }

int VolumeRows::columnsIn(int width) const
{
    const int rows = m_selection ? static_cast<int>(m_selection->size()) : 0;
    return m_isWhole ? std::clamp(width / narrowestColumn, 1, std::max(rows, 1)) : 1;
}

int VolumeRows::rowsIn(int width) const
{
    const int rows = m_selection ? static_cast<int>(m_selection->size()) : 0;
    return std::max(1, (rows + columnsIn(width) - 1) / columnsIn(width));
}

int VolumeRows::heightForWidth(int width) const { return rowsIn(width) * rowHeight(); }

QRect VolumeRows::rowRect(std::size_t row) const
{
    const int whole = viewport()->width();
    const int width = whole / columnsIn(whole);
    const int index = static_cast<int>(row);
    return {index / rowsIn(whole) * width, index % rowsIn(whole) * rowHeight() - verticalScrollBar()->value(), width, rowHeight()};
}

std::optional<std::size_t> VolumeRows::rowAt(int y) const
{
    const auto row = static_cast<std::size_t>((y + verticalScrollBar()->value()) / rowHeight());
    return m_selection && row < m_selection->size() ? std::optional(row) : std::nullopt;
}

void VolumeRows::updateScrollBar()
{
    const int rows = m_selection ? static_cast<int>(m_selection->size()) : 0;
    verticalScrollBar()->setRange(0, std::max(0, rows * rowHeight() - viewport()->height()));
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setPageStep(viewport()->height());
}

QString VolumeRows::textOf(std::size_t row) const
{
    const LayerChoice& layer = (*m_selection)[row];
    QString text = QString::fromStdString(layer.name);
    for (const Dataflow dataflow : allDataflows) {
        const Volume& volume = layer.volumes[dataflow];
        text += QStringLiteral("\n%1: ").arg(shortName(dataflow));
        text += volume.fits ? tr("%1 elements (%2): weights %3, inputs %4, partial sums %5; tile %6, %7 of the buffer")
                                  .arg(style::count(volume.total), style::byteCount(volume.bytes),
                                       partText(volume, Tensor::Weight), partText(volume, Tensor::Input), partText(volume, Tensor::Output),
                                       tileText(volume.tile),
                                       style::byteCount(volume.bufferBytes))
                            : tr("no tile fits the buffer");
    }
    return text + tr("\nAt least: %1 elements").arg(style::count(compulsoryElements(layer.nest))) + QLatin1Char('\n')
        + style::manualLine(style::Origin::DataflowVolumes);
}

void VolumeRows::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_selection || m_selection->empty()) {
        return;
    }
    const auto first = rowAt(0).value_or(0);
    for (std::size_t row = first; row < m_selection->size() && rowRect(row).top() < viewport()->height(); ++row) {
        paintRow(painter, row);
    }
}

void VolumeRows::paintRow(QPainter& painter, std::size_t row) const
{
    const LayerChoice& layer = (*m_selection)[row];
    const QRect rect = rowRect(row);
    const int line = fontMetrics().height();
    if (m_current == row) {
        painter.fillRect(rect, style::blend(palette().color(QPalette::Base), style::selection(palette()), 0.18));
        painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), style::selection(palette()));
    }
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    const QRect head(rect.left() + margin, rect.top() + gap, rect.width() - 2 * margin, line);
    // The name, else its number; the tile where there is room beside it.
    QString name = QString::fromStdString(layer.name);
    if (QFontMetrics(bold).horizontalAdvance(name) > head.width()) {
        name = tr("Layer %1").arg(layer.layer + 1);
    }
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.setFont(font());
    painter.setPen(style::mutedText(palette()));
    const int room = head.width() - QFontMetrics(bold).horizontalAdvance(name) - 2 * margin;
    const QString tile = layer.choice ? tileText(layer.volumes[*layer.choice].tile) : tr("No tile fits the buffer");
    if (fontMetrics().horizontalAdvance(tile) <= room) {
        painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, tile);
    }
    double most = 0;
    for (const Volume& volume : layer.volumes) {
        most = volume.fits ? std::max(most, volume.total) : most;
    }
    const int labelWidth = fontMetrics().horizontalAdvance(QStringLiteral("● WS ")) + 2;
    const int valueWidth = fontMetrics().horizontalAdvance(QStringLiteral(" 000.0 M "));
    const double width = std::max(10, head.width() - labelWidth - valueWidth);
    int y = head.bottom() + 1;
    for (const Dataflow dataflow : allDataflows) {
        const Volume& volume = layer.volumes[dataflow];
        const bool chosen = layer.choice == dataflow;
        painter.setFont(chosen ? bold : font());
        painter.setPen(chosen ? palette().color(QPalette::Text) : style::mutedText(palette()));
        painter.drawText(QRect(head.left(), y, labelWidth, line), Qt::AlignLeft | Qt::AlignVCenter,
                         (chosen ? QStringLiteral("● ") : QStringLiteral("○ ")) + shortName(dataflow));
        std::vector<plot::BarPart> parts;
        for (const Tensor tensor : allTensors) {
            parts.push_back({volume.fits ? volume.elements[tensor] : 0, style::tensorColour(tensor)});
        }
        const std::vector<QRectF> places = plot::layOutBar(parts, most, QRectF(head.left() + labelWidth, y + 2.5, width, line - 5));
        plot::paintBar(painter, parts, places);
        painter.drawText(QRectF(places.back().right() + 4, y, valueWidth + width, line), Qt::AlignLeft | Qt::AlignVCenter,
                         volume.fits ? style::count(volume.total) : tr("does not fit"));
        y += line;
    }
    painter.setPen(style::outline(palette()));
    painter.drawLine(rect.left() + margin, rect.bottom(), rect.right() - margin, rect.bottom());
}

void VolumeRows::mousePressEvent(QMouseEvent* event)
{
    if (const auto row = rowAt(static_cast<int>(event->position().y())); row && event->button() == Qt::LeftButton) {
        Q_EMIT rowClicked(*row);
    }
}

void VolumeRows::keyPressEvent(QKeyEvent* event)
{
    const bool down = event->key() == Qt::Key_Down;
    if (!m_selection || m_selection->empty() || (!down && event->key() != Qt::Key_Up)) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const std::size_t last = m_selection->size() - 1;
    const std::size_t now = m_current.value_or(0);
    Q_EMIT rowClicked(down ? std::min(now + 1, last) : now - std::min<std::size_t>(now, 1));
}

void VolumeRows::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

bool VolumeRows::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (const auto row = rowAt(help->pos().y())) {
            QToolTip::showText(help->globalPos(), textOf(*row), viewport());
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

std::vector<plot::LegendEntry> VolumeRows::legend()
{
    std::vector<plot::LegendEntry> entries{{tr("Elements:"), {}, 0}};
    for (const Tensor tensor : allTensors) {
        entries.push_back(plot::swatch(tensor == Tensor::Output ? tr("Partial sums") : style::tensorLabel(tensor), style::tensorColour(tensor)));
    }
    return entries;
}

widgets::Figure VolumeRows::figure() const
{
    const auto make = [selection = m_selection](const QFont& font) -> std::unique_ptr<QWidget> {
        auto rows = std::make_unique<VolumeRows>();
        rows->setFont(font);
        rows->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        rows->m_isWhole = true;
        rows->setSelection(selection);
        return rows;
    };
    widgets::Figure figure = widgets::figureOf(QStringLiteral("dataflow-volumes"), tr("DRAM volume of each layer by dataflow"), make);
    figure.legend = plot::figureLegend(legend(), true);
    return figure;
}

} // namespace tilescape::ui::adaptflow
