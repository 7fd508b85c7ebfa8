#include "core/dataflow/directives/read_scheme.h"

#include "core/dataflow/directives/printer.h"
#include "core/dataflow/directives/scheme_reader.h"

#include <algorithm>

#include <fmt/format.h>

namespace tilescape::dataflow::directives {

namespace {

std::string tensorWord(const TensorForm& form)
{
    std::string text;
    for (const std::string& name : form.names) {
        text += (text.empty() ? "" : ", ") + printedName(name);
    }
    return "tensor{" + text + "}";
}

std::string dimensionList(const TensorForm& form)
{
    std::string text;
    for (const FormTerm& term : form.terms) {
        text += (text.empty() ? "" : ", ") + std::string(nameOf(term.dim));
    }
    return text;
}

bool hasDimension(const TensorForm& form, Dim dim)
{
    return std::any_of(form.terms.begin(), form.terms.end(), [dim](const FormTerm& term) { return term.dim == dim; });
}

bool hasDimensions(const TensorDirective& directive, const TensorForm& form)
{
    return directive.sizes.size() == form.terms.size()
        && std::all_of(directive.sizes.begin(), directive.sizes.end(),
                       [&](const Term& term) { return hasDimension(form, term.dim); });
}

} // namespace

PerTensor<const TensorDirective*> matchTensors(const LayerForm& form, const Scope& scope)
{
    PerTensor<const TensorDirective*> found;
    const auto claim = [&](const auto& fits) {
        for (const Tensor tensor : allTensors) {
            for (const TensorDirective& directive : scope.tensors) {
                const bool taken = std::find(found.begin(), found.end(), &directive) != found.end();
                if (!found[tensor] && !taken && !form.tensors[tensor].terms.empty() && fits(directive, form.tensors[tensor])) {
                    found[tensor] = &directive;
                }
            }
        }
    };
    // The surest first: what fits in every way, then by dimensions, then by name alone.
    claim([](const auto& directive, const auto& one) { return directive.names == one.names && hasDimensions(directive, one); });
    claim([](const auto& directive, const auto& one) { return hasDimensions(directive, one); });
    claim([](const auto& directive, const auto& one) { return directive.names == one.names; });
    return found;
}

void SchemeReader::readTensors(const Scope& scope, Storage storage)
{
    const PerTensor<const TensorDirective*> found = matchTensors(m_form, scope);
    for (const Tensor tensor : allTensors) {
        const TensorForm& form = m_form.tensors[tensor];
        if (form.terms.empty()) {
            continue;
        }
        if (!found[tensor]) {
            m_faults.error(scope.place, fmt::format("{} is missing under {}", tensorWord(form), scope.memory),
                           fmt::format("needed is {}({})", tensorWord(form), dimensionList(form)));
            continue;
        }
        readTensor(*found[tensor], form, storage);
    }
    for (const TensorDirective& directive : scope.tensors) {
        if (std::none_of(found.begin(), found.end(), [&](const TensorDirective* one) { return one == &directive; })) {
            m_faults.error(directive.place, fmt::format("{} is no tensor of this layer, or stands here twice", print(directive)),
                           "a layer has its inputs, its weights w.<layer> and its output, which has its name");
        }
    }
    m_found[storage] = found;
}

void SchemeReader::readTensor(const TensorDirective& directive, const TensorForm& form, Storage storage)
{
    if (directive.names != form.names) {
        m_faults.error(directive.place, fmt::format("{} names another tensor", print(directive)),
                       fmt::format("by its dimensions it is {}", tensorWord(form)));
    }
    if (storage == Storage::Register && (directive.shared || directive.bypass)) {
        m_faults.error(directive.place, fmt::format("a PE can neither share {} nor pass it by", tensorWord(form)),
                       "sharing factors and bypass stand under GBUF");
    }
    for (const Term& term : directive.sizes) {
        if (!hasDimension(form, term.dim)) {
            m_faults.error(term.place, wrongDimension(term.dim, form),
                           fmt::format("it has {}", dimensionList(form)));
        }
    }
    for (const FormTerm& expected : form.terms) {
        const Term* term = findTerm(directive.sizes, expected.dim);
        if (!term) {
            m_faults.error(directive.place, fmt::format("{} has no size along {}", tensorWord(form), nameOf(expected.dim)),
                           expected.loop ? fmt::format("{}=... says how many {} it holds", nameOf(expected.dim),
                                                       meaningOf(expected.dim))
                                         : fmt::format("right is {}={}", nameOf(expected.dim), sizeAt(expected, storage)));
        } else if (!expected.loop) {
            checkAmounts({*term}, {{expected.dim, sizeAt(expected, storage), {}}}, "=",
                         storage == Storage::Buffer ? "one pass of the array works on that many" : "a PE holds that many");
        } else {
            readSize(*term, *expected.loop, storage);
        }
    }
}

std::string SchemeReader::wrongDimension(Dim dim, const TensorForm& form) const
{
    const Count folds = m_form.mapping.fold.width;
    if (dim == Dim::N && m_form.dims[Loop::Batch] == Dim::P) {
        return fmt::format("{} counts parts of images here: {} rows do not fit the array's columns, an image has {} parts",
                           tensorWord(form), m_form.mapping.logicalSet.width, folds);
    }
    if (dim == Dim::P && m_form.dims[Loop::Batch] == Dim::N) {
        return fmt::format("{} counts whole images here: all rows fit the array", tensorWord(form));
    }
    return fmt::format("{} does not have a dimension {}", tensorWord(form), nameOf(dim));
}

void SchemeReader::readSize(const Term& term, Loop loop, Storage storage)
{
    const Term*& known = m_sizes[storage][loop];
    if (!known) {
        known = &term;
    } else if (known->amount != term.amount) {
        m_faults.error(term.place,
                       fmt::format("{}={} differs from {}={} in line {}", nameOf(term.dim), term.amount,
                                   nameOf(known->dim), known->amount, known->place.line),
                       fmt::format("all tensors at a level hold the same {}", meaningOf(term.dim)));
    }
}

} // namespace tilescape::dataflow::directives
