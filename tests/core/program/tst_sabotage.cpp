#include "tests/core/program/random_programs.h"
#include "tests/registered.h"

#include <QTest>

namespace tst_sabotage {

using namespace samples;
using namespace tilescape::program;

namespace {

/// Calls `use(steps, place)` for every instruction of a role's streams.
template <class Use>
void eachInstruction(Steps& steps, const Use& use)
{
    for (std::size_t place = 0; place < steps.size(); ++place) {
        if (auto* repeat = std::get_if<Repeat>(&steps[place].content)) {
            eachInstruction(repeat->steps, use);
        } else {
            use(steps, place);
        }
    }
}

/// The instructions of one kind, in all roles.
std::vector<std::pair<Steps*, std::size_t>> all(Program& program, Operation operation)
{
    std::vector<std::pair<Steps*, std::size_t>> found;
    for (LayerCode& code : program.layers) {
        for (Role& role : code.roles) {
            for (Steps* stream : {&role.controller, &role.array}) {
                eachInstruction(*stream, [&](Steps& steps, std::size_t place) {
                    if (std::get<Instruction>(steps[place].content).operation == operation) {
                        found.emplace_back(&steps, place);
                    }
                });
            }
        }
    }
    return found;
}

Instruction& at(const std::pair<Steps*, std::size_t>& found)
{
    return std::get<Instruction>((*found.first)[found.second].content);
}

/// What a program broken by `sabotage` does, for one random schedule after another; `sabotage` says whether it found
/// something to break.
template <class Sabotage>
void verifyCaught(unsigned seed, const Sabotage& sabotage)
{
    Dice dice(seed);
    Count broken = 0;
    while (broken < 60) {
        const auto schedule = dice.once(2) ? randomOneLayerSchedule(dice) : randomSharedSchedule(dice);
        auto program = schedule ? program::compile(*schedule) : support::Result<Program>(support::Diagnostic{});
        if (!program || !sabotage(program.value(), dice)) {
            continue;
        }
        ++broken;
        const Execution execution = execute(program.value(), {1, static_cast<std::uint64_t>(broken)});
        QVERIFY(!execution.holds());
        QVERIFY(execution.fault && !execution.fault->problem.empty() && execution.fault->layer == "layer"
                && !execution.fault->place.empty());
    }
}

/// The same of random segments.
template <class Sabotage>
void verifyCaughtInSegments(unsigned seed, const Sabotage& sabotage)
{
    Dice dice(seed);
    Count broken = 0;
    while (broken < 40) {
        const auto schedule = randomSegments(dice);
        auto program = schedule ? program::compile(*schedule) : support::Result<Program>(support::Diagnostic{});
        if (!program || !handsOn(program.value()) || !sabotage(program.value(), dice)) {
            continue;
        }
        ++broken;
        const Execution execution = execute(program.value(), {1, static_cast<std::uint64_t>(broken)});
        QVERIFY(!execution.holds());
        QVERIFY(execution.fault && !execution.fault->problem.empty() && !execution.fault->layer.empty()
                && !execution.fault->place.empty());
    }
}

/// Takes one instruction of this kind out, if that leaves a program.
bool leaveOut(Program& program, Dice& dice, Operation operation)
{
    const auto found = all(program, operation);
    if (found.empty()) {
        return false;
    }
    const auto& [steps, place] = dice.pick(found);
    if (steps->size() == 1) {
        return false; // a loop around nothing is no program
    }
    steps->erase(steps->begin() + static_cast<std::ptrdiff_t>(place));
    return true;
}

} // namespace

class TestSabotage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anArmLeftOut();
    void aReadCountOneShort();
    void anUpdateCountOneShortOrTooMany();
    void rangesThatOverlap();
    void aPartnerOffByOne();
    void swappedInstructions();
    void anInstructionLeftOut();
    void aUnitOffByOne();
    void claimsThatAreNotWhatIsMoved();
    void tilesOfASpreadCopyThatAreSwapped();
    void aTakeOrAnOfferLeftOut();
    void aUnitTakenThatIsNotArmed();
    void aTurnThatIsNeverPassedOn();
    void anOfferBeforeItsPieceIsArmed();
    void aBufferOneWordTooSmall();
    void rangesOfNeighboursThatOverlap();
    void aWordHandedOnThatIsNotClaimed();
};

void TestSabotage::anArmLeftOut()
{
    verifyCaught(1, [](Program& program, Dice& dice) {
        const auto found = dice.pick(all(program, Operation::Arm));
        found.first->erase(found.first->begin() + static_cast<std::ptrdiff_t>(found.second));
        return true;
    });
}

void TestSabotage::aReadCountOneShort()
{
    verifyCaught(2, [](Program& program, Dice& dice) {
        --at(dice.pick(all(program, Operation::Arm))).reads;
        return true;
    });
}

void TestSabotage::anUpdateCountOneShortOrTooMany()
{
    verifyCaught(3, [](Program& program, Dice& dice) {
        at(dice.pick(all(program, Operation::Arm))).updates += dice.once(2) ? 1 : -1;
        return true;
    });
}

void TestSabotage::rangesThatOverlap()
{
    verifyCaught(4, [](Program& program, Dice&) {
        Range& input = program.layers[0].ranges[Tensor::Input];
        Range& output = program.layers[0].ranges[Tensor::Output];
        if (!input.inBuffer || !output.inBuffer) {
            return false;
        }
        output.base = input.base + input.words() - 1;
        return true;
    });
}

void TestSabotage::aPartnerOffByOne()
{
    verifyCaught(5, [](Program& program, Dice& dice) {
        auto sends = all(program, Operation::Send);
        const auto rotations = all(program, Operation::Rotate);
        sends.insert(sends.end(), rotations.begin(), rotations.end());
        if (sends.empty()) {
            return false;
        }
        Tile& to = at(dice.pick(sends)).to;
        (dice.once(2) ? to.row : to.column) += dice.once(2) ? 1 : -1;
        return true;
    });
}

/// Neighbours of which one needs what the other does; two loads, or a fetch after another, may stand either way.
void TestSabotage::swappedInstructions()
{
    const auto order = [](const Step& first, const Step& second) {
        const auto* a = std::get_if<Instruction>(&first.content);
        const auto* b = std::get_if<Instruction>(&second.content);
        if (a == nullptr || b == nullptr) {
            return false;
        }
        const bool passes = a->operation == Operation::Pass || b->operation == Operation::Pass;
        const bool armed = a->operation == Operation::Arm && a->tensor == b->tensor && b->operation != Operation::Arm;
        return passes || armed;
    };
    verifyCaught(6, [&](Program& program, Dice& dice) {
        std::vector<std::pair<Steps*, std::size_t>> pairs;
        for (const Operation operation : {Operation::Arm, Operation::Load, Operation::Clear, Operation::Pass}) {
            for (const auto& found : all(program, operation)) {
                if (found.second + 1 < found.first->size()
                    && order((*found.first)[found.second], (*found.first)[found.second + 1])) {
                    pairs.push_back(found);
                }
            }
        }
        if (pairs.empty()) {
            return false;
        }
        const auto found = dice.pick(pairs);
        std::swap((*found.first)[found.second], (*found.first)[found.second + 1]);
        return true;
    });
}

void TestSabotage::anInstructionLeftOut()
{
    for (const Operation operation : {Operation::Fetch, Operation::Store, Operation::Send, Operation::Keep,
                                      Operation::Rotate, Operation::Load, Operation::Unload}) {
        verifyCaught(7 + static_cast<unsigned>(operation), [operation](Program& program, Dice& dice) {
            return leaveOut(program, dice, operation);
        });
    }
}

void TestSabotage::aUnitOffByOne()
{
    verifyCaught(20, [](Program& program, Dice& dice) {
        const auto found = all(program, dice.once(2) ? Operation::Load : Operation::Fetch);
        if (found.empty()) {
            return false;
        }
        ++at(dice.pick(found)).units.begin[dice.pick(allAxes)].base;
        return true;
    });
}

void TestSabotage::claimsThatAreNotWhatIsMoved()
{
    verifyCaught(21, [](Program& program, Dice& dice) {
        TensorClaim& claim = program.layers[0].claims[dice.pick(allTensors)];
        (dice.once(2) ? claim.expectedDram : claim.expectedHops) += 1;
        return true;
    });
}

/// Arrays look for a part where its neighbour's lies.
void TestSabotage::tilesOfASpreadCopyThatAreSwapped()
{
    verifyCaught(46, [](Program& program, Dice&) {
        for (Range& range : program.layers[0].ranges) {
            Spread& spread = range.spread;
            for (Count place = 0; place + 1 < spread.tiles(); ++place) {
                if (spread.beginOf(place) < spread.beginOf(place + 1)) {
                    const auto at = static_cast<std::size_t>(place);
                    std::swap(spread.rings[0][at], spread.rings[0][at + 1]);
                    return true;
                }
            }
        }
        return false;
    });
}

void TestSabotage::aTakeOrAnOfferLeftOut()
{
    for (const Operation operation : {Operation::Take, Operation::Offer}) {
        verifyCaughtInSegments(22 + static_cast<unsigned>(operation), [operation](Program& program, Dice& dice) {
            return leaveOut(program, dice, operation);
        });
    }
}

void TestSabotage::aUnitTakenThatIsNotArmed()
{
    verifyCaughtInSegments(40, [](Program& program, Dice& dice) {
        const auto found = all(program, Operation::Take);
        if (found.empty()) {
            return false;
        }
        ++at(dice.pick(found)).units.begin[dice.pick(allAxes)].base;
        return true;
    });
}

/// The first layer of a region never lets the next one have the tiles.
void TestSabotage::aTurnThatIsNeverPassedOn()
{
    verifyCaughtInSegments(41, [](Program& program, Dice&) {
        for (LayerCode& code : program.layers) {
            if (code.takesTurns && code.slot.index == 0) {
                for (Role& role : code.roles) { // on some tiles no other layer may have anything to do
                    eachInstruction(role.controller, [](Steps& steps, std::size_t place) {
                        if (std::get<Instruction>(steps[place].content).operation == Operation::Turn) {
                            steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(place));
                        }
                    });
                }
                return true;
            }
        }
        return false;
    });
}

void TestSabotage::anOfferBeforeItsPieceIsArmed()
{
    verifyCaughtInSegments(42, [](Program& program, Dice& dice) {
        const auto found = all(program, Operation::Offer);
        if (found.empty()) {
            return false;
        }
        const auto& [steps, place] = dice.pick(found);
        std::rotate(steps->begin(), steps->begin() + static_cast<std::ptrdiff_t>(place),
                    steps->begin() + static_cast<std::ptrdiff_t>(place) + 1);
        return place > 0;
    });
}

void TestSabotage::aBufferOneWordTooSmall()
{
    verifyCaughtInSegments(43, [](Program& program, Dice&) {
        Count end = 0;
        for (const LayerCode& code : program.layers) {
            for (const Range& range : code.ranges) {
                end = std::max(end, range.takesRoom() ? range.base + range.words() : 0);
            }
        }
        program.bufferWords = end - 1;
        return end > 0;
    });
}

void TestSabotage::rangesOfNeighboursThatOverlap()
{
    verifyCaughtInSegments(44, [](Program& program, Dice&) {
        for (std::size_t place = 1; place < program.layers.size(); ++place) {
            Range& made = program.layers[place - 1].ranges[Tensor::Output];
            Range& next = program.layers[place].ranges[Tensor::Output];
            if (program.layers[place].slot.index > 0 && !program.layers[place].takesTurns && made.takesRoom()
                && next.takesRoom()) {
                next.base = made.base;
                return true;
            }
        }
        return false;
    });
}

void TestSabotage::aWordHandedOnThatIsNotClaimed()
{
    verifyCaughtInSegments(45, [](Program& program, Dice& dice) {
        program.layers[static_cast<std::size_t>(dice.upTo(static_cast<Count>(program.layers.size())) - 1)].claims[Tensor::Input].expectedHanded += 1;
        return true;
    });
}

TILESCAPE_TEST(TestSabotage)

} // namespace tst_sabotage
#include "tst_sabotage.moc"
