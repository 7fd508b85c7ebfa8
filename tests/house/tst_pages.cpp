#include "page_links.h"
#include "planted_tree.h"
#include "tests/registered.h"

namespace tst_pages {

namespace {

// A small manual in which every kind of link is used once.
void writeSoundPages(const QTemporaryDir& folder)
{
    write(folder, "README.md",
          "# House\n![picture](resources/window.png)\n[The\nmanual](resources/manual/index.md), [licence](LICENSE), "
          "[example](examples/one/README.md), [elsewhere](https://example.org/nothing.md)\n"
          "```\n[no link](nowhere.md)\n```\n`[nor this](nowhere.md)`\n");
    write(folder, "LICENSE", "Free.\n");
    write(folder, "resources/window.png", "");
    write(folder, "examples/one/README.md", "[Model](../../resources/manual/model.md#2-loop-blocking)\n");
    write(folder, "resources/manual/index.md", "[Model](model.md)\n[Home](../../README.md#house)\n");
    write(folder, "resources/manual/model.md",
          "# The model\n## 2. Loop blocking\nHeld by `tst_walker`; see [above](#the-model).\n## Tests\n## Tests\n"
          "[The window's own](#tests-1)\n");
    write(folder, "tests/core/cost/tst_walker.cpp", "");
}

} // namespace

/// Links between README, manual and examples lead somewhere, and tests that the pages name exist.
class TestPages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thisProjectsPagesHoldTogether()
    {
        QVERIFY2(QFile::exists(TILESCAPE_SOURCE_DIR "/resources/manual/index.md"),
                 "The manual is not where it should be.");
        const QStringList faults = pageFaults(TILESCAPE_SOURCE_DIR);
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }

    void soundPagesHaveNoFaults()
    {
        QTemporaryDir folder;
        writeSoundPages(folder);
        QCOMPARE(pageFaults(folder.path()), QStringList());
    }

    void aPlantedFaultIsNamed_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* path, const char* text, const char* sentence) {
            QTest::newRow(name) << path << text << sentence;
        };
        row("a file that is not there", "resources/manual/extra.md", "\n[x](gone.md)\n",
            "resources/manual/extra.md:2 links to gone.md, but there is no such file.");
        row("a picture that is not there", "resources/manual/extra.md", "![x](../gone.png)\n",
            "resources/manual/extra.md:1 links to ../gone.png, but there is no such file.");
        row("outside of the project", "resources/manual/extra.md", "[x](../../../secret.md)\n",
            "resources/manual/extra.md:1 links to ../../../secret.md, but there is no such file.");
        row("a link over two lines", "resources/manual/extra.md", "[two\nlines](gone.md)\n",
            "resources/manual/extra.md:2 links to gone.md, but there is no such file.");
        row("a heading of another page", "resources/manual/extra.md", "[x](model.md#3-loop-blocking)\n",
            "resources/manual/extra.md:1 links to model.md#3-loop-blocking, but there is no such heading.");
        row("a heading of its own", "resources/manual/extra.md", "# Extra\n[x](#extras)\n",
            "resources/manual/extra.md:2 links to #extras, but there is no such heading.");
        row("a heading in a file without any", "resources/manual/extra.md", "[x](../../LICENSE#free)\n",
            "resources/manual/extra.md:1 links to ../../LICENSE#free, but there is no such heading.");
        row("a heading that is code", "resources/manual/extra.md", "```\n# Code\n```\n[x](#code)\n",
            "resources/manual/extra.md:4 links to #code, but there is no such heading.");
        row("an example's page", "examples/two/README.md", "[x](gone.md)\n",
            "examples/two/README.md:1 links to gone.md, but there is no such file.");
        row("a test that is not there", "resources/manual/extra.md", "Held by `tst_runner`.\n",
            "resources/manual/extra.md:1 names tst_runner, but there is no such test.");
        row("a row of another table", "resources/manual/extra.md", "| a | `b|c` |\n|---|---|\n| 1 | 2 \\| 3 | 4 |\n",
            "resources/manual/extra.md:3 has 3 cells where the first row of its table has 2.");
        row("a page that nobody links", "resources/manual/extra.md", "[x](index.md)\n",
            "resources/manual/extra.md cannot be reached from README.md.");
    }

    void aPlantedFaultIsNamed()
    {
        QFETCH(QString, path);
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        QTemporaryDir folder;
        writeSoundPages(folder);
        write(folder, path, text);
        const QStringList faults = pageFaults(folder.path());
        QVERIFY2(faults.contains(sentence), qPrintable("These faults were found: " + faults.join('\n')));
    }
};

TILESCAPE_TEST(TestPages)

} // namespace tst_pages
#include "tst_pages.moc"
