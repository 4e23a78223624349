package io.tidemark.bench.lane;

import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.lane.ClientRunner.RunResult;
import java.util.List;

/** What the client took for it, publishing beside publishing nowhere. */
final class CostTable {
    private final ResultTable table = new ResultTable(
            "streams",
            "CPU s/1000 requests",
            "CPU off",
            "CPU ratio",
            "lane CPU us/chunk",
            "lane off",
            "lane ratio",
            "bytes/chunk");

    void row(String name, List<RunResult> on, List<RunResult> off) {
        double cpuOn = cpuPerThousand(on);
        double cpuOff = cpuPerThousand(off);
        double laneOn = lanePerChunk(on);
        double laneOff = lanePerChunk(off);
        table.row(
                name,
                CellFormat.fixed(cpuOn / 1e9),
                CellFormat.fixed(cpuOff / 1e9),
                CellFormat.fixed(cpuOn / cpuOff),
                CellFormat.fixed(laneOn / 1e3),
                CellFormat.fixed(laneOff / 1e3),
                CellFormat.fixed(laneOn / laneOff),
                String.valueOf(Math.round((double) on.stream()
                                .mapToLong(hit -> hit.costs().laneBytes())
                                .sum()
                        / on.stream().mapToLong(hit -> hit.costs().chunks()).sum())));
    }

    private static double cpuPerThousand(List<RunResult> hits) {
        return hits.stream().mapToDouble(hit -> hit.costs().cpuNanos()).sum()
                * 1_000
                / hits.stream().mapToInt(hit -> hit.seen().size()).sum();
    }

    private static double lanePerChunk(List<RunResult> hits) {
        return hits.stream().mapToDouble(hit -> hit.costs().laneCpuNanos()).sum()
                / hits.stream().mapToLong(hit -> hit.costs().chunks()).sum();
    }

    ResultTable table() {
        return table;
    }
}
