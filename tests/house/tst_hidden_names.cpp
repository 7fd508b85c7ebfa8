#include "hidden_names.h"
#include "planted_tree.h"
#include "tests/registered.h"

namespace tst_hidden_names {

namespace {

QStringList faultsOf(const QString& source)
{
    QTemporaryDir folder;
    write(folder, "core/io/size.h", "#pragma once\n\nstd::string sizeText(Extent size);\n");
    write(folder, "core/cost/size.h", "#pragma once\n\nint sizeCost(Extent size);\n");
    write(folder, "core/io/report.cpp", source);
    return hiddenNames(folder.path());
}

} // namespace

class TestHiddenNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thisProjectHidesNone()
    {
        QVERIFY2(QFile::exists(TILESCAPE_SOURCE_DIR "/core/io/library.h"), "The sources are not where they should be.");
        const QStringList faults = hiddenNames(TILESCAPE_SOURCE_DIR);
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }

    void aHeadersNameInAnAnonymousNamespaceIsAFault()
    {
        QCOMPARE(faultsOf("#include \"size.h\"\n\nnamespace {\n\n/// Both sides.\nstd::string sizeText(const Layer& layer)\n{\n}\n\n} // namespace\n"),
                 QStringList("core/io/report.cpp:6 hides sizeText, which size.h declares, from its neighbours where they are compiled together."));
    }

    void otherNamesAreNoFaults()
    {
        QCOMPARE(faultsOf("namespace {\n\nint sizeCost(Extent size);\nstd::string layerSize()\n{\n    return sizeText({});\n}\n\n} // namespace\n"),
                 QStringList());
        QCOMPARE(faultsOf("std::string sizeText(Extent size)\n{\n}\n"), QStringList());
    }
};

TILESCAPE_TEST(TestHiddenNames)

} // namespace tst_hidden_names
#include "tst_hidden_names.moc"
