#include "ui/program/program_view.h"

#include "core/io/files.h"
#include "core/io/program_text.h"
#include "ui/plot/legend_strip.h"
#include "ui/program/counts_model.h"
#include "ui/program/program_canvases.h"
#include "ui/program/program_figure.h"
#include "ui/program/program_painter.h"
#include "ui/program/program_player.h"
#include "ui/program/step_text.h"
#include "ui/program/stream_model.h"
#include "ui/style/palette.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/seen_updates.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QListView>
#include <QTableView>

#include <algorithm>

namespace tilescape::ui::program {

using namespace tilescape::program;
using workspace::Workspace;

ProgramView::ProgramView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("programView"));
    setAccessibleName(tr("Program"));
    setFocusPolicy(Qt::StrongFocus);
    build();
    widgets::addFigureExport(m_chip, [this] { return figure(); }, [this] { return workspace::projectText(m_workspace); });
    connect(m_player, &ProgramPlayer::positionChanged, this, &ProgramView::showPosition);
    connect(m_chip, &ChipCanvas::tileClicked, this, &ProgramView::selectTile);
    connect(m_times, &TimedCanvas::cycleClicked, this, &ProgramView::goToCycle);
    connect(&m_service, &workspace::ProgramService::finished, this, &ProgramView::take);
    connect(&m_service, &workspace::ProgramService::runningChanged, this, &ProgramView::showState);
    m_updates = new widgets::SeenUpdates(this, [this] { refresh(); }, widgets::SeenUpdates::Start::OutOfDate);
    for (auto signal : {&Workspace::scheduleChanged, &Workspace::networkChanged}) {
        connect(&m_workspace, signal, m_updates, [this] { m_updates->request(); });
    }
    connect(&m_workspace, &Workspace::networkChanged, this, [this] {
        m_whole.reset();
        m_layer.reset();
    });
    connect(&m_workspace, &Workspace::selectionChanged, m_updates, [this] { m_updates->request([this] { layerSelected(); }); });
    applyLook();
    showState();
}

ProgramView::~ProgramView() = default;

bool ProgramView::isProgramFile(const QString& path)
{
    const auto text = io::readFile(path.toStdString());
    return text && io::isProgram(text.value());
}

void ProgramView::open(const QString& path)
{
    m_file = path;
    m_whole.reset();
    m_layer.reset();
    start();
}

void ProgramView::openWithDialog()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a program"), QFileInfo(m_workspace.filePath()).absolutePath(),
                                                      tr("Programs (*.program *.json);;All files (*)"));
    if (!path.isEmpty()) {
        open(path);
    }
}

void ProgramView::showSchedule()
{
    m_file.clear();
    m_whole.reset();
    m_layer.reset();
    m_asked = {};
    refresh();
}

void ProgramView::refresh()
{
    const auto schedule = m_workspace.schedule();
    if (!m_file.isEmpty() || (schedule && m_workspace.isStale())) {
        return; // the program of a file stands by itself; a newer schedule is on its way
    }
    if (!schedule || !schedule->hasResult()) {
        m_asked = {};
        m_service.forget();
        take();
    } else if (schedule != m_asked.schedule) {
        start();
    }
}

void ProgramView::start()
{
    workspace::ProgramRequest request;
    request.interleaving = m_order->currentData().toULongLong();
    const tilescape::network::Network* network = nullptr;
    if (m_file.isEmpty()) {
        request.schedule = m_workspace.schedule();
        if (!request.schedule || !request.schedule->hasResult()) {
            return;
        }
        network = &request.schedule->problem->network;
    } else {
        request.file = m_file.toStdString();
    }
    const bool whole = m_whole.value_or(!network || workspace::isExecutedAsAWhole(*network, request.schedule->problem->batch));
    if (!whole) {
        request.layer = m_layer ? *m_layer : m_file.isEmpty() ? m_workspace.selectedLayer().value_or(0) : 0;
    }
    m_asked = request;
    m_player->play(false);
    m_service.start(std::move(request));
}

void ProgramView::take()
{
    const workspace::ProgramRun& run = m_service.run();
    const auto trace = run.trace;
    m_controllerModel->setStream(nullptr, std::nullopt);
    m_arrayModel->setStream(nullptr, std::nullopt);
    m_counts->setTrace(trace);
    m_content->setVisible(trace != nullptr);
    fillSubjects();
    showState();
    const bool handsOn = run.program && std::any_of(run.program->layers.begin(), run.program->layers.end(), [](const LayerCode& code) {
        return code.slot.region > 0 || code.slot.index > 0;
    });
    m_countsTable->setColumnHidden(CountsModel::handedColumn, !handsOn);
    m_countsTable->setColumnHidden(CountsModel::sharedColumn, !run.program || run.program->sharedBuffers.empty());
    m_player->setSteps(trace ? trace->size() : 0);
    if (!trace || trace->streams().empty()) {
        return;
    }
    const auto& fault = trace->execution().fault;
    const bool known = m_tile && streamAt(*trace, *m_tile, 0);
    if (fault && !fault->streams.empty()) {
        m_tile = fault->streams.front().tile;
    } else if (!known) {
        m_tile = trace->streams()[trace->size() > 0 ? trace->step(0).stream : 0].name.tile;
    }
    m_times->setContent(timedContent(*trace, m_tile));
    fitRoom();
    if (fault) {
        m_player->setPosition(trace->size());
    } else {
        layerSelected();
    }
    showPosition();
}

void ProgramView::layerSelected()
{
    const auto trace = m_service.run().trace;
    const auto layer = m_workspace.selectedLayer();
    if (!trace || !layer || !m_file.isEmpty() || trace->execution().fault) {
        return;
    }
    if (m_asked.layer) {
        const bool there = std::any_of(trace->streams().begin(), trace->streams().end(), [&](const TracedStream& stream) {
            return trace->program().layers[stream.name.place].layer == *layer;
        });
        if (!m_layer && !there) {
            start();
        }
        return;
    }
    // The whole network is there: to where the layer begins.
    const auto& layers = trace->program().layers;
    if (layers[trace->placeAt(m_player->position())].layer == *layer) {
        return;
    }
    for (std::size_t number = 0; number < trace->size(); ++number) {
        if (layers[trace->streams()[trace->step(number).stream].name.place].layer == *layer) {
            m_player->setPosition(number + 1);
            return;
        }
    }
}

void ProgramView::selectTile(Tile tile)
{
    const auto trace = m_service.run().trace;
    if (trace && streamAt(*trace, tile, m_player->position())) {
        m_tile = tile;
        m_times->setContent(timedContent(*trace, m_tile));
        showPosition();
    }
}

void ProgramView::showPosition()
{
    const auto trace = m_service.run().trace;
    if (!trace) {
        return;
    }
    const std::size_t position = m_player->position();
    if (m_tile && !streamAt(*trace, *m_tile, position) && position > 0) {
        m_tile = trace->streams()[trace->step(position - 1).stream].name.tile; // it does not work on this layer
        m_times->setContent(timedContent(*trace, m_tile));
    }
    ProgramMoment moment = momentOf(*trace, position, m_tile);
    if (m_cornerMemory != moment.cornerMemory || m_sharedBuffers != moment.sharedBuffers) {
        m_cornerMemory = moment.cornerMemory;
        m_sharedBuffers = moment.sharedBuffers;
        applyLook();
    }
    m_chip->show(std::move(moment));
    m_buffer->show(bufferMoment(*trace, m_tile, position));
    m_counts->showPosition(position);
    m_times->showCycle(trace->cycleAt(position));
    const QString cycles = trace->program().layers.empty() ? QString() : cyclesText(*trace, trace->placeAt(position));
    const QString where = positionText(*trace, position);
    m_position->showText(where + (cycles.isEmpty() ? QString() : QStringLiteral(" · ") + cycles), {where});
    m_status->showText(position == 0 ? tr("Nothing is done yet. Space plays, Right does one step.") : stepText(*trace, position - 1));
    showStreams();
}

void ProgramView::showStreams()
{
    const auto trace = m_service.run().trace;
    const std::size_t position = m_player->position();
    const auto stream = m_tile ? streamAt(*trace, *m_tile, position) : std::nullopt;
    const auto& fault = trace->execution().fault;
    for (StreamModel* model : {m_controllerModel, m_arrayModel}) {
        const bool array = model == m_arrayModel;
        const auto own = stream ? std::optional(*stream + (array ? 1 : 0)) : std::nullopt;
        if (model->stream() != own || model->rowCount() == 0) {
            model->setStream(trace, own);
        }
        const bool faulty = own && fault && position == trace->size()
            && std::find(fault->streams.begin(), fault->streams.end(), trace->streams()[*own].name) != fault->streams.end();
        model->showPosition(position, faulty);
        if (const auto line = model->currentLine()) {
            (array ? m_array : m_controller)->scrollTo(model->index(*line), QAbstractItemView::EnsureVisible);
        }
    }
    showTileTitle();
}

void ProgramView::goToLine(const StreamModel& model, int line)
{
    const auto trace = m_service.run().trace;
    if (!trace || !model.stream()) {
        return;
    }
    const std::vector<std::uint32_t>& steps = trace->streams()[*model.stream()].steps;
    const auto stands = [&](std::uint32_t step) { return trace->step(step).point.line == static_cast<std::uint32_t>(line); };
    // The next time that it is executed, or else the first.
    auto found = std::find_if(std::lower_bound(steps.begin(), steps.end(), m_player->position()), steps.end(), stands);
    found = found == steps.end() ? std::find_if(steps.begin(), steps.end(), stands) : found;
    if (found != steps.end()) {
        m_player->play(false);
        m_player->setPosition(*found + std::size_t{1});
    }
}

void ProgramView::goToCycle(double cycle)
{
    const auto trace = m_service.run().trace;
    if (!trace) {
        return;
    }
    std::size_t low = 0;
    std::size_t high = trace->size();
    while (low < high) {
        const std::size_t middle = (low + high + 1) / 2;
        if (trace->cycleAt(middle) <= cycle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    m_player->setPosition(low);
}

void ProgramView::stepOfTile(bool on)
{
    const auto trace = m_service.run().trace;
    if (!trace || !m_tile) {
        return;
    }
    m_player->play(false);
    const auto isOfTile = [&](std::size_t number) { return trace->streams()[trace->step(number).stream].name.tile == *m_tile; };
    std::size_t position = m_player->position();
    if (on) {
        while (position < trace->size() && !isOfTile(position)) {
            ++position;
        }
        m_player->setPosition(std::min(position + 1, trace->size()));
    } else if (position > 0) {
        --position;
        while (position > 0 && !isOfTile(position - 1)) {
            --position;
        }
        m_player->setPosition(position);
    }
}

void ProgramView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Space: m_player->play(!m_player->isPlaying()); return;
    case Qt::Key_Right: m_player->stepForward(); return;
    case Qt::Key_Left: m_player->stepBack(); return;
    case Qt::Key_Down: stepOfTile(true); return;
    case Qt::Key_Up: stepOfTile(false); return;
    case Qt::Key_Home: m_player->setPosition(0); return;
    case Qt::Key_End: m_player->setPosition(m_player->steps()); return;
    default: QWidget::keyPressEvent(event);
    }
}

void ProgramView::hideEvent(QHideEvent* event)
{
    m_player->play(false);
    QWidget::hideEvent(event);
}

QString ProgramView::status() const { return m_status->text(); }

QString ProgramView::message() const { return m_message->text(); }

widgets::Figure ProgramView::figure() const
{
    return programFigure(m_service.run().trace, m_player->position(), m_tile);
}

} // namespace tilescape::ui::program
