#include "ui/explore/exploration_view.h"

#include "ui/workspace/edit_question.h"
#include "ui/workspace/explorations.h"
#include "ui/workspace/workspace.h"

#include <QScopedValueRollback>
#include <QUndoStack>

/// What is asked, as a part of the document.
namespace tilescape::ui::explore {

void ExplorationView::openQuestion(const QString& text, const tilescape::explore::Base& base,
                                   const std::function<void()>& show)
{
    schedule::Problem problem = problemWith(base, {});
    const bool isOther = problem != m_workspace.problem();
    if (isOther) {
        m_workspace.undoStack().beginMacro(text);
    }
    openProblem(text, std::move(problem));
    const io::Questions before = m_asked;
    {
        const QScopedValueRollback showing(m_isShowing, true);
        show();
    }
    changeQuestion();
    record(text, before);
    if (isOther) {
        m_workspace.undoStack().endMacro();
    }
}

void ExplorationView::showQuestion()
{
    offerChoices();
    if (!isShown() && !isEdited()) {
        const QScopedValueRollback showing(m_isShowing, true);
        showUnedited();
    }
    changeQuestion();
}

void ExplorationView::followDocument()
{
    io::Questions documents = ownOf(m_workspace.explorations().asked());
    if (documents == m_documents) {
        return;
    }
    m_documents = std::move(documents);
    if (m_documents == m_asked) {
        return;
    }
    {
        const QScopedValueRollback showing(m_isShowing, true);
        if (isEdited()) {
            showAsked(m_documents);
        } else {
            showUnedited();
        }
    }
    changeQuestion();
}

void ExplorationView::record(const QString& text, const io::Questions& before)
{
    if (m_asked == before) {
        return;
    }
    const auto with = [this](const io::Questions& own) {
        io::Questions all = m_workspace.explorations().asked();
        if (own.sweep) {
            all.sweep = own.sweep;
        } else {
            all.search = own.search;
        }
        return all;
    };
    m_workspace.undoStack().push(
        new workspace::EditQuestion(m_workspace.explorations(), text, with(before), with(m_asked)));
}

void ExplorationView::editQuestion()
{
    const io::Questions before = m_asked;
    changeQuestion();
    if (!m_isShowing) {
        record(editText(), before);
    }
}

void ExplorationView::changeQuestion()
{
    if (!isEdited()) {
        const QScopedValueRollback showing(m_isShowing, true);
        followProblem();
    }
    m_asked = asked();
    m_faults = faults();
    m_known = m_faults.empty() && !m_service.isRunning() ? known() : 0;
    m_results->setChosen(openedPoint());
    showState();
}

} // namespace tilescape::ui::explore
