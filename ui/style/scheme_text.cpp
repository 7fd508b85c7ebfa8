#include "ui/style/scheme_text.h"

#include "ui/style/palette.h"
#include "ui/style/style_text.h"

#include <QStringList>

#include <algorithm>

namespace tilescape::ui::style {

namespace {

QString splitName(dataflow::Split split)
{
    switch (split) {
    case dataflow::Split::OutputChannel: return StyleText::tr("output");
    case dataflow::Split::Map: return StyleText::tr("map");
    case dataflow::Split::Batch: return StyleText::tr("batch");
    case dataflow::Split::InputChannel: break;
    }
    return StyleText::tr("input");
}

} // namespace

QString extentText(Extent extent) { return QStringLiteral("%1 × %2").arg(extent.height).arg(extent.width); }

QString boundText(cost::BoundBy bound)
{
    switch (bound) {
    case cost::BoundBy::Compute: return StyleText::tr("compute");
    case cost::BoundBy::Bus: return StyleText::tr("bus");
    case cost::BoundBy::Dram: return StyleText::tr("DRAM");
    case cost::BoundBy::SharedBuffer: break;
    }
    return StyleText::tr("shared buffer");
}

QString splitLabel(dataflow::Split split)
{
    switch (split) {
    case dataflow::Split::OutputChannel: return StyleText::tr("Output channels");
    case dataflow::Split::Map: return StyleText::tr("Map");
    case dataflow::Split::Batch: return StyleText::tr("Batch");
    case dataflow::Split::InputChannel: break;
    }
    return StyleText::tr("Input channels");
}

QString partitionText(const dataflow::Partition& partition)
{
    QStringList parts;
    for (const dataflow::Split split : partition.order) {
        const Extent share = partition.shares[split];
        if (share.size() > 1) {
            parts << QStringLiteral("%1 %2").arg(splitName(split), extentText(share));
        }
    }
    return parts.isEmpty() ? StyleText::tr("not split") : parts.join(QStringLiteral(", "));
}

bool isSplit(const dataflow::Partition& partition)
{
    return std::any_of(partition.order.begin(), partition.order.end(),
                       [&](dataflow::Split split) { return partition.shares[split].size() > 1; });
}

QString tensorLabel(Tensor tensor, const tilescape::network::Layer& layer)
{
    return tensor == Tensor::Weight && tilescape::network::hasOperand(layer) ? StyleText::tr("Second operand")
                                                                             : tensorLabel(tensor);
}

QString tensorName(Tensor tensor, const tilescape::network::Layer& layer)
{
    switch (tensor) {
    case Tensor::Weight:
        return tilescape::network::hasOperand(layer) ? StyleText::tr("operand") : StyleText::tr("weight");
    case Tensor::Input: return StyleText::tr("input");
    case Tensor::Output: break;
    }
    return StyleText::tr("output");
}

} // namespace tilescape::ui::style
