#include "ui/parallelism/parallelism_map.h"

#include "ui/parallelism/parallelism_map_figure.h"
#include "ui/parallelism/parallelism_text.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"
#include "ui/widgets/fit_to_font.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace tilescape::ui::parallelism {

using namespace tilescape::training::parallelism;

namespace {

constexpr int levelWidth = 40; ///< of the names of the levels
constexpr int smallestCell = 20;
constexpr int twoLetters = 28;
constexpr int widestCell = 110;
constexpr int smallestCellHeight = 16;
constexpr int tallestCell = 34;
constexpr int tallestHead = 200;

/// A price is found on the window's thread: only where that takes no time to speak of.
constexpr std::size_t mostPricedCells = 20'000;

} // namespace

ParallelismMap::ParallelismMap(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Parallelism of each layer and level"));
    setFocusPolicy(Qt::StrongFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    widgets::fitToFont(this, [this] { measureNames(); });
}

QSize ParallelismMap::sizeHint() const
{
    return {600, headHeight() + static_cast<int>(std::max<std::size_t>(levels(), 1)) * 26 + 24};
}

QSize ParallelismMap::minimumSizeHint() const
{
    const int bar = horizontalScrollBar()->maximum() > 0 ? horizontalScrollBar()->sizeHint().height() : 0;
    return {260, std::max(150, headHeight() + smallestCellHeight * static_cast<int>(levels()) + 4 + bar)};
}

void ParallelismMap::setStudy(std::shared_ptr<const ParallelismStudy> study)
{
    m_study = std::move(study);
    m_vertices.clear();
    if (m_study && m_study->plan) {
        const std::vector<Vertex>& vertices = m_study->plan->graph.vertices;
        for (std::size_t v = 0; v < vertices.size(); ++v) {
            if (!vertices[v].join) {
                m_vertices.push_back(v);
            }
        }
    }
    m_current.level = std::min(m_current.level, levels() > 0 ? levels() - 1 : 0);
    m_current.column = std::min(m_current.column, columns() > 0 ? columns() - 1 : 0);
    const bool isEmpty = columns() == 0 || levels() == 0;
    setAccessibleDescription(isEmpty ? QString()
                                     : tr("%1. %2 layers, %3 levels").arg(textOf(m_current), QString::number(columns()), QString::number(levels())));
    measureNames();
}

void ParallelismMap::measureNames()
{
    m_longestName = 0;
    for (std::size_t column = 0; column < columns(); ++column) {
        m_longestName =
            std::max(m_longestName, fontMetrics().horizontalAdvance(QString::fromStdString(vertexAt(column).name)));
    }
    layOut();
    updateGeometry();
    viewport()->update();
}

void ParallelismMap::setSelectedLayer(const QString& name)
{
    if (name == m_selected) {
        return;
    }
    m_selected = name;
    for (std::size_t column = 0; column < columns(); ++column) {
        if (QString::fromStdString(vertexAt(column).name) == name) {
            moveTo({m_current.level, column});
        }
    }
    viewport()->update();
}

std::size_t ParallelismMap::levels() const { return m_study && m_study->plan ? m_study->plan->levels.size() : 0; }

const Vertex& ParallelismMap::vertexAt(std::size_t column) const { return m_study->plan->graph.vertices[m_vertices[column]]; }

Choice ParallelismMap::choiceAt(const Place& place) const
{
    return m_study->plan->levels[place.level][m_vertices[place.column]];
}

bool ParallelismMap::isForced(const Place& place) const
{
    const std::string& name = vertexAt(place.column).name;
    const std::vector<Forced>& forced = m_study->settings.forced;
    return std::any_of(forced.begin(), forced.end(), [&](const Forced& f) {
        return f.level == static_cast<Count>(place.level) + 1 && f.layer == name;
    });
}

int ParallelismMap::cellWidth() const
{
    const int room = viewport()->width() - levelWidth - 4;
    return std::clamp(room / static_cast<int>(std::max<std::size_t>(columns(), 1)), smallestCell, widestCell);
}

int ParallelismMap::cellHeight() const
{
    const int room = viewport()->height() - headHeight() - 4;
    return std::clamp(room / static_cast<int>(std::max<std::size_t>(levels(), 1)), smallestCellHeight, tallestCell);
}

bool ParallelismMap::namesLie() const { return m_longestName + 4 <= cellWidth(); }

bool ParallelismMap::numbered() const { return !namesLie() && m_longestName + 14 > tallestHead; }

int ParallelismMap::headHeight() const
{
    const int lying = fontMetrics().height() + 10;
    return namesLie() || numbered() ? lying : m_longestName + 14;
}

void ParallelismMap::layOut()
{
    const int total = levelWidth + cellWidth() * static_cast<int>(columns()) + 4;
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(cellWidth());
    horizontalScrollBar()->setRange(0, std::max(total - viewport()->width(), 0));
    const int bar = total > viewport()->width() ? horizontalScrollBar()->sizeHint().height() : 0;
    setMaximumHeight(headHeight() + tallestCell * static_cast<int>(std::max<std::size_t>(levels(), 3)) + bar + 8);
    const int tall = headHeight() + cellHeight() * static_cast<int>(levels()) + 4;
    setVerticalScrollBarPolicy(tall > viewport()->height() + 2 ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(tall - viewport()->height(), 0));
}

QRect ParallelismMap::cellAt(const Place& place) const
{
    return {levelWidth + cellWidth() * static_cast<int>(place.column) - horizontalScrollBar()->value(),
            headHeight() + cellHeight() * static_cast<int>(place.level) - verticalScrollBar()->value(), cellWidth(),
            cellHeight()};
}

std::optional<ParallelismMap::Place> ParallelismMap::placeAt(QPoint position) const
{
    const int x = position.x() - levelWidth + horizontalScrollBar()->value();
    const int y = position.y() - headHeight() + verticalScrollBar()->value();
    if (position.x() < levelWidth || position.y() < headHeight() || x < 0 || y < 0) {
        return {};
    }
    const Place place{static_cast<std::size_t>(y / cellHeight()), static_cast<std::size_t>(x / cellWidth())};
    return place.level < levels() && place.column < columns() ? std::optional(place) : std::nullopt;
}

QString ParallelismMap::priceOf(const Place& place) const
{
    if (levels() * m_study->plan->graph.vertices.size() > mostPricedCells) {
        return {};
    }
    const StepCost other =
        costSwitched(*m_study->plan, m_study->batch, m_study->settings, {place.level, m_vertices[place.column]});
    const Choice opposite = choiceAt(place) == Choice::Data ? Choice::Model : Choice::Data;
    return tr("\nWith %1 here and all else as it is: %2").arg(label(opposite), difference(costOf(*m_study->plan), other));
}

QString ParallelismMap::textOf(const Place& place) const
{
    const PerKind& parts = m_study->plan->bytes[place.level][m_vertices[place.column]];
    const double communicated = total(parts);
    QStringList terms;
    for (const Kind kind : allKinds) {
        if (parts[kind] > 0) {
            terms << QStringLiteral("%1 %2").arg(label(kind), style::byteCount(parts[kind]));
        }
    }
    QString text = tr("%1, level H%2: %3%4\nCommunication at this level: %5")
                       .arg(QString::fromStdString(vertexAt(place.column).name))
                       .arg(place.level + 1)
                       .arg(label(choiceAt(place)), isForced(place) ? tr(" (forced)") : QString(), style::byteCount(communicated));
    if (!terms.isEmpty()) {
        text += tr(" (%1 of the step's): %2").arg(style::percentOf(communicated, m_study->plan->totalBytes), terms.join(QStringLiteral(", ")));
    }
    return text;
}

void ParallelismMap::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().base());
    if (columns() == 0 || levels() == 0) {
        painter.setPen(style::mutedText(palette()));
        const QString why = !m_study || !m_study->plan ? QString()
            : columns() == 0                           ? tr("No layers with weights")
                                                       : tr("One accelerator: nothing to divide");
        painter.drawText(viewport()->rect(), Qt::AlignCenter, why);
        return;
    }
    const int left = std::max(horizontalScrollBar()->value(), 0) / cellWidth();
    const auto first = static_cast<std::size_t>(left);
    const auto last = std::min(columns(), first + static_cast<std::size_t>(viewport()->width() / cellWidth()) + 2);
    painter.save();
    painter.setClipRect(levelWidth, headHeight(), viewport()->width(), viewport()->height());
    for (std::size_t level = 0; level < levels(); ++level) {
        for (std::size_t column = first; column < last; ++column) {
            paintCell(painter, {level, column});
        }
    }
    painter.restore();
    paintHead(painter, first, last);
    paintLevels(painter);
}

void ParallelismMap::paintCell(QPainter& painter, const Place& place) const
{
    const QRect cell = cellAt(place);
    const QColor fill = colour(choiceAt(place));
    painter.fillRect(cell.adjusted(0, 0, -1, -1), fill);
    painter.setPen(style::readableOn(fill));
    painter.drawText(cell, Qt::AlignCenter, shortLabel(choiceAt(place), cell.width() < twoLetters));
    if (isForced(place)) {
        painter.setPen(QPen(palette().color(QPalette::Text), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cell.adjusted(2, 2, -4, -4));
        painter.setBrush(palette().color(QPalette::Text));
        const QPoint corner = cell.topLeft() + QPoint(2, 2);
        painter.drawPolygon(QPolygon{corner, corner + QPoint(7, 0), corner + QPoint(0, 7)});
    }
    if (hasFocus() && place == m_current) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(style::readableOn(fill), 1, Qt::DotLine));
        painter.drawRect(cell.adjusted(4, 4, -6, -6));
    }
}

void ParallelismMap::paintHead(QPainter& painter, std::size_t first, std::size_t last) const
{
    painter.save();
    painter.setClipRect(levelWidth, 0, viewport()->width(), headHeight());
    const QFontMetrics metrics = fontMetrics();
    for (std::size_t column = first; column < last; ++column) {
        const QRect cell = cellAt({0, column});
        const QString name = QString::fromStdString(vertexAt(column).name);
        const bool selected = name == m_selected;
        painter.setPen(selected ? style::selection(palette()) : palette().color(QPalette::Text));
        if (selected) {
            painter.fillRect(QRect(cell.left(), headHeight() - 4, cell.width() - 1, 3), style::selection(palette()));
        }
        if (namesLie() || numbered()) {
            const QString words = namesLie() ? name : QString::number(column + 1);
            if (metrics.horizontalAdvance(words) <= cell.width()) {
                painter.drawText(QRect(cell.left(), 0, cell.width(), headHeight() - 6), Qt::AlignHCenter | Qt::AlignBottom, words);
            }
            continue;
        }
        painter.save();
        painter.translate(cell.center().x() + metrics.ascent() / 2 - 2, headHeight() - 7);
        painter.rotate(-90);
        painter.drawText(0, 0, name);
        painter.restore();
    }
    painter.restore();
}

void ParallelismMap::paintLevels(QPainter& painter) const
{
    painter.setClipRect(0, headHeight(), levelWidth, viewport()->height());
    painter.setPen(palette().color(QPalette::Text));
    for (std::size_t level = 0; level < levels(); ++level) {
        const QRect cell = cellAt({level, 0});
        painter.drawText(QRect(0, cell.top(), levelWidth - 8, cell.height()), Qt::AlignRight | Qt::AlignVCenter,
                         QStringLiteral("H%1").arg(level + 1));
    }
    painter.setClipping(false);
}

void ParallelismMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || columns() == 0) {
        return;
    }
    if (const auto place = placeAt(event->pos())) {
        m_current = *place;
        Q_EMIT toggled(place->level, QString::fromStdString(vertexAt(place->column).name), choiceAt(*place));
    } else if (const auto below = placeAt({event->pos().x(), headHeight() + 1}); below && event->pos().y() < headHeight()) {
        Q_EMIT layerPicked(QString::fromStdString(vertexAt(below->column).name));
    }
}

void ParallelismMap::moveTo(Place place)
{
    m_current = place;
    const int x = levelWidth + cellWidth() * static_cast<int>(place.column);
    QScrollBar* bar = horizontalScrollBar();
    bar->setValue(std::clamp(bar->value(), x + cellWidth() - viewport()->width() + 4, x - levelWidth));
    viewport()->update();
}

void ParallelismMap::keyPressEvent(QKeyEvent* event)
{
    if (columns() == 0 || levels() == 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    Place place = m_current;
    switch (event->key()) {
    case Qt::Key_Left: place.column -= place.column > 0; break;
    case Qt::Key_Right: place.column += place.column + 1 < columns(); break;
    case Qt::Key_Up: place.level -= place.level > 0; break;
    case Qt::Key_Down: place.level += place.level + 1 < levels(); break;
    case Qt::Key_Home: place.column = 0; break;
    case Qt::Key_End: place.column = columns() - 1; break;
    case Qt::Key_Space:
    case Qt::Key_Return:
        Q_EMIT toggled(place.level, QString::fromStdString(vertexAt(place.column).name), choiceAt(place));
        return;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    moveTo(place);
    setAccessibleDescription(textOf(place));
}

void ParallelismMap::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

bool ParallelismMap::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QAbstractScrollArea::viewportEvent(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto place = placeAt(help->pos())) {
        const QString again = isForced(*place) ? tr("\nClick to leave it to the strategy again") : tr("\nClick to force it");
        QToolTip::showText(help->globalPos(), textOf(*place) + priceOf(*place) + again + QLatin1Char('\n') + style::manualLine(style::Origin::Communication), viewport());
    } else if (const auto below = placeAt({help->pos().x(), headHeight() + 1})) {
        QToolTip::showText(help->globalPos(), QString::fromStdString(vertexAt(below->column).name), viewport());
    } else {
        QToolTip::hideText();
    }
    return true;
}

widgets::Figure ParallelismMap::figure() const { return parallelismFigure(m_study); }

} // namespace tilescape::ui::parallelism
