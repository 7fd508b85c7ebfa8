#pragma once

#include "ui/parallelism/parallelism_study.h"
#include "ui/plot/legend.h"
#include "ui/widgets/figure.h"

#include <QWidget>

#include <cstddef>
#include <memory>
#include <vector>

namespace tilescape::ui::parallelism {

/// The array of accelerators (HyPar, Figure 4): the H tree with links that double upwards, or the torus; each level's links in
/// one colour, with what they carry and for how long.
class TopologyPicture : public QWidget {
    Q_OBJECT

public:
    explicit TopologyPicture(QWidget* parent = nullptr);

    void setStudy(std::shared_ptr<const ParallelismStudy> study);
    [[nodiscard]] QString textOf(std::size_t level) const; ///< "H1: 468 MB, 146 ms"
    [[nodiscard]] widgets::Figure figure() const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {230, 190}; }
    [[nodiscard]] QSize sizeHint() const override { return {320, 230}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintTree(QPainter& painter, const QRectF& place) const;
    void paintTorus(QPainter& painter, const QRectF& place) const;
    [[nodiscard]] std::vector<plot::LegendEntry> legendOf(const std::vector<std::size_t>& levels) const;
    void paintLevels(QPainter& painter, const QRectF& place) const;

    std::shared_ptr<const ParallelismStudy> m_study;
};

} // namespace tilescape::ui::parallelism
