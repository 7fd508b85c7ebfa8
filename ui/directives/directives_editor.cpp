#include "ui/directives/directives_editor.h"

#include "core/dataflow/directives/printer.h"
#include "core/schedule/same_run.h"
#include "core/schedule/write_directives.h"
#include "ui/directives/directives_text_edit.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/widgets/elided_label.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::directives {

namespace {

/// Energy, cycles, and words from memory of what the editor shows.
struct Price {
    double energyPj = 0;
    double cycles = 0;
    double dramWords = 0;
};

Price priceOf(const schedule::Schedule& schedule, const std::vector<std::size_t>& layers)
{
    Price price;
    for (const std::size_t layer : layers) {
        if (const schedule::ScheduledLayer* own = schedule.find(layer)) {
            price.energyPj += own->cost.energy.total();
            price.cycles += own->cost.cycles;
            for (const double words : own->cost.accesses[Level::Dram]) {
                price.dramWords += words;
            }
        }
    }
    return price;
}

QString signedPercent(double ratio)
{
    if (!std::isfinite(ratio) || std::abs(ratio - 1) < 5e-5) {
        return DirectivesEditor::tr("same");
    }
    return (ratio > 1 ? QStringLiteral("+") : QStringLiteral("−")) + style::percent(std::abs(ratio - 1));
}

std::vector<std::size_t> layersOf(const schedule::Schedule& schedule, std::size_t layer, bool segment)
{
    const schedule::ScheduledLayer* own = schedule.find(layer);
    std::vector<std::size_t> layers;
    for (const schedule::ScheduledLayer& one : schedule.layers) {
        if (one.layer == layer || (segment && own && one.slot.segment == own->slot.segment)) {
            layers.push_back(one.layer);
        }
    }
    return layers;
}

} // namespace

DirectivesEditor::DirectivesEditor(workspace::Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("directivesEditor"));
    m_title = new widgets::ElidedLabel; // in a narrow panel the buttons beside it come first
    m_title->setText(tr("Directives"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setToolTip(
        tr("The dataflow as tensor-centric directives: what each memory holds, what stands side by side, what "
           "is stepped in time, from the inside out. The manual has the grammar. An edited text is priced as "
           "a what-if; it changes the schedule once it is kept."));
    m_extent = new QComboBox;
    m_extent->addItems({tr("This layer"), tr("Its segment")});
    m_extent->setAccessibleName(tr("What the directives show"));
    m_extent->setToolTip(tr("Show one layer, or all layers that run together with it."));
    m_keep = new QToolButton;
    m_keep->setObjectName(QStringLiteral("keepDirectives"));
    m_keep->setText(tr("Keep"));
    m_keep->setToolTip(tr(
        "Make this the schedule, in all views, and keep it with the project. Ctrl+Z takes it back; F5 searches anew."));
    m_keep->setAutoRaise(true);
    m_revert = new QToolButton;
    m_revert->setObjectName(QStringLiteral("revertDirectives"));
    m_revert->setText(tr("Revert"));
    m_revert->setToolTip(tr("Back to the solver's directives. Ctrl+Z in the text brings the edit back."));
    m_revert->setAutoRaise(true);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_extent);
    head->addWidget(m_keep);
    head->addWidget(m_revert);

    m_text = new DirectivesTextEdit;
    m_faults = new QLabel;
    m_faults->setObjectName(QStringLiteral("directivesFaults"));
    m_faults->setWordWrap(true);
    m_faults->setTextFormat(Qt::PlainText);
    m_faults->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_faults->setMinimumWidth(1);
    m_price = new QWidget;
    m_grid = new QGridLayout(m_price);
    m_grid->setContentsMargins({});
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(0, 1);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(4);
    column->addLayout(head);
    column->addWidget(m_text);
    column->addWidget(m_faults);
    column->addWidget(m_price);
    column->addStretch(1);

    using workspace::Workspace;
    connect(&m_workspace, &Workspace::scheduleChanged, this, &DirectivesEditor::refresh);
    connect(&m_workspace, &Workspace::selectionChanged, this, &DirectivesEditor::refresh);
    connect(&m_workspace, &Workspace::opening, this, &DirectivesEditor::dropDrafts);
    connect(&m_workspace, &Workspace::networkChanged, this, &DirectivesEditor::refresh);
    connect(m_extent, &QComboBox::currentIndexChanged, this, &DirectivesEditor::showText);
    connect(m_keep, &QToolButton::clicked, this, &DirectivesEditor::keep);
    connect(m_revert, &QToolButton::clicked, this, &DirectivesEditor::revert);
    connect(m_text, &QPlainTextEdit::textChanged, this, &DirectivesEditor::onTextChanged);
    connect(m_text, &QPlainTextEdit::cursorPositionChanged, this, &DirectivesEditor::showFaults);
    connect(&m_pricer, &DirectivesPricer::answered, this,
            [this](const std::shared_ptr<const DirectivesPricer::Answer>& answer) {
                setAnswer(answer);
                showAnswer(*answer);
            });
    refresh();
}

bool DirectivesEditor::isEdited() const { return m_text->toPlainText() != m_solved; }

bool DirectivesEditor::showsSegment() const { return m_extent->currentIndex() == 1 && !m_extent->isHidden(); }

QString DirectivesEditor::draftKey() const
{
    // With the network's name: its layers' drafts are there again when it is chosen again.
    return QStringLiteral("%1:%2:%3")
        .arg(m_layer)
        .arg(showsSegment() ? 1 : 0)
        .arg(QString::fromStdString(m_schedule->problem->network.name));
}

QString DirectivesEditor::solversText() const
{
    namespace directives = dataflow::directives;
    const schedule::ScheduledLayer& layer = *m_schedule->find(m_layer);
    return QString::fromStdString(
        showsSegment() ? directives::print(schedule::writeSegmentDirectives(*m_schedule, layer.slot.segment))
                       : directives::print(schedule::writeLayerDirectives(*m_schedule->problem, layer)));
}

void DirectivesEditor::refresh()
{
    const std::shared_ptr<const schedule::Schedule> newest = m_workspace.schedule();
    const std::optional<std::size_t> selected = m_workspace.selectedLayer();
    if (!newest || !newest->hasResult() || !selected || !newest->find(*selected)) {
        m_schedule.reset();
        setAnswer(nullptr);
        m_pricer.forget();
        showPrice(nullptr);
        hide();
        return;
    }
    // The text depends on no price; an edited one is priced for each schedule.
    const bool shows = m_schedule && m_layer == *selected && !isEdited() && schedule::runTheSame(*m_schedule, *newest);
    m_schedule = newest;
    m_layer = *selected;
    if (shows) {
        return;
    }
    setAnswer(nullptr); // it was priced beside another schedule
    const std::size_t together = layersOf(*m_schedule, m_layer, true).size();
    m_extent->setVisible(together > 1);
    showText();
    show();
}

void DirectivesEditor::showText()
{
    if (!m_schedule) {
        return;
    }
    m_solved = solversText();
    const auto draft = m_drafts.constFind(draftKey());
    const QString text = draft == m_drafts.constEnd() ? m_solved : *draft;
    m_filling = true;
    if (m_text->toPlainText() != text) {
        m_text->setPlainText(text);
    }
    m_filling = false;
    onTextChanged();
}

void DirectivesEditor::onTextChanged()
{
    if (!m_schedule || m_filling) {
        return;
    }
    const bool edited = isEdited();
    const QString text = m_text->toPlainText();
    if (edited && m_answer && text == m_asked) {
        return; // it was only coloured anew
    }
    if (edited) {
        m_drafts.insert(draftKey(), text);
    } else {
        m_drafts.remove(draftKey());
    }
    m_title->setText(edited ? tr("Directives, edited: a what-if") : tr("Directives"));
    m_revert->setEnabled(edited);
    setAnswer(nullptr);
    if (edited) {
        m_asked = text;
        m_pricer.ask({m_schedule, text.toStdString()});
        return;
    }
    m_pricer.forget();
    m_text->setFaults({});
    showFaults();
    showPrice(nullptr);
}

void DirectivesEditor::setAnswer(std::shared_ptr<const DirectivesPricer::Answer> answer)
{
    m_answer = std::move(answer);
    m_keep->setEnabled(m_answer && m_answer->priced.hasResult() && !m_workspace.isStale());
}

void DirectivesEditor::keep()
{
    m_drafts.remove(draftKey()); // it is the schedule's own text from now on
    const schedule::Schedule kept = m_answer->priced; // the answer goes once another schedule is shown
    m_workspace.keepSchedule(kept, tr("Keep edited directives"));
}

void DirectivesEditor::revert()
{
    m_text->replaceText(m_solved);
    m_text->setFocus();
}

void DirectivesEditor::showAnswer(const DirectivesPricer::Answer& answer)
{
    m_text->setFaults(answer.checked.faults);
    showFaults();
    showPrice(answer.priced.hasResult() ? &answer.priced : nullptr);
}

void DirectivesEditor::showFaults()
{
    const dataflow::directives::Fault* fault = m_text->faultToTell();
    m_faults->setVisible(fault != nullptr);
    if (!fault) {
        return;
    }
    const auto others = static_cast<int>(m_text->faults().size()) - 1;
    const QString text = faultText(*fault, true);
    m_faults->setText(others == 0 ? text : tr("%1 (%n more)", nullptr, others).arg(text));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, fault->severity == support::Severity::Error ? style::errorColour(palette())
                                                                                      : style::warningColour(palette()));
    m_faults->setPalette(colours);
}

void DirectivesEditor::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_faults) {
        showFaults();
    }
}

void DirectivesEditor::setRow(std::size_t index, const QString& what, const QString& edited, const QString& solved,
                              double ratio)
{
    while (m_rows.size() <= index) {
        Row row{new QLabel, new QLabel, new QLabel, new QLabel};
        const int line = static_cast<int>(m_rows.size());
        int place = 0;
        for (QLabel* label : {row.what, row.edited, row.solved, row.difference}) {
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
            m_grid->addWidget(label, line, place, place == 0 ? Qt::Alignment() : Qt::AlignRight | Qt::AlignTop);
            ++place;
        }
        row.what->setForegroundRole(QPalette::PlaceholderText);
        row.what->setWordWrap(true); // in a narrow panel the numbers come first
        m_rows.push_back(row);
    }
    const Row& row = m_rows[index];
    row.what->setText(what);
    row.edited->setText(edited);
    row.solved->setText(solved);
    row.difference->setText(ratio == 0 ? tr("difference") : signedPercent(ratio));
}

void DirectivesEditor::showPrice(const schedule::Schedule* priced)
{
    m_price->setVisible(priced != nullptr);
    if (!priced || !m_schedule) {
        const dataflow::directives::Fault* fault = m_schedule ? m_text->faultToTell() : nullptr;
        m_brief = fault ? tr("line %1: %2").arg(fault->place.line).arg(QString::fromStdString(fault->problem)) : QString();
        Q_EMIT briefChanged();
        return;
    }
    const bool segment = showsSegment();
    const std::vector<std::size_t> layers = layersOf(*m_schedule, m_layer, segment);
    const Price edited = priceOf(*priced, layers);
    const Price solved = priceOf(*m_schedule, layers);
    const QString own = segment ? tr("segment") : tr("layer");
    const auto energies = [&](std::size_t row, const QString& what, double now, double before) {
        setRow(row, what, style::energy(now), style::energy(before), before > 0 ? now / before : 1);
    };
    const auto counts = [&](std::size_t row, const QString& what, double now, double before) {
        setRow(row, what, style::count(now), style::count(before), before > 0 ? now / before : now > 0 ? 2 : 1);
    };
    setRow(0, {}, tr("edited"), tr("solver's"), 0);
    energies(1, tr("Energy of the %1").arg(own), edited.energyPj, solved.energyPj);
    counts(2, tr("Cycles of the %1").arg(own), edited.cycles, solved.cycles);
    counts(3, tr("Words from and to DRAM"), edited.dramWords, solved.dramWords);
    energies(4, tr("Energy of the network"), priced->totals.energy.total(), m_schedule->totals.energy.total());
    counts(5, tr("Cycles of the network"), priced->totals.cycles, m_schedule->totals.cycles);
    // The amounts are in the table; a narrow inspector has room for the changes alone.
    m_brief =
        tr("what-if: %1 energy %2, cycles %3")
            .arg(own, signedPercent(edited.energyPj / solved.energyPj), signedPercent(edited.cycles / solved.cycles));
    Q_EMIT briefChanged();
}

} // namespace tilescape::ui::directives
