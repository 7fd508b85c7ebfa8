#pragma once

#include "core/explore/chip_search.h"
#include "ui/explore/row_list.h"

namespace tilescape::ui::explore {

class NamedParts;

/// The networks that a chip is searched for, each with its weight.
class WorkloadList : public RowList {
    Q_OBJECT

public:
    /// Begins with the network of the open problem.
    WorkloadList(const schedule::Problem& problem, NamedParts& parts);

    [[nodiscard]] std::vector<tilescape::explore::Workload> workloads() const;
    /// Shows these in place of what is there.
    void setWorkloads(const std::vector<tilescape::explore::Workload>& workloads);
    void add(const tilescape::explore::Workload& workload);

private:
    void addRow() override;

    const schedule::Problem& m_problem;
    NamedParts& m_parts;
};

} // namespace tilescape::ui::explore
