#include "network_view_samples.h"

#include "core/io/library.h"
#include "tests/registered.h"
#include "ui/network/overview_item.h"
#include "ui/style/palette.h"

#include <set>

namespace tst_overview {

using namespace tilescape;
using namespace tilescape::ui::network;
namespace style = tilescape::ui::style;

/// Names of groups of layers where no layer has room for its own.
class TestOverview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QApplication::setPalette(samples::lightPalette()); }

    void layersShareANameUpToItsFirstNumber()
    {
        const auto groups = nameGroups({"conv1", "inception_3a_1x1", "inception_3a_3x3", "inception_3b_1x1", "pool_big",
                                        "conv2_0_a", "conv2_1_a", "block_1/scope/conv_0010", "block_1/scope/conv_0011",
                                        "layer2.0.conv1", "layer2.1.conv1"});
        QStringList names;
        for (const NameGroup& group : groups) {
            names << QStringLiteral("%1:%2").arg(group.name).arg(group.layers.size());
        }
        QCOMPARE(names,
                 QStringList({QStringLiteral("conv1:1"), QStringLiteral("inception_3a:2"),
                              QStringLiteral("inception_3b:1"), QStringLiteral("pool_big:1"), QStringLiteral("conv2:2"),
                              QStringLiteral("block_1:2"), QStringLiteral("layer2:2")}));
    }

    void blocksAreNamedWhileTheirBoxesAreTooSmall_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("least");
        QTest::newRow("T5") << QStringLiteral("t5_large") << QSize(760, 520) << 30;
        QTest::newRow("T5 in a small panel") << QStringLiteral("t5_large") << QSize(460, 330) << 20;
        QTest::newRow("BERT in a small panel") << QStringLiteral("bert_base") << QSize(460, 330) << 10;
    }

    void blocksAreNamedWhileTheirBoxesAreTooSmall()
    {
        QFETCH(QString, network);
        QFETCH(QSize, size);
        QFETCH(int, least);
        const auto workspace = samples::workspace();
        NetworkView view(*workspace);
        workspace->open(samples::problem(io::loadNetwork(network.toStdString()).value(), {2, 2}), {});
        view.resize(size);
        view.show();
        QTRY_VERIFY_WITH_TIMEOUT(!view.isLayingOut(), 60000);
        view.fitAll();
        const double scale = view.view()->transform().m11();
        const std::vector<OverviewItem::Label> labels = view.scene()->overview()->labelsAt(scale, view.font());
        QVERIFY2(static_cast<int>(labels.size()) >= least, qPrintable(QString::number(labels.size())));
        std::set<QString> names;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            QVERIFY2(view.scene()->sceneRect().contains(labels[i].place), qPrintable(labels[i].name));
            QVERIFY(labels[i].place.height() * scale >= style::smallestText * 0.6);
            names.insert(labels[i].name);
            for (std::size_t j = 0; j < i; ++j) {
                QVERIFY2(!labels[i].place.intersects(labels[j].place), qPrintable(labels[i].name + labels[j].name));
            }
            // It stands on a layer of its group, or between two of them.
            bool near = false;
            const auto& layers = workspace->network().layers;
            for (std::size_t layer = 0; layer < layers.size(); ++layer) {
                near = near || (layers[layer].name.starts_with(labels[i].name.toStdString() + '_')
                                && view.scene()->boxRect(layer).adjusted(-90, -90, 90, 90).intersects(labels[i].place));
            }
            QVERIFY2(near, qPrintable(labels[i].name));
        }
        QCOMPARE(names.size(), labels.size());
        QVERIFY2(view.scene()->overview()->labelsAt(1, view.font()).empty(), "boxes have their own names");
        QVERIFY(samples::leaveScreenshots(view, QStringLiteral("overview_%1_%2").arg(network).arg(size.width())));
    }
};

TILESCAPE_TEST(TestOverview)

} // namespace tst_overview
#include "tst_overview.moc"
