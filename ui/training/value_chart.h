#pragma once

#include "ui/widgets/figure.h"

#include <QColor>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

namespace tilescape::ui::training {

/// A small chart of named categories: bars with their values, bars of parts on each other, or lines. Hovering a category
/// tells all its values; a person who cannot see it finds them in the accessible description.
class ValueChart : public QWidget {
    Q_OBJECT

public:
    enum class Kind { Bars, StackedBars, Lines };
    struct Series {
        QString name;
        QColor colour;
        std::vector<double> values; ///< one a category
    };
    struct Content {
        QString title; ///< with the unit
        QStringList categories;
        std::vector<Series> series;
        Kind kind = Kind::Bars;
        bool logarithmic = false; ///< bars only, values above 0
        int marked = -1;          ///< a category that stands out
        std::function<QString(double)> text; ///< a value with its unit
    };

    explicit ValueChart(QWidget* parent = nullptr);

    void setContent(Content content);
    [[nodiscard]] const Content& content() const { return m_content; }
    [[nodiscard]] widgets::Figure figure(const QString& name) const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {230, 190}; }
    [[nodiscard]] QSize sizeHint() const override { return {320, 230}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Frame;
    [[nodiscard]] Frame frame() const;
    [[nodiscard]] QString textOf(qsizetype category) const;
    void paintAxes(QPainter& painter, const Frame& frame) const;
    void paintBars(QPainter& painter, const Frame& frame) const;
    void paintLines(QPainter& painter, const Frame& frame) const;
    void paintLegend(QPainter& painter, const Frame& frame) const;

    Content m_content;
};

} // namespace tilescape::ui::training
