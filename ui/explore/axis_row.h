#pragma once

#include "core/explore/sweep.h"

#include <QWidget>

#include <optional>
#include <string>

class QComboBox;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace tilescape::ui::widgets {
class QuantityBox;
}

namespace tilescape::ui::explore {

/// The words of a key of a problem in the window: "Buffer of a tile", "Goal".
QString settingLabel(const std::string& key);
/// The value of a key as a person reads it: "32 KiB", "energy".
QString settingText(const std::string& key, const std::string& value);

/// Edits one axis of a sweep: which key, and from where to where in how many steps; of keys whose values are names all of them.
class AxisRow : public QWidget {
    Q_OBJECT

public:
    /// Begins with `key`, from half to twice what the problem has.
    AxisRow(const schedule::Problem& problem, const std::string& key, QWidget* parent = nullptr);

    [[nodiscard]] std::string key() const;
    void setKey(const std::string& key);
    void setRange(double from, double to, int steps); ///< of a key whose values are numbers
    [[nodiscard]] tilescape::explore::Axis axis() const;
    [[nodiscard]] QToolButton* removeButton() const { return m_remove; }

Q_SIGNALS:
    void changed();

private:
    void showKey();

    const schedule::Problem& m_problem;
    QComboBox* m_key = nullptr;
    QWidget* m_ends = nullptr; ///< the boxes of a range, made anew for each key
    widgets::QuantityBox* m_from = nullptr;
    widgets::QuantityBox* m_to = nullptr;
    QSpinBox* m_steps = nullptr;
    QToolButton* m_remove = nullptr;
};

} // namespace tilescape::ui::explore
