#include "ui/widgets/fit_to_font.h"

#include <QEvent>
#include <QTimer>
#include <QWidget>

#include <utility>

namespace tilescape::ui::widgets {

namespace {

class FontFollower : public QObject {
public:
    FontFollower(QWidget* widget, std::function<void()> fit) : QObject(widget)
    {
        widget->installEventFilter(this);
        // Once all that lies in the widget has its letters, too.
        m_later.setSingleShot(true);
        m_later.callOnTimeout(this, std::move(fit));
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
            m_later.start(0);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QTimer m_later;
};

} // namespace

void fitToFont(QWidget* widget, std::function<void()> fit)
{
    fit();
    new FontFollower(widget, std::move(fit));
}

} // namespace tilescape::ui::widgets
