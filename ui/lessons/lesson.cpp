#include "ui/lessons/lesson.h"

#include "core/hardware/parameters.h"
#include "core/io/library.h"
#include "core/search/space/search_space.h"

#include <QDir>
#include <QFile>
#include <QStringList>

#include <algorithm>
#include <array>

namespace tilescape::ui::lessons {

namespace {

const search::SpaceOption* findOption(const std::string& key)
{
    const auto options = search::spaceOptions();
    const auto option = std::find_if(options.begin(), options.end(), [&](const search::SpaceOption& one) { return one.key == key; });
    return option == options.end() ? nullptr : &*option;
}

/// Reads a lesson line by line, and gathers what is wrong.
class LessonReader {
public:
    LessonReader(const QString& markdown, std::string file) : m_lines(markdown.split(QLatin1Char('\n'))), m_file(std::move(file)) {}

    support::Result<Lesson> read()
    {
        m_lesson.problem.solver = "kapla";
        bool keys = true; // until the first line of text
        for (m_line = 0; m_line < m_lines.size(); ++m_line) {
            const QString line = m_lines[m_line].trimmed();
            if (line.startsWith(QStringLiteral("## "))) {
                m_lesson.steps.push_back({line.mid(3), {}, {}, {}, {}, Expected::Nothing});
                m_hasDone = false;
                keys = true;
            } else if (line.startsWith(QStringLiteral("# "))) {
                m_lesson.title = line.mid(2);
            } else if (keys && readKey(line)) {
                continue;
            } else {
                keys = keys && line.isEmpty();
                QString& text = m_lesson.steps.empty() ? m_lesson.text : m_lesson.steps.back().text;
                text += m_lines[m_line] + QLatin1Char('\n');
            }
        }
        if (m_lesson.title.isEmpty() || m_lesson.steps.empty()) {
            m_line = 0;
            complain(QStringLiteral("a title and steps are missing"), QStringLiteral("begin with '# Title', and each step with '## Step'"));
        }
        return m_faults.empty() ? support::Result(std::move(m_lesson)) : support::Result<Lesson>(std::move(m_faults));
    }

private:
    void complain(const QString& problem, const QString& remedy)
    {
        m_faults.push_back({support::Severity::Error, m_file, std::to_string(m_line + 1) + ":1", "", problem.toStdString(), remedy.toStdString()});
    }

    bool readKey(const QString& line)
    {
        const QString key = line.section(QStringLiteral(": "), 0, 0);
        const QString value = line.section(QStringLiteral(": "), 1).trimmed();
        return m_lesson.steps.empty() ? readProblemKey(key, value) : readStepKey(key, value);
    }

    template <typename T>
    void take(support::Result<T> read, T& into)
    {
        if (read) {
            into = std::move(read.value());
        } else {
            complain(QString::fromStdString(read.faults().front().problem), QString::fromStdString(read.faults().front().remedy));
        }
    }

    bool readProblemKey(const QString& key, const QString& value)
    {
        schedule::Problem& problem = m_lesson.problem;
        if (key == QStringLiteral("network")) {
            take(io::loadNetwork(value.toStdString()), problem.network);
        } else if (key == QStringLiteral("hardware")) {
            take(io::loadHardware(value.toStdString()), problem.hardware);
        } else if (key == QStringLiteral("batch")) {
            problem.batch = std::max<Count>(value.toLongLong(), 1);
        } else if (key == QStringLiteral("mode")) {
            const auto modes = search::spaceModes();
            const auto mode = std::find_if(modes.begin(), modes.end(), [&](const search::SpaceMode& one) { return value.toStdString() == one.key; });
            if (mode == modes.end()) {
                complain(QStringLiteral("there is no mode '%1'").arg(value), QStringLiteral("use tangram, baseline or monolithic"));
            } else {
                problem.space = mode->space;
            }
        } else {
            return false;
        }
        return true;
    }

    bool readStepKey(const QString& key, const QString& value)
    {
        LessonStep& step = m_lesson.steps.back();
        if (key == QStringLiteral("look")) {
            step.look = value;
        } else if (key == QStringLiteral("act")) {
            step.act = deedOf(value);
            step.done = m_hasDone ? step.done : step.act;
        } else if (key == QStringLiteral("done")) {
            step.done = deedOf(value);
            m_hasDone = true;
        } else if (key == QStringLiteral("expect")) {
            step.expected = value == QStringLiteral("energy falls") ? Expected::Falls : value == QStringLiteral("energy rises") ? Expected::Rises
                                                                                                                                : Expected::Nothing;
            if (step.expected == Expected::Nothing) {
                complain(QStringLiteral("'%1' cannot be expected").arg(value), QStringLiteral("write 'energy falls' or 'energy rises'"));
            }
        } else {
            return false;
        }
        return true;
    }

    Deed deedOf(const QString& words)
    {
        static const std::array<std::pair<const char*, Deed::Kind>, 5> kinds{{{"layer", Deed::Kind::Layer}, {"set", Deed::Kind::Set},
                                                                              {"below", Deed::Kind::Below}, {"above", Deed::Kind::Above},
                                                                              {"open", Deed::Kind::Open}}};
        const QString verb = words.section(QLatin1Char(' '), 0, 0);
        const QString rest = words.section(QLatin1Char(' '), 1).trimmed();
        const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) { return verb == QLatin1String(one.first); });
        if (kind == kinds.end() || rest.isEmpty()) {
            complain(QStringLiteral("'%1' cannot be done").arg(words), QStringLiteral("write layer, set, below, above or open, and what"));
            return {};
        }
        Deed deed{kind->second, rest.section(QLatin1Char('='), 0, 0).trimmed(), rest.section(QLatin1Char('='), 1).trimmed()};
        const bool sets = deed.kind == Deed::Kind::Set || deed.kind == Deed::Kind::Below || deed.kind == Deed::Kind::Above;
        if (const auto after = problemAfter(m_lesson.problem, {Deed::Kind::Set, deed.key, deed.value}); sets && !after) {
            complain(QString::fromStdString(after.faults().front().problem), QString::fromStdString(after.faults().front().remedy));
        }
        return deed;
    }

    QStringList m_lines;
    std::string m_file;
    qsizetype m_line = 0;
    Lesson m_lesson;
    support::Diagnostics m_faults;
    bool m_hasDone = false;
};

} // namespace

support::Result<Lesson> readLesson(const QString& markdown, const std::string& file) { return LessonReader(markdown, file).read(); }

QStringList lessonFiles()
{
    QStringList files;
    for (const QString& name : QDir(QStringLiteral(":/lessons")).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name)) {
        files << QStringLiteral(":/lessons/") + name;
    }
    return files;
}

support::Result<Lesson> loadLesson(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return support::Diagnostic{support::Severity::Error, path.toStdString(), "", "", "the lesson cannot be read", "a Markdown file is needed"};
    }
    return readLesson(QString::fromUtf8(file.readAll()), path.toStdString());
}

support::Result<schedule::Problem> problemAfter(const schedule::Problem& problem, const Deed& deed)
{
    schedule::Problem after = problem;
    const std::string key = deed.key.toStdString();
    if (const search::SpaceOption* option = findOption(key)) {
        after.space.*option->value = deed.value == QStringLiteral("on");
        return after;
    }
    const support::Diagnostics faults = tilescape::hardware::setFromText(after.hardware, key, deed.value.toStdString());
    return faults.empty() ? support::Result(std::move(after)) : support::Result<schedule::Problem>(faults);
}

bool isAs(const schedule::Problem& problem, const Deed& deed)
{
    const auto after = problemAfter(problem, {Deed::Kind::Set, deed.key, deed.value});
    if (!after || deed.kind == Deed::Kind::Set) {
        return after && after.value() == problem;
    }
    const tilescape::hardware::Parameter* parameter = tilescape::hardware::findParameter(deed.key.toStdString());
    if (!parameter) {
        return false;
    }
    const double now = parameter->get(problem.hardware);
    const double bound = parameter->get(after.value().hardware);
    return deed.kind == Deed::Kind::Below ? now <= bound : now >= bound;
}

} // namespace tilescape::ui::lessons
