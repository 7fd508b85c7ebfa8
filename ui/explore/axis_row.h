#pragma once

#include "core/explore/sweep.h"

#include <QWidget>

class QComboBox;
class QToolButton;
class QVBoxLayout;

namespace tilescape::ui::explore {

class NamedParts;
class NamesEditor;
class ValuesEditor;

/// What the axes of a sweep or the variables of a search are edited with.
struct AxisContext {
    const schedule::Problem& problem; ///< the open one, whose values axes begin around
    NamedParts& parts;
    bool isSearch = false; ///< for the variables of a search: no networks, and ranges need no steps
};

/// Edits one axis: which keys it turns, and its values as a range, a list, or names.
class AxisRow : public QWidget {
    Q_OBJECT

public:
    /// Begins with a range around what the problem has.
    AxisRow(const AxisContext& context, const std::vector<std::string>& keys, QWidget* parent = nullptr);

    [[nodiscard]] std::vector<std::string> keys() const;
    void setKeys(const std::vector<std::string>& keys);
    void setKey(const std::string& key) { setKeys({key}); }
    void setRange(double from, double to, int steps); ///< of keys whose values are numbers; 0 steps: any between
    void setList(const std::vector<std::vector<std::string>>& values); ///< of any keys
    /// Whether a range may have no steps, as for Sobol points.
    void setMayBeAny(bool may);
    void showAxis(const tilescape::explore::Axis& axis);
    /// It may have faults; values that have none are written as `explore::normalize` has them.
    [[nodiscard]] tilescape::explore::Axis axis() const;
    [[nodiscard]] QToolButton* removeButton() const { return m_remove; }
    /// Null where the values are numbers.
    [[nodiscard]] NamesEditor* names() const;

Q_SIGNALS:
    void changed();

private:
    void changeKeys();
    void toggleList(bool list);
    void showRange(const tilescape::explore::Range& range, std::size_t steps); ///< as `setRange`
    void setEditor(ValuesEditor* editor);

    AxisContext m_context;
    bool m_mayBeAny;
    QVBoxLayout* m_column = nullptr;
    QComboBox* m_key = nullptr;
    QToolButton* m_list = nullptr; ///< numbers as a list in place of a range
    QToolButton* m_remove = nullptr;
    ValuesEditor* m_editor = nullptr; ///< made anew for other keys
};

} // namespace tilescape::ui::explore
