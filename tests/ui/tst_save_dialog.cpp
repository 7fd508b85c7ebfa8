#include "tests/registered.h"
#include "view_samples.h"

#include "ui/widgets/save_dialog.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWidget>

#include <utility>

namespace tst_save_dialog {

using namespace Qt::StringLiterals;
using tilescape::ui::widgets::askWhereToSave;

/// What is typed has often no ending, or a dot that begins none.
class TestSaveDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QFile there(m_folder.filePath(u"there.tilescape"_s));
        QVERIFY(there.open(QIODevice::WriteOnly));
    }

    void theUsualEndingIsAddedWhereThereIsNone_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("saved");
        QTest::newRow("none") << u"alexnet"_s << u"alexnet.tilescape"_s;
        QTest::newRow("a version") << u"resnet v1.5"_s << u"resnet v1.5.tilescape"_s;
        QTest::newRow("its own") << u"alexnet.Tilescape"_s << u"alexnet.Tilescape"_s;
        QTest::newRow("another that it may have") << u"alexnet.json"_s << u"alexnet.json"_s;
    }

    void theUsualEndingIsAddedWhereThereIsNone()
    {
        QFETCH(QString, typed);
        QFETCH(QString, saved);
        const auto [path, questions] = asked(typed, false);
        QCOMPARE(path, m_folder.filePath(saved));
        QCOMPARE(questions, 0);
    }

    void whatIsThereIsNotReplacedUnasked()
    {
        const auto [kept, questions] = asked(u"there"_s, false);
        QCOMPARE(kept, QString());
        QCOMPARE(questions, 1);
        const auto [replaced, again] = asked(u"there"_s, true);
        QCOMPARE(replaced, m_folder.filePath(u"there.tilescape"_s));
        QCOMPARE(again, 1);
    }

private:
    /// The path for a name that is typed, and how often it was asked whether to replace a file.
    std::pair<QString, int> asked(const QString& typed, bool replace)
    {
        QWidget parent;
        int questions = 0;
        QTimer typing;
        connect(&typing, &QTimer::timeout, qApp, [&] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                dialog->findChild<QLineEdit*>(u"fileNameEdit"_s)->setText(typed);
                dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
            } else if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                ++questions;
                samples::leaveScreenshots(*box, u"replace_question"_s);
                box->buttons()
                    .at(box->buttonRole(box->buttons().at(0))
                                == (replace ? QMessageBox::AcceptRole : QMessageBox::RejectRole)
                            ? 0
                            : 1)
                    ->click();
            }
        });
        typing.start(50);
        const QString path = askWhereToSave(&parent, {u"Save"_s,
                                                      m_folder.filePath(u"suggestion.tilescape"_s),
                                                      {u"tilescape"_s, u"json"_s},
                                                      u"Projects (*.tilescape)"_s});
        return {path, questions};
    }

    QTemporaryDir m_folder;
};

TILESCAPE_TEST(TestSaveDialog)

} // namespace tst_save_dialog
#include "tst_save_dialog.moc"
