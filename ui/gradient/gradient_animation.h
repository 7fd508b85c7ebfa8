#pragma once

#include "ui/gradient/gradient_pane.h"
#include "ui/widgets/figure.h"
#include "ui/workspace/background_job.h"

#include <QTimer>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QSlider;
class QToolButton;

namespace tilescape::ui::widgets {
class FlowLayout;
}

namespace tilescape::ui::gradient {

/// Orders of one layer side by side, on one clock: play, step, slider and keys (Space, Left, Right, Home, End).
class GradientAnimation : public QWidget {
    Q_OBJECT

public:
    explicit GradientAnimation(QWidget* parent = nullptr);

    /// Shows this layer; nothing clears.
    /// `about` says which layer it is.
    void setLayer(const training::gradient::LayerResult* layer, const QString& about,
                  const training::gradient::Settings& settings);
    void showOrders(const std::vector<training::gradient::Order>& orders);

    [[nodiscard]] const std::vector<GradientPane*>& panes() const { return m_panes; }
    [[nodiscard]] bool isReady() const { return !m_job.isRunning() && !m_panes.empty(); }
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    [[nodiscard]] double position() const; ///< 0 to 1
    void setPosition(double share);
    void play(bool on);
    void stepForward();
    void stepBack();

    [[nodiscard]] widgets::Figure figure() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildControls();
    QToolButton* addButton(const char* objectName, const QString& toolTip, std::function<void()> run);
    void check(const std::vector<training::gradient::Order>& orders);
    void record();
    void showRuns(const std::vector<std::shared_ptr<const GradientRun>>& runs);
    void setTime(Count ticks);
    void tick();
    void refreshControls();
    [[nodiscard]] std::vector<training::gradient::Order> chosenOrders() const;

    std::optional<training::gradient::LayerResult> m_layer;
    training::gradient::Settings m_settings;
    workspace::BackgroundJob m_job{this};
    QTimer m_timer;
    Count m_now = 0;
    Count m_last = 1; ///< of the order that takes longest
    std::vector<GradientPane*> m_panes;
    std::array<QCheckBox*, 4> m_orders{};
    bool m_followsBest = true; ///< until orders are chosen, each layer is shown in the sequential one and its fastest
    QCheckBox* m_sameTile = nullptr;
    QToolButton* m_play = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_forward = nullptr;
    QSlider* m_slider = nullptr;
    QComboBox* m_speed = nullptr;
    QLabel* m_about = nullptr;
    QLabel* m_note = nullptr;
    QHBoxLayout* m_controls = nullptr;
    widgets::FlowLayout* m_choices = nullptr; ///< of orders
    QHBoxLayout* m_paneLayout = nullptr;
};

} // namespace tilescape::ui::gradient
