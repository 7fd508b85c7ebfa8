#include "tests/registered.h"
#include "view_samples.h"

#include "ui/directives/directives_editor.h"
#include "ui/directives/directives_text_edit.h"
#include "ui/inspector/inspector_panel.h"

#include "core/io/library.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

namespace tst_directives_editor {

using namespace tilescape;
using namespace tilescape::ui::directives;

class TestDirectivesEditor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QApplication::setPalette(samples::lightPalette());
        m_workspace = std::make_unique<ui::workspace::Workspace>();
        schedule::Problem problem = samples::problem(samples::smallNetwork(), {4, 4});
        problem.hardware = io::loadHardware("kapla_16x16").value();
        problem.hardware.tiles = {4, 4};
        m_workspace->open(problem, {});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isStale() && m_workspace->schedule(), 20000);
        QVERIFY(m_workspace->schedule()->hasResult());
        m_workspace->setSelectedLayer(2);
        m_editor = std::make_unique<DirectivesEditor>(*m_workspace);
        m_editor->resize(420, 700);
        m_editor->show();
        m_text = m_editor->findChild<DirectivesTextEdit*>();
    }

    void theSelectedLayersDirectivesAreShown()
    {
        QVERIFY(m_text->toPlainText().startsWith(QStringLiteral("conv2_a:REGF\n  tensor{pool1}(")));
        QVERIFY(!m_editor->isEdited());
        QVERIFY(!revert()->isEnabled());
        m_workspace->setSelectedLayer(7);
        QVERIFY(m_text->toPlainText().startsWith(QStringLiteral("fc7:REGF")));
        m_workspace->setSelectedLayer(std::nullopt);
        QVERIFY(m_editor->isHidden());
    }

    void aFaultIsUnderlinedAndSaysItsReason()
    {
        edit(QStringLiteral("stack(Yi+=1, S+=1, 5)"), QStringLiteral("stack(Yi+=1, S+=1, 6)"));
        QTRY_VERIFY(!m_text->faults().empty());
        QCOMPARE(m_text->faults().front().place.line, Count{5});
        QVERIFY(m_text->extraSelections().front().cursor.selectedText().startsWith(QStringLiteral("stack(Yi+=1")));
        QVERIFY(label()->isVisible());
        QVERIFY2(label()->text().contains(QStringLiteral("in line 5, column 3")), qPrintable(label()->text()));
        QVERIFY(!priceText().contains(QStringLiteral("solver's")));
        QVERIFY2(m_editor->brief().startsWith(QStringLiteral("line 5: ")), qPrintable(m_editor->brief())); // for the top of the inspector, whose end may be out of sight
        QVERIFY(samples::leaveScreenshots(*m_editor, QStringLiteral("directives_fault")));

        const QTextCursor place = m_text->extraSelections().front().cursor;
        QTextCursor inside(m_text->document());
        inside.setPosition(place.selectionStart() + 2);
        const QPoint at = m_text->cursorRect(inside).center();
        QHelpEvent help(QEvent::ToolTip, at, m_text->viewport()->mapToGlobal(at));
        QApplication::sendEvent(m_text->viewport(), &help);
        QTRY_VERIFY2(QToolTip::text().contains(QStringLiteral("stacks 6 PEs")), qPrintable(QToolTip::text()));
    }

    void anEditIsPricedBesideTheSolversAndReverted()
    {
        const std::size_t edited = selectWhatHasAnotherOrder();
        QVERIFY(!otherOrder(m_text->toPlainText()).isEmpty());
        const QString solved = m_text->toPlainText();
        m_text->replaceText(otherOrder(solved));
        QVERIFY(m_editor->isEdited());
        QTRY_VERIFY2(priceText().contains(QStringLiteral("solver's")), qPrintable(label()->text()));
        QVERIFY(priceText().contains(QStringLiteral("Energy of the network")));
        QVERIFY2(priceText().contains(QStringLiteral("|+")), qPrintable(priceText()));
        QVERIFY(samples::leaveScreenshots(*m_editor, QStringLiteral("directives_edited")));
        // The inspector beside a lesson is that narrow, and has no bar to scroll sideways.
        QVERIFY2(m_editor->minimumSizeHint().width() <= 230, qPrintable(QString::number(m_editor->minimumSizeHint().width())));

        // It stays while another layer is looked at, changes no schedule, and Ctrl+Z knows the way back.
        const auto before = m_workspace->schedule();
        m_workspace->setSelectedLayer(7);
        QVERIFY(!m_editor->isEdited());
        m_workspace->setSelectedLayer(edited);
        QVERIFY(m_editor->isEdited());
        QVERIFY(m_workspace->schedule() == before && !m_workspace->isStale());
        QTest::mouseClick(revert(), Qt::LeftButton);
        QCOMPARE(m_text->toPlainText(), solved);
        QVERIFY(!m_editor->isEdited() && !revert()->isEnabled());
        QTest::keyClick(m_text, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(m_editor->isEdited());
    }

    void whatIsKeptIsTheSchedule()
    {
        selectWhatHasAnotherOrder();
        QVERIFY(!otherOrder(m_text->toPlainText()).isEmpty());
        const double before = m_workspace->schedule()->totals.energy.total();
        auto* keep = m_editor->findChild<QToolButton*>(QStringLiteral("keepDirectives"));
        QVERIFY(!keep->isEnabled());
        const QString text = otherOrder(m_text->toPlainText());
        m_text->replaceText(text);
        QTRY_VERIFY(keep->isEnabled());
        QTest::mouseClick(keep, Qt::LeftButton);
        QTRY_VERIFY(!m_workspace->isStale() && m_workspace->schedule()->isKept);
        QVERIFY(m_workspace->schedule()->totals.energy.total() > 1.001 * before);
        QVERIFY(!m_editor->isEdited() && !keep->isEnabled());
        QCOMPARE(m_text->toPlainText(), text);
        m_workspace->undoStack().undo();
        QTRY_VERIFY(!m_workspace->isStale());
        QVERIFY(!m_workspace->schedule()->isKept);
        QCOMPARE(m_workspace->schedule()->totals.energy.total(), before);
    }

    /// The same network on another chip: what was begun was written for the old one.
    void anotherProjectHasNoWhatIfs()
    {
        edit(QStringLiteral("stack(Yi+=1, S+=1, 5)"), QStringLiteral("stack(Yi+=1, S+=1, 6)"));
        QVERIFY(m_editor->isEdited());
        schedule::Problem other = m_workspace->problem();
        other.hardware.tiles = {2, 2};
        m_workspace->open(other, {});
        m_workspace->setSelectedLayer(2);
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isStale() && m_workspace->schedule(), 20000);
        QTRY_VERIFY(m_text->toPlainText().startsWith(QStringLiteral("conv2_a:REGF")));
        QVERIFY(!m_editor->isEdited());
        QVERIFY(m_text->faults().empty());
    }

    /// Another network has none, and they are there when the first is chosen again.
    void whatIfsWaitForTheirNetwork()
    {
        edit(QStringLiteral("stack(Yi+=1, S+=1, 5)"), QStringLiteral("stack(Yi+=1, S+=1, 6)"));
        QVERIFY(m_editor->isEdited());
        const tilescape::network::Network network = m_workspace->problem().network;
        m_workspace->setNetwork(io::loadNetwork("lenet_c").value());
        m_workspace->setSelectedLayer(2);
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isStale() && m_workspace->schedule(), 20000);
        QTRY_VERIFY(!m_editor->isEdited() && m_text->faults().empty());
        m_workspace->setNetwork(network);
        m_workspace->setSelectedLayer(2);
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isStale() && m_workspace->schedule(), 20000);
        QTRY_VERIFY(m_text->toPlainText().contains(QStringLiteral("stack(Yi+=1, S+=1, 6)")));
    }

    void theSameTextCostsTheSame()
    {
        m_text->moveCursor(QTextCursor::End);
        m_text->insertPlainText(QStringLiteral("# a remark\n"));
        QTRY_VERIFY(priceText().contains(QStringLiteral("solver's")));
        QCOMPARE(priceText().count(QStringLiteral("same")), 5);
    }

    void anythingMayBeTyped()
    {
        m_text->setPlainText({});
        QTRY_VERIFY2(label()->isVisible() && label()->text().contains(QStringLiteral("no text of directives")),
                     qPrintable(label()->text()));
        for (const char* text : {"", "\n\n", "}}}{{((", "tensor{", "conv2_a:GBUF", "segment region segment", "\"ü"}) {
            m_text->setPlainText(QString::fromUtf8(text));
            QTRY_VERIFY(!m_editor->isPricing());
        }
        QVERIFY(m_editor->isEdited());
    }

    void aSegmentIsShownWhole()
    {
        search::SearchSpace space = m_workspace->problem().space;
        space.keepOutputsOnChip = space.spatialPipelining = true;
        m_workspace->setSpace(space);
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isStale(), 20000);
        const auto schedule = m_workspace->schedule();
        const auto together = std::find_if(schedule->layers.begin(), schedule->layers.end(), [](const auto& layer) {
            return layer.slot.region > 0 || layer.slot.index > 0;
        });
        QVERIFY(together != schedule->layers.end());
        m_workspace->setSelectedLayer(together->layer);
        auto* extent = m_editor->findChild<QComboBox*>();
        QVERIFY(extent->isVisible());
        extent->setCurrentIndex(1);
        QVERIFY(m_text->toPlainText().startsWith(QStringLiteral("segment\n")));
        m_text->moveCursor(QTextCursor::End);
        m_text->insertPlainText(QStringLiteral("# a remark\n"));
        QTRY_VERIFY2(priceText().contains(QStringLiteral("Energy of the segment")), qPrintable(label()->text()));
        QVERIFY(samples::leaveScreenshots(*m_editor, QStringLiteral("directives_segment")));
    }

    void itStandsInTheInspector()
    {
        ui::inspector::InspectorPanel panel(*m_workspace);
        auto* editor = new DirectivesEditor(*m_workspace);
        panel.addSection(editor);
        panel.resize(420, 800);
        panel.show();
        auto* scroll = panel.findChild<QScrollArea*>();
        QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
        scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
        QVERIFY(editor->isVisible());
        QVERIFY(samples::leaveScreenshots(panel, QStringLiteral("inspector_directives")));

        // What is typed is seen, wherever the panel was scrolled to.
        auto* text = editor->findChild<QPlainTextEdit*>();
        text->setFocus();
        QTRY_VERIFY(text->hasFocus());
        text->moveCursor(QTextCursor::Start);
        scroll->verticalScrollBar()->setValue(0);
        QTest::keyClick(text, Qt::Key_End, Qt::ControlModifier);
        const auto isSeen = [&] {
            return scroll->viewport()->rect().contains(
                text->viewport()->mapTo(scroll->viewport(), text->cursorRect().center()));
        };
        QTRY_VERIFY(isSeen());
    }

private:
    /// Selects the first layer of eight that has one; else the last.
    std::size_t selectWhatHasAnotherOrder()
    {
        std::size_t layer = 0;
        m_workspace->setSelectedLayer(layer);
        while (otherOrder(m_text->toPlainText()).isEmpty() && layer < 7) {
            m_workspace->setSelectedLayer(++layer);
        }
        return layer;
    }

    /// The text with two neighbouring updates in the other order, so that it is still sound and costs more energy; empty if there are none.
    [[nodiscard]] QString otherOrder(const QString& text) const
    {
        const auto schedule = m_workspace->schedule();
        const QStringList lines = text.split(QLatin1Char('\n'));
        for (int i = 0; i + 1 < lines.size(); ++i) {
            QStringList other = lines;
            other.swapItemsAt(i, i + 1);
            const QString joined = other.join(QLatin1Char('\n'));
            const auto checked = schedule::checkDirectives(*schedule->problem, joined.toStdString(), schedule.get());
            if (lines[i].startsWith(QStringLiteral("  update(")) && lines[i + 1].startsWith(QStringLiteral("  update("))
                && checked.sound()
                && schedule::priceDirectives(schedule->problem, checked, schedule.get()).totals.energy.total()
                    > 1.001 * schedule->totals.energy.total()) {
                return joined;
            }
        }
        return {};
    }

    void edit(const QString& from, const QString& to)
    {
        QString text = m_text->toPlainText();
        m_text->replaceText(text.replace(from, to));
    }
    [[nodiscard]] QToolButton* revert() const
    {
        return m_editor->findChild<QToolButton*>(QStringLiteral("revertDirectives"));
    }
    [[nodiscard]] QLabel* label() const { return m_editor->findChild<QLabel*>(QStringLiteral("directivesFaults")); }
    /// Everything that the visible labels say.
    [[nodiscard]] QString priceText() const
    {
        QStringList texts;
        for (const QLabel* one : m_editor->findChildren<QLabel*>()) {
            if (one->isVisible()) {
                texts << one->text();
            }
        }
        return texts.join(QLatin1Char('|'));
    }

    std::unique_ptr<ui::workspace::Workspace> m_workspace;
    std::unique_ptr<DirectivesEditor> m_editor;
    DirectivesTextEdit* m_text = nullptr;
};

TILESCAPE_TEST(TestDirectivesEditor)

} // namespace tst_directives_editor
#include "tst_directives_editor.moc"
