#pragma once

#include <QWidget>

#include <map>

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QTextBrowser;
class QTextDocument;
class QToolButton;

namespace tilescape::ui::window {

/// The manual in a window of its own: pages, search over all of them, and links between them. Links to the web open in a
/// browser.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent = nullptr);

    /// Shows a place: "cost-model.md#6-energy", or a page. Returns whether there is such a place.
    bool showPlace(const QString& place);
    /// The page that is shown, and the anchor that was asked for.
    [[nodiscard]] QString place() const { return m_place; }
    void search(const QString& words);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillList();
    void follow(const QUrl& link);
    void load(const QString& file);
    /// Colours and fonts are in the documents: makes them anew.
    void readAgain();
    void scrollTo(const QString& anchor);
    void markWords();
    void remember(const QString& place);
    void step(int by);

    QLineEdit* m_words = nullptr;
    QListWidget* m_list = nullptr;
    QTextBrowser* m_text = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_forward = nullptr;
    std::map<QString, QTextDocument*> m_documents; ///< of the pages read so far, by file
    QString m_file;
    QString m_place;
    QStringList m_history;
    qsizetype m_at = -1; ///< in the history
};

} // namespace tilescape::ui::window
