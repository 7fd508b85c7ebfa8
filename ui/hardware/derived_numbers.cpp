#include "ui/hardware/derived_numbers.h"

#include "ui/style/format.h"

#include <QGridLayout>
#include <QLabel>

#include <array>

namespace tilescape::ui::hardware {

namespace {

using tilescape::hardware::Area;
using tilescape::hardware::Machine;

struct Derived {
    const char* key;
    const char* label;
    const char* unit;
    const char* help;
    double (*value)(const Machine&, const Area&);
};

struct Group {
    const char* heading;
    std::vector<Derived> rows;
};

const std::array<Group, 4>& groups()
{
    static const std::array<Group, 4> all{{
        {QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Area of the chip"),
         {{"area_pes", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "PEs"), "mm²",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "All processing elements, without their registers."),
           [](const Machine&, const Area& area) { return area.pes; }},
          {"area_registers", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Registers"), "mm²",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Registers of all PEs; grows with their capacity."),
           [](const Machine&, const Area& area) { return area.registers; }},
          {"area_buffers", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Buffers"), "mm²",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Buffers of all tiles; grows with their capacity."),
           [](const Machine&, const Area& area) { return area.buffers; }},
          {"area_shared", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Shared buffers"), "mm²",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Buffers that all tiles share; grows with their capacity."),
           [](const Machine&, const Area& area) { return area.sharedBuffers; }},
          {"area_overhead", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Routers and control"), "mm²",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Overhead of all tiles."),
           [](const Machine&, const Area& area) { return area.overhead; }},
          {"area_total", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Total"), "mm²",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Sum of the parts."),
           [](const Machine&, const Area& area) { return area.total(); }}}},
        {QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Energy to move a word"),
         {{"energy_registers", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Registers"), "pJ",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "One word of the chip's word size; follows the capacity of the registers."),
           [](const Machine& machine, const Area&) { return machine.prices.accessPj[Level::Register]; }},
          {"energy_buffer", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Buffer"), "pJ",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "One word of the chip's word size; follows the capacity of the buffer."),
           [](const Machine& machine, const Area&) { return machine.prices.accessPj[Level::Buffer]; }},
          {"energy_shared", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Shared buffer"), "pJ",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "One word of the chip's word size; 0 where there is no shared buffer."),
           [](const Machine& machine, const Area&) {
               return machine.sharedBuffers.empty() ? 0 : machine.sharedBuffers.front().accessPj;
           }},
          {"energy_bus", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Array bus"), "pJ",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "One word of the chip's word size; follows the side of the PE array."),
           [](const Machine& machine, const Area&) { return machine.prices.accessPj[Level::Bus]; }},
          {"energy_dram", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "DRAM"), "pJ",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "One word of the chip's word size."),
           [](const Machine& machine, const Area&) { return machine.prices.accessPj[Level::Dram]; }}}},
        {QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Words per cycle"),
         {{"words_bus", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Each array bus"), "",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Width of one of the three buses over the word size."),
           [](const Machine& machine, const Area&) { return machine.rates.busWordsPerCycle; }},
          {"words_dram", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "DRAM"), "",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Bandwidth of all channels over word size and clock."),
           [](const Machine& machine, const Area&) { return machine.rates.dramWordsPerCycle; }}}},
        {QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Room in words"),
         {{"room_registers", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Registers of a PE"), "",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Whole words that the registers of one PE hold."),
           [](const Machine& machine, const Area&) { return static_cast<double>(machine.capacities.registerWordsPerPe); }},
          {"room_buffer", QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Buffer of a tile"), "",
           QT_TRANSLATE_NOOP("tilescape::ui::hardware::DerivedNumbers", "Whole words that the buffer of one tile holds."),
           [](const Machine& machine, const Area&) { return static_cast<double>(machine.capacities.bufferWordsPerTile); }}}},
    }};
    return all;
}

} // namespace

DerivedNumbers::DerivedNumbers(QWidget* parent) : QWidget(parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(0, 1);
    int line = 0;
    for (const Group& group : groups()) {
        auto* heading = new QLabel(tr(group.heading));
        heading->setForegroundRole(QPalette::PlaceholderText);
        heading->setContentsMargins(0, 4, 0, 4);
        grid->addWidget(heading, line++, 0, 1, 2);
        for (const Derived& row : group.rows) {
            auto* label = new QLabel(tr(row.label));
            auto* value = new QLabel;
            value->setObjectName(QStringLiteral("derived_") + QLatin1String(row.key));
            value->setTextInteractionFlags(Qt::TextSelectableByMouse);
            label->setToolTip(tr(row.help));
            value->setToolTip(tr(row.help));
            grid->addWidget(label, line, 0);
            grid->addWidget(value, line++, 1, Qt::AlignRight);
            m_values.push_back(value);
        }
    }
}

void DerivedNumbers::showHardware(const tilescape::hardware::Hardware& hardware)
{
    const Machine machine = machineOf(hardware);
    const Area area = areaOf(hardware);
    std::size_t index = 0;
    for (const Group& group : groups()) {
        for (const Derived& row : group.rows) {
            const double value = row.value(machine, area);
            const QString unit = QString::fromUtf8(row.unit);
            const QString number = style::number(value);
            m_values[index++]->setText(unit.isEmpty() ? number : QStringLiteral("%1 %2").arg(number, unit));
        }
    }
}

} // namespace tilescape::ui::hardware
