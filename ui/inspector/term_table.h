#pragma once

#include "core/network/layer.h"
#include "ui/inspector/energy_terms.h"

#include <QTableWidget>

namespace tilescape::ui::inspector {

/// The terms of the energy, count times energy each, and their sum. As high as its rows; where it is narrow the energies and
/// their units stay, the price of one goes first, then the counts.
class TermTable : public QTableWidget {
    Q_OBJECT

public:
    explicit TermTable(QWidget* parent = nullptr);
    /// `layer`: whose terms these are; a default one for those of the whole network.
    void showTerms(const std::vector<EnergyTerm>& terms, const tilescape::network::Layer& layer);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class CellKind { Label, Number, SumLabel, Sum };
    void setHeadings(const QStringList& headings);
    void setCell(int row, int column, const QString& text, const QString& toolTip, CellKind kind);
    void setSpanOnce(int row, int columns);
    void showTerm(int row, const EnergyTerm& term, const tilescape::network::Layer& layer, double total);
    void showTotal(int row, double total);
    void measure();
    void fit();

    QStringList m_headings;
    std::vector<int> m_widths; ///< that the columns need
};

} // namespace tilescape::ui::inspector
