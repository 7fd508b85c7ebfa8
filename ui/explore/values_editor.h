#pragma once

#include "core/explore/sweep.h"

#include <QWidget>

class QLineEdit;
class QListWidget;
class QSpinBox;

namespace tilescape::ui::widgets {
class QuantityBox;
}

namespace tilescape::ui::explore {

class NamedParts;

/// Edits the values of one axis.
class ValuesEditor : public QWidget {
    Q_OBJECT

public:
    explicit ValuesEditor(std::vector<std::string> keys) : m_keys(std::move(keys)) {}
    [[nodiscard]] const std::vector<std::string>& keys() const { return m_keys; }
    /// It may have faults.
    [[nodiscard]] virtual tilescape::explore::Axis axis() const = 0;

Q_SIGNALS:
    void changed();

private:
    std::vector<std::string> m_keys;
};

/// Numbers from one to another in so many steps, or any between.
class RangeEditor : public ValuesEditor {
    Q_OBJECT

public:
    /// From half to twice of `now`.
    RangeEditor(std::vector<std::string> keys, double now, bool mayBeAny);
    [[nodiscard]] tilescape::explore::Axis axis() const override;
    void setRange(double from, double to, int steps); ///< 0 steps: any number between
    void setLogarithmic(bool logarithmic);            ///< at first as the key's slider
    void setMayBeAny(bool may);

private:
    bool m_logarithmic = false;
    widgets::QuantityBox* m_from = nullptr;
    widgets::QuantityBox* m_to = nullptr;
    QSpinBox* m_steps = nullptr;
};

/// Numbers as a text with commas between; those of several keys with a cross: "8 x 16".
class ListEditor : public ValuesEditor {
    Q_OBJECT

public:
    ListEditor(std::vector<std::string> keys, const std::vector<std::vector<std::string>>& values);
    [[nodiscard]] tilescape::explore::Axis axis() const override;

private:
    QLineEdit* m_text = nullptr;
};

/// Names, each of which is ticked or not; networks and chips may come from files.
class NamesEditor : public ValuesEditor {
    Q_OBJECT

public:
    NamesEditor(const std::string& key, const std::vector<std::string>& ticked, NamedParts& parts);
    [[nodiscard]] tilescape::explore::Axis axis() const override;
    /// Ticks the network or chip of the file; says what is wrong with it.
    support::Diagnostics addFile(const QString& path);

private:
    void fill(const std::vector<std::string>& ticked);
    void askForFile();
    [[nodiscard]] std::vector<std::string> ticked() const;

    NamedParts& m_parts;
    QListWidget* m_list = nullptr;
};

} // namespace tilescape::ui::explore
