#include "ui/chip/chip_view.h"

#include "ui/chip/chip_footer.h"
#include "ui/chip/chip_item.h"
#include "ui/chip/rotation_bar.h"
#include "ui/style/palette.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_menu.h"
#include "ui/widgets/zoomable_view.h"
#include "ui/workspace/workspace.h"

#include <QEvent>
#include <QGraphicsScene>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::chip {

namespace {

constexpr double figureGap = 8;

double chipScale(const ChipContent& content, double width)
{
    // A chip of few tiles would fill the page; its tiles need not be larger than on the screen.
    return std::min(width / chipBounds(content).width(), 1.0);
}

void paintFigure(QPainter& painter, const ChipContent& content, const std::shared_ptr<const NocLoad>& load, double width)
{
    const QPalette palette = style::paperPalette();
    const QFont font = style::figureFont();
    const QRectF bounds = chipBounds(content);
    const double scale = chipScale(content, width);
    painter.save();
    painter.setFont(font);
    painter.translate((width - bounds.width() * scale) / 2, 0);
    painter.scale(scale, scale);
    painter.translate(-bounds.topLeft());
    ChipLook look;
    look.palette = palette;
    look.scale = scale;
    look.load = load;
    paintChip(painter, content, look, bounds);
    painter.restore();
    const double top = bounds.height() * scale + figureGap;
    paintFooter(painter, content, load.get(), palette, QRectF(0, top, width, footerHeight(content, load.get(), width, font)), font);
}

QString titleOf(const ChipContent& content)
{
    if (!content.hasLayer) {
        return ChipView::tr("No layer selected");
    }
    const QString name = QString::fromStdString(content.layer.name);
    return content.regions.empty() ? ChipView::tr("%1 · segment %2").arg(name).arg(content.segment)
                                   : ChipView::tr("%1 · segment %2, region %3 of %4").arg(name).arg(content.segment)
                                         .arg(content.ownRegion).arg(content.regions.size());
}

} // namespace

widgets::Figure chipFigure(const ChipContent& content, std::shared_ptr<const NocLoad> load)
{
    widgets::Figure figure;
    figure.name = QStringLiteral("chip");
    figure.title = content.hasLayer ? ChipView::tr("%1 on the chip").arg(titleOf(content)) : ChipView::tr("Chip");
    figure.heightFor = [content, load](double width) {
        return chipBounds(content).height() * chipScale(content, width) + figureGap
            + footerHeight(content, load.get(), width, style::figureFont());
    };
    figure.paint = [content, load](QPainter& painter, QSizeF size) { paintFigure(painter, content, load, size.width()); };
    return figure;
}

ChipView::ChipView(workspace::Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("chipView"));
    setAccessibleName(tr("Chip"));
    m_title = new widgets::ElidedLabel;
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_scene = new QGraphicsScene(this);
    m_item = new ChipItem;
    m_scene->addItem(m_item);
    m_view = new widgets::ZoomableView(this);
    m_view->setScene(m_scene);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setAccessibleName(tr("Tiles of the chip"));
    m_rotation = new RotationBar;
    m_footer = new ChipFooter;

    auto* head = new QHBoxLayout;
    head->setContentsMargins(9, 6, 9, 0);
    head->addWidget(m_title, 1);
    m_showLoad = new QToolButton;
    m_showLoad->setObjectName(QStringLiteral("showNocLoad"));
    m_showLoad->setText(tr("NoC load"));
    m_showLoad->setCheckable(true);
    m_showLoad->setProperty("pill", true);
    m_showLoad->setFocusPolicy(Qt::TabFocus);
    m_showLoad->setToolTip(tr("The words that cross each link of the mesh while the selected segment runs."));
    head->addWidget(m_showLoad);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addLayout(head);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_rotation);
    layout->addWidget(m_footer);
    setFocusProxy(m_view);
    widgets::addFigureExport(this, [this] { return figure(); });

    using workspace::Workspace;
    for (auto signal : {&Workspace::scheduleChanged, &Workspace::networkChanged, &Workspace::problemChanged}) {
        connect(&m_workspace, signal, this, &ChipView::refresh);
    }
    connect(&m_workspace, &Workspace::selectionChanged, this, &ChipView::refresh);
    connect(&m_workspace, &Workspace::solvingChanged, this, &ChipView::showState);
    connect(m_showLoad, &QToolButton::toggled, this, &ChipView::refreshLoad);
    connect(m_rotation, &RotationBar::shownChanged, this, [this] { m_item->setRotation(m_rotation->shown()); });
    applyPalette();
    refresh();
}

const ChipContent& ChipView::content() const { return m_item->content(); }

widgets::Figure ChipView::figure() const { return chipFigure(content(), load()); }

std::shared_ptr<const NocLoad> ChipView::load() const { return m_item->load(); }

void ChipView::showLoad(bool show) { m_showLoad->setChecked(show); }

void ChipView::fitAll() { m_view->fitAll(); }

void ChipView::refresh()
{
    const auto schedule = m_workspace.schedule();
    const auto selected = m_workspace.selectedLayer();
    const schedule::ScheduledLayer* layer = schedule && selected ? schedule->find(*selected) : nullptr;
    // The chip that is shown is the one that the result is for, even if the user has changed it since.
    ChipContent content = layer ? chipContent(*schedule, *layer) : chipContent(m_workspace.problem().hardware);
    const bool otherChip = !(content.tiles == this->content().tiles) || content.memory != this->content().memory;
    m_rotation->setContent(content);
    m_item->setContent(std::move(content));
    m_item->setRotation(m_rotation->shown());
    refreshLoad();
    if (otherChip) {
        m_scene->setSceneRect(m_item->boundingRect().adjusted(-8, -8, 8, 8));
        m_view->fitAll();
    }
    showState();
}

void ChipView::refreshLoad()
{
    const auto schedule = m_workspace.schedule();
    auto load = m_showLoad->isChecked() && schedule && content().hasLayer ? nocLoad(*schedule, content().segment) : nullptr;
    m_footer->setContent(content(), load);
    m_rotation->setVisible(!load && m_rotation->hasSomething());
    m_item->setLoad(std::move(load));
}

void ChipView::showState()
{
    const bool stale = m_workspace.looksStale();
    m_item->setDimmed(stale);
    m_footer->setDimmed(stale);
    const auto selected = m_workspace.selectedLayer();
    const QString title = !content().hasLayer && selected
        ? tr("%1 has no schedule").arg(QString::fromStdString(m_workspace.network().layers[*selected].name))
        : titleOf(content());
    m_title->showText(stale ? tr("%1 · %2").arg(title, m_workspace.isSolving() ? tr("solving…") : tr("old result")) : title);
}

void ChipView::applyPalette()
{
    m_item->setPalette(palette());
    m_scene->setBackgroundBrush(palette().color(QPalette::Base));
}

void ChipView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_item) {
        applyPalette();
    }
}

} // namespace tilescape::ui::chip
