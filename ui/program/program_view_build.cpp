#include "ui/program/program_view.h"

#include "ui/plot/legend_strip.h"
#include "ui/program/counts_model.h"
#include "ui/program/program_canvases.h"
#include "ui/program/program_painter.h"
#include "ui/program/program_player.h"
#include "ui/program/step_text.h"
#include "ui/program/stream_model.h"
#include "ui/style/palette.h"
#include "ui/widgets/elided_label.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QResizeEvent>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <set>

namespace tilescape::ui::program {

using namespace tilescape::program;

namespace {

/// A list that two lines are enough for: Qt asks for room for both scroll bars and more.
class StreamList : public QListView {
public:
    [[nodiscard]] QSize minimumSizeHint() const override { return {65, 40}; }
};

constexpr int besideFrom = 560;       ///< pixels of width from which the streams stand beside the chip
constexpr int streamsFrom = 350;      ///< and of height
constexpr int countsFrom = 600;       ///< pixels of height from which the counts have room
constexpr int timesFrom = 500;        ///< the cycles
constexpr int chipHeight = 220;       ///< of the chip in one column, before anything else has room
constexpr int streamsHeight = 150;    ///< of the streams beneath it
constexpr std::uint64_t interleavings = 3;

widgets::ElidedLabel* line(const char* objectName)
{
    auto* label = new widgets::ElidedLabel;
    label->setObjectName(QLatin1String(objectName));
    label->setContentsMargins(9, 0, 9, 0);
    return label;
}

} // namespace

void ProgramView::build()
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(1);
    m_player = new ProgramPlayer;
    m_position = line("programPosition");
    m_status = line("programStatus");
    m_position->setForegroundRole(QPalette::PlaceholderText);
    m_message = new QLabel;
    m_message->setObjectName(QStringLiteral("programMessage"));
    m_message->setToolTip(tr("The program was executed word by word, and what it moved compared with what the cost model counts."));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setMinimumWidth(1);
    m_message->setContentsMargins(9, 2, 9, 2);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(buildHead());
    layout->addWidget(m_message);
    m_content = new QWidget;
    auto* content = new QVBoxLayout(m_content);
    content->setContentsMargins({});
    content->setSpacing(1);
    content->addWidget(m_player);
    content->addWidget(m_position);
    content->addWidget(m_status);
    m_chip = new ChipCanvas;
    m_upper = new QSplitter(Qt::Horizontal);
    m_upper->setChildrenCollapsible(false);
    m_upper->addWidget(m_chip);
    m_upper->addWidget(m_streams = buildStreams());
    m_upper->setStretchFactor(0, 3);
    m_upper->setStretchFactor(1, 2);
    content->addWidget(m_upper, 1);
    m_legend = new plot::LegendStrip;
    content->addWidget(m_legend);
    m_buffer = new BufferCanvas;
    content->addWidget(m_buffer);
    content->addWidget(buildCounts());
    m_times = new TimedCanvas;
    content->addWidget(m_times);
    layout->addWidget(m_content, 1);
    layout->addStretch();
}

QWidget* ProgramView::buildHead()
{
    m_subject = new QComboBox;
    m_subject->setObjectName(QStringLiteral("programSubject"));
    m_subject->setAccessibleName(tr("What is executed"));
    m_subject->setToolTip(tr("The whole network, or one segment by itself on maps drawn at random"));
    m_subject->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_subject->setMinimumContentsLength(8);
    m_order = new QComboBox;
    m_order->setObjectName(QStringLiteral("programOrder"));
    m_order->setAccessibleName(tr("Order of the streams"));
    m_order->setToolTip(tr("Streams advance in the order of their cycles, or in one drawn at random: any must give the same words"));
    m_order->addItem(tr("By cycles"), QVariant::fromValue<qulonglong>(0));
    for (std::uint64_t seed = 1; seed <= interleavings; ++seed) {
        m_order->addItem(tr("At random (%1)").arg(seed), QVariant::fromValue<qulonglong>(seed));
    }
    m_openFile = new QToolButton;
    m_openFile->setObjectName(QStringLiteral("programOpen"));
    m_openFile->setText(tr("Open…"));
    m_openFile->setToolTip(tr("Open a program from a file"));
    m_toSchedule = new QToolButton;
    m_toSchedule->setObjectName(QStringLiteral("programOfSchedule"));
    m_toSchedule->setText(tr("Of the schedule"));
    m_toSchedule->setToolTip(tr("Show the program of the schedule again"));
    m_toSchedule->hide(); // until a file is open
    connect(m_openFile, &QToolButton::clicked, this, &ProgramView::openWithDialog);
    connect(m_toSchedule, &QToolButton::clicked, this, &ProgramView::showSchedule);
    connect(m_order, &QComboBox::activated, this, &ProgramView::start);
    connect(m_subject, &QComboBox::activated, this, [this](int index) {
        m_whole = index == 0;
        m_layer = index == 0 ? std::nullopt : std::optional(static_cast<std::size_t>(m_subject->itemData(index).toULongLong()));
        start();
    });
    auto* head = new QWidget;
    auto* row = new QHBoxLayout;
    row->setSpacing(5);
    row->addWidget(m_subject, 1);
    row->addWidget(m_order);
    row->addWidget(m_openFile);
    m_head = new QBoxLayout(QBoxLayout::LeftToRight, head);
    m_head->setContentsMargins(8, 4, 8, 0);
    m_head->setSpacing(5);
    m_head->addLayout(row, 1);
    m_head->addWidget(m_toSchedule);
    return head;
}

QWidget* ProgramView::buildStreams()
{
    m_controllerModel = new StreamModel(this);
    m_arrayModel = new StreamModel(this);
    m_streamTitle = line("programTile");
    auto* panel = new QWidget;
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins({});
    layout->setSpacing(1);
    layout->addWidget(m_streamTitle);
    auto* lists = new QSplitter(Qt::Vertical);
    lists->setChildrenCollapsible(false);
    const auto add = [&](QListView* list, const QString& title) {
        list->setWhatsThis(tr("The instructions of the selected tile, the current one marked. A click goes to the moment at which one happened."));
        auto* part = new QWidget;
        auto* column = new QVBoxLayout(part);
        column->setContentsMargins({});
        column->setSpacing(0);
        auto* heading = new QLabel(title);
        heading->setContentsMargins(9, 1, 9, 1);
        heading->setForegroundRole(QPalette::PlaceholderText);
        column->addWidget(heading);
        column->addWidget(list, 1);
        lists->addWidget(part);
    };
    add(m_controller = buildStream(*m_controllerModel, "programController"), tr("Buffer controller"));
    add(m_array = buildStream(*m_arrayModel, "programArray"), tr("PE array"));
    m_controller->setAccessibleName(tr("Stream of the buffer controller"));
    m_array->setAccessibleName(tr("Stream of the PE array"));
    layout->addWidget(lists, 1);
    return panel;
}

QListView* ProgramView::buildStream(StreamModel& model, const char* objectName)
{
    auto* view = new StreamList;
    view->setObjectName(QLatin1String(objectName));
    view->setModel(&model);
    view->setUniformItemSizes(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setSelectionMode(QAbstractItemView::NoSelection);
    view->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the player
    connect(view, &QListView::clicked, this, [this, &model](const QModelIndex& index) { goToLine(model, index.row()); });
    connect(view, &QListView::activated, this, [this, &model](const QModelIndex& index) { goToLine(model, index.row()); });
    return view;
}

QWidget* ProgramView::buildCounts()
{
    m_counts = new CountsModel(this);
    m_countsTable = new QTableView;
    m_countsTable->setObjectName(QStringLiteral("programCounts"));
    m_countsTable->setAccessibleName(tr("Words and word-hops moved so far"));
    m_countsTable->setWhatsThis(tr("What was moved up to this moment, and what the cost model charges for the whole layer."));
    m_countsTable->setModel(m_counts);
    m_countsTable->setSelectionMode(QAbstractItemView::NoSelection);
    m_countsTable->setFocusPolicy(Qt::TabFocus);
    m_countsTable->setFrameShape(QFrame::NoFrame);
    m_countsTable->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_countsTable->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_countsTable->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    return m_countsTable;
}

/// A row for each tensor, in letters of the view's size.
void ProgramView::sizeCounts()
{
    const int row = fontMetrics().height() + 4;
    m_countsTable->verticalHeader()->setMinimumSectionSize(row);
    m_countsTable->verticalHeader()->setDefaultSectionSize(row);
    m_countsTable->setFixedHeight(3 * row + m_countsTable->horizontalHeader()->sizeHint().height() + 2);
}

void ProgramView::fillSubjects()
{
    const workspace::ProgramRun& run = m_service.run();
    m_subject->clear();
    m_toSchedule->setVisible(!m_file.isEmpty());
    if (!run.program) {
        return;
    }
    m_subject->addItem(m_file.isEmpty() ? tr("Whole network") : tr("%1: all of it").arg(QFileInfo(m_file).fileName()));
    std::set<Count> segments;
    for (const LayerCode& code : run.program->layers) {
        const bool asked = m_asked.layer && code.layer == *m_asked.layer;
        if (segments.insert(code.slot.segment).second) {
            m_subject->addItem(tr("Segment %1: %2").arg(code.slot.segment).arg(QString::fromStdString(run.program->network.layers[code.layer].name)),
                               QVariant::fromValue<qulonglong>(code.layer));
        }
        if (asked) {
            m_subject->setCurrentIndex(m_subject->count() - 1);
        }
    }
}

void ProgramView::showState()
{
    const workspace::ProgramRun& run = m_service.run();
    QPalette colours = palette();
    QString text;
    if (m_service.isRunning()) {
        text = tr("Compiling and executing …");
    } else if (!run.faults.empty()) {
        text = refusalText(run.faults);
        colours.setColor(QPalette::WindowText, style::warningColour(palette()));
    } else if (!run.trace) {
        text = tr("There is no schedule to compile. Open a program, or give the solver a problem that it can solve.");
    } else {
        text = outcomeText(run);
        if (run.trace->execution().fault) {
            colours.setColor(QPalette::WindowText, style::errorColour(palette()));
        }
    }
    m_message->setText(text);
    m_message->setPalette(colours);
    fitRoom();
}

void ProgramView::showTileTitle()
{
    m_streamTitle->showText(m_tile ? tr("Streams of tile (%1, %2)").arg(m_tile->row).arg(m_tile->column) : QString());
}

void ProgramView::applyLook()
{
    QFont code = style::codeFont();
    code.setPointSizeF(font().pointSizeF() * 0.95);
    for (StreamModel* model : {m_controllerModel, m_arrayModel}) {
        model->setLook(palette(), code);
    }
    m_legend->setItems(programLegend(palette(), m_cornerMemory, m_sharedBuffers));
}

void ProgramView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitRoom();
}

void ProgramView::fitRoom()
{
    sizeCounts();
    const bool beside = width() >= besideFrom;
    m_head->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const std::initializer_list<widgets::ElidedLabel*> moment = {m_position, m_status};
    for (widgets::ElidedLabel* text : moment) {
        text->setLines(1);
    }
    // In one column the chip comes first: what is beneath it has the room that is left.
    const int spacing = layout()->spacing();
    int room = height() - chipHeight - spacing;
    for (const QWidget* part : std::initializer_list<QWidget*>{m_subject->parentWidget(), m_message, m_player, m_position, m_status, m_legend, m_buffer}) {
        room -= spacing + (part->hasHeightForWidth() ? part->heightForWidth(width()) : part->sizeHint().height());
    }
    const auto take = [&](int height) {
        const bool fits = beside || height + spacing <= room;
        room -= fits ? height + spacing : 0;
        return fits;
    };
    const int secondLines = static_cast<int>(moment.size()) * fontMetrics().lineSpacing();
    if (!beside && take(secondLines)) {
        for (widgets::ElidedLabel* text : moment) {
            text->setLines(2); // a step is told in more words than a narrow line has room for
        }
    }
    m_times->setVisible(height() >= timesFrom && !m_times->content().isEmpty() && take(m_times->sizeHint().height()));
    const bool streams = beside ? height() >= streamsFrom : take(streamsHeight);
    if (const auto orientation = beside ? Qt::Horizontal : Qt::Vertical; orientation != m_upper->orientation() || streams == m_streams->isHidden()) {
        m_upper->setOrientation(orientation);
        m_streams->setVisible(streams);
        m_upper->setSizes({3000, 2000}); // Qt shares by these what there is
    }
    m_countsTable->setVisible(height() >= countsFrom && take(m_countsTable->height()));
}

void ProgramView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (m_legend && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)) {
        applyLook();
        showState();
    }
    // A style sheet gives headers their letters only after the view has its own.
    if (m_countsTable && (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)) {
        fitRoom();
    }
}

} // namespace tilescape::ui::program
