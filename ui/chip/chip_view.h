#pragma once

#include "ui/chip/chip_content.h"
#include "ui/chip/noc_load.h"
#include "ui/widgets/figure.h"
#include "ui/workspace/baselines.h"

#include <QWidget>

#include <memory>
#include <optional>

class QBoxLayout;
class QGraphicsScene;
class QToolButton;

namespace tilescape::ui::plot {
class LegendStrip;
}
namespace tilescape::ui::widgets {
class ElidedLabel;
class SeenUpdates;
class ZoomableView;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::chip {

class ChipItem;
class RotationBar;

/// The chip with the selected layer on it: which tile computes which piece, what its buffer holds, where memory attaches;
/// beneath, a legend of what is shown.
class ChipView : public QWidget {
    Q_OBJECT

public:
    explicit ChipView(workspace::Workspace& workspace, workspace::Side side = workspace::Side::Flipped, QWidget* parent = nullptr);

    [[nodiscard]] widgets::Figure figure() const;
    [[nodiscard]] const ChipContent& content() const;
    [[nodiscard]] std::shared_ptr<const NocLoad> load() const; ///< null while the tiles show their pieces
    [[nodiscard]] RotationBar* rotation() const { return m_rotation; }
    [[nodiscard]] widgets::ZoomableView* view() const { return m_view; }

public Q_SLOTS:
    void fitAll();
    /// The links of the mesh with what crosses them, in place of the tiles' pieces.
    void showLoad(bool show);
    /// What colours and arrows mean, beneath the picture.
    void showLegend(bool show);

private:
    void refresh();
    void refreshBareChip();
    void refreshLoad();
    void refreshLegend();
    /// The first layer of another region that the tile at this place belongs to.
    void selectRegionAt(QPointF place);
    void applyPalette();
    void showState();
    [[nodiscard]] QString description() const;
    [[nodiscard]] QString changesText() const;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    workspace::Workspace& m_workspace;
    workspace::Side m_side;
    std::shared_ptr<const schedule::Schedule> m_shown;
    std::optional<std::size_t> m_shownLayer;
    bool m_marked = false; ///< regions bear signs of what changed from a baseline
    widgets::SeenUpdates* m_updates = nullptr;
    QBoxLayout* m_sides = nullptr; ///< the head above the picture, or beside it in a low panel
    QBoxLayout* m_head = nullptr;
    QBoxLayout* m_foot = nullptr; ///< the rotation's bar beside the legend, or above it in a tall panel
    QGraphicsScene* m_scene = nullptr;
    ChipItem* m_item = nullptr;
    widgets::ZoomableView* m_view = nullptr;
    RotationBar* m_rotation = nullptr;
    plot::LegendStrip* m_legend = nullptr;
    QToolButton* m_showLegend = nullptr;
    QToolButton* m_showLoad = nullptr;
    widgets::ElidedLabel* m_title = nullptr;
};

} // namespace tilescape::ui::chip
