#include "core/training/gradient/order_rule.h"

#include <algorithm>

namespace tilescape::training::gradient {
namespace {

bool prefersWeightGradient(const Gemm& gemm, OrderRule rule)
{
    switch (rule) {
    case OrderRule::Printed: return gemm.k > gemm.n && gemm.k > gemm.m;
    case OrderRule::Size: return gemm.m <= gemm.n; // dX has m * k elements, dW k * n
    case OrderRule::Column: return gemm.n > gemm.k;
    }
    return false;
}

} // namespace

Order chooseOrder(const Gemm& gemm, OrderRule rule)
{
    if (!gemm.inputGradient) {
        return Order::Sequential;
    }
    const auto [smallest, largest] = std::minmax({gemm.m, gemm.k, gemm.n});
    if (largest < 4 * smallest) {
        return Order::Interleaved;
    }
    return prefersWeightGradient(gemm, rule) ? Order::DwMajor : Order::DxMajor;
}

} // namespace tilescape::training::gradient
