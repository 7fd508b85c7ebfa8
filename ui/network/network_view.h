#pragma once

#include "ui/network/graph_layout.h"
#include "ui/widgets/figure.h"

#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QLineEdit;

namespace tilescape::schedule {
struct Schedule;
}
namespace tilescape::ui::plot {
class LegendStrip;
}
namespace tilescape::ui::widgets {
class SeenUpdates;
class ZoomableView;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::network {

class LayoutWorker;
class Minimap;
class NetworkScene;

/// The network as a graph: one box a layer, coloured by kind, with a bar of its energy; layers of one segment stand on
/// one ground. Click selects, hover highlights, arrow keys walk along the edges, F fits the selection, Home everything,
/// Ctrl+F searches.
class NetworkView : public QWidget {
    Q_OBJECT

public:
    explicit NetworkView(workspace::Workspace& workspace, QWidget* parent = nullptr);
    ~NetworkView() override;

    [[nodiscard]] widgets::Figure figure() const;
    [[nodiscard]] widgets::ZoomableView* view() const { return m_view; }
    [[nodiscard]] NetworkScene* scene() const { return m_scene; }
    [[nodiscard]] bool isLayingOut() const;

public Q_SLOTS:
    void fitAll();
    void fitSelection();
    void search(const QString& text);
    /// To the next layer that the search found; selects it.
    void goToNextMatch();
    void focusSearch();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildWidgets();
    void buildActions();
    void refreshNetwork();
    void refreshSchedule();
    void refreshSelection();
    void showState();
    void refreshLegend();
    void showFound();
    void applyLayout(const GraphLayout& layout);
    void fold();
    void refold();
    void applyPalette();
    [[nodiscard]] std::optional<QRectF> selectionRect() const;
    void clickAt(QPoint position);
    [[nodiscard]] bool walkBy(int key);
    void hoverAt(std::optional<QPoint> position);

    workspace::Workspace& m_workspace;
    widgets::SeenUpdates* m_updates = nullptr;
    NetworkScene* m_scene = nullptr;
    widgets::ZoomableView* m_view = nullptr;
    Minimap* m_minimap = nullptr;
    LayoutWorker* m_worker = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_found = nullptr; ///< how many layers the search found
    plot::LegendStrip* m_legend = nullptr;
    bool m_legendWanted = true;
    std::vector<std::size_t> m_matches;
    std::optional<QPoint> m_pressed;
    std::optional<GraphLayout> m_layout; ///< in one column
    std::optional<GraphLayout> m_folded; ///< as it is shown
    std::size_t m_columns = 1;
};

/// The graph as a figure, without a window. Needs a QApplication. `layout`: in one column, as on the screen, or null for a new one;
/// `columns`: in which it stands there. On a low page it is folded into as many as let it be largest.
widgets::Figure networkFigure(std::shared_ptr<const schedule::Schedule> schedule, const GraphLayout* layout = nullptr, std::size_t columns = 1);

} // namespace tilescape::ui::network
