#pragma once

#include "ui/gradient/gradient_player.h"

#include <QWidget>

namespace tilescape::ui::gradient {

/// One order at work, as far as it has been played.
class GradientPane : public QWidget {
    Q_OBJECT

public:
    explicit GradientPane(QWidget* parent = nullptr);

    /// `longest`: traffic of the order that moves most, so that bars side by side compare.
    void setRun(std::shared_ptr<const GradientRun> run, Count longest);
    [[nodiscard]] GradientPlayer* player() { return m_player.get(); }
    [[nodiscard]] const GradientPlayer* player() const { return m_player.get(); }
    void showTime(Count ticks);
    void showStep(std::size_t step);
    [[nodiscard]] QString statusText() const;
    /// Time and traffic so far, with their shares: what hovering tells.
    [[nodiscard]] QString toolTipText() const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 230}; }
    [[nodiscard]] QSize sizeHint() const override { return {360, 340}; }

    [[nodiscard]] Count longest() const { return m_longest; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    void refresh();

    std::unique_ptr<GradientPlayer> m_player;
    Count m_longest = 1;
};

/// The legend of the panes: what fills and frames mean.
class GradientLegend : public QWidget {
    Q_OBJECT

public:
    explicit GradientLegend(QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {100, fontMetrics().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int margin = 8;
};

} // namespace tilescape::ui::gradient
