#include "ui/widgets/focus_rim.h"

#include "ui/style/palette.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFocusEvent>
#include <QPainter>

namespace tilescape::ui::widgets {

namespace {

constexpr int lineWidth = 2;

/// The frame itself. A child of what it frames, so that what scrolls beneath leaves it alone; masked, so that nothing is painted again
/// for what it does not cover.
class Rim : public QWidget {
public:
    explicit Rim(QWidget* framed) : QWidget(framed)
    {
        setObjectName(QStringLiteral("focusRim"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        framed->installEventFilter(this);
        cover();
        raise();
        show();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize) {
            cover();
        }
        return QWidget::eventFilter(watched, event);
    }

    void paintEvent(QPaintEvent*) override
    {
        QPainter(this).fillRect(rect(), style::selection(palette()));
    }

private:
    void cover()
    {
        setGeometry(parentWidget()->rect());
        setMask(QRegion(rect()) - rect().adjusted(lineWidth, lineWidth, -lineWidth, -lineWidth));
    }
};

bool isFramed(const QWidget& widget, Qt::FocusReason reason)
{
    const bool isClicked = reason == Qt::MouseFocusReason && qobject_cast<const QAbstractButton*>(&widget);
    return !isClicked && !widget.isWindow() && widget.window()->windowType() != Qt::Popup;
}

} // namespace

FocusRim::FocusRim(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

FocusRim::~FocusRim() { delete m_rim; }

bool FocusRim::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        auto* widget = qobject_cast<QWidget*>(watched);
        if (widget && widget == QApplication::focusWidget() && event->type() == QEvent::FocusIn) {
            delete m_rim;
            m_rim = isFramed(*widget, static_cast<QFocusEvent*>(event)->reason()) ? new Rim(widget) : nullptr;
        } else if (widget && m_rim && m_rim->parentWidget() == widget) {
            delete m_rim;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace tilescape::ui::widgets
