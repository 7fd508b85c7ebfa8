#include "contrast.h"
#include "tests/registered.h"
#include "window_session.h"

#include "ui/chip/noc_load.h"
#include "ui/widgets/player_icon.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QScrollBar>
#include <QTableWidget>

namespace tst_trials {

using namespace samples;
using namespace tilescape;

namespace {

/// The largest contrast of a picture's pixels with the ground.
double contrastOf(const QImage& image, const QColor& ground)
{
    double most = 1;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (pixel.alphaF() > 0.9F) {
                most = std::max(most, contrast(pixel, ground));
            }
        }
    }
    return most;
}

} // namespace

/// What a person who tried the window missed: things that must be whole, legible or at hand.
class TrialsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Tilescape tests"));
        QCoreApplication::setApplicationName(QStringLiteral("trials"));
    }

    void init()
    {
        QSettings().clear();
        ui::window::applyTheme(ui::window::Theme::Light);
    }

    void whatIsOpenedHasItsHungriestLayerSelected()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        session.workspace.setSelectedLayer(std::nullopt);
        QVERIFY(session.window.openFile(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/lstm-pipelined.tilescape")));
        WAIT_FOR_ANSWER(session);
        QTRY_VERIFY(session.workspace.selectedLayer());
        const schedule::Schedule& schedule = *session.workspace.schedule();
        const double selected = schedule.find(*session.workspace.selectedLayer())->cost.energy.total();
        for (const schedule::ScheduledLayer& layer : schedule.layers) {
            QVERIFY(layer.cost.energy.total() <= selected);
        }
    }

    void numbersOfTheTableAreWhole_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1024, 640), QSize(1280, 720), QSize(1920, 1080)}) {
            QTest::addRow("%dx%d", size.width(), size.height()) << size;
        }
    }

    void numbersOfTheTableAreWhole()
    {
        QFETCH(QSize, size);
        Session session;
        session.window.resize(size);
        WAIT_FOR_ANSWER(session);
        session.find<QDockWidget>("layersDock")->raise();
        const auto* table = session.find<QTableView>("layersView");
        QTRY_VERIFY(table->isVisible());
        const QAbstractItemModel* model = table->model();
        for (int column = 0; column < model->columnCount(); ++column) {
            for (int row = 0; row < model->rowCount(); ++row) {
                const QModelIndex index = model->index(row, column);
                if (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) {
                    const int width = table->fontMetrics().horizontalAdvance(index.data().toString());
                    QVERIFY2(table->isColumnHidden(column) || width < table->columnWidth(column), qPrintable(index.data().toString()));
                }
            }
        }
    }

    void theKeyboardSheetScrollsDownwardsOnly()
    {
        Session session(unsolved);
        WAIT_FOR_ANSWER(session);
        session.trigger("actionKeyboard");
        auto* sheet = session.window.findChild<QDialog*>(QStringLiteral("keyboardSheet"));
        QVERIFY(sheet);
        auto* table = sheet->findChild<QTableWidget*>();
        for (const int width : {900, 420, 320}) {
            sheet->resize(width, 500);
            QCoreApplication::processEvents();
            QVERIFY(!table->horizontalScrollBar()->isVisible());
            QVERIFY(table->horizontalHeader()->length() <= table->viewport()->width());
        }
    }

    void everyBoxSaysWhatItIs()
    {
        Session session(unsolved);
        WAIT_FOR_ANSWER(session);
        QVERIFY(session.find<QAction>("actionWhatsThis"));
        QCOMPARE(session.find<QAction>("actionWhatsThis")->shortcut(), QKeySequence(QKeySequence::WhatsThis));
        for (const char* name : {"box_dram_pj", "batchBox", "networkCombo"}) {
            auto* widget = session.find<QWidget>(name);
            QVERIFY2(widget, name);
            QHelpEvent asked(QEvent::QueryWhatsThis, QPoint(2, 2), widget->mapToGlobal(QPoint(2, 2)));
            QApplication::sendEvent(widget, &asked);
            QVERIFY2(asked.isAccepted(), name);
        }
    }

    /// Links that carry little are pale, and still seen on the ground.
    void loadsOfLinksAreSeenInEveryTheme()
    {
        for (const auto theme : {ui::window::Theme::Light, ui::window::Theme::Dark}) {
            ui::window::applyTheme(theme);
            const QPalette palette = QApplication::palette();
            double before = 1;
            for (const double share : {0.0, 0.01, 0.1, 0.3, 0.6, 1.0}) {
                const double now = contrast(ui::chip::heatColour(share, palette), palette.color(QPalette::Base));
                QVERIFY2(now >= 1.5 && now >= before, qPrintable(QStringLiteral("%1: %2").arg(share).arg(now)));
                before = now;
            }
        }
    }

    void signsOfPlayersAreSeenInEveryTheme_data()
    {
        QTest::addColumn<ui::window::Theme>("theme");
        QTest::newRow("light") << ui::window::Theme::Light;
        QTest::newRow("dark") << ui::window::Theme::Dark;
    }

    void signsOfPlayersAreSeenInEveryTheme()
    {
        QFETCH(ui::window::Theme, theme);
        ui::window::applyTheme(theme);
        const QPalette palette = QApplication::palette();
        using ui::widgets::PlayerSign;
        for (const PlayerSign sign : {PlayerSign::Back, PlayerSign::Play, PlayerSign::Pause, PlayerSign::Forward}) {
            const QIcon icon = ui::widgets::playerIcon(sign, palette);
            const auto contrast = [&](QIcon::Mode mode) {
                return contrastOf(icon.pixmap(QSize(24, 24), mode).toImage(), palette.color(QPalette::Base));
            };
            QVERIFY2(contrast(QIcon::Normal) > 7, qPrintable(QString::number(contrast(QIcon::Normal))));
            QVERIFY(contrast(QIcon::Disabled) < 0.6 * contrast(QIcon::Normal));
        }
    }
};

TILESCAPE_TEST(TrialsTest)

} // namespace tst_trials
#include "tst_trials.moc"
