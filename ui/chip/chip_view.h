#pragma once

#include "ui/chip/chip_content.h"
#include "ui/widgets/figure.h"

#include <QWidget>

class QGraphicsScene;

namespace tilescape::ui::widgets {
class ElidedLabel;
class ZoomableView;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::chip {

class ChipItem;
class ChipFooter;
class RotationBar;

/// The chip with the selected layer on it: which tile computes which piece, what its buffer holds, where memory attaches;
/// beneath, a legend and the PE array with the layer's mapping.
class ChipView : public QWidget {
    Q_OBJECT

public:
    explicit ChipView(workspace::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] widgets::Figure figure() const;
    [[nodiscard]] const ChipContent& content() const;
    [[nodiscard]] RotationBar* rotation() const { return m_rotation; }
    [[nodiscard]] widgets::ZoomableView* view() const { return m_view; }

public Q_SLOTS:
    void fitAll();

private:
    void refresh();
    void applyPalette();
    void showState();
    void changeEvent(QEvent* event) override;

    workspace::Workspace& m_workspace;
    QGraphicsScene* m_scene = nullptr;
    ChipItem* m_item = nullptr;
    widgets::ZoomableView* m_view = nullptr;
    RotationBar* m_rotation = nullptr;
    ChipFooter* m_footer = nullptr;
    widgets::ElidedLabel* m_title = nullptr;
};

/// The same picture without a window.
widgets::Figure chipFigure(const ChipContent& content);

} // namespace tilescape::ui::chip
