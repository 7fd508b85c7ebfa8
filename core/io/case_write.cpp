#include "core/io/case_json.h"

#include "core/io/json_reader.h"
#include "core/io/scheme_json.h"

namespace tilescape::io {

namespace {

Json accessLevels(const cost::LayerCost& cost)
{
    return {{"dram", tensorsJson(cost.accesses[Level::Dram])},
            {"gbuf", tensorsJson(cost.accesses[Level::Buffer])},
            {"bus", tensorsJson(cost.accesses[Level::Bus])},
            {"regf", tensorsJson(cost.accesses[Level::Register])}};
}

Json storageLevels(const PerStorage<PerTensor<double>>& values)
{
    return {{"buffer", tensorsJson(values[Storage::Buffer])}, {"register", tensorsJson(values[Storage::Register])}};
}

Json expectedJson(const cost::LayerCost& cost, double unitPj, bool sharing)
{
    const cost::Energy& energy = cost.energy;
    Json json = {{"energy", energy.total() / unitPj},
            {"energy_ops", energy.mac / unitPj},
            {"energy_access", energy.accesses() / unitPj},
            {"energy_noc", energy.noc / unitPj},
            {"energy_static", energy.staticPower / unitPj},
            {"cycles", static_cast<Count>(cost.cycles)},
            {"compute_cycles", static_cast<Count>(cost.computeCycles)},
            {"bus_cycles", static_cast<Count>(cost.busCycles)},
            {"dram_cycles", static_cast<Count>(cost.dramCycles)},
            {"ops", cost.operations},
            {"access", accessLevels(cost)},
            {"remote_buffer_access", tensorsJson(cost.remoteBufferAccesses)},
            {"noc_hops", tensorsJson(cost.nocHops)},
            {"noc_hops_between_tiles", tensorsJson(cost.nocHopsBetweenTiles)},
            {"fetch", storageLevels(cost.fetches)},
            {"words_held_per_tile", storageLevels(cost.wordsHeld)}};
    if (sharing) {
        json["rotation_rounds"] = tensorsJson(cost.rotationRounds);
        json["rotation_units"] = tensorsJson(cost.rotationUnits);
    }
    return json;
}

Json totalJson(const schedule::Schedule& schedule, double unitPj)
{
    const schedule::Totals& totals = schedule.totals;
    Json segmentCycles = Json::array();
    Json segmentDramCycles = Json::array();
    for (const pipeline::SegmentTiming& segment : schedule.segments) {
        segmentCycles.push_back(segment.cycles());
        segmentDramCycles.push_back(segment.dramCycles);
    }
    return {{"energy", totals.energy.total() / unitPj},
            {"cycles", static_cast<Count>(totals.cycles)},
            {"ops", totals.operations},
            {"accesses",
             {{"dram", totals.accesses[Level::Dram]},
              {"gbuf", totals.accesses[Level::Buffer]},
              {"bus", totals.accesses[Level::Bus]},
              {"regf", totals.accesses[Level::Register]}}},
            {"noc_hops", totals.nocHops},
            {"segment_cycles", std::move(segmentCycles)},
            {"segment_dram_cycles", std::move(segmentDramCycles)}};
}

} // namespace

std::string writeCase(const Case& original, const schedule::Schedule& schedule)
{
    Json file = Json::parse(original.text);
    const Json givenLayers = file.at("layers");
    file["status"] = nameOf(schedule.status);
    file["input_partition"] = partitionJson(schedule.inputPartition);
    file["expected_total"] = totalJson(schedule, original.unitPj);
    Json layers = Json::array();
    for (const schedule::ScheduledLayer& scheduled : schedule.layers) {
        Json layer = givenLayers.at(scheduled.layer);
        layer["position"] = {{"segment", scheduled.slot.segment},
                             {"region", scheduled.slot.region},
                             {"slot", scheduled.slot.index}};
        layer["scheme"] = schemeJson(scheduled.scheme);
        layer["expected"] = expectedJson(scheduled.cost, original.unitPj, original.problem.space.bufferSharing);
        layers.push_back(std::move(layer));
    }
    file["layers"] = std::move(layers);
    return indentedText(file);
}

} // namespace tilescape::io
