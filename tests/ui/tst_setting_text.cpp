#include "core/hardware/parameters.h"
#include "core/search/space/search_space.h"
#include "tests/registered.h"
#include "ui/explore/setting_text.h"

#include <QSet>
#include <QTest>

#include <string>
#include <vector>

namespace tst_setting_text {

using namespace tilescape;
using ui::explore::settingLabel;

class TestSettingText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Lists of axes have no headings that would tell two of one name apart.
    void noTwoSettingsHaveOneName()
    {
        std::vector<std::string> keys{"network", "hardware", "batch", "goal", "solver"};
        for (const hardware::Parameter& parameter : hardware::parameters()) {
            keys.emplace_back(parameter.key);
        }
        for (const search::SpaceOption& option : search::spaceOptions()) {
            keys.emplace_back(option.key);
        }
        QSet<QString> labels;
        for (const std::string& key : keys) {
            const QString label = settingLabel(key);
            QVERIFY2(!label.isEmpty() && !labels.contains(label), qPrintable(label));
            labels.insert(label);
        }
        QVERIFY(labels.contains(QStringLiteral("Array bus (speed)"))
                && labels.contains(QStringLiteral("Array bus (energy)")));
        QVERIFY(labels.contains(QStringLiteral("Batch")) && labels.contains(QStringLiteral("Batch partition")));
    }
};

TILESCAPE_TEST(TestSettingText)

} // namespace tst_setting_text
#include "tst_setting_text.moc"
