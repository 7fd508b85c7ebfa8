#include "ui/window/clock_actions.h"

#include "ui/workspace/clock.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <functional>

namespace tilescape::ui::window {

using workspace::Clock;

namespace {

struct ClockText {
    Q_DECLARE_TR_FUNCTIONS(ClockText)
};

constexpr double slowest = 1;
constexpr double fastest = 64; ///< steps a second

} // namespace

QMenu* addClockMenu(QMenu& menu, Clock& clock, QObject& owner)
{
    QMenu* run = menu.addMenu(ClockText::tr("&Run of the layer"));
    run->setObjectName(QStringLiteral("menuClock"));
    const auto add = [&](const QString& text, const char* objectName, const QKeySequence& key, std::function<void()> act) {
        QAction* action = run->addAction(text);
        action->setObjectName(QLatin1String(objectName));
        action->setShortcut(key);
        QObject::connect(action, &QAction::triggered, &owner, std::move(act));
    };
    Clock* const c = &clock;
    add(ClockText::tr("&Play or pause"), "actionPlay", Qt::CTRL | Qt::Key_Space, [c] { c->playOrPause(); });
    add(ClockText::tr("Step &on"), "actionStepOn", Qt::CTRL | Qt::Key_Period, [c] { c->stepOn(); });
    add(ClockText::tr("Step &back"), "actionStepBack", Qt::CTRL | Qt::Key_Comma, [c] { c->stepBack(); });
    add(ClockText::tr("To the be&ginning"), "actionToBeginning", Qt::CTRL | Qt::ALT | Qt::Key_Comma, [c] { c->setCycle(0); });
    add(ClockText::tr("To the &end"), "actionToEnd", Qt::CTRL | Qt::ALT | Qt::Key_Period, [c] { c->setCycle(c->cycles() - 1); });
    add(ClockText::tr("&Faster"), "actionFaster", {}, [c] { c->setSpeed(std::min(c->speed() * 2, fastest)); });
    add(ClockText::tr("&Slower"), "actionSlower", {}, [c] { c->setSpeed(std::max(c->speed() / 2, slowest)); });
    return run;
}

} // namespace tilescape::ui::window
