#include "include_rules.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>

#include <optional>

namespace {

struct Include {
    int line = 0;
    QString written; ///< as it stands between the quotes or angle brackets
    QString file;    ///< the file of ours that it names, relative to the root; empty for a library's header
};

using Includes = QMap<QString, QList<Include>>;

// A folder of core may include itself and the folders of smaller rank; folders of one rank do not know each other.
const QMap<QString, int> coreRanks{{"support", 0},           {"network", 1},       {"hardware", 1},         {"dataflow", 2},
                                   {"cost", 3},              {"pipeline", 4},      {"search/space", 5},     {"search/bounds", 6},
                                   {"search/exhaustive", 7}, {"search/kapla", 7},  {"search/baselines", 7}, {"search/proof", 8},  {"training", 8},
                                   {"schedule", 9},          {"program", 10},     {"explore", 10},      {"io", 11}};

// What every view may include. Among these, each may include itself and the folders of smaller rank.
const QMap<QString, int> commonUiRanks{{"workspace", 0}, {"style", 0}, {"widgets", 1}, {"plot", 2}};

const QSet<QString> views{"network", "chip",     "timeline",    "inspector", "directives", "layers",    "problems",
                          "energy",  "hardware", "parallelism", "gradient",  "adaptflow",  "comparison", "analysis",
                          "explore", "proof",    "pe_array", "tensor", "lessons", "program"};

QString part(const QString& path, int index) { return path.section('/', index, index); }

bool isQt(const QString& header)
{
    static const QRegularExpression pattern("^(Q[A-Z]|Qt|qt)");
    return pattern.match(header).hasMatch();
}

bool isGraphviz(const QString& header)
{
    static const QSet<QString> names{"gvc.h", "cgraph.h", "cdt.h", "gvplugin.h"};
    return header.startsWith("graphviz/") || names.contains(header);
}

QList<Include> readIncludes(const QDir& root, const QString& path)
{
    static const QRegularExpression pattern(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
    QFile file(root.filePath(path));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("Cannot read %s.", qPrintable(file.fileName()));
    QList<Include> includes;
    int number = 0;
    for (const QByteArray& line : file.readAll().split('\n')) {
        ++number;
        const auto match = pattern.match(QString::fromUtf8(line));
        if (!match.hasMatch())
            continue;
        const QString written = match.captured(1);
        Include include{number, written, {}};
        for (const QString& folder : {QString("."), path.section('/', 0, -2)}) {
            const QString candidate = QDir::cleanPath(folder + '/' + written);
            if (include.file.isEmpty() && QFile::exists(root.filePath(candidate)))
                include.file = candidate;
        }
        // A file that is missing still says by its path whom it was meant to name.
        if (include.file.isEmpty() && QStringList{"core", "ui", "app"}.contains(part(written, 0)))
            include.file = written;
        includes.append(include);
    }
    return includes;
}

Includes readTree(const QDir& root)
{
    Includes tree;
    for (const char* top : {"core", "ui", "app"}) {
        QDirIterator files(root.filePath(top), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = root.relativeFilePath(files.next());
            tree.insert(path, readIncludes(root, path));
        }
    }
    return tree;
}

/// Which rule a library's header breaks in `path`, if any.
std::optional<QString> libraryFault(const QString& path, const QString& header)
{
    const QString top = part(path, 0);
    if (top == "core" && isQt(header))
        return "core stands without Qt";
    if (isGraphviz(header) && (top != "ui" || !path.endsWith(".cpp")))
        return "only one .cpp of ui includes Graphviz";
    if (header.startsWith("nlohmann/") && !path.startsWith("core/io/"))
        return "only core/io includes nlohmann/json";
    return {};
}

/// The folder of core that a file lies in; each of `search` is one of its own.
QString coreFolder(const QString& path)
{
    return part(path, 1) == "search" ? path.section('/', 1, 2) : part(path, 1);
}

std::optional<QString> coreFault(const QString& from, const QString& to)
{
    const QString fromFolder = coreFolder(from);
    const QString toFolder = coreFolder(to);
    if (!coreRanks.contains(fromFolder))
        return QString("core has no folder %1 in the list of architecture.md").arg(fromFolder);
    if (fromFolder == toFolder)
        return {};
    if (coreRanks.value(toFolder, INT_MAX) >= coreRanks.value(fromFolder))
        return QString("core/%1 does not know core/%2").arg(fromFolder, toFolder);
    return {};
}

std::optional<QString> uiFault(const QString& from, const QString& to)
{
    const QString fromFolder = part(from, 1);
    const QString toFolder = part(to, 1);
    // What puts the views together: the window, and the figures that show what it shows.
    const bool joinsViews = fromFolder == "window" || fromFolder == "figures";
    if (!joinsViews && !views.contains(fromFolder) && !commonUiRanks.contains(fromFolder))
        return QString("ui has no folder %1 in the list of architecture.md").arg(fromFolder);
    const bool domain = toFolder == "workspace" || (part(to, 0) == "core" && toFolder != "support");
    if ((fromFolder == "widgets" || fromFolder == "plot") && domain)
        return QString("ui/%1 knows nothing of the domain").arg(fromFolder);
    if (part(to, 0) == "core" || fromFolder == toFolder)
        return {};
    if (commonUiRanks.contains(fromFolder) && commonUiRanks.contains(toFolder)) {
        return commonUiRanks[toFolder] < commonUiRanks[fromFolder]
                 ? std::nullopt
                 : std::optional(QString("ui/%1 does not know ui/%2").arg(fromFolder, toFolder));
    }
    if (commonUiRanks.contains(toFolder) || fromFolder == "window" || (fromFolder == "figures" && toFolder != "window"))
        return {};
    if (commonUiRanks.contains(fromFolder))
        return QString("ui/%1 is common to the views and knows none").arg(fromFolder);
    return QString("views do not know each other: ui/%1 includes ui/%2").arg(fromFolder, toFolder);
}

std::optional<QString> appFault(const QString& from, const QString& to)
{
    const QString target = part(to, 0);
    if (from.startsWith("app/cli/") && target == "ui")
        return "the command line stands without the window";
    if (from.startsWith("app/reproduce/") && target != "core" && !to.startsWith("app/reproduce/"))
        return "the papers' figures stand on core alone";
    return {};
}

/// Which rule the arrow from one file of ours to another breaks, if any.
std::optional<QString> arrowFault(const QString& from, const QString& to)
{
    static const QMap<QString, int> ranks{{"core", 0}, {"ui", 1}, {"app", 2}};
    const QString top = part(from, 0);
    const QString target = part(to, 0);
    if (ranks.value(target, INT_MAX) > ranks.value(top))
        return QString("the arrows run from app to ui to core: %1 does not know %2").arg(top, target);
    if (top == "core")
        return coreFault(from, to);
    if (top == "ui")
        return uiFault(from, to);
    return appFault(from, to);
}

/// Every circle once, as "a.h -> b.h -> a.h": a walk in depth, in which a file still on the path closes a circle.
class CircleFinder {
public:
    explicit CircleFinder(const Includes& tree) : m_tree(tree) {}

    QStringList find()
    {
        for (const QString& file : m_tree.keys())
            visit(file);
        return m_circles;
    }

private:
    void visit(const QString& file)
    {
        if (const auto start = m_path.indexOf(file); start >= 0) {
            m_circles.append(QStringList(m_path.mid(start) << file).join(" -> "));
            return;
        }
        if (m_done.contains(file))
            return;
        m_path.append(file);
        for (const Include& include : m_tree.value(file))
            visit(include.file);
        m_path.removeLast();
        m_done.insert(file);
    }

    const Includes& m_tree;
    QStringList m_path;
    QSet<QString> m_done;
    QStringList m_circles;
};

} // namespace

QStringList includeFaults(const QString& root)
{
    const Includes tree = readTree(QDir(root));
    QStringList faults;
    QStringList graphvizFiles;
    for (auto file = tree.begin(); file != tree.end(); ++file) {
        for (const Include& include : file.value()) {
            const auto fault = include.file.isEmpty() ? libraryFault(file.key(), include.written)
                                                      : arrowFault(file.key(), include.file);
            if (fault)
                faults << QString("%1:%2 includes %3, but %4.").arg(file.key()).arg(include.line).arg(include.written, *fault);
            if (include.file.isEmpty() && isGraphviz(include.written) && !graphvizFiles.contains(file.key()))
                graphvizFiles << file.key();
        }
    }
    if (graphvizFiles.size() > 1)
        faults << QString("%1 all include Graphviz, but only one .cpp of ui does.").arg(graphvizFiles.join(", "));
    for (const QString& circle : CircleFinder(tree).find())
        faults << QString("%1 is a circle.").arg(circle);
    return faults;
}
