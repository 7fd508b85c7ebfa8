#include "ui/workspace/program_service.h"

#include "core/io/files.h"
#include "core/io/program_text.h"
#include "core/network/layer.h"
#include "core/network/network.h"
#include "core/program/compile.h"

namespace tilescape::ui::workspace {

using tilescape::program::ExecutionOptions;
using tilescape::program::Program;

namespace {

/// Words of all tensors that are executed, of eight bytes each as they are computed: 2 GiB.
constexpr double mostTensorWords = 268'435'456;

double operationsOf(const tilescape::network::Network& network, Count batch)
{
    double operations = 0;
    for (const tilescape::network::Layer& layer : network.layers) {
        operations += static_cast<double>(tilescape::network::operations(layer)) * static_cast<double>(batch);
    }
    return operations;
}

support::Result<Program> programIn(const std::string& file)
{
    const auto text = io::readFile(file);
    return text ? io::readProgram(text.value(), file) : support::Result<Program>(text.faults());
}

/// Of the tensors of layers that are executed.
support::Diagnostics tooLarge(const Program& program)
{
    double words = 0;
    for (const tilescape::program::LayerCode& code : program.layers) {
        const tilescape::network::Layer& layer = program.network.layers[code.layer];
        if (!code.roles.empty()) {
            words += static_cast<double>(tilescape::network::weightWords(layer))
                + static_cast<double>(program.batch) * static_cast<double>(tilescape::network::inputWords(layer) + tilescape::network::outputWords(layer));
        }
    }
    if (words <= mostTensorWords) {
        return {};
    }
    return {{support::Severity::Error, "", "", "", "the tensors have too many words to be executed in the window",
             "take a smaller batch, one segment alone, or tilescape-cli run"}};
}

} // namespace

bool isExecutedAsAWhole(const tilescape::network::Network& network, Count batch)
{
    return operationsOf(network, batch) <= mostOperationsInFull;
}

ProgramRun runProgram(const ProgramRequest& request, const std::stop_token& stop)
{
    ProgramRun run;
    run.program = request.program;
    if (!run.program) {
        auto compiled = request.schedule ? tilescape::program::compile(*request.schedule) : programIn(request.file);
        if (!compiled) {
            run.faults = compiled.faults();
            return run;
        }
        run.program = std::make_shared<const Program>(std::move(compiled.value()));
    }
    std::shared_ptr<const Program> executed = run.program;
    if (request.layer) {
        for (const tilescape::program::LayerCode& code : run.program->layers) {
            if (code.layer == *request.layer) {
                executed = std::make_shared<const Program>(tilescape::program::segmentOf(*run.program, code.slot.segment));
                run.alone = true;
                break;
            }
        }
    }
    run.faults = tooLarge(*executed);
    if (!run.faults.empty() || stop.stop_requested()) {
        return run;
    }
    ExecutionOptions options;
    options.timed = request.interleaving == 0;
    options.interleavingSeed = options.timed ? 1 : request.interleaving;
    run.sampled = run.alone || !isExecutedAsAWhole(run.program->network, run.program->batch);
    options.arithmetic = run.sampled ? ExecutionOptions::Arithmetic::Sample : ExecutionOptions::Arithmetic::All;
    run.trace = std::make_shared<const tilescape::program::Trace>(
        tilescape::program::record(std::move(executed), options, {request.mostSteps}, stop));
    return run;
}

ProgramService::ProgramService(QObject* parent) : QObject(parent)
{
    connect(&m_job, &BackgroundJob::runningChanged, this, &ProgramService::runningChanged);
}

void ProgramService::start(ProgramRequest request)
{
    m_job.start([this, request = std::move(request)](std::stop_token stop) {
        auto run = std::make_shared<ProgramRun>(runProgram(request, stop));
        return BackgroundJob::Deliver([this, run] {
            m_run = std::move(*run);
            Q_EMIT finished();
        });
    });
}

void ProgramService::forget()
{
    m_job.cancel();
    m_run = {};
}

} // namespace tilescape::ui::workspace
