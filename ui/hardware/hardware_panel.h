#pragma once

#include "core/hardware/hardware.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::hardware {

class DerivedNumbers;
class ParameterRow;

/// Every row of the parameter table as box and slider, under its group's heading; beneath, what follows from them.
/// The box of parameter `key` is named "box_<key>", its slider "slider_<key>".
class HardwarePanel : public QWidget {
    Q_OBJECT

public:
    explicit HardwarePanel(workspace::Workspace& workspace, QWidget* parent = nullptr);

public Q_SLOTS:
    /// Shows the rows that `text` matches.
    void setFilter(const QString& text);

private:
    struct Group {
        QLabel* heading = nullptr;
        std::vector<ParameterRow*> rows;
    };
    void buildRows(QWidget* parent);
    void alignBoxes();
    void connectRow(ParameterRow* row);
    void refresh();
    void expectEdits();
    void showSensitivities();
    /// The chip that this one began as: the preset of its name, or the table's defaults.
    [[nodiscard]] const tilescape::hardware::Hardware& reference();

    workspace::Workspace& m_workspace;
    std::vector<Group> m_groups;
    std::vector<tilescape::hardware::Hardware> m_presets;
    tilescape::hardware::Hardware m_defaults;
    QLineEdit* m_filter = nullptr;
    QLabel* m_count = nullptr;
    QToolButton* m_marks = nullptr; ///< pressed: sensitivities are found, and stand beside the sliders
    DerivedNumbers* m_derived = nullptr;
    ParameterRow* m_inFocus = nullptr; ///< that was edited last, or has the keyboard
    ParameterRow* m_expectedOf = nullptr;
    std::vector<double> m_expected; ///< that the workspace was told
};

} // namespace tilescape::ui::hardware
