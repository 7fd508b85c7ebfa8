#pragma once

#include "ui/lessons/lesson.h"

#include <QWidget>

class QButtonGroup;

namespace tilescape::ui::lessons {

/// The answers to a step's question: a learner chooses one before trying it out, and is then shown which one is right.
class LessonQuestion : public QWidget {
    Q_OBJECT

public:
    explicit LessonQuestion(QWidget* parent = nullptr);

    /// Other answers, none chosen; nothing is seen without any.
    void ask(const std::vector<Answer>& answers);
    /// What was tried shows which answers are right, one bool each; empty: nothing was tried yet.
    void show(const std::vector<bool>& right);
    /// -1: none.
    [[nodiscard]] int chosen() const;
    /// What is to be said of the answer chosen, once it was shown which is right; empty before.
    [[nodiscard]] QString verdict() const;

private:
    QButtonGroup* m_group = nullptr;
    QStringList m_texts;
    std::vector<bool> m_right;
};

} // namespace tilescape::ui::lessons
