#pragma once

#include "ui/plot/chart.h"
#include "ui/widgets/figure.h"

#include <QWidget>

namespace tilescape::ui::plot {

/// A small chart of named categories. Hovering a category tells all its values; a person who cannot see it finds them in
/// the accessible description.
class ValueChart : public QWidget {
    Q_OBJECT

public:
    using Series = Chart::Series;
    using Content = Chart; ///< with the text of a tick

    explicit ValueChart(QWidget* parent = nullptr);

    void setContent(Content content);
    /// Where the values come from, as a line: added to what hovering tells.
    void setOrigin(const QString& line) { m_origin = line; }
    [[nodiscard]] const QString& origin() const { return m_origin; }
    /// What each value consists of, one a category: told on hovering, too.
    void setNotes(QStringList notes) { m_notes = std::move(notes); }
    /// All that hovering a category tells.
    [[nodiscard]] QString toolTipOf(std::size_t category) const;
    [[nodiscard]] const Content& content() const { return m_content; }
    [[nodiscard]] widgets::Figure figure(const QString& name) const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {260, 190}; }
    [[nodiscard]] QSize sizeHint() const override { return {320, 230}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] ChartLayout chartLayout() const;
    [[nodiscard]] QString textOf(std::size_t category) const;

    Content m_content;
    QString m_origin;
    QStringList m_notes;
};

} // namespace tilescape::ui::plot
