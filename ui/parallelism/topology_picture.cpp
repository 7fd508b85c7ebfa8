#include "ui/parallelism/topology_picture.h"

#include "core/training/parallelism/array.h"
#include "ui/parallelism/parallelism_text.h"
#include "ui/style/format.h"
#include "ui/style/origin.h"
#include "ui/style/palette.h"
#include "ui/widgets/widget_figure.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace tilescape::ui::parallelism {

using namespace tilescape::training::parallelism;

namespace {

constexpr Count mostDrawn = 6; ///< levels: 64 accelerators
constexpr double margin = 10;

void noSign(QPainter& /*painter*/, const QRectF& /*sign*/) {}

QColor levelColour(Count level) { return style::categorical(static_cast<int>(level) - 1); }

} // namespace

TopologyPicture::TopologyPicture(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void TopologyPicture::setStudy(std::shared_ptr<const ParallelismStudy> study)
{
    m_study = std::move(study);
    QStringList lines;
    for (std::size_t level = 0; m_study && m_study->plan && level < m_study->plan->levels.size(); ++level) {
        lines << tr("%1 (%2 of all bytes)").arg(textOf(level), style::percentOf(m_study->plan->bytesByLevel[level], m_study->plan->totalBytes));
    }
    setAccessibleName(tr("Topology of the array"));
    setAccessibleDescription(lines.join(QStringLiteral("\n")));
    setToolTip(lines.isEmpty() ? QString() : tr("What the links of each level carry, and for how long:\n") + lines.join(QStringLiteral("\n")) + QLatin1Char('\n')
                                              + style::manualLine(style::Origin::StepTime));
    update();
}

QString TopologyPicture::textOf(std::size_t level) const
{
    const double carried = m_study->plan->bytesByLevel[level];
    const double seconds = 8 * carried / levelBandwidth(m_study->settings, static_cast<Count>(level) + 1);
    return tr("H%1: %2, %3").arg(level + 1).arg(style::byteCount(carried), style::seconds(seconds));
}

void TopologyPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().base());
    if (!m_study || !m_study->plan) {
        return;
    }
    const Settings& settings = m_study->settings;
    const bool tree = settings.topology == Topology::HTree;
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    const double line = fontMetrics().height();
    const qlonglong count = qlonglong{1} << settings.levels;
    const QString title = count == 1 ? tr("One accelerator")
                          : tree     ? tr("H tree of %1 accelerators")
                                     : tr("Torus of %1 accelerators");
    painter.drawText(QPointF(margin, margin + fontMetrics().ascent()),
                     count == 1 ? title : title.arg(QLocale().toString(count)));
    painter.setFont(font());
    const QRectF all(margin, margin + line + 8, width() - 2 * margin, height() - 2 * margin - line - 8);
    const double legend =
        1.0
            * fontMetrics().horizontalAdvance(settings.levels > 9 ? QStringLiteral("H20: 999 MB, 999 ms")
                                                                  : QStringLiteral("H4: 999 MB, 999 ms"))
        + 26;
    const double rows = std::min(static_cast<double>(m_study->plan->levels.size()) * (line + 4), all.height() / 2);
    // The legend beside the drawing or beneath it, whichever leaves the drawing more room.
    const bool beside = std::min(all.width() - legend, all.height()) >= std::min(all.width(), all.height() - rows);
    paintLevels(painter,
                beside ? all.adjusted(all.width() - legend, 0, 0, 0) : all.adjusted(0, all.height() - rows, 0, 0));
    const QRectF place = beside ? all.adjusted(0, 0, -legend - 8, 0) : all.adjusted(0, 0, 0, -rows - 8);
    if (settings.levels > mostDrawn) {
        painter.setPen(style::mutedText(palette()));
        painter.drawText(place, Qt::AlignCenter | Qt::TextWordWrap, tr("Drawn up to 64 accelerators"));
    } else if (tree) {
        paintTree(painter, place);
    } else {
        paintTorus(painter, place);
    }
}

/// Of these levels, and how many others there are.
std::vector<plot::LegendEntry> TopologyPicture::legendOf(const std::vector<std::size_t>& levels) const
{
    const bool isDrawn = m_study->settings.levels <= mostDrawn;
    std::vector<plot::LegendEntry> entries;
    for (const std::size_t level : levels) {
        const auto line = [colour = levelColour(static_cast<Count>(level) + 1)](QPainter& on, const QRectF& sign) {
            on.fillRect(QRectF(sign.left(), sign.center().y() - 2.5, sign.width(), 5), colour);
        };
        entries.push_back({textOf(level), isDrawn ? std::function<void(QPainter&, const QRectF&)>(line) : noSign, 14});
    }
    if (const std::size_t all = m_study->plan->levels.size(); levels.size() < all) {
        entries.push_back({all - levels.size() == 1 ? tr("and one that carries less")
                                                    : tr("and %1 that carry less").arg(all - levels.size()),
                           noSign, 14});
    }
    return entries;
}

void TopologyPicture::paintLevels(QPainter& painter, const QRectF& place) const
{
    const std::vector<double>& bytes = m_study->plan->bytesByLevel;
    std::vector<std::size_t> named(bytes.size());
    std::iota(named.begin(), named.end(), std::size_t{0});
    std::vector<plot::LegendEntry> entries = legendOf(named);
    plot::LegendLayout layout = plot::legendInColumn(entries, place.height(), font());
    while (layout.isEmpty() && named.size() > 1) { // what carries least goes first
        named.erase(std::min_element(named.begin(), named.end(),
                                     [&](std::size_t a, std::size_t b) { return bytes[a] < bytes[b]; }));
        entries = legendOf(named);
        layout = plot::legendInColumn(entries, place.height(), font());
    }
    plot::paintLegend(painter, entries, layout, place.topLeft(), palette().color(QPalette::Text), font());
}

/// The chips stand on the grid; a group's link joins the middles of its halves.
void TopologyPicture::paintTree(QPainter& painter, const QRectF& place) const
{
    const Count levels = m_study->settings.levels;
    const Extent grid = gridOf(levels);
    const double side = std::min(place.width() / static_cast<double>(grid.width), place.height() / static_cast<double>(grid.height));
    const QPointF origin(place.left() + (place.width() - side * static_cast<double>(grid.width)) / 2,
                         place.top() + (place.height() - side * static_cast<double>(grid.height)) / 2);
    for (Count level = levels; level >= 1; --level) {
        const Extent group = groupAt(levels, level);
        const bool alongRow = group.width >= group.height;
        const double thick = std::min(std::exp2(0.5 * static_cast<double>(levels - level)) * 1.5, 9.0);
        painter.setPen(QPen(levelColour(level), thick, Qt::SolidLine, Qt::FlatCap));
        for (Count row = 0; row < grid.height; row += group.height) {
            for (Count column = 0; column < grid.width; column += group.width) {
                const QPointF middle = origin
                    + side * QPointF(static_cast<double>(column) + static_cast<double>(group.width) / 2,
                                     static_cast<double>(row) + static_cast<double>(group.height) / 2);
                const double reach = side * static_cast<double>(alongRow ? group.width : group.height) / 4;
                const QPointF half = alongRow ? QPointF(reach, 0) : QPointF(0, reach);
                painter.drawLine(middle - half, middle + half);
            }
        }
    }
    painter.setPen(QPen(palette().color(QPalette::Text), 1));
    painter.setBrush(style::idleFill(palette()));
    const double chip = std::clamp(side * 0.4, 3.0, 26.0);
    for (Count row = 0; row < grid.height; ++row) {
        for (Count column = 0; column < grid.width; ++column) {
            const QPointF middle = origin + side * QPointF(static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5);
            painter.drawRect(QRectF(middle.x() - chip / 2, middle.y() - chip / 2, chip, chip));
        }
    }
}

/// Links that cross a cut have the colour of its level; all are alike. Ends that leave the picture come in again opposite.
void TopologyPicture::paintTorus(QPainter& painter, const QRectF& place) const
{
    const Count levels = m_study->settings.levels;
    const Extent grid = gridOf(levels);
    const double side = std::min(place.width() / (static_cast<double>(grid.width) + 0.6),
                                 place.height() / (static_cast<double>(grid.height) + 0.6));
    const QPointF origin(place.left() + (place.width() - side * static_cast<double>(grid.width)) / 2,
                         place.top() + (place.height() - side * static_cast<double>(grid.height)) / 2);
    const auto middleOf = [&](Count row, Count column) {
        return origin + side * QPointF(static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5);
    };
    // The first level that cuts between a position and the next in its row or column.
    const auto levelOfCut = [&](Count position, bool alongRow) {
        for (Count level = 1; level <= levels; ++level) {
            const Extent group = groupAt(levels, level);
            const Count length = alongRow ? group.width : group.height;
            if ((group.width >= group.height) == alongRow && (position + 1) % length == length / 2) {
                return level;
            }
        }
        return Count{1};
    };
    const auto draw = [&](QPointF from, QPointF to, Count level) {
        painter.setPen(QPen(levelColour(level), 2.5));
        painter.drawLine(from, to);
    };
    for (Count row = 0; row < grid.height; ++row) {
        for (Count column = 0; column < grid.width; ++column) {
            const QPointF here = middleOf(row, column);
            if (column + 1 < grid.width) {
                draw(here, middleOf(row, column + 1), levelOfCut(column, true));
            } else if (grid.width > 2) {
                draw(here, here + QPointF(side * 0.7, 0), 1);
                draw(middleOf(row, 0), middleOf(row, 0) - QPointF(side * 0.7, 0), 1);
            }
            if (row + 1 < grid.height) {
                draw(here, middleOf(row + 1, column), levelOfCut(row, false));
            } else if (grid.height > 2) {
                const Count level = groupAt(levels, 1).width >= groupAt(levels, 1).height ? 2 : 1;
                draw(here, here + QPointF(0, side * 0.7), level);
                draw(middleOf(0, column), middleOf(0, column) - QPointF(0, side * 0.7), level);
            }
        }
    }
    painter.setPen(QPen(palette().color(QPalette::Text), 1));
    painter.setBrush(style::idleFill(palette()));
    const double chip = std::clamp(side * 0.4, 3.0, 26.0);
    for (Count row = 0; row < grid.height; ++row) {
        for (Count column = 0; column < grid.width; ++column) {
            const QPointF middle = middleOf(row, column);
            painter.drawRect(QRectF(middle.x() - chip / 2, middle.y() - chip / 2, chip, chip));
        }
    }
}

widgets::Figure TopologyPicture::figure() const
{
    return widgets::figureOf(QStringLiteral("array"), tr("Topology of the array, and what its links carry"), [study = m_study](const QFont& font) {
        auto picture = std::make_unique<TopologyPicture>();
        picture->setFont(font);
        picture->setStudy(study);
        return picture;
    });
}

} // namespace tilescape::ui::parallelism
