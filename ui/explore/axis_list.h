#pragma once

#include "ui/explore/axis_row.h"
#include "ui/explore/row_list.h"

namespace tilescape::ui::explore {

/// The axes of a sweep, or the variables of a search.
class AxisList : public RowList {
    Q_OBJECT

public:
    explicit AxisList(const AxisContext& context);

    /// Adds an axis; of the first keys that are free if `keys` is empty. Null where there are as many as fit.
    AxisRow* addAxis(std::vector<std::string> keys = {});
    [[nodiscard]] std::vector<AxisRow*> rows() const;
    [[nodiscard]] std::vector<tilescape::explore::Axis> axes() const;
    /// Shows these in place of what is there.
    void setAxes(const std::vector<tilescape::explore::Axis>& axes);
    /// Shows an axis for each of these keys of the chip, around its values in the open problem: at first, and again where these are others, as
    /// long as no axis was changed.
    void followProblem(const std::vector<std::vector<std::string>>& keys);
    /// Has axes over these parameters, as at first: they follow the problem again.
    void beginAnew(const std::vector<std::vector<std::string>>& keys);
    /// Whether ranges may have no steps, as for Sobol points.
    void setMayBeAny(bool may);

private:
    void addRow() override { addAxis(); }

    AxisContext m_context;
    bool m_mayBeAny = false;
    std::vector<double> m_firstValues;                                ///< that the first axes were made around
    std::optional<std::vector<tilescape::explore::Axis>> m_firstAxes; ///< none once others were given
};

} // namespace tilescape::ui::explore
