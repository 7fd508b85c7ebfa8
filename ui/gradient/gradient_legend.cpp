#include "ui/gradient/gradient_legend.h"

#include "ui/gradient/gradient_colours.h"
#include "ui/gradient/gradient_text.h"
#include "ui/plot/hatch.h"
#include "ui/style/palette.h"

#include <array>
#include <iterator>

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
    {1, {}, QT_TRANSLATE_NOOP("GradientText", "in the scratchpad")},
    {0.42, {}, QT_TRANSLATE_NOOP("GradientText", "result written")},
    {0.18, {}, QT_TRANSLATE_NOOP("GradientText", "dropped or spilled")},
    {0, {}, QT_TRANSLATE_NOOP("GradientText", "not touched yet")},
    {-1, TileEventKind::Fetch, QT_TRANSLATE_NOOP("GradientText", "fetched now")},
    {-1, TileEventKind::FetchAgain, QT_TRANSLATE_NOOP("GradientText", "again, or a sum out or in")},
    {-1, TileEventKind::Reuse, QT_TRANSLATE_NOOP("GradientText", "reused now")},
}};

/// What the parts of the bar of traffic mean.
std::vector<plot::LegendEntry> trafficLegend()
{
    return {plot::swatch(GradientText::tr("bar: fetched"), fetchedColour()),
            plot::swatch(GradientText::tr("written"), writtenColour()),
            plot::swatch(GradientText::tr("fetched again"), againColour()),
            {GradientText::tr("sums out and in"), [](QPainter& painter, const QRectF& place) {
                 plot::hatch(painter, place, againColour(), plot::Slant::Rising);
             }}};
}

} // namespace

std::vector<plot::LegendEntry> gradientLegend(const QPalette& palette)
{
    std::vector<plot::LegendEntry> entries;
    for (const LegendEntry& entry : legendEntries) {
        const QString text = GradientText::tr(entry.text);
        if (entry.strength < 0) {
            const Qt::PenStyle style = entry.event == TileEventKind::FetchAgain ? Qt::DashLine : Qt::SolidLine;
            entries.push_back(plot::outlined(text, Qt::NoBrush, QPen(eventColour(entry.event, palette), 2, style)));
        } else {
            const QColor fill = style::blend(style::idleFill(palette), matrixColour(Matrix::Dy), entry.strength);
            entries.push_back(plot::outlined(text, fill, QPen(style::outline(palette), 1)));
        }
    }
    std::vector<plot::LegendEntry> ofBar = trafficLegend();
    std::move(ofBar.begin(), ofBar.end(), std::back_inserter(entries));
    return entries;
}

} // namespace tilescape::ui::gradient
