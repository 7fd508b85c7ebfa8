#include "ui/window/space_tool_bar.h"

#include "core/schedule/problem.h"
#include "ui/style/core_text.h"
#include "ui/window/switch_pill.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QIcon>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>

#include <algorithm>

namespace tilescape::ui::window {

using workspace::Workspace;

namespace {

/// Tensors that may skip the buffer.
std::ptrdiff_t bypassing(const search::SearchSpace& space)
{
    return std::count(space.bufferBypass.begin(), space.bufferBypass.end(), true);
}

/// The mode whose switches these are; none: -1. What may skip the buffer, rounding up and training are no
/// matter of modes.
int modeOf(const search::SearchSpace& space)
{
    const auto modes = search::spaceModes();
    const auto mode = std::find_if(modes.begin(), modes.end(), [&](const search::SpaceMode& own) {
        search::SearchSpace same = own.space;
        same.bufferBypass = space.bufferBypass;
        same.training = space.training;
        same.roundedFactors = space.roundedFactors;
        return same == space;
    });
    return mode == modes.end() ? -1 : static_cast<int>(mode - modes.begin());
}

/// Two angles to the right, in the colour of the text: the style's own are dark in the dark, too.
QIcon moreIcon(const QPalette& palette, double scale)
{
    constexpr int side = 12;
    QPixmap picture(QSize(side, side) * scale);
    picture.setDevicePixelRatio(scale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette.color(QPalette::Text), 1.6));
    for (const double left : {1.5, 6.5}) {
        painter.drawPolyline(QPolygonF{{left, 2}, {left + 4, 6}, {left, 10}});
    }
    return QIcon(picture);
}

} // namespace

SpaceToolBar::SpaceToolBar(Workspace& workspace, QWidget* parent)
    : QToolBar(tr("Search space"), parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("spaceToolBar"));
    setMovable(false);
    buildModes();
    for (const search::SpaceOption& option : search::spaceOptions()) {
        m_space.push_back(addPill(style::coreText(option.label), option.key, style::coreText(option.help)));
    }
    m_bufferBypass = addPill(tr("Bypass"), "buffer_bypass",
                             tr("Buffer bypass: a tensor that gains nothing by the tile's buffer may skip it."));
    connect(&m_workspace, &Workspace::problemChanged, this, &SpaceToolBar::refresh);
    refresh();
    showMore();
}

void SpaceToolBar::changeEvent(QEvent* event)
{
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        showMore();
    }
}

/// Behind this button stand the switches that have no room.
void SpaceToolBar::showMore()
{
    if (auto* more = findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setIcon(moreIcon(QApplication::palette(), devicePixelRatioF()));
        more->setAccessibleName(tr("More switches"));
        more->setToolTip(tr("Switches that have no room in the bar"));
    }
}

void SpaceToolBar::buildModes()
{
    auto* label = new QLabel(tr("Mode"));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setContentsMargins(4, 0, 3, 0);
    addWidget(label);
    m_mode = new QComboBox;
    m_mode->setObjectName(QStringLiteral("modeCombo"));
    m_mode->setAccessibleName(tr("Mode"));
    m_mode->setToolTip(tr("Switches by name."));
    m_mode->setPlaceholderText(tr("Own"));
    for (const search::SpaceMode& mode : search::spaceModes()) {
        m_mode->addItem(style::coreText(mode.label));
        m_mode->setItemData(m_mode->count() - 1, style::coreText(mode.help), Qt::ToolTipRole);
    }
    label->setBuddy(m_mode);
    addWidget(m_mode);
    auto* gap = new QWidget;
    gap->setFixedWidth(6);
    addWidget(gap);
    connect(m_mode, &QComboBox::activated, this, [this](int index) {
        search::SearchSpace space = search::spaceModes()[static_cast<std::size_t>(index)].space;
        space.bufferBypass = m_workspace.problem().space.bufferBypass;
        space.training = m_workspace.problem().space.training;
        space.roundedFactors = m_workspace.problem().space.roundedFactors;
        m_workspace.setSpace(space);
    });
}

SwitchPill* SpaceToolBar::addPill(const QString& text, std::string_view key, const QString& help)
{
    auto* pill = new SwitchPill(text, key, help);
    addWidget(pill);
    connect(pill, &QToolButton::clicked, this, &SpaceToolBar::changeSpace);
    return pill;
}

void SpaceToolBar::changeSpace()
{
    search::SearchSpace space = m_workspace.problem().space;
    for (std::size_t i = 0; i < m_space.size(); ++i) {
        space.*(search::spaceOptions()[i].value) = m_space[i]->isChecked();
    }
    space.inputChannelPartition &= space.hybridPartition;
    // A file may let some tensors skip the buffer: that stays as it is until this pill itself is turned.
    if (sender() == m_bufferBypass) {
        space.bufferBypass = PerTensor<bool>{{m_bufferBypass->isChecked(), m_bufferBypass->isChecked(), m_bufferBypass->isChecked()}};
    }
    m_workspace.setSpace(space);
    refresh();
}

void SpaceToolBar::refresh()
{
    const schedule::Problem& problem = m_workspace.problem();
    const search::SearchSpace& space = problem.space;
    m_mode->setCurrentIndex(modeOf(space));
    schedule::Problem everything = problem;
    for (const search::SpaceOption& option : search::spaceOptions()) {
        everything.space.*option.value = true;
    }
    const search::SearchSpace able = schedule::usableSpace(everything);
    for (std::size_t i = 0; i < m_space.size(); ++i) {
        const search::SpaceOption& option = search::spaceOptions()[i];
        m_space[i]->setChecked(space.*option.value);
        m_space[i]->setEnabled(able.*option.value);
        const QString why = option.value == &search::SearchSpace::roundedFactors
            ? tr("Choose the solver KAPLA, and a chip without a shared buffer.")
            : tr("This chip is not able to it: see its abilities.");
        m_space[i]->setRemark(able.*option.value ? QString() : why);
        if (option.value == &search::SearchSpace::inputChannelPartition) {
            m_space[i]->setEnabled(able.*option.value && (space.hybridPartition || space.inputChannelPartition));
        }
    }
    const std::ptrdiff_t count = bypassing(space);
    m_bufferBypass->setChecked(count > 0);
    m_bufferBypass->setText(count == 0 || count == 3 ? tr("Bypass") : tr("Bypass (%1 of 3)").arg(count));
}

} // namespace tilescape::ui::window
