#include "ui/gradient/gradient_animation.h"

#include "ui/gradient/gradient_colours.h"
#include "ui/gradient/gradient_order_figure.h"
#include "ui/style/core_text.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/player_icon.h"
#include "ui/widgets/scrolled.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace tilescape::ui::gradient {

using training::gradient::Order;

namespace {

constexpr int frameMs = 40;
constexpr double usualSeconds = 20; ///< of a whole run at speed 1
constexpr int sliderStops = 10000;
constexpr std::array<double, 5> speeds{0.1, 0.25, 1, 4, 16};

} // namespace

GradientAnimation::GradientAnimation(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("gradientAnimation"));
    setAccessibleName(tr("Tiles in the scratchpad, order by order"));
    setFocusPolicy(Qt::StrongFocus);
    m_controls = new QHBoxLayout;
    m_controls->setContentsMargins(8, 4, 8, 2);
    m_controls->setSpacing(5);
    m_paneLayout = new QHBoxLayout;
    m_paneLayout->setContentsMargins({});
    m_paneLayout->setSpacing(0);
    buildControls();
    m_about = new QLabel;
    m_about->setObjectName(QStringLiteral("gradientLayer"));
    m_about->setTextFormat(Qt::PlainText);
    m_about->setContentsMargins(8, 0, 8, 0);
    m_about->setWordWrap(true);
    m_note = new QLabel;
    m_note->setContentsMargins(8, 0, 8, 0);
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addLayout(m_controls);
    layout->addLayout(m_choices);
    auto* panes = new QWidget;
    auto* column = new QVBoxLayout(panes);
    column->setContentsMargins({});
    column->setSpacing(2);
    column->addWidget(m_about);
    column->addLayout(m_paneLayout, 1);
    column->addWidget(new GradientLegend);
    column->addWidget(m_note);
    layout->addWidget(widgets::scrolled(panes), 1);
    m_timer.setInterval(frameMs);
    connect(&m_timer, &QTimer::timeout, this, &GradientAnimation::tick);
    refreshControls();
}

QToolButton* GradientAnimation::addButton(const char* objectName, const QString& toolTip, std::function<void()> run)
{
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(objectName));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip.section(QLatin1Char(' '), 0, 0));
    button->setAutoRaise(true);
    connect(button, &QToolButton::clicked, this, std::move(run));
    m_controls->addWidget(button);
    return button;
}

void GradientAnimation::buildControls()
{
    m_back = addButton("gradientBack", tr("Back one step (Left)"), [this] { stepBack(); });
    m_play = addButton("gradientPlay", tr("Play (Space)"), [this] { play(!isPlaying()); });
    m_forward = addButton("gradientForward", tr("Forward one step (Right)"), [this] { stepForward(); });
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName(QStringLiteral("gradientSlider"));
    m_slider->setRange(0, sliderStops);
    m_slider->setMinimumWidth(90);
    m_slider->setAccessibleName(tr("Time"));
    m_slider->setToolTip(tr("Time of the backward pass, the same for all orders"));
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int stop) { setPosition(static_cast<double>(stop) / sliderStops); });
    m_controls->addWidget(m_slider, 1);
    m_speed = new QComboBox;
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Speed of playing"));
    for (const double speed : speeds) {
        m_speed->addItem(QStringLiteral("%1×").arg(style::number(speed)), speed);
    }
    m_speed->setCurrentIndex(2);
    m_controls->addWidget(m_speed);
    m_choices = new widgets::FlowLayout;
    m_choices->setContentsMargins(8, 0, 8, 4);
    m_choices->setSpacing(10);
    for (const Order order : training::gradient::allOrders) {
        auto* box = new QCheckBox(style::coreText(labelOf(order)));
        box->setObjectName(QStringLiteral("gradientOrder_%1").arg(style::coreName(nameOf(order))));
        box->setToolTip(tr("Show the order %1").arg(style::coreText(labelOf(order))));
        connect(box, &QCheckBox::clicked, this, [this] {
            m_followsBest = false;
            record();
        });
        m_choices->addWidget(box);
        m_orders[static_cast<std::size_t>(order)] = box;
    }
    check({Order::Sequential});
    m_sameTile = new QCheckBox(tr("Same tile"));
    m_sameTile->setToolTip(tr("All orders with the tile of the sequential one, not each with its fastest"));
    connect(m_sameTile, &QCheckBox::clicked, this, &GradientAnimation::record);
    m_choices->addWidget(m_sameTile);
}

void GradientAnimation::setLayer(const training::gradient::LayerResult* layer, const QString& about,
                                 const training::gradient::Settings& settings)
{
    play(false);
    m_about->setText(about);
    m_settings = settings;
    m_layer = layer != nullptr ? std::optional(*layer) : std::nullopt;
    if (m_layer && m_followsBest) {
        check({Order::Sequential, m_layer->best});
    }
    record();
}

void GradientAnimation::showOrders(const std::vector<Order>& orders)
{
    m_followsBest = false;
    check(orders);
    record();
}

void GradientAnimation::check(const std::vector<Order>& orders)
{
    for (const Order order : training::gradient::allOrders) {
        m_orders[static_cast<std::size_t>(order)]->setChecked(std::find(orders.begin(), orders.end(), order) != orders.end());
    }
}

std::vector<Order> GradientAnimation::chosenOrders() const
{
    std::vector<Order> orders;
    for (const Order order : training::gradient::allOrders) {
        if (m_orders[static_cast<std::size_t>(order)]->isChecked()) {
            orders.push_back(order);
        }
    }
    return orders;
}

void GradientAnimation::record()
{
    std::vector<Order> orders = chosenOrders();
    if (!m_layer || orders.empty()) {
        m_job.cancel();
        showRuns({});
        m_note->setText(m_layer ? tr("Choose an order to watch.") : QString());
        return;
    }
    if (!m_layer->product.gemm.inputGradient) {
        orders = {Order::Sequential}; // without dX there is one order only
    }
    const bool same = m_sameTile->isChecked();
    m_job.start([this, orders, same, layer = *m_layer, settings = m_settings](std::stop_token) {
        std::vector<std::shared_ptr<const GradientRun>> runs;
        for (const Order order : orders) {
            const auto& tile = layer.orders[same ? Order::Sequential : order].tile;
            runs.push_back(recordRun(layer.product.gemm, order, tile, settings));
        }
        return workspace::BackgroundJob::Deliver([this, runs = std::move(runs)] { showRuns(runs); });
    });
}

void GradientAnimation::showRuns(const std::vector<std::shared_ptr<const GradientRun>>& runs)
{
    while (m_panes.size() > runs.size()) {
        delete m_panes.back();
        m_panes.pop_back();
    }
    while (m_panes.size() < runs.size()) {
        m_panes.push_back(new GradientPane);
        m_paneLayout->addWidget(m_panes.back(), 1);
    }
    Count longest = 1;
    Count last = 1;
    bool complete = true;
    for (const auto& run : runs) {
        longest = std::max(longest, run->measure.totalBytes());
        last = std::max(last, run->lastTick());
        complete = complete && run->trace.complete;
    }
    const double share = position();
    m_last = last;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        m_panes[i]->setRun(runs[i], longest);
    }
    QString note;
    if (!complete) {
        note = tr("Only the first %1 steps of an order are kept to be watched; its totals count them all.")
                   .arg(style::exactCount(static_cast<double>(runs.front()->trace.mostSteps)));
    }
    if (m_settings.cores > 1 && !runs.empty()) {
        note += (note.isEmpty() ? QString() : QStringLiteral(" ")) + tr("Step and indices are those of the first core.");
    }
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    setPosition(share);
}

double GradientAnimation::position() const { return static_cast<double>(m_now) / static_cast<double>(m_last); }

void GradientAnimation::setPosition(double share)
{
    setTime(static_cast<Count>(std::llround(std::clamp(share, 0.0, 1.0) * static_cast<double>(m_last))));
}

void GradientAnimation::setTime(Count ticks)
{
    m_now = std::clamp<Count>(ticks, 0, m_last);
    for (GradientPane* pane : m_panes) {
        pane->showTime(m_now);
    }
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(static_cast<int>(std::lround(position() * sliderStops)));
    refreshControls();
}

void GradientAnimation::play(bool on)
{
    if (on && m_now >= m_last) {
        setTime(0);
    }
    if (on && !m_panes.empty()) {
        m_timer.start();
    } else {
        m_timer.stop();
    }
    refreshControls();
}

void GradientAnimation::tick()
{
    const double speed = m_speed->currentData().toDouble();
    const double advance = static_cast<double>(m_last) * frameMs / 1000 / usualSeconds * speed;
    setTime(m_now + std::max<Count>(1, std::llround(advance)));
    if (m_now >= m_last) {
        play(false);
    }
}

void GradientAnimation::stepForward()
{
    play(false);
    Count next = m_last;
    for (GradientPane* pane : m_panes) {
        GradientPlayer& player = *pane->player();
        if (player.position() < player.steps()) {
            next = std::min(next, player.timeAt(player.position() + 1));
        }
    }
    setTime(next);
}

void GradientAnimation::stepBack()
{
    play(false);
    Count before = 0;
    for (GradientPane* pane : m_panes) {
        GradientPlayer& player = *pane->player();
        const Count own = player.timeAt(player.position());
        // The step at work began at `own`; before it, the one before.
        const Count earlier = player.position() > 0 ? player.timeAt(player.position() - 1) : 0;
        before = std::max(before, own < m_now ? own : earlier);
    }
    setTime(before);
}

void GradientAnimation::refreshControls()
{
    const bool any = !m_panes.empty();
    m_play->setIcon(widgets::playerIcon(isPlaying() ? widgets::PlayerSign::Pause : widgets::PlayerSign::Play, palette()));
    m_back->setIcon(widgets::playerIcon(widgets::PlayerSign::Back, palette()));
    m_forward->setIcon(widgets::playerIcon(widgets::PlayerSign::Forward, palette()));
    m_play->setToolTip(isPlaying() ? tr("Pause (Space)") : tr("Play (Space)"));
    m_play->setEnabled(any);
    m_back->setEnabled(any && m_now > 0);
    m_forward->setEnabled(any && m_now < m_last);
    m_slider->setEnabled(any);
}

void GradientAnimation::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Space: play(!isPlaying()); return;
    case Qt::Key_Right: stepForward(); return;
    case Qt::Key_Left: stepBack(); return;
    case Qt::Key_Home: setTime(0); return;
    case Qt::Key_End: setTime(m_last); return;
    default: QWidget::keyPressEvent(event);
    }
}

void GradientAnimation::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        refreshControls();
    }
}

widgets::Figure GradientAnimation::figure() const
{
    // As they stand now, whatever is played while a dialog shows the figure.
    std::vector<std::shared_ptr<const GradientPlayer>> players;
    Count longest = 1;
    for (const GradientPane* pane : m_panes) {
        players.push_back(std::make_shared<const GradientPlayer>(*pane->player()));
        longest = pane->longest();
    }
    return gradientOrderFigure(std::move(players), longest, m_layer ? QString::fromStdString(m_layer->product.layer) : QString());
}

} // namespace tilescape::ui::gradient
