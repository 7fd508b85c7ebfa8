#include "ui/analysis/analysis_panel.h"

#include "ui/analysis/limits_view.h"
#include "ui/analysis/sensitivity_view.h"

namespace tilescape::ui::analysis {

AnalysisPanel::AnalysisPanel(workspace::Workspace& workspace, QWidget* parent) : QTabWidget(parent)
{
    setObjectName(QStringLiteral("analysisPanel"));
    setAccessibleName(tr("Analysis"));
    setDocumentMode(true);
    addTab(new LimitsView(workspace), tr("Speed of light"));
    addTab(new SensitivityView(workspace), tr("Sensitivity"));
}

} // namespace tilescape::ui::analysis
