#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace tilescape::ui::inspector {

/// A memory as a bar as wide as its capacity, stacked by what it holds. Tooltip and accessible description say the
/// numbers.
class FillingBar : public QWidget {
    Q_OBJECT

public:
    struct Part {
        QString label;
        double words = 0;
        QColor colour;
    };

    explicit FillingBar(QWidget* parent = nullptr);
    void setFilling(std::vector<Part> parts, double capacityWords);
    [[nodiscard]] double heldWords() const;
    [[nodiscard]] const std::vector<Part>& parts() const { return m_parts; }
    [[nodiscard]] double capacityWords() const { return m_capacity; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Part> m_parts;
    double m_capacity = 0;
};

} // namespace tilescape::ui::inspector
