#include "ui/layers/problems_model.h"

#include "ui/style/format.h"

#include <QApplication>
#include <QStyle>

#include <algorithm>

namespace tilescape::ui::layers {

namespace {

QIcon iconOf(support::Severity severity)
{
    const QStyle* style = QApplication::style();
    switch (severity) {
    case support::Severity::Error: return style->standardIcon(QStyle::SP_MessageBoxCritical);
    case support::Severity::Warning: return style->standardIcon(QStyle::SP_MessageBoxWarning);
    case support::Severity::Note: return style->standardIcon(QStyle::SP_MessageBoxInformation);
    }
    return {};
}

/// For those who do not see the icon.
QString severityText(support::Severity severity)
{
    switch (severity) {
    case support::Severity::Error: return ProblemsModel::tr("Error");
    case support::Severity::Warning: return ProblemsModel::tr("Warning");
    case support::Severity::Note: return ProblemsModel::tr("Note");
    }
    return {};
}

bool same(const support::Diagnostic& a, const support::Diagnostic& b)
{
    return a.severity == b.severity && a.file == b.file && a.pointer == b.pointer && a.layer == b.layer
        && a.problem == b.problem && a.remedy == b.remedy;
}

} // namespace

void ProblemsModel::setPosted(support::Diagnostics posted)
{
    m_posted = std::move(posted);
    rebuild();
}

void ProblemsModel::setScheduled(support::Diagnostics scheduled)
{
    m_scheduled = std::move(scheduled);
    rebuild();
}

void ProblemsModel::rebuild()
{
    support::Diagnostics rows = m_posted;
    rows.insert(rows.end(), m_scheduled.begin(), m_scheduled.end());
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
    // The same problems again, after another solve: scroll position and selection stay.
    if (std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(), same)) {
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int ProblemsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const support::Diagnostic& problem = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return QString::fromStdString(support::describe(problem));
    case Qt::ToolTipRole: return style::literal(QString::fromStdString(support::describe(problem)));
    case Qt::DecorationRole: return iconOf(problem.severity);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(severityText(problem.severity),
                                            QString::fromStdString(support::describe(problem)));
    case SeverityRole: return static_cast<int>(problem.severity);
    case LayerName: return QString::fromStdString(problem.layer);
    default: return {};
    }
}

} // namespace tilescape::ui::layers
