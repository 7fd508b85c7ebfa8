#include "tests/registered.h"
#include "window_session.h"

#include "ui/pe_array/pe_array_view.h"
#include "ui/tensor/tensor_view.h"
#include "ui/widgets/figure_menu.h"
#include "ui/workspace/clock.h"

namespace tst_seen_figures {

using namespace samples;
using namespace tilescape;
using ui::pe_array::PeArrayView;
using ui::widgets::FigureDialog;

/// What File > Export figure writes is what the window shows.
class TestSeenFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("seen figures"));
    }

    void init()
    {
        QSettings().clear();
        ui::window::applyTheme(ui::window::Theme::Light);
    }

    /// Also while the panel is closed: the moment is that of the clock, of which the timeline and the chip show something, too.
    void theMomentOfTheClockIsExported_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("open");
        for (const char* name : {"pe-array", "tensors"}) {
            QTest::addRow("%s, open", name) << name << true;
            QTest::addRow("%s, closed", name) << name << false;
        }
    }

    void theMomentOfTheClockIsExported()
    {
        QFETCH(QString, name);
        QFETCH(bool, open);
        Session session;
        WAIT_FOR_ANSWER(session);
        session.workspace.setSelectedLayer(0);
        if (open) {
            session.trigger(name == QStringLiteral("pe-array") ? "goTo_peArrayDock" : "goTo_tensorDock");
        }
        ui::workspace::Clock& clock = session.workspace.clock();
        QVERIFY(clock.cycles() > 4);
        for (const Count cycle : {Count{0}, clock.cycles() / 3}) {
            clock.setCycle(cycle);
            const QImage expected = name == QStringLiteral("pe-array") ? preview(session.window.findChild<PeArrayView*>()->figure())
                                                                       : preview(session.window.findChild<ui::tensor::TensorView*>()->figure());
            QCOMPARE(exported(session, name), expected);
        }
        clock.setCycle(0);
        const QImage first = exported(session, name);
        clock.setCycle(clock.cycles() / 3);
        QVERIFY(exported(session, name) != first);
    }

    /// What was chosen in a view that is open is in its figure.
    void whatIsChosenInAViewIsExported()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        session.workspace.setSelectedLayer(0);
        session.trigger("goTo_peArrayDock");
        auto* view = session.window.findChild<PeArrayView*>();
        view->setShown(ui::pe_array::Shown::OutputRows);
        const QImage outputs = exported(session, QStringLiteral("pe-array"));
        QCOMPARE(outputs, preview(view->figure()));
        view->setShown(ui::pe_array::Shown::InputRows);
        QVERIFY(exported(session, QStringLiteral("pe-array")) != outputs);
    }

private:
    static QImage preview(ui::widgets::Figure figure)
    {
        FigureDialog dialog(std::move(figure));
        dialog.show();
        QCoreApplication::processEvents();
        return dialog.preview().toImage();
    }

    static QImage exported(const Session& session, const QString& name)
    {
        session.trigger(qPrintable(QStringLiteral("actionExport_") + name));
        auto* dialog = session.window.findChild<FigureDialog*>();
        if (!dialog) {
            return {};
        }
        QCoreApplication::processEvents();
        const QImage shown = dialog->preview().toImage();
        delete dialog;
        return shown;
    }
};

TILESCAPE_TEST(TestSeenFigures)

} // namespace tst_seen_figures
#include "tst_seen_figures.moc"
