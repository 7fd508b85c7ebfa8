#pragma once

#include "core/support/diagnostic.h"

#include <QRect>
#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

namespace tilescape::ui::widgets {

/// What a bar says, and what can be done about it. A message with the key of one that is shown takes its place.
struct Message {
    struct Action {
        QString text;
        std::function<void()> run; ///< the message goes when it is run
    };
    QString key;
    support::Severity severity = support::Severity::Note;
    QString text;
    std::vector<Action> actions{};
};

/// Messages one beneath another, each with a stripe in the colour of its severity, a word for it, and a button to close
/// it. Nothing waits for them, and nothing moves for them: they lie in the free part of their area, on the right, above whatever
/// else is raised in the parent; what has no room there stands at the bottom of the area, off the menus and tool bars.
class MessageBar : public QWidget {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent);

    /// Where the messages may lie, in the parent, and the part at its top where nothing else is.
    void setArea(const QRect& area, const QRect& free);
    void post(const Message& message);
    void remove(const QString& key);
    [[nodiscard]] int count() const;
    /// Text of the message with this key; empty if none is shown.
    [[nodiscard]] QString textOf(const QString& key) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QWidget* rowOf(const QString& key) const;
    void close(QWidget* row);
    void place();

    QRect m_area;
    QRect m_free;
};

} // namespace tilescape::ui::widgets
