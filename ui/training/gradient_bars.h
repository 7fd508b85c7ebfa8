#pragma once

#include "core/training/gradient/analysis.h"
#include "ui/widgets/figure.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace tilescape::ui::training {

/// Times by strategy over the sequential time: the network (forward and backward) first, then the backward pass of each
/// layer. As wide as its groups need; put it into a scroll area.
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
    void paintOn(QPainter& painter, const QRectF& area, const QPalette& palette, const QFont& font, const QRectF& visible) const;
    [[nodiscard]] std::optional<std::size_t> groupAt(double x) const;
    [[nodiscard]] double largest() const;
    [[nodiscard]] QString label(std::size_t group) const;

    std::shared_ptr<const tilescape::training::gradient::NetworkResult> m_result;
    std::optional<std::size_t> m_selected;
};

} // namespace tilescape::ui::training
