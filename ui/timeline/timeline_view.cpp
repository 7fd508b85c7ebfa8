#include "ui/timeline/timeline_view.h"

#include "core/schedule/same_run.h"
#include "ui/plot/figure_legend.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/seen_updates.h"
#include "ui/workspace/baselines.h"
#include "ui/workspace/clock.h"
#include "ui/workspace/figure_project.h"
#include "ui/workspace/workspace.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::timeline {

using workspace::Workspace;

namespace {

constexpr double rowsWithNames = 0.93; ///< of their natural height, down to which layers keep their names

/// `brief`: in fewer words.
QString titleOf(const TimelineContent& content, const Stretch& shown, bool brief)
{
    const std::size_t first = content.segmentAt(shown.from);
    const std::size_t last = content.segmentAt(std::max(shown.from, shown.to - 1e-6));
    QString text = first == last ? TimelineText::tr("segment %1").arg(first)
                                 : TimelineText::tr("segments %1–%2").arg(first).arg(last);
    const double cycles = content.lanes.front().cycles;
    const bool whole = shown.length() >= content.end() * (1 - 1e-9);
    if (content.lanes.size() > 1 && brief) { // the lanes have the rest as titles, which may be out of sight
        const Lane& whole = content.lanes.back();
        return text
               + (whole.mapsWithoutRoom > 0 ? TimelineText::tr(" · without ALLO: no room")
                  : whole.cycles > cycles
                      ? TimelineText::tr(" · without ALLO +%1").arg(style::percent(whole.cycles / cycles - 1))
                      : TimelineText::tr(" · without ALLO: no slower"));
    }
    if (content.lanes.size() > 1) {
        // The axis shows both, so that their stretches are no parts of one sum.
        const Lane& whole = content.lanes.back();
        const double without = whole.cycles;
        if (whole.mapsWithoutRoom > 0) {
            text += TimelineText::tr(" · %1 cycles; without ALLO %2 of %3 maps between regions have no room")
                        .arg(style::count(cycles))
                        .arg(whole.mapsWithoutRoom)
                        .arg(whole.maps);
        } else {
            text += TimelineText::tr(" · %1 cycles, without ALLO %2").arg(style::count(cycles), style::count(without));
            text += without > cycles ? TimelineText::tr(" (+%1)").arg(style::percent(without / cycles - 1))
                                     : TimelineText::tr(" (no slower)");
        }
    } else {
        text +=
            whole
                ? TimelineText::tr(" · %1 cycles").arg(style::count(cycles))
                : TimelineText::tr(" · %1 of %2 cycles").arg(style::count(shown.length()), style::count(content.end()));
    }
    if (content.lanes.front().segments.front().streams) {
        text += brief ? TimelineText::tr(" · streams: no fill, no drain")
                      : TimelineText::tr(" · the network streams: fill and drain are not counted");
    }
    return text;
}

} // namespace

widgets::Figure timelineFigure(const TimelineContent& content, double from, double to)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("timeline");
    figure.title = TimelineText::tr("Timeline");
    if (!content.empty()) {
        figure.legend = plot::figureLegend(timelineLegend(content, style::paperPalette()));
    }
    figure.stretches = true;
    figure.heightFor = [content, from, to](double, const QFont& font) {
        return TimelineGeometry::paperHeight(content, from, to, font);
    };
    figure.leastHeightFor = [natural = figure.heightFor](double width, const QFont& font) { return rowsWithNames * natural(width, font); };
    figure.paint = [content, from, to](QPainter& painter, QSizeF size, const QFont& font) {
        if (content.empty()) {
            return;
        }
        TimelineLook look;
        look.palette = style::paperPalette();
        look.font = font;
        paintTimeline(painter, content, {content, QRectF(QPointF(), size), from, to, look.font, TimelineMedium::Paper}, look);
    };
    return figure;
}

TimelineView::TimelineView(Workspace& workspace, workspace::Side side, QWidget* parent) : QWidget(parent), m_workspace(workspace), m_side(side)
{
    setObjectName(QStringLiteral("timelineView"));
    setAccessibleName(tr("Timeline"));
    m_title = new widgets::ElidedLabel;
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_canvas = new TimelineCanvas;
    m_compare = new QToolButton;
    m_compare->setText(tr("Compare without ALLO"));
    m_compare->setObjectName(QStringLiteral("compareHandOn"));
    m_compare->setCheckable(true);
    m_compare->setProperty("pill", true);
    m_compare->setFocusPolicy(Qt::TabFocus);
    m_compare->setToolTip(tr("Beneath, the same schedule if each region handed on its output only when the whole map is there, "
                             "instead of group by group (alternate layer loop ordering, Tangram 3.2). The maps would have to be "
                             "buffered whole."));
    auto* fit = new QToolButton;
    fit->setText(tr("Fit"));
    fit->setProperty("pill", true);
    fit->setToolTip(tr("Show all segments (Home)"));

    auto* head = new QHBoxLayout;
    head->setContentsMargins(9, 4, 9, 2);
    head->addWidget(m_title, 1);
    head->addWidget(m_compare);
    head->addWidget(fit);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);
    widgets::addFigureExport(this, [this] { return figure(); }, [this] { return workspace::projectText(m_workspace); });

    connect(m_compare, &QToolButton::toggled, this, &TimelineView::refresh);
    connect(fit, &QToolButton::clicked, m_canvas, &TimelineCanvas::fitAll);
    connect(m_canvas, &TimelineCanvas::shownChanged, this, &TimelineView::showState);
    connect(m_canvas, &TimelineCanvas::layerClicked, this, [this](std::optional<std::size_t> layer) {
        m_workspace.setSelectedLayer(m_workspace.baselines().layerFromShown(layer, m_side));
    });
    connect(m_canvas, &TimelineCanvas::layerHovered, this, [this](std::optional<std::size_t> layer) {
        m_workspace.setHoveredLayer(m_workspace.baselines().layerFromShown(layer, m_side));
    });
    m_updates = new widgets::SeenUpdates(this, [this] { refresh(); });
    connect(&m_workspace, &Workspace::scheduleChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_workspace, &Workspace::selectionChanged, m_updates,
            [this] { m_updates->request([this] { m_canvas->setSelected(m_workspace.baselines().shownLayer(m_side)); }); });
    for (auto signal : {&workspace::Clock::moved, &workspace::Clock::walkChanged}) {
        connect(&m_workspace.clock(), signal, m_updates, [this] { m_updates->request([this] { showMoment(); }); });
    }
    connect(&m_workspace, &Workspace::hoverChanged, this, [this] {
        m_canvas->setHovered(m_workspace.baselines().isShown(m_side) ? std::nullopt : m_workspace.hoveredLayer());
    });
    connect(&m_workspace.baselines(), &workspace::Baselines::scheduleChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_workspace.baselines(), &workspace::Baselines::shownChanged, m_updates, [this] { m_updates->request(); });
    connect(&m_workspace, &Workspace::solvingChanged, m_updates, [this] { m_updates->request([this] { showState(); }); });
    refresh();
}

void TimelineView::setComparing(bool compare) { m_compare->setChecked(compare); }

widgets::Figure TimelineView::figure() const
{
    m_updates->catchUp();
    return timelineFigure(m_canvas->content(), m_canvas->shown().from, m_canvas->shown().to);
}

void TimelineView::refresh()
{
    const workspace::Baselines& baselines = m_workspace.baselines();
    const auto schedule = baselines.shownSchedule(m_side);
    const bool shows = schedule && m_shown && m_compare->isChecked() == m_shownCompared && schedule::runTheSame(*m_shown, *schedule);
    m_shown = schedule;
    m_shownCompared = m_compare->isChecked();
    if (!shows) { // else the times are the same, whatever the prices
        m_canvas->setContent(schedule ? timelineContent(*schedule, m_shownCompared) : TimelineContent());
    }
    m_canvas->setSelected(baselines.shownLayer(m_side));
    showMoment();
    showState();
}

void TimelineView::showMoment()
{
    const workspace::Clock& clock = m_workspace.clock();
    const auto layer = m_workspace.baselines().shownLayer();
    m_canvas->setMoment(layer && clock.cycle() > 0 ? m_canvas->content().cycleOf(*layer, clock.fraction()) : std::nullopt);
}

void TimelineView::showState()
{
    const workspace::Baselines& baselines = m_workspace.baselines();
    const auto schedule = baselines.shownSchedule(m_side);
    const bool stale = m_workspace.looksStale() && !baselines.isShown(m_side);
    const auto textOf = [&](bool brief) {
        const QString text = !m_canvas->content().empty() ? titleOf(m_canvas->content(), m_canvas->shown(), brief)
                             : schedule && schedule->status == schedule::Status::Infeasible
                                 ? tr("There is no valid schedule.")
                                 : tr("There is no schedule yet.");
        if (baselines.isShown(m_side)) {
            return baselines.chosen() ? tr("%1: %2").arg(QString::fromStdString(baselines.chosen()->name), text)
                                      : tr("No baseline is chosen.");
        }
        return stale ? tr("%1 · %2").arg(text, m_workspace.isSolving() ? tr("solving…") : tr("old result")) : text;
    };
    m_title->showText(textOf(false), {textOf(true)});
    m_canvas->setDimmed(stale);
}

void TimelineView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_canvas) {
        m_canvas->update();
    }
}

} // namespace tilescape::ui::timeline
