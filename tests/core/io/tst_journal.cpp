#include "core/io/files.h"
#include "core/io/journal.h"
#include "core/io/point_text.h"
#include "tests/registered.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_journal {

using namespace tilescape;
using io::Journal;

namespace {

const std::vector<Journal::Record> records{{"0", "first"}, {"1", "second word"}, {"17", ""}};

QString messageOf(const support::Result<Journal>& journal)
{
    return journal ? QString() : QString::fromStdString(support::describe(journal.faults()));
}

} // namespace

class TestJournal : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    /// A journal with all records.
    std::string written(const char* name)
    {
        const std::string file = path(name);
        auto journal = Journal::create(file, "job");
        for (const Journal::Record& record : records) {
            if (!journal.value().append(record).empty()) {
                qFatal("The journal cannot be written.");
            }
        }
        return file;
    }

private slots:
    void givesBackWhatWasAdded()
    {
        QCOMPARE(Journal::resume(written("back"), "job").value().records(), records);
    }

    /// Wherever a writer is killed, what is left are the records before, and the file grows on from there.
    void survivesBeingCutOffAnywhere()
    {
        const std::string whole = io::readFile(written("cut")).value();
        const std::string file = path("piece");
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            QVERIFY(io::writeFile(file, whole.substr(0, size)).empty());
            std::size_t kept = 0;
            {
                auto journal = Journal::resume(file, "job");
                QVERIFY2(journal.ok(), qPrintable(messageOf(journal)));
                kept = journal.value().records().size();
                const std::string before = whole.substr(0, size);
                const auto lines = std::count(before.begin(), before.end(), '\n');
                QCOMPARE(kept, static_cast<std::size_t>(std::max<std::ptrdiff_t>(lines - 1, 0)));
                QVERIFY(journal.value().append({"after", "the cut"}).empty());
            }
            const std::vector<Journal::Record> again = Journal::resume(file, "job").value().records();
            QCOMPARE(again.size(), kept + 1);
            QVERIFY(std::equal(again.begin(), again.end() - 1, records.begin()));
            QCOMPARE(again.back(), (Journal::Record{"after", "the cut"}));
        }
    }

    void dropsWhatFollowsADamagedRecord()
    {
        const std::string file = written("damaged");
        std::string text = io::readFile(file).value();
        text[text.find("second")] = 'S';
        QVERIFY(io::writeFile(file, text).empty());
        QCOMPARE(Journal::resume(file, "job").value().records(), (std::vector<Journal::Record>{records[0]}));
    }

    void refusesWhatIsNotItsOwn()
    {
        QVERIFY(messageOf(Journal::resume(written("other"), "task")).contains(": this journal belongs to another job;"));
        QVERIFY(messageOf(Journal::create(written("there"), "job")).contains(": this journal exists; --resume goes on with it"));
        QVERIFY(io::writeFile(path("text"), "Dear diary,\n").empty());
        QVERIFY(messageOf(Journal::resume(path("text"), "job")).contains(": this is no journal;"));
        QCOMPARE(QString::fromStdString(io::readFile(path("text")).value()), QString("Dear diary,\n"));
        QVERIFY(messageOf(Journal::create(path("no/folder"), "job")).contains(": the journal cannot be written (No such file or directory);"));
    }

    void isWrittenByOneProcessAtATime()
    {
        const auto open = Journal::create(path("locked"), "job");
        QVERIFY(open.ok());
        QVERIFY(messageOf(Journal::resume(path("locked"), "job")).contains(": another process is writing this journal;"));
    }

    void pointsAreTheSameToTheLastBit()
    {
        const explore::PointResult point{schedule::Status::Feasible, 1.0 / 3, 1e300, 5e-324, 0.1, -0.0, 12345678901234, 1.0000000000000002, ""};
        QCOMPARE(io::readPoint(io::writePoint(point)).value(), point);
        explore::PointResult none;
        none.reason = "layer 'a': no\tschedule\nfits";
        const std::string text = io::writePoint(none);
        QVERIFY(text.find_first_of("\t\n") == std::string::npos);
        QCOMPARE(io::readPoint(text).value().reason, "layer 'a': no schedule fits");
        explore::PointResult taken = point;
        taken.within = 1.0 / 3;
        taken.parts = explore::EnergyParts{1.0 / 3, 0, 1e300, -0.0, 5e-324, 7, 8, 9};
        QCOMPARE(io::readPoint(io::writePoint(taken)).value(), taken);
        none.within = 0;
        QCOMPARE(io::readPoint(io::writePoint(none)).value().within.value(), 0.0);
        QCOMPARE(io::readPoint(io::writePoint(none)).value().reason, "layer 'a': no schedule fits");
        QVERIFY(!io::readPoint("feasible 1 2 3 4 5 6 7 parts=1,2,3,4,5,6,7 "));
        QVERIFY(!io::readPoint("feasible 1 2 3 4 5 6 7 parts=1,2,3,4,5,6,7,8,9 "));
        QVERIFY(!io::readPoint("feasible 1 2 3 4 5 6 7 within=near "));
        QVERIFY(!io::readPoint("feasible 1 2 3"));
        QVERIFY(!io::readPoint("splendid 1 2 3 4 5 6 7 "));
    }
};

TILESCAPE_TEST(TestJournal)

} // namespace tst_journal
#include "tst_journal.moc"
