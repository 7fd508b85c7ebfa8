#pragma once

#include <QLabel>
#include <QWidget>

#include <vector>

class QGridLayout;

namespace tilescape::ui::inspector {

/// One line: what, how much, and more about it as tooltip.
struct Fact {
    QString label;
    QString value;
    QString toolTip;
};

/// A name that is one long word may be broken at its joints: in a narrow panel its end would be cut.
QString breakable(QString text);

/// Labels on the left, values on the right. Values can be selected. Lines are reused from one showing to the next.
class FactList : public QWidget {
    Q_OBJECT

public:
    explicit FactList(QWidget* parent = nullptr);
    void setFacts(const std::vector<Fact>& facts);
    /// The value beside this label; empty if there is none.
    [[nodiscard]] QString valueOf(const QString& label) const;

private:
    struct Line {
        QLabel* label = nullptr;
        QLabel* value = nullptr;
    };
    Line& line(std::size_t index);

    QGridLayout* m_grid = nullptr;
    std::vector<Line> m_lines;
    std::size_t m_shown = 0;
};

} // namespace tilescape::ui::inspector
