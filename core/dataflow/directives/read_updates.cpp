#include "core/dataflow/directives/scheme_reader.h"

#include "core/dataflow/directives/printer.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::dataflow::directives {

namespace {

constexpr Count mostPadding = 64; ///< factors may cover more than there is, but not senselessly more

} // namespace

Count SchemeReader::onArray(Loop loop) const
{
    return m_scheme.blocking.factors[loop][2] * m_form.copies[loop];
}

Count SchemeReader::inBuffer(Loop loop) const { return onArray(loop) * m_scheme.blocking.factors[loop][1]; }

std::optional<Loop> SchemeReader::loopOfUpdate(const UpdateDirective& update)
{
    if (update.steps.size() == 1) {
        return loopOf(m_form, update.steps[0].dim);
    }
    if (update.steps.empty()) {
        for (const Loop loop : allLoops) {
            if (!m_form.dims[loop]) {
                return loop;
            }
        }
    }
    return std::nullopt;
}

bool SchemeReader::writeLoop(std::vector<Loop>& written, Loop loop, const UpdateDirective& update)
{
    if (std::find(written.begin(), written.end(), loop) != written.end()) {
        m_faults.error(update.place, fmt::format("{} steps along the same as another", print(update)),
                       "at one level each dimension is stepped once");
        return false;
    }
    written.push_back(loop);
    return true;
}

void SchemeReader::unknownUpdate(const UpdateDirective& update, std::string_view memory)
{
    std::string known;
    for (const Loop loop : allLoops) {
        if (m_form.dims[loop]) {
            known += (known.empty() ? "" : ", ") + std::string(nameOf(*m_form.dims[loop]));
        }
    }
    m_faults.error(update.place, fmt::format("{} steps along no loop of this layer", print(update)),
                   fmt::format("under {} an update steps one of {}", memory, known));
}

void SchemeReader::readRegisterUpdates()
{
    std::vector<bool> used(m_form.updates.size(), false);
    std::vector<Loop> written;
    std::vector<Loop> rotated;
    for (const UpdateDirective& update : m_registers->updates) {
        const auto right = std::find_if(m_form.updates.begin(), m_form.updates.end(), [&](const UpdateDirective& one) {
            return sameDimensions(one.steps, update.steps);
        });
        if (right != m_form.updates.end() && !update.steps.empty() && !update.rotates) {
            used[static_cast<std::size_t>(right - m_form.updates.begin())] = true;
            checkAmounts(update.steps, right->steps, "+=", "the array moves on by that many");
            continue;
        }
        const std::optional<Loop> loop = loopOfUpdate(update);
        if (!loop) {
            unknownUpdate(update, registerMemory);
        } else if (writeLoop(update.rotates ? rotated : written, *loop, update)) {
            m_scheme.sharing.insertedFactors[*loop] = readRegisterStep(update, *loop);
        }
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) {
            m_faults.error(m_registers->place, fmt::format("{} is missing under REGF", print(m_form.updates[i])),
                           "the row-stationary mapping goes through the layer's rows so");
        }
    }
    m_scheme.blocking.order[1] = completeOrder(written, standardLoops);
    m_scheme.sharing.insertedOrder = completeOrder(rotated, standardLoops);
    for (const Loop loop : allLoops) {
        checkRegisterLoop(loop, written, rotated);
    }
}

Count SchemeReader::readRegisterStep(const UpdateDirective& update, Loop loop)
{
    auto& factors = m_scheme.blocking.factors[loop];
    Count inserted = m_scheme.sharing.insertedFactors[loop];
    if (!m_form.dims[loop]) {
        const Count count = std::min(update.count.value_or(1), mostPadding + 1);
        factors[1] *= count;
        return update.rotates ? count : inserted;
    }
    const Count step = update.steps[0].amount;
    const Count unit = onArray(loop);
    if (update.rotates) {
        // The inner update goes as far as one step of this one.
        if (step % unit != 0 || inBuffer(loop) % step != 0) {
            m_faults.error(update.place, fmt::format("{} cuts what the array holds", print(update)),
                           fmt::format("the step is a multiple of {} and a factor of {}", unit, inBuffer(loop)));
            return 1;
        }
        inserted = inBuffer(loop) / step;
    } else if (step != unit) {
        m_faults.error(update.steps[0].place,
                       fmt::format("{}+={} {} what the array holds", nameOf(update.steps[0].dim), step,
                                   step > unit ? "leaves out a part of" : "repeats a part of"),
                       fmt::format("it holds {}, so {}+={} is right", unit, nameOf(update.steps[0].dim), unit));
    }
    const Count implied = update.rotates ? inserted : 0;
    if (update.count && update.rotates && *update.count != implied) {
        m_faults.error(update.place, fmt::format("{} goes {} steps", print(update), *update.count),
                       fmt::format("to the end of the buffer's tensors there are {}", implied));
    }
    if (update.count && !update.rotates) {
        m_innerCounts.push_back({loop, &update});
    }
    return inserted;
}

void SchemeReader::checkRegisterLoop(Loop loop, const std::vector<Loop>& written, const std::vector<Loop>& rotated)
{
    if (!m_form.dims[loop]) {
        return;
    }
    const auto isIn = [loop](const std::vector<Loop>& loops) {
        return std::find(loops.begin(), loops.end(), loop) != loops.end();
    };
    const Count rest = m_scheme.blocking.factors[loop][1] / m_scheme.sharing.insertedFactors[loop];
    for (const auto& [counted, update] : m_innerCounts) {
        if (counted == loop && *update->count != rest) {
            m_faults.error(update->place, fmt::format("{} goes {} steps", print(*update), *update->count),
                           fmt::format("to the end of the buffer's tensors there are {}", rest));
        }
    }
    if (rest > 1 && !isIn(written)) {
        const Count covered = isIn(rotated) ? onArray(loop) * m_scheme.sharing.insertedFactors[loop] : onArray(loop);
        m_faults.error(m_registers->place,
                       fmt::format("the updates reach {} of the {} {} in the buffer", covered, inBuffer(loop),
                                   meaningOf(*m_form.dims[loop])),
                       fmt::format("update({}+={}) is missing", nameOf(*m_form.dims[loop]), onArray(loop)));
    }
}

void SchemeReader::readBufferUpdates()
{
    std::vector<Loop> written;
    bool groups = false;
    for (const UpdateDirective& update : m_buffer->updates) {
        if (update.rotates) {
            m_faults.error(update.place, "rotate stands under GBUF", "it belongs under REGF, after the updates there");
            continue;
        }
        if (update.steps.size() == 1 && update.steps[0].dim == Dim::G && m_form.groups > 1) {
            checkAmounts(update.steps, {{Dim::G, 1, {}}}, "+=", "the array works on that many");
            if (groups || (update.count && *update.count != m_form.groups)) {
                m_faults.error(update.place, fmt::format("{} does not go once over the groups", print(update)),
                               fmt::format("each tile has {}", m_form.groups));
            }
            groups = true;
            continue;
        }
        if (groups) {
            m_faults.error(update.place, fmt::format("{} stands outside the groups", print(update)),
                           "update(G+=1) is the outermost and stands last");
        }
        const std::optional<Loop> loop = loopOfUpdate(update);
        if (!loop) {
            unknownUpdate(update, bufferMemory);
        } else if (writeLoop(written, *loop, update)) {
            readBufferStep(update, *loop);
        }
    }
    if (m_form.groups > 1 && !groups) {
        m_faults.error(m_buffer->place, fmt::format("the updates reach one of {} groups", m_form.groups),
                       "update(G+=1) is missing, as the last");
    }
    m_scheme.blocking.order[0] = completeOrder(written, standardLoops);
    for (const Loop loop : allLoops) {
        if (m_form.dims[loop]) {
            checkCoverage(loop, std::find(written.begin(), written.end(), loop) != written.end());
        } else if (m_scheme.blocking.factors[loop][0] > mostPadding
                   || m_scheme.blocking.factors[loop][0] * m_scheme.blocking.factors[loop][1] > mostPadding) {
            m_faults.error(m_buffer->place, "updates without a step repeat the layer too often",
                           fmt::format("at most {} times makes sense, and once is right", mostPadding));
        }
    }
}

void SchemeReader::readBufferStep(const UpdateDirective& update, Loop loop)
{
    Count& count = m_scheme.blocking.factors[loop][0];
    if (!m_form.dims[loop]) {
        count = std::min(update.count.value_or(1), mostPadding + 1);
        return;
    }
    const Count step = update.steps[0].amount;
    const Count held = inBuffer(loop);
    if (step != held) {
        m_faults.error(update.steps[0].place,
                       fmt::format("{}+={} {} what the buffer holds", nameOf(update.steps[0].dim), step,
                                   step > held ? "leaves out a part of" : "repeats a part of"),
                       fmt::format("it holds {}, so {}+={} is right", held, nameOf(update.steps[0].dim), held));
    }
    count = update.count.value_or(ceilDivide(m_form.extents[loop], held));
    m_updates[loop] = &update;
}

void SchemeReader::checkCoverage(Loop loop, bool isWritten)
{
    const Count extent = m_form.extents[loop];
    const Count held = inBuffer(loop);
    const Count covered = saturatingProduct(held, m_scheme.blocking.factors[loop][0]);
    const auto name = nameOf(*m_form.dims[loop]);
    const auto meaning = meaningOf(*m_form.dims[loop]);
    if (covered < extent) {
        m_faults.error(isWritten ? m_updates[loop]->place : m_buffer->place,
                       fmt::format("the updates reach {} of a tile's {} {}", covered, extent, meaning),
                       isWritten ? fmt::format("{} steps are needed", ceilDivide(extent, held))
                                 : fmt::format("update({}+={}) is missing", name, held));
        return;
    }
    const Count iterations = ceilDivide(extent, m_form.copies[loop]);
    if (ceilDivide(covered, m_form.copies[loop]) > saturatingProduct(iterations, mostPadding)) {
        m_faults.error(isWritten ? m_updates[loop]->place : m_sizes[Storage::Buffer][loop]->place,
                       fmt::format("sizes and updates reach {} {}, a tile has {}", covered, meaning, extent),
                       fmt::format("they cover what is there, and at most {} times as much", mostPadding));
    }
}

} // namespace tilescape::dataflow::directives
