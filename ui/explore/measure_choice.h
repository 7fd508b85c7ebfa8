#pragma once

#include <QPushButton>

#include <string>
#include <vector>

namespace tilescape::ui::explore {

/// The measures whose Pareto front is looked for: a button with a menu in which each is ticked or not.
class MeasureChoice : public QPushButton {
    Q_OBJECT

public:
    explicit MeasureChoice(QWidget* parent = nullptr);

    /// In the order in which they were chosen.
    [[nodiscard]] const std::vector<std::string>& measures() const { return m_chosen; }
    /// Of a sweep or a search that says nothing of them.
    static std::vector<std::string> usual() { return {"energy_pj", "delay_s"}; }
    void setMeasures(const std::vector<std::string>& keys);

Q_SIGNALS:
    void changed();

private:
    void showChoice();

    std::vector<QAction*> m_actions; ///< one a measure
    std::vector<std::string> m_chosen;
};

} // namespace tilescape::ui::explore
