#include "ui/widgets/veil.h"

#include <QEvent>
#include <QPainter>

namespace tilescape::ui::widgets {

namespace {

constexpr float strength = 0.55F;

} // namespace

Veil::Veil(QWidget* covered) : QWidget(covered)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setGeometry(covered->rect());
    covered->installEventFilter(this);
    hide();
}

bool Veil::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    }
    return QWidget::eventFilter(watched, event);
}

void Veil::paintEvent(QPaintEvent*)
{
    // A style sheet may have made the covered widget's own ground transparent.
    QColor colour = window()->palette().color(QPalette::Base);
    colour.setAlphaF(strength);
    QPainter(this).fillRect(rect(), colour);
}

} // namespace tilescape::ui::widgets
