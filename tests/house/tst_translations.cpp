#include "tests/registered.h"
#include "translation_rules.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_translations {

namespace {

QStringList faultsOf(const QString& source)
{
    QTemporaryDir folder;
    const auto write = [&folder](const QString& path, const QString& text) {
        const QString full = folder.filePath(path);
        QVERIFY(QDir().mkpath(full.section('/', 0, -2)));
        QFile file(full);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
    };
    write("ui/chip/chip_view.h", "namespace tilescape::ui::workspace {\nclass Workspace;\n}\nnamespace tilescape::ui::chip {\n"
                                 "class ChipView : public QWidget {\n    Q_OBJECT\n};\n}\n");
    write("ui/chip/chip_text.h", "struct ChipText {\n    Q_DECLARE_TR_FUNCTIONS(ChipText)\n};\n");
    write("ui/chip/chip.cpp", source);
    return translationFaults(folder.path());
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thisProjectKeepsTheRules()
    {
        QVERIFY2(QFile::exists(TILESCAPE_SOURCE_DIR "/ui/style/format.h"), "The sources are not where they should be.");
        const QStringList faults = translationFaults(TILESCAPE_SOURCE_DIR);
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }

    void wordsOfClassesAreNoFaults()
    {
        QCOMPARE(faultsOf("auto a = ChipView::tr(\"tile\");\nauto b = QT_TRANSLATE_NOOP(\"ChipText\", \"region\");\n"
                          "auto c = QT_TRANSLATE_NOOP(\"tilescape::ui::chip::ChipView\", \"tile\");\n"),
                 QStringList());
    }

    void freeWordsAreFaults()
    {
        QCOMPARE(faultsOf("\nauto a = QCoreApplication::translate(\"Chip\", \"tile\");\n"),
                 QStringList("ui/chip/chip.cpp:2 calls QCoreApplication::translate, but words of ui stand in tr() of a class."));
        QCOMPARE(faultsOf("auto a = QObject::tr(\"tile\");\n"),
                 QStringList("ui/chip/chip.cpp:1 calls QObject::tr, but words of ui stand in tr() of a class."));
    }

    void aContextWithoutItsNamespacesIsAFault()
    {
        QCOMPARE(faultsOf("auto a = QT_TRANSLATE_NOOP(\"ChipView\", \"tile\");\n"),
                 QStringList("ui/chip/chip.cpp:1 marks words for ChipView, which is the context of no class."));
    }
};

TILESCAPE_TEST(TestTranslations)

} // namespace tst_translations
#include "tst_translations.moc"
