#include "ui/program/program_figure.h"

#include "ui/plot/figure_legend.h"
#include "ui/plot/text.h"
#include "ui/program/buffer_picture.h"
#include "ui/program/program_painter.h"
#include "ui/program/program_text.h"
#include "ui/program/step_text.h"
#include "ui/program/timed_painter.h"
#include "ui/style/palette.h"
#include "ui/workspace/program_service.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tilescape::ui::program {

using namespace tilescape::program;

namespace {

constexpr double gap = 10;              ///< between the parts
constexpr std::size_t mostSteps = 40'000; ///< of a figure that nobody waits for in front of a window

/// All that the page shows.
struct Page {
    ProgramMoment moment;
    BufferMoment buffer;
    TimedContent times;
    double now = 0;
    QStringList lines;
};

struct PageLayout {
    double scale = 1; ///< of the chip
    QRectF chip;      ///< scene units
    QPointF chipPlace;
    QRectF buffer;
    QRectF times;
    QPointF text;
    QStringList lines; ///< wrapped
    double height = 0;
};

/// Buffer, times and text beneath each other.
PageLayout layOutParts(const Page& page, double left, double top, double width, const QFont& font)
{
    const QFontMetricsF metrics(font);
    PageLayout layout;
    layout.chip = programBounds(page.moment);
    layout.buffer = QRectF(left, top, width, bufferHeight(page.buffer, font));
    layout.times = QRectF(left, layout.buffer.bottom() + gap, width, page.times.isEmpty() ? 0 : timedHeight(page.times, font));
    layout.text = QPointF(left, layout.times.bottom() + (page.times.isEmpty() ? 0 : gap));
    for (const QString& line : page.lines) {
        layout.lines << plot::wrapped(line, width, metrics);
    }
    layout.height = layout.text.y() + static_cast<double>(layout.lines.size()) * metrics.lineSpacing();
    return layout;
}

/// The chip above the rest.
PageLayout stacked(const Page& page, double width, const QFont& font)
{
    const QRectF chip = programBounds(page.moment);
    const double scale = std::min(width / chip.width(), 1.0);
    PageLayout layout = layOutParts(page, 0, chip.height() * scale + gap, width, font);
    layout.scale = scale;
    layout.chipPlace = QPointF((width - chip.width() * scale) / 2, 0);
    return layout;
}

/// The chip on the left of the rest, for pages that are low.
PageLayout besideEachOther(const Page& page, double width, const QFont& font)
{
    const double half = (width - 2 * gap) / 2;
    PageLayout layout = layOutParts(page, half + 2 * gap, 0, half, font);
    layout.scale = std::min({half / layout.chip.width(), layout.height / layout.chip.height(), 1.0});
    const QSizeF chip = layout.chip.size() * layout.scale;
    layout.chipPlace = QPointF((half - chip.width()) / 2, (layout.height - chip.height()) / 2);
    return layout;
}

void paintPage(QPainter& painter, const Page& page, QSizeF size, const QFont& font)
{
    const QPalette palette = style::paperPalette();
    const PageLayout high = stacked(page, size.width(), font);
    const PageLayout layout = high.height <= size.height() + 1 ? high : besideEachOther(page, size.width(), font);
    const QFontMetricsF metrics(font);
    painter.translate(0, std::max(0.0, (size.height() - layout.height) / 2));
    painter.save();
    painter.setFont(font);
    painter.translate(layout.chipPlace);
    painter.scale(layout.scale, layout.scale);
    painter.translate(-layout.chip.topLeft());
    paintProgram(painter, page.moment, {palette, layout.scale});
    painter.restore();
    paintBuffer(painter, page.buffer, layout.buffer, palette, font);
    if (!page.times.isEmpty()) {
        paintTimed(painter, page.times, layOutTimed(page.times, layout.times, font), palette, font, page.now);
    }
    painter.setFont(font);
    painter.setPen(palette.color(QPalette::WindowText));
    double baseline = layout.text.y() + metrics.ascent();
    for (const QString& line : layout.lines) {
        painter.drawText(QPointF(layout.text.x(), baseline), line);
        baseline += metrics.lineSpacing();
    }
}

} // namespace

widgets::Figure programFigure(std::shared_ptr<const Trace> trace, std::size_t position, std::optional<Tile> tile)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("program");
    figure.title = ProgramText::tr("Program");
    auto page = std::make_shared<Page>();
    if (trace && !trace->program().layers.empty()) {
        page->moment = momentOf(*trace, position, tile);
        page->buffer = bufferMoment(*trace, tile, position);
        page->times = timedContent(*trace, tile);
        page->now = trace->cycleAt(position);
        page->lines << positionText(*trace, position);
        if (position > 0) {
            page->lines << stepText(*trace, position - 1);
        }
        if (tile) {
            page->lines << ProgramText::tr("Buffer and parts of tile (%1, %2).").arg(tile->row).arg(tile->column);
        }
        if (const QString text = unfinishedText(*trace); !text.isEmpty()) {
            page->lines << text;
        }
    }
    figure.legend = plot::figureLegend(programLegend(style::paperPalette(), page->moment.cornerMemory, page->moment.sharedBuffers), true);
    figure.stretches = true;
    figure.heightFor = [page](double width, const QFont& font) { return stacked(*page, width, font).height; };
    figure.leastHeightFor = [page](double width, const QFont& font) {
        return std::min(stacked(*page, width, font).height, besideEachOther(*page, width, font).height);
    };
    figure.paint = [page](QPainter& painter, QSizeF size, const QFont& font) { paintPage(painter, *page, size, font); };
    return figure;
}

support::Result<widgets::Figure> programFigure(std::shared_ptr<const schedule::Schedule> schedule, std::size_t layer)
{
    workspace::ProgramRequest request;
    request.schedule = std::move(schedule);
    request.layer = layer;
    request.mostSteps = mostSteps;
    const workspace::ProgramRun run = workspace::runProgram(request);
    if (!run.faults.empty()) {
        return run.faults;
    }
    if (!run.trace || run.trace->size() == 0) {
        return support::Diagnostic{support::Severity::Error, "", "", "", "the layer's program has no steps",
                                   "choose another layer"};
    }
    const std::size_t position = run.trace->size() / 2;
    return programFigure(run.trace, position, run.trace->streams()[run.trace->step(position).stream].name.tile);
}

} // namespace tilescape::ui::program
