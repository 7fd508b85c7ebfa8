#pragma once

#include "core/schedule/problem.h"
#include "core/support/result.h"

#include <QString>

#include <vector>

namespace tilescape::ui::lessons {

/// Something that a learner does, or that is found done.
struct Deed {
    enum class Kind {
        Read,  ///< nothing but reading
        Layer, ///< a layer is selected: its name
        Set,   ///< a parameter or a switch of the search space gets a value: key and value
        Below, ///< a parameter is at most a value
        Above, ///< a parameter is at least a value
        Open   ///< a panel is seen: its object name
    };
    Kind kind = Kind::Read;
    QString key;
    QString value;
};

/// What becomes of the energy of the network by a step.
enum class Expected { Nothing, Falls, Rises };

struct LessonStep {
    QString heading;
    QString text; ///< Markdown
    QString look; ///< object name of the widget to look at; may be empty
    Deed act;     ///< what "Show me" does
    Deed done;    ///< by which the step is found done
    Expected expected = Expected::Nothing;
};

/// A guided tour of real views on a real result: a Markdown page. Beneath its title stand lines `network: alexnet`, `hardware:`,
/// `batch:`, `mode:`; beneath each `##` heading, a step, lines `look:`, `act:`, `done:` and `expect:`, all of them optional, then
/// its text. `act` and `done`: `layer NAME`, `set KEY=VALUE`, `below KEY=VALUE`, `above KEY=VALUE`, `open PANEL`; without
/// `done`, the act.
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
support::Result<Lesson> loadLesson(const QString& path);

/// The problem after a deed that sets something. Faults: no such key, or no such value.
support::Result<schedule::Problem> problemAfter(const schedule::Problem& problem, const Deed& deed);
/// Whether a problem is as a deed says that sets or bounds something.
bool isAs(const schedule::Problem& problem, const Deed& deed);

} // namespace tilescape::ui::lessons
