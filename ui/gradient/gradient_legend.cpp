#include "ui/gradient/gradient_legend.h"

#include "ui/gradient/gradient_colours.h"
#include "ui/style/palette.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace tilescape::ui::gradient {

using tilescape::training::gradient::Matrix;
using tilescape::training::gradient::TileEventKind;

namespace {

struct LegendEntry {
    double strength = -1; ///< of a fill; below 0: a frame
    TileEventKind event = TileEventKind::Fetch;
    const char* text = nullptr;
};

constexpr std::array<LegendEntry, 7> legendEntries{{
    {1, {}, QT_TRANSLATE_NOOP("GradientLegend", "in the scratchpad")},
    {0.42, {}, QT_TRANSLATE_NOOP("GradientLegend", "result written")},
    {0.18, {}, QT_TRANSLATE_NOOP("GradientLegend", "dropped or spilled")},
    {0, {}, QT_TRANSLATE_NOOP("GradientLegend", "not touched yet")},
    {-1, TileEventKind::Fetch, QT_TRANSLATE_NOOP("GradientLegend", "fetched now")},
    {-1, TileEventKind::FetchAgain, QT_TRANSLATE_NOOP("GradientLegend", "again, or a sum out or in")},
    {-1, TileEventKind::Reuse, QT_TRANSLATE_NOOP("GradientLegend", "reused now")},
}};

} // namespace

std::vector<plot::LegendEntry> gradientLegend(const QPalette& palette)
{
    std::vector<plot::LegendEntry> entries;
    for (const LegendEntry& entry : legendEntries) {
        const auto sign = [palette, entry](QPainter& painter, const QRectF& place) {
            const bool frame = entry.strength < 0;
            const QColor fill = style::blend(style::idleFill(palette), matrixColour(Matrix::Dy), std::max(entry.strength, 0.0));
            painter.setBrush(frame ? QBrush(Qt::NoBrush) : QBrush(fill));
            QPen pen(frame ? eventColour(entry.event, palette) : style::outline(palette), frame ? 2 : 1);
            pen.setStyle(frame && entry.event == TileEventKind::FetchAgain ? Qt::DashLine : Qt::SolidLine);
            painter.setPen(pen);
            painter.drawRect(place);
            painter.setPen(Qt::NoPen);
        };
        entries.push_back({QCoreApplication::translate("GradientLegend", entry.text), sign, 10});
    }
    return entries;
}

} // namespace tilescape::ui::gradient
