#pragma once

#include "core/schedule/prove.h"

#include <QAbstractTableModel>

#include <vector>

namespace tilescape::ui::proof {

/// The log of a proof as a solver of integer programs writes it: a line whenever a better schedule or a closer bound was found, at
/// most two a second. The last line follows the proof until the next one begins.
class ProofLogModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Seconds, Incumbent, Bound, Gap, Open, Settled, Segments, ColumnCount };

    explicit ProofLogModel(QObject* parent = nullptr);

    /// Empties the log, for a proof of this goal.
    void begin(search::Goal goal);
    void add(const schedule::ProofProgress& progress);
    [[nodiscard]] const std::vector<schedule::ProofProgress>& lines() const { return m_lines; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString valueText(double value) const;
    [[nodiscard]] QString withUnit(const QString& heading) const;
    void chooseUnit(double value);
    [[nodiscard]] bool lastIsOpen() const;

    std::vector<schedule::ProofProgress> m_lines;
    search::Goal m_goal = search::Goal::Energy;
    double m_unit = 1; ///< of the goal, in pJ, cycles or their product
    QString m_unitName;
    int m_decimals = 0;
};

} // namespace tilescape::ui::proof
