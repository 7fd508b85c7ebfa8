#include "include_rules.h"
#include "planted_tree.h"
#include "tests/registered.h"

namespace tst_includes {

namespace {

// A small house in which every arrow that is allowed is used once.
void writeSoundTree(const QTemporaryDir& folder)
{
    write(folder, "core/support/result.h", "#include <vector>\n");
    write(folder, "core/network/network.h", "#include \"core/support/result.h\"\n");
    write(folder, "core/hardware/hardware.h", "#include \"core/support/result.h\"\n");
    write(folder, "core/dataflow/scheme.h", "#include \"core/network/network.h\"\n#include \"core/hardware/hardware.h\"\n");
    write(folder, "core/pipeline/segment.h", "#include \"core/dataflow/scheme.h\"\n");
    write(folder, "core/search/space/task.h", "#include \"core/pipeline/segment.h\"\n");
    write(folder, "core/search/bounds/bound.h", "#include \"core/search/space/task.h\"\n");
    write(folder, "core/search/kapla/search.h", "#include \"core/search/bounds/bound.h\"\n");
    write(folder, "core/search/exhaustive/search.h", "#include \"core/search/bounds/bound.h\"\n");
    write(folder, "core/schedule/solve.h", "#include \"core/search/kapla/search.h\"\n");
    write(folder, "core/io/project_json.cpp", "#include \"core/schedule/solve.h\"\n#include <nlohmann/json.hpp>\n");
    write(folder, "ui/widgets/box.h", "#include <QWidget>\n");
    write(folder, "ui/style/palette.h", "#include <QColor>\n");
    write(folder, "ui/plot/chart.h", "#include \"ui/style/palette.h\"\n#include \"ui/widgets/box.h\"\n");
    write(folder, "ui/workspace/workspace.h", "#include \"core/schedule/solve.h\"\n");
    write(folder, "ui/network/view.h", "#include \"ui/workspace/workspace.h\"\n#include \"ui/widgets/box.h\"\n");
    write(folder, "ui/network/dot.cpp", "#include \"view.h\"\n#include <gvc.h>\n");
    write(folder, "ui/chip/view.h", "#include \"ui/workspace/workspace.h\"\n");
    write(folder, "ui/figures/export.h", "#include \"ui/network/view.h\"\n#include \"ui/chip/view.h\"\n");
    write(folder, "ui/window/main_window.h", "#include \"ui/network/view.h\"\n#include \"ui/chip/view.h\"\n");
    write(folder, "app/desktop/main.cpp", "#include \"ui/window/main_window.h\"\n");
    write(folder, "app/reproduce/reproduction.h", "#include \"core/io/comparison.h\"\n");
    write(folder, "app/reproduce/hypar.h", "#include \"app/reproduce/reproduction.h\"\n");
    write(folder, "app/cli/main.cpp", "#include \"core/schedule/solve.h\"\n#include \"app/reproduce/hypar.h\"\n");
}

} // namespace

class TestIncludes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thisProjectKeepsTheRules()
    {
        QVERIFY2(QFile::exists(TILESCAPE_SOURCE_DIR "/core/network/network.h"), "The sources are not where they should be.");
        const QStringList faults = includeFaults(TILESCAPE_SOURCE_DIR);
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }

    void aSoundTreeHasNoFaults()
    {
        QTemporaryDir folder;
        writeSoundTree(folder);
        QCOMPARE(includeFaults(folder.path()), QStringList());
    }

    void aPlantedFaultIsNamed_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("include");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* path, const char* include, const char* sentence) {
            QTest::newRow(name) << path << include << sentence;
        };
        row("Qt in core", "core/cost/cost.h", "<QString>", "core stands without Qt");
        row("Qt module in core", "core/cost/cost.h", "<QtCore/qglobal.h>", "core stands without Qt");
        row("Graphviz in core", "core/cost/cost.cpp", "<graphviz/gvc.h>", "only one .cpp of ui includes Graphviz");
        row("Graphviz in a header", "ui/network/dot.h", "<gvc.h>", "only one .cpp of ui includes Graphviz");
        row("Graphviz twice", "ui/chip/view.cpp", "<cgraph.h>",
            "ui/chip/view.cpp, ui/network/dot.cpp all include Graphviz, but only one .cpp of ui does.");
        row("JSON outside io", "core/schedule/a.cpp", "<nlohmann/json.hpp>", "only core/io includes nlohmann/json");
        row("JSON in ui", "ui/chip/a.cpp", "<nlohmann/json.hpp>", "only core/io includes nlohmann/json");
        row("upwards in core", "core/network/a.h", "\"core/schedule/solve.h\"", "core/network does not know core/schedule");
        row("network and hardware", "core/hardware/a.h", "\"core/network/network.h\"",
            "core/hardware does not know core/network");
        row("the model and its searches", "core/pipeline/a.h", "\"core/search/space/task.h\"",
            "core/pipeline does not know core/search/space");
        row("the space and a solver", "core/search/space/a.h", "\"core/search/kapla/search.h\"",
            "core/search/space does not know core/search/kapla");
        row("solver to solver", "core/search/kapla/a.h", "\"core/search/exhaustive/search.h\"",
            "core/search/kapla does not know core/search/exhaustive");
        row("by a relative path", "core/support/a.h", "\"../network/network.h\"", "core/support does not know core/network");
        row("an unlisted folder", "core/misc/a.h", "\"core/support/result.h\"", "core has no folder misc");
        row("core to ui", "core/io/a.cpp", "\"ui/chip/view.h\"", "core does not know ui");
        row("ui to app", "ui/chip/a.cpp", "\"app/desktop/options.h\"", "ui does not know app");
        row("command line to ui", "app/cli/a.cpp", "\"ui/chip/view.h\"", "the command line stands without the window");
        row("figures of papers to ui", "app/reproduce/a.cpp", "\"ui/plot/axis.h\"", "the papers' figures stand on core alone");
        row("figures of papers to the command line", "app/reproduce/a.cpp", "\"app/cli/options.h\"",
            "the papers' figures stand on core alone");
        row("view to view", "ui/chip/a.cpp", "\"ui/network/view.h\"", "ui/chip includes ui/network");
        row("view to window", "ui/chip/a.cpp", "\"ui/window/main_window.h\"", "ui/chip includes ui/window");
        row("view to figures", "ui/chip/a.cpp", "\"ui/figures/export.h\"", "ui/chip includes ui/figures");
        row("figures to window", "ui/figures/a.cpp", "\"ui/window/main_window.h\"", "ui/figures includes ui/window");
        row("common to view", "ui/workspace/a.cpp", "\"ui/chip/view.h\"", "ui/workspace is common to the views");
        row("widgets to the domain", "ui/widgets/a.cpp", "\"core/network/network.h\"",
            "ui/widgets knows nothing of the domain");
        row("plot to the domain", "ui/plot/a.cpp", "\"ui/workspace/workspace.h\"", "ui/plot knows nothing of the domain");
        row("widgets to plot", "ui/widgets/a.cpp", "\"ui/plot/chart.h\"", "ui/widgets does not know ui/plot");
        row("workspace to style", "ui/workspace/a.cpp", "\"ui/style/palette.h\"", "ui/workspace does not know ui/style");
        row("an unlisted view", "ui/misc/a.cpp", "\"ui/style/palette.h\"", "ui has no folder misc");
        row("a circle", "core/support/result.h", "\"result.h\"",
            "core/support/result.h -> core/support/result.h is a circle.");
        row("a long circle", "core/support/result.h", "\"core/network/network.h\"",
            "core/network/network.h -> core/support/result.h -> core/network/network.h is a circle.");
    }

    void aPlantedFaultIsNamed()
    {
        QFETCH(QString, path);
        QFETCH(QString, include);
        QFETCH(QString, sentence);
        QTemporaryDir folder;
        writeSoundTree(folder);
        write(folder, path, "// first line\n #  include " + include + "\n");
        const QString all = includeFaults(folder.path()).join('\n');
        QVERIFY2(all.contains(sentence), qPrintable("These faults were found: " + all));
    }

    void theSentenceNamesFileAndLine()
    {
        QTemporaryDir folder;
        writeSoundTree(folder);
        write(folder, "core/cost/cost.h", "\n\n#include <QString>\n");
        QCOMPARE(includeFaults(folder.path()),
                 QStringList("core/cost/cost.h:3 includes QString, but core stands without Qt."));
    }
};

TILESCAPE_TEST(TestIncludes)

} // namespace tst_includes
#include "tst_includes.moc"
