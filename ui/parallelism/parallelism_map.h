#pragma once

#include "ui/parallelism/parallelism_study.h"
#include "ui/widgets/figure.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>

namespace tilescape::ui::parallelism {

/// The map of HyPar's Figure 5: a row a level, a column a layer with weights, data or model parallelism in each cell. A click
/// (or Space) forces the other choice, or releases one that is forced; hovering tells what a switch would cost.
class ParallelismMap : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ParallelismMap(QWidget* parent = nullptr);

    void setStudy(std::shared_ptr<const ParallelismStudy> study);
    void setSelectedLayer(const QString& name);

    struct Place {
        std::size_t level = 0;
        std::size_t column = 0; ///< among the layers with weights
        friend bool operator==(const Place&, const Place&) = default;
    };
    [[nodiscard]] std::optional<Place> placeAt(QPoint position) const;
    [[nodiscard]] QRect cellAt(const Place& place) const; ///< in the viewport
    [[nodiscard]] QString textOf(const Place& place) const;
    [[nodiscard]] std::size_t columns() const { return m_vertices.size(); }
    /// All levels, so that only what is around the map scrolls.
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] widgets::Figure figure() const;

Q_SIGNALS:
    void toggled(std::size_t level, const QString& layer, tilescape::training::parallelism::Choice now);
    void layerPicked(const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] std::size_t levels() const;
    [[nodiscard]] int cellWidth() const;
    [[nodiscard]] int cellHeight() const;
    [[nodiscard]] bool namesLie() const; ///< side by side above their cells
    [[nodiscard]] bool numbered() const; ///< numbers stand for them
    [[nodiscard]] int headHeight() const;
    [[nodiscard]] bool isForced(const Place& place) const;
    [[nodiscard]] tilescape::training::parallelism::Choice choiceAt(const Place& place) const;
    [[nodiscard]] const tilescape::training::parallelism::Vertex& vertexAt(std::size_t column) const;
    [[nodiscard]] QString priceOf(const Place& place) const;
    void measureNames();
    void layOut();
    void paintCell(QPainter& painter, const Place& place) const;
    void paintHead(QPainter& painter, std::size_t first, std::size_t last) const;
    void paintLevels(QPainter& painter) const;
    void moveTo(Place place);

    std::shared_ptr<const ParallelismStudy> m_study;
    std::vector<std::size_t> m_vertices; ///< the columns
    int m_longestName = 0; ///< px
    QString m_selected;
    Place m_current;
};

} // namespace tilescape::ui::parallelism
