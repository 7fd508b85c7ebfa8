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

constexpr double smallestShare = 0.2; ///< of the chip's usual size, down to which it is drawn smaller on a low page
constexpr double shareStep = 0.05;
constexpr double narrowestCaption = 120; ///< beside the chip

/// The chip in a picture, and beneath it or beside it the caption.
struct PaperLayout {
    ChipLook look;
    QRectF chip;         ///< scene units
    QPointF chipOrigin;
    QStringList caption; ///< wrapped
    QPointF captionOrigin;
    double height = 0;
};

class PaperPage {
public:
    PaperPage(const ChipContent& content, std::shared_ptr<const NocLoad> load, const QFont& font)
        : m_content(content), m_metrics(font), m_chip(chipBounds(content))
    {
        m_look.palette = style::paperPalette();
        m_look.load = std::move(load);
    }

    /// In a picture of height 0, as high as needed.
    [[nodiscard]] PaperLayout layoutIn(QSizeF picture) const
    {
        PaperLayout layout = stacked(picture.width(), usualScale(picture.width()));
        if (picture.height() > 0 && layout.height > picture.height()) {
            layout = lowStacked(picture);
            PaperLayout other = beside(picture);
            if (other.look.scale > layout.look.scale || layout.height > picture.height()) {
                layout = std::move(other);
            }
        }
        const QPointF middle(0, std::max(0.0, picture.height() - layout.height) / 2);
        layout.chipOrigin += middle;
        layout.captionOrigin += middle;
        return layout;
    }

    /// The lowest picture of this width in which the chip is not too small.
    [[nodiscard]] double leastHeight(double width) const
    {
        const double scale = smallestShare * usualScale(width);
        const double alone = stacked(width, scale).height;
        return width - m_chip.width() * scale - 2 * gap < narrowestCaption ? alone : std::min(alone, besideAt(width, scale).height);
    }

private:
    /// A chip of few tiles would fill the page; its tiles need not be larger than on the screen.
    [[nodiscard]] double usualScale(double width) const { return std::min(width / m_chip.width(), 1.0); }

    [[nodiscard]] PaperLayout withCaption(double scale, double captionWidth) const
    {
        PaperLayout layout;
        layout.look = m_look;
        layout.look.scale = scale;
        layout.chip = m_chip;
        for (const QString& line : paperCaption(m_content, layout.look)) {
            layout.caption << plot::wrapped(line, captionWidth, m_metrics);
        }
        return layout;
    }

    [[nodiscard]] double captionHeight(const PaperLayout& layout) const
    {
        return static_cast<double>(layout.caption.size()) * m_metrics.lineSpacing();
    }

    [[nodiscard]] PaperLayout stacked(double width, double scale) const
    {
        PaperLayout layout = withCaption(scale, width);
        layout.chipOrigin = {(width - m_chip.width() * scale) / 2, 0};
        layout.captionOrigin = {0, m_chip.height() * scale + gap};
        layout.height = layout.captionOrigin.y() + captionHeight(layout);
        return layout;
    }

    [[nodiscard]] PaperLayout besideAt(double width, double scale) const
    {
        const double chipWidth = m_chip.width() * scale;
        PaperLayout layout = withCaption(scale, width - chipWidth - 2 * gap);
        const double caption = captionHeight(layout);
        layout.height = std::max(m_chip.height() * scale, caption);
        layout.chipOrigin = {0, (layout.height - m_chip.height() * scale) / 2};
        layout.captionOrigin = {chipWidth + 2 * gap, (layout.height - caption) / 2};
        return layout;
    }

    /// The largest chip for which the caption has room beneath.
    [[nodiscard]] PaperLayout lowStacked(QSizeF picture) const
    {
        const double usual = usualScale(picture.width());
        const double caption = captionHeight(withCaption(usual, picture.width()));
        return stacked(picture.width(), std::clamp((picture.height() - caption - gap) / m_chip.height(), smallestShare * usual, usual));
    }

    /// The largest chip beside which the caption has room; the smallest there is, where it has none.
    [[nodiscard]] PaperLayout beside(QSizeF picture) const
    {
        const double usual = std::min(usualScale(picture.width()), picture.height() / m_chip.height());
        for (double share = 1; share > smallestShare; share -= shareStep) {
            const double scale = share * usual;
            if (picture.width() - m_chip.width() * scale - 2 * gap >= narrowestCaption) {
                PaperLayout layout = besideAt(picture.width(), scale);
                if (layout.height <= picture.height()) {
                    return layout;
                }
            }
        }
        return stacked(picture.width(), smallestShare * usual);
    }

    const ChipContent& m_content;
    QFontMetricsF m_metrics;
    QRectF m_chip;
    ChipLook m_look;
};

void paintPaper(QPainter& painter, const ChipContent& content, const PaperLayout& layout, const QFont& font)
{
    const QColor ink = layout.look.palette.color(QPalette::WindowText);
    painter.save();
    painter.setFont(font);
    painter.translate(layout.chipOrigin);
    painter.scale(layout.look.scale, layout.look.scale);
    painter.translate(-layout.chip.topLeft());
    paintChip(painter, content, layout.look, layout.chip);
    painter.restore();
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(ink);
    QPointF baseline = layout.captionOrigin + QPointF(0, metrics.ascent());
    for (const QString& line : layout.caption) {
        painter.drawText(baseline, line);
        baseline.ry() += metrics.lineSpacing();
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
                                   : ChipText::tr("%1 · segment %2, R%3 of %4 regions")
                                         .arg(name)
                                         .arg(content.segment)
                                         .arg(content.ownRegion)
                                         .arg(content.regions.size());
}

widgets::Figure chipFigure(const ChipContent& content, std::shared_ptr<const NocLoad> load)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("chip");
    figure.title = content.hasLayer ? ChipText::tr("%1 on the chip").arg(chipTitle(content)) : ChipText::tr("Chip");
    figure.legend = plot::figureLegend([content, load](QSizeF picture, const QFont& font) {
        return paperLegend(content, PaperPage(content, load, font).layoutIn(picture).look);
    });
    figure.heightFor = [content, load](double width, const QFont& font) {
        return PaperPage(content, load, font).layoutIn({width, 0}).height;
    };
    figure.leastHeightFor = [content, load](double width, const QFont& font) {
        return PaperPage(content, load, font).leastHeight(width);
    };
    figure.stretches = true;
    figure.paint = [content, load](QPainter& painter, QSizeF size, const QFont& font) {
        paintPaper(painter, content, PaperPage(content, load, font).layoutIn(size), font);
    };
    return figure;
}

} // namespace tilescape::ui::chip
