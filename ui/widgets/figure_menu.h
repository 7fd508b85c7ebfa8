#pragma once

#include "ui/widgets/figure.h"

#include <QDialog>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace tilescape::ui::widgets {

/// Asks for format, width and size of the text of a figure, shows the page as it will come out, and writes it, as often
/// as wanted.
class FigureDialog : public QDialog {
    Q_OBJECT

public:
    explicit FigureDialog(Figure figure, QWidget* parent = nullptr);

    [[nodiscard]] FigureFormat format() const;
    [[nodiscard]] FigureSize size() const;
    void setSize(const FigureSize& size);
    /// Writes to `path`; the dialog says that the file is there, or what is wrong.
    bool writeTo(const QString& path);
    [[nodiscard]] QString message() const;
    [[nodiscard]] QPixmap preview() const;

private:
    void choosePreset(int index);
    void chooseFile();
    void updatePreview();

    Figure m_figure;
    QComboBox* m_format = nullptr;
    QComboBox* m_preset = nullptr;
    QDoubleSpinBox* m_width = nullptr;
    QDoubleSpinBox* m_text = nullptr;
    QLabel* m_extent = nullptr;
    QLabel* m_preview = nullptr;
    QLabel* m_message = nullptr;
};

/// Gives `widget` a context menu with "Export figure…"; `figure` makes the figure when it is asked for.
/// Returns the action, so that a window can show it elsewhere too.
QAction* addFigureExport(QWidget* widget, std::function<Figure()> figure);

} // namespace tilescape::ui::widgets
