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
    double buffer = 0; ///< top
    double times = 0;
    double text = 0;
    QStringList lines; ///< wrapped
    double height = 0;
};

PageLayout layoutOf(const Page& page, double width, const QFont& font)
{
    const QFontMetricsF metrics(font);
    PageLayout layout;
    layout.chip = programBounds(page.moment);
    layout.scale = std::min(width / layout.chip.width(), 1.0);
    layout.buffer = layout.chip.height() * layout.scale + gap;
    layout.times = layout.buffer + bufferHeight(page.buffer, font) + gap;
    layout.text = layout.times + (page.times.isEmpty() ? 0 : timedHeight(page.times, font) + gap);
    for (const QString& line : page.lines) {
        layout.lines << plot::wrapped(line, width, metrics);
    }
    layout.height = layout.text + static_cast<double>(layout.lines.size()) * metrics.lineSpacing();
    return layout;
}

void paintPage(QPainter& painter, const Page& page, double width, const QFont& font)
{
    const QPalette palette = style::paperPalette();
    const PageLayout layout = layoutOf(page, width, font);
    const QFontMetricsF metrics(font);
    painter.save();
    painter.setFont(font);
    painter.translate((width - layout.chip.width() * layout.scale) / 2, 0);
    painter.scale(layout.scale, layout.scale);
    painter.translate(-layout.chip.topLeft());
    paintProgram(painter, page.moment, {palette, layout.scale});
    painter.restore();
    paintBuffer(painter, page.buffer, QRectF(0, layout.buffer, width, bufferHeight(page.buffer, font)), palette, font);
    if (!page.times.isEmpty()) {
        const QRectF area(0, layout.times, width, timedHeight(page.times, font));
        paintTimed(painter, page.times, layOutTimed(page.times, area, font), palette, font, page.now);
    }
    painter.setFont(font);
    painter.setPen(palette.color(QPalette::WindowText));
    double baseline = layout.text + metrics.ascent();
    for (const QString& line : layout.lines) {
        painter.drawText(QPointF(0, baseline), line);
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
            page->lines << stepText(*trace, trace->step(position - 1));
        }
        if (tile) {
            page->lines << ProgramText::tr("Buffer and parts of tile (%1, %2).").arg(tile->row).arg(tile->column);
        }
    }
    figure.legend = plot::figureLegend(programLegend(style::paperPalette()), true);
    figure.heightFor = [page](double width, const QFont& font) { return layoutOf(*page, width, font).height; };
    figure.paint = [page](QPainter& painter, QSizeF size, const QFont& font) { paintPage(painter, *page, size.width(), font); };
    return figure;
}

std::optional<widgets::Figure> programFigure(std::shared_ptr<const schedule::Schedule> schedule, std::size_t layer)
{
    workspace::ProgramRequest request;
    request.schedule = std::move(schedule);
    request.layer = layer;
    request.mostSteps = mostSteps;
    const workspace::ProgramRun run = workspace::runProgram(request);
    if (!run.trace || run.trace->size() == 0) {
        return std::nullopt;
    }
    const std::size_t position = run.trace->size() / 2;
    return programFigure(run.trace, position, run.trace->streams()[run.trace->step(position).stream].name.tile);
}

} // namespace tilescape::ui::program
