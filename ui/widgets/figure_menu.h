#pragma once

#include "ui/widgets/figure.h"

#include <QDialog>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace tilescape::ui::widgets {

/// Asks for format and width of a figure, shows it as it will come out, and writes it.
class FigureDialog : public QDialog {
    Q_OBJECT

public:
    explicit FigureDialog(Figure figure, QWidget* parent = nullptr);

    [[nodiscard]] FigureFormat format() const;
    [[nodiscard]] double widthMm() const;
    /// Writes to `path` and closes; a fault is shown in the dialog, which then stays.
    bool writeTo(const QString& path);

private:
    void choosePreset(int index);
    void chooseFile();
    void updatePreview();

    Figure m_figure;
    QComboBox* m_format = nullptr;
    QComboBox* m_preset = nullptr;
    QDoubleSpinBox* m_width = nullptr;
    QLabel* m_preview = nullptr;
    QLabel* m_message = nullptr;
};

/// Gives `widget` a context menu with "Export figure…"; `figure` makes the figure when it is asked for.
/// Returns the action, so that a window can show it elsewhere too.
QAction* addFigureExport(QWidget* widget, std::function<Figure()> figure);

} // namespace tilescape::ui::widgets
