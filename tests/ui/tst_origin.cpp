#include "window_session.h"

#include "ui/style/origin.h"
#include "ui/window/manual_pages.h"

#include <QtTest>

using namespace samples;
using namespace tilescape::ui;

/// Hovering a number tells where it comes from.
class TestOrigin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOriginIsASectionOfTheManual()
    {
        for (const style::Origin origin : style::allOrigins) {
            const style::ManualSection place = style::manualSection(origin);
            const window::ManualPage* page = window::findManualPage(QLatin1String(place.file));
            QVERIFY2(page, place.file);
            const auto sections = window::sectionsOf(*page);
            QVERIFY2(std::any_of(sections.begin(), sections.end(), [&](const auto& section) { return section.heading == QLatin1String(place.heading); }), place.heading);
            QVERIFY(page->title.endsWith(style::manualLine(origin).section(QStringLiteral(": "), 1).section(QLatin1Char(','), 0, 0), Qt::CaseInsensitive));
        }
    }

    void anEnergyIsTheSumOfItsTermsTheLargestFirst()
    {
        cost::Energy energy;
        energy.dram = 1e9;
        energy.mac = 3e9;
        QCOMPARE(style::energyOrigin(energy).replace(QChar(0xa0), QLatin1Char(' ')), QStringLiteral("Sum of MAC 3.00 mJ (75.0%), DRAM 1.00 mJ (25.0%)\nManual: Cost model, 6. Energy"));
    }

    void aLayersCyclesAreTheLargest()
    {
        cost::LayerCost cost;
        cost.computeCycles = 1200;
        cost.busCycles = 7;
        cost.dramCycles = 1000;
        QCOMPARE(style::cyclesOrigin(cost), QStringLiteral("The largest of compute 1,200, bus 7, DRAM 1,000\nManual: Cost model, 2. Loop blocking"));
    }

    void everyNumberOfTableStatusAndInspectorTells()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        const QAbstractItemModel* model = session.find<QTableView>("layersView")->model();
        int numbers = 0;
        for (int column = 0; column < model->columnCount(); ++column) {
            const QString heading = model->headerData(column, Qt::Horizontal).toString();
            const bool counts = heading == QStringLiteral("Cycles") || heading.contains(QLatin1Char('('));
            if (counts && !heading.startsWith(QStringLiteral("Δ"))) {
                ++numbers;
                QVERIFY2(model->index(2, column).data(Qt::ToolTipRole).toString().contains(QStringLiteral("Manual: ")), qPrintable(heading));
            }
        }
        QCOMPARE(numbers, 6);
        for (const char* value : {"statusEnergy", "statusCycles", "statusTime", "statusGops", "statusGopsPerWatt"}) {
            QVERIFY2(session.find<QLabel>(value)->toolTip().contains(QStringLiteral("Manual: ")), value);
        }
        const auto& totals = session.workspace.schedule()->totals;
        QVERIFY(session.find<QLabel>("statusEnergy")->toolTip().contains(style::energyOrigin(totals.energy)));
        QVERIFY(session.find<QLabel>("statusCycles")->toolTip().contains(QStringLiteral("compute ")));
        const auto labels = session.find<QWidget>("inspectorPanel")->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) { return label->toolTip().contains(QStringLiteral("Manual: Cost model, 6. Energy")); }));
    }
};

QTEST_MAIN(TestOrigin)
#include "tst_origin.moc"
