#include "ui/tensor/tensor_figure.h"

#include "ui/plot/figure_legend.h"
#include "ui/plot/hatch.h"
#include "ui/plot/text.h"
#include "ui/style/palette.h"
#include "ui/tensor/tensor_painter.h"
#include "ui/tensor/tensor_text.h"

#include <QFontMetricsF>

namespace tilescape::ui::tensor {

namespace {

constexpr double figureGap = 6;

} // namespace

std::vector<plot::LegendEntry> tensorLegend(const TensorContent& content, const QPalette& palette)
{
    std::vector<Tensor> shown;
    for (const Volume* volume : {&content.above, &content.left, &content.right}) {
        if (volume->isThere()) {
            shown.push_back(volume->tensor);
        }
    }
    const auto colours = [&](Count times) {
        std::vector<QColor> each;
        for (const Tensor tensor : shown) {
            each.push_back(shadeOf(tensor, times, palette));
        }
        return each;
    };
    plot::LegendEntry again = plot::swatches(TensorText::tr("again"), colours(2));
    again.paintSign = [plain = again.paintSign, fills = colours(2)](QPainter& painter, const QRectF& place) {
        plain(painter, place);
        for (std::size_t i = 0; i < fills.size(); ++i) {
            plot::hatch(painter, {place.left() + 12.0 * static_cast<double>(i), place.center().y() - 5, 10, 10},
                        style::blend(fills[i], style::readableOn(fills[i]), 0.6), plot::Slant::Rising, 4);
        }
    };
    std::vector<QColor> full;
    for (const Tensor tensor : shown) {
        full.push_back(colourOf(tensor, palette));
    }
    std::vector<plot::LegendEntry> legend{plot::swatch(TensorText::tr("not yet brought in"), style::idleFill(palette)), plot::swatches(TensorText::tr("once"), colours(1)),
            again, plot::outlined(TensorText::tr("in the buffer now"), Qt::NoBrush, QPen(palette.color(QPalette::WindowText), bufferPen)),
            plot::swatches(TensorText::tr("in the registers now"), full)};
    if (content.walk->tiles() > 1) {
        legend.push_back({TensorText::tr("small box: a tile's part of the whole"), {}, 0});
    }
    return legend;
}

widgets::Figure tensorFigure(const TensorContent& content, Count cycle)
{
    const auto captionFor = [content, cycle](double width, const QFont& font) {
        return plot::wrapped(momentText(content, cycle).front(), width, QFontMetricsF(font));
    };
    widgets::Figure figure;
    figure.name = QStringLiteral("tensors");
    figure.title = TensorText::tr("Tensors of %1 in the memories of a tile").arg(content.layer);
    figure.legend = plot::figureLegend(tensorLegend(content, style::paperPalette()));
    figure.heightFor = [=](double width, const QFont& font) {
        return layOutTensors(content, width, font).height + figureGap + static_cast<double>(captionFor(width, font).size()) * QFontMetricsF(font).lineSpacing();
    };
    figure.paint = [=](QPainter& painter, QSizeF size, const QFont& font) {
        const TensorLayout layout = layOutTensors(content, size.width(), font);
        const TensorLook look{style::paperPalette(), font};
        paintTensors(painter, content, cycle, layout, look);
        double top = layout.height + figureGap;
        for (const QString& line : captionFor(size.width(), font)) {
            write(painter, {0, top, size.width() + 1, QFontMetricsF(font).lineSpacing()}, line, font, ink(look));
            top += QFontMetricsF(font).lineSpacing();
        }
    };
    return figure;
}

} // namespace tilescape::ui::tensor
