#include "ui/window/keyboard_sheet.h"

#include "ui/window/plain_label.h"

#include <QAction>
#include <QHeaderView>
#include <QMenu>
#include <QTableWidget>
#include <QVBoxLayout>

#include <utility>
#include <vector>

namespace tilescape::ui::window {

namespace {

using Line = std::pair<QString, QString>; ///< keys, what they do; no keys: a heading

/// Keys that views handle themselves.
std::vector<Line> keysInViews()
{
    return {{{}, KeyboardSheet::tr("In the graphic views")},
            {KeyboardSheet::tr("F"), KeyboardSheet::tr("Fit the selection")},
            {KeyboardSheet::tr("Home"), KeyboardSheet::tr("Fit everything")},
            {KeyboardSheet::tr("+, −, wheel"), KeyboardSheet::tr("Zoom")},
            {KeyboardSheet::tr("Drag"), KeyboardSheet::tr("Move the picture")},
            {KeyboardSheet::tr("Arrows"),
             KeyboardSheet::tr("In the graph: along the edges, and to layers beside; in the timeline: layers and time; "
                               "in the map of parallelism: layers and "
                               "levels; in the chart of points: the next point")},
            {KeyboardSheet::tr("Left, Right, Home, End"),
             KeyboardSheet::tr("In the energy chart: bars; in programs and gradient tiles: steps")},
            {KeyboardSheet::tr("Space"),
             KeyboardSheet::tr(
                 "In programs and gradient tiles: play or pause; in the map of parallelism: the other choice")},
            {KeyboardSheet::tr("Enter"), KeyboardSheet::tr("In the chart of points: open the chosen one")},
            {KeyboardSheet::tr("Ctrl+C"), KeyboardSheet::tr("In tables: copy the row")},
            {KeyboardSheet::tr("Left, Right"), KeyboardSheet::tr("In the tensors: one filling of the registers")},
            {KeyboardSheet::tr("Up, Down"), KeyboardSheet::tr("In the tensors: one filling of the buffer")},
            {KeyboardSheet::tr("Click"), KeyboardSheet::tr("Select a layer, in all views")},
            {KeyboardSheet::tr("Ctrl+F"), KeyboardSheet::tr("Search layers; in the table: filter them")},
            {KeyboardSheet::tr("F3"), KeyboardSheet::tr("Next layer that was found")},
            {{}, KeyboardSheet::tr("In number boxes")},
            {KeyboardSheet::tr("Up, Down, wheel"), KeyboardSheet::tr("One step")},
            {KeyboardSheet::tr("Page up, Page down"), KeyboardSheet::tr("A large step")},
            {KeyboardSheet::tr("Enter"), KeyboardSheet::tr("Take the number over")}};
}

QString wordsOf(const QAction& action)
{
    const QVariant own = action.property(KeyboardSheet::wordsProperty);
    return own.isValid() ? own.toString() : plainLabel(action.text());
}

std::vector<Line> linesOf(const QMenu& menu, const QString& heading)
{
    std::vector<Line> lines{{{}, heading}};
    for (const QAction* action : menu.actions()) {
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) {
            keys << key.toString(QKeySequence::NativeText);
        }
        if (action->menu() && keys.isEmpty()) {
            for (const Line& line : linesOf(*action->menu(), {})) {
                if (!line.first.isEmpty()) {
                    lines.emplace_back(line.first, QStringLiteral("%1: %2").arg(plainLabel(action->text()), line.second));
                }
            }
        } else if (!keys.isEmpty()) {
            lines.emplace_back(keys.join(QStringLiteral(", ")), wordsOf(*action));
        }
    }
    return lines;
}

} // namespace

KeyboardSheet::KeyboardSheet(const QWidget& window, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("keyboardSheet"));
    setWindowTitle(tr("Keyboard"));
    setAttribute(Qt::WA_DeleteOnClose);
    std::vector<Line> lines;
    for (const QMenu* menu : window.findChildren<QMenu*>(QRegularExpression(QStringLiteral("^menu")))) {
        const std::vector<Line> more = linesOf(*menu, plainLabel(menu->title()));
        if (more.size() > 1) {
            lines.insert(lines.end(), more.begin(), more.end());
        }
    }
    const std::vector<Line> more = keysInViews();
    lines.insert(lines.end(), more.begin(), more.end());

    auto* table = new QTableWidget(static_cast<int>(lines.size()), 2);
    table->setAccessibleName(tr("Keys and what they do"));
    table->setHorizontalHeaderLabels({tr("Keys"), tr("What they do")});
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    for (int row = 0; row < table->rowCount(); ++row) {
        const Line& line = lines[static_cast<std::size_t>(row)];
        auto* keys = new QTableWidgetItem(line.first);
        auto* text = new QTableWidgetItem(line.second);
        if (line.first.isEmpty()) {
            QFont bold = font();
            bold.setBold(true);
            keys->setText(line.second);
            keys->setFont(bold);
            table->setSpan(row, 0, 1, 2);
        }
        table->setItem(row, 0, keys);
        if (!line.first.isEmpty()) {
            table->setItem(row, 1, text);
        } else {
            delete text;
        }
    }
    // Lines wrap where the sheet is narrow: nothing is beside it.
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->verticalHeader()->setMinimumSectionSize(table->fontMetrics().height() + 6);
    table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(table);
    resize(QSize(560, 760).boundedTo(window.size()));
}

} // namespace tilescape::ui::window
