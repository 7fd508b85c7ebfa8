#pragma once

#include "ui/widgets/figure.h"
#include "ui/workspace/program_service.h"

#include <QWidget>

#include <memory>
#include <optional>

class QBoxLayout;
class QComboBox;
class QLabel;
class QListView;
class QSplitter;
class QTableView;
class QToolButton;

namespace tilescape::ui::plot {
class LegendStrip;
}
namespace tilescape::ui::widgets {
class ElidedLabel;
class SeenUpdates;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::program {

class BufferCanvas;
class ChipCanvas;
class CountsModel;
class ProgramPlayer;
class StreamModel;
class TimedCanvas;

/// The program of the schedule, or of a file, as it is executed step by step: the chip with what is on its way, the streams of the
/// selected tile, its buffer, what was counted, and the cycles beside the model's. Keys: Space plays, Left and Right step, Up and
/// Down go to steps of the selected tile, Home and End to the ends. Compiles and executes in the background, and only while it is
/// to be seen.
class ProgramView : public QWidget {
    Q_OBJECT

public:
    explicit ProgramView(workspace::Workspace& workspace, QWidget* parent = nullptr);
    ~ProgramView() override;

    /// Shows the program of this file in place of the schedule's; what cannot be read is told in the view.
    void open(const QString& path);
    /// Asks for a file.
    void openWithDialog();
    /// The program of the schedule again.
    void showSchedule();
    /// Whether the file is meant to be a program.
    static bool isProgramFile(const QString& path);

    [[nodiscard]] const workspace::ProgramRun& run() const { return m_service.run(); }
    [[nodiscard]] bool isBusy() const { return m_service.isRunning(); }
    [[nodiscard]] ProgramPlayer& player() { return *m_player; }
    [[nodiscard]] std::optional<Tile> selectedTile() const { return m_tile; }
    void selectTile(Tile tile);
    [[nodiscard]] ChipCanvas& chip() { return *m_chip; }
    [[nodiscard]] BufferCanvas& buffer() { return *m_buffer; }
    [[nodiscard]] TimedCanvas& times() { return *m_times; }
    [[nodiscard]] QListView& stream(bool array) { return array ? *m_array : *m_controller; }
    [[nodiscard]] QString status() const;  ///< the step that was done last, in words
    [[nodiscard]] QString message() const; ///< how it ended, or why there is nothing
    [[nodiscard]] widgets::Figure figure() const;
    [[nodiscard]] QSize sizeHint() const override { return {760, 720}; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    QWidget* buildHead();
    QWidget* buildStreams();
    QListView* buildStream(StreamModel& model, const char* objectName);
    QWidget* buildCounts();
    void refresh();
    void start();
    void take();
    void fillSubjects();
    void layerSelected();
    void showState();
    void showPosition();
    void showStreams();
    void showTileTitle();
    void applyLook();
    void fitRoom();
    void sizeCounts();
    void goToLine(const StreamModel& model, int line);
    void goToCycle(double cycle);
    void stepOfTile(bool on);

    workspace::Workspace& m_workspace;
    widgets::SeenUpdates* m_updates = nullptr;
    workspace::ProgramRequest m_asked;
    QString m_file; ///< of the program that is shown; empty: the schedule's
    std::optional<bool> m_whole; ///< whether all is executed at once, if that was chosen by hand
    std::optional<std::size_t> m_layer; ///< whose segment was, too
    std::optional<Tile> m_tile;
    ProgramPlayer* m_player = nullptr;
    QComboBox* m_subject = nullptr; ///< the whole network, or one segment
    QComboBox* m_order = nullptr;
    QToolButton* m_openFile = nullptr;
    QToolButton* m_toSchedule = nullptr;
    QBoxLayout* m_head = nullptr; ///< a row, or two in a narrow panel
    widgets::ElidedLabel* m_position = nullptr;
    widgets::ElidedLabel* m_status = nullptr;
    QLabel* m_message = nullptr;
    QWidget* m_content = nullptr;
    QSplitter* m_upper = nullptr;
    ChipCanvas* m_chip = nullptr;
    plot::LegendStrip* m_legend = nullptr;
    bool m_cornerMemory = false; ///< of the program that is shown
    bool m_sharedBuffers = false;
    QWidget* m_streams = nullptr;
    widgets::ElidedLabel* m_streamTitle = nullptr;
    StreamModel* m_controllerModel = nullptr;
    StreamModel* m_arrayModel = nullptr;
    QListView* m_controller = nullptr;
    QListView* m_array = nullptr;
    BufferCanvas* m_buffer = nullptr;
    CountsModel* m_counts = nullptr;
    QTableView* m_countsTable = nullptr;
    TimedCanvas* m_times = nullptr;
    workspace::ProgramService m_service; ///< last: it is stopped first
};

} // namespace tilescape::ui::program
