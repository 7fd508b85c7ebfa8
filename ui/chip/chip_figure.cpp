#include "ui/chip/chip_figure.h"

#include "ui/chip/chip_legend.h"
#include "ui/chip/chip_text.h"
#include "ui/plot/figure_legend.h"
#include "ui/plot/text.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tilescape::ui::chip {

namespace {

constexpr double gap = 8; ///< between picture, legend and caption

/// The chip in a picture of a width, and beneath it the caption.
struct PaperLayout {
    ChipLook look;
    QRectF chip; ///< scene units
    QStringList caption; ///< wrapped
    double captionTop = 0;
    double height = 0;
};

PaperLayout layoutOf(const ChipContent& content, const std::shared_ptr<const NocLoad>& load, double width, const QFont& font)
{
    const QFontMetricsF metrics(font);
    PaperLayout layout;
    layout.chip = chipBounds(content);
    layout.look.palette = style::paperPalette();
    // A chip of few tiles would fill the page; its tiles need not be larger than on the screen.
    layout.look.scale = std::min(width / layout.chip.width(), 1.0);
    layout.look.load = load;
    layout.captionTop = layout.chip.height() * layout.look.scale + gap;
    for (const QString& line : paperCaption(content, layout.look)) {
        layout.caption << plot::wrapped(line, width, metrics);
    }
    layout.height = layout.captionTop + static_cast<double>(layout.caption.size()) * metrics.lineSpacing();
    return layout;
}

void paintPaper(QPainter& painter, const ChipContent& content, const PaperLayout& layout, double width, const QFont& font)
{
    const QColor ink = layout.look.palette.color(QPalette::WindowText);
    const double scale = layout.look.scale;
    painter.save();
    painter.setFont(font);
    painter.translate((width - layout.chip.width() * scale) / 2, 0);
    painter.scale(scale, scale);
    painter.translate(-layout.chip.topLeft());
    paintChip(painter, content, layout.look, layout.chip);
    painter.restore();
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
    figure.legend = plot::figureLegend([content, load](double width, const QFont& font) {
        return paperLegend(content, layoutOf(content, load, width, font).look);
    });
    figure.heightFor = [content, load](double width, const QFont& font) { return layoutOf(content, load, width, font).height; };
    figure.paint = [content, load](QPainter& painter, QSizeF size, const QFont& font) {
        paintPaper(painter, content, layoutOf(content, load, size.width(), font), size.width(), font);
    };
    return figure;
}

} // namespace tilescape::ui::chip
