package io.tidemark.bench.truth;

import io.tidemark.bench.Spread;
import io.tidemark.bench.Table;
import io.tidemark.bench.truth.Range.Hit;
import java.util.List;

/** What the client took for it, publishing beside publishing nowhere. */
final class CostTable {
    private final Table table = new Table(
            "streams",
            "CPU s/1000 requests",
            "CPU off",
            "CPU ratio",
            "lane CPU us/chunk",
            "lane off",
            "lane ratio",
            "bytes/chunk",
            "TTFT error mean ms",
            "error off",
            "error ratio");

    void row(String name, List<Hit> on, List<Hit> off) {
        double cpuOn = cpuPerThousand(on);
        double cpuOff = cpuPerThousand(off);
        double laneOn = lanePerChunk(on);
        double laneOff = lanePerChunk(off);
        double errorOn = Spread.join(on.stream().map(Hit::ttftErrors).toList()).meanNanos();
        double errorOff =
                Spread.join(off.stream().map(Hit::ttftErrors).toList()).meanNanos();
        table.row(
                name,
                Cells.fixed(cpuOn / 1e9),
                Cells.fixed(cpuOff / 1e9),
                Cells.fixed(cpuOn / cpuOff),
                Cells.fixed(laneOn / 1e3),
                Cells.fixed(laneOff / 1e3),
                Cells.fixed(laneOn / laneOff),
                String.valueOf(Math.round((double) on.stream()
                                .mapToLong(hit -> hit.costs().laneBytes())
                                .sum()
                        / on.stream().mapToLong(hit -> hit.costs().chunks()).sum())),
                Cells.millis(errorOn),
                Cells.millis(errorOff),
                Cells.fixed(errorOn / errorOff));
    }

    private static double cpuPerThousand(List<Hit> hits) {
        return hits.stream().mapToDouble(hit -> hit.costs().cpuNanos()).sum()
                * 1_000
                / hits.stream().mapToInt(hit -> hit.seen().size()).sum();
    }

    private static double lanePerChunk(List<Hit> hits) {
        return hits.stream().mapToDouble(hit -> hit.costs().laneCpuNanos()).sum()
                / hits.stream().mapToLong(hit -> hit.costs().chunks()).sum();
    }

    Table table() {
        return table;
    }
}
