#pragma once

#include "core/explore/chip_search.h"
#include "ui/explore/row_list.h"

namespace tilescape::ui::explore {

/// What a chip must keep: a measure, above or below a number, of all networks or of one.
class LimitList : public RowList {
    Q_OBJECT

public:
    LimitList();

    [[nodiscard]] std::vector<tilescape::explore::Limit> limits() const;
    /// Shows these in place of what is there. A limit with both ends becomes two.
    void setLimits(const std::vector<tilescape::explore::Limit>& limits);
    void add(const tilescape::explore::Limit& limit);
    /// The networks that a limit may be of.
    void setNetworks(const std::vector<std::string>& names);

private:
    void addRow() override;

    std::vector<std::string> m_networks;
};

} // namespace tilescape::ui::explore
