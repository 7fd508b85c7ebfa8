#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>

/// How colours look to people who lack a kind of cone, and how far apart they are then.
namespace vision {

enum class Kind { Usual, Protanopia, Deuteranopia, Tritanopia };
inline constexpr std::array<Kind, 4> kinds{Kind::Usual, Kind::Protanopia, Kind::Deuteranopia, Kind::Tritanopia};

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

/// Machado, Oliveira, Fernandes 2009, severity 1: on linear sRGB.
inline const Matrix& matrixOf(Kind kind)
{
    static const std::array<Matrix, 4> matrices{{
        {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
        {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
        {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
    }};
    return matrices[static_cast<std::size_t>(kind)];
}

inline Triple times(const Matrix& matrix, const Triple& vector)
{
    Triple product{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            product[row] += matrix[row][column] * vector[column];
        }
    }
    return product;
}

/// CIE L*a*b* of the colour as it is seen.
inline Triple seen(const QColor& colour, Kind kind)
{
    static const Matrix toXyz{{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    static const Triple white{0.95047, 1, 1.08883};
    Triple linear{};
    const Triple parts{colour.redF(), colour.greenF(), colour.blueF()};
    std::transform(parts.begin(), parts.end(), linear.begin(),
                   [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); });
    Triple light = times(matrixOf(kind), linear);
    std::transform(light.begin(), light.end(), light.begin(), [](double part) { return std::clamp(part, 0.0, 1.0); });
    Triple f = times(toXyz, light);
    for (std::size_t i = 0; i < 3; ++i) {
        const double share = f[i] / white[i];
        f[i] = share > 0.008856 ? std::cbrt(share) : 7.787 * share + 16.0 / 116;
    }
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

/// CIE 1976; 2.3 is what can just be told apart side by side.
inline double distance(const QColor& one, const QColor& other, Kind kind)
{
    const Triple a = seen(one, kind);
    const Triple b = seen(other, kind);
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

} // namespace vision
