#include "contrast.h"
#include "tests/registered.h"
#include "ui/style/difference.h"
#include "ui/style/format.h"
#include "ui/style/palette.h"

#include <QLocale>
#include <QSet>
#include <QTest>
#include <QTextDocument>

#include <limits>

namespace tst_format {

using namespace tilescape;
using namespace tilescape::ui;
using samples::contrast;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

/// Spaces before units do not break; here they read better as plain ones.
QString plain(QString text) { return text.replace(QChar(0xa0), QLatin1Char(' ')); }

} // namespace

class TestFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void energyTakesTheUnitInWhichItReadsBest()
    {
        QCOMPARE(plain(style::energy(0)), QStringLiteral("0 pJ"));
        QCOMPARE(plain(style::energy(0.94)), QStringLiteral("0.940 pJ"));
        QCOMPARE(plain(style::energy(4.21e9)), QStringLiteral("4.21 mJ"));
        QCOMPARE(plain(style::energy(412e9)), QStringLiteral("412 mJ"));
        QCOMPARE(plain(style::energy(3.5e15)), QStringLiteral("3,500 J"));
    }

    /// Sums of the same numbers in another order differ in their last digits; that is no difference.
    void roundingIsNoDifference()
    {
        const double sum = 0.1 + 0.2 + 0.3;
        const double other = 0.3 + 0.2 + 0.1;
        QVERIFY(sum != other);
        QCOMPARE(plain(style::signedEnergy(sum * 1e9, other * 1e9)), QStringLiteral("±0 pJ"));
        QCOMPARE(style::signedCount(sum, other), style::signedCount(1, 1));
        QCOMPARE(plain(style::signedEnergy(1e9, 1e9 + 1000)), QStringLiteral("+1.00 nJ"));
        QVERIFY(style::signedCount(4, 3).startsWith(QChar(0x2212)));
    }

    void whatRoundsToAThousandTakesTheNextUnit()
    {
        QCOMPARE(plain(style::energy(999.4)), QStringLiteral("999 pJ"));
        QCOMPARE(plain(style::energy(999.6)), QStringLiteral("1.00 nJ"));
        QCOMPARE(plain(style::count(999'600)), QStringLiteral("1.00 M"));
    }

    void countsStandInFullUpToAHundredThousand()
    {
        QCOMPARE(style::count(0), QStringLiteral("0"));
        QCOMPARE(style::count(52'300), QStringLiteral("52,300"));
        QCOMPARE(style::count(33.6), QStringLiteral("33.6"));
        QCOMPARE(plain(style::count(310'000)), QStringLiteral("310 k"));
        QCOMPARE(plain(style::count(9.81e6)), QStringLiteral("9.81 M"));
        QCOMPARE(plain(style::words(2.77e9)), QStringLiteral("2.77 G words"));
        QCOMPARE(plain(style::byteCount(9.81e6)), QStringLiteral("9.81 MB"));
        QCOMPARE(plain(style::byteCount(52'300)), QStringLiteral("52,300 B"));
        QCOMPARE(plain(style::byteCount(-4.5e6)), QStringLiteral("-4.50 MB"));
        QCOMPARE(style::exactCount(2'770'000'001.0), QStringLiteral("2,770,000,001"));
    }

    void numbersHaveFourDigitsAndNoIdleZeros()
    {
        QCOMPARE(style::number(0), QStringLiteral("0"));
        QCOMPARE(style::number(401.89), QStringLiteral("401.9"));
        QCOMPARE(style::number(0.250729), QStringLiteral("0.2507"));
        QCOMPARE(style::number(1.5), QStringLiteral("1.5"));
        QCOMPARE(style::number(200), QStringLiteral("200"));
        QCOMPARE(style::number(-2.25), QStringLiteral("-2.25"));
    }

    void sharesOfNothingAreNothing()
    {
        QCOMPARE(style::percent(0.978), QStringLiteral("97.8\u00a0%"));
        QCOMPARE(style::percentOf(1, 4), QStringLiteral("25.0\u00a0%"));
        QCOMPARE(style::percentOf(1, 0), QStringLiteral("0.0\u00a0%"));
    }

    void timesRunFromNanosecondsToMillionsOfSeconds()
    {
        QCOMPARE(plain(style::seconds(0.018)), QStringLiteral("18.0 ms"));
        QCOMPARE(plain(style::seconds(90)), QStringLiteral("90.0 s"));
        QCOMPARE(plain(style::seconds(2e-9)), QStringLiteral("2.00 ns"));
        QCOMPARE(plain(style::seconds(30332)), QStringLiteral("30,332 s"));
        QCOMPARE(plain(style::seconds(172536)), QStringLiteral("173 ks"));
        QCOMPARE(plain(style::seconds(1.91e6)), QStringLiteral("1.91 Ms"));
    }

    void whatIsNoNumberIsSaidInWords()
    {
        QCOMPARE(style::count(endless), QStringLiteral("unlimited"));
        QCOMPARE(style::number(endless), QStringLiteral("unlimited"));
        QCOMPARE(style::energy(std::nan("")), QStringLiteral("–"));
    }

    void namesAreNoMarkup()
    {
        QCOMPARE(style::literal(QStringLiteral("conv & pool\n3 × 3")), QStringLiteral("conv & pool\n3 × 3"));
        for (const char* name : {"<b>&conv</b>\nEnergy 1 pJ", "a <i>b</i>", "x &lt; y", "<b>%1</b>"}) {
            QTextDocument shown;
            shown.setHtml(style::literal(QString::fromUtf8(name)));
            QCOMPARE(shown.toPlainText(), QString::fromUtf8(name));
        }
    }

    void numbersFollowTheLanguage()
    {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(style::number(1.5), QStringLiteral("1,5"));
        QCOMPARE(style::count(52'300), QStringLiteral("52.300"));
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void textIsReadableInLightAndDark_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << style::lightPalette() << false;
        QTest::newRow("dark") << style::darkPalette() << true;
        QTest::newRow("paper") << style::paperPalette() << false;
    }

    void textIsReadableInLightAndDark()
    {
        QFETCH(QPalette, palette);
        QFETCH(bool, dark);
        QCOMPARE(style::isDark(palette), dark);
        const QColor base = palette.color(QPalette::Base);
        // WCAG 2, level AA: 4.5 for text, 3 for what is not text.
        QVERIFY(contrast(palette.color(QPalette::Text), base) > 10);
        QVERIFY(contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) > 10);
        QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) > 4.5);
        QVERIFY(contrast(style::mutedText(palette), base) > 4.5);
        QVERIFY(contrast(style::warningColour(palette), base) > 4.5);
        QVERIFY(contrast(style::errorColour(palette), base) > 4.5);
        QVERIFY(contrast(style::selection(palette), base) > 3);
    }

    void labelsOnEveryColourAreReadable()
    {
        for (int i = 0; i < 7; ++i) {
            const QColor fill = style::categorical(i);
            QVERIFY2(contrast(style::readableOn(fill), fill) > 3, qPrintable(fill.name()));
        }
    }

    void noTwoColoursOfASetAreAlike()
    {
        QSet<QRgb> cycle;
        QSet<QRgb> components;
        for (int i = 0; i < 7; ++i) {
            cycle.insert(style::categorical(i).rgb());
            components.insert(style::componentColour(i).rgb());
        }
        QCOMPARE(cycle.size(), 7);
        QCOMPARE(components.size(), 7);
    }
};

TILESCAPE_TEST(TestFormat)

} // namespace tst_format
#include "tst_format.moc"
