#include "tests/registered.h"
#include "ui/explore/points_model.h"
#include "ui/widgets/sorted_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QTest>

#include <memory>

namespace tst_sorted_table {

using namespace tilescape;

namespace {

/// Points of a sweep over the bandwidth, one of which has no schedule.
ui::explore::PointSet points()
{
    ui::explore::PointSet set;
    set.keys = {"dram_gigabytes_per_second"};
    for (const char* bandwidth : {"9", "unlimited", "100", "1.5"}) {
        ui::explore::PointSet::Point point;
        point.number = set.points.size();
        point.settings = {{set.keys.front(), bandwidth}};
        point.result.status = point.number == 2 ? schedule::Status::Infeasible : schedule::Status::Feasible;
        point.result.energyPj = 1e9 * static_cast<double>(1 + point.number);
        point.wrong = point.number == 2 ? "nothing fits" : "";
        set.points.push_back(std::move(point));
    }
    return set;
}

QString plain(QString text) { return text.replace(QChar(0xa0), QLatin1Char(' ')); }

} // namespace

class TestSortedTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<ui::explore::PointsModel>();
        m_model->setPoints(points());
        const ui::widgets::SortedTable table =
            ui::widgets::makeSortedTable(*m_model, QStringLiteral("points"), QStringLiteral("Points"));
        m_table.reset(table.view);
    }
    void cleanup()
    {
        m_table.reset();
        m_model.reset();
    }

    void unlimitedIsMoreThanAnyNumber()
    {
        m_table->sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(column(0).join(QLatin1Char('|')), QStringLiteral("1.5 GB/s|9 GB/s|100 GB/s|unlimited"));
        m_table->sortByColumn(0, Qt::DescendingOrder);
        QCOMPARE(column(0).join(QLatin1Char('|')), QStringLiteral("unlimited|100 GB/s|9 GB/s|1.5 GB/s"));
    }

    void whatHasNoValueStandsLast()
    {
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            m_table->sortByColumn(1, order);
            QCOMPARE(column(1).last(), QStringLiteral("no schedule"));
            QCOMPARE(column(0).first(),
                     order == Qt::AscendingOrder ? QStringLiteral("9 GB/s") : QStringLiteral("1.5 GB/s"));
        }
    }

    void theChosenRowIsCopiedWithItsHeadings()
    {
        m_table->show();
        m_table->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_table.get()));
        m_table->setFocus();
        m_table->sortByColumn(0, Qt::AscendingOrder);
        m_table->selectRow(1);
        QTest::keySequence(m_table.get(), QKeySequence::Copy);
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0].count(QLatin1Char('\t')), m_model->columnCount() - 1);
        QCOMPARE(lines[1].count(QLatin1Char('\t')), m_model->columnCount() - 1);
        QVERIFY2(plain(lines[1]).startsWith(QStringLiteral("9 GB/s\t")), qPrintable(lines[1]));
    }

private:
    [[nodiscard]] QStringList column(int number) const
    {
        QStringList texts;
        for (int row = 0; row < m_table->model()->rowCount(); ++row) {
            texts.append(plain(m_table->model()->index(row, number).data().toString()));
        }
        return texts;
    }

    std::unique_ptr<ui::explore::PointsModel> m_model;
    std::unique_ptr<QTableView> m_table;
};

TILESCAPE_TEST(TestSortedTable)

} // namespace tst_sorted_table
#include "tst_sorted_table.moc"
