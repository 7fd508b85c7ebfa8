#include "ui/widgets/message_bar.h"

#include "ui/style/palette.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::widgets {

namespace {

constexpr int stripeWidth = 5;
constexpr int distance = 8;    ///< pixels from the sides of the area
constexpr int widestRow = 640; ///< a longer line is hard to read

QColor colourOf(support::Severity severity, const QPalette& palette)
{
    switch (severity) {
    case support::Severity::Error: return style::errorColour(palette);
    case support::Severity::Warning: return style::warningColour(palette);
    case support::Severity::Note: break;
    }
    return style::selection(palette);
}

QString wordOf(support::Severity severity)
{
    switch (severity) {
    case support::Severity::Error: return MessageBar::tr("Error");
    case support::Severity::Warning: return MessageBar::tr("Warning");
    case support::Severity::Note: break;
    }
    return MessageBar::tr("Note");
}

/// One message.
class MessageRow : public QWidget {
public:
    MessageRow(const Message& message, QWidget* parent) : QWidget(parent), m_severity(message.severity)
    {
        setObjectName(message.key);
        auto* word = new QLabel(wordOf(message.severity));
        QFont bold = word->font();
        bold.setBold(true);
        word->setFont(bold);
        text = new QLabel(message.text);
        text->setObjectName(QStringLiteral("messageText"));
        text->setTextFormat(Qt::PlainText);
        text->setAlignment(Qt::AlignLeft | Qt::AlignTop); // on the line of the word
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        text->setAccessibleName(wordOf(message.severity));
        closeButton = new QToolButton;
        closeButton->setObjectName(QStringLiteral("closeMessage"));
        closeButton->setText(QStringLiteral("✕"));
        closeButton->setAutoRaise(true);
        closeButton->setAccessibleName(MessageBar::tr("Close message"));
        closeButton->setToolTip(MessageBar::tr("Close message"));
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(stripeWidth + 10, 1, 4, 1);
        layout->setSpacing(10);
        layout->addWidget(word, 0, Qt::AlignTop);
        layout->addWidget(text, 1);
        for (const Message::Action& action : message.actions) {
            auto* button = new QPushButton(action.text);
            button->setObjectName(QStringLiteral("messageAction"));
            layout->addWidget(button, 0, Qt::AlignVCenter);
            buttons.push_back(button);
        }
        layout->addWidget(closeButton, 0, Qt::AlignVCenter);
    }

    QLabel* text = nullptr;
    QToolButton* closeButton = nullptr;
    std::vector<QPushButton*> buttons;

protected:
    void paintEvent(QPaintEvent*) override
    {
        const QColor colour = colourOf(m_severity, palette());
        QPainter painter(this);
        painter.fillRect(rect(), style::blend(palette().color(QPalette::Base), colour, 0.1));
        painter.fillRect(QRect(0, 0, stripeWidth, height()), colour);
        painter.setPen(style::outline(palette()));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    support::Severity m_severity;
};

} // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("messageBar"));
    setAccessibleName(tr("Messages"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    parent->installEventFilter(this);
    hide();
}

void MessageBar::setArea(const QRect& area, const QRect& free)
{
    m_area = area;
    m_free = free;
    place();
}

void MessageBar::post(const Message& message)
{
    remove(message.key);
    auto* row = new MessageRow(message, this);
    connect(row->closeButton, &QToolButton::clicked, this, [this, row] { close(row); });
    for (std::size_t i = 0; i < row->buttons.size(); ++i) {
        connect(row->buttons[i], &QPushButton::clicked, this, [this, row, run = message.actions[i].run] {
            close(row);
            run();
        });
    }
    layout()->addWidget(row);
    row->show();
    show();
    place();
    raise();
}

void MessageBar::remove(const QString& key)
{
    if (QWidget* row = rowOf(key)) {
        close(row);
    }
}

int MessageBar::count() const { return layout()->count(); }

QString MessageBar::textOf(const QString& key) const
{
    const QWidget* row = rowOf(key);
    return row ? static_cast<const MessageRow*>(row)->text->text() : QString();
}

QWidget* MessageBar::rowOf(const QString& key) const
{
    for (int i = 0; i < layout()->count(); ++i) {
        QWidget* row = layout()->itemAt(i)->widget();
        if (row->objectName() == key) {
            return row;
        }
    }
    return nullptr;
}

void MessageBar::close(QWidget* row)
{
    layout()->removeWidget(row);
    row->hide();
    row->deleteLater();
    setVisible(count() > 0);
    place();
}

void MessageBar::place()
{
    if (count() == 0) {
        return;
    }
    const auto heightFor = [this](int width) { return layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : layout()->sizeHint().height(); };
    const auto geometryOf = [&](int width, const QRect& room) {
        const int height = std::min(heightFor(width), room.height());
        return QRect(m_area.right() - distance - width + 1, room.bottom() - height + 1, width, height);
    };
    const int beside = std::min(m_free.width() - 2 * distance, widestRow);
    if (beside > 0 && heightFor(beside) <= m_free.height() + distance) {
        setGeometry(m_area.right() - distance - beside + 1, m_free.top(), beside, heightFor(beside));
        return;
    }
    const QRect low = m_area.adjusted(0, m_free.height(), 0, -distance);
    const int wide = m_area.width() - 2 * distance;
    const int narrow = std::min(wide, widestRow);
    setGeometry(geometryOf(heightFor(narrow) > m_area.height() / 2 ? wide : narrow, low));
}

bool MessageBar::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) {
        place();
    }
    return QWidget::event(event);
}

/// What else lies in the parent stays below.
bool MessageBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ChildAdded && watched == parent()) {
        static_cast<QChildEvent*>(event)->child()->installEventFilter(this);
    } else if (event->type() == QEvent::ZOrderChange && watched != this && isVisible()) {
        // Later: a dock whose tab is to come to the front asks first whether it is now the topmost.
        QMetaObject::invokeMethod(this, &QWidget::raise, Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace tilescape::ui::widgets
