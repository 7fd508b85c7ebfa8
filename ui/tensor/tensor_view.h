#pragma once

#include "ui/tensor/tensor_layout.h"
#include "ui/widgets/figure.h"

#include <QWidget>

class QLabel;

namespace tilescape::ui::plot {
class LegendStrip;
}
namespace tilescape::ui::widgets {
class PlayerBar;
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Clock;
class Workspace;
}

namespace tilescape::ui::tensor {

/// The volumes and loops at a moment. Left and right go a filling of the registers back and on, up and down one of the buffer,
/// Home and End to the first and the last; a part of a volume tells how often it was brought in when the mouse is on it.
class TensorCanvas : public QWidget {
    Q_OBJECT

public:
    explicit TensorCanvas(QWidget* parent = nullptr);

    void setContent(TensorContent content, const QString& nothing); ///< `nothing`: why there is none
    void setCycle(Count cycle);
    [[nodiscard]] const TensorContent& content() const { return m_content; }
    [[nodiscard]] TensorLayout tensorLayout() const;
    [[nodiscard]] QString toolTipAt(QPointF position) const;
    [[nodiscard]] QSize sizeHint() const override { return {420, 300}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 120}; }

Q_SIGNALS:
    void stepAsked(int steps);
    void farStepAsked(int steps);
    void endAsked(bool last);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QFont smallFont() const;

    TensorContent m_content;
    QString m_nothing;
    Count m_cycle = 0;
};

/// The selected layer's tensors in the memories of a tile, as its loops run: what is held, and what is brought in again.
class TensorView : public QWidget {
    Q_OBJECT

public:
    explicit TensorView(workspace::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] const TensorContent& content() const { return m_canvas->content(); }
    [[nodiscard]] TensorCanvas* canvas() const { return m_canvas; }
    [[nodiscard]] QString text() const; ///< the moment
    [[nodiscard]] widgets::Figure figure() const;

public Q_SLOTS:
    void step(int steps);    ///< fillings of the registers
    void farStep(int steps); ///< of the buffer
    void playOrPause();      ///< at the level that was stepped last

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void refreshLegend();
    void refreshMoment();
    [[nodiscard]] QString reasonForNothing() const;

    workspace::Workspace& m_workspace;
    workspace::Clock& m_clock;
    TensorCanvas* m_canvas = nullptr;
    widgets::PlayerBar* m_player = nullptr;
    plot::LegendStrip* m_legend = nullptr;
    QLabel* m_text = nullptr;
    QAction* m_export = nullptr;
    widgets::SeenUpdates* m_updates = nullptr;
};

} // namespace tilescape::ui::tensor
