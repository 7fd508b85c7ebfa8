#include "tests/registered.h"
#include "window_session.h"

#include "view_samples.h"

#include "core/io/files.h"
#include "ui/adaptflow/adaptflow_table.h"
#include "ui/chip/chip_item.h"
#include "ui/comparison/comparison_model.h"
#include "ui/energy/energy_chart_view.h"
#include "ui/explore/measure_text.h"
#include "ui/gradient/gradient_table.h"
#include "ui/network/network_scene.h"
#include "ui/network/network_view.h"
#include "ui/parallelism/parallelism_charts.h"
#include "ui/style/origin.h"
#include "ui/timeline/timeline_content.h"
#include "ui/window/manual_pages.h"

#include <QAbstractItemModel>
#include <QAbstractScrollArea>
#include <QHelpEvent>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolTip>

#include <tuple>

namespace tst_origin {

using namespace samples;
using namespace tilescape::ui;

namespace {

/// A tooltip without the marks that keep it from being read as HTML.
QString plain(const QModelIndex& index)
{
    const QString text = index.data(Qt::ToolTipRole).toString();
    return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

std::shared_ptr<const schedule::Problem> exampleProblem(const char* name)
{
    const std::string path = std::string(TILESCAPE_SOURCE_DIR "/examples/") + name + ".tilescape";
    return std::make_shared<const schedule::Problem>(io::readProject(io::readFile(path).value(), path).value());
}

bool isOf(const QWidget& widget, const QString& className)
{
    return QString::fromLatin1(widget.metaObject()->className()).section(QStringLiteral("::"), -1) == className;
}

/// In a low panel pictures stand in tabs.
void bringForward(const QWidget& panel, const QString& className)
{
    for (QWidget* widget : panel.findChildren<QWidget*>()) {
        for (QWidget* page = widget; isOf(*widget, className) && page != &panel; page = page->parentWidget()) {
            if (auto* tabs = qobject_cast<QTabWidget*>(page->parentWidget()->parentWidget())) {
                tabs->setCurrentWidget(page);
            }
        }
    }
}

/// What the pictures of a class in a panel tell where the mouse rests on them, of the first place that tells a share.
QString hovered(const QWidget& panel, const QString& className, const QRegularExpression& share)
{
    for (QWidget* widget : panel.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !isOf(*widget, className)) {
            continue;
        }
        auto* area = qobject_cast<QAbstractScrollArea*>(widget);
        QWidget* target = area ? area->viewport() : widget;
        for (int y = 8; y < target->height(); y += 12) {
            for (int x = 8; x < target->width(); x += 24) {
                QToolTip::showText(target->mapToGlobal(QPoint()), QStringLiteral("nothing"), target); // the last one would stay for a while
                QHelpEvent rest(QEvent::ToolTip, QPoint(x, y), target->mapToGlobal(QPoint(x, y)));
                QApplication::sendEvent(target, &rest);
                const QString text = QTextDocumentFragment::fromHtml(QToolTip::text()).toPlainText();
                if (text.contains(share)) {
                    return text;
                }
            }
        }
    }
    return {};
}

} // namespace

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
            QVERIFY(page->title.contains(style::manualLine(origin).section(QStringLiteral(": "), 1).section(QLatin1Char(','), 0, 0), Qt::CaseInsensitive));
        }
    }

    void anEnergyIsTheSumOfItsTermsTheLargestFirst()
    {
        cost::Energy energy;
        energy.dram = 1e9;
        energy.mac = 3e9;
        QCOMPARE(style::energyOrigin(energy).replace(QChar(0xa0), QLatin1Char(' ')), QStringLiteral("Sum of MAC 3.00 mJ (75.0 %), DRAM 1.00 mJ (25.0 %)\nManual: Cost model, 6. Energy"));
    }

    void aLayersCyclesAreTheLargest()
    {
        cost::LayerCost cost;
        cost.computeCycles = 1200;
        cost.busCycles = 7;
        cost.dramCycles = 1000;
        QCOMPARE(style::cyclesOrigin(cost), QStringLiteral("The largest of compute 1,200, bus 7, DRAM 1,000\nManual: Cost model, 2. Loop blocking"));
    }

    void everyNumberOfAComparisonTells()
    {
        const auto schedule = std::make_shared<const schedule::Schedule>(scheduleFor(problem(smallNetwork(), {4, 4})));
        comparison::ComparisonModel model;
        model.setSchedule(0, schedule);
        for (int column = comparison::ComparisonModel::Energy; column < comparison::ComparisonModel::ColumnCount; ++column) {
            const QString heading = model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            const QString text = plain(model.index(0, column));
            QVERIFY2(text.contains(QStringLiteral("Manual: ")), qPrintable(heading + text));
        }
        QVERIFY(plain(model.index(0, comparison::ComparisonModel::Energy)).contains(style::energyOrigin(schedule->totals.energy).section(QLatin1Char('\n'), 0, 0)));
        QVERIFY(plain(model.index(0, comparison::ComparisonModel::OverBound)).contains(style::energy(schedule->bound.energyPj)));
    }

    void everyMeasureOfAPointTells()
    {
        tilescape::explore::PointResult point;
        point.status = schedule::Status::Optimal;
        point.energyPj = 2e9;
        point.cycles = 1000;
        point.seconds = 2e-6;
        point.areaMm2 = 4;
        point.gops = 100;
        for (const tilescape::explore::Measure& measure : tilescape::explore::measures()) {
            QVERIFY2(ui::explore::measureOrigin(measure, point).contains(QStringLiteral("\nManual: ")), measure.key.data());
        }
        const QString text = ui::explore::measureOrigin(*tilescape::explore::findMeasure("energy_delay_pj_s"), point);
        QVERIFY2(text.contains(style::energy(2e9) + QStringLiteral(" times ") + style::seconds(2e-6)), qPrintable(text));
    }

    void everyNumberOfTheTrainingViewsTells()
    {
        const auto vgg = exampleProblem("adapt-flow/alexnet-108kb");
        adaptflow::AdaptflowTable volumes;
        volumes.setStudy(std::make_shared<const adaptflow::AdaptflowStudy>(adaptflow::studyDataflows(vgg->network, vgg->batch, vgg->training.adaptflow)));
        using adaptflow::AdaptflowTable;
        for (const int column : {AdaptflowTable::Ws, AdaptflowTable::Least, AdaptflowTable::AdaptFlow, AdaptflowTable::Eyeriss}) {
            QVERIFY(plain(volumes.index(0, column)).contains(QStringLiteral("Manual: Adapt-Flow, The model")));
        }
        const auto small = problem(smallNetwork(), {4, 4});
        auto orders = training::gradient::analyse(small.network, 2, small.training.gradient, {});
        QVERIFY(orders.ok() && !orders.value().layers.empty());
        gradient::GradientTable table;
        table.setResult(std::make_shared<const training::gradient::NetworkResult>(std::move(orders.value())));
        using gradient::GradientTable;
        for (const int column : {GradientTable::Sequential, GradientTable::DwMajor, GradientTable::Partition, GradientTable::DyShare}) {
            QVERIFY(plain(table.index(0, column)).contains(QStringLiteral("Manual: Gradient order, The model")));
        }
    }

    /// Hovered as a person does: value with its unit, share, and where it comes from.
    void everyPictureOfTheTrainingViewsTells()
    {
        static const QRegularExpression share(QStringLiteral("[0-9]\\s%"));
        for (const auto& [example, panel, pictures] :
             {std::tuple("hypar/vgg-a", "parallelismDock", "ParallelismMap ValueChart TopologyPicture"),
              std::tuple("adapt-flow/alexnet-108kb", "adaptflowDock", "VolumeRows LabelledBars"),
              std::tuple("gradient-order/bert-tiny-edge", "gradientDock", "GradientPane GradientBars")}) {
            Session session;
            QVERIFY(session.window.openFile(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/%1.tilescape").arg(QLatin1String(example))));
            WAIT_FOR_ANSWER(session);
            QDockWidget* dock = session.find<QDockWidget>(panel);
            session.trigger(qPrintable(QStringLiteral("goTo_") + QLatin1String(panel)));
            for (const QString& name : QString::fromLatin1(pictures).split(QLatin1Char(' '))) {
                bringForward(*dock, name);
                QString told;
                QTRY_VERIFY2_WITH_TIMEOUT(!(told = hovered(*dock, name, share)).isEmpty(), qPrintable(name), patience);
                QVERIFY2(told.contains(QStringLiteral("Manual: ")), qPrintable(name + QStringLiteral(" tells: ") + told));
            }
        }
    }

    /// Of every panel: what is written with digits in it tells something where the mouse rests on it.
    void noNumberInALabelIsSilent()
    {
        static const QRegularExpression digit(QStringLiteral("[0-9]"));
        Session session;
        QVERIFY(session.window.openFile(QStringLiteral(TILESCAPE_SOURCE_DIR "/examples/program/rotation.tilescape")));
        WAIT_FOR_ANSWER(session);
        session.workspace.setSelectedLayer(0);
        QStringList silent;
        int asked = 0;
        for (QDockWidget* dock : session.window.docks()) {
            if (dock->objectName() == QStringLiteral("lessonDock")) {
                continue; // prose
            }
            session.trigger(qPrintable(QStringLiteral("goTo_") + dock->objectName()));
            QTRY_VERIFY(!dock->visibleRegion().isEmpty());
            QTest::qWait(300);
            for (QLabel* label : dock->findChildren<QLabel*>()) {
                if (!label->isVisible() || !label->text().contains(digit)) {
                    continue;
                }
                ++asked;
                QString told;
                for (const QWidget* at = label; told.isEmpty() && at && at != dock; at = at->parentWidget()) {
                    told = at->toolTip();
                }
                if (told.isEmpty()) {
                    silent << QStringLiteral("%1: %2 '%3'").arg(dock->objectName(), label->objectName(), label->text());
                }
            }
        }
        for (const QString& one : silent) {
            qWarning().noquote() << one; // a failure's own text is cut off
        }
        QVERIFY2(asked > 20, qPrintable(QString::number(asked)));
        QCOMPARE(silent, QStringList());
    }

    void thePlanIsTheSumOfItsTerms()
    {
        const auto vgg = exampleProblem("hypar/vgg-a");
        const auto study = parallelism::studyParallelism(*vgg);
        for (const auto measure : {parallelism::StepMeasure::Seconds, parallelism::StepMeasure::Bytes, parallelism::StepMeasure::Joules}) {
            const QStringList notes = parallelism::strategiesNotes(study, measure);
            QCOMPARE(notes.size(), parallelism::strategiesChart(study, measure).categories.size());
            QVERIFY(notes.front().endsWith(QStringLiteral(" of this plan's")));
        }
        const training::parallelism::Plan& plan = *study.plan;
        const QString terms = parallelism::strategiesNotes(study, parallelism::StepMeasure::Seconds).back();
        QCOMPARE(terms, QStringLiteral("Computation %1 (%2), communication %3 (%4)")
                            .arg(style::seconds(plan.computeSeconds), style::percentOf(plan.computeSeconds, plan.stepSeconds),
                                 style::seconds(plan.communicationSeconds), style::percentOf(plan.communicationSeconds, plan.stepSeconds)));
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
        for (const auto& [heading, unit] : {std::pair("Cycles", " cycles, "), std::pair("PEs busy (%)", "\u00a0%\n"), std::pair("DRAM (words)", "\u00a0words\n"),
                                            std::pair("Energy (mJ)", " of the network\n"), std::pair("Share (%)", "\u00a0%\n")}) {
            int column = 0;
            while (column < model->columnCount() && model->headerData(column, Qt::Horizontal).toString() != QString::fromUtf8(heading)) {
                ++column;
            }
            QVERIFY2(plain(model->index(2, column)).contains(QString::fromUtf8(unit)), qPrintable(plain(model->index(2, column))));
        }
        for (const char* value : {"statusEnergy", "statusCycles", "statusTime", "statusGops", "statusGopsPerWatt"}) {
            QVERIFY2(session.find<QLabel>(value)->toolTip().contains(QStringLiteral("Manual: ")), value);
        }
        const auto& totals = session.workspace.schedule()->totals;
        QVERIFY(session.find<QLabel>("statusEnergy")->toolTip().contains(style::energyOrigin(totals.energy)));
        QVERIFY(session.find<QLabel>("statusCycles")->toolTip().contains(QStringLiteral("compute ")));
        const auto labels = session.find<QWidget>("inspectorPanel")->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) { return label->toolTip().contains(QStringLiteral("Manual: Cost model, 6. Energy")); }));
    }

    void everyNumberOfThePicturesTells()
    {
        Session session;
        WAIT_FOR_ANSWER(session);
        session.workspace.setSelectedLayer(2);
        const schedule::Schedule& schedule = *session.workspace.schedule();
        const QString box = session.window.findChild<ui::network::NetworkView*>()->scene()->describe(2);
        QVERIFY2(box.contains(QStringLiteral(" of the network")) && box.contains(QStringLiteral("Manual: Cost model, 6. Energy")), qPrintable(box));
        const auto* strip = session.window.findChild<ui::energy::EnergyTotalStrip*>();
        QVERIFY(strip && strip->toolTip().contains(QStringLiteral("\nManual: Cost model, 6. Energy")));
        const auto content = ui::timeline::timelineContent(schedule, false);
        const QString track = ui::timeline::trackToolTip(content, 0, {0, 0}, std::nullopt);
        QVERIFY2(track.contains(QStringLiteral(" of the network\n")) && track.endsWith(QStringLiteral("Manual: Cost model, 5. Segments and pipelines")), qPrintable(track));
        const auto tiles = ui::chip::chipContent(schedule, schedule.layers.front());
        QStringList texts;
        for (Count tile = 0; tile < tiles.tiles.size(); ++tile) {
            texts << ui::chip::tileToolTip(tiles, {tile / tiles.tiles.width, tile % tiles.tiles.width});
        }
        const QStringList held = texts.filter(QStringLiteral("Buffer holds"));
        QVERIFY(!held.isEmpty());
        QCOMPARE(held.filter(QStringLiteral("\nManual: Cost model")).size(), held.size());
    }
};

TILESCAPE_TEST(TestOrigin)

} // namespace tst_origin
#include "tst_origin.moc"
