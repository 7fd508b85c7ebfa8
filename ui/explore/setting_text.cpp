#include "ui/explore/setting_text.h"

#include "core/explore/sweep.h"
#include "core/hardware/parameters.h"
#include "core/schedule/solve.h"
#include "core/support/quantity_text.h"
#include "ui/style/core_text.h"

#include <algorithm>

namespace tilescape::ui::explore {

namespace keys = tilescape::explore;

namespace {

struct ExploreText {
    Q_DECLARE_TR_FUNCTIONS(ExploreText)
};

} // namespace

QString settingLabel(const std::string& key)
{
    if (key == keys::networkKey) {
        return ExploreText::tr("Network");
    }
    if (key == keys::hardwareKey) {
        return ExploreText::tr("Chip");
    }
    if (key == "batch") {
        return ExploreText::tr("Batch");
    }
    if (key == "goal") {
        return ExploreText::tr("Goal");
    }
    if (key == "solver") {
        return ExploreText::tr("Solver");
    }
    const QString label = style::coreText(keys::labelOf(key));
    const hardware::Parameter* const own = hardware::findParameter(key);
    if (!own) {
        return key == "batch_partition" ? ExploreText::tr("Batch partition") : label;
    }
    // In the panel the heading tells them apart.
    const auto all = hardware::parameters();
    const bool isShared = std::any_of(all.begin(), all.end(), [own](const hardware::Parameter& other) {
        return other.key != own->key && other.label == own->label;
    });
    return isShared ? ExploreText::tr("%1 (%2)").arg(label, style::coreText(own->group).toLower()) : label;
}

QString settingLabel(const std::vector<std::string>& all)
{
    if (all == std::vector<std::string>{"pe_rows", "pe_columns"}) {
        return ExploreText::tr("PE rows and columns");
    }
    if (all == std::vector<std::string>{"tile_rows", "tile_columns"}) {
        return ExploreText::tr("Tile rows and columns");
    }
    QStringList labels;
    for (const std::string& key : all) {
        labels << settingLabel(key);
    }
    return labels.join(QStringLiteral(" + "));
}

QString settingText(const std::string& key, const std::string& value)
{
    const std::string_view unit = keys::unitOf(key);
    const auto number = keys::isNumeric(key) ? support::readQuantity(value, unit) : std::nullopt;
    return number ? QString::fromStdString(support::quantityText(*number, unit)) : QString::fromStdString(value);
}

std::vector<std::string> namesOf(const std::string& key)
{
    if (keys::isNumeric(key) || key == keys::networkKey || key == keys::hardwareKey) {
        return {};
    }
    if (key == "goal") {
        return {"energy", "delay", "energy_delay"};
    }
    std::vector<std::string> names;
    if (key == "solver") {
        for (const schedule::Solver& solver : schedule::solvers()) {
            names.emplace_back(solver.name);
        }
        return names;
    }
    const hardware::Parameter* parameter = hardware::findParameter(key);
    if (!parameter) {
        return {"off", "on"};
    }
    for (const std::string_view choice : parameter->choices) {
        names.emplace_back(choice);
    }
    return names;
}

std::vector<std::vector<std::string>> offeredKeys(bool withWork)
{
    std::vector<std::vector<std::string>> offered;
    if (withWork) {
        offered.push_back({std::string(keys::networkKey)});
    }
    offered.push_back({std::string(keys::hardwareKey)});
    if (withWork) {
        offered.push_back({"batch"});
    }
    offered.insert(offered.end(), {{"goal"}, {"solver"}, {"tile_rows", "tile_columns"}, {"pe_rows", "pe_columns"}});
    for (const hardware::Parameter& parameter : hardware::parameters()) {
        offered.push_back({std::string(parameter.key)});
    }
    for (const search::SpaceOption& option : search::spaceOptions()) {
        offered.push_back({std::string(option.key)});
    }
    return offered;
}

} // namespace tilescape::ui::explore
