#pragma once

#include "core/io/library.h"
#include "core/io/network_json.h"
#include "core/io/project_json.h"
#include "remembered_solve.h"
#include "slow_solve.h"
#include "ui/energy/energy_chart.h"
#include "ui/network/network_view.h"
#include "ui/problems/problems_list.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/quantity_box.h"
#include "ui/widgets/zoomable_view.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDirIterator>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

#include <atomic>
#include <thread>

/// The whole window with its workspace, as a person uses it.
namespace samples {

using namespace tilescape;
using ui::widgets::QuantityBox;
using ui::window::MainWindow;
using ui::workspace::SolverService;
using ui::workspace::Workspace;

inline constexpr int patience = 60000;

/// The window on the default example, solved; its settings are those that the test left.
class Session {
public:
    explicit Session(SolverService::Solve solve = solveOnce) : workspace(std::move(solve))
    {
        window.resize(1680, 1040);
        window.openExample();
        window.show();
    }

    [[nodiscard]] bool isAnswered() const { return workspace.schedule() && !workspace.isStale(); }
    template <typename T = QWidget>
    [[nodiscard]] T* find(const char* name) const
    {
        return window.findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] QString text(const char* label) const { return find<QLabel>(label)->text(); }
    [[nodiscard]] double energy() const { return workspace.schedule()->totals.energy.total(); }
    [[nodiscard]] QString path(const char* name) const { return folder.filePath(QLatin1String(name)); }
    /// Those that are not closed, though a tab may be in front of them.
    [[nodiscard]] QStringList openPanels() const
    {
        QStringList names;
        for (const QDockWidget* dock : window.docks()) {
            if (!dock->isHidden()) {
                names << dock->objectName();
            }
        }
        return names;
    }
    void trigger(const char* action) const { find<QAction>(action)->trigger(); }

    /// What a person does to a number box.
    void type(const char* box, const QString& text) const
    {
        auto* widget = find<QuantityBox>(box);
        QVERIFY(widget);
        widget->setFocus();
        widget->findChild<QLineEdit*>()->selectAll();
        QTest::keyClicks(widget, text);
        QTest::keyClick(widget, Qt::Key_Return);
    }

    QTemporaryDir folder;
    Workspace workspace;
    MainWindow window{workspace, folder.filePath(QStringLiteral("copies"))};
};

#define WAIT_FOR_ANSWER(session) QTRY_VERIFY_WITH_TIMEOUT((session).isAnswered(), samples::patience)

inline void write(const QString& path, const std::string& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text.data(), static_cast<qint64>(text.size())), static_cast<qint64>(text.size()));
}

/// Energy of a layer as the table shows it.
inline QString energyInTable(const Session& session, const QString& layer)
{
    const QAbstractItemModel* model = session.find<QTableView>("layersView")->model();
    int column = -1;
    for (int i = 0; i < model->columnCount(); ++i) {
        if (model->headerData(i, Qt::Horizontal).toString().startsWith(QStringLiteral("Energy"))) {
            column = i;
        }
    }
    for (int row = 0; row < model->rowCount(); ++row) {
        if (model->index(row, 0).data().toString() == layer) {
            return model->index(row, column).data().toString();
        }
    }
    return {};
}

/// Where solving is not what is tested.
inline schedule::Schedule unsolved(const schedule::Problem& problem, const schedule::SolveControl&)
{
    schedule::Schedule schedule;
    schedule.problem = std::make_shared<const schedule::Problem>(problem);
    return schedule;
}

inline double energyInChart(const Session& session, std::size_t bar)
{
    return session.find<ui::energy::EnergyChart>("energyChart")->bars().at(bar).energy.total();
}

/// Answers the question of this name, once it is there.
inline void answerQuestion(QMessageBox::StandardButton button, int& asked,
                           const QString& name = QStringLiteral("unsavedQuestion"))
{
    QTimer::singleShot(0, qApp, [button, &asked, name] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (question && question->objectName() == name) {
            ++asked;
            question->button(button)->click();
        }
    });
}

inline void drop(QWidget& target, const QList<QUrl>& urls)
{
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent dropped(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &dropped);
}

inline network::Network chainOf(int layers)
{
    network::Network network;
    network.name = "chain";
    network.input = {"input", 8, {8, 8}};
    std::string before = "input";
    for (int i = 0; i < layers; ++i) {
        std::string name = "layer" + std::to_string(i);
        network.layers.push_back({name, {before}, network::Convolution{{1, 1}, {1, 1}, 1}, 8, 8, {8, 8}});
        before = std::move(name);
    }
    return network;
}

inline void leaveScreenshots(Session& session, const QString& name)
{
    const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots"));
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    QTRY_VERIFY(!session.window.findChild<ui::network::NetworkView*>()->isLayingOut());
    QCoreApplication::processEvents();
    QVERIFY(session.window.grab().save(folder.filePath(QStringLiteral("window_%1.png").arg(name))));
    for (QDockWidget* dock : session.window.docks()) {
        dock->raise();
        QCoreApplication::processEvents();
        QVERIFY(dock->grab().save(folder.filePath(QStringLiteral("window_%1_%2.png").arg(name, dock->objectName()))));
    }
    session.find<QDockWidget>("layersDock")->raise();
}

} // namespace samples
