#include "ui/directives/directives_figure.h"

#include "core/dataflow/directives/printer.h"
#include "core/schedule/write_directives.h"
#include "ui/directives/directives_editor.h"
#include "ui/directives/directives_highlighter.h"
#include "ui/style/palette.h"
#include "ui/widgets/document_figure.h"

#include <QTextDocument>

namespace tilescape::ui::directives {

widgets::Figure directivesFigure(const schedule::Schedule& schedule, std::size_t layer)
{
    const schedule::ScheduledLayer& scheduled = *schedule.find(layer);
    const QString text = QString::fromStdString(dataflow::directives::print(schedule::writeLayerDirectives(*schedule.problem, scheduled))).trimmed();
    const QString title = DirectivesEditor::tr("Directives of %1")
                              .arg(QString::fromStdString(schedule.problem->network.layers[layer].name));
    return widgets::documentFigure(QStringLiteral("directives"), title, [text](const QFont& font) {
        auto document = std::make_unique<QTextDocument>();
        document->setDefaultFont(font);
        document->setPlainText(text);
        (new DirectivesHighlighter(document.get()))->setColours(style::paperPalette());
        return document;
    });
}

} // namespace tilescape::ui::directives
