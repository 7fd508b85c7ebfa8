#include "tests/registered.h"
#include "ui/window/theme.h"

#include <QEvent>
#include <QLabel>
#include <QTest>

namespace tst_theme {

using namespace tilescape::ui::window;

namespace {

/// Counts how often a widget is told of another style or palette.
class RestyledLabel : public QLabel {
public:
    int times = 0;

protected:
    void changeEvent(QEvent* event) override
    {
        times += event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange ? 1 : 0;
        QLabel::changeEvent(event);
    }
};

} // namespace

/// Light and dark, of the whole application.
class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Every widget would be styled and laid out again.
    void aThemeThatIsThereAlreadyIsNotSetAgain()
    {
        applyTheme(Theme::Dark);
        RestyledLabel label;
        label.ensurePolished();
        label.times = 0;
        applyTheme(Theme::Dark);
        QCOMPARE(label.times, 0);
        applyTheme(Theme::Light);
        QVERIFY(label.times > 0);
    }
};

TILESCAPE_TEST(TestTheme)

} // namespace tst_theme
#include "tst_theme.moc"
