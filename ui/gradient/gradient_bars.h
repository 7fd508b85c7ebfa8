#pragma once

#include "core/training/gradient/analysis.h"
#include "ui/plot/chart.h"
#include "ui/widgets/figure.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace tilescape::ui::gradient {

/// Times by strategy over the sequential time: the network (forward and backward) first, then the backward pass of each
/// layer. Put it into a scroll area: long networks may need more than there is.
class GradientBars : public QWidget {
    Q_OBJECT

public:
    using Strategy = tilescape::training::gradient::Strategy;
    static constexpr std::array<Strategy, 4> shown{Strategy::Interleaved, Strategy::Rearranged, Strategy::Ideal,
                                                   Strategy::Partitioned};

    explicit GradientBars(QWidget* parent = nullptr);
    void setResult(std::shared_ptr<const tilescape::training::gradient::NetworkResult> result);
    void setSelected(std::optional<std::size_t> layer);

    [[nodiscard]] std::size_t groups() const; ///< the network and its layers
    [[nodiscard]] double value(std::size_t group, Strategy strategy) const;
    [[nodiscard]] QRectF groupRect(std::size_t group) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] widgets::Figure figure() const;

Q_SIGNALS:
    void layerClicked(std::size_t layer);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] plot::Chart chart() const;
    [[nodiscard]] plot::ChartLayout chartLayout() const;
    [[nodiscard]] std::vector<plot::LegendEntry> legend() const;
    [[nodiscard]] double visibleWidth() const;
    [[nodiscard]] std::optional<std::size_t> groupAt(double x) const;
    [[nodiscard]] QString label(std::size_t group) const;
    [[nodiscard]] QString toolTipOf(std::size_t group) const;

    std::shared_ptr<const tilescape::training::gradient::NetworkResult> m_result;
    std::optional<std::size_t> m_selected;
};

/// The same without a window; `width` in pixels decides how wide the network's group is beside those of the layers.
plot::Chart gradientChart(const tilescape::training::gradient::NetworkResult& result, double width);
widgets::Figure gradientTimesFigure(std::shared_ptr<const tilescape::training::gradient::NetworkResult> result);

} // namespace tilescape::ui::gradient
