#include "ui/widgets/message_bar.h"

#include "ui/style/palette.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace tilescape::ui::widgets {

namespace {

/// More sentences than this hide the views.
constexpr std::size_t mostSentences = 6;

} // namespace

MessageBar::MessageBar(QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("messageBar"));
    setAccessibleName(tr("Message"));
    setAutoFillBackground(true);
    m_icon = new QLabel;
    m_text = new QLabel;
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_answers = new QWidget;
    auto* answers = new QHBoxLayout(m_answers);
    answers->setContentsMargins({});
    m_close = new QToolButton;
    m_close->setAutoRaise(true);
    m_close->setText(QStringLiteral("✕"));
    m_close->setToolTip(tr("Close the message"));
    m_close->setAccessibleName(tr("Close the message"));
    connect(m_close, &QToolButton::clicked, this, &MessageBar::clear);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->setSpacing(10);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_answers, 0, Qt::AlignTop);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    hide();
}

void MessageBar::post(support::Severity severity, const QString& text)
{
    ask(text, {});
    showMessage(severity, text);
}

void MessageBar::post(const support::Diagnostics& faults)
{
    QStringList sentences;
    auto worst = support::Severity::Note;
    for (std::size_t i = 0; i < faults.size(); ++i) {
        worst = std::max(worst, faults[i].severity);
        if (i < mostSentences) {
            sentences << QString::fromStdString(support::describe(faults[i]));
        }
    }
    if (faults.size() > mostSentences) {
        sentences << tr("And %n more; the problems list has them all.", nullptr,
                        static_cast<int>(faults.size() - mostSentences));
    }
    post(worst, sentences.join(QLatin1Char('\n')));
}

void MessageBar::ask(const QString& text, std::vector<Answer> answers)
{
    qDeleteAll(m_answers->findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly));
    for (const Answer& answer : answers) {
        auto* button = new QPushButton(answer.label);
        m_answers->layout()->addWidget(button);
        // Queued, because the answer may post the next message, which deletes this button.
        connect(button, &QPushButton::clicked, this, [this, act = answer.act] {
            clear();
            act();
        }, Qt::QueuedConnection);
    }
    m_answers->setVisible(!answers.empty());
    showMessage(support::Severity::Note, text);
}

void MessageBar::clear() { hide(); }

QString MessageBar::text() const { return isHidden() ? QString() : m_text->text(); }

void MessageBar::showMessage(support::Severity severity, const QString& text)
{
    m_severity = severity;
    m_text->setText(text);
    setAccessibleDescription(text);
    const auto icon = severity == support::Severity::Error     ? QStyle::SP_MessageBoxCritical
        : severity == support::Severity::Warning ? QStyle::SP_MessageBoxWarning
                                                 : QStyle::SP_MessageBoxInformation;
    const int size = fontMetrics().height();
    m_icon->setPixmap(style()->standardIcon(icon).pixmap(size, size));
    applyColours();
    show();
}

void MessageBar::applyColours()
{
    const QPalette outer = parentWidget() ? parentWidget()->palette() : palette();
    const QColor accent = m_severity == support::Severity::Error     ? style::errorColour(outer)
        : m_severity == support::Severity::Warning ? style::warningColour(outer)
                                                   : style::selection(outer);
    QPalette own = outer;
    own.setColor(QPalette::Window, style::blend(outer.color(QPalette::Base), accent, 0.14));
    setPalette(own);
}

void MessageBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange) {
        applyColours();
    }
}

} // namespace tilescape::ui::widgets
