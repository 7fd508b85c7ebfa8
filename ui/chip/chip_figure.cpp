#include "ui/chip/chip_figure.h"

#include "ui/chip/chip_legend.h"
#include "ui/chip/chip_text.h"
#include "ui/plot/text.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tilescape::ui::chip {

namespace {

constexpr double gap = 8; ///< between picture, legend and caption

/// What stands on a page of a width, from top to bottom.
struct PaperLayout {
    ChipLook look;
    QRectF chip; ///< scene units
    std::vector<plot::LegendEntry> entries;
    plot::LegendLayout legend;
    double legendTop = 0;
    QStringList caption; ///< wrapped
    double captionTop = 0;
    double height = 0;
};

PaperLayout layoutOf(const ChipContent& content, const std::shared_ptr<const NocLoad>& load, double width)
{
    const QFontMetricsF metrics(style::figureFont());
    PaperLayout layout;
    layout.chip = chipBounds(content);
    layout.look.palette = style::paperPalette();
    // A chip of few tiles would fill the page; its tiles need not be larger than on the screen.
    layout.look.scale = std::min(width / layout.chip.width(), 1.0);
    layout.look.load = load;
    layout.entries = paperLegend(content, layout.look);
    layout.legend = plot::legendInRows(layout.entries, width, style::figureFont());
    layout.legendTop = layout.chip.height() * layout.look.scale + gap;
    layout.captionTop = layout.legendTop + layout.legend.size.height() + (layout.legend.isEmpty() ? 0 : gap / 2);
    for (const QString& line : paperCaption(content, layout.look)) {
        layout.caption << plot::wrapped(line, width, metrics);
    }
    layout.height = layout.captionTop + static_cast<double>(layout.caption.size()) * metrics.lineSpacing();
    return layout;
}

void paintPaper(QPainter& painter, const ChipContent& content, const PaperLayout& layout, double width)
{
    const QFont font = style::figureFont();
    const QColor ink = layout.look.palette.color(QPalette::WindowText);
    const double scale = layout.look.scale;
    painter.save();
    painter.setFont(font);
    painter.translate((width - layout.chip.width() * scale) / 2, 0);
    painter.scale(scale, scale);
    painter.translate(-layout.chip.topLeft());
    paintChip(painter, content, layout.look, layout.chip);
    painter.restore();
    plot::paintLegend(painter, layout.entries, layout.legend, QPointF(0, layout.legendTop), ink, font);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(ink);
    double baseline = layout.captionTop + metrics.ascent();
    for (const QString& line : layout.caption) {
        painter.drawText(QPointF(0, baseline), line);
        baseline += metrics.lineSpacing();
    }
}

} // namespace

QString chipTitle(const ChipContent& content)
{
    if (!content.hasLayer) {
        return ChipText::tr("No layer selected");
    }
    const QString name = QString::fromStdString(content.layer.name);
    return content.regions.empty() ? ChipText::tr("%1 · segment %2").arg(name).arg(content.segment)
                                   : ChipText::tr("%1 · segment %2, region %3 of %4").arg(name).arg(content.segment)
                                         .arg(content.ownRegion).arg(content.regions.size());
}

widgets::Figure chipFigure(const ChipContent& content, std::shared_ptr<const NocLoad> load)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("chip");
    figure.title = content.hasLayer ? ChipText::tr("%1 on the chip").arg(chipTitle(content)) : ChipText::tr("Chip");
    figure.heightFor = [content, load](double width) { return layoutOf(content, load, width).height; };
    figure.paint = [content, load](QPainter& painter, QSizeF size) {
        paintPaper(painter, content, layoutOf(content, load, size.width()), size.width());
    };
    return figure;
}

} // namespace tilescape::ui::chip
