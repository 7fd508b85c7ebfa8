#include "ui/parallelism/parallelism_map_figure.h"

#include "ui/parallelism/parallelism_text.h"
#include "ui/plot/figure_legend.h"
#include "ui/plot/names.h"
#include "ui/style/palette.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tilescape::ui::parallelism {

using namespace tilescape::training::parallelism;

namespace {

constexpr double gap = 5;
constexpr double widestFigureCell = 60;
constexpr double cellHeight = 20;
constexpr double highestCell = 80; ///< on a page that has a height of its own
constexpr double highestNames = 200;

/// The map of a plan at a width, in pixels of the layout.
class MapPage {
public:
    /// As high as `height` asks for, or as it has to be.
    MapPage(const ParallelismStudy& study, double width, const QFont& font, double height = 0)
        : m_study(study), m_metrics(font), m_width(width)
    {
        const std::vector<Vertex>& vertices = study.plan->graph.vertices;
        for (std::size_t v = 0; v < vertices.size(); ++v) {
            if (!vertices[v].join) {
                m_vertices.push_back(v);
                m_names << QString::fromStdString(vertices[v].name);
                m_numbers.push_back(static_cast<long>(m_numbers.size()) + 1);
            }
        }
        m_left = m_metrics.horizontalAdvance(levelName(levels())) + gap;
        m_cell = std::min((width - m_left) / static_cast<double>(std::max<std::size_t>(m_vertices.size(), 1)), widestFigureCell);
        m_heads = plot::layOutNames(m_names, m_numbers, m_cell, highestNames, m_metrics);
        m_cellHeight = std::clamp((height - cellsTop() - 1) / static_cast<double>(levels()), cellHeight, highestCell);
        const bool forced = !study.settings.forced.empty();
        for (const Choice choice : {Choice::Data, Choice::Model}) {
            const QString sign = signOf(choice);
            m_legend.push_back(plot::swatch(sign.isEmpty() ? label(choice) : sign + QStringLiteral(": ") + label(choice), colour(choice)));
        }
        if (forced) {
            m_legend.push_back({ParallelismText::tr("forced"), [](QPainter& painter, const QRectF& place) {
                                    painter.setBrush(Qt::NoBrush);
                                    painter.setPen(QPen(Qt::black, 1.5));
                                    painter.drawRect(place);
                                }});
        }
    }

    [[nodiscard]] const std::vector<plot::LegendEntry>& legend() const { return m_legend; }
    [[nodiscard]] double height() const { return cellsTop() + m_cellHeight * static_cast<double>(levels()) + 1; }

    void paint(QPainter& painter) const
    {
        const QColor text = style::paperPalette().color(QPalette::Text);
        painter.setPen(text);
        paintHeads(painter);
        for (std::size_t level = 0; level < levels(); ++level) {
            const double middle = cellsTop() + (static_cast<double>(level) + 0.5) * m_cellHeight;
            const QString name = levelName(level + 1);
            painter.setPen(text);
            painter.drawText(QPointF(m_left - gap - m_metrics.horizontalAdvance(name), middle + (m_metrics.ascent() - m_metrics.descent()) / 2), name);
            for (std::size_t column = 0; column < m_vertices.size(); ++column) {
                paintCell(painter, level, column);
            }
        }
    }

private:
    [[nodiscard]] static QString levelName(std::size_t level) { return QStringLiteral("H%1").arg(level); }
    [[nodiscard]] std::size_t levels() const { return m_study.plan->levels.size(); }
    [[nodiscard]] double titleHeight() const { return m_heads.form == plot::NameForm::Numbers ? m_metrics.height() : 0; }
    [[nodiscard]] double cellsTop() const { return titleHeight() + m_heads.height + gap; }

    /// Two letters, one, or none, by the room in a cell; alike for both choices, though the letters of one are narrower.
    [[nodiscard]] QString signOf(Choice choice) const
    {
        for (const bool oneLetter : {false, true}) {
            const auto fits = [&](Choice one) { return m_metrics.horizontalAdvance(shortLabel(one, oneLetter)) + 3 <= m_cell; };
            if (fits(Choice::Data) && fits(Choice::Model)) {
                return shortLabel(choice, oneLetter);
            }
        }
        return {};
    }

    /// What the numbers above the columns are, in as many words as there is room for.
    [[nodiscard]] QString numbersTitle() const
    {
        const QString whole = ParallelismText::tr("Number among the layers with weights");
        return m_metrics.horizontalAdvance(whole) <= m_width ? whole : ParallelismText::tr("Layer with weights");
    }

    void paintHeads(QPainter& painter) const
    {
        const double bottom = cellsTop() - gap;
        if (titleHeight() > 0) {
            const QString title = numbersTitle();
            const double left = std::min(m_left, m_width - m_metrics.horizontalAdvance(title));
            painter.drawText(QPointF(std::max(left, 0.0), m_metrics.ascent()), title);
        }
        for (std::size_t column = 0; column < m_vertices.size() && m_heads.form != plot::NameForm::None; ++column) {
            const double middle = m_left + (static_cast<double>(column) + 0.5) * m_cell;
            const QString& name = m_names[static_cast<qsizetype>(column)];
            if (m_heads.form == plot::NameForm::Upright) {
                painter.save();
                painter.translate(middle + (m_metrics.ascent() - m_metrics.descent()) / 2, bottom);
                painter.rotate(-90);
                painter.drawText(QPointF(), name);
                painter.restore();
                continue;
            }
            const long number = plot::shownNumber(m_numbers[column], m_numbers[column], m_heads.every, column == 0);
            const QString words = m_heads.form == plot::NameForm::Flat ? name : number > 0 ? QString::number(number) : QString();
            const double width = m_metrics.horizontalAdvance(words);
            const double left = std::min(middle - width / 2, m_width - width);
            painter.drawText(QPointF(left, bottom - m_metrics.descent()), words);
        }
    }

    void paintCell(QPainter& painter, std::size_t level, std::size_t column) const
    {
        const Choice choice = m_study.plan->levels[level][m_vertices[column]];
        const QRectF cell(m_left + m_cell * static_cast<double>(column), cellsTop() + m_cellHeight * static_cast<double>(level), m_cell, m_cellHeight);
        const double rim = m_cell > 4 ? 1 : 0;
        painter.fillRect(cell.adjusted(0, 0, -rim, -1), colour(choice));
        const QString sign = signOf(choice);
        painter.setPen(style::readableOn(colour(choice)));
        painter.drawText(QPointF(cell.center().x() - m_metrics.horizontalAdvance(sign) / 2, cell.center().y() + (m_metrics.ascent() - m_metrics.descent()) / 2), sign);
        const std::vector<Forced>& forced = m_study.settings.forced;
        const std::string& name = m_study.plan->graph.vertices[m_vertices[column]].name;
        if (std::any_of(forced.begin(), forced.end(), [&](const Forced& f) { return f.level == static_cast<Count>(level) + 1 && f.layer == name; })) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(Qt::black, 1.5));
            painter.drawRect(cell.adjusted(1, 1, -1 - rim, -2));
        }
    }

    const ParallelismStudy& m_study;
    QFontMetricsF m_metrics;
    double m_width;
    std::vector<std::size_t> m_vertices;
    QStringList m_names;
    std::vector<long> m_numbers;
    double m_left = 0;
    double m_cell = 0; ///< width
    double m_cellHeight = cellHeight;
    plot::NameLayout m_heads;
    std::vector<plot::LegendEntry> m_legend;
};

} // namespace

widgets::Figure parallelismFigure(std::shared_ptr<const ParallelismStudy> study)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("parallelism");
    figure.title = ParallelismText::tr("Parallelism of each layer and level");
    const bool found = study && study->plan;
    if (found) {
        figure.legend = plot::figureLegend([study](QSizeF picture, const QFont& font) { return MapPage(*study, picture.width(), font).legend(); }, true);
    }
    figure.stretches = true;
    figure.heightFor = [study, found](double width, const QFont& font) { return found ? MapPage(*study, width, font).height() : 1; };
    figure.leastHeightFor = figure.heightFor;
    figure.paint = [study, found](QPainter& painter, QSizeF size, const QFont& font) {
        if (found) {
            painter.setFont(font);
            MapPage(*study, size.width(), font, size.height()).paint(painter);
        }
    };
    return figure;
}

} // namespace tilescape::ui::parallelism
