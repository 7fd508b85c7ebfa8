#include "app/desktop/arguments.h"

#include <CLI/CLI.hpp>

namespace tilescape::desktop {

ParsedArguments parseArguments(int argc, const char* const* argv)
{
    ParsedArguments parsed;
    Arguments& arguments = parsed.arguments;
    CLI::App app("Tilescape: a window in which networks are scheduled on tiled accelerators.", "tilescape");
    app.set_version_flag("--version", TILESCAPE_VERSION);
    app.failure_message([](const CLI::App*, const CLI::Error& error) {
        return std::string(error.what()) + "; --help says what can be given.\n";
    });
    app.add_option("file", arguments.file, "Project, network or chip to open; without it, AlexNet pipelined over 256 tiles");
    auto* screenshot = app.add_option("--screenshot", arguments.screenshotFolder,
                                      "Write pictures of the window and of each panel into this folder, and exit")
                           ->type_name("FOLDER");
    app.add_flag("--dark", arguments.dark, "Dark colours, whatever the settings say");
    auto* exported = app.add_option("--export", arguments.exportFolder,
                                    "Without a window: write schedule and figures into this folder, and exit")
                         ->type_name("FOLDER");
    auto* measure = app.add_flag("--measure", arguments.measure,
                                 "Print how long the first schedule and an edit take, and exit");
    FigureOrder& figure = arguments.figure;
    auto* name = app.add_option("--figure", figure.figure, "Without a window: draw this figure of a project (--of), of results (points, points-heat-map, points-parallel, sensitivity), or of a paper that is made anew (as hypar/figure_6), into a file (--out), and exit")
                     ->type_name("NAME");
    const auto ofFigure = [&](CLI::Option* option, const char* type) { option->needs(name)->type_name(type); };
    ofFigure(app.add_option(
                 "--of", figure.of,
                 "Project that the figure shows, without it the default example; of a figure of results, what "
                 "tilescape-cli sweep, search or sensitivity has written with --json, or a project with a sweep or a "
                 "search; of a paper's figure, what tilescape-cli reproduce has written, without it all is computed"),
             "FILE");
    ofFigure(app.add_option("--layer", figure.layer, "Layer that it shows; without it, the one that takes most energy"), "NAME");
    ofFigure(app.add_option("--preset", figure.preset, "Page: ieee-column, ieee-page, acm-column, acm-page, slide, or an extent as 120x80mm or 120mm"), "PAGE");
    ofFigure(app.add_option("--font", figure.font, "Family of the text"), "FAMILY");
    ofFigure(app.add_option("--font-size", figure.fontSize, "Size of the text"), "PT");
    ofFigure(app.add_option("--title", figure.title, "Text above the picture, or none"), "TEXT");
    ofFigure(app.add_option("--legend", figure.legend, "Place of the legend: usual, below, above, right, none"), "PLACE");
    ofFigure(app.add_option("--line-weight", figure.lineWeight, "Widths of all lines, in those that they usually have: 0.25 to 4"), "TIMES");
    ofFigure(app.add_option("--x", figure.choice.x, "Of a sweep or a search: measure or axis along the chart; without it, the second objective"), "KEY");
    ofFigure(app.add_option("--y", figure.choice.y,
                            "Measure up the chart, or axis of a heat map; of a sensitivity, energy, delay or "
                            "energy_delay; without it, the first of them"),
             "KEY");
    ofFigure(app.add_option("--by", figure.choice.by, "Axis whose values have colours, or none; of a heat map, the measure that its cells show"), "KEY");
    auto* out = app.add_option("--out", figure.out, "File of the figure: .svg, .pdf or .png");
    ofFigure(out, "FILE");
    name->needs(out);
    auto* list = app.add_option("--figures", arguments.figureList, "Without a window: draw all figures of this list, and exit")->type_name("LIST.json");
    for (CLI::Option* job : {name, list}) {
        job->excludes(screenshot)->excludes(measure)->excludes(exported);
    }
    name->excludes(list);
    exported->excludes(screenshot)->excludes(measure);
    measure->excludes(screenshot);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // --help and --version are answers, not mistakes.
        const bool asked = error.get_exit_code() == 0;
        app.exit(error);
        parsed.exitCode = asked ? ExitCode::Done : ExitCode::BadInput;
    }
    return parsed;
}

} // namespace tilescape::desktop
