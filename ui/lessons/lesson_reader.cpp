#include "ui/lessons/lesson.h"

#include "core/io/library.h"
#include "core/io/project_json.h"
#include "core/search/space/search_space.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace tilescape::ui::lessons {

namespace {

const QString equalSign = QStringLiteral(" = ");
const QString titleMark = QStringLiteral("# ");

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
                checkClaims();
                m_lesson.steps.push_back({});
                m_lesson.steps.back().heading = line.mid(3);
                m_hasDone = false;
                keys = true;
            } else if (line.startsWith(titleMark)) {
                m_lesson.title = line.mid(titleMark.size());
            } else if (keys && readKey(line)) {
                continue;
            } else {
                keys = keys && line.isEmpty();
                QString& text = m_lesson.steps.empty() ? m_lesson.text : m_lesson.steps.back().text;
                text += m_lines[m_line] + QLatin1Char('\n');
            }
        }
        checkClaims();
        if (m_lesson.title.isEmpty() || m_lesson.steps.empty()) {
            m_line = 0;
            complain(QStringLiteral("a title and steps are missing"), QStringLiteral("begin with '# Title', and each step with '## Step'"));
        }
        return m_faults.empty() ? support::Result(std::move(m_lesson)) : support::Result<Lesson>(std::move(m_faults));
    }

private:
    void complainAt(qsizetype line, const QString& problem, const QString& remedy)
    {
        m_faults.push_back({support::Severity::Error, m_file, std::to_string(line + 1) + ":1", "", problem.toStdString(), remedy.toStdString()});
    }
    void complain(const QString& problem, const QString& remedy) { complainAt(m_line, problem, remedy); }

    bool readKey(const QString& line)
    {
        const QString key = line.section(QStringLiteral(": "), 0, 0);
        const QString value = line.section(QStringLiteral(": "), 1).trimmed();
        return m_lesson.steps.empty() ? readProblemKey(key, value) : readStepKey(key, value);
    }

    template <typename T, typename Into>
    void take(support::Result<T> read, Into& into)
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
        if (key == QStringLiteral("project")) {
            take(readProject(value), problem);
        } else if (key == QStringLiteral("network")) {
            take(io::loadNetwork(value.toStdString()), problem.network);
        } else if (key == QStringLiteral("hardware")) {
            take(io::loadHardware(value.toStdString()), problem.hardware);
        } else if (key == QStringLiteral("batch")) {
            take(problemAfter(problem, {Deed::Kind::Set, key, value}), problem);
        } else if (key == QStringLiteral("set")) {
            take(problemAfter(problem, {Deed::Kind::Set, value.section(QLatin1Char('='), 0, 0).trimmed(), value.section(QLatin1Char('='), 1).trimmed()}), problem);
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

    /// An example of the program by its name, or a project file beside the lesson.
    support::Result<schedule::Problem> readProject(const QString& name) const
    {
        const QString beside = QFileInfo(QString::fromStdString(m_file)).dir().filePath(name);
        for (const QString& path : {QStringLiteral(":/examples/") + name + QStringLiteral(".tilescape"), beside}) {
            if (QFile file(path); file.open(QIODevice::ReadOnly)) {
                return io::readProject(file.readAll().toStdString(), path.toStdString());
            }
        }
        return support::Diagnostic{support::Severity::Error, "", "", "", QStringLiteral("there is no project '%1'").arg(name).toStdString(),
                                   "name an example, such as alexnet-pipelined, or a file in the folder of the lesson"};
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
            take(readCondition(value), step.expected);
        } else if (key == QStringLiteral("answer")) {
            Answer answer{value.section(equalSign, 0, 0).trimmed(), {}};
            take(readCondition(value.section(equalSign, 1).trimmed()), answer.condition);
            step.answers.push_back(std::move(answer));
        } else if (key == QStringLiteral("claim")) {
            readClaim(step, value);
        } else {
            return false;
        }
        return true;
    }

    void readClaim(LessonStep& step, const QString& value)
    {
        Claim claim{value.section(equalSign, 0, 0).trimmed(), {}};
        const auto measure = readMeasure(value.section(equalSign, 1).trimmed());
        if (measure && !readWritten(claim.text, unitOf(measure.value()))) {
            const QString unit = unitOf(measure.value());
            complain(QStringLiteral("'%1' is no number%2").arg(claim.text, unit.isEmpty() ? QString() : QStringLiteral(" of ") + unit),
                     QStringLiteral("write it as in the text, as 'claim: 24 % = fall energy'"));
        }
        take(measure, claim.measure);
        m_claimLines.push_back(m_line);
        step.claims.push_back(std::move(claim));
    }

    /// At the end of a step: its claims are about numbers of its text.
    void checkClaims()
    {
        if (!m_lesson.steps.empty()) {
            const LessonStep& step = m_lesson.steps.back();
            for (std::size_t i = 0; i < step.claims.size(); ++i) {
                if (!QString(step.text).simplified().contains(step.claims[i].text)) {
                    complainAt(m_claimLines[i], QStringLiteral("'%1' does not stand in the text of its step").arg(step.claims[i].text),
                               QStringLiteral("write the number as the text has it, or leave the claim out"));
                }
            }
        }
        m_claimLines.clear();
    }

    Deed deedOf(const QString& words)
    {
        using Kind = Deed::Kind;
        static const std::array<std::pair<const char*, Kind>, 8> kinds{{{"layer", Kind::Layer}, {"set", Kind::Set}, {"below", Kind::Below}, {"above", Kind::Above},
                                                                        {"open", Kind::Open}, {"choose", Kind::Choose}, {"swap", Kind::Swap}, {"run", Kind::Run}}};
        const QString verb = words.section(QLatin1Char(' '), 0, 0);
        const QString rest = words.section(QLatin1Char(' '), 1).trimmed();
        const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) { return verb == QLatin1String(one.first); });
        if (kind == kinds.end() || rest.isEmpty()) {
            complain(QStringLiteral("'%1' cannot be done").arg(words), QStringLiteral("write layer, set, below, above, open, choose, swap or run, and what"));
            return {};
        }
        Deed deed{kind->second, rest.section(QLatin1Char('='), 0, 0).trimmed(), rest.section(QLatin1Char('='), 1).trimmed()};
        checkDeed(deed);
        return deed;
    }

    void checkDeed(const Deed& deed)
    {
        const auto& layers = m_lesson.problem.network.layers;
        const bool sets = deed.kind == Deed::Kind::Set || deed.kind == Deed::Kind::Below || deed.kind == Deed::Kind::Above;
        if (const auto after = problemAfter(m_lesson.problem, deed); sets && !after) {
            complain(QString::fromStdString(after.faults().front().problem), QString::fromStdString(after.faults().front().remedy));
        }
        const bool known = std::any_of(layers.begin(), layers.end(), [&](const auto& layer) { return layer.name == deed.key.toStdString(); });
        if (deed.kind == Deed::Kind::Layer && !known && !m_lesson.problem.space.training) {
            complain(QStringLiteral("the network has no layer '%1'").arg(deed.key), QStringLiteral("'network:' stands above the steps, and names what is open then"));
        }
    }

    QStringList m_lines;
    std::string m_file;
    qsizetype m_line = 0;
    Lesson m_lesson;
    support::Diagnostics m_faults;
    std::vector<qsizetype> m_claimLines; ///< of the step that is read
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

QString titleOf(const QString& path)
{
    QFile file(path);
    QString line;
    if (file.open(QIODevice::ReadOnly)) {
        while (!line.startsWith(titleMark) && !file.atEnd()) {
            line = QString::fromUtf8(file.readLine()).trimmed();
        }
    }
    return line.startsWith(titleMark) ? line.mid(titleMark.size()) : QFileInfo(path).baseName();
}

support::Result<Lesson> loadLesson(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return support::Diagnostic{support::Severity::Error, path.toStdString(), "", "", "the lesson cannot be read", "a Markdown file is needed"};
    }
    return readLesson(QString::fromUtf8(file.readAll()), path.toStdString());
}

} // namespace tilescape::ui::lessons
