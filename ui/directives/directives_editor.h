#pragma once

#include "ui/directives/directives_pricer.h"

#include <QHash>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace tilescape::ui::workspace {
class Workspace;
}

namespace tilescape::ui::directives {

class DirectivesTextEdit;

/// The directives of the selected layer, or of its segment, to read and to try others: an edited text is checked and priced
/// at once beside the solver's, and changes nothing else until it is kept as the schedule of the project. What was edited stays until it is
/// kept, reverted, or another project or network is opened.
class DirectivesEditor : public QWidget {
    Q_OBJECT

public:
    explicit DirectivesEditor(workspace::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] bool isEdited() const;
    /// Whether directives of any layer or segment are edited and not kept as the project's schedule.
    [[nodiscard]] bool hasDrafts() const { return !m_drafts.empty(); }
    void dropDrafts() { m_drafts.clear(); }
    /// What an edited text costs, or what is wrong with it, in one line: for where the editor's end is not seen. Empty while there is none
    /// to tell.
    [[nodiscard]] QString brief() const { return m_brief; }
    [[nodiscard]] bool isPricing() const { return m_pricer.isBusy(); }

Q_SIGNALS:
    void briefChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    /// One line of the comparison: what, as edited, as solved, the difference.
    struct Row {
        QLabel* what = nullptr;
        QLabel* edited = nullptr;
        QLabel* solved = nullptr;
        QLabel* difference = nullptr;
    };

    void refresh();
    void showText();
    void onTextChanged();
    void revert();
    void keep();
    void setAnswer(std::shared_ptr<const DirectivesPricer::Answer> answer);
    void showAnswer(const DirectivesPricer::Answer& answer);
    void showFaults();
    void showPrice(const schedule::Schedule* priced);
    void setRow(std::size_t index, const QString& what, const QString& edited, const QString& solved, double ratio);
    [[nodiscard]] bool showsSegment() const;
    [[nodiscard]] QString draftKey() const;
    [[nodiscard]] QString solversText() const;

    workspace::Workspace& m_workspace;
    DirectivesPricer m_pricer;
    std::shared_ptr<const schedule::Schedule> m_schedule;
    std::size_t m_layer = 0;
    QString m_solved;               ///< the solver's text
    QHash<QString, QString> m_drafts; ///< edited texts, by network and layer or segment
    QString m_asked;                  ///< the text that was priced last, or is being
    std::shared_ptr<const DirectivesPricer::Answer>
        m_answer; ///< to it, while it is the text that is shown; may be null
    bool m_filling = false;

    QLabel* m_title = nullptr;
    QComboBox* m_extent = nullptr;
    QToolButton* m_keep = nullptr;
    QToolButton* m_revert = nullptr;
    DirectivesTextEdit* m_text = nullptr;
    QLabel* m_faults = nullptr;
    QString m_brief;
    QWidget* m_price = nullptr;
    QGridLayout* m_grid = nullptr;
    std::vector<Row> m_rows;
};

} // namespace tilescape::ui::directives
