#include "app/desktop/figure_job.h"

#include "app/desktop/arguments.h"
#include "app/desktop/jobs.h"
#include "app/desktop/paper_figures.h"
#include "app/desktop/result_files.h"
#include "core/io/files.h"
#include "core/io/schedule_json.h"
#include "core/schedule/solve.h"
#include "ui/figures/figure_registry.h"
#include "ui/widgets/figure_presets.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace tilescape::desktop {

namespace {

using Schedule = std::shared_ptr<const schedule::Schedule>;

struct TextKey {
    const char* key;
    std::string FigureOrder::*member;
};
constexpr std::array<TextKey, 8> textKeys{{{"figure", &FigureOrder::figure}, {"of", &FigureOrder::of}, {"layer", &FigureOrder::layer},
                                           {"preset", &FigureOrder::preset}, {"font", &FigureOrder::font}, {"title", &FigureOrder::title},
                                           {"legend", &FigureOrder::legend}, {"out", &FigureOrder::out}}};
struct NumberKey {
    const char* key;
    double FigureOrder::*member;
};
struct ChoiceKey {
    const char* key;
    std::string ui::figures::ResultChoice::*member;
};
constexpr std::array<ChoiceKey, 3> choiceKeys{{{"x", &ui::figures::ResultChoice::x}, {"y", &ui::figures::ResultChoice::y},
                                               {"by", &ui::figures::ResultChoice::by}}};
constexpr std::array<NumberKey, 2> numberKeys{{{"font-size", &FigureOrder::fontSize}, {"line-weight", &FigureOrder::lineWeight}}};

support::Diagnostic fault(const std::string& file, const std::string& pointer, const std::string& problem, const std::string& remedy)
{
    return {support::Severity::Error, file, pointer, "", problem, remedy};
}

void readOrder(const QJsonObject& json, const std::string& file, const std::string& pointer, FigureOrder& order, support::Diagnostics& faults)
{
    for (auto member = json.begin(); member != json.end(); ++member) {
        const std::string key = member.key().toStdString();
        const auto known = std::find_if(textKeys.begin(), textKeys.end(), [&](const TextKey& text) { return key == text.key; });
        const auto numeric = std::find_if(numberKeys.begin(), numberKeys.end(), [&](const NumberKey& one) { return key == one.key; });
        const auto choice = std::find_if(choiceKeys.begin(), choiceKeys.end(), [&](const ChoiceKey& one) { return key == one.key; });
        if (known != textKeys.end() && member->isString()) {
            order.*(known->member) = member->toString().toStdString();
        } else if (choice != choiceKeys.end() && member->isString()) {
            order.choice.*(choice->member) = member->toString().toStdString();
        } else if (numeric != numberKeys.end() && member->isDouble()) {
            order.*(numeric->member) = member->toDouble();
        } else {
            const bool wrongType = known != textKeys.end() || choice != choiceKeys.end() || numeric != numberKeys.end();
            faults.push_back(fault(file, pointer + "/" + key, wrongType ? "the value is of another type" : "no figure has such a key",
                                   wrongType ? (numeric != numberKeys.end() ? "a number is needed" : "a text is needed")
                                             : "use figure, of, layer, preset, font, font-size, title, legend, line-weight, x, y, by, out"));
        }
    }
    for (const TextKey& text : {textKeys.front(), textKeys.back()}) {
        if ((order.*(text.member)).empty()) {
            faults.push_back(fault(file, pointer, fmt::format("there is no \"{}\"", text.key), "every figure has a name and a file to go to"));
        }
    }
}

support::Result<ui::widgets::FigureSize> sizeOf(const FigureOrder& order)
{
    auto size = ui::widgets::sizeNamed(QString::fromStdString(order.preset), order.out);
    const auto legend = ui::widgets::legendPlaceNamed(QString::fromStdString(order.legend), order.out);
    if (!size || !legend) {
        return size ? legend.faults() : size.faults();
    }
    size.value().legend = legend.value();
    size.value().lineWeight = order.lineWeight;
    size.value().family = QString::fromStdString(order.font);
    size.value().heading = order.title == "none" ? QString() : QString::fromStdString(order.title);
    if (!std::isnan(order.fontSize)) {
        size.value().textPt = order.fontSize;
    }
    return size;
}

support::Result<std::optional<std::size_t>> layerNamed(const schedule::Schedule& schedule, const std::string& name)
{
    if (name.empty()) {
        return std::optional<std::size_t>();
    }
    const auto& layers = schedule.problem->network.layers;
    std::string names;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        if (layers[layer].name == name) {
            return std::optional(layer);
        }
        constexpr std::size_t most = 8; // enough to see how they are written
        names += layer < most ? (layer > 0 ? ", " : "") + layers[layer].name : "";
    }
    return fault("", "", fmt::format("the network {} has no layer '{}'", schedule.problem->network.name, name),
                 fmt::format("its layers are {}{}", names, layers.size() > 8 ? " and more" : ""));
}

/// A project, and what it was solved for so far.
struct Solved {
    io::Project project;
    std::shared_ptr<const schedule::Problem> asked;
    Schedule schedule;
    std::optional<ui::figures::FigureSource::Baseline>
        baseline; ///< that the project compares with, once a figure shows it
};

bool showsBaseline(const FigureOrder& order) { return order.figure == "energy" || order.figure == "energy-shares"; }

support::Diagnostics draw(const FigureOrder& order, Solved& answer)
{
    const auto size = sizeOf(order);
    const auto layer = layerNamed(*answer.schedule, order.layer);
    if (!size || !layer) {
        return size ? layer.faults() : size.faults();
    }
    ui::figures::FigureSource source(answer.schedule, layer.value(), answer.asked);
    if (showsBaseline(order) && answer.schedule->hasResult()) {
        answer.baseline = answer.baseline ? answer.baseline : solvedBaseline(answer.project.baselines);
        if (answer.baseline) {
            source.compareWith(*answer.baseline);
        }
    }
    const auto figure = ui::figures::makeFigure(QString::fromStdString(order.figure), source);
    return figure ? ui::widgets::writeFigure(figure.value(), QString::fromStdString(order.out), size.value()) : figure.faults();
}

bool choosesNumbers(const FigureOrder& order)
{
    return std::any_of(choiceKeys.begin(), choiceKeys.end(), [&](const ChoiceKey& one) { return !(order.choice.*(one.member)).empty(); });
}

support::Diagnostics drawOfResults(const FigureOrder& order, ResultFiles& files)
{
    const auto size = sizeOf(order);
    if (!size) {
        return size.faults();
    }
    const auto figure = files.figure(order);
    return figure ? ui::widgets::writeFigure(figure.value(), QString::fromStdString(order.out), size.value()) : figure.faults();
}

support::Diagnostics drawOfPaper(const FigureOrder& order, PaperFigures& papers)
{
    const auto size = sizeOf(order);
    if (!size) {
        return size.faults();
    }
    if (!order.layer.empty()) {
        return {fault(order.figure, "", "a paper's figure shows no layer", "leave out the layer")};
    }
    const auto figure = papers.figure(order.figure, order.of);
    return figure ? ui::widgets::writeFigure(figure.value(), QString::fromStdString(order.out), size.value()) : figure.faults();
}

} // namespace

support::Result<std::vector<FigureOrder>> readFigureList(const std::string& path)
{
    const auto text = io::readFile(path);
    if (!text) {
        return text.faults();
    }
    QJsonParseError error{};
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text.value()), &error);
    if (!document.isArray()) {
        return fault(path, "", error.error == QJsonParseError::NoError ? "this is no list of figures"
                                                                       : fmt::format("at byte {}: {}", error.offset, error.errorString().toStdString()),
                     "a list is a JSON array of objects, such as [{\"figure\": \"chip\", \"out\": \"chip.pdf\"}]");
    }
    support::Diagnostics faults;
    std::vector<FigureOrder> orders;
    std::set<std::string> written;
    const QDir folder = QFileInfo(QString::fromStdString(path)).absoluteDir();
    for (const auto& value : document.array()) {
        const std::string pointer = fmt::format("/{}", orders.size());
        readOrder(value.toObject(), path, pointer, orders.emplace_back(), faults);
        for (std::string* file : {&orders.back().of, &orders.back().out}) {
            *file =
                file->empty() ? *file : QDir::cleanPath(folder.filePath(QString::fromStdString(*file))).toStdString();
        }
        if (const std::string& out = orders.back().out; !out.empty() && !written.insert(out).second) {
            faults.push_back(fault(path, pointer + "/out", "another figure of the list is written to this file",
                                   "give each a name of its own"));
        }
    }
    return faults.empty() ? support::Result(std::move(orders)) : support::Result<std::vector<FigureOrder>>(std::move(faults));
}

int drawFigures(const std::vector<FigureOrder>& orders)
{
    std::map<std::string, Solved> solved;
    PaperFigures papers;
    ResultFiles results;
    support::Diagnostics faults;
    const auto add = [&faults](const support::Diagnostics& own) { faults.insert(faults.end(), own.begin(), own.end()); };
    for (const FigureOrder& order : orders) {
        if (ResultFiles::isOne(order.figure)) {
            add(drawOfResults(order, results));
            continue;
        }
        if (choosesNumbers(order)) {
            add({fault(order.figure, "", "only figures of results have x, y and by to choose", "leave them out")});
            continue;
        }
        if (PaperFigures::isOne(order.figure)) {
            add(drawOfPaper(order, papers));
            continue;
        }
        if (!solved.contains(order.of)) {
            auto project = projectOf(order.of);
            if (!project) {
                return complain(project.faults());
            }
            Solved& own = solved[order.of];
            own.project = std::move(project.value());
            own.asked = std::make_shared<const schedule::Problem>(own.project.problem);
            own.schedule = std::make_shared<const schedule::Schedule>(schedule::solve(*own.asked));
        }
        add(draw(order, solved[order.of]));
    }
    return faults.empty() ? static_cast<int>(ExitCode::Done) : complain(faults);
}

} // namespace tilescape::desktop
