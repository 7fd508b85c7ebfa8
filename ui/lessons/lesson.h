#pragma once

#include "ui/lessons/claim.h"
#include "ui/lessons/deed.h"

#include "core/schedule/problem.h"
#include "core/support/result.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace tilescape::ui::lessons {

/// A possible answer to a step's question: right if its condition holds once the step is done.
struct Answer {
    QString text;
    Condition condition;
};

struct LessonStep {
    QString heading;
    QString text; ///< Markdown
    QString look; ///< object name of the widget to look at; may be empty
    Deed act;     ///< what "Show me" does
    Deed done;    ///< by which the step is found done
    std::optional<Condition> expected;
    std::vector<Answer> answers; ///< of a question, which is in the text; empty without one
    std::vector<Claim> claims;   ///< the numbers of the text, true once the step is done
};

/// A guided tour of real views on a real result: a Markdown page. Beneath its title stand lines `network: alexnet`, `hardware:`,
/// `batch:`, `mode:`, `set: KEY=VALUE`, or `project:` in their place; beneath each `##` heading, a step, lines `look:`, `act:`, `done:`, `expect:`, `answer:` and
/// `claim:`, all of them optional, then its text. `act` and `done`: `layer NAME`, `set KEY=VALUE`, `below KEY=VALUE`,
/// `above KEY=VALUE`, `open PANEL`, `choose WIDGET=TEXT`, `swap WIDGET=TEXT with TEXT`, `run ACTION`; without `done`, the act. `expect: CONDITION`;
/// `answer: TEXT = CONDITION`; `claim: NUMBER = MEASURE`, the number as it stands in the text. Of a step with answers the first
/// paragraph is the question; what follows shows once the step is done.
struct Lesson {
    QString title;
    QString text;
    schedule::Problem problem;
    std::vector<LessonStep> steps;
};

/// Faults: what cannot be read, each with its line.
support::Result<Lesson> readLesson(const QString& markdown, const std::string& file);

/// The lessons in the program, by file name: `:/lessons/...`.
QStringList lessonFiles();
/// The title of one of these, without reading more of it.
QString titleOf(const QString& path);
/// Faults: the file cannot be read, and those of `readLesson`.
support::Result<Lesson> loadLesson(const QString& path);

} // namespace tilescape::ui::lessons
