#include "ui/problems/problems_model.h"

#include "ui/style/core_text.h"
#include "ui/style/format.h"

#include <QApplication>
#include <QStyle>

#include <algorithm>

namespace tilescape::ui::problems {

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

template <typename Row, typename Same>
void ProblemsModel::become(std::vector<Row>& shown, std::vector<Row> wanted, int first, const Same& isSame)
{
    const auto at = [first](std::size_t row) { return first + static_cast<int>(row); };
    const auto drop = [&](std::size_t from, std::size_t to) {
        if (from < to) {
            beginRemoveRows({}, at(from), at(to) - 1);
            shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(from), shown.begin() + static_cast<std::ptrdiff_t>(to));
            endRemoveRows();
        }
    };
    for (std::size_t row = 0; row < wanted.size(); ++row) {
        const auto here = shown.begin() + static_cast<std::ptrdiff_t>(row);
        const auto found = std::find_if(here, shown.end(), [&](const Row& one) { return isSame(one, wanted[row]); });
        if (found != shown.end()) {
            drop(row, static_cast<std::size_t>(found - shown.begin()));
            shown[row] = std::move(wanted[row]);
        } else {
            beginInsertRows({}, at(row), at(row));
            shown.insert(here, std::move(wanted[row]));
            endInsertRows();
        }
    }
    drop(wanted.size(), shown.size());
}

void ProblemsModel::setFindings(std::vector<tilescape::explore::Finding> findings)
{
    // A finding that comes later may stand first: what was selected meanwhile stays selected.
    become(m_findings, std::move(findings), problemCount(), [](const auto& a, const auto& b) {
        return a.rule == b.rule && a.action == b.action && a.problem == b.problem;
    });
    if (!m_findings.empty()) {
        Q_EMIT dataChanged(index(problemCount()), index(rowCount() - 1));
    }
}

QVariant ProblemsModel::findingData(std::size_t number, int role) const
{
    const tilescape::explore::Finding& finding = m_findings[number];
    const QString sentence = QString::fromStdString(tilescape::explore::describe(finding)) + QLatin1Char('.');
    switch (role) {
    case Qt::DisplayRole: return sentence;
    case Qt::ToolTipRole:
        return style::literal(tr("%1\nDouble-click to try it; Undo goes back. The gain is that of a solve of the changed problem, by itself.")
                                  .arg(style::coreText(finding.rule->help)));
    case Qt::DecorationRole: return iconOf(support::Severity::Note);
    case Qt::AccessibleTextRole: return tr("Finding: %1").arg(sentence);
    case SeverityRole: return static_cast<int>(support::Severity::Note);
    case LayerName: return finding.layers.empty() ? QString() : QString::fromStdString(finding.layers.front());
    case FindingNumber: return static_cast<int>(number);
    default: return {};
    }
}

void ProblemsModel::rebuild()
{
    support::Diagnostics rows = m_posted;
    rows.insert(rows.end(), m_scheduled.begin(), m_scheduled.end());
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
    // The same problems again, after another solve: scroll position and selection stay.
    become(m_rows, std::move(rows), 0, same);
}

int ProblemsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : problemCount() + static_cast<int>(m_findings.size());
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const auto row = static_cast<std::size_t>(index.row());
    if (row >= m_rows.size()) {
        return findingData(row - m_rows.size(), role);
    }
    const support::Diagnostic& problem = m_rows[row];
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

} // namespace tilescape::ui::problems
