#include "tests/registered.h"
#include "view_samples.h"

#include "core/io/library.h"
#include "ui/parallelism/parallelism_charts.h"
#include "ui/parallelism/parallelism_map.h"
#include "ui/parallelism/parallelism_text.h"
#include "ui/parallelism/parallelism_view.h"
#include "ui/parallelism/topology_picture.h"
#include "ui/plot/value_chart.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"
#include "ui/widgets/quantity_box.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include <numeric>
#include <set>

namespace tst_parallelism_view {

using namespace tilescape;
using namespace Qt::StringLiterals;
using namespace tilescape::training::parallelism;
using ui::parallelism::ParallelismMap;
using ui::parallelism::ParallelismView;
using ui::plot::ValueChart;
using ui::workspace::Workspace;

namespace {

/// A workspace whose schedule is of no interest here, with a view that is shown.
struct Fixture {
    Workspace workspace{[](const schedule::Problem& problem, const schedule::SolveControl&) {
        schedule::Schedule schedule;
        schedule.problem = std::make_shared<const schedule::Problem>(problem);
        return schedule;
    }};
    std::unique_ptr<ParallelismView> view;

    explicit Fixture(network::Network network, Count batch = 256, QSize size = {820, 900})
    {
        schedule::Problem problem;
        problem.network = std::move(network);
        problem.hardware = samples::chip({1, 1});
        problem.batch = batch;
        workspace.open(problem, {});
        view = std::make_unique<ParallelismView>(workspace);
        view->resize(size);
        view->show();
        [&] { QVERIFY(QTest::qWaitForWindowExposed(view.get())); }();
        settle();
    }
    void settle() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 30000);
        QVERIFY(view->study());
    }
    void click(std::size_t level, std::size_t column) const
    {
        QTest::mouseClick(view->map().viewport(), Qt::LeftButton, {}, view->map().cellAt({level, column}).center());
        settle();
    }
    [[nodiscard]] const Settings& settings() const { return workspace.problem().training.parallelism; }
    [[nodiscard]] const Plan& plan() const { return *view->study()->plan; }
};

network::Network library(const char* name) { return io::loadNetwork(name).value(); }

} // namespace

class TestParallelismView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    /// Tab goes from box to box, round and round, and Enter belongs to the box: a menu by itself would take the form for an entry, and close.
    void theModelIsSetByKeyboardAlone()
    {
        Fixture f(library("vgg_a"));
        QMenu* menu = f.view->findChild<QPushButton*>("readings"_L1)->menu();
        menu->popup(f.view->mapToGlobal(QPoint(20, 20)));
        QVERIFY(QTest::qWaitForWindowExposed(menu));
        std::set<QWidget*> reached;
        for (QWidget* box = menu->focusWidget(); box && reached.insert(box).second; box = menu->focusWidget()) {
            QTest::keyClick(box, Qt::Key_Return);
            QVERIFY(menu->isVisible());
            QTest::keyClick(box, Qt::Key_Tab);
        }
        for (QWidget* box : menu->findChildren<QWidget*>()) {
            const bool isBox = qobject_cast<QComboBox*>(box) || qobject_cast<QAbstractSpinBox*>(box);
            QVERIFY2(!isBox || !box->isVisible() || reached.contains(box), qPrintable(box->objectName()));
        }
        QVERIFY(reached.size() > 5);
        QWidget* const last = menu->focusWidget();
        QTest::keyClick(last, Qt::Key_Backtab);
        QVERIFY(menu->focusWidget() != last);
        QTest::keyClick(menu->focusWidget(), Qt::Key_Escape);
        QVERIFY(!menu->isVisible());
    }

    void theMapHasARowALevelAndAColumnALayerWithWeights()
    {
        Fixture f(library("vgg_a"));
        QCOMPARE(f.view->map().columns(), std::size_t{11});
        QCOMPARE(f.view->kinds().content().categories, QStringList({"H1"_L1, "H2"_L1, "H3"_L1, "H4"_L1}));
        QVERIFY(f.view->map().textOf({3, 7}).startsWith("conv5_2, level H4: model parallelism"_L1));
        QVERIFY(f.view->map().textOf({2, 7}).startsWith("conv5_2, level H3: data parallelism"_L1));
        QVERIFY2(f.view->totals().contains(QStringLiteral(u"1.47\u00a0GB")), qPrintable(f.view->totals()));
    }

    void aClickForcesTheOtherChoiceAndShowsItsPrice()
    {
        Fixture f(library("vgg_a"));
        const double before = f.plan().totalBytes;
        f.click(1, 9);
        QCOMPARE(f.settings().forced, (std::vector<Forced>{{2, "fc2", Choice::Data}}));
        QCOMPARE(f.workspace.undoStack().undoText(), QString("Force fc2 at H2 to data parallelism"_L1));
        QVERIFY(f.plan().totalBytes > before);
        QVERIFY2(f.view->price().startsWith("1 forced choice"_L1), qPrintable(f.view->price()));
        QVERIFY2(f.view->price().contains(ui::style::byteCount(f.plan().totalBytes - before)), qPrintable(f.view->price()));
        QVERIFY(f.view->map().textOf({1, 9}).contains("(forced)"_L1));
        f.click(1, 9); // the same cell again: released
        QVERIFY(f.settings().forced.empty());
        QCOMPARE(f.plan().totalBytes, before);
        f.workspace.undoStack().undo();
        f.settle();
        QCOMPARE(f.settings().forced.size(), std::size_t{1});
        f.view->findChild<QToolButton*>("release"_L1)->click();
        f.settle();
        QVERIFY(f.settings().forced.empty());
        QVERIFY(!f.view->findChild<QToolButton*>("release"_L1)->isEnabled());
    }

    void theKeyboardDoesWhatTheMouseDoes()
    {
        Fixture f(library("lenet_c"));
        ParallelismMap& map = f.view->map();
        map.setFocus();
        QTest::keyClick(&map, Qt::Key_End);
        QTest::keyClick(&map, Qt::Key_Down);
        QTest::keyClick(&map, Qt::Key_Space);
        f.settle();
        QCOMPARE(f.settings().forced, (std::vector<Forced>{{2, "fc2", Choice::Data}}));
        QVERIFY(map.accessibleDescription().startsWith("fc2, level H2"_L1));
    }

    void boxesChangeTheSettingsAndFollowThem()
    {
        Fixture f(library("vgg_a"));
        auto* levels = f.view->findChild<ui::widgets::QuantityBox*>("levels"_L1);
        levels->stepBy(2);
        f.settle();
        QCOMPARE(f.settings().levels, Count{6});
        QCOMPARE(f.plan().levels.size(), std::size_t{6});
        auto* topology = f.view->findChild<QComboBox*>("topology"_L1);
        topology->setCurrentIndex(1);
        Q_EMIT topology->activated(1);
        f.settle();
        QCOMPARE(f.settings().topology, Topology::Torus);
        f.workspace.undoStack().undo();
        f.workspace.undoStack().undo();
        f.settle();
        QCOMPARE(levels->value(), 4.0);
        QCOMPARE(topology->currentIndex(), 0);
        QVERIFY(!f.workspace.isModified());
    }

    void everySettingHasABox()
    {
        Fixture f(library("lenet_c"));
        for (const Option& row : options()) {
            QVERIFY2(f.view->findChild<QComboBox*>(QLatin1String(row.key.data())), row.key.data());
        }
        for (const Number& row : numbers()) {
            QVERIFY2(f.view->findChild<QAbstractSpinBox*>(QLatin1String(row.key.data())), row.key.data());
        }
    }

    void chartsShowTheNumbersOfThePlan()
    {
        Fixture f(library("vgg_a"));
        const ValueChart::Content& strategies = f.view->strategies().content();
        QCOMPARE(strategies.categories, QStringList({"All model"_L1, "All data"_L1, "Trick"_L1, "HyPar"_L1, "This plan"_L1}));
        QCOMPARE(strategies.series[0].values.back(), f.plan().stepSeconds);
        double sum = 0;
        for (const ValueChart::Series& series : f.view->kinds().content().series) {
            for (const double value : series.values) {
                sum += value;
            }
        }
        QVERIFY(std::abs(sum - f.plan().totalBytes) < 1e-6 * sum);
        QCOMPARE(f.view->scaling().content().categories.size(), 7);
        QVERIFY(f.view->topology().textOf(0).startsWith("H1: "_L1));
        auto* measure = f.view->findChild<QComboBox*>("measure"_L1);
        measure->setCurrentIndex(1);
        QCOMPARE(f.view->strategies().content().series[0].values.back(), f.plan().totalBytes);
    }

    /// One unit along an axis, except at zero.
    void ticksOfBytesHaveOneUnit()
    {
        const auto ticks = [](double highest) {
            ui::parallelism::ParallelismStudy study;
            study.plan.emplace();
            study.plan->levels.resize(1);
            study.plan->bytes = {{PerKind{}}};
            study.plan->bytes[0][0][Kind::Gradient] = highest;
            const auto text = ui::parallelism::communicationChart(study).tickText;
            return QStringList{text(0), text(20'000), text(120'000)};
        };
        QCOMPARE(ticks(40'000).mid(0, 2), QStringList({u"0 B"_s, u"20,000 B"_s}));
        QCOMPARE(ticks(110'000), QStringList({u"0 B"_s, u"20 kB"_s, u"120\u00A0kB"_s}));
    }

    void theSelectionIsShared()
    {
        Fixture f(library("vgg_a"));
        const QRect cell = f.view->map().cellAt({0, 2});
        QTest::mouseClick(f.view->map().viewport(), Qt::LeftButton, {}, {cell.center().x(), 20});
        QCOMPARE(f.workspace.network().layers[*f.workspace.selectedLayer()].name, std::string("conv3_1"));
    }

    void bruteForceThatIsTooMuchSaysWhy()
    {
        Fixture f(library("vgg_a"));
        auto* strategy = f.view->findChild<QComboBox*>("strategy"_L1);
        Q_EMIT strategy->activated(4);
        f.settle();
        QVERIFY(f.view->price().startsWith("brute force would try 2^44 combinations"_L1));
        QVERIFY(samples::leaveScreenshots(*f.view, "parallelism_fault"_L1));
    }

    void nothingIsFoundWhileNobodyLooks()
    {
        Fixture f(library("lenet_c"));
        f.view->hide();
        const auto before = f.view->study();
        f.workspace.setBatch(32);
        QVERIFY(!f.view->isBusy());
        f.view->show();
        QTRY_VERIFY(f.view->study() != before);
        QCOMPARE(f.view->study()->batch, Count{32});
    }

    /// In the dark too, and all columns, however few the window shows.
    void figuresAreVectorsInTheColoursOfPaper()
    {
        Fixture vgg(library("vgg_a"));
        vgg.view->resize(500, 600);
        QApplication::setPalette(samples::darkPalette());
        for (QWidget* widget : std::initializer_list<QWidget*>{&vgg.view->map(), &vgg.view->strategies(), &vgg.view->kinds(),
                                                               &vgg.view->scaling(), &vgg.view->topology()}) {
            QVERIFY(widget->findChild<QAction*>("exportFigure"_L1));
        }
        const QString map = samples::leaveFigure(vgg.view->map().figure());
        QVERIFY(map.contains("conv1"_L1) && map.contains("fc3"_L1));
        for (const QString& svg : {map, samples::leaveFigure(vgg.view->strategies().figure("parallelism-strategies"_L1)),
                                   samples::leaveFigure(vgg.view->kinds().figure("parallelism-communication"_L1)),
                                   samples::leaveFigure(vgg.view->scaling().figure("parallelism-scaling"_L1), ui::widgets::oneColumnMm),
                                   samples::leaveFigure(vgg.view->topology().figure())}) {
            QVERIFY(svg.contains("<text"_L1));
            QVERIFY2(!svg.contains("<image"_L1), "no pixels");
            QVERIFY(!svg.contains(samples::darkPalette().color(QPalette::Base).name()));
        }
    }

    void screenshots()
    {
        Fixture vgg(library("vgg_a"));
        vgg.click(1, 9);
        vgg.workspace.setSelectedLayer(5);
        QVERIFY(samples::leaveScreenshots(*vgg.view, "parallelism"_L1));
        vgg.view->resize(1500, 640);
        auto* topology = vgg.view->findChild<QComboBox*>("topology"_L1);
        Q_EMIT topology->activated(1);
        vgg.settle();
        QVERIFY(samples::leaveScreenshots(*vgg.view, "parallelism_wide_torus"_L1));
    }

    /// In large letters too: no box lies on a chart, and the array is drawn as large as a quarter of its place.
    void drawingsHaveRoomBesideTheirText_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("letters");
        for (const QSize size : {QSize(420, 1200), QSize(820, 900), QSize(1180, 760), QSize(1500, 640)}) {
            for (const double letters : {1.0, 1.5}) {
                QTest::addRow("%d x %d, letters %g", size.width(), size.height(), letters) << size << letters;
            }
        }
    }
    void drawingsHaveRoomBesideTheirText()
    {
        QFETCH(QSize, size);
        QFETCH(double, letters);
        const Fixture f(library("vgg_a"), 256, size);
        QFont font = f.view->font();
        font.setPointSizeF(font.pointSizeF() * letters);
        f.view->setFont(font);
        f.view->resize(size + QSize(1, 0));
        QCoreApplication::processEvents();
        const auto placeOf = [&](const QWidget* widget) {
            return QRect(widget->mapTo(f.view.get(), QPoint()), widget->size());
        };
        for (const auto* chart : f.view->findChildren<ValueChart*>()) {
            QVERIFY(!placeOf(chart).intersects(placeOf(f.view->findChild<QComboBox*>("measure"_L1))));
        }
        auto* picture = f.view->findChild<ui::parallelism::TopologyPicture*>();
        const QImage image = picture->grab().toImage();
        int longest = 0; // the link that joins the halves lies in a row
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0, run = 0; x < image.width(); ++x) {
                run = image.pixelColor(x, y) == ui::style::categorical(0) ? run + 1 : 0;
                longest = std::max(longest, run);
            }
        }
        const int drawn = 2 * longest; // of four columns it joins the middle two
        QVERIFY2(4 * drawn >= std::min(picture->width(), picture->height()), qPrintable(QString::number(drawn)));
        if (letters > 1) {
            QVERIFY(f.view->grab().save(QStringLiteral("%1/../screenshots/parallelism_large_letters_%2.png")
                                            .arg(QCoreApplication::applicationDirPath())
                                            .arg(size.width())));
        }
    }

    /// The same terms in another order are the same cost; what differs by more than that is told with its sign.
    void roundingIsNoDifference()
    {
        std::vector<double> terms;
        for (int i = 1; i <= 1000; ++i) {
            terms.push_back(1e-3 / i);
        }
        const double up = std::accumulate(terms.begin(), terms.end(), 0.0);
        const double down = std::accumulate(terms.rbegin(), terms.rend(), 0.0);
        QVERIFY(up != down);
        for (const double scale : {1e-9, 1.0, 1e12}) {
            QCOMPARE(ui::parallelism::difference({up * scale, up * scale, up * scale}, {down * scale, down * scale, down * scale}),
                     u"no difference"_s);
        }
        QCOMPARE(ui::parallelism::difference({}, {}), u"no difference"_s);
        const QString less = ui::parallelism::difference({1000, up, 2e-3}, {900, down, 1e-3});
        QVERIFY2(less.startsWith(u"-100 B (-10.0\u00a0%), 0"_s) || less.startsWith(u"−100 B"_s), qPrintable(less));
        QVERIFY2(!less.contains(u"+"_s), qPrintable(less));
    }

    void screenshotOfAThousandLayers()
    {
        Fixture f(samples::longNetwork(1000), 64);
        QVERIFY(f.view->map().horizontalScrollBar()->maximum() > 0);
        QVERIFY(samples::leaveScreenshots(*f.view, "parallelism_1000_layers"_L1));
        f.view->map().setFocus();
        QTest::keyClick(&f.view->map(), Qt::Key_End);
        QCOMPARE(f.view->map().horizontalScrollBar()->value(), f.view->map().horizontalScrollBar()->maximum());
    }

    void screenshotOfOneLayerAndOfNone()
    {
        Fixture one(samples::oneLayer());
        QVERIFY(samples::leaveScreenshots(*one.view, "parallelism_one_layer"_L1));
        Fixture none(network::Network{});
        QVERIFY(samples::leaveScreenshots(*none.view, "parallelism_empty"_L1));
        one.view->findChild<ui::widgets::QuantityBox*>("levels"_L1)->stepBy(-4);
        one.settle();
        QCOMPARE(one.plan().levels.size(), std::size_t{0});
    }
};

TILESCAPE_TEST(TestParallelismView)

} // namespace tst_parallelism_view
#include "tst_parallelism_view.moc"
