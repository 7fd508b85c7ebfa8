#pragma once

#include "ui/widgets/quantity.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

class QFormLayout;
class QMenu;
class QWidget;

namespace tilescape::ui::widgets {

/// One setting that a person may change: a number, or a choice between few values.
struct SettingRow {
    QString name;              ///< of the object that shows it; tests and the keyboard find it by this
    QString label;
    QString help;
    Quantity quantity{};       ///< of a number
    QStringList choices{};     ///< labels of the values 0, 1, ...; empty where the setting is a number
    QStringList choiceNames{}; ///< the same for object names
    std::function<double()> get;
    std::function<void(double)> set; ///< called when a person changes it
};

/// The boxes in which settings are shown and changed. The settings themselves stay where the rows read and write them:
/// whoever changes them calls `refresh`.
class SettingBoxes {
public:
    /// A QuantityBox for a number, a combo box for a choice. The caller puts it into a layout.
    QWidget* add(const SettingRow& row);
    /// A line with label and box.
    void addTo(QFormLayout& form, const SettingRow& row);
    /// Shows in all boxes what the settings are now.
    void refresh() const;

private:
    std::vector<std::function<void()>> m_show;
};

/// A submenu with the values of a choice, of which the present one is checked whenever the menu opens.
void addChoiceMenu(QMenu& menu, const SettingRow& row);

} // namespace tilescape::ui::widgets
