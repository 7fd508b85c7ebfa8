#include "ui/inspector/fact_list.h"

#include <QGridLayout>

#include <algorithm>

namespace tilescape::ui::inspector {

namespace {

const QChar breakHere(0x200b); ///< no width, a line may end after it

} // namespace

QString breakable(QString text) { return text.replace(QLatin1Char('_'), QLatin1Char('_') + QString(breakHere)); }

FactList::FactList(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins({});
    m_grid->setVerticalSpacing(3);
    m_grid->setHorizontalSpacing(12);
    m_grid->setColumnStretch(1, 1);
}

FactList::Line& FactList::line(std::size_t index)
{
    while (m_lines.size() <= index) {
        const int row = static_cast<int>(m_lines.size());
        Line line{new QLabel, new QLabel};
        for (QLabel* label : {line.label, line.value}) {
            label->setTextFormat(Qt::PlainText); // names of layers may look like anything
        }
        line.value->setMinimumWidth(1); // else a long name would widen the window
        line.label->setForegroundRole(QPalette::PlaceholderText);
        line.label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        line.value->setAlignment(Qt::AlignRight | Qt::AlignTop);
        line.value->setWordWrap(true);
        line.value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        line.value->setFocusPolicy(Qt::ClickFocus);
        m_grid->addWidget(line.label, row, 0);
        m_grid->addWidget(line.value, row, 1);
        m_lines.push_back(line);
    }
    return m_lines[index];
}

void FactList::setFacts(const std::vector<Fact>& facts)
{
    for (std::size_t i = 0; i < facts.size(); ++i) {
        Line& shown = line(i);
        shown.label->setText(facts[i].label);
        shown.value->setText(breakable(facts[i].value));
        if (shown.label->toolTip() != facts[i].toolTip) {
            shown.label->setToolTip(facts[i].toolTip);
            shown.value->setToolTip(facts[i].toolTip);
        }
        if (shown.value->accessibleName() != facts[i].label) {
            shown.value->setAccessibleName(facts[i].label);
        }
    }
    for (std::size_t i = std::min(m_shown, facts.size()); i < m_lines.size(); ++i) {
        m_lines[i].label->setVisible(i < facts.size());
        m_lines[i].value->setVisible(i < facts.size());
    }
    m_shown = facts.size();
}

QString FactList::valueOf(const QString& label) const
{
    for (std::size_t i = 0; i < m_shown; ++i) {
        if (m_lines[i].label->text() == label) {
            return m_lines[i].value->text().remove(breakHere);
        }
    }
    return {};
}

} // namespace tilescape::ui::inspector
