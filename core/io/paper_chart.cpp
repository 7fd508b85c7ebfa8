#include "core/io/paper_chart.h"

#include "core/io/json_reader.h"

#include <array>
#include <cmath>

namespace tilescape::io {

using nlohmann::ordered_json;

namespace {

constexpr std::string_view figuresFormat = "tilescape-paper-figures";
constexpr std::array<std::string_view, 3> kindNames{"bars", "stacked_bars", "lines"}; // in the order of PaperChart::Kind
constexpr std::array<std::string_view, 4> fileKeys{"format", "version", "paper", "figures"};
constexpr std::array<std::string_view, 8> figureKeys{"name", "title", "kind", "x_label", "y_label", "logarithmic", "categories", "series"};
constexpr std::array<std::string_view, 4> seriesKeys{"name", "from_paper", "colour", "values"};

ordered_json seriesJson(const PaperChart::Series& series)
{
    ordered_json values = ordered_json::array();
    for (const double value : series.values) {
        values.push_back(std::isnan(value) ? ordered_json(nullptr) : ordered_json(value));
    }
    return {{"name", series.name}, {"from_paper", series.fromPaper}, {"colour", series.colour}, {"values", std::move(values)}};
}

ordered_json figureJson(const PaperFigure& figure)
{
    const PaperChart& chart = figure.chart;
    ordered_json series = ordered_json::array();
    for (const PaperChart::Series& one : chart.series) {
        series.push_back(seriesJson(one));
    }
    return {{"name", figure.name},
            {"title", chart.title},
            {"kind", kindNames[static_cast<std::size_t>(chart.kind)]},
            {"x_label", chart.xLabel},
            {"y_label", chart.yLabel},
            {"logarithmic", chart.logarithmic},
            {"categories", chart.categories},
            {"series", std::move(series)}};
}

std::string chartTextAt(const JsonPlace& place, std::string_view key)
{
    const auto found = place.require(key);
    return found ? found->text().value_or("") : "";
}

bool chartFlagAt(const JsonPlace& place, std::string_view key)
{
    const auto found = place.require(key);
    return found && found->flag().value_or(false);
}

std::vector<JsonPlace> elementsAt(const JsonPlace& place, std::string_view key)
{
    const auto found = place.require(key);
    return found ? found->elements().value_or(std::vector<JsonPlace>{}) : std::vector<JsonPlace>{};
}

PaperChart::Series readSeries(const JsonPlace& place, std::size_t categories)
{
    PaperChart::Series series;
    if (!place.isObject(seriesKeys)) {
        return series;
    }
    series.name = chartTextAt(place, "name");
    series.fromPaper = chartFlagAt(place, "from_paper");
    if (const auto colour = place.require("colour")) {
        series.colour = static_cast<int>(colour->count().value_or(-1));
    }
    for (const JsonPlace& value : elementsAt(place, "values")) {
        series.values.push_back(value.value().is_null() ? PaperChart::none : value.number().value_or(PaperChart::none));
    }
    if (series.values.size() != categories) {
        place.fault("there are " + std::to_string(series.values.size()) + " values and " + std::to_string(categories) + " categories",
                    "a series has one value a category, or null");
    }
    return series;
}

PaperFigure readFigure(const JsonPlace& place)
{
    PaperFigure figure;
    if (!place.isObject(figureKeys)) {
        return figure;
    }
    figure.name = chartTextAt(place, "name");
    PaperChart& chart = figure.chart;
    chart.title = chartTextAt(place, "title");
    if (const auto kind = place.require("kind")) {
        chart.kind = static_cast<PaperChart::Kind>(kind->choice(kindNames).value_or(0));
    }
    chart.xLabel = chartTextAt(place, "x_label");
    chart.yLabel = chartTextAt(place, "y_label");
    chart.logarithmic = chartFlagAt(place, "logarithmic");
    for (const JsonPlace& category : elementsAt(place, "categories")) {
        chart.categories.push_back(category.text().value_or(""));
    }
    for (const JsonPlace& series : elementsAt(place, "series")) {
        chart.series.push_back(readSeries(series, chart.categories.size()));
    }
    return figure;
}

} // namespace

std::string writePaperFigures(const PaperFigures& figures)
{
    ordered_json all = ordered_json::array();
    for (const PaperFigure& figure : figures.figures) {
        all.push_back(figureJson(figure));
    }
    return prettyText({{"format", figuresFormat}, {"version", 1}, {"paper", figures.paper}, {"figures", std::move(all)}});
}

support::Result<PaperFigures> readPaperFigures(const std::string& text, const std::string& file)
{
    JsonFaults faults(file);
    const auto json = parseJson(text, faults);
    PaperFigures figures;
    if (json) {
        const JsonPlace root(*json, "", faults);
        if (isFormat(root, figuresFormat) && root.isObject(fileKeys)) {
            figures.paper = chartTextAt(root, "paper");
            for (const JsonPlace& figure : elementsAt(root, "figures")) {
                figures.figures.push_back(readFigure(figure));
            }
        }
    }
    return faults.count() > 0 ? support::Result<PaperFigures>(faults.take()) : support::Result(std::move(figures));
}

std::string writeFigureList(const PaperFigures& figures, const std::string& chartsFile)
{
    ordered_json list = ordered_json::array();
    for (const PaperFigure& figure : figures.figures) {
        list.push_back({{"figure", figures.paper + "/" + figure.name},
                        {"of", chartsFile},
                        {"preset", "ieee-page"},
                        {"title", figure.chart.title},
                        {"out", figure.name + ".svg"}});
    }
    return prettyText(list);
}

} // namespace tilescape::io
