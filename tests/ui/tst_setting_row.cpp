#include "tests/registered.h"
#include "ui/widgets/quantity_box.h"
#include "ui/widgets/setting_row.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QMenu>
#include <QTest>

namespace tst_setting_row {

using namespace tilescape::ui::widgets;
using namespace Qt::StringLiterals;

namespace {

/// A setting that lives in `value`.
SettingRow rowOf(double& value, const QString& name)
{
    SettingRow row;
    row.name = name;
    row.label = name.toUpper();
    row.help = u"Help of "_s + name;
    row.get = [&value] { return value; };
    row.set = [&value](double now) { value = now; };
    return row;
}

SettingRow numberOf(double& value)
{
    SettingRow row = rowOf(value, u"cores"_s);
    row.quantity = wholeNumber(0, 64);
    return row;
}

SettingRow choiceOf(double& value)
{
    SettingRow row = rowOf(value, u"order"_s);
    row.choices = {u"Sequential"_s, u"Interleaved"_s, u"Rearranged"_s};
    row.choiceNames = {u"sequential"_s, u"interleaved"_s, u"rearranged"_s};
    return row;
}

} // namespace

class TestSettingRow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNumberIsShownAndChangedInItsBox()
    {
        double cores = 4;
        SettingBoxes boxes;
        const std::unique_ptr<QWidget> widget(boxes.add(numberOf(cores)));
        auto* box = qobject_cast<QuantityBox*>(widget.get());
        QVERIFY(box);
        QCOMPARE(box->value(), 4.0);
        QCOMPARE(box->objectName(), u"cores"_s);
        QCOMPARE(box->accessibleName(), u"CORES"_s);
        QCOMPARE(box->toolTip(), u"Help of cores"_s);
        box->stepBy(2);
        QCOMPARE(cores, 6.0);
        cores = 0;
        QCOMPARE(box->value(), 6.0);
        boxes.refresh();
        QCOMPARE(box->value(), 0.0);
    }

    void aChoiceIsShownAndChangedInItsBox()
    {
        double order = 2;
        SettingBoxes boxes;
        QWidget form;
        auto* layout = new QFormLayout(&form);
        boxes.addTo(*layout, choiceOf(order));
        auto* box = form.findChild<QComboBox*>(u"order"_s);
        QCOMPARE(box->currentText(), u"Rearranged"_s);
        QCOMPARE(qobject_cast<QLabel*>(layout->labelForField(box))->text(), u"ORDER"_s);
        box->setCurrentIndex(1);
        QCOMPARE(order, 2.0); // nobody chose
        Q_EMIT box->activated(1);
        QCOMPARE(order, 1.0);
    }

    void aMenuChecksThePresentValueAsItOpens()
    {
        double order = 0;
        QMenu menu;
        addChoiceMenu(menu, choiceOf(order));
        QMenu* choices = menu.actions().front()->menu();
        QCOMPARE(choices->title(), u"ORDER"_s);
        order = 2;
        Q_EMIT choices->aboutToShow();
        QVERIFY(menu.findChild<QAction*>(u"order_rearranged"_s)->isChecked());
        menu.findChild<QAction*>(u"order_interleaved"_s)->trigger();
        QCOMPARE(order, 1.0);
        QVERIFY(!menu.findChild<QAction*>(u"order_rearranged"_s)->isChecked());
    }

    void wholeNumbersOfAWideRangeAreLogarithmic()
    {
        QVERIFY(!wholeNumber(1, 64).logarithmic);
        QVERIFY(wholeNumber(1, 65536).logarithmic);
        QVERIFY(!wholeNumber(1, 64).allows(0) && wholeNumber(0, 64).allows(0));
        QVERIFY(!wholeNumber(1, 64).allows(2.5));
    }
};

TILESCAPE_TEST(TestSettingRow)

} // namespace tst_setting_row
#include "tst_setting_row.moc"
