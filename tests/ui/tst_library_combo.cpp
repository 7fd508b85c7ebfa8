#include "core/io/library.h"
#include "tests/registered.h"
#include "ui/window/library_combo.h"

#include <QTest>

namespace tst_library_combo {

using namespace tilescape;

/// The choice of a chip in a tool bar that has little room.
class TestLibraryCombo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNameIsWholeOrEndsInAnEllipsis()
    {
        ui::window::HardwareCombo combo;
        const hardware::Hardware edge = io::loadHardware("kapla_edge").value();
        combo.showHardware(edge);
        const QString name = QString::fromStdString(edge.name);
        combo.resize(combo.sizeHint());
        QCOMPARE(combo.shownText(), name);
        int shortened = 0;
        for (int width = combo.minimumSizeHint().width(); width < combo.sizeHint().width(); width += 7) {
            combo.resize(width, combo.sizeHint().height());
            const QString shown = combo.shownText();
            QVERIFY2(shown == name || (shown.endsWith(QChar(0x2026)) && name.startsWith(shown.chopped(1))), qPrintable(shown));
            QVERIFY(combo.fontMetrics().horizontalAdvance(shown) < width);
            shortened += shown == name ? 0 : 1;
        }
        QVERIFY(shortened > 2);
        QVERIFY(!combo.grab().isNull());
    }

    void itsWidthFollowsTheFont()
    {
        ui::window::HardwareCombo combo;
        const int width = combo.sizeHint().width();
        QFont large = combo.font();
        large.setPointSize(2 * large.pointSize());
        combo.setFont(large);
        QVERIFY(combo.sizeHint().width() > 3 * width / 2);
    }
};

TILESCAPE_TEST(TestLibraryCombo)

} // namespace tst_library_combo
#include "tst_library_combo.moc"
