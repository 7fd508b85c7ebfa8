#include "ui/window/switch_pill.h"

#include "ui/window/space_pictures.h"

#include <QEvent>

namespace tilescape::ui::window {

namespace {

/// "buffer_sharing" as "bufferSharing", the manner of object names.
QString camelCase(std::string_view key)
{
    QString name;
    bool upper = false;
    for (const char letter : key) {
        if (letter == '_') {
            upper = true;
        } else {
            const QChar character = QLatin1Char(letter);
            name += upper ? character.toUpper() : character;
            upper = false;
        }
    }
    return name;
}

} // namespace

SwitchPill::SwitchPill(const QString& text, std::string_view key, const QString& help, QWidget* parent)
    : QToolButton(parent), m_key(key), m_help(help)
{
    setText(text);
    setCheckable(true);
    setObjectName(camelCase(key));
    setProperty("pill", true);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(text);
    setAccessibleDescription(switchTitle(key) + QStringLiteral(". ") + help);
    tellInWords();
}

void SwitchPill::setRemark(const QString& remark)
{
    if (m_remark != remark) {
        m_remark = remark;
        tellInWords();
    }
}

bool SwitchPill::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        setToolTip(switchToolTip(m_key, m_help, m_remark));
    }
    return QToolButton::event(event);
}

void SwitchPill::tellInWords() { setToolTip(m_remark.isEmpty() ? m_help : m_help + QLatin1Char('\n') + m_remark); }

} // namespace tilescape::ui::window
