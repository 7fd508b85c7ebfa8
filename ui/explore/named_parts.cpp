#include "ui/explore/named_parts.h"

#include "core/io/library.h"

#include <algorithm>

namespace tilescape::ui::explore {

namespace {

/// Those of the map that are not among `library`, then all of these.
template <typename T>
std::vector<std::string> namesIn(const std::map<std::string, T>& known, const std::vector<std::string_view>& library)
{
    std::vector<std::string> names;
    for (const auto& [name, value] : known) {
        if (std::find(library.begin(), library.end(), name) == library.end()) {
            names.push_back(name);
        }
    }
    names.insert(names.end(), library.begin(), library.end());
    return names;
}

/// What the library has under the name is read when it is first asked for.
template <typename T>
const T* findIn(std::map<std::string, T>& known, const std::string& name, const std::vector<std::string_view>& library,
                support::Result<T> (*load)(const std::string&))
{
    const auto found = known.find(name);
    if (found != known.end()) {
        return &found->second;
    }
    if (std::find(library.begin(), library.end(), name) == library.end()) {
        return nullptr;
    }
    auto loaded = load(name);
    return loaded ? &known.emplace(name, std::move(loaded.value())).first->second : nullptr;
}

template <typename T>
std::string nameIn(std::map<std::string, T>& known, const T& wanted, const std::vector<std::string_view>& library,
                   support::Result<T> (*load)(const std::string&))
{
    for (const std::string& name : namesIn(known, library)) {
        const T* own = findIn(known, name, library, load);
        if (own && *own == wanted) {
            return name;
        }
    }
    std::string name = wanted.name;
    for (int number = 2; findIn(known, name, library, load) || name.empty(); ++number) {
        name = wanted.name + ' ' + std::to_string(number);
    }
    known.emplace(name, wanted);
    return name;
}

template <typename T>
support::Result<std::string> nameOfFile(std::map<std::string, T>& known, const QString& path, const std::vector<std::string_view>& library,
                                        support::Result<T> (*load)(const std::string&))
{
    const auto loaded = load(path.toStdString());
    if (!loaded) {
        return loaded.faults();
    }
    return nameIn(known, loaded.value(), library, load);
}

} // namespace

std::vector<std::string> NamedParts::networkNames() const { return namesIn(m_networks, io::networkNames()); }
std::vector<std::string> NamedParts::chipNames() const { return namesIn(m_chips, io::hardwareNames()); }

std::string NamedParts::nameOf(const tilescape::network::Network& network)
{
    return nameIn(m_networks, network, io::networkNames(), io::loadNetwork);
}
std::string NamedParts::nameOf(const tilescape::hardware::Hardware& chip) { return nameIn(m_chips, chip, io::hardwareNames(), io::loadHardware); }

void NamedParts::add(const tilescape::explore::Base& base)
{
    for (const auto& [name, network] : base.networks) {
        m_networks.insert_or_assign(name, network);
    }
    for (const auto& [name, chip] : base.chips) {
        m_chips.insert_or_assign(name, chip);
    }
}

support::Result<std::string> NamedParts::addNetworkFile(const QString& path)
{
    return nameOfFile(m_networks, path, io::networkNames(), io::loadNetwork);
}
support::Result<std::string> NamedParts::addChipFile(const QString& path)
{
    return nameOfFile(m_chips, path, io::hardwareNames(), io::loadHardware);
}

void NamedParts::define(tilescape::explore::Base& base, const std::string& network)
{
    if (const auto* own = findIn(m_networks, network, io::networkNames(), io::loadNetwork)) {
        base.networks[network] = *own;
    }
}

void NamedParts::define(tilescape::explore::Base& base, const std::vector<tilescape::explore::Axis>& axes)
{
    for (const tilescape::explore::Axis& axis : axes) {
        for (std::size_t k = 0; k < axis.keys.size(); ++k) {
            for (const std::vector<std::string>& row : axis.values) {
                if (axis.keys[k] == tilescape::explore::networkKey) {
                    define(base, row[k]);
                } else if (axis.keys[k] == tilescape::explore::hardwareKey) {
                    if (const auto* own = findIn(m_chips, row[k], io::hardwareNames(), io::loadHardware)) {
                        base.chips[row[k]] = *own;
                    }
                }
            }
        }
    }
}

} // namespace tilescape::ui::explore
