#include "core/io/difference_table.h"

#include "core/explore/terms.h"
#include "core/support/units.h"

#include <fmt/format.h>

namespace tilescape::io {

namespace {

explore::Amounts amountsOf(const schedule::Schedule& schedule)
{
    explore::Amounts sum;
    for (std::size_t segment = 0; segment < schedule.segments.size(); ++segment) {
        sum += explore::amountsOf(schedule, segment);
    }
    return sum;
}

void addRow(Table& table, std::string_view name, const char* unit, double before, double after)
{
    const Table::Cell change = before != 0 ? Table::Cell(100 * (after / before - 1)) : Table::Cell();
    table.rows.push_back({std::string(name), std::string(unit), before, after, change});
}

void addTerms(Table& table, const ComparedSchedules& compared)
{
    const explore::Amounts before = amountsOf(compared.before);
    const explore::Amounts after = amountsOf(compared.after);
    for (const explore::EnergyTerm& term : explore::energyTerms()) {
        if (before.energy.*term.value != 0 || after.energy.*term.value != 0) {
            addRow(table, fmt::format("Energy, {}", term.label), "mJ", before.energy.*term.value / pjPerMillijoule,
                   after.energy.*term.value / pjPerMillijoule);
        }
    }
    addRow(table, "Energy", "mJ", compared.before.totals.energy.total() / pjPerMillijoule,
           compared.after.totals.energy.total() / pjPerMillijoule);
    for (const explore::CycleTerm& term : explore::cycleTerms()) {
        if (before.cycles.*term.value != 0 || after.cycles.*term.value != 0) {
            addRow(table, fmt::format("Cycles, {}", term.label), "", before.cycles.*term.value, after.cycles.*term.value);
        }
    }
    addRow(table, "Cycles", "", compared.before.totals.cycles, compared.after.totals.cycles);
    constexpr double msPerSecond = 1e3;
    addRow(table, "Time", "ms", compared.before.totals.seconds * msPerSecond,
           compared.after.totals.seconds * msPerSecond);
}

} // namespace

Table differenceTable(const ComparedSchedules& compared)
{
    Table table;
    table.caption = fmt::format("{} beside {}", compared.afterName, compared.beforeName);
    table.columns = {{"Quantity", "", "quantity", false},
                     {"Unit", "", "unit", false},
                     {"Before", "", "before", true, true},
                     {"After", "", "after", true, true},
                     {"Change", "%", "change_percent"}};
    addTerms(table, compared);
    addRow(table, "Throughput", "GOPS", compared.before.totals.gops, compared.after.totals.gops);
    addRow(table, "Energy efficiency", "GOPS/W", compared.before.totals.gopsPerWatt, compared.after.totals.gopsPerWatt);
    return table;
}

} // namespace tilescape::io
