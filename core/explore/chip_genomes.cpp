#include "core/explore/chip_genomes.h"

#include "core/explore/sobol.h"
#include "core/support/dice.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace tilescape::explore {

namespace {

/// A number below 1, for a gene that may be 1.
constexpr double largestFraction = 1 - 0x1p-53;
/// Of a range.
constexpr double rangeStep = 1.0 / 16;
/// The distance between names, or between a name and a number: farther than any two numbers.
constexpr double otherName = 1e6;

Gene geneOf(const Axis& variable)
{
    return variable.range ? Gene{0, 1, false} : Gene{0, static_cast<double>(variable.values.size() - 1), true};
}

std::optional<double> numberOf(const std::string& text)
{
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Of positive numbers the logarithm of their ratio.
double distanceOf(const std::string& a, const std::string& b)
{
    if (a == b) {
        return 0;
    }
    const std::optional<double> left = numberOf(a);
    const std::optional<double> right = numberOf(b);
    return left && right && *left > 0 && *right > 0 ? std::abs(std::log(*left / *right)) : otherName;
}

/// The base's value of a key, of a chip its name; empty for a chip that has none.
std::string baseValue(const Base& base, const schedule::Problem& problem, const std::string& key)
{
    if (key != hardwareKey) {
        return valueText(problem, key);
    }
    const auto own = std::find_if(base.chips.begin(), base.chips.end(),
                                  [&](const auto& chip) { return chip.second == base.problem.hardware; });
    return own == base.chips.end() ? std::string() : own->first;
}

std::size_t nearestRow(const Axis& variable, const std::vector<std::string>& wanted)
{
    const auto distance = [&](const std::vector<std::string>& row) {
        double sum = 0;
        for (std::size_t k = 0; k < row.size(); ++k) {
            sum += distanceOf(row[k], wanted[k]);
        }
        return sum;
    };
    const auto nearest = std::min_element(variable.values.begin(), variable.values.end(),
                                          [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    return static_cast<std::size_t>(nearest - variable.values.begin());
}

/// How far along the range the value stands, its ends where it lies outside, its begin where it is none.
double fractionOf(const Range& range, const std::string& value)
{
    const double number = std::clamp(numberOf(value).value_or(range.from), range.from, range.to);
    return range.logarithmic ? std::log(number / range.from) / std::log(range.to / range.from)
                             : (number - range.from) / (range.to - range.from);
}

} // namespace

ChipGenomes::ChipGenomes(const ChipSearch& search) : m_search(search)
{
    std::transform(search.variables.begin(), search.variables.end(), std::back_inserter(m_genes), geneOf);
    support::Dice dice(search.evolution.seed);
    std::generate_n(std::back_inserter(m_shifts), m_genes.size(), [&] { return dice.fraction(); });
}

std::vector<Setting> ChipGenomes::settingsOf(const Genome& genome) const
{
    std::vector<Setting> settings;
    for (std::size_t i = 0; i < m_genes.size(); ++i) {
        const Axis& variable = m_search.variables[i];
        const auto size = static_cast<double>(variable.values.size());
        const double fraction = variable.range ? genome[i] : (std::round(genome[i]) + 0.5) / size;
        const std::vector<Setting> own = settingsAt(variable, std::clamp(fraction, 0.0, largestFraction));
        settings.insert(settings.end(), own.begin(), own.end());
    }
    return settings;
}

Genome ChipGenomes::nearestToBase() const
{
    const schedule::Problem problem = problemWith(m_search.base, {});
    Genome genome;
    for (const Axis& variable : m_search.variables) {
        std::vector<std::string> wanted;
        std::transform(variable.keys.begin(), variable.keys.end(), std::back_inserter(wanted),
                       [&](const std::string& key) { return baseValue(m_search.base, problem, key); });
        genome.push_back(variable.range ? fractionOf(*variable.range, wanted.front())
                                        : static_cast<double>(nearestRow(variable, wanted)));
    }
    return genome;
}

/// One step along one variable; none where that leaves the space.
std::optional<Genome> ChipGenomes::stepped(Genome genome, std::size_t gene, int direction) const
{
    const std::vector<Setting> before = settingsOf(genome);
    do { // a small part of a range may be less than a whole number
        genome[gene] += direction * (m_genes[gene].whole ? 1 : rangeStep);
        if (genome[gene] < m_genes[gene].from || genome[gene] > m_genes[gene].to) {
            return std::nullopt;
        }
    } while (settingsOf(genome) == before);
    return genome;
}

std::vector<Genome> ChipGenomes::neighboursOf(const Genome& genome, bool pairs) const
{
    std::vector<Genome> neighbours;
    for (std::size_t a = 0; a < m_genes.size(); ++a) {
        for (const int first : {-1, 1}) {
            const std::optional<Genome> one = stepped(genome, a, first);
            if (one && !pairs) {
                neighbours.push_back(*one);
            }
            for (std::size_t b = a + 1; one && pairs && b < m_genes.size(); ++b) {
                for (const int second : {-first, first}) { // opposite steps keep the chip's size: they come first
                    if (const std::optional<Genome> two = stepped(*one, b, second)) {
                        neighbours.push_back(*two);
                    }
                }
            }
        }
    }
    return neighbours;
}

Genome ChipGenomes::spread(std::uint64_t number) const
{
    support::Dice dice(support::seedOf("beyond the dimensions of Sobol", m_search.evolution.seed + number));
    Genome genome;
    for (std::size_t g = 0; g < m_genes.size(); ++g) {
        const double point = g < sobolDimensions ? sobolPoint(number, g) : dice.fraction();
        const double fraction = std::fmod(point + m_shifts[g], 1.0);
        const Gene& gene = m_genes[g];
        genome.push_back(gene.whole ? gene.from + std::floor(fraction * (gene.to - gene.from + 1))
                                    : gene.from + fraction * (gene.to - gene.from));
    }
    return genome;
}

} // namespace tilescape::explore
