#include "ui/lessons/lesson_question.h"

#include <QButtonGroup>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tilescape::ui::lessons {

LessonQuestion::LessonQuestion(QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("lessonQuestion"));
    setAccessibleName(tr("What do you expect?"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    hide();
}

void LessonQuestion::ask(const std::vector<Answer>& answers)
{
    for (QAbstractButton* button : m_group->buttons()) {
        delete button;
    }
    m_texts.clear();
    m_right.clear();
    for (const Answer& answer : answers) {
        auto* button = new QRadioButton(answer.text);
        button->setObjectName(QStringLiteral("lessonAnswer%1").arg(m_texts.size() + 1));
        button->setToolTip(tr("Choose what you expect, then try it: the lesson shows which answer is right."));
        m_group->addButton(button, static_cast<int>(m_texts.size()));
        layout()->addWidget(button);
        m_texts << answer.text;
    }
    setVisible(!answers.empty());
}

void LessonQuestion::show(const std::vector<bool>& right)
{
    if (right == m_right) {
        return;
    }
    m_right = right;
    for (int i = 0; i < m_texts.size(); ++i) {
        const bool isRight = !right.empty() && right[static_cast<std::size_t>(i)];
        m_group->button(i)->setText(isRight ? m_texts[i] + QStringLiteral(" ✓") : m_texts[i]);
        m_group->button(i)->setEnabled(right.empty() || isRight || i == chosen());
    }
}

int LessonQuestion::chosen() const { return m_group->checkedId(); }

QString LessonQuestion::verdict() const
{
    if (m_right.empty() || chosen() < 0) {
        return {};
    }
    return m_right[static_cast<std::size_t>(chosen())] ? tr("As you expected.") : tr("Not as you expected: the answer marked ✓ is right.");
}

} // namespace tilescape::ui::lessons
