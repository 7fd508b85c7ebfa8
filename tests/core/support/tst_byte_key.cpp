#include "core/support/byte_key.h"
#include "tests/registered.h"

#include <QTest>

#include <set>
#include <string>

namespace tst_byte_key {

using tilescape::support::ByteKey;

/// Keys of caches: two are equal if and only if all values are.
class TestByteKey : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keysAreEqualIfAllValuesAre();
    void textEndsWhereItEnds();
};

namespace {

template <typename... Values>
std::string keyOf(const Values&... values)
{
    ByteKey key;
    key.add(values...);
    return key.take();
}

} // namespace

void TestByteKey::keysAreEqualIfAllValuesAre()
{
    QCOMPARE(keyOf(1, 2.5, true), keyOf(1, 2.5, true));
    const std::set<std::string> different{keyOf(1, 2.5, true), keyOf(2, 2.5, true), keyOf(1, 2.5000000001, true), keyOf(1, 2.5, false),
                                          keyOf(258, 2.5, true)};
    QCOMPARE(different.size(), std::size_t{5});
}

void TestByteKey::textEndsWhereItEnds()
{
    QVERIFY(keyOf("ab", "c") != keyOf("a", "bc"));
    QCOMPARE(keyOf(std::string("ab"), 1), keyOf("ab", 1));
}

TILESCAPE_TEST(TestByteKey)

} // namespace tst_byte_key
#include "tst_byte_key.moc"
