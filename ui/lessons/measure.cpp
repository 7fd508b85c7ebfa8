#include "ui/lessons/measure.h"

#include "core/explore/setting.h"
#include "core/explore/terms.h"
#include "core/support/quantity_text.h"
#include "core/training/gradient/analysis.h"
#include "core/training/parallelism/compare.h"

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

namespace tilescape::ui::lessons {

namespace {

constexpr double pico = 1e-12;

using schedule::Schedule;
using schedule::ScheduledLayer;

/// One key: its value of a network, of a layer, or both; null where there is none.
struct Row {
    QString key;
    QString unit;
    std::function<double(const Moment&)> ofNetwork;
    std::function<double(const Schedule&, const ScheduledLayer&)> ofLayer;
};

QString named(const char* prefix, std::string_view key) { return QLatin1String(prefix) + QString::fromLatin1(key.data(), static_cast<qsizetype>(key.size())); }

/// Cycles of one kind, of all segments.
double cyclesOf(const Schedule& schedule, const tilescape::explore::CycleTerm& term)
{
    double sum = 0;
    for (std::size_t segment = 0; segment < schedule.segments.size(); ++segment) {
        sum += tilescape::explore::cycleTermsOf(schedule, segment).*term.value;
    }
    return sum;
}

double regionsOf(const Schedule& schedule, Count segment)
{
    std::set<Count> regions;
    for (const ScheduledLayer& layer : schedule.layers) {
        if (layer.slot.segment == segment) {
            regions.insert(layer.slot.region);
        }
    }
    return static_cast<double>(regions.size());
}

/// Stretches of as many rows as its grid has, or of as many columns, into which a region is folded.
double stripesOf(const dataflow::Region& region)
{
    std::set<Count> rows;
    std::set<Count> columns;
    for (const Tile tile : region.tiles) {
        rows.insert(tile.row);
        columns.insert(tile.column);
    }
    return static_cast<double>(std::max(ceilDivide(static_cast<Count>(rows.size()), region.extent.height),
                                        ceilDivide(static_cast<Count>(columns.size()), region.extent.width)));
}

double layersOf(const Schedule& schedule, Count segment)
{
    return static_cast<double>(std::count_if(schedule.layers.begin(), schedule.layers.end(),
                                             [&](const ScheduledLayer& layer) { return layer.slot.segment == segment; }));
}

void addTotals(std::vector<Row>& rows)
{
    rows.push_back({QStringLiteral("energy"), QStringLiteral("J"), [](const Moment& at) { return pico * at.schedule->totals.energy.total(); },
                    [](const Schedule&, const ScheduledLayer& layer) { return pico * layer.cost.energy.total(); }});
    rows.push_back({QStringLiteral("cycles"), {}, [](const Moment& at) { return at.schedule->totals.cycles; },
                    [](const Schedule&, const ScheduledLayer& layer) { return layer.cost.cycles; }});
    rows.push_back({QStringLiteral("seconds"), QStringLiteral("s"), [](const Moment& at) { return at.schedule->totals.seconds; }, {}});
    rows.push_back({QStringLiteral("pe_utilization"), {}, [](const Moment& at) { return at.schedule->totals.peUtilization; },
                    [](const Schedule&, const ScheduledLayer& layer) { return layer.peUtilization; }});
    rows.push_back({QStringLiteral("noc_hops"), {}, [](const Moment& at) { return at.schedule->totals.nocHops; },
                    [](const Schedule&, const ScheduledLayer& layer) {
                        double hops = 0;
                        for (const Tensor tensor : allTensors) {
                            hops += layer.cost.nocHops[tensor];
                        }
                        return hops;
                    }});
    rows.push_back({QStringLiteral("gap"), {}, [](const Moment& at) { return at.gap - 1; }, {}});
    rows.push_back({QStringLiteral("segments"), {}, [](const Moment& at) { return static_cast<double>(at.schedule->segments.size()); }, {}});
    rows.push_back({QStringLiteral("layers"), {}, [](const Moment& at) { return static_cast<double>(at.schedule->layers.size()); },
                    [](const Schedule& schedule, const ScheduledLayer& layer) { return layersOf(schedule, layer.slot.segment); }});
    rows.push_back({QStringLiteral("regions"), {}, {}, [](const Schedule& schedule, const ScheduledLayer& layer) { return regionsOf(schedule, layer.slot.segment); }});
    rows.push_back({QStringLiteral("chip_tiles"), {}, [](const Moment& at) { return static_cast<double>(at.problem.hardware.tiles.size()); }, {}});
}

void addTerms(std::vector<Row>& rows)
{
    for (const tilescape::explore::EnergyTerm& term : tilescape::explore::energyTerms()) {
        rows.push_back({named("energy_", term.key), QStringLiteral("J"),
                        [&term](const Moment& at) { return pico * at.schedule->totals.energy.*term.value; },
                        [&term](const Schedule&, const ScheduledLayer& layer) { return pico * layer.cost.energy.*term.value; }});
    }
    for (const tilescape::explore::CycleTerm& term : tilescape::explore::cycleTerms()) {
        rows.push_back({named("cycles_", term.key), {}, [&term](const Moment& at) { return cyclesOf(*at.schedule, term); },
                        [&term](const Schedule& schedule, const ScheduledLayer& layer) {
                            return tilescape::explore::cycleTermsOf(schedule, static_cast<std::size_t>(layer.slot.segment)).*term.value;
                        }});
    }
    for (const Level level : allLevels) {
        rows.push_back({named("words_", nameOf(level)), {}, [level](const Moment& at) { return at.schedule->totals.accesses[level]; },
                        [level](const Schedule&, const ScheduledLayer& layer) {
                            const auto& words = layer.cost.accesses[level];
                            return words[Tensor::Weight] + words[Tensor::Input] + words[Tensor::Output];
                        }});
    }
}

void addMapping(std::vector<Row>& rows)
{
    const auto add = [&](const char* key, std::function<double(const Schedule&, const ScheduledLayer&)> ofLayer) {
        rows.push_back({QLatin1String(key), {}, {}, std::move(ofLayer)});
    };
    add("copies", [](const Schedule&, const ScheduledLayer& layer) { return static_cast<double>(layer.mapping.replication.size()); });
    add("folds", [](const Schedule&, const ScheduledLayer& layer) { return static_cast<double>(layer.mapping.fold.size()); });
    add("stripes", [](const Schedule&, const ScheduledLayer& layer) { return stripesOf(layer.scheme.region); });
    add("tiles", [](const Schedule&, const ScheduledLayer& layer) { return static_cast<double>(layer.scheme.region.extent.size()); });
    add("batch_groups", [](const Schedule& schedule, const ScheduledLayer& layer) {
        return static_cast<double>(schedule.segments[static_cast<std::size_t>(layer.slot.segment)].batchGroups);
    });
    for (const Loop loop : allLoops) {
        rows.push_back({named("iterations_", nameOf(loop)), {}, {}, [loop](const Schedule&, const ScheduledLayer& layer) {
                            return static_cast<double>(layer.cost.iterations[loop]);
                        }});
        rows.push_back({named("groups_", nameOf(loop)), {}, {}, [loop](const Schedule&, const ScheduledLayer& layer) {
                            return static_cast<double>(layer.scheme.blocking.factors[loop][0]);
                        }});
    }
    for (const Tensor tensor : allTensors) {
        rows.push_back({named("fetches_", nameOf(tensor)), {}, {}, [tensor](const Schedule&, const ScheduledLayer& layer) {
                            return layer.cost.fetches[Storage::Buffer][tensor];
                        }});
        rows.push_back({named("held_", nameOf(tensor)), {}, {}, [tensor](const Schedule&, const ScheduledLayer& layer) {
                            return layer.cost.wordsHeld[Storage::Buffer][tensor];
                        }});
        rows.push_back({named("dram_", nameOf(tensor)), {}, {}, [tensor](const Schedule&, const ScheduledLayer& layer) {
                            return layer.cost.accesses[Level::Dram][tensor];
                        }});
        rows.push_back({named("group_", nameOf(tensor)), {}, {}, [tensor](const Schedule&, const ScheduledLayer& layer) {
                            return static_cast<double>(layer.scheme.sharing.group[tensor]);
                        }});
        rows.push_back({named("subgroup_", nameOf(tensor)), {}, {}, [tensor](const Schedule&, const ScheduledLayer& layer) {
                            return static_cast<double>(layer.scheme.sharing.subgroup[tensor]);
                        }});
        rows.push_back({named("rounds_", nameOf(tensor)), {}, {}, [tensor](const Schedule&, const ScheduledLayer& layer) {
                            return static_cast<double>(layer.cost.rotationRounds[tensor]);
                        }});
    }
}

/// The cost of a training step on the array of accelerators; `strategy` without forced choices, or as the problem says.
tilescape::training::parallelism::StepCost stepCost(const Moment& at, std::optional<tilescape::training::parallelism::Strategy> strategy)
{
    tilescape::training::parallelism::Settings settings = at.problem.training.parallelism;
    if (strategy) {
        settings.strategy = *strategy;
        settings.forced.clear();
    }
    const auto plan = tilescape::training::parallelism::plan(at.problem.network, at.problem.batch, settings);
    return plan ? tilescape::training::parallelism::costOf(plan.value()) : tilescape::training::parallelism::StepCost();
}

void addTraining(std::vector<Row>& rows)
{
    using tilescape::training::parallelism::StepCost;
    using tilescape::training::parallelism::Strategy;
    struct Amount {
        const char* key;
        const char* unit;
        double StepCost::*value;
    };
    for (const Amount& amount : {Amount{"parallelism_bytes", "byte", &StepCost::bytes}, Amount{"parallelism_seconds", "s", &StepCost::seconds},
                                 Amount{"parallelism_energy", "J", &StepCost::joules}}) {
        const auto add = [&](const QString& key, std::optional<Strategy> strategy) {
            rows.push_back({key, QLatin1String(amount.unit), [strategy, value = amount.value](const Moment& at) { return stepCost(at, strategy).*value; }, {}});
        };
        add(QLatin1String(amount.key), std::nullopt);
        for (const Strategy strategy : {Strategy::HyPar, Strategy::Data, Strategy::Model, Strategy::OneWeirdTrick}) {
            add(QLatin1String(amount.key) + QLatin1Char('_') + named("", nameOf(strategy)), strategy);
        }
    }
    namespace gradient = tilescape::training::gradient;
    for (const gradient::Strategy strategy : gradient::allStrategies) {
        const auto total = [strategy](const Moment& at) {
            const auto result = gradient::analyse(at.problem.network, at.problem.batch, at.problem.training.gradient);
            return result ? result.value().totalOf(strategy) : gradient::Total();
        };
        rows.push_back({named("gradient_cycles_", nameOf(strategy)), {}, [total](const Moment& at) { return static_cast<double>(total(at).backwardCycles); }, {}});
        rows.push_back({named("gradient_read_", nameOf(strategy)), QStringLiteral("byte"), [total](const Moment& at) { return static_cast<double>(total(at).readBytes); }, {}});
        rows.push_back({named("gradient_written_", nameOf(strategy)),
                        QStringLiteral("byte"),
                        [total](const Moment& at) { return static_cast<double>(total(at).writeBytes); },
                        {}});
        rows.push_back({named("gradient_dy_", nameOf(strategy)), QStringLiteral("byte"), [total](const Moment& at) { return static_cast<double>(total(at).dyReadBytes); }, {}});
    }
}

const std::vector<Row>& table()
{
    static const std::vector<Row> rows = [] {
        std::vector<Row> made;
        addTotals(made);
        addTerms(made);
        addMapping(made);
        addTraining(made);
        return made;
    }();
    return rows;
}

const Row* findRow(const QString& key)
{
    const auto row = std::find_if(table().begin(), table().end(), [&](const Row& one) { return one.key == key; });
    return row == table().end() ? nullptr : &*row;
}

bool isSetting(const QString& key)
{
    const auto keys = tilescape::explore::settingKeys();
    return std::find(keys.begin(), keys.end(), key.toStdString()) != keys.end() && tilescape::explore::isNumeric(key.toStdString());
}

support::Result<Number> readNumber(const QString& text)
{
    QStringList words = text.simplified().split(QLatin1Char(' '));
    Number number;
    const QStringList kinds{QStringLiteral("now"), QStringLiteral("before"), QStringLiteral("fall"), QStringLiteral("rise")};
    if (const qsizetype kind = kinds.indexOf(words.front()); kind >= 0) {
        number.of = static_cast<Number::Of>(kind);
        words.removeFirst();
    }
    if (words.size() == 3 && words[1] == QStringLiteral("of")) {
        number.layer = words[2];
        words.resize(1);
    }
    number.key = words.join(QLatin1Char(' '));
    if (findRow(number.key) || isSetting(number.key)) {
        return number;
    }
    return support::Diagnostic{support::Severity::Error, "", "", "", QStringLiteral("there is no measure '%1'").arg(number.key).toStdString(),
                               "the manual's page of the window lists them, under Lessons"};
}

std::optional<double> valueAt(const Number& number, const Moment& at)
{
    const Row* row = findRow(number.key);
    if (!row) {
        const std::string key = number.key.toStdString();
        return support::readQuantity(tilescape::explore::valueText(at.problem, key), tilescape::explore::unitOf(key));
    }
    if (number.layer.isEmpty()) {
        return row->ofNetwork ? std::optional(row->ofNetwork(at)) : std::nullopt;
    }
    const auto& layers = at.schedule->layers;
    const auto layer = std::find_if(layers.begin(), layers.end(), [&](const ScheduledLayer& one) {
        return QString::fromStdString(at.schedule->problem->network.layers[one.layer].name) == number.layer;
    });
    return row->ofLayer && layer != layers.end() ? std::optional(row->ofLayer(*at.schedule, *layer)) : std::nullopt;
}

std::optional<double> numberValue(const Number& number, const Moment& now, const Moment& before)
{
    const auto after = number.of == Number::Of::Before ? std::nullopt : valueAt(number, now);
    const auto earlier = number.of == Number::Of::Now ? std::nullopt : valueAt(number, before);
    switch (number.of) {
    case Number::Of::Now: return after;
    case Number::Of::Before: return earlier;
    case Number::Of::Fall: return after && earlier ? std::optional(1 - *after / *earlier) : std::nullopt;
    case Number::Of::Rise: break;
    }
    return after && earlier ? std::optional(*after / *earlier - 1) : std::nullopt;
}

} // namespace

QStringList measureKeys()
{
    QStringList keys;
    for (const Row& row : table()) {
        keys << row.key;
    }
    return keys;
}

support::Result<Measure> readMeasure(const QString& text)
{
    const QStringList sides = text.split(QStringLiteral(" over "));
    const auto first = readNumber(sides.front());
    if (!first) {
        return first.faults();
    }
    Measure measure{first.value(), std::nullopt};
    if (sides.size() > 1) {
        const auto second = readNumber(sides[1]);
        if (!second) {
            return second.faults();
        }
        measure.over = second.value();
    }
    return measure;
}

QString unitOf(const Measure& measure)
{
    if (measure.over || measure.number.of == Number::Of::Fall || measure.number.of == Number::Of::Rise) {
        return {};
    }
    const Row* row = findRow(measure.number.key);
    const std::string_view unit = row ? std::string_view() : tilescape::explore::unitOf(measure.number.key.toStdString());
    return row ? row->unit : QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size()));
}

std::optional<double> valueOf(const Measure& measure, const Moment& now, const Moment& before)
{
    const auto value = numberValue(measure.number, now, before);
    if (!value || !measure.over) {
        return value;
    }
    const auto divisor = numberValue(*measure.over, now, before);
    return divisor ? std::optional(*value / *divisor) : std::nullopt;
}

} // namespace tilescape::ui::lessons
