#include "ui/explore/results_pane.h"

#include "ui/explore/measure_text.h"
#include "ui/explore/points_chart.h"
#include "ui/explore/points_model.h"
#include "ui/explore/setting_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/sorted_table.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::explore {

namespace {

std::string keyOf(const QComboBox& box) { return box.currentData().toString().toStdString(); }

QString textOf(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// Selects the key if it is there; whether it is.
bool select(QComboBox& box, const std::string& key)
{
    const int found = box.findData(QString::fromStdString(key));
    if (found >= 0) {
        box.setCurrentIndex(found);
    }
    return found >= 0;
}

} // namespace

ResultsPane::ResultsPane(const QString& objectName, const QString& tableName, const QString& emptyText, QWidget* parent)
    : QWidget(parent), m_emptyText(emptyText)
{
    setObjectName(objectName);
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_model = new PointsModel(this);
    m_tabs->addTab(buildChart(), tr("Chart"));
    m_tabs->addTab(buildTable(tableName), tr("Points"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_tabs);
}

QWidget* ResultsPane::buildChart()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins({});
    column->setSpacing(0);
    m_choices = new QWidget;
    m_choices->hide();
    auto* line = new widgets::FlowLayout(m_choices);
    line->setContentsMargins(8, 4, 8, 4);
    line->setSpacing(8);
    const auto box = [&](const QString& text, const char* name) {
        auto* made = new QComboBox;
        made->setObjectName(QLatin1String(name));
        made->setAccessibleName(text);
        made->setWhatsThis(tr("What the chart shows of the points: two measures or axes, and a third one as colour."));
        made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        made->setMinimumContentsLength(9); // two beside each other in a narrow panel
        connect(made, &QComboBox::currentTextChanged, made, &QWidget::setToolTip); // which is longer than the box, often
        line->addWidget(widgets::labelled(text, made));
        return made;
    };
    m_kind = box(tr("Chart"), "chartKind");
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_kind->addItem(tr("Plane"));
    m_kind->addItem(tr("Heat map"));
    m_kind->addItem(tr("Parallel coordinates"));
    m_kind->setItemData(0, tr("Two measures with their Pareto front, or a measure along an axis"), Qt::ToolTipRole);
    m_kind->setItemData(1, tr("A measure over two axes"), Qt::ToolTipRole);
    m_kind->setItemData(2, tr("All axes and some measures; drag along one to pick out a range"), Qt::ToolTipRole);
    m_y = box(tr("Up"), "chartY");
    m_x = box(tr("Along"), "chartX");
    m_by = box(tr("Colour"), "chartBy");
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        fillBoxes(choice());
        showChart();
    });
    for (QComboBox* made : {m_y, m_x, m_by}) {
        connect(made, &QComboBox::currentIndexChanged, this, &ResultsPane::showChart);
    }
    m_chart = new PointsChart;
    m_chart->setDescription([this](std::size_t number) { return pointText(*points().find(number)); });
    connect(m_chart, &PointsChart::pointAsked, this, &ResultsPane::pointAsked);
    column->addWidget(m_choices);
    column->addWidget(m_chart, 1);
    return widgets::scrolled(page);
}

QWidget* ResultsPane::buildTable(const QString& name)
{
    const widgets::SortedTable table = widgets::makeSortedTable(*m_model, objectName() + QStringLiteral("Table"), name);
    m_table = table.view;
    m_sorted = table.sorted;
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        Q_EMIT pointAsked(m_model->pointAt(m_sorted->mapToSource(index).row()));
    });
    m_table->setToolTip(tr("Enter or a double click opens the point"));
    return m_table;
}

const PointSet& ResultsPane::points() const { return m_model->points(); }

void ResultsPane::setProjectText(std::function<QByteArray()> text) { m_chart->setProjectText(std::move(text)); }

void ResultsPane::setChosen(std::optional<std::size_t> number) { m_chart->setChosen(number); }

void ResultsPane::setPoints(PointSet points)
{
    const bool wasEmpty = m_model->points().points.empty();
    const std::size_t columns = m_model->points().keys.size();
    m_chart->setFigureTitle(points.usualTitle());
    m_model->setPoints(std::move(points));
    if (wasEmpty || columns != m_model->points().keys.size()) {
        m_table->resizeColumnsToContents();
    }
    showChart();
}

ChartKind ResultsPane::kind() const { return static_cast<ChartKind>(m_kind->currentIndex()); }

ChartChoice ResultsPane::choice() const { return {kind(), keyOf(*m_x), keyOf(*m_y), keyOf(*m_by)}; }

void ResultsPane::offerChoices(ChartKeys known)
{
    const bool same = !m_known.keys.empty() && std::all_of(m_known.keys.begin(), m_known.keys.end(), [&](const std::string& key) {
        return std::find(known.keys.begin(), known.keys.end(), key) != known.keys.end();
    });
    m_known = std::move(known);
    fillBoxes(same || kind() != ChartKind::Plane ? choice() : firstChoice(kind(), m_known));
}

/// What each box has for this kind of chart; what is wanted is chosen where it is there.
void ResultsPane::fillBoxes(ChartChoice wanted)
{
    const bool heat = kind() == ChartKind::HeatMap;
    const ChartChoice first = firstChoice(kind(), m_known);
    const auto fill = [](QComboBox& box, const std::vector<std::string>& keysBefore, bool measures, const std::string& chosen, const std::string& otherwise) {
        const QSignalBlocker quiet(box);
        box.clear();
        for (const std::string& key : keysBefore) {
            box.addItem(key.empty() ? tr("one") : settingLabel(key), QString::fromStdString(key));
        }
        for (const tilescape::explore::Measure& measure : tilescape::explore::measures()) {
            if (measures) {
                box.addItem(measureLabel(measure), textOf(measure.key));
            }
        }
        if (!select(box, chosen) && !select(box, otherwise)) {
            box.setCurrentIndex(0);
        }
    };
    std::vector<std::string> colours = m_known.keys;
    colours.insert(colours.begin(), std::string());
    const bool wasMeasure = tilescape::explore::findMeasure(wanted.by) != nullptr;
    fill(*m_y, heat ? m_known.keys : std::vector<std::string>(), !heat, wanted.y, first.y);
    fill(*m_x, m_known.keys, !heat, wanted.x, first.x);
    fill(*m_by, heat ? std::vector<std::string>() : colours, heat, !heat && wasMeasure ? first.by : wanted.by, heat ? first.by : std::string());
    m_x->setEnabled(kind() != ChartKind::Parallel);
    m_y->setEnabled(kind() != ChartKind::Parallel);
}

void ResultsPane::showChart()
{
    m_choices->setVisible(!m_known.keys.empty());
    const std::vector<PointSet::Point>& all = points().points;
    m_chart->setEmptyText(all.empty()         ? m_emptyText
                          : points().isSearch ? tr("No design has a schedule. The tab Points says why.")
                                              : tr("No point has a schedule. The tab Points says why."));
    m_chart->setContent(all.empty() || m_known.keys.empty() ? ChartContent() : contentOf(points(), choice()));
}

} // namespace tilescape::ui::explore
