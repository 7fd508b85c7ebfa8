#include "ui/inspector/inspector_panel.h"

#include "core/io/schedule_tables.h"
#include "ui/inspector/difference_facts.h"
#include "ui/inspector/fact_list.h"
#include "ui/inspector/filling_bar.h"
#include "ui/inspector/layer_facts.h"
#include "ui/inspector/loop_nest_text.h"
#include "ui/inspector/pe_array_picture.h"
#include "ui/inspector/segment_facts.h"
#include "ui/inspector/term_table.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/style/scheme_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fit_to_font.h"
#include "ui/widgets/seen_updates.h"
#include "ui/widgets/veil.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/provisional_words.h"
#include "ui/workspace/workspace.h"

#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::inspector {

namespace {

QLabel* sectionTitle(const QString& text)
{
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

} // namespace

InspectorPanel::InspectorPanel(workspace::Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("inspectorPanel"));
    setAccessibleName(tr("Inspector"));
    m_title = sectionTitle({});
    m_title->setObjectName(QStringLiteral("inspectorTitle"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setMinimumWidth(1); // else the longest word would widen the window
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setWordWrap(true);
    // One line that is always there: else what is beneath would move.
    m_state = new widgets::ElidedLabel;
    m_state->setForegroundRole(QPalette::PlaceholderText);
    widgets::fitToFont(m_state, [this] { m_state->setFixedHeight(m_state->fontMetrics().height()); });

    m_facts = new FactList;
    m_differenceTitle = sectionTitle({});
    m_differenceTitle->setTextFormat(Qt::PlainText);
    m_differenceTitle->setMinimumWidth(1);
    m_difference = new FactList;
    m_difference->setObjectName(QStringLiteral("differenceFacts"));
    m_difference->setAccessibleName(tr("Differences to the baseline"));
    m_segmentTitle = sectionTitle(tr("Segment"));
    m_segment = new FactList;
    m_segment->setObjectName(QStringLiteral("segmentFacts"));
    m_segment->setAccessibleName(tr("Segment of the selected layer"));
    m_code = new QTextBrowser;
    m_code->setFont(style::codeFont());
    m_code->setAccessibleName(tr("Loop nest"));
    m_code->setWhatsThis(tr("The loops of the layer, the outermost first: over tiles, at DRAM, at the buffer, and what one pass of the PE array does."));
    // The panel scrolls; nothing in it does.
    m_code->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_code->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_code->viewport()->installEventFilter(this);

    m_filling = new QWidget;
    auto* bars = new QGridLayout(m_filling);
    bars->setContentsMargins({});
    bars->setColumnStretch(1, 1);
    m_bufferLabel = new QLabel;
    m_registerLabel = new QLabel;
    m_buffer = new FillingBar;
    m_buffer->setAccessibleName(tr("Buffer of one tile"));
    m_registers = new FillingBar;
    m_registers->setAccessibleName(tr("Registers of one PE"));
    bars->addWidget(m_bufferLabel, 0, 0);
    bars->addWidget(m_buffer, 0, 1);
    bars->addWidget(m_registerLabel, 1, 0);
    bars->addWidget(m_registers, 1, 1);
    auto* arrayLabel = new QLabel(tr("PE array"));
    m_array = new PeArrayPicture;
    bars->addWidget(arrayLabel, 2, 0, Qt::AlignTop);
    bars->addWidget(m_array, 2, 1);

    m_table = new TermTable;
    m_copy = new QToolButton;
    m_copy->setText(tr("Copy as CSV"));
    m_copy->setToolTip(tr("Copies the table with all digits."));
    m_copy->setAutoRaise(true);
    connect(m_copy, &QToolButton::clicked, this, &InspectorPanel::copyTable);

    const auto addCopyAs = [this](const QString& text, const char* objectName, io::TableFormat format) {
        auto* action = new QAction(text, m_table);
        action->setObjectName(QLatin1String(objectName));
        connect(action, &QAction::triggered, this, [this, format] { QGuiApplication::clipboard()->setText(tableAs(format)); });
        m_table->addAction(action);
    };
    addCopyAs(tr("Copy as LaTeX"), "termsCopyLatex", io::TableFormat::Latex);
    addCopyAs(tr("Copy as Markdown"), "termsCopyMarkdown", io::TableFormat::Markdown);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);

    m_body = new QWidget;
    m_sections = new QVBoxLayout(m_body);
    m_sections->setSpacing(8);
    for (QWidget* section : std::initializer_list<QWidget*>{m_facts, m_differenceTitle, m_difference, m_segmentTitle, m_segment, m_code, m_filling, m_table}) {
        m_sections->addWidget(section);
    }
    m_sections->addWidget(m_copy, 0, Qt::AlignRight);
    m_sections->addStretch(1);

    m_scroll = new QScrollArea;
    m_scroll->setWidget(m_body);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_veil = new widgets::Veil(m_scroll->viewport());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    auto* head = new QVBoxLayout;
    head->setContentsMargins(9, 6, 9, 0);
    head->addWidget(m_title);
    head->addWidget(m_state);
    layout->addLayout(head);
    layout->addWidget(m_scroll, 1);

    using workspace::Workspace;
    m_updates = new widgets::SeenUpdates(this, [this] { refresh(); });
    for (auto signal : {&Workspace::scheduleChanged, &Workspace::boundChanged, &Workspace::selectionChanged, &Workspace::networkChanged}) {
        connect(&m_workspace, signal, m_updates, [this] { m_updates->request(); });
    }
    connect(&m_workspace.baselines(), &workspace::Baselines::scheduleChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_workspace, &Workspace::solvingChanged, m_updates, [this] { m_updates->request([this] { showState(); }); });
    refresh();
}

namespace {

/// Why there is no schedule: the selected layer's own reason, else the first one; the list of problems has them all.
QString reasonFor(const schedule::Schedule& schedule, std::optional<std::size_t> selected)
{
    const support::Diagnostics& reasons = schedule.diagnostics;
    const auto& layers = schedule.problem->network.layers;
    auto reason = reasons.begin();
    if (selected && *selected < layers.size()) {
        const auto own = std::find_if(reasons.begin(), reasons.end(), [&](const support::Diagnostic& diagnostic) {
            return diagnostic.layer == layers[*selected].name;
        });
        reason = own == reasons.end() ? reason : own;
    }
    if (reason == reasons.end()) {
        return InspectorPanel::tr("There is no valid schedule.");
    }
    const QString text = QString::fromStdString(support::describe(*reason));
    const auto others = static_cast<int>(reasons.size()) - 1;
    return others == 0 ? text : InspectorPanel::tr("%1 %n more in the list of problems.", nullptr, others).arg(text);
}

} // namespace

void InspectorPanel::addSection(QWidget* section) { m_sections->insertWidget(m_sections->count() - 1, section); }

void InspectorPanel::setRemark(const QString& remark)
{
    m_remark = remark;
    showState();
}

QString InspectorPanel::tableAsCsv() const
{
    m_updates->catchUp();
    return m_terms.empty() ? QString() : csvText(m_terms);
}

void InspectorPanel::refresh()
{
    m_shown = m_workspace.schedule();
    const std::optional<std::size_t> selected = m_workspace.selectedLayer();
    if (!m_shown || !m_shown->hasResult()) {
        const bool infeasible = m_shown && m_shown->status == schedule::Status::Infeasible;
        showNothing(infeasible ? reasonFor(*m_shown, selected) : tr("There is no schedule yet."));
    } else if (const schedule::ScheduledLayer* layer = selected ? m_shown->find(*selected) : nullptr) {
        showLayer(*m_shown, *layer);
    } else {
        showTotals(*m_shown);
    }
    showDifference();
    showState();
}

void InspectorPanel::showDifference()
{
    const workspace::Baselines& baselines = m_workspace.baselines();
    const auto difference = baselines.difference();
    const auto selected = m_workspace.selectedLayer();
    const std::string* name = selected ? &m_workspace.network().layers[*selected].name : nullptr;
    const std::vector<Fact> facts =
        difference ? differenceFacts(*difference, *baselines.schedule(), *m_shown, name) : std::vector<Fact>();
    m_differenceTitle->setVisible(!facts.empty());
    m_difference->setVisible(!facts.empty());
    if (!facts.empty()) {
        m_differenceTitle->setText(tr("Compared with %1").arg(QString::fromStdString(baselines.chosen()->name)));
        m_difference->setFacts(facts);
    }
}

/// A scroll area keeps the range of a content that is hidden.
void InspectorPanel::showBody(bool shows)
{
    m_body->setVisible(shows);
    m_scroll->setVerticalScrollBarPolicy(shows ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
}

void InspectorPanel::showNothing(const QString& message)
{
    m_title->setText(message);
    m_terms.clear();
    showBody(false);
}

void InspectorPanel::showTotals(const schedule::Schedule& schedule)
{
    m_title->setText(breakable(tr("Whole network: %1").arg(QString::fromStdString(schedule.problem->network.name))));
    m_facts->setFacts(totalFacts(schedule));
    m_segmentTitle->hide();
    m_segment->hide();
    m_code->hide();
    m_filling->hide();
    showTerms(ui::inspector::energyTerms(schedule), {});
    showBody(true);
}

void InspectorPanel::showLayer(const schedule::Schedule& schedule, const schedule::ScheduledLayer& layer)
{
    const schedule::Problem& problem = *schedule.problem;
    m_title->setText(breakable(QString::fromStdString(problem.network.layers[layer.layer].name)));
    m_facts->setFacts(layerFacts(schedule, layer));
    m_segment->setFacts(segmentFacts(schedule, layer));
    m_segmentTitle->show();
    m_segment->show();
    showCode(problem, layer);
    showFilling(problem, layer);
    showTerms(ui::inspector::energyTerms(problem, layer.cost), problem.network.layers[layer.layer]);
    showBody(true);
}

void InspectorPanel::showCode(const schedule::Problem& problem, const schedule::ScheduledLayer& layer)
{
    const std::vector<CodeLine> lines = loopNestText(problem, layer);
    const style::CodeColours colours = style::codeColours(palette());
    const QString html = htmlText(lines, {colours.keyword.name(), colours.number.name(), colours.remark.name()});
    m_code->show();
    if (html != m_codeHtml) {
        m_codeHtml = html;
        m_code->setHtml(html);
        fitCodeHeight();
    }
}

void InspectorPanel::fitCodeHeight()
{
    m_code->document()->setTextWidth(m_code->viewport()->width());
    m_code->setFixedHeight(static_cast<int>(std::ceil(m_code->document()->size().height())) + 2 * m_code->frameWidth());
}

void InspectorPanel::showFilling(const schedule::Problem& problem, const schedule::ScheduledLayer& scheduled)
{
    const tilescape::network::Layer& layer = problem.network.layers[scheduled.layer];
    const cost::LayerCost& cost = scheduled.cost;
    const auto parts = [&](Storage storage) {
        std::vector<FillingBar::Part> result;
        for (const Tensor tensor : allTensors) {
            result.push_back({style::tensorLabel(tensor, layer), cost.wordsHeld[storage][tensor], style::tensorColour(tensor)});
        }
        return result;
    };
    const tilescape::hardware::Machine machine = tilescape::hardware::machineOf(problem.hardware);
    m_buffer->setFilling(parts(Storage::Buffer), static_cast<double>(machine.capacities.bufferWordsPerTile));
    m_registers->setFilling(parts(Storage::Register), static_cast<double>(machine.capacities.registerWordsPerPe));
    m_array->setPass({dataflow::tileLayer(layer, problem.batch, scheduled.scheme.partition, problem.space.counts), machine.shape.peArray, scheduled.scheme.replication},
                     style::categorical(static_cast<int>(scheduled.slot.region)));
    const auto label = [](const QString& name, const FillingBar& bar) {
        return QStringLiteral("%1 %2").arg(name, style::percentOf(bar.heldWords(), bar.capacityWords()));
    };
    m_bufferLabel->setText(label(tr("Buffer"), *m_buffer));
    m_registerLabel->setText(label(tr("Registers"), *m_registers));
    m_bufferLabel->setToolTip(m_buffer->toolTip());
    m_registerLabel->setToolTip(m_registers->toolTip());
    m_filling->show();
}

void InspectorPanel::showTerms(std::vector<EnergyTerm> terms, const tilescape::network::Layer& layer)
{
    m_terms = std::move(terms);
    m_table->showTerms(m_terms, layer);
}

bool InspectorPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_code->viewport()) {
        fitCodeHeight();
    }
    return QWidget::eventFilter(watched, event);
}

void InspectorPanel::showState()
{
    const bool stale = m_workspace.looksStale();
    const bool solving = m_workspace.isSolving();
    const QString provisional = workspace::provisionalWords(m_workspace).word;
    m_state->showText(stale                    ? solving ? tr("solving…") : tr("old result")
                      : !provisional.isEmpty() ? provisional.left(1).toLower() + provisional.mid(1)
                                               : m_remark);
    if (stale != m_veil->isVisibleTo(m_veil->parentWidget())) {
        m_veil->setVisible(stale);
        m_veil->raise();
    }
}

QString InspectorPanel::tableAs(io::TableFormat format) const
{
    const auto schedule = m_workspace.schedule();
    if (!schedule || !schedule->hasResult()) {
        return {};
    }
    const auto selected = m_workspace.selectedLayer();
    return QString::fromStdString(io::writeTable(io::termsTable(*schedule, selected ? schedule->find(*selected) : nullptr), format));
}

void InspectorPanel::copyTable() { QGuiApplication::clipboard()->setText(tableAsCsv()); }

void InspectorPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_facts) {
        refresh();
    }
}

} // namespace tilescape::ui::inspector
