#include "core/search/space/search_space.h"
#include "tests/registered.h"
#include "ui/style/palette.h"
#include "ui/window/space_pictures.h"

#include <QCoreApplication>
#include <QLabel>
#include <QTest>
#include <QTextDocument>
#include <QVBoxLayout>

#include <set>

namespace tst_space_pictures {

using namespace tilescape;
using namespace tilescape::ui::window;

namespace {

std::vector<std::string_view> keys()
{
    std::vector<std::string_view> all{"buffer_bypass"};
    for (const search::SpaceOption& option : search::spaceOptions()) {
        all.push_back(option.key);
    }
    return all;
}

} // namespace

/// Every switch of the search space tells in words and with a picture what it does.
class TestSpacePictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySwitchHasATitleAndAPictureOfItsOwn()
    {
        std::set<QString> titles;
        std::set<QByteArray> pictures;
        for (const std::string_view key : keys()) {
            const QImage picture = switchPicture(key);
            QVERIFY2(!picture.isNull(), std::string(key).c_str());
            QVERIFY(titles.insert(switchTitle(key)).second);
            QVERIFY(pictures.insert(QByteArray(reinterpret_cast<const char*>(picture.constBits()), picture.sizeInBytes())).second);
        }
        QVERIFY(switchPicture("no_switch").isNull() && switchTitle("no_switch").isEmpty());
    }

    void aTooltipShowsThePictureAndWhyASwitchIsOff()
    {
        const auto heightOf = [](const QString& markup) {
            QTextDocument document;
            document.setHtml(markup);
            return document.size().height();
        };
        const QString tip = switchToolTip("buffer_sharing", QStringLiteral("Help & <more>."), QStringLiteral("Why."));
        QTextDocument document;
        document.setHtml(tip);
        QVERIFY(document.toPlainText().contains(QStringLiteral("Help & <more>.")) && document.toPlainText().contains(QStringLiteral("Why.")));
        QString without = tip;
        const auto begin = without.indexOf(QStringLiteral("<img"));
        without.remove(begin, without.indexOf(QLatin1Char('>'), begin) - begin + 1);
        QVERIFY(heightOf(tip) > heightOf(without) + 30);
    }

    void screenshots()
    {
        for (const bool dark : {false, true}) {
            QApplication::setPalette(dark ? ui::style::darkPalette() : ui::style::lightPalette());
            QWidget sheet;
            auto* grid = new QGridLayout(&sheet);
            int number = 0;
            for (const std::string_view key : keys()) {
                auto* label = new QLabel(switchToolTip(key, QStringLiteral("…"), {}));
                grid->addWidget(label, number / 4, number % 4);
                ++number;
            }
            QVERIFY(sheet.grab().save(QCoreApplication::applicationDirPath() + QStringLiteral("/../screenshots/switches_%1.png").arg(dark ? QStringLiteral("dark") : QStringLiteral("light"))));
        }
        QApplication::setPalette(ui::style::lightPalette());
    }
};

TILESCAPE_TEST(TestSpacePictures)

} // namespace tst_space_pictures
#include "tst_space_pictures.moc"
