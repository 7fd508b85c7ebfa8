#pragma once

#include "core/io/table.h"
#include "ui/inspector/energy_terms.h"

#include <QWidget>

#include <memory>

class QLabel;
class QScrollArea;
class QTextBrowser;
class QToolButton;
class QVBoxLayout;

namespace tilescape::ui::widgets {
class ElidedLabel;
class SeenUpdates;
class Veil;
}
namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::inspector {

class FactList;
class FillingBar;
class PeArrayPicture;
class TermTable;

/// Everything about the selected layer (or the totals of the network, if none is): its segment, loop nest, blocking, what the memories
/// hold, accesses, the terms of the energy, cycles, mapping. Its texts can be selected and copied.
class InspectorPanel : public QWidget {
    Q_OBJECT

public:
    explicit InspectorPanel(workspace::Workspace& workspace, QWidget* parent = nullptr);

    /// Puts a section of another view beneath its own; the section shows itself where it has something to show.
    void addSection(QWidget* section);
    /// A line of a section for the head of the panel, shown while the result is current; empty: none.
    void setRemark(const QString& remark);

    /// The table of energy terms as CSV; empty without a schedule.
    [[nodiscard]] QString tableAsCsv() const;
    /// The same for a paper.
    [[nodiscard]] QString tableAs(io::TableFormat format) const;

private:
    void refresh();
    void showBody(bool shows);
    void showNothing(const QString& message);
    void showDifference();
    void showTotals(const schedule::Schedule& schedule);
    void showLayer(const schedule::Schedule& schedule, const schedule::ScheduledLayer& layer);
    /// `layer`: whose terms these are; a default one for those of the whole network.
    void showTerms(std::vector<EnergyTerm> terms, const tilescape::network::Layer& layer);
    void showCode(const schedule::Problem& problem, const schedule::ScheduledLayer& layer);
    void showFilling(const schedule::Problem& problem, const schedule::ScheduledLayer& scheduled);
    void showState();
    void copyTable();
    void fitCodeHeight();
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    workspace::Workspace& m_workspace;
    widgets::SeenUpdates* m_updates = nullptr;
    std::shared_ptr<const schedule::Schedule> m_shown;
    std::vector<EnergyTerm> m_terms;
    QLabel* m_title = nullptr;
    widgets::ElidedLabel* m_state = nullptr; ///< how old this is, or the remark
    QString m_remark;
    QScrollArea* m_scroll = nullptr;
    QWidget* m_body = nullptr;
    QVBoxLayout* m_sections = nullptr;
    widgets::Veil* m_veil = nullptr;
    FactList* m_facts = nullptr;
    QLabel* m_differenceTitle = nullptr;
    FactList* m_difference = nullptr;
    QLabel* m_segmentTitle = nullptr;
    FactList* m_segment = nullptr;
    QTextBrowser* m_code = nullptr;
    QString m_codeHtml; ///< that stands in it
    QWidget* m_filling = nullptr;
    FillingBar* m_buffer = nullptr;
    FillingBar* m_registers = nullptr;
    PeArrayPicture* m_array = nullptr;
    QLabel* m_bufferLabel = nullptr;
    QLabel* m_registerLabel = nullptr;
    TermTable* m_table = nullptr;
    QToolButton* m_copy = nullptr;
};

} // namespace tilescape::ui::inspector
