#include "app/cli/ranks.h"

#include "core/explore/point_dealer.h"
#include "core/io/point_text.h"
#include "core/schedule/solver_cache.h"

#define OMPI_SKIP_MPICXX 1 // the old C++ interface of Open MPI, which nothing here uses
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tilescape::cli {

using explore::PointResult;
using explore::Setting;

namespace {

constexpr int leader = 0;
constexpr std::size_t identityLength = 32;
/// What a message is: settings of a point to solve, its result, that nothing more comes.
enum Tag { Point = 1, Result, Dismissal };

/// Between looks for a message. A blocking receive of Open MPI keeps its core busy.
constexpr std::chrono::microseconds patience{200};

int rank()
{
    int own = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    return own;
}

int rankCount()
{
    int count = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

struct Message {
    int tag = 0;
    int from = 0;
    std::string text;
};

void send(int to, Tag tag, const std::string& text)
{
    MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, tag, MPI_COMM_WORLD);
}

std::optional<Message> receive()
{
    int arrived = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &status);
    if (arrived == 0) {
        return std::nullopt;
    }
    int size = 0;
    MPI_Get_count(&status, MPI_CHAR, &size);
    Message message{status.MPI_TAG, status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
    MPI_Recv(message.text.data(), size, MPI_CHAR, message.from, message.tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return message;
}

std::string textOf(const std::vector<Setting>& settings)
{
    std::string text;
    for (const Setting& setting : settings) {
        text += setting.key + '\n' + setting.value + '\n';
    }
    return text;
}

std::vector<Setting> settingsOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = text.find('\n', from);
        lines.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    std::vector<Setting> settings;
    for (std::size_t i = 0; i + 1 < lines.size(); i += 2) {
        settings.push_back({lines[i], lines[i + 1]});
    }
    return settings;
}

/// The points of a run and results of the leader's own thread: the only thread that talks to MPI is the other.
class Desk {
public:
    Desk(std::size_t count, std::size_t ranks) : m_dealer(count, ranks) {}

    std::optional<std::size_t> deal(std::size_t to)
    {
        const std::lock_guard lock(m_mutex);
        return m_dealer.deal(to);
    }
    std::size_t finish(std::size_t from)
    {
        const std::lock_guard lock(m_mutex);
        return m_dealer.finish(from);
    }
    void drop()
    {
        const std::lock_guard lock(m_mutex);
        m_dealer.drop();
    }
    bool isBusy()
    {
        const std::lock_guard lock(m_mutex);
        return m_dealer.isBusy() || !m_results.empty();
    }
    void add(std::size_t point, PointResult result)
    {
        const std::lock_guard lock(m_mutex);
        m_results.emplace_back(point, std::move(result));
    }
    std::vector<std::pair<std::size_t, PointResult>> takeResults()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_results, {});
    }

private:
    std::mutex m_mutex;
    explore::PointDealer m_dealer;
    std::vector<std::pair<std::size_t, PointResult>> m_results;
};

} // namespace

Ranks::Ranks()
{
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    m_solved.assign(static_cast<std::size_t>(rankCount()), 0);
}

Ranks::~Ranks()
{
    for (int other = 1; leads() && other < rankCount(); ++other) {
        send(other, Dismissal, "");
    }
    while (!leads()) { // those that never served wait for the leader as well
        const std::optional<Message> message = receive();
        if (message && message->tag == Dismissal) {
            break;
        }
        std::this_thread::sleep_for(patience);
    }
    MPI_Finalize();
}

bool Ranks::leads() const { return rank() == leader; }

bool Ranks::agree(const std::string& identity, support::Diagnostics& faults) const
{
    std::array<char, identityLength> own{};
    std::copy_n(identity.begin(), std::min(identity.size(), identityLength - 1), own.begin());
    std::vector<char> all(identityLength * static_cast<std::size_t>(rankCount()));
    MPI_Allgather(own.data(), identityLength, MPI_CHAR, all.data(), identityLength, MPI_CHAR, MPI_COMM_WORLD);
    for (int other = 0; other < rankCount(); ++other) {
        const auto begin = all.begin() + other * static_cast<std::ptrdiff_t>(identityLength);
        if (identity.empty() || !std::equal(own.begin(), own.end(), begin)) {
            if (leads() && !identity.empty()) {
                faults.push_back({support::Severity::Error, "", "", "", fmt::format("rank {} reads another file than rank 0", other),
                                  "all processes need the same files at the same place"});
            }
            return false;
        }
    }
    return true;
}

void Ranks::serve(const explore::Base& base, const explore::PointOptions& options, int threads) const
{
    schedule::SolverCache cache;
    schedule::SolveControl control;
    control.threads = std::max(threads, 1);
    control.cache = &cache;
    while (true) {
        int arrived = 0;
        MPI_Status status;
        MPI_Iprobe(leader, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &status);
        if (arrived != 0 && status.MPI_TAG == Dismissal) {
            return; // the message stays for the end
        }
        if (const std::optional<Message> message = arrived != 0 ? receive() : std::nullopt) {
            send(leader, Result, io::writePoint(*solvePoint(problemWith(base, settingsOf(message->text)), options, control)));
        } else {
            std::this_thread::sleep_for(patience);
        }
    }
}

explore::SolvePoints Ranks::solver()
{
    if (rankCount() == 1) {
        return explore::solvePoints;
    }
    return [this](const explore::Base& base, std::span<const std::vector<Setting>> points, const explore::PointOptions& options,
                  const explore::RunControl& control) { solve(base, points, options, control); };
}

void Ranks::solve(const explore::Base& base, std::span<const std::vector<Setting>> points, const explore::PointOptions& options,
                  const explore::RunControl& control)
{
    Desk desk(points.size(), m_solved.size());
    const auto give = [&](std::size_t to) {
        if (const auto point = desk.deal(to)) {
            send(static_cast<int>(to), Point, textOf(points[*point]));
        }
    };
    const auto take = [&](std::size_t from, std::size_t point, const PointResult& result) {
        ++m_solved[from];
        if (control.onPoint) {
            control.onPoint(point, result);
        }
    };
    for (std::size_t round = 0; round < explore::PointDealer::ahead; ++round) {
        for (std::size_t to = leader + 1; to < m_solved.size(); ++to) {
            give(to);
        }
    }
    std::jthread own([&] {
        schedule::SolverCache cache;
        schedule::SolveControl solve;
        solve.stop = control.stop;
        solve.threads = std::max(control.threads, 1);
        solve.cache = &cache;
        for (auto point = desk.deal(leader); point; point = desk.deal(leader)) {
            auto result = solvePoint(problemWith(base, points[*point]), options, solve);
            if (result) {
                desk.add(*point, *std::move(result));
            }
            desk.finish(leader);
        }
    });
    while (desk.isBusy()) {
        if (control.stop.stop_requested()) {
            desk.drop(); // what others have begun, they end
        }
        for (const auto& [point, result] : desk.takeResults()) {
            take(leader, point, result);
        }
        if (const std::optional<Message> message = receive()) {
            const auto from = static_cast<std::size_t>(message->from);
            const std::size_t point = desk.finish(from);
            give(from);
            take(from, point, io::readPoint(message->text).value());
        } else {
            std::this_thread::sleep_for(patience);
        }
    }
}

std::string Ranks::account() const
{
    return m_solved.size() == 1 ? std::string() : fmt::format("{} ranks solved {} points.\n", m_solved.size(), fmt::join(m_solved, " + "));
}

} // namespace tilescape::cli
