#include "core/hardware/parameters.h"
#include "core/io/library.h"
#include "tests/registered.h"
#include "tests/ui/layer_samples.h"
#include "ui/hardware/hardware_panel.h"
#include "ui/style/palette.h"
#include "ui/widgets/quantity_box.h"
#include "ui/widgets/stop_slider.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

namespace tst_hardware_panel {

using namespace Qt::StringLiterals;
using namespace tilescape;
using ui::hardware::HardwarePanel;
using ui::widgets::QuantityBox;
using ui::widgets::StopSlider;
using ui::workspace::Workspace;

class TestHardwarePanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(u"Fusion"_s);
        QApplication::setPalette(ui::style::lightPalette());
    }

    void init();
    void cleanup();

    void everyParameterHasItsBoxAndSlider();
    void turningABoxChangesTheProblemAndSolvesAgain();
    void oneEditIsOneUndoStep();
    void aSliderDragIsOneUndoStep();
    void aSliderDragThereAndBackIsNoUndoStep();
    void undoRestoresBoxAndSlider();
    void unlimitedIsTyped();
    void whatIsOutOfRangeIsClamped();
    void aChoiceIsAComboBox();
    void whatDiffersFromThePresetIsMarkedAndReset();
    void withoutAPresetTheDefaultsOfTheTableCount();
    void theFilterShowsWhatItMatches();
    void derivedNumbersFollow();
    void toolTipsSayWhatAndWhereFrom();
    void pictures();

private:
    template <typename Widget>
    Widget* find(const QString& name)
    {
        auto* widget = m_panel->findChild<Widget*>(name);
        if (!widget) {
            qFatal("There is no widget %s.", qPrintable(name));
        }
        return widget;
    }
    QuantityBox* box(const QString& key) { return find<QuantityBox>(u"box_"_s + key); }
    StopSlider* slider(const QString& key) { return find<StopSlider>(u"slider_"_s + key); }
    void type(QuantityBox* box, const QString& text)
    {
        box->setFocus();
        box->findChild<QLineEdit*>()->selectAll();
        QTest::keyClicks(box, text);
        QTest::keyClick(box, Qt::Key_Return);
    }
    const hardware::Hardware& chip() { return m_workspace->problem().hardware; }

    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<HardwarePanel> m_panel;
};

void TestHardwarePanel::init()
{
    m_workspace = std::make_unique<Workspace>(samples::madeUp);
    schedule::Problem problem = samples::chainProblem(3);
    problem.hardware = io::loadHardware("tangram_16x16").value();
    m_workspace->open(problem, {});
    m_panel = std::make_unique<HardwarePanel>(*m_workspace);
    m_panel->resize(260, 900);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

void TestHardwarePanel::cleanup()
{
    m_panel.reset();
    m_workspace.reset();
}

void TestHardwarePanel::everyParameterHasItsBoxAndSlider()
{
    for (const hardware::Parameter& parameter : hardware::parameters()) {
        const QString key = QString::fromUtf8(parameter.key.data(), static_cast<qsizetype>(parameter.key.size()));
        if (parameter.choices.empty()) {
            QCOMPARE(box(key)->value(), parameter.get(chip()));
            QCOMPARE(slider(key)->value(), slider(key)->nearestStop(parameter.get(chip())));
        } else {
            QCOMPARE(find<QComboBox>(u"box_"_s + key)->currentIndex(), static_cast<int>(parameter.get(chip())));
        }
    }
}

void TestHardwarePanel::turningABoxChangesTheProblemAndSolvesAgain()
{
    QTRY_VERIFY(m_workspace->schedule() && !m_workspace->isStale());
    const double before = m_workspace->schedule()->totals.energy.total();
    const double price = chip().dramPj;
    type(box(u"dram_pj"_s), QString::number(price * 2));
    QCOMPARE(chip().dramPj, price * 2);
    QVERIFY(m_workspace->isStale());
    QTRY_VERIFY(!m_workspace->isStale());
    QCOMPARE(m_workspace->schedule()->totals.energy.total(), before * 2);
}

void TestHardwarePanel::oneEditIsOneUndoStep()
{
    QTest::keyClick(box(u"buffer_bytes_per_tile"_s), Qt::Key_Up);
    QCOMPARE(chip().bufferBytesPerTile, 65536.0);
    QCOMPARE(m_workspace->undoStack().count(), 1);
    type(box(u"buffer_bytes_per_tile"_s), u"64 KiB"_s);
    QCOMPARE(m_workspace->undoStack().count(), 1);
}

void TestHardwarePanel::aSliderDragIsOneUndoStep()
{
    StopSlider* slider = this->slider(u"buffer_bytes_per_tile"_s);
    const double before = chip().bufferBytesPerTile;
    QSignalSpy changes(m_workspace.get(), &Workspace::problemChanged);
    QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(20, slider->height() / 2));
    for (int x = 20; x < slider->width(); x += 5) {
        QTest::mouseMove(slider, QPoint(x, slider->height() / 2));
    }
    QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() - 1, slider->height() / 2));
    QVERIFY(changes.count() > 10);
    QCOMPARE(chip().bufferBytesPerTile, 1073741824.0);
    QCOMPARE(box(u"buffer_bytes_per_tile"_s)->text(), u"1 GiB"_s);
    QCOMPARE(m_workspace->undoStack().count(), 1);
    QTest::keyClick(slider, Qt::Key_Left);
    QCOMPARE(m_workspace->undoStack().count(), 2);
    m_workspace->undoStack().undo();
    m_workspace->undoStack().undo();
    QCOMPARE(chip().bufferBytesPerTile, before);
}

void TestHardwarePanel::aSliderDragThereAndBackIsNoUndoStep()
{
    StopSlider* slider = this->slider(u"buffer_bytes_per_tile"_s);
    const int there = slider->value();
    slider->setSliderDown(true);
    slider->setSliderPosition(there + 3);
    slider->setSliderPosition(there + 1);
    slider->setSliderPosition(there);
    slider->setSliderDown(false);
    QCOMPARE(m_workspace->undoStack().count(), 0);
}

void TestHardwarePanel::undoRestoresBoxAndSlider()
{
    QuantityBox* box = this->box(u"clock_mhz"_s);
    StopSlider* slider = this->slider(u"clock_mhz"_s);
    const QString text = box->text();
    const int position = slider->value();
    type(box, u"1000"_s);
    QVERIFY(slider->value() != position);
    m_workspace->undoStack().undo();
    QCOMPARE(box->text(), text);
    QCOMPARE(slider->value(), position);
}

void TestHardwarePanel::unlimitedIsTyped()
{
    QuantityBox* box = this->box(u"dram_gigabytes_per_second"_s);
    StopSlider* slider = this->slider(u"dram_gigabytes_per_second"_s);
    type(box, u"unlimited"_s);
    QCOMPARE(chip().dramGigabytesPerSecond, hardware::unlimited);
    QCOMPARE(slider->value(), slider->maximum());
    QCOMPARE(find<QLabel>(u"derived_words_dram"_s)->text(), u"unlimited"_s);
}

void TestHardwarePanel::whatIsOutOfRangeIsClamped()
{
    type(box(u"tile_rows"_s), u"1000"_s);
    QCOMPARE(chip().tiles.height, Count{128});
    type(box(u"tile_rows"_s), u"0"_s);
    QCOMPARE(chip().tiles.height, Count{1});
    type(box(u"tile_rows"_s), u"a few"_s);
    QCOMPARE(chip().tiles.height, Count{1});
    QCOMPARE(box(u"tile_rows"_s)->text(), u"1"_s);
}

void TestHardwarePanel::aChoiceIsAComboBox()
{
    auto* combo = find<QComboBox>(u"box_memory_placement"_s);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(chip().memory, hardware::MemoryPlacement::EveryTile);
    m_workspace->undoStack().undo();
    QCOMPARE(combo->currentIndex(), 0);
}

void TestHardwarePanel::whatDiffersFromThePresetIsMarkedAndReset()
{
    auto* note = find<QLabel>(u"note_register_bytes_per_pe"_s);
    auto* reset = find<QAction>(u"reset_register_bytes_per_pe"_s);
    const double preset = chip().registerBytesPerPe;
    QVERIFY(!note->isVisible());
    QVERIFY(!reset->isEnabled());
    type(box(u"register_bytes_per_pe"_s), u"1 KiB"_s);
    QVERIFY(note->isVisible());
    QVERIFY(box(u"register_bytes_per_pe"_s)->actions().contains(reset));
    reset->trigger();
    QCOMPARE(chip().registerBytesPerPe, preset);
    QVERIFY(!note->isVisible());
    QCOMPARE(m_workspace->undoStack().count(), 2);
}

void TestHardwarePanel::withoutAPresetTheDefaultsOfTheTableCount()
{
    schedule::Problem problem = samples::chainProblem(3);
    problem.hardware.name = "mine";
    problem.hardware.clockMhz = 123;
    m_workspace->open(problem, {});
    QVERIFY(find<QLabel>(u"note_clock_mhz"_s)->isVisible());
    QVERIFY(!find<QLabel>(u"note_dram_pj"_s)->isVisible());
    find<QAction>(u"reset_clock_mhz"_s)->trigger();
    QCOMPARE(chip().clockMhz, 500.0);
}

void TestHardwarePanel::theFilterShowsWhatItMatches()
{
    m_panel->setFilter(u"dram band"_s);
    QVERIFY(box(u"dram_gigabytes_per_second"_s)->isVisible());
    QVERIFY(!box(u"tile_rows"_s)->isVisible());
    QVERIFY(!box(u"clock_mhz"_s)->isVisible());
    m_panel->setFilter(u"no such thing"_s);
    QVERIFY(!box(u"dram_gigabytes_per_second"_s)->isVisible());
    m_panel->setFilter({});
    QVERIFY(box(u"tile_rows"_s)->isVisible());
}

void TestHardwarePanel::derivedNumbersFollow()
{
    auto* area = find<QLabel>(u"derived_area_total"_s);
    auto* energy = find<QLabel>(u"derived_energy_buffer"_s);
    const QString areaBefore = area->text();
    const QString energyBefore = energy->text();
    QVERIFY(areaBefore.endsWith(u" mm²"_s));
    QVERIFY(energyBefore.endsWith(u" pJ"_s));
    type(box(u"buffer_bytes_per_tile"_s), u"256 KiB"_s);
    QVERIFY(area->text() != areaBefore);
    QCOMPARE(energy->text(), u"7.484 pJ"_s); // KAPLA's published point of 256 KiB, the fit's second
    QCOMPARE(find<QLabel>(u"derived_room_buffer"_s)->text().remove(u","_s), u"131072"_s);
}

void TestHardwarePanel::toolTipsSayWhatAndWhereFrom()
{
    const QString toolTip = box(u"dram_gigabytes_per_second"_s)->toolTip();
    for (const QString& part : {u"All memory channels"_s, u"LPDDR4"_s, u"0.01 GB/s to 100000 GB/s, or unlimited"_s,
                                u"dram_gigabytes_per_second"_s}) {
        QVERIFY2(toolTip.contains(part), qPrintable(part));
    }
}

void TestHardwarePanel::pictures()
{
    type(box(u"buffer_bytes_per_tile"_s), u"48 KiB"_s);
    samples::takePicture(*m_panel, u"hardware-light"_s);
    QApplication::setPalette(ui::style::darkPalette());
    samples::takePicture(*m_panel, u"hardware-dark"_s);
    auto* area = find<QWidget>(u"derived_area_total"_s)->parentWidget();
    samples::takePicture(*area, u"hardware-derived-dark"_s);
    QApplication::setPalette(ui::style::lightPalette());
    // What is marked stays marked in another palette, and only that.
    QVERIFY(box(u"buffer_bytes_per_tile"_s)->palette().color(QPalette::Base) != m_panel->palette().color(QPalette::Base));
    QCOMPARE(box(u"clock_mhz"_s)->palette().color(QPalette::Base), m_panel->palette().color(QPalette::Base));
}

TILESCAPE_TEST(TestHardwarePanel)

} // namespace tst_hardware_panel
#include "tst_hardware_panel.moc"
