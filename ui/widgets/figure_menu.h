#pragma once

#include "ui/widgets/figure.h"

#include <QAction>
#include <QDialog>
#include <QWidget>

#include <functional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QLabel;
class QLineEdit;

namespace tilescape::ui::widgets {

/// Asks for format, page, text, heading and legend of a figure, shows the page as it will come out, and writes it, as often as
/// wanted. What was chosen last for a figure of this name is chosen again.
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

protected:
    /// The preview is drawn anew for the room that it gets.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildFields();
    void choosePreset(int index);
    void chooseFile();
    void updatePreview();
    void drawPreview();
    void restore();
    void remember() const;
    [[nodiscard]] QString settingsGroup() const;

    Figure m_figure;
    QComboBox* m_format = nullptr;
    QComboBox* m_preset = nullptr;
    QDoubleSpinBox* m_width = nullptr;
    QDoubleSpinBox* m_height = nullptr;
    QDoubleSpinBox* m_text = nullptr;
    QCheckBox* m_ownFont = nullptr;
    QFontComboBox* m_family = nullptr;
    QLineEdit* m_heading = nullptr;
    QComboBox* m_legend = nullptr;
    QDoubleSpinBox* m_lines = nullptr;
    QLabel* m_extent = nullptr;
    QLabel* m_preview = nullptr;
    QLabel* m_message = nullptr;
    bool m_filling = false;
};

/// "Export figure…" of one widget.
class FigureAction : public QAction {
    Q_OBJECT

public:
    FigureAction(QWidget* widget, std::function<Figure()> figure, std::function<QByteArray()> project);
    /// As the widget shows it now.
    [[nodiscard]] Figure figure() const { return m_figure(); }
    [[nodiscard]] QWidget* widget() const { return m_widget; }

private:
    QWidget* m_widget;
    std::function<Figure()> m_figure;
};

/// Gives `widget` a context menu with "Export figure…"; `figure` makes the figure when it is asked for, `project` the text of
/// the project that goes into its files. Returns the action, so that a window can show it elsewhere too.
FigureAction* addFigureExport(QWidget* widget, std::function<Figure()> figure, std::function<QByteArray()> project);

} // namespace tilescape::ui::widgets
