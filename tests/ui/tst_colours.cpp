#include "colour_vision.h"

#include "tests/registered.h"
#include "ui/energy/energy_plot.h"
#include "ui/gradient/gradient_colours.h"
#include "ui/parallelism/parallelism_text.h"
#include "ui/plot/chart.h"
#include "ui/style/travel_colours.h"
#include "ui/tensor/tensor_look.h"

#include <QTest>

#include <random>
#include <set>

namespace tst_colours {

using namespace tilescape;
using namespace tilescape::ui;

namespace {

/// Far more than can just be told apart, so that small areas and thin lines are told apart as well.
constexpr double leastDistance = 15;

using Colours = std::vector<QColor>;

struct Set {
    const char* name;
    Colours colours;
};

/// Colours that stand for different things in one picture.
std::vector<Set> sets()
{
    Set cycle{"segments and regions", {}};
    Set components{"energy components", {}};
    for (int i = 0; i < 7; ++i) {
        cycle.colours.push_back(style::categorical(i));
        components.colours.push_back(style::componentColour(i));
    }
    Set tensors{"tensors", {}};
    for (const Tensor tensor : allTensors) {
        tensors.colours.push_back(style::tensorColour(tensor));
    }
    Set travel{"ways of travel", {}};
    Set travelDark{"ways of travel, dark", {}};
    for (const style::Travel way : style::allTravels) {
        travel.colours.push_back(style::travelColour(way, style::lightPalette()));
        travelDark.colours.push_back(style::travelColour(way, style::darkPalette()));
    }
    using training::parallelism::Choice;
    return {cycle, components, tensors, travel, travelDark, {"data and model parallelism", {parallelism::colour(Choice::Data), parallelism::colour(Choice::Model)}}};
}

} // namespace

/// Categories are told apart by everyone, and on a grey print.
class TestColours : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void categoriesAreApartForEveryEye_data()
    {
        QTest::addColumn<Colours>("colours");
        for (const Set& set : sets()) {
            QTest::newRow(set.name) << set.colours;
        }
    }

    void categoriesAreApartForEveryEye()
    {
        QFETCH(Colours, colours);
        for (const vision::Kind kind : vision::kinds) {
            double smallest = 1000;
            for (std::size_t i = 0; i < colours.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    smallest = std::min(smallest, vision::distance(colours[i], colours[j], kind));
                }
            }
            QVERIFY2(smallest >= leastDistance, qPrintable(QStringLiteral("kind %1: %2").arg(static_cast<int>(kind)).arg(smallest)));
        }
    }

    /// One meaning, one colour: chip and timeline stand beside the energy chart.
    void noColourStandsForARegionATensorAndAnEnergyTermAtOnce()
    {
        const std::vector<Set> all = sets();
        for (std::size_t one = 0; one < 3; ++one) {
            for (std::size_t other = 0; other < one; ++other) {
                for (const QColor& colour : all[one].colours) {
                    for (const QColor& another : all[other].colours) {
                        const double distance = vision::distance(colour, another, vision::Kind::Usual);
                        QVERIFY2(distance >= leastDistance, qPrintable(colour.name() + another.name() + QString::number(distance)));
                    }
                }
            }
        }
    }

    void theDistanceOfBlackAndWhiteIsThatOfTheirLightness()
    {
        for (const vision::Kind kind : vision::kinds) {
            QVERIFY(std::abs(vision::distance(Qt::black, Qt::white, kind) - 100) < 0.1);
        }
        QVERIFY(std::abs(plot::greyDistance(Qt::black, Qt::white) - 100) < 0.01);
        // A light grey is nearly pink to those who see no green: this is what the test is for.
        QVERIFY(vision::distance(QColor(0x99, 0x99, 0x99), QColor(0xcc, 0x79, 0xa7), vision::Kind::Deuteranopia) < leastDistance);
    }

    /// The law of textures, over any colours: five of one grey can be told apart.
    void texturesTellWhatGreyDoesNot()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 500; ++round) {
            Colours colours;
            for (std::size_t i = 0; i < 1 + random() % 5; ++i) {
                colours.push_back(QColor::fromRgb(random() % (1 << 24)));
            }
            checkGrey(colours, plot::texturesFor(colours));
        }
    }

    void everySetOfCategoriesIsToldApartInGrey()
    {
        for (const Set& set : sets()) {
            checkGrey(set.colours, plot::texturesFor(set.colours));
        }
        std::vector<plot::Texture> ofComponents;
        for (const energy::Component component : energy::allComponents) {
            ofComponents.push_back(energy::componentTexture(component));
        }
        checkGrey(sets()[1].colours, ofComponents);
        const Colours tensors = sets()[2].colours;
        const std::vector<plot::Texture> plain(tensors.size(), plot::Texture::Plain);
        checkGrey(tensors, plain); // their bars and tiles bear no textures
    }

    /// Regions bear numbers, choices of parallelism letters; edges differ in their lines.
    void waysOfTravelDifferInTheirLines()
    {
        std::set<Qt::PenStyle> lines;
        for (const style::Travel way : style::allTravels) {
            lines.insert(style::travelStyle(way));
        }
        QCOMPARE(lines.size(), style::allTravels.size());
    }

    /// What was brought in is told from what was not, in grey too; what came again is hatched.
    void partsOfTensorsTellWhetherTheyCame()
    {
        for (const QPalette& palette : {style::lightPalette(), style::darkPalette(), style::paperPalette()}) {
            for (const Tensor tensor : allTensors) {
                const QColor never = tensor::shadeOf(tensor, 0, palette);
                for (const Count times : {1, 2, 3, 100}) {
                    const QColor came = tensor::shadeOf(tensor, times, palette);
                    QVERIFY2(plot::greyDistance(never, came) >= plot::leastGreyDistance, qPrintable(came.name() + never.name()));
                    for (const vision::Kind kind : vision::kinds) {
                        QVERIFY2(vision::distance(never, came, kind) >= plot::leastGreyDistance, qPrintable(came.name() + never.name()));
                    }
                }
            }
        }
    }

private:
    static void checkGrey(const Colours& colours, const std::vector<plot::Texture>& textures)
    {
        QCOMPARE(textures.size(), colours.size());
        for (std::size_t i = 0; i < colours.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const bool apart = plot::greyDistance(colours[i], colours[j]) >= plot::leastGreyDistance || textures[i] != textures[j];
                QVERIFY2(apart, qPrintable(colours[i].name() + QLatin1Char(' ') + colours[j].name()));
            }
        }
    }
};

TILESCAPE_TEST(TestColours)

} // namespace tst_colours
#include "tst_colours.moc"
