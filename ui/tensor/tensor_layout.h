#pragma once

#include "ui/tensor/loop_rows.h"

#include <QFont>
#include <QPointF>
#include <QRectF>

#include <optional>

namespace tilescape::ui::tensor {

/// Where a volume and its texts stand, from top to bottom: its name, the box, how the block came, a bar, and the counts.
struct VolumePlace {
    const Volume* volume = nullptr;
    QRectF head;
    QRectF front;    ///< of the box: loops along its sides
    QPointF behind;  ///< from a corner of the front to the one behind it
    QRectF arrival;
    QRectF bar;
    QRectF counts;
    int columns = 1; ///< cells of the front: blocks, or a sample of them where they are too small
    int rows = 1;

    [[nodiscard]] bool isThere() const { return volume && volume->isThere(); }
    [[nodiscard]] QRectF cell(int row, int column) const;
    /// The iteration of each loop in the middle of a cell.
    [[nodiscard]] PerLoop<Count> iterationAt(const TensorContent& content, int row, int column) const;
    /// The rectangle of the front that a block of iterations covers.
    [[nodiscard]] QRectF rectOf(const TensorContent& content, const PerLoop<dataflow::Span>& block) const;
};

/// The picture: the loops to the upper left, volumes around them as the matrices of a product stand.
struct TensorLayout {
    QRectF loops;
    std::array<VolumePlace, 3> places; ///< above, left, right
    double line = 12; ///< height of a line of text
    double height = 0;

    struct Hit {
        const VolumePlace* place = nullptr;
        int row = 0;
        int column = 0;
    };
    [[nodiscard]] std::optional<Hit> hit(QPointF position) const;
};

/// In `area`, filling it, as far as volumes keep a height that can be seen.
TensorLayout layOutTensors(const TensorContent& content, const QRectF& area, const QFont& font);
/// From 0, 0, as high as it needs to be at this width.
TensorLayout layOutTensors(const TensorContent& content, double width, const QFont& font);

} // namespace tilescape::ui::tensor
