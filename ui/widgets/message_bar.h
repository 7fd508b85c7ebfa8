#pragma once

#include "core/support/diagnostic.h"

#include <QFrame>
#include <QString>

#include <functional>
#include <vector>

class QLabel;
class QToolButton;

namespace tilescape::ui::widgets {

/// A line above the views that says what went wrong, and stays until it is closed or answered; it never stops the work.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void post(support::Severity severity, const QString& text);
    /// The first faults in full sentences, the number of the rest.
    void post(const support::Diagnostics& faults);
    /// A message with buttons; each closes the bar and calls its function.
    struct Answer {
        QString label;
        std::function<void()> act;
    };
    void ask(const QString& text, std::vector<Answer> answers);
    void clear();
    [[nodiscard]] QString text() const;

private:
    void showMessage(support::Severity severity, const QString& text);
    void applyColours();
    void changeEvent(QEvent* event) override;

    QLabel* m_icon = nullptr;
    QLabel* m_text = nullptr;
    QWidget* m_answers = nullptr;
    QToolButton* m_close = nullptr;
    support::Severity m_severity = support::Severity::Note;
};

} // namespace tilescape::ui::widgets
