#pragma once

#include "core/training/adaptflow/interconnect.h"
#include "ui/widgets/figure.h"

#include <QWidget>

namespace tilescape::ui::adaptflow {

/// The Clos network between buffer and PEs, and the 32 rings of 8 PEs (Adapt-Flow, Fig. 1), set up for one operand of a
/// dataflow (Table 1): the wires that carry it stand out.
class InterconnectPicture : public QWidget {
    Q_OBJECT

public:
    explicit InterconnectPicture(QWidget* parent = nullptr);

    void show(std::optional<tilescape::training::adaptflow::Dataflow> dataflow, Tensor tensor);
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] widgets::Figure figure() const;
    [[nodiscard]] std::size_t activeWires() const; ///< between stages
    [[nodiscard]] QSize minimumSizeHint() const override { return {190, 160}; }
    [[nodiscard]] QSize sizeHint() const override { return {520, 330}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Places;
    void paintWires(QPainter& painter, const Places& places) const;
    void paintSwitches(QPainter& painter, const Places& places) const;
    void paintRings(QPainter& painter, const Places& places) const;

    std::optional<tilescape::training::adaptflow::Dataflow> m_dataflow;
    Tensor m_tensor = Tensor::Weight;
    std::vector<tilescape::training::adaptflow::Requests> m_carried; ///< as `trace` tells
    QString m_text;
};

} // namespace tilescape::ui::adaptflow
