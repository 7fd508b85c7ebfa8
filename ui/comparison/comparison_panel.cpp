#include "ui/comparison/comparison_panel.h"

#include "ui/comparison/baseline_view.h"
#include "ui/comparison/comparison_view.h"

namespace tilescape::ui::comparison {

ComparisonPanel::ComparisonPanel(workspace::Workspace& workspace, QWidget* parent) : QTabWidget(parent)
{
    setObjectName(QStringLiteral("comparisonPanel"));
    setAccessibleName(tr("Comparison"));
    setDocumentMode(true);
    m_baselines = new BaselineView(workspace);
    m_solvers = new ComparisonView(workspace);
    addTab(m_baselines, tr("What changed"));
    addTab(m_solvers, tr("Solvers"));
}

void ComparisonPanel::showBaselines() { setCurrentWidget(m_baselines); }

void ComparisonPanel::showSolvers() { setCurrentWidget(m_solvers); }

} // namespace tilescape::ui::comparison
