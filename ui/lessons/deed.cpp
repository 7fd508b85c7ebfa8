#include "ui/lessons/deed.h"

#include "core/explore/setting.h"
#include "core/hardware/parameters.h"
#include "ui/workspace/workspace.h"

#include <QStringList>

#include <algorithm>

namespace tilescape::ui::lessons {

namespace {

const QString parallelismPrefix = QStringLiteral("parallelism.");
const QString gradientPrefix = QStringLiteral("gradient.");

support::Diagnostics faultOf(const Deed& deed, std::string remedy)
{
    return {{support::Severity::Error, "", "", "", QStringLiteral("%1=%2 cannot be set").arg(deed.key, deed.value).toStdString(), std::move(remedy)}};
}

support::Diagnostics force(tilescape::training::parallelism::Settings& settings, const Deed& deed)
{
    using tilescape::training::parallelism::Choice;
    const QStringList words = deed.value.simplified().split(QLatin1Char(' '));
    const bool isChoice = words.size() == 3 && (words[2] == QStringLiteral("data") || words[2] == QStringLiteral("model"));
    if (!isChoice || words[1].toInt() < 1) {
        return faultOf(deed, "write the layer, the level from 1 on, and data or model");
    }
    const std::string layer = words[0].toStdString();
    const Count level = words[1].toLongLong();
    std::erase_if(settings.forced, [&](const auto& one) { return one.level == level && one.layer == layer; });
    settings.forced.push_back({level, layer, words[2] == QStringLiteral("data") ? Choice::Data : Choice::Model});
    return {};
}

support::Diagnostics setGradient(tilescape::training::gradient::Settings& settings, const Deed& deed)
{
    namespace gradient = tilescape::training::gradient;
    const std::string key = deed.key.mid(gradientPrefix.size()).toStdString();
    const std::string value = deed.value.toStdString();
    if (key == "npu") {
        const gradient::NpuPreset* const preset = gradient::findNpuPreset(value);
        if (!preset) {
            return faultOf(deed, "use small or large");
        }
        settings.npu = preset->npu;
        return {};
    }
    for (const gradient::NumberRow& row : gradient::numberRows()) {
        bool isNumber = false;
        const Count number = deed.value.toLongLong(&isNumber);
        if (row.key == key && isNumber && number >= row.smallest && number <= row.largest) {
            row.value(settings) = number;
            return {};
        }
    }
    for (const gradient::ChoiceRow& row : gradient::choiceRows()) {
        const auto name = std::find(row.names.begin(), row.names.end(), value);
        if (row.key == key && name != row.names.end()) {
            row.set(settings, static_cast<int>(name - row.names.begin()));
            return {};
        }
    }
    return faultOf(deed, "the keys and values are those of 'tilescape-cli gradient --set'");
}

} // namespace

support::Result<schedule::Problem> problemAfter(const schedule::Problem& problem, const Deed& deed)
{
    schedule::Problem after = problem;
    support::Diagnostics faults;
    if (deed.key == parallelismPrefix + QStringLiteral("force")) {
        faults = force(after.training.parallelism, deed);
    } else if (deed.key.startsWith(parallelismPrefix)) {
        faults = setFromText(after.training.parallelism, deed.key.mid(parallelismPrefix.size()).toStdString(), deed.value.toStdString());
    } else if (deed.key.startsWith(gradientPrefix)) {
        faults = setGradient(after.training.gradient, deed);
    } else {
        faults = tilescape::explore::apply({deed.key.toStdString(), deed.value.toStdString()}, after);
    }
    return faults.empty() ? support::Result(std::move(after)) : support::Result<schedule::Problem>(std::move(faults));
}

bool isAs(const schedule::Problem& problem, const Deed& deed)
{
    const auto after = problemAfter(problem, deed);
    if (!after || deed.kind == Deed::Kind::Set) {
        return after && after.value() == problem;
    }
    const tilescape::hardware::Parameter* parameter = tilescape::hardware::findParameter(deed.key.toStdString());
    if (!parameter) {
        return false;
    }
    const double now = parameter->get(problem.hardware);
    const double bound = parameter->get(after.value().hardware);
    return deed.kind == Deed::Kind::Below ? now <= bound : now >= bound;
}

void makeEdit(workspace::Workspace& workspace, const Deed& deed, const QString& text)
{
    const schedule::Problem& now = workspace.problem();
    const auto result = problemAfter(now, deed);
    if (!result || result.value() == now) {
        return;
    }
    const schedule::Problem& after = result.value();
    if (after.space != now.space) {
        workspace.setSpace(after.space);
    } else if (after.batch != now.batch) {
        workspace.setBatch(after.batch);
    } else if (after.goal != now.goal) {
        workspace.setGoal(after.goal);
    } else if (after.solver != now.solver) {
        workspace.setSolver(QString::fromStdString(after.solver));
    } else if (after.training != now.training) {
        workspace.setTraining(after.training, text);
    } else {
        workspace.setHardware(after.hardware);
    }
}

} // namespace tilescape::ui::lessons
