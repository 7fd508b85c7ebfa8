#include "slow_solve.h"

#include "tests/registered.h"
#include "ui/chip/chip_view.h"
#include "ui/style/format.h"
#include "ui/widgets/seen_updates.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"
#include "ui/workspace/workspace.h"

#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <map>

namespace tst_live_window {

using namespace tilescape;
using ui::widgets::SeenUpdates;
using ui::window::MainWindow;
using ui::workspace::Workspace;

namespace {

constexpr int patience = 60000;

/// The window on the default example, solved.
struct Session {
    samples::HeldSolve solve{.tells = false};
    QTemporaryDir folder;
    Workspace workspace{solve};
    MainWindow window{workspace, folder.filePath(QStringLiteral("copies"))};

    explicit Session(QSize size = {1680, 1040})
    {
        window.resize(size);
        window.openExample();
        window.show();
        window.resetLayout();
        [this] { QTRY_VERIFY_WITH_TIMEOUT(isAnswered(), patience); }();
        settle();
    }
    [[nodiscard]] bool isAnswered() const { return workspace.schedule() && !workspace.isStale(); }
    [[nodiscard]] QString text(const char* label) const { return window.findChild<QLabel*>(QLatin1String(label))->text(); }
    [[nodiscard]] QDockWidget* dock(const char* name) const { return window.findChild<QDockWidget*>(QLatin1String(name)); }
    [[nodiscard]] QString energyText() const
    {
        return QStringLiteral("Energy ") + ui::style::energy(workspace.schedule()->totals.energy.total());
    }
    void set(const char* key, double value) { workspace.setParameter(QString::fromUtf8(key), value); }
    void letGo() const { *solve.holds = false; }
    void hold() const { *solve.holds = true; }
    /// What was asked for is laid out and painted.
    static void settle()
    {
        for (int i = 0; i < 5; ++i) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
    }
};

/// Layouts of the whole window.
class LayoutCounter : public QObject {
public:
    explicit LayoutCounter(QObject* window) { window->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return false;
    }
};

void leaveScreenshot(Session& session, const QString& name)
{
    const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots"));
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    QVERIFY(session.window.grab().save(folder.filePath(QStringLiteral("live_%1.png").arg(name))));
}

} // namespace

/// An edit is answered in two steps: what the window shows of them, and what that costs.
class LiveWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("live window"));
    }

    void init()
    {
        QSettings().clear();
        ui::window::applyTheme(ui::window::Theme::Light);
    }

    void bothStepsAreMarkedAsWhatTheyAre()
    {
        Session session;
        session.hold();
        session.set("dram_pj", 800);
        QCOMPARE(session.text("statusWord"), QStringLiteral("Priced anew, searching…"));
        QCOMPARE(session.text("statusEnergy"), session.energyText());
        QCOMPARE(session.workspace.schedule()->problem->hardware.dramPj, 800.0);
        const QString priced = session.energyText();
        session.letGo();
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QCOMPARE(session.text("statusWord"), QStringLiteral("Feasible"));
        QCOMPARE(session.text("statusEnergy"), session.energyText());
        session.hold();
        session.set("dram_pj", 900);
        session.workspace.cancelSolve();
        session.letGo();
        QTRY_VERIFY(!session.workspace.isSolving());
        QVERIFY(session.text("statusWord") == QStringLiteral("Priced anew, not searched") || session.text("statusWord") == QStringLiteral("Stopped"));
    }

    void aPublicationRefreshesEachSeenViewOnceAndNoOther()
    {
        Session session({1300, 800}); // some are tabs
        const auto views = session.window.findChildren<SeenUpdates*>();
        const auto counts = [&views] {
            std::map<const SeenUpdates*, int> counted;
            for (const SeenUpdates* view : views) {
                counted[view] = view->refreshCount();
            }
            return counted;
        };
        const auto seen = std::count_if(views.begin(), views.end(), [](const SeenUpdates* view) { return view->isSeen(); });
        QVERIFY2(seen >= 3 && views.size() > seen, qPrintable(QString::number(seen)));
        QSignalSpy published(&session.workspace, &Workspace::scheduleChanged);
        session.hold();
        for (const bool best : {false, true}) {
            const auto before = counts();
            published.clear();
            if (best) {
                session.letGo();
                QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
            } else {
                session.set("hop_pj", 33);
            }
            QCOMPARE(published.size(), 1);
            const auto after = counts();
            for (const SeenUpdates* view : views) {
                QVERIFY2(after.at(view) - before.at(view) == (view->isSeen() ? 1 : 0), qPrintable(view->parent()->objectName()));
            }
        }
    }

    void noLabelLaysOutTheWindow()
    {
        Session session;
        Session::settle();
        const LayoutCounter layouts(&session.window);
        for (const double price : {500.0, 5000.0, 50.0}) {
            session.set("dram_pj", price);
            Session::settle();
            QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
            Session::settle();
        }
        QCOMPARE(layouts.count, 0);
    }

    void aViewBehindATabIsUpToDateWhenRaised()
    {
        Session session({1300, 800});
        auto* chip = session.window.findChild<ui::chip::ChipView*>();
        QVERIFY(chip->visibleRegion().isEmpty());
        session.set("buffer_bytes_per_tile", 65536);
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QVERIFY(chip->content().bufferWords != 32768);
        session.dock("chipDock")->raise();
        QTRY_COMPARE(chip->content().bufferWords, Count{32768});
    }

    /// Every step of a drag is on the screen before the next one, whatever the solver does.
    void aDraggedSliderNeverShowsAnOlderNumber()
    {
        Session session;
        auto* slider = session.window.findChild<QSlider*>(QStringLiteral("slider_dram_pj"));
        QVERIFY(slider);
        slider->setSliderDown(true);
        for (int position = slider->value() + 1; position < std::min(slider->maximum(), slider->value() + 30); ++position) {
            slider->setSliderPosition(position);
            QCOMPARE(session.workspace.schedule()->problem->hardware.dramPj, session.workspace.problem().hardware.dramPj);
            QCOMPARE(session.text("statusEnergy"), session.energyText());
            QTest::qWait(4);
            QCOMPARE(session.workspace.schedule()->problem->hardware.dramPj, session.workspace.problem().hardware.dramPj);
            QVERIFY(!session.workspace.looksStale());
        }
        slider->setSliderDown(false);
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        QCOMPARE(session.text("statusEnergy"), session.energyText());
    }

    /// Each operation is dearer: no other schedule is better than the one that stands, and nothing but the mark changes.
    void anEqualAnswerChangesNothingButTheMark()
    {
        Session session;
        session.hold();
        session.set("mac_pj", session.workspace.problem().hardware.macPj * 1.01);
        Session::settle();
        const auto priced = session.workspace.schedule();
        std::map<QString, QImage> before;
        for (const char* name : {"networkDock", "chipDock", "timelineDock", "energyDock", "layersDock", "hardwareDock"}) {
            before[QLatin1String(name)] = session.dock(name)->grab().toImage();
        }
        session.letGo();
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        Session::settle();
        QCOMPARE(session.workspace.schedule()->totals.energy.total(), priced->totals.energy.total());
        for (const auto& [name, image] : before) {
            QVERIFY2(session.dock(name.toUtf8().constData())->grab().toImage() == image, qPrintable(name));
        }
    }

    void screenshots_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::newRow("large_light") << QSize(1680, 1040) << false;
        QTest::newRow("large_dark") << QSize(1680, 1040) << true;
        QTest::newRow("small_light") << QSize(1024, 640) << false;
        QTest::newRow("small_dark") << QSize(1024, 640) << true;
    }

    void screenshots()
    {
        QFETCH(const QSize, size);
        QFETCH(const bool, dark);
        ui::window::applyTheme(dark ? ui::window::Theme::Dark : ui::window::Theme::Light);
        Session session(size);
        const QString name = QString::fromUtf8(QTest::currentDataTag());
        session.hold();
        session.set("dram_pj", 900);
        QTest::qWait(200); // longer than it takes to be shown as busy
        QVERIFY(session.workspace.looksBusy());
        leaveScreenshot(session, name + QStringLiteral("_priced"));
        session.letGo();
        QTRY_VERIFY_WITH_TIMEOUT(session.isAnswered(), patience);
        Session::settle();
        leaveScreenshot(session, name + QStringLiteral("_best"));
    }
};

TILESCAPE_TEST(LiveWindowTest)

} // namespace tst_live_window
#include "tst_live_window.moc"
