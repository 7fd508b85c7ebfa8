#pragma once

#include "core/support/diagnostic.h"

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
/// it. Nothing waits for them; with none the bar takes no room.
class MessageBar : public QWidget {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void post(const Message& message);
    void remove(const QString& key);
    [[nodiscard]] int count() const;
    /// Text of the message with this key; empty if none is shown.
    [[nodiscard]] QString textOf(const QString& key) const;

private:
    [[nodiscard]] QWidget* rowOf(const QString& key) const;
    void close(QWidget* row);
};

} // namespace tilescape::ui::widgets
